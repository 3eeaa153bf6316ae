"""Where a play stands, in plain values beside its file: so that a list can say it and load no engine for that."""

from typing import Any

from engines.contract import Badge, Who
from engines.text import Text, Value


def plain(badge: Badge) -> list[Any]:
    """Return whose turn it is, the place and the turn as JSON has them."""
    return [badge.who.value, _plain(badge.place), _plain(badge.turn)]


def badge_of(values: Any) -> Badge | None:
    """Return the badge of plain values; None where they are none."""
    try:
        who, place, turn = values
        return Badge(Who(who), _value(place), _value(turn))
    except (TypeError, ValueError, KeyError, AttributeError):
        return None


def _plain(value: "Value | None") -> Any:
    match value:
        case Text():
            return {"one": value.one, "plural": value.plural, "values": {k: _plain(v) for k, v in value.values.items()}}
        case tuple():
            return [_plain(one) for one in value]
    return value


def _value(value: Any) -> Any:
    match value:
        case dict():
            return Text(value["one"], plural=value["plural"], **{k: _value(v) for k, v in value["values"].items()})
        case list():
            return tuple(_value(one) for one in value)
    return value
