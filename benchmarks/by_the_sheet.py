"""UNO by the classic rule sheet and policy R, as simply as possible: checks the figures without importing Lastcard.

    python -m benchmarks.by_the_sheet --players 4 --rounds 4000
    python -m benchmarks.by_the_sheet --players 4 --rounds 4000 --draw-to-match

Calls and challenges are left out: policy R always calls and never challenges. Four thousand rounds take two seconds.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean, median, stdev
from typing import Final

WILD: Final = 4
SKIP, REVERSE, DRAW_TWO, PLAIN_WILD, DRAW_FOUR = 10, 11, 12, 13, 14
Card = tuple[int, int]
"""Colour and face."""
Play = tuple[Card, int]
"""A card and the colour in force after it."""
DECK: Final[tuple[Card, ...]] = (
    *((colour, face) for colour in range(4) for face in range(13) for _ in range(2 if face else 1)),
    *(((WILD, PLAIN_WILD), (WILD, DRAW_FOUR)) * 4),
)


def points(face: int) -> int:
    """The points of a card left in a hand."""
    if face < SKIP:
        return face
    return 50 if face >= PLAIN_WILD else 20


@dataclass
class Table:
    """A round in progress, and its statistics."""

    random: Random
    players: int
    dealer: int
    must_play: bool
    to_match: bool
    pile: list[Card] = field(default_factory=list)
    discards: list[Card] = field(default_factory=list)
    hands: list[list[Card]] = field(default_factory=list)
    top: Card = (0, 0)
    colour: int = 0
    way: int = 1
    seat: int = 0
    turns: int = 0
    decisions: int = 0
    draws: int = 0

    def deal(self) -> None:
        """Deal seven cards each, turn up a first card other than a Wild Draw Four, and apply its effect."""
        self.pile = list(DECK)
        self.random.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(7)] for _ in range(self.players)]
        while self.pile[-1][1] == DRAW_FOUR:
            self.random.shuffle(self.pile)
        self.top = self.pile.pop()
        self.colour = self.top[0] if self.top[0] != WILD else self.random.randrange(4)
        self.seat = self.next(self.dealer)
        if self.top[1] == REVERSE:
            self.way, self.seat = -1, self.dealer
        elif self.top[1] == DRAW_TWO:
            self.draw(self.seat, 2)
        if self.top[1] in {SKIP, DRAW_TWO}:
            self.seat = self.next(self.seat)

    def next(self, seat: int) -> int:
        """The seat after this one."""
        return (seat + self.way) % self.players

    def draw(self, seat: int, count: int) -> int:
        """Draw cards for the seat, shuffling the discards when the pile is used up; return how many there were."""
        for drawn in range(count):
            if not self.pile:
                self.pile, self.discards = self.discards, []
                self.random.shuffle(self.pile)
            if not self.pile:
                return drawn
            self.hands[seat].append(self.pile.pop())
        return count

    def plays(self, cards: Sequence[Card]) -> list[Play]:
        """The legal plays with these cards, a wild card once for each colour; a Wild Draw Four only without the colour in hand."""
        holds_colour = any(colour == self.colour for colour, _ in self.hands[self.seat])
        found: list[Play] = []
        for card in sorted(set(cards)):
            colour, face = card
            if colour != WILD and (colour == self.colour or face == self.top[1]):
                found.append((card, colour))
            elif face == PLAIN_WILD or (face == DRAW_FOUR and not holds_colour):
                found += [(card, called) for called in range(4)]
        return found

    def choose(self) -> Play | None:
        """A play from the hand, or with the card drawn, which may be kept."""
        self.turns += 1
        self.decisions += 1
        hand = self.hands[self.seat]
        found = self.plays(hand)
        if found:
            return self.random.choice(found)
        while self.draw(self.seat, 1):
            self.draws += 1
            found = self.plays(hand[-1:])
            if found or not self.to_match:
                break
        if not found:
            return None
        self.decisions += 1
        keep: list[Play | None] = [] if self.must_play else [None]
        return self.random.choice([*found, *keep])

    def lay(self, play: Play) -> bool:
        """Play the card and apply its effect; return whether the hand is empty."""
        card, self.colour = play
        face = card[1]
        self.hands[self.seat].remove(card)
        self.discards.append(self.top)
        self.top = card
        if face == REVERSE:
            self.way = -self.way
        victim = self.next(self.seat)
        self.draw(victim, {DRAW_TWO: 2, DRAW_FOUR: 4}.get(face, 0))
        if not self.hands[self.seat]:
            return True
        loses = face in {SKIP, DRAW_TWO, DRAW_FOUR} or (face == REVERSE and self.players == 2)  # noqa: PLR2004
        self.seat = self.next(victim) if loses else victim
        return False


def round_of(table: Table) -> dict[str, float]:
    """Play a round; return its figures."""
    table.deal()
    first = table.seat
    while True:
        play = table.choose()
        if play is None:
            table.seat = table.next(table.seat)
        elif table.lay(play):
            break
    return {
        "turns a round": table.turns,
        "decisions a round": table.decisions,
        "draws on one's turn": table.draws,
        "points a round": sum(points(face) for hand in table.hands for _, face in hand),
        "who acts first goes out": table.seat == first,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command: print a line for each figure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--players", type=int, default=4, choices=range(2, 11), metavar="2…10")
    parser.add_argument("--rounds", type=int, default=4000, help="two or more (4000)")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--must-play", action="store_true", help="a drawn card that fits is played")
    parser.add_argument("--draw-to-match", action="store_true", help="draw until a card fits")
    given = parser.parse_args(arguments)
    if given.rounds < 2:  # noqa: PLR2004 - one round has no interval
        parser.error(f"--rounds: two or more are needed, not {given.rounds}")
    random = Random(given.seed)
    rounds = [
        round_of(Table(random, given.players, i % given.players, given.must_play, given.draw_to_match))
        for i in range(given.rounds)
    ]
    for name in rounds[0]:
        column = [found[name] for found in rounds]
        margin = 1.96 * stdev(column) / given.rounds**0.5
        print(f"{name:26}{mean(column):9.3f} ± {margin:.3f}   median {median(column):g}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
