"""The page's part in deals that can be checked: it contributes by itself, and keeps what it saw."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import TYPE_CHECKING

import pytest

from tests.e2e.serving import Server
from tests.e2e.visiting import new_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as it comes: it waits for contributions."""
    with Server(tmp_path_factory.mktemp("deals")) as running:
        yield running


def test_the_page_contributes_to_the_deal_and_keeps_the_commitment(server: Server, browser: Browser) -> None:
    """*Play now*: the value used for the own seat is the one that this tab kept, beside the commitment it was shown."""
    page = new_page(browser)
    page.goto(server.address)
    page.get_by_role("button", name="Play now").click()
    page.locator("section.hand button[data-card]").first.wait_for()
    table = page.url.rsplit("/", 1)[-1]
    with urllib.request.urlopen(f"{server.address}api/tables/{table}/rounds/1/deal") as answer:  # noqa: S310
        deal = json.load(answer)
    kept = page.evaluate("key => sessionStorage.getItem(key)", f"lastcard.deal.{deal['game']}.1")
    page.close()
    mine = next(share["value"] for share in deal["contributions"] if share["seat"] == 0)
    assert re.fullmatch(r"[0-9a-f]{32}", mine)
    assert json.loads(kept) == {"commitment": deal["commitment"], "value": mine}
    assert (deal["stage"], deal["secret"]) == ("dealt", None)
