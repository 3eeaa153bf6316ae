"""Who may import whom: the arrows of the design, read from the source, and the size of a module."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct

ROOT = Path(__file__).parents[1]
STANDARD = sys.stdlib_module_names
OURS = ("engines", "display", "hw", "firmware")


class Import(Struct, frozen=True):
    """A module that is imported: its full name, and whether only inside a function."""

    name: str
    late: bool

    @property
    def package(self) -> str:
        """The top of its name."""
        return self.name.partition(".")[0]


MODULES = sorted(path for folder in OURS for path in (ROOT / folder).rglob("*.py"))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


each_module = pytest.mark.parametrize("path", MODULES, ids=_name)
each_of_engines = pytest.mark.parametrize(
    "path", [path for path in MODULES if _name(path).startswith("engines/")], ids=_name
)
each_of_display = pytest.mark.parametrize(
    "path", [path for path in MODULES if _name(path).startswith("display/")], ids=_name
)

ALLOWED = {
    "engines": {"engines", "transitions", "msgspec"},
    "display": {"display", "engines", "PIL", "msgspec"},
    "hw": {"hw", "msgspec", "PIL"},
    "firmware": {"engines", "display", "hw", "firmware", "msgspec", "PIL"},
}
"""What each folder may import besides the standard library."""
LATE = {
    "engines": set[str](),
    "display": set[str](),
    "hw": {"gpiozero", "gpiod", "spidev", "adafruit_epd", "digitalio"},  # digitalio comes with the driver
    "firmware": {"segno", "starlette", "uvicorn", "websockets", "rich", "tomli_w", "transitions"},
}
"""What each folder may import inside functions only, so that it is loaded where it is needed."""
HW_EARLY = {"gpiozero": "the pins are gpiozero devices, whatever stands behind them"}
DRIVERS = {"hw.ssd168x", "hw.gpiod_pins"}
"""The modules of classes that come from a library's: each is itself imported inside a factory only, or by gpiozero."""
VOCABULARY = {"engines.contract", "engines.drawings", "engines.text"}
"""What `display` knows of engines: the words of screens."""
CHANCE = {"random", "secrets", "time", "datetime", "os", "socket", "threading", "asyncio", "subprocess"}
"""What no engine may import: a bot is pure."""
LONG = 400
"""Lines of a module, at most."""


@cache
def _imports(path: Path) -> tuple[Import, ...]:
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[Import]:
    for node, late in _walk(ast.parse(path.read_text("utf-8")), late=False):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, late) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            assert node.module is not None
            yield Import(node.module, late)
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (Import(name, late) for name in names if _is_module(name))


def _walk(node: ast.AST, *, late: bool) -> Iterator[tuple[ast.AST, bool]]:
    for child in ast.iter_child_nodes(node):
        types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        inside = late or types or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        yield child, inside
        yield from _walk(child, late=inside)


def _is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").exists() or path.is_dir()


@each_module
def test_the_arrows(path: Path) -> None:
    """A folder imports what the design lets it, early or late, and nothing else; nothing imports firmware."""
    folder = path.relative_to(ROOT).parts[0]
    for one in _imports(path):
        assert one.late or one.name not in DRIVERS, f"{one.name} is imported inside functions only"
        if one.package in STANDARD or one.package in ALLOWED[folder]:
            continue
        early = (folder == "hw" and one.package in HW_EARLY) or _name(path)[:-3].replace("/", ".") in DRIVERS
        assert one.package in LATE[folder], f"{folder} may not import {one.name}"
        assert one.late or early, f"{one.name} is imported inside functions only"


@each_of_engines
def test_an_engine_is_pure(path: Path) -> None:
    """No clock, no randomness, no operating system in an engine; files through the one loader."""
    parts = path.relative_to(ROOT).parts
    names = {one.package for one in _imports(path)}
    assert set() == names & CHANCE
    if parts[1:] != ("rules.py",):
        assert "tomllib" not in names
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        assert not [call for call in calls if ast.unparse(call.func) in {"open", "print", "input", "eval", "exec"}]


@each_of_engines
def test_a_bot_knows_no_other_bot(path: Path) -> None:
    """A game imports what all share, and its own folder; what all share imports no game."""
    parts = path.relative_to(ROOT).parts
    games = {folder.name for folder in (ROOT / "engines").iterdir() if (folder / "machine.py").exists()}
    imported = {one.name.split(".")[1] for one in _imports(path) if one.package == "engines" and "." in one.name}
    assert imported & games <= ({parts[1]} if len(parts) > 2 else set())


@each_of_display
def test_display_knows_the_vocabulary_alone(path: Path) -> None:
    """What draws a screen knows what a screen is, and nothing of bots or plays."""
    ours = {one.name for one in _imports(path) if one.package == "engines"}
    assert ours <= VOCABULARY | {"engines"}


@each_module
def test_no_module_is_long(path: Path) -> None:
    """A module holds one idea; what is over 400 lines holds two."""
    assert len(path.read_text("utf-8").splitlines()) <= LONG


def test_no_module_imports_itself_by_way_of_others() -> None:
    """There is no circle of imports, early or late."""
    graph = {_dotted(path): {one.name for one in _modules_of(path)} for path in MODULES}
    assert [] == _circle(graph)


def test_no_room_imports_itself_by_way_of_others() -> None:
    """There is no circle among the packages of firmware either."""
    graph: dict[str, set[str]] = {}
    for path in MODULES:
        here = _room(_dotted(path))
        there = {_room(one.name) for one in _modules_of(path)} - {here}
        graph[here] = graph.get(here, set()) | there
    assert [] == _circle(graph)


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _room(module: str) -> str:
    """Return the package of a module of firmware, if it stands in one, else the module."""
    room = ".".join(module.split(".")[:2])
    return room if room.startswith("firmware.") and (ROOT / room.replace(".", "/")).is_dir() else module


def _modules_of(path: Path) -> Iterator[Import]:
    """Yield our modules that one imports; a package only where it is meant itself, and not one of its modules."""
    imports = [one for one in _imports(path) if one.package in OURS and _is_module(one.name)]
    names = {one.name for one in imports}
    for one in imports:
        if not any(name.startswith(f"{one.name}.") for name in names):
            yield one


def _circle(graph: dict[str, set[str]]) -> list[str]:
    """Return a circle of a graph; empty where there is none."""
    sound: set[str] = set()

    def walk(node: str, way: list[str]) -> list[str]:
        if node in way:
            return [*way[way.index(node) :], node]
        if node in sound:
            return []
        for other in sorted(graph.get(node, ())):
            if found := walk(other, [*way, node]):
                return found
        sound.add(node)
        return []

    return next((found for node in graph if (found := walk(node, []))), [])


def test_what_is_imported_late_is_not_loaded() -> None:
    """The device's own modules load neither the other bots nor what only emulators need."""
    import subprocess

    heavy = ["starlette", "uvicorn", "websockets", "asyncio", "numpy", "board", "transitions.extensions"]
    code = f"import firmware.cli, sys; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "[]" == done.stdout.strip()
