"""An option as a row of a list, and the question for its value: of a new play, and of the settings."""

from collections.abc import Callable
from typing import Any

from engines.contract import Choice, Number, Pick
from engines.options import Choose, Count, Embed, Option, Switch
from firmware.text import Text
from firmware.views.host import Host
from firmware.views.view import Prompt, View


def worded(option: Option, value: Any) -> Text:
    """Return the words of a value."""
    match option:
        case Choose():
            return next(choice.text for choice in option.choices if choice.id == value)
        case Count():
            return Text("{n}", n=value)
        case Switch():
            return Text("on") if value else Text("off")
        case Embed():
            return option.unset if value is None else Text("{name}", name=value.get("name") or "own")


def noted(option: Option, value: Any) -> Text | None:
    """Return what an option is about; where its choices say so themselves, what the chosen one means."""
    chosen = (one.note for one in option.choices if one.id == value) if isinstance(option, Choose) else iter(())
    return next(chosen, None) or option.note


def question(host: Host, option: Choose | Count | Switch, value: Any, taken: Callable[[Any], None]) -> View:
    """Return the question for the value of an option, which is `value` now."""
    match option:
        case Choose():
            return Prompt(option.label, Pick(option.choices, value), taken, host.close)
        case Count():
            return Prompt(option.label, Number(option.low, option.high, value), taken, host.close)
        case Switch():
            switch = (Choice("on", Text("on")), Choice("off", Text("off")))
            likely = "on" if value else "off"
            return Prompt(option.label, Pick(switch, likely), lambda one: taken(one == "on"), host.close)
