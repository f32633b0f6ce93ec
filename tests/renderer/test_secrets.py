"""No hidden card in a public picture."""

from __future__ import annotations

import pytest

from renderer.pog import Battle, CloseUp, Hand, Overview, SpaceClose, Status, Supply, Theatre, draw
from renderer.pog.cards import HiddenHand
from renderer.pog.pictures import scene_of
from renderer.pog.samples import opening_marks, sample_battles, setup_view
from tests.renderer.facts import words


def test_public_pictures_do_not_change_with_the_hand() -> None:
    """The owner's own view gives the very same public pictures as a spectator's."""
    public, own = setup_view("campaign"), setup_view("campaign", 0)
    for make in (Overview, Status):
        assert draw(make(public)) == draw(make(own))
    assert draw(Theatre(public, "west")) == draw(Theatre(own, "west"))
    assert draw(CloseUp(public, opening_marks())) == draw(CloseUp(own, opening_marks()))
    assert draw(SpaceClose(public, 5)) == draw(SpaceClose(own, 5))
    assert draw(Supply(public, 0)) == draw(Supply(own, 0))


def test_no_card_of_a_hand_is_named_in_a_public_scene() -> None:
    own = setup_view("campaign", 0)
    titles = {words().card_title(c) for c in own.sides[0].hand or ()}
    assert len(titles) == 7
    battle = sample_battles()[1]
    for request in (Overview(own), Status(own), Theatre(own, "east"), Battle(own, battle)):
        scene = scene_of(request)
        text = " ".join([*scene.words(), scene.alt])
        assert [t for t in titles if t in text] == []


def test_a_spectator_has_no_hand_picture() -> None:
    with pytest.raises(HiddenHand):
        draw(Hand(setup_view("campaign")))


def test_the_hand_is_the_viewers_own() -> None:
    scene = scene_of(Hand(setup_view("campaign", 1)))
    text = " ".join(scene.words())
    own = setup_view("campaign", 1).sides[1].hand or ()
    for card in own:
        assert words().card_title(card).split()[0] in text
