"""How the simulator's kernel is compiled, for run.py, hatch_build.py and the tests. Needs Cython; finds a C compiler."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
SIM = ROOT / "src" / "lastcard" / "sim"
SOURCES = (SIM / "kernel.py", SIM / "bits.pxd")
STAMP = SIM / ".stamp"

CYTHON = "cython>=3.3.1"
"""The package that turns the kernel into C."""
ZIG = "ziglang>=0.15"
"""The package that brings a C compiler where there is none."""

BASELINE = ("-O3", "-fPIC", "-fwrapv", "-DNDEBUG")
"""Flags for any machine of the kind: -march=native was slower, and its result cannot be carried elsewhere."""


class SimBuildError(Exception):
    """The kernel could not be compiled; the text says what to do about it."""


def compiled() -> Path:
    """Where the compiled kernel for this Python is, or would be."""
    return SIM / f"kernel{sysconfig.get_config_var('EXT_SUFFIX')}"


def digest() -> str:
    """A hash of what the kernel is compiled from, and for which Python."""
    h = hashlib.sha256(compiled().name.encode())
    for source in SOURCES:
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


def build() -> Path:
    """Compile the kernel beside its source and stamp it; the compiled file. SimBuildError says what is missing."""
    source = digest()
    command = compiler()
    if command is None:
        raise SimBuildError(f"No C compiler was found: install one, or `pip install '{ZIG}'`")
    if importlib.util.find_spec("Cython") is None:
        raise SimBuildError(f"Cython was not found: `pip install '{CYTHON}'`")
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder, "kernel.c")
        made = Path(folder, compiled().name)
        _must(
            "Cython",
            [
                sys.executable,
                "-m",
                "cython",
                "-3",
                "-I",
                str(SIM.parent.parent),
                str(SOURCES[0]),
                "-o",
                str(code),
            ],
        )
        code.write_text(fold_constants(code.read_text(encoding="utf-8")), encoding="utf-8")
        _must("The C compiler", [*command, *BASELINE, *_linking(), str(code), "-o", str(made)])
        clear()
        shutil.copyfile(made, compiled())
    STAMP.write_text(source)
    return compiled()


def fold_constants(code: str) -> str:
    """Cython's C with the kernel's constants as such: Cython makes variables of them that are set once and then read at every use."""
    name = r"(__pyx_v_\w+_[A-Z][A-Z_0-9]*)"
    declared = re.compile(rf"^static ([a-zA-Z_ ]+) {name};.*$", re.MULTILINE)
    setting = re.compile(rf"^ *{name} = (0x[0-9a-fA-F]+|[0-9]+)[UL]*;$", re.MULTILINE)
    known = {constant for _, constant in declared.findall(code)}
    values = {constant: value for constant, value in setting.findall(code) if constant in known}

    def define(found: re.Match[str]) -> str:
        kind, constant = found.groups()
        return f"#define {constant} (({kind}){values[constant]}ULL)" if constant in values else found[0]

    return declared.sub(define, setting.sub(lambda m: "" if m[1] in values else m[0], code))


def clear() -> None:
    """Remove what was compiled, so that the plain kernel is used."""
    for old in SIM.glob(f"kernel*{Path(compiled().name).suffix}"):
        old.unlink()
    STAMP.unlink(missing_ok=True)


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
