"""The events of the mobilization decks (9.5)."""

from __future__ import annotations

import pytest

from engine.pog.cards import legality
from engine.pog.content.records import Need
from engine.pog.invariants import check
from tests.rules.support import holding
from tests.support.table import AP, CP, Table


def test_9_5_1_2_and_9_5_1_3_asterisk_and_war_status() -> None:
    """As an event Blockade leaves the game and adds 2 to Allied and combined war status."""
    table = holding(AP, "ap_02_blockade").do("event ap_02_blockade")
    assert table.card_names(table.state.removed[AP]) == {"ap_02_blockade"}
    assert (table.state.war_status, table.state.combined) == ([2, 0], 2)


def test_9_5_1_2_not_when_used_otherwise() -> None:
    """As OPS it is discarded and scores no war status."""
    table = holding(AP, "ap_02_blockade").do("ops ap_02_blockade")
    assert table.state.removed[AP] == 0
    assert table.state.combined == 0


@pytest.mark.parametrize(("turn", "change"), [(3, 0), (4, -1), (8, -1), (5, 0)])
def test_ap_02_blockade_costs_a_vp_every_winter(turn: int, change: int) -> None:
    """In the War Status Phase of turns 4, 8, 12, 16 and 20."""
    table = Table(setup=True, turn=turn).played("ap_02_blockade", turn=1).phase("score")
    assert table.state.vp == 10 + change


@pytest.mark.parametrize(
    ("card", "armies", "corps"),
    [
        ("ap_01_british_reinforcements", {"br_2_army": "london"}, {"br_corps_05"}),
        ("ap_14_british_reinforcements", {"br_1_army": "london"}, {"br_corps_06"}),
        ("ap_10_french_reinforcements", {"fr_10_army": "paris"}, set()),
        ("ap_08_russian_reinforcements", {}, {"ru_corps_15", "ru_corps_16"}),
    ],
)
def test_9_5_3_reinforcements_of_the_allies(card: str, armies: dict[str, str], corps: set[str]) -> None:
    """Armies at capital or sources, corps in the Reserve Box, all at full strength."""
    table = holding(AP, card, turn=2).do(f"event {card}")
    while table.asks("place_reinforcement"):
        table.do(f"place {next(iter(armies.values()))}")
    assert {unit: table.where(unit) for unit in armies} == armies
    assert all(table.where(unit) == "ap_reserve_box" and not table.reduced(unit) for unit in corps)


def test_9_5_3_3_two_armies_may_come_to_different_sources() -> None:
    """Each army can choose separately."""
    table = holding(AP, "ap_11_russian_reinforcements", turn=2).do("event ap_11_russian_reinforcements")
    assert table.offered("place") == {"petrograd", "moscow", "kharkov", "caucasus"}
    table.do("place petrograd", "place kharkov")
    assert {table.where("ru_9_army"), table.where("ru_10_army")} == {"petrograd", "kharkov"}


@pytest.mark.parametrize(
    "card", ["ap_01_british_reinforcements", "ap_08_russian_reinforcements", "ap_10_french_reinforcements"]
)
def test_9_5_3_1_none_in_august_1914_and_one_a_nation_each_turn(card: str) -> None:
    """Another nation's can still be played."""
    assert holding(AP, card, turn=1).offered("event") == set()
    nation = Table().system.content.cards[Table().card(card)].reinforcement_nation
    table = Table(setup=True, turn=2).hand(AP, card)
    table.state.reinforced = [str(nation)]
    assert table.choose(AP).offered("event") == set()
    table = Table(setup=True, turn=2).hand(AP, card)
    table.state.reinforced = ["it"]
    assert table.choose(AP).offered("event") == {card}


def test_9_5_3_1_every_army_must_find_a_place() -> None:
    """London full: the British army cannot come, and the card is no event."""
    table = (
        Table(setup=True, turn=2)
        .put("london", "br_3_army", "br_4_army", "br_5_army")
        .hand(AP, "ap_14_british_reinforcements")
    )
    assert table.choose(AP).offered("event") == set()
    table = Table(setup=True, turn=2).hold(CP, "london").hand(AP, "ap_14_british_reinforcements")
    assert table.choose(AP).offered("event") == set()


def test_9_5_3_3_french_armies_use_orleans_while_paris_is_full() -> None:
    """But not while it is besieged or enemy-held; Orleans is closed while Paris has room."""

    def places(table: Table) -> set[str]:
        table.hand(AP, "ap_10_french_reinforcements").choose(AP)
        if "ap_10_french_reinforcements" not in table.offered("event"):
            return set()
        table.do("event ap_10_french_reinforcements")
        return table.offered("place") or {table.where("fr_10_army")}

    assert places(Table(setup=True, turn=2)) == {"paris"}
    full = Table(setup=True, turn=2).put("paris", "fr_5_army", "br_corps_01", "be_1_army")
    full.put("bar_le_duc", "fr_6_army")
    assert places(full) == {"orleans"}
    besieged = Table(setup=True, turn=2).put("bar_le_duc", "fr_6_army").put("paris", "ge_1_army")
    assert places(besieged) == set()


def test_cp_01_guns_of_august() -> None:
    """Liege falls, 1st and 2nd Army move in, and 1st, 2nd and 3rd may attack at once."""
    table = holding(CP, "cp_01_guns_of_august", turn=1).do("event cp_01_guns_of_august")
    assert table.state.forts_destroyed >> table.space("liege") & 1
    assert table.owner("liege") == CP
    assert table.in_("liege") == {"ge_1_army", "ge_2_army"}
    assert table.where("ge_3_army") == "koblenz"
    assert table.asks("attack")
    assert table.offered("add") == {"ge_1_army", "ge_2_army", "ge_3_army"}
    table.do("add ge_3_army")
    assert table.offered("target") == {"sedan"}
    assert table.state.vp == 10
    check(table.state)


def test_cp_01_guns_of_august_only_as_the_first_action() -> None:
    """Later it is OPS, SR or RP only."""
    table = Table(setup=True, turn=1).hand(CP, "cp_01_guns_of_august")
    table.state.actions[CP].append(("auto_op", -1))
    assert "cp_01_guns_of_august" not in table.choose(CP).offered("event")


@pytest.mark.parametrize(("guns", "level", "playable"), [(True, 0, True), (False, 0, False), (True, 1, False)])
def test_ap_13_rape_of_belgium(guns: bool, level: int, playable: bool) -> None:
    """After Guns of August, while the Allies are at mobilization: -1 VP."""
    table = Table(setup=True, turn=1).hand(AP, "ap_13_rape_of_belgium")
    table.state.commitment[AP] = level
    if guns:
        table.played("cp_01_guns_of_august")
    table.choose(AP)
    assert (table.offered("event") == {"ap_13_rape_of_belgium"}) == playable
    if playable:
        table.do("event ap_13_rape_of_belgium")
        assert (table.state.vp, table.state.war_status[AP]) == (9, 2)


def test_cp_09_reichstag_truce() -> None:
    """+1 VP."""
    table = holding(CP, "cp_09_reichstag_truce").do("event cp_09_reichstag_truce")
    assert table.state.vp == 11


@pytest.mark.parametrize(("turn", "playable"), [(1, True), (2, True), (3, False)])
def test_ap_09_moltke_until_september(turn: int, playable: bool) -> None:
    """August and September 1914 only."""
    assert (holding(AP, "ap_09_moltke", turn=turn).offered("event") != set()) == playable


@pytest.mark.parametrize(("turn", "moltke", "playable"), [(2, False, False), (2, True, True), (3, False, True)])
def test_cp_13_falkenhayn_after_moltke_or_from_fall_1914(turn: int, moltke: bool, playable: bool) -> None:
    """Moltke makes it playable early."""
    table = Table(setup=True, turn=turn).hand(CP, "cp_13_falkenhayn")
    if moltke:
        table.played("ap_09_moltke")
    assert (table.choose(CP).offered("event") != set()) == playable


@pytest.mark.parametrize("side", [AP, CP])
def test_entrench_event(side: int) -> None:
    """A level 1 trench under a supplied army that has none; then entrenching is open to both."""
    card, army, other = [("ap_12_entrench", "sedan", "verdun"), ("cp_06_entrench", "koblenz", "metz")][side]
    table = holding(side, card).do(f"event {card}")
    assert army in table.offered("place")
    assert other not in table.offered("place")  # a trench is there already
    table.do(f"place {army}")
    assert table.state.trench(table.space(army)) == (1, side)


def test_entrench_only_one_of_the_two() -> None:
    """11.2.1: the second can never be the event."""
    table = Table(setup=True).played("ap_12_entrench").hand(CP, "cp_06_entrench")
    assert table.choose(CP).offered("event") == set()
    table = Table(setup=True).played("cp_06_entrench").hand(AP, "ap_12_entrench")
    assert table.choose(AP).offered("event") == set()


@pytest.mark.parametrize(
    ("scenario", "turn", "playable"), [("historical", 1, False), ("historical", 2, True), ("campaign", 1, True)]
)
def test_5_7_4_4_no_entrench_event_on_turn_1(scenario: str, turn: int, playable: bool) -> None:
    """Historical only; the refusal names the turn."""
    table = Table(scenario, setup=True, turn=turn).hand(AP, "ap_12_entrench").choose(AP)
    assert (table.offered("event") != set()) == playable
    unmet = legality.unmet(table.state, table.card("ap_12_entrench"))
    assert unmet == (None if playable else Need("turn_min", ("2",)))


def test_entrench_wants_an_army_in_supply_on_friendly_ground() -> None:
    """No corps, no unit cut off, no enemy space; a besieged fort space will do."""
    table = (
        Table()
        .hand(CP, "cp_06_entrench")
        .put("koblenz", "ge_corps_01")
        .put("cambrai", "ge_2_army")
        .put("liege", "ge_3_army")
    )
    table.hold(AP, "sedan", "brussels").choose(CP).do("event cp_06_entrench")
    assert table.state.trench(table.space("liege")) == (1, CP) or table.offered("place") == {"liege"}


def test_cp_05_landwehr_flips_two_points_worth_of_germans() -> None:
    """Two armies, or one army and two corps, or four corps; Reserve Box included; nobody else."""
    table = (
        Table().put("koblenz", "ge_1_army-", "ge_corps_01-").put("cracow", "ah_1_army-").put("cambrai", "ge_3_army-")
    )
    table.hold(AP, "sedan", "brussels").reserve("ge_corps_02-", "ge_corps_03-").hand(CP, "cp_05_landwehr").choose(CP)
    table.do("event cp_05_landwehr")
    assert table.offered("flip") == {"ge_1_army", "ge_corps_01", "ge_corps_02", "ge_corps_03"}
    table.do("flip ge_1_army", "flip ge_corps_02", "flip ge_corps_03")
    assert not table.asks("landwehr")
    assert not table.reduced("ge_1_army")
    assert table.reduced("ge_corps_01")


def test_cp_05_landwehr_points_may_be_forfeited() -> None:
    """The player can finish at any time."""
    table = (
        Table().put("koblenz", "ge_1_army-").hand(CP, "cp_05_landwehr").choose(CP).do("event cp_05_landwehr", "finish")
    )
    assert table.reduced("ge_1_army")


@pytest.mark.parametrize("card", ["cp_08_race_to_the_sea", "cp_11_oberost", "cp_10_sud_army"])
def test_lasting_events_are_noted(card: str) -> None:
    """Their effect is looked up where it matters."""
    table = holding(CP, card).do(f"event {card}")
    assert table.state.events[table.card(card)] == 3


def test_5_3_introductory_scores_asterisk_events() -> None:
    """Introductory: +1 for each CP asterisk event, -1 for each Allied one."""
    table = Table("introductory", setup=True).hand(AP, "ap_02_blockade").choose(AP).do("event ap_02_blockade")
    assert table.state.vp == 9
    table = (
        Table("introductory", setup=True).hand(CP, "cp_08_race_to_the_sea").choose(CP).do("event cp_08_race_to_the_sea")
    )
    remove = table.system.content.cards[table.card("cp_08_race_to_the_sea")].remove
    assert table.state.vp == 10 + remove


def test_9_5_2_5_late_italy_and_romania_are_events_only() -> None:
    """CP at Total War, AP not: neither OPS nor SR nor RP; but they may be discarded in the draw phase."""
    table = Table(setup=True, turn=8).hand(AP, "ap_17_italy", "ap_02_blockade")
    table.state.commitment = [1, 2]
    table.choose(AP)
    for verb in ("ops", "sr", "rp"):
        assert table.offered(verb) == {"ap_02_blockade"}
    table = Table(setup=True, turn=8).hand(AP, "ap_17_italy", "ap_04_pleve", "ap_02_blockade")
    table.state.commitment = [1, 2]
    table.phase("ap_discard")
    assert table.offered("discard") == {"ap_17_italy", "ap_04_pleve"}
