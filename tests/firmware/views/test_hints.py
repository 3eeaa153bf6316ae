"""The keys are explained once in the life of a device, and the player can clear the glass."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from display.letters import width
from display.profiles import Profile
from engines.kit.contract import Ask, Counter, Counters, Done, Draw, Marks, Number, Pick, Role, Roll, YesNo
from engines.kit.play import Play
from engines.kit.text import ENGLISH, PSEUDO, Text
from engines.registry import KEYS, load_engine
from firmware.dealer import dealer
from firmware.device.loop import IDLE_S
from firmware.device.session import DECK_KEPT
from firmware.languages import catalogue
from firmware.views import hints
from firmware.views.hints import ALL_KINDS, FILE_NAME
from firmware.views.key_sets import FOUR_KEYS, KNOB, USB
from hw.panel import Mode
from tests.core import core
from tests.display.screens import choices
from tests.firmware.device.bench import BACK, PUSH, Bench, bench
from tests.profiles import ALL_PROFILES, PROFILES

pytestmark = pytest.mark.usefixtures("magpie_menu")

A, B = choices("a", "b")
ASKS: dict[str, tuple[Ask, ...]] = {
    "list": (Pick((A, B), "a"), YesNo()),
    "number": (Number(0, 9, 3), Roll("die", 0, 1, 6)),
    "marks": (Marks((A, B), 0, 2),),
    "counters": (Counters((Counter("a", A.text, 0, 3, 1),)),),
    "draw": (Draw("deck", 0, (A, B)),),
}


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Bench]:
    """A device that nobody has used yet, at its game menu."""
    with bench(tmp_path, new=True) as made:
        yield made


def hint(device: Bench) -> str:
    """Return the hint above the footer or in its place; empty if there is none."""
    shown = device.device.feedback.hint
    words = "" if shown is None else ENGLISH.words(shown)
    assert not words or words in device.words.splitlines()[-2:]
    return words


def caption(kind: str, play: Play[Any] | None = None) -> str:
    """Return the caption of a kind of screen."""
    return ENGLISH.words(hints.caption(kind, play, KNOB))


def test_the_first_screen_says_what_the_knob_does(device: Bench) -> None:
    """The first list has its caption until the first key; the next list has none."""
    assert hint(device) == caption("list")
    device.turn(1)
    assert hint(device) == ""
    device.turn(-1)
    device.next()
    assert hint(device) == ""


@pytest.mark.parametrize("kind", ASKS)
def test_each_kind_is_explained_once(device: Bench, kind: str) -> None:
    """The first screen of a kind has its caption; no later one has, for any ask of the kind."""
    device.turn(1)
    device.show(ASKS[kind][0])
    assert (hint(device) == caption(kind)) == (kind != "list")
    for ask in ASKS[kind]:
        device.session.close()
        device.redraw()
        device.tap(BACK)
        device.show(ask)
        assert hint(device) != caption(kind)


def test_a_play_names_what_its_keys_can_do(device: Bench) -> None:
    """The first instruction explains Why, the first question the menu, two turns side and recap; each once."""
    device.next(2)
    assert hint(device) == caption("instruction")
    shown = []
    for _ in range(16):
        if isinstance(device.layout.screen.ask, Marks):
            device.push()
        device.next()
        shown += [hint(device), *(["held"] if "(hold: Menu)" in device.footer else [])]
    side = caption("idle", device.play)
    once = [shown.count(one) for one in ("held", side, caption("recap"), caption("instruction"))]
    assert ("What it has: turn left", [1, 1, 1, 0]) == (side, once)


def test_text_of_several_pages(device: Bench) -> None:
    """The first text of several pages explains the knob for pages; the caption of its ask comes with a single page."""
    device.turn(1)
    device.show(Done(), *["A line of some words, and of some more."] * 9, role=Role.INSTRUCTION)
    assert hint(device) == caption("pages")
    device.turn(1)
    assert hint(device) != caption("pages")
    device.session.close()
    device.show(Done(), role=Role.INSTRUCTION)
    assert hint(device) == caption("instruction")


def test_what_is_read_has_no_caption(device: Bench) -> None:
    """Text to read and results have no caption, since their footer names every key."""
    device.turn(1)
    device.show(Done(), role=Role.RESULT)
    assert hint(device) != caption("instruction")
    device.next(2)


def test_hints_are_not_repeated_after_a_power_cut(device: Bench, tmp_path: Path) -> None:
    """A hint is not repeated after a power cut; a damaged file counts as none."""
    device.turn(1)
    device.wait(IDLE_S)
    assert (tmp_path / FILE_NAME).read_text("utf-8") == "list\n"
    device.close()
    with bench(tmp_path, new=True) as again:
        assert hint(again) == ""
        again.show(Number(0, 9, 3))
    (tmp_path / FILE_NAME).write_bytes(b"\xff\xfe")
    with bench(tmp_path, new=True) as spoilt:
        assert hint(spoilt) == caption("list")


def test_hints_are_written_once(device: Bench, tmp_path: Path) -> None:
    """If there was no new hint, nothing is written."""
    device.turn(1)
    device.wait(IDLE_S)
    (tmp_path / FILE_NAME).unlink()
    device.turn(1)
    device.wait(IDLE_S)
    assert not (tmp_path / FILE_NAME).exists()


def test_hints_again(tmp_path: Path) -> None:
    """“Show hints again” closes all menus and repeats all hints."""
    with bench(tmp_path) as device:
        assert hint(device) == ""
        device.pause("settings")
        device.choose("hints_again")
        assert hint(device) == caption("list")
        assert "> The Magpie: new" in device.words


def test_clear_the_glass(tmp_path: Path) -> None:
    """“Clear the glass” redraws the view below the pause menu by one full refresh."""
    with bench(tmp_path) as device:
        device.hold(PUSH)
        device.turn(device.listed.index("clear"))
        device.frames.clear()
        device.next()
        assert device.frames == [Mode.FULL]
        assert "Which game?" in device.words


@cache
def side_captions() -> dict[tuple[str, Text], Text]:
    """Return the caption of each bot's side."""
    plays = {key: Play(load_engine(key), {}, dealer("7")) for key in KEYS}
    return {(key, keys.turning): hints.caption("idle", plays[key], keys) for key in KEYS for keys in (KNOB, FOUR_KEYS)}


@pytest.mark.parametrize("language", ["en", "de", "fr", PSEUDO])
@pytest.mark.parametrize("profile", core(ALL_PROFILES.values(), *PROFILES.values()), ids=ALL_PROFILES)
def test_captions_fit(profile: Profile, language: str) -> None:
    """Each caption fits the header of every panel in every language, in its usual type on panels with a build."""
    assert {*KNOB.captions} == {*FOUR_KEYS.captions} < ALL_KINDS
    small = language == PSEUDO or (profile not in PROFILES.values() and not profile.picture_height)
    face = profile.small if small else profile.bar
    texts = (DECK_KEPT, *KNOB.captions.values(), *FOUR_KEYS.captions.values(), *USB.captions.values())
    wide = [(text, width(face, catalogue(language).runs(text))) for text in texts]
    wide += [(text, width(face, catalogue(language, key).runs(text))) for (key, _), text in side_captions().items()]
    room = profile.width - profile.margin
    assert [] == [text for text, px in wide if px > room]
