"""A USB keyboard of QEMU, pressed and plugged by its monitor.

It is at the root port: anywhere else there is a hub, and plugging it in again hangs the guest.
"""

import json
import socket
from pathlib import Path
from typing import Any

DEVICE = {"driver": "usb-kbd", "id": "kbd", "port": "1"}
PLUGGED = ["-device", "usb-kbd,id=kbd,port=1"]
"""QEMU's options for a machine that starts with the keyboard."""


class Keyboard:
    """The keyboard of a machine with a monitor at this path."""

    def __init__(self, place: Path) -> None:
        port = socket.socket(socket.AF_UNIX)
        port.connect(str(place))
        self._talk = port.makefile("rw")
        port.close()  # the file keeps it open
        self._talk.readline()  # the greeting
        self._order("qmp_capabilities")

    def press(self, key: str, ms: int = 100) -> None:
        """Press a key by its name in `sendkey`, for a time in ms of the machine."""
        self._order("human-monitor-command", **{"command-line": f"sendkey {key} {ms}"})

    def plug(self) -> None:
        """Plug in the keyboard."""
        self._order("device_add", **DEVICE)

    def unplug(self) -> None:
        """Unplug the keyboard."""
        self._order("device_del", id=DEVICE["id"])

    def _order(self, name: str, **words: str) -> None:
        self._talk.write(json.dumps({"execute": name, "arguments": words}) + "\n")
        self._talk.flush()
        answer: dict[str, Any] = {}
        while not answer.keys() & {"return", "error"}:  # events come between
            answer = json.loads(self._talk.readline())
        assert answer.get("return") in ({}, ""), answer
