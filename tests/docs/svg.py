"""Writing SVG: elements as text, with short numbers, so that two runs give the same bytes."""

from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

Point: TypeAlias = tuple[float, float]


def tag(name: str, *inside: str, **attributes: object) -> str:
    """Return an element; `stroke_width` is written as stroke-width, `class_` as class."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(as_attribute(it))}" for key, it in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def text(words: str, x: float, y: float, **attributes: object) -> str:
    """Return words at a place; without `text_anchor` it is their start."""
    return tag("text", escape(words), x=x, y=y, **attributes)


def points(path: tuple[Point, ...]) -> str:
    """Return the corners of a line in the form of the attribute `points`."""
    return " ".join(f"{as_attribute(x)},{as_attribute(y)}" for x, y in path)


def as_attribute(value: object) -> str:
    """Return a value as an attribute; numbers with two places at most."""
    return f"{round(value, 2):g}" if isinstance(value, int | float) else str(value)


def document(title: str, width: float, height: float, *inside: str, unit: str = "", style: str = "") -> str:
    """Return a whole picture on white paper. `unit` is the unit of its size and its numbers, such as mm."""
    head = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {as_attribute(width)} {as_attribute(height)}"}
    size = {"width": f"{as_attribute(width)}{unit}", "height": f"{as_attribute(height)}{unit}"}
    paper = tag("rect", width=width, height=height, fill="#fff")
    lines = (tag("title", escape(title)), tag("style", style), paper, *inside)
    return tag("svg", "\n", "\n".join(lines), "\n", **head, **size) + "\n"
