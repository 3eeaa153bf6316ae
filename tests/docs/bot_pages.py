"""The pages of the bots that come with Tavolino as files: `python -m tests.docs.bot_pages docs` writes them.

bots/<key>.toml, its [about], tests/botfiles/recorded/<key>.json ─▶ docs/bots/<key>.md ─▶ docs/bots/README.md
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from babel import Locale

import engines.botfile.bot
from engines.botfile.setup import Setup
from engines.botfile.tables import About, BotFile
from engines.kit.options import Option
from tests.docs import diagrams, turns
from tests.docs.pages import README, ROOT, items, options, table, write

FILES = {path.stem: path for path in sorted((ROOT / "bots").glob("*.toml"))}
GITHUB = re.compile(r"[\w.-]+/[\w.-]+")


class Bot:
    """A bot file of ours, with its facts; `lines` is the number of its lines without translations."""

    def __init__(self, key: str) -> None:
        text = FILES[key].read_text("utf-8")
        self.key = key
        self.lines = text.partition("\n[words.")[0].count("\n")
        self.file = msgspec.convert(tomllib.loads(text), BotFile)
        self.title = self.file.about.game or self.file.title
        self.languages = ", ".join(["English", *(Locale(one).get_display_name("en") or one for one in self.file.words)])
        self.test = ROOT / f"tests/botfiles/test_{key.replace('-', '_')}.py"
        recorded = ROOT / f"tests/botfiles/recorded/{key}.json"
        self.recorded: dict[str, Any] = json.loads(recorded.read_bytes()) if recorded.exists() else {}

    def options(self) -> tuple[Option, ...]:
        """Return its options, as its engine has them."""
        return Setup(engines.botfile.bot.Bot(FILES[self.key].read_bytes(), FILES[self.key].name)).options()


def pages() -> dict[str, str]:
    """Return the pages by name: one for each bot, and their list."""
    return {f"{key}.md": page(key) for key in FILES} | {README: bot_list()}


def page(key: str) -> str:
    """Return the page of a bot."""
    return "\n".join(_page(Bot(key)))


def bot_list() -> str:
    """Return the page that lists the bots."""
    return "\n".join(_list(sorted(map(Bot, FILES), key=lambda bot: bot.title.casefold())))


# --- the list ---


def _list(bots: list[Bot]) -> Iterator[str]:
    yield "<!-- `make docs` writes this page from the files in bots/. -->\n"
    yield "# The bots in files that come with Tavolino\n"
    yield (
        "Choose them under **More bots…** in the game menu. Each is one file in the language of [A bot of your own]"
        "(../your-own-bot.md), and its page says where its facts are from.\n"
    )
    yield "| game | bot | lines | languages | turns compared |"
    yield "|---|---|---|---|---|"
    for bot in bots:
        turns = f"{len(bot.recorded['turns']):,}" if bot.recorded else ""
        yield f"| [{bot.title}]({bot.key}.md) | {bot.file.bot} | {bot.lines} | {bot.languages} | {turns} |"
    yield ""


# --- a page ---


def _page(bot: Bot) -> Iterator[str]:
    file, about = bot.file, bot.file.about
    yield f"<!-- `make docs` writes this page from bots/{bot.key}.toml. -->\n"
    yield f"# {bot.title} – {file.bot}\n"
    yield from (f"{one}\n" for one in about.intro)
    yield (
        f"Choose **{file.title}** under **More bots…** in the game menu, or `tavolino bot try bots/{bot.key}.toml` on "
        f"a computer. [The file](../../bots/{bot.key}.toml) has {bot.lines} lines and speaks {bot.languages}.\n"
    )
    yield from turns.section(bot.key, "turn", "A turn")
    yield from options(bot.options())
    rules = (f"{one.heading} | {one.text}{f' A tie: {one.tie}.' if one.tie else ''}" for one in file.rules.values())
    yield from table("Rules", "in the book | rule", rules, "In our words, with the heading in the book.")
    yield from table("Cards and dice", "what | how many | from | how sure", _chance(file))
    yield from _facts(bot, about)
    yield diagrams.blocks(file)


def _chance(file: BotFile) -> Iterator[str]:
    for deck in file.decks.values():
        number = sum(card.get("n", 1) if isinstance(card, dict) else 1 for card in deck.cards.values())
        kinds = "" if number == len(deck.cards) else f" of {len(deck.cards)} kinds"
        yield f"{deck.label} | {number} cards{kinds} | {deck.origin} | {deck.confidence}"
    for die in file.dice.values():
        yield f"{die.label} | {die.low} to {die.high} | | "


def _facts(bot: Bot, about: About) -> Iterator[str]:
    if not about.source:
        return
    yield "## Where the facts are from\n"
    source = f"[{about.source}](https://github.com/{about.source})" if GITHUB.fullmatch(about.source) else about.source
    commit = f", commit `{about.commit}`" if about.commit else ""
    version = f"version {about.version}" if about.version else ""
    more = ", ".join(filter(None, (version, about.date, about.licence)))
    yield f"{source}{commit}{f' ({more})' if more else ''}. The words are ours.\n"
    if bot.recorded:
        turns, plays = len(bot.recorded["turns"]), len(bot.recorded["plays"])
        test = bot.test.relative_to(ROOT)
        yield f"**Compared** with {turns:,} recorded turns of {plays} plays of that code (`{test}`):\n"
    elif about.compared:
        yield "**Compared:**\n"
    yield from items(about.compared)
    yield from items(about.read, "**Read, not compared:**\n")
    yield from items(about.silent, "**Where the source is silent, or the file differs or leaves something out:**\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]) / "bots", pages())
