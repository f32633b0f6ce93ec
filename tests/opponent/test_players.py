"""Players of every level: legal to the end, deterministic for a seed, blind to hidden information."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from engine.core.bits import mask, members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.opponent import Player, anything, asked, officer, recruit
from engine.pog.opponent.match import match
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.seat_context import LEFT_ALONE
from engine.pog.state import State

LEVELS: tuple[Player, ...] = (recruit, officer)


def positions(scenario: str, deal: int, every: int) -> Iterator[PogGame]:
    """Yield positions of a game between recruits, at regular intervals of choices."""
    game: PogGame = Game.start(
        PathsOfGlory(GameOptions(scenario=scenario)), KeyedChance(bytes([deal])), listening=False
    )
    rng = random.Random(deal)
    number = 0
    while game.stack and number < 300:
        if number % every == 0:
            yield game
        game.apply(asked(game, recruit, rng))
        number += 1


def dealt_otherwise(game: PogGame, side: int) -> PogGame:
    """Return the same position with other cards in the enemy's hand."""
    twin = game.copy()
    enemy = 1 - side
    hand, deck = sorted(members(twin.state.hand[enemy])), sorted(members(twin.state.deck[enemy]))
    swapped = min(len(hand), len(deck))
    twin.state.hand[enemy] = mask(deck[:swapped] + hand[swapped:])
    twin.state.deck[enemy] = mask(hand[:swapped] + deck[swapped:])
    return twin


@pytest.mark.sweep(fixed=["introductory"])
@pytest.mark.parametrize("scenario", ["introductory", "historical"])
def test_nobody_plays_by_what_is_hidden(scenario: str) -> None:
    compared = 0
    for game in positions(scenario, 7, 15):
        side = game.decision.actor(game)
        twin = dealt_otherwise(game, side)
        if twin.state.hand == game.state.hand:
            continue
        compared += 1
        for player in LEVELS:
            answers = [asked(one, player, random.Random(compared)) for one in (game, twin)]
            assert answers[0] == answers[1], game.decision.kind
    assert compared >= 10


def compared_by_hand(hand_of: Callable[[Game[State], Offers], int]) -> list[int]:
    """Return how many answers of a player were compared, for pairs of positions with different enemy hands."""
    found = []
    for game in positions("introductory", 7, 21):
        twin = dealt_otherwise(game, game.decision.actor(game))
        answers = set()
        for one in (game, twin):

            def cheat(view: object, options: Offers, rng: random.Random, one: Game[State] = one) -> Choice:
                return random.Random(hand_of(one, options)).choice(list(options))

            answers.add(asked(one, cheat, random.Random(1)))
        found.append(len(answers))
    return found


def test_a_player_that_saw_the_enemys_hand_would_be_found() -> None:
    """The check above can fail: this player uses the real hand."""
    assert 2 in compared_by_hand(lambda game, options: game.state.hand[1 - options.side])


def test_inspecting_the_options_does_not_reveal_the_true_game() -> None:
    assert set(compared_by_hand(lambda game, options: options._game.state.hand[1 - options.side])) == {1}
    # Cached look-ups reveal what was possible there, and the number of choices reveals hidden ones.
    game = next(one for one in positions("introductory", 7, 21) if one.state.reached.found and one.number > 0)
    for inside in (Offers(game)._game, Offers(game).imagine(random.Random(1))):
        assert (inside.number, inside.epoch, inside.counter) == (0, 0, 0)
    inside = Offers(game)._game
    assert not inside.state.reached.found
    assert not inside.state.reached.before
    assert inside is not game
    assert inside.state is not game.state
    assert inside.source is not game.source


@pytest.mark.parametrize("player", LEVELS)
def test_the_same_numbers_give_the_same_answer_and_the_game_is_untouched(player: Player) -> None:
    for game in positions("introductory", 3, 29):
        before = game.snapshot()
        answers = {asked(game, player, random.Random(5)) for _ in range(2)}
        assert len(answers) == 1
        assert game.snapshot() == before


def test_an_imagined_game_agrees_with_what_the_seat_knows() -> None:
    for game in positions("historical", 4, 23):
        side = game.decision.actor(game)
        twin = Offers(game).imagine(random.Random(2))
        mine, theirs = game.state, twin.state
        assert theirs.hand[side] == mine.hand[side]
        assert theirs.hand[1 - side].bit_count() == mine.hand[1 - side].bit_count()
        assert theirs.hand[1 - side] | theirs.deck[1 - side] == mine.hand[1 - side] | mine.deck[1 - side]
        assert list(twin.options()) == list(game.options())
        assert twin.undoable(side) == 0


def test_recruits_beat_random_players_as_either_side() -> None:
    tally = match(PathsOfGlory(GameOptions(scenario="introductory")), (recruit, anything), deals=2)
    won, _, lost = tally.count()
    assert won >= 3
    assert lost <= 1
    assert all(game.failures == (0, 0) for game in tally.games)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["limited_war", "summer_1916"])
def test_a_long_war_is_played_to_its_end_without_a_failure(scenario: str) -> None:
    tally = match(PathsOfGlory(GameOptions(scenario=scenario)), (recruit, anything), deals=1)
    assert [game.failures for game in tally.games] == [(0, 0), (0, 0)]
    assert all(game.reason != "too_long" for game in tally.games)


@pytest.mark.parametrize("player", LEVELS)
def test_attacks_forced_by_an_event_are_made(player: Player) -> None:
    """If no attack can be declined (Banquet, CP 1), even a hopeless one is made."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="banquet")), KeyedChance(b"\4"), listening=False)
    rng, obliged = random.Random(4), False
    while not obliged or game.decision.kind == "attack":
        obliged |= game.decision.kind == "attack" and "decline" not in game.options().masks
        choice = asked(game, player, rng)
        assert choice.verb not in LEFT_ALONE
        game.apply(choice)
    assert game.state.combat is not None


def test_beaten_defenders_are_driven_out_where_that_takes_an_advance() -> None:
    """In Banquet (12.5.1)."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="banquet")), KeyedChance(b"3" * 32), listening=False)
    rng = random.Random(1)
    while (choice := asked(game, officer, rng)).verb != "declare":
        game.apply(choice)
    assert game.decision.kind == "declare_advance"


@pytest.mark.parametrize("kind", ["economic_replacement", "put_aside"])
def test_points_are_spent_and_cards_kept_in_actions_of_their_own(kind: str) -> None:
    """In Suicide replacements and discards are parts of actions; the computer treats them as in other wars."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="suicide")), KeyedChance(b"3" * 32), listening=False)
    rng = random.Random(1)
    while game.decision.kind != kind or game.options().only() is not None:
        game.apply(asked(game, officer, rng))
    assert asked(game, officer, rng).verb == ("spend" if kind == "economic_replacement" else "finish")
