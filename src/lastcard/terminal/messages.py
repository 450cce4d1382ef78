"""Messages about the match as a whole: welcome, rules, score, help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lastcard.record.narration import card_name
from lastcard.record.settings import setting_text
from lastcard.rules.deck import read_data
from lastcard.rules.options import Scoring
from lastcard.rules.ruleset import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastcard.record.narration import Narrator
    from lastcard.rules.ruleset import Ruleset
    from lastcard.terminal.game import RecordedMatch

HELP: Final = (
    "red 7, 7 red, r7, or 7 where that is clear: play the card",
    "wild green, w4 blue: play a wild card and call a colour",
    "red 7 uno: say UNO with the play that leaves you one card",
    "7 with Bao: play it and swap hands, where cards do that",
    "uno: say it alone, in your turn with two cards or when you forgot it",
    "catch Bao: who has one card and did not say UNO",
    "report Bao: who suggested a card to somebody",
    "why red 7: whether it may be played, and the rule against it",
    "look: the table and your hand again; again: what happened last",
    "score, rules, save FILE, quit; everything is kept as you play",
)
"""How to type, a line for each thing."""
_GOAL: Final = {
    Scoring.FIRST_TO: "the first with {target} points wins",
    Scoring.RUNNING_TOTAL: "the fewest points win when somebody has {target}",
    Scoring.ELIMINATION: "who has {target} points is out, the last one left wins",
}


def welcome(game: RecordedMatch, narrator: Narrator) -> Iterator[str]:
    """Yield the beginning of the match, or where it continues."""
    yield from rules(game.header.rules)
    yield "Type a card such as red 7, or draw. ? helps, quit stops; everything is kept."
    if game.number:
        yield f"The match goes on in round {game.number}."
        yield from standing(game, narrator)
        return
    for draw in game.header.draws:
        drawn = ", ".join(f"{narrator.whom(seat)} {card_name(card)}" for seat, card in draw)
        yield f"Cards are drawn for the deal: {drawn}."


def rules(rules: Ruleset) -> Iterator[str]:
    """Yield the rules: edition, goal, what differs from the printed rules, what is written on cards."""
    title = read_data("editions", rules.edition)["title"]
    goal = _GOAL[rules.scoring].format(target=rules.target)
    yield f"{title}, {rules.players} players; {goal}."
    if rules.teams:
        yield "You play with every second player, against the others."
    for name, value in rules.differences().items():
        option = OPTIONS[name]
        del value
        text = setting_text(getattr(rules, name)) or "nothing"
        yield f"{name} {text}: {option.metadata['doc']} ({option.metadata['rule']})"
    for card, rule in rules.written:
        yield f"Written on {card_name(card)}, when {'drawn' if rule.when.value == 'draw' else 'played'}: {rule.text}"


def score(game: RecordedMatch, narrator: Narrator) -> Iterator[str]:
    """Yield the points of the last round and the standing of the match."""
    given = game.match.rounds[-1]
    if given:
        yield f"Points: {'; '.join(f'{_side(game, who, narrator)} {points}' for who, points in given)}."
    else:
        yield "The round is not scored."
    yield from standing(game, narrator)


def standing(game: RecordedMatch, narrator: Narrator) -> Iterator[str]:
    """Yield the standing of the match."""
    match = game.match
    yield f"Score: {'; '.join(f'{_side(game, who, narrator)} {total}' for who, total in match.scores)}."
    if match.eliminated:
        yield f"Out of the match: {narrator.all_of(match.eliminated)}."
    if match.winner is not None:
        teams = match.rules.teams
        side = narrator.all_of(teams[match.winner]) if teams else narrator.who(match.winner)
        yield f"{side} {'wins' if not teams and side != 'You' else 'win'} the match."


def _side(game: RecordedMatch, who: int, narrator: Narrator) -> str:
    teams = game.match.rules.teams
    return narrator.all_of(teams[who]) if teams else narrator.whom(who)
