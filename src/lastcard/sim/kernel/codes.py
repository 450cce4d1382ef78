"""Every number with a meaning: phases, verbs, effects, tasks, questions, choices, columns and bounds.

`sim_build.py` declares all of them to C as constants: those marked `Mask` as 64-bit unsigned integers, the rest as members of
an enumeration. Python code reads them from here, compiled or not.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Mask: TypeAlias = int
"""A constant of 64 bits in C."""

# Bounds.
SEATS: Final = 10
KINDS: Final = 64
NUMBERS_OF_A_COLOUR: Final = 14  # cards of a colour by their order; one of them is blank
MAX_CARDS: Final = 256
MAX_TASKS: Final = 1024
MAX_SAVED: Final = 256
SAVED_FIELDS: Final = 13
MAX_STEPS: Final = 200
MAX_EFFECTS: Final = 1024
MAX_ACTIONS: Final = 65_000
MAX_NOTES: Final = 65_536
MAX_TABLES: Final = 65_536
NO_LIMIT: Final = 100_000  # of cards in a hand (V11)
PROBABILITY_ONE: Final = 65_536  # probabilities are integers out of this
EVEN_CHANCE: Final = 32_768

# Masks and random numbers (splitmix64, PCG32).
ONE: Final[Mask] = 1
FULL: Final[Mask] = 0xFFFFFFFFFFFFFFFF
LOW32: Final[Mask] = 0xFFFFFFFF
MULTIPLY: Final[Mask] = 6364136223846793005
ADD: Final[Mask] = 1442695040888963407
MIX_A: Final[Mask] = 0xBF58476D1CE4E5B9
MIX_B: Final[Mask] = 0x94D049BB133111EB
GOLDEN: Final[Mask] = 0x9E3779B97F4A7C15

# Colours, in the order of the cards.
RED: Final = 0
YELLOW: Final = 1
GREEN: Final = 2
BLUE: Final = 3
NO_COLOUR: Final = 4

# Parts of an action (see lastcard.sim.actions for where they lie).
NONE: Final = 15  # no seat, in four bits
NO_CARD: Final = 63
NO_MORE: Final = 7  # in place of the last colour: one card is played
SAID: Final[Mask] = 1 << 18  # UNO is said with it
SINGLE: Final[Mask] = 7 << 35  # `NO_MORE` where it lies
NO_TARGETS: Final[Mask] = 0xFFFFFFFFFFFFFFFF
VERB_BITS: Final = 31
CARD_BITS: Final = 63

# The ways to play a card where there is one for each coloured card, four for a Wild and four for a Wild Draw Four: bits again.
K_WILD: Final = 56
K_FOUR: Final = 57
TWO_WILDS: Final[Mask] = 3 << 56
COLOURED: Final[Mask] = (1 << 56) - 1
WAYS_OF_WILD: Final[Mask] = 15 << 56
WAYS_OF_FOUR: Final[Mask] = 15 << 60

# What a card needs once it is chosen in the fast loop: the slow path, or that the next player draws at once, perhaps challenges
# first.
M_SLOW: Final = 1
M_TAKES: Final = 2
M_ASKS: Final = 4
MAX_TAKEN: Final = 4
ENOUGH: Final = 8  # cards in the pile for whatever a turn of the fast loop draws

# Phases.
OPENING: Final = 0
TURN: Final = 1
DRAWN: Final = 2
CALLING: Final = 3
ANSWERING: Final = 4
OWING: Final = 5
JUDGING: Final = 6
ACTING: Final = 7
CHOOSING: Final = 8
PICKING: Final = 9
OVER: Final = 10
ON_TURN: Final = 1 << TURN | 1 << DRAWN | 1 << ANSWERING | 1 << OWING  # cards may be played

# Verbs of actions.
PLAY: Final = 0
JUMP: Final = 1
DRAW: Final = 2
PASS: Final = 3
COLOUR: Final = 4
CHALLENGE: Final = 5
ACCEPT: Final = 6
UNO: Final = 7
CATCH: Final = 8
DONE: Final = 9
FAILED: Final = 10
GUESSED: Final = 11
CHOOSE: Final = 12
DISCARD: Final = 13
GIVE: Final = 14

# Effects, whom they concern and of which cards they speak (rulebook H).
E_DRAW: Final = 1
E_DISCARD: Final = 2
E_GIVE: Final = 3
E_SKIP: Final = 4
E_REVERSE: Final = 5
E_SWAP: Final = 6
E_ROTATE: Final = 7
E_SHOW: Final = 8
E_CALL: Final = 9
E_DARE: Final = 10
E_CHARADE: Final = 11
W_NEXT: Final = 0
W_PREVIOUS: Final = 1
W_OTHERS: Final = 2
W_EVERYONE: Final = 3
W_CHOSEN: Final = 4
W_SELF: Final = 5
W_PARTNER: Final = 6
W_NOBODY: Final = 7
CALLED: Final = 4  # the colour in force
RULE_ON_PLAY: Final = 1
RULE_ON_DRAW: Final = 2

# Tasks of an act under way.
SEQUENCE: Final = 1
TARGETS: Final = 2
AFTER: Final = 3
END: Final = 4
BEGIN: Final = 5
RESUME: Final = 6
FINISH: Final = 7

# What the first card does (S7-S12), and how the condition on a Wild Draw Four is kept (W7).
S_PLAIN: Final = 0
S_CALL: Final = 1
S_CALL_SWAP: Final = 2
S_DRAW: Final = 3
S_REVERSE: Final = 4
S_SKIP: Final = 5
BLUFF: Final = 0
STRICT: Final = 1
FREE: Final = 2

# How a pile gives its cards: in a given order, any card by chance, or in an order shuffled from random numbers for cards alone.
PILE_GIVEN: Final = 0
PILE_PICKED: Final = 1
PILE_SHUFFLED: Final = 2

# What is noted of a round besides the cards that came from the pile.
N_RESHUFFLED: Final = -1
N_DEALT_AGAIN: Final = -2
N_PUT_BACK: Final = -3
N_ACTED: Final = -4

# What is asked of a seat at a table.
Q_PHASE: Final = 0
Q_SAME: Final = 1
Q_PLAYER: Final = 2
Q_UNO: Final = 3
Q_ASIDE: Final = 4

# Choices: the numbers that answer a question (docs/encoding.md). Those below I_DRAW play a card.
I_DRAW: Final = 60
I_KEEP: Final = 61
I_CHALLENGE: Final = 62
I_ACCEPT: Final = 63
I_BLANK: Final = 64
I_SWAP: Final = 68
I_COLOUR: Final = 88
I_UNO: Final = 92
I_NOTHING: Final = 93
I_PLAYER: Final = 94
I_NOBODY: Final = 103
I_DONE: Final = 104
I_FAILED: Final = 105
I_CARD: Final = 106
I_JUMP: Final = 169
I_SAME: Final = 170
I_LAY: Final = 174
CHOICES: Final = 175
MASK_WORDS: Final = 3
COLOURED13: Final[Mask] = 0x1FFF
WILD_IDS: Final[Mask] = 1 << 13 | 1 << 28 | 1 << 43 | 1 << 58
RARE: Final[Mask] = 31 << 58 | 1 << 13 | 1 << 27 | 1 << 41 | 1 << 55

# Bytes of an observation (docs/encoding.md).
OBSERVED: Final = 192
O_BURIED: Final = 64
O_SIZES: Final = 128
O_MARKS: Final = 138
O_TOP: Final = 148
O_COLOUR: Final = 149
O_BACKWARDS: Final = 150
O_PHASE: Final = 151
O_QUESTION: Final = 152
O_DRAWN: Final = 153
O_DEBT: Final = 154
O_FOUR_DEBT: Final = 155
O_SEAT: Final = 156
O_PILE: Final = 157
O_PENDING: Final = 158
O_BEFORE: Final = 159
O_ACCUSED: Final = 160
O_PICKS: Final = 161
O_PASSES: Final = 162
O_DEALER: Final = 163
PRESENT: Final[Mask] = 0x0808080808080808

# Memory that is prefetched: how many tables ahead, and the bytes at the beginning of a game that every decision touches.
AHEAD: Final = 2
WARM: Final = 512

# Columns of the figures of a round, and of the counts of cards.
R_OUT: Final = 0
R_FIRST: Final = 1
R_DEALER: Final = 2
R_DECISIONS: Final = 3
R_TURNS: Final = 4
R_DRAWN: Final = 5
R_FORCED: Final = 6
R_WON: Final = 7
R_LEADS: Final = 8
R_FIRST_UNO: Final = 9
R_CAUGHT: Final = 10
R_CHALLENGED: Final = 11
COLUMNS: Final = 12
C_PLAYED: Final = 0
C_LAST: Final = 1
C_HELD: Final = 2
C_WON: Final = 3
C_HELD_HELD: Final = 4
C_HELD_WON: Final = 5
C_WON_WON: Final = 6
CARD_COUNTS: Final = 7
FACES: Final = 22  # fourteen of the four colours together, then the wild cards
WEIGHTS: Final = 6  # features that a weighted policy weighs
MANY_CARDS: Final = 7  # a hand from which a Wild Draw Four is challenged more often
