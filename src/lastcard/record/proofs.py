"""The lines of a record that prove a round's deal (docs/notation.md, docs/deals.md)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

from lastcard.dealing import Proof, contribution_text, read_contribution, read_hash
from lastcard.record.digits import parse_digits
from lastcard.record.errors import record_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastcard.record.line_reader import LineReader

_Value = TypeVar("_Value")

_NEEDED: Final = ("game", "number", "previous", "commitment")
_GAME: Final = re.compile(r"[0-9a-f]{32}")


def write_proof(proof: Proof) -> list[str]:
    """Return the lines of the proof; `secret:` is left out while the secret is unknown."""
    lines = [
        f"game: {proof.game}",
        f"number: {proof.number}",
        f"previous: {proof.previous.hex()}",
        f"commitment: {proof.commitment.hex()}",
    ]
    lines += [f"contribution {seat}: {contribution_text(value)}" for seat, value in proof.contributions]
    return lines if proof.secret is None else [*lines, f"secret: {proof.secret.hex()}"]


def read_proof(source: LineReader) -> Proof | None:
    """Read the proof if its lines come next, else return None; RecordError if one of them is missing or wrong."""
    found: dict[str, str] = {}
    where: dict[str, int] = {}
    while _proves(source.peek() or ""):
        key, value = source.take()
        key = " ".join(key.split())
        if key in found:
            raise record_error(source.number, "record-twice", key=key, number=where[key])
        found[key], where[key] = value, source.number
    if not found:
        return None
    missing = next((key for key in _NEEDED if key not in found), None)
    if missing:
        raise record_error(source.number, "record-proof-lacks", key=missing)

    def read(key: str, parse: Callable[[str], _Value]) -> _Value:
        try:
            return parse(found[key])
        except ValueError as error:
            raise record_error(where[key], "record-proof", key=key, why=str(error)) from None

    seats = {
        _seat(key, where[key]): read(key, read_contribution)
        for key in found
        if key.startswith("contribution")
    }
    return Proof(
        read("game", _game),
        read("number", _round_number),
        read("previous", read_hash),
        read("commitment", read_hash),
        tuple(sorted(seats.items())),
        read("secret", read_hash) if "secret" in found else None,
    )


def _proves(key: str) -> bool:
    return key in (*_NEEDED, "secret") or key.startswith("contribution ")


def _seat(key: str, line: int) -> int:
    word = key.split(maxsplit=1)[1]
    if not re.fullmatch(r"[0-9]", word):
        raise record_error(line, "record-proof-seat", given=word)
    return int(word)


def _game(text: str) -> str:
    if not _GAME.fullmatch(text):
        raise ValueError(f"32 hex digits (0-9, a-f) are needed, not {text!r}")
    return text


def _round_number(text: str) -> int:
    number = parse_digits(text)
    if number is None or text.startswith("0"):
        raise ValueError(f"a number from 1 is needed, not {text!r}")
    return number
