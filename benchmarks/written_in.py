"""What tables cost: the kernel beside the same kernel for which the C compiler knows the classic rules as constants.

    python -m benchmarks.written_in [--turns N]

In the C that Cython makes, every number of `Tables` that a round reads becomes a constant, and the compiler folds what follows from it. Both play the
same rounds by policy R in turns, and must come to the same decisions and points; processor time, so that a busy machine changes the ratio little. Needs Cython and a C compiler.
"""

from __future__ import annotations

import argparse
import importlib.machinery
import importlib.util
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import sim_build
from lastcard.rules.ruleset import ruleset
from lastcard.sim.plain import without_cython
from lastcard.sim.tables import numbers_of

NAME = "lastcard.sim._kernel"
ROUNDS = 3000
LARGEST_INT = 0x7FFFFFFF


def main() -> None:
    """Compile both, play in turns and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=60, help="how often each plays (60)")
    turns = parser.parse_args().turns
    data = numbers_of(ruleset("classic", players=4))
    with tempfile.TemporaryDirectory() as folder:
        code = c_code(Path(folder))
        modules = [
            compiled(code, Path(folder, "tables")),
            compiled(written_in(code, data), Path(folder, "written")),
        ]
        ratios = []
        for turn in range(turns):
            first, second = (played(module, data, turn) for module in modules)
            if first[1] != second[1]:
                raise SystemExit("the two do not play the same rounds")
            ratios.append(first[0] / second[0])
    print(
        f"with tables {100 * (statistics.median(ratios) - 1):+.1f} % time beside rules written in (median of {turns} turns, same rounds)"
    )


def c_code(folder: Path) -> str:
    """The kernel in C, as the set-up compiles it."""
    return sim_build.translate(folder).read_text(encoding="utf-8")


def written_in(code: str, data: dict[str, Any]) -> str:
    """The same with the numbers of these rules in place of a round's tables."""
    found = re.search(r"struct __pyx_obj_\w+_Tables \{(.*?)\n\};", code, re.DOTALL)
    assert found  # noqa: S101 - narrows the type
    tables, constants = plain_tables(data), []
    for kind, name, length in re.findall(r"^\s+(\S.*?)\s(\w+)(?:\[(\d+)\])?;$", found[1], re.MULTILINE):
        if not hasattr(tables, name):
            continue
        value = getattr(tables, name)
        if length:
            numbers = ", ".join(f"({kind}){number}{suffix(number)}" for number in value)
            constants.append(f"static const {kind} W_{name}[{length}] = {{{numbers}}};")
        else:
            constants.append(f"#define W_{name} (({kind}){value}{suffix(value)})")
    read = re.compile(r"__pyx_v_\w+->t->(\w+)")
    code, replaced = read.subn(r"W_\1", code)
    assert replaced > len(constants)  # noqa: S101 - or nothing would be measured
    return code[: found.end()] + "\n" + "\n".join(constants) + code[found.end() :]


def suffix(number: int) -> str:
    """What C wants behind a number that may be large."""
    return "ULL" if number > LARGEST_INT else ""


def plain_tables(data: dict[str, Any]) -> Any:  # noqa: ANN401 - a class of its own
    """The tables of the kernel as plain Python, which shows them."""
    with without_cython():
        return importlib.import_module("lastcard.sim.kernel.tables").Tables(data)


def compiled(code: str, folder: Path) -> Any:  # noqa: ANN401 - a module of its own
    """The C, compiled as the set-up does it, and loaded."""
    folder.mkdir()
    source, made = folder / "kernel.c", folder / sim_build.compiled().name
    source.write_text(code, encoding="utf-8")
    command = [*(sim_build.compiler() or ["cc"]), *sim_build.BASELINE, *sim_build._linking()]  # noqa: SLF001 - the very same flags
    subprocess.run([*command, str(source), "-o", str(made)], check=True)  # noqa: S603 - our own arguments
    loader = importlib.machinery.ExtensionFileLoader(NAME, str(made))
    spec = importlib.util.spec_from_file_location(NAME, made, loader=loader)
    assert spec  # noqa: S101 - narrows the type
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def played(module: Any, data: dict[str, Any], seed: int) -> tuple[float, Any]:  # noqa: ANN401 - a module of its own
    """Processor time of some rounds, and what they came to."""
    tables = module.Tables(data)
    began = time.process_time()
    came_to = module.playouts(tables, seed, ROUNDS)
    return time.process_time() - began, came_to


if __name__ == "__main__":
    main()
