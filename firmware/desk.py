"""What lies on the device: the views, one above the other; the play; what is kept of it.

pause menu ─▶ correct ─▶ number         opened above
─────────────────────────────
the play, or the game menu              home
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from engines.contract import Options, Refused
from engines.engine import Engine
from engines.play import Change, Owner, Play
from engines.registry import load_engine
from firmware import menus, taught
from firmware.dealer import dealer, new_seed
from firmware.errors import TavolinoError
from firmware.play_view import PlayView
from firmware.settings import Settings, remember, remembered, save
from firmware.store import Store
from firmware.versions import OtherRules, resume
from firmware.views import View

log = logging.getLogger("tavolino.desk")


class Desk:
    """The device without its parts: views take answers, and every one of them is stored before it is shown.

    `seeds` gives the seed of each new play. `off` is set when the player wants the power off; `fresh` when the next
    frame begins something new and deserves a full refresh.
    """

    def __init__(self, store: Store, folder: Path, settings: Settings, seeds: Callable[[], str] = new_seed) -> None:
        self.store = store
        self.folder = folder
        self.settings = settings
        self.play: Play[Any] | None = None
        self.number = 0
        self.off = False
        self.fresh = True
        self._seeds = seeds
        self.views: list[View] = []
        self.home()
        if store.notices:
            self.open(menus.notices(self, store.notices))

    # --- views ---

    @property
    def top(self) -> View:
        """The view that is shown."""
        return self.views[-1]

    @property
    def under(self) -> View:
        """The view below the one that is shown, or the only one."""
        return self.views[-2] if len(self.views) > 1 else self.views[-1]

    def open(self, view: View) -> None:
        """Lay a view above the others."""
        self.views.append(view)

    def close(self, n: int = 1) -> None:
        """Take the uppermost views away; home stays."""
        del self.views[max(len(self.views) - n, 1) :]

    def to_step(self) -> None:
        """Show the step that the play waits at, as it is now."""
        del self.views[1:]
        if isinstance(self.top, PlayView):
            self.top.renew()

    def home(self) -> None:
        """Show the pending step of the play used last; without one, the game menu."""
        number = self.store.current()
        try:
            if number is not None:
                self._resume(number)
                return
        except (TavolinoError, KeyError) as error:
            log.exception("play %d cannot be resumed", number)
            self.to_menu()
            self.open(menus.notices(self, [f"Play {number} cannot be resumed: {error}"]))
            return
        self.to_menu()

    def to_menu(self) -> None:
        """Show the game menu."""
        self.play = None
        self.views = [menus.games(self)]

    def to_options(self, game: str) -> None:
        """Show the options of a new play, as they were the last time."""
        self.play = None
        engine = load_engine(game)
        self.views = [menus.games(self), menus.options(self, engine, *self._last(engine))]

    # --- plays ---

    def choose(self, game: str) -> None:
        """Go on with the live play of a game, or settle the options of a new one."""
        number = self.store.live(game)
        if number is None:
            self.to_options(game)
            return
        self.store.choose(number)
        self._resume(number)

    def begin(self, engine: Engine[Any], options: Options, sources: dict[str, Owner]) -> None:
        """Begin a play; a live one of the same game is archived."""
        seed = self._seeds()
        play = Play(engine, options, dealer(seed), seed=seed, sources=sources)
        self.number = self.store.create(play)
        self._keep_settings(engine, options, sources)
        self._enter(play)

    def keep(self, change: Change) -> None:
        """Store what an operation did to the play, before anything is shown."""
        assert self.play is not None  # only a play changes
        self.store.record(self.number, self.play, change)

    def archive(self) -> None:
        """Put the play away, with its result if it has one, and show the game menu."""
        assert self.play is not None  # there is one to put away
        play = self.play
        self.store.archive(self.number, result=play.engine.result(play.state))
        learned = play.engine.learned(play.state)
        self.to_menu()
        self.fresh = True
        if learned is not None:
            self.open(menus.keep_learned(self, play.engine, learned))

    def go_on(self, play: Play[Any]) -> None:
        """Enter a play that was replayed under other rules, and keep it as it is now."""
        self.store.rewrite(self.number, play)
        self._enter(play)

    def learn(self, engine: Engine[Any], learned: Options) -> None:
        """Keep what was learned as options of the next plays."""
        remember(self.folder, engine.key, {**remembered(self.folder, engine.key), **learned})

    def decks(self, engine: Engine[Any], kind: str) -> dict[str, Any]:
        """Return the taught decks of a kind that can be used, by name."""
        found = {}
        for name in taught.names(self.folder, engine.key, kind):
            with suppress(TavolinoError):
                found[name] = to_builtins(taught.load(self.folder, engine.key, kind, name))
        return found

    # --- inside ---

    def _enter(self, play: Play[Any]) -> None:
        self.play = play
        self.fresh = True
        self.views = [PlayView(self, play)]

    def _resume(self, number: int) -> None:
        stored = self.store.load(number)
        self.number = number
        found = resume(load_engine(stored.game), stored, dealer(stored.seed))
        if isinstance(found, OtherRules):
            self.play = found.at_step
            self.views = [menus.other_rules(self, found)]
            return
        self._enter(found)

    def _last(self, engine: Engine[Any]) -> tuple[Options, dict[str, Owner]]:
        """Return the options and sources of the last play that still fit, with what was learned since."""
        given = {**self.settings.options.get(engine.key, {}), **remembered(self.folder, engine.key)}
        sources: dict[str, Owner] = {one.name: "device" if one.known else "own" for one in engine.sources}
        last = self.settings.sources.get(engine.key, {})
        sources |= {name: owner for name, owner in last.items() if name in sources}
        return _fitting(engine, given), sources

    def _keep_settings(self, engine: Engine[Any], options: Options, sources: dict[str, Owner]) -> None:
        """Remember the options for the next play; one that cannot be kept is no reason not to play this one."""
        last = self.settings
        self.settings = replace(
            last,
            options=last.options | {engine.key: dict(options)},
            sources=last.sources | {engine.key: dict(sources)},
        )
        with suppress(TavolinoError):
            save(self.folder, self.settings)


def _fitting(engine: Engine[Any], given: Options) -> Options:
    """Return the given options that this version still has; a value that no longer fits gives way to the default."""
    options: Options = {}
    for name, value in given.items():
        try:
            options = engine.complete({**options, name: value})
        except Refused:
            continue
    return engine.complete(options)
