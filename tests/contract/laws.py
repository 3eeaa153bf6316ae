"""Reports of broken laws: the law, the fault, and the place in the guide that says how to keep the law.

The law is the docstring of its test, the fault is the message of an assert. `--tb=long` shows the code instead.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from engines.kit.engine import Engine
from engines.kit.text import ENGLISH

guide = pytest.mark.guide
"""`@guide("steps.py")`: a word of the heading in the guide under which the law is explained."""

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs/new-game.md"
_PRODUCT = {"engines", "display", "hw", "firmware"}
_MOMENT = ("state", "screen", "reason", "journal")
_STEP = re.compile(r"^(\d+)\. \*\*(.+?)\*\*", re.MULTILINE)


def failure_report(item: pytest.Function, error: BaseException, trace: Any) -> str:
    """Return the report of a failed test, of a law or of one bot, in sentences."""
    marks = list(item.iter_markers("guide"))
    bot = f" ({item.callspec.id})" if hasattr(item, "callspec") else ""
    seed_notes = [note for note in getattr(error, "__notes__", ()) if note.startswith("seed ")]
    return "\n".join(
        (
            f"The {'law' if marks else 'test'}: {' '.join((item.function.__doc__ or '').split())}",
            f"It does not hold{bot}: {_fault_in(error, trace)}",
            *(f"Where: {note}." for note in seed_notes),
            *(f"How it is kept: {place_in_guide(mark.args[0])}." for mark in marks),
            *([] if marks else [f"Where: {item.function.__name__} in {Path(*_parts(item.path))}."]),
        )
    )


def place_in_guide(word: str) -> str:
    """Return the place in the guide of the step whose heading has a word; StopIteration if none has it."""
    number, heading = next(found for found in _STEP.findall(GUIDE.read_text("utf-8")) if word in found[1])
    return f"{GUIDE.relative_to(ROOT)}, step {number}, “{heading.replace('`', '').rstrip('.')}”"


def assert_same(expected: tuple[Any, ...], found: tuple[Any, ...], after: str) -> None:
    """Raise unless two moments of a play (state, screen, reasons, journal) are the same after an operation."""
    unlike = [name for name, one, other in zip(_MOMENT, expected, found, strict=False) if one != other]
    assert not unlike, f"after this another {', another '.join(unlike)} than before: {after}"


def assert_lawful(bot: Engine[Any], state: Any) -> None:
    """Raise if a state breaks a law of its bot."""
    broken = [ENGLISH.words(text) for text in bot.broken_laws(state)]
    assert not broken, f"the state breaks its own laws: {' '.join(broken)}"


def _fault_in(error: BaseException, trace: Any) -> str:
    """Return the message of a test's assert, or the type of any other error with its place in the product."""
    product = [entry for entry in trace if _PRODUCT.intersection(_parts(entry.path)[:1])]
    if isinstance(error, AssertionError | pytest.fail.Exception) and trace[-1] not in product:
        return str(error).splitlines()[0]
    where = f" in {Path(*_parts(product[-1].path))}, line {product[-1].lineno + 1}" if product else ""
    return f"{type(error).__name__}{where}: {str(error).partition(chr(10))[0]}"


def _parts(path: str | Path) -> tuple[str, ...]:
    """Return the parts of a path within this project; none if it is elsewhere."""
    return Path(path).relative_to(ROOT).parts if Path(path).is_relative_to(ROOT) else ()
