"""How fast the page is: from *Play now* to one's own turn, and from a reload to the same hand.

    python benchmarks/page.py [--times N]

Run it in a clone where `run.py test` has installed what the browser tests need. The goals are 2 s and 1 s on a quiet
machine; the medians and the slowest are printed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser import chromium, clicking
from tests.browser.serving import Server


def play_now(page: Page, address: str) -> float:
    """Seconds from the click on *Play now* to the first turn or question."""
    page.goto(address)
    began = time.perf_counter()
    page.get_by_role("button", name="Play now").click()
    page.locator("p.status.mine, .sheet, .opponents li.turn").first.wait_for()
    return time.perf_counter() - began


def reload(page: Page) -> float:
    """Seconds from a reload to the hand on the table."""
    began = time.perf_counter()
    page.reload()
    page.locator("button[data-card]").first.wait_for()
    clicking.hand_size(page)
    return time.perf_counter() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=10)
    times = parser.parse_args().times
    found = chromium.find()
    environment = {**os.environ, **found.environment}
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.program, args=[*chromium.ARGUMENTS], env=environment
        )
        page = browser.new_page(viewport={"width": 390, "height": 844})
        pairs = [(play_now(page, server.address), reload(page)) for _ in range(times)]
        browser.close()
    for name, seconds in zip(
        ("Play now to a turn", "reload to the hand"), zip(*pairs, strict=True), strict=True
    ):
        print(f"{name:20} median {median(seconds):.2f} s, slowest {max(seconds):.2f} s, {times} times")


if __name__ == "__main__":
    main()
