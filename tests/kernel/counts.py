"""Count detents from the kernel's edges: `-m tests.kernel.counts gpiod|lgpio`, with the layer preloaded.

It says a line when it listens; at the next line of its input how often it was woken since, and the CPU time, s; at the
one after that how many detents there were.
"""

import os
import sys
import time
from pathlib import Path
from queue import SimpleQueue

from firmware.device.builds import load
from hw.clock import SystemClock
from hw.events import Edge, Turn
from hw.inputs import Inputs
from hw.keys import Classifier


def main(library: str) -> None:
    """Listen with the factory of a library."""
    os.environ["GPIOZERO_PIN_FACTORY"] = library
    edges: SimpleQueue[Edge] = SimpleQueue()
    inputs = Inputs(edges.put, SystemClock(), load("reference").pins)
    classifier = Classifier(inputs.level)
    _say("listening")
    woken, spent = _cost()
    sys.stdin.readline()
    now = _cost()
    _say(now[0] - woken, now[1] - spent)
    sys.stdin.readline()
    time.sleep(0.2)  # what is still on its way
    turns = [event for _ in range(edges.qsize()) for event in classifier.edge(edges.get()) if isinstance(event, Turn)]
    _say(sum(turn.n for turn in turns))
    inputs.close()


def _cost() -> tuple[int, float]:
    """Return how often a thread of this process went to sleep by itself, and its CPU time, s."""
    lines = [line for status in Path("/proc/self/task").glob("*/status") for line in status.read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt")), time.process_time()


def _say(*what: object) -> None:
    sys.stdout.write(" ".join(map(str, what)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
