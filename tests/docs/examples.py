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


def answered(text: str) -> str:
    """Return a page with every example answered as the program answers now."""
    return BLOCK.sub(_block, text)


def write(docs: Path) -> None:
    """Answer the examples of the pages again."""
    for path in (docs / name for name in NAMES):
        path.write_text(answered(path.read_text()))


def _block(found: re.Match[str]) -> str:
    show, session = found["show"], found["session"]
    command, *lines = session.splitlines()
    sent = [line for line in lines if line.startswith("> ")]
    out, errors = _run(command.removeprefix("$ tavolino "), [line.removeprefix("> ") for line in sent])
    replies = [f"< {_shown(reply, show)}" for reply in out]
    told = [line for pair in zip(replies[1:], sent, strict=False) for line in reversed(pair)]
    head = "" if show is None else f"<!-- show: {show} -->\n"
    return "\n".join([f"{head}```console", command, *replies[:1], *told, *(f"! {line}" for line in errors), "```\n"])


def _run(command: str, sent: list[str]) -> tuple[list[bytes], list[str]]:
    """Return the lines on standard output and on standard error."""
    raw, errors = BytesIO(), StringIO()
    out = TextIOWrapper(raw, write_through=True)
    with typed("\n".join(sent).encode()), redirect_stdout(out), redirect_stderr(errors):
        cli.main(shlex.split(command))
    return raw.getvalue().splitlines(), errors.getvalue().splitlines()


@contextmanager
def typed(raw: bytes) -> Iterator[None]:
    """Let standard input be some bytes."""
    before, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(raw))
    try:
        yield
    finally:
        sys.stdin = before


def _shown(reply: bytes, show: str | None) -> str:
    if show is None:
        return msgspec.json.format(reply, indent=2).decode()
    told = msgspec.json.decode(reply)
    kept: dict[str, Any] = {}
    for name in show.split(", "):
        outer, _, inner = name.partition(".")
        if outer in told and not inner:
            kept[outer] = told[outer]
        elif outer in told and inner in told[outer]:
            kept.setdefault(outer, {})[inner] = told[outer][inner]
    return msgspec.json.encode(kept).decode()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
