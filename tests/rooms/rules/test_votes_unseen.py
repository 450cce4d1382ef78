"""How people vote is seen by nobody before it is settled, and then the outcome is (H8, X1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lastcard.rules import actions as act
from lastcard.rules import events as ev
from lastcard.rules.acts import decide
from lastcard.rules.cards import parse_card, parse_cards
from lastcard.rules.evolve import evolve, evolve_all
from lastcard.rules.legal import legal_actions
from lastcard.rules.round import (
    Calling,
    EndTurn,
    Hand,
    Hidden,
    Judging,
    OpenReport,
    Resume,
    Round,
    RuleRun,
    Table,
    Turn,
)
from lastcard.rules.ruleset import ruleset
from lastcard.rules.view import seen_by, view

SEATS = (0, 1, 2, 3)
DARE = Judging(0, "sing", (), RuleRun(1, 0, 0, chained=False), (EndTurn(0),))
VIEWERS = (None, *SEATS)


def position(**table: object) -> Round:
    """Four players with three cards each."""
    rules = ruleset("classic", players=4, suggestion_penalty=4)
    found = Table(rules, SEATS, 0, Turn(0), top=parse_card("R5"), colour=parse_card("R5").colour)
    hands = tuple(Hand(parse_cards(h)) for h in ("R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3"))
    return Round(found._replace(**table), hands, Hidden(parse_cards("R6 R7 R8 Y6 Y7 Y8")))


def no_shuffle(cards):
    return cards


@pytest.mark.rule("H8")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_judge_s_word_is_unseen(viewer: int | None) -> None:
    """Whether it spoke for or against the dare, every viewer gets the same; who has judged is known."""
    seen = []
    for verdict in (act.Done(), act.Failed()):
        state = position(phase=DARE)
        events = decide(state, 1, verdict, no_shuffle)
        after = evolve_all(state, events)
        told = tuple(seen_by(event, viewer) for event in events)
        assert told == (ev.Judged(1, None),)
        assert evolve_all(view(state, viewer), told) == view(after, viewer)
        seen.append((told, view(after, viewer), legal_actions(view(after, 1), 1)))
    assert seen[0] == seen[1]
    phase = seen[0][1].phase
    assert isinstance(phase, Judging)
    assert phase.votes == ((1, None),)


@pytest.mark.rule("X1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_vote_on_a_report_is_unseen(viewer: int | None) -> None:
    """The same for reports, with three who may vote in a round of five."""
    seen = []
    for vote in (act.Uphold(), act.Dismiss()):
        rules = ruleset("classic", players=5, suggestion_penalty=4)
        state = position(report=OpenReport(0, 1), rules=rules, seats=(0, 1, 2, 3, 4))
        state = state._replace(hands=(*state.hands, Hand(parse_cards("B4 B6 B7"))))
        (event,) = decide(state, 2, vote, no_shuffle)
        assert seen_by(event, viewer) == ev.ReportVoted(2, None)
        seen.append(view(evolve(state, event), viewer))
    assert seen[0] == seen[1]
    assert seen[0].table.report == OpenReport(0, 1, ((2, None),))


@pytest.mark.rule("H8")
def test_the_outcome_is_seen_by_all() -> None:
    """With the last word that decides it."""
    state = position(phase=replace(DARE, votes=((1, False),)))
    events = decide(state, 2, act.Failed(), no_shuffle)
    for viewer in VIEWERS:
        assert ev.DareSettled(0, done=False) in [seen_by(event, viewer) for event in events]


@pytest.mark.rule("H8")
def test_votes_of_a_dare_that_is_interrupted_are_unseen_as_well() -> None:
    """A dare that waits while something else is settled, and the event that takes it up again."""
    voted = replace(DARE, votes=((1, False),))
    hidden = replace(DARE, votes=((1, None),))
    state = position(phase=Calling(2, swap=False, agenda=(EndTurn(2), Resume(voted))))
    for viewer in VIEWERS:
        assert view(state, viewer).phase == Calling(2, swap=False, agenda=(EndTurn(2), Resume(hidden)))
        assert seen_by(ev.Waiting(voted), viewer) == ev.Waiting(hidden)
        assert seen_by(ev.Waiting(state.phase), viewer) == ev.Waiting(view(state, viewer).phase)
