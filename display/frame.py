"""Page -> frame: one page of a layout, with header and footer, as a 1-bit picture of exactly the panel's size."""

from contextlib import suppress

from msgspec import Struct
from PIL import Image, ImageDraw

from display import letters
from display.bars import (
    DoesNotFit,
    KeyMarks,
    Knob,
    draw_footer,
    draw_header,
    draw_hint,
    draw_message,
    draw_notice,
    fit_face,
    fit_footer,
    fit_header,
    fit_push,
)
from display.blocks import Block, Part
from display.drawings.pictures import paint
from display.emblems import draw_emblem
from display.layout import Layout
from display.letters import TextRow
from display.off import Off, draw_band, draw_mark
from display.paint import BLACK, WHITE, draw_arrow, draw_more, draw_order, draw_row, draw_tick_box, draw_upright_arrow
from display.profiles import Profile
from display.typesetting import note_pitch, options_of, tick_size
from display.value import Arrow, draw_counter, draw_value
from engines.kit.contract import Counters, Marks, Number, Roll
from engines.kit.text import Text

_DOT = 4
"""The size of a dot in a corner, pens."""


class Cursor(Struct, frozen=True):
    """The player's position and ticks: an index into the options, a number, ids of options.

    `counts`: the number of each line of counters; `entered`: turning changes the number of the highlighted line.
    """

    highlight: int = 0
    number: int = 0
    ticks: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    entered: bool = False


class Chrome(Struct, frozen=True):
    """The words around a page. `footer`, `right` and `message` come in several lengths, longest first.

    `left`: who and where; `right`: round and turn; `back`: the effect of Back; `notice`: a strip below the header.
    `footer`: the effect of Next. If only its last text fits, the words before a colon or a parenthesis are tried first.
    `push`: the effect of Push, if Next has another one; if `held`, that of holding it; if it `explains`, a question
    mark that always has room. `message`: replaces the header. `hint`: in the white of the page, or in place of the
    footer. `corners`: a dot in each corner of the glass, to check the size of the panel. `off`: the power is off, so
    there is no footer. `keys`: the keys of this device.
    """

    left: Text
    right: tuple[Text, ...]
    footer: tuple[Text, ...]
    back: Text
    notice: Text | None = None
    push: Text | None = None
    held: bool = False
    explains: bool = False
    corners: bool = False
    message: tuple[Text, ...] = ()
    hint: Text | None = None
    off: Off | None = None
    keys: KeyMarks = KeyMarks()


def draw(layout: Layout, page: int, cursor: Cursor, chrome: Chrome) -> Image.Image:
    """Return the frame (mode "1", white = 1). Raise `DoesNotFit` if a word of the chrome would have to be cut."""
    profile, runs = layout.profile, layout.catalogue.runs
    image = Image.new("1", (profile.width, profile.height), WHITE)
    if chrome.off is not None and not chrome.off.progress:
        draw_mark(image, layout, chrome.off)
        return image
    smaller, text, back = header_of(layout, chrome)
    if chrome.message:
        draw_message(image, smaller, runs(text), back, chrome.keys)
    else:
        draw_header(image, smaller, runs(chrome.left), runs(text), back, chrome.keys)
    if chrome.notice is not None:
        if not layout.notice:
            raise DoesNotFit(f"the layout keeps no room for the notice {layout.catalogue.words(chrome.notice)!r}")
        draw_notice(image, profile, runs(chrome.notice))
    _draw_rules(image, layout, page)
    arrow = draw_upright_arrow if chrome.keys.pair else draw_arrow
    for block in layout.pages[page].blocks:
        _draw_block(image, layout, block, cursor, arrow)
    _draw_more(image, layout, page)
    _draw_note(image, layout, page, cursor)
    if chrome.off is not None:
        draw_band(image, layout, chrome.off, page_marker(layout, page))
        return image
    smaller, footer = footer_of(layout, page, chrome)
    push = push_row(layout, page, chrome)
    knob = None if not push else Knob.WHY if chrome.explains else Knob.HOLD if chrome.held else Knob.PUSH
    draw_footer(image, smaller, runs(chrome.back), page_marker(layout, page), footer, push, knob, chrome.keys)
    if chrome.hint is not None:
        draw_hint(image, profile, runs(chrome.hint), _hint_top(layout, page))
    if chrome.corners:
        _draw_corners(image, _DOT * profile.pen)
    return image


def _draw_corners(image: Image.Image, size: int) -> None:
    """Draw a dot in each corner: white in the black header, black below."""
    draw, (width, height) = ImageDraw.Draw(image), image.size
    for x in (0, width - size):
        draw.rectangle((x, 0, x + size - 1, size - 1), fill=WHITE)
        draw.rectangle((x, height - size, x + size - 1, height - 1), fill=BLACK)


def hint_hides_footer(layout: Layout, page: int, chrome: Chrome) -> bool:
    """Return whether there is a hint, and no room for it between the rows of a page."""
    return chrome.hint is not None and _hint_top(layout, page) > layout.profile.height - layout.profile.footer


def _hint_top(layout: Layout, page: int) -> int:
    """Return the top (px) of a hint: in the lowest white that is high enough, else at the foot of the glass."""
    profile, blocks = layout.profile, layout.pages[page].blocks
    ends = [profile.header, *(block.y + block.height for block in blocks)]
    for end in sorted(ends, reverse=True):
        foot = profile.height - profile.footer - layout.note_room
        begins = min((block.y for block in blocks if block.y + block.height > end), default=foot)
        if end + profile.header + 2 * profile.rule <= begins:
            return begins - profile.header - profile.rule
    return profile.height - profile.header


def push_row(layout: Layout, page: int, chrome: Chrome) -> TextRow:
    """Return what Push does; nothing if there is no room for it, or a hint is in its place."""
    if chrome.push is None or hint_hides_footer(layout, page, chrome):
        return ()
    runs, (profile, footer) = layout.catalogue.runs, footer_of(layout, page, chrome)
    if chrome.explains:
        return runs(chrome.push)
    return fit_push(profile, runs(chrome.back), page_marker(layout, page), footer, runs(chrome.push), chrome.keys)


def header_of(layout: Layout, chrome: Chrome) -> tuple[Profile, Text, TextRow | None]:
    """Return the profile in the face that fits, and the longest text that fits at the right, or the whole message.

    The third value is for a Back key beside the header: its words, or () for its mark alone; else None.
    Raise `DoesNotFit` if no text fits.
    """
    runs, texts = layout.catalogue.runs, chrome.message or chrome.right
    left = () if chrome.message else runs(chrome.left)
    if chrome.keys.edge is not None:
        for back, candidates in ((runs(chrome.back), texts[:1] if chrome.message else texts), ((), texts)):
            with suppress(DoesNotFit):
                return *_fit_header(layout, left, candidates, back), back
    return *_fit_header(layout, left, texts, None), None


def _fit_header(layout: Layout, left: TextRow, texts: tuple[Text, ...], back: TextRow | None) -> tuple[Profile, Text]:
    rows = [layout.catalogue.runs(text) for text in texts]
    profile, place = fit_face(layout.profile, lambda profile: fit_header(profile, left, rows, back))
    return profile, texts[place]


def footer_of(layout: Layout, page: int, chrome: Chrome) -> tuple[Profile, TextRow]:
    """Return the profile in the face that fits, and the longest of the footer's texts. `DoesNotFit` if none fits."""
    runs, marker = layout.catalogue.runs, page_marker(layout, page)
    back, rows = runs(chrome.back), [runs(text) for text in chrome.footer]
    why, keys = chrome.explains, chrome.keys
    return fit_face(layout.profile, lambda profile: fit_footer(profile, back, marker, rows, keys, why=why))


def page_marker(layout: Layout, page: int) -> str:
    """Return "2/3" of the pages to be read, or nothing if there is one; a list below them only scrolls."""
    count = sum(page.has_unread_text for page in layout.pages)
    return f"{min(page + 1, count)}/{count}" if count > 1 else ""


def _draw_rules(image: Image.Image, layout: Layout, page: int) -> None:
    """Draw a rule below a headline no larger than the lines, and one between lines and a list."""
    shown, profile = layout.pages[page], layout.profile
    draw = ImageDraw.Draw(image)
    right = profile.width - 1 - profile.margin
    for block in shown.of(Part.HEADLINE):
        if block.face == profile.body:
            y = block.y + block.height - 3 * profile.pen
            draw.line((profile.margin, y, right, y), fill=BLACK, width=2 * profile.pen)
    if shown.options and (shown.body or shown.of(Part.DRAWING)):
        top = shown.of(Part.OPTION)[0].y
        y = top - profile.rule // 2 - profile.pen
        draw.line((profile.margin, y, right, y), fill=BLACK, width=profile.pen)


def _draw_more(image: Image.Image, layout: Layout, page: int) -> None:
    """Draw marks for more rows, at the right of the first and the last row of a list."""
    rows, profile = layout.pages[page].of(Part.OPTION), layout.profile
    size = letters.cap_height(profile.bar)
    left = profile.width - profile.margin // 2 - size
    if rows and rows[0].index > 0:
        draw_more(image, left, rows[0].y + 1, size, below=False)
    if rows and rows[-1].index < len(options_of(layout.screen.ask)) - 1:
        draw_more(image, left, rows[-1].y + rows[-1].height - size * 2 // 3 - 1, size, below=True)


def _draw_note(image: Image.Image, layout: Layout, page: int, cursor: Cursor) -> None:
    """Draw the note of the highlighted option, below a rule at the foot of the page."""
    profile, rows = layout.profile, layout.note(page, cursor.highlight)
    if not rows:
        return
    top = profile.bottom - layout.note_room
    pitch = note_pitch(profile)
    draw = ImageDraw.Draw(image)
    draw.line((profile.margin, top, profile.width - 1 - profile.margin, top), fill=BLACK, width=profile.pen)
    for number, row in enumerate(rows):
        base = top + profile.rule // 2 + pitch * number + letters.baseline(profile.small, pitch)
        draw_row(image, profile.small, row, (profile.margin, base))


def _draw_block(image: Image.Image, layout: Layout, block: Block, cursor: Cursor, arrow: Arrow) -> None:
    ask = layout.screen.ask
    if block.part is Part.VALUE and isinstance(ask, Number | Roll):
        draw_value(image, layout.profile, block, ask, cursor.number, arrow)
        return
    if block.picture is not None:
        paint(image, block.picture, block.x, block.y, layout.profile.pen)
        return
    pen, highlighted = layout.profile.pen, block.part is Part.OPTION and block.index == cursor.highlight
    entered = highlighted and cursor.entered
    ink = WHITE if highlighted and not entered else BLACK
    if highlighted:
        edge = layout.profile.margin // 2
        box = (block.x + edge, block.y + block.lead, block.x + block.width - 1 - edge, block.y + block.height - 1)
        ImageDraw.Draw(image).rounded_rectangle(
            box, 3 * pen, fill=None if entered else BLACK, outline=BLACK, width=2 * pen
        )
    if block.part is Part.OPTION and isinstance(ask, Marks):
        _draw_tick(image, layout, block, cursor, ink)
    if block.part is Part.OPTION and isinstance(ask, Counters):
        count = cursor.counts[block.index]
        draw_counter(image, layout.profile, block, ask, count, arrow if entered else None, ink=ink)
    _draw_rows(image, layout.profile, block, ink)


def _draw_tick(image: Image.Image, layout: Layout, block: Block, cursor: Cursor, ink: int) -> None:
    """Draw the check box of an option beside its first row."""
    profile, size = layout.profile, tick_size(layout.profile)
    base = _top(block) + letters.baseline(block.face, block.pitch)
    top = base - (letters.cap_height(block.face) + size) // 2
    ticked = options_of(layout.screen.ask)[block.index].id in cursor.ticks
    draw_tick_box(image, block.x + profile.margin, top, size, ticked, ink, profile.pen)


def _draw_rows(image: Image.Image, profile: Profile, block: Block, ink: int) -> None:
    if block.caption:
        draw_row(image, profile.small, block.caption, (profile.margin, block.y + letters.rise(profile.small) + 1))
    base = _top(block) + letters.baseline(block.face, block.pitch)
    if block.marked:
        draw_order(image, profile.margin, base, letters.cap_height(block.face))
    if block.emblem is not None:
        left = block.x + block.indent - profile.emblem - profile.margin // 2
        draw_emblem(image, block.emblem, profile.emblem, (left, block.y + (block.height - profile.emblem) // 2))
    if block.icon is not None:
        draw_row(image, block.face, (block.icon,), (block.x + block.indent - block.face.icon * 5 // 4 - 1, base), ink)
    for row in block.rows:
        draw_row(image, block.face, row, (block.x + block.indent, base), ink)
        base += block.pitch
    face = block.note_face or block.face
    if block.beside:
        (reason,) = block.reason
        left = block.x + block.width - profile.margin - letters.width(face, reason)
        draw_row(image, face, reason, (left, base - block.pitch), ink)
        return
    for row in block.reason:
        draw_row(image, face, row, (block.x + block.indent + block.inset, base), ink)
        base += block.pitch


def _top(block: Block) -> int:
    """Return the top (px) of a block's first row: rows are in the middle of its height, a headline is at its top."""
    if block.part is Part.HEADLINE:
        return block.y
    rows = len(block.rows) + (0 if block.beside else len(block.reason))
    return block.y + block.lead + (block.height - block.lead - rows * block.pitch) // 2
