"""A match against bots in a terminal, line by line: text in, text out, nothing that a screen reader could not follow.

`typed` reads what a player types, `asking` says what may be done and why not, `screen` puts sentences on lines, `game` is
the match with its record, `session` the player's part in it.
"""

from lastcard.terminal.game import RecordedMatch, new_game, resume_game
from lastcard.terminal.screen import Screen
from lastcard.terminal.session import TerminalSession

__all__ = ["RecordedMatch", "Screen", "TerminalSession", "new_game", "resume_game"]
