"""Networks of railways (12.1.5, 12.1.6, 12.2.1, 12.4.1, 16.1.9) on made-up lines."""

from __future__ import annotations

import pytest

from engine.liege.railways import RailNetwork, capacity, last_of_network, overloaded, reached, usable_low
from tests.liege.support import FACTS


def net(*lines: str, broken: str = "", half: str = "") -> RailNetwork:
    """Return a network: "a b" for lines of high capacity, "a-b" of low."""
    pairs = [(line[0], line[-1], "low" if "-" in line else "high") for line in lines]
    return RailNetwork({(a, b): kind for a, b, kind in pairs}, frozenset(broken), frozenset(half))


ALL = frozenset("abcdefgh")


def test_12_1_5_a_line_of_high_capacity_is_joined_by_high_capacity_alone() -> None:
    """C is beyond a stretch of low capacity, d is not controlled."""
    network = net("a b", "b-c", "c d")
    assert reached("a", network, ALL, frozenset()) == {"a", "b"}
    assert reached("a", net("a b", "b c"), ALL - {"b"}, frozenset()) == {"a"}
    assert reached("a", net("a b"), ALL - {"a"}, frozenset()) == set()


def test_12_1_6_a_cut_point_is_the_last_of_its_line() -> None:
    assert reached("a", net("a b", "b c"), ALL, frozenset("b")) == {"a", "b"}


def test_16_1_9_a_broken_line_ends_before_the_break_or_in_it() -> None:
    """In it if more than half of the track is still connected."""
    assert reached("a", net("a b", "b c", broken="b"), ALL, frozenset()) == {"a"}
    assert reached("a", net("a b", "b c", broken="b", half="b"), ALL, frozenset()) == {"a", "b"}


@pytest.mark.parametrize(("lines", "own", "used"), [
    (("a b", "a-c", "c-d", "d-b"), ALL, "cd"), (("a b", "a-c", "c-d"), ALL, "cd"), (("a b", "a-c", "c-d"), ALL - {"d"}, ""),
    (("a b", "a-c", "c-d", "d-b"), ALL - {"c"}, ""), (("a b", "a-c", "c-d", "d-b", "d-e"), ALL, "cde"), (("a b", "c-d"), ALL, ""),
    (("a b", "a-c", "c-d", "c-e"), ALL, ""),
])  # fmt: skip
def test_12_1_5_a_line_of_low_capacity_is_joined_at_both_ends_or_a_dead_end(
    lines: tuple[str, ...], own: frozenset[str], used: str
) -> None:
    network = net(*lines)
    assert usable_low(network, own, reached("a", network, own, frozenset())) == set(used)


def test_12_2_1_half_as_many_get_off_at_the_last_point() -> None:
    network = net("a b", "b c")
    used = reached("a", network, ALL, frozenset())
    assert [last_of_network(point, network, used) for point in "bc"] == [False, True]
    assert [capacity(FACTS.lines.entraining, "open", last=last) for last in (False, True)] == [4, 2]


def test_12_4_1_convoys_count_by_track_and_direction() -> None:
    """Two each way on a regular line, two one way on a line of low capacity; junctions do not count."""
    high, low = net("a b", "b c", "b d"), net("a-b")
    assert overloaded(high, ["abc", "abd", "cba", "dba"]) == set()
    assert overloaded(high, ["abc", "abc", "abd"]) == {("a", "b")}
    assert overloaded(low, ["ab", "ab"]) == set()
    assert overloaded(low, ["ab", "ba"]) == {("a", "b"), ("b", "a")}
