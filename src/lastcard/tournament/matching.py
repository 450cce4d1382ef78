"""Maximum matchings: Edmonds' blossom algorithm, and a form of it with preferences.

Swiss pairings (rulebook M5) need it to guarantee that nobody meets twice while that can be avoided.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Graph: TypeAlias = "Sequence[Sequence[int]]"
"""For each node, the nodes that it may be paired with, the preferred ones first; symmetric."""

FREE = -1


def preferred_matching(graph: Graph) -> list[tuple[int, int]]:
    """Return the pairs of a maximum matching with preferences.

    Among all maximum matchings, node 0 gets the most preferred partner that it can have, then the first node still free, and so
    on. Nodes that must stay alone are left out.
    """
    mates = largest_matching(graph)
    done: set[int] = set()
    pairs = []
    for node in range(len(graph)):
        if node in done:
            continue
        done.add(node)
        for partner in graph[node]:
            if partner not in done and (trial := _rematched(graph, mates, (node, partner), done)) is not None:
                mates = trial
                done.add(partner)
                pairs.append((node, partner))
                break
    return pairs


def largest_matching(graph: Graph) -> list[int]:
    """Return each node's mate (or FREE) in a maximum matching."""
    mates = [FREE] * len(graph)
    for node in range(len(graph)):
        if mates[node] == FREE:
            _augment(graph, mates, node, frozenset())
    return mates


def _rematched(graph: Graph, mates: list[int], pair: tuple[int, int], done: set[int]) -> list[int] | None:
    """Force a pair into a maximum matching of the nodes not done; None if that would lose a pair."""
    node, partner = pair
    if mates[node] == partner:
        return mates
    trial = list(mates)
    widowed = [mates[one] for one in pair if mates[one] != FREE]
    for one in widowed:
        trial[one] = FREE
    trial[node], trial[partner] = partner, node
    if len(widowed) < 2:  # noqa: PLR2004 - one of the pair was alone, so no pair is lost
        return trial
    barred = frozenset(done | set(pair))
    return trial if any(_augment(graph, trial, one, barred) for one in widowed) else None


def _augment(graph: Graph, mates: list[int], root: int, barred: frozenset[int]) -> bool:
    """Add one pair by an augmenting path from a free node, if there is one, without using `barred` nodes."""
    search = _Search(graph, mates, root, barred)
    end = search.run()
    while end != FREE:
        before = search.parent[end]
        after = mates[before]
        mates[end], mates[before] = before, end
        end = after
    return mates[root] != FREE


class _Search:
    """One breadth-first search for an augmenting path, with odd cycles (blossoms) contracted."""

    def __init__(self, graph: Graph, mates: list[int], root: int, barred: frozenset[int]) -> None:
        self.graph = graph
        self.mates = mates
        self.root = root
        self.barred = barred
        self.parent = [FREE] * len(graph)
        self.base = list(range(len(graph)))
        self.reached = {root}
        self.queue = deque([root])

    def run(self) -> int:
        """Return the free node at the far end of a path, or FREE if there is none."""
        while self.queue:
            node = self.queue.popleft()
            for other in self.graph[node]:
                if other in self.barred or self.base[node] == self.base[other] or self.mates[node] == other:
                    continue
                if other == self.root or self._is_even(other):
                    self._contract(node, other)
                elif self.parent[other] == FREE:
                    self.parent[other] = node
                    if self.mates[other] == FREE:
                        return other
                    self._reach(self.mates[other])
        return FREE

    def _is_even(self, node: int) -> bool:
        """Whether the path reached this node through its mate."""
        return self.mates[node] != FREE and self.parent[self.mates[node]] != FREE

    def _reach(self, node: int) -> None:
        if node not in self.reached:
            self.reached.add(node)
            self.queue.append(node)

    def _contract(self, one: int, other: int) -> None:
        """Contract an odd cycle into its base, so that all its nodes are reached."""
        base = self._common_base(one, other)
        blossom: set[int] = set()
        self._mark(one, base, other, blossom)
        self._mark(other, base, one, blossom)
        for node in range(len(self.graph)):
            if self.base[node] in blossom:
                self.base[node] = base
                self._reach(node)

    def _common_base(self, one: int, other: int) -> int:
        """The first common base on the ways back from two reached nodes to the root."""
        seen = set()
        node = self.base[one]
        seen.add(node)
        while node != self.root and self.mates[node] != FREE:
            node = self.base[self.parent[self.mates[node]]]
            seen.add(node)
        node = self.base[other]
        while node not in seen:
            node = self.base[self.parent[self.mates[node]]]
        return node

    def _mark(self, node: int, base: int, child: int, blossom: set[int]) -> None:
        """Collect the bases between a node and the base, and reverse their parents."""
        while self.base[node] != base:
            mate = self.mates[node]
            blossom.update((self.base[node], self.base[mate]))
            self.parent[node] = child
            child = mate
            node = self.parent[mate]
