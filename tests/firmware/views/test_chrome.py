"""The footer describes Next in whole words, the longest that fit."""

import pytest
from msgspec.structs import replace

from display.frame import footer_of
from display.layout import lay_out
from display.profiles import Profile
from engines.kit.contract import GO_ON, Badge, Choice, Pick, Role, Screen, Who, YesNo
from engines.kit.text import ENGLISH, Text
from firmware.languages import catalogue, languages
from firmware.views.chrome import CHOOSE, Names, chrome
from firmware.views.key_sets import KNOB
from firmware.views.position import start_position
from firmware.views.view import View
from tests.firmware.device.bench import Bench
from tests.magpie_on_menu import SET_UP_PRESSES
from tests.profiles import ALL_PROFILES, PROFILES

LONG_ROW = "I have played my turn, or so it seems to me"
NAMES = Names(Text("Game"), Text("Bot"))


class _OneStep(View):
    def __init__(self, who: Who, text: str, name: str) -> None:
        ask = Pick((Choice(name, Text("{text}", text=text)), Choice("b", Text("B"))), name)
        self._screen = Screen("one", Role.INSTRUCTION, Text("Headline"), (), Badge(who), ask, {})
        super().__init__()

    def screen(self) -> Screen:
        return self._screen


@pytest.mark.parametrize("language", languages())
def test_nothing_is_highlighted(language: str) -> None:
    """If no answer is likely, the footer says how to choose one, or on a small panel only to choose."""
    view, words = _OneStep(Who.BOT, "Done", GO_ON), catalogue(language)
    view._screen = replace(view._screen, role=Role.QUESTION, ask=YesNo(None))
    view.place = start_position(YesNo(None))
    for profile in ALL_PROFILES.values():
        layout = lay_out(view.screen(), profile, words)
        footer = footer_of(layout, 0, chrome(view, layout, NAMES, message=None))[1]
        assert footer in (words.runs(KNOB.choose), words.runs(CHOOSE))
        assert footer == words.runs(KNOB.choose) or profile.width < 400


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize(
    ("who", "text", "name", "footer"),
    [
        (Who.YOU, "Done", GO_ON, "Done"),
        (Who.YOU, LONG_ROW, GO_ON, "My turn is done"),
        (Who.BOT, LONG_ROW, GO_ON, "Done"),
        (Who.YOU, LONG_ROW, "a", "Choose"),
    ],
)
def test_what_next_does(profile: Profile, who: Who, text: str, name: str, footer: str) -> None:
    """A row too long for the footer is named by its effect; the player's turn never uses the words of the bot's."""
    view = _OneStep(who, text, name)
    layout = lay_out(view.screen(), profile, ENGLISH)
    row = footer_of(layout, 0, chrome(view, layout, NAMES, message=None))[1]
    assert (footer,) == row


# --- on a device ---


@pytest.mark.usefixtures("magpie_menu")
def test_bars(at_menu: Bench) -> None:
    """The header has whose turn it is and the position in the play, the footer the effects of Back and Next."""
    assert (at_menu.header, at_menu.footer) == ("Which game?", "The Magpie")
    at_menu.next()
    assert (at_menu.header, at_menu.footer) == ("Tavolino", "Back | Begin")
    at_menu.next()
    assert (at_menu.header, at_menu.footer) == ("The Magpie | Set-up, 1/2", "Options | (Why?) | Done")
    at_menu.next(SET_UP_PRESSES)
    assert (at_menu.header, at_menu.footer) == (
        "Your turn | Round 1/2, turn 1",
        "Undo | (Why?) | My turn is done",
    )


def test_header_in_less_room(at_menu: Bench) -> None:
    """If the header has no room for all, it has the most important: the place, else the turn, else the step."""
    badges = [
        (Badge(Who.BOT, Text("Round 1/4"), 3, 1, 2), ["Round 1/4, turn 3, 1/2", "Round 1/4", ""]),
        (Badge(Who.YOU, None, 3, 1, 2), ["turn 3, 1/2", "turn 3", ""]),
        (Badge(Who.TABLE, None, None, 1), ["1/1", "1/1", ""]),
        (Badge(Who.YOU, Text("Year 1/6"), Text("Summer")), ["Year 1/6, Summer", "Year 1/6", ""]),
    ]
    at_menu.session.top.title = None
    for badge, expected in badges:
        layout = replace(at_menu.layout, screen=replace(at_menu.layout.screen, badge=badge))
        bars = chrome(at_menu.session.top, layout, Names(Text("Game"), Text("Bot")), message=None)
        assert [ENGLISH.words(text) for text in bars.right] == expected
        assert ENGLISH.words(bars.left) == {Who.BOT: "Bot", Who.YOU: "Your turn", Who.TABLE: "Game"}[badge.who]
