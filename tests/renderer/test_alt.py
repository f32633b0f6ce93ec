"""Alt text says in words what the picture shows."""

from __future__ import annotations

from engine.pog.content import load_content
from renderer.pog import Battle, CloseUp, Hand, Overview, SpaceClose, Status, Supply, Theatre, draw
from renderer.pog.samples import lively_view, opening_marks, sample_battles, setup_view


def test_a_close_up_names_moves_attacks_and_stacks() -> None:
    alt = draw(CloseUp(lively_view(), opening_marks())).alt
    for text in (
        "German 1st Army moved Aachen – Liège",
        "Attack on Sedan from Metz, Koblenz",
        "Sedan (Allied): French 5th Army, 2 French corps, level 1 Allied trench",
        "fort destroyed",
        "activated to attack",
    ):
        assert text in alt


def test_a_space_names_its_garrison_and_works() -> None:
    alt = draw(SpaceClose(lively_view(), load_content().space_by_name["verdun"])).alt
    assert "French 3rd Army, French 4th Army (reduced), level 2 Allied trench, fort of strength 3" in alt


def test_supply_names_who_is_out() -> None:
    alt = draw(Supply(lively_view(), 0)).alt
    assert "British BEF Army, British 2nd Army (Brussels)" in alt
    assert "German" not in alt
    assert "Every unit on the map is in supply" in draw(Supply(setup_view(), 0)).alt


def test_maps_tell_the_situation() -> None:
    for request in (Overview(lively_view()), Theatre(lively_view(), "west"), Status(lively_view())):
        alt = draw(request).alt
        assert "Summer 1915" in alt
        assert "VP 12" in alt
        assert "7 Allied, 9 Central Powers, 16 combined" in alt


def test_status_names_the_reserves() -> None:
    assert "7 French corps" in draw(Status(setup_view())).alt


def test_a_hand_names_cards_and_what_is_playable() -> None:
    view = setup_view("campaign", 0)
    alt = draw(Hand(view, (view.sides[0].hand or ())[:1])).alt
    assert "British Reinforcements (4 OPS, playable)" in alt
    assert "Blockade (4 OPS)" in alt


def test_a_battle_tells_winner_dice_and_losses() -> None:
    alt = draw(Battle(setup_view(), sample_battles()[0])).alt
    for text in (
        "Sedan: Attacker wins",
        "die 4, Hoffmann +1: loss number 7",
        "French 5th Army eliminated, corps instead",
        "Cambrai",
    ):
        assert text in alt
