"""The recap of earlier steps: its rows, and Why of each step as it was explained when it was pending."""

from pathlib import Path
from typing import Any

import pytest

from display.frame import Cursor
from display.layout import lay_out
from engines.kit import why
from engines.kit.contract import Counters, Marks, Pick, Role, Screen
from engines.kit.text import ENGLISH
from engines.registry import KEYS, MAGPIE
from firmware.views.pause import why_below
from firmware.views.position import Position
from firmware.views.recap import Recap
from firmware.views.view import View
from firmware.views.why import why_step
from tests.contract.walk import Walk, levels
from tests.core import core
from tests.firmware.device.bench import BACK, PUSH, Bench, bench
from tests.magpie_on_menu import COIN_QUESTION, SET_UP_PRESSES, begin_magpie
from tests.profiles import PROFILES

pytestmark = pytest.mark.usefixtures("magpie_menu")

KINDS = {"Pick", "YesNo", "Marks", "Counters", "Roll", "Draw", "Done", "correct"}
"""The kinds of the Magpie's recap rows, except its total, which ends the play."""

MAX_ROWS, MAX_INPUTS = 2, 12
"""The rows of each recap and the inputs of a play that are checked."""


# --- by keys ---


def test_recap(device: Bench) -> None:
    """Holding Back lists the steps of this turn; Next opens one with its words, and from there goes back to it."""
    device.next()
    screen, n = device.play.screen, device.play.n
    device.next(2)
    device.hold(BACK)
    assert device.headline == "Steps so far"
    assert f"> {COIN_QUESTION} No" in device.text
    device.turn(1)
    device.next()
    words = [ENGLISH.words(text) for text in (screen.headline, *screen.lines)]
    assert ["Earlier step", *words] == [line for line in device.words.splitlines() if line][: 1 + len(words)]
    assert device.footer == "Back | (Why?) | Go back to here"
    device.back()
    assert device.headline == "Steps so far"
    assert device.play.n > n
    device.next(2)
    assert device.play.n == n == SET_UP_PRESSES + 1
    assert device.footer.endswith("| My turn is done again")


@pytest.mark.parametrize("opened", [False, True])
def test_recap_explains(device: Bench, *, opened: bool) -> None:
    """Push on an earlier step opens its Why, from the list or from its words, and closes it again."""
    device.next(3)
    device.hold(BACK)
    device.turn(1)
    device.next(opened)
    recap = device.words
    device.push()
    expected = device.play.why(SET_UP_PRESSES + 1)
    assert expected != device.play.why()
    assert device.words.startswith("Why?\n")
    device.next()
    found = why.explain(device.play.engine.book, expected)
    statement = device.play.engine.book.find(found.rows[found.highlighted].reason.rule).statement
    assert statement in device.text
    device.push()
    assert device.words == recap
    device.back(1 + opened)
    assert "Magpie: Toll" in device.words


def test_recap_of_several_numbers(at_menu: Bench) -> None:
    """Several numbers of one screen are one row, and one line each in their step; after undo they are one again."""
    begin_magpie(at_menu, tie="leftmost")
    while not isinstance(at_menu.play.screen.ask, Counters):
        if isinstance(at_menu.play.screen.ask, Marks):
            at_menu.push()
        at_menu.next()
    at_menu.push()
    at_menu.turn(2)
    at_menu.next()
    at_menu.hold(BACK)
    assert "> What do you have? 11, " in at_menu.words
    at_menu.next()
    assert "Trinkets 11" in at_menu.words
    at_menu.back(3)
    assert "> Trinkets 11" in at_menu.words
    assert at_menu.footer.endswith(" again")
    at_menu.next()
    assert at_menu.play.engine.result(at_menu.play.state)


def test_recap_of_nothing(at_menu: Bench) -> None:
    """Without an earlier step, the recap says so, also in a menu."""
    at_menu.hold(BACK)
    assert (at_menu.signals.given[-1], at_menu.header) == ("not_allowed", "No earlier steps here")
    at_menu.next(2)
    at_menu.hold(BACK)
    assert (at_menu.signals.given[-1], at_menu.header) == ("not_allowed", "No earlier steps here")
    at_menu.pause("recap")
    assert (at_menu.play.n, at_menu.header) == (0, "No earlier steps here")


def test_recap_is_of_the_step(device: Bench) -> None:
    """Holding Back recaps the step of a play; in a menu it does nothing."""
    device.hold(PUSH)
    device.signals.given.clear()
    device.hold(BACK)
    assert (device.headline, device.signals.given) == ("Pause", ["not_allowed"])


# --- the explanation of a row ---


class Glass:
    """A stack of views."""

    def __init__(self, *views: View) -> None:
        self.views = list(views)

    @property
    def top(self) -> View:
        """Return the top view."""
        return self.views[-1]

    def close(self, n: int = 1) -> None:
        """Remove views from the top."""
        del self.views[-n:]


def explained(glass: Any, play: Any) -> Screen:
    """Return the screen of “Why this?” from the pause menu above a recap."""
    return why_below(glass, play).screen()


def check_rows(play: Any, shown: list[Screen]) -> set[str]:
    """Check the newest rows of a play's recap against the screens of its steps; return their kinds."""
    if play.n == 0:
        return set()
    glass: Any = Glass()
    recap = Recap(glass, play)
    kinds = set()
    for place, n in enumerate(recap._inputs[:MAX_ROWS]):
        recap.place = Position(0, Cursor(highlight=place))
        assert shown[n - 1] == explained(Glass(recap, recap), play)
        entry = play.steps[n].entry
        kinds.add("correct" if entry.kind == "correct" else type(play.screen_before(n).ask).__name__)
    return kinds


@pytest.mark.parametrize("key", core(KEYS, MAGPIE))
def test_each_row_is_explained_as_it_was(key: str) -> None:
    """Why of each row is Why of its step: orders, questions of every kind, own cards and dice, corrections."""
    kinds = set[str]()
    for seed in range(3 if key == MAGPIE else 1):
        shown: list[Screen] = []
        for play in Walk(key, levels(key)[-1], seed):
            shown.append(why_step(Glass(), play, play.n).screen())  # type: ignore[arg-type]
            kinds |= check_rows(play, shown)
            if key == MAGPIE and play.n == MAX_INPUTS:
                play.correct({"coins": 3})
                shown.append(why_step(Glass(), play, play.n).screen())  # type: ignore[arg-type]
            if key != MAGPIE and play.n > MAX_INPUTS:
                break
    assert kinds >= (KINDS if key == MAGPIE else {"Pick"})


def test_an_earlier_order_of_wyrmspan(tmp_path: Path) -> None:
    """Holding Push on the Automa's last turn opens Why of that step, not of the current one."""
    with bench(tmp_path) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        while device.play.screen.role is not Role.INSTRUCTION or device.play.n < 4:
            device.next()
        play = device.play
        expected = ENGLISH.words(why_step(device.session, play, play.n - 1).screen().ask.options[0].text)  # type: ignore[union-attr]
        now = ENGLISH.words(why_step(device.session, play, play.n).screen().ask.options[0].text)  # type: ignore[union-attr]
        assert expected != now
        device.hold(BACK)
        device.hold(PUSH)
        device.next()
        words = device.text
        assert expected in words
        assert now not in words


@pytest.mark.parametrize("key", core(KEYS, "lisboa"))
def test_the_first_page_has_rows(key: str) -> None:
    """On every panel the recap opens on its rows, one per step, with the newest first and highlighted."""
    for play in Walk(key, levels(key)[0], 3):
        if play.n == 0:
            continue
        if play.n > MAX_INPUTS:
            break
        view = Recap(Glass(), play)  # type: ignore[arg-type]  # nothing opens
        asked = view.screen().ask
        assert isinstance(asked, Pick)
        assert [int(row.id) for row in asked.options] == sorted((int(row.id) for row in asked.options), reverse=True)
        for profile in PROFILES.values():
            assert 0 in lay_out(view.screen(), profile, ENGLISH).pages[0].options
