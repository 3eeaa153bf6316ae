"""A page as plain text, for terminals and scripts: of the same layout, so it reads as it is drawn."""

from collections.abc import Iterable, Iterator

from display.blocks import Block, Page, Part
from display.frame import Chrome, Cursor, footer_of, header_of, hint_hides_footer, page_marker, push_row
from display.layout import Layout
from display.letters import TextRow
from display.off import progress_text
from display.value import digits, preview
from engines.kit.contract import Ask, Counters, Marks, Number, Roll
from engines.kit.drawings import Side, describe
from engines.kit.text import SOFT_HYPHEN, Catalogue

_PARAGRAPHS = ((Part.HEADLINE, Part.BECAUSE), (Part.LINE, Part.DRAWING), (Part.OPTION,), (Part.VALUE,))


def as_text(layout: Layout, page: int, cursor: Cursor, chrome: Chrome, catalogue: Catalogue) -> str:
    """Return the page: header, headline, one row for each line and option, number, footer.

    `>` is before the highlighted option, `[x]` or `[ ]` before one that can be ticked, `<` and `>` around a number that
    turning changes. The effect of Push is in parentheses. A message replaces the header. `DoesNotFit` as in `draw`.
    """
    words = catalogue.words
    if chrome.off is not None and not chrome.off.progress:
        return words(chrome.off.message)
    header = ("" if chrome.message else words(chrome.left), words(header_of(layout, chrome)[1]))
    parts = [
        " | ".join(filter(None, header)),
        *([words(chrome.notice)] if chrome.notice else []),
        *_blocks(layout, layout.pages[page], cursor),
        *(["", _plain_words(note)] if (note := layout.note(page, cursor.highlight)) else []),
        "",
        *([] if chrome.hint is None else [words(chrome.hint)]),
        *([] if hint_hides_footer(layout, page, chrome) else [" | ".join(filter(None, _footer(layout, page, chrome)))]),
    ]
    return "\n".join(parts)


def _footer(layout: Layout, page: int, chrome: Chrome) -> tuple[str, ...]:
    """Return the words of the footer, or those of the band while the power is off."""
    words, marker = layout.catalogue.words, page_marker(layout, page)
    if chrome.off is not None:
        return words(progress_text(layout, chrome.off)), words(chrome.off.message), marker
    push = push_row(layout, page, chrome)
    knob = f"({'hold: ' if chrome.held else ''}{_plain_words([push])})" if push else ""
    next_words = _plain_words([footer_of(layout, page, chrome)[1]])
    return words(chrome.back), knob, marker, next_words


def _blocks(layout: Layout, page: Page, cursor: Cursor) -> Iterator[str]:
    for parts in _PARAGRAPHS:
        blocks = [one for one in page.blocks if one.part in parts and (one.rows or one.part is not Part.HEADLINE)]
        if not isinstance(layout.screen.drawing, Side):
            blocks.sort(key=lambda block: block.part is Part.DRAWING)
        if blocks and Part.LINE not in parts:
            yield ""
        for block in blocks:
            if block.caption:
                yield _plain_words([block.caption])
            if block.drawing is None:
                yield _block(layout.screen.ask, block, cursor)
            else:
                yield from map(layout.catalogue.words, describe(block.drawing))


def _block(ask: Ask, block: Block, cursor: Cursor) -> str:
    if block.part is Part.VALUE and isinstance(ask, Number | Roll):
        return _value(ask, cursor.number)
    text = _plain_words(block.rows)
    if block.part is not Part.OPTION:
        return text
    if block.reason:
        joint = ": " if block.emblem else " " if block.note_face else " - "
        text = joint.join(filter(None, (text, _plain_words(block.reason))))
    tick = ""
    if isinstance(ask, Marks):
        tick = "[x] " if ask.options[block.index].id in cursor.ticks else "[ ] "
    highlighted, count = block.index == cursor.highlight, ""
    if isinstance(ask, Counters):
        number = digits(cursor.counts[block.index])
        count = f" < {number} >" if highlighted and cursor.entered else f" {number}"
    return f"{'>' if highlighted else ' '} {tick}{text}{count}"


def _value(ask: Number | Roll, number: int) -> str:
    before, after = preview(ask, number)
    bounds = f"({digits(ask.low)} … {digits(ask.high)})"
    return " ".join(filter(None, (before, f"< {digits(number)} >", after, bounds)))


def _plain_words(rows: Iterable[TextRow]) -> str:
    """Return the words of rows without icons, as the catalogue does; rows keep their spaces at the end."""
    words = "".join(run for row in rows for run in row if isinstance(run, str))
    return " ".join(words.replace(SOFT_HYPHEN, "").split())
