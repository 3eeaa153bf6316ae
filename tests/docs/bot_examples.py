"""The examples of `docs/your-own-bot.md` and `docs/bot-language.md` as bots that can be played.

`python -m tests.docs.bot_examples docs` writes the lists of fields of the second one again.

An example is a block of `toml`. A block with a `format` is a whole file. Any other is a part of the Crow's file, which
is the block after the comment FRAME_MARK: the declarations of the example are added to it. The example's `play`, then
each of its blocks under [do], are done before the Crow's own play, so that the play ends.

In the table of rules each row is an example: its code spans are steps if they begin with a brace, else lines of the
file. The block before a table applies to its rows, too.
"""

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import tomli_w
from msgspec import Struct

from engines.botfile import kinds, tables

GUIDE, LANGUAGE = (Path(__file__).parents[2] / f"docs/{name}.md" for name in ("your-own-bot", "bot-language"))
FRAME_MARK = "<!-- the frame of the examples below -->\n"
BLOCK = re.compile(r"```toml\n(.*?)```", re.DOTALL)
RULES_HEAD = "| the rulebook |"
SUMS_HEAD = "| expression |"


class Example(NamedTuple):
    """A bot of the page: its place, its file, and whether the page has the whole file."""

    line: int
    raw: bytes
    whole: bool


def blocks(page: str) -> Iterator[Example]:
    """Yield the blocks of the page, as bots."""
    for block in BLOCK.finditer(page):
        declared = tomllib.loads(block[1])
        whole = "format" in declared
        raw = block[1].encode() if whole else _bot(declared)
        yield Example(_line(page, block.start()), raw, whole)


def rules(page: str) -> Iterator[Example]:
    """Yield the rows of the table of rules, as bots."""
    declared = declared_before(page, RULES_HEAD)
    for line, cells in rows(page, RULES_HEAD):
        spans = re.findall(r"`([^`]+)`", cells[1])
        steps = [span for span in spans if span.startswith("{")]
        lines = [span for span in spans if not span.startswith("{")]
        own = tomllib.loads("\n".join([*lines, f"play = [{', '.join(steps)}]"]))
        yield Example(line, _bot(_merge(declared, own)), whole=False)


def rows(page: str, head: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of the table with this head: the line of each, and its cells."""
    first = page.index(head)
    for n, row in enumerate(page[first:].partition("\n\n")[0].splitlines()[2:], _line(page, first) + 2):
        yield n, [cell.strip() for cell in row.strip("|").split("|")]


def declared_before(page: str, head: str) -> dict[str, Any]:
    """Return the declarations of the last block before a table."""
    return tomllib.loads(BLOCK.findall(page[: page.index(head)])[-1])


def with_frame(given: dict[str, Any]) -> dict[str, Any]:
    """Return the Crow's file with the declarations of an example added."""
    page = GUIDE.read_text()
    found = BLOCK.search(page, page.index(FRAME_MARK))
    assert found is not None, f"no example follows {FRAME_MARK}"
    crow = tomllib.loads(found[1])
    steps = [*given.get("play", []), *({"do": name} for name in given.get("do", {}))]
    return {**_merge(crow, given), "play": [*steps, *crow["play"]]}


def field_lists() -> str:
    """Return the lists of all fields at the end of the page."""
    steps = {name: kind for name, kind in kinds.STEPS.items() if name != "all"}
    return "\n".join(
        [
            "The tables of a file:\n",
            *_field_rows({"the file": tables.BotFile, **_TABLES}, ()),
            "\nThe steps, which can also have `if`, `rule`, `id`, `main = false` and `why`:\n",
            *_field_rows(steps, tuple(one.name for one in msgspec.structs.fields(kinds.Step))),
            "\nTables inside a step:\n",
            *_field_rows(_INSIDE, ()),
            "",
        ]
    )


def write(docs: Path) -> None:
    """Update the lists of fields."""
    path = docs / LANGUAGE.name
    page = path.read_text()
    path.write_text(page[: page.index("The tables of a file:\n")] + field_lists())


_TABLES: dict[str, type[Struct]] = {
    "`badge`": tables.Badge,
    "an option": tables.Option,
    "a value": tables.Value,
    "a group": tables.Group,
    "a deck": tables.Deck,
    "a field of a deck": tables.Field,
    "a card": tables.Card,
    "a die": tables.Die,
    "a rule": tables.Rule,
    "a sentence, a line": tables.Line,
    "a row of `score`": tables.Row,
    "`result`": tables.Result,
    "a part of `result`": tables.Part,
    "`about`": tables.About,
}
_INSIDE: dict[str, type[Struct]] = {
    "a report": kinds.Report,
    "a candidate": kinds.Candidate,
    "a number of `counters`": kinds.Counter,
}


def _field_rows(structs: Mapping[str, type[Struct]], omitted: tuple[str, ...]) -> Iterator[str]:
    yield "| | required | optional |"
    yield "|---|---|---|"
    for name, table in structs.items():
        all_of = [one for one in msgspec.structs.fields(table) if one.name not in omitted]
        must = " ".join(f"`{one.encode_name}`" for one in all_of if one.required)
        may = " ".join(f"`{one.encode_name}{_default(one)}`" for one in all_of if not one.required)
        yield f"| {name if ' ' in name or '`' in name else f'`{name}`'} | {must} | {may} |"


def _default(field: Any) -> str:
    """Return the default of a field, if it is short; else an empty string."""
    value = field.default
    if value in ("", None, {}, []) or isinstance(value, Struct) or value is msgspec.NODEFAULT:
        return ""
    return f" = {msgspec.json.encode(value).decode()}"


def _bot(given: dict[str, Any]) -> bytes:
    return tomli_w.dumps(with_frame(given)).encode()


def _merge(under: Any, given: Any) -> Any:
    if not isinstance(under, dict) or not isinstance(given, dict):
        return given
    return under | {name: _merge(under[name], one) if name in under else one for name, one in given.items()}


def _line(page: str, at: int) -> int:
    return page.count("\n", 0, at) + 1


if __name__ == "__main__":
    write(Path(sys.argv[1]))
