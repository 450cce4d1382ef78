"""What a log on disk must be, held against the ledgers of all who played: nothing lost, nothing twice, nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.proof.ledger import Counts, Player, Sent, hold
from tests.proof.reader import Log

Json = dict[str, Any]

TRACES: dict[str, tuple[tuple[str, str], ...]] = {
    "play": (("played", "seat"),),
    "jump": (("played", "seat"),),
    "draw": (("drew", "seat"),),
    "pass": (("kept", "seat"), ("passed", "seat")),
    "colour": (("colour-called", "seat"),),
    "challenge": (("challenged", "by"),),
    "accept": (("accepted", "seat"),),
    "uno": (("said-uno", "seat"),),
    "catch": (("caught", "by"), ("falsely-caught", "by")),
    "report": (("reported", "by"),),
    "uphold": (("report-voted", "seat"),),
    "dismiss": (("report-voted", "seat"),),
    "choose": (("chose", "seat"),),
    "discard": (("discarded", "seat"),),
    "give": (("gave", "seat"),),
}
"""What an action leaves in the log: kinds of events, and the field in which its seat stands."""

COUNTED = {
    "played": ("play", "jump"),
    "kept": ("pass",),
    "challenged": ("challenge",),
    "accepted": ("accept",),
    "reported": ("report",),
    "report-voted": ("uphold", "dismiss"),
    "chose": ("choose",),
    "gave": ("give",),
}
"""Events that nothing but these actions of their seat sets off: as many as there are commands carried out."""


def audit(log: Log, players: Iterable[Player], counts: Counts) -> None:
    """Hold the log of a table against the ledgers of its players; ProofBroken says what does not agree."""
    ledgers = {player.seat: player.ledger for player in players}
    for seat, ledger in ledgers.items():
        for sent in ledger.values():
            _one(log, seat, sent, counts)
    for seat, command in log.receipts:
        hold(
            seat not in ledgers or command in ledgers[seat],
            "what was carried out was asked for",
            seat,
            command,
        )
    acts = [
        v for (seat, command), v in log.receipts.items() if seat in ledgers and ledgers[seat][command].act
    ]
    hold(len(set(acts)) == len(acts), "no two acts led to one version", sorted(acts))
    _traces(log, ledgers)
    _counted(log, ledgers)


def _one(log: Log, seat: int, sent: Sent, counts: Counts) -> None:
    kept = log.receipts.get((seat, sent.id))
    if sent.acked is not None:
        hold(kept is not None, "what was acknowledged is in the log", seat, sent)
        hold(kept == sent.acked, "an acknowledged version is the version in the log", seat, sent, kept)
    elif sent.answered:
        hold(kept is None, "what was refused was not carried out", seat, sent, kept)
    else:
        counts.in_flight += 1
        counts.kept_unanswered += kept is not None


def _traces(log: Log, ledgers: Mapping[int, Mapping[str, Sent]]) -> None:
    """Between an act's version and that of the command before stands what the act asked for."""
    ends = sorted({0, *log.receipts.values()})
    before = dict(zip(ends[1:], ends, strict=False))
    for (seat, command), version in log.receipts.items():
        act = ledgers[seat][command].act if seat in ledgers else None
        if act is None:
            continue
        verb, *words = act.split()
        events = log.events[before[version] : version]
        found = [
            e for e in events for kind, field in TRACES.get(verb, ()) if e["t"] == kind and e[field] == seat
        ]
        hold(found or verb not in TRACES, "a command did what it asked for", seat, act, events)
        if verb in ("play", "jump"):
            hold(len(found) == 1, "one command, one play", seat, act, events)
            cards = found[0]["cards"].split()
            hold(words[: len(cards)] == cards, "the cards asked for were played", act, found)
            hold(found[0]["jump"] == (verb == "jump"), "as they were asked for", act, found)


def _counted(log: Log, ledgers: Mapping[int, Mapping[str, Sent]]) -> None:
    """Of every kind of act there are as many in the log as commands carried out: none was applied twice."""
    acts: Counter[tuple[str, int]] = Counter()
    for seat, command in log.receipts:
        act = ledgers[seat][command].act if seat in ledgers else None
        if act is not None:
            acts[act.split()[0], seat] += 1
    happened: Counter[tuple[str, int]] = Counter()
    for event in log.events:
        happened[event["t"], event.get("by" if event["t"] in ("challenged", "reported") else "seat", -1)] += 1
    for kind, verbs in COUNTED.items():
        for seat in ledgers:
            asked = sum(acts[verb, seat] for verb in verbs)
            hold(
                happened[kind, seat] == asked,
                "an act for each command",
                kind,
                seat,
                happened[kind, seat],
                asked,
            )
