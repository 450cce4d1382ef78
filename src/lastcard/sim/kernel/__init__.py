"""The kernel: a round on integers and 64-bit masks. Its modules run as Python, and `sim_build.py` compiles them together to C.

It knows no card, count or rule: `Tables` has them as numbers, compiled from a `Ruleset` by `lastcard.sim.tables`. A card is
its `order` in the notation (0-55 coloured, 56-62 wild). A hand is a mask of the cards it holds and a count for each. What has
still to be done within an act lies on a stack of tasks, as in `lastcard.rules`; where people must act in the middle the stack
waits for them.
"""

try:
    from lastcard.sim._kernel import (
        Agenda,
        KernelGame,
        KernelPolicies,
        KernelPolicy,
        KernelTable,
        KernelTables,
        Tables,
        play_noted,
        playouts,
    )

    COMPILED = True
except ModuleNotFoundError:
    from lastcard.sim.plain import without_cython

    with without_cython():
        from lastcard.sim.kernel.figures import play_noted, playouts
        from lastcard.sim.kernel.game import Agenda
        from lastcard.sim.kernel.public import KernelGame, KernelTable
        from lastcard.sim.kernel.tables import Tables
        from lastcard.sim.kernel.vector import KernelTables
        from lastcard.sim.kernel.weighted import KernelPolicies, KernelPolicy

    COMPILED = False

__all__ = (
    "COMPILED",
    "Agenda",
    "KernelGame",
    "KernelPolicies",
    "KernelPolicy",
    "KernelTable",
    "KernelTables",
    "Tables",
    "play_noted",
    "playouts",
)
