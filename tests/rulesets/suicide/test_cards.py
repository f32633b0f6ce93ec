"""Cards, and the landing of the MEF (20, 25)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.bits import mask, members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.cards.events import CardEvent
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from engine.pog.rulesets import Rulebook
from engine.pog.rulesets.suicide import SUICIDE
from engine.pog.rulesets.theme import Theme, laid_over
from engine.pog.state import LEVELS
from tests.manifest import plays
from tests.rulesets.suicide.support import acted, landed, suicide
from tests.support.table import Table


@plays("suicide", 36)
def test_the_beachhead_leads_nowhere_and_may_be_left() -> None:
    """Three turns after the landing a British offensive costs a VP; four SR points evacuate it."""
    table = landed()
    table.state.turn = 9
    before = table.state.vp
    table.dice(mandated_offensive_ap=3, mandated_offensive_cp=6).phase("mandated_offensives")
    assert table.state.mandated[AP] == "br"
    assert table.state.vp == before + 1
    table.state.actions, table.game.stack = [[], []], []
    assert table.redeploy(AP, 4).allows("evacuate")


@plays("suicide", 36)
def test_feeding_the_beach_costs_a_point() -> None:
    """One British point in each Allied economic action while units are supplied by it; none before they land."""
    for ashore, left in ((True, 2), (False, 4)):
        table = landed() if ashore else suicide(setup=True, turn=6)
        table.state.rp = {"br": 4}
        acted(table, AP).game.stack = []
        table.choose(AP).do("economic")
        assert table.state.rp["br"] == left


@plays("suicide", 35)
def test_the_decks_are_those_of_55_cards() -> None:
    """Level by level; none of the cards known only by name is among them."""
    table = suicide(setup=True, turn=1)
    for side in (AP, CP):
        decks = [table.system.rules.deck_cards(table.state, side, level) for level in LEVELS]
        assert [deck.bit_count() for deck in decks] == [14, 20, 21]
        names = {table.system.content.cards[card].title for deck in decks for card in members(deck)}
        assert not names & {"Fog at Dawn", "Infiltration Tactics", "Interventionist Propaganda", "German Advisors"}


_CZECHS, _POLES = "ap_60_czech_legion", "cp_59_polish_restoration"
_LEGIONS = {AP: (_CZECHS, {"ru_czl_corps"}), CP: (_POLES, {f"ge_pol_corps_{n}" for n in (1, 2, 3)})}


@plays("suicide", 7, 35)
@pytest.mark.parametrize(("cards", "there"), [("with_legions", True), ("deluxe_decks", False)])
def test_legions_take_the_places_of_two_cards(cards: str, there: bool) -> None:
    """Decks keep their size; by the literal proposal they have the printed 55, and nothing brings the corps."""
    deluxe = Table("historical", setup=True, turn=1)
    for side, left_out in ((AP, "ap_23_cloak_and_dagger"), (CP, "cp_17_mata_hari")):
        table = suicide(setup=True, turn=1, switches={"cards": cards})
        of_ours, of_deluxe = (
            {name for level in LEVELS for name in one.card_names(one.system.rules.deck_cards(one.state, side, level))}
            for one in (table, deluxe)
        )
        exchanged = {left_out, _LEGIONS[side][0]} if there else set()
        assert of_ours ^ of_deluxe == exchanged
        assert len(of_ours) == 55


@plays("suicide", 7)
@pytest.mark.parametrize("side", [AP, CP])
def test_poles_and_czechs_come_with_limited_war(side: int) -> None:
    """Their card is drawn from the pile added by the level, and its event puts the full-strength corps into the box."""
    card, corps = _LEGIONS[side]
    table = suicide()
    table.state.war_status[side] = table.state.combined = 4
    table.choose(side).do("auto_op")
    assert table.state.deck[side] & table.cards(card)
    check(table.state)
    table.state.actions, table.game.stack = [[], []], []
    table.hold(CP, "warsaw").hand(side, card).choose(side).do(f"event {card}")
    assert {table.where(name) for name in corps} == {("ap_reserve_box", "cp_reserve_box")[side]}
    space, enemy, foe = (("plock", "lodz", "ge_corps_01"), ("lodz", "plock", "ru_corps_01"))[side]
    name = min(corps)
    table.put(space, name).put(enemy, foe).any_dice().attack(enemy, name)
    assert len(table.events("attack")) == 1


def test_with_all_optional_cards_nobody_makes_room() -> None:
    """65 printed cards a side, both secret agents included; in secret swaps a legion already in is not offered."""
    table = Table("suicide", rulebook=SUICIDE, setup=True, optional_cards=True)
    added = mask(card.id for card in table.system.content.cards if card.added)
    for side in (AP, CP):
        decks = [table.system.rules.deck_cards(table.state, side, level) & ~added for level in LEVELS]
        assert sum(deck.bit_count() for deck in decks) == 65
    rules = PathsOfGlory(GameOptions(scenario="suicide", card_set="secret"), rulebook=SUICIDE)
    game: PogGame = Game.start(rules, KeyedChance(b"paths"))
    cards = {rules.content.cards[card].name for card in game.options().of("take") if not added >> card & 1}
    assert len(cards) == 9
    assert not cards & {_CZECHS, _POLES}
    game.apply(game.parse("take ap_58_russian_guards" if game.actor == AP else "take cp_58_stavka_timidity"))
    given = {rules.content.cards[card].name for card in game.options().of("give_up")}
    assert not given & {"ap_23_cloak_and_dagger", "cp_17_mata_hari"}


class _Names(CardEvent):
    """An event that names Maude, which no deck of this war has."""

    def play(self, game: PogGame) -> None:
        """Let the substitute wait."""
        game.state.marks["substitutes"] |= 1 << game.state.rules.card("ap_61_maude")


def _naming() -> Rulebook:
    theme = Theme(lambda tables: replace(tables, events={**tables.events, "ap_02_blockade": _Names()}))
    return laid_over(SUICIDE, "suicide", (theme,))


@plays("suicide", 6)
def test_a_substitute_that_an_event_names_joins_with_rising_commitment() -> None:
    """Not before; under the current rules no event names one, and none joins."""
    for rulebook, joins in ((SUICIDE, False), (_naming(), True)):
        table = Table("suicide", turn=5, rulebook=rulebook).hand(AP, "ap_02_blockade")
        maude = table.cards("ap_61_maude")
        table.choose(AP).do("event ap_02_blockade")
        assert bool(table.state.marks["substitutes"] & maude) is joins
        assert not table.state.deck[AP] & maude
        table.state.war_status[AP] = table.state.combined = 4
        table.state.actions, table.game.stack = [[], []], []
        table.choose(AP).do("auto_op")
        assert table.events("commitment")
        assert bool(table.state.deck[AP] & maude) is joins
        assert not table.state.marks["substitutes"]
        check(table.state)


def test_race_to_the_sea_is_never_given_up() -> None:
    """Its second face belongs to the declaration (4.3.4.1); a swap affects the pile at once."""
    system = PathsOfGlory(GameOptions(scenario="suicide", card_set="secret"), rulebook=SUICIDE)
    game: PogGame = Game.start(system, KeyedChance(b"paths"))
    game.apply(game.parse("finish"))
    assert game.actor == CP
    game.apply(game.parse("take cp_56_withdrawal"))
    given = {system.name_of("card", card) for card in game.options().of("give_up")}
    assert given
    assert not given & {"cp_01_guns_of_august", "cp_08_race_to_the_sea"}
    game.apply(game.parse(f"give_up {min(given)}"))
    check(game.state)
