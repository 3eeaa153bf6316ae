"""Words -> blocks: the rows of a headline, a line, an option or a number in a profile, still without a place."""

from msgspec import Struct
from msgspec.structs import replace

from display import letters, value
from display.blocks import Block, Part
from display.letters import Face, Run, TextRow
from display.profiles import Profile
from engines.kit.contract import Ask, Choice, Counters, Draw, Marks, Number, Pick, Role, Roll, Screen, Who, YesNo
from engines.kit.text import Catalogue, Text

YES_NO = (Choice("yes", Text("Yes")), Choice("no", Text("No")))
"""The options of a yes-or-no question: 0 is Yes, 1 is No."""

_COLUMNS = 4
"""Columns of a list whose rows are as short as a letter."""

Band = tuple[Block, ...]
"""Blocks side by side, all of one height."""


def options_of(ask: Ask) -> tuple[Choice, ...]:
    """Return the options, or lines, of an ask in the order in which pages and cursors count them, listed or not.

    Cards with the same words are one option.
    """
    match ask:
        case YesNo():
            return YES_NO
        case Pick() | Marks():
            return ask.options
        case Draw():
            return tuple({card.text: card for card in reversed(ask.remaining)}.values())[::-1]
        case Counters():
            return tuple(Choice(line.id, line.text) for line in ask.lines)
        case _:
            return ()


def caption_room(profile: Profile) -> int:
    """Return the height (px) of a caption."""
    return letters.rise(profile.small) + letters.reach(profile.small)[1]


def note_pitch(profile: Profile) -> int:
    """Return the height (px) of a row of a note."""
    return sum(letters.reach(profile.small))


def gutter(profile: Profile) -> int:
    """Return the room (px) for the marks beside a list that has more rows than its page."""
    return letters.cap_height(profile.bar) + 3


def tick_size(profile: Profile) -> int:
    """Return the side (px) of a check box."""
    return letters.cap_height(profile.body) + 2


class Typesetter(Struct, frozen=True):
    """Sets words in the faces of a profile and the language of a catalogue."""

    profile: Profile
    catalogue: Catalogue
    gutter: int = 0
    """Room (px) at the right of a list, for the marks of more rows."""
    beside: int = 0
    """Room (px) at the right of lines, for a drawing."""
    apart: bool = False
    """True if the notes of options are at the foot of the page, apart from the list."""

    def headline(self, text: Text) -> tuple[Block, list[Band]]:
        """Return the headline, and the rest of a long one as a line of the text.

        If it is too long for its own face, or a word would break, it has the body's face and room for a rule below. An
        empty one takes no room.
        """
        profile, runs = self.profile, self.catalogue.runs(text)
        if not runs:
            return self._block(Part.HEADLINE, profile.headline, 0, ()), []
        face, pitch, most = profile.headline, profile.headline_pitch, profile.headline_rows
        rows = letters.wrap(face, runs, self._line_width())
        if letters.breaks_a_word(face, runs, self._line_width()) or len(rows) > most:
            face, pitch, most = profile.body, profile.body_pitch, most + 1
            rows = letters.wrap(face, runs, self._line_width())
        rest = tuple(run for row in rows[most:] for run in row)
        head = self._block(Part.HEADLINE, face, pitch, rows[:most])
        head = replace(head, height=head.height + profile.headline_pitch - pitch)
        return head, [self._line(rest)] if rest else []

    def words(self, screen: Screen) -> tuple[Block, list[Band]]:
        """Return the headline, and the words below it: its rest, the main reason, the lines."""
        headline, rest = self.headline(screen.headline)
        because = [] if screen.because is None else [self._because_block(screen.because)]
        return headline, [*rest, *because, *(self._text(screen, line) for line in screen.lines)]

    def _text(self, screen: Screen, text: Text) -> Band:
        """Return one line of a screen in rows; orders, and lines of a set-up, have a mark."""
        (block,) = self._line(self.catalogue.runs(text))
        sets_up = screen.role is Role.INSTRUCTION and screen.badge.who is Who.TABLE
        return (replace(block, marked=sets_up or any(text == order.text for order in screen.orders)),)

    def items(self, screen: Screen) -> list[Band]:
        """Return the choices from top to bottom: the options, the number, or nothing.

        An instruction with one option has no list: the footer names what Next does.
        """
        ask = screen.ask
        match ask:
            case Number() | Roll():
                return [(self._value(),)]
            case Pick(options=(_,)) if screen.role is Role.INSTRUCTION:
                return []
            case YesNo():
                return self._yes_no_columns() or self._list(YES_NO)
            case Marks():
                return self._list_in_columns(ask.options, tick_size(self.profile) * 3 // 2)
            case Counters():
                return self._list(options_of(ask), column=value.counters_width(self.profile, ask))
            case _:
                return self._list_in_columns(options_of(ask))

    def _line_width(self) -> int:
        return self.profile.width - 2 * self.profile.margin

    def _line(self, runs: tuple[Run, ...]) -> Band:
        rows = letters.wrap(self.profile.body, runs, self._line_width() - self.beside)
        return (self._block(Part.LINE, self.profile.body, self.profile.body_pitch, rows),)

    def _because_block(self, because: Text) -> Band:
        face = self.profile.small
        rows = letters.wrap(face, self.catalogue.runs(because), self._line_width() - self.beside)
        return (self._block(Part.BECAUSE, face, note_pitch(self.profile), rows),)

    def _block(self, part: Part, face: Face, pitch: int, rows: tuple[TextRow, ...]) -> Block:
        return Block(part, face, rows, pitch, self.profile.margin, self.profile.width, pitch * len(rows))

    def _value(self) -> Block:
        profile, height = self.profile, self.profile.value_height
        return Block(Part.VALUE, profile.number_faces[0], (), height, profile.margin, profile.width, height)

    def _list(self, options: tuple[Choice, ...], slot: int = 0, column: int = 0) -> list[Band]:
        return [(self._option(index, option, slot, column),) for index, option in enumerate(options)]

    def _list_in_columns(self, options: tuple[Choice, ...], slot: int = 0) -> list[Band]:
        """Set a list, in columns if all its rows are as short as letters: "A", "R 1/4"."""
        bands, width = self._list(options, slot), self.profile.width // _COLUMNS
        blocks = [block for (block,) in bands]
        limit = min(width - slot - self.profile.margin * 3 // 2, self.profile.body.size * 9 // 4)
        if len(blocks) < _COLUMNS or not all(_is_short(block, limit) for block in blocks):
            return bands
        blocks = [replace(block, x=place % _COLUMNS * width, width=width) for place, block in enumerate(blocks)]
        return [tuple(blocks[place : place + _COLUMNS]) for place in range(0, len(blocks), _COLUMNS)]

    def _option(self, index: int, option: Choice, slot: int, column: int) -> Block:
        """Set an option; `slot` px before its icon and text are for a check box, `column` px after it for a number."""
        profile = self.profile
        reason = option.blocked
        face, note_face = profile.light if reason else profile.body, None
        stacks = option.emblem is not None and profile.emblem_row >= 2 * profile.body_pitch
        if reason is None and option.note is not None and not (self.apart and option.emblem is None):
            face, note_face, reason = profile.body, profile.small, option.note
        slot += 0 if option.icon is None else face.icon * 5 // 4
        slot += 0 if option.emblem is None else profile.emblem + profile.margin * 2 // 3
        limit = self._line_width() - self.gutter - slot - column
        if stacks and note_face is not None and len(self._rows(profile.bar, reason, limit)) == 1:
            note_face = profile.bar
        block = Block(
            Part.OPTION,
            face,
            (),
            profile.body_pitch,
            profile.margin + slot,
            profile.width - self.gutter,
            0,
            index=index,
            icon=option.icon,
            emblem=option.emblem,
            note_face=note_face,
        )
        rows, below = self._rows(face, option.text, limit), self._rows(note_face or face, reason, limit - block.inset)
        ends = [*rows[-1:], *below]
        gap = face.size if option.emblem is None else face.size // 2
        beside = len(below) == 1 and bool(rows) and sum(letters.width(face, row) for row in ends) + gap <= limit
        beside = beside and not stacks
        lead = 0 if option.group is None else caption_room(profile) + profile.rule // 2
        height = lead + profile.body_pitch * (len(rows) + (0 if beside else len(below)))
        height = height if option.emblem is None else max(height, profile.emblem_row)
        caption = () if option.group is None else self.catalogue.runs(option.group)
        return replace(block, rows=rows, reason=below, beside=beside, height=height, caption=caption, lead=lead)

    def note(self, text: Text) -> tuple[TextRow, ...]:
        """Return the rows of an option's note."""
        return letters.wrap(self.profile.small, self.catalogue.runs(text), self._line_width())

    def _rows(self, face: Face, text: Text | None, limit: int) -> tuple[TextRow, ...]:
        """Return the rows of a text; none if it has no words."""
        runs = () if text is None else self.catalogue.runs(text)
        return letters.wrap(face, runs, limit) if runs else ()

    def _yes_no_columns(self) -> list[Band]:
        """Set Yes and No side by side; nothing if the profile does not, or they do not fit."""
        profile, half = self.profile, self.profile.width // 2
        band = []
        for index, option in enumerate(YES_NO):
            rows = letters.wrap(profile.body, self.catalogue.runs(option.text), half - 2 * profile.margin)
            if not profile.columns or len(rows) > 1:
                return []
            block = self._block(Part.OPTION, profile.body, profile.body_pitch, rows)
            band.append(replace(block, x=half * index, width=half, index=index))
        return [tuple(band)]


def _is_short(block: Block, limit: int) -> bool:
    plain = len(block.rows) == 1 and not block.reason and block.icon is None
    return plain and letters.width(block.face, block.rows[0]) <= limit
