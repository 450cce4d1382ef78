"""Runs conformance scenarios: builds a position, calls the public functions of the rules, compares.

It implements no rule itself. The format of scenarios is in `lastcard.record.scenario`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lastcard.match import new_match, record, round_result
from lastcard.record.scenario import Given, MatchRound, Scenario, ScenarioError, Step
from lastcard.rules.actions import (
    Action,
    Catch,
    Dismiss,
    Done,
    Failed,
    Jump,
    Play,
    Report,
    SayUno,
    Uphold,
)
from lastcard.rules.acts import decide
from lastcard.rules.cards import Card, Cards, Colour, Shuffle
from lastcard.rules.deal import begin
from lastcard.rules.errors import RulesError
from lastcard.rules.events import Event, RoundEnded
from lastcard.rules.evolve import evolve_all
from lastcard.rules.legal import legal_actions, why_illegal
from lastcard.rules.reasons import IllegalAction, sentence
from lastcard.rules.round import Hand, Hidden, Over, Round, Table, Turn
from lastcard.rules.ruleset import Ruleset, ruleset_from
from lastcard.rules.view import view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


class Mismatch(NamedTuple):
    """Something that a scenario expects, and what came instead."""

    expected: str
    got: str

    def __str__(self) -> str:
        """Both on one line."""
        return f"expected {self.expected}, got {self.got}"


@dataclass(slots=True)
class ScenarioRun:
    """A scenario in progress: the current round and, once it is over, its points."""

    round: Round
    shuffle: Shuffle
    points: dict[int, int] = field(default_factory=dict)

    def take(self, events: Iterable[Event]) -> None:
        """Apply these events."""
        events = tuple(events)
        self.round = evolve_all(self.round, events)
        for event in events:
            if isinstance(event, RoundEnded):
                self.points = dict(event.points)


def run_scenario(scenario: Scenario) -> list[Mismatch]:
    """Return what does not come out as the scenario says; empty if it passes.

    Any error inside the rules is a mismatch of this scenario. ScenarioError if its position is impossible, for instance a card
    named more often than the deck has it.
    """
    try:
        rules = ruleset_from(scenario.rules)
        if scenario.rounds is not None:
            return _match_failures(rules, scenario.rounds, scenario.then)
        return _round_failures(rules, scenario)
    except ScenarioError:
        raise
    except RulesError as error:
        return [Mismatch("rules that can be made", str(error))]
    except Exception as error:  # noqa: BLE001 - one scenario's crash must not hide the others
        return [Mismatch("no error", f"{type(error).__name__}: {error}")]


def seeded_shuffle(seed: str) -> Shuffle:
    """Return a shuffle that is determined by the seed."""
    random = Random(seed)  # noqa: S311 - nobody plays for this deal

    def shuffle(cards: Cards) -> Cards:
        mixed = list(cards)
        random.shuffle(mixed)
        return tuple(mixed)

    return shuffle


def _round_failures(rules: Ruleset, scenario: Scenario) -> list[Mismatch]:
    shuffle = seeded_shuffle(scenario.name)
    if scenario.given.turned is None:
        played = ScenarioRun(build_position(rules, scenario, shuffle), shuffle)
    else:
        played = _started(rules, scenario, shuffle)
    for number, step in enumerate(scenario.steps, 1):
        wrong = _take_step(played, step)
        if wrong is not None:
            return [Mismatch(f"step {number} ({step}) {wrong.expected}", wrong.got)]
    found = (_CHECKS[key](played, value) for key, value in scenario.then.items())
    return [mismatch for mismatches in found for mismatch in mismatches]


def _rest(rules: Ruleset, named: Iterable[Card], where: str) -> Cards:
    """The cards of the deck that are not named."""
    deck, used = Counter(rules.cards), Counter(named)
    for card in used - deck:
        raise ScenarioError(f"{where}: given: {card} is named {used[card]} times, the deck has {deck[card]}")
    return tuple((deck - used).elements())


def build_position(rules: Ruleset, scenario: Scenario, shuffle: Shuffle) -> Round:
    """Return a position in the middle of a round. The top card has just been played; by whom is not known."""
    given = scenario.given
    assert given.top is not None  # noqa: S101 - checked when read
    assert given.turn is not None  # noqa: S101
    named = [given.top, *given.pile, *given.discard, *(c for hand in given.hands.values() for c in hand)]
    rest = _rest(rules, named, scenario.where)
    table = Table(
        rules=rules,
        seats=tuple(sorted(given.hands)),
        dealer=given.dealer,
        phase=Turn(given.turn),
        direction=given.direction,
        top=given.top,
        colour=given.colour or given.top.colour,
        discard=given.discard,
        called=frozenset(given.called),
        jumpable=True,
    )
    hands = tuple(Hand(tuple(sorted(given.hands.get(seat, ())))) for seat in range(rules.players))
    return Round(table, hands, Hidden(given.pile if given.only else given.pile + shuffle(rest)))


def _started(rules: Ruleset, scenario: Scenario, shuffle: Shuffle) -> ScenarioRun:
    """The start of a round, from a deck in an order that deals what the scenario gives."""
    events = begin(rules, scenario.given.dealer, opening_order(rules, scenario, shuffle), shuffle)
    first, *others = events
    played = ScenarioRun(evolve_all(None, (first,)), shuffle)
    played.take(others)
    return played


def opening_order(rules: Ruleset, scenario: Scenario, shuffle: Shuffle) -> Cards:
    """Return the order of the deck that deals what the scenario gives.

    The deal goes one card at a time from the dealer's left; then come the card turned up and the pile. ScenarioError if a hand
    is given more cards than are dealt.
    """
    given: Given = scenario.given
    assert given.turned is not None  # noqa: S101 - checked when read
    named = [given.turned, *given.pile, *(card for hand in given.hands.values() for card in hand)]
    rest = list(shuffle(_rest(rules, named, scenario.where)))
    hands = {seat: list(given.hands.get(seat, ())) for seat in range(rules.players)}
    for seat, hand in hands.items():
        if len(hand) > rules.hand_size:
            raise ScenarioError(
                f"{scenario.where}: given.hands.{seat}: only {rules.hand_size} cards are dealt"
            )
        while len(hand) < rules.hand_size:
            hand.append(rest.pop())
    turns = [(given.dealer + 1 + i) % rules.players for i in range(rules.players)]
    dealt = [hands[seat][at] for at in range(rules.hand_size) for seat in turns]
    return (*dealt, given.turned, *given.pile, *rest)


def _take_step(played: ScenarioRun, step: Step) -> Mismatch | None:
    """Carry out the step, or check that it is refused; a refused step leaves the round unchanged."""
    before = played.round
    if step.action is None:
        return None
    reason = why_illegal(before, step.seat, step.action)
    try:
        events = decide(before, step.seat, step.action, played.shuffle)
    except IllegalAction as error:
        if not step.refused:
            return Mismatch("to be allowed", f"refused: {sentence(error.reason)}")
        return Mismatch("to be refused", "why_illegal says nothing against it") if reason is None else None
    if step.refused:
        return Mismatch("to be refused", "it was allowed")
    if reason is not None:
        return Mismatch("to be allowed", f"why_illegal says: {sentence(reason)}")
    played.take(events)
    return None


# The expectations: each check returns its mismatches.


def _compare(name: str, expected: object, got: object) -> list[Mismatch]:
    return [] if expected == got else [Mismatch(f"{name} {_show(expected)}", _show(got))]


def _show(value: object) -> str:
    """A value as it is written in scenarios."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_show(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_show(entry) for entry in value) + "]"
    return str(value).lower() if isinstance(value, bool | None) else str(value)


def _tokens(cards: Iterable[Card]) -> str:
    return " ".join(card.token for card in sorted(cards)) or '""'


def _hands(played: ScenarioRun, expected: Mapping[int, Cards]) -> list[Mismatch]:
    got = {seat: _tokens(played.round.hands[seat].cards) for seat in expected}
    return _compare("hands", {seat: _tokens(cards) for seat, cards in expected.items()}, got)


def _counts(played: ScenarioRun, expected: Mapping[int, int]) -> list[Mismatch]:
    return _compare("counts", expected, {seat: len(played.round.hands[seat].cards) for seat in expected})


def _deck(played: ScenarioRun, expected: int) -> list[Mismatch]:
    table, hands, hidden = played.round
    piles = len(hidden.pile) + len(table.discard) + (table.top is not None) + len(hidden.aside or ())
    return _compare("deck", expected, piles + sum(len(hand.cards) for hand in hands))


def _may(played: ScenarioRun, expected: Mapping[int, tuple[Action, ...]]) -> list[Mismatch]:
    return [
        Mismatch(f"{seat} may {action}", "it may not")
        for seat, actions in expected.items()
        for action in actions
        if not _allowed(played.round, seat, action)
    ]


def _may_not(played: ScenarioRun, expected: Mapping[int, tuple[Action, ...]]) -> list[Mismatch]:
    return [
        Mismatch(f"{seat} may not {action}", "it may")
        for seat, actions in expected.items()
        for action in actions
        if _allowed(played.round, seat, action)
    ]


def _allowed(round_: Round, seat: int, action: Action) -> bool:
    """Whether the action is allowed; a wild card without a colour matches any colour, and likewise for swaps."""
    if not _any_colour(action):
        return why_illegal(round_, seat, action) is None
    assert isinstance(action, Play)  # noqa: S101
    swaps = (action.swap,) if action.swap is not None else (None, *range(round_.rules.players))
    return any(
        why_illegal(round_, seat, replace(action, colour=colour, swap=swap)) is None
        for colour in Colour
        for swap in swaps
    )


def _any_colour(action: Action) -> bool:
    return isinstance(action, Play) and action.colour is None and action.cards[0].wild


_UNCOUNTED: Final = (SayUno, Catch, Jump, Report, Uphold, Dismiss, Done, Failed)
"""What `legal` does not list: calls, catches, jumps, reports and votes."""


def _legal(played: ScenarioRun, expected: Mapping[int, tuple[Action, ...]]) -> list[Mismatch]:
    mismatches = []
    for seat, actions in expected.items():
        got = {_without_uno(a) for a in legal_actions(played.round, seat)}
        counted = {a for a in got if not isinstance(a, _UNCOUNTED) or a in actions}
        wanted = _spelled_out({_without_uno(a) for a in actions}, counted)
        mismatches += _compare(f"legal of {seat}", *(sorted(map(str, side)) for side in (wanted, counted)))
    return mismatches


def _without_uno(action: Action) -> Action:
    return replace(action, uno=False) if isinstance(action, Play) else action


def _spelled_out(wanted: set[Action], counted: set[Action]) -> set[Action]:
    """A wild card without a colour becomes a play with each; without a swap, with each legal swap."""
    full: set[Action] = set()
    for action in wanted:
        if not isinstance(action, Play) or not _any_colour(action):
            full.add(action)
            continue
        same = [a for a in counted if isinstance(a, Play) and a.cards == action.cards]
        swaps = {a.swap for a in same} if action.swap is None else {action.swap}
        full |= {replace(action, colour=colour, swap=swap) for colour in Colour for swap in swaps or {None}}
    return full


def _seen(played: ScenarioRun, expected: Mapping[int, tuple[int, ...]]) -> list[Mismatch]:
    got = {
        seat: sorted({owner for owner, _ in view(played.round, seat).hands[seat].shown}) for seat in expected
    }
    return _compare("seen", {seat: sorted(owners) for seat, owners in expected.items()}, got)


def _points(played: ScenarioRun, expected: Mapping[int, int]) -> list[Mismatch]:
    return _compare("points", expected, {who: played.points.get(who) for who in expected})


def _top_is_not(played: ScenarioRun, card: Card) -> list[Mismatch]:
    top = played.round.table.top
    return [Mismatch(f"a top card other than {card}", str(top))] if top in (card, None) else []


_CHECKS: Final[Mapping[str, Callable[[ScenarioRun, Any], list[Mismatch]]]] = {
    "turn": lambda played, seat: _compare("turn", seat, played.round.turn),
    "top": lambda played, card: _compare("top", card, played.round.table.top),
    "colour": lambda played, colour: _compare("colour", colour, played.round.table.colour),
    "direction": lambda played, way: _compare("direction", way.value, played.round.table.direction.value),
    "hands": _hands,
    "counts": _counts,
    "pile": lambda played, count: _compare("pile", count, len(played.round.hidden.pile)),
    "deck": _deck,
    "may": _may,
    "may_not": _may_not,
    "legal": _legal,
    "seen": _seen,
    "over": lambda played, over: _compare("over", over, played.round.over),
    "out": lambda played, seat: _compare("out", seat, played.round.out),
    "points": _points,
    "top_is_not": _top_is_not,
}


def _match_failures(rules: Ruleset, rounds: Iterable[MatchRound], then: Mapping[str, Any]) -> list[Mismatch]:
    """Apply the results of the rounds to a match."""
    match = new_match(rules)
    for ended in rounds:
        table = Table(rules, match.seats, match.dealer, Over(ended.out))
        hands = tuple(Hand(ended.left.get(seat, ())) for seat in range(rules.players))
        match = record(match, round_result(Round(table, hands, Hidden())))
    scores = dict(match.scores)
    got = {
        "scores": {who: scores.get(who) for who in then.get("scores", ())},
        "winner": match.winner,
        "eliminated": match.eliminated,
        "next_dealer": match.dealer,
    }
    return [mismatch for key, value in then.items() for mismatch in _compare(key, value, got[key])]
