"""The time from a key to the pixels in the page, with an instant panel: `python -m tests.browser.bench`.

The clock runs in the page, from the key's event to the frame after its picture was put on the canvas.
"""

import sys
from statistics import median

from tests.browser.hand import CHROMIUM, new_page

PRESSES = 40
BUDGET_MS = 100
TIME_KEYS_JS = """() => {
  window.took = [];
  let pressed = 0;
  const put = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...given) {
    put.apply(this, given);
    const since = pressed;
    pressed = 0;
    if (since) requestAnimationFrame(() => setTimeout(() => window.took.push(performance.now() - since)));
  };
  document.addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
}"""


def measure() -> list[float]:
    """Return the time of each of `PRESSES` presses of Next, ms."""
    with new_page() as hand:
        hand.page.evaluate(TIME_KEYS_JS)
        for n in range(1, PRESSES + 1):
            hand.press("PageDown")
            hand.page.wait_for_function("n => window.took.length === n", arg=n)
        took: list[float] = hand.page.evaluate("window.took")
        return took


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit("The bench of the page wants chromium. Install it: apt-get install chromium")
    times = measure()
    kept = "ok" if median(times) <= BUDGET_MS else "missed"
    sys.stdout.write(
        f"key to pixels in the page, instant: median {median(times):.0f} ms, longest {max(times):.0f} ms, "
        f"of {len(times)} presses; budget {BUDGET_MS} ms: {kept}\n"
    )
