"""The simulator: the rules again, as fast as they go. `lastcard.rules` says what is right; this follows it."""

from __future__ import annotations

from lastcard.sim.kernel import COMPILED

__all__ = ("COMPILED",)
