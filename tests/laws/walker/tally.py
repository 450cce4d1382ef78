"""What a walk has met: phases, actions, events, options, effects; and what it never met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import get_args

from lastcard.rules import actions, effects, events
from lastcard.rules.round import Answering, Opening, Over, Owing, Phase, Round
from lastcard.rules.ruleset import EDITIONS, OPTIONS, Ruleset, option_data


@dataclass
class Tally:
    """Counts of everything met, by (sort, name), and of steps, rounds, matches and kept pairs."""

    steps: int = 0
    rounds: int = 0
    matches: int = 0
    met: Counter[tuple[str, str]] = field(default_factory=Counter)

    def note(self, sort: str, name: object) -> None:
        """Count one that was met."""
        self.met[sort, str(name)] += 1

    def note_rules(self, rules: Ruleset) -> None:
        """Count the edition, the number of players, what the options are and the effects written."""
        self.note("edition", rules.edition)
        self.note("players", rules.players)
        for name in OPTIONS:
            value = option_data(getattr(rules, name))
            self.note(
                "option", f"{name} {_said(value)}" if _finite(name) else f"{name} {'set' * bool(value)}"
            )
        self.note("teams", bool(rules.teams))
        for _, written in rules.written:
            self.note("when", written.when.value)
            for effect in _all_effects(written.effects):
                self.note("effect", type(effect).__name__)

    def note_play(self, round_: Round, play: actions.Play | actions.Jump) -> None:
        """Count the ways of playing a card that have rules of their own."""
        self.met["manner", "with uno"] += play.uno
        self.met["manner", "with swap"] += play.swap is not None
        if isinstance(play, actions.Play):
            answers = isinstance(round_.phase, Answering | Owing)
            draws = play.cards[0] in round_.rules.debts
            self.met["manner", "several"] += len(play.cards) > 1
            self.met["manner", "stacked"] += answers and draws
            self.met["manner", "deflected"] += answers and not draws

    def note_end(self, event: events.RoundEnded) -> None:
        """Count how a round ended."""
        self.note("ending", "unscored" if not event.scored else "nobody out" if event.out is None else "out")

    def add(self, other: Tally) -> None:
        """Count all that another has counted."""
        self.steps += other.steps
        self.rounds += other.rounds
        self.matches += other.matches
        self.met.update(other.met)

    def missing(self, *sorts: str) -> list[str]:
        """What should have been met and never was: of these sorts, or of all."""
        return [
            f"{sort} {name}"
            for sort, name in EXPECTED
            if self.met[sort, name] == 0 and (not sorts or sort in sorts)
        ]

    def __str__(self) -> str:
        """A few lines: counts of phases, actions and events, and of what is kept in pairs."""
        lines = [f"{self.steps} steps, {self.rounds} rounds, {self.matches} matches"]
        for sort in (
            "edition",
            "phase",
            "action",
            "event",
            "effect",
            "manner",
            "ending",
            "left",
            "refused",
            "law",
            "pairs",
            "dropped",
        ):
            found = sorted(((n, name) for (s, name), n in self.met.items() if s == sort), reverse=True)
            if found:
                lines.append(f"{sort}: " + ", ".join(f"{name} {n}" for n, name in found))
        return "\n".join(lines)


def _said(value: object) -> str:
    return str(value).lower()


def _finite(name: str) -> bool:
    return isinstance(OPTIONS[name].default, bool | Enum)


def _all_effects(found: tuple[effects.Effect, ...]) -> Iterator[effects.Effect]:
    for effect in found:
        yield effect
        if isinstance(effect, effects.Dare):
            yield from _all_effects(effect.otherwise)
        if isinstance(effect, effects.Charade):
            yield from _all_effects(effect.winner)


def _options() -> Iterator[tuple[str, str]]:
    for name, option in OPTIONS.items():
        if isinstance(option.default, bool):
            values = ["false", "true"]
        elif isinstance(option.default, Enum):
            values = [str(member.value) for member in type(option.default)]
        else:
            values = ["set"]
        yield from (("option", f"{name} {value}") for value in values)


def _names(union: object, *but: type) -> list[str]:
    return [kind.__name__ for kind in get_args(union) if kind not in but]


EXPECTED = [
    *(("edition", name) for name in EDITIONS),
    *(("players", str(n)) for n in (2, 3, 4, 5, 6, 7, 8, 10)),
    *(("teams", str(there)) for there in (False, True)),
    *(("when", when.value) for when in effects.When),
    *(("phase", name) for name in _names(Phase, Opening)),
    *(("action", name) for name in _names(actions.Action)),
    *(("event", name) for name in _names(events.Event)),
    *(("effect", name) for name in _names(effects.Effect, effects.Owe)),
    *(("manner", name) for name in ("with uno", "with swap", "several", "stacked", "deflected")),
    *(("ending", name) for name in ("out", "nobody out", "unscored")),
    *(("left", name) for name in _names(Phase, Opening, Over)),
    *_options(),
]
"""All that a long walk must meet; what one may see only by chance in a short one is among it too."""
