"""How the simulator's kernel is compiled, for run.py, hatch_build.py and the tests. Needs Cython; finds a C compiler.

The modules of `lastcard.sim.kernel` are joined into one before they are compiled, since C functions are inlined within a module
only. The result is the extension `lastcard.sim._kernel`.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent
SIM = ROOT / "src" / "lastcard" / "sim"
KERNEL = SIM / "kernel"
CODES = KERNEL / "codes.py"
BITS = KERNEL / "bits.pxd"
MODULES = (
    "bits", "tables", "game", "matching", "tasks", "uno", "drawing", "swapping", "going_out", "written", "playing", "acts",
    "deal",
    "legal", "policy_r", "snapshot", "weighted", "env", "observation", "public", "vector", "figures",
)  # fmt: skip
"""The order in which the modules are joined: each imports only from those before it, and from `codes`."""
SOURCES = (CODES, BITS, *(KERNEL / f"{name}.py" for name in MODULES))
STAMP = SIM / ".stamp"

CYTHON = "cython>=3.3.1"
"""The package that turns the kernel into C."""
ZIG = "ziglang>=0.15"
"""The package that brings a C compiler where there is none."""

BASELINE = ("-O3", "-fPIC", "-fwrapv", "-DNDEBUG")
"""Flags for any machine of the kind: -march=native was slower, and its result cannot be carried elsewhere."""

DIRECTIVES = (
    "# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, "
    "initializedcheck=False, auto_pickle=False"
)
COLD = ("@cython.cfunc", "@cython.exceptval(check=False)", "@cython.nogil")
DECORATORS = {"@cold": COLD, "@fast": (*COLD, "@cython.inline")}
"""What the kernel's two decorators mean to Cython: a function of C, for `@fast` one that is to be inlined."""


class SimBuildError(Exception):
    """The kernel could not be compiled; the text says what to do about it."""


def compiled() -> Path:
    """Where the compiled kernel for this Python is, or would be."""
    return SIM / f"_kernel{sysconfig.get_config_var('EXT_SUFFIX')}"


def digest() -> str:
    """A hash of what the kernel is compiled from, and for which Python."""
    h = hashlib.sha256(compiled().name.encode())
    for source in (Path(__file__), *SOURCES):
        h.update(hashlib.sha256(source.read_bytes()).digest())
    return h.hexdigest()


def is_fresh() -> bool:
    """Is the kernel compiled from its source as it is now, or left uncompiled on purpose (LASTCARD_SKIP_KERNEL)?"""
    if os.environ.get("LASTCARD_SKIP_KERNEL"):
        return True
    return compiled().is_file() and STAMP.is_file() and STAMP.read_text() == digest()


def compiler() -> list[str] | None:
    """The command of a C compiler: the one that CC names, the system's, else zig's if the package is there."""
    named = os.environ.get("CC", "").split()
    if named and shutil.which(named[0]):
        return named
    if sys.platform != "win32":
        for name in ("cc", "gcc", "clang"):
            if shutil.which(name):
                return [name]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc"]
    return None


@dataclass
class Joined:
    """The modules in one text, and where each of its lines comes from."""

    lines: list[str] = field(default_factory=lambda: [DIRECTIVES, "import cython"])
    origins: list[str] = field(default_factory=lambda: ["", ""])
    cold: list[str] = field(default_factory=list)

    def add(self, source: Path) -> None:
        """Append a module without its docstring and its imports, its decorators expanded."""
        text = _with_unchecked_arguments(source.read_text(encoding="utf-8"))
        dropped = _lines_to_drop(text)
        self.cold += re.findall(r"^@cold\ndef (\w+)\(", text, re.MULTILINE)
        for number, line in enumerate(text.splitlines(), 1):
            new = [""] if number in dropped else DECORATORS.get(line, (line,))
            self.lines += new
            self.origins += [f"{source.name}:{number}"] * len(new)

    def text(self) -> str:
        """The module that is compiled."""
        return "\n".join(self.lines) + "\n"

    def with_origins(self, messages: str) -> str:
        """Messages of Cython with the lines of the modules in place of those of the joined text."""

        def origin(found: re.Match[str]) -> str:
            return self.origins[int(found[1]) - 1] or found[0]

        return re.sub(r"\S*_kernel\.py:(\d+)", origin, messages)


def join() -> Joined:
    """All modules of the kernel in their order."""
    joined = Joined()
    for name in MODULES:
        joined.add(KERNEL / f"{name}.py")
    return joined


def declarations() -> str:
    """The constants of `codes` and the functions of bits.pxd, declared to Cython: constants of C, not variables."""
    names = [
        node for node in ast.parse(CODES.read_text(encoding="utf-8")).body if isinstance(node, ast.AnnAssign)
    ]
    values = runpy.run_path(str(CODES))
    masks, numbers = [], []
    for node in names:
        kind = ast.unparse(node.annotation)
        name = ast.unparse(node.target)
        if kind == "Final[Mask]":
            masks.append(name)
        elif kind == "Final":
            numbers.append(name)
    return "\n".join(
        [
            BITS.read_text(encoding="utf-8"),
            "cdef extern from *:",
            '    """',
            *(f"    #define LC_CODE_{name} {values[name]}ULL" for name in masks),
            '    """',
            *(f'    const unsigned long long {name} "LC_CODE_{name}"' for name in masks),
            "cdef enum:",
            *(f"    {name} = {values[name]}" for name in numbers),
            "",
        ]
    )


def build() -> Path:
    """Compile the kernel beside its source and stamp it; the compiled file. SimBuildError says what is missing."""
    source = digest()
    command = compiler()
    if command is None:
        raise SimBuildError(f"No C compiler was found: install one, or `pip install '{ZIG}'`")
    if importlib.util.find_spec("Cython") is None:
        raise SimBuildError(f"Cython was not found: `pip install '{CYTHON}'`")
    with tempfile.TemporaryDirectory() as folder:
        code = translate(Path(folder))
        made = Path(folder, compiled().name)
        _must("The C compiler", [*command, *BASELINE, *_linking(), str(code), "-o", str(made)])
        clear()
        shutil.copyfile(made, compiled())
    STAMP.write_text(source)
    return compiled()


def translate(folder: Path) -> Path:
    """Write the joined module into a folder and turn it into C; the C file. SimBuildError."""
    package = folder / "lastcard" / "sim"
    package.mkdir(parents=True)
    for parent in (package, package.parent):
        (parent / "__init__.py").touch()
    joined = join()
    module = package / "_kernel.py"
    module.write_text(joined.text(), encoding="utf-8")
    module.with_suffix(".pxd").write_text(declarations(), encoding="utf-8")
    code = module.with_suffix(".c")
    command = [sys.executable, "-m", "cython", "-3", "-I", str(folder), str(module), "-o", str(code)]
    try:
        _must("Cython", command)
    except SimBuildError as fault:
        raise SimBuildError(joined.with_origins(str(fault))) from None
    with code.open("a", encoding="utf-8") as c:
        c.write(addresses(joined))
    return code


def addresses(joined: Joined) -> str:
    """C that keeps the address of every `@cold` function.

    Compilers merge a function that is called once into its caller otherwise.

    The paths that are seldom taken would then cost the often taken ones their registers.
    """
    prefix = "__pyx_f_" + "_".join(f"{len(part)}{part}" for part in ("lastcard", "sim", "_kernel"))
    return f"void *lc_cold[] = {{{', '.join(f'(void *){prefix}_{name}' for name in joined.cold)}}};\n"


def clear() -> None:
    """Remove what was compiled, so that the plain kernel is used."""
    for old in SIM.glob(f"_kernel*{Path(compiled().name).suffix}"):
        old.unlink()
    STAMP.unlink(missing_ok=True)


def _lines_to_drop(text: str) -> set[int]:
    """The lines of a module's docstring and imports."""
    found: set[int] = set()
    for number, node in enumerate(ast.parse(text).body):
        docstring = number == 0 and isinstance(node, ast.Expr)
        if docstring or isinstance(node, ast.Import | ast.ImportFrom):
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def _with_unchecked_arguments(text: str) -> str:
    """Allow None for the objects that a module's C functions take: Cython checks for None at every call otherwise."""
    lines = text.splitlines()
    found = [
        arg.annotation
        for function in ast.parse(text).body
        if isinstance(function, ast.FunctionDef)
        and {ast.unparse(decorator) for decorator in function.decorator_list} & {"fast", "cold"}
        for arg in function.args.args
        if isinstance(arg.annotation, ast.Name)
    ]
    for node in reversed(found):
        line = lines[node.lineno - 1]
        lines[node.lineno - 1] = f"{line[: node.col_offset]}{node.id} | None{line[node.end_col_offset :]}"
    return "\n".join(lines) + "\n"


def _linking() -> list[str]:
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    return [*shared, f"-I{sysconfig.get_paths()['include']}"]


def _must(what: str, command: list[str]) -> None:
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        tail = "\n".join(done.stdout.strip().splitlines()[-10:])
        raise SimBuildError(f"{what} failed ({' '.join(command[:3])} …):\n{tail}")
