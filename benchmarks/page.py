"""Measures the page: its largest paint, the time from *Play now* and from a reload to the hand, and its size.

    python benchmarks/page.py [--times N] [--late MS]

Run it in a clone in which `run.py test` has installed what the browser tests need. The goals are 1.5 s, 2 s and 1 s on a
quiet machine, and 100 kB of scripts and styles; the medians and the slowest are printed. `--late 300` delays every answer
by 300 ms; the service worker is disabled.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.e2e import chromium, clicking, slowing
from tests.e2e.serving import Server
from tests.e2e.starting import Start
from tests.e2e.visiting import new_page


def first_visit(browser: Browser, late: int) -> Page:
    """A page without a service worker, with every answer delayed."""
    page = new_page(browser, service_workers="block")
    slowing.slow_down(page, late)
    return page


def paint(browser: Browser, address: str, late: int) -> tuple[float, int]:
    """Seconds to the largest paint of the start page on a first visit, and the bytes of its code."""
    page = first_visit(browser, late)
    start = Start(page)
    page.goto(address)
    page.get_by_role("button", name="Play now").wait_for()
    page.wait_for_function("painted > 0")
    found = start.painted() / 1000, start.code()
    page.close()
    return found


def play_now(page: Page, address: str) -> float:
    """Seconds from the click on *Play now* to the hand on the table."""
    page.goto(address)
    began = time.perf_counter()
    page.get_by_role("button", name="Play now").click()
    page.locator("section.hand button[data-card]").first.wait_for()
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
    parser.add_argument("--late", type=int, default=0)
    asked = parser.parse_args()
    times = asked.times
    found = chromium.find()
    environment = {**os.environ, **found.environment}
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.program, args=[*chromium.ARGUMENTS], env=environment
        )
        page = first_visit(browser, asked.late)
        paints = [paint(browser, server.address, asked.late) for _ in range(times)]
        pairs = [(play_now(page, server.address), reload(page)) for _ in range(times)]
        browser.close()
    rows: dict[str, list[float]] = {
        "largest paint": [seconds for seconds, _ in paints],
        "Play now to the hand": [played for played, _ in pairs],
        "reload to the hand": [loaded for _, loaded in pairs],
    }
    for name, taken in rows.items():
        print(f"{name:20} median {median(taken):.2f} s, slowest {max(taken):.2f} s, {times} times")
    print(f"scripts and styles   {max(code for _, code in paints):,} bytes compressed")


if __name__ == "__main__":
    main()
