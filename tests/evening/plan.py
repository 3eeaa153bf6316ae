"""The plan of an evening, decided by the seed: the player, the games, the device, and the possible faults."""

import random
from pathlib import Path
from typing import Any

from msgspec import Struct

from engines.registry import KEYS
from firmware.data_folder import DataFolder
from firmware.languages import languages
from firmware.views.hints import ALL_KINDS, FILE_NAME
from hw.build import names
from tests.contract.walk import FILES, TWIN_FILES

POWER_FAULTS = ("cut at a call", "cut at a byte", "cut at a time", "kill", "hang")
DISK_FAULTS = ("full", "broken", "read-only", "short write", "read error")
FAULTS = (*POWER_FAULTS, *DISK_FAULTS, "busy", "bus", "brown-out", "late", "unplug")
FAULTS_AT_REST = ("rot", "delete", "double", "edit", "rules")
BOT_FILES = tuple(key for key in FILES if key not in TWIN_FILES)
"""The bots in files that come with Tavolino."""
GAMES_PER_EVENING = 3
"""Games of an evening, besides those that a slip of the player opens."""
KEY_SETS = ({"set": "knob"}, {"set": "four"}, {"set": "four", "place": "beside"}, {"set": "usb"})
"""The key sets of the devices: a knob, four keys below or beside the glass, and a keyboard alone."""
CARD_FILES = ("play", "bot", "settings of nobody", "text")
"""Kinds of files that may be on the SD card."""


class Plan(Struct, frozen=True):
    """An evening's device, table and troubles.

    `keyboard`: whether there is one beside the keys of the build.
    """

    seed: int
    first_chip: bool
    pace: float
    batch: int
    settings: dict[str, Any]
    keyboard: bool
    games: tuple[str, ...]
    card: tuple[str, ...]
    faults: tuple[str, ...]
    at_rest: tuple[str, ...]
    fault_share: float
    rest_share: float
    clumsiness: float

    @classmethod
    def of(cls, seed: int, only: str = "", panel: str = "", game: str = "") -> "Plan":
        """Return the plan of a seed, with only the given fault, panel and game if they are not empty."""
        chance = random.Random(f"plan/{seed}")  # noqa: S311 - the same evening every time
        kinds = (*FAULTS, *FAULTS_AT_REST)
        swarm = {only} if only else set(chance.sample(kinds, chance.randint(0, len(kinds))))
        keys = chance.choice(KEY_SETS)
        build = {"panel": panel or chance.choice(names()), "hardware": {"keys": keys}}
        settings = _settings(chance) if chance.random() < 0.9 else {"first_start": "language"} if panel else {}
        return cls(
            seed,
            first_chip=chance.random() < 0.5,
            pace=chance.choice((1.0, 1.0, 1.0, 1.25, 1.6)),
            batch=chance.randrange(2),
            settings={**build, **settings} if settings else {},
            keyboard=chance.random() < 0.5,
            games=(game,) if game else _drawn_games(seed),
            card=tuple(one for one in CARD_FILES if chance.random() < 0.5),
            faults=tuple(one for one in FAULTS if one in swarm),
            at_rest=tuple(one for one in FAULTS_AT_REST if one in swarm),
            fault_share=chance.choice((0.01, 0.03, 0.08)),
            rest_share=chance.choice((0.1, 0.4)),
            clumsiness=chance.choice((0.05, 0.3, 0.6)),
        )

    def lay_out(self, folder: Path) -> None:
        """Write the files before the first start: settings, except for one device in ten, and those on the card."""
        folder.mkdir(parents=True)
        if self.settings:
            DataFolder(folder).settings.write(self.settings)
            if "first_start" not in self.settings:
                (folder / FILE_NAME).write_text("\n".join(sorted(ALL_KINDS)))
        card = folder / "exchange"
        (card / "bots").mkdir(parents=True)
        if "bot" in self.card:
            raw = [*FILES.values()][self.seed % len(FILES)].read_bytes()
            (card / "bots" / "mine.toml").write_bytes(raw)
            (card / "bots" / "half.toml").write_bytes(raw[: len(raw) // 2])
        if "play" in self.card:
            (card / "play-9.jsonl").write_text('["tavolino-play-2"]\n')
        if "settings of nobody" in self.card:
            (card / "deck.toml").write_text("cards = 7\n")
        if "text" in self.card:
            (card / "notes.txt").write_text("TAV1 1/2 AB.\n")

    def kinds(self) -> set[str]:
        """Return the names of what an evening by this plan can meet, for the choice of the next seeds."""
        chip = "first chip" if self.first_chip else "second chip"
        return {chip, *self.games, *self.faults, *self.at_rest, *map(str, self.settings.values())}


def _drawn_games(seed: int) -> tuple[str, ...]:
    """Return games, built in or in files; a further one changes only the evenings that draw it."""

    def rank(key: str) -> float:
        return random.Random(f"games/{seed}/{key}").random()  # noqa: S311 - the same evening every time

    return tuple(sorted((*KEYS, *BOT_FILES), key=rank)[:GAMES_PER_EVENING])


def _settings(chance: random.Random) -> dict[str, Any]:
    return {
        "text": chance.choice(("normal", "normal", "big")),
        "language": chance.choice(languages()),
        "hand": chance.choice(("right", "right", "left")),
        "deals": chance.choice(("device", "device", "own")),
        "hold": chance.choice(("short", "normal", "long")),
        "full_refresh": chance.choice(("fast", "slow")),
        "full_refresh_after": chance.randint(4, 20),
        "one_action_per_page": chance.random() < 0.2,
    }
