"""Tunes cyclic garbage collection and measures event-loop lag.

What a table makes is freed when it is let go of; rings are so rare here that none is left by a thousand connections that
came and went. Yet Python would look through everything for them again and again: 250 ms each time with 300 tables in
memory, and an eighth of all processor time with 500. So they are looked for once an hour, and when there are
suddenly many more objects.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from lastcard.server.ops.metrics import Metrics

_MANY: Final = 500_000
"""How many more objects than at the last collection are a reason for another: some 50 MB."""
_COUNTED_EVERY: Final = 5.0
_LOOKED_EVERY: Final = 3600.0
_LATE_EVERY: Final = 0.5
_HANDED_OVER_AFTER: Final = 0.001
"""Seconds after which one thread lets another run: the log's thread needs the interpreter only for moments."""


@asynccontextmanager
async def tuned(metrics: Metrics) -> AsyncIterator[None]:
    """While inside, pauses are short and the loop's delay is measured; for a process that does nothing but serve."""
    interval = sys.getswitchinterval()
    gc.collect()
    gc.freeze()  # what was imported stays for good
    gc.disable()
    sys.setswitchinterval(_HANDED_OVER_AFTER)
    tasks = [asyncio.create_task(_collect_when_grown()), asyncio.create_task(_measure(metrics))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        gc.enable()
        gc.unfreeze()
        sys.setswitchinterval(interval)


async def _collect_when_grown() -> None:
    loop = asyncio.get_running_loop()
    looked = loop.time()
    while True:
        await asyncio.sleep(_COUNTED_EVERY)
        if gc.get_count()[0] > _MANY or loop.time() - looked > _LOOKED_EVERY:
            gc.collect()
            looked = loop.time()


async def _measure(metrics: Metrics) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LATE_EVERY
        await asyncio.sleep(_LATE_EVERY)
        metrics.loop_delay.observe(max(0.0, loop.time() - due))
