"""A table with its mailbox: one task takes one message after the other, so nothing happens twice or at once.

Whatever comes in (a command, a viewer, somebody joining, the alarm of a bot) is decided on the state, committed
to the log, and only then written down, acknowledged and shown. If the log fails, the state is read again from it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog

from lastcard.server.decisions import acts, commands, deals, seating, starting
from lastcard.server.decisions.requests import Act, Back, Chat, Contribute, Control, Leave, Say
from lastcard.server.model import tokens
from lastcard.server.model.errors import ConflictError, RefusedError, StorageError, UnknownTableError
from lastcard.server.model.events import Event
from lastcard.server.model.plain import Json
from lastcard.server.model.state import SeatKind, TableState
from lastcard.server.ops.rate_limit import loop_time
from lastcard.server.storage.interface import Receipt, SavedLog, TableLog
from lastcard.server.table.chat import ChatLimiter
from lastcard.server.table.deal_shares import DealShares
from lastcard.server.table.host_succession import HostSuccession
from lastcard.server.table.log_writer import LogWriter
from lastcard.server.table.mailbox import Mailbox
from lastcard.server.table.messages import (
    AlarmRang,
    Attach,
    Command,
    ContributionsOverdue,
    Detach,
    Join,
    Message,
    report_fault,
)
from lastcard.server.table.settings import TableSettings
from lastcard.server.table.token_renewal import TokenRenewals
from lastcard.server.timing.timing import Timing
from lastcard.server.views import visible
from lastcard.server.views.audience import Audience
from lastcard.server.views.rendering import LiveStatus
from lastcard.server.wire.outbound import ack, dump, nak

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastcard.rules.cards import Shuffle
    from lastcard.server.decisions.seating import Newcomer
    from lastcard.server.model.chance import Chance
    from lastcard.server.ops.metrics import Metrics
    from lastcard.server.timing.races import Claim
    from lastcard.server.views.audience import Viewer

_logger = structlog.get_logger("lastcard.table")


class TableActor:
    """One table: see the module."""

    def __init__(
        self,
        name: str,
        saved: SavedLog,
        log: TableLog,
        settings: TableSettings,
        metrics: Metrics,
        chance: Chance,
    ) -> None:
        """Take up the table where its log ends; call `start` afterwards."""
        self.name = name
        self._settings = settings
        self._metrics = metrics
        self._chance = chance
        self._log = LogWriter(name, log, saved, metrics)
        state = self.state
        self._timing = Timing(settings.bot_delay, chance)
        self._timing.begin(state, self._log.recent, loop_time())
        self.audience = Audience(name, self._live_status, settings.max_spectators, settings.build)
        self.audience.begin(state, self._log.recent)
        self._renewals = TokenRenewals(chance)
        self._chat = ChatLimiter()
        self._succession = HostSuccession()
        self._shares = DealShares(state)
        self._unchecked = True
        self._mailbox = Mailbox()
        self._task: asyncio.Task[None] | None = None
        self.quiet_since = asyncio.get_running_loop().time()

    @property
    def state(self) -> TableState:
        """The table now."""
        return self._log.state

    def summary(self) -> Json:
        """What anybody may know."""
        return visible.summary(self.name, self.state, self.audience.connected)

    def start(self) -> None:
        """Begin to take messages."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.name}")

    async def stop(self) -> None:
        """Answer what is in the mailbox, then take no more."""
        self._mailbox.close()
        self._shares.stop()
        if self._task is not None:
            await self._mailbox.finish()
            await self._task

    async def put(self, message: Message) -> None:
        """Hand in a message; waits while the mailbox is full. RefusedError `busy` if the table has been let go of."""
        await self._mailbox.put(message)

    async def join(self, who: Newcomer) -> tuple[int, str]:
        """A person takes a seat: which one, and its token; RefusedError as `seating.join` says."""
        answer: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        await self.put(Join(who, answer))
        return await answer

    async def _run(self) -> None:
        await self._settle()
        while (message := await self._mailbox.next()) is not None:
            try:
                if self._log.doubtful:
                    await self._read_again()
                await self._handle(message)
            except Exception as error:  # noqa: BLE001 - a fault in one message must not stop the table
                await self._failed(message, error)
            else:
                await self._decide()
                await self._settle()
        self.audience.drop()

    async def _handle(self, message: Message) -> None:
        match message:
            case Attach():
                await self._attach(message)
            case Detach(viewer):
                self._detach(viewer)
            case Command():
                await self._command(message)
            case Join():
                await self._join(message)
            case AlarmRang():
                await self._by_itself()
            case ContributionsOverdue(number):
                self._shares.give_up(number)

    async def _failed(self, message: Message | None, error: Exception) -> None:
        """It was a fault, unless there is no such table any more: then everybody is sent away, and it is let go of."""
        if not isinstance(error, ConflictError) or not await self._log.is_deleted():
            self._fault(message, error)
            return
        unknown = UnknownTableError()
        if isinstance(message, Join) and not message.answer.done():
            message.answer.set_exception(unknown)
        elif isinstance(message, Attach):
            message.viewer.end(unknown)
        self.audience.end(unknown)
        self._settings.on_deleted(self.name)

    def _fault(self, message: Message | None, error: Exception) -> None:
        """Tell whoever asked that it went wrong; nothing was changed."""
        storage = isinstance(error, StorageError)
        if storage:
            self._log.doubt()
        self._metrics.faults.inc()
        self._metrics.storage_errors.inc(storage)
        _logger.error("message failed", table=self.name, message=type(message).__name__, exc_info=error)
        refusal = RefusedError("storage" if storage else "table-fault")
        report_fault(message, refusal, self.state.version)
        self._arm(least=1.0)

    async def _read_again(self) -> None:
        """After a failed commit nobody knows what the log holds: ask it, and show everybody."""
        recent = await self._log.read_again()
        state = self.state
        self._unchecked = True
        missed = [event for version, event in recent if version > self.audience.version]
        if len(missed) == state.version - self.audience.version:
            self._show(missed)
        else:
            self.audience.drop()
            self.audience.begin(state, recent)

    # Viewers.

    async def _attach(self, message: Attach) -> None:
        if message.token is None:
            await self._attach_spectator(message)
            return
        seat = self.state.holder(tokens.proof_of(message.token))
        if seat is None:
            message.viewer.end(RefusedError("seat-lost"))
            return
        renewed = self._renewals.due(self.state, seat, message.token)
        await (self._commit(renewed) if renewed else self._log.confirm())
        token = tokens.newest(self.state.seats[seat], message.token)
        self.audience.add(message.viewer, seat, self.state.seats[seat].browser)
        self._timing.clocks.came(seat)
        self._shares.coming.discard(seat)
        self._show(renewed, message.viewer)
        self.audience.greet(message.viewer, self.state, message.since, token)
        await self._gathered()

    async def _gathered(self) -> None:
        """Once everybody is there the first match may begin by itself: who only sat down might never come."""
        if self.audience.connected.issuperset(self.state.seats_of(SeatKind.PERSON)):
            began = starting.auto_started_first(self.state)
            if began:
                await self._commit(began)
                self._show(began)

    async def _attach_spectator(self, message: Attach) -> None:
        mark = None if message.browser is None else tokens.proof_of(message.browser)
        if not self.state.room.spectators:
            message.viewer.end(RefusedError("no-spectators"))
        elif mark in self.state.banned:
            message.viewer.end(RefusedError("banned"))
        elif self.audience.full:
            message.viewer.end(RefusedError("most-spectators"))
        else:
            await self._log.confirm()
            self.audience.add(message.viewer, None, mark)
            self.audience.greet(message.viewer, self.state, message.since)

    def _detach(self, viewer: Viewer) -> None:
        if self.audience.remove(viewer):
            self._show(())
        self.quiet_since = asyncio.get_running_loop().time()

    # Commands.

    async def _command(self, message: Command) -> None:
        viewer, cmd = message.viewer, message.cmd
        try:
            seat = self.audience.seat_of(viewer)
            before = self._log.projection.carried_out(self.state.seats[seat].since, cmd.id)
            if before is not None:
                await self._log.confirm()
                viewer.send(dump(ack(cmd.id, before)))
            elif not self._timing.sent_again(seat, cmd.id, message):
                await self._do(message, seat)
        except RefusedError as refusal:
            self._refuse(message, refusal)

    async def _do(self, message: Command, seat: int) -> None:
        """A person's command that is new."""
        viewer, cmd = message.viewer, message.cmd
        if isinstance(cmd.d, Control):
            self.audience.take_control(viewer)
            viewer.send(dump(ack(cmd.id, self.state.version)))
            self._show(())
            return
        self.audience.check_control(viewer)
        if not isinstance(cmd.d, Contribute) and self._timing.clocks.heard(seat):
            self._show(())
        if isinstance(cmd.d, Leave) and cmd.d.watch:
            self.audience.check_may_watch(seat)
        if isinstance(cmd.d, Back):
            viewer.send(dump(ack(cmd.id, self.state.version)))
        elif isinstance(cmd.d, Say | Chat):
            self._say(viewer, cmd.id, seat, cmd.d)
        elif isinstance(cmd.d, Act):
            await self._act(message, seat, cmd.d)
        else:
            await self._accept(message, seat, commands.decide(self.state, seat, cmd.d, cmd.v, self._shuffle))

    async def _act(self, message: Command, seat: int, request: Act) -> None:
        """Somebody acts in the round: at once, or when the race that is under way has been decided."""
        action = acts.parse(request.action)
        claim = self._timing.claim(seat, action, message.cmd.v, message.at, message, request.key)
        events = self._timing.judge(self.state, claim, self._shuffle)
        if events is None:
            self._metrics.races_held.inc()
            self._arm()
        else:
            await self._accept(message, seat, events)

    async def _accept(
        self, message: Command | None, seat: int, events: Sequence[Event], *, held: bool = False
    ) -> None:
        """Commit what follows from a command, or from what happens by itself; acknowledge it and show it.

        `held` says that it had to wait for a race.
        """
        if message is None:
            await self._commit(events)
        else:
            cmd, occupant_since = message.cmd, self.state.seats[seat].since
            await self._commit(
                events, Receipt(seat, cmd.id, self.state.version + len(events), occupant_since)
            )
            message.viewer.send(dump(ack(cmd.id, self.state.version)))
            self._metrics.acknowledged(loop_time() - message.at, held=held)
        self._show(events)

    def _refuse(self, message: Command | None, refusal: RefusedError) -> None:
        """Answer a command with the reason against it; what happened by itself needs no answer."""
        if message is not None:
            self._metrics.commands.labels(refusal.code).inc()
            message.viewer.send(dump(nak(message.cmd.id, refusal, self.state.version)))

    def _say(self, viewer: Viewer, command: str, seat: int, request: Say | Chat) -> None:
        """Send everybody what somebody says; it is not logged, so its id is remembered only here."""
        said = self._chat.accept(self.state, seat, request)
        self._log.projection.note(self.state.seats[seat].since, command, self.state.version)
        viewer.send(dump(ack(command, self.state.version)))
        self.audience.broadcast(dump(said))

    async def _join(self, message: Join) -> None:
        try:
            seat, token, events = seating.join(self.state, message.who, starts=False)
        except RefusedError as refusal:
            message.answer.set_exception(refusal)
            return
        await self._commit(events)
        self._shares.coming.add(seat)
        if not message.answer.done():
            message.answer.set_result((seat, token))
        self._show(events)

    async def _decide(self) -> None:
        """Carry out what waited for a race that is decided now, each in its turn."""
        for claim in self._timing.settle(loop_time()):
            message = _message(claim)
            try:
                if self._log.doubtful:
                    await self._read_again()
                events = self._timing.decided(self.state, claim, self._shuffle)
                await self._accept(message, claim.seat, events, held=True)
            except RefusedError as refusal:
                self._refuse(message, refusal)
                self._arm()
            except Exception as error:  # noqa: BLE001 - as for any message
                await self._failed(message, error)

    async def _by_itself(self) -> None:
        """Carry out what is due: another host, the act of a bot, or one for a person whose time is over."""
        now, before = loop_time(), self._timing.clocks.autopilot
        heir = self._succession.due(self.state, self.audience.connected, now)
        if heir is not None:
            await self._accept(None, heir.seat, (heir,))
            return
        self._timing.look(self.state, self.audience.connected, now)
        claim = self._timing.due(self.state, now)
        events = None
        if claim is not None:
            with suppress(RefusedError):  # a bot, too, rests between catches
                events = self._timing.judge(self.state, claim, self._shuffle)
        if claim is not None and events is not None:
            await self._accept(None, claim.seat, events)
        elif self._timing.clocks.autopilot != before:
            self._show(())
        else:
            self._arm()

    async def _commit(self, events: Sequence[Event], receipt: Receipt | None = None) -> None:
        """Commit the events; `on_ended` is called at the table's end."""
        await self._log.commit(events, receipt)
        if self.state.ended:
            self._settings.on_ended(self.name)

    # Deals.

    @property
    def _shuffle(self) -> Shuffle:
        """What shuffles in the round being played."""
        return deals.shuffle(self.state, self._chance.shuffle)

    async def _settle(self) -> None:
        """Carry on with the deal as far as it comes by itself, a commit for each step; try again later if one fails."""
        try:
            if self._unchecked and (events := deals.voided(self.state)):
                await self._commit(events)
                self._show(events)
            self._unchecked = False
            while events := deals.due(self.state, self._chance.bits, wait=self._shares_wait()):
                await self._commit(events)
                self._show(events)
        except Exception as error:  # noqa: BLE001 - a fault here must not stop the table
            await self._failed(None, error)
            self._shares.ask(self.state, 1.0, self._overdue)

    def _shares_wait(self) -> bool:
        return self._shares.hold(
            self.state, self.audience.connected, self._settings.contribution_wait, self._overdue
        )

    def _overdue(self, number: int) -> None:
        if not self._mailbox.offer(ContributionsOverdue(number)):
            self._shares.ask(self.state, 0.1, self._overdue)

    # Showing.

    def _show(self, events: Sequence[Event], but: Viewer | None = None) -> None:
        """Show everybody but one what happened and who is there, and set the alarm for what comes next."""
        now = loop_time()
        for seat, one_way in self.audience.ways():
            self._timing.referee.measured(seat, one_way)
        for claim in self._timing.follow(events, self.state, now):
            self._refuse(_message(claim), RefusedError("no-seat"))
        there = self.audience.connected
        self._timing.look(self.state, there, now)
        self.audience.show(events, self.state, but)
        self._arm(looked=there)

    def _live_status(self) -> LiveStatus:
        return LiveStatus(**self._timing.fields(self.state, loop_time()))

    # What happens by itself.

    def _arm(self, least: float = 0.0, looked: frozenset[int] | None = None) -> None:
        """Set the alarm by what happens next by itself; `looked` are those for whom that was looked at just now."""
        self._mailbox.disarm()
        if self._mailbox.closed:
            return
        now, there = loop_time(), self.audience.connected
        if there != looked:
            self._timing.look(self.state, there, now)
        times = (self._timing.next(), self._succession.look(self.state, there, now))
        at = min((time for time in times if time is not None), default=None)
        if at is not None:
            self._mailbox.arm(max(at, now + least))


def _message(claim: Claim) -> Command | None:
    """The command by which a person made the claim; None if it came by itself."""
    return claim.ticket if isinstance(claim.ticket, Command) else None
