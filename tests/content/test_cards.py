from __future__ import annotations

import pytest

from engine.pog.content import AP, CP, Content
from engine.pog.content.records import Card, Need
from engine.pog.content.tokens import parse_arrival, parse_exclude, parse_need


def card(content: Content, name: str) -> Card:
    return content.cards[content.card_by_name[name]]


def test_guns_of_august(content: Content) -> None:
    guns = card(content, "cp_01_guns_of_august")
    assert (guns.side, guns.deck, guns.ops, guns.sr, guns.war_status) == (CP, "mobilization", 3, 4, 2)
    assert dict(guns.rp) == {"ah": 1, "ge": 2, "tu": 1}
    assert guns.remove
    assert guns.needs == (Need("turn_max", ("1",)), Need("first_action_of_turn", ()))
    assert guns.enables == ("ap_13_rape_of_belgium",)


def test_alternatives_stay_together(content: Content) -> None:
    assert card(content, "cp_13_falkenhayn").needs == (Need("any", ("turn_min:3", "played:ap_09_moltke")),)


def test_reinforcements(content: Content) -> None:
    first = card(content, "ap_01_british_reinforcements")
    assert first.reinforcement_nation == "br"
    assert [(content.units[a.unit].name, a.places) for a in first.arrivals] == [
        ("br_2_army", ("nation_entry",)),
        ("br_corps_05", ("ap_reserve_box",)),
    ]
    mef = card(content, "ap_31_mef").arrivals[0]
    assert mef.places == ("mef_1", "mef_2", "mef_3", "mef_4", "nation_entry")


def test_neutral_entry_cards(content: Content) -> None:
    """9.5.2: Italy, Romania, Bulgaria and Greece; Salonika only places the Greeks."""
    assert {c.name: c.neutral_entry for c in content.cards if c.neutral_entry} == {
        "ap_16_romania": "ro",
        "ap_17_italy": "it",
        "ap_44_greece": "gr",
        "cp_34_bulgaria": "bu",
    }
    assert {c.name for c in content.cards if c.limited_entry} == {"ap_30_salonika"}


def test_yellow_stripes(content: Content) -> None:
    """5.7.4.7 names six cards."""
    assert {c.title for c in content.cards if c.ops_after_event == "by_stripe"} == {
        "Landships",
        "Zimmermann Telegram",
        "Over There",
        "Tsar Takes Command",
        "Fall of the Tsar",
        "Bolshevik Revolution",
    }


def test_combat_cards(content: Content) -> None:
    assert sum(c.combat and not c.added for c in content.cards) == 36
    assert all(c.combat == (c.role != "none") for c in content.cards)
    assert {c.title for c in content.cards if c.once_per_turn and not c.added} == {
        "Mine Attack",
        "Royal Tank Corps",
        "Kemal",
    }
    assert not card(content, "ap_45_kerensky_offensive").combat
    weather = card(content, "ap_07_severe_weather")
    assert (weather.role, weather.drm) == ("defense", 2)


def test_no_card_prints_us_points(content: Content) -> None:
    """9.4.5: they come from Over There alone."""
    assert all(pool != "us" and points > 0 for c in content.cards for pool, points in c.rp)


def test_ops_and_sr_go_together(content: Content) -> None:
    assert {(c.ops, c.sr) for c in content.cards} == {(2, 2), (3, 4), (4, 4), (5, 5)}


def test_war_status_of_each_deck(content: Content) -> None:
    def points(side: int, deck: str) -> int:
        return sum(c.war_status for c in content.cards if c.side == side and c.deck == deck)

    decks = ("mobilization", "limited", "total")
    assert [points(AP, deck) for deck in decks] == [6, 8, 9]
    assert [points(CP, deck) for deck in decks] == [6, 8, 11]


@pytest.mark.parametrize(
    "token", ("", "played", "turn_min:2:3", "space_controlled:ap", "any:", "neutral_entry_limit:it")
)
def test_misspelt_conditions_are_refused(token: str) -> None:
    with pytest.raises(ValueError, match=r"unknown condition|wrong number"):
        parse_need(token)


def test_misspelt_exclusions_and_arrivals_are_refused() -> None:
    with pytest.raises(ValueError, match="no card"):
        parse_exclude("cancels:")
    with pytest.raises(ValueError, match="unit@place"):
        parse_arrival("br_2_army")
    with pytest.raises(ValueError, match="unit@place"):
        parse_arrival("br_2_army@a||b")
