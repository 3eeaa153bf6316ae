"""The pages of the bots in files are what their files say now."""

from pathlib import Path

import pytest

from engines.botfile import load
from engines.botfile.check import untranslated
from engines.botfile.lines import line_of
from tests.contract.walk import CORE_FILES
from tests.core import core
from tests.docs import bot_pages
from tests.docs.test_docs import STALE
from tests.words import COMPLETE

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/bots"


def test_the_pages_are_fresh() -> None:
    """Each file has its page, and the list names them all."""
    written = bot_pages.pages()
    kept = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}

    assert written.keys() == kept.keys()
    assert [] == [f"docs/bots/{name} {STALE}" for name in sorted(written) if written[name] != kept[name]]


@pytest.mark.parametrize("key", core(bot_pages.FILES, *CORE_FILES))
def test_a_file_speaks_every_language(key: str) -> None:
    """Each of its sentences has words in German and French: `tavolino bot words` lists those that have none."""
    path = bot_pages.FILES[key]
    bot = load(path.read_bytes(), path.name).file

    for language in COMPLETE:
        assert [] == [f"line {line_of(bot.text, one.path)}: {one.value}" for one in untranslated(bot, language)]


@pytest.mark.parametrize("key", bot_pages.FILES)
def test_a_file_says_where_its_facts_are_from(key: str) -> None:
    """Its source and commit are those of its recorded turns; what was compared, read and not found is listed."""
    bot = bot_pages.Bot(key)
    about = bot.file.about

    assert bot.recorded["source"] == about.source
    assert bot.recorded["commit"].startswith(about.commit)
    assert len(about.commit) >= 7
    assert all((about.intro, about.compared, about.read, about.silent))
    assert bot.test.exists()
