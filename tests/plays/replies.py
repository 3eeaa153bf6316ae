"""`python -m tests.plays.replies`: a digest of all replies of random plays, which shows what changed for a player.

It only uses the engine protocol, through the command line, so it runs on any checkout: keep a dump of one checkout, and
compare another one with it.

    PYTHONPATH=<old checkout> python tests/plays/replies.py --dump before
    python -m tests.plays.replies --against before
"""

import argparse
import gzip
import io
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

GAMES = ("wyrmspan", "burgundy", "lisboa", "burattino", "pampero")
PLAYS = 200
MAX_COMMANDS = 3_000
"""More commands than any play has."""
GO_ON_CHANCE = 0.6
"""The chance that a random player presses Next if there is something to report."""
UNDO_END_CHANCE = 0.9
"""The chance that the end of a play is undone, so that plays reach their last rounds."""

MISSING = "(nothing)"
MAX_EXAMPLE_LETTERS = 100
"""Letters of a value in an example."""

Line = tuple[str, str]
"""A command and the reply to it, as JSON."""


class Replies(NamedTuple):
    """The replies in a play."""

    options: list[str]
    lines: list[Line]

    @property
    def digest(self) -> str:
        """Return a hash of all replies."""
        return sha256("\n".join(reply for _, reply in self.lines).encode()).hexdigest()[:16]

    @property
    def text(self) -> str:
        """Everything, for a dump."""
        return "\n".join((" ".join(self.options), *("\t".join(line) for line in self.lines), ""))


class _Pipe(io.RawIOBase):
    """Standard input and output of a bot in this process: each line that it reads answers the last one it wrote."""

    def __init__(self, player: "_Player") -> None:
        self.player = player
        self.written = b""

    def write(self, raw: Any, /) -> int:
        self.written = bytes(raw)
        return len(raw)

    def __iter__(self) -> Iterator[bytes]:
        return self.player.commands(self)


class _Player:
    """A random player of one play, who gives the same commands to bots with the same replies."""

    def __init__(self, game: str, seed: int, schema: dict[str, Any]) -> None:
        self.chance = random.Random(f"{game}/{seed}")  # noqa: S311 - the same play every time
        self.fields = schema["correct"]["properties"]
        self.options = _options(schema["options"]["properties"], self.chance)
        self.own = seed % 3 == 2
        self.lines: list[Line] = []
        self.last: Any = None
        self.must_go_on = False

    def commands(self, pipe: _Pipe) -> Iterator[bytes]:
        self.lines.append(("", pipe.written.decode().strip()))
        status = json.loads(pipe.written)
        for _ in range(MAX_COMMANDS):
            command = self._command(status)
            if command is None:
                return
            yield json.dumps(command).encode()
            reply = json.loads(pipe.written)
            self.lines.append((json.dumps(command), pipe.written.decode().strip()))
            status = reply if "screen" in reply else status
        raise RuntimeError(f"The play has not ended after {MAX_COMMANDS} commands.")

    def _command(self, status: dict[str, Any]) -> dict[str, Any] | None:
        chance = self.chance.random()
        if chance < 0.1:
            return {"why": self.chance.choice([None, status["n"]]) if status["n"] else None}
        if chance < 0.13 and status["n"]:
            return {"undo": self.chance.randint(1, min(3, status["n"]))}
        if chance < 0.16:
            name = self.chance.choice(sorted(self.fields))
            return {"correct": {name: _value(self.fields[name], self.chance)}}
        if status["over"]:
            self.must_go_on = self.last != "go_on" and self.chance.random() < UNDO_END_CHANCE
            return {"undo": 1} if self.must_go_on else None
        self.last = "go_on" if self.must_go_on else _answer(status["screen"]["ask"], self.chance)
        self.must_go_on = False
        return {"answer": self.last}


def play_once(game: str, seed: int) -> Replies:
    """Play once, and return the replies."""
    schema = json.loads(_run([game, "--schema"], None))
    player = _Player(game, seed, schema)
    words = [word for name, value in player.options for word in ("--option", f"{name}={value}")]
    _run([game, *words, *(["--own-cards"] if player.own else ["--seed", str(seed)])], player)
    return Replies(words, player.lines)


def _run(words: list[str], player: _Player | None) -> bytes:
    from firmware.cli import main  # of whichever checkout is first on the path

    out = _Pipe(player) if player else io.BytesIO()
    errors = io.StringIO()
    streams = SimpleNamespace(buffer=out)
    with redirect_stdout(streams), redirect_stderr(errors), patch("sys.stdin", streams):
        code = main(["engine", *words])
    if code:
        raise RuntimeError(errors.getvalue())
    return out.getvalue() if isinstance(out, io.BytesIO) else b""


def _options(options: dict[str, Any], chance: random.Random) -> list[tuple[str, Any]]:
    """Choose every option except decks; an option that cannot be typed is omitted."""
    chosen = [(name, _value(one, chance)) for name, one in options.items() if one.get("type") != "object"]
    return [(name, json.dumps(value) if isinstance(value, bool) else value) for name, value in chosen]


def _value(schema: dict[str, Any], chance: random.Random) -> Any:
    if "enum" in schema:
        return chance.choice(schema["enum"])
    if schema["type"] == "boolean":
        return chance.random() < 0.5
    low, high = schema["minimum"], schema["maximum"]
    return chance.choice([low, high, chance.randint(low, min(high, low + 9))])


def _answer(ask: dict[str, Any], chance: random.Random) -> Any:
    free = [one["id"] for one in ask.get("options", ()) if one.get("blocked") is None]
    goes_on = "go_on" in free and chance.random() < GO_ON_CHANCE
    answers: dict[str, Callable[[], Any]] = {
        "done": lambda: True,
        "yes_no": lambda: chance.random() < 0.5,
        "pick": lambda: "go_on" if goes_on else chance.choice(free),
        "number": lambda: chance.randint(ask["low"], ask["high"]),
        "roll": lambda: chance.randint(ask["low"], ask["high"]),
        "marks": lambda: chance.sample(free, chance.randint(ask["low"], min(ask["high"], len(free)))),
        "counters": lambda: {one["id"]: chance.randint(one["low"], one["high"]) for one in ask["lines"]},
        "draw": lambda: chance.choice(ask["left"])["id"],
    }
    return answers[ask["kind"]]()


def differences(before: str, after: str) -> dict[str, str]:
    """Return each place of a reply (its path in the JSON, without numbers) where two plays differ, with an example."""
    found: dict[str, str] = {}
    old, new = before.splitlines(), after.splitlines()
    for n, (one, other) in enumerate(zip(old, new, strict=False), 1):
        (asked, _, was), (ask, _, now) = one.partition("\t"), other.partition("\t")
        if asked != ask:
            return found | {"the command": f"line {n}: {asked} → {ask}"}
        for path, example in _differences(json.loads(was), json.loads(now), "") if was else ():
            found.setdefault(path, f"line {n}: {example}")
    return found if len(old) == len(new) else found | {"the end": f"{len(old)} → {len(new)} lines"}


def _differences(old: Any, new: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for name in {**old, **new}:
            yield from _differences(old.get(name, MISSING), new.get(name, MISSING), f"{path}.{name}".lstrip("."))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            yield from _differences(one, other, f"{path}[]")
    elif old != new:
        was, now = (json.dumps(value, ensure_ascii=False)[:MAX_EXAMPLE_LETTERS] for value in (old, new))
        yield path, f"{was} → {now}"


def main() -> int:
    """Print a digest of each game, and its differences from the plays of a dump; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--plays", type=int, default=PLAYS, metavar="N")
    parser.add_argument("--dump", type=Path, metavar="DIR", help="write every play there")
    parser.add_argument("--against", type=Path, metavar="DIR", help="compare with the plays that were dumped there")
    args = parser.parse_args()
    differs = False
    for game in args.games:
        digest, kinds, lines = sha256(), Counter[str](), 0
        examples: dict[str, str] = {}
        for seed in range(args.plays):
            play = play_once(game, seed)
            digest.update(play.digest.encode())
            lines += len(play.lines)
            if args.dump:
                path = args.dump / game / f"{seed}.txt.gz"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(gzip.compress(play.text.encode(), 6, mtime=0))
            if args.against:
                before = gzip.decompress((args.against / game / f"{seed}.txt.gz").read_bytes()).decode()
                found = differences(before, play.text)
                kinds.update(list(found))
                examples = {name: f"play {seed}, {example}" for name, example in found.items()} | examples
        changes = [f"  {name}: in {n} plays; {examples[name]}" for name, n in kinds.most_common()]
        head = f"{game:<10} {args.plays} plays  {lines:>6} replies  {digest.hexdigest()[:16]}"
        sys.stdout.writelines(f"{line}\n" for line in (head, *changes))
        differs = differs or bool(changes)
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
