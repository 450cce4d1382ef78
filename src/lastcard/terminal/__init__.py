"""A match against bots in a terminal, line by line: plain text that a screen reader can follow.

`input_parser` reads what the player types, `prompts` says what may be done and why not, `screen` wraps text and asks for
lines, `game` is the match with its record, `session` runs it for one player.
"""

from lastcard.terminal.game import RecordedMatch, new_game, resume_game
from lastcard.terminal.screen import Screen
from lastcard.terminal.session import TerminalSession

__all__ = ["RecordedMatch", "Screen", "TerminalSession", "new_game", "resume_game"]
