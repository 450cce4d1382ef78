"""The referee of one table: opens and closes races as the table moves on, knows each seat's lag, says what waits.

It has no clock: each function takes the time as an argument. The rules decide what a claim leads to; `races` decides
what becomes of a claim when it arrives, and the order of those that waited.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from lastcard.rules import events as ev
from lastcard.rules.cards import Kind
from lastcard.rules.options import JumpIn
from lastcard.rules.round import Turn
from lastcard.rules.uno import owes_uno
from lastcard.server.model.errors import RefusedError
from lastcard.server.model.events import Kicked, SeatLeft, SeatsMoved, SeatTaken
from lastcard.server.timing import lag, races
from lastcard.server.timing.lag import Lag
from lastcard.server.timing.races import Claim, ClaimVerdict, Races

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastcard.rules.round import Round
    from lastcard.server.model.events import Event
    from lastcard.server.model.plain import Json
    from lastcard.server.model.state import TableState

MAX_HELD = 4
"""The most acts of one seat that wait at once."""


def may_jump(round_: Round | None) -> bool:
    """Whether somebody may jump in now, for all that everybody can see (V3)."""
    if round_ is None:
        return False
    table = round_.table
    card, jump_in = table.top, table.rules.jump_in
    if jump_in is JumpIn.NONE or not table.jumpable or not isinstance(table.phase, Turn) or card is None:
        return False
    if card.wild or card.kind is Kind.BLANK:
        return False
    return jump_in is not JumpIn.NUMBERS or card.number is not None


class Referee:
    """See the module."""

    def __init__(self, secret: bytes) -> None:
        """Nothing is open, and nothing is known of anybody's lag; from the secret the keys of windows are made."""
        self.races = Races()
        self._secret = secret
        self._lags: dict[int, Lag] = {}
        self._shown = (0, 0.0)

    # What happens at the table.

    def begin(self, events: Sequence[Event], state: TableState, now: float) -> None:
        """The table was read from its log, of which these are the latest events: who may be caught has the grace again."""
        self.follow(events, state, now)
        if state.round is None:
            return
        for seat in state.round.table.seats:
            if owes_uno(state.round, seat) and self.races.window(seat) is None:
                self._open(seat, state.began, now, state.room.grace_ms / 1000)

    def follow(self, events: Sequence[Event], state: TableState, now: float) -> tuple[Claim, ...]:
        """The events that led to the state are shown now; gives the claims of those who lost their seat by them."""
        first = state.version - len(events) + 1
        played = state.version
        withdrawn: tuple[Claim, ...] = ()
        for version, event in enumerate(events, first):
            match event:
                case ev.RoundBegan():
                    self.races = replace(self.races, windows=(), closed=())
                case ev.WindowOpened(seats):
                    for seat in seats:
                        self._open(seat, version, now, state.room.grace_ms / 1000)
                case ev.Played():
                    played = version
                    self.races = races.shut(self.races, None, version)
                case SeatTaken(seat=seat) | SeatLeft(seat=seat) | Kicked(seat=seat):
                    withdrawn += self._forget(seat)
                case SeatsMoved():
                    withdrawn += self._forget_all()
                case _:
                    pass
        self._close(state, now, played)
        if events:
            self._shown = (state.version, now)
        return withdrawn

    def _open(self, seat: int | None, version: int, now: float, lasts: float) -> None:
        slowest = max((known.round_trip for known in self._lags.values()), default=0.0)
        self.races = races.opened(self.races, seat, version, now, lasts, slowest)

    def _close(self, state: TableState, now: float, played: int) -> None:
        """Close what is over, and open the chance to jump in where it came with these events."""
        for window in self.races.catches:
            if state.round is None or window.seat is None or not owes_uno(state.round, window.seat):
                self.races = races.shut(self.races, window.seat, state.version)
        if not may_jump(state.round):
            self.races = races.shut(self.races, None, state.version)
        elif self.races.window(None) is None:
            self._open(None, played, now, races.JUMP_WINDOW)

    def _forget(self, seat: int) -> tuple[Claim, ...]:
        """Somebody else has the seat now, or nobody."""
        self._lags.pop(seat, None)
        gone = tuple(claim for claim in self.races.claims if claim.seat == seat)
        kept = tuple(claim for claim in self.races.claims if claim.seat != seat)
        caught = tuple(pair for pair in self.races.caught if pair[0] != seat)
        self.races = replace(self.races, claims=kept, caught=caught)
        return gone

    def _forget_all(self) -> tuple[Claim, ...]:
        gone, self.races, self._lags = self.races.claims, Races(), {}
        return gone

    # Claims.

    def measured(self, seat: int, one_way: float) -> None:
        """The lag of the seat's connection, as the server measured it."""
        self._lags[seat] = lag.measured(self._lags.get(seat, Lag()), one_way)

    def offer(self, claim: Claim, version: int) -> ClaimVerdict:
        """A claim arrives at that version of the table: what becomes of it.

        RefusedError `busy` if too much of the seat waits already.
        """
        if sum(held.seat == claim.seat for held in self.races.claims) >= MAX_HELD:
            raise RefusedError("waits-already")
        known = self._lags.get(claim.seat)
        if known is not None and claim.seen == self._shown[0]:
            known = self._lags[claim.seat] = lag.answered(known, claim.arrived - self._shown[1])
        credit = 0.0 if known is None else known.credit(claim.arrived)
        offered = races.offer(self.races, claim, version, credit)
        self.races = offered.races
        if known is not None and offered.used > 0:
            self._lags[claim.seat] = lag.spent(known, offered.used, claim.arrived)
        return offered.verdict

    def settle(self, now: float) -> tuple[Claim, ...]:
        """The claims that are decided now, in the order in which they count; each must still be lawful."""
        settled = races.settle(self.races, now)
        self.races = settled.races
        return settled.order

    def find(self, seat: int, wanted: Callable[[object], bool]) -> Claim | None:
        """The claim of the seat that waits under such a ticket."""
        return next((c for c in self.races.claims if c.seat == seat and wanted(c.ticket)), None)

    def hand_on(self, held: Claim, ticket: object) -> None:
        """The claim is known by another ticket from now on."""
        claims = tuple(replace(c, ticket=ticket) if c is held else c for c in self.races.claims)
        self.races = replace(self.races, claims=claims)

    # What is shown of it.

    def key(self, version: int) -> str:
        """What nobody can know before the window that this event opened is shown."""
        return blake2b(version.to_bytes(8, "big"), key=self._secret, digest_size=6).hexdigest()

    def proven(self, key: str | None) -> int:
        """The version that who shows this key has seen; 0 if it is the key of no window."""
        if key is None:
            return 0
        opened = {w.version for w in self.races.windows} | {c.opened for c in self.races.closed}
        return max((version for version in opened if self.key(version) == key), default=0)

    def _newest(self) -> str:
        return self.key(max(window.version for window in self.races.windows))

    def grace(self, now: float) -> Json | None:
        """Whose grace runs, and for how long still; None if nobody's does."""
        running = [w for w in self.races.catches if w.until > now]
        if not running:
            return None
        last = max(running, key=lambda window: window.until)
        return {"seat": last.seat, "left_ms": round((last.until - now) * 1000), "key": self._newest()}

    def jumps(self, now: float) -> Json | None:
        """How long jumps go before the next player's act, and the key as long as it is raced for; None if it is not."""
        window = self.races.window(None)
        if window is None or now >= window.until + races.JUMP_RACE:
            return None
        return {"left_ms": max(0, round((window.until - now) * 1000)), "key": self._newest()}
