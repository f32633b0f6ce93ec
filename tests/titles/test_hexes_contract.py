"""The hex game keeps the contract of titles; its twins differ in hidden stacks alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.table.reply import PictureRef
from bot.titles.testing import contract, contract_secrets, contract_words
from bot.titles.testing.contract import GAME, Broken, Case, Played
from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import Reason
from tests.titles.hexes.facts import RED, facts
from tests.titles.hexes.rules import HexGame, March
from tests.titles.hexes.system import Hexes
from tests.titles.hexes.title import FACES, TITLE

pytestmark = pytest.mark.usefixtures("hex_title")


OPTIONS = {"scenario": "long_day"}


@cache
def system() -> Hexes:
    """A long day."""
    return Hexes(OPTIONS)


@cache
def twins(seed: int, length: int = 0) -> tuple[HexGame, HexGame]:
    """Two days in which everybody sees the same: red's stacks are dealt otherwise, and face otherwise. Nobody attacks a stack."""
    luck = random.Random(seed)
    deals = luck.sample(range(len(facts().deals)), 2)
    one, other = (
        Game.start(system(), ScriptedChance({"deal_blue": [seed % 24], "deal_red": [deal], "attack": [9] * 20}))
        for deal in deals
    )
    for _ in range(length or 3 + seed):
        same = [choice for choice in one.options() if other.options().allows(choice) and choice.verb != "attack"]
        choice = luck.choice(same)
        own = choice
        if one.actor == RED and choice.verb == "go":
            alike = [placing for placing in other.options().of("go") if placing // 6 == choice.arg // 6]
            own = Choice("go", luck.choice(alike))
        one.apply(choice)
        other.apply(own)
    return one, other


def pairs() -> Iterator[tuple[Game[Any], Game[Any], int]]:
    """Twins at many moments."""
    for seed in range(30):
        yield (*twins(seed), RED)


CASE = Case("hexes", TITLE, system, pairs, OPTIONS, 80)


@cache
def played(seed: int) -> Played:
    """A random game, played once."""
    return contract.play(CASE, seed)


def test_all_that_is_declared_has_words() -> None:
    contract_words.check_words(TITLE, system())
    contract_words.check_commands(TITLE)
    contract_words.check_declared(TITLE)
    contract_words.check_places(TITLE, OPTIONS)


@pytest.mark.sweep(fixed=[0])
@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_is_played_through_panels_and_completions(seed: int) -> None:
    found = played(seed)
    assert found.presses > 3
    assert found.typed > 1
    contract.check_told(TITLE, found)
    contract.check_figures(TITLE, found)
    contract.check_agreement(CASE, found)


def test_every_kind_of_picture_is_drawn_with_words() -> None:
    more = [
        PictureRef(kind="end", game=GAME, number=0),
        PictureRef(kind="replay", game=GAME, number=0, args={"entries": [0, 1, 2]}),
        PictureRef(kind="joined", game=GAME, number=0, args={"parts": [{"kind": "board"}, {"kind": "board"}]}),
        PictureRef(kind="opening", game="", number=0, args={"scenario": "long_day"}),
    ]
    contract.check_pictures(CASE, played(0), more)


@pytest.mark.sweep(fixed=[0, 7, 20])
@pytest.mark.parametrize("seed", range(30))
def test_hidden_stacks_are_told_to_nobody_else(seed: int) -> None:
    one, other = twins(seed)
    assert one.state != other.state
    contract_secrets.check_twins(CASE, one, other, RED, ("board",))


def marching() -> tuple[HexGame, HexGame]:
    """Twins in the midst of a march of blue, of which the zone of a hidden stack allows other steps."""
    for seed in range(200):
        one, other = twins(seed % 30, 3 + seed // 6)
        if one.actor != RED and one.stack and one.decision.kind == "march" and one.options() != other.options():
            return one, other
    raise AssertionError("no hidden zone makes a difference")


def test_the_zone_of_a_hidden_stack_is_the_only_exception_and_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = marching()
    assert contract_secrets.check_twins(CASE, one, other, RED, ("board",)) == {("march", "go")}
    found = {exception for seed in range(30) for exception in contract_secrets.check_twins(CASE, *twins(seed), RED)}
    assert found <= {("march", "go")}
    undeclared = replace(FACES["march"], hangs={})
    monkeypatch.setitem(FACES, "march", undeclared)
    with pytest.raises(Broken, match="hangs on hidden things of side 1, and the face of march does not declare"):
        contract_secrets.check_twins(CASE, one, other, RED)


def test_another_exception_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Legality that hangs on a hidden stack elsewhere, and a refusal that names what only its own side knows."""
    one, other = marching()
    with monkeypatch.context() as patched:
        patched.setitem(FACES, "march", replace(FACES["march"], hangs={"go": lambda table, placing: False}))
        with pytest.raises(Broken, match="does not declare"):
            contract_secrets.check_twins(CASE, one, other, RED)
    monkeypatch.setattr(
        March,
        "explain",
        lambda self, game, choice: Reason("too_far", "3.1", {"stack": self.stack, "hex": game.state.steps.index(3, 4)}),
    )
    assert contract_secrets.check_twins(CASE, one, other, RED), (
        "what a side is told is explained as it imagines the position"
    )
    monkeypatch.setattr(Hexes, "imagine", lambda self, state, side: state)
    with pytest.raises(Broken, match="is refused tells of hidden things"):
        contract_secrets.check_twins(CASE, one, other, RED)
