"""The game menu, and menus as data."""

import pytest

from engines.kit.text import Text
from engines.registry import GAMES, MAGPIE
from firmware.views.view import Item, Menu, MenuPage
from tests.firmware.device.bench import Bench
from tests.magpie_on_menu import TURN_HEADLINE

pytestmark = pytest.mark.usefixtures("magpie_menu")


def test_game_menu(at_menu: Bench) -> None:
    """The game menu lists the games and power off; Back is not allowed."""
    assert "Which game?" in at_menu.words
    assert "> The Magpie" in at_menu.words
    assert at_menu.listed == [MAGPIE, *GAMES, "bots", "settings", "off"]
    at_menu.signals.given.clear()
    at_menu.back()
    assert at_menu.signals.given == ["not_allowed"]


def test_waiting_play_is_named(device: Bench) -> None:
    """The menu names the game with a waiting play."""
    device.pause("other")
    assert "> The Magpie: Round 1/2, your turn" in device.words
    device.next()
    assert TURN_HEADLINE in device.words


def test_power_off_without_a_play(at_menu: Bench) -> None:
    """Without a play the mark of the device fills the glass."""
    at_menu.choose("off")
    assert (at_menu.device.over, at_menu.words) == (True, "Switched off")
    glass = at_menu.rig.sim.picture()
    ink = [x for x in range(glass.width) for y in range(glass.height) if not glass.getpixel((x, y))]
    assert max(ink) - min(ink) > glass.height * 2 // 3


def test_blocked_lines(at_menu: Bench) -> None:
    """A blocked line of a menu cannot be chosen, and is not highlighted first."""
    done: list[str] = []
    items = [
        Item("a", Text("a"), lambda: done.append("a"), Text("not now")),
        Item("b", Text("b"), lambda: done.append("b")),
    ]
    menu = Menu(lambda: MenuPage("m", Text("Menu"), items), at_menu.session.close)
    at_menu.session.open(menu)
    at_menu.redraw()
    assert "> b" in at_menu.words
    at_menu.turn(-1)
    at_menu.next()
    assert (done, at_menu.signals.given[-1]) == ([], "not_allowed")
    at_menu.turn(1)
    at_menu.next()
    assert done == ["b"]
