"""The keys as the glass names and draws them: two buttons and a knob, four keys, or those of USB devices."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from display.bars import KeyMarks
from firmware.text import Text
from hw.build import Keys


class KeySet(Struct, frozen=True, kw_only=True):
    """The words for the keys of a set, and their marks.

    `choose`: how to highlight an answer; `hand`: the setting of the hand; `fast`: how to change a number faster.
    `next`, `back`, `turning`: headlines of the first start, with `lines` below the last one. `side`: how to reach the
    bot's side, by its title. `captions`: the hints, by kind of screen; each fits the header in any language.
    """

    marks: KeyMarks = KeyMarks()
    choose: Text
    hand: Text
    fast: Text
    next: Text
    back: Text
    turning: Text
    lines: tuple[Text, ...]
    side: Callable[[Text], Text]
    captions: dict[str, Text]


_RECAP = {"recap": Text("Hold Back: earlier steps"), "resumed": Text("Hold Back: where were we?")}
KNOB = KeySet(
    choose=Text("Turn to choose"),
    hand=Text("Hand on the knob"),
    fast=Text("Turning fast moves by more than 1."),
    next=Text("The button Next"),
    back=Text("The button Back"),
    turning=Text("The knob"),
    lines=(Text("Turn it to choose or to read on."), Text("Push it to ask why."), Text("Hold it for the menu.")),
    side=lambda what: Text("{what}: turn left", what=what),
    captions={
        "pages": Text("Turn or Next: more"),
        "instruction": Text("Push the knob: Why?"),
        "list": Text("Turn to choose, then Next"),
        "number": Text("Turn to change the number"),
        "total": Text("Push: add up with me"),
        "marks": Text("Push ticks, Next finishes"),
        "counters": Text("Push a line, then turn"),
        "draw": Text("Turn to the card you drew"),
        **_RECAP,
    },
)
FOUR_KEYS = KeySet(
    marks=KeyMarks(pair=True),
    choose=Text("▲ ▼ to choose"),
    hand=Text("Hand on the keys"),
    fast=Text("Holding ▲ or ▼ moves by more than 1."),
    next=Text("The key Next"),
    back=Text("The key Back"),
    turning=Text("The keys ▲ and ▼"),
    lines=(
        Text("Press one to choose or to read on."),
        Text("Press both to ask why."),
        Text("Hold both for the menu."),
    ),
    side=lambda what: Text("{what}: press ▲", what=what),
    captions={
        "pages": Text("▼ or Next: more"),
        "instruction": Text("▲ and ▼ together: Why?"),
        "list": Text("▲ ▼ to choose, then Next"),
        "number": Text("▲ ▼ change the number"),
        "total": Text("▲ + ▼: add up with me"),
        "marks": Text("▲ + ▼ ticks, Next finishes"),
        "counters": Text("▲ + ▼ on a line, then ▲ ▼"),
        "draw": Text("▲ ▼ to the card you drew"),
        **_RECAP,
    },
)


USB = replace(
    KNOB,
    hand=FOUR_KEYS.hand,
    next=FOUR_KEYS.next,
    back=FOUR_KEYS.back,
    turning=Text("Turn and Push"),
    lines=(
        Text("Arrows or a knob turn, to choose or to read on."),
        Text("Enter or the knob pushes, to ask why."),
        Text("Hold it for the menu."),
    ),
    captions={**KNOB.captions, "instruction": Text("Push: Why?")},
)


def key_set_of(keys: Keys, hand: str) -> KeySet:
    """Return the set of a build. Keys beside the glass are at its left, or for the left hand turned to its right."""
    key_set = {"knob": KNOB, "four": FOUR_KEYS, "usb": USB}[keys.set]
    if keys.place == "below":
        return key_set
    return replace(key_set, marks=replace(key_set.marks, edge="left" if hand == "right" else "right"))
