"""The page worker's side of a table without a server: only texts cross it, in both directions (web/src/offline/worker.ts)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lastcard.record import RecordError
from lastcard.rules.encode import encode
from lastcard.rules.errors import LastcardError, RulesError
from lastcard.server.decisions.rooms import open_shared_device
from lastcard.server.model.chance import SYSTEM, Chance
from lastcard.server.model.errors import RefusedError, against_rules, record_fault
from lastcard.server.model.events import read_event
from lastcard.server.model.state import SeatKind
from lastcard.server.solo.table import SoloTable
from lastcard.server.views.deal_chain import deals_from_log, logged_deal_data
from lastcard.server.views.history import history_data, match_record, read_history, round_record
from lastcard.server.views.options import options_data
from lastcard.server.views.replay import replay_data
from lastcard.server.wire.outbound import dump

if TYPE_CHECKING:
    from lastcard.server.model.events import Event
    from lastcard.server.model.plain import Json


class SoloBridge:
    """See the module."""

    def __init__(self, bot_delay: float, chance: Chance = SYSTEM) -> None:
        """There is no table yet."""
        self._bot_delay = bot_delay
        self._chance = chance
        self._table: SoloTable | None = None
        self._kept: list[str] = []

    def open(self, request: str, now: float) -> str:
        """Open a table, as `open_shared_device` says; the answer is its whole log so far, or why not."""
        try:
            events = open_shared_device(json.loads(request), self._chance)
        except (RulesError, RefusedError) as error:
            return _error(error)
        return self._begin(events, [], [dump(encode(event)) for event in events], now)

    def take_up(self, lines: str, now: float) -> str:
        """Go on with the table whose log this is: a list of its lines."""
        kept: list[str] = json.loads(lines)
        try:
            return self._begin(tuple(read_event(json.loads(line)) for line in kept), kept, [], now)
        except (LastcardError, ValueError) as error:
            return _error(RefusedError("log", {"why": str(error)}))

    def hear(self, wire: int, text: str, now: float) -> str:
        """A message of the page by that connection."""
        table = self._open_table
        table.hear(wire, text, now)
        return self._answer(table, [])

    def ring(self, now: float) -> str:
        """The time came that was named as `next`."""
        table = self._open_table
        table.ring(now)
        return self._answer(table, [])

    def ask(self, what: str, request: str) -> str:
        """What a server answers over HTTP: `options`, `history`, a `deal`, the record of a `round` or `match`, a `replay`."""
        try:
            return dump({"data": self._found(what, json.loads(request))})
        except (RefusedError, RecordError) as error:
            return _error(error)

    def _found(self, what: str, given: Json) -> object:
        number = int(given.get("number", 0))
        match what:
            case "options":
                return options_data()
            case "replay":
                return replay_data(str(given["record"]), int(given.get("round", 1)), given.get("seat"))
            case "history":
                return history_data(read_history(self._kept))
            case "round":
                return round_record(read_history(self._kept), number)
            case "match":
                return match_record(read_history(self._kept), number)
            case "deal":
                if (deal := deals_from_log(self._kept).get(number)) is None:
                    raise RefusedError("no-such-deal")
                return logged_deal_data(deal)
        raise RefusedError("no-address")

    @property
    def _open_table(self) -> SoloTable:
        if self._table is None:
            raise RefusedError("no-table-yet")
        return self._table

    def _begin(self, events: tuple[Event, ...], kept: list[str], new: list[str], now: float) -> str:
        table = self._table = SoloTable(events, self._chance, self._bot_delay, now)
        self._kept = kept
        table.go_on(now)
        return self._answer(table, new)

    def _answer(self, table: SoloTable, new: list[str]) -> str:
        log, messages = table.take()
        log = [*new, *log]
        self._kept += log
        people = [[seat, table.state.seats[seat].name] for seat in table.state.seats_of(SeatKind.PERSON)]
        return dump({"log": log, "out": messages, "next": table.next(), "people": people})


def _error(error: LastcardError) -> str:
    if isinstance(error, RecordError):
        return dump({"error": record_fault(error)})
    refusal = against_rules(error) if isinstance(error, RulesError) else error
    return dump({"error": refusal.data() if isinstance(refusal, RefusedError) else {}})
