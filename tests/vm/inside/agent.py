"""Does on a machine what its host asks over a port: a line is a command of the shell, the answer is what it said.

Its one argument is the port, where that is another than usual. A serial line loses what comes before it is open, so
there an empty line says that it is.
"""

import json
import os
import subprocess
import sys
import time
import tty
from pathlib import Path

PORT = "/dev/virtio-ports/host"


def main() -> None:
    """Answer for ever."""
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
            for line in lines:
                done = subprocess.run(json.loads(line), shell=True, capture_output=True, text=True, check=False)  # noqa: S602
                port.write(json.dumps([done.returncode, done.stdout, done.stderr]).encode() + b"\n")


if __name__ == "__main__":
    main()
