"""One browser for all tests of a run, and a device for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.hand import CHROMIUM, PICTURES, WINDOW, Hand, launched
from tests.served import Served, served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one browser."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt-get install chromium")
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright, launched(playwright) as started:
        yield started


@pytest.fixture(scope="session")
def page(browser: Browser) -> Iterator[Page]:
    """The one window, which most tests use one after the other."""
    with browser.new_context(viewport=WINDOW) as context:
        yield context.new_page()


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Served]:
    """A device at its game menu, whose panel takes no time."""
    with served(tmp_path) as made:
        yield made


@pytest.fixture
def hand(page: Page, device: Served) -> Iterator[Hand]:
    """The page of that device."""
    made = Hand(page, device)
    yield made
    made.leave()
