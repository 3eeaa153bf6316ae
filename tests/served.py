"""A device in a thread of its own behind a server in another, and what a test wants to know of both."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

from engines.registry import GAMES
from engines.text import ENGLISH
from firmware import settings
from firmware.script import counted
from firmware.web.emulated import Emulated
from firmware.web.messages import AnyCommand, Pace, Reply
from firmware.web.owner import Owner
from firmware.web.server import Server

DEADLINE_S = 20.0
MENU = [*(ENGLISH.words(title) for title in GAMES.values()), "Power off"]
"""What the device shows first, line by line."""
FIRST, SECOND = (f"> {line}" for line in MENU[:2])
"""How a line reads that is highlighted."""


class Served:
    """A device that pages can be opened on."""

    def __init__(self, owner: Owner, emulated: Emulated, address: str) -> None:
        self.owner, self.emulated, self.address = owner, emulated, address

    @property
    def host(self) -> str:
        """What a page of it has for a Host header."""
        return self.address.removeprefix("http://").rstrip("/")

    @property
    def face(self) -> dict[str, Any]:
        """What was told last of the outside."""
        return told(self.owner, "face")

    @property
    def drawer(self) -> dict[str, Any]:
        """What was told last of the inside."""
        return told(self.owner, "drawer")

    def do(self, command: AnyCommand, who: object = "the test") -> Reply | None:
        """Have a command carried out; return the answer to it."""
        return do(self.owner, command, who)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds of what is told."""
        news = Event()
        self.owner.listen(news.set)
        try:
            while not holds():
                assert news.wait(DEADLINE_S), self.face["words"]
                news.clear()
        finally:
            self.owner.unlisten(news.set)


@contextmanager
def owned(folder: Path, *, instant: bool = True) -> Iterator[tuple[Owner, Emulated]]:
    """Return a device at its game menu; its panel takes no time, unless it is to. Its first play has the seed 7."""
    made = []

    def make() -> Emulated:
        made.append(Emulated(folder, lambda: settings.load(folder), counted("7")))
        return made[0]

    with Owner(make) as owner:
        if instant:
            do(owner, Pace(True), "the test")
        yield owner, made[0]


@contextmanager
def serving(owner: Owner, emulated: Emulated, port: int = 0) -> Iterator[Served]:
    """Return the server of such a device, on a port that is free or on the given one."""
    with closing(Server(owner, port=port)) as server:
        thread = Thread(target=server.run, name="server")
        thread.start()
        try:
            yield Served(owner, emulated, server.address)
        finally:
            server.stop()
            thread.join()


@contextmanager
def served(folder: Path, *, instant: bool = True) -> Iterator[Served]:
    """Return such a device with its server."""
    with owned(folder, instant=instant) as (owner, emulated), serving(owner, emulated) as made:
        yield made


def do(owner: Owner, command: AnyCommand, who: object) -> Reply | None:
    """Have a command carried out by an owner; return the answer to it."""
    done, replies = Event(), list[Reply | None]()

    def take(reply: Reply | None) -> None:
        replies.append(reply)
        done.set()

    owner.give(command, who, take)
    assert done.wait(DEADLINE_S)
    return replies[0]


def told(owner: Owner, kind: str) -> dict[str, Any]:
    """Return what an owner told last of a kind."""
    found: dict[str, Any] = json.loads(owner.told[kind])
    return found
