"""What a page costs to start: bytes, the largest thing it paints and when, and how much of it jumps about."""

from __future__ import annotations

import gzip
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request

LOOK = """
window.shifts = 0;
window.painted = 0;
const burst = { from: 0, till: 0, sum: 0, asked: false };
new PerformanceObserver((list) => {
  const asked = document.querySelector('.prompt') !== null;
  const glides = asked !== burst.asked;
  burst.asked = asked;
  for (const { hadRecentInput, startTime, value } of list.getEntries()) {
    if (hadRecentInput || glides) continue;
    if (startTime - burst.till >= 1000 || startTime - burst.from >= 5000) Object.assign(burst, { from: startTime, sum: 0 });
    burst.till = startTime;
    burst.sum += value;
    shifts = Math.max(shifts, burst.sum);
  }
}).observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) painted = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
"""


@dataclass
class Start:
    """A page that is watched from its first byte; its service worker fetches later, and nobody waits for it."""

    page: Page
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Look on from the first byte."""
        self.page.add_init_script(LOOK)
        self.page.on("request", self._note)

    def _note(self, request: Request) -> None:
        self.asked.append(request.url)

    def strangers(self, address: str) -> list[str]:
        """What was asked of anybody but the server."""
        return [url for url in self.asked if not url.startswith((address, "data:", "blob:"))]

    def code(self) -> int:
        """Bytes of the scripts and style sheets that the page has fetched, each compressed as a server would."""
        names: list[str] = self.page.evaluate(
            "performance.getEntriesByType('resource').map((entry) => entry.name)"
        )
        code = [name for name in names if name.endswith((".js", ".css"))]
        assert code, names
        return sum(len(gzip.compress(read(name))) for name in code)

    def painted(self) -> float:
        """Milliseconds until the largest thing stood there (LCP), by the page's own clock."""
        return cast("float", self.page.evaluate("painted"))

    def shifts(self) -> float:
        """How much of the page jumped without having been touched in its worst five seconds (CLS as web.dev has it); 0 is nothing.

        Where a question comes or goes the middle of the table glides, which Chromium counts as a jump and we do not:
        tests/e2e/test_motion.py sees that nothing jumps there.
        """
        return cast("float", self.page.evaluate("shifts"))


def read(address: str) -> bytes:
    """What is there."""
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own address
        return cast("bytes", answer.read())
