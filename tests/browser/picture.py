"""The picture of the page in a browser: `python -m tests.browser.picture docs/page.png` takes it."""

import sys
from pathlib import Path

from PIL import Image

from tests.browser.hand import CHROMIUM, Hand, new_page

INPUTS = 5
"""Inputs of the play in the picture."""
SHADES = 256


def stage(hand: Hand) -> tuple[int, int, int, int]:
    """Bring a page to the state of the picture; return the place of its glass: left, top, right, bottom."""
    hand.press("PageDown")
    hand.wait_for_words("> Begin")
    while hand.device.drawer["play"] is None or hand.device.drawer["play"]["n"] < INPUTS:
        before = hand.words
        hand.press("PageDown")
        hand.wait_for_change(before)
    hand.click("open-drawer")
    hand.page.locator("#machine .phase.lit").wait_for()
    for closed in ("Screen", "Why?"):
        hand.page.locator("#drawer > details > summary", has_text=closed).click()
    hand.page.mouse.move(0, 0)
    hand.page.evaluate("() => { document.getElementById('drawer').scrollTop = 0; }")
    hand.page.wait_for_function("() => !document.querySelector('.lit.led')")
    box = hand.page.locator("#glass").bounding_box()
    assert box is not None
    left, top = round(box["x"]), round(box["y"])
    return left, top, left + round(box["width"]), top + round(box["height"])


def write(path: Path) -> None:
    """Take the picture."""
    with new_page() as hand:
        stage(hand)
        hand.page.screenshot(path=path, animations="disabled")
    with Image.open(path) as taken:
        small = taken.convert("RGB").quantize(SHADES)
    small.save(path, optimize=True)


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit("The picture of the page wants chromium. Install it: apt-get install chromium")
    write(Path(sys.argv[1]))
