"""The process of a command from its first import on: `tavolino`, or `python -m firmware`."""

import sys

from firmware.process import loading


def main() -> int:
    """Load the command line and run it; return its exit code."""
    with loading():
        from firmware.cli import main as run
    return run()


if __name__ == "__main__":
    sys.exit(main())
