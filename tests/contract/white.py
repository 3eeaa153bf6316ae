"""What stays empty: `python -m tests.contract.white [GAME]…` prints the share of frames that waste the glass.

A frame wastes it if less than half of the room that rows have is covered while something stands on a further page.
All pages of all steps of random plays are looked at, on each panel and size of type.
"""

import sys
from collections.abc import Iterable, Iterator

from display.layout import Layout, lay_out
from display.profiles import PROFILES, Profile
from engines.contract import Screen
from engines.registry import KEYS
from engines.text import ENGLISH, Catalogue
from firmware.views.play_view import PlayView
from tests.contract.walk import Walk, levels

PLAYS = 10


def wasted(layout: Layout) -> list[int]:
    """Return the pages, but for the last, of which less than half is covered."""
    profile = layout.profile
    room = profile.height - profile.header - profile.above - profile.below - profile.footer
    return [page for page in range(len(layout.pages) - 1) if _covered(layout, page) * 2 < room]


def _covered(layout: Layout, page: int) -> int:
    """Return how many rows of pixels the blocks of a page take."""
    blocks = layout.pages[page].blocks
    return len({y for block in blocks for y in range(block.y, block.y + block.height)})


def screens(key: str, seeds: Iterable[int]) -> Iterator[Screen]:
    """Yield what the device shows at each step of random plays, at every level of a bot."""
    for level in levels(key):
        for seed in seeds:
            for play in Walk(key, level, seed):
                yield PlayView(None, play).screen()  # type: ignore[arg-type]  # nobody shows what it opens


def counted(screens: Iterable[Screen], profile: Profile, catalogue: Catalogue = ENGLISH) -> tuple[int, int]:
    """Return how many frames there are, and how many of them waste the glass."""
    layouts = [lay_out(screen, profile, catalogue) for screen in screens]
    return sum(len(one.pages) for one in layouts), sum(len(wasted(one)) for one in layouts)


if __name__ == "__main__":
    for name in sys.argv[1:] or list(KEYS):
        shown = [*screens(name, range(PLAYS))]
        for panel in PROFILES.values():
            frames, white = counted(shown, panel)
            sys.stdout.write(f"{name:12}{panel.key:8}{frames:>7} frames{white:>6} wasted{white / frames:>8.1%}\n")
