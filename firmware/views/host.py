"""The interface of the device to its views: show other views, and change the play.

pause menu ─▶ correct ─▶ number         opened above
─────────────────────────────
the play, or the game menu              home
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from display.profiles import Profile, profile_for
from engines.kit.contract import Refused
from engines.kit.engine import Engine
from engines.kit.options import Options
from engines.kit.play import Change, Owner, Play
from engines.kit.text import Catalogue
from firmware.data_folder import DataFolder
from firmware.errors import TavolinoError
from firmware.languages import catalogue
from firmware.settings.settings import Settings
from firmware.text import Text
from firmware.views.key_sets import KeySet, key_set_of
from firmware.views.view import Item, Menu, MenuPage, Pages, Prompt, View, other_answer
from hw.build import Build

log = logging.getLogger("tavolino.session")

REDRAWING_SETTINGS = {"language", "hand", "text"}
"""Settings that change all that is on the glass."""


def lazy_view(module: str, function: str) -> Callable[..., View]:
    """Return a maker of views whose module is imported only when it is called, since no start needs it."""

    def make(*args: Any) -> View:
        view: View = getattr(import_module(f"firmware.views.{module}"), function)(*args)
        return view

    return make


@contextmanager
def report_errors(host: "Host") -> Iterator[None]:
    """Show a TavolinoError to the player in place of raising it."""
    try:
        yield
    except TavolinoError as error:
        host.complain(error)


def ask_or_flip(host: "Host", prompt: Prompt) -> None:
    """Ask for a value; if it has two states, switch to the other one at once."""
    host.open(prompt)
    other = other_answer(prompt.screen().ask)
    if other is not None:
        try:
            prompt.take(other)
        except Refused:
            host.close()
            raise


def row_or_list(host: "Host", name: str, text: Text, build_page: Callable[[], MenuPage]) -> list[Item]:
    """Return the row that opens a list; for a list of one row, that row itself; for an empty one, none."""
    rows = build_page().items
    return [Item(name, text, lambda: host.open(Menu(build_page, host.close)))] if len(rows) > 1 else [*rows]


class Host:
    """The stack of views, and the operations that they need; the session implements the rest.

    `game` is the game whose words are shown; `number` is the play's. `signals` are the ways in which this device
    acknowledges a key: "light", "sound". `usb_devices` are the names of USB keyboards and pads; None: it reads none.
    `wants_full_refresh` is set when the next frame begins something new; `pending_message` replaces the header when
    nothing else shows that something was done.
    """

    def __init__(self, folder: DataFolder, settings: Settings, build: Build) -> None:
        self.folder = folder
        self.settings = settings
        self._build = build
        self.signals: tuple[str, ...] = ()
        self.usb_devices: tuple[str, ...] | None = None
        self.play: Play[Any] | None = None
        self.game: str | None = None
        self.number = 0
        self.wants_full_refresh = True
        self.pending_message: Text | None = None
        self.views: list[View] = []

    @property
    def profile(self) -> Profile:
        """Return the profile of the screens."""
        return profile_for(*self._build.panel.glass, big=self.settings.text == "big")

    @property
    def key_set(self) -> KeySet:
        """The keys as the glass names and draws them."""
        return key_set_of(self._build.keys, self.settings.hand)

    @property
    def has_only_usb_keys(self) -> bool:
        """True if only USB devices have keys."""
        return self._build.keys.set == "usb"

    @property
    def has_big_text(self) -> bool:
        """True if the panel has room for big text."""
        return profile_for(*self._build.panel.glass, big=True).big

    @property
    def catalogue(self) -> Catalogue:
        """The words of what is shown."""
        return catalogue(*self.catalogue_key)

    @property
    def catalogue_key(self) -> tuple[str, str | None]:
        """The key of the language, and the game whose words are shown."""
        return self.settings.language, self.top.game or self.game

    @property
    def top(self) -> View:
        """The view that is shown."""
        return self.views[-1]

    def open(self, view: View) -> None:
        """Lay a view above the others; if it is a list of one row, do what that row does instead."""
        if isinstance(view, Menu) and (row := view.only_row):
            row.do()
        else:
            self.views.append(view)

    def close(self, n: int = 1) -> None:
        """Remove the uppermost views; home stays."""
        del self.views[max(len(self.views) - n, 1) :]

    def complain(self, error: TavolinoError) -> None:
        """Show what cannot be used, and what to do."""
        log.warning("%s", error)
        pages = Pages(Text("That cannot be used"), [error.text], self.close)
        pages.game = error.game or self.top.game
        self.open(pages)

    def close_menus(self) -> None:
        """Close the pause menu and all above it."""
        raise NotImplementedError

    def clear_glass(self) -> None:
        """Close the menus, and draw what is below by a full refresh."""
        self.close_menus()
        self.wants_full_refresh = True

    def change_settings(self, **values: Any) -> None:
        """Change settings, at once and for later starts; if they cannot be written, a message says so."""
        self.settings = replace(self.settings, **values)
        self.wants_full_refresh = self.wants_full_refresh or not REDRAWING_SETTINGS.isdisjoint(values)
        try:
            self.folder.settings.choose(**values)
        except TavolinoError as error:
            log.warning("%s", error)
            self.pending_message = Text("Lasts until power-off")

    # --- what the session does ---

    def go_home(self) -> None:
        """Show the pending step of the play used last; without one, the game menu."""
        raise NotImplementedError

    def show_game_menu(self, left_game: str | None = None) -> None:
        """Show the game menu, with a waiting game other than `left_game` highlighted."""
        raise NotImplementedError

    def show_options(self, engine: Engine[Any], left_play: Play[Any] | None = None) -> None:
        """Show the options of a new play, as they were the last time; or those of a play left at its first step."""
        raise NotImplementedError

    def power_off(self) -> None:
        """Leave the pending step on the glass, which can be read without power."""
        raise NotImplementedError

    def show_hints_again(self) -> None:
        """Close all menus, and say again what each key does."""
        raise NotImplementedError

    def commit(self, change: Change, message: Text | None = None) -> None:
        """Store what an operation did to the play, and show the step that it waits at now; a message may confirm it."""
        raise NotImplementedError

    def hand_over(self, source: str, owner: Owner) -> None:
        """Let the player or the device give a deck or a die from now on; views above the play stay open."""
        raise NotImplementedError

    def result_before(self) -> int | None:
        """Return the number of the play that ended directly before the play on the table began."""
        raise NotImplementedError

    def play_again(self, play: Play[Any]) -> None:
        """Put a play away with its result, and begin another one with the same set-up."""
        raise NotImplementedError

    def leave_first_step(self, play: Play[Any], result_number: int | None) -> None:
        """Go back from the first step of a play: to the result of play `result_number`, or to its options if None."""
        raise NotImplementedError

    def offer_learned(self, game: str, then: Callable[[], None]) -> None:
        """Offer to keep the cards that a waiting play taught, since it is put away; then call `then`."""
        raise NotImplementedError

    def archive(self) -> None:
        """Put the play away, with its result if it has one, and show the game menu."""
        raise NotImplementedError

    def open_game(self, game: str, bot: Engine[Any] | None = None) -> None:
        """Continue the live play of a game, or show the options of a new one; `bot` is the bot of a file."""
        raise NotImplementedError

    def switch_bot_file(self, engine: Engine[Any]) -> None:
        """Continue the play under the rules of another file of its bot."""
        raise NotImplementedError

    def begin(self, engine: Engine[Any], options: Options, sources: dict[str, Owner]) -> None:
        """Begin a play; a live one of the same game is archived."""
        raise NotImplementedError

    def enter_replayed_play(self, play: Play[Any]) -> None:
        """Continue a play that was replayed under other rules, and store it as it is now."""
        raise NotImplementedError

    def enter_new_play(self, play: Play[Any]) -> None:
        """Continue a play that is new here; a live one of the same game is archived."""
        raise NotImplementedError

    def undo_broken_step(self, play: Play[Any]) -> None:
        """Enter a play one step before the one that cannot be shown."""
        raise NotImplementedError

    def abandon_broken_play(self) -> None:
        """Put away the play that cannot be shown, and show the game menu."""
        raise NotImplementedError

    def keep_learned(self, engine: Engine[Any], learned: Options) -> None:
        """Keep what was learned, and make it the options of the next play; TavolinoError if it cannot be kept."""
        raise NotImplementedError
