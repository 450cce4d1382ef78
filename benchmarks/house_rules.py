"""The rules whose cost `python -m benchmarks.simulator` prints: every house rule, the editions, written rules."""

from __future__ import annotations

from typing import Any, Final

EVERYONE_ELSE_DRAWS: Final = {
    "text": "Everyone else draws two.",
    "when": "play",
    "effects": [{"draw": 2, "who": "others"}],
}
COLOUR_GOES: Final = {
    "text": "Call a colour; everyone discards it.",
    "when": "play",
    "effects": [{"call": "colour"}, {"discard": "called-colour", "who": "everyone"}],
}
SING: Final = {
    "text": "Sing, or draw two.",
    "when": "play",
    "effects": [{"dare": "Sing.", "who": "next", "else": [{"draw": 2, "who": "next"}]}],
}
HANDS_MOVE: Final = {"text": "All hands move.", "when": "draw", "effects": [{"rotate": "left"}]}

RULES: Final[dict[str, dict[str, Any]]] = {
    "as printed": {},
    "stacking": {"stacking": "same"},
    "stacking, cross, deflecting": {"stacking": "cross", "deflect": True},
    "draw to match": {"draw_to_match": True},
    "no reneging": {"renege": False},
    "seven and zero": {"seven_zero": True},
    "several numbers": {"multi_play": True},
    "several numbers, seven and zero": {"multi_play": True, "seven_zero": True},
    "jump-in": {"jump_in": "all"},
    "no action card last": {"last_card": "no_action"},
    "a false catch costs two": {"false_catch_penalty": 2},
    "hands of ten": {"hand_size": 10},
    "hands of twenty at most": {"draw_limit": 20},
    "two decks": {"decks": 2},
    "everything": {
        "stacking": "cross",
        "deflect": True,
        "draw_to_match": True,
        "seven_zero": True,
        "multi_play": True,
        "jump_in": "all",
    },
    "blanks-112": {"edition": "blanks-112"},
    "swap-112": {"edition": "swap-112"},
    "written on one blank": {"written": {"R*": EVERYONE_ELSE_DRAWS}},
    "written on four blanks": {
        "written": {"R*": EVERYONE_ELSE_DRAWS, "Y*": COLOUR_GOES, "G*": SING, "B*": HANDS_MOVE}
    },
    "written on three wild cards": {
        "edition": "swap-112",
        "written": {"WC1": EVERYONE_ELSE_DRAWS, "WC2": COLOUR_GOES, "WC3": SING},
    },
    "written, several numbers": {"multi_play": True, "written": {"R*": EVERYONE_ELSE_DRAWS}},
}
"""By name, how the rules differ from the classic edition for four players.

Policy R neither jumps in nor catches; what these rules cost is the check for the possibility.
"""
