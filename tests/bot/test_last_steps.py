"""The last step of all movement is offered like every other, although trench dice are rolled after it (11.2.2)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from bot.table.table import Table as Orders
from bot.titles import table_of, usual_title
from bot.titles.pog.notation.path_search import way_to, ways
from tests.support.table import CP, Table


def gathered(*, digging: bool) -> Orders:
    """Return a corps about to move, the last of all; an army digs in before it, or did not move at all."""
    table = Table().played("cp_06_entrench").put("metz", "ge_2_army").put("koblenz", "ge_corps_01").operate(CP)
    if digging:
        table.activate("metz", "koblenz").do("pick ge_2_army", "entrench")
    else:
        table.activate("koblenz")
    if table.asks("move_unit"):
        table.do("pick ge_corps_01")
    return table_of(table.game, CP)


def offered(table: Orders) -> int:
    """Return how many orders the panel offers in its menus."""
    title = usual_title()
    offers = title.face("move_stack").offers
    assert offers is not None
    return sum(len(group.entries) for group in offers(title.offer_context(table, "en")).groups)


def test_every_destination_is_offered_even_if_a_die_roll_follows() -> None:
    digging, plain = gathered(digging=True), gathered(digging=False)
    assert digging.kind == plain.kind == "move_stack"
    ends = ways(digging)
    assert ends.keys() == ways(plain).keys()
    assert any(len(path) > 2 for path in ends.values()), "ways that use up the movement"
    assert all(way_to(digging, end) is not None for end in ends)
    assert offered(digging) == offered(plain) > 0


def test_a_way_to_one_goal_is_that_of_the_whole_reach_and_nothing_farther_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, tries = gathered(digging=False), count()
    attempt = Orders.attempt

    def counted(self: Orders, *choices: tuple[str, int]) -> Orders | None:
        next(tries)
        return attempt(self, *choices)

    monkeypatch.setattr(Orders, "attempt", counted)

    def tried(look: Callable[[], object]) -> tuple[object, int]:
        before = next(tries)
        return look(), next(tries) - before - 1

    every, all_tries = tried(lambda: ways(table))
    assert isinstance(every, dict)
    cost: dict[int, list[int]] = {}
    for end, path in every.items():
        found, needed = tried(lambda end=end: way_to(table, end))  # type: ignore[misc]
        assert found == path
        cost.setdefault(len(path), []).append(needed)
    assert sorted(cost)[:3] == [1, 2, 3]
    assert max(cost[1]) == 1, "a space next to it is one step"
    assert max(cost[2]) < all_tries / 2
    nowhere = next(at for at in range(280) if at not in every)
    assert tried(lambda: way_to(table, nowhere)) == (None, all_tries)


def test_a_corps_that_goes_one_space_only_has_somewhere_to_go() -> None:
    table = Table("historical").played("cp_06_entrench").put("metz", "ge_2_army").put("alexandria", "tu_sn_corps")
    table.hold(CP, "alexandria").operate(CP).activate("metz", "alexandria").do("pick ge_2_army", "entrench")
    if table.asks("move_unit"):
        table.do("pick tu_sn_corps")
    found = {table.state.rules.content.spaces[end].name for end in ways(table_of(table.game, CP))}
    assert found == {"cairo", "port_said", "libya"}
