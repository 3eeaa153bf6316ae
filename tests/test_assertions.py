"""Every test asserts something: itself, or by a helper that does."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

ROOT = Path(__file__).parents[1]
PYTEST_ASSERTIONS = {"pytest.raises", "pytest.fail", "pytest.warns"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module(Struct, frozen=True):
    """The functions, methods and imports of a test module, by name."""

    functions: dict[str, Function]
    methods: dict[str, list[Function]]
    """By their names alone, since the source of a call does not say the class of its object."""
    imported: dict[str, str]
    """The full name of each thing that it imports."""


class Suite:
    """All test modules, and which of their tests assert something."""

    def __init__(self, root: Path) -> None:
        paths = sorted((root / "tests").rglob("*.py"))
        self.modules = {".".join(path.relative_to(root).with_suffix("").parts): _read(path) for path in paths}

    def tests_without_assertion(self) -> list[str]:
        """Return the tests that assert nothing on any path."""
        return [
            f"{name}.{test}"
            for name, module in self.modules.items()
            for test, function in module.functions.items()
            if test.startswith("test_") and not self._asserts(name, function, set())
        ]

    def _asserts(self, module: str, function: Function, seen: set[Function]) -> bool:
        seen.add(function)
        nodes = list(ast.walk(function))
        if any(isinstance(node, ast.Assert) or _is_pytest_assertion(node) for node in nodes):
            return True
        called = (one for node in nodes if isinstance(node, ast.Call) for one in self._callees(module, node.func))
        return any(one not in seen and self._asserts(place, one, seen) for place, one in called)

    def _callees(self, module: str, name: ast.expr) -> Iterator[tuple[str, Function]]:
        """Yield each function that a call may run, with its module."""
        caller = self.modules[module]
        match name:
            case ast.Name(id=short) if short in caller.functions:
                yield module, caller.functions[short]
            case ast.Name(id=short) if short in caller.imported:
                yield from self._function(caller.imported[short])
            case ast.Attribute(value=ast.Name(id=short), attr=rest) if short in caller.imported:
                yield from self._function(f"{caller.imported[short]}.{rest}")
            case ast.Attribute(attr=method):
                yield from ((place, one) for place, has in self.modules.items() for one in has.methods.get(method, []))

    def _function(self, full: str) -> Iterator[tuple[str, Function]]:
        module, _, name = full.rpartition(".")
        if module in self.modules and name in self.modules[module].functions:
            yield module, self.modules[module].functions[name]


def _read(path: Path) -> Module:
    tree = ast.parse(path.read_text("utf-8"))
    methods: dict[str, list[Function]] = {}
    for node in ast.walk(tree):
        for one in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(one, Function):
                methods.setdefault(one.name, []).append(one)
    imported: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            imported |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    return Module({one.name: one for one in tree.body if isinstance(one, Function)}, methods, imported)


def _is_pytest_assertion(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node) in PYTEST_ASSERTIONS


@pytest.mark.all
def test_every_test_asserts() -> None:
    """A test with no assert, no pytest.raises and no call of a helper that asserts proves nothing, and is listed."""
    assert [] == Suite(ROOT).tests_without_assertion()


@pytest.mark.parametrize(
    ("body", "asserts"),
    [
        ("assert hand", True),
        ("with pytest.raises(ValueError): int('x')", True),
        ("pytest.fail('no')", True),
        ("helper()", True),
        ("hand.press()", True),
        ("other.check()", True),
        ("checks()", True),
        ("def law(): assert hand\n each(law)", True),
        ("lazy()", False),
        ("hand.wait()", False),
        ("other.wait()", False),
        ("int('1')", False),
        ("def law(): wait()\n each(law)", False),
    ],
)
def test_which_tests_assert(tmp_path: Path, body: str, asserts: bool) -> None:
    """An assert counts in the test, in a law that it passes on, and in a helper or method that it calls."""
    head = "import pytest\nfrom tests import other\nfrom tests.other import check as checks, Hand\n"
    helpers = "def helper():\n lazy()\n deep()\ndef deep():\n assert 1\ndef lazy():\n lazy()\n"
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "other.py").write_text(
        "class Hand:\n def press(self): check()\n def wait(self): wait()\ndef check():\n assert 1\ndef wait(): pass\n"
    )
    (folder / "test_one.py").write_text(f"{head}{helpers}def test_it(hand):\n {body}\n")
    assert ([] if asserts else ["tests.test_one.test_it"]) == Suite(tmp_path).tests_without_assertion()
