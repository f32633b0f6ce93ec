"""Invariants of every position, for tests and for checking a position before it is stored.

`check` recomputes everything from the independent part of the state, in the slow and
obvious way, so that a mistake in the fast masks of the rules shows at the step that
makes it. It never changes the position.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.bits import mask, members
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP, CP
from engine.pog.state import LEVELS, State


class InvariantBroken(AssertionError):
    """The position breaks an invariant; the message lists everything that is wrong."""


def check(state: State, scored: int | None = None) -> None:
    """Raise InvariantBroken with everything that is wrong with a position.

    `scored` is the sum of all VP changes so far that were not for taking spaces; if given, the
    VP total is compared with a recount of the VP spaces (5.1.2). The stacking limit is
    not checked while units move, advance or redeploy (10.1.2).
    """
    wrong = [
        problem
        for problems in (_places(state), _check_derived(state), _stacking(state), _control(state), _forts(state))
        for problem in problems
    ]
    wrong += [problem for problems in (_trenches(state), _cards(state), _numbers(state)) for problem in problems]
    wrong += [*_operation(state), *_combat(state)]
    wrong += [problem for law in state.rules.tables.laws for problem in law(state)]
    if scored is not None and state.vp != vp_of_spaces(state) + scored:
        wrong.append(f"VP {state.vp} are not {vp_of_spaces(state)} for spaces and {scored} for the rest")
    if wrong:
        raise InvariantBroken("; ".join(wrong))


def vp_of_spaces(state: State) -> int:
    """Return the starting VP, adjusted for the VP spaces now in enemy hands."""
    rules = state.rules
    total = rules.scenario.start_vp
    for space in members(rules.vp_spaces):
        owner = rules.content.spaces[space].printed_side
        holder = state.controller(space)
        if holder is not None and holder != owner:
            total += 1 if holder == CP else -1
    return total


def name_of(state: State, space: int) -> str:
    """Return the stable name of a space, for messages."""
    return state.rules.content.spaces[space].name


def _places(state: State) -> Iterator[str]:
    """Check that every unit is on the map or in a box of its own side."""
    content, board = state.rules.content, state.rules.board
    for unit, space in enumerate(state.loc):
        spec = content.units[unit]
        side = spec.side
        boxes = (board.reserve[side], board.eliminated[side], board.gone[side], board.unused[side])
        if space not in boxes and not (0 <= space < board.size and board.on_map[space]):
            yield f"{spec.name} is nowhere"
        if space == board.reserve[side] and spec.army:
            yield f"army {spec.name} in the reserve box"
        if space in (board.eliminated[side], board.gone[side], board.unused[side]) and state.is_reduced(unit):
            yield f"{spec.name} is reduced off the map"
        if space == board.eliminated[side] and not spec.replaceable:
            yield f"{spec.name} can never be rebuilt but waits for it"


def _check_derived(state: State) -> Iterator[str]:
    """Check that the derived masks equal a rebuild."""
    board, rules = state.rules.board, state.rules
    units_at = [0] * len(board.on_map)
    standing, occupied = [0, 0], [0, 0]
    for unit, space in enumerate(state.loc):
        units_at[space] |= 1 << unit
        if board.on_map[space]:
            standing[rules.side_of[unit]] |= 1 << unit
            occupied[rules.side_of[unit]] |= 1 << space
    if units_at != state.units_at:
        yield "units by space are out of date"
    if standing != state.standing:
        yield "units on the map are out of date"
    if occupied != state.occupied:
        yield "occupied spaces are out of date"
    besieged = 0
    for space in members(board.forts & ~state.forts_destroyed | state.built[AP] | state.built[CP]):
        enemies = units_at[space] & rules.units_of_side[1 - state.fort_owner(space)]
        armies = any(rules.content.units[unit].army for unit in members(enemies))
        if enemies and (armies or enemies.bit_count() >= state.fort_values[space]):
            besieged |= 1 << space
    if besieged != state.besieged:
        yield f"besieged forts are out of date: {[name_of(state, s) for s in members(besieged ^ state.besieged)]}"
    closed = state.closed
    if closed != rules.closed_spaces(state):
        yield "closed spaces are out of date"
    for space in members(occupied[AP] & occupied[CP]):
        yield f"both sides stand in {name_of(state, space)}"


def _stacking(state: State) -> Iterator[str]:
    """Check for at most three units of a side in a space, except while they move or redeploy (10.1.2)."""
    operation = state.operation
    if operation is not None and (operation.move or state.combat is not None):
        return
    if state.phasing >= 0 and state.actions[state.phasing] and state.actions[state.phasing][-1][0] == "sr":
        return
    limit, on_map = state.rules.stacking_limit, state.rules.board.on_map
    for space, units in enumerate(state.units_at):
        if units.bit_count() > limit and on_map[space]:
            yield f"{units.bit_count()} units in {name_of(state, space)}"


def _control(state: State) -> Iterator[str]:
    """Check that every space has one owner, unless it is neutral or a beach (3.0, 11.1.14)."""
    rules, board = state.rules, state.rules.board
    both = state.control[AP] & state.control[CP]
    for space in members(both):
        yield f"both sides control {name_of(state, space)}"
    neutral = 0
    for nation, lands in rules.neutral_lands.items():
        if ("tu" if nation == "pe" else nation) not in state.at_war and not (nation == "gr" and state.greek_limited):
            neutral |= lands
    held = state.control[AP] | state.control[CP]
    for space in members(held & neutral):
        yield f"neutral {name_of(state, space)} is controlled"
    limited = rules.neutral_lands["gr"] if state.greek_limited else 0
    for space in members(board.all & ~held & ~neutral & ~board.beaches & ~limited):
        yield f"nobody controls {name_of(state, space)}"
    if held & ~board.all:
        yield "a box is controlled"
    guests = rules.nation_units("ana", "gr") | _passing(state)
    for side in (AP, CP):
        for space in members(state.occupied[side] & ~state.control[side] & ~state.intact_forts(1 - side)):
            if state.units_of(side, space) & ~guests:
                yield f"{name_of(state, space)} is not controlled by the units in it"


def _passing(state: State) -> int:
    """Return units that may be moving through a space without gaining control of it."""
    operation = state.operation
    if operation is None or not state.rules.tables.takes_control:
        return 0
    return state.rules.units_of_side[operation.side] & ~operation.moved


def _forts(state: State) -> Iterator[str]:
    """Check that an intact fort keeps control of its space, besieged or not (15.1.10)."""
    board = state.rules.board
    for side in (AP, CP):
        for space in members(state.intact_forts(side) & state.control[1 - side]):
            yield f"the enemy controls {name_of(state, space)} in spite of its fort"
    if state.forts_destroyed & ~board.forts:
        yield "a fort is destroyed where none stood"
    if state.besieged & (state.forts_destroyed | ~board.forts) & ~(state.built[AP] | state.built[CP]):
        yield "a siege without a fort"


def _trenches(state: State) -> Iterator[str]:
    """Check for at most one trench marker in a space, with an owner (11.2.3)."""
    marked = state.trench_1 | state.trench_2
    if state.trench_1 & state.trench_2:
        yield "two trench markers in a space"
    if state.trench_cp & ~marked:
        yield "an owner of a trench that is not there"
    if marked & ~state.rules.board.all:
        yield "a trench in a box"
    for side in (AP, CP):
        own = state.trench_cp if side == CP else marked & ~state.trench_cp
        for space in members(own & state.occupied[1 - side]):
            if not state.units_of(1 - side, space) & ~_passing(state):
                continue
            yield f"the trench in {name_of(state, space)} still belongs to the side that left"


def _cards(state: State) -> Iterator[str]:
    """Check that the piles of a side are exactly the cards that have joined it so far (16.1)."""
    rules = state.rules
    for side in (AP, CP):
        piles = {name: getattr(state, name)[side] for name in ("deck", "hand", "discard", "removed", "table")}
        piles |= {name: state.marks[name] & rules.cards_of_side[side] for name in rules.tables.piles}
        expected = 0
        for level in LEVELS[: state.commitment[side] + 1]:
            expected |= rules.deck_cards(state, side, level)
        if state.phase == "setup":
            expected = 0
        found = 0
        for name, pile in piles.items():
            for card in members(found & pile):
                yield f"card {rules.content.cards[card].name} is in {name} and elsewhere"
            found |= pile
        for card in members(found ^ expected):
            lost = "lost" if expected >> card & 1 else "not in the game yet"
            yield f"card {rules.content.cards[card].name} is {lost}"
        if piles["hand"].bit_count() > rules.scenario.hand_size:
            yield f"{piles['hand'].bit_count()} cards in hand"


def _numbers(state: State) -> Iterator[str]:
    """Check that points are never negative and markers stay on their tracks."""
    for pool, points in state.rp.items():
        if points < 0:
            yield f"{points} replacement points of {pool}"
    if not 1 <= state.turn <= len(state.rules.content.turns):
        yield f"turn {state.turn}"
    if min(state.war_status) < 0 or state.combined < sum(state.war_status):
        yield f"war status {state.war_status} and combined {state.combined}"
    if state.operation is not None and state.operation.ops < 0:
        yield f"{state.operation.ops} OPS left"
    unused = mask(unit for unit, space in enumerate(state.loc) if not state.rules.board.on_map[space])
    if state.failed_entrench & unused:
        yield "an entrench mark on a unit off the map"


def _operation(state: State) -> Iterator[str]:
    """Check that an operation belongs to an action, and its marks to units they can apply to (9.1.3, 9.2, 12.1.2, 12.5.6)."""
    operation = state.operation
    if operation is None:
        return
    if state.phase != "actions":
        yield f"an operation in the phase {state.phase}"
    spec = state.rules.content.cards[operation.card] if operation.card >= 0 else None
    event = bool(state.actions[operation.side]) and state.actions[operation.side][-1] == ("event", operation.card)
    if spec and event and spec.ops_after_event == "by_stripe" and "stripe_ops" not in state.rules.scenario.traits:
        yield f"the OPS of {spec.name} are used after its event"
    own, enemy = (state.rules.units_of_side[side] for side in (operation.side, 1 - operation.side))
    marks = ("moved", "digging", "attacked", "fought", "abroad")
    for name, units, of in (
        *((mark, getattr(operation, mark), own) for mark in marks),
        ("retreated", operation.retreated, enemy),
    ):
        if units & ~of:
            yield f"units of the wrong side are marked {name}"


def _combat(state: State) -> Iterator[str]:
    """Check who fights whom in a combat, and what the rules allow (11.2.9, 12.5.6, 15.1.6, 15.2.3)."""
    combat, operation = state.combat, state.operation
    if combat is None or operation is None:
        return
    side, target = combat.side, combat.target
    where = name_of(state, target)
    if combat.defenders & combat.caught or combat.caught & ~operation.retreated:
        yield f"units fight in {where} that retreated earlier, or are shot at as such and did not"
    if not stood(combat, state):
        if combat.flank not in ("", "impossible"):
            yield f"the lone fort of {where} is flanked"
        if any(shift.cause.startswith("trench") for fire in combat.fires for shift in fire.shifts):
            yield f"the lone fort of {where} is entrenched"
    for space in members(combat.spaces & state.besieged & ~(1 << target)) if not combat.fires else ():
        if not state.can_besiege(state.units_of(side, space) & ~operation.abroad, space):
            yield f"the besiegers of {name_of(state, space)} attack {where}"


def stood(combat: Combat, state: State) -> int:
    """Return the defenders as the combat began, without those that a Great Retreat withdrew before the first die."""
    left = combat.effects >> state.rules.card("ap_27_great_retreat") & 1
    return mask(combat.first_defenders) & ~(state.rules.of_nation["ru"] if left else 0)
