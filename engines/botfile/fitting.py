"""Whether the parts of an expression fit each other: what can never be, found without playing. `bot check` says it.

coins > left        a number beside an id            level == oak      no choice of level
"""

import ast
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.expressions import ANY, FUNCTIONS, ID, LIST, NUMBER, TABLE, parsed


class Kind(Struct, frozen=True):
    """What an expression gives: a number (yes and no are numbers), an id among `ids` where these are known, a list."""

    what: str = ANY
    ids: tuple[str, ...] = ()


class Fitting:
    """The kinds of all names of a bot."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._kinds = dict(_kinds(bot))

    def faults(self, text: str, wanted: str = ANY) -> Iterator[str]:
        """Yield what does not fit in an expression that is wanted to give something."""
        found: list[str] = []
        kind = self._of(parsed(text), found)
        if not _fits(kind.what, wanted):
            found.append(f"{wanted} is wanted, and this is {kind.what}.")
        return (f"“{text}”: {one}" for one in found)

    def _of(self, node: ast.expr, found: list[str]) -> Kind:  # noqa: C901, PLR0911 - one case for each kind
        """Return the kind of a part; note what does not fit in it."""
        match node:
            case ast.Constant():
                return Kind(NUMBER)
            case ast.Name(id=name):
                return Kind(ID, (name,)) if self._bot.is_id(name) else self._kinds.get(name, Kind())
            case ast.UnaryOp(op=op, operand=operand):
                self._number(operand, found, wanted=isinstance(op, ast.USub))
                return Kind(NUMBER)
            case ast.BinOp(left=left, right=right):
                self._number(left, found)
                self._number(right, found)
                return Kind(NUMBER)
            case ast.BoolOp(values=values):
                for one in values:
                    self._of(one, found)
                return Kind(NUMBER)
            case ast.Compare():
                self._compared(node, found)
                return Kind(NUMBER)
            case ast.IfExp(test=test, body=body, orelse=other):
                self._of(test, found)
                yes, no = self._of(body, found), self._of(other, found)
                both = (*yes.ids, *no.ids) if yes.ids and no.ids else ()
                return Kind(yes.what, both) if yes.what == no.what else Kind()
            case ast.List(elts=elts) | ast.Tuple(elts=elts):
                ids = [self._of(one, found).ids for one in elts]
                return Kind(LIST, tuple(one for each in ids for one in each) if all(ids) else ())
            case ast.Subscript(value=ast.Name(id=table), slice=place):
                return self._entry(table, place.elts if isinstance(place, ast.Tuple) else [place], found)
            case ast.Call(func=ast.Name(id=name), args=args):
                for one, wanted in zip(args, FUNCTIONS[name].takes, strict=False):
                    self._want(one, wanted, found)
                return Kind(FUNCTIONS[name].gives)
        return Kind()

    def _number(self, node: ast.expr, found: list[str], *, wanted: bool = True) -> None:
        self._want(node, NUMBER if wanted else ANY, found)

    def _want(self, node: ast.expr, wanted: str, found: list[str]) -> None:
        kind = self._of(node, found)
        if not _fits(kind.what, wanted):
            found.append(f"{wanted} is wanted, and {ast.unparse(node)} is {kind.what}.")

    def _compared(self, node: ast.Compare, found: list[str]) -> None:
        nodes = [node.left, *node.comparators]
        for op, left, right in zip(node.ops, nodes, nodes[1:], strict=False):
            if isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                self._number(left, found)
                self._number(right, found)
                continue
            one, two = self._of(left, found), self._of(right, found)
            names = f"{ast.unparse(left)} is {one.what}, and {ast.unparse(right)}"
            if isinstance(op, ast.In | ast.NotIn):
                if not _fits(two.what, LIST):
                    found.append(f"a list is wanted, and {ast.unparse(right)} is {two.what}.")
            elif ANY not in (one.what, two.what) and one.what != two.what:
                found.append(f"{names} is {two.what}: they are never the same.")
            elif one.ids and two.ids and not set(one.ids) & set(two.ids):
                found.append(f"{ast.unparse(left)} is never {ast.unparse(right)}, but {', '.join(_larger(one, two))}.")

    def _entry(self, table: str, places: list[ast.expr], found: list[str]) -> Kind:
        """Return the kind of an entry; note where no choice has one. Where only some have, an `if` may stand before."""
        entries: list[Any] = [self._bot.file.tables[table]] if table in self._bot.file.tables else []
        for place in places:
            ids, dicts = self._of(place, found).ids, [each for each in entries if isinstance(each, dict)]
            if ids and dicts and not any(one in each for each in dicts for one in ids):
                found.append(f"{table} has no entry {ids[0]}; it has {', '.join(dicts[0])}.")
            entries = [inner for each in entries for inner in _items(each)]
        kinds = {_of_value(one).what for one in entries}
        return Kind(kinds.pop()) if len(kinds) == 1 else Kind()


def _larger(one: Kind, two: Kind) -> tuple[str, ...]:
    return max(one.ids, two.ids, key=len)


def _items(value: Any) -> list[Any]:
    return [*value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []


def _fits(what: str, wanted: str) -> bool:
    return ANY in (what, wanted) or what == wanted or (what == TABLE and wanted == LIST)


def _of_value(value: Any) -> Kind:
    for kind, what in ((int, NUMBER), (str, ID), (list | tuple, LIST), (dict, TABLE)):
        if isinstance(value, kind):
            return Kind(what)
    return Kind()


def _kinds(bot: Bot) -> Iterator[tuple[str, Kind]]:
    """Yield every name with its kind."""
    yield from (("score", Kind(NUMBER)), ("your_turn", Kind(NUMBER)))
    for name, option in bot.file.options.items():
        yield name, Kind(ID, tuple(option.choices)) if option.choices else Kind(NUMBER)
    yield from ((name, _of_value(table)) for name, table in bot.file.tables.items())
    for deck in bot.file.decks:
        yield from ((deck + LEFT, Kind(LIST)), (deck + PLAYED, Kind(LIST)))
    for name, (deck, field, card) in bot.fielded.items():
        yield name, Kind(TABLE) if card is None else _of_value(bot.empty_fields[deck][field])
    for block in bot.blocks.values():
        for step in block:
            yield from ((name, _of_value(before)) for name, before in bot.given_by(step).items())
    for name, value in bot.file.values.items():
        choices = Kind(ID, tuple(value.choices)) if value.choices else Kind(NUMBER)
        yield name, Kind(LIST) if value.list_ is not None else choices
