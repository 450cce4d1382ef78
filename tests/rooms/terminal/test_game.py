"""The match at a terminal and its record: it goes on from any act."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from lastcard.record import Header, LeaveEntry, Record, replay, write_record
from lastcard.rules.errors import LastcardError
from lastcard.rules.ruleset import ruleset
from lastcard.terminal import resume_game
from tests.rooms.terminal.typist import Table


def table(seed: int, **options: object) -> Table:
    """A match that was played."""
    found = Table(ruleset("classic", **options), Random(seed), 200)
    with suppress(EOFError):
        found.session.play()
    return found


def test_a_match_goes_on_from_every_act() -> None:
    """Cut off behind any entry the record gives the round and the match as they were then, and is kept as it was."""
    played = table(2, players=3, target=100)
    moments = list(replay(played.record))
    for number, moment in enumerate(moments[:-1], 1):
        kept: list[str] = []
        game = resume_game(
            Record(played.record.header, played.record.entries[:number]), 0, Random, kept.append
        )
        assert (game.round, game.match) == (moment.round, moment.match)
        assert kept == ["".join(played.kept[: number + 1])]


@pytest.mark.rule("P4")
def test_who_is_out_of_the_match_goes_on_looking_on() -> None:
    """The others play on, so the match can be resumed."""
    for seed in range(30):
        played = table(seed, players=4, target=60, scoring="elimination")
        for number, moment in enumerate(replay(played.record), 1):
            if 0 in moment.match.eliminated and moment.round and not moment.round.over:
                game = resume_game(
                    Record(played.record.header, played.record.entries[:number]), 0, Random, lambda _: None
                )
                assert game.round == moment.round
                return
    raise AssertionError("nobody was eliminated")


@pytest.mark.rule("V14")
@pytest.mark.parametrize("rounds", [0, 1])
def test_who_left_does_not_come_back(rounds: int) -> None:
    """In the middle of a round or between two."""
    played = table(1, players=3, target=100_000)
    entries = played.record.entries[:1] if rounds else ()
    record = Record(Header(played.game.header.rules), (*entries, LeaveEntry(0)))
    if rounds:
        record = Record(played.record.header, (*entries, LeaveEntry(0)))
    assert "leave" in write_record(record)
    with pytest.raises(LastcardError, match="has left"):
        resume_game(record, 0, Random, lambda _: None)
