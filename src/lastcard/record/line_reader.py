"""Reads the lines of a record and reports errors with their line number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lastcard.record.digits import parse_digits
from lastcard.record.errors import record_error
from lastcard.rules.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MAX_LINE_LENGTH: Final = 20_000
"""Characters in a line at most; the longest possible line, the draw pile of two decks, has a thousand."""


class LineReader:
    """The lines that are neither blank nor comments, with one line of look-ahead; `number` is that of the last line taken."""

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
        """Return the key of the next line, None at the end."""
        if self._next is None:
            self._next = next(self._left, None)
        return None if self._next is None else self._next[1]

    def take(self) -> tuple[str, str]:
        """Return key and value of the next line; RecordError at the end."""
        if self.peek() is None or self._next is None:
            raise record_error(self.number + 1, "record-ends")
        self.number, key, value = self._next
        self._next = None
        return key, value

    def read(self, parse: Callable[[str], object], value: str) -> object:
        """Apply a notation parser to the value; its NotationError becomes a RecordError with the line."""
        try:
            return parse(value)
        except NotationError as error:
            raise record_error(self.number, "record-notation", why=str(error)) from None

    def parse_number(self, word: str) -> int:
        """Return the number written as `word` in the current line; RecordError if it is none."""
        number = parse_digits(word)
        if number is None:
            raise record_error(self.number, "record-number", given=word)
        return number
