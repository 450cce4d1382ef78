"""A second, small replayer of records, written from the rulebook alone: it shares no code with `lastcard`.

It believes that what was done was allowed and works out what followed: whose turn it is, who holds what, what
lies on top, what each round gives. It knows the three editions and the house rules, but no written rules and
nobody who leaves.

    python tests/rooms/record/second_replayer.py FILE…        prints the scores of each record
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

# What the editions print; everything that a record does not say is so.
PRINTED: dict[str, object] = {
    "scoring": "first-to",
    "target": 500,
    "dealer_draw": "numbers",
    "first_seat": None,
    "start_wild": "call",
    "start_reverse": "dealer",
    "start_skip": "after",
    "wild_draw_four": "bluff",
    "challenge_failed": 6,
    "uno_penalty": 2,
    "catch_window": "next_begins",
    "suggestion_penalty": 4,
    "blank_points": 20,
    "stacking": "none",
    "deflect": False,
    "seven_zero": False,
    "draw_to_match": False,
    "false_catch_penalty": 0,
    "last_card": "any",
    "hand_size": 7,
    "draw_limit": None,
}
EDITIONS: dict[str, dict[str, object]] = {
    "classic": {},
    "blanks-112": {
        "dealer_draw": "points",
        "start_wild": "redraw",
        "start_reverse": "right",
        "uno_penalty": 4,
    },
    "swap-112": {"catch_window": "next_done"},
}
PROOF = ("game", "number", "previous", "commitment", "contribution", "secret")  # what the deal was bound to
COLOURS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}


def wild(card):
    """Whether the card has no colour."""
    return card.startswith("W")


def face(card):
    """What is on the card, its colour aside."""
    return card if wild(card) else card[1:]


def points(card, blank):
    """P1, D6."""
    sign = face(card)
    if sign.isdigit():
        return int(sign)
    return {"*": blank, "W": 50, "W+4": 50}.get(sign, 40 if wild(card) else 20)


def value(text):
    """An option's value."""
    if text in ("on", "off"):
        return text == "on"
    return None if text == "none" else int(text) if text.isdigit() else text


class Match:
    """A match as its record tells it."""

    def __init__(self, text):
        self.lines = [
            tuple(part.strip() for part in line.partition(":")[::2])
            for line in text.splitlines()
            if line.strip() and not line.strip().startswith("#")
        ]
        assert self.lines.pop(0) == ("lastcard record 1", "")
        self.option: dict[str, Any] = dict(PRINTED)
        self.teams, drawn, self.dealer = [], [], 0
        while self.lines and self.lines[0][0] != "round":
            key, said = self.lines.pop(0)
            if key == "edition":
                self.option.update(EDITIONS[said])
            elif key == "players":
                self.players = int(said)
            elif key == "teams":
                self.teams = [[int(seat) for seat in team.split()] for team in said.split(",")]
            elif key.startswith("option "):
                self.option[key[7:]] = "none" if key == "option stacking" and said == "none" else value(said)
            elif key == "dealer":
                self.dealer = int(said)
            elif key == "draw":
                drawn.append([tuple(part.split()) for part in said.split(",")])
            else:
                assert key.split()[0] in ("name", "date"), key
        if drawn:
            self.dealer = self.drawn_dealer(drawn[-1])
        self.seats = list(range(self.players))
        self.scores = dict.fromkeys(range(len(self.teams)) if self.teams else self.seats, 0)

    def drawn_dealer(self, last):
        """S2: the highest of the last draw deals."""
        numbers = self.option["dealer_draw"] == "numbers"

        def worth(card):
            return (
                (int(face(card)) if face(card).isdigit() else -1)
                if numbers
                else points(card, self.option["blank_points"])
            )

        return max((worth(card), int(seat)) for seat, card in last)[1]

    def play(self):
        """Play the record; gives the round after each of its entries."""
        while self.lines:
            assert self.lines.pop(0) == ("round", "")
            while self.lines[0][0].split()[0] in PROOF:
                self.lines.pop(0)
            hands = {}
            while self.lines[0][0].startswith("hand "):
                key, said = self.lines.pop(0)
                hands[int(key[5:])] = said.split()
            key, said = self.lines.pop(0)
            assert key == "pile"
            assert sorted(hands) == self.seats
            round_ = Round(self, hands, said.split(), self.shuffles())
            yield round_
            while self.lines and self.lines[0][0] != "round":
                seat, said = self.lines.pop(0)
                round_.shuffled = self.shuffles()
                round_.act(int(seat), said)
                yield round_
                assert not round_.shuffled, "an order of chance is left over"
            if round_.over:
                self.count(round_)

    def shuffles(self):
        """The orders of chance that follow."""
        found = []
        while self.lines and self.lines[0][0] == "shuffled":
            found.append(self.lines.pop(0)[1].split())
        return found

    def count(self, round_):
        """P2 to P4: add up, and see who is out of the match; S5: pass the deal."""
        for who, gained in round_.points().items():
            self.scores[who] += gained
        if self.option["scoring"] == "elimination":
            below = [seat for seat in self.seats if self.scores[seat] < self.option["target"]]
            lowest = min(self.scores[seat] for seat in self.seats)
            self.seats = below or [seat for seat in self.seats if self.scores[seat] == lowest]
        self.dealer = next(
            seat for seat in ((self.dealer + i) % self.players for i in range(1, 99)) if seat in self.seats
        )


class Round:
    """A round: `hands` by seat, piles, and what it waits for in `phase`."""

    def __init__(self, match, hands, pile, shuffled):
        self.match, self.option, self.seats = match, match.option, list(match.seats)
        self.hands, self.pile, self.shuffled = hands, pile, shuffled
        self.deck = Counter(pile) + Counter(card for hand in hands.values() for card in hand)
        self.discard, self.top, self.colour = [], None, None
        self.way, self.turn, self.phase = 1, None, "turn"
        self.over, self.out = False, None
        self.drawn, self.debt, self.accused, self.held, self.before = None, 0, None, [], None
        self.called, self.owing, self.aging, self.passes = set(), set(), set(), 0
        self.report: tuple[int, int, list[bool]] = (0, 0, [])
        self.turn_up()

    # Who is next, what fits.

    def next(self, seat, steps=1):
        """The seat this many places on."""
        while steps:
            seat = (seat + self.way) % self.match.players
            steps -= seat in self.seats
        return seat

    def start_colour(self, card):
        """The colour that the card puts in force by itself."""
        return None if wild(card) else card[0]

    def fits(self, seat, card):
        """Whether a card just drawn can be played: T1, T2, T6, D6, W7 (it is never the last)."""
        if card == "W+4" and self.option["wild_draw_four"] == "strict":
            return all(self.start_colour(other) != self.colour for other in self.hands[seat])
        if wild(card) or card[0] == self.colour:
            return True
        return not wild(self.top) and face(card) == face(self.top)

    # The start.

    def turn_up(self):
        """S3 to S12."""
        never = ("W+4", "W") if self.option["start_wild"] == "redraw" else ("W+4",)
        while True:
            if all(card in never for card in self.pile):
                self.deal_again(self.shuffled.pop(0))
                continue
            if self.pile[0] not in never:
                break
            self.pile = self.shuffled.pop(0)
        self.top = self.pile.pop(0)
        self.colour = self.start_colour(self.top)
        dealer, first = self.match.dealer, self.option["first_seat"]
        if first is None or first not in self.seats:
            first = self.next(dealer if first is None else first)
        sign = face(self.top)
        self.turn = first
        if wild(self.top):
            self.phase = "colour"
        elif sign == "+2":
            self.draw(first, 2)
            self.turn = self.next(first)
        elif sign == "R":
            self.way = -1
            self.turn = dealer if self.option["start_reverse"] == "dealer" else self.next(dealer)
        elif sign == "S":
            self.turn = dealer if self.option["start_skip"] == "dealer" else self.next(first)

    def deal_again(self, order):
        """S6: one card at a time from the dealer's left."""
        self.hands = {seat: [] for seat in self.seats}
        for _ in range(self.option["hand_size"]):
            seat = self.match.dealer
            for _ in self.seats:
                seat = self.next(seat)
                self.hands[seat].append(order.pop(0))
        self.pile = order

    # Drawing.

    def draw_one(self, seat):
        """A card from the pile, if V11 and the piles allow one (T5)."""
        limit = self.option["draw_limit"]
        if limit is not None and len(self.hands[seat]) >= limit:
            return None
        if not self.pile and self.discard:
            order = self.shuffled.pop(0)
            assert Counter(order) == Counter(self.discard), "these are not the discards"
            self.pile, self.discard = order, []
        if not self.pile:
            return None
        card = self.pile.pop(0)
        self.hands[seat].append(card)
        self.called.discard(seat)
        self.owing.discard(seat)
        self.passes = 0
        return card

    def draw(self, seat, count):
        """Draw this many cards, or all there are."""
        for _ in range(count):
            if self.draw_one(seat) is None:
                break

    def draw_willingly(self, seat):
        """T3, T4, V5."""
        self.begin_turn(done=False)
        card = drawn = self.draw_one(seat)
        while card and self.option["draw_to_match"] and not self.fits(seat, card):
            card = self.draw_one(seat)
            drawn = card or drawn
        if drawn is None:
            self.passes += 1
        if drawn and self.fits(seat, drawn):
            self.phase, self.drawn = "drawn", drawn
            return
        self.end_draw(seat)
        if self.passes >= len(self.seats):
            self.finish(None)

    def end_draw(self, seat):
        """The turn passes after a draw."""
        self.phase, self.drawn = "turn", None
        self.owing -= self.aging
        self.turn = self.next(seat)

    # The catch window.

    def begin_turn(self, *, done):
        """U4: a voluntary play, draw or jump closes the window, with `next_done` when the turn has been taken."""
        if done or self.option["catch_window"] == "next_begins":
            self.owing.clear()
        else:
            self.aging = set(self.owing)

    def open_window(self, seats):
        """U1, U7: those left with one card who have not called it."""
        self.owing |= {seat for seat in seats if len(self.hands[seat]) == 1 and seat not in self.called}

    # What people do.

    def act(self, seat, said):
        """Carry out an action."""
        verb, *words = said.split()
        getattr(self, f"do_{verb}")(seat, words)

    def do_play(self, seat, words):
        """Play cards: T1, V9 and all that a card does."""
        words, uno, other, called = list(words), False, None, None
        if words[-1] == "uno":
            uno = bool(words.pop())
        if "swap" in words:
            other = int(words.pop())
            words.pop()
        if words[-1] in COLOURS:
            called = COLOURS[words.pop()]
        self.begin_turn(done=True)
        before, phase = self.colour, self.phase
        for card in words:
            self.hands[seat].remove(card)
        self.discard += [self.top, *words[:-1]]
        self.top = words[-1]
        self.colour = called or self.start_colour(self.top)
        self.passes, self.drawn = 0, None
        self.turn = seat
        if uno:
            self.called.add(seat)
        debt = self.debt if phase in ("owing", "answer") else 0
        self.phase, self.debt = "turn", 0
        self.open_window([seat])
        self.work(seat, face(self.top), other, debt, before)

    do_jump = do_play

    def work(self, seat, sign, other, debt, before):
        """What the card on top does: W1 to W8, N, V1, V2, V4, O1, O2."""
        last = not self.hands[seat]
        if sign in ("+2", "W+4"):
            debt += 2 if sign == "+2" else 4
            self.owe(self.next(seat), debt, last=last, four=sign == "W+4", accused=seat, before=before)
        elif debt:
            if sign == "R":
                self.way = -self.way
            steps = 2 if sign == "S" and len(self.seats) > 2 else 1
            self.owe(self.next(seat, steps), debt, last=last, four=False, accused=None, before=None)
        else:
            steps = 1
            if sign == "R":
                self.way = -self.way
                steps = 2 if len(self.seats) == 2 else 1
            elif sign == "S":
                steps = 2
            elif not last and other is not None:
                self.swap(seat, other)
            elif not last and sign == "0" and self.option["seven_zero"]:
                self.rotate()
            self.turn = self.next(seat, steps)
        if last:
            self.finish(seat)

    def owe(self, victim, debt, *, last, four, accused, before):
        """A debt: drawn at once, or waiting for an answer or another card."""
        if last:
            self.draw(victim, debt)
        elif four and self.option["wild_draw_four"] == "bluff":
            self.phase, self.turn, self.debt = "answer", victim, debt
            self.accused, self.held, self.before = accused, list(self.hands[accused]), before
        elif self.option["stacking"] != "none":
            self.phase, self.turn, self.debt = "owing", victim, debt
        else:
            self.draw(victim, debt)
            self.turn = self.next(victim)

    def swap(self, one, other):
        """W8, V4."""
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]
        self.moved([one, other])

    def rotate(self):
        """V4: all hands move one seat."""
        self.hands = {self.next(seat): self.hands[seat] for seat in self.seats}
        self.moved(self.seats)

    def moved(self, seats):
        """U6, U7: hands changed owner."""
        self.called -= set(seats)
        self.owing -= set(seats)
        self.open_window(seats)

    def do_draw(self, seat, _):
        """Draw of one's own will, or the debt."""
        if self.phase == "owing":
            self.pay(seat, seat, self.debt)
        else:
            self.draw_willingly(seat)

    def do_pass(self, seat, _):
        """Keep the card drawn."""
        self.end_draw(seat)

    def do_colour(self, seat, words):
        """S7, S11, S12: call a colour at the start."""
        self.colour, self.phase = COLOURS[words[0]], "turn"
        if len(words) > 1:
            self.swap(seat, int(words[2]))

    def pay(self, who, after, count):
        """Draw a debt; the turn of `after` is over."""
        self.phase, self.debt = "turn", 0
        self.draw(who, count)
        self.turn = self.next(after)

    def do_accept(self, seat, _):
        """W5."""
        self.pay(seat, seat, self.debt)

    def do_challenge(self, seat, _):
        """W6: guilt is in the hand as played from, against the colour before."""
        debt = self.debt
        if any(self.start_colour(card) == self.before for card in self.held):
            self.pay(self.accused, seat, debt)
            self.turn = seat
        else:
            self.pay(seat, seat, debt + self.option["challenge_failed"] - 4)

    def do_uno(self, seat, _):
        """U1, U2."""
        self.called.add(seat)
        self.owing.discard(seat)

    def do_catch(self, seat, words):
        """U5, V7."""
        other = int(words[0])
        if other in self.owing:
            self.owing.discard(other)
            self.draw(other, self.option["uno_penalty"])
        else:
            self.draw(seat, self.option["false_catch_penalty"])
        self.look_again()

    def do_report(self, seat, words):
        """X1."""
        self.report = (seat, int(words[0]), [])  # accuser, accused, votes

    def do_uphold(self, _seat, _words):
        """X1."""
        self.vote(upheld=True)

    def do_dismiss(self, _seat, _words):
        """X1."""
        self.vote(upheld=False)

    def vote(self, *, upheld):
        """X1: settled as soon as the majority is certain; without one nothing happens."""
        _, accused, votes = self.report
        votes.append(upheld)
        judges = len(self.seats) - 2
        if votes.count(True) * 2 > judges:
            self.draw(accused, self.option["suggestion_penalty"])
            self.look_again()

    def look_again(self):
        """Penalty cards may make a drawn Wild Draw Four unlawful where that is refused (W7)."""
        if self.phase == "drawn" and not self.fits(self.turn, self.drawn):
            self.end_draw(self.turn)

    def finish(self, out):
        """O1."""
        self.over, self.out, self.phase, self.turn = True, out, "over", None
        everywhere = [
            self.top,
            *self.pile,
            *self.discard,
            *(card for hand in self.hands.values() for card in hand),
        ]
        assert Counter(everywhere) == self.deck, "cards are conserved"

    def points(self):
        """P1 to P4, M1, M4."""
        worth = {
            s: sum(points(card, self.option["blank_points"]) for card in self.hands[s]) for s in self.seats
        }
        if self.option["scoring"] != "first-to":
            return worth
        side = next((team for team in self.match.teams if self.out in team), [self.out])
        won = sum(worth[seat] for seat in self.seats if seat not in side) if self.out is not None else 0
        if self.match.teams:
            return {at: won if team == side else 0 for at, team in enumerate(self.match.teams)}
        return {seat: won if seat == self.out else 0 for seat in self.seats}


def main(names):
    """Print the scores of each record."""
    for name in names:
        match = Match(Path(name).read_text("utf-8"))
        for _ in match.play():
            pass
        print(f"{name}: {match.scores}")


if __name__ == "__main__":
    main(sys.argv[1:])
