"""A page as plain text, for the terminal and for scripts: from the same layout, so what is read is what is drawn."""

from collections.abc import Iterable, Iterator

from display.blocks import Block, Page, Part
from display.frame import Chrome, Cursor, footer_text, header_text, page_marker
from display.layout import Layout
from display.setting import options_of
from display.type import Row
from display.value import digits, preview
from engines.contract import Ask, Choice, Marks, Number, Roll, Screen
from engines.text import Catalogue


def as_text(layout: Layout, page: int, cursor: Cursor, chrome: Chrome, catalogue: Catalogue) -> str:
    """Return the page: header, headline, one row for each line and option, number, footer.

    `>` stands before what is highlighted, `[x]` or `[ ]` before what can be marked, `<` and `>` around a number.
    Raise `DoesNotFit` as `draw` does.
    """
    words = catalogue.words
    marker = page_marker(layout, page)
    footer = (words(chrome.back), marker, words(footer_text(layout, page, chrome)))
    parts = [
        " | ".join(filter(None, (words(chrome.left), words(header_text(layout, chrome))))),
        *([words(chrome.notice)] if chrome.notice else []),
        *_blocks(layout, layout.pages[page], cursor),
        "",
        " | ".join(filter(None, footer)),
    ]
    return "\n".join(parts)


def full_text(screen: Screen, catalogue: Catalogue) -> str:
    """Return the whole screen, unpaged: headline, lines, and the options or the bounds of the number."""
    words = catalogue.words
    rows = [words(screen.headline), *map(words, screen.lines)]
    rows += [f"- {_choice(option, catalogue)}" for option in options_of(screen.ask)]
    if isinstance(screen.ask, Number | Roll):
        rows.append(f"({_bounds(screen.ask)})")
    return "\n".join(rows)


def _blocks(layout: Layout, page: Page, cursor: Cursor) -> Iterator[str]:
    for part in (Part.HEADLINE, Part.LINE, Part.OPTION, Part.VALUE):
        blocks = page.of(part)
        if blocks and part is not Part.LINE:
            yield ""
        for block in blocks:
            yield _block(layout.screen.ask, block, cursor)


def _block(ask: Ask, block: Block, cursor: Cursor) -> str:
    if block.part is Part.VALUE and isinstance(ask, Number | Roll):
        return _value(ask, cursor.number)
    text = _joined(block.rows)
    if block.part is not Part.OPTION:
        return text
    if block.reason:
        text += f" - {_joined(block.reason)}"
    tick = ""
    if isinstance(ask, Marks):
        tick = "[x] " if ask.options[block.index].id in cursor.ticks else "[ ] "
    return f"{'>' if block.index == cursor.highlight else ' '} {tick}{text}"


def _value(ask: Number | Roll, number: int) -> str:
    before, after = preview(ask, number)
    return " ".join(filter(None, (before, f"< {digits(number)} >", after, f"({_bounds(ask)})")))


def _bounds(ask: Number | Roll) -> str:
    return f"{digits(ask.low)} … {digits(ask.high)}"


def _choice(option: Choice, catalogue: Catalogue) -> str:
    text = catalogue.words(option.text)
    return text if option.blocked is None else f"{text} - {catalogue.words(option.blocked)}"


def _joined(rows: Iterable[Row]) -> str:
    """Return the words of rows, which keep their spaces at the end; icons are left out, as the catalogue does."""
    return " ".join("".join(run for row in rows for run in row if isinstance(run, str)).split())
