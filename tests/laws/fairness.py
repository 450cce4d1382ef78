"""Simulated races for UNO and for jumping in: who wins them by lag, by strategy, by feigned lag; no sockets, no waiting.

    python -m tests.laws.fairness --races 20000 --seed 1

People of the same quickness sit at one table with round trips from 20 to 400 ms. Each scene (who remembers the call
when, who notices when, when the next player acts) is played once with every one of these round trips on every chair,
so what differs between round trips is owed to them and not to luck.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from statistics import median
from typing import Final

from lastcard.rules import actions as act
from lastcard.rules.cards import parse_card
from lastcard.server.timing import lag, races
from lastcard.server.timing.lag import Lag
from lastcard.server.timing.races import Claim, ClaimVerdict, Races
from lastcard.server.timing.referee import MAX_HELD

ROUND_TRIPS: Final = (0.02, 0.1, 0.2, 0.3, 0.4)
"""Seconds; one for each chair."""
JITTER: Final = 0.1
"""How much a single way takes longer or shorter, as a share of it."""
OWNER: Final = 0
GRACE: Final = 1.0
BEFORE: Final = 40
"""The version with which the window opens; before it there were others."""


@dataclass(frozen=True)
class Scene:
    """What people do, each counted from when they see it; None: not at all.

    `reactions` of the owner is the call, of the others the catch; `act` is the next player's.
    """

    reactions: tuple[float | None, ...]
    act: float
    gap: float


def scene(random: Random, players: int) -> Scene:
    """Most owners remember, most others notice; quick and slow ones, as people are."""
    call = random.lognormvariate(math.log(0.8), 0.5) if random.random() < 0.7 else None
    others = (
        random.lognormvariate(math.log(0.65), 0.35) if random.random() < 0.85 else None
        for _ in range(players - 1)
    )
    return Scene((call, *others), random.uniform(0.3, 4.0), random.uniform(30.0, 90.0))


@dataclass(frozen=True)
class Sent:
    """Something that arrives at the server: after how long since the window opened, from whom, what, having seen what."""

    after: float
    seat: int
    action: act.Action
    seen: int = BEFORE
    proven: bool = True


@dataclass
class Court:
    """One table's races over time: the state machine that the server runs, without the server.

    `corrects` is off for the control: then whoever's message arrives first has won.
    """

    random: Random
    corrects: bool = True
    races: Races = field(default_factory=Races)
    lags: dict[int, Lag] = field(default_factory=dict)
    now: float = 0.0
    version: int = BEFORE - 1
    credits: dict[int, float] = field(default_factory=dict)

    def race(self, sent: Sequence[Sent], gap: float) -> int | None:
        """Seat 0 comes to owe UNO: who had it, the owner by calling or a catcher; None if nobody did in time."""
        self.now += gap
        start, queue = self.now, sorted(sent, key=lambda s: s.after)
        opened, self.version = False, BEFORE - 1
        while True:
            due = self.races.due if opened else None
            arrives = start + queue[0].after if queue else math.inf
            if not opened and arrives >= start:
                self._open(start)
                opened = True
            elif due is not None and due <= arrives:
                self.now = due
                won = self._decide(due)
                if won is not None or self.races.window(OWNER) is None:
                    return self._end(won)
            elif queue:
                self.now = max(self.now, arrives)
                if (won := self._arrive(queue.pop(0), arrives)) is not None:
                    return self._end(won)
            else:
                return self._end(None)

    def _open(self, now: float) -> None:
        self.version = BEFORE
        slowest = max((known.round_trip for known in self.lags.values()), default=0.0)
        self.races = races.opened(self.races, OWNER, BEFORE, now, GRACE, slowest if self.corrects else 0.0)
        if not self.corrects:
            self.races = Races(self.races.windows, caught=self.races.caught, collecting=0.0)

    def _arrive(self, sent: Sent, now: float) -> int | None:
        known = self.lags.get(sent.seat, Lag())
        credit = known.credit(now) if self.corrects else 0.0
        claim = Claim(
            sent.seat, sent.action, sent.seen, now, self.random.random(), BEFORE if sent.proven else 0
        )
        offered = races.offer(self.races, claim, self.version, credit)
        self.races = offered.races
        if offered.used:
            self.lags[sent.seat] = lag.spent(known, offered.used, now)
            self.credits[sent.seat] = self.credits.get(sent.seat, 0.0) + offered.used
        wins = offered.verdict is ClaimVerdict.NOW and sent.action == act.SayUno()
        return sent.seat if wins else None

    def _decide(self, now: float) -> int | None:
        settled = races.settle(self.races, now)
        self.races = settled.races
        for claim in settled.order:
            if isinstance(claim.action, act.SayUno | act.Catch):
                return claim.seat
            self.races = races.shut(self.races, OWNER, self.version + 1)
            return None
        return None

    def _end(self, won: int | None) -> int | None:
        closed = races.shut(self.races, OWNER, self.version + 1)
        self.races = Races(caught=closed.caught)
        return won


def measured(random: Random, round_trip: float) -> float:
    """Half the round trip as a server measures it: the median of five, each with its jitter."""
    return median(_way(random, round_trip) + _way(random, round_trip) for _ in range(5)) / 2


def _way(random: Random, round_trip: float) -> float:
    return round_trip / 2 * random.uniform(1 - JITTER, 1 + JITTER)


def honest(random: Random, seat: int, reaction: float | None, round_trip: float) -> list[Sent]:
    """Somebody sees the window and answers it once."""
    if reaction is None:
        return []
    action = act.SayUno() if seat == OWNER else act.Catch(OWNER)
    return [Sent(_way(random, round_trip) + reaction + _way(random, round_trip), seat, action)]


def next_act(random: Random, after: float, seat: int, round_trip: float) -> Sent:
    """The next player draws."""
    return Sent(_way(random, round_trip) + after + _way(random, round_trip), seat, act.DrawCard())


# What is measured: by lag.


@dataclass
class Share:
    """So many of so many."""

    won: int = 0
    of: int = 0

    @property
    def rate(self) -> float:
        """The share, in points of a hundred."""
        return 100 * self.won / self.of if self.of else 0.0

    @property
    def margin(self) -> float:
        """Half of the 95% interval around it."""
        share = self.won / self.of if self.of else 0.0
        return 196 * math.sqrt(share * (1 - share) / self.of) if self.of else 0.0

    def __str__(self) -> str:
        """`61.2 ± 0.4 %`."""
        return f"{self.rate:5.1f} ± {self.margin:.1f} %"


@dataclass
class ByLag:
    """How often calls and catches came off, by round trip."""

    calls: dict[float, Share]
    catches: dict[float, Share]

    @property
    def differences(self) -> tuple[float, float]:
        """Points between the luckiest and the unluckiest round trip, of calls and of catches."""
        return spread(self.calls), spread(self.catches)


def spread(found: dict[float, Share]) -> float:
    """Points between the luckiest and the unluckiest round trip."""
    rates = [share.rate for share in found.values()]
    return max(rates) - min(rates)


def by_lag(number: int, seed: int, *, corrects: bool = True) -> ByLag:
    """At least `number` races of five honest people with five round trips."""
    random = Random(seed)
    found = ByLag({rt: Share() for rt in ROUND_TRIPS}, {rt: Share() for rt in ROUND_TRIPS})
    chairs = len(ROUND_TRIPS)
    courts = [Court(random, corrects) for _ in range(chairs)]
    for _ in range(math.ceil(number / chairs)):
        played = scene(random, chairs)
        for turned, court in enumerate(courts):
            trips = [ROUND_TRIPS[(i + turned) % chairs] for i in range(chairs)]
            _count(found, played, trips, _play(court, played, trips))
    return found


def _play(court: Court, played: Scene, trips: Sequence[float]) -> int | None:
    random = court.random
    for seat, trip in enumerate(trips):
        court.lags[seat] = lag.measured(court.lags.get(seat, Lag()), measured(random, trip))
    sent = [s for seat, trip in enumerate(trips) for s in honest(random, seat, played.reactions[seat], trip)]
    return court.race([*sent, next_act(random, played.act, 1, trips[1])], played.gap)


def _count(found: ByLag, played: Scene, trips: Sequence[float], won: int | None) -> None:
    for seat, trip in enumerate(trips):
        if played.reactions[seat] is None:
            continue
        share = (found.calls if seat == OWNER else found.catches)[trip]
        share.of += 1
        share.won += won == seat or (seat == OWNER and won is None)


# What is measured: by strategy.

Strategy = Callable[[Random, float | None], list[Sent]]
CHEAT: Final = 1
"""The chair of whoever tries something."""
NEAR: Final = ROUND_TRIPS[0]
CATCH: Final = act.Catch(OWNER)


def waits(random: Random, reaction: float | None) -> list[Sent]:
    """The honest one: looks, then catches."""
    return honest(random, CHEAT, reaction, NEAR)


def ahead(random: Random, reaction: float | None) -> list[Sent]:
    """Catches shortly before it could be seen, on what was seen last, and again as soon as the cool-down is over."""
    first = random.uniform(-1.0, 0.1)
    again = max(first + races.REST, 0.0 if reaction is None else reaction)
    return [Sent(first, CHEAT, CATCH, BEFORE - 1, proven=False), Sent(again, CHEAT, CATCH)]


def spams(random: Random, reaction: float | None) -> list[Sent]:
    """Catches ten times a second, on whatever was seen last."""
    del reaction
    start = random.uniform(-3.1, -3.0)
    times = [start + i / 10 for i in range(60)]
    return [Sent(t, CHEAT, CATCH, BEFORE if t >= NEAR else BEFORE - 1, proven=t >= NEAR) for t in times]


def guesses(random: Random, reaction: float | None) -> list[Sent]:
    """Catches ten times a second on the version that the window will have, without looking: a program of their own."""
    del reaction
    start = random.uniform(-15.0, -5.0)
    times = [start + i / 10 for i in range(int(10 * (3.0 - start)))]
    return [Sent(t, CHEAT, CATCH, proven=False) for t in times]


def foresees(random: Random, reaction: float | None) -> list[Sent]:
    """Knows the very moment and the version, and is there at once; and, as a person, catches what there is to see."""
    return [Sent(0.001, CHEAT, CATCH, proven=False), *waits(random, reaction)]


STRATEGIES: Final[dict[str, Strategy]] = {
    "honest": waits,
    "press-ahead": ahead,
    "spamming": spams,
    "guessing": guesses,
    "foreseeing": foresees,
}


def by_strategy(number: int, seed: int, players: int = 4) -> dict[str, Share]:
    """How often a catch comes off for somebody near, among others as near and as quick, by what they try."""
    found = {}
    for name, strategy in STRATEGIES.items():
        random, share = Random(seed), Share()
        for _ in range(number):
            played = scene(random, players)
            court = Court(random)
            others = [
                s
                for seat in range(players)
                if seat != CHEAT
                for s in honest(random, seat, played.reactions[seat], NEAR)
            ]
            tried = strategy(random, played.reactions[CHEAT])
            act_ = next_act(random, played.act, players - 1, NEAR)
            share.of += 1
            share.won += court.race([*others, *tried, act_], played.gap) == CHEAT
        found[name] = share
    return found


# What is measured: by feigned lag.


@dataclass
class Feigned:
    """What somebody near gets by answering pings late: how often a catch comes off, and so much credit in that time."""

    share: Share
    credit: float
    seconds: float


def by_feigned(number: int, seed: int, gap: float, feigned: float, *, natural: bool = True) -> Feigned:
    """Catches of somebody 20 ms away who feigns `feigned` seconds of round trip, a race every `gap` seconds.

    `natural`: this person also plays cards, as quickly as they can, which shows that their lag cannot be so large.
    """
    random, share = Random(seed), Share()
    court = Court(random)
    for _ in range(number):
        played = scene(random, 4)
        for seat in range(4):
            trip = feigned if seat == CHEAT else NEAR
            court.lags[seat] = lag.measured(court.lags.get(seat, Lag()), trip / 2)
        if natural:
            delay = NEAR + random.lognormvariate(math.log(0.6), 0.4)
            court.lags[CHEAT] = lag.answered(court.lags[CHEAT], delay)
        _farm(court, played, gap, share)
    return Feigned(share, court.credits.get(CHEAT, 0.0), court.now)


def _farm(court: Court, played: Scene, gap: float, share: Share) -> None:
    """One race with the farmer."""
    random = court.random
    sent = [s for seat in range(4) for s in honest(random, seat, played.reactions[seat], NEAR)]
    won = court.race([*sent, next_act(random, played.act, 3, NEAR)], gap)
    if played.reactions[CHEAT] is not None:
        share.of += 1
        share.won += won == CHEAT


# What is measured: jumps.


@dataclass
class Leap:
    """One table's races to jump in, over time: who is first, a jump or the next player's act."""

    random: Random
    corrects: bool = True
    lags: dict[int, Lag] = field(default_factory=dict)
    now: float = 0.0

    def race(self, sent: Sequence[Sent], gap: float) -> int | None:
        """A card was played: who jumped in on it; None if the next player acted first, or nobody did anything."""
        self.now += gap
        start, due = self.now, None
        slowest = max((known.round_trip for known in self.lags.values()), default=0.0)
        found = races.opened(
            Races(), None, BEFORE, start, races.JUMP_WINDOW if self.corrects else 0.0, slowest
        )
        if not self.corrects:
            found = Races(found.windows, collecting=0.0)
        for message in sorted(sent, key=lambda s: s.after):
            arrives = start + message.after
            if message.after < 0:
                continue  # there is nothing to jump in on yet: the rules refuse it
            if (due := found.due) is not None and due <= arrives:
                break
            held = sum(claim.seat == message.seat for claim in found.claims)
            if held >= MAX_HELD:
                continue
            offered = self._offer(found, message, arrives)
            found = offered.races
            if offered.verdict is ClaimVerdict.NOW:
                return message.seat if isinstance(message.action, act.Jump) else None
        if found.due is None:
            return None
        self.now = found.due
        first = races.settle(found, found.due).order[0]
        return first.seat if isinstance(first.action, act.Jump) else None

    def _offer(self, found: Races, sent: Sent, arrives: float) -> races.Offered:
        known = self.lags.get(sent.seat, Lag())
        claim = Claim(
            sent.seat, sent.action, sent.seen, arrives, self.random.random(), BEFORE if sent.proven else 0
        )
        offered = races.offer(found, claim, BEFORE, known.credit(arrives) if self.corrects else 0.0)
        if offered.used:
            self.lags[sent.seat] = lag.spent(known, offered.used, arrives)
        return offered


JUMP: Final = act.Jump(parse_card("R7"))
NEXT: Final = 1
"""The chair of who is on turn after the play of chair 0; the chairs behind it may jump in."""
USUAL: Final = 0.1
"""The round trip of who is on turn, whose act counts when it arrives."""


def leap_scene(random: Random, jumpers: int) -> Scene:
    """Some of those who may jump hold the card and notice; the next player acts when they are ready."""
    jumps = (
        random.lognormvariate(math.log(0.8), 0.4) if random.random() < 0.4 else None for _ in range(jumpers)
    )
    ready = random.lognormvariate(math.log(1.5), 0.6)
    return Scene((None, None, *jumps), ready, random.uniform(30.0, 90.0))


def jumps_by_lag(number: int, seed: int, *, corrects: bool = True) -> dict[float, Share]:
    """How often a jump came off, by round trip: at least `number` plays at tables where five may jump."""
    random, jumpers = Random(seed), len(ROUND_TRIPS)
    found = {trip: Share() for trip in ROUND_TRIPS}
    tables = [Leap(random, corrects) for _ in range(jumpers)]
    for _ in range(math.ceil(number / jumpers)):
        played = leap_scene(random, jumpers)
        for turned, table in enumerate(tables):
            trips = [NEAR, USUAL, *(ROUND_TRIPS[(i + turned) % jumpers] for i in range(jumpers))]
            won = _leap(table, played, trips)
            for seat, trip in enumerate(trips):
                if played.reactions[seat] is not None:
                    found[trip].of += 1
                    found[trip].won += won == seat
    return found


def _leap(table: Leap, played: Scene, trips: Sequence[float]) -> int | None:
    """One play; all jumps are honest."""
    random = table.random
    for seat, trip in enumerate(trips):
        table.lags[seat] = lag.measured(table.lags.get(seat, Lag()), measured(random, trip))
    sent = [
        jump
        for seat, trip in enumerate(trips)
        for jump in honest_jump(random, seat, played.reactions[seat], trip)
    ]
    return table.race([*sent, next_act(random, played.act, NEXT, trips[NEXT])], played.gap)


def honest_jump(random: Random, seat: int, reaction: float | None, round_trip: float) -> list[Sent]:
    """Somebody sees the play and jumps once."""
    if reaction is None:
        return []
    return [Sent(_way(random, round_trip) + reaction + _way(random, round_trip), seat, JUMP)]


LEAPER: Final = 2
"""The chair of whoever tries something."""


def jump_waits(random: Random, reaction: float | None) -> list[Sent]:
    """The honest one: looks, then jumps."""
    return honest_jump(random, LEAPER, reaction, NEAR)


def jump_ahead(random: Random, reaction: float | None) -> list[Sent]:
    """Jumps shortly before there is anything to see, on what was seen last, and then looks."""
    first = Sent(random.uniform(-1.0, 0.1), LEAPER, JUMP, BEFORE - 1, proven=False)
    return [first, *jump_waits(random, reaction)]


def jump_spams(random: Random, reaction: float | None) -> list[Sent]:
    """Jumps ten times a second on what was seen last, as somebody does who does not look."""
    del reaction
    start = random.uniform(-3.1, -3.0)
    return [Sent(start + i / 10, LEAPER, JUMP, BEFORE - 1, proven=False) for i in range(60)]


def jump_guesses(random: Random, reaction: float | None) -> list[Sent]:
    """Jumps ten times a second on the version that the play will have, without looking: a program of their own."""
    del reaction
    start = random.uniform(-3.1, -3.0)
    return [Sent(start + i / 10, LEAPER, JUMP, proven=False) for i in range(60)]


def jump_foresees(random: Random, reaction: float | None) -> list[Sent]:
    """Knows the very moment and the version, and is there at once; and, as a person, jumps on what there is to see."""
    return [Sent(0.001, LEAPER, JUMP, proven=False), *jump_waits(random, reaction)]


JUMP_STRATEGIES: Final[dict[str, Strategy]] = {
    "honest": jump_waits,
    "press-ahead": jump_ahead,
    "spamming": jump_spams,
    "guessing": jump_guesses,
    "foreseeing": jump_foresees,
}


def jumps_by_strategy(number: int, seed: int, jumpers: int = 2) -> dict[str, Share]:
    """How often a jump comes off for somebody near who holds the card, among others as near and as quick, by what they try."""
    found = {}
    for name, strategy in JUMP_STRATEGIES.items():
        scenes, chance, share = Random(seed), Random(seed + 1), Share()
        for _ in range(number):
            played = leap_scene(scenes, jumpers)
            others = [
                jump
                for seat in range(LEAPER + 1, LEAPER + jumpers)
                for jump in honest_jump(chance, seat, played.reactions[seat], NEAR)
            ]
            reaction = scenes.lognormvariate(math.log(0.8), 0.4)
            tried = strategy(chance, reaction)
            sent = [*others, *tried, next_act(chance, played.act, NEXT, NEAR)]
            share.of += 1
            share.won += Leap(chance).race(sent, played.gap) == LEAPER
        found[name] = share
    return found


# The command.


def _print_lags(title: str, found: ByLag) -> None:
    print(title)
    for trip in ROUND_TRIPS:
        print(f"  {1000 * trip:4.0f} ms   calls {found.calls[trip]}   catches {found.catches[trip]}")
    calls, catches = found.differences
    print(f"  difference: calls {calls:.2f} points, catches {catches:.2f} points")


def _print_jumps(title: str, found: dict[float, Share]) -> None:
    print(title)
    for trip, share in found.items():
        print(f"  {1000 * trip:4.0f} ms   jumps {share}")
    print(f"  difference: {spread(found):.2f} points")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 1 if a difference is larger than two points."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.laws.fairness", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("--races", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    fair = by_lag(options.races, options.seed)
    _print_lags(f"{options.races} races, seed {options.seed}, by round trip:", fair)
    _print_lags("the same without correction (control):", by_lag(options.races, options.seed, corrects=False))
    for players in (4, 10):
        print(f"catches of one of {players} people 20 ms away, by strategy:")
        for name, share in by_strategy(options.races // 5, options.seed, players).items():
            print(f"  {name:12} {share}")
    leaps = jumps_by_lag(options.races, options.seed)
    _print_jumps(f"{options.races} plays on which people may jump in, by round trip:", leaps)
    _print_jumps(
        "the same without correction (control):", jumps_by_lag(options.races, options.seed, corrects=False)
    )
    for jumpers in (2, 4):
        print(f"jumps of one of {jumpers} people 20 ms away who may jump, by strategy:")
        for name, share in jumps_by_strategy(options.races // 5, options.seed, jumpers).items():
            print(f"  {name:12} {share}")
    print("catches of one of 4 people 20 ms away who answers pings late:")
    for gap, natural, feigned in product((60.0, 20.0, 5.0), (True, False), (NEAR, 0.5, 5.0)):
        found = by_feigned(options.races // 5, options.seed, gap, feigned, natural=natural)
        print(
            f"  a race every {gap:2.0f} s, {'playing on' if natural else 'only catching':13}, "
            f"feigned {1000 * feigned:4.0f} ms: {found.share}, "
            f"{60 * found.credit / found.seconds:.2f} s of credit a minute"
        )
    return int(max(*fair.differences, spread(leaps)) > 2)


if __name__ == "__main__":
    sys.exit(main())
