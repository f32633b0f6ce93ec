"""Random movement near sieges: many corps around a few forts, everything activated, played out at random."""

from __future__ import annotations

import random

import pytest

from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.options import Choice
from engine.pog.invariants import InvariantBroken, check
from engine.pog.rules import stacking
from engine.pog.transition_checks import Watch
from tests.support.table import AP, CP, Table

#: Forts by the side that can besiege them, with its corps and armies.
_FRONTS = (
    (CP, ("nancy", "belfort", "verdun", "liege"), "ge"),
    (CP, ("warsaw", "ivangorod", "lomza", "kovno", "grodno"), "ge"),
    (CP, ("lutsk", "dubno", "brest_litovsk", "odessa"), "ah"),
    (AP, ("przemysl", "cracow", "konigsberg", "thorn", "posen"), "ru"),
    (AP, ("trebizond", "erzerum"), "ru"),
    (AP, ("beersheba", "gaza", "aqaba"), "br"),
)


def siege_position(seed: int) -> tuple[Table, random.Random]:
    """Return a position with units scattered on and around the forts of a front, some already on one, with enemies nearby."""
    luck = random.Random(seed)
    side, forts, nation = luck.choice(_FRONTS)
    table = Table(turn=9).at_war("tu", "bu", "it").played("ap_12_entrench")
    rules, state = table.system.rules, table.state
    near = {table.space(name) for name in forts}
    for _ in range(2):
        near |= {other for space in near for other in members(rules.board.common[space] & ~state.closed)}
    ground = sorted(space for space in near if rules.board.forts >> space & 1 or luck.random() < 0.8)
    corps = [unit for unit in members(rules.of_nation[nation]) if not rules.armies >> unit & 1]
    armies = [unit for unit in members(rules.of_nation[nation]) if rules.armies >> unit & 1]
    enemies = list(members(rules.of_nation["tu" if nation == "br" else "fr" if side == CP else "ge"]))
    for units, count, owner in (
        (luck.sample(corps, min(len(corps), 8)), 8, side),
        (luck.sample(armies, min(len(armies), luck.randrange(4))), 4, side),
        (luck.sample(enemies, 5), 5, 1 - side),
    ):
        for unit in units[:count]:
            space = luck.choice(ground)
            on_a_fort = state.intact_forts(1 - owner) >> space & 1 and (owner != side or luck.random() < 0.85)
            if stacking.room(state, owner, space) and not on_a_fort and not state.units_of(1 - owner, space):
                table.put(table.system.name_of("space", space), table.system.name_of("unit", unit))
    table.hold(side, *(table.system.name_of("space", space) for space in ground if _free(table, side, space)))
    return table.operate(side, 30), luck


def _free(table: Table, side: int, space: int) -> bool:
    state = table.state
    return not state.occupied[1 - side] >> space & 1 and not state.intact_forts(1 - side) >> space & 1


def pick(table: Table, luck: random.Random) -> Choice:
    """Return any choice, but place markers before ending, and rarely pass by a fort within a step."""
    options = table.game.options()
    verb = luck.choice(list(options.masks))
    if verb in ("stop", "finish", "for_combat") and luck.random() < 0.8:
        verb = next(iter(options.masks))
    state = table.state
    forts = options.masks.get("step", 0) & state.unbesieged_forts(1 - state.phasing)
    if forts and luck.random() < 0.6:
        return Choice("step", luck.choice(members(forts)))
    return Choice(verb, luck.choice(options.of(verb)))


@pytest.mark.sweep
@pytest.mark.parametrize("block", range(10))
def test_random_movement_around_forts_breaks_no_promise(block: int) -> None:
    """Thirty positions each: always a choice, every promised siege is kept, the position stays valid."""
    promises = 0
    for seed in range(block * 30, block * 30 + 30):
        table, luck = siege_position(seed)
        game, watch = table.game, Watch()
        game.source = KeyedChance(f"sieges {seed}".encode())
        pledged = 0
        for _ in range(600):
            if not table.asks("activate", "move_unit", "move_stack", "move_on"):
                break
            watch.look(game)
            game.apply(pick(table, luck))
            pledged |= game.state.operation.pledge if game.state.operation is not None else 0
        else:
            raise AssertionError(f"position {seed}: the movement does not end")
        watch.look(game)
        check(game.state)
        promises += pledged.bit_count()
    assert promises


def test_the_watch_over_sieges_sees_a_broken_promise() -> None:
    """A corps placed alone on a fort, with none to follow, is what it must detect."""
    table = Table().put("strasbourg", "ge_corps_01", "ge_corps_02").operate(CP).activate("strasbourg")
    watch = Watch()
    watch.look(table.game)
    table.do("pick ge_corps_01", "step nancy")
    watch.look(table.game)  # the promise is open
    operation = table.state.operation
    assert operation is not None
    operation.pledge = 0
    with pytest.raises(InvariantBroken, match="ge_corps_01 stand on the fort of nancy"):
        watch.look(table.game)


def test_the_watch_over_sieges_sees_besiegers_that_walk_off() -> None:
    """An army moved off a siege that a corps cannot hold is detected; one lost to the enemy is not a fault."""
    table = Table().put("nancy", "ge_1_army", "ge_corps_01").choose(CP)
    watch = Watch()
    watch.look(table.game)
    table.put("cp_eliminated_box", "ge_1_army")
    watch.look(table.game)
    table.put("nancy", "ge_1_army")
    watch.look(table.game)
    table.put("metz", "ge_1_army")
    with pytest.raises(InvariantBroken, match="ge_corps_01"):
        watch.look(table.game)
