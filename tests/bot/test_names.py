"""Names as people type them."""

from __future__ import annotations

import pytest

from bot.table.reasons import sentence
from bot.table.refusal import Ambiguous, Refusal
from bot.table.typed_text import tokens
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.units import choose, read_unit
from tests.support.facts import lexicon
from tests.support.table import AP, CP


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return lexicon()


@pytest.mark.parametrize(
    ("typed", "space"),
    [
        ("liege", "liege"), ("Liège", "liege"), ("LIEGE", "liege"), ("lieg", "liege"), ("Kob", "koblenz"),
        ("bar le duc", "bar_le_duc"), ("Bar-le-Duc", "bar_le_duc"), ("bar_le_duc", "bar_le_duc"),
        ("St. Amand", "st_amand"), ("st amand", "st_amand"), ("château-thierry", "chateau_thierry"),
        ("chateau t", "chateau_thierry"), ("Orléans", "orleans"), ("lviv", "lemberg"), ("brest litovsk", "brest_litovsk"),
        ("mef 2", "mef_2"), ("Kamenets-Podolski", "kamenets_podolski"), ("Süd", None), ("nowhere", None),
    ],
)  # fmt: skip
def test_spaces(words: Lexicon, typed: str, space: str | None) -> None:
    if space is None:
        with pytest.raises(Refusal):
            words.space(typed)
    else:
        assert words.book.content.spaces[words.space(typed)].name == space


def test_only_cards_in_hand_are_candidates(words: Lexicon) -> None:
    """Eight cards have the name, two are in hand: the player must choose only between these two."""
    held = [words.book.content.card_by_name[f"cp_{name}_german_reinforcements"] for name in ("07", "12")]
    with pytest.raises(Ambiguous) as doubt:
        words.cards.card("german reinforcements", held, CP)
    assert doubt.value.candidates == tuple(words.book.card(card) for card in held)


def test_every_space_is_known_by_id_title_and_english_name(words: Lexicon) -> None:
    for space in words.book.content.spaces:
        if space.kind == "map":
            for name in (space.name, space.title, words.book.space(space.id)):
                assert words.space(name, [space.id]) == space.id


def test_every_card_is_known_by_number_and_by_what_completion_offers(words: Lexicon) -> None:
    for card in words.book.content.cards:
        side = ("ap", "cp")[card.side]
        for name in (card.name, f"{side} {card.number}", f"{side}{card.number}", words.book.card(card.id)):
            assert words.cards.card(name) == card.id
    assert words.book.content.cards[words.cards.card("guns")].name == "cp_01_guns_of_august"
    assert (
        words.cards.card("12", prefer=[words.book.content.card_by_name["cp_12_german_reinforcements"]])
        == (words.book.content.card_by_name["cp_12_german_reinforcements"])
    )


def test_every_card_is_known_by_its_title_and_number(words: Lexicon) -> None:
    """Eight cards are called German Reinforcements: "german reinforcements 12" is one of them."""
    for card in words.book.content.cards:
        assert words.cards.card(f"{words.book.card_title(card.id)} {card.number}", side=card.side) == card.id


def test_ambiguity_names_the_candidates(words: Lexicon) -> None:
    with pytest.raises(Ambiguous) as caught:
        words.space("ma")
    told = sentence(words.book, caught.value)
    assert "Mannheim" in told
    assert "Marseilles" in told
    with pytest.raises(Ambiguous) as caught:
        words.cards.card("british reinforcements")
    assert "(AP 14)" in sentence(words.book, caught.value)
    with pytest.raises(Ambiguous) as caught:
        words.cards.card("1")
    assert "(AP 1) or Guns of August (CP 1)" in sentence(words.book, caught.value)


def test_a_card_of_both_sides_means_ones_own(words: Lexicon) -> None:
    for side, card in ((AP, "ap_12_entrench"), (CP, "cp_06_entrench")):
        assert words.book.content.cards[words.cards.card("entrench", (), side)].name == card
    with pytest.raises(Ambiguous):
        words.cards.card("entrench")


def test_legal_names_take_precedence(words: Lexicon) -> None:
    martin = words.book.content.space_by_name["martin"]
    assert words.space("mar", prefer=[martin]) == martin


def test_a_misspelled_name_gets_suggestions(words: Lexicon) -> None:
    with pytest.raises(Refusal) as caught:
        words.space("koblentz")
    assert "Did you mean Koblenz" in sentence(words.book, caught.value)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("ge 1 army", ["ge_1_army"]), ("GE 1", ["ge_1_army"]), ("German 1st Army", ["ge_1_army"]), ("ge_1_army", ["ge_1_army"]),
        ("ge1", ["ge_1_army"]), ("ge1 army", ["ge_1_army"]), ("full ge1", ["ge_1_army"]),
        ("1st ge army", ["ge_1_army"]), ("(fr c)", ["fr_corps_02"]), ("fr corps reduced", ["fr_corps_02"]),
        ("reduced fr corps", ["fr_corps_02"]), ("fr c", ["fr_corps_01"]), ("2 fr corps", ["fr_corps_01", "fr_corps_02"]),
        ("fr corps 02", ["fr_corps_02"]), ("bef", ["br_bef_corps"]), ("BR BEF c", ["br_bef_corps"]), ("br corps", ["br_corps_01"]),
        ("french corps", ["fr_corps_01"]), ("all", ["ge_1_army", "fr_corps_01", "fr_corps_02", "br_corps_01", "br_bef_corps"]),
    ],
)  # fmt: skip
def test_units(words: Lexicon, typed: str, expected: list[str]) -> None:
    by_name = words.book.content.unit_by_name
    candidates = [by_name[name] for name in ("ge_1_army", "fr_corps_01", "fr_corps_02", "br_corps_01", "br_bef_corps")]
    read = read_unit(words, tokens(typed), 0)
    assert read is not None
    assert read[1] == len(tokens(typed)), "every word was read"
    chosen = choose(words, read[0], candidates, lambda _: 0, 1 << by_name["fr_corps_02"])
    assert sorted(chosen) == sorted(by_name[name] for name in expected)


def test_equal_corps_in_two_places_are_ambiguous(words: Lexicon) -> None:
    by_name = words.book.content.unit_by_name
    first, second = by_name["fr_corps_01"], by_name["fr_corps_02"]
    read = read_unit(words, tokens("fr corps"), 0)
    assert read is not None
    with pytest.raises(Ambiguous):
        choose(words, read[0], [first, second], {first: 1, second: 2}.__getitem__, 0)
    assert choose(words, read[0], [first, second], lambda _: 1, 0) == [first]


def test_a_number_alone_is_an_army_of_several_nations(words: Lexicon) -> None:
    by_name = words.book.content.unit_by_name
    read = read_unit(words, tokens("1 army"), 0)
    assert read is not None
    with pytest.raises(Ambiguous):
        choose(words, read[0], [by_name["ge_1_army"], by_name["ah_1_army"]], lambda _: 0, 0)
