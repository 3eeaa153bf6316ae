"""The session on the device: the play, and what is kept of it. Each input is stored before it is shown."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from msgspec.structs import replace

from engines.kit.contract import Refused, Result
from engines.kit.engine import Engine
from engines.kit.options import Options
from engines.kit.play import Change, Owner, Play
from engines.kit.versions import OtherRules, drop_unsupported_options, replay, resume, supported_sources
from engines.registry import KEYS, load_engine
from firmware.bots.engines import engine_of
from firmware.data_folder import DataFolder
from firmware.dealer import dealer, new_seed
from firmware.errors import TavolinoError
from firmware.settings.settings import Settings
from firmware.text import Text
from firmware.views import notices
from firmware.views.hints import Hints
from firmware.views.host import Host, lazy_view, report_errors
from firmware.views.play_view import PlayView, asks_nothing
from firmware.views.view import Pages, View
from hw.build import Build

log = logging.getLogger("tavolino.session")

first_start = lazy_view("first_start", "first_start")
pause_menu = lazy_view("pause", "pause")
games = lazy_view("new_play", "games")
options_menu = lazy_view("new_play", "options")

DECK_KEPT = Text("Kept (Decks… deletes it)")
"""Fits the header of any panel in any language."""


class Session(Host):
    """The device without its parts: views take answers, and each answer is stored before its result is shown.

    `seeds` gives the seed of each new play. `trouble` is the reason for safe mode, which resumes no play until the
    player chooses it. `acknowledge` is called once an input is legal. `power_off_requested` ends the device.
    """

    def __init__(
        self,
        folder: DataFolder,
        settings: Settings,
        build: Build,
        seeds: Callable[[], str] = new_seed,
        trouble: str | None = None,
    ) -> None:
        super().__init__(folder, settings, build)
        self.power_off_requested = False
        self.acknowledge: Callable[[], None] = lambda: None
        self.hints = Hints(folder.path)
        self._upgrade: Text | None = None
        self._seeds = seeds
        self._pause: View | None = None
        if trouble is None:
            self._begin()
        else:
            self.number = folder.plays.current() or 0
            self.views = [notices.safe_mode(self, trouble)]
        self._noticed: tuple[Text, ...] = ()
        self.notice: View | None = None
        self.show_notices()

    # --- views ---

    def pause(self) -> None:
        """Open the pause menu, or come back to it if it is open."""
        if self._pause in self.views:
            del self.views[self.views.index(self._pause) + 1 :]
            return
        self._pause = pause_menu(self)
        self.open(self._pause)

    def close_menus(self) -> None:
        """Close the pause menu and all above it."""
        if self._pause in self.views:
            del self.views[self.views.index(self._pause) :]

    def show_notices(self) -> None:
        """Show what was found wrong with the plays since the last time."""
        known, self._noticed = self._noticed, self.folder.plays.notices
        if new := [notice for notice in self._noticed if notice not in known]:
            self.notice = Pages(notices.BEFORE_YOU_GO_ON, new, self.close)
            self.open(self.notice)

    def commit(self, change: Change, message: Text | None = None) -> None:
        """Store what an operation did to the play, and show the step that it waits at now; a message may confirm it."""
        self._store(change)
        self._show_step(undone=change.dropped > 0)
        self.pending_message = message
        if self.play is not None and change.has_input:
            self._keep_complete_decks(self.play)
        if asks_nothing(self.top.screen()):
            self._show_upgrade()

    def _show_upgrade(self) -> None:
        """Show what became of an upgrade, once."""
        before, self._upgrade = self._upgrade, notices.upgrade_notice()
        if self._upgrade not in (None, before):
            self.open(Pages(notices.BEFORE_YOU_GO_ON, [self._upgrade], self.close))

    def _show_step(self, *, undone: bool = False) -> None:
        """Show the step that the play waits at, as it is now; at the old answer if one was `undone`."""
        del self.views[1:]
        if isinstance(self.top, PlayView):
            self.top.renew(undone=undone)

    def go_home(self) -> None:
        """Show the pending step of the play used last; without one, the game menu."""
        self.play, number = None, self.folder.plays.current()
        if number is None:
            self.show_game_menu()
            return
        try:
            self._resume(number)
        except TavolinoError as error:
            self.show_game_menu()
            self.complain(error)

    def show_way_out(self) -> None:
        """Show the way out in place of a step that cannot be shown, without asking anything of the play."""
        play, self.play = self.play, None
        self.views = [notices.way_out(self, play)]

    def show_game_menu(self, left_game: str | None = None) -> None:
        """Show the game menu, with a waiting game other than `left_game` highlighted."""
        self.play = None
        self.views = [games(self, left_game)]
        self._show_upgrade()

    def show_options(self, engine: Engine[Any], left_play: Play[Any] | None = None) -> None:
        """Show the options of a new play, as they were the last time; or those of a play left at its first step."""
        self.play, self.game, fault = None, engine.key, None
        if left_play is not None:
            options, sources = left_play.options, left_play.sources
        else:
            options, fault = self._last_options(engine.key)
            sources = self._owners(engine)
        self.views = [
            games(self),
            options_menu(self, engine, drop_unsupported_options(engine, options), sources, left_play),
        ]
        if fault is not None:
            self.complain(fault)

    def power_off(self) -> None:
        """Leave the pending step on the glass, which can be read without power."""
        self.close(len(self.views))
        self.hints.keep()
        self.power_off_requested = True
        self.wants_full_refresh = True

    def show_hints_again(self) -> None:
        """Say again what each key does, from the step on that is shown below."""
        self.close(len(self.views))
        self.hints.reset()

    # --- plays ---

    def open_game(self, game: str, bot: Engine[Any] | None = None) -> None:
        """Continue the live play of a game, or show the options of a new one; `bot` is the bot of a file."""
        number = self.folder.plays.live_number(game)
        if number is None:
            self.show_options(bot or load_engine(game))
            return
        self.folder.plays.choose(number)
        try:
            self._resume(number)
        except TavolinoError as error:  # its place is free: beginning a new one puts it away
            if bot is None and game not in KEYS:
                self.show_game_menu()
            else:
                self.show_options(bot or load_engine(game))
            self.complain(error)

    def begin(self, engine: Engine[Any], options: Options, sources: dict[str, Owner]) -> None:
        """Begin a play; a live one of the same game is archived, and what it taught is offered first."""
        waiting = self._waiting_play(engine.key)
        self._offer_cards(waiting, lambda: self._begin_play(engine, self._with_learned(options, waiting), sources))

    def _begin_play(
        self, engine: Engine[Any], options: Options, sources: dict[str, Owner], result: Result | None = None
    ) -> None:
        seed = self._seeds()
        play = Play(engine, options, dealer(seed), seed=seed, sources=sources)
        self._keep_settings(engine, options, sources)
        self.enter_new_play(play, result)

    def result_before(self) -> int | None:
        """Return the number of the play that ended directly before the play on the table began."""
        end_seq = self.folder.plays.head_seq(self.number) + 1
        return next((one.number for one in self.folder.records() if one.over and one.used == end_seq), None)

    def play_again(self, play: Play[Any]) -> None:
        """Put a play away with its result, and begin another one with the same set-up."""
        result = play.engine.result(play.state)
        self._offer_cards(
            play, lambda: self._begin_play(play.engine, self._with_learned(play.options, play), play.sources, result)
        )

    def leave_first_step(self, play: Play[Any], result_number: int | None) -> None:
        """Go back from the first step of a play: to the result of play `result_number`, or to its options if None.

        A play without inputs leaves no trace.
        """
        number = self.number
        if result_number is None:
            self.show_options(play.engine, play)
            return
        self.folder.plays.restore(result_number)
        if not play.redo_stack:
            self.folder.plays.delete(number)
        self._resume(result_number)

    def offer_learned(self, game: str, then: Callable[[], None]) -> None:
        """Offer to keep the cards that a waiting play taught, since it is put away; then call `then`."""
        self._offer_cards(self._waiting_play(game), then)

    def enter_new_play(self, play: Play[Any], result: Result | None = None) -> None:
        """Continue a play that is new here; a live one of the same game is archived, with its `result` if given."""
        self.number = self.folder.plays.create(play, result=result)
        self._enter(play)

    def go_to(self, n: int) -> None:
        """Undo or redo up to input `n`, and store each. If one is `Refused`, the play stays at that input."""
        play = self.play
        if play is None:
            raise Refused(Text("There is no play on the device."))
        try:
            if n < play.n:
                self._store(play.undo(play.n - n))
            while play.n < n:
                self._store(play.redo())
        finally:
            self._show_step()

    def _store(self, change: Change) -> None:
        """Store what an operation did to the play, before anything is shown; the light may say so already."""
        assert self.play is not None  # only a play changes
        self.acknowledge()
        self.folder.plays.record(self.number, self.play, change)

    def undo_broken_step(self, play: Play[Any]) -> None:
        """Enter a play one step before the one that cannot be shown."""
        change = play.undo()
        self.play = play
        self._store(change)
        self._enter(play)

    def abandon_broken_play(self) -> None:
        """Put away the play that cannot be shown, and show the game menu."""
        self._archive(None)

    def archive(self) -> None:
        """Put the play away, with its result if it has one, and show the game menu."""
        assert self.play is not None  # there is one to put away
        play = self.play
        self._offer_cards(play, lambda: self._archive(play.engine.result(play.state)))

    def _archive(self, result: Result | None) -> None:
        self.folder.plays.archive(self.number, result=result)
        self.show_game_menu()
        self.wants_full_refresh = True

    def hand_over(self, source: str, owner: Owner) -> None:
        """Let the player or the device give a deck or a die from now on; views above the play stay open."""
        assert self.play is not None  # the menu is about it
        change = self.play.use(source, owner)
        self._store(change)
        if change.entries and isinstance(home := self.views[0], PlayView):
            home.renew()

    def _keep_complete_decks(self, play: Play[Any]) -> None:
        """Keep a deck as soon as the last input completed it, and say so; a power cut must not cost its teaching."""
        complete = play.engine.complete_decks(play.state)
        if complete and complete != play.engine.complete_decks(play.state_at(play.n - 1)):
            with report_errors(self):
                self.keep_learned(play.engine, complete)
                self.pending_message = DECK_KEPT

    def enter_replayed_play(self, play: Play[Any]) -> None:
        """Continue a play that was replayed under other rules, and store it as it is now."""
        self.folder.plays.take_up(self.number, play)
        self._enter(play)

    def switch_bot_file(self, engine: Engine[Any]) -> None:
        """Continue the play under the rules of another file of its bot."""
        stored = self.folder.plays.load(self.number)
        self._enter_or_ask(replay(engine, stored, dealer(stored.seed)))

    def try_bot(self, engine: Engine[Any]) -> None:
        """Use the bot of a file: replay the play as far as its inputs fit; without a play, show new options."""
        if self.play is None or self.play.engine.key != engine.key:
            self.open_game(engine.key, engine)
        if self.play is None or self.play.engine.version == engine.version:
            return
        stored = self.folder.plays.load(self.number)
        found = replay(engine, stored, dealer(stored.seed))
        self.enter_replayed_play(found if isinstance(found, Play) else found.at_step)

    def keep_learned(self, engine: Engine[Any], learned: Options) -> None:
        """Keep what was learned, and make it the options of the next play; TavolinoError if it cannot be kept."""
        files = self.folder.settings
        files.remember(engine.key, {**files.recall(engine.key), **learned})
        options = self.settings.options.get(engine.key, {})
        self._keep_settings(engine, {**options, **learned}, self._owners(engine))

    # --- inside ---

    def _unkept_options(self, engine: Engine[Any], learned: Options) -> Options:
        """Return the learned options that are not kept yet."""
        kept, _ = self.folder.settings.recall_or_fault(engine.key)
        return {name: value for name, value in learned.items() if kept.get(name) != value}

    def _offer_cards(self, play: Play[Any] | None, then: Callable[[], None]) -> None:
        """Offer to keep the cards that a play taught, if any are new; then call `then`."""
        learned = play.engine.learned_options(play.state) if play else None
        if play and learned and (new := self._unkept_options(play.engine, learned)):
            self.open(notices.ask_to_keep_learned(self, play.engine, new, then))
        else:
            then()

    def _with_learned(self, options: Options, play: Play[Any] | None) -> Options:
        """Return options with the cards that a play taught and the player kept; his later choices stay."""
        learned = play.engine.learned_options(play.state) if play else None
        if not play or not learned:
            return options
        new = self._unkept_options(play.engine, learned)
        same = [name for name in learned if name not in new and options.get(name) == play.options.get(name)]
        return {**options, **{name: learned[name] for name in same}}

    def _waiting_play(self, game: str) -> Play[Any] | None:
        """Return the play of a game that waits; None if there is none, or it cannot be resumed."""
        number = self.folder.plays.live_number(game)
        if number is None:
            return None
        try:
            stored = self.folder.plays.load(number)
            found = resume(engine_of(stored.game, stored.options), stored, dealer(stored.seed))
        except Exception:
            log.exception("what play %s taught cannot be offered", number)
            return None
        return (found.table or found.at_step) if isinstance(found, OtherRules) else found

    def _begin(self) -> None:
        try:
            self.go_home()
            self.hints.resumed = self.play is not None and self.play.n > 0
        except Exception:
            log.exception("play %s cannot be shown", self.folder.plays.current())
            if not self.views:
                self.show_game_menu()
        if self.settings.first_start:
            self.open(first_start(self))

    def _enter(self, play: Play[Any]) -> None:
        self.play, self.game = play, play.engine.key
        self.wants_full_refresh = True
        with self._way_out_on_error():
            self.views = [PlayView(self, play)]
            self._show_step()

    @contextmanager
    def _way_out_on_error(self) -> Iterator[None]:
        """Show the way out if an error of ours keeps a play from being entered, and raise the error."""
        try:
            yield
        except TavolinoError:
            raise
        except Exception:
            self.show_way_out()
            raise

    def _resume(self, number: int) -> None:
        self.number = number
        stored = self.folder.plays.load(number)
        try:
            engine = engine_of(stored.game, stored.options)
        except KeyError:
            raise TavolinoError(
                Text("Play {n} is of {game}, which this Tavolino does not know. Update it.", n=number, game=stored.game)
            ) from None
        self.game = stored.game
        with self._way_out_on_error():
            found = resume(engine, stored, dealer(stored.seed))
        self._enter_or_ask(found)

    def _enter_or_ask(self, found: Play[Any] | OtherRules) -> None:
        if isinstance(found, OtherRules):
            self.views = [notices.other_rules(self, found)]
        else:
            self.enter_replayed_play(found)

    def _owners(self, engine: Engine[Any]) -> dict[str, Owner]:
        """Return who gave the cards and dice in the last play; before there was one, who deals by the settings."""
        given = dict.fromkeys((source.name for source in engine.sources), self.settings.deals)
        return supported_sources(engine, self.settings.sources.get(engine.key, given))

    def _last_options(self, game: str) -> tuple[Options, TavolinoError | None]:
        """Return the options of the last play; before the first play, the learned ones."""
        options = self.settings.options.get(game)
        return self.folder.settings.recall_or_fault(game) if options is None else (options, None)

    def _keep_settings(self, engine: Engine[Any], options: Options, sources: dict[str, Owner]) -> None:
        """Remember the options for the next play; if they cannot be written, this play continues all the same."""
        last = self.settings
        self.settings = replace(
            last, options=last.options | {engine.key: dict(options)}, sources=last.sources | {engine.key: dict(sources)}
        )
        with suppress(TavolinoError):
            self.folder.settings.change(options=self.settings.options, sources=self.settings.sources)
