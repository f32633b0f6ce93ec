"""The variant played by panels and typed orders: every decision has text, every event is reported."""

from __future__ import annotations

from copy import copy
from dataclasses import asdict, is_dataclass
from functools import cache

import pytest

from bot.narration.segments import Told
from bot.table.offers import OfferContext as AnyContext
from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.titles import table_of
from bot.titles.panel import offers_of, panel
from bot.titles.pog import order_completion
from bot.titles.pog.looks import view_queries
from bot.titles.pog.narration import battles
from bot.titles.pog.narration import names as narration
from bot.titles.pog.narration.event_lines import SILENT, EventLines
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation import compact, typed
from bot.titles.pog.notation import lexicon as notation
from bot.titles.pog.offer_context import PogOfferContext
from engine.core.chance import KeyedChance
from engine.core.game import Event, Game
from engine.pog import GameOptions, PathsOfGlory, PogGame, view_of
from engine.pog.content import load_content
from engine.pog.content.records import AP, CP
from engine.pog.rulesets.banquet import BANQUET
from tests.bot.support import check_limits
from tests.rulesets.banquet.support import banquet
from tests.support.random_play import steps
from tests.support.table import Table


@cache
def names() -> Names:
    """Return the names of the variant's facts."""
    return narration.names(load_content(ruleset="banquet"))


def context_of(game: PogGame) -> PogOfferContext:
    """Return the context of the deciding seat's panel."""
    return PogOfferContext(table_of(game, int(game.actor or 0)), names())


def orders_of(context: AnyContext) -> set[str]:
    """Return every order that can be pressed."""
    offers = offers_of(context)
    entries = [entry for group in offers.groups for entry in group.entries]
    return {order for order in (*(one.order for one in entries), *(one.order for one in offers.presses)) if order}


def told(event: Event) -> str | None:
    """Return the sentence of an event."""
    data = {name: asdict(value) if is_dataclass(value) else value for name, value in event.data.items()}  # type: ignore[arg-type]
    return EventLines(names()).line(Told(kind=event.kind, data=data))


def panel_text(table: Table) -> str:
    """Return the text of the deciding seat's panel."""
    return panel("abcd2345", context_of(table.game), "Anna", "", "panel").text


def typing(table: Table, side: int, name: str, text: str) -> Table:
    """Return the table after a typed order."""
    orders = table_of(table.game, side)
    typed.ORDERS[name](notation.lexicon(load_content(ruleset="banquet")), orders, text)
    table.told += [event for _, event in orders.told]
    return table


@pytest.mark.parametrize("seed", range(2))
def test_random_games_can_be_played_by_panels(seed: int) -> None:
    """Some panels of each kind of decision: within the limits, and each of their orders is carried out."""
    system = PathsOfGlory(GameOptions(scenario="banquet"), rulebook=BANQUET)
    game: PogGame = Game.start(system, KeyedChance(f"by words {seed}".encode()))
    met: dict[str, int] = {}
    for _ in steps(game, seed, turns=4):
        for event in game.drain():
            assert event.kind in SILENT or told(event), event
        kind = game.decision.kind
        met[kind] = met.get(kind, 0) + 1
        if met[kind] > 2:
            continue
        context = context_of(game)
        check_limits(panel("abcd2345", context, "Anna", "", "panel"))
        assert names().words.has(f"ui.decisions.{kind}.text"), kind
        for order in sorted(orders_of(context)):
            if kind == "move_on" and order.startswith(("x.", "w")) and not context.table.offers("stop"):
                continue  # it is chosen together with where the stack ends
            trial = game.copy(KeyedChance(b"trial"))
            compact.carry_out(table_of(trial, int(game.actor or 0)), order)
            assert trial.number > game.number, order
    assert {"move_unit", "attack", "disband_corps"} <= met.keys()


def test_a_pursuit_by_typed_orders() -> None:
    """Both are named for Cambrai, one for Amiens, and the story reports it."""
    table = banquet().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army").reserve("fr_corps_01")
    table.played("cp_08_race_to_the_sea").hold(CP, "sedan").dice(attacker=1, defender=1)
    table.attack("cambrai", "ge_1_army", "ge_2_army")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert "You won the combat in **Cambrai**" in panel_text(table)
    typing(table, CP, "advance", "all")
    assert "Retreat from **Cambrai** into a space next to it" in panel_text(table)
    typing(table, AP, "retreat", "all amiens")
    assert "The beaten units have retreated to **Amiens**" in panel_text(table)
    typing(table, CP, "advance", "ge 1 army amiens")
    assert "Retreat 1 space from **Amiens**" in panel_text(table)
    typing(table, AP, "retreat", "fr 1 army rouen")
    assert (table.where("ge_1_army"), table.where("ge_2_army")) == ("amiens", "cambrai")
    assert "GE 1 and GE 2 will advance into Cambrai." in [told(event) for event in table.told]


def test_to_let_the_defender_be_by_a_typed_order() -> None:
    """`/advance none`, or a pass; a space that is not asked about is refused."""
    for name, text in (("advance", "none"), ("pass", "")):
        table = banquet().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army").reserve("fr_corps_01")
        table.hold(CP, "sedan").dice(attacker=1, defender=1).attack("cambrai", "ge_1_army", "ge_2_army")
        while table.asks("defender_loss", "attacker_loss"):
            table.do(table.game.text(next(iter(table.game.options()))))
        with pytest.raises(Refusal):
            typing(table, CP, "advance", "all amiens")
        typing(table, CP, name, text)
        assert table.where("fr_1_army") == "cambrai"
        assert table.battle.retreat == "waived"
        assert "Nobody advances" in battles.report(names(), asdict(table.battle))


def _refused(table: Table, side: int, name: str, text: str) -> str:
    with pytest.raises(Refusal) as found:
        typing(table, side, name, text)
    return sentence(names(), found.value)


def test_the_isolated_are_told_where_they_may_go() -> None:
    """A step and an attack away from supply are refused with the rule; towards it both are carried out."""
    table = banquet().hold(CP, "liege", "sedan").destroy("liege").put("cambrai", "ge_1_army").put("verdun", "fr_5_army")
    table.put("calais", "fr_1_army").choose(AP).do("auto_op").activate("verdun").do("pick fr_5_army", "step sedan")
    table.do(*(["stop"] if table.asks("move_on") else []))
    panel = panel_text(table)
    assert "free to act once more: GE 1 (each space entered must be nearer to supply at " in panel
    assert "To restore supply, end a move in" not in panel, "that is no way for GE 1 itself"
    marching = copy(table)
    marching.game, marching.told = table.game.copy(), []
    marching.do("auto_op", "for_movement cambrai")
    assert "towards the nearest supply" in _refused(marching, CP, "move", "ge 1 army to amiens")
    typing(marching, CP, "move", "ge 1 army to brussels")
    assert marching.where("ge_1_army") == "brussels"
    table.do("auto_op", "for_combat cambrai")
    assert "towards the nearest supply" in _refused(table, CP, "attack", "calais from cambrai")
    typing(table.dice(attacker=1, defender=1), CP, "attack", "sedan from cambrai")
    assert table.events("attack")


def test_the_reserve_phase_says_what_it_is() -> None:
    """Before the combats the panel says that units can wait, after them where they can go; a refusal names the rule."""
    table = banquet().put("koblenz", "ge_1_army").put("aachen", "ge_2_army").put("liege", "ge_4_army")
    table.put("sedan", "fr_corps_01-").dice(attacker=6, defender=1).operate(CP).activate("!koblenz", "aachen")
    assert "after the combats" in panel_text(table)
    typing(table, CP, "done", "")
    typing(table, CP, "attack", "sedan from koblenz")
    typing(table, CP, "advance", "all sedan")
    assert "Reserve Phase" in panel_text(table)
    typing(table, CP, "choose", "pick ge 2 army")
    typing(table, CP, "choose", "step liege")
    assert "In the Reserve Phase units enter only spaces that it controls" in _refused(
        table, CP, "choose", "step brussels"
    )
    typing(table, CP, "choose", "stop")
    assert "Reserve Phase: the units in Aachen may still move." in [told(event) for event in table.told]


def test_proposed_advances_can_be_typed() -> None:
    """All, each by name, or none."""
    table = banquet().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army").reserve("fr_corps_01")
    table.hold(CP, "sedan").dice(attacker=1, defender=1).attack("cambrai", "ge_1_army", "ge_2_army")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    found = order_completion.occupy(context_of(table.game), "")
    assert found == ["all", "ge 1 army", "ge 2 army", "none"]
    for text in found:
        trial = copy(table)
        trial.game, trial.told = table.game.copy(), []
        typing(trial, CP, "advance", text)
        assert not trial.asks("declare_advance")


def test_a_marker_of_failed_digging_is_told() -> None:
    """For the space itself, and on the panel of a side that could entrench there."""
    table = banquet(turn=5).played("cp_06_entrench").put("metz", "ge_1_army").dice(entrench=6)
    table.operate(CP).activate("metz").do("pick ge_1_army", "entrench")
    lexicon = notation.lexicon(load_content(ruleset="banquet"))
    assert "DRM −2 for entrenching" in view_queries.units(names(), lexicon, view_of(table.game, None), "metz")
    assert "entrenching" not in view_queries.units(names(), lexicon, view_of(table.game, None), "essen")
    assert "DRM −2 for entrenching in Metz after a failed German attempt" in view_queries.status(
        names(), view_of(table.game, None)
    )
    table.operate(CP).activate("metz")
    assert "DRM −2 for entrenching in Metz" in panel_text(table)
