"""A device in one thread behind a server in another, as tests drive and inspect both."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

from engines.kit.text import ENGLISH
from engines.registry import GAMES, MAGPIE, load_engine
from firmware.data_folder import DataFolder
from firmware.emulators.device import numbered_seeds
from firmware.emulators.web.device import Disk, WebDevice
from firmware.emulators.web.messages import AnyCommand, InjectFault, Pace, Power, Reply
from firmware.emulators.web.owner import Owner
from firmware.emulators.web.server import Server
from tests.firmware.device.bench import mark_hints_shown

DEADLINE_S = 60.0
SEED = "7"
MENU = [*(ENGLISH.words(title) for title in (load_engine(MAGPIE).title, *GAMES.values())), "More bots…", "Power off"]
"""The lines that a device with the Magpie on its menu shows first."""
FIRST_LINE, SECOND_LINE = (f"> {line}" for line in MENU[:2])
"""The first two lines of the menu when highlighted."""
FIRST_GAME_LINE = SECOND_LINE
"""The first line of the menu without the Magpie, highlighted."""


class ServedDevice:
    """A device with a server for pages, which keeps its port when it starts again."""

    def __init__(self, owner: Owner, emulated: WebDevice) -> None:
        self.owner, self.emulated = owner, emulated
        self.host = ""
        """The Host header of its pages."""
        self.start()

    @property
    def address(self) -> str:
        """The address of its page."""
        return f"http://{self.host}/"

    @property
    def face(self) -> dict[str, Any]:
        """The last report of the device's outside."""
        return last_report(self.owner, "face")

    @property
    def drawer(self) -> dict[str, Any]:
        """The report of the inside after all commands given so far; it follows that of the face."""
        do(self.owner, None, "the test")
        return last_report(self.owner, "drawer")

    def start(self) -> None:
        """Start the server, so that pages can connect."""
        self._server = Server(self.owner, port=int(self.host.partition(":")[2] or 0))
        self.host = self._server.address.removeprefix("http://").rstrip("/")
        self._thread = Thread(target=self._server.run, name="server")
        self._thread.start()

    def stop(self) -> None:
        """Stop the server and disconnect all pages. The device continues."""
        self._server._server.should_exit = True
        self._thread.join()
        self._server.close()

    def restart_with(self, folder: Path) -> None:
        """Restart the device with a new data folder in which first-time messages count as shown."""
        emulated = self.emulated
        mark_hints_shown(folder)
        for command in Power(False), InjectFault(None), Pace(True):
            self.do(command)
        emulated._folder = DataFolder(folder, Disk)
        emulated._flags, emulated._seeds, emulated.next_seed = {}, numbered_seeds(SEED), None
        self.do(Power(True))

    def do(self, command: AnyCommand, who: object = "the test") -> Reply | None:
        """Have a command carried out; return the answer to it."""
        return do(self.owner, command, who)

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition on the device's reports holds."""
        news = Event()
        self.owner.listen(news.set)
        try:
            while not holds():
                assert news.wait(DEADLINE_S), self.face["words"]
                news.clear()
        finally:
            self.owner.unlisten(news.set)


@contextmanager
def owned_device(folder: Path) -> Iterator[tuple[Owner, WebDevice]]:
    """Return a device at its game menu, whose panel takes no time. The seed of its first play is `SEED`."""
    devices: list[WebDevice] = []
    mark_hints_shown(folder)

    def make() -> WebDevice:
        devices.append(WebDevice(folder, numbered_seeds(SEED)))
        return devices[0]

    with Owner(make) as owner:
        do(owner, Pace(True), "the test")
        yield owner, devices[0]


@contextmanager
def served_device(folder: Path) -> Iterator[ServedDevice]:
    """Return such a device with its server."""
    with owned_device(folder) as (owner, emulated):
        device = ServedDevice(owner, emulated)
        try:
            yield device
        finally:
            device.stop()


def do(owner: Owner, command: AnyCommand | None, who: object) -> Reply | None:
    """Have a command carried out by an owner; return the answer to it."""
    done, replies = Event(), list[Reply | None]()

    def take(reply: Reply | None) -> None:
        replies.append(reply)
        done.set()

    owner.submit(command, who, take)
    assert done.wait(DEADLINE_S)
    return replies[0]


def last_report(owner: Owner, kind: str) -> dict[str, Any]:
    """Return the last report of a kind from an owner."""
    found: dict[str, Any] = json.loads(owner.newest[kind])
    return found
