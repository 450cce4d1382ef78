"""A record played through for somebody to look at: what a seat saw, act by act (docs/protocol.md).

Nothing of it is kept. The rules play the record again each time, and refuse what they do not allow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final

from lastcard.dealing import contribution_text
from lastcard.record import ActEntry, DealEntry, read_entries, replay_entries, rules_text
from lastcard.record.errors import record_error, seat_error
from lastcard.record.replay import order_of_deal
from lastcard.rules.encode import encode
from lastcard.rules.legal import awaited
from lastcard.rules.view import seen_by, view
from lastcard.server.views.visible import match_data, rules_data

if TYPE_CHECKING:
    from lastcard.match import Match
    from lastcard.record import Header, RecordEntry, ReplayStep
    from lastcard.server.model.plain import Json

MAX_ENTRIES: Final = 6000
"""The longest record that is played through for a page: some fifty rounds."""


@dataclass(slots=True)
class _ReplayRound:
    """A round of the record: the match in which it was dealt, and its moments."""

    before: Match
    moments: list[ReplayStep] = field(default_factory=list)


def replay_data(text: str, number: int, seat: int | None) -> Json:
    """Round `number` of the record as `seat` saw it (None: with open hands), and of its other rounds what they came to.

    RecordError names the line, and the rule, of what cannot be read or played.
    """
    header, rounds = _played(text)
    if seat is not None and seat >= header.rules.players:
        raise seat_error(header.line, seat, header.rules.players)
    if number > len(rounds):
        raise record_error(header.line, "record-round", number=number, rounds=len(rounds))
    return {
        "rules": rules_data(header.rules),
        "names": [header.names.get(at, "") for at in range(header.rules.players)],
        "date": header.date,
        "rounds": [_round_data(header, rounds, at) for at in range(len(rounds))],
        "round": number,
        "seat": seat,
        "moments": [_moment_data(moment, seat) for moment in rounds[number - 1].moments],
    }


def _played(text: str) -> tuple[Header, list[_ReplayRound]]:
    """The header and the rounds; who leaves between two of them stands at the end of the earlier one."""
    header, entries = read_entries(text.splitlines())
    rounds: list[_ReplayRound] = []
    before: Match | None = None
    for moment in replay_entries(header, islice(entries, MAX_ENTRIES)):
        if isinstance(moment.entry, DealEntry):
            rounds.append(_ReplayRound(before or moment.match))
        if rounds:
            rounds[-1].moments.append(moment)
        before = moment.match
    beyond = next(iter(entries), None)
    if beyond is not None:
        raise record_error(beyond.line, "record-long", most=MAX_ENTRIES)
    if not rounds:
        raise record_error(header.line, "record-none")
    return header, rounds


def _moment_data(moment: ReplayStep, seat: int | None) -> Json:
    entry, state = moment.entry, moment.round
    assert state is not None  # noqa: S101 - a round has begun
    seen = state if seat is None else view(state, seat)
    events = moment.events if seat is None else [seen_by(event, seat) for event in moment.events]
    return {
        "line": entry.line,
        "seat": None if isinstance(entry, DealEntry) else entry.seat,
        "act": _act(entry),
        "events": [encode(event) for event in events],
        "view": encode(seen),
        "awaited": list(awaited(state)),
        "match": match_data(moment.match, state),
    }


def _act(entry: RecordEntry) -> str:
    if isinstance(entry, DealEntry):
        return "deal"
    return str(entry.action) if isinstance(entry, ActEntry) else "leave"


def _round_data(header: Header, rounds: list[_ReplayRound], at: int) -> Json:
    played = rounds[at]
    dealt, last = played.moments[0], next(m for m in reversed(played.moments) if m.events)
    over = last.round is not None and last.round.over
    return {
        "dealer": played.before.dealer,
        "moments": len(played.moments),
        "over": over,
        "out": last.round.out if over and last.round is not None else None,
        "points": {str(who): gained for who, gained in last.match.rounds[-1]} if over else {},
        "scores": [total for _, total in last.match.scores],
        "deal": _proof_data(header, played, dealt.entry, first=at == 0),
    }


def _proof_data(header: Header, played: _ReplayRound, entry: object, *, first: bool) -> Json | None:
    """What the deal is verified with, as `GET /api/tables/{table}/rounds/{number}/deal` tells it; None without a proof."""
    if not isinstance(entry, DealEntry) or entry.proof is None:
        return None
    proof = entry.proof
    shuffles = [encode(shuffled.cards) for moment in played.moments for shuffled in moment.entry.shuffled]
    return {
        "game": proof.game,
        "number": proof.number,
        "rules": rules_text(header.rules),
        "previous": proof.previous.hex(),
        "commitment": proof.commitment.hex(),
        "contributions": [{"seat": s, "value": contribution_text(value)} for s, value in proof.contributions],
        "stage": "dealt" if proof.secret is None else "opened",
        "secret": None if proof.secret is None else proof.secret.hex(),
        "dealer": played.before.dealer,
        "draws": encode(header.draws) if first else [],
        "order": encode(order_of_deal(entry.hands, entry.pile, played.before.dealer)),
        "shuffles": shuffles,
    }
