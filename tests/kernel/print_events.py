"""Print the key events made of the kernel's edges: `-m tests.kernel.print_events`, with the layer preloaded.

It prints a line when it listens. At the next line of its input it prints how often it was woken since, and the CPU
time, s. The line after that is the number of edges to wait for; then it prints their key events: `2 turn, 1 hold back`.
"""

import sys
import time
from collections import Counter
from pathlib import Path
from queue import SimpleQueue

from firmware.device.builds import load
from hw.clock import SystemClock
from hw.computer import choose_factory
from hw.events import Edge, KeyEvent, Turn
from hw.inputs import Inputs
from hw.keys import Classifier


def main() -> None:
    """Listen with our pin factory."""
    choose_factory()
    edges: SimpleQueue[Edge] = SimpleQueue()
    inputs = Inputs(edges.put, SystemClock(), load("4.2").pins)
    classifier = Classifier(inputs.level)
    _print_line("listening")
    woken, cpu_s = _cost()
    sys.stdin.readline()
    now = _cost()
    _print_line(now[0] - woken, now[1] - cpu_s)
    counts = Counter[str]()
    for _ in range(int(sys.stdin.readline())):
        for event in classifier.edge(edges.get(timeout=60)):
            counts[_name(event)] += event.n if isinstance(event, Turn) else 1
    _print_line(", ".join(f"{n} {name}" for name, n in counts.items()))
    inputs.close()


def _name(event: KeyEvent) -> str:
    return "turn" if isinstance(event, Turn) else f"{type(event).__name__.lower()} {event.key.value}"


def _cost() -> tuple[int, float]:
    """Return how often a thread of this process went to sleep by itself, and its CPU time, s."""
    lines = [line for status in Path("/proc/self/task").glob("*/status") for line in status.read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt")), time.process_time()


def _print_line(*what: object) -> None:
    sys.stdout.write(" ".join(map(str, what)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
