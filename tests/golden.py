"""`python -m tests.golden`: rewrite recorded plays and pictures, for review.

A play whose end changed is left alone until the version of its bot is raised: the store replays old plays by that.
Delete its file to record it again if no release had the old behaviour.
"""

import sys

from tests.display import golden
from tests.plays.recorded import RECORDS, write


def main() -> int:
    """Write plays and pictures; return 1 if a bot changed without a new version."""
    notices = [line for line in map(write, RECORDS) if line]
    sys.stdout.writelines(f"{line}\n" for line in notices)
    golden.write()
    return int(any("raise the version" in line for line in notices))


if __name__ == "__main__":
    sys.exit(main())
