"""The vocabulary of a layout: blocks with their places on the frame, and pages made of them."""

from enum import Enum
from functools import cached_property

from msgspec import Struct

from display.drawings.pictures import Picture
from display.letters import Face, TextRow
from engines.kit.contract import Emblem
from engines.kit.drawings import Drawing
from engines.kit.text import Icon


class Part(Enum):
    """The kind of a block."""

    HEADLINE = "headline"
    BECAUSE = "because"
    LINE = "line"
    DRAWING = "drawing"
    OPTION = "option"
    VALUE = "value"


class Block(Struct, frozen=True):
    """A rectangle of a page (px from the top left corner of the frame) and its rows of text, `pitch` px apart.

    The text is `indent` px from the left edge, an option's icon or emblem right before it. `index` is the place of an
    option in its ask, else -1. `reason` says why an option is blocked, at the end of its last row if `beside`, else in
    rows below. With a `note_face` it is a note, set in that face and further in.

    The `picture` of a `drawing` is as large as the block. The first option of a group has the group's name over it, the
    `caption`, in the topmost `lead` px. A `marked` line is an order.
    """

    part: Part
    face: Face
    rows: tuple[TextRow, ...]
    pitch: int
    indent: int
    width: int
    height: int
    x: int = 0
    y: int = 0
    index: int = -1
    icon: Icon | None = None
    emblem: Emblem | None = None
    reason: tuple[TextRow, ...] = ()
    beside: bool = False
    note_face: Face | None = None
    drawing: Drawing | None = None
    picture: Picture | None = None
    caption: TextRow = ()
    lead: int = 0
    marked: bool = False

    @property
    def inset(self) -> int:
        """The indent (px) of the rows of the reason within the others."""
        return 0 if self.note_face is None or self.emblem is not None else self.note_face.size // 2


class Page(Struct, frozen=True, dict=True):
    """The blocks of one frame, from top to bottom."""

    blocks: tuple[Block, ...]
    has_unread_text: bool = False
    """True if the page has words that no other page has, to be read before the next page."""
    repeats: bool = False
    """True if the page repeats the text of the page before, and only its list continues."""

    @property
    def body(self) -> tuple[TextRow, ...]:
        """The rows of the lines."""
        return tuple(row for block in self.of(Part.LINE) for row in block.rows)

    @cached_property
    def options(self) -> tuple[int, ...]:
        """The options listed here, by their index in the ask."""
        return tuple(block.index for block in self.of(Part.OPTION))

    @cached_property
    def value(self) -> bool:
        """True if the number of a `number` or `roll` is on this page."""
        return bool(self.of(Part.VALUE))

    def of(self, part: Part) -> tuple[Block, ...]:
        """Return the blocks of one kind."""
        return tuple(block for block in self.blocks if block.part is part)
