"""What orders and standing orders of Liège 1914 do that people give in their own words, at positions that are laid out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.titles import table_of
from bot.titles.liege.notation.standing_sentences import standing_sentence
from bot.titles.liege.standing_orders import LiegeStandingOrders
from bot.titles.liege.title import TITLE
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.sequence.turns import AttackerTurn, Siege
from engine.liege.state import DEPLOYED
from engine.liege.system import LiegeSystem
from tests.bot.phrasings.liege_moments import give
from tests.liege.support import position, unit

BELGIANS = {"be_9_11_bm": "V35 ne", "be_9_11_rf": "V35 ne"}
NAMES = TITLE.names(TITLE.system({"scenario": "siege"}), "en")


def at(kind: str, units: dict[str, str], turn: int = 6) -> Table:
    """The Germans' table of a Siege at a decision of their turn."""
    state = position({**BELGIANS, **units}, turn=turn, forts=("all",))
    for name in units:
        if "kmk" in name or "skm" in name:
            state.mark(unit(name), DEPLOYED)
    state.scenario = replace(state.scenario, lines=False)
    game: Game[Any] = Game(LiegeSystem("siege", state.facts, fog=False), state, KeyedChance(bytes(32)))
    game.stack += [(Siege(), 1 + state.side), (AttackerTurn(state.side), 0)]
    game.forget_undo()
    game._settle()
    for _ in range(12):
        if game.decision.kind == kind and game.actor == 0:
            return table_of(game, 0, position=1)
        give(game, "done")
    raise AssertionError(f"{kind} is not asked")


def made(table: Table, name: str, text: str) -> list[str]:
    """The choices that an order makes."""
    before = len(table.game.fresh)
    TITLE.order(TITLE.offer_context(table, "en"), name, text)
    return [str(entry.choice) for entry in table.game.fresh[before:]]


def test_the_merged_unit_gives_the_step() -> None:
    pair = {"ge_27_ib": "T35 s 1", "ge_14_ib": "T35 s 1"}
    assert made(at("afterwards", pair), "merge", "27ib into 14ib")[0] == "merge ge_14_ib"
    assert made(at("afterwards", pair), "merge", "27ib from 14ib")[0] == "merge ge_27_ib"


def test_units_that_are_named_are_those_that_a_barrage_hits() -> None:
    table = at("barrage", {"ge_ii_fussa_9": "U35 sw"})
    assert made(table, "shell", "9bm with 15cm") == ["target V35", "add ge_ii_fussa_9", "fire", "hit be_9_11_bm"]
    table = at("barrage", {"ge_ii_fussa_9": "U35 sw"})  # which hits one unit, so that it is asked which of two
    assert made(table, "shell", "9bm 9rf with 15cm") == ["target V35", "add ge_ii_fussa_9", "fire"]


def test_all_of_a_hex_are_those_in_it() -> None:
    guns = {"ge_kmk_b3": "V36 s", "ge_skm_b1": "U35 sw", "ge_ii_fussa_9": "U35 sw", "ge_27_ib": "U35 sw"}
    for text in ("all u35 at fleron", "all at fleron in u35", "at fleron in u35"):
        found = made(at("barrage", guns), "fire", text)
        assert sorted(found) == ["add ge_ii_fussa_9", "add ge_skm_b1", "fire", "fort fleron"], text
    assert "add ge_27_ib" in made(at("barrage", guns), "shell", "all u35 at v35")


def test_a_fort_may_be_named_after_its_attackers() -> None:
    table = at("assaults", {"ge_pir_emmich": "V36 s", "ge_ii_fussa_9": "V36 s", "ge_27_ib": "V36 s"})
    guesses = TITLE.guesses(TITLE.offer_context(table, "en"), "27ib assaults Pontisse after the 15cm")
    assert guesses[0] == "assault Pontisse 27ib after 15cm"


def test_a_way_may_begin_where_the_unit_is() -> None:
    found = made(at("march", {"ge_34_ib": "T35 s"}), "march", "34ib t35 to s35")
    assert found[:2] == ["unit ge_34_ib", "step S35"]


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("cavalry always withdraws", "withdraw always"),
        ("the cavalry never withdraws", "withdraw never"),
        ("the cavalry stands and fights", "withdraw never"),
        ("withdraw cavalry at 1.5 or worse", "withdraw at 1.5"),
        ("when attacked by more than 2 to 1 withdraw", "withdraw at 2"),
        ("pull back toward Huy if beaten", "retreat toward Huy"),
        ("always retreat into the camp", "retreat camp"),
        ("retreat toward headquarters if beaten", "retreat supply"),
        ("guns stay where they are", "guns stay"),
        ("the guns never retreat", "guns stay"),
        ("guns always go back after a lost combat", "guns go"),
        ("never follow up", "follow no"),
        ("always advance after combat", "follow yes"),
        ("ask me about retreats", "ask retreat"),
        ("let me decide", "ask all"),
    ],
)
def test_a_sentence_gives_a_standing_order(said: str, order: str) -> None:
    typed, formal = LiegeStandingOrders(), LiegeStandingOrders()
    typed.give(NAMES, 0, said, (3, 1))
    formal.give(NAMES, 0, order, (3, 1))
    assert typed.told(NAMES, 0) == formal.told(NAMES, 0) != []


@pytest.mark.parametrize(
    ("said", "nearest"),
    [
        ("my cav always withdraws when infantry attacks, toward Waremme", "withdraw always"),
        ("if 9bm must retreat it goes to W35 and faces V35", "retreat toward W35"),
        ("guns of 4fa always stay", "guns stay"),
    ],
)
def test_a_sentence_that_no_standing_order_can_express_becomes_a_question(said: str, nearest: str) -> None:
    held = LiegeStandingOrders()
    with pytest.raises(Refusal) as refused:
        held.give(NAMES, 0, said, (3, 1))
    assert refused.value.instead == (("", f"standing {nearest}"),)
    assert held.told(NAMES, 0) == []


@pytest.mark.parametrize(
    "said", ["27ib attacks V35", "never attack V35", "don't march 34ib to U36", "34ib to U36", "hold"]
)
def test_an_order_of_the_present_is_no_standing_order(said: str) -> None:
    assert standing_sentence(NAMES, said) is None
