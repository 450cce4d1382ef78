"""The course of one act: events are gathered, each on the round that the earlier ones led to.

Effects are carried out from an agenda of tasks. Where people must act in the middle (a dare, a colour, a choice)
the rest of the agenda waits in the phase that asks for it. Each catch, report or draw in between comes back to the
phase in which it fell: a catch window, an answer and a vote are independent of each other, and none of them waits
for another (docs/architecture.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from lastcard.rules import events as ev
from lastcard.rules.cards import Card, Shuffle
from lastcard.rules.effects import (
    Call,
    Charade,
    Dare,
    Discard,
    Draw,
    Effect,
    Give,
    Owe,
    Reverse,
    Rotate,
    Show,
    Skip,
    Swap,
    Way,
    When,
    Who,
)
from lastcard.rules.evolve import evolve
from lastcard.rules.options import CatchWindow
from lastcard.rules.picking import meant, pickable
from lastcard.rules.playable import against_card
from lastcard.rules.round import (
    Acting,
    AfterDrawing,
    Agenda,
    Answering,
    BeginTurn,
    Calling,
    Carry,
    Choosing,
    Direction,
    Drawn,
    EndTurn,
    Finish,
    Judging,
    Over,
    Owing,
    Phase,
    Picking,
    Resume,
    Round,
    Run,
    Task,
    Turn,
    waiting_agenda,
)
from lastcard.rules.scoring import round_points
from lastcard.rules.votes import dare_failed

MOST_STEPS = 200
"""How many steps one act may set off, printed effects included, before the rest is cut short (H8)."""


class Course:
    """Gathers the events of one act; `round` is where they have led so far."""

    def __init__(self, state: Round, shuffle: Shuffle) -> None:
        self.round = state
        self.events: list[ev.Event] = []
        self.shuffle = shuffle
        self.steps = 0
        self.out: int | None = None  # who has gone out already, while the last card is drawn for (O2)

    def emit(self, event: ev.Event) -> None:
        """Add the event and write it down."""
        self.events.append(event)
        self.round = evolve(self.round, event)

    # Drawing.

    def draw(self, seat: int, count: int, why: ev.Why, *, chained: bool = True) -> Agenda:
        """The seat draws up to `count` cards, as piles and V11 allow; gives what rules tied to drawing set off (H7)."""
        drawn = self._take(seat, self._room(seat, count), why)
        if not drawn:
            self.emit(ev.Drew(seat, (), why))
        return self.drawn_rules(seat, drawn) if chained else ()

    def draw_to_match(self, seat: int, *, reneged: bool) -> tuple[Card, ...]:
        """The seat draws until the card just drawn can be played, or the piles or V11 stop it (V5)."""
        drawn: list[Card] = []
        while self._room(seat, 1) and self.refill():
            pile = self.round.hidden.pile
            fit = next((i for i, card in enumerate(pile) if self._would_fit(seat, card)), len(pile) - 1)
            drawn += self._take(seat, self._room(seat, fit + 1), ev.Why.TURN, reneged=reneged)
            if self._would_fit(seat, drawn[-1]):
                break
        return tuple(drawn)

    def draw_one(self, seat: int, *, reneged: bool) -> tuple[Card, ...]:
        """The seat draws one card of its own will, if there is one and V11 allows (T3)."""
        return self._take(seat, self._room(seat, 1), ev.Why.TURN, reneged=reneged)

    def refill(self) -> bool:
        """Make the discards the draw pile if it is used up (T5); whether there is a card to draw."""
        if not self.round.hidden.pile and self.round.table.discard:
            self.emit(ev.Reshuffled(self.shuffle(self.round.table.discard)))
        return bool(self.round.hidden.pile)

    def _room(self, seat: int, count: int) -> int:
        limit = self.round.rules.draw_limit
        return count if limit is None else max(0, min(count, limit - len(self.round.hands[seat].cards)))

    def _take(self, seat: int, count: int, why: ev.Why, *, reneged: bool = False) -> tuple[Card, ...]:
        taken: tuple[Card, ...] = ()
        while len(taken) < count and self.refill():
            cards = self.round.hidden.pile[: count - len(taken)]
            self.emit(ev.Drew(seat, cards, why, reneged))
            taken += cards
        return taken

    def _would_fit(self, seat: int, card: Card) -> bool:
        """Whether the card could be played once it is in the hand."""
        hand = self.round.hands[seat]
        hands = list(self.round.hands)
        hands[seat] = hand._replace(cards=(*hand.cards, card))
        return against_card(self.round._replace(hands=tuple(hands)), seat, card) is None

    def drawn_rules(self, seat: int, cards: Iterable[Card]) -> Agenda:
        """Show the drawn cards that bear a rule tied to drawing, and give its effects in the order drawn (H7, H8)."""
        rules = self.round.rules.rules_on
        if not rules:
            return ()
        agenda: list[Task] = []
        for card in cards:
            rule = rules.get(card)
            if rule and rule.when is When.DRAW and self.invoke(seat, card):
                agenda += self.written(card, seat, chained=False)
        return tuple(agenda)

    # Written rules.

    def invoke(self, seat: int, card: Card) -> bool:
        """Count that the card's written rule came up; whether it is carried out this time (H7)."""
        nth = self.round.rules.rules_on[card].nth
        times = dict(self.round.table.times).get(card, 0) + 1
        carried_out = nth is None or nth == times
        self.emit(ev.RuleInvoked(seat, card, carried_out))
        return carried_out

    def written(self, card: Card, seat: int, *, chained: bool) -> Agenda:
        """The effects of the rule written on the card, acted by `seat`."""
        run = Run(self._serial(), seat, seat, chained)
        return tuple(Carry(effect, run) for effect in self.round.rules.rules_on[card].effects)

    def _serial(self) -> int:
        """A number that no run under way in this act has: how many events there were so far."""
        return sum(n for _, n in self.round.table.times)

    # The agenda.

    def run(self, agenda: Agenda) -> None:
        """Carry out the tasks until one waits for people, or the round is over."""
        while agenda and not isinstance(self.round.table.phase, Over):
            task, rest = agenda[0], agenda[1:]
            self.out = going_out(agenda)
            if isinstance(task, EndTurn):  # always the last task
                self.events.append(self._end_turn(task.seat))
                return
            if isinstance(task, Carry):
                self.steps += 1
                if self.steps > MOST_STEPS:
                    self.emit(ev.CutShort())
                    agenda = tuple(t for t in agenda if not isinstance(t, Carry))
                    self.settle_empty(task.run.source)
                    continue
            more = self._do(task, rest)
            if more is None:
                return
            agenda = more

    def _do(self, task: Carry | AfterDrawing | BeginTurn | Resume | Finish, rest: Agenda) -> Agenda | None:
        """Do one task; the agenda after it, or None if the round waits for people now."""
        match task:
            case Carry():
                return self._carry(task, rest)
            case BeginTurn(seat):
                if seat not in self.round.table.seats:
                    return (EndTurn(seat),)
                self.emit(ev.TurnBegan(seat))
            case AfterDrawing(seat):
                return self._after_drawing(seat, rest)
            case Resume(phase):
                return self._resume(phase, rest)
            case Finish(seat):
                self.finish(seat)
        return rest

    def _wait(self, phase: Phase) -> None:
        self.emit(ev.Waiting(phase))

    def _end_turn(self, seat: int) -> ev.TurnBegan:
        """The next player's turn begins; those who lose theirs are passed over (W3, H6)."""
        if not self.round.table.losing:
            return ev.TurnBegan(self.round.step(seat))
        losing = set(self.round.table.losing)
        over: list[int] = []
        at = self.round.step(seat)
        while at in losing:
            losing.remove(at)
            over.append(at)
            at = self.round.step(at)
        return ev.TurnBegan(at, tuple(over))

    def _after_drawing(self, seat: int, rest: Agenda) -> Agenda | None:
        """The card drawn may be played, or the turn passes (T3, T4)."""
        drawn = self.round.hands[seat].drawn
        if drawn is None or seat not in self.round.table.seats or against_card(self.round, seat, drawn):
            self.turn_taken()
            return (EndTurn(seat), *rest)
        self._wait(Drawn(seat))
        return None

    def _resume(self, phase: Phase, rest: Agenda) -> Agenda | None:
        """Back to the phase in which a catch or report fell, as far as it still makes sense."""
        seats = self.round.table.seats
        match phase:
            case Drawn(seat):
                drawn = self.round.hands[seat].drawn
                if drawn is None or seat not in seats or against_card(self.round, seat, drawn):
                    self.turn_taken()
                    return (EndTurn(seat), *rest)
            case Turn(seat) | Answering(seat) | Owing(seat) if seat not in seats:
                return (EndTurn(seat), *rest)
            case Judging() | Acting() | Calling() | Choosing() | Picking() if phase.seat not in seats:
                return (*phase.agenda, *rest)
            case Picking(to=to) if to not in (None, *seats) or not pickable(self.round, phase):
                return (*phase.agenda, *rest)
            case Judging():
                phase = replace(phase, votes=tuple(vote for vote in phase.votes if vote[0] in seats))
            case _:
                pass
        if self.round.table.phase != phase:
            self._wait(phase)
        if isinstance(phase, Judging):  # a judge may have left (V14)
            failed = dare_failed(self.round, phase)
            if failed is not None:
                return (*self.dare_settled(phase, done=not failed), *rest)
        return None

    def dare_settled(self, phase: Judging, *, done: bool) -> Agenda:
        """The dare was done or not: what comes of it, and what had to wait for it (H8)."""
        self.emit(ev.DareSettled(phase.seat, done))
        run = replace(phase.run, actor=phase.seat)
        penalty = () if done else tuple(Carry(effect, run) for effect in phase.otherwise)
        return penalty + phase.agenda

    # Effects: the one place where they get their meaning.

    def _carry(self, task: Carry, rest: Agenda) -> Agenda | None:
        effect, run = task.effect, task.run
        if task.targets is not None:
            return self._next_target(task, task.targets, rest)
        if _asks(effect) and run.chosen is None:
            if run.actor not in self.round.table.seats:
                return rest
            self._wait(Choosing(run.actor, run, (task, *rest)))
            return None
        match effect:
            case Draw() | Discard() | Give() | Show() | Dare():
                return (replace(task, targets=self._those(effect.who, run)), *rest)
            case Skip():
                who = Who.OTHERS if effect.who is Who.EVERYONE else effect.who
                self._skip(self._those(who, run))
            case Reverse():
                self.emit(ev.DirectionTurned(self.round.table.direction.turned))
            case Swap():
                self._swap(run, effect.who)
            case Rotate():
                self._rotate(effect.way)
            case Call() | Charade():
                return self._ask_actor(effect, run, rest)
            case Owe():
                raise ValueError("a debt is no written effect")
        return rest

    def _next_target(self, task: Carry, targets: tuple[int, ...], rest: Agenda) -> Agenda | None:
        """The effect befalls the first of those left; when none is left, whoever has no card is out (O3)."""
        if not targets:
            self.settle_empty(task.run.source)
            return rest
        seat, run = targets[0], task.run
        rest = (replace(task, targets=targets[1:]), *rest)
        if seat not in self.round.table.seats:
            return rest
        match task.effect:
            case Draw(count):
                return self.draw(seat, count, ev.Why.WRITTEN, chained=run.chained) + rest
            case Discard() as effect:
                return self.pick_discards(seat, effect, effect.count, run, rest)
            case Give() as effect:
                return self._give(seat, effect, run, rest)
            case Show() as effect:
                hand = self.round.hands[seat].cards
                for to in self._those(effect.to, run):
                    if to != seat and to in self.round.table.seats:
                        self.emit(ev.Shown(seat, to, hand))
            case Dare(text, _, otherwise):
                self._wait(Judging(seat, text, otherwise, run, rest))
                return None
            case _:
                pass
        return rest

    def _those(self, who: Who, run: Run) -> tuple[int, ...]:
        """The seats in the round that `who` means, in turn order after the one who acts."""
        seats = self._meant(who, run)
        return seats if self.out is None else tuple(s for s in seats if s != self.out)

    def _meant(self, who: Who, run: Run) -> tuple[int, ...]:
        others = self.round.after(run.actor)
        match who:
            case Who.NEXT:
                return others[:1]
            case Who.PREVIOUS:
                return others[-1:]
            case Who.OTHERS:
                return others
            case Who.EVERYONE:
                return (*others, run.actor)
            case Who.SELF:
                return (run.actor,)
            case Who.CHOSEN:
                return () if run.chosen is None else (run.chosen,)
            case Who.PARTNER:
                return tuple(s for s in others if self.round.rules.same_side(s, run.actor))

    def _ask_actor(self, effect: Call | Charade, run: Run, rest: Agenda) -> Agenda | None:
        if run.actor not in self.round.table.seats:
            return rest
        if isinstance(effect, Call):
            self._wait(Calling(run.actor, swap=False, agenda=rest))
        else:
            self._wait(Acting(run.actor, effect.winner, run, rest))
        return None

    def _skip(self, seats: tuple[int, ...]) -> None:
        table = self.round.table
        lose = tuple(s for s in seats if s in table.seats and s not in table.losing)  # or it has left (V14)
        if lose:
            self.emit(ev.MustSkip(lose))

    def _swap(self, run: Run, who: Who) -> None:
        for other in self._those(who, run)[:1]:
            able = set(self.round.table.seats) - {self.out}
            if other != run.actor and {run.actor, other} <= able:
                self.swap(run.actor, other)

    def swap(self, seat: int, other: int) -> None:
        """Two seats swap hands (W8, V4)."""
        hands = self.round.hands
        self.emit(ev.HandsMoved(((seat, hands[other].cards), (other, hands[seat].cards))))
        self.open_window((seat, other))

    def _rotate(self, way: Way) -> None:
        direction = self.round.table.direction if way is Way.PLAY else Direction(way.value)
        hands, seats = self.round.hands, tuple(s for s in self.round.table.seats if s != self.out)
        givers = (seats[-1], *seats[:-1]) if direction is Direction.LEFT else (*seats[1:], seats[0])
        moved = tuple((seat, hands[giver].cards) for seat, giver in zip(seats, givers, strict=True))
        self.emit(ev.HandsMoved(moved))
        self.open_window(seats)

    def pick_discards(
        self, seat: int, effect: Discard, count: int | None, run: Run, rest: Agenda
    ) -> Agenda | None:
        """The seat discards all cards meant, or picks `count` of them where it has more (H4)."""
        if count == 0:
            return rest
        cards = meant(self.round.table, effect.what, self.round.hands[seat].cards)
        if count is None or len(cards) <= count:
            if cards:
                self.discard(seat, cards)
            return rest
        self._wait(Picking(seat, effect, count, None, run, rest))
        return None

    def discard(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Cards go under the top card by a written rule."""
        self.emit(ev.Discarded(seat, cards))
        self.open_window((seat,))

    def _give(self, seat: int, effect: Give, run: Run, rest: Agenda) -> Agenda | None:
        taker = next(iter(self._those(effect.to, run)), None)
        if taker is None or taker == seat or taker not in self.round.table.seats:
            return rest
        return self.pick_gifts(seat, effect, effect.count, taker, run, rest)

    def pick_gifts(
        self, seat: int, effect: Give, count: int, to: int, run: Run, rest: Agenda
    ) -> Agenda | None:
        """The seat gives all its cards, or picks `count` of them where it has more (H)."""
        if count == 0:
            return rest
        cards = self.round.hands[seat].cards
        if len(cards) <= count:
            if cards:
                self.give(seat, to, cards)
            return rest
        self._wait(Picking(seat, effect, count, to, run, rest))
        return None

    def give(self, seat: int, to: int, cards: tuple[Card, ...]) -> None:
        """Cards go from one seat to another by a written rule."""
        self.emit(ev.Gave(seat, to, cards, cards))
        self.open_window((seat, to))

    # Windows (U4, U7).

    def begin_play(self) -> None:
        """A card is about to be played of one's own will: nobody can be caught any more (U4)."""
        self.emit(ev.WindowClosed())

    def begin_draw(self) -> None:
        """A card is about to be drawn of one's own will: the window closes now, or when the turn is taken (U4)."""
        if self.round.table.window:
            later = self.round.rules.catch_window is CatchWindow.NEXT_DONE
            self.emit(ev.WindowAged() if later else ev.WindowClosed())

    def turn_taken(self) -> None:
        """The draw was kept or cannot be played: the window that waited for it closes (U4)."""
        window = self.round.table.window
        if window and self.round.rules.catch_window is CatchWindow.NEXT_DONE:
            self.emit(ev.WindowClosed(tuple(sorted(window.owing - window.old))))

    def open_window(self, seats: Iterable[int]) -> None:
        """Those of the seats left with one card and without a call may be caught from now (U1, U7)."""
        table, hands = self.round.table, self.round.hands
        owing = tuple(
            s for s in seats if s in table.seats and len(hands[s].cards) == 1 and s not in table.called
        )
        if owing:
            self.emit(ev.WindowOpened(owing))

    # The end.

    def settle_empty(self, source: int) -> None:
        """End the round if a hand is empty; of several the first in turn order after `source` is out (O3)."""
        if self.out is not None:
            return
        order = (*self.round.after(source), source)
        empty = [s for s in order if s in self.round.table.seats and not self.round.hands[s].cards]
        if empty:
            self.finish(empty[0])

    def finish(self, out: int | None, *, scored: bool = True) -> None:
        """End the round with `out` out, or nobody, and count (O1, P)."""
        if self.round.over:
            return
        hands = tuple(hand.cards for hand in self.round.hands)
        table = self.round.table
        points = round_points(table.rules, table.seats, hands, out) if scored else ()
        self.emit(ev.RoundEnded(out, hands, points, scored))


def _asks(effect: Effect) -> bool:
    """Whether the effect means a player whom the one who acts chooses."""
    return Who.CHOSEN in (getattr(effect, "who", None), getattr(effect, "to", None))


def going_out(agenda: Agenda) -> int | None:
    """Who has gone out already, while what the last card set off is still carried out (O2); None otherwise."""
    last = agenda[-1] if agenda else None
    if isinstance(last, Resume):
        return going_out(waiting_agenda(last.phase))
    return last.seat if isinstance(last, Finish) else None
