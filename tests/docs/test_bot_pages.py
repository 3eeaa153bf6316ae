"""The pages of the bots in files are what their files say now."""

import pytest

from engines.botfile import load
from engines.botfile.check import untranslated
from engines.botfile.lines import line_of
from tests.contract.walk import CORE_FILES
from tests.core import core
from tests.docs import bot_pages
from tests.docs.pages import README, ROOT, STALE
from tests.words import COMPLETE

FOLDER = ROOT / "docs/bots"


@pytest.mark.parametrize("key", core(bot_pages.FILES, *CORE_FILES))
def test_a_page_is_fresh(key: str) -> None:
    """The page of a file is what the file says now."""
    assert (FOLDER / f"{key}.md").read_text("utf-8") == bot_pages.page(key), f"docs/bots/{key}.md {STALE}"


@pytest.mark.all
def test_the_list_is_fresh() -> None:
    """The list names every file, and only these have pages."""
    assert (FOLDER / README).read_text("utf-8") == bot_pages.bot_list(), f"docs/bots/{README} {STALE}"
    assert {README, *(f"{key}.md" for key in bot_pages.FILES)} == {path.name for path in FOLDER.glob("*.md")}


@pytest.mark.parametrize("key", core(bot_pages.FILES, *CORE_FILES))
def test_a_file_speaks_every_language(key: str) -> None:
    """Each of its sentences has words in German and French: `tavolino bot words` lists those that have none."""
    path = bot_pages.FILES[key]
    bot = load(path.read_bytes(), path.name).file

    for language in COMPLETE:
        assert [] == [f"line {line_of(bot.text, one.path)}: {one.value}" for one in untranslated(bot, language)]


@pytest.mark.parametrize("key", core(bot_pages.FILES, *CORE_FILES))
def test_a_file_says_where_its_facts_are_from(key: str) -> None:
    """Its source and commit are those of its recorded turns; what was compared, read and not found is listed."""
    bot = bot_pages.Bot(key)
    about = bot.file.about

    assert bot.recorded["source"] == about.source
    assert bot.recorded["commit"].startswith(about.commit)
    assert len(about.commit) >= 7
    assert all((about.intro, about.compared, about.read, about.silent))
    assert bot.test.exists()
