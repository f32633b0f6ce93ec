"""Sample positions and combats for showing and testing pictures, built from the set-up data without an engine."""

from __future__ import annotations

from dataclasses import replace

from engine.pog.content import load_content
from engine.pog.view import (
    ActionMarks,
    BattleView,
    FireView,
    GameView,
    LossView,
    Modifier,
    SideView,
    SpaceView,
    UnitView,
)
from renderer.pog.requests import DiceTally, FrontMove, GameEnd, NationLoss, Played, TurnSummary, VpPoint


def setup_view(scenario: str = "campaign", viewer: int | None = None) -> GameView:
    """Return the position of August 1914 as `viewer` sees it, with the first cards of each side as hands."""
    content = load_content()
    facts = content.scenarios[scenario]
    historical = "changed_trenches" in facts.traits
    dropped = {(r.space, r.unit, r.trench) for r in content.setup if historical and r.scenario == "historical_remove"}
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
        spaces.append(SpaceView(s.id, s.start_control, tuple(ordered), level, side, "intact" if s.fort else "none"))
    sides = tuple(
        _side(side, facts.hand_size, tuple(units[content.space_by_name[f"{name}_reserve_box"]]), viewer)
        for side, name in enumerate(("ap", "cp"))
    )
    return GameView(
        content=content, viewer=viewer, scenario=scenario, vp_set=facts.vp_set, turn=1, action_round=1, phase="actions",
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
    """Return a worst case for the board: three counters, a level 2 trench and an activation in every space."""
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
                state,
                control=side,
                units=stack,
                trench=1 + i % 2,
                trench_side=side,
                fort=fort,
                activated=("", "move", "attack")[i % 3],
            )
        )
    return replace(view, spaces=tuple(spaces), turn=9, action_round=4, vp=13)


def opening_marks() -> ActionMarks:
    """Return the German attack on Belgium: two armies to Liège, an attack on Sedan."""
    content = load_content()
    space, unit = content.space_by_name, content.unit_by_name
    return ActionMarks(
        moves=(
            ((unit["ge_1_army"],), (space["aachen"], space["liege"])),
            ((unit["ge_3_army"],), (space["koblenz"], space["liege"])),
        ),
        attacks=(((space["metz"], space["koblenz"]), space["sedan"]),),
    )


def lively_view(viewer: int | None = None) -> GameView:
    """Return a mid-game position: armies advanced, trenches, a siege, units out of supply, full boxes."""
    content = load_content()
    space, unit = content.space_by_name, content.unit_by_name
    view = setup_view("campaign", viewer)
    spaces = list(view.spaces)

    def put(name: str, control: int, units: tuple[UnitView, ...], **changes: object) -> None:
        state = spaces[space[name]]
        spaces[space[name]] = replace(state, control=control, units=units, **changes)  # type: ignore[arg-type]

    def us(*names: str, reduced: bool = False, supplied: bool = True, mark: str = "") -> tuple[UnitView, ...]:
        return tuple(UnitView(unit[n], reduced, supplied, mark) for n in names)

    put("liege", 1, us("ge_1_army", "ge_3_army", mark="moved"), fort="destroyed")
    put("aachen", 1, us("ge_corps_09", reduced=True))
    put("koblenz", 1, us("ge_2_army"), activated="attack")
    put("metz", 1, us("ge_4_army", "ge_5_army"), activated="attack")
    put("sedan", 0, us("fr_5_army", "fr_corps_01", "fr_corps_02"), trench=1, trench_side=0)
    put("verdun", 0, (*us("fr_3_army"), *us("fr_4_army", reduced=True)), trench=2, trench_side=0)
    put("brussels", 0, us("br_bef_army", "br_2_army", supplied=False), trench=0, trench_side=None)
    put("przemysl", 1, us("ru_8_army", "ru_corps_09"), fort="besieged")
    put("lemberg", 0, us("ru_3_army", mark="attacked"))
    put("gallipoli", 1, us("tu_corps_01", "tu_corps_02"), trench=1, trench_side=1)
    put("mef_1", 0, us("br_mef_army", "br_aus_corps"))
    put("belgrade", 1, us("ah_5_army", mark="attacked"), fort="destroyed")
    put("nis", 0, (*us("sb_1_army", reduced=True, mark="retreated"), *us("sb_2_army", supplied=False)))
    put("baghdad", 1, us("tu_corps_05", "tu_corps_06"))
    put("kut", 0, us("br_corps_04", supplied=False))
    sides = list(view.sides)
    lost = tuple(UnitView(u.id, False, True) for u in content.units if u.enters == "setup" and u.id % 7 == 0)
    for i, side in enumerate(sides):
        sides[i] = replace(
            side, war_status=(7, 9)[i], commitment="limited", mandated=("it", "met")[i],
            actions=(("ops", 3 + 65 * i), ("sr", 9 + 65 * i), ("event", 11 + 65 * i)), combat_cards=(3 + 65 * i,),
            discard=tuple(range(6 + 65 * i, 13 + 65 * i)), removed=tuple(range(65 * i, 3 + 65 * i)),
            rp=((("fr", 4), ("br", 3), ("ru", 6)), (("ge", 5), ("ah", 2)))[i],
            eliminated=tuple(u for u in lost if content.units[u.unit].side == i),
            permanently_eliminated=tuple(u.unit for u in lost if content.units[u.unit].side == i)[:2],
        )  # fmt: skip
    return replace(
        view, spaces=tuple(spaces), sides=tuple(sides), turn=6, action_round=4, vp=12, combined_war_status=16,
        cp_russian_vp=2, beachhead=space["mef_1"], at_war=(("tu", 3), ("it", 5)), in_force=(1, 66, 70),
    )  # fmt: skip


def sample_battles() -> tuple[BattleView, ...]:
    """Return combats with different outcomes."""
    return (sedan_battle(), liege_battle())


def sedan_battle() -> BattleView:
    """Return a combat in which German armies drive the French 5th Army out of Sedan."""
    content = load_content()
    unit, space, card = content.unit_by_name, content.space_by_name, content.card_by_name
    return BattleView(
        number=3,
        target=space["sedan"],
        attacker=1,
        attackers=(
            (space["koblenz"], unit["ge_2_army"], False),
            (space["koblenz"], unit["ge_3_army"], False),
            (space["metz"], unit["ge_4_army"], False),
            (space["metz"], unit["ge_5_army"], True),
        ),
        defenders=((unit["fr_5_army"], False), (unit["fr_corps_01"], False)),
        fort=0,
        trench=1,
        terrain="forest",
        flank="succeeded",
        flank_die=3,
        flank_drm=1,
        cards=((1, card["cp_02_wireless_intercepts"]),) if "cp_02_wireless_intercepts" in card else (),
        fires=(
            FireView(1, True, "army", 18, 16, 15, (Modifier("trench:1", -1),), (Modifier("card:cp_37_hoffmann", 1),), 4, 5, 7),
            FireView(0, False, "army", 4, 4, 5, (Modifier("trench:1", 1),), (), 2, 2, 3),
        ),
        losses=(
            LossView(0, unit["fr_5_army"], "reduced"),
            LossView(0, unit["fr_5_army"], "eliminated", unit["fr_corps_02"]),
            LossView(0, unit["fr_corps_01"], "eliminated"),
            LossView(1, unit["ge_4_army"], "reduced"),
        ),
        retreats=((unit["fr_corps_02"], (space["cambrai"], space["amiens"])),),
        advances=((unit["ge_2_army"], (space["sedan"],)), (unit["ge_3_army"], (space["sedan"],))),
        winner="attacker",
        retreat="required",
    )  # fmt: skip


def liege_battle() -> BattleView:
    """Return a failed assault on a fortress."""
    content = load_content()
    unit, space = content.unit_by_name, content.space_by_name
    return BattleView(
        number=1,
        target=space["liege"],
        attacker=1,
        attackers=((space["aachen"], unit["ge_corps_09"], True),),
        defenders=(),
        fort=3,
        trench=0,
        terrain="clear",
        flank="impossible",
        fires=(
            FireView(0, False, "corps", 3, 3, 3, (), (), 6, 6, 1),
            FireView(1, True, "corps", 1, 1, 1, (), (), 1, 1, 0),
        ),
        losses=(LossView(1, unit["ge_corps_09"], "eliminated"),),
        winner="defender",
        retreat="",
    )


#: Possible uses of the cards of a sample hand, in rotation.
HAND_USES: tuple[tuple[str, ...], ...] = (
    ("ops", "sr", "rp", "event"), ("ops", "sr", "rp"), ("ops", "sr", "rp", "combat"), ("ops", "sr"), (),
)  # fmt: skip


def threatened_view() -> GameView:
    """Return Russian armies in East Prussia whose only supply line runs through an empty space next to a German army."""
    content = load_content()
    space, unit = content.space_by_name, content.unit_by_name
    view = lively_view()
    spaces = list(view.spaces)

    def put(name: str, control: int, *names: str) -> None:
        units = tuple(UnitView(unit[n], False, True) for n in names)
        spaces[space[name]] = replace(spaces[space[name]], control=control, units=units, trench=0, trench_side=None)

    put("konigsberg", 0, "ru_1_army")
    put("insterberg", 0)
    put("tannenberg", 1, "ge_8_army")
    put("memel", 1)
    return replace(view, spaces=tuple(spaces))


def sample_curve(last: int = 20) -> tuple[VpPoint, ...]:
    """Return VP and war status over a made-up game."""
    values = (10, 12, 13, 13, 12, 14, 15, 15, 14, 15, 16, 15, 13, 14, 12, 11, 12, 10, 9, 8, 8)
    return tuple(VpPoint(i, v, i + i // 3, i + i // 4) for i, v in enumerate(values[: last + 1]))


def sample_losses(scale: int = 1) -> tuple[NationLoss, ...]:
    """Return the steps lost by nation."""
    steps = (
        ("fr", 4, 1),
        ("br", 2, 0),
        ("ru", 6, 2),
        ("sb", 1, 0),
        ("it", 2, 1),
        ("ge", 5, 1),
        ("ah", 7, 2),
        ("tu", 2, 0),
    )
    return tuple(NationLoss(nation, n * scale, gone * scale) for nation, n, gone in steps)


def sample_summary() -> TurnSummary:
    """Return the summary of a busy turn."""
    content = load_content()
    space = content.space_by_name
    names = (("liege", 1), ("aachen", 1), ("lodz", 1), ("lemberg", 0), ("przemysl", 1), ("belgrade", 1), ("kut", 0))
    cards = ((1, "event"), (2, "ops"), (3, "sr"), (4, "ops"), (5, "rp"))
    played = [Played(i + 1, side, kind, 65 * side + card) for side in (0, 1) for i, (card, kind) in enumerate(cards)]
    played.append(Played(6, 0, "auto_op", None))
    moves = tuple(FrontMove(space[name], side) for name, side in names)
    return TurnSummary(lively_view(), 6, sample_curve(6), moves, sample_losses(), tuple(played))


def sample_end() -> GameEnd:
    """Return the end of a made-up game."""
    view = replace(lively_view(), turn=20, phase="over", vp=8, to_decide=None, result=(0, "turn_limit", 8))
    dice = (DiceTally(0, (21, 17, 25, 19, 24, 26)), DiceTally(1, (27, 20, 22, 18, 15, 14)))
    return GameEnd(view, sample_curve(), sample_losses(5), dice)


def campaign_frames() -> list[tuple[GameView, str]]:
    """Return eight turns of a made-up game, in each of which some spaces change hands."""
    view, frames = setup_view("campaign"), []
    titles = [turn.title for turn in load_content().turns]
    for turn in range(1, 9):
        spaces = [
            replace(s, control=1 - s.control) if s.control is not None and s.space % 23 == turn and not s.units else s
            for s in view.spaces
        ]
        view = replace(view, spaces=tuple(spaces), turn=turn, vp=10 + turn % 4, action_round=0)
        frames.append((view, titles[turn - 1]))
    return frames
