"""The values that the player can correct, and the question for one value.

correct ┬ the values that the last step changed
        └ a group (a card, an office, a sector) ─▶ its values ─▶ a value
"""

from itertools import groupby
from typing import Any

from engines.kit.contract import Field, Number, Pick
from engines.kit.engine import Engine
from engines.kit.play import Play
from engines.kit.text import Value
from firmware.text import Text
from firmware.views.host import Host, ask_or_flip, row_or_list
from firmware.views.view import Item, Menu, MenuPage, Prompt, View, other_answer

CHANGED_CAPTION = Text("Changed by the last step")
ALL_VALUES_CAPTION = Text("All values")
MAX_LISTED_FIELDS = 8
"""The most values that are listed at once; more are opened group by group."""


def corrections(host: Host, play: Play[Any]) -> View:
    """Return the menu of all values that can be corrected: those that the last step changed, then all by group."""

    def build_page() -> MenuPage:
        fields = play.engine.fields(play.state)
        changed = _changed_fields(play, fields)
        groups = [(label, list(values)) for label, values in groupby(fields, lambda field: field.group)]
        rows_of = _value_rows if len(changed) <= MAX_LISTED_FIELDS else _group_rows
        items = rows_of(host, play, CHANGED_CAPTION, changed)
        for label, values in groups:
            if len(fields) <= MAX_LISTED_FIELDS:
                items += _value_rows(host, play, label, [field for field in values if field not in changed])
            else:
                items += _group_rows(host, play, label, values)
        if changed and len(fields) > MAX_LISTED_FIELDS >= len(changed):
            items[len(changed)].group = ALL_VALUES_CAPTION
        return MenuPage("correct", Text("Correct a value"), items)

    return Menu(build_page, host.close)


def correct_again_words(play: Play[Any], values: dict[str, Any]) -> Text:
    """Return the words of the row that makes an undone correction again."""
    return Text("Again: {values}", values=correction_words(play.engine, play.state, values))


def correction_words(engine: Engine[Any], state: Any, values: dict[str, Any]) -> tuple[Text, ...]:
    """Return corrected values in words, each with its label in a state."""
    fields = {field.name: field for field in engine.fields(state)}
    return tuple(
        Text("{label} {value}", label=fields[name].label, value=_value_words(fields[name], value))
        for name, value in values.items()
    )


def _changed_fields(play: Play[Any], fields: tuple[Field, ...]) -> list[Field]:
    """Return the fields that the last input changed."""
    if play.n == play.undo_limit:
        return []
    before = {field.name: field.value for field in play.engine.fields(play.state_at(play.n - 1))}
    return [field for field in fields if before.get(field.name) != field.value]


def _value_rows(host: Host, play: Play[Any], label: Text, fields: list[Field]) -> list[Item]:
    """Return the rows of values below a caption."""
    items = [_field_row(host, play, field) for field in fields]
    if items:
        items[0].group = label
    return items


def _group_rows(host: Host, play: Play[Any], label: Text, fields: list[Field]) -> list[Item]:
    """Return the row that opens a group; for a single value, the row of that value."""
    page = MenuPage("correct", label, [_field_row(host, play, field) for field in fields])
    return row_or_list(host, f"group.{fields[0].name}", Text("{group}…", group=label), lambda: page)


def _field_row(host: Host, play: Play[Any], field: Field) -> Item:
    text = Text("{label}: {value}", label=field.label, value=_value_words(field, field.value))
    question = _question(host, play, field)
    note = None if other_answer(question.screen().ask) is None else field.follows
    return Item(field.name, text, lambda: ask_or_flip(host, question), note=note)


def _question(host: Host, play: Play[Any], field: Field) -> Prompt:
    def on_answer(value: Any) -> None:
        host.commit(play.correct({field.name: value}), Text("Corrected"))

    ask = Pick(field.choices, str(field.value)) if field.choices else Number(field.low, field.high, int(field.value))
    return Prompt(field.label, ask, on_answer, host.close, (field.follows,) if field.follows.one else ())


def _value_words(field: Field, value: int | str) -> Value:
    return next((choice.text for choice in field.choices if choice.id == value), value)
