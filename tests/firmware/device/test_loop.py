"""The loop: which keys count, when the glass is drawn, and by which refresh."""

import logging
import random
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import pytest
from msgspec.structs import replace

from engines.kit.contract import GO_ON, Ask, Choice, Counter, Counters, Done, Marks, Number, Pick, Refused, Role, YesNo
from engines.kit.text import Text
from firmware.device.rig import RESOLUTION_S
from firmware.views.view import Pages
from hw.build import SignalPins
from hw.clock import HandClock
from hw.events import Edge, InputLine, Key, KeyEvent, Press, Turn
from hw.keys import DEBOUNCE_S
from hw.panel import Mode
from hw.signals import Signals
from hw.sim import chip
from hw.sim.wires import MAX_STATES
from tests.core import core
from tests.display.screens import choices
from tests.firmware.device.bench import BACK, NEXT, PUSH, QUIET_S, TAP_S, Bench, bench
from tests.play_values import file_and_state
from tests.profiles import PROFILES

LONG_TEXT = tuple(f"A line of text that takes a whole row of any panel, number {n}." for n in range(12))
COLOURS = choices("red", "green", "blue", "white", "black")
GOODS = Counters(tuple(Counter(name, Text("{name} goods", name=name), 0, 4, 1) for name in ("red", "green", "blue")))
MANY_GOODS = Counters(tuple(Counter(str(n), Text("Goods of colour {n}", n=n), 0, 4, 1) for n in range(12)))
MARGIN_S = 0.001
"""A little more or less than a limit, s."""


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Bench]:
    """Yield a device with a light, at its game menu."""
    with bench(tmp_path) as made:
        yield made


# --- power-on ---


def test_power_on(tmp_path: Path) -> None:
    """The first refresh is full; keys count after it, except Back and holds, which always count."""
    with bench(tmp_path, on=False) as device:
        device.tap(NEXT, quiet=0)
        device.turn(1, quiet=0)
        assert device.signals.given == ["too_early", "too_early"]
        device.finish()
        device.wait(0.25)
        assert device.frames == [Mode.FULL]
        device.next()
        assert "Begin" in device.footer


@pytest.mark.all
def test_a_simulated_device_does_not_grow(device: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """With many presses, pins and chip still keep only their latest states."""
    monkeypatch.setattr(chip, "MAX_LOG_ENTRIES", 50)
    device.device.feedback.signals = device.rig.lights
    before = device.panel.partials
    for _ in range(100):
        device.tap(NEXT, BACK, quiet=1.0)
    assert device.panel.partials - before > MAX_STATES
    pins = device.hand._pins[InputLine.NEXT].factory.pins.values()
    assert len(pins) == 9  # panel, keys, knob, light
    assert max(len(pin.states) for pin in pins) == MAX_STATES
    assert len(device.rig.sim.chip.updates) == 50


# --- never confirm the unseen ---


@pytest.mark.parametrize(("seen", "taken"), [(0.24, []), (0.26, ["red"])])
@pytest.mark.parametrize("key", [NEXT, PUSH])
def test_seen_for_a_quarter_of_a_second(device: Bench, key: Any, seen: float, taken: list[str]) -> None:
    """Next and Push count only if the step had been on the glass for 0.25 s when the key went down."""
    view = device.show(Pick(COLOURS, "red"))
    device.tap(BACK, quiet=0)
    device.finish()
    device.wait(seen)
    device.tap(key)
    assert taken == view.taken
    assert device.signals.given[-1] == ("accepted" if taken else "too_early")


@pytest.mark.parametrize(("seen", "taken"), [(0.24, []), (0.26, ["red"])])
def test_a_thread_that_wakes_late(
    device: Bench, seen: float, taken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel gives the time of a press; what was seen while the thread woke does not count."""
    view = device.show(Pick(COLOURS, "red"))
    device.tap(BACK, quiet=0)
    device.finish()
    device.wait(seen)
    down_at = device.clock.now()
    device.wait(0.3)
    monkeypatch.setattr(HandClock, "time_of", lambda _, ticks: ticks)
    device.hand._pins[InputLine.NEXT].when_changed(down_at, False)
    device.wait(QUIET_S)
    assert taken == view.taken


def test_push_counts_when_it_went_down(device: Bench) -> None:
    """A push that began too early is too early, however late it is released."""
    view = device.show(Pick(COLOURS, "red"))
    device.tap(BACK, quiet=0.1)
    device.hand.down(PUSH)
    device.wait(0.55)
    device.hand.up(PUSH)
    device.wait(QUIET_S)
    assert view.taken == []


def test_next_during_a_refresh(device: Bench) -> None:
    """Of two presses in half a second the second is too early, since its step was not seen."""
    view = device.show(Pick(COLOURS, "red"))
    device.tap(NEXT, NEXT, quiet=0.1)
    device.wait(QUIET_S)
    assert view.taken == ["red"]
    assert device.signals.given[-2:] == ["accepted", "too_early"]


def test_back_at_once_after_next(device: Bench) -> None:
    """Back counts at once, since it confirms nothing."""
    view = device.show(Pick(COLOURS, "red"))
    device.tap(NEXT, BACK, quiet=0.02)
    assert (view.taken, view.backs) == (["red"], 1)


def test_holds_count_at_once(device: Bench) -> None:
    """A hold counts during a refresh."""
    device.show(Pick(COLOURS, "red"))
    device.tap(NEXT, quiet=0)
    device.hold(PUSH)
    assert "Pause" in device.words


def test_highlight_may_still_be_drawing(device: Bench) -> None:
    """A highlighted option can be taken before its bar is drawn, if the option was in sight."""
    view = device.show(Pick(COLOURS, "red"))
    device.turn(2, every=0.01, quiet=0)
    device.tap(NEXT)
    assert view.taken == ["blue"]


@pytest.mark.parametrize("key", [NEXT, PUSH])
def test_an_option_that_is_out_of_sight(device: Bench, key: Any) -> None:
    """An option that is not on the glass is never taken, wherever the view's highlight is."""
    view = device.show(Pick(choices(*map(str, range(30))), "0"))
    seen = device.layout.pages[0].options
    for highlight in (seen[-1], seen[-1] + 1):
        view.place = replace(view.place, cursor=replace(view.place.cursor, highlight=highlight))
        device.tap(key)
    assert view.taken == [str(seen[-1])]
    assert device.signals.given[-2:] == ["accepted", "too_early"]


@pytest.mark.parametrize("profile", ["4.2-big", "2.9"])
def test_option_on_another_page(tmp_path: Path, profile: str) -> None:
    """An option on another page cannot be taken before that page was seen."""
    with bench(tmp_path, panel=profile) as device:
        steps = [f"Step {n}" for n in range(12)]
        view = device.show(Pick(choices(*steps), steps[0]))
        device.turn(11, quiet=0)
        device.tap(NEXT)
        assert (view.taken, device.signals.given[-1]) == ([], "too_early")
        device.next()
        assert view.taken == steps[-1:]


def test_number_must_show_its_value(device: Bench) -> None:
    """A number counts only if the glass showed that value."""
    view = device.show(Number(0, 9, 3))
    device.turn(1, quiet=0.1)
    device.tap(NEXT)
    assert view.taken == []
    device.next()
    assert view.taken == [4]


def test_yes_no_highlight(device: Bench) -> None:
    """Yes and No are both in sight, so a fast turn and press is an answer."""
    view = device.show(YesNo())
    device.turn(-1, quiet=0)
    device.tap(NEXT)
    assert view.taken == [True]


def test_no_answer_is_highlighted(device: Bench) -> None:
    """If neither Yes nor No is likely, Next and Push do nothing until the knob was turned."""
    view = device.show(YesNo(None))
    for key in (NEXT, PUSH):
        device.tap(key)
    assert (view.taken, device.signals.given[-2:]) == ([], ["not_allowed"] * 2)
    device.turn(1)
    device.next()
    assert view.taken == [True]


def test_marks_must_show_their_ticks(device: Bench) -> None:
    """Ticks may follow each other quickly, since they confirm nothing; Next counts only when all were seen."""
    view = device.show(Marks(COLOURS, 0, 5))
    device.tap(PUSH, quiet=0.07)
    device.turn(1, quiet=0)
    device.tap(PUSH, quiet=0)
    assert device.place.cursor.ticks == ("red", "green")
    device.tap(NEXT)
    assert view.taken == []
    device.next()
    assert view.taken == [["red", "green"]]


def test_last_tick_finishes(device: Bench) -> None:
    """With a fixed number of ticks the last one finishes, if the others were seen."""
    view = device.show(Marks(COLOURS, 2, 2))
    device.tap(PUSH, quiet=0.07)
    device.turn(1, quiet=0)
    device.tap(PUSH)
    assert (view.taken, device.place.cursor.ticks) == ([], ("red",))
    device.push()
    assert view.taken == [["red", "green"]]


def test_a_tick_moves_on(device: Bench) -> None:
    """Advancing ticks need no turn between them, and the last certain ones finish the answer."""
    view = device.show(Marks(COLOURS, 3, 3, advance=True))
    device.push()
    assert (device.place.cursor.highlight, device.place.cursor.ticks) == (1, ("red",))
    device.turn(2)
    device.push()
    assert view.taken == [["red", "white", "black"]]


def test_the_rest_is_not_ticked_with_what_was_not_seen(device: Bench) -> None:
    """The answer does not finish before the earlier ticks were on the glass."""
    view = device.show(Marks(COLOURS, 3, 3, advance=True))
    device.tap(PUSH, quiet=0.07)
    device.turn(2, quiet=0)
    device.tap(PUSH)
    assert (view.taken, device.place.cursor.ticks) == ([], ("red",))
    device.push()
    assert view.taken == [["red", "white", "black"]]


def test_counters(device: Bench) -> None:
    """Turn moves over the lines, Push enters and leaves one, Turn in it changes its number, Next takes all."""
    view = device.show(GOODS)
    device.turn(1)
    device.push()
    assert ("> green goods < 1 >" in device.words, "(OK)" in device.footer) == (True, True)
    device.turn(2)
    device.push()
    assert "> green goods 3" in device.words
    device.turn(1)
    assert ("> blue goods 1" in device.words, view.taken) == (True, [])
    assert device.footer == "Back | (Change) | Take 1, 3, 1"
    device.next()
    assert view.taken == [{"red": 1, "green": 3, "blue": 1}]


def test_back_leaves_a_line(device: Bench) -> None:
    """Back leaves an entered line and keeps its number; then it works as elsewhere."""
    view = device.show(GOODS)
    device.push()
    device.turn(1)
    device.back()
    assert ("> red goods 2" in device.words, view.backs) == (True, 0)
    device.back()
    assert view.backs == 1


def test_counters_must_show_their_numbers(device: Bench) -> None:
    """Counters count only if the glass showed their numbers; entering a line confirms nothing."""
    view = device.show(GOODS)
    device.push()
    device.turn(1, quiet=0.1)
    device.tap(NEXT)
    assert (view.taken, device.signals.given[-1]) == ([], "too_early")
    device.next()
    assert view.taken == [{"red": 2, "green": 1, "blue": 1}]


def test_next_shows_every_line_before_it_takes_all(tmp_path: Path) -> None:
    """Every page of lines must be on the glass for a quarter of a second; turning past it is not enough."""
    with bench(tmp_path, panel="2.9") as device:
        view = device.show(MANY_GOODS)
        pages = len(device.layout.pages)
        assert pages > 2
        device.turn(11)
        assert (device.place.page, device.footer) == (pages - 1, "Back | (Change) | Next page")
        device.next()
        assert (device.place.page, view.taken) == (1, [])
        for page in range(2, pages - 1):
            device.next()
            assert (device.place.page, view.taken) == (page, [])
        device.next()
        assert view.taken == [{str(n): 1 for n in range(12)}]


def test_unticked(device: Bench) -> None:
    """Another push removes a tick."""
    view = device.show(Marks(COLOURS, 0, 5, ("red",)))
    assert device.footer == "Back | (Untick) | 1 ticked"
    device.push()
    assert device.footer == "Back | (Tick) | 0 ticked"
    device.next()
    assert view.taken == [[]]


def test_page_must_be_seen(device: Bench) -> None:
    """Every page of a text must be seen before Next continues after it."""
    view = device.show(Done(), *LONG_TEXT)
    pages = len(device.layout.pages)
    device.tap(*[NEXT] * 4, quiet=0.06)
    device.wait(QUIET_S)
    assert device.place.page == 1
    while device.place.page < pages - 1:
        device.next()
    assert view.taken == []
    device.next()
    assert view.taken == [True]


def test_turns_count_for_the_step_on_the_glass(device: Bench) -> None:
    """While the next step is drawn, the knob does nothing."""
    device.show(Number(0, 9, 3))
    device.tap(NEXT, quiet=0)
    device.turn(3, quiet=0)
    assert device.signals.given[-3:] == ["too_early"] * 3
    device.wait(QUIET_S)
    assert "< 3 >" in device.words


def test_turning_back_leaves_what_was_seen(device: Bench) -> None:
    """Turning there and back draws nothing, and the page still counts as seen."""
    view = device.show(Number(0, 9, 3))
    device.turn(1, quiet=0)
    device.turn(-1, quiet=0.1)
    device.tap(NEXT)
    assert view.taken == [3]


def test_bounce(device: Bench) -> None:
    """A bouncing contact presses once."""
    view = device.show(Pick(COLOURS, "red"))
    device.hand.down(NEXT)
    device.hand.bounce(NEXT)
    device.wait(TAP_S)
    device.hand.up(NEXT)
    device.hand.bounce(NEXT)
    device.wait(QUIET_S)
    assert view.taken == ["red"]


def test_after_a_tremble_it_counts(device: Bench) -> None:
    """After a full refresh of the same page, which follows 30 partial ones or a day, the page still counts as seen."""
    view = device.show(Pick(COLOURS, "red"))
    for n in range(31):
        device.turn(1 if n % 2 else -1, quiet=0.5)
    device.turn(1, quiet=0.5)
    device.wait(1.1)
    assert device.frames[-1] is Mode.FULL
    assert device.panel.busy
    device.tap(NEXT)
    assert view.taken != []


# --- the keys of every kind of screen ---


def test_push_on_an_instruction_asks_why(device: Bench) -> None:
    """On an instruction and a result Push opens Why, and takes nothing."""
    for role in (Role.INSTRUCTION, Role.RESULT):
        view = device.show(Done(), "Move her.", role=role)
        device.push()
        assert (view.taken, view.whys) == ([], 1)


def test_push_on_a_question_takes(device: Bench) -> None:
    """On a question Push does the same as Next."""
    view = device.show(Number(0, 9, 3), "How many?")
    device.push()
    assert view.taken == [3]


def test_push_reads_on(device: Bench) -> None:
    """On a question's text page Push turns the page, as Next does; it never ticks an option out of sight."""
    view = device.show(Marks(COLOURS, 0, 5), *LONG_TEXT)
    device.push()
    assert (device.place.page, device.place.cursor.ticks, view.taken) == (1, (), [])


def test_reading(device: Bench) -> None:
    """In pages to read Next closes the last, Back the first, and Push any."""
    lines = [Text("{line}", line=line) for line in LONG_TEXT]

    def read() -> None:
        device.session.open(Pages(Text("Read"), lines, device.session.close))
        device.device.frames.renew()
        device.wait(QUIET_S)

    read()
    pages = len(device.layout.pages)
    device.next(pages - 1)
    assert (device.place.page, "Close" in device.footer) == (pages - 1, True)
    device.next()
    assert "Which game?" in device.words
    read()
    device.turn(1)
    device.back()
    assert ("Read" in device.words, device.place.page) == (True, 0)
    device.back()
    assert "Which game?" in device.words
    read()
    device.turn(1)
    device.push()
    assert "Which game?" in device.words


def test_blocked(device: Bench) -> None:
    """A blocked option can be highlighted but not taken; its reason is shown."""
    options = (*COLOURS, Choice("villa", Text("I build a villa"), blocked=Text("needs 4")))
    view = device.show(Pick(options, "red"))

    def take(value: Any) -> None:
        raise Refused(Text("{option}: needs 4", option=value))

    view.take = take  # type: ignore[method-assign]
    device.device.feedback.signals = Signals(SignalPins(), device.clock)
    device.turn(5)
    device.next()
    assert device.header == "villa: needs 4"
    assert device.footer == "Back | I build a villa"


# --- what a key says ---


def test_a_message_stands_until_the_next_key(device: Bench) -> None:
    """Without a light a message explains an ignored key, in place of the header, so that the footer stays correct."""
    device.device.feedback.signals = Signals(SignalPins(), device.clock)
    device.show(Number(0, 9, 3))
    device.turn(1, quiet=0.1)
    device.tap(NEXT)
    assert (device.header, device.footer) == ("Too early", "Back | 4")
    before = len(device.frames)
    device.turn(1)
    assert (device.header, device.footer) == ("Tavolino", "Back | 5")
    assert len(device.frames) == before + 1


@pytest.mark.parametrize("key", [NEXT, BACK])
def test_a_message_goes_with_a_key_that_does_nothing_else(device: Bench, key: Key) -> None:
    """A message for one key disappears with the next, even if nothing else changes."""
    device.show(Number(0, 9, 3))
    device.device.feedback.say(Text("Hello"))
    device.wait(QUIET_S)
    assert device.words.startswith("Hello\n")
    device.tap(key)
    assert device.words.startswith("Tavolino\n")


def test_a_message_too_long_for_its_row(device: Bench) -> None:
    """A message that does not fit is replaced by “Not now”."""
    device.device.feedback.say(
        Text("A sentence that is longer than the header of any panel, however small its letters")
    )
    device.wait(QUIET_S)
    assert device.words.startswith("Not now\n")


def test_the_light_does_not_wait_for_the_disk(device: Bench) -> None:
    """A legal input is acknowledged once, before it is written."""
    device.next(6)
    record, said = device.store.record, list[list[str]]()

    def recorded(number: int, play: Any, change: Any) -> None:
        said.append(list(device.signals.given))
        record(number, play, change)

    device.store.record = recorded  # type: ignore[method-assign]
    device.signals.given.clear()
    device.next()
    assert [["accepted"]] == said
    assert device.signals.given == ["accepted"]


def test_signals_are_single(device: Bench) -> None:
    """A refused key gives only its refusal."""
    device.signals.given.clear()
    device.back()
    device.hold(BACK)
    assert device.signals.given == ["not_allowed", "not_allowed"]


# --- when it is drawn ---


def _count_frames(device: Bench, seconds: float) -> int:
    """Return the number of frames sent in the next seconds."""
    before = len(device.frames)
    device.wait(seconds)
    return len(device.frames) - before


def test_turning_is_drawn_when_the_knob_rests(device: Bench) -> None:
    """A turn is drawn 80 ms after the last detent."""
    device.show(Pick(COLOURS, "red"))
    device.turn(2, every=0.05, quiet=0)
    assert _count_frames(device, 0.03 - MARGIN_S) == 0
    assert _count_frames(device, 2 * MARGIN_S) == 1


def test_turning_is_drawn_at_the_latest(device: Bench) -> None:
    """During a long turn it is drawn 250 ms after the first detent."""
    device.show(Number(0, 99, 3))
    device.turn(4, every=0.05, quiet=0)
    device.turn(1, every=0.02, quiet=0.05 - 0.02 - 2 * MARGIN_S)
    assert _count_frames(device, MARGIN_S) == 0
    assert _count_frames(device, 2 * MARGIN_S) == 1
    assert device.drawing.place.cursor.number == 3 + 4 + 5


def test_newest_frame_wins(device: Bench) -> None:
    """Of the frames wanted during a refresh only the newest is drawn, after it."""
    device.show(Number(0, 99, 3))
    device.turn(1, quiet=0.081)
    assert device.panel.busy
    device.turn(9, quiet=0)
    assert _count_frames(device, 0) == 0
    device.finish()
    assert device.drawing.place.cursor.number == 13
    assert _count_frames(device, QUIET_S) == 0


def test_spinning_while_busy(device: Bench) -> None:
    """However fast and long the knob spins, the list follows to its end."""
    device.show(Pick(COLOURS, "red"))
    device.turn(200, every=0.003, quiet=0)
    device.turn(-200, every=0.003, quiet=0)
    device.turn(200, every=0)
    assert device.place.cursor.highlight == 4
    assert "> black" in device.words


def test_equal_frames_are_not_sent(device: Bench) -> None:
    """A turn without effect, or there and back, sends nothing."""
    device.show(Pick(COLOURS, "red"))
    device.turn(-3, quiet=0)
    assert _count_frames(device, QUIET_S) == 0
    device.turn(1, quiet=0)
    device.turn(-1, quiet=0)
    assert _count_frames(device, QUIET_S) == 0


# --- how it is drawn ---


def test_steps_are_partial(device: Bench) -> None:
    """A step is drawn by a partial refresh; after eight of them the next step is full."""
    device.show(Pick(COLOURS, "red"))
    device.frames.clear()
    done = device.device.glass._policy._partials
    device.next(10)
    expected = [Mode.PARTIAL] * 10
    expected[8 - done] = Mode.FULL
    assert expected == device.frames


def test_fewer_partials(tmp_path: Path) -> None:
    """The setting gives the number of partial refreshes before a full one."""
    with bench(tmp_path, full_refresh_after=4) as device:
        device.show(Pick(COLOURS, "red"))
        device.next(9)
        assert device.frames == [Mode.FULL, *([Mode.PARTIAL] * 4 + [Mode.FULL]) * 2][:11]


def test_slow_full_refreshes(tmp_path: Path) -> None:
    """The setting makes every full refresh slow, at the temperature measured by the panel."""
    with bench(tmp_path, full_refresh="slow", full_refresh_after=4) as device:
        device.show(Pick(COLOURS, "red"))
        device.next(9)
        assert {0x3C, 0xFC, 0xF4} == {update.sequence for update in device.rig.sim.chip.updates}
        assert device.panel.fulls > 1


def test_never_full_while_turning(device: Bench) -> None:
    """Within a step the knob never causes a full refresh; after 30 partial ones it follows a pause of 1 s."""
    device.show(Number(0, 99, 3))
    device.frames.clear()
    for _ in range(40):
        device.turn(1, quiet=0.5)
    assert device.frames == [Mode.PARTIAL] * 40
    device.wait(0.5)
    assert device.frames == [Mode.PARTIAL] * 40 + [Mode.FULL]
    device.wait(QUIET_S)
    assert len(device.frames) == 41


@pytest.mark.all
def test_daily(device: Bench) -> None:
    """Once a day a full refresh cleans the glass, in a pause."""
    device.frames.clear()
    device.wait(24 * 3600 - 10)
    assert device.frames == []
    device.wait(10)
    assert device.frames == [Mode.FULL]
    device.wait(24 * 3600 + 10)
    assert device.frames == [Mode.FULL] * 2


@pytest.mark.all
def test_daily_waits_for_a_pause(device: Bench) -> None:
    """Even the daily refresh waits while the knob turns."""
    device.show(Number(0, 99, 3))
    device.wait(24 * 3600 - 5)
    device.frames.clear()
    device.turn(30, every=0.5, quiet=0)
    assert set(device.frames) == {Mode.PARTIAL}


def test_new_play_and_new_round(device: Bench) -> None:
    """A new play and each new round begin with a full refresh; menus do not."""
    device.next()
    device.frames.clear()
    device.next()
    assert device.frames == [Mode.FULL]
    device.frames.clear()
    while device.play.screen.key != "your_turn":
        device.next()
    *set_up, round_1 = device.frames
    assert (set(set_up), round_1) == ({Mode.PARTIAL}, Mode.FULL)
    device.frames.clear()
    device.hold(PUSH)
    device.back()
    device.hold(BACK)
    device.back()
    assert device.frames == [Mode.PARTIAL] * 4


# --- what goes wrong ---


def test_engine_fails(device: Bench, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in an engine is shown and logged, and the play is unchanged; the next key works."""
    device.next(3)
    device.device.feedback.signals = Signals(SignalPins(), device.clock)
    n, before, words = device.play.n, file_and_state(device.play), device.words
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(device.play.engine.machine.model, "load", lambda *_: 1 / 0)
        device.next()
    assert "That went wrong" in device.words
    assert device.words.splitlines()[1:] == words.splitlines()[1:]
    assert ["ERROR"] == [record.levelname for record in caplog.records]
    assert file_and_state(device.play) == before
    device.next()
    assert device.play.n == n + 1


def test_unsure_edges(device: Bench) -> None:
    """An edge of BUSY, or one without a change, is no key."""
    device.signals.given.clear()
    for line in (InputLine.BUSY, InputLine.NEXT, InputLine.A):
        device.device.edges.put(Edge(device.clock.now(), line, False))
    device.wait(QUIET_S)
    assert device.signals.given == []


# --- run ---


MAX_MENU_ROWS = 40
"""More rows than the menu has; the last one is Power off."""


def test_run(tmp_path: Path) -> None:
    """The loop waits for edges and deadlines, and ends when the player switches it off."""
    detent = [(InputLine.A, True), (InputLine.B, True), (InputLine.A, False), (InputLine.B, False)]

    class PlannedEdges(SimpleQueue[Edge]):
        """A queue that lets time pass while the loop waits; its player turns past all games and presses Next."""

        def __init__(self, at: Bench) -> None:
            self.device, self.clock = at.device, at.clock
            self.planned = [
                Edge(at, *edge) for at, edge in enumerate([*detent * MAX_MENU_ROWS, (InputLine.NEXT, True)], 3)
            ]

        def get(self, _block: bool = True, timeout: float | None = None) -> Edge:
            assert timeout is not None
            assert not self.device.over, "it waits though the play is over"
            until = self.clock.now() + timeout + RESOLUTION_S
            if not self.planned or self.planned[0].at > until:
                self.clock.advance_to(until)
                raise Empty
            self.clock.advance_to(self.planned[0].at)
            return self.planned.pop(0)

    with bench(tmp_path, on=False) as device:
        device.device.edges = PlannedEdges(device)  # type: ignore[assignment]
        device.rig.run()
        assert (device.words, device.panel.busy) == ("Switched off", False)


# --- two hundred hostile events ---


class WatchedView:
    """A view that records, at each answer, the content of the glass and its age."""

    def __init__(self, device: Bench, chance: random.Random) -> None:
        self.device, self.chance = device, chance
        asks: list[Ask] = [
            Pick(COLOURS, "green"),
            Number(0, 99, 50),
            Marks(COLOURS, 1, 4),
            Marks(COLOURS, 2, 2),
            Marks(COLOURS, 3, 3, advance=True),
            GOODS,
            MANY_GOODS,
            YesNo(),
            YesNo(None),
            Pick((Choice(GO_ON, Text("Done")), Choice("pass", Text("I pass"))), GO_ON),
            Pick(choices(*map(str, range(30))), "17"),
        ]
        self.lines = LONG_TEXT if chance.random() < 0.3 else ()
        self.taken: list[float] = []
        self.seen: dict[Any, int] = {}
        """The counters last shown, by step and line."""
        show = device.device.glass._show

        def showed(shown: Any, now: float) -> None:
            show(shown, now)
            if shown.place.cursor.counts:
                self.seen |= {(shown.step, n): shown.place.cursor.counts[n] for n in shown.options}

        device.device.glass._show = showed  # type: ignore[method-assign]
        self.view = device.show(chance.choice(asks), *self.lines, role=chance.choice(list(Role)))
        self.view.take = self._take  # type: ignore[method-assign]

    def _take(self, value: Any) -> None:
        shown, now = self.device.device.glass.shown, self.device.clock.now()
        assert shown is not None
        place = self.view.place
        assert shown.step == self.device.device.frames.step
        assert shown.place.page == place.page
        assert now - shown.since >= 0.25 - 1e-6
        ask = self.view.ask
        if isinstance(ask, Number):
            assert shown.place.cursor.number == value
        elif isinstance(ask, Marks):
            finishing = ask.low == ask.high and len(value) == ask.high
            missing = [n for n, one in enumerate(ask.options) if one.id in set(value) - set(shown.place.cursor.ticks)]
            rest = list(range(missing[0], len(ask.options))) if missing else []
            assert not missing or (finishing and (len(missing) == 1 or (ask.advance and missing == rest)))
        elif isinstance(ask, Counters):
            assert list(value.values()) == [self.seen.get((shown.step, n)) for n in range(len(ask.lines))]
        elif shown.options:
            assert place.cursor.highlight in shown.options
        else:
            assert value == GO_ON
        if self.taken:
            assert now - self.taken[-1] >= 0.25 - 1e-6
        self.taken.append(now)
        self.view.taken.append(value)

    def event(self) -> None:
        """Do something that a player would not do."""
        device, chance = self.device, self.chance
        match chance.randrange(9):
            case 0 | 1 | 2:
                device.hand.down(NEXT)
                if chance.random() < 0.5:
                    device.hand.bounce(NEXT)
                device.wait(chance.choice([0.0, 0.01, 0.03, 0.1]))
                device.hand.up(NEXT)
            case 3:
                device.hand.down(PUSH)
                device.wait(chance.choice([0.01, 0.05, 0.3, 0.59]))
                device.hand.up(PUSH)
            case 4:
                device.hand.detent(chance.choice([-40, -3, -1, 1, 3, 40]))
            case 5:
                device.hand.detent(chance.choice([-1, 1]))
            case 6:
                device.hand.bounce(chance.choice([NEXT, BACK, PUSH]))
            case 7:
                device.tap(BACK, quiet=0)
            case _:
                device.wait(chance.choice([0.2, 0.24, 0.26, 0.4, 0.7, 1.5]))
        device.wait(chance.choice([0.0, 0.0, 0.02, 0.1, 0.25, 0.4]))


class KeyRecord:
    """The clean presses of the hand, those seen by the device, and its signals for each key."""

    def __init__(self, device: Bench) -> None:
        self.downs: list[float] = []
        self.presses: list[float] = []
        self.unanswered = 0
        self._device = device
        self._edges: dict[Key, float] = {}
        self._down, self._up, self._bounce = device.hand.down, device.hand.up, device.hand.bounce
        self._key = device.device._keys._carry_out
        device.hand.down = self.down  # type: ignore[method-assign]
        device.hand.up = self.up  # type: ignore[method-assign]
        device.hand.bounce = self.bounce  # type: ignore[method-assign]
        device.device._keys._carry_out = self.key  # type: ignore[assignment, method-assign]

    def down(self, key: Key) -> None:
        """Press; a press is clean long enough after the last edge."""
        now = self._device.clock.now()
        if key is NEXT and now - self._edges.get(key, -1.0) > 2 * DEBOUNCE_S:
            self.downs.append(now)
        self._edges[key] = now
        self._down(key)

    def up(self, key: Key) -> None:
        """Release the key."""
        self._edges[key] = self._device.clock.now()
        self._up(key)

    def bounce(self, key: Key) -> None:
        """Bounce."""
        self._edges[key] = self._device.clock.now()
        self._bounce(key)

    def key(self, event: KeyEvent) -> None:
        """Record presses of Next, and every press or hold without exactly one signal."""
        before = len(self._device.signals.given)
        if isinstance(event, Press) and event.key is NEXT:
            self.presses.append(event.down_at)
        try:
            self._key(event)
        except Refused:
            before -= 1  # the device signals its refusal after this
            raise
        finally:
            said = len(self._device.signals.given) - before
            self.unanswered += said != 1 and not isinstance(event, Turn)


def _press_hostile_keys(folder: Path, seed: int) -> int:
    chance = random.Random(seed)  # noqa: S311 - the same keys every time
    with bench(folder, panel=chance.choice(sorted(PROFILES))) as device:
        view, keys = WatchedView(device, chance), KeyRecord(device)
        for _ in range(200):
            view.event()
        device.wait(QUIET_S)
        assert len(keys.downs) > 10
        assert set(keys.downs) <= set(keys.presses)
        assert len(keys.presses) == len(set(keys.presses))
        assert keys.unanswered == 0
        before = len(view.taken)
        device.next(len(device.layout.pages))
        return len(view.taken) - before


@pytest.mark.parametrize("seed", core(range(4)))
def test_hostile_keys(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    """Of 200 random events none confirms an unseen step, is lost or counts twice; then the device still works."""
    with caplog.at_level(logging.WARNING):
        taken = _press_hostile_keys(tmp_path, seed)
    assert (caplog.records, taken > 0) == ([], True)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 104))
def test_hostile_keys_long(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    """A hundred other random scripts keep the same laws."""
    with caplog.at_level(logging.WARNING):
        _press_hostile_keys(tmp_path, seed)
    assert caplog.records == []
