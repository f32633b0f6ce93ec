"""Every clause that binds on a card is told in its words: from the content where that has it, else from the table here."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.titles.pog.looks import view_queries
from engine.pog.content import Content, load_content
from engine.pog.content.overlay import card_set
from engine.pog.content.records import Card, Need
from engine.pog.content.tokens import parse_need
from tests.content.support import TEXT
from tests.support.facts import names

WORDS = tomllib.loads((TEXT / "cards.toml").read_text(encoding="utf-8"))
MARKS = tomllib.loads((TEXT / "ui.toml").read_text(encoding="utf-8"))["answers"]

#: How cards are named in the words of others, where it is not by their title.
CALLED = {"cp_45_treaty_of_brest_litovsk": "Brest-Litovsk"}

#: Limits of a whole class of cards, told on each of them by a mark behind the words (9.5.3.1, 9.5.2.2).
OF_A_CLASS = {"reinforcement_limit": "card_reinforcement", "neutral_entry_limit": "card_neutral_entry"}

#: What a condition is in words, by kind and arguments, as a pattern; those that name cards are made below.
CONDITIONS = {
    "turn_max:1": "first action of the war",
    "turn_max:2": "August or September 1914",
    "turn_max:7": "can't use it after 1915",
    "turn_max:16": "after turn 16",
    "turn_min:3": "From Fall 1914",
    "first_action_of_turn": "as the first action",
    "at_war:tu": "Turkey must be at war",
    "at_war:it": "Italy must be at war",
    "own_commitment:mobilization": "only while you are still at Mobilization",
    "not_own_commitment:total": "Too late once you are at Total War",
    "ws_combined_min:30": "(Needs|Only at) a combined war status of 30",
    "not_after_own_sr": "not right after an SR",
    "no_units:ap:libya": "no Allied unit may be in Libya",
    "space_controlled:cp:berlin": "Berlin must be yours",
    "space_supplied:cp:berlin": "Berlin must be yours and in supply",
    "space_controlled:cp:warsaw": "You must hold Warsaw",
    "capitulation_box:tsar_takes_command_allowed": "at least three Russian VP spaces",
    "capitulation_box:fall_of_the_tsar_allowed": "war status and your Russian VP spaces reach 33",
    "capitulation_box:bolshevik_revolution_allowed": "gained Russian VP spaces since or hold all seven in Europe",
    "under:late_entrench:turn_min:2": "In the historical scenario not in August 1914",
    "not_played:ap_12_entrench": "Only one of the two Entrench cards",
    "not_played:cp_06_entrench": "Only one of the two Entrench cards",
    "not_played:ap_30_salonika": "Salonika unplayed",
    "not_played:ap_54_zimmermann_telegram": "may no longer be played once the Zimmermann Telegram",
    "not_played:cp_52_fall_of_the_tsar": "Too late once the Tsar has fallen",
    "not_played:cp_54_h_l_take_command": "too late after H-L Take Command",
    "played:cp_52_fall_of_the_tsar": "(Needs|between) Fall of the Tsar",
    "not_played:cp_53_bolshevik_revolution": "between Fall of the Tsar and Bolshevik Revolution",
    "played_earlier_turn:ap_54_zimmermann_telegram": "Needs the Zimmermann Telegram on an earlier turn",
    "played_earlier_turn:cp_52_fall_of_the_tsar": "a turn or more after Fall of the Tsar",
    "next_action_after:cp_25_high_seas_fleet": "as your very next action after that event",
    "not_played:cp_49_michael": "Not after Michael, Blücher or Peace Offensive",
    "not_played:cp_50_blucher": "Not after Michael, Blücher or Peace Offensive",
    "not_played:cp_51_peace_offensive": "Not after Michael, Blücher or Peace Offensive",
    "played:ap_09_moltke": "as soon as Moltke is played",
    "not_active:cp_36_u_boats_unleashed": "U-Boats Unleashed must not be in force",
    "not_in_effect:ap_48_royal_tank_corps": "Not against Royal Tank Corps",
    "not_in_effect:ap_35_yanks_and_tanks": "Not against Royal Tank Corps or Yanks and Tanks",
}

#: Clauses that no row of the content bears, since classes and rules carry them out; of the cards whose words once left some out.
OTHERS = {
    "ap_26_lusitania": ("VP −1",),
    "ap_27_great_retreat": (
        "Until the end of the turn", "you may save Russians from attacks", "Before the fight",
        "all Russians in the attacked space retreat one space", "one that can't retreat is lost",
        "A fort or Allies that stay must still fight", "full-strength attackers may advance",
        "still counts as a mandated offensive",
    ),
    "ap_52_convoy": ("VP −1", "The British lose no more RP", "USA Reinforcements are playable again", "ends at once"),
    "ap_54_zimmermann_telegram": (
        "VP −1", "the United States is at war", "without troops", "Over There may follow on a later turn", "14 Points at any time",
        "Lusitania can no longer be played",
    ),
    "ap_55_over_there": (
        "USA Reinforcements become playable", "unless U-Boats Unleashed is in force",
        "Every Allied card played for replacements also gives 1 US RP",
    ),
    "cp_45_treaty_of_brest_litovsk": (
        "Only your Turks in the Near East may attack them", "Russians attack no more",
        "stay in Russia, Germany, Turkey, Austria-Hungary and Romania", "never pass or join other Allies",
        "the rest are eliminated", "Both sides may enter empty spaces and besiege", "you win with fewer VP",
    ),
    "cp_52_fall_of_the_tsar": (
        "VP +1, or +3 if Romania is still neutral", "can then no longer enter", "From now on",
        "attacking from a space with Russians costs 1 OPS for each unit there",
        "Russians use the Caucasus passage only by SR",
    ),
    "cp_59_polish_restoration": (
        "VP −1", "three Polish corps join the Central Powers Reserve Box", "German in every way",
        "no replacements while Warsaw is in Allied hands",
    ),
}  # fmt: skip


def told(name: str) -> str:
    """The words of a card."""
    return str(WORDS[name]["event"])


def called(name: str) -> str:
    """What other cards call a card."""
    return CALLED.get(name, str(WORDS[name]["title"]))


def pattern(need: Need) -> str:
    """What the words of a card with a condition must match."""
    key = ":".join((need.kind, *need.args))
    if key in CONDITIONS:
        return CONDITIONS[key]
    assert need.kind in ("played", "any_played"), f"no words are known for {key}"
    return "Needs .*" + ".*".join(re.escape(called(name)) for name in need.args)


def clauses(card: Card) -> Iterator[str]:
    """Everything that the words of a card must say, as patterns."""
    for need in card.needs:
        if need.kind == "any":
            yield from (pattern(parse_need(alternative)) for alternative in need.args)
        elif need.kind not in OF_A_CLASS and not _of_its_class(card, need):
            yield pattern(need)
    if card.ops_after_event == "by_stripe":
        yield r"Where yellow stripes count \(5\.7\.4\.7\), you also use (the card for )?its OPS"
    yield from map(re.escape, OTHERS.get(card.name, ()))


def _of_its_class(card: Card, need: Need) -> bool:
    """No reinforcements in August 1914 (9.5.3.1)."""
    return need.kind == "turn_min" and any(other.kind == "reinforcement_limit" for other in card.needs)


def untold(card: Card, words: str) -> list[str]:
    """Clauses of a card that words do not tell."""
    return [clause for clause in clauses(card) if not re.search(clause, words)]


def test_every_card_tells_what_binds(content: Content) -> None:
    assert {card.name: missing for card in content.cards if (missing := untold(card, told(card.name)))} == {}
    assert set(OTHERS) <= {card.name for card in content.cards}


def test_a_card_that_a_set_reads_differently_tells_it_too() -> None:
    """But for how its OPS are used, which is what differs."""
    for card in card_set("valiant", load_content()).content.cards:
        if card.reading:
            assert not untold(replace(card, ops_after_event="no"), str(WORDS[card.name]["valiant"]["event"])), card.name


def test_no_clause_of_the_table_is_idle(content: Content) -> None:
    """Each condition in words belongs to a card."""
    known = {":".join((need.kind, *need.args)) for card in content.cards for need in card.needs}
    known |= {
        alternative for card in content.cards for need in card.needs if need.kind == "any" for alternative in need.args
    }
    assert set(CONDITIONS) <= known


def test_events_that_end_or_bar_others_are_told_on_one_of_the_two(content: Content) -> None:
    for card in content.cards:
        for link in card.excludes:
            for other in link.args:
                if other != card.name and called(other).split(" (")[0] not in told(card.name):
                    assert called(card.name) in told(other), f"{card.name} {link.kind} {other}: neither card says so"


def test_vp_of_an_event_are_told_with_their_number(content: Content) -> None:
    for change in content.vp_changes.values():
        if change.card is not None and change.when == "event":
            assert f"{change.vp:+d}".replace("-", "−") in told(change.card) or (
                change.vp == 1 and "1 VP" in told(change.card)
            ), change.card


def test_limits_of_a_class_are_told_by_a_mark_on_each_of_its_cards(content: Content) -> None:
    for card in content.cards:
        kinds = {need.kind for need in card.needs}
        shown = view_queries.card(names(), card.id, "campaign")
        assert {kind for kind, mark in OF_A_CLASS.items() if MARKS[mark] in shown} == kinds & set(OF_A_CLASS), card.name


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_a_sentence_that_is_dropped_is_missed(content: Content, name: str) -> None:
    """The words of these cards, cut at stops and semicolons: every piece binds."""
    card = content.cards[content.card_by_name[name]]
    for piece in re.findall(r"(?:[^.;(]|\([^)]*\))+[.;]", told(name)):
        assert untold(card, told(name).replace(piece, "")), f"{name}: nobody misses {piece.strip()!r}"
