"""Events in plain English sentences, for people who read a course of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from lastcard.rules import events as ev
from lastcard.rules.round import Acting, Answering, Calling, Choosing, Judging, Owing, Phase, Picking

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lastcard.rules.cards import Card
    from lastcard.rules.events import Event

_WHY = {
    ev.Why.TURN: "",
    ev.Why.START: " for the first card",
    ev.Why.DEBT: " that were owed",
    ev.Why.CHALLENGE: " after the challenge",
    ev.Why.UNO: " for not saying UNO",
    ev.Why.FALSE_CATCH: " for a wrong catch",
    ev.Why.SUGGESTION: " for suggesting a card",
    ev.Why.WRITTEN: " as the written rule says",
}


class Words:
    """Tells events; `names` are the players' by seat, others are called by their seat."""

    def __init__(self, names: Mapping[int, str] | None = None) -> None:
        """Remember the names."""
        self._names = dict(names or {})

    def who(self, seat: int) -> str:
        """The player's name."""
        return self._names.get(seat, f"Seat {seat}")

    def all_of(self, seats: Iterable[int]) -> str:
        """Several players."""
        names = [self.who(seat) for seat in seats]
        return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:]))) or "nobody"

    def tell(self, event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 - a line for each event
        """The event as a sentence; empty for what is only bookkeeping (whose turn it is, the catch window)."""
        who = self.who
        match event:
            case ev.RoundBegan(dealer=dealer, seats=seats, hands=hands):
                held = "; ".join(f"{who(seat)} {_cards(hands[seat])}" for seat in seats)
                return f"{who(dealer)} deals: {held}."
            case ev.TurnedUp(card):
                return f"{card} is turned up."
            case ev.PutBack():
                return "It goes back and the pile is shuffled."
            case ev.Reshuffled(pile):
                return f"The discards become a new draw pile of {_count(len(pile))}."
            case ev.TurnBegan(_, over):
                return f"{self.all_of(over)} {_plural(over, 'loses', 'lose')} a turn." if over else ""
            case ev.Waiting(phase):
                return self._waiting(phase)
            case ev.Played():
                return self._played(event)
            case ev.Drew(seat, cards, why):
                number = f"{_count(len(cards))}{_WHY[why]}" if cards else "no card: there is none"
                return f"{who(seat)} draws {number}{f' ({_cards(cards)})' if cards else ''}."
            case ev.Kept(seat):
                return f"{who(seat)} keeps the card."
            case ev.Passed(seat):
                return f"{who(seat)} passes."
            case ev.ColourCalled(seat, colour):
                return f"{who(seat)} calls {colour}."
            case ev.DirectionTurned(direction):
                return f"Play runs to the {direction.value}."
            case ev.MustSkip(seats):
                return f"{self.all_of(seats)} will lose the next turn."
            case ev.SaidUno(seat):
                return f"{who(seat)} says UNO."
            case ev.WindowOpened() | ev.WindowAged() | ev.WindowClosed():
                return ""
            case ev.Caught(by, seat):
                return f"{who(by)} catches {who(seat)} without UNO."
            case ev.FalselyCaught(by, seat):
                return f"{who(by)} wrongly says that {who(seat)} forgot UNO."
            case ev.Challenged(by, accused, guilty, hand):
                verdict = "guilty" if guilty else "not guilty"
                return f"{who(by)} challenges: {who(accused)} held {_cards(hand)}, {verdict}."
            case ev.Accepted(seat):
                return f"{who(seat)} does not challenge."
            case ev.HandsMoved(hands):
                return f"Hands move: {'; '.join(f'{who(s)} now has {_cards(cards)}' for s, cards in hands)}."
            case ev.Discarded(seat, cards):
                return f"{who(seat)} discards {_cards(cards)}."
            case ev.Gave(seat, to, given, _):
                return f"{who(seat)} gives {who(to)} {_cards(given)}."
            case ev.Shown(seat, to, hand):
                return f"{who(seat)} shows {who(to)} the hand: {_cards(hand)}."
            case ev.RuleInvoked(seat, card, carried_out):
                held = "is carried out" if carried_out else "is counted, this is not its time"
                return f"The rule written on {who(seat)}'s {card} {held}."
            case ev.Judged(judge, None):
                return f"{who(judge)} has judged."
            case ev.Judged(judge, done):
                return f"{who(judge)} says that it was {'' if done else 'not '}done."
            case ev.DareSettled(seat, done):
                return f"{who(seat)} {'has done it' if done else 'has not done it'}."
            case ev.CharadeSettled(_, winner):
                return f"{'Nobody' if winner is None else who(winner)} guessed it."
            case ev.Chose(seat, chosen):
                return f"{who(seat)} chooses {who(chosen)}."
            case ev.CutShort():
                return "One act set off more than the bound allows: the rest does not happen."
            case ev.Reported(by, seat):
                return f"{who(by)} reports that {who(seat)} suggested a card."
            case ev.ReportVoted(seat, None):
                return f"{who(seat)} has voted on the report."
            case ev.ReportVoted(seat, upheld):
                return f"{who(seat)} {'upholds' if upheld else 'dismisses'} the report."
            case ev.ReportSettled(seat, upheld):
                return f"The report against {who(seat)} is {'upheld' if upheld else 'dismissed'}."
            case ev.Left(seat, cards):
                return f"{who(seat)} leaves; {_count(len(cards))} go under the draw pile."
            case ev.RoundEnded(out, hands):
                left = "; ".join(f"{who(seat)} {_cards(hand)}" for seat, hand in enumerate(hands) if hand)
                end = "The round ends with nobody out" if out is None else f"{who(out)} is out"
                return f"{end}. Left: {left or 'nothing'}."
            case _:
                assert_never(event)

    def _played(self, event: ev.Played) -> str:
        said = [f"{self.who(event.seat)} {'jumps in with' if event.jump else 'plays'} {_cards(event.cards)}"]
        if event.colour:
            said.append(f"calls {event.colour}")
        if event.swap is not None:
            said.append(f"swaps hands with {self.who(event.swap)}")
        if event.uno:
            said.append("says UNO")
        return f"{', '.join(said)}."

    def _waiting(self, phase: Phase) -> str:
        match phase:
            case Calling(seat, swap):
                return f"{self.who(seat)} must call a colour{' and swap hands' if swap else ''}."
            case Answering(seat, _, debt):
                return f"{self.who(seat)} must draw {debt} or challenge."
            case Owing(seat, debt):
                return f"{self.who(seat)} owes {_count(debt)}."
            case Judging(seat, text):
                return f"{self.who(seat)} is dared: {text}"
            case Acting(seat):
                return f"{self.who(seat)} acts a charade."
            case Choosing(seat):
                return f"{self.who(seat)} must choose a player."
            case Picking(seat, count=count):
                return f"{self.who(seat)} must pick {_count(count)}."
            case _:
                return ""


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.token for card in sorted(cards)) or "no cards"


def _count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _plural(seats: tuple[int, ...], one: str, several: str) -> str:
    return one if len(seats) == 1 else several
