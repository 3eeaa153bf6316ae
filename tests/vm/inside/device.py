"""Replaces `tavolino run` in a machine without a panel: the same service, on simulated parts.

It takes orders on a socket, one per line. `next`, `hold:push`, `turn:+1`… use the keys; `look` does nothing; `hang`
stops the loop endlessly. The answer is the state of the device and its glass, as JSON.
"""

import base64
import json
import logging
import os
import socket
import sys
import time
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

from firmware.data_folder import data_folder
from firmware.dealer import new_seed
from firmware.device import rig
from firmware.device.rig import Simulated
from firmware.service.serve import serve
from firmware.settings.settings import Settings, panel_key
from hw.clock import SystemClock
from hw.events import Key

TAP_S, HOLD_S = 0.08, 0.7
LOOKS = ("look", "picture")
LOOK_S = 0.02
SEEN_S = 0.3
"""Longer than a step must be on the glass before a key counts."""


class Watched(Simulated):
    """A device with a hand and an observer.

    `first_s` is the end of the first refresh, s since the boot; `settled_at` the last time when nothing was left to do.
    """

    first_s: float | None = None
    settled_at = 0.0
    hangs = False

    def pump(self) -> None:
        """Work, unless it hangs."""
        while self.hangs:
            time.sleep(LOOK_S)
        super().pump()
        device = self.device
        if device.edges.empty() and device._classifier.deadline() is None and device.glass.is_settled:
            self.settled_at = self.clock.now()
        if self.first_s is None and self.device.glass.shown is not None:
            self.first_s = time.clock_gettime(time.CLOCK_BOOTTIME)


def opened(trouble: str | None) -> Watched:
    """Open the device, and start its hand."""
    folder = data_folder()

    def made(settings: Settings) -> Watched:
        return Watched(folder, settings, SystemClock(), new_seed, trouble, usb=rig.usb_ports)

    device = rig.open_rig(folder, made)
    Thread(target=_obey, args=(device,), daemon=True).start()
    return device


def _obey(device: Watched) -> None:
    place = Path(os.environ["RUNTIME_DIRECTORY"]) / "hand"
    place.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(place))
        door.listen()
        while True:
            visitor, _ = door.accept()
            with visitor, visitor.makefile("rw") as line:
                order = line.readline().strip()
                _move(device, order)
                seen = _state(device)
                if order == "picture":
                    seen["picture"] = _picture(device)
                line.write(json.dumps(seen))


def _move(device: Watched, order: str) -> None:
    name, _, value = order.partition(":")
    if name == "hang":
        device.hangs = True
    elif name == "turn":
        device.hand.detent(1 if int(value) > 0 else -1)
    elif name == "hold":
        _press(device, Key(value), HOLD_S)
    elif name not in LOOKS:
        _press(device, Key(name), TAP_S)
    began = device.clock.now()
    while not (device.hangs or name in LOOKS or device.settled_at > began):
        time.sleep(LOOK_S)
    while device.device.glass.shown is None and not device.hangs:
        time.sleep(LOOK_S)
    time.sleep(SEEN_S)


def _press(device: Watched, key: Key, seconds: float) -> None:
    device.hand.down(key)
    time.sleep(seconds)
    device.hand.up(key)


def _state(device: Watched) -> dict[str, Any]:
    play = device.session.play
    step = None if play is None else repr(play.screen)
    return {
        "number": device.session.number if play else 0,
        "n": play.n if play else -1,
        "step": step,
        "over": play is not None and play.engine.result(play.state) is not None,
        "words": "" if device.hangs else device.device.words(),
        "kept": device.session.folder.plays.is_saved,
        "panel": panel_key(device.session.settings),
        "first_s": device.first_s,
        "faults": len(device.sim.chip.violations),
    }


def _picture(device: Watched) -> str:
    """Return the glass as a PNG, base64."""
    file = BytesIO()
    device.sim.picture().save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


if __name__ == "__main__":
    logging.basicConfig(stream=sys.stdout)
    serve(opened)
