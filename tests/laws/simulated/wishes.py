"""What people want: something lawful most of the time, now and then something that is not."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

from lastcard.server.decisions.requests import RoomRequest

Json = dict[str, Any]

WEIGHTS = {"play": 6.0, "draw": 1.0, "jump": 3.0, "report": 0.05, "catch": 0.7, "challenge": 1.5}
ASIDE = ("uno", "catch", "jump", "uphold", "dismiss")

WANTED = {field.name for field in fields(RoomRequest)}


def wish(state: Json, chance: Random, *, purpose: bool) -> Json | None:
    """What somebody who was told this state does next; with a `purpose` nothing that keeps the match from going on."""
    you = state["you"]
    if you is None:
        return None
    deal = contribution(state, chance)
    if deal is not None:
        return deal
    if not purpose and chance.random() < (0.3 if state["view"] is None else 0.1):
        return odd(state, chance)
    if state["view"] is None or state["view"]["table"]["phase"]["t"] == "over":
        return between(state, chance, purpose=purpose)
    return in_round(state, chance)


def in_round(state: Json, chance: Random) -> Json | None:
    """An action: one's own turn, or a call, catch, jump or vote beside it."""
    legal = state["legal"]
    if state["you"] in state["awaited"]:
        return {"t": "act", "action": action(legal, chance)} if legal else None
    if state["you"] in state.get("autopilot", ()):
        return {"t": "back"}
    aside = [a for a in legal if a.split()[0] in ASIDE]
    return {"t": "act", "action": action(aside, chance)} if aside and chance.random() < 0.5 else None


def action(legal: list[str], chance: Random) -> str:
    """One of the lawful actions: first a verb, then one of its kind."""
    verbs = list(dict.fromkeys(a.split()[0] for a in legal))
    verb = chance.choices(verbs, [WEIGHTS.get(v, 1.0) for v in verbs])[0]
    found = [a for a in legal if a.split()[0] == verb]
    said = [a for a in found if a.endswith(" uno")]
    return chance.choice(said if said and chance.random() < 0.6 else found)


def between(state: Json, chance: Random, *, purpose: bool) -> Json | None:
    """While no round is played: agree, start, go on, begin anew."""
    table, you = state["table"], state["you"]
    if not (purpose or chance.random() < 0.5):
        return None
    if table["match"] is not None and table["match"]["winner"] is None and table["state"] != "over":
        return {"t": "next"}
    if you not in table["ready"]:
        return {"t": "ready", "ready": True}
    if you != table["host"]:
        return None
    free = [seat["seat"] for seat in table["seats"] if seat["kind"] in ("open", "gone")]
    if free and not table["room"]["bots"]:
        return {"t": "bot", "seat": free[0], "on": True}
    return {"t": "start" if table["match"] is None else "rematch"}


def contribution(state: Json, chance: Random) -> Json | None:
    """One's share in the chance of a deal that waits for it; most people's pages send it at once, some never do."""
    deal, view = state.get("deal"), state["view"]
    dealt = view is not None and view["table"]["phase"]["t"] != "over"
    if deal is None or dealt or deal["secret"] is not None or chance.random() < 0.2:
        return None
    if state["you"] in [seat for seat, _ in deal["contributions"]]:
        return None
    return {"t": "contribute", "number": deal["number"], "value": chance.randbytes(16).hex()}


def odd(state: Json, chance: Random) -> Json:
    """Something else that a table knows, lawful or not."""
    seats = len(state["table"]["seats"])
    seat = chance.randrange(seats)
    host = state["you"] == state["table"]["host"]
    found: list[Json] = [
        {"t": "act", "action": chance.choice(("draw", "play R5", "pass", "accept", "catch 1"))},
        {"t": "next"},
        {"t": "rematch"},
        {"t": "start"},
        {"t": "ready", "ready": chance.random() < 0.5},
        {"t": "sit", "seat": seat},
        {"t": "say", "phrase": "hello"},
        {"t": "chat", "text": "Well played"},
        {"t": "back"},
    ]
    if host:
        found += [
            room_change(state, chance),
            {"t": "bot", "seat": seat, "on": chance.random() < 0.5},
            {"t": "mute", "seat": seat, "on": chance.random() < 0.5},
            {"t": "host", "seat": seat},
            {"t": "sit", "seat": seat, "who": chance.randrange(seats)},
            {"t": chance.choice(("kick", "kick", "ban")), "seat": seat},
        ]
    return chance.choice(found)


def room_change(state: Json, chance: Random) -> Json:
    """The room as it is, with something else in it (H9)."""
    table = state["table"]
    rules = {key: value for key, value in table["rules"].items() if key in WANTED}
    room = {key: value for key, value in table["room"].items() if key in WANTED}
    change: Json = chance.choice(
        (
            {"grace_ms": 500},
            {"chat": True},
            {"auto_uno": True},
            {"clock": 10},
            {"spectators": False},
            {"bots": True},
        )
    )
    return {"t": "room", **rules, **room, **change}
