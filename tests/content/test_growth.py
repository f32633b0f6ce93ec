"""Rows added at the end move nothing: the boxes keep their ids, and the map goes on behind them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core.bits import mask, members
from engine.errors import ContentError
from engine.pog import PathsOfGlory
from engine.pog.content import Content, load_content
from engine.pog.content.records import AP
from engine.pog.invariants import check
from engine.pog.rules import supply
from engine.pog.scenarios import set_up
from engine.pog.viewing import view_of
from tests.content.grown import CARD, SPACE, UNIT, grown
from tests.support.random_play import new_game, play_out


@pytest.fixture
def larger(tmp_path: Path) -> Content:
    return load_content(grown(tmp_path))


def test_existing_rows_keep_their_ids(content: Content, larger: Content) -> None:
    assert [space.name for space in larger.spaces] == [*(space.name for space in content.spaces), SPACE]
    assert [unit.name for unit in larger.units] == [*(unit.name for unit in content.units), UNIT]
    assert [card.name for card in larger.cards] == [*(card.name for card in content.cards), CARD]
    assert [space.id for space in larger.spaces] == list(range(len(larger.spaces)))
    assert [space.name for space in larger.spaces if space.kind == "reserve"] == ["ap_reserve_box", "cp_reserve_box"]


def test_a_space_behind_the_boxes_is_a_space_of_the_map(larger: Content) -> None:
    system = PathsOfGlory(content=larger)
    board = system.rules.board
    new, petrovsk = larger.space_by_name[SPACE], larger.space_by_name["petrovsk"]
    boxes = mask(space.id for space in larger.spaces if space.kind != "map")
    assert not board.all & boxes
    assert board.all >> new & 1
    assert board.solid[new] == 1 << petrovsk
    assert board.solid[petrovsk] >> new & 1
    assert [board.on_map[space] for space in (new, petrovsk, board.reserve[AP])] == [True, True, False]
    assert system.rules.start_control[AP] >> new & 1


def test_units_stand_move_and_are_supplied_there(larger: Content) -> None:
    system = PathsOfGlory(content=larger)
    state = system.new_state()
    set_up(state)
    new, unit = larger.space_by_name[SPACE], larger.unit_by_name["ru_corps_01"]
    state.place(unit, new)
    assert state.units_at[new] == 1 << unit
    assert state.occupied[AP] >> new & 1
    assert supply.supplied_units(state, AP) >> unit & 1
    check(state)
    state.place(unit, system.rules.board.reserve[AP])
    assert not state.units_at[new]
    check(state)


def test_a_view_shows_it_at_its_id_and_the_boxes_empty(larger: Content) -> None:
    from engine.core.chance import KeyedChance
    from engine.core.game import Game

    view = view_of(Game.start(PathsOfGlory(content=larger), KeyedChance(b"x")), None)
    assert [space.space for space in view.spaces] == [space.id for space in larger.spaces]
    boxes = [view.spaces[space.id] for space in larger.spaces if space.kind != "map"]
    assert not any(box.units or box.trench or box.control is not None or box.fort != "none" for box in boxes)
    assert view.spaces[larger.space_by_name[SPACE]].control == AP


@pytest.mark.parametrize("seed", range(3))
def test_games_are_played_on_the_larger_map(larger: Content, seed: int) -> None:
    game = new_game("campaign", seed, listening=False)
    game = type(game).start(PathsOfGlory(game.system.options, larger), game.source, listening=False)  # type: ignore[attr-defined]
    play_out(game, seed, watch=lambda played: check(played.state))
    assert not members(game.state.control[0] & ~game.state.rules.board.all)


def test_fewer_spaces_than_stand_before_the_boxes_are_refused(broken: Callable[[str, str, str], Path]) -> None:
    with pytest.raises(ContentError, match="first_box") as refused:
        load_content(broken("spaces.toml", "first_box = 281", "first_box = 282"))
    assert (refused.value.file, refused.value.field) == ("spaces.toml", "first_box")
