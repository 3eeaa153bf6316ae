"""`python -m tests.bots.new KEY`: begin a bot as a copy of the Magpie, with its tests and its line in the registry."""

import keyword
import re
import shutil
import subprocess
import sys
from pathlib import Path

from engines.registry import KEYS, MAGPIE

ROOT = Path(__file__).parents[2]
END_OF_GAMES = '}\n"""Key and title of every game'
"""The text after the last line of the registry."""

NOT_COPIED = "test_undo.py"
"""Tests of undo, which hold for every bot; they only use the Magpie."""


class BadKey(Exception):
    """A key that no bot can have; the message has the reason and the remedy."""


def main(args: list[str], root: Path = ROOT) -> int:
    """Write the bot and print the next steps; return 1 if its key is refused."""
    try:
        begin(root, args[0] if args else "")
    except BadKey as error:
        print(error)
        return 1
    key = args[0]
    print(f"engines/{key} and tests/engines/{key} are the Magpie by another name, and it is on the menu.")
    print(f"docs/new-game.md says how it becomes your bot, and `make check-bot KEY={key}` whether that keeps the laws.")
    return 0


def begin(root: Path, key: str) -> None:
    """Write the folders of a bot and its line in the registry; `BadKey` writes nothing."""
    _check_key(root, key)
    title = key.replace("_", " ").title()
    bot, tests = root / "engines" / key, root / "tests/engines" / key
    for source, copy in ((root / "engines" / MAGPIE, bot), (root / "tests/engines" / MAGPIE, tests)):
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", "locale", NOT_COPIED))
    (tests / f"test_{MAGPIE}.py").rename(tests / f"test_{key}.py")
    for path in (*bot.iterdir(), *tests.iterdir()):
        path.write_text(re.sub(rf"\b{MAGPIE}\b", key, path.read_text("utf-8")), "utf-8")
    _set_title(bot / "__init__.py", title)
    (tests / "__init__.py").write_text(f'"""The solo bot of {title}."""\n', "utf-8")
    registry = root / "engines/registry.py"
    line = f'    "{key}": Text("{title}"),\n'
    registry.write_text(registry.read_text("utf-8").replace(END_OF_GAMES, line + END_OF_GAMES), "utf-8")
    for command in (["check", "--quiet", "--fix", "--select", "I"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, bot, tests], cwd=root, check=True)


def _check_key(root: Path, key: str) -> None:
    said = f"“{key}” cannot be the key of a bot: " if key else ""
    if not key:
        raise BadKey("Say which bot, as in `make new-bot KEY=otter`.")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", key):
        raise BadKey(f"{said}write small letters, digits and single underscores, a letter first, as in `river_otter`.")
    if keyword.iskeyword(key):
        raise BadKey(f"{said}it is a word of Python. Choose another.")
    taken = [*root.glob(f"engines/{key}"), *root.glob(f"engines/{key}.py"), *root.glob(f"tests/engines/{key}")]
    if key in KEYS or taken:
        where = f"{taken[0].relative_to(root)} is there" if taken else "it is in engines/registry.py"
        raise BadKey(f"{said}{where} already. Choose another.")


def _set_title(package: Path, title: str) -> None:
    """Give a copy of the Magpie its own title and version 1."""
    text = package.read_text("utf-8").replace('Text("The Magpie")', f'Text("{title}")')
    text = re.sub(r'\A""".*"""', f'"""{title} and its solo bot."""', text)
    package.write_text(re.sub(r"VERSION = \d+", "VERSION = 1", text), "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
