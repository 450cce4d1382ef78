"""The largest matching, against trying everything."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastcard.tournament.matching import FREE, largest_matching, preferred_matching


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    """Any graph of up to ten nodes, neighbours in any order of liking."""
    nodes = draw(st.integers(0, 10))
    edges = [edge for edge in combinations(range(nodes), 2) if draw(st.booleans())]
    neighbours = [[a + b - node for a, b in edges if node in (a, b)] for node in range(nodes)]
    return [draw(st.permutations(others)) for others in neighbours]


def most_pairs(graph: list[list[int]], left: frozenset[int]) -> int:
    """The size of the largest matching of the nodes left, by trying everything."""
    if not left:
        return 0
    node = min(left)
    rest = left - {node}
    alone = most_pairs(graph, rest)
    return max([alone, *(1 + most_pairs(graph, rest - {other}) for other in graph[node] if other in rest)])


def first_choice(graph: list[list[int]]) -> list[tuple[int, int]]:
    """The matching that takes each node's best liked partner that keeps the number of pairs, by force."""
    left = frozenset(range(len(graph)))
    pairs = []
    while left:
        node = min(left)
        most = most_pairs(graph, left)
        left -= {node}
        for other in graph[node]:
            if other in left and 1 + most_pairs(graph, left - {other}) == most:
                pairs.append((node, other))
                left -= {other}
                break
    return pairs


@pytest.mark.rule("M5")
@given(graphs())
def test_no_matching_is_larger(graph: list[list[int]]) -> None:
    """Edmonds' method finds as many pairs as trying everything does."""
    mates = largest_matching(graph)
    assert sum(mate != FREE for mate in mates) == 2 * most_pairs(graph, frozenset(range(len(graph))))
    assert all(
        mate == FREE or (mates[mate] == node and mate in graph[node]) for node, mate in enumerate(mates)
    )


@pytest.mark.rule("M5")
@given(graphs())
def test_the_best_liked_come_first(graph: list[list[int]]) -> None:
    """Node after node has the partner that it likes best among those that cost nobody a pair."""
    assert preferred_matching(graph) == first_choice(graph)


@pytest.mark.rule("M5")
def test_an_odd_circle_is_no_obstacle() -> None:
    """A circle of five with one more node hanging on it has three pairs."""
    graph = [[1, 4], [0, 2], [1, 3], [2, 4, 5], [3, 0], [3]]
    assert len(preferred_matching(graph)) == 3
