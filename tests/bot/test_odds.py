"""Odds against brute force: the engine itself fights all 36 pairs of dice."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from bot.service.session import table_for
from bot.table.table import units_of
from bot.titles.panel import offers_of
from bot.titles.pog.looks.odds import Odds, declared, odds
from bot.titles.pog.offer_context import PogOfferContext
from engine.core.chance import KeyedChance, ScriptedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, view_of
from engine.pog.content.records import Connection
from engine.pog.sequence.attacks import DeclareAttack
from engine.pog.state import State
from engine.pog.view import FireView
from tests.bot.weighing import CONTENT, weighed
from tests.support.facts import names
from tests.support.random_play import new_game, steps
from tests.support.restoring import hosted
from tests.support.table import AP, CP, Table

#: Differences that make a combat another one than the one computed.
CHANGES = ("combat_card", "card_effect", "flank", "loss", "retreated", "combat_over")


def fought(spaces: tuple[str, ...], target: str, die: int, other: int) -> tuple[int, int]:
    """Return the loss numbers (defender's, attacker's) of an attack in August 1914 with these dice, frontal and without cards."""
    script = ScriptedChance({"attacker_fire": [die], "defender_fire": [other]}, fallback=KeyedChance(b"x" * 32))
    game: Game[State] = Game.start(PathsOfGlory(GameOptions(windows="hand")), script)
    game.apply(game.parse("take"))
    game.state.deck, game.state.hand[0] = [0, 0], 0
    game.state.operation = None
    game.apply(game.parse("ops cp_01_guns_of_august"))
    for space in spaces:
        game.apply(game.parse(f"for_combat {space}"))
    while game.decision.kind in ("activate", "move_unit"):
        game.apply(game.parse("stop" if game.decision.kind == "activate" else "finish"))
    for space in spaces:
        for unit in CONTENT.units:
            if unit.side == 1 and game.state.loc[unit.id] == CONTENT.space_by_name[space]:
                game.apply(game.parse(f"add {unit.name}"))
    game.drain()
    game.apply(game.parse(f"target {target}"))
    while game.decision.kind in ("flank", "trench_cards", "attacker_cards", "defender_cards"):
        game.apply(game.parse("frontal" if game.decision.kind == "flank" else "finish"))
    fires = [event.data["fire"] for event in game.drain() if event.kind == "fire"]
    given = next(fire.loss_number for fire in fires if fire.attacker)
    taken = next((fire.loss_number for fire in fires if not fire.attacker), 0)
    return given, taken


@pytest.mark.parametrize(
    ("spaces", "target"),
    [(("koblenz",), "sedan"), (("metz", "koblenz"), "sedan"), (("aachen",), "liege"), (("strasbourg",), "nancy"),
     (("mulhouse",), "belfort"), (("timisvar",), "belgrade"), (("czernowitz",), "kamenets_podolski")],
)  # fmt: skip
def test_against_the_engine(spaces: tuple[str, ...], target: str) -> None:
    game: Game[State] = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"x" * 32))
    view = view_of(game, None)
    ids = [CONTENT.space_by_name[space] for space in spaces]
    attackers = [unit.unit for space in ids for unit in view.spaces[space].units]
    counted = odds(game.state, CONTENT.space_by_name[target], attackers)
    brute = Counter(fought(spaces, target, die, other) for die in range(1, 7) for other in range(1, 7))
    assert counted.results == dict(brute)
    total = counted.chance("win") + counted.chance("tie") + counted.chance("lose")
    assert total == 1
    assert sum(counted.losses("attacker").values(), Fraction(0)) == 1


def test_flank_chance_needs_two_spaces_and_counts_the_free_ones() -> None:
    game: Game[State] = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"x" * 32))
    view = view_of(game, None)
    sedan, koblenz, metz = (CONTENT.space_by_name[name] for name in ("sedan", "koblenz", "metz"))
    one = odds(game.state, sedan, [unit.unit for unit in view.spaces[koblenz].units])
    assert one.flank_drm is None
    both = odds(game.state, sedan, [unit.unit for space in (koblenz, metz) for unit in view.spaces[space].units])
    assert both.flank_drm == 1, "Koblenz touches no other enemy unit, Metz does (12.3.2)"
    assert both.flank_chance() == Fraction(4, 6)


def test_modifiers_move_the_dice() -> None:
    game: Game[State] = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"x" * 32))
    view = view_of(game, None)
    sedan, koblenz = CONTENT.space_by_name["sedan"], CONTENT.space_by_name["koblenz"]
    attackers = [unit.unit for unit in view.spaces[koblenz].units]
    plain, helped = odds(game.state, sedan, attackers), odds(game.state, sedan, attackers, (5, 0))
    assert set(helped.losses("defender")) == {max(plain.losses("defender"))}


def test_a_space_that_attacks_over_a_dashed_line_adds_nothing_to_the_flank() -> None:
    """Player aid, Britain: London reaches Le Havre over a dashed line, and Rouen is adjacent to the army in Amiens."""
    table = Table().put("london", "br_1_army").put("rouen", "br_2_army").put("le_havre", "ge_1_army")
    table.put("amiens", "ge_2_army").operate(AP, 20).activate("!london", "!rouen")
    told = weighed(table, "le havre", AP)
    assert "+0" not in told
    assert "A flank attack succeeds in 50 %" in told
    table.do("add br_1_army", "add br_2_army", "target le_havre")
    assert table.asks("flank")
    shown = declared(view_of(table.game, None))
    assert shown is not None
    assert shown.flank_drm == 0 == table.state.combat.flank_drm  # type: ignore[union-attr]


def test_units_that_retreated_in_this_round_are_not_counted_among_those_who_fire() -> None:
    """12.5.6: they are fired at, and don't fire again."""
    table = Table().put("sedan", "ge_2_army").put("cambrai", "fr_1_army", "fr_2_army").operate(CP, 20)
    table.activate("!sedan")
    assert table.state.operation is not None
    table.state.operation.retreated |= table.units("fr_2_army")
    told = weighed(table, "cambrai", CP)
    assert "against FR 1 (3 CF" in told
    assert told.split("\n")[0].count("combat factors") == 1, "the term is explained once"
    assert "Retreated earlier this round: FR 2" in told
    offers = offers_of(PogOfferContext(table_for(hosted(table.game), CP), names()))
    (attack,) = [entry.label for group in offers.groups for entry in group.entries if "Cambrai" in entry.label]
    assert "5 CF against 3" in attack
    table.dice(attacker=1, defender=1).do("add ge_2_army", "target cambrai")
    _agree(
        odds(table.state, table.space("cambrai"), [table.unit("ge_2_army")]), table.events("fire")[1]["fire"], Counter()
    )


def test_a_modifier_of_a_place_and_of_an_event_is_counted_until_it_is_lifted() -> None:
    """12.2.7: Sinai costs the Allies a pip until the pipeline exists; Yanks and Tanks helps every US attack."""
    table = Table(turn=9).at_war("tu").put("sinai", "br_ne_army").put("gaza", "tu_corps_01").operate(AP, 20)
    table.activate("!sinai")
    assert "Die-roll modifiers (DRM) included: attacker −3." in weighed(table, "gaza", AP), "none of the defender"
    table.played("ap_49_sinai_pipeline")
    assert "DRM" not in weighed(table, "gaza", AP)
    assert "included: defender +1." in weighed(table, "gaza +0/+1", AP)
    table = Table(turn=14).put("verdun", "us_1_army").put("metz", "ge_1_army").operate(AP, 20).activate("!verdun")
    assert table.state.operation is not None
    table.state.operation.effects |= table.cards("ap_35_yanks_and_tanks")
    assert "attacker +2" in weighed(table, "metz", AP)
    assert "(DRM) add up to 0." in weighed(table, "metz -2", AP)


def test_only_units_of_full_strength_make_a_loser_retreat() -> None:
    """12.5.2."""
    table = Table().put("sedan", "ge_2_army-").put("cambrai", "fr_1_army-").operate(CP, 20).activate("!sedan")
    assert "Defender retreats 0 %" in weighed(table, "cambrai", CP)


@pytest.mark.parametrize("block", range(4))
def test_the_odds_of_every_attack_are_what_the_engine_then_fights(block: int) -> None:
    """Random wars: factors, columns, DRMs and loss numbers of every fire, predicted before the attack is declared."""
    compared: Counter[str] = Counter()
    for seed, table in product(range(block * 4, block * 4 + 4), ("campaign", "summer 1916", "every option")):
        game = new_game(table, seed)
        foretold: Odds | None = None
        for choice in steps(game, seed, turns=max(game.state.turn, 2)):
            for event in game.drain():
                if event.kind == "fire" and foretold is not None:
                    _agree(foretold, event.data["fire"], compared)
                elif event.kind in CHANGES:
                    foretold = None
            if isinstance(game.decision, DeclareAttack) and game.decision.attackers:
                _flanks_agree(game, game.decision.attackers, compared)
                if choice.verb == "target":
                    foretold = odds(game.state, choice.arg, units_of(game.decision.attackers))
    assert min(compared[what] for what in ("attacker", "defender", "no flank")) > 10, compared


def test_flank_attempts_from_everywhere_on_the_map_are_foretold_as_the_engine_then_asks_them() -> None:
    """Armies scattered around a space, over solid and dashed lines, with enemies adjacent here and there."""
    luck, compared = random.Random(29), Counter[str]()
    for _ in range(500):
        table = Table(turn=9).at_war("it", "tu", "bu", "ro").any_dice("flanks")
        dashed = luck.random() < 0.7
        line = luck.choice([line for line in CONTENT.connections if line.dashed == dashed])
        target, joined = luck.sample((line.a, line.b), 2)
        around = sorted({end for line in _at(target) for end in (line.a, line.b)} - {target})
        near = {end for space in around for line in _at(space) for end in (line.a, line.b)} - {target}
        side = AP if line.dashed else luck.choice((AP, CP))
        nation = luck.choice(
            sorted(line.nations - {"all"}) or [unit.nation for unit in CONTENT.units if unit.side == side]
        )
        own = [unit for unit in CONTENT.units if unit.side == side and unit.army and unit.nation == nation]
        others = luck.sample([unit for unit in CONTENT.units if unit.side != side], 5)
        for unit in luck.sample(own, min(len(own), 6)):
            table.put(CONTENT.spaces[luck.choice((joined, *around))].name, unit.name)
        table.put(CONTENT.spaces[target].name, others[0].name)
        empty = sorted(near - {table.state.loc[unit.id] for unit in own})
        for unit in others[1:] if empty else []:
            table.put(CONTENT.spaces[luck.choice(empty)].name, unit.name)
        game = table.operate(side, 30).game
        while game.decision.kind == "activate":
            game.apply(next((choice for choice in game.options() if choice.verb == "for_combat"), Choice("stop")))
        while isinstance(game.decision, DeclareAttack) and game.options().of("add"):
            game.apply(Choice("add", game.options().of("add")[0]))
        if isinstance(game.decision, DeclareAttack) and game.decision.attackers:
            _flanks_agree(game, game.decision.attackers, compared)
    assert min(compared["flank"], compared["no flank"], compared["with a dashed line"]) > 10, compared


def _at(space: int) -> list[Connection]:
    return [line for line in CONTENT.connections if space in (line.a, line.b)]


def _flanks_agree(game: Game[State], attackers: int, compared: Counter[str]) -> None:
    """Check whether a flank attempt is possible against each target of a group, and with which DRM."""
    for target in game.options().of("target"):
        foretold, twin = odds(game.state, target, units_of(attackers)), game.copy()
        twin.apply(Choice("target", target))
        if twin.decision.kind == "flank":
            assert twin.state.combat is not None
            assert foretold.flank_drm == twin.state.combat.flank_drm
            compared["flank"] += 1
            dashed = twin.state.combat.spaces & ~twin.state.rules.board.solid[target]
            compared["with a dashed line"] += bool(dashed)
        elif twin.state.combat is not None and twin.state.combat.flank == "impossible":
            assert foretold.flank_drm is None
            compared["no flank"] += 1


def _agree(foretold: Odds, fire: FireView, compared: Counter[str]) -> None:
    own = foretold.attacker if fire.attacker else foretold.defender
    assert own is not None
    columns = (own.table.columns[own.before], own.table.columns[own.column])
    assert (own.factors, own.table_name, columns) == (fire.factors, fire.table, (fire.column_before, fire.column))
    assert own.drm == sum(modifier.value for modifier in fire.drms)
    assert own.result(fire.die) == fire.loss_number
    compared["attacker" if fire.attacker else "defender"] += 1
