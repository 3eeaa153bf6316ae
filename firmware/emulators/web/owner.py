"""The one thread that has the device. Whoever talks to it puts commands into a queue, and reads the newest messages.

server ── give ──▶ queue ──▶ owner ── do, pump ──▶ emulated device
▲                           │
└─ newest, then a call ◀───┘ face, drawer: the newest of each
"""

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Self

from msgspec import Struct

from engines.kit.contract import Refused
from firmware.emulators.web import face
from firmware.emulators.web.drawer import Observer
from firmware.emulators.web.emulated import Emulated
from firmware.emulators.web.messages import AnyCommand, Error, Reply, write
from firmware.errors import TavolinoError
from hw.errors import HwError

log = logging.getLogger("tavolino.web")

Done = Callable[[Reply | None], None]
"""Called in the owner's thread with the answer to a command, once its effect can be seen."""


class Job(Struct, frozen=True):
    """A command of someone; None: he is gone, and so are his fingers."""

    command: AnyCommand | None
    who: object
    done: Done


class Owner:
    """A device in a thread of its own. `newest` has the newest message of each kind, first the face.

    `make` makes the device, in that thread: a database belongs to one.
    """

    def __init__(self, make: Callable[[], Emulated]) -> None:
        self.newest: dict[str, str] = {}
        self.failure: Exception | None = None
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._listeners: set[Callable[[], None]] = set()
        self._up = Event()
        self._thread = Thread(target=self._run, args=(make,), name="device")

    # --- from other threads ---

    def __enter__(self) -> Self:
        """Start the device, and return when it is on. Raise whatever keeps it from starting."""
        self._thread.start()
        self._up.wait()
        if self.failure is not None:
            raise self.failure
        return self

    def __exit__(self, *_: object) -> None:
        """Pull the plug and end the thread. Commands given before are carried out."""
        self._jobs.put(None)
        self._thread.join()

    def give(self, command: AnyCommand | None, who: object, done: Done = lambda _: None) -> None:
        """Have a command of someone carried out."""
        self._jobs.put(Job(command, who, done))

    def listen(self, news: Callable[[], None]) -> None:
        """Have something called, in the owner's thread, whenever a message is new."""
        self._listeners = {*self._listeners, news}

    def unlisten(self, news: Callable[[], None]) -> None:
        """Have it called no more."""
        self._listeners = self._listeners - {news}

    # --- in the owner's thread ---

    def _run(self, make: Callable[[], Emulated]) -> None:
        try:
            emulated = make()
        except Exception as error:  # noqa: BLE001 - it is raised where the device was started
            self.failure = error
            self._up.set()
            return
        try:
            self._loop(emulated)
        except Exception as error:
            log.exception("the device has failed")
            self.failure = error
            self._up.set()
            self._call()
        finally:
            emulated.power_off()

    def _loop(self, emulated: Emulated) -> None:
        watch = Observer(emulated)
        self._work(emulated, watch)
        self._up.set()
        while True:
            try:
                job = self._jobs.get(timeout=_seconds(emulated))
            except Empty:
                self._work(emulated, watch)
                continue
            if job is None:
                return
            reply = _done(emulated, job)
            self._work(emulated, watch)
            job.done(reply)

    def _work(self, emulated: Emulated, watch: Observer) -> None:
        """Let the device do what is due, and tell what came of it: what can be seen from outside first."""
        emulated.pump()
        self._publish("face", face.look(emulated))
        self._publish("drawer", watch.look())

    def _publish(self, kind: str, message: Struct) -> None:
        text = write(message)
        if text != self.newest.get(kind):
            self.newest = {**self.newest, kind: text}
            self._call()

    def _call(self) -> None:
        for news in self._listeners:
            news()


def _done(emulated: Emulated, job: Job) -> Reply | None:
    """Do what a job wants; return the answer to it, if there is one."""
    if job.command is None:
        emulated.leave(job.who)
        return None
    try:
        return emulated.do(job.command, job.who)
    except Refused as refused:
        return Error(emulated.seen.device.catalogue.words(refused.text))
    except (TavolinoError, HwError) as error:
        return Error(str(error))


def _seconds(emulated: Emulated) -> float | None:
    due = emulated.deadline()
    return None if due is None else max(due - emulated.clock.now(), 0.0)
