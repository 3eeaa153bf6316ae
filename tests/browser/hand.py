"""A player at the page: presses the keys of the page, reads the glass, takes pictures."""

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
READ_GLASS_JS = """canvas => {
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
"""Returns the pixels of the glass, a bit each, 1 is white; null if one is neither white nor black."""


WAIT_FOR_CHANGE_JS = """before => new Promise(resolve => {
  const words = document.getElementById("words");
  const look = () => words.textContent !== before && resolve(words.textContent);
  new MutationObserver(look).observe(words, { childList: true });
  look();
})"""


class Hand:
    """One page of a device, and a hand on it."""

    def __init__(self, page: Page, device: ServedDevice) -> None:
        self.page, self.device = page, device
        self.foreign_urls: list[str] = []
        self.errors: list[str] = []
        page.on("request", self._on_request)
        page.on("pageerror", self._on_page_error)
        page.on("console", self._on_console)
        page.set_default_timeout(DEADLINE_MS)
        page.goto(device.address)
        page.wait_for_selector("html[data-ready]")

    def restart_with(self, folder: Path, first: str = FIRST_LINE) -> None:
        """Restart the device with a new folder, and bring the page to its first state."""
        self.errors.clear()
        self.foreign_urls.clear()
        if self.page.is_visible("#drawer"):
            self.click("open-drawer")
        self.device.restart_with(folder)
        self.wait_for_words(first)

    def check_no_errors(self) -> None:
        """Check that the page has had no error, and loaded nothing from elsewhere."""
        assert ([], []) == (self.errors, self.foreign_urls)

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((self.device.address, "blob:", "about:")):
            self.foreign_urls.append(request.url)

    def _on_page_error(self, error: Error) -> None:
        self.errors.append(str(error))

    def _on_console(self, message: ConsoleMessage) -> None:
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

    def wait_for_words(self, *words: str) -> None:
        """Wait until all these words are on the glass."""
        for part in words:
            self.page.wait_for_function("part => document.getElementById('words').textContent.includes(part)", arg=part)

    def wait_for_text(self, selector: str, text: str | Pattern[str]) -> None:
        """Wait until an element has this text; the drawer is updated later than the glass."""
        expect(self.page.locator(selector)).to_have_text(text, timeout=DEADLINE_MS)

    def wait_for_count(self, selector: str, n: int = 1) -> None:
        """Wait until the page has `n` elements of a CSS selector."""
        expect(self.page.locator(selector)).to_have_count(n, timeout=DEADLINE_MS)

    def wait_for_change(self, before: str) -> str:
        """Wait until the words on the glass differ from those before; return them."""
        words: str = self.page.evaluate(WAIT_FOR_CHANGE_JS, before)
        return words

    def glass(self) -> Image.Image:
        """Return the canvas of the page as a picture of mode "1"."""
        found = self.page.eval_on_selector("#glass", READ_GLASS_JS)
        assert found is not None, "a refresh runs"
        width, height, bits = found
        return Image.frombytes("1", (width, height), b64decode(bits))

    def shoot(self, name: str) -> None:
        """Take a picture of the page."""
        self.page.screenshot(path=PICTURES / f"{name}.jpeg", type="jpeg", quality=90)


@contextmanager
def new_page() -> Iterator[Hand]:
    """Open the page of a new device, in another browser."""
    with (
        TemporaryDirectory() as folder,
        served_device(Path(folder)) as device,
        sync_playwright() as playwright,
        launch(playwright) as browser,
        open_page(browser, device) as hand,
    ):
        yield hand


def launch(playwright: Playwright) -> Browser:
    """Start the browser."""
    # Chromium refuses its sandbox to root; the page is our own.
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=DEADLINE_MS)


@contextmanager
def open_page(browser: Browser, device: ServedDevice, **settings: Any) -> Iterator[Hand]:
    """Open the page of a device in a new browser profile."""
    with browser.new_context(**{"viewport": WINDOW, **settings}) as context:
        hand = Hand(context.new_page(), device)
        yield hand
        hand.check_no_errors()
