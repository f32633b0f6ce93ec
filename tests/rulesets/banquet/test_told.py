"""What `/status` and `/card` show of the variant's markers and cards."""

from __future__ import annotations

from bot.titles.pog.looks import view_queries
from bot.titles.pog.narration import names as narration
from bot.titles.pog.systems import view_for
from tests.rulesets.banquet.support import banquet
from tests.support.table import AP, CP, Table


def _status(table: Table) -> str:
    return view_queries.status(narration.names(table.system.content), view_for(table.game, None))


def test_a_status_tells_the_war_plans_as_long_as_they_are_in_force() -> None:
    """Four plans after Guns of August, three once Galicia is called off, and later the German plan of the turn."""
    table = banquet(setup=True, turn=1).hand(CP, "cp_01_guns_of_august").choose(CP)
    assert "War plan" not in _status(table)
    table.do("event cp_01_guns_of_august")
    assert [line.partition(":")[0] for line in _status(table).splitlines()[-6:-2]] == [
        "War plan of Russia", "War plan of Austria-Hungary", "War plan of France", "War plan of Germany",
    ]  # fmt: skip
    table.state.marks |= {"plans": 0, "german_plan": 2}
    assert "Nach Paris!" in _status(table)
    assert "Russia:" not in _status(table)


def test_guns_of_august_is_in_force_as_long_as_it_limits_a_side() -> None:
    """It keeps the Belgians in Antwerp until the coast is open (11.1.9), and the war plans in force (18)."""
    table = banquet(setup=True, turn=1).hand(CP, "cp_01_guns_of_august").choose(CP)
    assert "Guns of August" not in _in_force(table)
    table.do("event cp_01_guns_of_august")
    assert "Guns of August (CP 1)" in _in_force(table)
    table.state.marks["coast_open"] = 1
    assert "Guns of August (CP 1)" in _in_force(table), "the plans go on"
    table.state.marks |= {"plans": 0, "german_plan": 0}
    assert "Guns of August" not in _in_force(table)
    table.state.marks["coast_open"] = 0
    assert "Guns of August (CP 1)" in _in_force(table), "the Belgians are still kept"
    table.played("cp_08_race_to_the_sea")
    assert "Guns of August" not in _in_force(table)


def _in_force(table: Table) -> str:
    return next(line for line in _status(table).splitlines() if line.startswith("Events in force"))


def test_a_status_tells_each_marker_in_words() -> None:
    """Cards, spaces and turns by name, and nothing that is gone."""
    table = banquet(setup=True, turn=9)
    table.state.marks |= {
        "entries_used": table.cards("ap_17_italy"),
        "nowhere": 1 << table.space("mef_1"),
        "landing": 1 << table.space("mef_1"),
        "mutiny": 1,
        "marne_until": 3,
        "peace_closed": 3,
        "kaiserschlacht": 9,
    }
    told = _status(table)
    for words in (
        "Italy Declares War (AP 17)", "beachhead at MEF 1 leads nowhere", "Mutiny in the French army", "was in Spring 1916",
        "The Allied Powers make no more peace offers", "The Central Powers make no more peace offers",
    ):  # fmt: skip
        assert words in told, words
    assert "Marne" not in told
    table.state.turn = 3
    assert "This ends after Fall 1914" in _status(table)
    assert view_queries.status(
        narration.names(Table("historical").system.content), view_for(Table("historical").game, None)
    )


def test_a_card_says_that_it_replaces_an_unknown_one() -> None:
    for variant, told in ((True, True), (False, False)):
        table = banquet() if variant else Table("historical")
        names = narration.names(table.system.content)
        text = view_queries.card(names, table.card("ap_44_greece"), "historical")
        assert ("This card replaces it" in text) is told
    assert AP == 0


def test_a_score_tells_what_wins_as_things_stand() -> None:
    table = banquet(setup=True, turn=12).played("cp_45_treaty_of_brest_litovsk")
    names = narration.names(table.system.content)
    assert "win with 11 or more, the Allied Powers with 9 or less" in view_queries.score(
        names, view_for(table.game, None)
    )
    table = banquet(turn=12).played("cp_45_treaty_of_brest_litovsk").destroy("paris").hold_all(CP, "fr", "be")
    assert "with 11 or more, the Allied Powers with 7 or less" in view_queries.score(names, view_for(table.game, None))
