"""The kernel's numbers and the names that Python has for them agree."""

from __future__ import annotations

from lastcard.sim.choices import CHOICES
from lastcard.sim.kernel import codes
from lastcard.sim.play import CARD_COUNTS, COLUMNS, WEIGHTS


def test_choices_have_the_kernels_numbers() -> None:
    """Each `I_…` is the number of the choice that it is called after."""
    named = {
        "draw": codes.I_DRAW, "pass": codes.I_KEEP, "challenge": codes.I_CHALLENGE, "accept": codes.I_ACCEPT,
        "play R*": codes.I_BLANK, "play WS red": codes.I_SWAP, "colour red": codes.I_COLOUR, "uno": codes.I_UNO,
        "nothing": codes.I_NOTHING, "player 1": codes.I_PLAYER, "nobody": codes.I_NOBODY, "done": codes.I_DONE,
        "failed": codes.I_FAILED, "card R0": codes.I_CARD, "jump": codes.I_JUMP, "and red": codes.I_SAME, "lay": codes.I_LAY,
    }  # fmt: skip
    assert {name: CHOICES.index(name) for name in named} == named
    assert len(CHOICES) == codes.CHOICES


def test_figures_have_the_kernels_columns() -> None:
    """Each `R_…` and `C_…` is the place of its name among the columns."""
    columns = [name for name in vars(codes) if name.startswith("R_")]
    counts = [name for name in vars(codes) if name.startswith("C_")]
    assert [getattr(codes, name) for name in columns] == list(range(codes.COLUMNS))
    assert [getattr(codes, name) for name in counts] == list(range(codes.CARD_COUNTS))
    assert len(COLUMNS) == codes.COLUMNS
    assert (len(CARD_COUNTS), WEIGHTS) == (codes.CARD_COUNTS, codes.WEIGHTS)
    assert COLUMNS[codes.R_LEADS] == "lead_changes"
    assert COLUMNS[codes.R_FIRST_UNO] == "first_to_one"
    assert [name.removeprefix("C_").lower() for name in counts] == list(CARD_COUNTS)
