"""The bus between servers that share tables: what it must promise, and the bus of a server that is alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from lastcard.server.model.errors import ServerError

Handler: TypeAlias = Callable[[bytes], Awaitable[None]]
"""What is done with a message."""
Answer: TypeAlias = Callable[[bytes], Awaitable[bytes]]
"""What is said to a question."""
Stop: TypeAlias = Callable[[], Awaitable[None]]
"""Ends what was begun."""


class BusError(ServerError):
    """The bus is not there, or no answer came in time: nobody knows whether the message arrived."""


class NobodyError(BusError):
    """Nobody listens to that subject, so the message reached nobody."""


class Bus(Protocol):
    """Carries messages between servers, each to whoever listens to its subject.

    At most once: a message may be lost, also silently. Messages from one server to one subject arrive
    in the order in which they were sent.
    """

    async def publish(self, subject: str, message: bytes) -> None:
        """Send to all who listen to the subject, if anybody does; BusError if the bus is not there."""

    async def ask(self, subject: str, message: bytes, within: float) -> bytes:
        """Send, and wait for the answer; NobodyError at once if nobody listens, BusError if no answer comes in time."""

    async def listen(self, subject: str, handler: Handler) -> Stop:
        """Listen to the subject from now on; messages are handled one after the other."""

    async def answer(self, subject: str, answer: Answer) -> Stop:
        """Answer what is asked there from now on; several questions may be in hand at once."""

    async def close(self) -> None:
        """Let go of the bus."""


class LocalBus:
    """The bus of a server that is alone: what it sends to itself arrives at once."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._handlers: dict[str, Handler] = {}
        self._answers: dict[str, Answer] = {}

    async def publish(self, subject: str, message: bytes) -> None:
        """See `Bus.publish`."""
        handler = self._handlers.get(subject)
        if handler is not None:
            await handler(message)

    async def ask(self, subject: str, message: bytes, within: float) -> bytes:
        """See `Bus.ask`."""
        del within
        answer = self._answers.get(subject)
        if answer is None:
            raise NobodyError(f"nobody listens to {subject}")
        return await answer(message)

    async def listen(self, subject: str, handler: Handler) -> Stop:
        """See `Bus.listen`; one handler a subject."""
        self._handlers[subject] = handler

        async def stop() -> None:
            if self._handlers.get(subject) is handler:
                del self._handlers[subject]

        return stop

    async def answer(self, subject: str, answer: Answer) -> Stop:
        """See `Bus.answer`; one for each subject."""
        self._answers[subject] = answer

        async def stop() -> None:
            if self._answers.get(subject) is answer:
                del self._answers[subject]

        return stop

    async def close(self) -> None:
        """See `Bus.close`."""
        self._handlers.clear()
        self._answers.clear()
