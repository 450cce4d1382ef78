"""docs/deals.md: its example verifies, its own verifier runs and agrees, and its bytes are those that are hashed."""

from __future__ import annotations

import hashlib
import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from lastcard.cli import main
from lastcard.dealing import NumberStream, commit, first_link, rules_digest
from lastcard.dealing.commitment import framed
from lastcard.record import DealEntry, read_record, rules_text, write_record
from tests.rooms.dealing import vectors
from tests.rooms.record.proven import Proven

PAGE = (Path(__file__).parents[2] / "docs" / "deals.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
RECORD, VERIFIED, CODE, PRINTED = (text for _, text in BLOCKS)


def own_verifier(record: str) -> str:
    """What the page's own verifier prints of a record."""
    names: dict[str, Any] = {}
    exec(compile(CODE, "docs/deals.md", "exec"), names)  # noqa: S102 - the page's own code
    out = io.StringIO()
    with redirect_stdout(out):
        names["verify"](record)
    return out.getvalue()


def test_the_example_verifies_as_the_page_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`lastcard verify` prints what stands there, word for word."""
    (tmp_path / "example").write_text(RECORD, "utf-8")
    assert main(["verify", str(tmp_path / "example")]) == 0
    assert capsys.readouterr().out == VERIFIED


def test_the_page_s_own_verifier_agrees() -> None:
    """The code on the page, which knows nothing of Lastcard, prints what stands there."""
    assert "lastcard." not in CODE
    assert own_verifier(RECORD) == PRINTED


@pytest.mark.parametrize(
    ("key", "failing"),
    [
        ("secret", ["commitment", "order", "shuffle"]),
        ("commitment", ["commitment"]),
        ("contribution 0", ["order", "shuffle"]),
        ("previous", ["commitment", "first"]),
        ("option hand_size", ["commitment"]),
    ],
)
def test_the_page_s_own_verifier_finds_what_was_changed(key: str, failing: list[str]) -> None:
    """Another sign in any of the parts, and what depends on it does not hold."""
    lines = RECORD.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"{key}:"))
    lines[at] = lines[at][:-1] + ("1" if lines[at][-1] != "1" else "2")
    said = own_verifier("\n".join(lines))
    assert [line.split()[0] for line in said.splitlines() if line.endswith("False")] == failing


def test_the_page_s_own_verifier_agrees_about_other_deals() -> None:
    """Deals of other decks, rules and players, among them some with words passed over, hold for it as well."""
    from random import Random

    for number, rules in enumerate(vectors.RULES):
        record = Proven(rules, Random(number), 1).record
        said = own_verifier(write_record(record))
        assert "False" not in said
        assert said.startswith("commitment True\nfirst link True\norder True\n")


def test_the_bytes_of_the_example_are_those_that_are_hashed() -> None:
    """The table of parts in hex, value by value."""
    record = read_record(RECORD)
    deal = record.entries[0]
    assert isinstance(deal, DealEntry)
    assert deal.proof is not None
    assert deal.proof.secret is not None
    proof, secret, text = deal.proof, deal.proof.secret, rules_text(record.header.rules)
    told = [part for seat, value in proof.contributions for part in (str(seat).encode(), value)]
    digest = rules_digest(text)
    parts = {
        "the rules, framed": framed(b"rules", text.encode()),
        "rules": digest,
        "first link, framed": framed(b"first", proof.game.encode()),
        "commitment, framed": framed(b"commit", secret, proof.game.encode(), b"1", digest, proof.previous),
        "stream `deal`, framed": framed(b"stream", secret, b"deal", *told),
    }
    for name, value in parts.items():
        assert f"| {name} | `{value.hex()}` |" in PAGE
    assert hashlib.sha256(parts["commitment, framed"]).digest() == proof.commitment
    assert commit(secret, proof.game, 1, digest, first_link(proof.game)) == proof.commitment
    stream = NumberStream(secret, proof.contributions, "deal")
    words = " ".join(f"{stream.word():04x}" for _ in range(8))
    assert f"| its first words | `{words}` |" in PAGE
    stream = NumberStream(secret, proof.contributions, "deal")
    numbers = ", ".join(str(stream.below(bound)) for bound in range(108, 100, -1))
    assert f"are {numbers}." in PAGE
