"""The laws that hold for every round of every rule set, as functions that raise LawBroken."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeAlias

from lastcard.rules import events as ev
from lastcard.rules.actions import Action, parse_action
from lastcard.rules.acts import decide
from lastcard.rules.autopilot import default_action
from lastcard.rules.cards import UNSEEN, Card, Colour, parse_card
from lastcard.rules.encode import decode, encode
from lastcard.rules.evolve import evolve
from lastcard.rules.legal import actors, awaited, legal_actions, why_illegal
from lastcard.rules.reasons import PARAMS, REASONS, IllegalAction, Reason, fields_of, sentence
from lastcard.rules.round import Over, Round
from lastcard.rules.scoring import round_points
from lastcard.rules.view import seen_by, view
from tests.laws.walker.universe import universe

Views: TypeAlias = dict[int | None, Round]
"""What each seat sees, and under None a spectator."""

MAX_EVENTS = 4000
"""More events than this from one act would be a rule without an end."""


class LawBroken(AssertionError):  # noqa: N818
    """A law that did not hold; the text says which, and what was the case instead."""


def hold(condition: object, law: str, *found: object) -> None:
    """Raise LawBroken unless the condition is true."""
    if not condition:
        raise LawBroken(f"{law}: {'; '.join(map(str, found))}")


def views(round_: Round) -> Views:
    """What every seat of the table sees, in the round or not, and a spectator."""
    return {seat: view(round_, seat) for seat in (*range(len(round_.hands)), None)}


def whole(round_: Round) -> Counter[Card]:
    """How often each card lies anywhere."""
    count = Counter(round_.hidden.pile)
    count.update(round_.table.discard)
    for hand in round_.hands:
        count.update(hand.cards)
    if round_.table.top is not None:
        count[round_.table.top] += 1
    return count


def state_holds(round_: Round, deck: Counter[Card]) -> None:
    """Cards are conserved, each number and identity; what the state says of a seat agrees with its hand."""
    hold(whole(round_) == deck, "cards conserved", deck - whole(round_), whole(round_) - deck)
    table = round_.table
    for seat, hand in enumerate(round_.hands):
        hold(seat in table.seats or not hand.cards, "who is not in the round holds no card", seat, hand.cards)
        hold(hand.drawn is None or hand.drawn in hand.cards, "the drawn card is in its hand", seat, hand)
        fits = (
            len(hand.cards) <= 2
        )  # two when said in advance; none while a rule that takes the last is under way
        hold(seat not in table.called or fits, "a call stands for one card", seat, hand)
    hold(sum(hand.drawn is not None for hand in round_.hands) <= 1, "one card was just drawn", round_.hands)
    hold(table.called <= set(table.seats), "calls are of seats in the round", table.called)
    hold(table.losing <= set(table.seats), "lost turns are of seats in the round", table.losing)
    hold(round_.turn is None or round_.turn in table.seats, "the turn is in the round", table.phase)


def someone_can_act(round_: Round) -> None:
    """Until the round is over it waits for somebody, who can do something; the clock finds something too (V12)."""
    waited = awaited(round_)
    hold(
        bool(waited) != isinstance(round_.phase, Over),
        "the round waits for somebody until it is over",
        waited,
    )
    hold(set(waited) <= set(round_.table.seats), "those waited for are in the round", waited)
    for seat in waited:
        hold(legal_actions(round_, seat), "some act is possible", seat, round_.phase)
        action = default_action(round_, seat)
        reason = why_illegal(round_, seat, action)
        hold(reason is None, "what the clock takes for a seat is lawful", seat, action, reason)
    able = tuple(seat for seat in range(len(round_.hands)) if legal_actions(round_, seat))
    hold(actors(round_) == able, "actors are the seats with a lawful action", actors(round_), able)


def lists_hold(round_: Round, seat: int, known: set[Action]) -> tuple[Action, ...]:
    """The lawful actions of a seat: each once, none with a reason, printed as they parse, the same from its view."""
    legal = legal_actions(round_, seat)
    hold(len(set(legal)) == len(legal), "each lawful action is listed once", seat, legal)
    seen = view(round_, seat)
    hold(legal_actions(seen, seat) == legal, "a view lists what the round lists", seat, legal)
    for action in legal:
        hold(
            why_illegal(round_, seat, action) is None, "what is listed has no reason against it", seat, action
        )
        if action not in known:
            hold(parse_action(str(action)) == action, "an action parses as it prints", action)
            known.add(action)
    return legal


def list_is_exact(round_: Round, seat: int, chance: Random, strangers: int) -> None:
    """The list is exactly the actions without a reason, over all that anybody could think of; a view agrees."""
    legal, seen = set(legal_actions(round_, seat)), view(round_, seat)
    met, reasons = set(), set()
    for action in universe(round_, seat, chance, strangers):
        reason = why_illegal(round_, seat, action)
        hold((reason is None) == (action in legal), "the list is exact", seat, action, reason)
        if reason is None:
            met.add(action)
        elif reason not in reasons:
            reasons.add(reason)
            reason_holds(reason)
            hold(
                why_illegal(seen, seat, action) == reason,
                "a view refuses as the round does",
                seat,
                action,
                reason,
            )
    long_sets = {a for a in legal if len(getattr(a, "cards", ())) > 2}
    hold(legal - met <= long_sets, "every listed action can be thought of", legal - met)


def reason_holds(reason: Reason) -> None:
    """A reason has words and names a rule."""
    hold(
        sentence(reason).strip() and reason.rule[:1].isupper() and reason.rule[1:].isdigit(),
        "a reason speaks",
        reason,
    )
    params = dict(reason.params)
    hold(set(params) == set(fields_of(REASONS[reason.code])), "a reason has all its parameters", reason)
    for name, value in params.items():
        hold(_fits(PARAMS[name], value), "a parameter is of its kind", reason)


def _fits(kind: str, value: str | int) -> bool:
    """Whether a parameter of a reason is what its kind says."""
    if kind == "card":
        return isinstance(value, str) and str(parse_card(value)) == value
    if kind == "colour":
        return value in [str(colour) for colour in Colour]
    return isinstance(value, int) and value >= 0


def refusal_changes_nothing(round_: Round, seat: int, action: Action) -> None:
    """An action with a reason against it is refused with that very reason, and the round is as it was."""
    reason = why_illegal(round_, seat, action)
    before = bytes_of(round_)
    try:
        decide(round_, seat, action, _no_shuffle)
    except IllegalAction as error:
        hold(error.reason == reason, "the refusal gives the reason", action, error.reason, reason)
        hold(bytes_of(round_) == before, "a refused action changes nothing", action)
    else:
        raise LawBroken(f"an action with a reason against it is refused: {seat}: {action} ({reason})")


def _no_shuffle(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    raise LawBroken(f"a refused action asks for no chance: {len(cards)} cards were to be shuffled")


def commutes(before: Views | None, event: ev.Event, after: Round) -> Views:
    """Following what one sees of an event leads to what one sees of the state after it, for every seat and spectator.

    `before` is what each of them saw; what each sees now comes back.
    """
    now = views(after)
    for seat, seen in now.items():
        followed = evolve(before[seat] if before else None, seen_by(event, seat))
        if followed != seen:
            raise LawBroken(f"view and event commute: {seat}; {event}; {differing(followed, seen)}")
    return now


def differing(a: Round, b: Round) -> str:
    """Where two rounds differ, in words."""
    found = [f"{n}: {x} ≠ {y}" for n, x, y in zip(a.table._fields, a.table, b.table, strict=True) if x != y]
    found += [f"hand {i}: {x} ≠ {y}" for i, (x, y) in enumerate(zip(a.hands, b.hands, strict=True)) if x != y]
    return " | ".join(found + ([f"hidden: {a.hidden} ≠ {b.hidden}"] if a.hidden != b.hidden else []))


def event_holds(before: Round, event: ev.Event) -> None:
    """Drawn cards come from the top of the pile and keep to the limit (V11); points are those of the hands."""
    rules = before.rules
    if isinstance(event, ev.Drew):
        hold(event.cards == before.hidden.pile[: len(event.cards)], "cards are drawn from the top", event)
        had = len(before.hands[event.seat].cards)
        limit = rules.draw_limit
        hold(
            limit is None or had + len(event.cards) <= max(limit, had),
            "no hand is drawn over the limit",
            event,
            had,
        )
    if isinstance(event, ev.Reshuffled):
        hold(Counter(event.pile) == Counter(before.table.discard), "the discards are shuffled", event)
        hold(not before.hidden.pile, "only an empty pile is shuffled anew", before.hidden.pile)
    if isinstance(event, ev.RoundEnded):
        points = round_points(rules, before.table.seats, event.hands, event.out)
        hold(not event.scored or event.points == points, "points are those of the hands", event, points)
        hold(event.out is None or not event.hands[event.out], "who is out holds no card", event)


def events_hold(before: Round, events: Sequence[ev.Event]) -> Round:
    """Every event of an act keeps the laws; the round after them."""
    hold(0 < len(events) <= MAX_EVENTS, "an act has an end", len(events))
    seen = views(before)
    for event in events:
        event_holds(before, event)
        before = evolve(before, event)
        seen = commutes(seen, event, before)
    return before


def encodes(round_: Round, events: Iterable[ev.Event], actions: Iterable[Action]) -> None:
    """Rounds, views and events read back from their plain form, which is plain JSON."""
    for seat in (None, 0):
        _reads_back(view(round_, seat), Round)
    _reads_back(round_, Round)
    for event in events:
        _reads_back(event, ev.Event)
        _reads_back(seen_by(event, None), ev.Event)
    for action in actions:
        _reads_back(action, Action)


def _reads_back(value: object, kind: object) -> None:
    plain = encode(value)
    hold(decode(kind, json.loads(json.dumps(plain))) == value, "what is encoded reads back", plain)


def bytes_of(value: object) -> bytes:
    """The value as it would go over a wire."""
    return json.dumps(encode(value), ensure_ascii=False).encode()


def unseen_in(cards: Iterable[Card]) -> bool:
    """Whether any of the cards is one that may not be seen."""
    return any(card is UNSEEN for card in cards)
