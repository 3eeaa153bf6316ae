"""A player at the page: presses what is drawn there, reads what is on the glass, takes pictures."""

import shutil
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from re import Pattern
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.web_device import FIRST_LINE, ServedDevice, served_device

CHROMIUM = shutil.which("chromium")
PICTURES = Path(__file__).parent / "pictures"
"""The pictures of a run; look at them."""
WINDOW: ViewportSize = {"width": 1280, "height": 740}
DEADLINE_MS = 60_000
"""The longest wait; only a failing test reaches it."""
PAPER = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const times = Number(canvas.dataset.times), width = canvas.width / times, height = canvas.height / times;
  const stride = Math.ceil(width / 8), bytes = new Uint8Array(stride * height);
  for (let y = 0; y < canvas.height; y += 1) for (let x = 0; x < canvas.width; x += 1) {
    const ink = data[4 * (y * canvas.width + x) + 3];
    if (ink !== 0 && ink !== 255) return null;
    const dot = Math.floor(x / times), place = Math.floor(y / times) * stride + (dot >> 3);
    if (ink === 0) bytes[place] |= 128 >> (dot & 7);
  }
  return [width, height, btoa(String.fromCharCode(...bytes))];
}"""
"""The pixels of the glass, a bit each, 1 is white; null if one is neither white nor black."""


MOVED = """before => new Promise(resolve => {
  const words = document.getElementById("words");
  const look = () => words.textContent !== before && resolve(words.textContent);
  new MutationObserver(look).observe(words, { childList: true });
  look();
})"""


class Hand:
    """One page of a device, and a hand on it."""

    def __init__(self, page: Page, device: ServedDevice) -> None:
        self.page, self.device = page, device
        self.elsewhere: list[str] = []
        self.errors: list[str] = []
        page.on("request", self._asked)
        page.on("pageerror", self._failed)
        page.on("console", self._said)
        page.set_default_timeout(DEADLINE_MS)
        page.goto(device.address)
        page.wait_for_selector("html[data-ready]")

    def restart_with(self, folder: Path, first: str = FIRST_LINE) -> None:
        """Get a new device in a new folder, and the page in its first state."""
        self.errors.clear()
        self.elsewhere.clear()
        if self.page.is_visible("#drawer"):
            self.click("open-drawer")
        self.device.restart_with(folder)
        self.reads(first)

    def well(self) -> None:
        """Until now nothing went wrong in the page, and all of it was from here."""
        assert ([], []) == (self.errors, self.elsewhere)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.device.address, "blob:", "about:")):
            self.elsewhere.append(request.url)

    def _failed(self, error: Error) -> None:
        self.errors.append(str(error))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    # --- keys ---

    def click(self, name: str) -> None:
        """Click something of the page by its id."""
        self.page.click(f"#{name}")

    def middle(self, name: str) -> tuple[float, float]:
        """Return the middle of an element of the page."""
        box = self.page.locator(f"#{name}").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, key: str, n: int = 1) -> None:
        """Press a key of the keyboard."""
        for _ in range(n):
            self.page.keyboard.press(key)

    # --- what is there ---

    @property
    def words(self) -> str:
        """Return the words of the glass for a screen reader."""
        return self.page.text_content("#words") or ""

    def reads(self, *words: str) -> None:
        """Wait until the glass says all of these."""
        for part in words:
            self.page.wait_for_function("part => document.getElementById('words').textContent.includes(part)", arg=part)

    def shows(self, what: str, text: str | Pattern[str]) -> None:
        """Wait until an element (a CSS selector) has this text; the drawer is updated later than the glass."""
        expect(self.page.locator(what)).to_have_text(text, timeout=DEADLINE_MS)

    def has(self, what: str, n: int = 1) -> None:
        """Wait until the page has `n` of these elements (a CSS selector)."""
        expect(self.page.locator(what)).to_have_count(n, timeout=DEADLINE_MS)

    def moved(self, before: str) -> str:
        """Wait until the glass says something else than before; return what."""
        words: str = self.page.evaluate(MOVED, before)
        return words

    def glass(self) -> Image.Image:
        """Return the canvas as it is in the page (mode "1"); each pixel is either paper or ink."""
        found = self.page.eval_on_selector("#glass", PAPER)
        assert found is not None, "a refresh runs"
        width, height, bits = found
        return Image.frombytes("1", (width, height), b64decode(bits))

    def shoot(self, name: str) -> None:
        """Take a picture of the page."""
        self.page.screenshot(path=PICTURES / f"{name}.jpeg", type="jpeg", quality=90)


@contextmanager
def alone() -> Iterator[Hand]:
    """Open the page of a new device, in another browser."""
    with (
        TemporaryDirectory() as folder,
        served_device(Path(folder)) as device,
        sync_playwright() as playwright,
        launched(playwright) as browser,
        opened(browser, device) as hand,
    ):
        yield hand


def launched(playwright: Playwright) -> Browser:
    """Start the browser."""
    # Chromium refuses its sandbox to root; the page is our own.
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=DEADLINE_MS)


@contextmanager
def opened(browser: Browser, device: ServedDevice, **settings: Any) -> Iterator[Hand]:
    """Open the page of a device in a new browser profile."""
    with browser.new_context(**{"viewport": WINDOW, **settings}) as context:
        hand = Hand(context.new_page(), device)
        yield hand
        hand.well()
