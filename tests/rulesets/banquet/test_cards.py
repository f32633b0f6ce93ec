"""Hands, neutral entry, and the limits of single cards (6.0.G, 9.5.2.5, 9.5.6)."""

from __future__ import annotations

import tomllib

import pytest

from engine.errors import IllegalChoice
from engine.pog.invariants import InvariantBroken, check
from engine.pog.rules import war_status
from tests.content.support import ROOT
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet, either
from tests.support.table import AP, CP, Table

# -- hands ------------------------------------------------------------------------------


def _end_of(turn: int, variant: bool = True) -> Table:
    """Both at Total War, each with an ordinary card, a combat card and its fleet; the Allies discard first."""
    table = either(variant, turn=turn)
    table.state.commitment = [2, 2]
    table.hand(AP, "ap_02_blockade", "ap_04_pleve", "ap_33_grand_fleet")
    table.hand(CP, "cp_05_landwehr", "cp_03_von_francois", "cp_25_high_seas_fleet")
    return table.run_from("ap_discard")


@plays("banquet", 12)
def test_at_the_end_of_fall_1916_hands_are_thrown_away() -> None:
    """All unplayed cards except the fleets: Grand Fleet may be discarded too, High Seas Fleet may not."""
    table = _end_of(11)
    assert table.card_names(table.state.hand[AP]) == {"ap_33_grand_fleet"}
    assert table.offered("discard") == {"ap_33_grand_fleet"}
    table.do("discard ap_33_grand_fleet")
    thrown = {"ap_02_blockade", "ap_04_pleve", "ap_33_grand_fleet"}
    assert thrown <= table.card_names(table.state.discard[AP] | table.state.deck[AP] | table.state.hand[AP])
    assert table.asks("discard")
    assert table.card_names(table.state.hand[CP]) == {"cp_25_high_seas_fleet"}
    assert table.offered("discard") == set()
    thrown = table.events("discarded")[0]["cards"]
    assert thrown == tuple(sorted(table.card(card) for card in ("ap_02_blockade", "ap_04_pleve")))


@plays("banquet", 12)
@pytest.mark.parametrize(("turn", "levels", "variant"), [(10, [2, 2], True), (11, [1, 2], True), (11, [2, 2], False)])
def test_in_other_turns_and_before_total_war_they_are_kept(turn: int, levels: list[int], variant: bool) -> None:
    """One turn earlier, at Limited War, and in Deluxe only combat cards may be discarded."""
    table = either(variant, turn=turn)
    table.state.commitment = levels
    table.hand(AP, "ap_02_blockade", "ap_04_pleve", "ap_33_grand_fleet").run_from("ap_discard")
    assert table.offered("discard") == {"ap_04_pleve"}
    assert table.state.hand[AP].bit_count() == 3


@plays("banquet", 13)
@pytest.mark.parametrize(("card", "turn"), [("ap_44_greece", 12), ("cp_47_french_mutiny", 11)])
def test_cards_of_the_late_war_are_events_in_it_only(card: str, turn: int) -> None:
    """Greece from 1917, French War Weariness after Summer 1916; for operations at any time."""
    side = AP if card.startswith("ap") else CP
    for now, open_ in ((turn - 1, False), (turn, True)):
        table = banquet(turn=now, setup=True).hand(side, card).choose(side)
        assert (card in table.offered("event")) is open_
        assert card in table.offered("ops")
    assert card in Table("historical", turn=turn - 1, setup=True).hand(side, card).choose(side).offered("event")


# -- the entry of neutral nations --------------------------------------------------------

ENTRIES = [("ap_16_romania", AP, 12), ("ap_17_italy", AP, 6), ("cp_34_bulgaria", CP, 6), ("ap_44_greece", AP, 12)]


@plays("banquet", 16)
@pytest.mark.parametrize(("card", "side", "turn"), ENTRIES)
@pytest.mark.parametrize("verb", ["ops", "sr", "rp"])
def test_an_entry_card_serves_once_and_is_then_an_event_only(card: str, side: int, turn: int, verb: str) -> None:
    """After one other use it comes back as an event only, and can be discarded like a combat card."""
    table = banquet(setup=True, turn=turn).any_dice().hand(side, card).choose(side).do(f"{verb} {card}")
    while table.state.phasing == side and not table.asks("choose_action"):
        table.do("stop" if table.allows("stop") else "finish")
    assert table.state.marks["entries_used"] == table.cards(card)
    assert table.events("entry_used")[-1]["card"] == table.card(card)
    table.hand(side, card).choose(side)
    assert card in table.offered("event")
    for way in ("ops", "sr", "rp"):
        with pytest.raises(IllegalChoice) as refused:
            table.do(f"{way} {card}")
        rule = refused.value.reason.code
        assert rule == "entry_used_once" or (way == verb and rule in ("no_second_sr", "no_second_rp"))
    table.run_from("ap_discard" if side == AP else "cp_discard")
    assert table.offered("discard") == {card}


@plays("banquet", 16)
def test_late_wars_close_nothing() -> None:
    """Where Deluxe makes Italy an event only, the variant checks whether it was used."""
    for variant in (False, True):
        table = either(variant, turn=14, setup=True).hand(AP, "ap_17_italy")
        table.state.commitment = [1, 2]
        assert ("ap_17_italy" in table.choose(AP).offered("ops")) is variant


@plays("banquet", 16)
@pytest.mark.parametrize(("card", "side", "turn"), ENTRIES)
@pytest.mark.parametrize("used", [False, True])
def test_an_entry_card_is_always_discarded_like_an_unused_combat_card(
    card: str, side: int, turn: int, used: bool
) -> None:
    """9.5.2.5 with 9.5.4.6: even before its first use."""
    table = banquet(setup=True, turn=turn).any_dice().hand(side, card)
    table.state.marks["entries_used"] = table.cards(card) if used else 0
    table.run_from("ap_discard" if side == AP else "cp_discard")
    assert card in table.offered("discard")


@plays("banquet", 16)
def test_a_neutral_italy_costs_nothing() -> None:
    """No VP in the War Status Phase at Total War."""
    for variant, vp in ((False, 11), (True, 10)):
        table = either(variant, turn=10)
        table.state.commitment = [2, 2]
        table.phase("score")
        assert table.state.vp == vp


def test_a_mark_of_another_card_breaks_a_law() -> None:
    table = banquet(setup=True, turn=1)
    table.state.phase = "setup"
    table.state.deck = [0, 0]
    check(table.state)
    table.state.marks["entries_used"] = table.cards("ap_02_blockade")
    with pytest.raises(InvariantBroken, match="entry"):
        check(table.state)


@pytest.mark.parametrize(
    ("card", "side", "space", "taker"),
    [("ap_17_italy", AP, "paris", CP), ("cp_34_bulgaria", CP, "miskolcz", AP), ("cp_34_bulgaria", CP, "cluj", AP)],
)
def test_a_nation_waits_while_its_friends_lose(card: str, side: int, space: str, taker: int) -> None:
    """Italy while Paris is German, Bulgaria while Miskolcz or Cluj is Allied."""
    for lost in (False, True):
        table = banquet(setup=True, turn=6).hand(side, card)
        if lost:
            table.destroy(space).hold(taker, space)
        assert (card in table.choose(side).offered("event")) is not lost


# -- the great offensives ----------------------------------------------------------------

EAST = ("cp_54_h_l_take_command", "cp_37_hoffmann")
WEST = (*EAST, "cp_45_treaty_of_brest_litovsk", "cp_44_von_hutier")


def _fits(card: str, target: str, *played: str, turn: int = 16, variant: bool = True, **marks: int) -> bool:
    """Return True if the card is offered to Germans who attack a French, Italian, Austrian or Russian space."""
    origin, defender = {
        "cambrai": ("sedan", "fr_1_army"),
        "brussels": ("liege", "br_1_army"),
        "plock": ("tannenberg", "ru_2_army"),
        "asiago": ("trent", "it_1_army"),
        "trent": ("innsbruck", "it_1_army"),
        "metz": ("koblenz", "fr_1_army"),
    }[target]
    table = either(variant, turn=turn).at_war("it")
    table.played("cp_54_h_l_take_command", *played, turn=turn - 3)
    table.destroy(target, origin).hold(CP, "sedan", "liege").put(origin, "ge_1_army").put(target, defender)
    table.state.marks |= marks
    table.state.commitment = [2, 2]
    table.hand(CP, card).dice(attacker=1, defender=1).attack(target, "ge_1_army")
    return card in table.offered("play")


KAISERSCHLACHT = ["cp_49_michael", "cp_50_blucher", "cp_51_peace_offensive"]


@plays("banquet", 47)
@pytest.mark.parametrize("card", KAISERSCHLACHT)
def test_where_the_great_offensives_are_played(card: str) -> None:
    """In Germany and Austria at once, in Russia after Hoffmann, never in Italy, in the west after peace and a trial."""
    assert _fits(card, "metz")
    assert _fits(card, "trent")
    assert not _fits(card, "asiago", *WEST)
    assert _fits(card, "asiago", *WEST, variant=False)
    assert not _fits(card, "plock")
    assert _fits(card, "plock", variant=False)
    assert _fits(card, "plock", "cp_37_hoffmann")
    for target in ("cambrai", "brussels"):
        assert not _fits(card, target)
        assert not _fits(card, target, *EAST)
        assert not _fits(card, target, *EAST, "cp_45_treaty_of_brest_litovsk")
        assert not _fits(card, target, "cp_43_von_below")
        assert _fits(card, target, "cp_45_treaty_of_brest_litovsk", "cp_43_von_below")
        assert _fits(card, target, *WEST)
        assert _fits(card, target, *EAST, "cp_45_treaty_of_brest_litovsk", stosstruppen=1)


@plays("banquet", 47)
@pytest.mark.parametrize("card", KAISERSCHLACHT)
def test_when_the_great_offensives_are_played(card: str) -> None:
    """In the west within a turn of the first; nowhere in Winter 1919."""
    for first, open_ in ((16, True), (15, True), (14, False)):
        assert _fits(card, "cambrai", *WEST, kaiserschlacht=first) is open_
        assert _fits(card, "metz", *WEST, kaiserschlacht=first)
    assert not _fits(card, "metz", turn=20)
    assert _fits(card, "metz", turn=20, variant=False)


@plays("banquet", 47)
def test_effects_of_the_great_offensives() -> None:
    """One in Russia is a trial; the first in the west opens two turns; Friedensturm there is noted."""
    for target, origin, defender, found in (
        ("plock", "tannenberg", "ru_2_army", {"stosstruppen": 1, "kaiserschlacht": 0, "friedensturm": 0}),
        ("cambrai", "sedan", "fr_1_army", {"stosstruppen": 0, "kaiserschlacht": 16, "friedensturm": 1}),
    ):
        table = banquet(turn=16).played(*WEST).hold(CP, "sedan").put(origin, "ge_1_army").put(target, defender)
        table.hand(CP, "cp_51_peace_offensive").dice(attacker=1, defender=1).attack(target, "ge_1_army")
        table.do("play cp_51_peace_offensive")
        while not table.events("combat_over"):
            table.do("finish" if table.allows("finish") else table.game.text(next(iter(table.game.options()))))
        assert {name: table.state.marks[name] for name in found} == found
        assert dict(table.game.state.copy().marks) == table.state.marks


@plays("banquet", 47)
@pytest.mark.parametrize("card", ["cp_43_von_below", "cp_44_von_hutier"])
def test_a_trial_counts_without_a_combat_too(card: str) -> None:
    """Played alone it is removed and opens the west; in Deluxe it is only a combat card."""
    table = banquet(setup=True, turn=14).hand(CP, card).choose(CP).do(f"event {card}")
    assert table.state.removed[CP] >> table.card(card) & 1
    assert _fits("cp_49_michael", "cambrai", "cp_45_treaty_of_brest_litovsk", card)
    assert card not in Table("historical", setup=True, turn=14).hand(CP, card).choose(CP).offered("event")


@plays("banquet", 47)
def test_von_hutier_waits_for_hoffmann_in_russia() -> None:
    assert _fits("cp_44_von_hutier", "plock", variant=False)
    assert not _fits("cp_44_von_hutier", "plock")
    assert _fits("cp_44_von_hutier", "plock", "cp_37_hoffmann")


# -- other cards -------------------------------------------------------------------------


def test_hoffmann_comes_by_himself_and_riots_drive_the_offensives() -> None:
    """Hoffmann has no condition, scores war status and modifies no die; the riots do."""
    table = banquet(setup=True, turn=12).hand(CP, "cp_37_hoffmann").choose(CP).do("event cp_37_hoffmann")
    assert table.state.war_status[CP] == 1
    for card, nation in (("cp_37_hoffmann", "ah"), ("cp_66_bread_riots", "ah_it")):
        table = banquet(turn=12).at_war("it").played(card).dice(mandated_offensive_ap=6, mandated_offensive_cp=1)
        assert table.phase("mandated_offensives").state.mandated[CP] == nation
    table = banquet(setup=True, turn=12).hand(CP, "cp_66_bread_riots").choose(CP).do("event cp_66_bread_riots")
    assert table.state.removed[CP] == table.cards("cp_66_bread_riots")


def test_the_riots_are_a_card_of_the_total_war() -> None:
    """They join the deck with the others, which Deluxe has not."""
    table = banquet(turn=10)
    war_status.raise_commitment(table.game, CP, 2)
    assert table.state.deck[CP] >> table.card("cp_66_bread_riots") & 1


@pytest.mark.parametrize("verb", ["event", "ops", "sr", "rp"])
def test_the_fleet_is_of_no_use_after_the_declaration_of_the_united_states(verb: str) -> None:
    table = banquet(setup=True, turn=14).hand(CP, "cp_25_high_seas_fleet")
    assert "cp_25_high_seas_fleet" in table.choose(CP).offered(verb)
    table.played("ap_54_zimmermann_telegram").choose(CP)
    with pytest.raises(IllegalChoice) as refused:
        table.do(f"{verb} cp_25_high_seas_fleet")
    assert refused.value.reason.code == "fleet_is_idle"


def test_the_first_us_army_brings_the_vp_that_was_the_convoys() -> None:
    table = banquet(setup=True, turn=14).played("ap_55_over_there", "ap_54_zimmermann_telegram", turn=12).at_war()
    table.state.at_war["us"] = 12
    table.hand(AP, "ap_43_usa_reinforcements").choose(AP).do("event ap_43_usa_reinforcements")
    assert table.state.vp == 9
    while table.asks("place_reinforcement"):
        table.do(f"place {min(table.offered('place'))}")
    assert table.system.content.spaces[table.state.loc[table.unit("us_1_army")]].nation == "fr"
    table = banquet(setup=True, turn=14).played("cp_36_u_boats_unleashed").hand(AP, "ap_52_convoy").choose(AP)
    assert table.do("event ap_52_convoy").state.vp == 10


def test_every_card_that_differs_is_marked_as_ours_to_replace() -> None:
    """In the data, and in the facts of the game."""
    path = ROOT / "assets" / "pog" / "rulesets" / "banquet" / "cards.toml"
    rows = tomllib.loads(path.read_text())["cards"]
    cards = banquet().system.content.cards
    named = {row["name"] for row in (*rows["change"], *rows["add"])}
    assert {card.name for card in cards if card.stand_in} == named
    assert not any(card.stand_in for card in Table("historical").system.content.cards)
    base = {card.name: card for card in Table("historical").system.content.cards}
    differs = {card.name for card in cards if card.name not in base or card.needs != base[card.name].needs}
    assert differs <= named
