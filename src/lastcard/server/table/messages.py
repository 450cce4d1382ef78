"""What a table is sent: each message waits in its mailbox until its turn."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from lastcard.server.ops.rate_limit import loop_time
from lastcard.server.wire.inbound import Cmd
from lastcard.server.wire.outbound import dump, nak

if TYPE_CHECKING:
    from lastcard.server.decisions.seating import Newcomer
    from lastcard.server.model.errors import RefusedError
    from lastcard.server.views.audience import Viewer


@dataclass(frozen=True, slots=True)
class Attach:
    """A viewer comes, with the token of a seat or without; `since` is the last version that it saw.

    `browser` is the name that its browser gave itself, by which a ban is known again.
    """

    viewer: Viewer
    token: str | None = field(repr=False)
    since: int | None
    browser: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Detach:
    """A viewer is gone."""

    viewer: Viewer


@dataclass(frozen=True, slots=True)
class Command:
    """A viewer asks for something; it arrived at that time of the loop, however long it waits in the mailbox."""

    viewer: Viewer
    cmd: Cmd
    at: float = field(default_factory=loop_time)

    @property
    def id(self) -> str:
        """The id that its sender gave it."""
        return self.cmd.id


@dataclass(frozen=True, slots=True)
class Join:
    """A person wants a seat; the answer is the seat and its token."""

    who: Newcomer
    answer: asyncio.Future[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class ContributionsOverdue:
    """The deal of that round has waited for contributions long enough."""

    number: int


@dataclass(frozen=True, slots=True)
class AlarmRang:
    """The alarm rang: something happens by itself now."""


Message: TypeAlias = Attach | Detach | Command | Join | AlarmRang | ContributionsOverdue


def report_fault(message: Message | None, refusal: RefusedError, version: int) -> None:
    """Tell whoever sent the message that it could not be dealt with: who wanted to look shall come back and try again."""
    if isinstance(message, Command):
        message.viewer.send(dump(nak(message.cmd.id, refusal, version)))
    elif isinstance(message, Join) and not message.answer.done():
        message.answer.set_exception(refusal)
    elif isinstance(message, Attach):
        message.viewer.drop()
