"""What the compiled kernel asks of masks is the same with a machine's own instructions and without them."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from sim_build import BITS, compiler

EXPORTED = """
int pop(unsigned long long x) { return lc_pop(x); }
int nth(unsigned long long x, int n) { return lc_nth(x, n); }
"""


@pytest.mark.skipif(compiler() is None or sys.platform == "win32", reason="no C compiler")
@pytest.mark.parametrize("flags", [[], ["-DLC_ANY_MACHINE"]], ids=["this machine", "any machine"])
def test_counting_and_finding_bits(flags: list[str], tmp_path: Path) -> None:
    """How many bits a mask has, and which is the n-th, for masks of every number of bits."""
    code = re.search(r'"""\n(.*?)"""', BITS.read_text(), re.DOTALL)
    assert code is not None
    source, library = tmp_path / "bits.c", tmp_path / "bits.so"
    source.write_text(code[1] + EXPORTED)
    command = compiler() or []
    subprocess.run([*command, *flags, "-O2", "-fPIC", "-shared", str(source), "-o", str(library)], check=True)
    bits = ctypes.CDLL(str(library))
    bits.pop.argtypes, bits.nth.argtypes = [ctypes.c_uint64], [ctypes.c_uint64, ctypes.c_int]
    chance = Random(1)
    for count in range(65):
        for _ in range(20):
            places = sorted(chance.sample(range(64), count))
            mask = sum(1 << place for place in places)
            assert bits.pop(mask) == count
            assert [bits.nth(mask, n) for n in range(count)] == places
