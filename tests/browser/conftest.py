"""One browser, one device and one page for all tests here: starting them costs more than most tests.

They end with these tests: Playwright's event loop runs in the main thread for as long as they are open.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.hand import CHROMIUM, PICTURES, Hand, launch, open_page
from tests.magpie_on_menu import magpie_first
from tests.web_device import FIRST_GAME_LINE, ServedDevice, served_device


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Yield the only browser."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt-get install chromium")
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright, launch(playwright) as started:
        yield started


@pytest.fixture(scope="package")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """Yield the only page, of the only device."""
    with served_device(tmp_path_factory.mktemp("device")) as device, open_page(browser, device) as hand:
        yield hand


@pytest.fixture
def hand(page: Hand, tmp_path: Path) -> Iterator[Hand]:
    """Yield the page, its drawer closed, of a device at its game menu, the Magpie first, whose panel takes no time."""
    with magpie_first():
        page.restart_with(tmp_path)
        yield page
        page.check_no_errors()


@pytest.fixture
def player(page: Hand, tmp_path: Path) -> Iterator[Hand]:
    """Yield the same page, of a device without the Magpie on its menu, as a player has it."""
    page.restart_with(tmp_path, FIRST_GAME_LINE)
    yield page
    page.check_no_errors()


@pytest.fixture
def device(hand: Hand) -> ServedDevice:
    """Return the device of that page."""
    return hand.device
