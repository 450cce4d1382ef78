"""The simulator: the rules again, as fast as they go. `lastcard.rules` says what is right; this follows it."""

from __future__ import annotations

from lastcard.sim import plain

with plain.standing_in():
    from lastcard.sim import kernel

COMPILED = not kernel.__file__.endswith(".py")
"""Whether the kernel is the compiled one; the plain one gives the same rounds some 150 times more slowly."""
