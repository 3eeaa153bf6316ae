"""One browser, one device and one page for all tests here: another of each would cost more than most tests.

They end with these tests: Playwright's event loop runs in the main thread for as long as they are open.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.hand import CHROMIUM, PICTURES, Hand, launched, opened
from tests.magpie_on_menu import magpie_first
from tests.web_device import FIRST_GAME_LINE, ServedDevice, served_device


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The one browser."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt-get install chromium")
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright, launched(playwright) as started:
        yield started


@pytest.fixture(scope="package")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """The one page, of the one device."""
    with served_device(tmp_path_factory.mktemp("device")) as device, opened(browser, device) as made:
        yield made


@pytest.fixture
def hand(page: Hand, tmp_path: Path) -> Iterator[Hand]:
    """The page with its drawer shut, of a device at its game menu, the Magpie first, whose panel takes no time."""
    with magpie_first():
        page.restart_with(tmp_path)
        yield page
        page.well()


@pytest.fixture
def player(page: Hand, tmp_path: Path) -> Iterator[Hand]:
    """The same page, of a device as a player has it: the Magpie is on no menu."""
    page.restart_with(tmp_path, FIRST_GAME_LINE)
    yield page
    page.well()


@pytest.fixture
def device(hand: Hand) -> ServedDevice:
    """The device of that page."""
    return hand.device
