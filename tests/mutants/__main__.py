"""`python -m tests.mutants [PART…]`: try the mutants, or those of these files and words, and print the kill rate."""

import sys
from pathlib import Path

from tests.mutants.lists import BadList, Mutant, faults, read
from tests.mutants.run import MIN_KILLED_SHARE, OUT_OF_TIME, Broken, Verdict, run

ROOT = Path(__file__).parents[2]


def main(parts: list[str], root: Path = ROOT, lists: Path = Path(__file__).parent) -> int:
    """Print the verdict of each mutant; return 1 if a list is bad, the rate too low or a verdict not as listed."""
    verdicts = []
    try:
        for verdict in run(root, _chosen(parts, root, lists)):
            print(verdict, flush=True)
            verdicts.append(verdict)
    except (BadList, Broken) as error:
        print(error)
        return 1
    return print_summary(verdicts)


def _chosen(parts: list[str], root: Path, lists: Path) -> list[Mutant]:
    listed = read(lists)
    wrong = faults(root, listed)
    if wrong:
        raise BadList("\n".join(wrong))
    chosen = [one for one in listed if not parts or any(part in f"{one.file}: {one.what}" for part in parts)]
    if not chosen:
        raise BadList(f"No mutant has any of these words: {', '.join(parts)}.")
    return chosen


def print_summary(verdicts: list[Verdict]) -> int:
    """Print the kill rate and the verdicts not as listed; return 1 if there are any, or if the rate is too low."""
    killed = sum(one.is_killed for one in verdicts)
    late = sum(one.fate == OUT_OF_TIME for one in verdicts)
    rate = killed / len(verdicts) if verdicts else 0.0
    print(f"\nKilled {killed} of {len(verdicts)} mutants ({rate:.1%}), {late} of them by the time limit.")
    unexpected = [one for one in verdicts if not one.is_as_listed]
    for one in unexpected:
        print(f"Killed, but listed as one that survives: {one}" if one.is_killed else f"Not explained: {one}")
    return int(rate < MIN_KILLED_SHARE or bool(unexpected))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
