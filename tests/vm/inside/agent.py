"""Runs commands for the host of a machine: each line of a port is a shell command, answered by its output.

A line of `hand` and an order goes to the device instead, which answers with the words on its glass.

The optional argument is the port. A serial line loses all data before it is open, so an empty line announces that it
is.
"""

import json
import os
import socket
import subprocess
import sys
import time
import tty
from pathlib import Path

PORT = "/dev/virtio-ports/host"
HAND = "/run/tavolino/hand"


def main() -> None:
    """Answer endlessly."""
    with Path(sys.argv[1] if sys.argv[1:] else PORT).open("r+b", buffering=0) as port:
        if os.isatty(port.fileno()):
            tty.setraw(port.fileno())
            port.write(b"\n")
        waiting = b""
        while True:
            part = port.read(65536)
            if not part:  # the host is not there
                time.sleep(0.05)
                continue
            *lines, waiting = (waiting + part).split(b"\n")
            port.writelines(json.dumps(_run(json.loads(line))).encode() + b"\n" for line in lines)


def _run(command: str) -> tuple[int, str, str]:
    """Return the exit code and the output."""
    if not command.startswith("hand "):
        done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
        return done.returncode, done.stdout, done.stderr
    try:
        with socket.socket(socket.AF_UNIX) as door:
            door.connect(HAND)
            with door.makefile("rw") as lines:
                lines.write(command.removeprefix("hand ") + "\n")
                lines.flush()
                said = lines.read()
                return 0 if said else 1, said, ""
    except OSError as error:
        return 1, "", str(error)


if __name__ == "__main__":
    main()
