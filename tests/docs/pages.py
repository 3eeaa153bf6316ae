"""Common parts of the pages of games and of bots in files: tables, lists, options; and how pages are written."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from PIL import Image, ImageChops

from engines.kit.options import Choose, Conditional, Count, Embed, Option, Switch
from engines.kit.text import ENGLISH, Text

ROOT = Path(__file__).parents[2]
README = "README.md"
STALE = "is stale: run `make docs`, and look at what changed"


def write(folder: Path, pages: dict[str, str]) -> None:
    """Write pages into a folder, and delete all others there."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    write_files(folder, pages)


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write text files into a folder that exists."""
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")


def is_same_picture(one: Path, other: Path) -> bool:
    """Return whether two pictures have the same pixels."""
    with Image.open(one) as drawn, Image.open(other) as kept:
        if drawn.size != kept.size:
            return False
        return ImageChops.difference(drawn.convert("L"), kept.convert("L")).getbbox() is None


def words(text: Text | None) -> str:
    """Return a text in English; an empty one for None."""
    return ENGLISH.words(text) if text is not None else ""


def table(heading: str, head: str, rows: Iterable[str], intro: str = "") -> Iterator[str]:
    """Yield a section with a table; nothing if there are no rows."""
    if found := list(rows):
        yield f"## {heading}\n"
        if intro:
            yield f"{intro}\n"
        yield f"| {head} |"
        yield "|" + "---|" * (head.count(" | ") + 1)
        yield from (f"| {row} |" for row in found)
        yield ""


def items(lines: Iterable[str], heading: str = "") -> Iterator[str]:
    """Yield a list, below a line; nothing if it is empty."""
    if found := list(lines):
        if heading:
            yield heading
        yield from (f"- {one}" for one in found)
        yield ""


def options(declared: tuple[Option, ...]) -> Iterator[str]:
    """Yield the section of the options: a row for each with its values, the usual one in bold, and notes."""
    yield from table("Options", "option | it is", (_option(one, declared) for one in declared))


def _option(option: Option, declared: tuple[Option, ...]) -> str:
    match option:
        case Choose():
            names = [_bold(words(one.text), one.id == option.default) for one in option.choices]
            notes = [f"{name}: {words(one.note)}" for name, one in zip(names, option.choices, strict=True) if one.note]
            values = "<br>".join(notes) if len(notes) == len(names) else ", ".join(names)
        case Count():
            values = f"{option.low} to {option.high}, usually **{option.default}**"
        case Switch():
            values = f"{_bold('on', option.default)} or {_bold('off', not option.default)}"
        case Embed():
            values = f"**{words(option.unset)}**, or a deck that you taught or imported"
    remarks = " ".join(filter(None, (_condition(option, declared), words(option.note))))
    return f"{words(option.label)} | {values}{f'. {remarks}' if remarks else ''}"


def _bold(text: str, is_bold: bool) -> str:
    return f"**{text}**" if is_bold else text


def _condition(option: Conditional, declared: tuple[Option, ...]) -> str:
    """Return the sentence about the values of another option that an option needs; empty if it needs none."""
    other = next((one for one in declared if isinstance(one, Choose) and one.name == option.option), None)
    if other is None:
        return ""
    names = [words(one.text) for one in other.choices if one.id in option.values]
    return f"Only with {words(other.label)}: {' or '.join(names)}."
