"""The bench measures what it says, and its verdict follows from its numbers. Counts are asserted here, times never."""

import json
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engines.engine import Engine
from engines.play import Play
from engines.registry import GAMES, load_engine
from firmware import cli
from firmware.bench import figures, glass, lengths, plays, report
from firmware.bench.figures import Effort, Figure, Law, interleaved, row
from firmware.bench.first_frame import first_frame
from firmware.bench.parts import InMemory, NullRig, prepared
from firmware.dealer import dealer
from firmware.errors import TavolinoError
from firmware.plays import snapshots
from firmware.plays.snapshots import EVERY
from firmware.plays.store import Store
from firmware.plays.versions import resume
from firmware.random_plays import answer
from firmware.settings import Settings
from hw import rams
from hw.events import Key
from hw.sim import kinds

pytestmark = pytest.mark.all

IDS = {
    "key_to_refresh_cpu_400x300",
    "key_to_refresh_cpu_296x128",
    "frame_draw",
    "spi_transactions_partial",
    "spi_bytes_partial",
    "partial_virtual_time",
    "partial_virtual_time_warm",
    "partial_virtual_time_asleep",
    *(f"highlight_{what}_{size}" for what in ("bytes", "virtual_time") for size in ("400x300", "296x128")),
    "key_to_led",
    "key_to_led_wall",
    "start_to_first_frame",
    "modules_not_loaded",
    "rss",
    "stored_input_pages",
    *(f"{name}_500_inputs_{key}" for name in ("undo", "resume", "why") for key in GAMES),
    "play_of_a_file",
    *(f"{name}_{key}" for name in ("plays_per_second", "inputs_per_second", "inputs_per_play") for key in GAMES),
}


@pytest.fixture(scope="module")
def long_plays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the plays of both lengths."""
    folder = tmp_path_factory.mktemp("lengths")
    lengths.long_plays(folder)
    return folder


@pytest.fixture(scope="module")
def measured(long_plays: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Figure]]:
    """Every figure, taken once, in the tests' own folder; Adafruit's driver does not pause."""
    from adafruit_epd import epd, ssd1680, ssd1683

    with pytest.MonkeyPatch.context() as patch:
        for module in (epd, ssd1680, ssd1683):
            patch.setattr(module, "time", SimpleNamespace(sleep=lambda _: None))
        patch.setattr(report, "DISK", tmp_path_factory.mktemp("disk"))
        patch.setattr(lengths, "long_plays", partial(copytree, long_plays, dirs_exist_ok=True))
        yield {figure.id: figure for figure in report.figures(Effort(keys=1, starts=1, operations=1, plays=1))}


# --- what is measured ---


def test_every_row_is_there(measured: dict[str, Figure]) -> None:
    """Each budget that can be measured on any machine has its row, and each row says what it is."""
    assert IDS == set(measured)
    assert all(figure.what and figure.ours >= 0 for figure in measured.values())


def test_a_partial_refresh_in_bytes(measured: dict[str, Figure]) -> None:
    """Both pictures go out in 36 transfers, waking included; the library needs one for each of as many bytes."""
    transactions, sent = measured["spi_transactions_partial"], measured["spi_bytes_partial"]

    assert (36, 30_034) == (transactions.ours, transactions.baseline)
    assert (30_037, 30_034) == (sent.ours, sent.baseline)
    assert transactions.ok


@pytest.mark.parametrize(
    ("name", "ours", "expected"),
    [
        ("partial_virtual_time_warm", 24 + 358, 24 + 360),
        ("partial_virtual_time", 24 + 96 + 358, 24 + 100 + 360),
        ("partial_virtual_time_asleep", 22 + 24 + 96 + 358, 24 + 100 + 360),
    ],
)
def test_a_partial_refresh_in_ms(name: str, ours: float, expected: float, measured: dict[str, Figure]) -> None:
    """From key to finished refresh the device adds to wire and panel what waking takes, and nothing else."""
    figure = measured[name]

    assert ours == pytest.approx(figure.ours, abs=0.1)
    assert expected == pytest.approx(figure.baseline)
    assert figure.ok


@pytest.mark.parametrize(
    ("size", "share", "ms"), [("400x300", 0.2, (358, 358 + 24)), ("296x128", 0.25, (362, 362 + 7.6))]
)
def test_a_highlight_that_moves(size: str, share: float, ms: tuple[float, float], measured: dict[str, Figure]) -> None:
    """Before 0x20 at most a fifth of both RAMs goes out, a quarter on the small panel, and the wire takes no more."""
    sent, taken = measured[f"highlight_bytes_{size}"], measured[f"highlight_virtual_time_{size}"]

    assert sent.baseline is not None
    assert 0 < sent.ours <= share * sent.baseline
    assert ms[0] < taken.ours < ms[0] + (ms[1] - ms[0]) * 1.2 * share
    assert sent.ok
    assert taken.ok


def test_a_highlight_that_takes_whole_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that writes all of both RAMs each time misses the budget."""
    monkeypatch.setattr(rams, "MOST", 0)

    assert [False, True] == [figure.ok for figure in glass.moves(tmp_path / "moves", Settings())]


def test_a_partial_refresh_that_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A panel, or a driver, that takes an eighth longer than the profile says misses the budget."""
    monkeypatch.setitem(kinds.TIMES, "ssd1683", replace(kinds.TIMES["ssd1683"], partial_s=0.42))
    found = {figure.id: figure.ok for figure in glass.on_the_chip(tmp_path) if "time" in figure.id}

    assert {
        "partial_virtual_time": False,
        "partial_virtual_time_warm": False,
        "partial_virtual_time_asleep": False,
    } == found


@pytest.mark.parametrize("name", ["modules_not_loaded", "stored_input_pages"])
def test_what_is_counted_is_kept(name: str, measured: dict[str, Figure]) -> None:
    """The device loads nothing that it has no use for, and an input is at most three pages."""
    assert measured[name].exact
    assert measured[name].ok


def test_an_input_writes_something(measured: dict[str, Figure]) -> None:
    """The pages of an input are really seen."""
    assert 1 <= measured["stored_input_pages"].ours


def test_times_are_compared_with_what_they_should_be(measured: dict[str, Figure]) -> None:
    """A key is compared with the library, a start with bare imports, a long play with a short one; all by ratio."""
    budgets = {figure.id: (figure.law, figure.budget) for figure in measured.values() if figure.baseline}

    assert (Law.TIMES_LESS, 25) == budgets["key_to_refresh_cpu_400x300"]
    assert (Law.TIMES_AT_MOST, 1.8) == budgets["start_to_first_frame"]
    for name in ("undo", "resume", "why"):
        for key in GAMES:
            assert (Law.TIMES_AT_MOST, 1.5) == budgets[f"{name}_500_inputs_{key}"]


# --- on what it is measured ---


def _kept(folder: Path, key: str, inputs: int) -> Play[Any]:
    with Store.open(folder / key / str(inputs)) as store:
        number = store.current()
        assert number is not None
        play = resume(load_engine(key), store.load(number), dealer("unused"))
        assert isinstance(play, Play)
        return play


@pytest.mark.parametrize("key", GAMES)
def test_two_lengths_of_one_play(key: str, long_plays: Path) -> None:
    """A play of 500 inputs and one of 50 come to the same table, by the same last answers, with many corrections."""
    long, brief = (_kept(long_plays, key, inputs) for inputs in (500, 50))

    assert (500, 50) == (long.n, brief.n)
    came_about = {name: getattr(long.state, name) for name in long.state.of_journal}
    assert long.state == replace(brief.state, **came_about)
    assert long.journal[-EVERY:] == brief.journal[-EVERY:]
    assert "correct" not in {entry.kind for entry in long.journal[-EVERY:]}
    assert 10 < len({str(entry.value) for entry in long.journal if entry.kind == "correct"})


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time by the entries that an engine applies."""
    apply, now = Engine.apply, count()
    clock = [next(now)]

    def counted(engine: Engine[Any], state: Any, entry: Any) -> Any:
        clock[0] = next(now)
        return apply(engine, state, entry)

    monkeypatch.setattr(Engine, "apply", counted)
    monkeypatch.setattr(lengths, "process_time", lambda: float(clock[0]))


def _of_lengths(folder: Path, work: Path) -> dict[str, bool]:
    copytree(folder / "wyrmspan", work / "wyrmspan")
    found = lengths.compared(work / "wyrmspan", "wyrmspan", 1)
    return {figure.id.partition("_")[0]: figure.ok for figure in found}


@pytest.mark.usefixtures("replayed")
def test_no_length_is_replayed(long_plays: Path, tmp_path: Path) -> None:
    """By what they replay, neither resume nor undo nor why costs more in a long play."""
    assert {"resume": True, "undo": True, "why": True} == _of_lengths(long_plays, tmp_path)


@pytest.mark.usefixtures("replayed")
def test_a_resume_that_replays_the_play(long_plays: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file without its snapshots misses the budget of a resume: it is read from the disk each time."""
    monkeypatch.setattr(snapshots, "fit", lambda *_: (0, 0))

    assert not _of_lengths(long_plays, tmp_path)["resume"]


@pytest.mark.usefixtures("replayed")
def test_an_undo_that_replays_the_play(long_plays: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a step is looked up from the start of the play, undo and why miss their budgets."""

    def from_the_start(play: Play[Any], n: int) -> Any:
        state = play.engine.decode(play.steps[0].snapshot or b"")
        return play._replayed(state, [entry for step in play.steps[1 : n + 1] for entry in step.entries]).state

    monkeypatch.setattr(Play, "state_at", from_the_start)
    monkeypatch.setattr(lengths, "PRESSES", 1)
    found = _of_lengths(long_plays, tmp_path)

    assert (False, False) == (found["undo"], found["why"])


def test_a_random_play_is_a_whole_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance does not end a play early; one that ends all too soon misses its budget."""
    monkeypatch.setattr(plays, "GAMES", ("burattino",))
    whole = list(plays.figures(Effort(keys=0, starts=0, operations=0, plays=3)))
    monkeypatch.setattr(plays, "reply", lambda play, chance: answer(play.screen.ask, chance))
    cut = list(plays.figures(Effort(keys=0, starts=0, operations=0, plays=3)))

    *_, long, _ = whole
    *_, short, _ = cut
    assert (True, False) == (long.ok, short.ok)
    assert long.exact


def test_a_key_goes_all_the_way(tmp_path: Path) -> None:
    """On parts that cost nothing, a press of Next is an input of the play, lights the LED, and starts a refresh."""
    with closing(NullRig(prepared(tmp_path / "data"), Settings())) as rig:
        lit: list[bool] = []
        assert rig.led is not None
        rig.led.changed = lit.append
        rig.settle()
        assert rig.session.play is not None
        screen, n, sent = rig.session.play.screen, rig.session.play.n, rig.panel.bus.bytes
        began, ended = rig.press(Key.NEXT)

        assert rig.panel.busy
        assert 30_000 < rig.panel.bus.bytes - sent
        assert screen != rig.session.play.screen
        assert n + 1 == rig.session.play.n
        assert [True] == lit
        assert began < ended

        rig.let_go(Key.NEXT)
        assert not rig.panel.busy
        assert rig.device.shown is not None
        assert rig.device.shown.layout.screen == rig.device.layout.screen


def test_a_store_in_memory_leaves_the_disk_alone(tmp_path: Path) -> None:
    """What is done with it is kept in it, and the folder stays as it was."""
    folder = prepared(tmp_path / "data")
    with closing(NullRig(folder, Settings(), InMemory.open)) as rig:
        rig.settle()
        before = rig.store.load(1).n
        rig.press(Key.NEXT)
        assert before + 1 == rig.store.load(1).n
        assert rig.store.kept

    with Store.open(folder) as store:
        assert before == store.load(1).n


def test_a_start_without_a_play_is_no_start(tmp_path: Path) -> None:
    """A device that did not come to the pending step of a play is not measured."""
    with pytest.raises(TavolinoError, match="did not send the pending step"):
        first_frame(tmp_path)


def test_measurements_are_interleaved() -> None:
    """Each is taken once before; then they are taken in turn, and the median of each is what counts."""
    taken: list[str] = []
    values = {"a": iter([9.0, 1.0, 3.0, 2.0]), "b": iter([9.0, 30.0, 10.0, 20.0])}

    def take(name: str) -> float:
        taken.append(name)
        return next(values[name])

    assert [2.0, 20.0] == list(interleaved(3, lambda: take("a"), lambda: take("b")))
    assert "ab" * 4 == "".join(taken)


# --- the verdict ---


def figure(
    law: Law, ours: float, budget: float | None, baseline: float | None = None, *, exact: bool = False
) -> Figure:
    """Return a figure."""
    return Figure(id="x", what="x", ours=ours, baseline=baseline, law=law, budget=budget, exact=exact)


@pytest.mark.parametrize(
    ("one", "ratio", "ok", "sound"),
    [
        (figure(Law.AT_MOST, 40, 40, exact=True), None, True, True),
        (figure(Law.AT_MOST, 41, 40, exact=True), None, False, False),
        (figure(Law.AT_MOST, 35, 40, 30_000, exact=True), 35 / 30_000, True, True),
        (figure(Law.AT_MOST, 99, 20), None, False, True),
        (figure(Law.AT_LEAST, 50, 50), None, True, True),
        (figure(Law.AT_LEAST, 49, 50), None, False, True),
        (figure(Law.TIMES_AT_MOST, 5, 2.5, 2), 2.5, True, True),
        (figure(Law.TIMES_AT_MOST, 10, 2.5, 2), 5.0, False, True),
        (figure(Law.TIMES_AT_MOST, 11, 2.5, 2), 5.5, False, False),
        (figure(Law.TIMES_AT_MOST, 3, 1.1, 2, exact=True), 1.5, False, False),
        (figure(Law.TIMES_LESS, 2, 25, 50), 25.0, True, True),
        (figure(Law.TIMES_LESS, 4, 25, 50), 12.5, False, True),
        (figure(Law.TIMES_LESS, 5, 25, 50), 10.0, False, False),
        (figure(Law.TIMES_LESS, 5, None, 50), 10.0, True, True),
    ],
)
def test_the_verdict_follows_from_the_numbers(one: Figure, ratio: float | None, ok: bool, sound: bool) -> None:
    """A budget is kept by the numbers; the short form is exact with counts, lenient with ratios, blind to times."""
    assert (ratio, ok, sound) == (one.ratio, one.ok, one.sound)
    assert ok is row(one).ok


def test_a_row_is_rounded() -> None:
    """A row has three digits behind the point."""
    found = row(figure(Law.TIMES_LESS, 3.00049, 25, 100.00051))

    assert (3.0, 100.001, 33.328, 25, True) == (found.ours, found.baseline, found.ratio, found.budget, found.ok)


# --- the command ---

KEPT = figure(Law.AT_MOST, 35, 40, 30_034, exact=True)
SLOW = figure(Law.TIMES_LESS, 4, 25, 50)
BROKEN = figure(Law.TIMES_LESS, 5, 25, 50)


@pytest.fixture
def efforts(monkeypatch: pytest.MonkeyPatch) -> list[Effort]:
    """How much the command wanted to be measured; what it gets is made up."""
    wanted: list[Effort] = []

    def made_up(effort: Effort) -> Iterator[Figure]:
        wanted.append(effort)
        yield from (KEPT, SLOW, BROKEN)

    monkeypatch.setattr(report, "figures", made_up)
    return wanted


def test_json(efforts: list[Effort], capsys: pytest.CaptureFixture[str]) -> None:
    """One object: the machine, and rows with exactly the fields that are promised."""
    assert 0 == cli.main(["bench", "--json"])

    found = json.loads(capsys.readouterr().out)
    assert ["machine", "rows"] == list(found)
    assert "Python" in found["machine"]
    assert {
        "id": "x",
        "what": "x",
        "ours": 35,
        "baseline": 30_034,
        "ratio": 0.001,
        "budget": 40,
        "ok": True,
    } == found["rows"][0]
    assert [True, False, False] == [one["ok"] for one in found["rows"]]
    assert [figures.FULL] == efforts


def test_the_table(efforts: list[Effort], capsys: pytest.CaptureFixture[str]) -> None:
    """Each row has its numbers, its budget and whether that is kept; the long form only tells."""
    assert 0 == cli.main(["bench"])

    lines = capsys.readouterr().out.splitlines()
    assert ["ours", "baseline", "ratio", "budget"] == lines[1].split()
    assert ["x", "35", "30034", "0.00", "≤", "40", "ok"] == lines[2].split()
    assert ["x", "4", "50", "12.50", "≥", "25", "×", "less", "missed"] == lines[4].split()
    assert [figures.FULL] == efforts


def test_the_short_form_fails(efforts: list[Effort], capsys: pytest.CaptureFixture[str]) -> None:
    """A budget missed by more than the margin makes exit code 1 and is named; one missed by less does not."""
    assert 1 == cli.main(["bench", "--short", "--json"])

    assert ["x missed its budget by far: x."] == capsys.readouterr().err.splitlines()
    assert [figures.SHORT] == efforts


def test_the_short_form_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only times and ratios within the margin are missed, the exit code is 0."""
    monkeypatch.setattr(report, "figures", lambda _: iter((KEPT, SLOW)))

    assert 0 == cli.main(["bench", "--short", "--json"])
