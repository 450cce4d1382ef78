"""All reasons for which the server refuses something: an identifier for programs each, and its sentence in English.

A reason comes with its parameters, so that a client can show it in the reader's language; the sentence here is for
clients that cannot. The reasons of the rules (`rules/data/words/en.toml`) and of records (`record/errors.py`) are
included. It needs the standard library only, because a page without a server uses it too (`solo`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from lastcard.record.errors import RECORD_ERRORS
from lastcard.rules.reasons import PARAMS, REASONS, RULES, fields_of, filled

if TYPE_CHECKING:
    from collections.abc import Mapping

Param: TypeAlias = "str | int | list[str]"

FIRST_SEAT: Final = 1
"""The number that people have for seat 0; in parameters, as in all messages, seats count from 0."""

KINDS: Final[Mapping[str, str]] = {
    **PARAMS,
    "act": "text",
    "draws": "text",
    "first": "text",
    "form": "text",
    "given": "text",
    "key": "text",
    "known": "text",
    "last": "number",
    "least": "number",
    "name": "text",
    "names": "texts",
    "number": "number",
    "people": "number",
    "place": "text",
    "round": "number",
    "rounds": "number",
    "seats": "text",
    "size": "number",
    "why": "text",
}
"""What each parameter is, by its name: `seat`, `card` (notation), `colour`, `number`, `word`, `text` (as somebody wrote
it, a name for instance) or `texts`."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said for a reason: its coarse `code`, the sentence with the names of parameters in braces, the rulebook id."""

    code: str
    english: str
    rule: str | None = None

    @property
    def params(self) -> tuple[str, ...]:
        """The parameters that always go with it."""
        return fields_of(self.english)


_OWN: Final[dict[str, Wording]] = {
    # not understood
    "unfit": Wording("bad", "{place}: {why}."),
    "bad-notation": Wording("bad", "{why}."),
    "not-json": Wording("bad", "The body must be JSON (Content-Type: application/json)."),
    "too-large": Wording("large", "That is too large."),
    "binary-frame": Wording("bad", "Messages are text frames, not binary ones."),
    "second-hello": Wording("bad", "The hello was said already."),
    "hello-first": Wording("bad", "The first message is a hello."),
    "needs-server": Wording("bad", "{act}: that takes a server."),
    "unknown-act": Wording("bad", "{act}: this server cannot do that yet."),
    "record-act": Wording("record", "seat {seat} may not {act}: {why}"),
    "log": Wording("log", "{why}."),
    # not there
    "no-table": Wording("unknown", "There is no such table. Perhaps the link is incomplete."),
    "no-table-yet": Wording("unknown", "There is no table yet."),
    "unreadable-table": Wording("unknown", "The record of this table cannot be read."),
    "no-code": Wording("unknown", "No room can be joined with this code. Look at its six signs again."),
    "seat-lost": Wording("unknown", "This seat is not yours any more."),
    "wrong-host": Wording(
        "foreign",
        "This server is not known by that name. Name it in `public_url` or `origins` (docs/hosting.md).",
    ),
    "wrong-origin": Wording("foreign", "Pages of other sites may not talk to this server."),
    "token-needed": Wording("unknown", "Without an origin a token is needed."),
    "no-address": Wording("unknown", "There is nothing at this address."),
    "no-such-round": Wording("unknown", "There is no such round at this table."),
    "no-such-match": Wording("unknown", "There is no such match at this table."),
    "no-such-deal": Wording("unknown", "There is no such deal at this table."),
    "no-record": Wording("unknown", "This round cannot be written as a record: {why}."),
    # the server
    "version": Wording("version", "This page is of another version of Lastcard. Reload it."),
    "busy": Wording("busy", "The server is busy. Try again later."),
    "moving": Wording("busy", "The table is changing its server. Try again."),
    "stopping": Wording("busy", "The server is being stopped. Come back in a moment."),
    "most-tables": Wording("busy", "Too many tables are being played at. Try again later."),
    "table-away": Wording("busy", "The table is being put away. Try again."),
    "no-free-code": Wording("busy", "No code could be found for this room just now. Use the link."),
    "waits-already": Wording("busy", "Too much waits already: wait for the answers."),
    "act-waits": Wording("busy", "Your act before this one still waits for its decision."),
    "storage": Wording("storage", "The table could not do that just now. Try again."),
    "table-fault": Wording("fault", "The table could not do that just now. Try again."),
    "fault": Wording("fault", "The server could not do that. Try again."),
    "too-often": Wording("often", "That was too often. Wait a moment."),
    "many-tables": Wording("often", "Too many tables of your network are open. Come back to one of them."),
    "many-sockets": Wording("often", "Too many connections are open from your network. Close some."),
    # looking on
    "no-seat": Wording("spectator", "You have no seat at this table."),
    "other-window": Wording(
        "readonly", "This seat is played from another window. Take control to play here."
    ),
    "no-spectators": Wording("private", "This table takes no spectators."),
    "spectators-end": Wording("private", "This table takes no spectators any more."),
    "past-private": Wording(
        "private", "This table takes no spectators: what was played is for those who have or had a seat."
    ),
    "most-spectators": Wording("full", "Too many people look at this table already."),
    "most-windows": Wording("replaced", "This seat is looked at from too many windows; this was the oldest."),
    "left": Wording("left", "You have left this table, and it takes no spectators."),
    "left-full": Wording("full", "You have left this table, and too many people look on already."),
    "kicked": Wording("kicked", "The host has sent you away from this table."),
    "sent-away": Wording("banned", "The host has sent you away from this table."),
    # the room
    "ended": Wording("ended", "The match at this table is over."),
    "banned": Wording("banned", "The host of this table does not want you to come back."),
    "full": Wording("full", "No seat at this table is free."),
    "second-seat": Wording("taken", "You have a seat at this table already: seat {seat}."),
    "second-hand": Wording(
        "taken", "You know the cards of seat {seat}: take that seat again, or another one in the next round."
    ),
    "seat-missing": Wording("nobody", "This table has no seat {seat}."),
    "seat-empty": Wording("nobody", "No person sits on seat {seat}."),
    "seat-not-free": Wording("taken", "Seat {seat} cannot be had: somebody sits there, or has left it."),
    "nobody-stays": Wording(
        "nobody", "Nobody else sits here: without you the table ends, and there is nothing to watch."
    ),
    "seat-taken": Wording("taken", "{name} sits on seat {seat}."),
    "too-many-people": Wording("full", "{people} people, but the rules are for {players}.", "S1"),
    "no-host": Wording("host", "Only the host of this table can do that."),
    "for-host": Wording("host", "Only the host of this table can do that. That is {name}."),
    "match-on": Wording(
        "playing", "A match is being played: that can be done before one and after it.", "H9"
    ),
    "match-unfinished": Wording("illegal", "The match is not over yet."),
    "match-not-begun": Wording("illegal", "The match has not begun yet."),
    "round-unfinished": Wording("illegal", "The round is still being played."),
    "not-dealt": Wording("illegal", "The cards have not been dealt yet."),
    "kick-self": Wording("illegal", "You cannot send yourself away: leave instead."),
    "not-ready": Wording("ready", "Not everybody is ready yet: {names}.", "H9"),
    "seats-open": Wording(
        "open", "Some seats are open. Wait for people, put bots there, or make the table smaller."
    ),
    "stale": Wording("stale", "The table has moved on since: look again."),
    # races
    "catch-late": Wording("lost-race", "Somebody was quicker: that catch came too late.", "U5"),
    "call-late": Wording("lost-race", "Too late: the chance to call is over.", "U2"),
    "jump-late": Wording("lost-race", "Somebody was quicker: your card stays in your hand.", "V3"),
    "resting": Wording("resting", "You tried a moment ago: wait two seconds before the next catch.", "U5"),
    # talk
    "muted": Wording("muted", "The host of this table has taken the word from you."),
    "no-chat": Wording("chat", "At this table people do not write to each other."),
    "talks-much": Wording("often", "That was much at once. Wait a moment."),
    # deals and what was played
    "deal-over": Wording("stale", "Round {round} is not being dealt."),
    "deal-done": Wording("illegal", "The cards of round {round} have been dealt already."),
    "no-share": Wording("illegal", "This seat gets no cards in this round."),
    "share-given": Wording("illegal", "This seat has contributed to round {round} already."),
    "round-on": Wording("playing", "This round is still being played: its record comes after its end."),
    "first-round-on": Wording(
        "playing", "The first round is still being played: the record comes after its end."
    ),
}
_RACE: Final = "lost-race"
"""The reason of the rules that has a code of its own: somebody was quicker."""


@cache
def catalogue() -> Mapping[str, Wording]:
    """Every reason there is: of the rules with the code `illegal`, against rule sets `rules`, against records `record`."""
    of_play = {name: Wording(_RACE if name == _RACE else "illegal", text) for name, text in REASONS.items()}
    of_rules = {name: Wording("rules", f"{{where}}: {text}.") for name, text in RULES.items()}
    of_records = {name: Wording("record", text) for name, text in RECORD_ERRORS.items()}
    return of_play | of_rules | of_records | _OWN


def english(reason: str, params: Mapping[str, Param]) -> str:
    """The sentence for people who read English: seats count from 1 in it."""
    said = {name: ", ".join(value) if isinstance(value, list) else value for name, value in params.items()}
    return filled(catalogue()[reason].english, said, FIRST_SEAT)
