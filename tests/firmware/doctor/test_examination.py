"""The doctor: every defect is found, named and given a cure; nothing hangs or takes real time."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engines.kit.play import Play
from engines.registry import load_engine
from firmware import cli
from firmware.data_folder import DataFolder
from firmware.dealer import dealer
from firmware.device.builds import load
from firmware.doctor import checks, command, examination
from firmware.doctor.checks import Check
from firmware.doctor.installation import Installation, SimulatedInstallation
from firmware.doctor.panel_test import panel_test
from firmware.plays.store import Store
from hw import computer
from hw.build import Spi
from hw.computer import Access, Computer
from hw.errors import BusFailed
from hw.events import Edge, InputLine
from hw.sim.hand import mock_factory
from tests.firmware.doctor.faulty import Defect, FaultyInstallation
from tests.hw.panel_bench import is_asleep

SPI = Spi(bus=0, device=0, clock_hz=1_000_000)
GROUPS_CURE = "`sudo usermod -aG gpio,spi pi`"
GPIOD_CURE = "Install Tavolino again: it brings gpiod."
CHECK_NAMES = [
    "version", "settings", "SPI device", "GPIO chip", "groups", "libraries", "pin factory", "keys", "light", "panel",
    "font", "data folder", "store", "pace",
]  # fmt: skip
FINDINGS: dict[Defect, dict[str, tuple[str, str]]] = {
    Defect.BUSY_STUCK: {"panel": ("BUSY (GPIO 24) stays high after a reset", "busy on GPIO 24 (header 18)")},
    Defect.BUSY_ENDLESS: {"panel": ("BUSY does not fall", "Check the wire of BUSY")},
    Defect.BUSY_DEAD: {"panel": ("its BUSY did not rise", "Check its plug and the wire of BUSY.")},
    Defect.SPI_ERROR: {"panel": ("/dev/spidev0.0 did not take 1 bytes", "`sudo fuser -v /dev/spidev0.0`")},
    Defect.BROWN_OUT: {"panel": ("stopped in the middle of a refresh", "Check its supply and its plug.")},
    Defect.PIN_IN_USE: {"keys": ("GPIO 5, the Next button, is held by another", "`sudo systemctl stop tavolino`")},
    Defect.PANEL_PIN_IN_USE: {"panel": ("GPIO 25, the panel's data/command, is held", "choose another pin")},
    Defect.LED_IN_USE: {"light": ("GPIO 16, the LED, is held by another program", "choose another pin")},
    Defect.KEY_CLOSED: {"keys": ("the Next button is pressed", "the Next button on GPIO 5 (header 29)")},
    Defect.NO_SPI: {"SPI device": ("there is no /dev/spidev0.0", "`sudo raspi-config nonint do_spi 0`")},
    Defect.SPI_DENIED: {"SPI device": ("pi may not use", GROUPS_CURE), "groups": ("pi is not in spi", GROUPS_CURE)},
    Defect.NO_GPIO: {
        "GPIO chip": ("there is no /dev/gpiochip*", "`tavolino doctor --simulate`"),
        "pin factory": ("gpiozero has none (can not open gpiochip)", "the GPIO chip first"),
    },
    Defect.GPIO_DENIED: {
        "GPIO chip": ("pi may not use /dev/gpiochip*", "Log in again"),
        "groups": ("pi is not in gpio", "Log in again"),
        "pin factory": ("gpiozero has none", "the GPIO chip first"),
    },
    Defect.NO_GPIOD: {
        "libraries": ("gpiod cannot be found", GPIOD_CURE),
        "pin factory": ("none instead of GpiodFactory (No module named 'gpiod')", GPIOD_CURE),
    },
    Defect.NO_SPIDEV: {"libraries": ("spidev cannot be found", "`sudo apt install python3-spidev`")},
    Defect.OTHER_FACTORY: {"pin factory": ("MockFactory instead", "`unset GPIOZERO_PIN_FACTORY`")},
    Defect.NO_FONT: {"font": ("cannot open resource", "font-source-sans-pro==0.0.1")},
    Defect.NO_FOLDER: {
        "data folder": ("file is not a folder", "Rename it, or choose another folder with --data."),
        "store": ("nothing is kept", "`df -h "),
    },
    Defect.DAMAGED_STORE: {"store": ("0001-wyrmspan.jsonl cannot be read as", "It is mended now; run this again.")},
    Defect.SECOND: {"store": ("Another Tavolino runs on", "Stop it first")},
    Defect.BAD_SETTINGS: {"settings": ('panel cannot be "9.9"', "Correct it or take it out.")},
    Defect.PIN_TWICE: {"settings": ("GPIO 25 is given to the panel's data/command and to", "a pin of its own.")},
}
"""By defect and check: words of the finding and of the cure."""
each_defect = pytest.mark.parametrize("defect", Defect, ids=lambda defect: defect.value)
each_panel = pytest.mark.parametrize("panel", ["4.2", "4.2-big", "2.9"])


@pytest.fixture
def no_pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Yield the /dev folder of a computer without devices and pin libraries."""
    import gpiozero
    from gpiozero.pins import native

    def refuse() -> None:
        raise OSError("no pins")

    dev = tmp_path / "dev"
    dev.mkdir()
    monkeypatch.setattr(computer, "DEV", dev)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(native, "NativeFactory", refuse)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none")  # the choice below is undone after the test
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY")
    for library in ("gpiod", "RPi", "pigpio"):
        monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr(computer, "find_spec", lambda _: None)
    monkeypatch.setattr(computer, "own_environment", str)
    return dev


@contextmanager
def faulty(folder: Path, defect: Defect | None = None, panel: str | None = None) -> Iterator[FaultyInstallation]:
    """Yield a simulated installation with its own folder."""
    own = folder / f"{defect}-{panel}"
    own.mkdir()
    with closing(FaultyInstallation(own, panel, defect)) as installation:
        yield installation


def failed_checks(found: list[Check]) -> dict[str, Check]:
    """Return the failed checks, by name."""
    return {check.name: check for check in found if check.ok is False}


# --- what is found ---


@each_panel
def test_all_is_well(tmp_path: Path, panel: str) -> None:
    """Every check of a whole device passes; the panel was never misused and rests without voltage."""
    installation = SimulatedInstallation(DataFolder(tmp_path), panel)
    found = list(examination.examine(installation))

    assert [(name, True, "") for name in CHECK_NAMES] == [(check.name, check.ok, check.cure) for check in found]
    assert installation.sim is not None
    chip = installation.sim.chip
    assert ([], [False], True, False) == (
        chip.violations,
        [update.partial for update in chip.updates],
        is_asleep(chip),
        chip.voltage,
    )


def test_slow_full_refreshes(tmp_path: Path) -> None:
    """The doctor draws by the refresh of the settings, and expects its time."""
    installation = SimulatedInstallation(DataFolder(tmp_path), "2.9")
    (tmp_path / "settings.toml").write_text('full_refresh = "slow"')
    (panel,) = [check for check in examination.examine(installation) if check.name == "panel"]

    assert "3.25 s expected" in panel.found
    assert installation.sim is not None
    assert {0xF4} == {update.sequence for update in installation.sim.chip.updates}


def test_every_defect_has_its_test() -> None:
    """The table above has every defect."""
    assert set(Defect) == set(FINDINGS)


@each_defect
def test_a_defect_is_found_and_cured(defect: Defect, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code is 1; each check is one line; only the harmed checks are wrong, each with its cure."""
    with faulty(tmp_path, defect) as installation:
        assert 1 == command._print(examination.examine(installation))
    out, err = capsys.readouterr()
    told = {line[7:20].strip(): line for line in out.splitlines()}
    wrong = {name: line[20:] for name, line in told.items() if line.startswith("WRONG")}

    assert "" == err
    assert {"ok", "WRONG", "-"} >= {line.split()[0] for line in told.values()}
    assert list(FINDINGS[defect]) == list(wrong)
    for name, (words, cure) in FINDINGS[defect].items():
        assert 0 <= wrong[name].find(words) < wrong[name].find(cure)


def test_a_whole_device_has_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    """A whole device gives exit code 0, and each check is one line that begins with ok."""
    assert 0 == cli.main(["doctor", "--simulate"])
    assert ["ok"] * len(CHECK_NAMES) == [line.split()[0] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("defect", "needs"),
    [
        (Defect.NO_SPI, {"panel": "SPI device"}),
        (Defect.NO_SPIDEV, {"panel": "library spidev"}),
        (Defect.NO_FONT, {"panel": "font"}),
        (Defect.NO_GPIO, dict.fromkeys(("keys", "light", "panel"), "GPIO chip")),
        (Defect.NO_GPIOD, dict.fromkeys(("keys", "light", "panel"), "pin factory")),
        (Defect.BAD_SETTINGS, dict.fromkeys(("keys", "light", "panel"), "settings")),
    ],
)
def test_what_cannot_be_found_out_says_so(tmp_path: Path, defect: Defect, needs: dict[str, str]) -> None:
    """A check is skipped if it needs a failed one, and names that."""
    with faulty(tmp_path, defect) as installation:
        found = list(examination.examine(installation))

    assert [checks.skipped_check(name, what) for name, what in needs.items()] == [
        one for one in found if one.ok is None
    ]


def test_a_defect_of_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only or full disk has its own cure, a foreign folder another one."""
    good = examination.folder_check(tmp_path)
    missing = tmp_path / "missing"
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=3_000_000))
        too_full = examination.folder_check(tmp_path)
    monkeypatch.setattr(examination, "user_name", lambda: "pi")
    monkeypatch.setattr(os, "access", lambda *_: False)
    foreign, unmade = (examination.folder_check(folder) for folder in (tmp_path, missing))
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    bad = [examination.folder_check(tmp_path), foreign, too_full]
    cures = ["the card is worn", f"sudo install -d -m 700 -o pi {tmp_path}", "tavolino play delete N"]

    assert good.ok
    assert [f"pi cannot write in {tmp_path}", f"{missing} cannot be made"] == [foreign.found, unmade.found]
    for check, cure in zip(bad, cures, strict=True):
        assert not check.ok
        assert cure in check.cure


def test_a_check_is_a_line() -> None:
    """The first word of a line tells passed, failed and skipped checks apart."""
    found = [Check("disk", ok, "it is there", "" if ok else "Cure it.").line for ok in (True, False)]
    assert found == ["ok     disk         it is there", "WRONG  disk         it is there. Cure it."]
    assert checks.skipped_check("disk", "bus").line == "-      disk         not checked: it needs the bus"


def test_the_last_sentence_is_the_cure() -> None:
    """The last sentence of our errors is the cure; the others are the finding."""
    found = checks.failed_check("panel", BusFailed("It is busy. So it is. Wait a little."), "Then try again")
    assert ("It is busy. So it is", "Wait a little. Then try again.") == (found.found, found.cure)


def test_what_is_in_a_store(tmp_path: Path) -> None:
    """The check gives the number of plays and of the panel's refreshes."""
    found = []
    with Store(tmp_path) as store:
        store.count("refresh.full", 3)
        store.count("refresh.partial", 40)
        for _ in range(2):
            store.create(Play(load_engine("wyrmspan"), {}, dealer("1"), seed="1"))
            found.append(checks.store_check(tmp_path, store).found)
    assert found == [f"{plays}; refreshes of the panel: 40 partial, 3 full, 0 slow" for plays in ("1 play", "2 plays")]


def test_the_panel_of_the_command(tmp_path: Path) -> None:
    """The panel of the command line is examined, whatever the settings have."""
    found = {check.name: check for check in examination.examine(SimulatedInstallation(DataFolder(tmp_path), "2.9"))}
    assert found["settings"].found.startswith("2.9: ")


def test_what_could_not_be_found_out_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """Only failed checks give an exit code; everything is printed."""
    assert 0 == command._print(["pressed", checks.skipped_check("panel", "font")])
    assert ["pressed", checks.skipped_check("panel", "font").line] == capsys.readouterr().out.splitlines()


@pytest.mark.all
def test_without_the_font(tmp_path: Path) -> None:
    """Without the package of the typeface the doctor still runs, and gives the command that installs it."""
    code = (
        "import sys; sys.modules['font_source_sans_pro'] = None; from firmware import cli;"
        f"sys.exit(cli.main(['doctor', '--data', {str(tmp_path)!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (1, "") == (done.returncode, done.stderr)
    [line] = [line for line in done.stdout.splitlines() if line[7:20].strip() == "font"]
    assert line.startswith("WRONG")
    assert line.endswith("`python3 -m pip install --force-reinstall font-source-sans-pro==0.0.1`.")


def test_a_factory_that_failed_though_gpiod_is_there() -> None:
    """The finding has the reason, and the cure is to install again."""
    found = failed_checks(list(checks.computer_checks(Computer(factory="", factory_error="Permission denied"), SPI)))

    assert ["pin factory"] == list(found)
    assert "(Permission denied)" in found["pin factory"].found
    assert found["pin factory"].cure == GPIOD_CURE


def test_in_an_environment_libraries_come_by_pip() -> None:
    """An environment without the system's packages gets commands of pip, not of apt."""
    bare = Computer(missing=("gpiod", "spidev"), factory="", factory_error="No module named 'gpiod'")
    found = failed_checks(list(checks.computer_checks(replace(bare, environment="/home/eva/venv"), SPI)))

    assert {
        "libraries": "Install with `sudo apt install gcc python3-dev && "
        "/home/eva/venv/bin/python -m pip install gpiod spidev`.",
        "pin factory": "Install with `/home/eva/venv/bin/python -m pip install gpiod`.",
    } == {name: check.cure for name, check in found.items()}


# --- a computer without pins ---


@pytest.mark.usefixtures("no_pi")
def test_without_a_pi(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The plain doctor names the missing parts and their cures, and changes nothing."""
    assert 1 == cli.main(["doctor", "--data", str(tmp_path / "data")])
    out, err = capsys.readouterr()

    assert "" == err
    assert "there is no /dev/spidev0.0. Switch SPI on with `sudo raspi-config nonint do_spi 0`" in out
    assert "there is no /dev/gpiochip*" in out
    assert "gpiod and spidev cannot be found" in out
    assert GPIOD_CURE in out
    assert 3 == out.count("not checked: it needs the GPIO chip")
    assert {"settings", "font", "data folder", "store"} <= {
        line[7:20].strip() for line in out.splitlines() if line.startswith("ok")
    }


@pytest.mark.parametrize("what", ["--keys", "--panel-test"])
@pytest.mark.usefixtures("no_pi")
def test_nothing_is_opened_without_a_pi(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands that need the parts report why there are none, and end."""
    assert 1 == cli.main(["doctor", what, "--data", str(tmp_path)])
    out = capsys.readouterr().out

    assert "WRONG  GPIO chip" in out
    assert "pressed" not in out


def test_a_user_without_groups() -> None:
    """The cure names the user."""
    found = Computer("eva", groups=("eva",), login_groups=(), spi=Access.DENIED, chip=Access.DENIED, factory="")
    groups = failed_checks(list(checks.computer_checks(found, SPI)))["groups"]

    assert "eva is not in gpio and spi" == groups.found
    assert "`sudo usermod -aG gpio,spi eva`" in groups.cure


def test_root_needs_no_groups() -> None:
    """Root is not told to join groups, even if devices are missing."""
    found = Computer("root", root=True, groups=("root",), login_groups=(), spi=Access.MISSING)

    assert ["SPI device"] == list(failed_checks(list(checks.computer_checks(found, SPI))))


def test_the_computer_is_looked_at(no_pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reports existing devices and this user's access, the libraries, and why our factory is not used."""
    nothing = computer.inspect(SPI)
    for name in ("spidev0.0", "gpiochip0"):
        (no_pi / name).touch()
    there = computer.inspect(SPI)
    monkeypatch.setattr(os, "access", lambda *_: False)
    denied = computer.inspect(SPI)

    assert [(Access.MISSING,) * 2, (Access.OPEN,) * 2, (Access.DENIED,) * 2] == [
        (one.spi, one.chip) for one in (nothing, there, denied)
    ]
    assert (("gpiod", "spidev"), "") == (nothing.missing, nothing.factory)
    assert "gpiod" in nothing.factory_error
    assert (computer.user_name(), os.geteuid() == 0) == (nothing.user, nothing.root)


@pytest.mark.usefixtures("no_pi")
def test_a_factory_by_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable GPIOZERO_PIN_FACTORY is obeyed; its result is reported, and nothing is raised."""
    import gpiozero

    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    mock = computer.inspect(SPI)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nosuch")
    none = computer.inspect(SPI)

    assert ("MockFactory", "") == (mock.factory, mock.factory_error)
    assert ("", "Unable to find pin factory 'nosuch'") == (none.factory, none.factory_error)


def test_a_user_and_a_group_without_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their numbers are used instead, as in a container."""

    def unknown(_: int) -> Any:
        raise KeyError

    monkeypatch.setattr("pwd.getpwuid", unknown)
    monkeypatch.setattr("grp.getgrgid", unknown)

    assert (str(os.geteuid()), "7") == (computer.user_name(), computer._group_name(7))


# --- keys ---


def key_words(installation: FaultyInstallation, limit: int = 0) -> list[Any]:
    """Return the doctor's words about keys until the hand presses Ctrl-C, or until the limit."""
    told: list[Any] = []
    with suppress(KeyboardInterrupt):
        for one in examination.watch_keys(installation, limit):
            told.append(one)  # noqa: PERF402 - the lines before the interrupt count
    return told


def test_keys_are_told(tmp_path: Path) -> None:
    """The simulated hand uses everything once; a bouncing press is one press, and a hold is none."""
    assert [
        "next pressed",
        "back pressed, let go after 0.08 s",
        "push pressed, let go after 0.08 s",
        "back held",
        "push held",
        "turned right",
        "turned left",
    ] == key_words(FaultyInstallation(tmp_path))


def test_four_keys_are_told(tmp_path: Path) -> None:
    """▲ and ▼ are named, alone and together; for the left hand all four swap."""
    folder = DataFolder(tmp_path)
    folder.settings.change(hardware={"keys": {"set": "four"}})
    told = ["▲ and ▼ pressed, let go after 0.08 s", "back held", "▲ and ▼ held", "▼ pressed", "▲ pressed"]

    assert ["next pressed", "back pressed, let go after 0.08 s", *told] == key_words(FaultyInstallation(tmp_path))

    folder.settings.change(hand="left")

    assert ["back pressed", "next pressed"] == [line[:12] for line in key_words(FaultyInstallation(tmp_path))[:2]]
    assert ["▲ pressed", "▼ pressed"] == key_words(FaultyInstallation(tmp_path))[-2:]


def test_keys_for_the_left_hand(tmp_path: Path) -> None:
    """Next and Back are swapped, and a hold has the chosen length."""
    DataFolder(tmp_path).settings.change(hand="left", hold="long")
    told = key_words(FaultyInstallation(tmp_path))
    assert ["back pressed, let go after 0.08 s", "next pressed", "push pressed, let go after 0.08 s"] == told[:3]
    assert not [line for line in told if "held" in line]


def test_a_build_without_pins(tmp_path: Path) -> None:
    """For a build with USB keys, watching keys and the panel test end with an explanation."""
    DataFolder(tmp_path).settings.change(hardware={"keys": {"set": "usb"}})
    assert [examination.NO_PINS] == key_words(FaultyInstallation(tmp_path))
    assert [examination.NO_PINS] == list(panel_test(FaultyInstallation(tmp_path)))


def test_so_many_keys(tmp_path: Path) -> None:
    """After N events it ends."""
    assert 2 == len(list(examination.watch_keys(FaultyInstallation(tmp_path), 2)))


def test_keys_that_cannot_be_opened(tmp_path: Path) -> None:
    """The pin and its holder are named; faults of the panel do not matter."""
    with faulty(tmp_path, Defect.PIN_IN_USE) as installation:
        (check,) = examination.watch_keys(installation, 0)

    assert isinstance(check, Check)
    assert "GPIO 5, the Next button" in check.found
    with faulty(tmp_path, Defect.NO_SPI) as installation:
        assert 7 == len(key_words(installation))


def test_an_interrupt_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends it without a fault."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(examination, "watch_keys", interrupt)

    assert 0 == cli.main(["doctor", "--keys", "--data", str(tmp_path)])
    assert ("", "") == capsys.readouterr()


def test_the_parts_of_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a simulation, gpiozero's own factory and the kernel's bus are opened."""
    import gpiozero

    monkeypatch.setattr(gpiozero.Device, "pin_factory", mock_factory())
    monkeypatch.setitem(sys.modules, "spidev", None)
    installation, build = Installation(DataFolder(tmp_path)), load("4.2")
    with closing(installation.inputs(build, lambda _: None)) as inputs, closing(installation.lights(build)) as lights:
        assert (False, True) == (inputs.level(InputLine.NEXT), lights.present)
    with pytest.raises(BusFailed, match="The Python library spidev is missing"):
        installation.panel(build)


def test_edges_of_real_keys_are_waited_for(tmp_path: Path) -> None:
    """A waiting edge is returned; otherwise it waits until the given time."""
    installation, edges = Installation(DataFolder(tmp_path)), SimpleQueue[Edge]()
    edges.put(Edge(0.0, InputLine.NEXT, level=True))

    assert Edge(0.0, InputLine.NEXT, level=True) == installation.next_edge(edges, None)
    assert None is installation.next_edge(edges, installation.clock.now())


# --- usage ---


def test_a_simulation_has_the_settings_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only the settings of the folder are read, and nothing is written."""
    settings = tmp_path / "settings.toml"
    settings.write_text('panel = "3.7"\n[hardware.panel]\ntitle = 1\n')
    assert 1 == cli.main(["doctor", "--simulate", "--data", str(tmp_path)])
    assert "title" in capsys.readouterr().out

    settings.write_text('panel = "3.7"\n')
    assert 0 == cli.main(["doctor", "--simulate", "--data", str(tmp_path)])
    assert "3.7: 3.7 inch panel, UC8253" in capsys.readouterr().out
    assert [settings] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments", [["--keys", "--panel-test"], ["--simulate", "--speed"], ["--keys", "x"], ["--keys", "-1"]]
)
def test_a_wrong_command_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Only one action at a time is allowed."""
    assert 2 == cli.main(["doctor", *arguments])
    assert "`tavolino doctor --help` says more." in capsys.readouterr().err
