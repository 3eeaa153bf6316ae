"""The one thread that has the device. Others put commands into a queue, and read the newest messages.

server ── submit ──▶ queue ──▶ owner ── do, pump ──▶ device
▲                             │
└─ newest, then a call ◀─────┘ face, drawer: the newest of each
"""

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Self

from msgspec import Struct

from engines.kit.contract import Refused
from firmware.emulators.web import face
from firmware.emulators.web.device import WebDevice
from firmware.emulators.web.drawer import Observer
from firmware.emulators.web.messages import AnyCommand, Error, Reply, encode_message
from firmware.errors import TavolinoError
from hw.errors import HwError

log = logging.getLogger("tavolino.web")

OnReply = Callable[[Reply | None], None]
"""Takes the answer to a command, in the owner's thread, once the effect is published."""


class Job(Struct, frozen=True):
    """A command of someone; None: the page was closed, and its keys are let go."""

    command: AnyCommand | None
    who: object
    on_reply: OnReply


class Owner:
    """A device in its own thread. `newest` has the newest message of each kind, first the face.

    `make` makes the device, in that thread.
    """

    def __init__(self, make: Callable[[], WebDevice]) -> None:
        self.newest: dict[str, str] = {}
        self.failure: Exception | None = None
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._listeners: set[Callable[[], None]] = set()
        self._started = Event()
        self._thread = Thread(target=self._run, args=(make,), name="device")

    # --- from other threads ---

    def __enter__(self) -> Self:
        """Start the device, and return when it is on. Raise the error that keeps it from starting."""
        self._thread.start()
        self._started.wait()
        if self.failure is not None:
            raise self.failure
        return self

    def __exit__(self, *_: object) -> None:
        """Carry out the commands given so far, pull the plug and end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def submit(self, command: AnyCommand | None, who: object, on_reply: OnReply = lambda _: None) -> None:
        """Put a command of someone into the queue."""
        self._jobs.put(Job(command, who, on_reply))

    def listen(self, news: Callable[[], None]) -> None:
        """Call `news`, in the owner's thread, whenever a message is new."""
        self._listeners = {*self._listeners, news}

    def unlisten(self, news: Callable[[], None]) -> None:
        """Call `news` no more."""
        self._listeners = self._listeners - {news}

    # --- in the owner's thread ---

    def _run(self, make: Callable[[], WebDevice]) -> None:
        try:
            device = make()
            try:
                self._loop(device)
            finally:
                device.power_off()
        except Exception as error:
            if self._started.is_set():
                log.exception("the device has failed")
            self.failure = error
            self._started.set()
            self._notify()

    def _loop(self, device: WebDevice) -> None:
        observer = Observer(device)
        self._pump(device, observer)
        self._started.set()
        while True:
            try:
                job = self._jobs.get(timeout=device.wait_s)
            except Empty:
                self._pump(device, observer)
                continue
            if job is None:
                return
            reply = _carry_out(device, job)
            self._pump(device, observer)
            job.on_reply(reply)

    def _pump(self, device: WebDevice, observer: Observer) -> None:
        """Let the device do what is due, and publish its outside, then its inside."""
        device.pump()
        self._publish("face", face.look(device))
        self._publish("drawer", observer.look())

    def _publish(self, kind: str, message: Struct) -> None:
        text = encode_message(message)
        if text != self.newest.get(kind):
            self.newest = {**self.newest, kind: text}
            self._notify()

    def _notify(self) -> None:
        for news in self._listeners:
            news()


def _carry_out(device: WebDevice, job: Job) -> Reply | None:
    """Carry out a job; return the answer to it, if it has one."""
    if job.command is None:
        device.release_keys(job.who)
        return None
    try:
        return device.do(job.command, job.who)
    except Refused as refused:
        return Error(device.last_rig.device.session.catalogue.words(refused.text))
    except (TavolinoError, HwError) as error:
        return Error(str(error))
