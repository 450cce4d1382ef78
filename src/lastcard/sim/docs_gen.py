"""The generated part of docs/simulator.md: what the simulator leaves out, and which rules it refuses.

    python -m lastcard.sim.docs_gen

writes it into docs/ of the current folder; a test holds it to the code.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from lastcard.sim.tables import LEFT_OUT, REFUSED

PAGE: Final = Path("docs", "simulator.md")
BEGIN: Final = "<!-- written by python -m lastcard.sim.docs_gen -->"
END: Final = "<!-- end -->"


def limits() -> str:
    """What is left out and what is refused, as lists."""
    ids = ", ".join(LEFT_OUT)
    out = "\n".join(f"- {rule}: {said}" for rule, said in LEFT_OUT.items())
    refused = "\n".join(f"- {said}" for said in REFUSED)
    return (
        f"What it leaves out ({ids} of the rulebook; `lastcard.sim.tables.LEFT_OUT`):\n\n{out}\n\n"
        f"Rules that it refuses, with an `UnsupportedRules` that lists what it does not know:\n\n{refused}\n"
    )


def written(page: str) -> str:
    """The page with the part between the marks generated again; ValueError if the marks are not there."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{BEGIN} and {END} are not on the page")
    return f"{head}{BEGIN}\n{limits()}{END}{tail}"


def main() -> None:
    """Write the page."""
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
