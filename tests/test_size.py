"""The size of the product: lines of code, and modules that are too small to be worth a name."""

import ast
import tokenize
from pathlib import Path

import pytest

from tests.test_imports import MODULES, ROOT

MAX_LINES = 27_814
"""Lines of code of the product, at most. The commit that adds more raises it, and its note says what for."""
SMALL_LINES = 35
"""A module with fewer lines of code is small."""
MAX_SMALL_MODULES = 70
"""Small modules of the product, at most."""
BLANK = {tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
SAMPLE = '''"""A docstring."""

from this import (
    that,
)

# a comment
VALUE = """two
lines"""


def double(number: int) -> int:
    """Return twice a number."""
    import math

    return math.floor(
        2 * number  # counted
    )
'''


def test_code_is_counted_without_what_is_no_code(tmp_path: Path) -> None:
    """Blank lines, comments, docstrings and imports are not counted; all lines of a value are."""
    (tmp_path / "sample.py").write_text(SAMPLE, "utf-8")
    assert _code_lines(tmp_path / "sample.py") == 6


@pytest.mark.all
def test_the_product_stays_small() -> None:
    """No commit adds lines or small modules without saying so here."""
    sizes = {path.relative_to(ROOT).as_posix(): _code_lines(path) for path in MODULES}
    small = [name for name, lines in sizes.items() if lines < SMALL_LINES]
    assert sum(sizes.values()) <= MAX_LINES
    assert len(small) <= MAX_SMALL_MODULES, small


def _code_lines(path: Path) -> int:
    """Return how many lines of a module are neither blank, comment, docstring nor import."""
    with path.open("rb") as file:
        tokens = list(tokenize.tokenize(file.readline))[1:]
    lines = {n for one in tokens if one.type not in BLANK for n in range(one.start[0], one.end[0] + 1)}
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Expr) and not _is_call(node):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def _is_call(node: ast.stmt) -> bool:
    """Tell a statement that calls something from a docstring, which is an expression, too."""
    return isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
