"""The general: plans that stay consistent over the decisions of a round, blind to hidden information, bounded in work."""

from __future__ import annotations

import random
from functools import lru_cache

from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content.records import AP
from engine.pog.opponent import Offers, anything, asked
from engine.pog.opponent.general import General, forget
from engine.pog.opponent.race import Race, RaceTable
from engine.pog.opponent.reply import raids
from engine.pog.view import GameView
from tests.opponent.test_players import dealt_otherwise

#: Share of the usual work: these tests do not depend on a budget.
LITTLE = 0.06


def brief(view: GameView, options: Offers, rng: random.Random) -> Choice:
    """A general with little time."""
    del view
    return General(options, rng, LITTLE).answer()


@lru_cache(maxsize=1)
def of_each_kind() -> dict[str, PogGame]:
    """Return a position for each kind of decision in a war played at random."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="historical")), KeyedChance(b"7"), listening=False)
    rng, found = random.Random(7), dict[str, PogGame]()
    for number in range(900):
        if number > 150 and game.decision.kind not in found:
            found[game.decision.kind] = game.copy()
        game.apply(asked(game, anything, rng))
    return found


def test_a_general_plays_by_nothing_that_is_hidden_and_leaves_the_game_alone() -> None:
    compared = set()
    for kind, game in of_each_kind().items():
        twin = dealt_otherwise(game, game.decision.actor(game))
        if twin.state.hand == game.state.hand:
            continue
        compared.add(kind)
        before, answers = game.snapshot(), []
        for one in (game, game, twin):
            if one is twin:
                forget()
            answers.append(asked(one, brief, random.Random(1)))
        assert answers[0] == answers[1], kind
        assert answers[0] == answers[2], kind
        assert game.snapshot() == before
    assert {"choose_action", "activate", "move_unit", "attack"} <= compared
    assert len(compared) >= 8


def follow(game: PogGame, forgetful: bool) -> list[str]:
    """Return one general's answers up to the next action; it must not have forgotten the first unless told to."""
    said, rng = [game.text(first := asked(game, brief, random.Random(2)))], random.Random(3)
    side = game.actor
    game.apply(first)
    while game.actor == side and game.decision.kind != "choose_action" and len(said) < 60:
        if forgetful:
            forget()
        choice = asked(game, brief, rng)
        said.append(game.text(choice))
        game.apply(choice)
    return said


def test_the_plan_is_carried_over_the_round_and_a_general_who_forgot_it_makes_another() -> None:
    game = of_each_kind()["choose_action"]
    with_plan, forgetful = follow(game.copy(), False), follow(game.copy(), True)
    assert with_plan[0] == forgetful[0]
    assert len(with_plan) > 3
    assert len(forgetful) > 3


def test_work_is_counted_and_bounded() -> None:
    game = of_each_kind()["move_on"]
    table = RaceTable(Offers(game).imagine, seed=1, budget=300)
    race = Race[int](
        table, lambda plan, sample: sum(table.play(sample, 0, lambda game: None, lambda game: True).values()) + plan
    )
    race.enter(range(1000), 4)
    assert len(race.runners) < 300
    assert table.spent < 300 + 1500
    assert race.halve(4, 4, 16) in race.runners


def test_a_runner_that_breaks_is_out_and_the_best_of_the_others_wins() -> None:
    game = of_each_kind()["move_on"]

    def run(plan: int, sample: int) -> float:
        if plan == 3 and sample == 2:
            game.parse("no such choice")
        return plan + 0.1 * (sample % 2)

    race = Race[int](RaceTable(Offers(game).imagine, seed=1, budget=10_000), run)
    race.enter([1, 3, 2], 4)
    assert race.halve(3, 4, 16) == 2


def test_a_raid_is_seen_on_an_open_way_and_not_on_a_blocked_one() -> None:
    """A corps next to open ground will take it; one that is shut in takes nothing."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="introductory")), KeyedChance(b"7"), listening=False)
    state, rules = game.state, game.state.rules
    nancy = rules.board.space("nancy")
    for unit, at in enumerate(state.loc):
        if rules.board.on_map[at]:
            state.place(unit, rules.board.reserve[rules.side_of[unit]])
    state.place(rules.content.unit_by_name["fr_corps_09"], nancy)
    assert raids(state, AP) > 0.3
    guards = members(rules.of_nation["ge"] & rules.armies)
    for unit, space in zip(guards, members(rules.board.common[nancy]), strict=False):
        state.place(unit, space)
    assert raids(state, AP) == 0.0
