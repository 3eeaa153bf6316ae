"""The examples of the pages `NAMES`, answered by the real program: `python -m tests.docs.examples docs` writes them.

An example is a block of `console` with the command after `$`; `>` lines are sent. This module writes `<` lines, the
replies, and `!` lines, from standard error. `<!-- show: n, screen.key -->` above a block selects the fields of each
reply; without it the whole reply is shown.
"""

import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import msgspec

from firmware import cli

NAMES = ("protocol.md", "play-files.md")
SHOW = r"(?:<!-- show: (?P<show>.*?) -->\n)?"
BLOCK = re.compile(SHOW + r"```console\n(?P<session>\$ tavolino engine .*?)```\n", re.DOTALL)


def with_replies(text: str) -> str:
    """Return a page with the current replies of the program in every example."""
    return BLOCK.sub(_block, text)


def write(docs: Path) -> None:
    """Update the replies in the examples of all pages."""
    for path in (docs / name for name in NAMES):
        path.write_text(with_replies(path.read_text()))


def _block(found: re.Match[str]) -> str:
    show, session = found["show"], found["session"]
    command, *lines = session.splitlines()
    sent = [line for line in lines if line.startswith("> ")]
    out, errors = _run(command.removeprefix("$ tavolino "), [line.removeprefix("> ") for line in sent])
    replies = [f"< {_selected_fields(reply, show)}" for reply in out]
    exchange = [line for pair in zip(replies[1:], sent, strict=False) for line in reversed(pair)]
    head = "" if show is None else f"<!-- show: {show} -->\n"
    return "\n".join(
        [f"{head}```console", command, *replies[:1], *exchange, *(f"! {line}" for line in errors), "```\n"]
    )


def _run(command: str, sent: list[str]) -> tuple[list[bytes], list[str]]:
    """Return the lines on standard output and on standard error."""
    raw, errors = BytesIO(), StringIO()
    out = TextIOWrapper(raw, write_through=True)
    with standard_input("\n".join(sent).encode()), redirect_stdout(out), redirect_stderr(errors):
        cli.main(shlex.split(command))
    return raw.getvalue().splitlines(), errors.getvalue().splitlines()


@contextmanager
def standard_input(raw: bytes) -> Iterator[None]:
    """Replace standard input by some bytes."""
    before, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(raw))
    try:
        yield
    finally:
        sys.stdin = before


def _selected_fields(reply: bytes, show: str | None) -> str:
    if show is None:
        return msgspec.json.format(reply, indent=2).decode()
    decoded = msgspec.json.decode(reply)
    selected: dict[str, Any] = {}
    for name in show.split(", "):
        outer, _, inner = name.partition(".")
        if outer in decoded and not inner:
            selected[outer] = decoded[outer]
        elif outer in decoded and inner in decoded[outer]:
            selected.setdefault(outer, {})[inner] = decoded[outer][inner]
    return msgspec.json.encode(selected).decode()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
