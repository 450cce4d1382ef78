"""`lastcard simulate`: plays random rounds, writes their records and prints statistics."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lastcard.cli import ExitCode
from lastcard.cli.rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from lastcard.record import Header, RecordEntry
    from lastcard.rules.actions import Action
    from lastcard.rules.events import Event
    from lastcard.rules.round import Round
    from lastcard.rules.ruleset import Ruleset

    Policy = Callable[[Round, Random], tuple[int, Action]]

MAX_ACTS: Final = 100_000
"""A longer round is broken off and counted as unfinished."""
ON_TURN_SHARE = 0.9
"""The probability that policy `any` chooses a seat that the round waits for, and that this seat acts in turn."""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "simulate",
        help="play random rounds",
        description="Plays random rounds by the reference rules. The same seed gives the same rounds. Policy R plays "
        "uniformly over its distinct legal actions, draws only when nothing fits, never bluffs or challenges and "
        "always says UNO; policy any takes any action that the rules allow. With --engine kernel the simulator plays "
        "policy R (lastcard.sim.play_rounds, the same rounds), and the rules replay what it played.",
    )
    parser.add_argument(
        "--rounds", type=positive_int, default=1000, metavar="N", help="number of rounds (default: 1000)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed (default: 0)")
    parser.add_argument("--edition", default="classic", metavar="E", help="the edition (default: classic)")
    parser.add_argument("--players", type=int, default=4, metavar="P", help="number of players (default: 4)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="OPTION=VALUE",
        help="an option that differs from the edition; see `lastcard rules`",
    )
    parser.add_argument(
        "--policy", choices=("R", "any"), default="R", help="how the players play (default: R)"
    )
    parser.add_argument(
        "--engine",
        choices=("rules", "kernel"),
        default="rules",
        help="what plays: the reference rules or the simulator's kernel (default: rules)",
    )
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help="write a record of each round into this folder"
    )
    parser.set_defaults(run=run)


def positive_int(word: str) -> int:
    """Parse a number from 1; ArgumentTypeError for anything else."""
    from lastcard.record.digits import parse_digits

    number = parse_digits(word, max_digits=11)
    if not number:
        raise argparse.ArgumentTypeError(f"a number from 1 is needed, not {word!r}")
    return number


@dataclass(slots=True)
class Tally:
    """Statistics of the rounds so far; seats are counted from the dealer's left."""

    players: int
    rounds: int = 0
    turns: int = 0
    decisions: int = 0
    draws: int = 0
    points: int = 0
    first_won: int = 0
    nobody: int = 0
    unfinished: int = 0
    won: Counter[int] = field(default_factory=Counter)

    def add(self, state: Round, dealer: int, first: int) -> None:
        """Count how a round ended."""
        self.rounds += 1
        if not state.over:
            self.unfinished += 1
        elif state.out is None:
            self.nobody += 1
        else:
            self.won[(state.out - dealer - 1) % self.players] += 1
            self.first_won += state.out == first

    def note(self, events: tuple[Event, ...]) -> None:
        """Count turns and points in the events."""
        from lastcard.rules import events as ev

        for event in events:
            if isinstance(event, ev.TurnBegan):
                self.turns += 1
            elif isinstance(event, ev.RoundEnded):
                self.points += sum(points for _, points in event.points)

    def lines(self) -> list[str]:
        """Return the summary."""
        played = max(self.rounds, 1)
        shares = " ".join(f"{self.won[seat] / played:.3f}" for seat in range(self.players))
        lines = [
            f"rounds                       {self.rounds}",
            f"turns a round                {self.turns / played:.1f}",
            f"decisions a round            {self.decisions / played:.1f}",
            f"draws a round                {self.draws / played:.1f}",
            f"points a round               {self.points / played:.1f}",
            f"first to act won             {self.first_won / played:.1%}",
            f"won, from the dealer's left  {shares}",
        ]
        if self.nobody:
            lines.append(f"nobody went out              {self.nobody}")
        if self.unfinished:
            lines.append(f"broken off after {MAX_ACTS} acts {self.unfinished}")
        return lines


def run(args: argparse.Namespace) -> int:
    """Play and report; 130 if interrupted, with everything so far written. RulesError for impossible rules."""
    from lastcard.rules.errors import RulesError

    rules = rules_of(args)
    if args.records is not None:
        args.records.mkdir(parents=True, exist_ok=True)
    if args.engine == "kernel" and args.policy != "R":
        raise RulesError("policy", "the kernel plays policy R")
    tally, progress = Tally(args.players), _Progress(args.rounds)
    code = ExitCode.SUCCESS
    try:
        for number in range(args.rounds):
            if args.engine == "kernel":
                header, entries = kernel_round(rules, args.seed, number, tally)
            else:
                header, entries = play(
                    rules, f"{args.seed}:{number}", number % args.players, args.policy, tally
                )
            if args.records is not None:
                width = max(5, len(str(args.rounds)))
                write(args.records / f"round-{number + 1:0{width}}.lastcard", header, entries)
            progress.show(number + 1)
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    progress.done()
    engine = ", kernel" if args.engine == "kernel" else ""
    print(f"{args.edition}, {args.players} players, policy {args.policy}, seed {args.seed}{engine}")
    print("\n".join(tally.lines()))
    return code


def play(
    rules: Ruleset, seed: str, dealer: int, policy: str, tally: Tally
) -> tuple[Header, list[RecordEntry]]:
    """Play one round, count it in the tally, and return its record."""
    from random import Random

    from lastcard.record import ActEntry, DealEntry, Header, RecordingShuffle
    from lastcard.rules.acts import decide
    from lastcard.rules.deal import begin
    from lastcard.rules.events import RoundBegan
    from lastcard.rules.evolve import evolve_all
    from lastcard.rules.legal import awaited

    random = Random(seed)  # noqa: S311 - nobody plays for this deal
    chance = RecordingShuffle(lambda cards: tuple(random.sample(cards, len(cards))))
    chooses: Policy = policy_r if policy == "R" else policy_any
    events = begin(rules, dealer, random.sample(rules.cards, len(rules.cards)), chance)
    dealt = events[0]
    assert isinstance(dealt, RoundBegan)  # noqa: S101 - the first event of `begin`
    hands = {seat: dealt.hands[seat] for seat in dealt.seats}
    entries: list[RecordEntry] = [DealEntry(hands, dealt.pile, chance.taken())]
    state = evolve_all(None, events)
    tally.note(events)
    first = awaited(state)[0]
    while not state.over and len(entries) <= MAX_ACTS:
        seat, action = chooses(state, random)
        events = decide(state, seat, action, chance)
        state = evolve_all(state, events)
        tally.note(events)
        _count_act(tally, action)
        entries.append(ActEntry(seat, action, chance.taken()))
    tally.add(state, dealer, first)
    return Header(rules, dealer), entries


def kernel_round(rules: Ruleset, seed: int, number: int, tally: Tally) -> tuple[Header, list[RecordEntry]]:
    """Let the kernel play a round, replay it by the rules, and return its record. RecordError if they disagree."""
    from lastcard.record import ActEntry, replay
    from lastcard.rules.legal import awaited
    from lastcard.sim.records import record_round

    record = record_round(rules, seed % (1 << 64), number)
    first: int | None = None
    state: Round | None = None
    for step in replay(record):
        state = step.round
        assert state is not None  # noqa: S101 - nobody leaves
        if first is None:
            first = (*awaited(state), -1)[0]
        tally.note(step.events)
        if isinstance(step.entry, ActEntry):
            _count_act(tally, step.entry.action)
    assert state is not None  # noqa: S101
    assert first is not None  # noqa: S101
    tally.add(state, record.header.dealer, first)
    return record.header, list(record.entries)


def _count_act(tally: Tally, action: Action) -> None:
    """Plays, draws and keeping count as decisions; answers and calls do not."""
    from lastcard.rules import actions as act

    tally.decisions += isinstance(action, act.Play | act.Jump | act.DrawCard | act.Pass)
    tally.draws += isinstance(action, act.DrawCard)


def policy_r(state: Round, random: Random) -> tuple[int, Action]:
    """Return the next seat and its action by policy R."""
    from lastcard.bots.policy_r import PolicyR
    from lastcard.rules.legal import awaited, legal_actions

    seat = awaited(state)[0]
    legal = legal_actions(state, seat)
    action = PolicyR(random).act(state, seat, legal)
    return seat, legal[0] if action is None else action


def policy_any(state: Round, random: Random) -> tuple[int, Action]:
    """Return the next seat and any legal action; actions out of turn are rarer, so that rounds progress."""
    from lastcard.rules import actions as act
    from lastcard.rules.legal import actors, awaited, legal_actions

    seat = random.choice(awaited(state) if random.random() < ON_TURN_SHARE else actors(state))
    legal = legal_actions(state, seat)
    aside = (act.SayUno, act.Catch, act.Report, act.Uphold, act.Dismiss)
    in_turn = [action for action in legal if not isinstance(action, aside)]
    if in_turn and random.random() < ON_TURN_SHARE:
        legal = tuple(in_turn)
    return seat, random.choice(legal)


def write(path: Path, header: Header, entries: list[RecordEntry]) -> None:
    """Write the record, all of it or nothing."""
    from lastcard.record import Record, write_record

    part = path.with_suffix(".part")
    part.write_text(write_record(Record(header, tuple(entries))), "utf-8")
    part.replace(path)


class _Progress:
    """Progress on standard error if it is a terminal."""

    def __init__(self, rounds: int) -> None:
        self._rounds = rounds
        self._shown = time.monotonic()
        self._watched = sys.stderr.isatty()

    def show(self, number: int) -> None:
        """Show it, at most five times a second."""
        now = time.monotonic()
        if self._watched and now - self._shown > 0.2:  # noqa: PLR2004
            self._shown = now
            print(f"\r{number} of {self._rounds} rounds", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        """Clear the line."""
        if self._watched:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
