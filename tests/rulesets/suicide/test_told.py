"""All questions and events of the variant have text, options and pictures."""

from __future__ import annotations

import pytest

from bot.titles import table_of, title_named
from bot.titles.pog.narration.event_lines import SILENT
from bot.titles.pog.narration.names import names
from bot.titles.pog.narration.narrator import COMBAT, Narrator
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, PogGame, view_of
from engine.pog.content.records import CP
from engine.pog.rulesets.suicide import SUICIDE
from renderer.pog import Overview, SpaceClose, Status, draw
from tests.rulesets.suicide.support import acted, suicide
from tests.support.random_play import steps


@pytest.mark.parametrize("opening", ["schlieffen", "russia_first"])
def test_every_decision_is_put_and_every_event_told(opening: str) -> None:
    """Random turns from the deciding seat: a sentence, options where something can be chosen; no silent event."""
    system = PathsOfGlory(GameOptions(scenario="suicide"), rulebook=SUICIDE)
    game: PogGame = Game.start(system, KeyedChance(f"told {opening}".encode()))
    game.drain()
    game.apply(game.parse(opening))
    title, narrator = title_named("pog"), Narrator(names(system.content))
    kinds, told = set(), set()
    for number, _ in enumerate(steps(game, 3, turns=4)):
        for event in game.drain():
            told.add(event.kind)
            if event.kind not in SILENT | COMBAT:
                assert narrator.lines.line({"kind": event.kind, "data": event.data}), event
        kind = game.decision.kind
        if number % 25 == 0 or kind not in kinds:
            assert game.actor is not None
            context = title.offer_context(table_of(game, game.actor), "en")
            assert title.task(context)
            if (makes := title.face(kind).offers) is not None:
                offers = makes(context)
                assert offers.groups or offers.presses, kind
            assert title.summary(narrator.names, game)
            kinds.add(kind)
    assert kinds >= {"choose_action", "put_aside", "activate", "move_unit", "sr_unit"}
    assert told >= {"opening", "rp", "action", "draw"}
    assert view_of(game, None).rounds in (8, 9, 10)


def test_attrition_of_a_political_action_is_not_told_as_the_end_of_a_turn() -> None:
    """14.3.6: it is part of the action, and affects only spaces."""
    content = suicide().state.rules.content
    cut_off = {"kind": "attrition", "data": {"units": [], "spaces": [29]}}
    told = Narrator(names(content)).turn([cut_off, {"kind": "control", "data": {"space": 29, "side": 0}}])
    assert told == ["**Attrition**: spaces cut off from supply change sides: Sedan to the AP."]


def test_holland_and_ten_actions_are_drawn() -> None:
    """The sheet with the Dutch spaces and a German siege, and the status with ten boxes for each side."""
    table = suicide(turn=12).at_war("ho", units=True).put("amsterdam", "ge_1_army")
    table.put("cambrai", "fr_1_army").state.marks["new_forts_ap"] = 1 << table.space("cambrai")
    table.state.rebuild()
    table.state.commitment = [2, 1]
    acted(table, CP, *("auto_op", "political", "economic", "auto_sr", "auto_rp") * 2)
    table.state.marks["oos_3"] = table.units("ge_1_army")
    view = view_of(table.game, None)
    assert view.rounds == 10
    close = draw(SpaceClose(view, table.space("arnhem")))
    assert close.data
    assert "Amsterdam" in close.alt
    assert "Dutch" in close.alt or "HO" in close.alt
    assert draw(Status(view)).data
    assert draw(Overview(view)).data
