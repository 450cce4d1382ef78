"""Describes events in plain English sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from lastcard.rules import events as ev
from lastcard.rules.cards import UNSEEN, Face, Kind
from lastcard.rules.round import Acting, Answering, Calling, Choosing, Judging, Owing, Phase, Picking

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lastcard.rules.cards import Card
    from lastcard.rules.events import Event

_WHY = {
    ev.DrawReason.TURN: "",
    ev.DrawReason.START: " for the first card",
    ev.DrawReason.DEBT: " that were owed",
    ev.DrawReason.CHALLENGE: " after the challenge",
    ev.DrawReason.UNO: " for not saying UNO",
    ev.DrawReason.FALSE_CATCH: " for a wrong catch",
    ev.DrawReason.SUGGESTION: " for suggesting a card",
    ev.DrawReason.WRITTEN: " as the written rule says",
}
_FACES: Final = {
    Face.SKIP: "Skip",
    Face.REVERSE: "Reverse",
    Face.DRAW_TWO: "Draw Two",
    Face.BLANK: "blank",
    Face.WILD: "Wild",
    Face.WILD_DRAW_FOUR: "Wild Draw Four",
    Face.SWAP_HANDS: "Wild Swap Hands",
    Face.CUSTOMIZABLE: "Wild Customizable",
    Face.CUSTOMIZABLE_1: "Wild Customizable 1",
    Face.CUSTOMIZABLE_2: "Wild Customizable 2",
    Face.CUSTOMIZABLE_3: "Wild Customizable 3",
    Face.UNSEEN: "hidden card",
}


def card_name(card: Card) -> str:
    """Return the card as one says it: `red 7`, `green Skip`, `Wild Draw Four`."""
    face = card.face.value if card.kind is Kind.NUMBER else _FACES[card.face]
    return face if card.colour is None else f"{card.colour} {face}"


def capitalize(text: str) -> str:
    """Return the text with a capital first letter and the rest unchanged."""
    return text[:1].upper() + text[1:]


class Narrator:
    """Turns events into sentences. `names` are players' names by seat; others are called by their seat.

    The player on seat `reader`, if any, is addressed as you. Cards are tokens, or names if `aloud`; hidden cards are only
    counted.
    """

    def __init__(
        self, names: Mapping[int, str] | None = None, reader: int | None = None, *, aloud: bool = False
    ) -> None:
        """Set the names, the reader and how cards are written."""
        self._names = dict(names or {})
        self._reader = reader
        self._aloud = aloud

    def who(self, seat: int) -> str:
        """Return the player's name at the beginning of a sentence."""
        return "You" if seat == self._reader else self._names.get(seat, f"Seat {seat}")

    def whom(self, seat: int) -> str:
        """Return the player's name within a sentence."""
        return "you" if seat == self._reader else self.who(seat)

    def whose(self, seat: int) -> str:
        """Return the possessive of the player's name within a sentence."""
        return "your" if seat == self._reader else f"{self.who(seat)}'s"

    def does(self, seat: int, third: str, second: str) -> str:
        """Return the player and the verb: `Ann plays`, or `You play` for the reader."""
        return f"{self.who(seat)} {self._verb(seat, third, second)}"

    def all_of(self, seats: Iterable[int]) -> str:
        """Return several players' names at the beginning of a sentence."""
        names = [self.who(seat) if at == 0 else self.whom(seat) for at, seat in enumerate(seats)]
        return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:]))) or "nobody"

    def card(self, card: Card) -> str:
        """Return one card."""
        return card_name(card) if self._aloud else card.token

    def cards(self, cards: Iterable[Card]) -> str:
        """Return several cards, sorted; only their number if they are hidden."""
        held = sorted(cards)
        if UNSEEN in held:
            return _count(len(held))
        return (", " if self._aloud else " ").join(map(self.card, held)) or "no cards"

    def sentence(self, event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 - a line for each event
        """Return the event as a sentence; empty for bookkeeping events (whose turn it is, the catch window)."""
        who, does = self.who, self.does
        match event:
            case ev.RoundBegan():
                return self._dealt(event)
            case ev.TurnedUp(card):
                return f"{capitalize(self.card(card))} is turned up."
            case ev.PutBack():
                return "It goes back and the pile is shuffled."
            case ev.Reshuffled(pile):
                return f"The discards become a new draw pile of {_count(len(pile))}."
            case ev.TurnBegan(_, over):
                verb = "lose" if len(over) > 1 or self._reader in over else "loses"
                return f"{self.all_of(over)} {verb} a turn." if over else ""
            case ev.Waiting(phase):
                return self._waiting(phase)
            case ev.Played():
                return self._played(event)
            case ev.Drew():
                return self._drew(event)
            case ev.Kept(seat):
                return f"{does(seat, 'keeps', 'keep')} the card."
            case ev.Passed(seat):
                return f"{does(seat, 'passes', 'pass')}."
            case ev.ColourCalled(seat, colour):
                return f"{does(seat, 'calls', 'call')} {colour}."
            case ev.DirectionTurned(direction):
                return f"Play runs to the {direction.value}."
            case ev.MustSkip(seats):
                return f"{self.all_of(seats)} will lose the next turn."
            case ev.SaidUno(seat):
                return f"{does(seat, 'says', 'say')} UNO."
            case ev.WindowOpened() | ev.WindowAged() | ev.WindowClosed():
                return ""
            case ev.Caught(by, seat):
                return f"{does(by, 'catches', 'catch')} {self.whom(seat)} without UNO."
            case ev.FalselyCaught(by, seat):
                return f"{does(by, 'wrongly says', 'wrongly say')} that {self.whom(seat)} forgot UNO."
            case ev.Challenged():
                return self._challenged(event)
            case ev.Accepted(seat):
                return f"{does(seat, 'does', 'do')} not challenge."
            case ev.HandsMoved(hands):
                moved = "; ".join(
                    f"{self.whom(s)} now {self._verb(s, 'has', 'have')} {self.cards(cards)}"
                    for s, cards in hands
                )
                return f"Hands move: {moved}."
            case ev.Discarded(seat, cards):
                return f"{does(seat, 'discards', 'discard')} {self.cards(cards)}."
            case ev.Gave(seat, to, given, received):
                cards = received if UNSEEN in given else given
                return f"{does(seat, 'gives', 'give')} {self.whom(to)} {self.cards(cards)}."
            case ev.Shown(seat, to, hand):
                what = "." if UNSEEN in hand else f": {self.cards(hand)}."
                hold = "your hand" if seat == self._reader else "the hand"
                return f"{does(seat, 'shows', 'show')} {self.whom(to)} {hold}{what}"
            case ev.RuleInvoked(seat, card, carried_out):
                held = "is carried out" if carried_out else "is counted, this is not its time"
                return f"The rule written on {self.whose(seat)} {self.card(card)} {held}."
            case ev.Judged(judge, None):
                return f"{does(judge, 'has', 'have')} judged."
            case ev.Judged(judge, done):
                return f"{does(judge, 'says', 'say')} that it was {'' if done else 'not '}done."
            case ev.DareSettled(seat, done):
                return f"{does(seat, 'has', 'have')} {'' if done else 'not '}done it."
            case ev.CharadeSettled(_, winner):
                return f"{'Nobody' if winner is None else who(winner)} guessed it."
            case ev.Chose(seat, chosen):
                return f"{does(seat, 'chooses', 'choose')} {self.whom(chosen)}."
            case ev.CutShort():
                return "One act set off more than the bound allows: the rest does not happen."
            case ev.Reported(by, seat):
                return f"{does(by, 'reports', 'report')} that {self.whom(seat)} suggested a card."
            case ev.ReportVoted(seat, None):
                return f"{does(seat, 'has', 'have')} voted on the report."
            case ev.ReportVoted(seat, upheld):
                verb = does(seat, "upholds", "uphold") if upheld else does(seat, "dismisses", "dismiss")
                return f"{verb} the report."
            case ev.ReportSettled(seat, upheld):
                return f"The report against {self.whom(seat)} is {'upheld' if upheld else 'dismissed'}."
            case ev.Left(seat, cards):
                return f"{does(seat, 'leaves', 'leave')}; {_count(len(cards))} {_go(len(cards))} under the draw pile."
            case ev.RoundEnded(out, hands):
                left = "; ".join(
                    f"{self.whom(seat)} {self.cards(hand)}" for seat, hand in enumerate(hands) if hand
                )
                end = "The round ends with nobody out" if out is None else does(out, "is out", "are out")
                return f"{end}. Left: {left or 'nothing'}."
            case _:
                assert_never(event)

    def _verb(self, seat: int, third: str, second: str) -> str:
        return second if seat == self._reader else third

    def _dealt(self, event: ev.RoundBegan) -> str:
        dealt = self.does(event.dealer, "deals", "deal")
        if any(UNSEEN in hand for hand in event.hands):
            return f"{dealt} {_count(event.rules.hand_size)} each."
        held = "; ".join(f"{self.whom(seat)} {self.cards(event.hands[seat])}" for seat in event.seats)
        return f"{dealt}: {held}."

    def _drew(self, event: ev.Drew) -> str:
        verb = self.does(event.seat, "draws", "draw")
        if not event.cards:
            return f"{verb} no card: there is none."
        seen = "" if UNSEEN in event.cards else f" ({self.cards(event.cards)})"
        return f"{verb} {_count(len(event.cards))}{_WHY[event.why]}{seen}."

    def _challenged(self, event: ev.Challenged) -> str:
        verb = self.does(event.by, "challenges", "challenge")
        verdict = "guilty" if event.guilty else "not guilty"
        if UNSEEN in event.hand:
            return f"{verb} {self.whom(event.accused)}: {verdict}."
        return f"{verb}: {self.whom(event.accused)} held {self.cards(event.hand)}, {verdict}."

    def _played(self, event: ev.Played) -> str:
        seat, cards = event.seat, self._in_order(event.cards)
        verb = (
            self.does(seat, "jumps", "jump") + " in with" if event.jump else self.does(seat, "plays", "play")
        )
        said = [f"{verb} {cards}"]
        if event.colour:
            said.append(f"{self._verb(seat, 'calls', 'call')} {event.colour}")
        if event.swap is not None:
            said.append(f"{self._verb(seat, 'swaps', 'swap')} hands with {self.whom(event.swap)}")
        if event.uno:
            said.append(f"{self._verb(seat, 'says', 'say')} UNO")
        return f"{', '.join(said)}."

    def _in_order(self, cards: tuple[Card, ...]) -> str:
        """Cards in the order played: the last one is on top."""
        return (", " if self._aloud else " ").join(map(self.card, cards))

    def _waiting(self, phase: Phase) -> str:
        match phase:
            case Calling(seat, swap):
                return f"{self.who(seat)} must call a colour{' and swap hands' if swap else ''}."
            case Answering(seat, _, debt):
                return f"{self.who(seat)} must draw {debt} or challenge."
            case Owing(seat, debt):
                return f"{self.does(seat, 'owes', 'owe')} {_count(debt)}."
            case Judging(seat, text):
                return f"{self.does(seat, 'is', 'are')} dared: {text}"
            case Acting(seat):
                return f"{self.does(seat, 'acts', 'act')} a charade."
            case Choosing(seat):
                return f"{self.who(seat)} must choose a player."
            case Picking(seat, count=count):
                return f"{self.who(seat)} must pick {_count(count)}."
            case _:
                return ""


def _count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _go(number: int) -> str:
    return "goes" if number == 1 else "go"
