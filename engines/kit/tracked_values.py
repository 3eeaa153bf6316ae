"""The values that the player sees on the table and can correct, each declared once, at its field.

    class State(turn.State, kw_only=True):
        coins: Annotated[int, number(Text("Its coins"), Text("its coins"), MAX_COINS, limit=LIMIT)] = 0
        tame: Annotated[bool, yes_no(Text("It is tame"), Text("tame"))] = False
        goods: dict[str, Annotated[int, number(lambda n: Text("Goods {n}", n=n), …)]]

    TRACKED = tracked_values(
        State,
        Group(Text("Its purse"), Text("It pays with them."), "coins"),  # in the order of the menu of corrections
        Group(
            Text("Its den"),
            Text("What is tame brings goods."),
            "tame",
            *each(State, "goods", GOODS),     # goods_1, goods_2…: one value for each key of a dict, or place of a list
            Value("space", …, get=…, put=…),  # computed from other fields
        ),
    )

The field of a correction, its setter, the law of its bounds, and its word in Why follow from the declaration. Bounds
are a law rather than part of the type, so that all faults of a position set by hand are reported at once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Annotated, Any, TypeAlias, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from engines.kit.contract import Choice, Field, Law
from engines.kit.text import Text

Label: TypeAlias = Text | Callable[[Any], Text]
"""Words, or a function that makes them of the state or of the item."""

YES_NO = (Choice("no", Text("no")), Choice("yes", Text("yes")))
BOOL_IDS = {True: "yes", False: "no"}


def _always(_: Any) -> bool:
    return True


class Value(Struct, frozen=True):
    """One value: its name in corrections, its label in the menu and its word in Why, its getter and its setter.

    It is a number that can be corrected to `low` to `high`, or one of `choices`. Functions take the state. `when`
    returns whether this play has the value at all. `limit` is the most that it may ever be.
    """

    name: str
    label: Label
    word: Text
    get: Callable[[Any], int | str]
    put: Callable[[Any, Any], None]
    high: int | Callable[[Any], int] = 0
    low: int = 0
    choices: tuple[Choice, ...] | Callable[[Any], tuple[Choice, ...]] = ()
    when: Callable[[Any], bool] = _always
    limit: int | Callable[[Any], int] | None = None
    group: Label = Text("")
    follows: Text = Text("")

    def field(self, state: Any) -> Field:
        """Return the value as it can be corrected now."""
        label, high, choices, group = (_value(state, one) for one in (self.label, self.high, self.choices, self.group))
        return Field(self.name, label, self.get(state), self.low, high, choices, group, self.follows)


class Group:
    """Values that are together on the table, and what the bot does with them, in a sentence."""

    __slots__ = ("follows", "label", "values")

    def __init__(self, label: Label, follows: Text, *values: str | Value) -> None:
        self.label, self.follows, self.values = label, follows, values


def _value(state: Any, one: Any) -> Any:
    """Return a declared value, or the value that a declared function has for a state."""
    return one(state) if callable(one) else one


# --- declaring ------------------------------------------------------------------------------------------------------


def number(
    label: Label,
    word: Label,
    high: int | Callable[[Any], int],
    low: int = 0,
    *,
    limit: int | None = None,
    when: Callable[[Any], bool] = _always,
) -> Meta:
    """Declare a whole number that can be corrected to `low` to `high`; a play may bring it up to `limit`."""
    most = high if limit is None else limit
    return Meta(extra=_extra(label=label, word=word, high=high, low=low, when=when, limit=most))


def choice(label: Label, word: Label, choices: Mapping[str, Text]) -> Meta:
    """Declare one of several values, by id, with what the menu says for each."""
    named = tuple(Choice(name, text) for name, text in choices.items())
    return Meta(extra=_extra(label=label, word=word, choices=named))


def yes_no(label: Label, word: Label, choices: tuple[Choice, ...] = YES_NO) -> Meta:
    """Declare a yes or no: a bool in the state, "yes" or "no" in corrections."""
    return Meta(extra=_extra(label=label, word=word, choices=choices))


def _extra(**declared: Any) -> dict[str, Any]:
    return {"tracked": declared}


# --- the values of a state ------------------------------------------------------------------------------------------


def tracked_values(kind: type[Struct], *groups: Group) -> "Tracked":
    """Return the values of a state in order: fields that are declared, by name or path ("vj.money"), and others.

    Without any groups these are all the fields of the state that are declared.
    """
    if not groups:
        return Tracked(_field_value(kind, field.name) for field in fields(kind) if _declaration(field.type))
    return Tracked(_with_group(kind, group, one) for group in groups for one in group.values)


def _with_group(kind: type[Struct], group: Group, one: str | Value) -> Value:
    value = _field_value(kind, one) if isinstance(one, str) else one
    return replace(value, group=group.label, follows=group.follows)


def each(kind: type[Struct], path: str, keys: Iterable[str], prefix: str = "") -> Iterator[Value]:
    """Yield a value for each key of a dict, or place of a list.

    Its name is `prefix` (else the path), "_" and the key. Label and word are functions of the key. A missing item is 0.
    """
    hint, items = _hint(kind, path), attrgetter(path)
    declared = _declaration(get_args(hint)[-1])
    for place, key in enumerate(keys):
        words = {name: declared[name](key) for name in ("label", "word")}
        item = _item_accessors(items, place if get_origin(hint) is list else key)
        yield Value(f"{prefix or path}_{key}", **{**declared, **words, **item})


def in_list(
    items: Callable[[Any], list[Any]], item: Any, sort_key: Any = None, present: str = "yes", absent: str = "no"
) -> tuple[Callable[[Any], str], Callable[[Any, Any], None]]:
    """Return getter and setter of a choice of two: whether a list contains an item.

    A list with a `sort_key` stays in that order; in others a new item comes last.
    """

    def get(state: Any) -> str:
        return present if item in items(state) else absent

    def put(state: Any, value: str) -> None:
        found = items(state)
        found[:] = [one for one in found if one != item] + [item] * (value == present)
        if sort_key is not None:
            found.sort(key=sort_key)

    return get, put


class Tracked(tuple[Value, ...]):
    """The values of a bot in the order of the menu."""

    __slots__ = ()

    def fields(self, state: Any) -> tuple[Field, ...]:
        """Return what can be corrected now."""
        return tuple(value.field(state) for value in self if value.when(state))

    def laws(self, state: Any) -> Iterator[Law]:
        """Yield whether each number is within its bounds."""
        for one in self:
            if one.limit is not None:
                low, most = one.low, _value(state, one.limit)
                holds = low <= int(one.get(state)) <= most
                yield holds, Text("{name} must be {low} to {most}.", name=one.name, low=low, most=most)

    def put(self, state: Any, name: str, value: Any) -> None:
        """Set a value."""
        next(one for one in self if one.name == name).put(state, value)

    def words(self) -> dict[str, Text]:
        """Return the words of Why for each value, and for its choices if they are always the same."""
        lists = [value.choices for value in self if not callable(value.choices)]
        choices = {choice.id: choice.text for one in lists for choice in one}
        return choices | {value.name: value.word for value in self}


def _field_value(kind: type[Struct], path: str) -> Value:
    owner, _, name = path.rpartition(".")
    hint, read = _hint(kind, path), attrgetter(path)
    is_bool = get_args(hint)[0] is bool

    def get(state: Any) -> int | str:
        value: Any = read(state)
        return BOOL_IDS[value] if is_bool else value

    def put(state: Any, value: Any) -> None:
        holder = attrgetter(owner)(state) if owner else state
        setattr(holder, name, value == "yes" if is_bool else value)

    return Value(name, get=get, put=put, **_declaration(hint))


def _item_accessors(read: Callable[[Any], Any], key: str | int) -> dict[str, Any]:
    """Return getter and setter of an item, of a dict by its key, of a list by its place."""

    def get(state: Any) -> int | str:
        items: Any = read(state)
        exists = key in items if isinstance(items, dict) else len(items) > int(key)
        value: int | str = items[key] if exists else 0
        return value

    def put(state: Any, value: Any) -> None:
        read(state)[key] = value

    return {"get": get, "put": put}


def _hint(kind: Any, path: str) -> Any:
    """Return the annotation of a field, found along a path through structs."""
    for name in path.split("."):
        kind = next(field.type for field in fields(kind) if field.name == name)
    return kind


def _declaration(hint: Any) -> dict[str, Any]:
    """Return what an annotation says of a value; nothing if it is not declared."""
    found = (meta.extra for meta in get_args(hint)[1:] if get_origin(hint) is Annotated)
    return next((extra["tracked"] for extra in found if extra), {})
