"""Output and input in a terminal: wrapped sentences, optional colours, typed answers."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Read = Callable[[str], str]

WIDTH: Final = 79
"""The longest line; a narrower terminal gets shorter ones."""
_MIN_WIDTH: Final = 20
_UNBROKEN: Final = "\u00a0"
_ANSI_CODES: Final = {"red": "31", "yellow": "33", "green": "32", "blue": "1;34"}
_CARD: Final = re.compile(
    r"\b(red|yellow|green|blue)\b(?: (?:\d|Skip|Reverse|Draw Two|blank)(?!\w))?"
    r"|Wild (?:Draw Four|Swap Hands|Customizable(?: \d)?)",
    re.IGNORECASE,
)


class Screen:
    """Writes to `out` and asks with `read`, which returns the line typed after a prompt, or raises EOFError at the end of input.

    `width` is the terminal's; `coloured` paints the words for colours, which say the same without it.
    """

    def __init__(self, out: TextIO, read: Read, width: int = WIDTH, *, coloured: bool = False) -> None:
        """Keep the streams and the format."""
        self._out = out
        self._read = read
        self._width = max(_MIN_WIDTH, min(width, WIDTH))
        self._coloured = coloured

    def say(self, text: str = "", indent: str = "") -> None:
        """Write one paragraph."""
        self._out.write(self._painted(self._wrapped(printable(text), indent)) + "\n")

    def say_all(self, texts: Iterable[str]) -> None:
        """Write a paragraph for each text that is not empty."""
        for text in filter(None, texts):
            self.say(text)

    def ask(self, prompt: str) -> str:
        """Return what is typed after the prompt; EOFError at the end of input."""
        self._out.flush()
        return printable(self._read(f"{prompt}: ")).strip()

    def _wrapped(self, text: str, indent: str) -> str:
        joined = _CARD.sub(lambda found: found[0].replace(" ", _UNBROKEN), text)
        lines = textwrap.wrap(
            joined,
            self._width,
            initial_indent=indent,
            subsequent_indent=indent + "  ",
            break_on_hyphens=False,
            break_long_words=False,
        )
        return "\n".join(lines).replace(_UNBROKEN, " ")

    def _painted(self, text: str) -> str:
        if not self._coloured:
            return text
        return _CARD.sub(_ansi_coloured, text)


def echoing_reader(typed: TextIO, out: TextIO) -> Read:
    """Return a reader of lines from `typed`, which is not a terminal; it echoes them after their prompts."""

    def read(prompt: str) -> str:
        line = typed.readline()
        out.write(f"{prompt}{printable(line.rstrip())}\n")
        if not line:
            raise EOFError
        return line

    return read


def _ansi_coloured(found: re.Match[str]) -> str:
    return found[0] if found[1] is None else f"\033[{_ANSI_CODES[found[1].lower()]}m{found[0]}\033[0m"


def printable(text: str) -> str:
    """Return the text with every control character replaced by a space."""
    return "".join(char if char.isprintable() else " " for char in text)
