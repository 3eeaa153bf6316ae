"""The marker that ties a test to the rules it exercises, and a search for the ids in markers."""

import ast
from functools import cache
from pathlib import Path

import pytest

rule = pytest.mark.rule
"""`@rule("wyrmspan.turn.pass_icon", "H5")`: rule ids, test ids of a fact sheet, and rulings as `id=choice`."""


@cache
def rule_ids_in(folder: Path) -> set[str]:
    """Return every id that a test of a folder names, read from the source, so that no test need run."""
    return {name for path in folder.rglob("test_*.py") for name in _marker_ids(ast.parse(path.read_text("utf-8")))}


def _marker_ids(tree: ast.Module) -> set[str]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    marks = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "rule"]
    return {str(argument.value) for mark in marks for argument in mark.args if isinstance(argument, ast.Constant)}
