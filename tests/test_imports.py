"""Allowed imports between modules, as the design draws them, and the size of a module."""

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[1]
STANDARD = sys.stdlib_module_names
OURS = ("engines", "display", "hw", "firmware")


class Import(Struct, frozen=True):
    """A module that is imported: its full name, and whether only inside a function, or for types."""

    name: str
    late: bool

    @property
    def package(self) -> str:
        """The top of its name."""
        return self.name.partition(".")[0]


MODULES = sorted(path for folder in OURS for path in (ROOT / folder).rglob("*.py"))

ALLOWED = {
    "engines": {"engines", "transitions", "msgspec"},
    "display": {"display", "engines", "PIL", "msgspec"},
    "hw": {"hw", "msgspec", "PIL"},
    "firmware": {"engines", "display", "hw", "firmware", "msgspec", "PIL"},
}
"""Packages that each folder may import besides the standard library."""
LATE = {
    "engines": set[str](),
    "display": set[str](),
    "hw": {"gpiozero", "gpiod", "spidev", "libevdev", "adafruit_epd", "digitalio"},  # digitalio comes with the driver
    "firmware": {"segno", "starlette", "uvicorn", "websockets", "rich", "tomli_w", "transitions"},
}
"""Packages that each folder may import inside functions only, so that they are loaded when needed."""
COMMANDS = {"__main__.py", "cli.py", "command.py", "server.py"}
"""Modules of a command line, which import what the command needs."""
LATE_MODULES = {
    "difflib",
    "digitalio",
    "engines.botfile",
    "engines.botfile.words",
    "firmware.bots.files",
    "firmware.decks.files",
    "firmware.device.usb",
    "firmware.files.exchange",
    "firmware.settings.from_card",
    "firmware.history.figures",
    "firmware.history.records",
    "firmware.settings.preferences",
    "firmware.views.bots",
    "firmware.views.decks",
    "firmware.views.files",
    "firmware.views.first_start",
    "firmware.views.history",
    "firmware.views.kept_plays",
    "firmware.views.new_play",
    "firmware.views.pause",
    "firmware.views.report",
    "firmware.views.settings",
    "firmware.views.usb_keys",
    "gpiozero",
    "gpiozero.pins.mock",
    "hashlib",
    "hw.driver",
    "hw.rams",
    "hw.sim.chip",
    "hw.sim.epd",
    "hw.sim.hand",
    "hw.sim.wires",
    "hw.usb",
    "importlib.metadata",
    "libevdev",
    "segno",
    "socket",
    "spidev",
    "starlette.types",
    "tomli_w",
}
"""Modules that the device imports inside functions only, so that its start does not load them."""
HW_EARLY = {"gpiozero": "the pins are gpiozero devices, whatever stands behind them"}
DRIVERS = {"hw.driver", "hw.ssd16xx", "hw.uc81xx", "hw.rams", "hw.gpiod_pins", "firmware.emulators.web.server"}
"""The modules that load a library of drivers or of servers: others import them inside a function only, or gpiozero."""
VOCABULARY = {"engines.kit.contract", "engines.kit.drawings", "engines.kit.emblem", "engines.kit.text"}
"""What `display` knows of engines: the words of screens, and the emblems of games."""
CHANCE = {"random", "secrets", "time", "datetime", "os", "socket", "threading", "asyncio", "subprocess"}
"""Modules that no engine may import, because a bot is pure."""
MAX_MODULE_LINES = 600
"""Lines of a module, at most."""
IMPORT = re.compile(r"^( *)(?:from ([\w.]+) import (\([^)]*\)|.*)|import (.+))$", re.MULTILINE)
"""Imports are searched for: parsing all modules takes thirty times as long. No other line begins like this."""
LAZY_VIEW = re.compile(r'lazy_view\("(\w+)"')
"""A module of views that is imported when one of its views is made."""
IMPURE = re.compile(r"(?<![\w.])(?<!def )(?:open|print|input|eval|exec)\(")
"""Calls that no engine may make."""


def _modules_in(folder: str) -> list[Path]:
    """Return the modules of a folder, which must have some."""
    found = [path for path in MODULES if path.is_relative_to(ROOT / folder)]
    assert found
    return found


@cache
def _imports(path: Path) -> tuple[Import, ...]:
    source = path.read_text("utf-8")
    late = (Import(f"firmware.views.{name}", late=True) for name in LAZY_VIEW.findall(source))
    return (*_parse_imports(source), *late)


def _parse_imports(source: str) -> Iterator[Import]:
    for indent, module, names, modules in IMPORT.findall(source):
        late = indent != ""
        if modules:
            yield from (Import(name, late) for name in _names_of(modules))
        else:
            yield Import(module, late)
            inside = (f"{module}.{name}" for name in _names_of(names))
            yield from (Import(name, late) for name in inside if _is_module(name))


def _names_of(names: str) -> list[str]:
    """Return the names of an import, without their aliases."""
    bare = re.sub(r"#.*|[()]", "", names)
    return [name.split()[0] for name in bare.split(",") if name.strip()]


def _is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").exists() or path.is_dir()


def test_the_arrows() -> None:
    """A folder imports only the packages that the design allows, early or late; nothing imports firmware."""
    assert [] == [f"{_relative(path)}: {fault}" for path in MODULES for fault in _forbidden_imports(path)]


def _forbidden_imports(path: Path) -> Iterator[str]:
    """Yield a sentence for each import that the design does not allow there."""
    folder = path.relative_to(ROOT).parts[0]
    for one in _imports(path):
        if not one.late and one.name in DRIVERS and _dotted(path) not in DRIVERS:
            yield f"{one.name} is imported inside functions only"
        if one.package in STANDARD or one.package in ALLOWED[folder]:
            continue
        early = (folder == "hw" and one.package in HW_EARLY) or _dotted(path) in DRIVERS
        if one.package not in LATE[folder]:
            yield f"{folder} may not import {one.name}"
        elif not one.late and not early:
            yield f"{one.name} is imported inside functions only"


def test_an_engine_is_pure() -> None:
    """No clock, no randomness, no operating system in an engine; files through the one loader."""
    assert [] == [f"{_relative(path)}: {name}" for path in _modules_in("engines") for name in _impure(path)]


def _impure(path: Path) -> Iterator[str]:
    names = {one.package for one in _imports(path)}
    yield from sorted(names & CHANCE)
    if path != ROOT / "engines/kit/rules.py":
        yield from names & {"tomllib"}
        yield from IMPURE.findall(path.read_text("utf-8"))


def test_one_module_reads_toml() -> None:
    """All TOML files from outside are read by `engines.kit.rules.parse`, which checks their size first."""
    readers = [_relative(path) for path in MODULES if any(one.name == "tomllib" for one in _imports(path))]
    assert ["engines/kit/rules.py"] == readers


def test_a_bot_knows_no_other_bot() -> None:
    """A game imports what all share, and its own folder; what all share imports no game."""
    games = {folder.name for folder in (ROOT / "engines").iterdir() if (folder / "machine.py").exists()}
    assert {"wyrmspan", "magpie"} <= games
    assert [] == [
        f"{_relative(path)}: {one.name}"
        for path in _modules_in("engines")
        for one in _imports(path)
        if one.name.startswith("engines.")
        and one.name.split(".")[1] in games - set(path.relative_to(ROOT / "engines").parts[:-1])
    ]


def test_display_knows_the_vocabulary_alone() -> None:
    """`display` imports the vocabulary of screens, and no bots or plays."""
    assert [] == [
        f"{_relative(path)}: {one.name}"
        for path in _modules_in("display")
        for one in _imports(path)
        if one.package == "engines" and one.name not in VOCABULARY | {"engines"}
    ]


def test_no_module_is_long() -> None:
    """A module holds one idea; one with more than 600 lines holds two."""
    assert [] == [_relative(path) for path in MODULES if len(path.read_text("utf-8").splitlines()) > MAX_MODULE_LINES]


def test_no_module_imports_itself_by_way_of_others() -> None:
    """There is no circle of imports, early or late."""
    graph = {_dotted(path): {one.name for one in _modules_of(path)} for path in MODULES}
    assert [] == _circle(graph)


def test_no_room_imports_itself_by_way_of_others() -> None:
    """There is no circle among the packages of firmware either."""
    graph: dict[str, set[str]] = {}
    for path in MODULES:
        room = _room(_dotted(path))
        imported_rooms = {_room(one.name) for one in _modules_of(path)} - {room}
        graph[room] = graph.get(room, set()) | imported_rooms
    assert [] == _circle(graph)


def _relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _room(module: str) -> str:
    """Return the package of a module of firmware if it is in one, else the module."""
    room = ".".join(module.split(".")[:2])
    return room if room.startswith("firmware.") and (ROOT / room.replace(".", "/")).is_dir() else module


def _modules_of(path: Path) -> Iterator[Import]:
    """Yield our modules that a module imports; a package only if no module of it is imported."""
    imports = [one for one in _imports(path) if one.package in OURS and _is_module(one.name)]
    names = {one.name for one in imports}
    for one in imports:
        if not any(name.startswith(f"{one.name}.") for name in names):
            yield one


def _circle(graph: dict[str, set[str]]) -> list[str]:
    """Return a circle of a graph; empty if there is none."""
    checked: set[str] = set()

    def walk(node: str, path: list[str]) -> list[str]:
        if node in path:
            return [*path[path.index(node) :], node]
        if node in checked:
            return []
        for other in sorted(graph.get(node, ())):
            if found := walk(other, [*path, node]):
                return found
        checked.add(node)
        return []

    return next((found for node in graph if (found := walk(node, []))), [])


def test_the_list_of_late_imports() -> None:
    """The list contains all modules that the device imports inside functions; command lines are exempt."""
    late = {one.name for path in MODULES if path.name not in COMMANDS for one in _imports(path) if _is_late(one, path)}
    assert late == LATE_MODULES


def _is_late(one: Import, path: Path) -> bool:
    """Return whether an import is inside a function; a package counts only if it is meant itself."""
    imports = [*_imports(path)]
    early = Import(one.name, late=False) in imports
    return one.late and not early and not any(other.name.startswith(f"{one.name}.") for other in imports)


def test_late_imports_are_not_loaded_at_the_start() -> None:
    """The start loads no machine of a bot, no late imports and no libraries of emulators."""
    import subprocess

    heavy = {"starlette", "uvicorn", "websockets", "asyncio", "numpy", "board", "transitions.extensions"}
    heavy |= {"hw.usb_keys"} | LATE_MODULES | {_dotted(path.parent) for path in MODULES if path.name == "machine.py"}
    start = "firmware.cli, firmware.device.rig, firmware.service.serve"
    code = f"import sys, {start}; print(*{heavy} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
