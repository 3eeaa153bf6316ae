"""The bench: its figures, and the verdict from their numbers. Counts are asserted here, times never."""

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

from engines.kit.engine import Engine
from engines.kit.play import Play
from engines.kit.versions import resume
from engines.registry import GAMES, load_engine
from firmware.bots.files import SHIPPED
from firmware.dealer import dealer
from firmware.plays import snapshots
from firmware.plays.snapshots import SNAPSHOT_INTERVAL
from firmware.plays.store import Store
from firmware.settings.settings import Settings
from hw import rams
from hw.build import PanelBuild
from hw.events import Key
from hw.sim.kinds import ChipKind, kind_of
from tests.bench import __main__ as bench
from tests.bench import boards, bots, first_frame, glass, lengths
from tests.bench.device import NullRig, make_data_folder
from tests.bench.figures import FULL_ROUNDS, SHORT_ROUNDS, Figure, interleaved

pytestmark = pytest.mark.all

IDS = {
    "key_to_refresh",
    "transfers",
    *(f"key_to_partial{pause}" for pause in ("", "_warm", "_asleep")),
    *(f"highlight_bytes_{size}" for size in ("400x300", "296x128")),
    "key_to_led",
    "start_to_first_frame",
    "unused_modules",
    "memory",
    "stored_input_pages",
    *(f"{name}_500_inputs_{key}" for name in ("undo", "resume", "why") for key in GAMES),
    "play_of_a_file",
}


@pytest.fixture(scope="module")
def long_plays(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the plays of both lengths."""
    folder = tmp_path_factory.mktemp("lengths")
    lengths.long_plays(folder)
    return folder


@pytest.fixture(scope="module")
def all_figures(long_plays: Path) -> Iterator[dict[str, Figure]]:
    """Yield every figure, measured once; Adafruit's driver does not pause."""
    from adafruit_epd import epd, ssd1680, ssd1683, uc8179, uc8253

    with pytest.MonkeyPatch.context() as patch:
        for module in (epd, ssd1680, ssd1683, uc8179, uc8253):
            patch.setattr(module, "time", SimpleNamespace(sleep=lambda _: None))
        patch.setattr(lengths, "long_plays", partial(copytree, long_plays, dirs_exist_ok=True))
        yield {figure.id: figure for figure in bench.figures(1)}


# --- what is measured ---


def test_every_row_is_there(all_figures: dict[str, Figure]) -> None:
    """Each budget that any machine can measure has its row, and each row has a description."""
    assert IDS == set(all_figures)
    assert all(figure.what and figure.ours >= 0 for figure in all_figures.values())


def test_the_transfers_of_a_partial_refresh(all_figures: dict[str, Figure]) -> None:
    """Both pictures are sent in 36 transfers, including the wake-up."""
    transfers = all_figures["transfers"]

    assert 36 == transfers.ours
    assert transfers.ok


@pytest.mark.parametrize(
    ("name", "ours", "expected"),
    [
        ("key_to_partial_warm", 10.4 + 360, 24 + 360),
        ("key_to_partial", 24 + 100 + 360, 24 + 100 + 360),
        ("key_to_partial_asleep", 22 + 24 + 100 + 360, 24 + 100 + 360),
    ],
)
def test_a_partial_refresh_in_ms(name: str, ours: float, expected: float, all_figures: dict[str, Figure]) -> None:
    """From key to finished refresh the device adds only the wake-up to the times of wire and panel."""
    figure = all_figures[name]

    assert ours == pytest.approx(figure.ours, abs=0.1)
    assert expected == pytest.approx(figure.baseline)
    assert figure.ok


@pytest.mark.parametrize(("size", "share"), [("400x300", 0.2), ("296x128", 0.25)])
def test_a_highlight_that_moves(size: str, share: float, all_figures: dict[str, Figure]) -> None:
    """Before 0x20 at most a fifth of both RAMs is sent, a quarter on the small panel."""
    sent = all_figures[f"highlight_bytes_{size}"]

    assert 0 < sent.value <= share == sent.budget


def test_a_highlight_that_takes_whole_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that writes both RAMs whole each time misses the budget."""
    monkeypatch.setattr(rams.Rams, "sync_planes", lambda self: setattr(self, "_previous", None))

    assert not glass.highlight_bytes(tmp_path / "moves", Settings(), 0.2).ok


def test_a_partial_refresh_that_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A panel or driver that takes an eighth longer than the profile misses the budget."""

    def slow(build: PanelBuild, **batch: Any) -> ChipKind:
        return kind_of(replace(build, times=replace(build.times, partial_s=0.42)), **batch)

    monkeypatch.setattr("hw.sim.epd.kind_of", slow)
    verdicts = {figure.id: figure.ok for figure in glass.partial_refreshes(tmp_path, Settings()) if "key" in figure.id}

    assert {
        "key_to_partial": False,
        "key_to_partial_warm": False,
        "key_to_partial_asleep": False,
    } == verdicts


@pytest.mark.parametrize("name", ["unused_modules", "stored_input_pages"])
def test_counts_are_within_their_budgets(name: str, all_figures: dict[str, Figure]) -> None:
    """The device loads only modules that it needs, and an input writes at most three pages."""
    assert all_figures[name].exact
    assert all_figures[name].ok


def test_an_input_writes_something(all_figures: dict[str, Figure]) -> None:
    """The pages of an input are really counted."""
    assert 1 <= all_figures["stored_input_pages"].ours


def test_times_are_compared_with_what_they_should_be(all_figures: dict[str, Figure]) -> None:
    """By ratio: a key compared with the library, a start with bare imports, a long play with a short one."""
    budgets = {figure.id: figure.budget for figure in all_figures.values() if figure.baseline and not figure.exact}

    assert {
        "key_to_refresh": 1 / 25,
        "start_to_first_frame": 1.8,
        "play_of_a_file": 3,
        **{f"{name}_500_inputs_{key}": 1.5 for name in ("undo", "resume", "why") for key in GAMES},
    } == budgets


# --- on what it is measured ---


def _stored_play(folder: Path, key: str, inputs: int) -> Play[Any]:
    with Store(folder / key / str(inputs)) as store:
        number = store.current()
        assert number is not None
        play = resume(load_engine(key), store.load(number), dealer("unused"))
        assert isinstance(play, Play)
        return play


@pytest.mark.parametrize("key", GAMES)
def test_two_lengths_of_one_play(key: str, long_plays: Path) -> None:
    """A play of 500 inputs and one of 50 reach the same table by the same last answers, with many corrections."""
    long, brief = (_stored_play(long_plays, key, inputs) for inputs in (500, 50))

    assert (500, 50) == (long.n, brief.n)
    journal_fields = {name: getattr(long.state, name) for name in long.state.JOURNAL_FIELDS}
    assert long.state == replace(brief.state, **journal_fields)
    assert long.journal[-SNAPSHOT_INTERVAL:] == brief.journal[-SNAPSHOT_INTERVAL:]
    assert "correct" not in {entry.kind for entry in long.journal[-SNAPSHOT_INTERVAL:]}
    assert 10 < len({str(entry.value) for entry in long.journal if entry.kind == "correct"})


@pytest.fixture
def count_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the time by the number of entries that an engine applies."""
    apply, now = Engine.apply, count()
    clock = [next(now)]

    def counted(engine: Engine[Any], state: Any, entry: Any) -> Any:
        clock[0] = next(now)
        return apply(engine, state, entry)

    monkeypatch.setattr(Engine, "apply", counted)
    monkeypatch.setattr(lengths, "process_time", lambda: float(clock[0]))


def _verdicts(folder: Path, work: Path) -> dict[str, bool]:
    copytree(folder / "wyrmspan", work / "wyrmspan")
    found = lengths.compare(work / "wyrmspan", "wyrmspan", 1)
    return {figure.id.partition("_")[0]: figure.ok for figure in found}


@pytest.mark.usefixtures("count_replays")
def test_no_length_is_replayed(long_plays: Path, tmp_path: Path) -> None:
    """Counted by replayed entries, resume, undo and why cost the same in a long play."""
    assert {"resume": True, "undo": True, "why": True} == _verdicts(long_plays, tmp_path)


@pytest.mark.usefixtures("count_replays")
def test_a_resume_that_replays_the_play(long_plays: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file without its snapshots misses the budget of a resume, which reads from the disk each time."""
    monkeypatch.setattr(snapshots, "load", lambda *_: None)

    assert not _verdicts(long_plays, tmp_path)["resume"]


@pytest.mark.usefixtures("count_replays")
def test_an_undo_that_replays_the_play(long_plays: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If steps are replayed from the start of the play, undo and why miss their budgets."""

    def from_the_start(play: Play[Any], n: int) -> Any:
        state = play.engine.decode(play.steps[0].snapshot or b"")
        return play._replay(state, [entry for step in play.steps[1 : n + 1] for entry in step.entries]).state

    monkeypatch.setattr(Play, "state_at", from_the_start)
    monkeypatch.setattr(lengths, "OPERATIONS", 1)
    found = _verdicts(long_plays, tmp_path)

    assert (False, False) == (found["undo"], found["why"])


def test_a_key_goes_all_the_way(tmp_path: Path) -> None:
    """On parts that cost nothing, a press of Next is an input, lights the LED, and starts a refresh."""
    with closing(NullRig(make_data_folder(tmp_path / "data"), Settings())) as rig:
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
        assert rig.device.glass.shown is not None
        assert rig.device.glass.shown.layout.screen == rig.device.frames.layout.screen


def test_a_start_without_a_play_is_no_start(tmp_path: Path) -> None:
    """A device without the pending step of a play is not measured."""
    with pytest.raises(SystemExit, match="did not send the pending step"):
        first_frame.main(tmp_path)


def test_measurements_are_interleaved() -> None:
    """Each measurement is taken once before; then they are taken in turn, and the medians count."""
    taken: list[str] = []
    values = {"a": iter([9.0, 1.0, 3.0, 2.0]), "b": iter([9.0, 30.0, 10.0, 20.0])}

    def take(name: str) -> float:
        taken.append(name)
        return next(values[name])

    assert [2.0, 20.0] == list(interleaved(3, lambda: take("a"), lambda: take("b")))
    assert "ab" * 4 == "".join(taken)


@pytest.mark.parametrize("panel", ["3.7", "4.26-hat"])
def test_the_figures_of_a_board(panel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key is compared with Adafruit's class, or with whole frames; transfers and memory are measured, too."""
    from adafruit_epd import epd, uc8253

    for module in (epd, uc8253):
        monkeypatch.setattr(module, "time", SimpleNamespace(sleep=lambda _: None))
    figures = {figure.id.removesuffix(f"_{panel}"): figure for figure in boards.board_figures(tmp_path, panel, 1)}
    names = {"key_to_refresh", "transfers", "key_to_partial", "key_to_partial_warm", "key_to_partial_asleep", "memory"}

    assert names < set(figures)
    assert all(figure.ok for figure in figures.values() if figure.exact)
    assert ("Adafruit" in figures["key_to_refresh"].what) == (panel == "3.7")


# --- the verdict ---


def figure(ours: float, budget: float, baseline: float | None = None, *, exact: bool = False) -> Figure:
    """Return a figure."""
    return Figure(id="x", what="what it is", ours=ours, baseline=baseline, budget=budget, exact=exact)


@pytest.mark.parametrize(
    ("one", "value", "ok", "acceptable"),
    [
        (figure(40, 40, exact=True), 40, True, True),
        (figure(41, 40, exact=True), 41, False, False),
        (figure(99, 20), 99, False, True),
        (figure(5, 2.5, 2), 2.5, True, True),
        (figure(10, 2.5, 2), 5.0, False, True),
        (figure(11, 2.5, 2), 5.5, False, False),
        (figure(3, 1.1, 2, exact=True), 1.5, False, False),
    ],
)
def test_the_verdict_follows_from_the_numbers(one: Figure, value: float, ok: bool, acceptable: bool) -> None:
    """The full form is strict; the short form is exact with counts, lenient with ratios, and ignores times."""
    assert (value, ok, acceptable) == (one.value, one.ok, one.acceptable)


# --- the command ---

KEPT, SLOW, BROKEN = figure(35, 40, exact=True), figure(20, 0.125, 100), figure(30, 0.125, 100)


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the rounds that the command requests; its figures are invented."""
    wanted: list[int] = []

    def invented(rounds: int) -> Iterator[Figure]:
        wanted.append(rounds)
        yield from (KEPT, SLOW, BROKEN)

    monkeypatch.setattr(bench, "figures", invented)
    return wanted


def test_the_table(rounds: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    """Each row has its numbers, its budget and the verdict; the full form only reports."""
    assert 0 == bench.main([])

    lines = capsys.readouterr().out.splitlines()
    assert ["ours", "baseline", "ratio", "budget"] == lines[1].split()
    assert ["x", "35", "≤", "40", "ok"] == lines[2].split()
    assert "what it is" == lines[3].strip()
    assert ["x", "20", "100", "0.20", "≤", "0.125", "×", "missed"] == lines[4].split()
    assert [FULL_ROUNDS] == rounds


def test_the_short_form_fails(rounds: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    """A budget missed by more than the margin gives exit code 1 and is named; a smaller miss does not."""
    assert 1 == bench.main(["--short"])

    assert ["x missed its budget by far: what it is."] == capsys.readouterr().err.splitlines()
    assert [SHORT_ROUNDS] == rounds


def test_the_short_form_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """If only times and ratios within the margin miss, the exit code is 0."""
    monkeypatch.setattr(bench, "figures", lambda _: iter((KEPT, SLOW)))

    assert 0 == bench.main(["--short"])


def test_the_cost_of_a_bot_in_a_file(tmp_path: Path) -> None:
    """Its check, its plays, its start and its memory are measured, and each has a column."""
    path = SHIPPED / "praga.toml"
    cost = bots.measure(path, tmp_path / "praga", 2, plays=2)
    assert (cost.key, cost.lines, cost.wrong) == ("praga", path.read_bytes().count(b"\n"), "")
    assert cost.inputs > 10
    assert all(n > 0 for n in (cost.load_ms, cost.play_ms, cost.check_s, cost.start_ratio, cost.rss_mib))
    assert len(bots.row(cost)) == len(bots.HEADER)
