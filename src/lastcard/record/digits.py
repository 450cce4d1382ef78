"""Whole numbers in text, as records, scenarios and the command line have them."""

from __future__ import annotations


def parse_digits(text: str, max_digits: int = 9) -> int | None:
    """Return the number that `text` writes in 1 to `max_digits` ASCII digits; None if it is anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= max_digits else None
