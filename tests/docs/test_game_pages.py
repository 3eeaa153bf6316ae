"""The pages of the games are what their rules, options, cards and machines say now."""

import pytest

from engines.registry import GAMES
from tests.docs import game_pages
from tests.docs.pages import ROOT, STALE


def test_the_pages_are_fresh() -> None:
    """Each game has its page, and the list names them all."""
    kept = {path.name: path.read_text("utf-8") for path in (ROOT / "docs/games").glob("*.md")}
    written = game_pages.pages()

    assert written.keys() == kept.keys()
    assert [] == [f"docs/games/{name} {STALE}" for name in written if written[name] != kept[name]]


@pytest.mark.all
@pytest.mark.parametrize("key", GAMES)
def test_the_presses_are_fresh(key: str) -> None:
    """What a turn takes is what a reader needs now."""
    assert game_pages.measure_presses(key) == game_pages.known_presses()[key], f"tests/docs/presses.json {STALE}"
