"""What views may ask of the device that shows them: to show other views, and to do something to the play."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Protocol

from engines.kit.engine import Engine
from engines.kit.options import Options
from engines.kit.play import Change, Owner, Play
from engines.kit.text import Catalogue, Text
from firmware.data_folder import DataFolder
from firmware.errors import TavolinoError
from firmware.settings.settings import Settings
from firmware.views.view import View


def late_view(module: str, function: str) -> Callable[..., View]:
    """Return a function of a module of views that is imported when it is called, since no start needs it."""

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


class Host(Protocol):
    """The session on the device, as its views know it."""

    play: Play[Any] | None
    number: int
    """That of the play."""
    settings: Settings
    folder: DataFolder
    """Everything that outlives a play; its plays are open."""
    game: str | None
    """The game that was shown last."""
    signals: tuple[str, ...]
    """How the device can answer a key at once: "light", "sound"."""

    # --- the device ---

    def change(self, **values: Any) -> None:
        """Change settings, at once and for later starts. Where they cannot be written a message says so."""
        ...

    # --- what is shown ---

    @property
    def catalogue(self) -> Catalogue:
        """The words of what is shown."""
        ...

    @property
    def top(self) -> View:
        """The view that is shown."""
        ...

    def open(self, view: View) -> None:
        """Lay a view above the others."""
        ...

    def close(self, n: int = 1) -> None:
        """Take the uppermost views away; home stays."""
        ...

    def complain(self, error: TavolinoError) -> None:
        """Show what cannot be used, and what to do."""
        ...

    def home(self) -> None:
        """Show the pending step of the play used last; without one, the game menu."""
        ...

    def to_menu(self, left: str | None = None) -> None:
        """Show the game menu, for another game than the one `left`."""
        ...

    def to_options(self, engine: Engine[Any], left: Play[Any] | None = None) -> None:
        """Show the options of a new play, as they were the last time; or of the one `left` at its first step."""
        ...

    def power_off(self) -> None:
        """Leave the pending step on the glass, where it can be read without power."""
        ...

    def clear_glass(self) -> None:
        """Close the pause menu, and draw what lies below it by a full refresh."""
        ...

    def hint_again(self) -> None:
        """Close all menus, and say again what each key does."""
        ...

    # --- the play ---

    def settle(self, change: Change, says: Text | None = None) -> None:
        """Store what an operation did to the play, and show the step that it waits at now; a message may say so."""
        ...

    def hand_over(self, source: str, owner: Owner) -> None:
        """Let the player or the device give a deck or a die from now on; what is open above the play stays open."""
        ...

    def offer_complete_decks(self, play: Play[Any]) -> None:
        """Offer to keep a deck as soon as the last input completed it."""
        ...

    def archive(self) -> None:
        """Put the play away, with its result if it has one, and show the game menu."""
        ...

    # --- other plays ---

    def choose(self, game: str, bot: Engine[Any] | None = None) -> None:
        """Go on with the live play of a game, or settle the options of a new one; `bot`: that of a file."""
        ...

    def play_by(self, engine: Engine[Any]) -> None:
        """Go on with the play under the rules of another file of its bot."""
        ...

    def begin(self, engine: Engine[Any], options: Options, sources: dict[str, Owner]) -> None:
        """Begin a play; a live one of the same game is archived."""
        ...

    def go_on(self, play: Play[Any]) -> None:
        """Enter a play that was replayed under other rules, and keep it as it is now."""
        ...

    def take_in(self, play: Play[Any]) -> None:
        """Go on with a play that is new here; a live one of the same game is archived."""
        ...

    def undo(self, play: Play[Any]) -> None:
        """Enter a play one step before the one that cannot be shown."""
        ...

    def put_away(self) -> None:
        """Put away the play that cannot be shown, and show the game menu."""
        ...

    # --- decks ---

    def learn(self, engine: Engine[Any], learned: Options) -> None:
        """Keep what was learned, and make it the options of the next play; TavolinoError where it cannot be kept."""
        ...
