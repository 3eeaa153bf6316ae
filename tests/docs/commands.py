"""The commands on the pages: lines of code blocks, and code within sentences."""

import re
import shlex
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = re.compile(
    r"(apt|busybox|cat|cd|certutil|df|echo|exit|git|grep|journalctl|ls|lsblk|make|mkdir|pip|pytest|rm|sha256sum|shasum|ss|"
    r"ssh|sudo|systemctl|tavolino|top|unset|xzcat|\.venv/bin/\w+)( |$)"
)
"""What a command begins with."""
_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_SHELL = {"", "sh"}
"""Languages of blocks with commands; in a block of `sh` each line is one. `examples.py` runs blocks of `console`."""


@cache
def page_commands() -> dict[str, set[str]]:
    """Return each command with the pages that have it."""
    commands: dict[str, set[str]] = defaultdict(set)
    for page in sorted(
        (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("systemd/**/*.md"))
    ):
        for command in commands_in(page.read_text("utf-8")):
            commands[command].add(page.relative_to(ROOT).as_posix())
    return commands


def commands_in(text: str) -> list[str]:
    """Return the commands of a page, without comments; ValueError if a line of a `sh` block is no command."""
    commands = []
    for language, block in _BLOCK.findall(text):
        lines = [line.strip() for line in block.splitlines()]
        if language == "sh" and (strange := [line for line in lines if not _is_command(line)]):
            raise ValueError(f"no command: {strange}")
        commands += [line for line in lines if language in _SHELL and _is_command(line)]
    within = (" ".join(code.split()) for code in re.findall(r"`([^`]+)`", _BLOCK.sub("", text)))
    commands += [code for code in within if _is_command(code) and " " in code]
    return [re.sub(r"\s+# .*", "", command) for command in commands]


def program(command: str) -> str:
    """Return the program of a command, without what comes before its name."""
    return re.sub(r"^(sudo )?(\.venv/bin/)?", "", command).split()[0]


def arguments_of(command: str) -> list[str]:
    """Return the words after the program of a command, without the file that it prints to."""
    return shlex.split(re.sub(r"^(sudo )?\S+|\s+>\S+$", "", command))


def _is_command(line: str) -> bool:
    return PROGRAMS.match(line) is not None
