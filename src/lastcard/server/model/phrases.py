"""The prepared phrases and emotes of a table."""

from __future__ import annotations

from enum import Enum
from typing import Final

from lastcard.server.model.plain import Json


class Phrase(Enum):
    """What may be said or shown without typing; a page has the words for each in its languages."""

    HELLO = "hello"
    GOOD_LUCK = "good-luck"
    NICE = "nice"
    WELL_PLAYED = "well-played"
    THANKS = "thanks"
    SORRY = "sorry"
    OOPS = "oops"
    CLOSE = "close"
    THINKING = "thinking"
    YOUR_TURN = "your-turn"
    BACK_SOON = "back-soon"
    GOOD_GAME = "good-game"
    AGAIN = "again"
    BYE = "bye"
    SMILE = "smile"
    LAUGH = "laugh"
    WOW = "wow"
    CLAP = "clap"
    HEART = "heart"
    SWEAT = "sweat"
    CRY = "cry"
    SHRUG = "shrug"


EMOTES: Final = frozenset(list(Phrase)[list(Phrase).index(Phrase.SMILE) :])
"""Those that are pictures rather than words."""


def phrases_data() -> list[Json]:
    """All of them in their order, for a page."""
    return [{"id": p.value, "kind": "emote" if p in EMOTES else "phrase"} for p in Phrase]
