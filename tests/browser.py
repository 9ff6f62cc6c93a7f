"""A browser for tests: Chromium as the system has it, driven by Playwright.

from browser import browser  # noqa: F401 - a fixture

pytestmark = pytest.mark.browser

def test_a_page(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, path.as_uri()) as visit: ...
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZE = (1280, 800)
NAMES = ("chromium", "chromium-browser", "google-chrome")


@dataclass
class Visit:
    """A page that was opened, and what went on in it."""

    page: "Page"
    complaints: list[str] = field(default_factory=list)
    """What it wrote to the console, and its errors."""
    requests: list[str] = field(default_factory=list)
    """All addresses it asked for, its own first."""


def program() -> str | None:
    """Return where the browser is, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def launched() -> Iterator["Browser"]:
    """Start the browser without a window; pictures are made by the processor alone."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


# For one module alone: while it is there, its event loop keeps others from running one.
@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Return a browser, or skip and say what is missing."""
    pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if program() is None:
        pytest.skip(f"there is no browser: none of {', '.join(NAMES)}")
    with launched() as started:
        yield started


@contextmanager
def opened(
    browser: "Browser", address: str, size: tuple[int, int] = SIZE, **context: Any
) -> Iterator[Visit]:
    """Open a page of this size in pixels, with what Playwright calls a context's options."""
    viewport: Any = {"width": size[0], "height": size[1]}
    page = browser.new_page(viewport=viewport, **context)
    visit = Visit(page)
    page.on("console", lambda message: visit.complaints.append(message.text))
    page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    page.on("request", lambda request: visit.requests.append(request.url))
    try:
        page.goto(address)
        yield visit
    finally:
        page.close()
