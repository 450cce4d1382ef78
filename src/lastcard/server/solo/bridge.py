"""The door of a table without a server (`solo`): texts in and out, for the worker of the page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lastcard.record import RecordError
from lastcard.rules.encode import encode
from lastcard.rules.errors import LastcardError, RulesError
from lastcard.server.model.chance import SYSTEM, Chance
from lastcard.server.model.errors import RefusedError, against_rules, record_fault
from lastcard.server.model.events import read_event
from lastcard.server.model.state import SeatKind
from lastcard.server.solo.table import SoloTable, dump, opened
from lastcard.server.views import deal_chain
from lastcard.server.views.history import history_data, match_record, read_history, round_record
from lastcard.server.views.options import options_data
from lastcard.server.views.replay import replay_data

if TYPE_CHECKING:
    from lastcard.server.solo.table import Json


class SoloBridge:
    """What the page's worker holds: texts in and out, nothing else crosses (web/src/offline/worker.ts)."""

    def __init__(self, bot_delay: float, chance: Chance = SYSTEM) -> None:
        """There is no table yet."""
        self._bot_delay = bot_delay
        self._chance = chance
        self._table: SoloTable | None = None
        self._kept: list[str] = []

    def open(self, wish: str, now: float) -> str:
        """Open a table, as `opened` says; the answer is its whole log so far, or why not."""
        try:
            events = opened(json.loads(wish), self._chance)
            self._table = SoloTable(events, self._chance, self._bot_delay, now)
        except RulesError as error:
            return _error(against_rules(error))
        except RefusedError as error:
            return _error(error)
        self._kept = []
        self._table.go_on(now)
        return self._answer([dump(encode(event)) for event in events])

    def take_up(self, lines: str, now: float) -> str:
        """Go on with the table whose log this is: a list of its lines."""
        kept: list[str] = json.loads(lines)
        try:
            events = tuple(read_event(json.loads(line)) for line in kept)
            self._table = SoloTable(events, self._chance, self._bot_delay, now)
        except (LastcardError, ValueError) as error:
            return _error(RefusedError("log", {"why": str(error)}))
        self._kept = kept
        self._table.go_on(now)
        return self._answer([])

    def hear(self, wire: int, text: str, now: float) -> str:
        """A message of the page by that connection."""
        self._there.hear(wire, text, now)
        return self._answer([])

    def ring(self, now: float) -> str:
        """The time came that was named as `next`."""
        self._there.ring(now)
        return self._answer([])

    def ask(self, what: str, wish: str) -> str:
        """What a server answers over HTTP: `options`, `history`, a `deal`, the record of a `round` or `match`, a `replay`."""
        given: Json = json.loads(wish)
        try:
            return dump({"data": self._found(what, given)})
        except RefusedError as error:
            return _error(error)
        except RecordError as error:
            return dump({"error": record_fault(error)})

    def _found(self, what: str, given: Json) -> object:
        match what:
            case "options":
                return options_data()
            case "replay":
                return replay_data(str(given["record"]), int(given.get("round", 1)), given.get("seat"))
            case "history":
                return history_data(read_history(self._kept))
            case "deal":
                return self._deal(int(given["number"]))
            case "round":
                return round_record(read_history(self._kept), int(given["number"]))
            case "match":
                return match_record(read_history(self._kept), int(given["number"]))
            case _:
                raise RefusedError("no-address")

    def _deal(self, number: int) -> Json:
        found = deal_chain.deals_from_log(self._kept).get(number)
        if found is None:
            raise RefusedError("no-such-deal")
        return deal_chain.logged_deal_data(found)

    @property
    def _there(self) -> SoloTable:
        if self._table is None:
            raise RefusedError("no-table-yet")
        return self._table

    def _answer(self, before: list[str]) -> str:
        log, messages = self._there.take()
        self._kept += [*before, *log]
        state = self._there.state
        people = [[seat, state.seats[seat].name] for seat in state.seats_of(SeatKind.PERSON)]
        return dump({"log": [*before, *log], "out": messages, "next": self._there.next(), "people": people})


def _error(refusal: RefusedError) -> str:
    return dump({"error": refusal.data()})
