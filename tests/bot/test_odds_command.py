"""Odds of a typed attack: what it names, its refusals, and what a declared one shows."""

from __future__ import annotations

import contextlib

import pytest

from bot.table.refusal import Refusal
from bot.table.reply import PictureRef
from bot.table.table import units_of
from bot.titles import table_of
from bot.titles.pog.looks.odds import declared, odds
from bot.titles.pog.looks.odds_answer import odds_text
from bot.titles.pog.looks.possible_attacks import possible_attacks
from bot.titles.pog.pictures import request_for
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, view_of
from engine.pog.state import State
from renderer.pog import CloseUp, Theatre
from tests.bot.moments import choosing, fighting, moving
from tests.bot.support import Channel
from tests.bot.test_confirmations import put
from tests.bot.weighing import CONTENT, sedan, weighed
from tests.support.facts import lexicon, names
from tests.support.random_play import new_game, steps
from tests.support.table import AP, CP, Table


def test_a_declared_attack_bears_its_odds_until_the_dice_fall() -> None:
    game: Game[State] = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"x" * 32))
    for line in ("take", "ops cp_01_guns_of_august", "for_combat koblenz", "stop"):
        game.apply(game.parse(line))
    koblenz, sedan = CONTENT.space_by_name["koblenz"], CONTENT.space_by_name["sedan"]
    before = view_of(game, None)
    assert declared(before) is None
    attackers = [unit.unit for unit in before.spaces[koblenz].units]
    wanted = odds(game.state, sedan, attackers)
    for unit in attackers:
        game.apply(game.parse(f"add {CONTENT.units[unit].name}"))
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
    assert wanted.attacker is not None
    assert wanted.defender is not None
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


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("koblenz on sedan", "sedan from koblenz"),
        ("koblenz to sedan +1", "sedan from koblenz +1"),
        ("from koblenz, metz against sedan", "sedan from koblenz, metz"),
        ("ge 2 army, ge 4 army on sedan", "sedan with ge 2 army, ge 4 army"),
        ("ge 2 army on sedan from koblenz", "sedan with ge 2 army from koblenz"),
        ("the units out of koblenz on sedan", "sedan from koblenz"),
        ("on sedan", "sedan"),
    ],
)
def test_the_force_may_come_before_the_target_as_in_an_attack(first: str, last: str) -> None:
    told = weighed(sedan(), first, CP)
    assert told == weighed(sedan(), last, CP)
    assert "GE 2" in told


def test_a_force_before_the_target_that_cannot_attack_it_is_named() -> None:
    with pytest.raises(Refusal) as refused:
        weighed(sedan().put("essen", "ge_1_army"), "essen on sedan", CP)
    reason, spaces = refused.value.reason, CONTENT.space_by_name
    assert reason.code == "not_adjacent"
    assert (reason.data["origin"], reason.data["space"]) == (spaces["essen"], spaces["sedan"])


@pytest.mark.parametrize(
    ("order", "code", "data"),
    [
        ("koblenz on", "odds_form", {}),
        ("on", "odds_form", {}),
        ("koblenz on nowhere", "not_understood", {"text": "nowhere", "near": ""}),
        ("nowhere on sedan", "not_understood", {"text": "nowhere", "near": ""}),
    ],
)
def test_unknown_parts_of_an_order_are_named(order: str, code: str, data: dict[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        weighed(sedan(), order, CP)
    assert (refused.value.reason.code, refused.value.reason.data) == (code, data)


async def test_the_command_asks_no_die(channel: Channel) -> None:
    await channel.begin()
    number = await channel.number()
    answer = await channel.told("anna", "odds sedan from koblenz, metz +1")
    assert "(36/36)" in answer or "/36)" in answer
    assert "A flank attack" in answer
    assert await channel.told("eve", "odds sedan with ge 2, ge 3")
    assert await channel.number() == number


async def test_an_attack_can_be_weighed_while_its_flank_is_asked_about(channel: Channel) -> None:
    await channel.begin()
    before = await channel.told("anna", "odds sedan with ge 2, ge 4")
    await channel.say("anna", "play guns of august as ops /activate koblenz attack; metz attack")
    await channel.say("anna", "done anyway")
    await channel.say("anna", "attack sedan with ge 2 army, ge 4 army")
    assert "flank attack" in await channel.told("anna", "panel")
    number = await channel.number()
    for user in ("anna", "ben", "eve"):
        assert await channel.told(user, "odds sedan") == before, "the attack that was declared"
        assert await channel.told(user, "odds sedan with ge 2, ge 4") == before
        assert "GE 3" in await channel.told(user, "odds sedan from koblenz"), "another one in its place"
        assert "**Verdun**" in await channel.told(user, "odds verdun from metz")
    assert "A flank attack" in before
    assert await channel.number() == number


def test_an_attack_whose_attackers_stand_in_the_space_by_now_is_weighed_or_refused_in_a_sentence() -> None:
    """While they advance they are the units that can be attacked there."""
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


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "aachen with ge 1",
            "The Allied Powers have no unit “ge 1” that can attack Aachen",
        ),
        ("aachen from koblenz", "The Allied Powers have no units in Koblenz"),
        ("aachen", "No unit of the Allied Powers is next to Aachen (rule 12.1.4)"),
    ],
)
async def test_odds_for_an_own_space_show_the_possible_attackers(channel: Channel, line: str, told: str) -> None:
    """The attackers of a side's own space are the other side's, whether its owner or a spectator asks."""
    await channel.begin()
    for user in ("anna", "cara"):
        assert told in await channel.told(user, f"odds {line}")
    own = await channel.told("ben", f"odds {line}")
    assert "You have" in own or "of your units" in own


def test_a_besieged_fort_says_how_often_it_surrenders_to_a_siege_roll() -> None:
    """15.3.2: die plus the turn's modifier above its LF; at Nancy (2), with -2 in September, on a 5 or 6."""
    table = Table(turn=2, setup=True).put("nancy", "ge_3_army", "ge_6_army").put("paris", "fr_1_army", "fr_2_army")
    game = table.hand(CP, "cp_05_landwehr").choose(CP).game
    told = odds_text(names(), lexicon(), view_of(game, None), game, CP, "nancy")
    assert "a siege roll of this turn makes it surrender in 33 % (12/36) of the rolls" in told
    game = Table(turn=2, setup=True).hand(CP, "cp_05_landwehr").choose(CP).game
    assert "siege roll" not in odds_text(names(), lexicon(), view_of(game, None), game, CP, "nancy")


async def test_a_unit_that_cannot_move_is_named_for_every_viewer(channel: Channel) -> None:
    await channel.begin()
    await put(channel, Table(turn=1, setup=True).hand(AP, "ap_02_blockade").choose(AP))
    told = await channel.told("ben", "can Montenegro move out?")
    assert "- Cetinje: MN c" in told
    assert "movement factor of 0" in told


def test_the_attacks_named_are_those_that_the_rules_allow() -> None:
    table = fighting()
    found = possible_attacks(lexicon(), table_of(table.game, CP))
    assert {CONTENT.spaces[one.target].name for one in found} == {"sedan", "liege", "nancy", "verdun"}
    assert [one.win for one in found] == sorted((one.win for one in found), reverse=True)
    for one in found:
        trial = fighting().do(*(f"add {CONTENT.units[unit].name}" for unit in one.units))
        assert CONTENT.spaces[one.target].name in trial.offered("target")


async def test_odds_without_a_target_tell_what_can_be_attacked(channel: Channel) -> None:
    await channel.begin()
    await put(channel, fighting())
    told = await channel.told("anna", "odds")
    assert "You can attack now, with these units at most and before cards:" in told
    assert "- **Nancy** with GE 4 and GE c (Metz): wins 50 % (18/36)" in told
    assert "use `/odds sedan`" in told
    assert "Once their spaces are activated to attack" in await channel.told("ben", "what can I attack?")
    await put(channel, choosing())
    assert "- **Metz** with FR 2, FR 3 and FR 5 (Nancy, Verdun, Sedan): wins" in await channel.told("ben", "odds")
    await put(channel, moving())
    assert "None of your activated units" not in await channel.told("ben", "odds")
    assert "Name a target and attackers" in await channel.told("carl", "odds")
