"""Builds views: what one viewer may know, copied out of the state (never deleted from it)."""

from __future__ import annotations

from engine.core.bits import mask, members
from engine.core.game import Game
from engine.pog.cards import lasting_events
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP, CP
from engine.pog.rules import mandated, supply, victory, war_status
from engine.pog.rules.prospects import prospect
from engine.pog.rules.rounds import action_rounds
from engine.pog.state import LEVELS, State
from engine.pog.view import BattleView, GameView, SideView, SpaceView, UnitView

#: The decisions at which SR points are left.
_REDEPLOYING = frozenset({"sr_unit", "sr_destination"})


def view_of(game: Game[State], viewer: int | None) -> GameView:
    """Return the position as a seat (0, 1) or a spectator (None) may see it."""
    state = game.state
    operation = state.operation
    result = None
    if game.result is not None:
        result = (game.result.winner, game.result.reason, state.vp)
    return GameView(
        content=state.rules.content,
        viewer=viewer,
        scenario=state.rules.scenario.name,
        vp_set=state.rules.scenario.vp_set,
        turn=state.turn,
        action_round=state.round,
        phase=state.phase,
        phasing=state.phasing if state.phasing >= 0 else None,
        to_decide=game.actor,
        vp=state.vp,
        combined_war_status=state.combined,
        cp_russian_vp=war_status.russian_vp(state),
        us_entry=state.us_entry,
        russian_capitulation=state.russian,
        at_war=tuple(state.at_war.items()),
        in_force=tuple(members(lasting_events.standing(state) | _binding(state))),
        beachhead=state.beachhead if state.beachhead >= 0 else None,
        spaces=_spaces(state),
        sides=(_side(state, AP, viewer), _side(state, CP, viewer)),
        ops_left=operation.ops if operation and _decided(game) == "activate" else None,
        sr_left=getattr(game.decision, "points", None) if _decided(game) in _REDEPLOYING else None,
        battle=battle_view(state, state.combat) if state.combat else None,
        prospect=prospect(state, state.combat) if state.combat and _before_dice(state.combat) else None,
        result=result,
        marks=tuple(state.marks.items()),
        switches=tuple(state.rules.switches.items()),
        neutral=tuple(sorted(set().union(*(named(state) for named in state.rules.tables.neutral_nations)))),
        rounds=action_rounds(state),
        wins_at=_wins_at(state),
        shallow=tuple(members(_shallow(state))),
        plans=tuple(plan for told in state.rules.tables.plans for plan in told(state)),
    )


def _decided(game: Game[State]) -> str:
    """Return the kind of the open decision, "" when the game is over."""
    return game.decision.kind if game.stack else ""


def _binding(state: State) -> int:
    """Return the cards whose event still has effect by a variant's rules."""
    found = 0
    for cards in state.rules.tables.binding:
        found |= cards(state)
    return found


def _shallow(state: State) -> int:
    """Return the spaces whose only trench has no marker."""
    found = 0
    for spaces in state.rules.tables.shallow:
        found |= spaces(state)
    return found & ~(state.trench_1 | state.trench_2)


def _wins_at(state: State) -> tuple[int, int]:
    limits = victory.level(state)
    return limits.cp_min, limits.ap_max


def _before_dice(combat: Combat) -> bool:
    """Return True until the first die of a combat is rolled or the combat ends."""
    return not (combat.fires or combat.winner or combat.flank_die or combat.flank == "automatic")


def _spaces(state: State) -> tuple[SpaceView, ...]:
    supplied = supply.supplied_units(state, AP) | supply.supplied_units(state, CP)
    supplied |= supply.frozen_units(state)
    return tuple(_space(state, space, supplied) for space in range(state.rules.board.size))


def _space(state: State, space: int, supplied: int) -> SpaceView:
    level, owner = state.trench(space)
    operation = state.operation
    activated = ""
    if operation:
        activated = "move" if operation.move >> space & 1 else activated
        activated = "attack" if operation.attack >> space & 1 else activated
    # The contents of the boxes are in the side views.
    units = state.units_at[space] if state.rules.board.on_map[space] else 0
    return SpaceView(
        space=space,
        control=state.controller(space),
        units=tuple(_unit(state, unit, supplied) for unit in members(units)),
        trench=level,
        trench_side=owner if level else None,
        fort=_fort(state, space),
        fort_strength=state.fort_values[space],
        activated=activated,
    )


def _fort(state: State, space: int) -> str:
    flag = 1 << space
    if not (state.rules.board.forts | state.built[AP] | state.built[CP]) & flag:
        return "none"
    if state.forts_destroyed & flag:
        return "destroyed"
    return "besieged" if state.besieged & flag else "intact"


def _unit(state: State, unit: int, supplied: int) -> UnitView:
    operation = state.operation
    used = ""
    if operation:
        for name, units in (
            ("moved", operation.moved & ~operation.digging),
            ("attacked", operation.fought),
            ("retreated", operation.retreated),
        ):
            used = name if units >> unit & 1 else used
    fed = bool(supplied >> unit & 1)
    grade = 0 if fed else max((graded(state, unit) for graded in state.rules.tables.grade), default=0)
    return UnitView(unit, state.is_reduced(unit), fed, used, grade)


def _side(state: State, side: int, viewer: int | None) -> SideView:
    board = state.rules.board
    pools = state.rules.content.pools[side]
    return SideView(
        hand=tuple(members(state.hand[side])) if viewer == side else None,
        hand_size=state.hand[side].bit_count(),
        deck_size=state.deck[side].bit_count(),
        discard=tuple(members(state.discard[side])),
        removed=tuple(members(state.removed[side])),
        combat_cards=tuple(members(state.table[side])),
        war_status=state.war_status[side],
        commitment=LEVELS[state.commitment[side]],
        mandated=state.mandated[side],
        actions=tuple((kind, card if card >= 0 else None) for kind, card in state.actions[side]),
        rp=tuple((pool, state.rp[pool]) for pool in pools if state.rp.get(pool)),
        reserve=_box(state, side, board.reserve[side]),
        eliminated=_box(state, side, board.eliminated[side]),
        permanently_eliminated=tuple(
            unit for unit in members(state.rules.units_of_side[side]) if state.loc[unit] == board.gone[side]
        ),
        zone=_zone(state, side),
        excused=state.mandated[side] != "none" and not mandated.due(state, side),
    )


def _zone(state: State, side: int) -> tuple[int, ...] | None:
    piles = state.rules.tables.piles
    if not piles:
        return None
    return tuple(card for name in piles for card in members(state.marks[name] & state.rules.cards_of_side[side]))


def _box(state: State, side: int, box: int) -> tuple[UnitView, ...]:
    return tuple(
        UnitView(unit, state.is_reduced(unit), True)
        for unit in members(state.rules.units_of_side[side])
        if state.loc[unit] == box
    )


def battle_view(state: State, combat: Combat) -> BattleView:
    """Return the combat as everyone sees it."""
    reduced = combat.first_reduced
    return BattleView(
        number=combat.number,
        target=combat.target,
        attacker=combat.side,
        attackers=tuple((space, unit, bool(reduced >> unit & 1)) for space, unit in combat.first_attackers),
        defenders=tuple((unit, bool(reduced >> unit & 1)) for unit in combat.first_defenders),
        fort=combat.fort,
        trench=combat.trench,
        terrain=state.rules.content.spaces[combat.target].terrain,
        flank=combat.flank,
        flank_die=combat.flank_die,
        flank_drm=combat.flank_drm,
        cards=tuple((side, card) for side in (AP, CP) for card in members(combat.cards[side])),
        fires=tuple(combat.fires),
        losses=tuple(combat.losses),
        retreats=tuple(combat.retreats),
        advances=tuple(combat.advances),
        winner=combat.winner,
        retreat=combat.retreat,
    )


def hidden_cards(state: State, viewer: int | None) -> int:
    """Return the cards whose place the viewer does not know: draw piles, and the hands of others."""
    return mask(
        card for side in (AP, CP) for card in members(state.deck[side] | (state.hand[side] if side != viewer else 0))
    )
