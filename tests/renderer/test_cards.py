"""Card faces say all that is on the card."""

from __future__ import annotations

import pytest

from engine.pog.content import load_content
from renderer.kit.pen import Pen
from renderer.kit.scene import Fill, Stamp, Territory
from renderer.kit.theme import INK, PALE
from renderer.pog import CardFace, Hand
from renderer.pog.art import emblems
from renderer.pog.art.emblems import EmblemError, EmblemKey, themes
from renderer.pog.cards import theme_of
from renderer.pog.pictures import scene_of
from renderer.pog.samples import setup_view
from tests.renderer.facts import words

CARDS = load_content().cards


@pytest.mark.parametrize("card", CARDS, ids=lambda c: c.name)
def test_a_face_holds_its_whole_text(card: object) -> None:
    record = next(c for c in CARDS if c is card)
    scene = scene_of(CardFace(load_content(), record.id))
    text = " ".join(scene.words())
    for word in (*words().card_title(record.id).split(), *words().card_event(record.id).split()):
        assert word in text
    assert f"SR {record.sr}" in text
    for pool, points in record.rp:
        assert f"{words().get('pools_tiny', pool)} {points}" in text
    if record.war_status:
        assert f"+{record.war_status}" in text
    for stamp in scene.commands:
        assert not isinstance(stamp, Territory)
        assert stamp.box[0] >= 0
        assert stamp.box[2] <= scene.width
        assert stamp.box[3] <= scene.height


def test_lines_of_a_face_do_not_run_into_each_other() -> None:
    for card in CARDS:
        scene = scene_of(CardFace(load_content(), card.id))
        texts = [c for c in scene.commands if isinstance(c, Stamp) and c.kind == "text"]
        for i, a in enumerate(texts):
            for b in texts[i + 1 :]:
                wide = min(a.box[2], b.box[2]) - max(a.box[0], b.box[0])
                high = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
                # Lines of one paragraph share the room of their ascenders.
                assert wide <= 2 or high <= 0.42 * min(a.height, b.height), f"{card.name}: {a.about} / {b.about}"


def test_a_hand_marks_what_is_playable() -> None:
    view = setup_view("campaign", 0)
    hand = view.sides[0].hand or ()
    scene = scene_of(Hand(view, hand[:3]))
    verdicts = [c.about for c in scene.commands if isinstance(c, Stamp) and c.kind == "verdict"]
    assert verdicts.count("playable") == 3
    assert verdicts.count("not_playable") == len(hand) - 3


def test_short_texts_fit_into_the_hand() -> None:
    """Every card at hand size shows its whole short text."""
    from dataclasses import replace

    for start in range(0, len(CARDS), 8):
        ids = tuple(c.id for c in CARDS[start : start + 8])
        view = setup_view("campaign", 0)
        own = replace(view, sides=(replace(view.sides[0], hand=ids), view.sides[1]))
        scene = scene_of(Hand(own))
        text = " ".join(scene.words())
        for card in ids:
            last = words().card_short(card).split()[-1]
            assert last in text, words().card_short(card)


def test_the_rim_of_a_box_is_whole_at_every_place_and_scale() -> None:
    for scale in (0.68, 0.85, 0.88, 0.92, 1.0):
        for at in range(60):
            pen = Pen(scale, at * 0.37, at * 0.53)
            pen.frame(0, 0, 30, 19, PALE, INK, 1)
            outer, inner = (c.box for c in pen.commands if isinstance(c, Fill))
            assert inner[0] > outer[0]
            assert inner[1] > outer[1]
            assert inner[2] < outer[2]
            assert inner[3] < outer[3]


def pictures() -> dict[str, str]:
    """The theme of each printed card on which no counters arrive; those show the counters themselves."""
    return {card.name: theme_of(card) for card in CARDS if not card.arrivals and not card.added}


def test_cards_bear_pictures_of_their_own() -> None:
    """At least 60 that differ; only cards of one title share one, and nobody bears that of a class."""
    shown = pictures()
    assert len(set(shown.values())) >= 60
    assert not {"combat", "war", "nation", "reinforcement"} & set(shown.values())
    titles: dict[str, set[str]] = {}
    for name, theme in shown.items():
        titles.setdefault(theme, set()).add(CARDS[load_content().card_by_name[name]].title)
    assert [found for found in titles.values() if len(found) > 1] == []


def test_no_two_themes_look_the_same() -> None:
    painted = {theme: EmblemKey(theme, 0).paint(0.5).tobytes() for theme in {*pictures().values()}}
    assert len(set(painted.values())) == len(painted)


def test_every_picture_is_of_a_card_that_there_is() -> None:
    known = {card.name for ruleset in ("deluxe", "banquet", "suicide") for card in load_content(ruleset=ruleset).cards}
    assert set(themes()) <= known


def test_a_stroke_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    file = emblems._File(parts={}, themes={"odd": "line ink 2: 0,0 5,x", "strange": "spiral ink: 0,0"}, cards={})
    monkeypatch.setattr(emblems, "_file", lambda: file)
    for name in ("odd", "strange"):
        with pytest.raises(EmblemError, match=name):
            EmblemKey(name, 0).paint(1.0)
