"""The pages of the bots that come with Tavolino, of facts in their files: `python -m tests.docs.bot_pages docs`.

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

from engines.botfile.tables import About, BotFile, Option

ROOT = Path(__file__).parents[2]
FILES = {path.stem: path for path in sorted((ROOT / "bots").glob("*.toml"))}
README = "README.md"
GITHUB = re.compile(r"[\w.-]+/[\w.-]+")


class Bot:
    """A file of ours, and what is known of it: `lines` are those without its translations."""

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


def pages() -> dict[str, str]:
    """Return the pages by name: one for each bot, and their list."""
    bots = [Bot(key) for key in FILES]
    found = {f"{bot.key}.md": "\n".join(_page(bot)) for bot in bots}
    return found | {README: "\n".join(_list(sorted(bots, key=lambda bot: bot.title.casefold())))}


def write(docs: Path) -> None:
    """Write the pages, and remove those of files that are gone."""
    found = pages()
    for path in (docs / "bots").glob("*.md"):
        if path.name not in found:
            path.unlink()
    for name, text in found.items():
        (docs / "bots" / name).write_text(text, "utf-8")


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
    if file.options:
        yield from _table("Options", "option | it is", (_option(one) for one in file.options.values()))
    yield from _table("Cards and dice", "what | how many | from | how sure", _chance(file))
    yield from _facts(bot, about)
    if file.rules:
        rules = (f"{one.heading} | {one.text}{_tie(one.tie)}" for one in file.rules.values())
        yield from _table("Its rules, in our words", "in the book | rule", rules)


def _table(heading: str, head: str, rows: Iterator[str]) -> Iterator[str]:
    found = list(rows)
    if found:
        yield f"## {heading}\n"
        yield f"| {head} |"
        yield "|" + "---|" * (head.count(" | ") + 1)
        yield from (f"| {row} |" for row in found)
        yield ""


def _option(option: Option) -> str:
    """Return a row: its values, the usual one in bold, and its note."""
    if option.choices:
        usual = option.default or option.empty
        values = ", ".join(f"**{words}**" if one == usual else words for one, words in option.choices.items())
    elif option.high is not None:
        values = f"{option.low} to {option.high}, usually **{option.default or option.low}**"
    else:
        values = "**on** or off" if option.default else "on or **off**"
    notes = [f"{words}: {option.notes[one]}" for one, words in option.choices.items() if one in option.notes]
    told = " ".join(filter(None, (option.note, *notes)))
    return f"{option.label} | {values}{f'. {told}' if told else ''}"


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
    yield from _items(about.compared)
    yield from _items(about.read, "**Read, not compared:**\n")
    yield from _items(about.silent, "**Where the source is silent, or the file differs or leaves something out:**\n")


def _items(items: list[str], heading: str = "") -> Iterator[str]:
    if items:
        yield from filter(None, (heading,))
        yield from (f"- {one}" for one in items)
        yield ""


def _tie(tie: str) -> str:
    return f" A tie: {tie}." if tie else ""


if __name__ == "__main__":
    write(Path(sys.argv[1]))
