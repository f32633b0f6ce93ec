"""The computer's player and the puzzles of Liège 1914 as the host asks for them."""

from __future__ import annotations

import json
import random

import pytest

from bot.titles.liege.title import TITLE
from bot.titles.opponents import OpponentQuestion
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.liege.opponent import Recruit, seat_of
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from tests.liege.support import playing, position

OPTIONS = json.dumps({"scenario": "night"})
TITLE_MODULE = "bot.titles.liege.title"


def asked(game: Game[LiegeState], side: int | None) -> OpponentQuestion:
    assert side is not None
    position = TITLE.opponents.position(game, side, "seed")
    return OpponentQuestion(TITLE_MODULE, OPTIONS, "recruit", side, position, "seed")


def played(choices: int) -> Game[LiegeState]:
    game: Game[LiegeState] = Game.start(LiegeSystem("night", fog=False), KeyedChance(bytes(32)))
    rng = random.Random(3)
    for _ in range(choices):
        if game.stack:
            game.apply(rng.choice(list(game.options())))
    return game


def test_a_game_of_two_recruits_is_played_by_answers_to_its_end() -> None:
    game = played(0)
    for _ in range(600):
        if not game.stack:
            break
        side = game.actor
        answer = TITLE.opponents.answer(asked(game, side))
        assert answer.texts
        for text in answer.texts:
            if not game.stack or game.actor != side:
                break
            game.apply(game.parse(text))
        if answer.why:
            assert TITLE.opponents.explain(answer.why, game, "en").startswith("It ")
    assert not game.stack
    entries = [entry.dump() for entry in game.fresh]
    found = TITLE.opponents.review(OPTIONS, entries, {}, "en")
    while not found.over:
        found = TITLE.opponents.review(OPTIONS, entries, found.found, "en")
    text, graph = TITLE.opponents.reviewed(found.found, game, "en")
    assert "%" in text or "hardly" in text
    assert graph["points"]


@pytest.mark.parametrize(("units", "turn", "says"), [
    ({"be_15_bm": "AA36 n"}, 5, "It takes 15 BM west. Nothing is earned by staying any more, and steps that leave the map are saved."),
    ({"be_15_bm": "X35 n"}, 3, "It brings 15 BM into the city, which no infantry holds."),
    ({"be_9_11_bm": "V35 ne", "be_15_bm": "W35 n"}, 4, ""),
])  # fmt: skip
def test_belgians_say_why_they_march(units: dict[str, str], turn: int, says: str) -> None:
    """To leave, or to cover the city; who holds a hex that earns a point stays, and there is nothing to say."""
    state = position({**units, "ge_27_ib": "U35 sw"}, side="be", turn=turn, forts=("all",))
    game, player = playing(state, barrage=[20] * 9, cab=[1] * 60), Recruit()
    while game.decision.kind != "march" or seat_of(game).options.of("arrive"):
        game.apply(player(seat_of(game), random.Random(0)))
    snapshot = TITLE.opponents.position(game, 1, "seed")
    siege = json.dumps({"scenario": "siege"})
    why = TITLE.opponents.answer(OpponentQuestion(TITLE_MODULE, siege, "recruit", 1, snapshot, "seed")).why
    assert (TITLE.opponents.explain(why, game, "en") if why else "") == says


SEES_ALL = {
    "be_9_11_bm": "W35 n",
    "be_12_14_bm": "W35 n",
    "be_15_bm": "X35 n",
    "be_9_11_rf": "X35 n",
    "be_dc": "Z38 n",
    "be_hq_leman": "W35 n",
}


@pytest.mark.parametrize(("units", "hidden", "at", "says"), [
    ({"ge_9_kd": "X33 n", "be_15_bm": "X35 n"}, ("be_15_bm",), "march",
     "It takes 9.KD to where it bars the way west, so that fewer Belgians leave the map."),
    ({**SEES_ALL, "ge_13_id": "Y34 s", "ge_14_id": "Y34 s", "be_12_14_rf": "Y33 n"}, ("be_12_14_rf",), "combat",
     "It attacks Y33. It weighed who may be hidden there, and expects the enemy to lose more steps."),
    ({"ge_13_id": "T36 s", "be_9_11_bm": "V35 n", "ge_11_ib": "U34 nw"}, ("ge_11_ib",), "afterwards",
     "It hides 13.ID again: hidden units are hard to shell."),
])  # fmt: skip
def test_an_officer_says_what_it_does_otherwise_than_a_recruit(
    units: dict[str, str], hidden: tuple[str, ...], at: str, says: str
) -> None:
    game = playing(position(units, turn=4, hidden=hidden), barrage=[20] * 9, cab=[1] * 60)
    while game.decision.kind != at or seat_of(game).options.of("arrive"):
        game.apply(Recruit()(seat_of(game), random.Random(0)) if at == "march" else Choice("done"))
    siege, snapshot = json.dumps({"scenario": "siege"}), TITLE.opponents.position(game, 0, "seed")
    question = OpponentQuestion(TITLE_MODULE, siege, "officer", 0, snapshot, "seed")
    assert TITLE.opponents.explain(TITLE.opponents.answer(question).why, game, "en") == says
    assert TITLE.opponents.advise(question, "en")[0].startswith(
        ("March 9.KD to", "Attack Y33 with", "Hide 13.ID again")
    )


def test_an_officer_says_why_its_belgians_fall_back() -> None:
    units = {
        "ge_34_ib": "V36 s",
        "ge_27_ib": "U35 sw",
        "ge_14_ib": "U35 sw",
        "ge_11_ib": "U34 nw",
        "be_9_11_bm": "V35 ne",
    }
    state = position({**units, "be_12_14_bm": "W34 ne", "be_15_bm": "W35 n"}, side="be", turn=3, forts=("all",))
    game = playing(state, barrage=[20] * 9, cab=[1] * 60)
    while game.decision.kind != "march" or seat_of(game).options.of("arrive"):
        game.apply(Recruit()(seat_of(game), random.Random(0)))
    question = OpponentQuestion(
        TITLE_MODULE, json.dumps({"scenario": "siege"}), "officer", 1, TITLE.opponents.position(game, 1, "seed"), "seed"
    )
    assert TITLE.opponents.explain(TITLE.opponents.answer(question).why, game, "en") == (
        "It takes 9+11 BM to a hex of the camp that counts as much, before the enemy attacks."
    )


def test_a_recruit_says_that_it_weighed_who_is_hidden() -> None:
    units = {**SEES_ALL, "ge_13_id": "Y34 s", "ge_14_id": "Y34 s", "be_12_14_rf": "Y33 n"}
    game = playing(position(units, turn=4, hidden=("be_12_14_rf",)), barrage=[20] * 9, cab=[1] * 60)
    while game.decision.kind != "combat":
        game.apply(Choice("done"))
    why = TITLE.opponents.answer(
        OpponentQuestion(
            TITLE_MODULE,
            json.dumps({"scenario": "siege"}),
            "recruit",
            0,
            TITLE.opponents.position(game, 0, "seed"),
            "seed",
        )
    ).why
    assert TITLE.opponents.explain(why, game, "en") == (
        "It attacks Y33. It weighed who may be hidden there, and expects the enemy to lose more steps."
    )


def test_advice_names_orders_in_words() -> None:
    game = played(0)
    advice = TITLE.opponents.advise(asked(game, game.actor), "en")
    assert advice
    assert all(line.endswith(".") for line in advice)


@pytest.mark.parametrize("choices", [0, 60, 120])
def test_an_estimate_says_who_is_ahead_and_what_is_missing(choices: int) -> None:
    said = TITLE.opponents.assess(played(choices), "en")
    assert said.startswith("As it is,")
    assert "Turns left" in said


def test_the_same_question_has_the_same_answer() -> None:
    game = played(40)
    one, other = (TITLE.opponents.answer(asked(game, game.actor)) for _ in range(2))
    assert one == other


def test_puzzles_are_told_and_drawn() -> None:
    puzzles = TITLE.puzzles
    for puzzle in puzzles.all:
        assert puzzles.moment(puzzle, "en").startswith("**Turn")
        assert "forts" in puzzles.shown(puzzle, "en")
        assert puzzles.task(puzzle, "en")
        system = TITLE.system({"scenario": puzzle.scenario, **puzzle.options})
        game: Game[LiegeState] = Game.start(system, KeyedChance(bytes.fromhex(puzzle.seed)))
        for text in puzzle.opening:
            game.apply(game.parse(text), recorded=True)
        assert game.decision.kind == "barrage", "the host's rules lead to the position"
        assert not puzzles.over(game, puzzle)
        assert puzzles.picture(puzzle, "en").kind in TITLE.pictures.rooms
