"""What a table is: its seats, its match, its round, folded from the events of its log.

The log holds the table's own events (`events`) and the events of the rounds in one order, versions 1, 2, …;
`fold` writes each down, decides nothing, and knows no time. Of a seat's token only a hash is ever stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce

from lastcard.match import Match, leave, new_match, record, round_result
from lastcard.rules import events as rules_events
from lastcard.rules.evolve import evolve
from lastcard.rules.round import Round
from lastcard.rules.ruleset import Ruleset
from lastcard.server.model.events import (
    Contributed,
    DealCalled,
    DealEvent,
    DealOpened,
    DealSealed,
    DealVoided,
    Event,
    HostChanged,
    Kicked,
    MatchBegan,
    Muted,
    ReadySet,
    Room,
    RoomChanged,
    SeatLeft,
    SeatsMoved,
    SeatTaken,
    TableOpened,
    TokenRenewed,
)


class SeatKind(Enum):
    """Who sits on a seat."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: who sits there.

    Of a person, `proof` is the hash of their newest token, `former` that of the token before it, `salt` what the
    newest one was made with (`tokens`), `browser` the hash of their browser's name, and `since` the version with which
    they sat down, which identifies them among everybody who ever sat there. `ready`: they agree to the rules in force
    (H9); `muted`: the host does not let them speak. Of a bot that plays for somebody who went away, and of a seat
    that nobody has had since, `former` is the hash of that person's newest token and `salt` as it was (V14).
    """

    kind: SeatKind = SeatKind.OPEN
    name: str = ""
    proof: str | None = None
    former: str | None = None
    salt: str | None = None
    browser: str | None = None
    since: int = 0
    ready: bool = False
    muted: bool = False

    @property
    def marks(self) -> frozenset[str]:
        """What its person is known by when they come again: the hashes of their tokens and browser."""
        return frozenset(mark for mark in (self.proof, self.former, self.browser) if mark is not None)


@dataclass(frozen=True, slots=True)
class TableDeal:
    """The chance of a round's deal: bound, added to, and at last published. `secret` is for nobody before that.

    Once the cards are dealt, `contributions` are those of the seats that got some, by seat, and `shuffles` counts how
    often cards were shuffled since. A deal ends `opened` or `void`.
    """

    number: int
    commitment: str
    secret: str
    previous: str
    contributions: tuple[tuple[int, str], ...] = ()
    dealt: bool = False
    shuffles: int = 0
    opened: bool = False
    void: bool = False

    @property
    def closed(self) -> bool:
        """Whether nothing more comes of it."""
        return self.opened or self.void


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after `version` events.

    `began` is the version with which the latest round began, `moved` the one of the latest event of a round,
    `started` the one with which the latest match began, `terms` the one with which the rules or the room were last
    changed. `handed` is who was made host by name; `banned` are hashes of tokens and browsers that may not come back,
    `silenced` those of people who left while they were muted,
    `parted` those of people who left in the latest round, each with the seat whose cards they know.

    `game` is the name of the chain of deals, `called` whether cards are to be dealt and nothing is bound for it yet,
    `deal` the latest deal, `numbered` the number of the latest round, `stake` the match as it was when that was bound.
    """

    rules: Ruleset
    room: Room
    seats: tuple[Seat, ...]
    match: Match | None = None
    round: Round | None = None
    version: int = 0
    began: int = 0
    moved: int = 0
    started: int = 0
    terms: int = 1
    handed: int | None = None
    banned: frozenset[str] = frozenset()
    silenced: frozenset[str] = frozenset()
    parted: frozenset[tuple[str, int]] = frozenset()
    game: str = ""
    called: bool = False
    deal: TableDeal | None = None
    numbered: int = 0
    stake: Match | None = None

    @property
    def over(self) -> bool:
        """Whether the match is over and no other one begins, or everybody has left."""
        return (self.match is not None and self.open_to_change) or self.ended

    @property
    def ended(self) -> bool:
        """Whether everybody has left: nothing happens at this table any more."""
        return not self.seats_of(SeatKind.PERSON)

    @property
    def between(self) -> bool:
        """Whether the match goes on and no round is being played."""
        return self.match is not None and not self.match.over and (self.round is None or self.round.over)

    @property
    def playing(self) -> bool:
        """Whether people have cards in hand that others may not know."""
        return self.round is not None and not self.round.over

    @property
    def dealing(self) -> bool:
        """Whether cards are about to be dealt."""
        return self.called or (self.deal is not None and not self.deal.dealt and not self.deal.closed)

    @property
    def idle(self) -> bool:
        """Whether no match is being played."""
        return self.match is None or self.match.over

    @property
    def open_to_change(self) -> bool:
        """Whether no match is being played or begins, so that seats, rules and room may be changed (H9)."""
        return self.idle and not self.dealing

    @property
    def host(self) -> int | None:
        """The seat of the host: who was made host, else the person who has sat there longest."""
        if self.handed is not None:
            return self.handed
        return min(self.seats_of(SeatKind.PERSON), key=lambda i: self.seats[i].since, default=None)

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats whose person agrees to the rules in force (H9)."""
        return tuple(i for i in self.seats_of(SeatKind.PERSON) if self.seats[i].ready)

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that wait for anybody: open ones and, while no match is played, those of people who left."""
        gone = self.seats_of(SeatKind.GONE) if self.idle else ()
        return tuple(sorted((*self.seats_of(SeatKind.OPEN), *gone)))

    @property
    def wordless(self) -> frozenset[str]:
        """Hashes of the tokens and browsers of everybody whom the host muted, here or gone."""
        return self.silenced.union(*(seat.marks for seat in self.seats if seat.muted))

    def known_to(self, marks: frozenset[str]) -> frozenset[int]:
        """The seats whose cards in the round being played are known to whom these marks are of, who left them."""
        return frozenset(at for mark, at in self.parted if mark in marks) if self.playing else frozenset()

    def seats_of(self, kind: SeatKind) -> tuple[int, ...]:
        """The seats of that kind."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.kind is kind)

    def holder(self, proof: str) -> int | None:
        """The seat of the person whose token, or the one before it, has this hash."""
        return next(
            (
                i
                for i in self.seats_of(SeatKind.PERSON)
                if proof in (self.seats[i].proof, self.seats[i].former)
            ),
            None,
        )


def fold(state: TableState | None, event: Event) -> TableState:
    """The table after the event; the first event is `TableOpened`."""
    if isinstance(event, TableOpened):
        seats = (Seat(),) * event.rules.players
        return TableState(event.rules, event.room, seats, version=1, game=event.game)
    if state is None:
        raise ValueError(f"the log of a table begins with TableOpened, not {type(event).__name__}")
    after, version = _after(state, event), state.version + 1
    return after if after.version == version else replace(after, version=version)


def fold_all(state: TableState | None, events: tuple[Event, ...]) -> TableState | None:
    """The table after all the events."""
    return reduce(fold, events, state)


def _after(state: TableState, event: Event) -> TableState:
    if isinstance(event, SeatTaken | SeatLeft | SeatsMoved):
        return _seated(state, event)
    if isinstance(event, ReadySet | RoomChanged | HostChanged | Kicked | Muted | TokenRenewed):
        return _arranged(state, event)
    if isinstance(event, DealEvent):
        return _dealt(state, event)
    match event:
        case TableOpened():
            raise ValueError("a table is opened once")
        case MatchBegan(dealer):
            match = new_match(state.rules, dealer)
            return replace(state, match=match, round=None, started=state.version + 1)
        case _:
            return _played(state, event)


def _seated(state: TableState, event: SeatTaken | SeatLeft | SeatsMoved) -> TableState:
    match event:
        case SeatTaken(seat, name, None):
            before = state.seats[seat]
            return _seat(state, seat, Seat(SeatKind.BOT, name, former=before.proof, salt=before.salt))
        case SeatTaken(seat, name, proof, ready, browser):
            since = state.version + 1
            person = Seat(SeatKind.PERSON, name, proof, browser=browser, since=since, ready=ready)
            return _seat(state, seat, person)
        case SeatLeft(seat):
            before = state.seats[seat]
            gone = Seat() if state.match is None else _gone(before)
            return _left(_seat(state, seat, gone), seat)
        case SeatsMoved(order):
            state = _put_away(state)
            seats = tuple(state.seats[i] for i in order)
            handed = None if state.handed is None else order.index(state.handed)
            return replace(state, seats=seats, handed=handed)


def _gone(before: Seat) -> Seat:
    """Nobody, in place of the person who sat there; they may come back when the match is over."""
    return Seat(SeatKind.GONE, before.name, former=before.proof, salt=before.salt)


def _arranged(
    state: TableState, event: ReadySet | RoomChanged | HostChanged | Kicked | Muted | TokenRenewed
) -> TableState:
    """What people agree on, and what the host does."""
    match event:
        case ReadySet(seat, ready):
            return _seat(state, seat, replace(state.seats[seat], ready=ready))
        case RoomChanged(rules, room):
            return _changed(state, rules, room)
        case HostChanged(seat):
            return replace(state, handed=seat)
        case Kicked(seat, banned):
            sent = state.seats[seat]
            after = _seat(state, seat, replace(sent, proof=None, former=None))
            return replace(after, banned=state.banned | sent.marks) if banned else after
        case Muted(seat, on):
            after = _seat(state, seat, replace(state.seats[seat], muted=on))
            return after if on else replace(after, silenced=state.silenced - state.seats[seat].marks)
        case TokenRenewed(seat, proof, salt):
            person = state.seats[seat]
            return _seat(state, seat, replace(person, proof=proof, former=person.proof, salt=salt))


def _changed(state: TableState, rules: Ruleset, room: Room) -> TableState:
    """Other rules or another room: seats come or go at the end, and nobody is ready any more (H9)."""
    state = _put_away(state)
    seats = tuple(replace(seat, ready=False) for seat in state.seats[: rules.players])
    seats += (Seat(),) * (rules.players - len(seats))
    return replace(state, rules=rules, room=room, seats=seats, terms=state.version + 1)


def _put_away(state: TableState) -> TableState:
    """No match any more: its seats and scores would not be those of the table."""
    seats = tuple(Seat() if seat.kind is SeatKind.GONE else seat for seat in state.seats)
    return replace(state, match=None, round=None, seats=seats)


def _dealt(state: TableState, event: DealEvent) -> TableState:
    """The chain of deals that can be checked."""
    match event:
        case DealCalled():
            return replace(state, called=True)
        case DealSealed(number, commitment, secret, previous):
            deal = TableDeal(number, commitment, secret, previous)
            return replace(state, called=False, deal=deal, numbered=number, stake=state.match)
        case Contributed(seat, _, value):
            deal = _current_deal(state)
            return replace(state, deal=replace(deal, contributions=(*deal.contributions, (seat, value))))
        case DealOpened():
            return replace(state, deal=replace(_current_deal(state), opened=True))
        case DealVoided():
            return _voided(state, _current_deal(state))


def _voided(state: TableState, deal: TableDeal) -> TableState:
    """The round was never played: the match is as before, without those who have left since (V14), or has not begun."""
    after = replace(state, deal=replace(deal, void=True))
    if not deal.dealt:
        return after
    match = state.stake
    for seat in state.seats_of(SeatKind.GONE):
        if match is not None and not match.over and seat in match.seats:
            match = leave(match, seat)
    return replace(after, match=match, round=None)


def _current_deal(state: TableState) -> TableDeal:
    if state.deal is None:
        raise ValueError("a deal is sealed before anything is added to it")
    return state.deal


def _seat(state: TableState, at: int, seat: Seat) -> TableState:
    """The table with another one on that seat; a host who is no person there any more is none.

    Who loses the seat, or all tokens of it, is remembered if they have cards in hand or were muted.
    """
    before = state.seats[at]
    handed = state.handed if state.handed != at or seat.since == before.since else None
    goes = before.marks if seat.since != before.since or seat.proof is None else frozenset()
    silenced = state.silenced | goes if before.muted else state.silenced
    parted = state.parted | {(mark, at) for mark in goes} if state.playing else state.parted
    seats = (*state.seats[:at], seat, *state.seats[at + 1 :])
    return replace(state, seats=seats, handed=handed, silenced=silenced, parted=parted)


def _left(state: TableState, seat: int) -> TableState:
    """Between rounds the match itself changes; in a round its own event follows (V14)."""
    if state.between and state.match is not None and seat in state.match.seats:
        return replace(state, match=leave(state.match, seat))
    return state


def _played(state: TableState, event: rules_events.Event) -> TableState:
    before = state.round
    began = isinstance(event, rules_events.RoundBegan)
    after = evolve(None if began and (before is None or before.over) else before, event)
    match = state.match
    if after.over and (before is None or not before.over) and match is not None:
        match = record(match, round_result(after))
    now = state.version + 1
    began_at = now if began else state.began
    return replace(_chained(state, event), round=after, match=match, began=began_at, moved=now, version=now)


def _chained(state: TableState, event: rules_events.Event) -> TableState:
    """Cards were dealt or shuffled from the chance of the round's deal; before deals were bound there was none."""
    deal = state.deal if state.deal is not None and not state.deal.closed else None
    again = state.round is not None and not state.round.over
    match event:
        case rules_events.RoundBegan(seats=seats) if not again:
            given = () if deal is None else tuple(sorted(c for c in deal.contributions if c[0] in seats))
            dealt = None if deal is None else replace(deal, contributions=given, dealt=True)
            numbered = state.numbered + 1 if deal is None else state.numbered
            return replace(state, deal=dealt or state.deal, numbered=numbered, parted=frozenset())
        case rules_events.RoundBegan() | rules_events.PutBack() | rules_events.Reshuffled() if (
            deal is not None
        ):
            return replace(state, deal=replace(deal, shuffles=deal.shuffles + 1))
        case _:
            return state
