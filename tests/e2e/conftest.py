"""A real browser for the tests in this folder, and a place for its pictures."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.e2e import chromium
from tests.e2e.gallery import Gallery
from tests.e2e.visiting import PHONE, Visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

HERE = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder `browser`."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for each module.

    It closes when the module is done, not at the end of the session: while Playwright's synchronous interface is
    open its event loop counts as running in this thread, and no asynchronous test elsewhere could start its own.
    """
    found = chromium.find()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=found.program,
            args=[*chromium.ARGUMENTS],
            env={**os.environ, **found.environment},
        )
        yield started
        started.close()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    """The gallery of all phases, built once for the workers of a run."""
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with Gallery(run / "gallery") as running:
        yield running


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[..., Path]:
    """`picture(page, "name")` takes a screenshot into tests/e2e/screenshots and returns its path."""

    def take(page: Page, name: str, *, full_page: bool = False) -> Path:
        path = HERE / "screenshots" / f"{request.node.name}-{name}.png".replace("/", "_")
        page.screenshot(path=path, full_page=full_page)
        return path

    return take


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; at the end none of their pages may have had an error."""
    made: list[Visitor] = []

    def make(size: tuple[int, int] = PHONE) -> Visitor:
        made.append(Visitor(browser, size))
        return made[-1]

    yield make
    for visitor in made:
        visitor.context.close()
        assert visitor.faults == []
