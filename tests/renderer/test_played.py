"""Positions of games played at random: nothing covers anything, all limits hold."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.pog.content import load_content
from engine.pog.view import ActionMarks
from engine.pog.viewing import view_of
from renderer.pog import Battle, CloseUp, Overview, PictureRequest, SpaceClose, Status, Theatre, draw
from renderer.pog.pictures import scene_of
from tests.renderer.boxes import cut_off, overlaps
from tests.support.random_play import new_game, steps

THEATRES = ("west", "east", "italy", "balkans", "near_east")


@pytest.mark.sweep(fixed=["1-campaign", "1-historical"])
@pytest.mark.parametrize("table", ["campaign", "historical"])
@pytest.mark.parametrize("seed", range(1, 7))
def test_no_position_crowds_the_board(table: str, seed: int) -> None:
    seen = 0
    game = new_game(table, seed)
    for _ in islice(steps(game, seed, turns=9), 0, 4000, 30):
        view = view_of(game, None)
        wanted: list[PictureRequest] = [Overview(view), *(Theatre(view, t) for t in THEATRES)]
        for request in wanted:
            scene = scene_of(request)
            assert overlaps(scene) == [], f"{scene.name} at record {game.number}"
            assert cut_off(scene) == [], f"{scene.name} at record {game.number}"
        seen += 1
    assert seen >= 10


def test_combats_of_a_played_game_are_reported() -> None:
    reports = {}
    for seed in (5, 6, 8):
        game = new_game("campaign", seed)
        for _ in steps(game, seed, turns=2):
            if game.state.combat:
                view = view_of(game, None)
                assert view.battle is not None
                reports[seed, view.battle.number] = (view, view.battle)
    assert len(reports) >= 10
    for view, battle in reports.values():
        picture = draw(Battle(view, battle))
        assert (picture.width, len(picture.data) < 150_000) == (900, True)
        scene = scene_of(Battle(view, battle))
        assert cut_off(scene) == []
        texts = frozenset({"text", "counter", "loss_counter", "die"})
        assert overlaps(scene, texts, slack=6) == [], f"combat {battle.number}"


def test_close_ups_of_a_played_game_keep_their_limits() -> None:
    content = load_content()
    checked = 0
    played = (
        (game, step) for seed in (7, 9) for game in [new_game("campaign", seed)] for step in steps(game, seed, turns=6)
    )
    for game, _ in islice(played, 0, 3000, 12):
        view = view_of(game, None)
        busy = [s.space for s in view.spaces if s.activated] or [s.space for s in view.spaces if len(s.units) == 3]
        if not busy:
            continue
        links = [k for k in content.connections if k.b == busy[0] or k.a == busy[0]]
        marks = ActionMarks(attacks=(((links[0].a,), links[0].b),), focus=tuple(busy[:4]))
        for request in (CloseUp(view, marks), SpaceClose(view, busy[0])):
            scene = scene_of(request)
            assert overlaps(scene) == [], f"{scene.name} at record {game.number}"
            picture = draw(request)
            assert picture.width <= 900
            assert picture.height <= 700
            assert len(picture.data) <= 150_000
        assert len(draw(Status(view)).data) <= 400_000
        checked += 1
    assert checked >= 20
