"""The ruleset of a scenario, and one derived from Deluxe with another flow."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from engine.core.chance import KeyedChance
from engine.core.frames import FrameTable
from engine.core.game import Game
from engine.errors import ContentError
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content import load_content
from engine.pog.rulesets import RULEBOOKS, rulebook_of
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.sequence.operations import Operate
from tests.support.random_play import steps


@dataclass(frozen=True, slots=True)
class OperateInThreeParts(Operate):
    """Movement, combat, and a third part that only reports itself."""

    steps: ClassVar[tuple[str, ...]] = ("activate", "move", "overstack", "dig", "fight", "reserve", "close")

    def reserve(self, game: PogGame) -> None:
        """Report that it was reached, with the operation still under way."""
        assert game.state.operation is not None
        game.emit("reserve", side=game.state.operation.side)


def _frames() -> FrameTable:
    table = DELUXE.frames()
    table.replace(OperateInThreeParts)
    return table


IN_THREE_PARTS = replace(DELUXE, name="three_parts", frames=_frames)


def test_every_scenario_is_played_by_a_ruleset_that_there_is() -> None:
    """The names in the scenarios and in the registry agree."""
    for scenario in load_content().scenarios.values():
        assert rulebook_of(scenario) is RULEBOOKS[scenario.ruleset]


def test_a_scenario_of_an_unknown_ruleset_is_refused_with_the_list() -> None:
    """Naming the scenario, the field and the existing rulesets."""
    scenario = replace(load_content().scenarios["campaign"], ruleset="jutland")
    with pytest.raises(ContentError, match=r"row campaign, field ruleset: there is no ruleset 'jutland'.*deluxe"):
        rulebook_of(scenario)


@pytest.mark.parametrize("seed", range(3))
def test_a_ruleset_may_put_a_step_into_a_flow(seed: int) -> None:
    """Each operation goes through the new step, and every position restores to the same flow."""
    system = PathsOfGlory(GameOptions(scenario="historical"), rulebook=IN_THREE_PARTS)
    chance = KeyedChance(f"steps {seed}".encode())
    game: PogGame = Game.start(system, chance)
    reserves = operations = 0
    for number, _ in enumerate(steps(game, seed, turns=1)):
        for event in game.drain():
            reserves += event.kind == "reserve"
            operations += event.kind == "action" and event.data["kind"] in ("ops", "auto_op")
        if number % 20 == 0:
            stored = json.loads(json.dumps(game.snapshot()))
            assert Game.restore(system, stored, chance).snapshot() == game.snapshot()
    assert reserves >= operations > 0  # some events give an operation too
