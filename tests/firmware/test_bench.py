"""The bench measures what it says, and its verdict follows from its numbers. Counts are asserted here, times never."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from engines.registry import GAMES
from firmware import cli
from firmware.bench import figures, plays, report, start
from firmware.bench.figures import Effort, Figure, Law, interleaved, row
from firmware.bench.parts import InMemory, NullRig, prepared
from firmware.errors import TavolinoError
from firmware.settings import Settings
from firmware.store import Store
from hw.events import Key

IDS = {
    "key_to_refresh_cpu_400x300",
    "key_to_refresh_cpu_296x128",
    "frame_draw",
    "spi_transactions_partial",
    "spi_bytes_partial",
    "partial_virtual_time",
    "partial_virtual_time_warm",
    "key_to_led",
    "key_to_led_wall",
    "start_to_first_frame",
    "modules_not_loaded",
    "rss",
    "undo_500_inputs",
    "resume_500_inputs",
    "why_500_inputs",
    "stored_input_pages",
    *(f"plays_per_second_{key}" for key in GAMES),
}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Figure]]:
    """Every figure, taken once, in the tests' own folder; Adafruit's driver does not pause."""
    from adafruit_epd import epd, ssd1680, ssd1683

    with pytest.MonkeyPatch.context() as patch:
        for module in (epd, ssd1680, ssd1683):
            patch.setattr(module, "time", SimpleNamespace(sleep=lambda _: None))
        patch.setattr(report, "DISK", tmp_path_factory.mktemp("disk"))
        yield {figure.id: figure for figure in report.figures(Effort(keys=1, starts=1, operations=1, plays=1))}


# --- what is measured ---


def test_every_row_is_there(measured: dict[str, Figure]) -> None:
    """Each budget that can be measured on any machine has its row, and each row says what it is."""
    assert IDS == set(measured)
    assert all(figure.what and figure.ours >= 0 for figure in measured.values())


def test_a_partial_refresh_in_bytes(measured: dict[str, Figure]) -> None:
    """Both pictures go out in 35 transfers; the library needs one for each of as many bytes."""
    transactions, sent = measured["spi_transactions_partial"], measured["spi_bytes_partial"]

    assert (35, 30_034) == (transactions.ours, transactions.baseline)
    assert (30_036, 30_034) == (sent.ours, sent.baseline)
    assert transactions.ok


@pytest.mark.parametrize("name", ["partial_virtual_time", "partial_virtual_time_warm"])
def test_a_partial_refresh_in_seconds(name: str, measured: dict[str, Figure]) -> None:
    """From key to finished refresh the device adds nothing to what wire and panel take, to a tenth of a percent."""
    assert 1.0 == pytest.approx(measured[name].ratio, abs=0.001)


def test_the_voltage_makes_the_difference(measured: dict[str, Figure]) -> None:
    """A key soon after another need not wait for the panel's voltage, 0.1 s."""
    cold, warm = measured["partial_virtual_time"], measured["partial_virtual_time_warm"]

    assert 100 == pytest.approx(cold.ours - warm.ours)


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
    assert (Law.TIMES_AT_MOST, 2.5) == budgets["start_to_first_frame"]
    for name in ("undo", "resume", "why"):
        assert (Law.TIMES_AT_MOST, 1.5) == budgets[f"{name}_500_inputs"]


# --- on what it is measured ---


def test_long_plays_are_as_long_as_they_say(tmp_path: Path) -> None:
    """There is a play of 500 inputs and one of 50, both with operations that are not packed yet."""
    plays.long_plays(tmp_path)

    for inputs in (plays.LONG, plays.BRIEF):
        with Store.open(tmp_path / str(inputs)) as store:
            number = store.current()
            assert number is not None
            assert inputs == store.load(number).n
            assert 0 < store._heads[number].seq - store._heads[number].packed == plays.SINCE


def test_a_key_goes_all_the_way(tmp_path: Path) -> None:
    """On parts that cost nothing, a press of Next is an input of the play, lights the LED, and starts a refresh."""
    with closing(NullRig(prepared(tmp_path / "data"), Settings())) as rig:
        lit: list[bool] = []
        assert rig.led is not None
        rig.led.changed = lit.append
        rig.settle()
        assert rig.desk.play is not None
        screen, sent = rig.desk.play.screen, rig.panel.bus.bytes
        began, ended = rig.press(Key.NEXT)

        assert rig.panel.busy
        assert 30_000 < rig.panel.bus.bytes - sent
        assert screen != rig.desk.play.screen
        assert 1 == rig.desk.play.n
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
        rig.press(Key.NEXT)
        assert 1 == rig.store.load(1).n
        assert rig.store.kept

    with Store.open(folder) as store:
        assert 0 == store.load(1).n


def test_a_start_without_a_play_is_no_start(tmp_path: Path) -> None:
    """A device that did not come to the pending step of a play is not measured."""
    with pytest.raises(TavolinoError, match="did not send the pending step"):
        start.first_frame(tmp_path)


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
