"""Other names of cards: each with its source, each of one card, and none in the way of a title."""

from __future__ import annotations

from collections import defaultdict

from bot.table.typed_text import phrase
from bot.titles.pog.narration.names import names
from bot.titles.pog.notation.card_names import other_card_names
from bot.titles.pog.notation.lexicon import lexicon
from engine.pog.content import load_content
from tests.content.support import ROOT

NOTICE = ROOT / "assets/pog/text/LICENSE-SCOWL.txt"


def test_every_name_has_its_source_and_a_card() -> None:
    content = load_content()
    others = list(other_card_names())
    assert len(others) > 20
    for other in others:
        assert other.source
        assert other.card in content.card_by_name, other


def test_no_name_is_of_two_cards_or_hides_a_title() -> None:
    content = load_content()
    book, meant = names(content), defaultdict(set)
    titled = {phrase(book.card_title(card.id)) for card in content.cards}
    for other in other_card_names():
        meant[phrase(other.name)].add(other.card)
        assert phrase(other.name) not in titled, other
    assert {name: cards for name, cards in meant.items() if len(cards) > 1} == {}


def test_a_card_is_known_by_its_other_names() -> None:
    content = load_content()
    words = lexicon(content)
    for other in other_card_names():
        assert words.cards.card(other.name) == content.card_by_name[other.card], other
    assert words.cards.card("Suedarmee") == content.card_by_name["cp_10_sud_army"]


def test_the_english_word_list_has_its_licence_notice() -> None:
    notice = NOTICE.read_text(encoding="utf-8")
    assert "Copyright 2000-2011 by Kevin Atkinson" in notice
    assert "this permission notice appear in\n  supporting documentation" in notice
    assert str(NOTICE.relative_to(ROOT)) in (ROOT / "LICENSE").read_text(encoding="utf-8")
