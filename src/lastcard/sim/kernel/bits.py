"""Small functions on integers and 64-bit masks, and the C functions of bits.pxd written in Python."""

import cython

from lastcard.sim.kernel.codes import FULL
from lastcard.sim.plain import fast

if cython.compiled:
    from cython.cimports.libc.string import memcpy
else:
    memcpy = None  # the compiled kernel copies memory where this one copies items

    def popcount(x):
        return x.bit_count()

    def ctz(x):
        return (x & -x).bit_length() - 1

    def nth(x, n):
        for _ in range(n):
            x &= x - 1
        return ctz(x)

    def prefetch(what, length):
        pass

    def rare(so):
        return so

    def get_eight(array, at):
        return sum(array[at + i] << (8 * i) for i in range(8))

    def put_eight(out, at, x):
        for i in range(8):
            out[at + i] = (x >> (8 * i)) & 255


@fast
def bit(seat: cython.int) -> cython.uint:
    return cython.cast(cython.uint, 1) << seat


@fast
def all_if(so: cython.int) -> cython.ulonglong:
    """All bits if it is so (1), else none: where a branch would be taken as often as not."""
    return (0 - cython.cast(cython.ulonglong, so)) & FULL


@fast
def whole(x: cython.ulonglong) -> cython.ulonglong:
    """A number from an array; as plain Python, where those overflow, one of Python's own."""
    return x if cython.compiled else int(x)


@fast
def four_bits(x: cython.uint) -> cython.ulonglong:
    """The four lowest bits, a byte for each."""
    return (cython.cast(cython.ulonglong, x & 15) * 0x204081) & 0x01010101


@fast
def marks(
    owing: cython.uint, called: cython.uint, losing: cython.uint, present: cython.uint
) -> cython.ulonglong:
    """What is said of the four first places, a byte for each."""
    return four_bits(owing) | (four_bits(called) << 1) | (four_bits(losing) << 2) | (four_bits(present) << 3)


@fast
def eight(
    a: cython.uint,
    b: cython.uint,
    c: cython.uint,
    d: cython.uint,
    e: cython.uint,
    f: cython.uint,
    g: cython.uint,
    h: cython.uint,
) -> cython.ulonglong:
    """Eight small numbers as bytes of one, the first lowest."""
    return (
        cython.cast(cython.ulonglong, a | (b << 8) | (c << 16) | (d << 24))
        | cython.cast(cython.ulonglong, e | (f << 8) | (g << 16) | (h << 24)) << 32
    )
