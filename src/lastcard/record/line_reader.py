"""The lines of a record as they are read, and what is said when one is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lastcard.record.errors import record_error
from lastcard.rules.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MAX_LINE_LENGTH: Final = 20_000
"""The most characters of a line; the longest there is, a draw pile of two decks, has a thousand."""


class LineReader:
    """The lines that say something, numbered, with one line of look-ahead; `number` is that of the last one taken."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._left = self._significant(lines)
        self._next: tuple[int, str, str] | None = None
        self.number = 0

    def _significant(self, lines: Iterable[str]) -> Iterator[tuple[int, str, str]]:
        for number, line in enumerate(lines, 1):
            if len(line) > MAX_LINE_LENGTH:
                raise record_error(number, "record-line-long", most=MAX_LINE_LENGTH, number=len(line))
            text = line.strip()
            if text and not text.startswith("#"):
                key, _, value = text.partition(":")
                yield number, key.strip() if ":" in text else text, value.strip()

    def peek(self) -> str | None:
        """The key of the next line, None at the end."""
        if self._next is None:
            self._next = next(self._left, None)
        return None if self._next is None else self._next[1]

    def take(self) -> tuple[str, str]:
        """Key and value of the next line, which must be there."""
        if self.peek() is None or self._next is None:
            raise record_error(self.number + 1, "record-ends")
        self.number, key, value = self._next
        self._next = None
        return key, value

    def read(self, parse: Callable[[str], object], value: str) -> object:
        """What a notation parser makes of the value; its complaint gets the line."""
        try:
            return parse(value)
        except NotationError as error:
            raise record_error(self.number, "record-notation", why=str(error)) from None

    def parse_number(self, word: str) -> int:
        """The number that the word of the line just taken is."""
        if not (word.isascii() and word.isdigit() and len(word) < 10):  # noqa: PLR2004
            raise record_error(self.number, "record-number", given=word)
        return int(word)
