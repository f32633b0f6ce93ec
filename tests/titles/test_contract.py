"""Every title and ruleset keeps the contract with the host."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest

from bot.table.reply import PictureRef
from bot.titles import title_named
from bot.titles.capabilities import puzzles_of
from bot.titles.pog.systems import system_for
from bot.titles.testing import contract, contract_secrets, contract_words
from bot.titles.testing.contract import GAME, Case
from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.core.options import Choice
from tests.bot.twins import stages, worlds_of
from tests.titles.toy.rules import FOX, Toy
from tests.titles.toy.title import TITLE as TOY

pytestmark = pytest.mark.usefixtures("toy_title")


@cache
def hunt() -> Toy:
    """A long hunt."""
    return Toy({"scenario": "long_hunt"})


def walked(seed: int, way: int) -> Game[Any] | None:
    """A hunt in which the hound goes as the seed says, and the fox, whose burrow is there too, its own way; None if it is over."""
    luck, own = random.Random(seed), random.Random(f"{seed} {way}")
    game: Game[Any] = Game.start(hunt(), ScriptedChance({"burrow": [way]}))
    for _ in range(4 + 3 * seed):
        if not game.stack:
            return None
        if game.actor == FOX:
            game.apply(own.choice(list(game.options())))
        else:
            ways = game.options().of("step")
            game.apply(Choice("step", luck.choice(ways)) if ways else Choice("finish"))
    return game if game.stack else None


def hunts() -> Iterator[tuple[Game[Any], Game[Any], int]]:
    """Hunts of which only the fox knows that they differ: in where it lies, and in where its burrow is."""
    for seed in range(4):
        found = [game for way in range(8) if (game := walked(seed, way)) is not None]
        yield from ((found[0], other, FOX) for other in found[1:])


def wars(scenario: str, most: int = 3) -> Iterator[tuple[Game[Any], Game[Any], int]]:
    """Wars in which one card has changed its place with another that nobody has seen."""
    done = 0
    for seed in range(4):
        for stage in stages(seed, 140, scenario=scenario):
            if stage.first or (worlds := worlds_of(stage)) is None:
                continue
            yield *worlds, stage.side
            done += 1
            if done == most:
                return


def war(scenario: str, length: int = 40) -> Case:
    """A war that can be opened."""
    options = {"scenario": scenario}
    make: Any = partial(system_for, options)
    return Case(scenario, title_named("pog"), make, partial(wars, scenario), options, length)


CASES = (
    *(war(name) for name in title_named("pog").setups.offered()),
    Case("toy", TOY, hunt, hunts, {"scenario": "long_hunt"}, 60),
)
every = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


@every
def test_every_decision_and_command_has_words(case: Case) -> None:
    contract_words.check_words(case.title, case.system)
    contract_words.check_commands(case.title)
    contract_words.check_declared(case.title)
    contract_words.check_places(case.title, case.options or {})


#: The second game of each war is played in its eighth. Wars that begin alike are played with different luck.
GAMES = [
    pytest.param(case, 2 * (at % (len(CASES) - 1)) + more, id=f"{case.name}-{more}")
    for at, case in enumerate(CASES)
    for more in range(2)
]


@pytest.mark.sweep(fixed=[f"{case.name}-0" for case in CASES])
@pytest.mark.parametrize(("case", "seed"), GAMES)
def test_a_random_game_is_played_through_panels_and_completions(case: Case, seed: int) -> None:
    """Its snapshot and its replay agree with it, and in one of them a command that looks at a card plays it."""
    found = contract.play(case, seed)
    assert found.presses > 3
    assert found.typed > 1
    contract.check_told(case.title, found)
    contract.check_figures(case.title, found)
    contract.check_agreement(case, found)
    if case.name == "historical" and not seed % 2:
        assert "card" in found.commands


@every
def test_hidden_things_are_told_to_nobody_else(case: Case) -> None:
    count = 0
    for one, other, side in case.twins():
        contract_secrets.check_twins(case, one, other, side, ("board",) if case.title is TOY else ())
        count += 1
    assert count >= 3


@pytest.mark.slow
def test_every_kind_of_picture_of_the_wars_is_drawn_with_words() -> None:
    case = next(one for one in CASES if one.name == "campaign")
    found = contract.play(war("campaign", 110), 2)
    args: dict[str, dict[str, object]] = {
        "theatre": {"name": "west"}, "space": {"space": 3}, "supply": {"side": 0}, "threats": {"side": 0}, "card": {"card": 0},
        "summary": {"turn": 1}, "opening": {"scenario": "campaign"}, "puzzle": {"puzzle": puzzles_of(case.title)[0].name}, "pile": {"side": 1, "pile": "discard"},
        "joined": {"parts": [{"kind": "status"}, {"kind": "card", "args": {"card": 3}}]},
        "replay": {"name": "west", "entries": [20, 40]},
    }  # fmt: skip
    more = [PictureRef(kind=kind, game=GAME, number=0, args=of_kind) for kind, of_kind in args.items()]
    contract.check_pictures(case, found, [*more, PictureRef(kind="hand", game=GAME, number=0, viewer=0)])


def test_every_kind_of_picture_of_the_toy_is_drawn_with_words() -> None:
    case, found = CASES[-1], contract.play(CASES[-1])
    more = [
        PictureRef(kind="lair", game=GAME, number=0, viewer=FOX),
        PictureRef(kind="end", game=GAME, number=0),
        PictureRef(kind="replay", game=GAME, number=0, args={"entries": [0, 1, 2]}),
        PictureRef(kind="joined", game=GAME, number=0, args={"parts": [{"kind": "board"}, {"kind": "tracks"}]}),
        PictureRef(kind="opening", game="", number=0, args={"scenario": "long_hunt"}),
        PictureRef(kind="puzzle", game="", number=0, args={"scenario": "short_hunt", "puzzle": "scent"}),
    ]
    contract.check_pictures(case, found, more)
