"""The modules of the kernel: joined in an order in which nothing is used before it is there, and small."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from sim_build import KERNEL, MODULES, SimBuildError, compiler, declarations, join, translate

MAX_LINES = 520


def imports_of(module: str) -> set[str]:
    """The modules of the kernel that one imports."""
    tree = ast.parse((KERNEL / f"{module}.py").read_text("utf-8"))
    prefix = "lastcard.sim.kernel."
    return {
        (node.module or "").removeprefix(prefix)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(prefix)
    }


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_from_those_before_it(module: str) -> None:
    """The order of joining is one in which every import points backwards."""
    before = {"codes", *MODULES[: MODULES.index(module)]}
    assert imports_of(module) <= before


def test_every_module_is_joined() -> None:
    """The modules that are joined are those that there are, besides the package and its codes."""
    there = {path.stem for path in KERNEL.glob("*.py")}
    assert there == {"__init__", "codes", *MODULES}
    assert imports_of("codes") == set()


@pytest.mark.parametrize("module", ["codes", *MODULES])
def test_a_module_fits_on_a_few_screens(module: str) -> None:
    """No module is longer than 520 lines."""
    assert len((KERNEL / f"{module}.py").read_text("utf-8").splitlines()) <= MAX_LINES


def test_no_name_stands_for_two_things() -> None:
    """In the joined module a function or class of one module would hide that of another of the same name."""
    names = [
        node.name
        for node in ast.parse(join().text()).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    assert len(names) == len(set(names)) > 200


def test_codes_are_constants_of_c() -> None:
    """Numbers are members of an enumeration, masks are 64-bit literals: neither is read from memory."""
    declared = declarations()
    assert "    TURN = 1\n" in declared
    assert "    #define LC_CODE_FULL 18446744073709551615ULL\n" in declared
    assert '    const unsigned long long FULL "LC_CODE_FULL"\n' in declared


def test_cythons_messages_name_the_modules() -> None:
    """A line of the joined text is told as the line of the module that it comes from."""
    joined = join()
    line = next(number for number, line in enumerate(joined.lines, 1) if line.startswith("def happens("))
    source = (KERNEL / "game.py").read_text("utf-8").splitlines()
    said = joined.with_origins(f"lastcard/sim/_kernel.py:{line}:4: undeclared name")
    number = said.split(":")[1]
    assert said == f"game.py:{number}:4: undeclared name"
    assert source[int(number) - 1].startswith("def happens(")


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_a_fault_in_a_module_is_reported_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When Cython refuses the kernel the error names the module and its line."""
    room = tmp_path / "kernel"
    room.mkdir()
    for module in MODULES:
        text = (KERNEL / f"{module}.py").read_text("utf-8")
        (room / f"{module}.py").write_text(text + ("\nx = y +\n" if module == "uno" else ""), "utf-8")
    monkeypatch.setattr("sim_build.KERNEL", room)
    with pytest.raises((SimBuildError, SyntaxError)):
        translate(tmp_path / "build")
