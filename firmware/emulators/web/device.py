"""The device of a page: fingers on its keys, a plug, a switch for its pace, and faults.

It knows neither threads nor sockets.
"""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from engines.kit.contract import Draw, Refused, Roll, Who
from engines.kit.engine import Engine
from engines.kit.play import Play, source_of
from engines.kit.text import PSEUDO
from engines.kit.turn import EngineError
from engines.registry import load_engine
from firmware.bots.engines import bot_of_file
from firmware.data_folder import DataFolder
from firmware.dealer import dealer
from firmware.device.builds import build_of, profiles
from firmware.device.keys import MIN_SEEN_S
from firmware.device.rig import RESOLUTION_S, Simulated
from firmware.device.session import Session
from firmware.emulators.device import EmulatedDevice, numbered_seeds
from firmware.emulators.script import DETENT_S
from firmware.emulators.web.beside import Neighbours
from firmware.emulators.web.coverage import PlayCoverage
from firmware.emulators.web.messages import (
    AnyCommand,
    AskNext,
    Beside,
    Coverage,
    Covered,
    Down,
    File,
    Give,
    Go,
    InjectFault,
    Languages,
    Load,
    Pace,
    Panel,
    Power,
    Record,
    Save,
    Seed,
    Tour,
    Try,
    Turn,
    Up,
    WriteTest,
)
from firmware.emulators.web.recorder import Recorder, test_of
from firmware.errors import TavolinoError
from firmware.files.disk import plain_text
from firmware.languages import is_language
from firmware.plays.folder import name_of
from firmware.plays.from_outside import load_play
from firmware.plays.store import Store
from firmware.settings.settings import panel_key, panel_values
from firmware.text import Text
from firmware.views import first_start
from firmware.views.position import likely_answer
from hw.build import PanelBuild
from hw.clock import LeapClock
from hw.events import Key
from hw.keys import DEBOUNCE_S
from hw.sim.chip import Trouble
from hw.sim.ram import Glass

PANEL_TROUBLES = {trouble.name.lower().replace("_", "-"): trouble for trouble in Trouble}
"""The faults of the panel, by their names in a command."""
NEXT_STUCK = "next-stuck"
TOUR_GAME, TOUR_SEED = "burgundy", "1"
"""The play that a visitor is shown: its bot asks something in each of its first turns."""
NO_PLAY = Text("There is no play on the device.")
UNRECORDED = (Panel, Pace, InjectFault, Go, Load, Seed, Try, Tour, AskNext, Give)
"""Commands that no word of a script carries out."""
RECORDED_SEED = "7"
NO_POWER = Text("The device has no power.")


class Disk(Store):
    """The plays on a disk that can be made to refuse every write."""

    full = False

    def _write_all(self) -> None:
        if self.full:
            self.is_saved = False
        else:
            super()._write_all()


class WebDevice(EmulatedDevice):
    """A device of the page: `do` carries out a command of a page, `pump` lets the device work."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.clock = LeapClock()
        self.neighbours = Neighbours()
        self._covered = PlayCoverage()
        self.recorder: Recorder | None = None
        self.fault: str | None = None
        self.next_seed: str | None = None
        self._fingers: dict[Key, set[object]] = {key: set() for key in Key}
        self._down_at: dict[Key, float] = {}
        self._glass: tuple[PanelBuild, Glass] | None = None
        super().__init__(self.clock, *args, **kwargs, store=Disk)

    # --- the plug ---

    def power_on(self) -> None:
        """Put the plug in. The glass still shows what it showed."""
        if self.rig is not None:
            return
        super().power_on()
        chip, panel = self.last_rig.sim.chip, self.last_rig.build.panel
        if self._glass is not None and self._glass[0] == panel:
            chip.glass = self._glass[1]
        self._glass = panel, chip.glass
        self._apply_fault(self.last_rig)

    def power_off(self) -> None:
        """Pull the plug, and take all fingers off the keys."""
        self._fingers = {key: set() for key in Key}
        self._down_at = {}
        super().power_off()

    # --- the loop ---

    def pump(self) -> None:
        """Let the device do what is due."""
        rig = self.rig
        if rig is None:
            return
        rig.pump()
        if self.clock.instant:
            self._leap(rig)
        if rig.device.over:
            self.power_off()

    @property
    def wait_s(self) -> float | None:
        """The time until the next pump at the latest, s; None without power."""
        return None if self.rig is None else max(self.rig.deadline() - self.clock.now(), 0.0)

    def _leap(self, rig: Simulated) -> None:
        """Leap over the time until the picture is drawn and counts as seen, unless a finger waits for its hold."""
        while not (rig.device.glass.is_settled or self._is_held(rig)):
            self.clock.leap(max((rig.deadline() or 0.0) - self.clock.now(), RESOLUTION_S))
            rig.pump()
        shown = rig.device.glass.shown
        if shown is not None and not self._is_held(rig):
            self.clock.leap(max(shown.since + MIN_SEEN_S - self.clock.now(), 0.0))

    def _is_held(self, rig: Simulated) -> bool:
        now, hold_s = self.clock.now(), rig.device.hold_s
        turning = (Key.UP, Key.DOWN)
        return any(now - at < hold_s or key in turning for key, at in self._down_at.items() if key is not Key.NEXT)

    # --- commands ---

    def do(self, command: AnyCommand, who: object) -> File | Covered | None:  # noqa: C901 - a case for each command
        """Carry out a command of someone; return the answer to it, if it has one.

        Raises:
            TavolinoError, HwError, Refused: it cannot be carried out; nothing has changed.

        """
        if self.recorder is not None and isinstance(command, UNRECORDED):
            raise TavolinoError("Keys are recorded, and a script cannot do this. Stop the recording first.")
        match command:
            case Down():
                self._press(Key(command.key), who)
            case Up():
                self._let_go(Key(command.key), who)
            case Turn():
                self._turn(command.by)
            case Record():
                return self._record(command.on)
            case WriteTest():
                play = self._play()
                return File(f"test_{play.engine.key}.py".replace("-", "_"), test_of(play))
            case Coverage():
                return self._covered.look(self._play(), self.last_rig.session.catalogue)
            case Save():
                return self._play_file()
            case Try():
                self._try(bot_of_file(plain_text(command.file.encode()), command.name))
            case Languages():
                self._choose_language(command.languages)
            case AskNext() | Give() | Go() | Load() | Tour():
                self._change_play(self._powered_rig(), command)
            case _:
                self._change_device(command)
        return None

    def _change_play(self, rig: Simulated, command: AskNext | Give | Go | Load | Tour) -> None:
        match command:
            case AskNext():
                self._play().ask_next = command.source
            case Give():
                self._give(command)
            case Go():
                rig.device.act(lambda: rig.session.go_to(command.to))
            case Load():
                play = load_play(command.file.encode(), "The file")
                rig.device.act(lambda: rig.session.enter_new_play(play))
            case Tour():
                rig.device.act(lambda: rig.session.enter_new_play(_tour_play()))

    def _change_device(self, command: Power | Panel | Beside | Pace | InjectFault | Seed) -> None:
        match command:
            case Power():
                if self.recorder is not None and command.on == (self.rig is None):
                    self.recorder.finish(self.last_rig)
                    self.recorder.add("power:on" if command.on else "power:cut")
                self.power_on() if command.on else self.power_off()
            case Panel():
                self._change_panel(command.panel)
            case Beside():
                self.neighbours.panels = tuple(panel for panel in command.panels if panel in profiles())
            case Pace():
                self.clock.instant = command.instant
            case InjectFault():
                self._inject_fault(command.fault)
            case Seed():
                self.next_seed, self._seeds = command.seed, numbered_seeds(command.seed)

    def release_keys(self, who: object) -> None:
        """Take the fingers of someone off the keys."""
        for key in Key:
            self._let_go(key, who)

    def keys_down(self) -> tuple[Key, ...]:
        """Return the keys that are held down."""
        return tuple(key for key, fingers in self._fingers.items() if fingers)

    def _press(self, key: Key, who: object) -> None:
        rig, fingers = self._powered_rig(), self._fingers[key]
        if key not in rig.hand.keys:
            return
        if not fingers:
            if self.recorder is not None:
                self.recorder.finish(rig)
            rig.hand.down(key)
            self._down_at[key] = self.clock.now()
            self._leap_bounce(rig)
        fingers.add(who)

    def _let_go(self, key: Key, who: object) -> None:
        fingers = self._fingers[key]
        if who not in fingers:
            return
        fingers.remove(who)
        if not fingers and self.rig is not None:
            down_at = self._down_at.pop(key)
            if self.recorder is not None:
                is_hold = key is not Key.NEXT and self.clock.now() - down_at >= self.rig.device.hold_s
                turn = {Key.UP: "turn:-1", Key.DOWN: "turn:+1"}.get(key)
                self.recorder.add(turn or (f"hold:{key.value}" if is_hold else key.value))
            self.rig.hand.up(key)
            self._leap_bounce(self.rig)

    def _turn(self, by: int) -> None:
        """Turn the knob; while keys are recorded, as slowly as a script does, which changes what a wide number does."""
        rig = self._powered_rig()
        if not rig.hand.has_knob:
            return
        if self.recorder is None:
            rig.hand.detent(by)
            return
        self.recorder.finish(rig)
        for _ in range(abs(by)):
            rig.hand.detent(1 if by > 0 else -1)
            rig.pump()
            self.clock.leap(DETENT_S)
        self.recorder.add(f"turn:{by:+}")

    def _record(self, on: bool) -> File | None:
        """Begin a recording on a new device; or end it, switch back to the old device and return the script."""
        if on == (self.recorder is not None):
            return None
        script = None if self.recorder is None else self.recorder.script(self.last_rig)
        settings = self.last_rig.session.settings
        self.power_off()
        if script is None:
            self._before_recording = self._folder, self._seeds, self._flags, self._first_start, self.clock.instant
            self._fresh = TemporaryDirectory()
            self._folder, self._seeds = DataFolder(Path(self._fresh.name), Disk), numbered_seeds(RECORDED_SEED)
            self._flags, self._first_start = panel_values(panel_key(settings)) | {"language": settings.language}, False
            self.clock.instant = True
            self.recorder = Recorder(RECORDED_SEED, panel_key(settings), settings.language)
        else:
            self.recorder = None
            self._folder, self._seeds, self._flags, self._first_start, self.clock.instant = self._before_recording
            self._fresh.cleanup()
        self.power_on()
        return None if script is None else File("keys.txt", script)

    def _leap_bounce(self, rig: Simulated) -> None:
        """Leap over the time that a contact bounces."""
        if self.clock.instant:
            rig.pump()
            self.clock.leap(DEBOUNCE_S)

    def _change_panel(self, panel: str) -> None:
        on, wanted = self.rig is not None, replace(self._folder.settings.load(), **panel_values(panel))
        build_of(wanted)  # raises before the plug is pulled
        self.power_off()
        self._flags = {**self._flags, **panel_values(panel)}
        if on:
            self.power_on()

    def _try(self, engine: Engine[Any]) -> None:
        """Play the bot of a file; replay its waiting play as far as the inputs fit."""
        rig = self._powered_rig()
        try:
            rig.device.act(partial(rig.session.try_bot, engine))
        except EngineError as error:
            raise TavolinoError(str(error)) from None

    def _choose_language(self, wanted: list[str]) -> None:
        """Propose one of these languages in the first question of a new device, unless the command line chose one."""
        rig = self.rig
        if rig is None or rig.session.settings.first_start != first_start.STEPS[0] or "language" in self._flags:
            return
        known = (key.lower().partition("-")[0] for key in wanted)
        language = next((key for key in known if key != PSEUDO and is_language(key)), None)
        if language is not None:
            rig.device.act(partial(_propose_language, rig.session, language))

    def _inject_fault(self, fault: str | None) -> None:
        if fault == "brown-out":
            self._powered_rig().sim.chip.brown_out()
            return
        self.fault = fault
        if self.rig is not None:
            self._apply_fault(self.rig)

    def _apply_fault(self, rig: Simulated) -> None:
        """Let the fault that was injected, and no other, affect the parts."""
        plays = rig.session.folder.plays
        assert isinstance(plays, Disk)  # it was opened as one
        rig.sim.chip.trouble = PANEL_TROUBLES.get(self.fault or "")
        plays.full = self.fault == "disk-full"
        if self.fault == NEXT_STUCK:
            self._press(Key.NEXT, NEXT_STUCK)
        else:
            self._let_go(Key.NEXT, NEXT_STUCK)

    def _give(self, command: Give) -> None:
        """Answer the draw or roll that is open."""
        play, rig = self._play(), self.last_rig
        ask = play.screen.ask
        if not isinstance(ask, Draw | Roll) or source_of(ask) != command.source:
            raise TavolinoError("The play does not ask for this card or number any more.")
        rig.device.act(lambda: rig.session.commit(play.give(command.value)))

    def _play_file(self) -> File:
        play, session = self._play(), self.last_rig.session
        return File(name_of(session.number, play.engine.key), session.folder.plays.text(session.number))

    def _play(self) -> Play[Any]:
        play = self._powered_rig().session.play
        if play is None:
            raise Refused(NO_PLAY)
        return play

    def _powered_rig(self) -> Simulated:
        if self.rig is None:
            raise Refused(NO_POWER)
        return self.rig

    def _next_seed(self) -> str:
        self.next_seed = None
        return super()._next_seed()


def _tour_play() -> Play[Any]:
    """Return a play that is set up, at the player's first turn."""
    play = Play(load_engine(TOUR_GAME), {}, dealer(TOUR_SEED), seed=TOUR_SEED)
    while play.screen.badge.who is not Who.YOU:
        play.give(likely_answer(play.screen.ask))
    return play


def _propose_language(session: Session, language: str) -> None:
    session.change_settings(language=language)
    session.close()
    session.open(first_start.first_start(session))
