"""Positions for pictures, built from the set-up facts without an engine."""

from __future__ import annotations

from dataclasses import replace

from engine.pog.content import load_content
from engine.pog.view import GameView, SideView, SpaceView, UnitView


def setup_view(scenario: str = "campaign", viewer: int | None = None) -> GameView:
    """The position of August 1914 as `viewer` sees it, with hands of the first cards of each side."""
    content = load_content()
    facts = content.scenarios[scenario]
    historical = facts.setup == "historical"
    dropped = {
        (r.space, r.unit, r.trench) for r in content.setup if historical and r.scenario == "historical_remove"
    }
    units: dict[int, list[UnitView]] = {s.id: [] for s in content.spaces}
    trenches: dict[int, tuple[int, int]] = {}
    for row in content.setup:
        wanted = row.scenario == "base" or (historical and row.scenario == "historical_add")
        if not wanted or (row.space, row.unit, row.trench) in dropped:
            continue
        if row.unit is None:
            trenches[row.space] = (row.trench, row.side)
        else:
            units[row.space].append(UnitView(row.unit, row.reduced, True))
    spaces = []
    for s in content.spaces:
        if s.kind != "map":
            continue
        level, side = trenches.get(s.id, (0, None))
        ordered = sorted(units[s.id], key=lambda u: (not content.units[u.unit].army, u.unit))
        spaces.append(
            SpaceView(s.id, s.start_control, tuple(ordered), level, side, "intact" if s.fort else "none")
        )
    sides = tuple(
        _side(side, facts.hand_size, tuple(units[content.space_by_name[f"{name}_reserve_box"]]), viewer)
        for side, name in enumerate(("ap", "cp"))
    )
    return GameView(
        viewer=viewer, scenario=scenario, vp_set=facts.vp_set, turn=1, action_round=1, phase="actions",
        phasing=1, to_decide=1, vp=facts.start_vp, combined_war_status=0, cp_russian_vp=0, us_entry=0,
        russian_capitulation=0, at_war=(), in_force=(), beachhead=None, spaces=tuple(spaces), sides=sides,
    )  # fmt: skip


def _side(side: int, hand_size: int, reserve: tuple[UnitView, ...], viewer: int | None) -> SideView:
    cards = [c.id for c in load_content().cards if c.side == side and c.deck == "mobilization"]
    return SideView(
        hand=tuple(cards[:hand_size]) if viewer == side else None,
        hand_size=hand_size,
        deck_size=len(cards) - hand_size,
        discard=(),
        removed=(),
        combat_cards=(),
        war_status=0,
        commitment="mobilization",
        mandated="fr" if side == 0 else "ah",
        actions=(),
        rp=(),
        reserve=reserve,
    )


def crowded_view(viewer: int | None = None) -> GameView:
    """Three counters, a level 2 trench and an activation in every space: the worst the board can hold."""
    content = load_content()
    view = setup_view("campaign", viewer)
    spaces = []
    for i, state in enumerate(view.spaces):
        side = i % 2
        pool = [u.id for u in content.units if u.side == side]
        stack = tuple(
            UnitView(
                pool[(3 * i + k) % len(pool)], (i + k) % 2 == 0, (i + k) % 5 != 0,
                ("", "moved", "attacked", "retreated")[(i + k) % 4],
            )
            for k in range(3)
        )  # fmt: skip
        fort = ("intact", "besieged", "destroyed")[i % 3] if state.fort != "none" else "none"
        spaces.append(
            replace(
                state, control=side, units=stack, trench=1 + i % 2, trench_side=side, fort=fort,
                activated=("", "move", "attack")[i % 3],
            )  # fmt: skip
        )
    return replace(view, spaces=tuple(spaces), turn=9, action_round=4, vp=13)
