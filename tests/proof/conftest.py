"""A warm process and a server that the tests of this folder share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.proof.hosts import FAST, Host, Zygote, hosting, warm
from tests.proof.rooms import Room

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    """A process with the server's modules loaded."""
    with warm() as found:
        yield found


@pytest.fixture(scope="session")
def host(zygote: Zygote, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server that may be asked as much as one likes; at the end it has written no error."""
    quick = FAST + "contribution_wait = 0\n"
    with hosting(zygote, tmp_path_factory.mktemp("host") / "data", settings=quick) as found:
        yield found
    assert "Traceback" not in found.errors
    assert '"level": "error"' not in found.errors


@pytest.fixture
async def room(host: Host) -> AsyncIterator[Room]:
    """A room of two at which a round is being played."""
    async with Room(host) as found:
        await found.dealt()
        yield found
