"""Amounts that are usually right: all of them on one screen, and one press where nothing is to be set."""

from typing import Any

from engines.kit.decisions import Decision, Span, ask_numbers


def amounts(
    key: str,
    rule: str,
    usual: dict[str, int],
    most: dict[str, int],
    facts: dict[str, Any],
    least: dict[str, int] | None = None,
) -> Decision[dict[str, int]]:
    """Return some amounts, each from its least (0 where none is given) to its most; what is usual is proposed.

    A single one is a number.
    """
    low = dict.fromkeys(usual, 0) | (least or {})
    counts = {name: Span(low[name], most[name], n) for name, n in usual.items() if most[name] > low[name]}
    alone = {"amount": next(iter(counts))} if len(counts) == 1 else {}
    return usual | (yield from ask_numbers(key, rule, counts, facts | alone))
