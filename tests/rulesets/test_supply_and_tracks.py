"""Rulesets with other sources and supply lines, other tracks, and other rules on playing combat cards."""

from __future__ import annotations

from engine.core.bits import mask
from engine.pog import networks, view_of
from engine.pog.content.records import AP, CP
from engine.pog.sequence.base import PogGame
from engine.pog.tables import Moments
from engine.pog.view import PlanView
from tests.rulesets.support import deluxe_with
from tests.support.table import Table


def test_a_nation_may_trace_over_another_network() -> None:
    """Italians who trace like Serbs are cut off from London."""
    serbian = deluxe_with(lines_of_supply={"it": networks.SERBIAN})
    for rulebook, supplied in ((None, True), (serbian, False)):
        table = Table(turn=8, rulebook=rulebook).at_war("it").put("rome", "it_corps_01")
        assert table.supplied("it_corps_01") is supplied


def test_units_of_a_nation_may_need_no_line() -> None:
    """The French in Germany."""
    free = deluxe_with(self_supplied={"fr": lambda board: board.lands("ge")})
    for rulebook, supplied in ((None, False), (free, True)):
        table = Table(rulebook=rulebook).put("berlin", "fr_1_army")
        assert table.supplied("fr_1_army") is supplied


def test_supply_may_cross_what_nobody_holds() -> None:
    """A line through Koblenz, which the CP holds, to a unit in Frankfurt."""
    crossed = deluxe_with(
        supply_crosses=(lambda state, side: state.rules.board.spaces("koblenz") if side == AP else 0,)
    )
    for rulebook, supplied in ((None, False), (crossed, True)):
        table = Table(rulebook=rulebook).put("frankfurt", "fr_1_army")
        assert table.supplied("fr_1_army") is supplied


def test_the_ruleset_decides_who_plays_combat_cards() -> None:
    """No attacker may play one here."""
    never = deluxe_with(may_commit=(lambda state, combat, side: side != combat.side,))
    for rulebook, asked in ((None, True), (never, False)):
        table = Table(rulebook=rulebook).put("koblenz", "ge_1_army").put("sedan", "fr_5_army")
        table.hand(CP, "cp_10_sud_army", "cp_13_falkenhayn", "cp_15_chlorine_gas", "cp_19_flamethrowers").any_dice()
        table.attack("sedan", "ge_1_army")
        assert table.asks("attacker_cards") is asked


def _double(game: PogGame, side: int, points: int) -> None:
    game.state.marks["told"] += 2 * points


def test_tracks_may_follow_another_number() -> None:
    """Turmoil and involvement are twice the combined war status here."""
    doubled = deluxe_with(
        marks={"told": 0},
        moments=Moments(war_status=(_double,)),
        turmoil=(lambda state: state.marks["told"],),
        involvement=(lambda state: state.marks["told"],),
    )
    for rulebook, us, russian in ((None, 0, 2), (doubled, 1, 3)):
        table = Table(rulebook=rulebook, turn=12).hand(AP, "ap_02_blockade").hold(CP, "warsaw", "riga", "kiev")
        table.state.combined, table.state.russian = 26, 2
        if rulebook:
            table.state.marks["told"] = 26
        table.choose(AP).do("event ap_02_blockade")
        assert table.state.combined == 28
        assert (table.state.us_entry, table.state.russian) == (us, russian)


def test_a_unit_out_of_supply_may_have_a_grade() -> None:
    """It is public; a supplied unit has none."""
    graded = deluxe_with(grade=(lambda state, unit: 3,))
    for rulebook, grade in ((None, 0), (graded, 3)):
        table = Table(rulebook=rulebook).put("berlin", "fr_1_army").put("paris", "fr_2_army")
        seen = view_of(table.game, None).spaces
        assert [seen[table.space(space)].units[0].grade for space in ("berlin", "paris")] == [grade, 0]


def test_trenches_without_markers_and_war_plans_are_seen() -> None:
    """They are public; a space with a marker is no shallow trench."""
    plan = PlanView("to_berlin", AP, "open")
    deep = Table().space("sedan"), Table().space("nancy")
    dug = deluxe_with(shallow=(lambda state: mask(deep),), plans=(lambda state: [plan],))
    for rulebook, shallow, plans in ((None, (), ()), (dug, (deep[1],), (plan,))):
        view = view_of(Table(rulebook=rulebook).trench("sedan", 1, AP).game, None)
        assert (view.shallow, view.plans) == (shallow, plans)


def test_cards_may_be_committed_from_elsewhere() -> None:
    """A card in the discards is offered to the attacker, and stays there."""
    lying = deluxe_with(face_up=(lambda state, side: state.discard[side],))
    for rulebook, offered in ((None, False), (lying, True)):
        table = Table(rulebook=rulebook).put("koblenz", "ge_1_army").put("sedan", "fr_5_army")
        table.pile("discard", CP, "cp_15_chlorine_gas").any_dice().attack("sedan", "ge_1_army")
        assert table.asks("attacker_cards") is offered


def test_units_may_be_frozen_and_nations_neutral() -> None:
    """The French: they cannot act or be attacked, record no points and have no offensive."""
    peace = deluxe_with(
        frozen=(lambda state: state.rules.of_nation["fr"],), neutral_nations=(lambda state: frozenset({"fr"}),)
    )
    for rulebook, at_war in ((None, True), (peace, False)):
        table = Table(rulebook=rulebook).put("sedan", "fr_1_army").put("metz", "ge_1_army")
        assert ("sedan" in table.operate(AP).offered("for_movement")) is at_war
        table = Table(rulebook=rulebook).hand(AP, "ap_02_blockade").choose(AP).do("rp ap_02_blockade")
        assert ("fr" in table.state.rp) is at_war
        table = Table(rulebook=rulebook).dice(mandated_offensive_ap=1, mandated_offensive_cp=6)
        assert (table.phase("mandated_offensives").state.mandated[AP] == "fr") is at_war
