"""What a bot has on the table, drawn at every step of random plays."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
from msgspec.structs import replace

from display.blocks import Part
from display.layout import lay_out
from display.profiles import PROFILES
from engines.drawings import Drawing, Mark, Side, Slot, said
from engines.text import ENGLISH, PSEUDO, Text, load_catalogue
from tests.contract.laws import guide
from tests.contract.walk import Steps, Walks, each_seed, luck
from tests.display.test_drawings import on_the_glass

LANGUAGES = (ENGLISH, load_catalogue(PSEUDO))
TITLE = 12
"""Letters of a title: it stands in the header and in a menu."""
SIGNS = {Mark.LOCKED: "locked", Mark.TICK: "done", Mark.NEXT: "next"}
SENTENCE = 160
"""Letters of a sentence of a side; they are read aloud."""


@guide("side.py")
def test_a_side_says_what_it_shows(walks: Walks) -> None:
    """The side of every state, and every drawing of a screen, says each text, mark and special place that it has."""

    def law(_seed: int, plays: Steps) -> None:
        seen = set[Drawing | Side]()
        for play in plays:
            side = play.engine.side(play.state)
            assert 1 <= len(ENGLISH.words(side.title)) <= TITLE, "the title of its side is too long, or empty"
            assert side.parts, "its side is empty"
            for shown in (side, play.screen.drawing):
                if shown is not None and shown not in seen:
                    seen.add(shown)
                    _check(shown)

    each_seed(walks, law)


@guide("side.py")
def test_a_side_fits(walks: Walks) -> None:
    """The side of a state has pages on every panel in every language, and nothing of it stands beside the glass."""

    def law(seed: int, plays: Steps) -> None:
        chance, seen = luck("side", seed), set[Side]()
        for play in plays:
            side = play.engine.side(play.state)
            if side in seen or chance.random() > 0.06 * walks.share:
                continue
            seen.add(side)
            shown = replace(play.screen, drawing=side)
            for profile, catalogue in product(PROFILES.values(), LANGUAGES):
                layout = lay_out(shown, profile, catalogue)
                off = [block for page in layout.pages for block in page.blocks if not on_the_glass(block, profile)]
                assert not off, f"a part of its side stands beside the glass on {profile.key}"
                parts = [part for part in side.parts if not isinstance(part, Text)]
                drawn = [block for page in layout.pages for block in page.of(Part.DRAWING)]
                assert len(drawn) >= len(parts), f"a drawing of its side finds no room on {profile.key}"

    each_seed(walks, law)


def _check(shown: Drawing | Side) -> None:
    sentences = [ENGLISH.words(sentence) for sentence in said(shown)]
    long = [sentence for sentence in sentences if not 1 <= len(sentence) <= SENTENCE]
    assert not long, f"a sentence of its side has {len(long[0])} letters: {long[0]}"
    words = " ".join(sentences)
    for part in shown.parts if isinstance(shown, Side) else (shown,):
        missing = [text for text in _shown(part) if text not in words]
        assert not missing, f"{missing[0]} is drawn and not said: {words}"


def _shown(shown: Any) -> Iterator[str]:
    """Yield every word that a drawing has in it, at whatever depth, and one for each sign on a place."""
    match shown:
        case Text():
            yield ENGLISH.words(shown)
        case Slot(mark=Mark() as mark) if mark in SIGNS:
            yield SIGNS[mark]
            yield from _shown(msgspec.structs.replace(shown, mark=None))
        case msgspec.Struct():
            for value in msgspec.structs.asdict(shown).values():
                yield from _shown(value)
        case tuple():
            for value in shown:
                yield from _shown(value)
