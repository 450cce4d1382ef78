"""Who looks at a table, and what they are shown: each viewer every event as its seat may see it, then the state.

A seat may be looked at from several connections; the one that came last controls it, the others only look on.
Spectators have no seat; they see the public view, late if the room says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import RING, Kicked, SeatLeft, SeatsMoved, SeatTaken
from lastcard.server.views.rendering import EventBatch, LiveStatus, Rendering, missed_events
from lastcard.server.views.spectator_delay import Frame, SpectatorDelay
from lastcard.server.wire.outbound import dump
from lastcard.server.wire.protocol import MINOR, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lastcard.server.model.events import Event
    from lastcard.server.model.state import TableState

MAX_WINDOWS: Final = 8
"""The most connections of one seat; one more ends the oldest."""


class Viewer(Protocol):
    """Somebody who looks at a table: a connection. No function may block or fail."""

    def send(self, text: str) -> None:
        """Hand over one message."""

    def end(self, why: RefusedError) -> None:
        """Say that it is over for this connection, and close it."""

    def drop(self) -> None:
        """Close it so that its client comes back."""

    @property
    def one_way(self) -> float:
        """Seconds that a message takes to it or from it, as the server measured; 0 if it does not know yet."""


class Audience:
    """The viewers of the table `name`.

    `seats` tells each viewer's seat, None for a spectator. `running` gives what runs at the table and is in no log
    (clock, grace, autopilot); who is connected is filled in here. `build` is the page that this server has (`build`).
    """

    def __init__(
        self, name: str, running: Callable[[], LiveStatus], max_spectators: int, build: str = ""
    ) -> None:
        """Nobody looks yet; `begin` before anybody does."""
        self.name = name
        self.seats: dict[Viewer, int | None] = {}
        self._running = running
        self._max_spectators = max_spectators
        self._build = build
        self._windows: dict[int, list[Viewer]] = {}
        self._spectators: dict[Viewer, None] = {}
        self._marks: dict[Viewer, str | None] = {}
        self._recent: deque[tuple[int, Event]] = deque(maxlen=RING)
        self._delay = SpectatorDelay(self._present)
        self._opened = False
        self._version = 0

    def begin(self, state: TableState, recent: Iterable[tuple[int, Event]]) -> None:
        """The table was read from its log: nobody has seen it yet. While a round is played spectators see it late."""
        self._recent = deque(recent, RING)
        self._version = state.version
        played = state.round is not None and not state.round.over
        self._delay.add(
            EventBatch(0, ()), self._rendering(state), state.room.spectator_delay if played else 0
        )

    # Who is there.

    @property
    def version(self) -> int:
        """The last version of the table that was shown."""
        return self._version

    @property
    def connected(self) -> frozenset[int]:
        """The seats whose person is connected."""
        return frozenset(self._windows)

    @property
    def full(self) -> bool:
        """Whether no further spectator may come."""
        return len(self._spectators) >= self._max_spectators

    def check_may_watch(self, seat: int) -> None:
        """RefusedError `full` if not all connections of the seat could look on without it."""
        if len(self._spectators) + len(self._windows.get(seat, ())) > self._max_spectators:
            raise RefusedError("most-spectators")

    def controls(self, viewer: Viewer) -> bool:
        """Whether this connection is the one that plays its seat."""
        seat = self.seats.get(viewer)
        return seat is not None and self._windows[seat][-1] is viewer

    def seat_of(self, viewer: Viewer) -> int:
        """The viewer's seat; RefusedError `spectator` if it has none."""
        seat = self.seats.get(viewer)
        if seat is None:
            raise RefusedError("no-seat")
        return seat

    def check_control(self, viewer: Viewer) -> None:
        """RefusedError `readonly` if this connection is not the one that plays its seat."""
        if not self.controls(viewer):
            raise RefusedError("other-window")

    def ways(self) -> Iterator[tuple[int, float]]:
        """Each seat and the seconds that a message takes to who plays it: half the median of the measured round trips.

        What a client says about itself has no part in it; 0 before anything was measured.
        """
        for seat, windows in self._windows.items():
            yield seat, windows[-1].one_way

    def add(self, viewer: Viewer, seat: int | None, mark: str | None = None) -> None:
        """The viewer looks from now on, and controls the seat; another connection of the seat only looks on.

        Who looks on, now or after leaving the seat, is known by `mark`, the hash of the name of their browser, if a ban
        falls on it.
        """
        self.seats[viewer] = seat
        self._marks[viewer] = mark
        if seat is None:
            self._spectators[viewer] = None
            return
        windows = self._windows.setdefault(seat, [])
        windows.append(viewer)
        if len(windows) > MAX_WINDOWS:
            oldest = windows[0]
            self.remove(oldest)
            oldest.end(RefusedError("most-windows"))

    def take_control(self, viewer: Viewer) -> None:
        """The viewer plays its seat from now on."""
        seat = self.seats[viewer]
        if seat is not None:
            self._windows[seat].remove(viewer)
            self._windows[seat].append(viewer)

    def remove(self, viewer: Viewer) -> bool:
        """The viewer looks no more; whether it did. Control falls to the seat's latest other connection."""
        if viewer not in self.seats:
            return False
        seat = self.seats.pop(viewer)
        self._spectators.pop(viewer, None)
        self._marks.pop(viewer, None)
        if seat is not None:
            self._windows[seat].remove(viewer)
            if not self._windows[seat]:
                del self._windows[seat]
        return True

    def drop(self) -> None:
        """Close all connections so that their clients come back."""
        self._delay.stop()
        for viewer in self.seats:
            viewer.drop()

    def end(self, why: RefusedError) -> None:
        """Close all connections for good."""
        self._delay.stop()
        for viewer in list(self.seats):
            viewer.end(why)

    # What they are shown.

    def greet(
        self, viewer: Viewer, state: TableState, since: int | None = None, token: str | None = None
    ) -> None:
        """Send the viewer what it missed after version `since` if that is in memory, then where the table stands.

        Without `since`, or with one too old, the latest events are in the snapshot instead. `token` is the seat's
        newest token, for this viewer alone.
        """
        seat = self.seats[viewer]
        rendering = self._delay.shown if seat is None and self._delay.behind else self._rendering(state)
        if rendering is None:
            viewer.send(dump({"t": "wait", "left_ms": round(self._delay.left * 1000)}))
        else:
            self._greet(viewer, rendering, since, token)

    def _greet(self, viewer: Viewer, rendering: Rendering, since: int | None, token: str | None) -> None:
        seat = self.seats[viewer]
        known = [(version, event) for version, event in self._recent if version <= rendering.version]
        missed, resumed = missed_events(known, rendering.version, since)
        if resumed:
            for text in missed.texts(seat):
                viewer.send(text)
        self._snap(viewer, rendering, "null" if resumed else missed.log(seat), token)

    def show(self, events: Sequence[Event], state: TableState, but: Viewer | None = None) -> None:
        """Send each viewer but one the events that led to the state, as it may see them, then the state.

        Without events it tells who is there now. Who loses the seat by one of them sees what comes after it as a
        spectator, or not at all.
        """
        first = state.version - len(events) + 1
        batch = EventBatch(first, events)
        self._recent.extend(enumerate(events, first))
        self._version = state.version
        sent_away = self._send_to_seats(batch, but)
        rendering = self._rendering(state)
        self._show_seats(rendering, but)
        self._delay.add(batch, rendering, state.room.spectator_delay)
        for viewer, event in sent_away:
            self._without_seat(viewer, event, state)
        for viewer in list(self._spectators):
            if self._marks[viewer] in state.banned or not state.room.spectators:
                self.remove(viewer)
                viewer.end(RefusedError("sent-away" if state.room.spectators else "spectators-end"))

    def broadcast(self, text: str) -> None:
        """Send everybody a message that is not logged."""
        for viewer in self.seats:
            viewer.send(text)

    def _rendering(self, state: TableState) -> Rendering:
        return Rendering(self.name, state, replace(self._running(), connected=self.connected))

    def _snap(self, viewer: Viewer, rendering: Rendering, log: str, token: str | None) -> None:
        server = dump({"proto": VERSION, "minor": MINOR, "build": self._build})
        more = f'"log":{log},"token":{dump(token)},"server":{server}'
        viewer.send(rendering.snap_text(self.seats[viewer], control=self.controls(viewer), more=more))

    def _send_to_seats(self, batch: EventBatch, but: Viewer | None) -> list[tuple[Viewer, Event]]:
        """Send the events to everybody with a seat but one; who lost the seat by which of them."""
        sent_away: list[tuple[Viewer, Event]] = []
        for at, event in enumerate(batch.events):
            for seat, windows in self._windows.items():
                text = batch.texts(seat)[at]
                for viewer in windows:
                    if viewer is not but:
                        viewer.send(text)
            sent_away += [(viewer, event) for viewer in self._follow(event)]
        return sent_away

    def _show_seats(self, rendering: Rendering, but: Viewer | None) -> None:
        for seat, windows in self._windows.items():
            for viewer in windows:
                if viewer is not but:
                    viewer.send(rendering.state_text(seat, control=viewer is windows[-1]))

    def _present(self, frame: Frame) -> None:
        """Show a frame to the spectators; the first one is a snapshot."""
        opened, self._opened = self._opened, True
        for viewer in self._spectators:
            if not opened:
                self._greet(viewer, frame.rendering, None, None)
                continue
            for text in frame.batch.texts(None):
                viewer.send(text)
            viewer.send(frame.rendering.state_text(None, control=False))

    # Who sits where.

    def _follow(self, event: Event) -> Sequence[Viewer]:
        """Put the viewers where the event puts their seats; those who have no seat any more."""
        match event:
            case SeatTaken(seat=seat) | SeatLeft(seat=seat) | Kicked(seat=seat):
                lost = self._windows.pop(seat, [])
                for viewer in lost:
                    del self.seats[viewer]
                return lost
            case SeatsMoved(order=order):
                before = self._windows
                self._windows = {i: before[was] for i, was in enumerate(order) if was in before}
                self.seats.update({v: seat for seat, windows in self._windows.items() for v in windows})
        return ()

    def _without_seat(self, viewer: Viewer, event: Event, state: TableState) -> None:
        mark = self._marks.pop(viewer, None)
        if isinstance(event, Kicked):
            viewer.end(RefusedError("sent-away" if event.banned else "kicked"))
        elif not state.room.spectators:
            viewer.end(RefusedError("left"))
        elif self.full:
            viewer.end(RefusedError("left-full"))
        else:
            self.add(viewer, None, mark)
            self.greet(viewer, state)
