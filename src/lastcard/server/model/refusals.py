"""All reasons for which the server refuses something: a word for programs each, and its sentence in English.

With a reason go its parameters, so that a client can say it in the language of whoever reads it; the sentence here is
for clients that cannot. The reasons of the rules (`rules/data/words/en.toml`) and of records (`record/faults.py`) are among them. It needs the standard
library alone, since a page without a server says the same (`solo`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from lastcard.record.faults import FAULTS
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
class Said:
    """What is said for a reason: its coarse `code`, the sentence with the names of parameters in braces, the rulebook id."""

    code: str
    english: str
    rule: str | None = None

    @property
    def params(self) -> tuple[str, ...]:
        """The parameters that always go with it."""
        return fields_of(self.english)


_OWN: Final[dict[str, Said]] = {
    # not understood
    "unfit": Said("bad", "{place}: {why}."),
    "bad-notation": Said("bad", "{why}."),
    "not-json": Said("bad", "The body must be JSON (Content-Type: application/json)."),
    "too-large": Said("large", "That is too large."),
    "binary-frame": Said("bad", "Messages are text frames, not binary ones."),
    "second-hello": Said("bad", "The hello was said already."),
    "hello-first": Said("bad", "The first message is a hello."),
    "needs-server": Said("bad", "{act}: that takes a server."),
    "unknown-act": Said("bad", "{act}: this server cannot do that yet."),
    "record-act": Said("record", "seat {seat} may not {act}: {why}"),
    "log": Said("log", "{why}."),
    # not there
    "no-table": Said("unknown", "There is no such table. Perhaps the link is incomplete."),
    "no-table-yet": Said("unknown", "There is no table yet."),
    "unreadable-table": Said("unknown", "The record of this table cannot be read."),
    "no-code": Said("unknown", "No room can be joined with this code. Look at its six signs again."),
    "seat-lost": Said("unknown", "This seat is not yours any more."),
    "wrong-host": Said(
        "foreign",
        "This server is not known by that name. Name it in `public_url` or `origins` (docs/hosting.md).",
    ),
    "wrong-origin": Said("foreign", "Pages of other sites may not talk to this server."),
    "token-needed": Said("unknown", "Without an origin a token is needed."),
    "no-address": Said("unknown", "There is nothing at this address."),
    "no-such-round": Said("unknown", "There is no such round at this table."),
    "no-such-match": Said("unknown", "There is no such match at this table."),
    "no-such-deal": Said("unknown", "There is no such deal at this table."),
    "no-record": Said("unknown", "This round cannot be written as a record: {why}."),
    # the server
    "version": Said("version", "This page is of another version of Lastcard. Reload it."),
    "busy": Said("busy", "The server is busy. Try again later."),
    "moving": Said("busy", "The table is changing its server. Try again."),
    "stopping": Said("busy", "The server is being stopped. Come back in a moment."),
    "most-tables": Said("busy", "Too many tables are being played at. Try again later."),
    "table-away": Said("busy", "The table is being put away. Try again."),
    "no-free-code": Said("busy", "No code could be found for this room just now. Use the link."),
    "waits-already": Said("busy", "Too much waits already: wait for the answers."),
    "act-waits": Said("busy", "Your act before this one still waits for its decision."),
    "storage": Said("storage", "The table could not do that just now. Try again."),
    "table-fault": Said("fault", "The table could not do that just now. Try again."),
    "fault": Said("fault", "The server could not do that. Try again."),
    "too-often": Said("often", "That was too often. Wait a moment."),
    "many-tables": Said("often", "Too many tables of your network are open. Come back to one of them."),
    "many-sockets": Said("often", "Too many connections are open from your network. Close some."),
    # looking on
    "no-seat": Said("spectator", "You have no seat at this table."),
    "other-window": Said("readonly", "This seat is played from another window. Take control to play here."),
    "no-spectators": Said("private", "This table takes no spectators."),
    "spectators-end": Said("private", "This table takes no spectators any more."),
    "past-private": Said(
        "private", "This table takes no spectators: what was played is for those who have or had a seat."
    ),
    "most-spectators": Said("full", "Too many people look at this table already."),
    "most-windows": Said("replaced", "This seat is looked at from too many windows; this was the oldest."),
    "left": Said("left", "You have left this table, and it takes no spectators."),
    "left-full": Said("full", "You have left this table, and too many people look on already."),
    "kicked": Said("kicked", "The host has sent you away from this table."),
    "sent-away": Said("banned", "The host has sent you away from this table."),
    # the room
    "ended": Said("ended", "The match at this table is over."),
    "banned": Said("banned", "The host of this table does not want you to come back."),
    "full": Said("full", "No seat at this table is free."),
    "second-seat": Said("taken", "You have a seat at this table already: seat {seat}."),
    "second-hand": Said(
        "taken", "You know the cards of seat {seat}: take that seat again, or another one in the next round."
    ),
    "seat-missing": Said("nobody", "This table has no seat {seat}."),
    "seat-empty": Said("nobody", "No person sits on seat {seat}."),
    "seat-not-free": Said("taken", "Seat {seat} cannot be had: somebody sits there, or has left it."),
    "nobody-stays": Said(
        "nobody", "Nobody else sits here: without you the table ends, and there is nothing to watch."
    ),
    "seat-taken": Said("taken", "{name} sits on seat {seat}."),
    "too-many-people": Said("full", "{people} people, but the rules are for {players}.", "S1"),
    "no-host": Said("host", "Only the host of this table can do that."),
    "for-host": Said("host", "Only the host of this table can do that. That is {name}."),
    "match-on": Said("playing", "A match is being played: that can be done before one and after it.", "H9"),
    "match-unfinished": Said("illegal", "The match is not over yet."),
    "match-not-begun": Said("illegal", "The match has not begun yet."),
    "round-unfinished": Said("illegal", "The round is still being played."),
    "not-dealt": Said("illegal", "The cards have not been dealt yet."),
    "kick-self": Said("illegal", "You cannot send yourself away: leave instead."),
    "not-ready": Said("ready", "Not everybody is ready yet: {names}.", "H9"),
    "seats-open": Said(
        "open", "Some seats are open. Wait for people, put bots there, or make the table smaller."
    ),
    "stale": Said("stale", "The table has moved on since: look again."),
    # races
    "catch-late": Said("lost-race", "Somebody was quicker: that catch came too late.", "U5"),
    "call-late": Said("lost-race", "Too late: the chance to call is over.", "U2"),
    "jump-late": Said("lost-race", "Somebody was quicker: your card stays in your hand.", "V3"),
    "resting": Said("resting", "You tried a moment ago: wait two seconds before the next catch.", "U5"),
    # talk
    "muted": Said("muted", "The host of this table has taken the word from you."),
    "no-chat": Said("chat", "At this table people do not write to each other."),
    "talks-much": Said("often", "That was much at once. Wait a moment."),
    # deals and what was played
    "deal-over": Said("stale", "Round {round} is not being dealt."),
    "deal-done": Said("illegal", "The cards of round {round} have been dealt already."),
    "no-share": Said("illegal", "This seat gets no cards in this round."),
    "share-given": Said("illegal", "This seat has contributed to round {round} already."),
    "round-on": Said("playing", "This round is still being played: its record comes after its end."),
    "first-round-on": Said(
        "playing", "The first round is still being played: the record comes after its end."
    ),
}
_RACE: Final = "lost-race"
"""The reason of the rules that has a code of its own: somebody was quicker."""


@cache
def catalogue() -> Mapping[str, Said]:
    """Every reason there is: of the rules with the code `illegal`, against rule sets `rules`, against records `record`."""
    of_play = {name: Said(_RACE if name == _RACE else "illegal", text) for name, text in REASONS.items()}
    of_rules = {name: Said("rules", f"{{where}}: {text}.") for name, text in RULES.items()}
    of_records = {name: Said("record", text) for name, text in FAULTS.items()}
    return of_play | of_rules | of_records | _OWN


def english(reason: str, params: Mapping[str, Param]) -> str:
    """The sentence for people who read English: seats count from 1 in it."""
    said = {name: ", ".join(value) if isinstance(value, list) else value for name, value in params.items()}
    return filled(catalogue()[reason].english, said, FIRST_SEAT)
