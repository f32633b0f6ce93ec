"""Two persons who turn out to be one: what was entered under the one is the other's, and they are never their own opponents."""

from __future__ import annotations

import random

from bot.leagues import acts, journal
from bot.leagues.season import Season
from tests.leagues.test_season import Held, refused


def test_entries_of_a_linked_account_count_for_the_other_person_everywhere() -> None:
    held, rng = Held(), random.Random(7)
    held.enter(5)
    held.begin()
    held.play(rng, keep=6)
    before = held.season.table(0)
    assert held.do(acts.link_persons, "newcomer", "p01", 7) == [
        journal.Linked(at=7, by="newcomer", person="newcomer", former="p01")
    ]
    assert not held.do(acts.link_persons, "newcomer", "p01", 8)
    assert held.season.table(0) == before
    assert held.season.section_of("newcomer") == 0
    assert held.season.section_of("p01") is None
    assert list(held.season.entrants) == ["p00", "newcomer", "p02", "p03", "p04"]
    held.play(rng)
    held.finish()
    assert not acts.verify_lots(held.entries)
    assert Season.told(held.entries).holders == held.season.holders


def test_before_the_draw_the_other_person_is_drawn() -> None:
    held = Held()
    held.enter(4)
    held.do(acts.link_persons, "newcomer", "p01", 2)
    held.begin()
    assert "newcomer" in held.season.sections[0]
    assert "p01" not in held.season.holders
    held.play(random.Random(1))
    held.finish()
    assert not acts.verify_lots(held.entries)


def test_two_who_are_both_there_are_not_taken_for_one() -> None:
    held = Held()
    held.enter(5)
    refused("both_entered", acts.check_link, held.season, "p00", "p01")
    held.begin()
    refused("both_in_section", acts.link_persons, held.season, "p00", "p01", 5)
    acts.check_link(held.season, "p00", "newcomer")
    # Somebody who took over the place of the other's opponent has games against the other.
    held.do(acts.join_season, journal.Joined(at=5, by="sub", person="sub", substitute=True))
    refused("both_entered", acts.check_link, held.season, "p00", "sub")
    held.do(acts.replace_player, "p01", "sub", 6)
    refused("both_in_section", acts.check_link, held.season, "p00", "sub")
    held.play(random.Random(2))
    held.finish()
    refused("both_in_section", acts.check_link, held.season, "p00", "sub")
    assert not acts.link_persons(held.season, "newcomer", "p00", 10)


def test_two_sections_of_a_season_that_is_over_are_no_matter() -> None:
    held = Held()
    held.enter(10)
    held.begin()
    one, other = held.season.sections[0][0], held.season.sections[1][0]
    refused("both_entered", acts.link_persons, held.season, one, other, 5)
    held.play(random.Random(2))
    held.finish()
    acts.check_link(held.season, one, other)
