"""A bot as an outsider sees it: lines of JSON in, lines of JSON out, and nothing else."""

from collections.abc import Callable
from typing import Any, Self

import msgspec
import pytest

from engines.kit.play import Play, SavedPlay
from engines.kit.text import ENGLISH
from engines.registry import load_engine
from firmware.dealer import dealer
from firmware.protocol import Driver
from tests.play_values import play_of_lines

Reply = dict[str, Any]

MAX_ANSWERS = 100
"""Answers after which a screen that did not open is given up."""


class Outsider:
    """A driver of one bot. With a seed the dealer answers chance, else every card and die is given."""

    def __init__(self, game: str, *, seed: str | None = None, **options: Any) -> None:
        bot = load_engine(game)
        sources: Any = {} if seed is not None else {source.name: "own" for source in bot.sources}
        play = Play(bot, options, dealer(seed or ""), seed=seed or "", sources=sources)
        self._driver = Driver(play, ENGLISH)
        self.status: Reply = msgspec.json.decode(self._driver.begin())

    def send(self, **command: Any) -> Reply:
        """Send a command and return the reply, accepted or refused."""
        line = self._driver.reply(msgspec.json.encode(command))
        assert line is not None
        reply: Reply = msgspec.json.decode(line)
        if reply.get("ok") and "screen" in reply:
            self.status = reply
        return reply

    def answer(self, *values: Any) -> Reply:
        """Answer one step after the other; return the status after the last."""
        for value in values:
            self.do(answer=value)
        return self.status

    def until(self, answer: Callable[[Self], Any], *keys: str) -> list[Reply]:
        """Answer until one of the screens is open; return the screens that were answered."""
        screens: list[Reply] = []
        while self.key not in keys:
            if len(screens) == MAX_ANSWERS:
                pytest.fail(f"{' or '.join(keys)} did not come in {MAX_ANSWERS} answers; {self.key} is open")
            screens.append(self.screen)
            self.answer(answer(self))
        return screens

    def do(self, **command: Any) -> Reply:
        """Send a command that must be accepted; return its reply."""
        reply = self.send(**command)
        assert reply["ok"], reply
        return reply

    def refusal(self, **command: Any) -> str:
        """Send a command that must be refused and change nothing; return the sentence of the refusal."""
        before = self.send(journal=True), self.status
        reply = self.send(**command)
        assert not reply["ok"], reply
        assert ["ok", "error"] == list(reply)
        assert before == (self.send(journal=True), self.status)
        return str(reply["error"])

    def play(self) -> SavedPlay:
        """Return the play as its file stores it."""
        return play_of_lines(self.send(journal=True)["lines"])

    def rules(self, n: int | None = None) -> list[str]:
        """Return the ids of the rules behind the current step, or behind input `n`."""
        return [reason["rule"] for reason in self.reasons(n)]

    def reasons(self, n: int | None = None) -> list[Reply]:
        """Return the reasons of the current step, or of input `n`."""
        reasons: list[Reply] = self.do(why=n)["reasons"]
        return reasons

    def facts_and_outcome(self, rule: str) -> tuple[Reply, Reply]:
        """Return facts and outcome of the one reason of the current step that names a rule."""
        [reason] = [reason for reason in self.reasons() if reason["rule"] == rule]
        return reason["facts"], reason["outcome"]

    @property
    def screen(self) -> Reply:
        """The screen that is open."""
        screen: Reply = self.status["screen"]
        return screen

    @property
    def key(self) -> str:
        """The key of the screen that is open."""
        return str(self.screen["key"])

    @property
    def ask(self) -> Reply:
        """The ask of the open screen."""
        ask: Reply = self.screen["ask"]
        return ask

    @property
    def state(self) -> Reply:
        """The state."""
        state: Reply = self.status["state"]
        return state

    @property
    def score(self) -> dict[str, int]:
        """The bot's points by row of the score."""
        return {row["id"]: row["value"] for row in self.status["score"]["rows"]}

    @property
    def ids(self) -> list[str]:
        """The ids that can be chosen now, without blocked ones."""
        choices = self.ask.get("options") or self.ask.get("left") or []
        return [choice["id"] for choice in choices if "blocked" not in choice]
