"""Odds against brute force: the engine itself fights all 36 pairs of dice."""

from __future__ import annotations

import contextlib
from collections import Counter
from fractions import Fraction

import pytest

from bot.notation.refusal import Refusal
from bot.notation.table import units_of
from bot.platforms.painting import request_for
from bot.replies.model import PictureRef
from bot.titles.pog.looks.odds import declared, odds
from bot.titles.pog.looks.odds_answer import odds_text
from engine.core.chance import KeyedChance, ScriptedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, view_of
from engine.pog.state import State
from renderer import CloseUp, Theatre
from tests.bot.support import Channel
from tests.support.facts import lexicon, names
from tests.support.random_play import new_game, steps

CONTENT = names().content


def fought(spaces: tuple[str, ...], target: str, die: int, other: int) -> tuple[int, int]:
    """Loss numbers (defender's, attacker's) of an attack in August 1914 with these dice, frontal and without cards."""
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
    attackers = [(space, unit) for space in ids for unit in view.spaces[space].units]
    counted = odds(view, CONTENT.space_by_name[target], attackers)
    brute = Counter(fought(spaces, target, die, other) for die in range(1, 7) for other in range(1, 7))
    assert counted.results == dict(brute)
    total = counted.chance("win") + counted.chance("tie") + counted.chance("lose")
    assert total == 1
    assert sum(counted.losses("attacker").values(), Fraction(0)) == 1


def test_flank_chance_needs_two_spaces_and_counts_the_free_ones() -> None:
    game: Game[State] = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"x" * 32))
    view = view_of(game, None)
    sedan, koblenz, metz = (CONTENT.space_by_name[name] for name in ("sedan", "koblenz", "metz"))
    one = odds(view, sedan, [(koblenz, unit) for unit in view.spaces[koblenz].units])
    assert one.flank_drm is None
    both = odds(view, sedan, [(space, unit) for space in (koblenz, metz) for unit in view.spaces[space].units])
    assert both.flank_drm == 1, "Koblenz touches no other enemy unit, Metz does (12.3.2)"
    assert both.flank_chance() == Fraction(4, 6)


def test_modifiers_move_the_dice() -> None:
    game: Game[State] = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"x" * 32))
    view = view_of(game, None)
    sedan, koblenz = CONTENT.space_by_name["sedan"], CONTENT.space_by_name["koblenz"]
    attackers = [(koblenz, unit) for unit in view.spaces[koblenz].units]
    plain, helped = odds(view, sedan, attackers), odds(view, sedan, attackers, (5, 0))
    assert set(helped.losses("defender")) == {max(plain.losses("defender"))}


def test_a_declared_attack_bears_its_odds_until_the_dice_fall() -> None:
    game: Game[State] = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"x" * 32))
    for line in ("take", "ops cp_01_guns_of_august", "for_combat koblenz", "stop"):
        game.apply(game.parse(line))
    koblenz, sedan = CONTENT.space_by_name["koblenz"], CONTENT.space_by_name["sedan"]
    before = view_of(game, None)
    assert declared(before) is None
    attackers = [(koblenz, unit) for unit in before.spaces[koblenz].units]
    wanted = odds(before, sedan, attackers)
    for _, unit in attackers:
        game.apply(game.parse(f"add {CONTENT.units[unit.unit].name}"))
    game.apply(game.parse("target sedan"))
    asked = view_of(game, None)
    assert asked.battle is not None
    assert game.decision.kind in ("attacker_cards", "defender_cards")
    assert declared(asked) == wanted
    ref = PictureRef.model_validate(
        {"kind": "closeup", "game": "g", "number": 1, "args": {"attacks": [[[koblenz], sedan]]}}
    )
    shown = request_for(ref, asked)
    assert isinstance(shown, CloseUp)
    chance = f"{float(wanted.chance('win')):.0%}"
    assert shown.odds == ((sedan, f"{wanted.attacker.factors}:{wanted.defender.factors} · {chance}"),)
    while game.decision.kind in ("attacker_cards", "defender_cards"):
        game.apply(game.parse("finish"))
    assert declared(view_of(game, None)) is None


def test_the_map_that_is_touched_names_who_attacked_from_a_space_that_is_empty_now() -> None:
    game: Game[State] = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"x" * 32))
    view = view_of(game, None)
    args = {"name": "west", "attacks": [[[1], 2]], "attackers": [[3]]}
    shown = request_for(PictureRef.model_validate({"kind": "theatre", "game": "g", "number": 1, "args": args}), view)
    assert isinstance(shown, Theatre)
    assert shown.marks.attackers == ((3,),)


async def test_the_command_asks_no_die(channel: Channel) -> None:
    await channel.begin()
    number = await channel.number()
    answer = await channel.told("anna", "odds sedan from koblenz, metz +1")
    assert "(36/36)" in answer or "/36)" in answer
    assert "flank attempt" in answer
    assert await channel.told("eve", "odds sedan with ge 2, ge 3")
    assert await channel.number() == number


async def test_an_attack_can_be_weighed_while_its_flank_is_asked_about(channel: Channel) -> None:
    await channel.begin()
    before = await channel.told("anna", "odds sedan with ge 2, ge 4")
    await channel.say("anna", "play guns of august as ops /activate koblenz attack; metz attack")
    await channel.say("anna", "done")
    await channel.say("anna", "attack sedan with ge 2 army, ge 4 army")
    assert "flank attack" in await channel.told("anna", "panel")
    number = await channel.number()
    for user in ("anna", "ben", "eve"):
        assert await channel.told(user, "odds sedan") == before, "the attack that was declared"
        assert await channel.told(user, "odds sedan with ge 2, ge 4") == before
        assert "GE 3" in await channel.told(user, "odds sedan from koblenz"), "another one in its place"
        assert "**Verdun**" in await channel.told(user, "odds verdun from metz")
    assert "flank attempt" in before
    assert await channel.number() == number


def test_an_attack_whose_attackers_stand_in_the_space_by_now_is_weighed_or_refused_in_a_sentence() -> None:
    """While they advance they are what can be attacked there."""
    met = 0
    for seed in range(3):
        game = new_game("campaign", seed, listening=False)
        for _ in steps(game, seed, turns=3):
            combat = game.state.combat
            if game.decision.kind != "advance" or combat is None:
                continue
            entered = any(game.state.loc[unit] == combat.target for unit in units_of(combat.attackers))
            for side in (None, 0, 1) if entered else ():
                met += 1
                with contextlib.suppress(Refusal):
                    told = odds_text(names(), lexicon(), view_of(game, side), game, side, names().space(combat.target))
                    assert names().space(combat.target) in told
    assert met > 3


@pytest.mark.parametrize("line", ["odds ap reserve box", "attack reserve", "attack cp reserve box"])
async def test_a_box_is_no_place_for_a_battle(channel: Channel, line: str) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as ops /activate koblenz attack")
    await channel.say("anna", "done")
    told = await channel.told("anna", line)
    assert "Reserve Box" in told
    assert "unit" in told
