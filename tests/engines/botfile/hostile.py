"""Malformed bot files: good ones with randomly changed bytes and structure."""

import random
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import tomli_w

from display.layout import lay_out
from engines.botfile import load
from engines.botfile.check import doubts, mistakes
from engines.kit.contract import Refused
from engines.kit.play import Play
from engines.kit.rules import BadFile
from engines.kit.text import ENGLISH
from firmware.authoring.random_plays import answer, has_ended
from firmware.dealer import dealer
from firmware.views.play_view import PlayView
from tests.contract import walk
from tests.profiles import PROFILES

ROOT = Path(__file__).parents[3]
FILES = [*walk.FILES.values(), ROOT / "firmware/authoring/new.toml"]
NAME = "mutant.toml"
MAX_INPUTS = 60
"""Inputs for which a mutant that loads is played."""
CHECK_EVERY = 7
"""Steps from one whose laws, side, score and layout are checked to the next."""
ODD_BYTES = (
    b'"', b"{", b"]", b"[", b"\n", b"=", b"99999999999", b"-1", b".", b"true", b"{x}", b"'''", b"#", b"\xc4\xb0",
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (
    0, -1, 1, 99, 10**6, 2**62, True, False, 1.5, "", "x", "{", "{coins}", "\n", "a\u0000b", "\u202e", "İıß", "ﬀ",
    "coins", "coins + 1", "coins +", "not coins", "-coins", "ledges", "left", "score", "your_turn", "deeds_left",
    "deed", "none", "go_on", "1//0", "first(deeds_left)", "[left, right]", "[ledges, left]", "min()", "len(coins)",
    "trinkets > left", "ledges[9]", "charm_worth", "999999*999999", "take", "hop", "setup", "a" * 81, "a" * 301,
    [], ["left"], [1], ["}"], ["="], {}, {"a": 1}, {"say": "x"},
)  # fmt: skip


def mutant(seed: int) -> bytes:
    """Return one of our files with a few random changes."""
    chance = random.Random(seed)  # noqa: S311 - the same file every time
    raw = chance.choice(FILES).read_bytes()
    return _change_bytes(raw, chance) if seed % 4 == 0 else _change_structure(tomllib.loads(raw.decode()), chance)


def verdict(raw: bytes, seed: int) -> str:
    """Return the sentence that refuses a file; empty if the file loads and can be played for a while."""
    try:
        engine = load(raw, NAME)
        for said in (*mistakes(engine.file), *doubts(engine.file)):
            assert said.startswith(f"{NAME}, line ")
            assert said == " ".join(said.split())
        sources: Any = {one.name: "device" if one.known else "own" for one in engine.sources}
        play = Play(engine, {}, dealer(str(seed)), seed=str(seed), sources=sources)
        _play_on(play, random.Random(seed))  # noqa: S311 - as above
    except BadFile as bad:
        return str(bad)
    except Refused as refused:
        return ENGLISH.words(refused.text)
    return ""


def _play_on(play: Play[Any], chance: random.Random) -> None:
    while not has_ended(play) and play.n < MAX_INPUTS:
        play.give(answer(play.screen.ask, chance))
        if play.n % CHECK_EVERY == 0:
            assert not play.engine.broken_laws(play.state)
            play.engine.side(play.state)
            play.engine.score(play.state)
            lay_out(PlayView(None, play).screen(), PROFILES["2.9"], ENGLISH)  # type: ignore[arg-type]  # nothing opens


def _change_bytes(raw: bytes, chance: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(chance.choice((1, 1, 2, 5))):
        begin = chance.randrange(len(changed))
        end = min(len(changed), begin + chance.randint(1, 40))
        match chance.randrange(5):
            case 0:
                changed[begin] = chance.randrange(256)
            case 1:
                del changed[begin:end]
            case 2:
                changed[begin:begin] = changed[begin:end]
            case 3:
                changed[begin:begin] = chance.choice(ODD_BYTES)
            case 4:
                changed[begin:end] = chance.choice(raw.split())
    return bytes(changed)


def _change_structure(values: dict[str, Any], chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        places = list(_places(values))
        (inside, place), (other, elsewhere) = chance.choice(places), chance.choice(places)
        match chance.randrange(6):
            case 0:
                inside[place] = deepcopy(chance.choice(ODD_VALUES))
            case 1:
                del inside[place]
            case 2:
                inside[place] = deepcopy(other[elsewhere])
            case 3 if isinstance(inside, dict):
                inside[str(elsewhere)] = deepcopy(chance.choice(ODD_VALUES))
            case 4 if isinstance(inside, dict):
                inside[str(elsewhere)] = inside.pop(place)
            case 5 if isinstance(inside, list):
                inside.insert(place, deepcopy(other[elsewhere]))
            case _:
                words = [one[at] for one, at in places if isinstance(one[at], str)]
                inside[place] = chance.choice(words)
    return tomli_w.dumps(values).encode()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every table and list with each of its places."""
    pairs = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    for place, one in pairs:
        yield value, place
        yield from _places(one)
