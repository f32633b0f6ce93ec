"""Data sent to the process where a level thinks contains nothing hidden: it is identical for games that differ only in hidden cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from bot.persons import computer_id
from bot.service.ai_player.move_requests import Thinker, think
from bot.service.record_work import RecordThreads
from bot.service.session import packed
from bot.service.state.seat_duties import SeatDuty
from bot.service.visibility import Visibility
from bot.storage.models import GameHeader, GameSettings, Seat, Seats
from bot.storage.store import StoredGame
from bot.titles.opponents import OpponentQuestion
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog.state import State
from engine.pog.system import PathsOfGlory
from tests.bot.twins import Stage, stages, worlds_of
from tests.bot.worlds import NOW, SEED
from tests.support.restoring import hosted
from tests.titles.toy.opponents import ToyOpponents
from tests.titles.toy.rules import FOX, HOUND, Toy, ToyGame

#: Pairs of positions compared in one test, and those of which the answers are compared as well.
PAIRS, ANSWERED = 24, 2
_EMPTY = Visibility.nothing().into(GameSettings())


def stored_of(stage: Stage, game: Game[State]) -> StoredGame:
    """Return a game as stored, with the computer in the seat that must decide."""
    seats = Seats(holders={name: Seat(user=computer_id("officer"), name="") for name in ("ap", "cp")})
    header = GameHeader(
        game_id="twin", channel="web:twin", title="pog", scenario=stage.scenario, status="playing", created_by="web:anna",
        created_at=NOW, key="k", options=dict(stage.options), seed=(SEED + bytes([stage.seed])).hex(),
    )  # fmt: skip
    empty = StoredGame(header, -1, 0, None, seats, settings=_EMPTY)
    settings = Visibility.of(empty).after(empty, hosted(game)).into(_EMPTY)
    return replace(empty, number=game.number, settings=settings, snapshot=packed(hosted(game)))


def pairs(windows: str) -> Iterator[tuple[Stage, Game[State], Game[State]]]:
    """Yield twins in which the deciding side doesn't hold the differing cards."""
    for seed in range(20):
        for stage in stages(seed, 200, windows):
            worlds = worlds_of(stage)
            if worlds is not None and worlds[0].actor == worlds[1].actor == 1 - stage.side:
                yield stage, *worlds


def asked_of(stage: Stage, game: Game[State], level: str) -> OpponentQuestion:
    """Return all data sent when a level has to answer there."""
    side = int(game.actor or 0)
    stored = stored_of(stage, game)
    return Thinker(RecordThreads(), stored, SeatDuty("move", side, level, str(game.number))).question(
        hosted(game), level
    )


@pytest.mark.parametrize("windows", ["public", "hand"])
def test_the_question_is_the_same_for_twins(windows: str) -> None:
    compared = 0
    for stage, plain, swapped in islice(pairs(windows), PAIRS):
        one, other = (asked_of(stage, game, "officer") for game in (plain, swapped))
        assert plain.state.dump() != swapped.state.dump()
        assert one == other, stage
        if compared < ANSWERED:
            assert think(one, 60.0) == think(other, 60.0)
        compared += 1
    assert compared == PAIRS


def test_without_imagination_the_question_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.pog.opponent.imagined", lambda game, side, rng: game.copy())
    monkeypatch.setattr(PathsOfGlory, "imagine", lambda _self, state, _side: state)
    found = [
        asked_of(stage, one, "officer") != asked_of(stage, other, "officer")
        for stage, one, other in islice(pairs("public"), 5)
    ]
    assert all(found)


def test_neither_the_seed_nor_the_enemys_cards_cross() -> None:
    stage, plain, _ = next(pairs("public"))
    asked, enemy = asked_of(stage, plain, "officer"), stage.side
    assert (SEED + bytes([stage.seed])).hex() not in repr(asked)
    imagined = Game.restore(plain.system, json.loads(asked.position), KeyedChance(b""))
    assert imagined.state.hand[1 - enemy] == plain.state.hand[1 - enemy]
    assert imagined.state.hand[enemy].bit_count() == plain.state.hand[enemy].bit_count()
    assert imagined.state.hand[enemy] | imagined.state.deck[enemy] == plain.state.hand[enemy] | plain.state.deck[enemy]
    assert imagined.state.hand[enemy] != plain.state.hand[enemy], "it would be a rare chance"


def test_the_same_question_has_the_same_answer_and_each_decision_its_own_numbers() -> None:
    stage, plain, _ = next(pairs("public"))
    asked = asked_of(stage, plain, "recruit")
    assert think(asked, 60.0) == think(asked, 60.0)
    assert asked.seed != asked_of(stage, plain, "officer").seed


def test_the_hound_of_the_toy_is_not_told_of_the_fox() -> None:
    game: ToyGame = Game.start(Toy({}), KeyedChance(b"7"), listening=False)
    positions = set()
    for den in ("hide north", "hide north_west"):
        twin = game.copy()
        twin.apply(twin.parse(den))
        twin.apply(twin.parse(den.replace("hide", "run")))
        assert twin.actor == HOUND
        positions.add(ToyOpponents().position(twin, HOUND, "seed"))
        assert "fox" in ToyOpponents().position(twin, FOX, "seed")
    assert len(positions) == 1
