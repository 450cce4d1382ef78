"""Prompts for the player: the situation, the legal actions, and why the rules refuse something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lastcard.record.narration import capitalize, card_name
from lastcard.rules import actions as act
from lastcard.rules.cards import ALL_CARDS, Colour, Face, parse_card
from lastcard.rules.legal import awaited, legal_actions, why_illegal
from lastcard.rules.matching import lawful_draw_four
from lastcard.rules.options import WildDrawFour
from lastcard.rules.reasons import PARAMS, REASONS
from lastcard.rules.round import Acting, Answering, Calling, Choosing, Drawn, Judging, Owing, Picking
from lastcard.terminal.input_parser import action_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastcard.record.narration import Narrator
    from lastcard.rules.actions import Action
    from lastcard.rules.cards import Card
    from lastcard.rules.reasons import Reason
    from lastcard.rules.round import Round
    from lastcard.terminal.input_parser import ParsedInput

COLOURS: Final = "red, yellow, green or blue"
_MAX_CHOICES: Final = 8
_PLAIN: Final[tuple[Action, ...]] = (
    act.DrawCard(),
    act.Pass(),
    act.Accept(),
    act.Challenge(),
    act.SayUno(),
    act.Uphold(),
    act.Dismiss(),
    act.Done(),
    act.Failed(),
)
_TYPED: Final = {act.Pass(): "keep"} | {action: str(action) for action in _PLAIN if action != act.Pass()}


def prompt(state: Round, seat: int) -> str:
    """Return the prompt for the seat that the round waits for."""
    match state.phase:
        case Drawn():
            return "Play it or keep it" if act.Pass() in legal_actions(state, seat) else "It must be played"
        case Calling(_, True):
            return "Call a colour, and with whom you swap hands"
        case Calling():
            return "Call a colour"
        case Answering():
            return "Challenge or accept"
        case Owing():
            return "Draw or add to it"
        case Judging():
            return "Done or failed"
        case Acting():
            return "Who guessed it"
        case Choosing():
            return "Choose a player"
        case Picking(to=None):
            return "Discard which card"
        case Picking():
            return "Give which card"
        case _:
            return "Your turn"


def situation(state: Round, seat: int, narrator: Narrator) -> list[str]:
    """Return the situation in a few sentences: the pile, the other players, the hand, and what the round asks beyond a turn."""
    return [*_table(state, seat, narrator), *_question(state, seat, narrator), *hand(state, seat)]


def _table(state: Round, seat: int, narrator: Narrator) -> list[str]:
    table = state.table
    top = "nothing" if table.top is None else card_name(table.top)
    called = table.colour if table.top is None or table.colour is not table.top.colour else None
    colour = f", colour {called}" if called else ""
    others = ", ".join(_held(state, other, narrator) for other in state.after(seat))
    return [f"{capitalize(top)} lies on top{colour}. After you: {others}."]


def _held(state: Round, seat: int, narrator: Narrator) -> str:
    number = len(state.hands[seat].cards)
    said = " and UNO" if seat in state.table.called else ""
    return f"{narrator.who(seat)} {number} {'card' if number == 1 else 'cards'}{said}"


def _question(state: Round, seat: int, narrator: Narrator) -> list[str]:
    """What the round asks of the seat beyond a turn."""
    phase = state.phase
    if seat not in awaited(state):
        return []
    match phase:
        case Drawn():
            drawn = state.hands[seat].drawn
            return [f"You drew {card_name(drawn)}."] if drawn else []
        case Answering(_, accused, debt, before):
            return [_answer(state, narrator.who(accused), debt, before)]
        case Owing(_, debt):
            return [f"You owe {debt} cards."]
        case Judging(dared, text):
            return [f"{narrator.who(dared)} is dared: {text} Was it done?"]
        case Picking(count=count, to=to):
            what = "to discard" if to is None else f"to give to {narrator.whom(to)}"
            fit = [
                a.card for a in legal_actions(state, seat) if isinstance(a, act.DiscardCard | act.GiveCard)
            ]
            return [f"{count} {what}, of these: {listed(fit)}."]
        case _:
            return []


def _answer(state: Round, accused: str, debt: int, before: Colour | None) -> str:
    failed = state.rules.challenge_cost(debt)
    held = f"a {before} card" if before else "the colour"
    return (
        f"{accused} played a Wild Draw Four. Accept, and you draw {debt}. "
        f"Challenge: if {accused} held {held}, {accused} draws {debt}; if not, you draw {failed}."
    )


def hand(state: Round, seat: int) -> list[str]:
    """Return the hand in two sentences: what may be played now, and the rest."""
    held = state.hands[seat].cards
    lawful = legal_actions(state, seat)
    fit = {
        card
        for action in lawful
        if isinstance(action, act.Play | act.Jump)
        for card in action_parts(action).cards
    }
    rest = [card for card in held if card not in fit]
    if not fit:
        nothing = "Nothing is playable. " if act.DrawCard() in lawful else ""
        return [f"{nothing}You hold {listed(held)}."]
    lines = [f"Playable: {listed((c for c in held if c in fit), note=_note(state, seat))}."]
    return [*lines, f"The rest: {listed(rest)}."] if rest else lines


def _note(state: Round, seat: int) -> str:
    """The note on a Wild Draw Four that would be a bluff (W5)."""
    bluff = state.rules.wild_draw_four is WildDrawFour.BLUFF
    honest = lawful_draw_four(state.hands[seat].cards, state.table.colour)
    return "" if honest or not bluff else f" (a bluff: you hold {state.table.colour})"


def listed(cards: Iterable[Card], note: str = "") -> str:
    """Return cards by name, equal ones counted; `note` follows a Wild Draw Four."""
    held = sorted(cards)
    said = []
    for card in dict.fromkeys(held):
        count = held.count(card)
        times = f" ({count} of them)" if count > 1 else ""
        said.append(f"{card_name(card)}{times}{note if card.face is Face.WILD_DRAW_FOUR else ''}")
    return ", ".join(said) or "no cards"


def choices(state: Round, seat: int, narrator: Narrator) -> list[str]:
    """Return all legal actions of the seat as they can be typed; those that differ in one part are combined."""
    found: dict[tuple[object, ...], list[str]] = {}
    for action in legal_actions(state, seat):
        has = action_parts(action)
        key = (has.verb, has.cards)
        if not has.uno or has.verb == "uno":
            found.setdefault(key, []).append(typed_form(action, narrator))
    return [_shortened(said) for said in found.values()]


def _shortened(said: Sequence[str]) -> str:
    """One way to type it, and a hint that there are others."""
    return said[0] if len(said) == 1 else f"{said[0]} (or {said[1]}{', …' if len(said) > 2 else ''})"  # noqa: PLR2004


def typed_form(action: Action, narrator: Narrator) -> str:
    """Return the action as a player would type it; `input_parser.parse_line` reads it back."""
    if action in _TYPED:
        return _TYPED[action]
    has = action_parts(action)
    verb = {"colour": "call", "play": ""}.get(has.verb, has.verb)
    said = [verb, *map(card_name, has.cards), str(has.colour or "")]
    if has.seat is not None:
        said += ["with" if has.verb in ("play", "jump", "colour") else "", narrator.who(has.seat)]
    elif has.verb == "guessed":
        said.append("nobody")
    said.append("uno" if has.uno else "")
    return " ".join(filter(None, said))


def question(candidates: Sequence[Action], narrator: Narrator) -> str:
    """Return the question that tells the candidates apart: the first part in which they differ."""
    has = [action_parts(action) for action in candidates]
    cards = list(dict.fromkeys(one.cards for one in has))
    if len(cards) > 1:
        said = [" ".join(map(card_name, several)) for several in cards]
        more = ", …" if len(said) > _MAX_CHOICES else ""
        return f"Which: {_or(said[:_MAX_CHOICES])}{more}"
    if len({one.colour for one in has}) > 1:
        return f"Which colour: {COLOURS}"
    return f"With whom: {_or(list(dict.fromkeys(narrator.who(o.seat) for o in has if o.seat is not None)))}"


def _or(said: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(said[:-1]), said[-1])))


def refusal(state: Round, seat: int, parsed: ParsedInput, narrator: Narrator) -> str | None:
    """Return why the parsed action is illegal, with the rule; None if it is not anything that could be done."""
    for action in _attempts(state, seat, parsed):
        reason = why_illegal(state, seat, action)
        if reason is not None:
            return explained(reason, narrator)
    return None


def explained(reason: Reason, narrator: Narrator) -> str:
    """Return the reason as a sentence with the players' names, and the rule."""
    template = REASONS[reason.code].replace("Seat {seat}", "{seat}").replace("seat {seat}", "{seat}")
    said = {name: _param(name, value, narrator) for name, value in reason.params}
    text = capitalize(template.format(**said))
    for third, second in (
        ("You is", "You are"),
        ("You has", "You have"),
        ("You was", "You were"),
        ("You's", "your"),
    ):
        text = text.replace(third, second)
    return f"{text} ({reason.rule})"


def _param(name: str, value: str | int, narrator: Narrator) -> str:
    kind = PARAMS.get(name)
    if kind == "seat":
        return narrator.who(int(value))
    return card_name(parse_card(str(value))) if kind == "card" else str(value)


def _attempts(state: Round, seat: int, parsed: ParsedInput) -> list[Action]:
    """Whole actions that the line may have meant, so that the rules can give their reason."""
    verb = parsed.verb or ("play" if parsed.cards else "uno" if parsed.uno else "")
    other = parsed.seat if parsed.seat is not None else next(iter(state.after(seat)), seat)
    plain: dict[str, Action] = {str(action): action for action in _PLAIN}
    plain |= {"catch": act.Catch(other), "report": act.Report(other), "choose": act.Choose(other)}
    plain |= {"guessed": act.Guessed(parsed.seat), "colour": _call(parsed)}
    if verb in plain:
        return [plain[verb]]
    return _with_cards(state, seat, verb, parsed)


def _call(parsed: ParsedInput) -> Action:
    return act.CallColour(parsed.colour or Colour.RED, parsed.seat)


def _with_cards(state: Round, seat: int, verb: str, parsed: ParsedInput) -> list[Action]:
    """Plays, jumps, gifts and discards of the cards meant: those in the hand first, else any."""
    held = state.hands[seat].cards
    several = [
        [c for c in held if pattern.fits(c)] or [c for c in ALL_CARDS if pattern.fits(c)]
        for pattern in parsed.cards
    ]
    if not several or not all(several):
        return []
    if verb in ("discard", "give"):
        pick = act.DiscardCard if verb == "discard" else act.GiveCard
        return [pick(card) for card in several[0]]
    if verb == "jump":
        return [act.Jump(card, _whom(state, seat, (card,), parsed), parsed.uno) for card in several[0]]
    if len(several) > 1:
        return [_play(state, seat, tuple(cards[0] for cards in several), parsed)]
    return [_play(state, seat, (card,), parsed) for card in dict.fromkeys(several[0])]


def _play(state: Round, seat: int, cards: tuple[Card, ...], parsed: ParsedInput) -> Action:
    colour = parsed.colour or (Colour.RED if cards[0].wild else None)
    return act.Play(cards, colour, _whom(state, seat, cards, parsed), parsed.uno)


def _whom(state: Round, seat: int, cards: tuple[Card, ...], parsed: ParsedInput) -> int | None:
    """The seat to swap hands with, if one was named or has to be."""
    swaps = cards[0] in state.rules.swapping and len(state.hands[seat].cards) > len(cards)
    return parsed.seat if parsed.seat is not None or not swaps else next(iter(state.after(seat)), None)
