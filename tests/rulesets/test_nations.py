"""Questions on where units may go and be: each entry changes a played position."""

from __future__ import annotations

from engine.core.game import Game
from engine.pog.rules import replacement
from engine.pog.state import State
from engine.pog.tables import Closing, Moments
from tests.rules.test_12_5_retreat import beaten
from tests.rules.test_12_7_advance import two_spaces
from tests.rulesets.support import deluxe_with, french, germans
from tests.support.table import AP, CP, Table


def _closing(units: object, *spaces: str) -> Closing:
    return Closing("test", "20", units, fixed=lambda rules: rules.board.spaces(*spaces))  # type: ignore[arg-type]


def _germans_in_two(state: State, units: int) -> bool:
    """No three Germans in one space."""
    return (units & state.rules.of_nation["ge"]).bit_count() < 3


def _not_in_sedan(state: State, stack: int, space: int) -> bool:
    return not state.rules.board.spaces("sedan") >> space & 1


def _sedan_strays(state: State) -> int:
    return state.units_at[state.rules.board.space("sedan")]


NO_ENTRY = deluxe_with(no_entry=(_closing(germans, "cambrai"),))
ATTACK_BARS = deluxe_with(attack_bars=(_closing(germans, "sedan"),))
STAYS = deluxe_with(stays=(_closing(germans, "metz"),))
NO_SEA = deluxe_with(no_sea=(_closing(germans, "riga"),))
NO_SR = deluxe_with(no_sr=(_closing(germans, "munich"),))
UNTRACED = deluxe_with(untraced=(_closing(germans, "essen", "breslau"),))
MAY_STACK = deluxe_with(may_stack=(_germans_in_two,))
MAY_END = deluxe_with(may_end=(_not_in_sedan,))
SHUNNED = deluxe_with(shunned=(lambda state, unit: state.rules.board.spaces("chateau_thierry"),))
ASTRAY = deluxe_with(
    astray=(_sedan_strays,),
    no_stop=(Closing("test", "20", germans, fixed=lambda rules: rules.board.lands("fr", "be")),),
)
STRONGHOLDS = deluxe_with(strongholds=(lambda rules: rules.board.spaces("aleppo"),))


def test_no_entry_closes_an_advance() -> None:
    """The attack is possible, the advance is not."""
    for rulebook, follows in ((None, True), (NO_ENTRY, False)):
        table = Table(rulebook=rulebook).put("brussels", "ge_1_army").put("cambrai", "fr_corps_01-").hold(CP, "liege")
        table.destroy("liege").dice(attacker=6, defender=1).attack("cambrai", "ge_1_army")
        while table.asks("defender_loss", "attacker_loss"):
            table.do(table.game.text(next(iter(table.game.options()))))
        assert table.asks("advance") is follows


def test_attack_bars_close_a_target() -> None:
    for rulebook, open_ in ((None, True), (ATTACK_BARS, False)):
        table = Table(rulebook=rulebook).put("koblenz", "ge_1_army").put("sedan", "fr_1_army").operate(CP)
        assert ("sedan" in table.activate("!koblenz").do("add ge_1_army").offered("target")) is open_


def test_units_that_stay_neither_move_nor_redeploy_nor_advance() -> None:
    for rulebook, goes in ((None, True), (STAYS, False)):
        table = Table(rulebook=rulebook).put("metz", "ge_1_army").operate(CP).activate("metz")
        assert ("ge_1_army" in table.offered("pick") and bool(table.do("pick ge_1_army").offered("step"))) is goes
        table = Table(rulebook=rulebook).put("metz", "ge_corps_01").put("berlin", "ge_corps_02").redeploy(CP)
        assert ("ge_corps_01" in table.offered("pick")) is goes
        table = (
            Table(rulebook=rulebook).put("metz", "ge_1_army").put("nancy", "fr_corps_01-").dice(attacker=6, defender=1)
        )
        table.attack("nancy", "ge_1_army")
        while table.asks("defender_loss", "attacker_loss"):
            table.do(table.game.text(next(iter(table.game.options()))))
        assert table.asks("advance") is goes


def test_redeployment_is_closed_by_sea_and_at_all() -> None:
    for rulebook, found, space in ((None, True, "riga"), (NO_SEA, False, "riga"), (NO_SR, False, "munich")):
        table = Table(rulebook=rulebook).put("danzig", "ge_corps_01").hold(CP, "riga").redeploy(CP)
        assert (space in table.do("pick ge_corps_01").offered("to")) is found
        assert "berlin" in table.offered("to")


def test_no_line_runs_through_closed_ground() -> None:
    """Without Essen and Breslau Germans have no source in Germany, Austrians do."""
    for rulebook, supplied in ((None, True), (UNTRACED, False)):
        table = Table(rulebook=rulebook).put("munich", "ge_corps_01", "ah_corps_01")
        assert table.supplied("ge_corps_01") is supplied
        assert table.supplied("ah_corps_01")
        table.operate(CP).activate("munich")
        assert ("ge_corps_01" in table.offered("pick")) is supplied


def test_units_that_may_not_stand_together_do_not_meet() -> None:
    """By move and by SR; nor may a unit be left behind in such a stack."""
    for rulebook, meets in ((None, True), (MAY_STACK, False)):
        table = Table(rulebook=rulebook).put("koblenz", "ge_1_army", "ge_2_army").put("metz", "ge_3_army").operate(CP)
        table.activate("metz").do("pick ge_3_army", "step koblenz")
        assert (not table.asks("move_on") or table.allows("stop")) is meets
        table = (
            Table(rulebook=rulebook).put("koblenz", "ge_1_army", "ge_2_army").put("metz", "ge_corps_01").redeploy(CP)
        )
        assert ("koblenz" in table.do("pick ge_corps_01").offered("to")) is meets


def test_a_stack_may_be_kept_from_ending() -> None:
    for rulebook, ends in ((None, True), (MAY_END, False)):
        table = Table(rulebook=rulebook).put("metz", "ge_1_army").operate(CP).activate("metz")
        assert table.do("pick ge_1_army", "step sedan").allows("stop") is ends


def test_a_retreat_shuns_spaces() -> None:
    for rulebook, offered in ((None, True), (SHUNNED, False)):
        table = beaten(two_spaces(rulebook=rulebook), "cambrai", "ge_1_army", "ge_2_army", length=2)
        table.do(*(["pick fr_1_army"] if table.offered("pick") else []))
        assert ("chateau_thierry" in table.offered("step")) is offered
        assert "amiens" in table.offered("step")


def test_units_that_strayed_go_home() -> None:
    """From Sedan to Germany, not on into France."""
    table = Table(rulebook=ASTRAY).put("sedan", "ge_1_army").hold(CP, "liege", "brussels").destroy("liege")
    table.operate(CP).activate("sedan").do("pick ge_1_army")
    assert table.offered("step") == {"koblenz", "metz"} & table.offered("step")
    assert table.offered("step")


def test_replacements_and_rebuilding_are_asked_of_the_ruleset() -> None:
    """Only French units take a step; the French army is rebuilt in Lyon; each step is reported."""
    told: list[int] = []

    def french_only(state: State, unit: int) -> bool:
        return bool(french(state.rules) >> unit & 1)

    def in_lyon(state: State, army: int) -> int | None:
        return replacement.ready(state, army, state.rules.board.spaces("lyon"))

    def tell(game: Game[State], unit: int, half_points: int) -> None:
        told.append(half_points)

    book = deluxe_with(True, may_restore=(french_only,), rebuilt=(in_lyon,), moments=Moments(restored=(tell,)))
    table = Table(rulebook=book, turn=4).put("paris", "fr_1_army-").put("calais", "br_1_army-").eliminated("fr_2_army")
    table.state.rp = {"fr": 8, "br": 8}
    table.run_from("ap_replacements").do("spend fr_1_army")
    assert table.offered("spend") == {"fr_2_army"}
    table.do("spend fr_2_army")
    assert table.where("fr_2_army") == "lyon"
    assert told == [2, 2]


def test_turks_hold_out_in_strongholds() -> None:
    for rulebook, kept in ((None, False), (STRONGHOLDS, True)):
        table = (
            Table(rulebook=rulebook, turn=8).at_war("tu").hold_all(AP, "tu", "ge", "ah").put("aleppo", "tu_corps_01")
        )
        table.phase("attrition")
        assert (table.where("tu_corps_01") == "aleppo") is kept


def test_the_beginning_of_an_action_and_a_marker_are_moments() -> None:
    """The first comes before the choice, the second with the space and its use."""
    told: list[tuple[object, ...]] = []

    def begins(game: Game[State], side: int) -> None:
        told.append(("begins", side))

    def marked(game: Game[State], space: int, attack: bool) -> None:
        told.append((game.state.rules.content.spaces[space].name, attack))

    book = deluxe_with(moments=Moments(action_begins=(begins,), activated=(marked,)))
    table = Table(rulebook=book).put("koblenz", "ge_1_army").put("sedan", "fr_1_army").choose(CP)
    assert told == [("begins", CP)]
    table.operate(CP).do("for_combat koblenz")
    assert told[-1] == ("koblenz", True)


def test_rules_without_rows_have_no_entries() -> None:
    """Deluxe has no entry for these questions, so nothing is computed for them."""
    asked = Table().system.rules
    for question in ("no_entry", "attack_bars", "stays", "no_sea", "no_sr", "untraced"):
        assert not getattr(asked, question)
    for question in ("may_stack", "may_end", "shunned", "astray", "may_restore"):
        assert not getattr(asked.tables, question)
