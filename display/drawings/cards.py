"""Cards side by side: a title and a value, and the items below; the active card has a thick frame and a dark title."""

from msgspec import Struct

from display.drawings import places
from display.drawings.pictures import Box, Picture, Placed, column_of, row_of, words
from display.drawings.places import Style
from display.letters import TextRow
from display.paint import BLACK, WHITE
from engines.kit.drawings import Card, Cards, Slot

_MAX_COLUMNS = 3
"""Columns of a card's items, at most."""


def card_row(cards: Cards, style: Style, width: int) -> Picture | None:
    """Return the cards in one row, each with its items in one column; None if a word would be broken."""
    n = len(cards.cards)
    return _cards(cards, _Form(style, (width + style.gap) // n - style.gap, 1, _has_icons(cards)), n)


def lowest_cards(cards: Cards, style: Style, width: int) -> Picture | None:
    """Return the lowest picture with cards in rows and items in columns; None if all would break a word."""
    pictures = (
        _cards(cards, _Form(style, (width + style.gap) // in_row - style.gap, columns, _has_icons(cards)), in_row)
        for in_row in range(len(cards.cards), 0, -1)
        for columns in range(1, _MAX_COLUMNS + 1)
    )
    return min(filter(None, pictures), key=lambda picture: picture.height, default=None)


class _Form(Struct, frozen=True):
    """The width of a card (pens), and the number of columns of its items."""

    style: Style
    width: int
    columns: int
    icons: bool
    """True if at least one item has an icon before its text."""

    @property
    def inside(self) -> int:
        """The width (pens) between the edges."""
        return self.width - 2 * self.style.pad - 4

    @property
    def item(self) -> int:
        """The width (pens) of an item."""
        return (self.inside + 2 * self.style.gap) // self.columns - 2 * self.style.gap


def _has_icons(cards: Cards) -> bool:
    return any(item.icon for card in cards.cards for item in card.items)


def _cards(cards: Cards, form: _Form, in_row: int) -> Picture | None:
    """Return the cards, `in_row` in a row; None if there is no room, or a word would be broken."""
    style = form.style
    narrow = form.item < style.unit or any(_title_room(card, form) < style.unit for card in cards.cards)
    if narrow or any(_breaks_a_word(card, form) for card in cards.cards):
        return None
    rows = []
    for start in range(0, len(cards.cards), in_row):
        row = cards.cards[start : start + in_row]
        bodies = [_items(card.items, form) for card in row]
        heads = [_head(card, form) for card in row]
        heights = max(one.height for one in heads), max(one.height for one in bodies)
        parts = zip(row, heads, bodies, strict=True)
        rows.append(row_of((_card(card, form, head, body, heights) for card, head, body in parts), style.gap))
    return column_of(rows, style.gap)


def _card(card: Card, form: _Form, head: Picture, body: Picture, heights: tuple[int, int]) -> Picture:
    style, edge = form.style, form.style.pad + 2
    tail = style.tail // 2
    title, items = heights[0] + 2 * style.pad, heights[1] + 2 * style.pad + tail if heights[1] else 0
    height = title + items
    parts: list[Placed] = [(0, 0, Box(form.width, height, 5, 4 if card.active else 2))]
    if card.active:
        parts.append((0, 0, Box(form.width, min(title, height), 5, fill="black")))
    elif items:
        parts.append((0, title - 2, Box(form.width, 2, fill="black")))
    parts += [(edge, style.pad, head), (edge, title + style.pad - 1, body)]
    return Picture(form.width, height, tuple(parts))


def _breaks_a_word(card: Card, form: _Form) -> bool:
    style = form.style
    title = style.breaks_a_word(style.row(card.title), _title_room(card, form))
    return title or any(style.breaks_a_word(_text(style, item), _text_room(item, form)) for item in card.items)


def _title_room(card: Card, form: _Form) -> int:
    """Return the room (pens) for the title before the value."""
    value = form.style.label_width(card.value)
    return form.inside - (value + 2 * form.style.gap if value else 0)


def _head(card: Card, form: _Form) -> Picture:
    style, ink = form.style, WHITE if card.active else BLACK
    rows = style.wrap(style.row(card.title), max(_title_room(card, form), 1))
    title = column_of((words(style.face, row, ink) for row in rows), style.gap)
    value = words(style.face, style.row(card.value), ink)
    return Picture(form.inside, title.height, ((0, 0, title), (form.inside - value.width, 0, value)))


def _items(items: tuple[Slot, ...], form: _Form) -> Picture:
    """Return items one below the other, continued at the top of the next column."""
    pictures = [_item(item, form) for item in items]
    rows = -(-len(pictures) // form.columns)
    columns = [column_of(pictures[n : n + rows], form.style.gap) for n in range(0, len(pictures), rows or 1)]
    return row_of(columns, 2 * form.style.gap)


def _text(style: Style, item: Slot) -> TextRow:
    """Return the text of an item, or its description if it has none."""
    return style.row(item.said if item.text is None else item.text)


def _icon_room(form: _Form) -> int:
    return form.style.icon + form.style.gap if form.icons else 0


def _text_room(item: Slot, form: _Form) -> int:
    """Return the width (pens) for the text of an item, between its icon and its mark."""
    mark = form.style.mark_size + form.style.gap if item.mark else 0
    return max(form.item - _icon_room(form) - mark, 1)


def _item(item: Slot, form: _Form) -> Picture:
    style = form.style
    rows = style.wrap(_text(style, item), _text_room(item, form))
    text = column_of((words(style.face, row) for row in rows), style.gap)
    icon = style.icon if form.icons else 0
    line = max(style.capital, icon)
    top = (line - style.capital) // 2
    parts: list[Placed] = [(_icon_room(form), top, text)]
    if item.icon:
        parts.append((0, top, words(style.face, (item.icon,))))
    if item.mark:
        mark = places.mark_picture(item.mark, style.mark_size)
        parts.append((form.item - mark.width, (line - mark.height) // 2, mark))
    return Picture(form.item, max(top + text.height, line), tuple(parts))
