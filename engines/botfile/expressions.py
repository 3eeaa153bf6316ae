"""Expressions of a bot file: a small part of Python's grammar, checked before it is parsed, never run as Python.

    coins + 2                           whole numbers: + - * // %
    row + [hop]                         a list followed by another
    level == hard and not passed        comparisons, and, or, not, in
    3 if coins > 5 else 1               one of two
    income[level, round]                a table, by place (from 1) or by id
    first(order, most)                  the functions of `FUNCTIONS`

A name is a value, or an id ("hard", "left"), which is its own value; "none" is the empty id. Every number is within
`MAX_NUMBER` after each operation; there are no powers, strings, attributes, and no other calls.
"""

import ast
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from operator import eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias

from engines.kit.contract import Refused
from engines.kit.text import Text

Value: TypeAlias = "bool | int | str | list[str]"
"""The value of an expression: yes or no, a number, an id, a list of ids."""


class Look(Protocol):
    """Returns the value of a name, and counts the ids of lists that functions read; it may refuse to continue.

    If it `forgives`, a missing value is empty: after a correction a list may be shorter than the file expects.
    """

    def __call__(self, name: str, /) -> Any: ...  # noqa: D102
    def spend(self, work: int, /) -> None: ...  # noqa: D102
    @property
    def forgives(self) -> bool: ...  # noqa: D102


NO_ID = "none"
"""The name of the empty id, unless the file has an id of that name."""
MAX_LETTERS = 300
"""Letters of an expression."""
MAX_DEPTH = 20
"""Parts of an expression inside each other."""
MAX_NUMBER = 1_000_000
"""The bound of every number, above and below zero, at any point of an expression."""


class BadExpression(Exception):
    """An expression is not of this language; the message has the error and the remedy."""


NUMBER, ID, LIST, TABLE, ANY = "a number", "an id", "a list", "a table", "anything"
"""The kinds of values; yes and no are numbers."""


class Kind(NamedTuple):
    """The kind of a name's or an expression's value, with its `ids` and the entries of its `table` if known."""

    what: str = ANY
    ids: tuple[str, ...] = ()
    table: Any = None

    def fits(self, wanted: str) -> bool:
        """Return whether it may be of the wanted kind."""
        return ANY in (self.what, wanted) or self.what == wanted or (self.what == TABLE and wanted == LIST)


def kind_of(value: Any) -> Kind:
    """Return the kind of a value.

    >>> kind_of(True).what
    'a number'
    """
    kinds = ((int, NUMBER), (str, ID), (list | tuple, LIST), (dict, TABLE))
    return Kind(next((what for kind, what in kinds if isinstance(value, kind)), ANY))


_NO_KINDS: Mapping[str, Kind] = MappingProxyType({})


class Expression:
    """An expression: its text, the names that it reads, and its value.

    >>> points = Expression("coins + 2 if level == hard else coins", lambda name: name == "hard")
    >>> points.names
    ('coins', 'level')
    >>> points({"coins": 4, "level": "hard"}.__getitem__)
    6
    """

    __slots__ = ("_misfits", "_run", "kind", "names", "size", "text")

    def __init__(self, text: str, is_id: Callable[[str], bool], kinds: Mapping[str, Kind] = _NO_KINDS) -> None:
        """Compile an expression; `is_id` returns whether a name is an id. Raises `BadExpression`."""
        self.text = text
        tree = parse_expression(text)
        nodes = list(ast.walk(tree))
        self.size = len(nodes)
        called = [node.func for node in nodes if isinstance(node, ast.Call)]
        names = dict.fromkeys(node.id for node in nodes if isinstance(node, ast.Name) and node not in called)
        self.names = tuple(name for name in names if not is_id(name) and name != NO_ID)
        compiler = _Compiler(is_id, kinds)
        self._run, self.kind = compiler.part(tree)
        self._misfits = compiler.misfits

    def __call__(self, look: Look, wanted: Callable[[Any], Any] = lambda value: value) -> Any:
        """Return its value; `Refused` if a number leaves its bounds, or a value is not of the kind wanted."""
        try:
            return wanted(self._run(look))
        except _WrongValue as wrong:
            if look.forgives:
                return 0 if wanted is number else [] if wanted is ids else ""
            raise Refused(Text("The bot’s file: “{text}”: {wrong}", text=self.text, wrong=wrong.text)) from None

    def misfits(self, wanted: str = ANY) -> Iterator[str]:
        """Yield its certain faults, found without playing, if its place needs the kind `wanted`."""
        yield from (f"“{self.text}”: {one}" for one in self._misfits)
        if not self.kind.fits(wanted):
            yield f"“{self.text}”: {wanted} is wanted, and this is {self.kind.what}."


class _WrongValue(Exception):
    def __init__(self, text: Text) -> None:
        self.text = text


def parse_expression(text: str) -> ast.expr:
    """Return an expression as a tree that is small enough to walk; `BadExpression` if there is none.

    >>> parse_expression("first(" * 40)
    Traceback (most recent call last):
    engines.botfile.expressions.BadExpression: more than 20 brackets are nested. Cut it in two.
    """
    if len(text) > MAX_LETTERS:
        raise BadExpression(f"it has {len(text)} letters; {MAX_LETTERS} are the most. Cut it in two.")
    if not text.isascii() or not text.isprintable():
        raise BadExpression("names and signs are plain letters, digits and _. Take the others out.")
    if max(accumulate((sign in "([{") - (sign in ")]}") for sign in text), default=0) > MAX_DEPTH:
        raise BadExpression(f"more than {MAX_DEPTH} brackets are nested. Cut it in two.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise BadExpression("it cannot be read. Write it like coins + 2, or level == hard and coins > 3.") from None
    if _depth(tree) > MAX_DEPTH:
        raise BadExpression(f"more than {MAX_DEPTH} parts are nested. Cut it in two.")
    return tree


def _depth(tree: ast.AST) -> int:
    level, depth = [tree], 0
    while level and depth <= MAX_DEPTH:
        level = [inner for outer in level for inner in ast.iter_child_nodes(outer) if isinstance(inner, ast.expr)]
        depth += 1
    return depth


# --- the parts of an expression -------------------------------------------------------------------------------------

_Run: TypeAlias = Callable[[Look], Any]
_Sign: TypeAlias = Callable[[Any, Any], bool]
TOO_LARGE = Text("a number grows beyond {most}.", most=MAX_NUMBER)
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Sub: sub,
    ast.Mult: mul,
    ast.FloorDiv: floordiv,
    ast.Mod: mod,
}
_COMPARISONS: dict[type[ast.cmpop], _Sign] = {
    ast.Eq: eq,
    ast.NotEq: ne,
    ast.Lt: lt,
    ast.LtE: le,
    ast.Gt: gt,
    ast.GtE: ge,
    ast.In: lambda one, among: one in among,
    ast.NotIn: lambda one, among: one not in among,
}
_ORDERED = (lt, le, gt, ge)


class _Compiler:
    """Compiles the parts of an expression and infers their kinds in one pass; `misfits` are parts that do not fit."""

    def __init__(self, is_id: Callable[[str], bool], kinds: Mapping[str, Kind]) -> None:
        self._is_id = is_id
        self._kinds = kinds
        self.misfits: list[str] = []

    def part(self, node: ast.expr) -> tuple[_Run, Kind]:  # noqa: C901, PLR0911, PLR0912 - one case for each kind
        """Return a function that gives the value of a part, and its kind."""
        match node:
            case ast.Constant(value=bool() | int() as value):
                _within(value, BadExpression(f"the number {value} is too large; {MAX_NUMBER} is the most."))
                return (lambda _: value), Kind(NUMBER)
            case ast.Name(id=name) if self._is_id(name):
                return (lambda _: name), Kind(ID, (name,))
            case ast.Name(id=name) if name == NO_ID:
                return (lambda _: ""), Kind(ID)
            case ast.Name(id=name):
                return (lambda look: look(name)), self._kinds.get(name, Kind())
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                run = self._run(operand)
                return (lambda look: not run(look)), Kind(NUMBER)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                run = self._run(operand, NUMBER)
                return (lambda look: -number(run(look))), Kind(NUMBER)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._sum(left, right)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                does = _OPERATORS[type(op)]
                return _arithmetic(does, self._run(left, NUMBER), self._run(right, NUMBER)), Kind(NUMBER)
            case ast.BoolOp(op=op, values=values):
                parts, joined = [self._run(one) for one in values], any if isinstance(op, ast.Or) else all
                return (lambda look: joined(part(look) for part in parts)), Kind(NUMBER)
            case ast.Compare(left=left, ops=ops, comparators=rest) if all(type(op) in _COMPARISONS for op in ops):
                return self._comparison([left, *rest], [_COMPARISONS[type(op)] for op in ops]), Kind(NUMBER)
            case ast.IfExp(test=test, body=body, orelse=other):
                holds, (run_if, kind_if), (run_else, kind_else) = self._run(test), self.part(body), self.part(other)
                ids = (*kind_if.ids, *kind_else.ids) if kind_if.ids and kind_else.ids else ()
                kind = Kind(kind_if.what, ids) if kind_if.what == kind_else.what else Kind()
                return lambda look: run_if(look) if holds(look) else run_else(look), kind
            case ast.List(elts=elts) | ast.Tuple(elts=elts):
                items = [self.part(one) for one in elts]
                ids = tuple(chain.from_iterable(kind.ids for _, kind in items))
                kind = Kind(LIST, ids if all(kind.ids for _, kind in items) else ())
                return lambda look: [_item(item(look)) for item, _ in items], kind
            case ast.Subscript(value=ast.Name() as table, slice=place):
                return self._entry(table, place.elts if isinstance(place, ast.Tuple) else [place])
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
                return self._call(name, args), Kind(FUNCTIONS[name].gives)
        raise BadExpression(f"“{ast.unparse(node)}” is not of this language. {_remedy(node)}")

    def _run(self, node: ast.expr, wanted: str = ANY) -> _Run:
        """Compile a part that is to be of some kind."""
        run, kind = self.part(node)
        self._want(node, kind, wanted)
        return run

    def _want(self, node: ast.expr, kind: Kind, wanted: str) -> None:
        if not kind.fits(wanted):
            self.misfits.append(f"{wanted} is wanted, and {ast.unparse(node)} is {kind.what}.")

    def _sum(self, left: ast.expr, right: ast.expr) -> tuple[_Run, Kind]:
        """Compile a sum of numbers, or of lists: the ids of the one, then those of the other."""
        (run_left, first), (run_right, second) = self.part(left), self.part(right)
        joins = not {LIST, TABLE}.isdisjoint((first.what, second.what))
        self._want(left, first, LIST if joins else NUMBER)
        self._want(right, second, LIST if joins else NUMBER)

        def run(look: Look) -> Any:
            one, other = run_left(look), run_right(look)
            if not isinstance(one, list | tuple | dict) and not isinstance(other, list | tuple | dict):
                return _within(number(one) + number(other), _WrongValue(TOO_LARGE))
            joined = [*_list(one), *_list(other)]
            look.spend(len(joined))
            return joined

        ids = (*first.ids, *second.ids) if first.ids and second.ids else ()
        return run, Kind(LIST, ids) if joins else Kind(NUMBER if NUMBER in (first.what, second.what) else ANY)

    def _comparison(self, nodes: list[ast.expr], signs: list[_Sign]) -> _Run:
        parts = [self.part(node) for node in nodes]
        kinds = [(node, kind) for node, (_, kind) in zip(nodes, parts, strict=True)]
        for sign, (left, one), (right, two) in zip(signs, kinds, kinds[1:], strict=False):
            if sign in _ORDERED:
                self._want(left, one, NUMBER)
                self._want(right, two, NUMBER)
            elif sign not in (eq, ne):
                self._want(right, two, LIST)
            elif ANY not in (one.what, two.what) and one.what != two.what:
                names = f"{ast.unparse(left)} is {one.what}, and {ast.unparse(right)}"
                self.misfits.append(f"{names} is {two.what}: they are never the same.")
            elif one.ids and two.ids and not set(one.ids) & set(two.ids):
                larger = one.ids if len(one.ids) >= len(two.ids) else two.ids
                self.misfits.append(f"{ast.unparse(left)} is never {ast.unparse(right)}, but {', '.join(larger)}.")
        return _compare_all([run for run, _ in parts], signs)

    def _entry(self, table: ast.Name, places: list[ast.expr]) -> tuple[_Run, Kind]:
        """Compile an entry of a table. If only some choices have one, an `if` may check it before."""
        run, kind = self.part(table)
        parts = [self.part(place) for place in places]
        entries = [kind.table]
        for _, place in parts:
            dicts = [one for one in entries if isinstance(one, dict)]
            if place.ids and dicts and not any(one in each for each in dicts for one in place.ids):
                self.misfits.append(f"{table.id} has no entry {place.ids[0]}; it has {', '.join(dicts[0])}.")
            entries = list(chain.from_iterable(map(_items, entries)))
        kinds = {kind_of(one).what for one in entries}
        return _entry_of(table.id, run, [place for place, _ in parts]), Kind(kinds.pop() if len(kinds) == 1 else ANY)

    def _call(self, name: str, args: list[ast.expr]) -> _Run:
        does, takes, _, low = FUNCTIONS[name]
        high = len(takes)
        if not low <= len(args) <= high:
            raise BadExpression(f"{name}(…) takes {low if low == high else f'{low} to {high}'} values.")
        parts = [(_AS[wanted], self._run(arg, wanted)) for arg, wanted in zip(args, takes, strict=False)]

        def run(look: Look) -> Any:
            values = [read(part(look)) for read, part in parts]
            if name not in ("len", "last"):
                look.spend(sum(len(value) for value in values if isinstance(value, list | tuple | dict)))
            return does(*values)

        return run


def _items(entry: Any) -> Sequence[Any]:
    return [*entry.values()] if isinstance(entry, dict) else entry if isinstance(entry, list) else ()


def _remedy(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        return f"The functions are {', '.join(FUNCTIONS)}."
    if isinstance(node, ast.Constant):
        return "An id has no quotes; numbers are whole."
    if isinstance(node, ast.BinOp):
        return "The signs are + - * // %."
    return "There are numbers, names, + - * // %, comparisons, and, or, not, in, if … else, tables[…] and functions."


def _arithmetic(does: Callable[[int, int], int], left: _Run, right: _Run) -> _Run:
    def run(look: Look) -> int:
        one, other = number(left(look)), number(right(look))
        if does in (floordiv, mod) and other == 0:
            raise _WrongValue(Text("it divides by 0."))
        return _within(does(one, other), _WrongValue(TOO_LARGE))

    return run


def _compare_all(parts: Sequence[_Run], signs: Sequence[_Sign]) -> _Run:
    def run(look: Look) -> bool:
        left = parts[0](look)
        for sign, part in zip(signs, parts[1:], strict=True):
            right = part(look)
            if sign in _ORDERED:
                left, right = number(left), number(right)
            elif sign not in (eq, ne):
                right = _list(right)
            if isinstance(right, list | tuple):
                look.spend(len(right))
            if not sign(left, right):
                return False
            left = right
        return True

    return run


def _entry_of(name: str, table: _Run, places: Sequence[_Run]) -> _Run:
    """Return the entry of a table: a list by its place, which counts from 1, else by id or number."""

    def run(look: Look) -> Any:
        found = table(look)
        for place in (one(look) for one in places):
            if isinstance(found, dict) and str(place) in found:
                found = found[str(place)]
            elif isinstance(found, list | tuple) and type(place) is int and 1 <= place <= len(found):
                found = found[place - 1]
            else:
                raise _WrongValue(Text("{name} has no entry {place}.", name=name, place=describe(place)))
        return found

    return run


# --- functions ------------------------------------------------------------------------------------------------------


def _first(among: Sequence[str], wanted: Sequence[str] | None = None) -> str:
    """Return the first id of a list, or the first that is also in a second list; an empty id if there is none."""
    found = among if wanted is None else _both(among, wanted)
    return found[0] if found else ""


def _both(among: Sequence[str], others: Sequence[str]) -> list[str]:
    wanted = _set_of(others)
    return [one for one in among if isinstance(one, Hashable) and one in wanted]


def _without(among: Sequence[str], others: Any) -> list[str]:
    gone = _set_of(others if isinstance(others, list | tuple) else [others])
    return [one for one in among if not isinstance(one, Hashable) or one not in gone]


def _set_of(among: Iterable[Any]) -> frozenset[Any]:
    """Return the ids of a list as a set, for many look-ups. A list within a list cannot be looked up."""
    return frozenset(one for one in among if isinstance(one, Hashable))


def _ids_with(among: Sequence[str], table: Any, wanted: Any) -> list[str]:
    """Return the ids of a list whose entry in a table, such as a field of a deck's cards, is `wanted`."""
    return [one for one in among if isinstance(one, Hashable) and table.get(one) == wanted]


def _total(among: Sequence[str], table: Any) -> int:
    """Return the sum of the entries that the ids of a list have in a table."""
    total = sum(number(table.get(one, 0)) for one in among if isinstance(one, Hashable))
    return _within(total, _WrongValue(TOO_LARGE))


class Function(NamedTuple):
    """A function, the kinds of its arguments and of its result, and the least number of arguments."""

    does: Callable[..., Any]
    takes: tuple[str, ...]
    gives: str
    least: int


def _function(does: Callable[..., Any], *takes: str, gives: str = NUMBER, least: int | None = None) -> Function:
    return Function(does, takes, gives, len(takes) if least is None else least)


FUNCTIONS = {
    "min": _function(lambda *n: min(n), *(NUMBER,) * 9, least=1),
    "max": _function(lambda *n: max(n), *(NUMBER,) * 9, least=1),
    "abs": _function(abs, NUMBER),
    "len": _function(len, LIST),
    "count": _function(lambda among, one: among.count(one), LIST, ANY),
    "first": _function(_first, LIST, LIST, gives=ID, least=1),
    "last": _function(lambda among: among[-1] if among else "", LIST, gives=ID),
    "place": _function(lambda among, one: among.index(one) + 1 if one in among else 0, LIST, ANY),
    "both": _function(_both, LIST, LIST, gives=LIST),
    "without": _function(_without, LIST, ANY, gives=LIST),
    "backwards": _function(lambda among: list(reversed(among)), LIST, gives=LIST),
    "having": _function(_ids_with, LIST, TABLE, ANY, gives=LIST),
    "total": _function(_total, LIST, TABLE),
}
"""All functions, by name."""


def number(value: Any) -> int:
    """Return a value that must be a number; yes counts 1, no counts 0.

    >>> number(True) + number(2)
    3
    """
    if isinstance(value, int):
        return int(value)
    raise _WrongValue(Text("a number is wanted, and {found} is none.", found=describe(value)))


def ids(value: Any) -> list[str]:
    """Return a value that must be a list of ids.

    >>> ids(("left", "right"))
    ['left', 'right']
    """
    for one in _list(value):
        if not isinstance(one, str):
            raise _WrongValue(Text("an id is wanted, and {found} is none.", found=describe(one)))
    return list(value)


def _item(value: Any) -> Any:
    if isinstance(value, int | str):
        return value
    raise _WrongValue(Text("a number or an id is wanted, and {found} is none.", found=describe(value)))


def _list(value: Any) -> Sequence[str]:
    if isinstance(value, list | tuple | dict):
        return list(value) if isinstance(value, dict) else value
    raise _WrongValue(Text("a list is wanted, and {found} is none.", found=describe(value)))


def _table(value: Any) -> Any:
    if isinstance(value, dict):
        return value
    raise _WrongValue(Text("a table of ids is wanted, and {found} is none.", found=describe(value)))


_AS: dict[str, Callable[[Any], Any]] = {NUMBER: number, LIST: _list, TABLE: _table, ANY: lambda value: value}
"""The conversions of arguments, by kind."""


def describe(value: Any) -> str:
    """Return a value as an error names it.

    >>> describe(["left"]), describe(""), describe(3)
    ('a list', 'nothing', '3')
    """
    if isinstance(value, list | tuple | dict):
        return "a list"
    return str(value) or "nothing"


def _within(value: int, wrong: Exception) -> int:
    if abs(value) > MAX_NUMBER:
        raise wrong
    return value
