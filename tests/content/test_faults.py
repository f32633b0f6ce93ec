"""A fault in a fact file is refused, and the refusal names file, row and field."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.titles import usual_title
from bot.titles.pog.title import check_shipped_facts
from engine.errors import ContentError
from engine.pog.content import load_content
from engine.pog.rulesets import RULEBOOKS
from tests.content.support import FACTS

Change = Callable[[str, str, str], Path]

LIEGE = 'name = "liege", title = "Liege", map = "europe", nation = "be", side = "ap", fort = 3'
GE_1 = 'name = "ge_1_army", title = "1 Army", side = "cp", nation = "ge", size = "army", full = [5, 3, 3]'
MOLTKE = 'needs = ["turn_max:2"], excludes = ["cancelled_by:cp_13_falkenhayn"]'
GRAND_FLEET = 'needs = ["next_action_after:cp_25_high_seas_fleet"]'
BR_2 = 'arrivals = ["br_2_army@nation_entry", "br_corps_05@ap_reserve_box"]'
KERMANSHAH = 'nation = "pe", control = "cp", place = "kermanshah"'

START = "starts/summer_1916.toml"

# File (and, where it differs, the file that is blamed), text, its replacement; then row, field, a piece of the problem.
FAULTS = [
    # one row by itself
    ("spaces.toml", LIEGE, LIEGE.replace("fort = 3", "fort = 4"), "liege", "fort", "less than or equal to 3"),
    ("spaces.toml", LIEGE, LIEGE.replace("fort = 3", 'fort = "3"'), "liege", "fort", "valid integer"),
    ("spaces.toml", LIEGE, LIEGE.replace("fort = 3", "forts = 3"), "liege", "forts", "not permitted"),
    ("spaces.toml", LIEGE, LIEGE.replace('nation = "be", ', ""), "liege", "nation", "required"),
    ("spaces.toml", LIEGE, LIEGE.replace('"europe"', '"asia"'), "liege", "map", "'europe', 'near_east' or 'both'"),
    ("units.toml", GE_1, GE_1.replace("[5, 3, 3]", "[5, 3]"), "ge_1_army", "full", "at least 3"),
    ("cards.toml", 'name = "ap_09_moltke", number = 9', 'name = "ap_09_moltke", number = 99', "ap_09_moltke", "number", "named after its side and number"),
    ("fire.toml", "[0, 1, 1, 2, 2, 3, 3, 4, 4, 5]", '[0, 1, 1, 2, "2", 3, 3, 4, 4, 5]', "army", "rows.0.4", "integer"),
    ("turns.toml", 'number = 7, title = "Fall 1915"', 'number = 7, title = ""', "7", "title", "at least 1 character"),
    # names and references
    ("spaces.toml > connections.toml", LIEGE, LIEGE.replace('"liege"', '"namur"'), "aachen-liege", "b", "'liege' is no space"),
    ("spaces.toml", LIEGE, LIEGE.replace('"liege"', '"london"'), "london", "name", "twice"),
    ("units.toml", GE_1, GE_1.replace("ge_1_army", "ge_2_army"), "ge_2_army", "name", "twice"),
    ("connections.toml", '{ a = "aachen", b = "essen" }', '{ a = "essen", b = "aachen" }', "essen-aachen", "a", "alphabet"),
    ("connections.toml", '{ a = "aachen", b = "essen" }', '{ a = "aachen", b = "koblenz" }', "aachen-koblenz", "a", "twice"),
    ("connections.toml", 'b = "mef_4", nations = ["all"]', 'b = "mef_4", nations = ["br"]', "adana-mef_4", "nations", "beach"),
    ("connections.toml", 'a = "adana", b = "mef_4"', 'a = "adana", b = "kirkuk"', "adana-kirkuk", "nations", "beach"),
    ("cards.toml", MOLTKE, MOLTKE.replace("turn_max", "turn_most"), "ap_09_moltke", "needs", "unknown condition 'turn_most'"),
    ("cards.toml", MOLTKE, MOLTKE.replace(":2", ":two"), "ap_09_moltke", "needs", "'two'"),
    ("cards.toml", MOLTKE, MOLTKE.replace("cancelled_by", "stopped_by"), "ap_09_moltke", "excludes", "'stopped_by'"),
    ("cards.toml", MOLTKE, MOLTKE.replace("cp_13_falkenhayn", "cp_13"), "ap_09_moltke", "excludes", "'cp_13' is no card"),
    ("cards.toml", GRAND_FLEET, GRAND_FLEET.replace("cp_25_", "cp_26_"), "ap_33_grand_fleet", "needs", "no known card"),
    ("cards.toml", '"any:turn_min:3|played:ap_09_moltke"', '"any:turn_min:3|at_war:it"', "cp_13_falkenhayn", "needs", "inside"),
    ("cards.toml", '"no_units:ap:libya"', '"no_units:ap"', "cp_24_libyan_revolt", "needs", "wrong number"),
    ("cards.toml", '"not_played:ap_12_entrench", "under:late_entrench:', '"not_played:ap_12_entrench", "under:historical:', "cp_06_entrench", "needs", "'historical' in 'under' is no known trait"),
    ("cards.toml", '"not_played:ap_12_entrench", "under:late_entrench:turn_min:2"', '"not_played:ap_12_entrench", "under:late_entrench"', "cp_06_entrench", "needs", "wrong number"),
    ("cards.toml", '"not_played:ap_12_entrench", "under:late_entrench:turn_min', '"not_played:ap_12_entrench", "under:late_entrench:turn_most', "cp_06_entrench", "needs", "unknown condition 'turn_most'"),
    ("scenarios.toml", 'traits = ["asterisk_vp"]', 'traits = ["asterisk"]', "introductory", "traits.0", "not 'asterisk'"),
    ("replacements.toml", 'trait = "sedan_rp"', 'trait = "historical"', "sedan", "trait", "not 'historical'"),
    ("scenarios.toml", "last_turn = 3, ", "last_turn = 0, ", "introductory", "last_turn", "greater than or equal to 1"),
    # cards and units agree
    ("cards.toml", BR_2, BR_2.replace("br_2_army", "br_3_army"), "ap_01_british_reinforcements", "arrivals", "but by ap_34"),
    ("cards.toml", BR_2, BR_2.replace(', "br_corps_05@ap_reserve_box"', ""), "ap_01_british_reinforcements", "arrivals", "br_corps_05"),
    ("cards.toml", BR_2, BR_2.replace("ap_reserve_box", "cp_reserve_box"), "ap_01_british_reinforcements", "arrivals", "other side"),
    ("cards.toml", BR_2, BR_2.replace("nation_entry", "atlantis"), "ap_01_british_reinforcements", "arrivals", "'atlantis'"),
    ("units.toml > cards.toml", 'enters = "cp_42_turkish_reinforcements"', 'enters = "setup"', "cp_42_turkish_reinforcements", "arrivals", "but by setup"),
    ("units.toml", GE_1, GE_1.replace('"cp"', '"ap"'), "ge_1_army", "pool", "no replacement pool of side ap"),
    # set-up and entry
    ("setup.toml", 'space = "aachen", unit = "ge_1_army"', 'space = "aachen", unit = "ge_2_army"', 30, "unit", "placed twice"),
    ("setup.toml", 'space = "aachen", unit = "ge_1_army"', 'space = "paris", unit = "ge_1_army"', 29, "space", "not controlled"),
    ("operations.toml > setup.toml", "stacking_limit = 3", "stacking_limit = 1", 31, "space", "may stack"),
    ("setup.toml", '{ space = "aachen", unit = "ge_1_army"', '{ space = "aachen", unit = "ge_9_army"', 29, "unit", "cp_07"),
    ("entry.toml", KERMANSHAH, KERMANSHAH.replace('"cp"', '"ap"'), 44, "control", "printed"),
    ("entry.toml", 'place = "turin"', 'place = "vienna"', 5, "place", "no neutral space of it"),
    # tables
    ("fire.toml", "[0, 1, 1, 2, 2, 3, 3, 4, 4, 5]", "[0, 1, 1, 2, 2, 3, 3, 4, 4]", "army", "rows.0", "9 results for 10"),
    ("fire.toml", "[0, 1, 1, 2, 2, 3, 3, 4, 4, 5]", "[0, 1, 1, 2, 2, 3, 3, 4, 3, 5]", "army", "rows.0", "fall"),
    ("peace.toml", "combined_max = 19, results = [1,", "combined_max = 18, results = [1,", "cp", "combined_min", "begin at 19"),
    ("scenarios.toml", "cp_min = 14, ap_max = 10", "cp_min = 10, ap_max = 10", "introductory", "levels", "both sides"),
    ("mandated_offensives.toml", '["fr", "fr", "br", "it", "it", "ru"]', '["fr", "fr", "br", "it", "it", "tu"]', "ap", "results", "'tu'"),
    ("operations.toml", '"antwerp", "ostend"', '"antwerpen", "ostend"', "activation", "be_as_br_spaces", "'antwerpen'"),
    ("replacements.toml", 'card = "cp_27_zeppelin_raids"', 'card = "cp_27_zeppelins"', "zeppelin_raids", "card", "no card"),
    # starts
    (START, "turn = 10", "turn = 21", None, "turn", "less than or equal to 20"),
    (START, "turn = 10", "turn = 20", None, "turn", "ends with turn 20"),
    (START, 'phase = "replacements"', 'phase = "actions"', None, "phase", "'replacements'"),
    (START, "vp = 10", "vp = 11", None, "vp", "come to 10, not 11"),
    (START, "blockade = [4, 8]", "blockade = [4]", None, "vp", "come to 11, not 10"),
    (START, "blockade = [4, 8]", "blockade = [4, 12]", "scored", "blockade", "turn 12 is yet to come"),
    (START, "lusitania = [5]", "lusitanic = [5]", "scored", "lusitanic", "no line"),
    (START, 'us_entry = "us_neutral"', 'us_entry = "us_asleep"', None, "us_entry", "no box"),
    (START, "it = 5", "se = 5", "at_war", "se.[key]", "'br', 'fr'"),
    (START, "it = 5", "fr = 5", "at_war", "fr", "no neutral"),
    (START, "bu = 7", "bu = 11", "at_war", "bu", "turn 11 is yet to come"),
    (START, "bu = 7", "gr = 7", None, "greece_limited", "Greece is at war"),
    (START, 'beachhead = "mef_1"', 'beachhead = "izmir"', None, "beachhead", "no beach"),
    (START, '["belgrade", "liege", "przemysl"', '["belgrade", "liege", "prag"', None, "destroyed_forts", "'prag' is no space"),
    (START, '["belgrade", "liege", "przemysl"', '["belgrade", "london", "przemysl"', None, "destroyed_forts", "has no fort"),
    (START, '["belgrade", "liege", "przemysl"', '["belgrade", "przemysl"', "control", "cp", "the fort of liege"),
    (START, '"tarnow", "insterberg"', '"tarnow", "paris"', "control", "ap", "colour of side ap"),
    (START, '"tarnow", "insterberg"', '"tarnow", "atlantis"', "control", "ap", "'atlantis' is no space"),
    (START, "cambrai = 2", "amiens = 2", "trenches", "cp", "not held by side cp"),
    (START, "cambrai = 2", "cambrai = 3", "trenches", "cp.cambrai", "less than or equal to 2"),
    (START, "cp_05_landwehr = 2", "cp_05_landwher = 2", "events", "cp_05_landwher", "no card"),
    (START, "cp_05_landwehr = 2", "cp_05_landwehr = 12", "events", "cp_05_landwehr", "yet to come"),
    (START, '"ap_31_mef", "ap_32', '"cp_31_kemal", "ap_32', "removed", "ap", "no card that side ap"),
    (START, '"ap_31_mef", "ap_32', '"ap_30_salonika", "ap_32', "removed", "ap", "two places"),
    (START, '"ap_31_mef", "ap_32', '"ap_05_putnik", "ap_32', "removed", "ap", "no asterisk"),
    (START, '["fr_6_army-"]', '["fr_66_army-"]', "units", "paris", "'fr_66_army' is no unit"),
    (START, '["fr_6_army-"]', '["fr_6_army--"]', "units", "paris.0", "pattern"),
    (START, '["fr_6_army-"]', '["fr_6_army-", "br_3_army"]', "units", "paris", "br_3_army is placed twice"),
    (START, '["fr_6_army-"]', "[]", "units", None, "fr_6_army enters by setup, but is missing"),
    (START, '["fr_6_army-"]', '["fr_6_army-", "us_1_army"]', "units", None, "us_1_army enters by ap_43_usa_reinforcements, but stands here"),
    (START, 'paris = ["fr_6_army-"]', 'prag = ["fr_6_army-"]', "units", "prag", "no space"),
    (START, 'paris = ["fr_6_army-"]', 'london_2 = []\nberlin_2 = ["fr_6_army-"]', "units", "london_2", "no space"),
    (START, 'paris = ["fr_6_army-"]', 'mef_2 = ["fr_6_army-"]', "units", "mef_2", "beachhead"),
    (START, 'paris = ["fr_6_army-"]', 'bucharest = ["fr_6_army-"]', "units", "bucharest", "neutral"),
    (START, 'paris = ["fr_6_army-"]', 'liege = ["fr_6_army-"]', "units", "liege", "the other side holds"),
    (START, 'cambrai = ["ge_7_army-"]', 'cambrai = ["ge_7_army-", "us_1_army"]', "units", "cambrai", "both sides"),
    ("scenarios.toml > starts/summer_1917.toml", 'start = "summer_1916"', 'start = "summer_1917"', None, None, "missing or cannot be read"),
    ("scenarios.toml", 'start = "summer_1916", ', "", "summer_1916", "guns_of_august", "begins later"),
    # totals
    ("totals.toml > setup.toml", "setup = 106", "setup = 107", None, "setup", "printed game has 107"),
    ("totals.toml > units.toml", "ge_corps = 19", "ge_corps = 20", None, "group", "ge_corps"),
    ("cards.toml", 'title = "Moltke", side = "ap", deck = "mobilization"', 'title = "Moltke", side = "ap", deck = "limited"', None, "deck", "14 cards"),
    ("cards.toml", "war_status = 2, needs = [\"played:ap_02_blockade\"", "war_status = 1, needs = [\"played:ap_02_blockade\"", None, "war_status", "23"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "old", "new", "row", "field", "problem"),
    FAULTS,
    ids=[f"{number}-{fault[0].split()[-1]}-{fault[3]}-{fault[4]}" for number, fault in enumerate(FAULTS, 1)],
)
def test_a_fault_is_named(
    broken: Change, file: str, old: str, new: str, row: str | int | None, field: str, problem: str
) -> None:
    changed, _, blamed = file.partition(" > ")
    with pytest.raises(ContentError) as caught:
        load_content(broken(changed, old, new))
    error = caught.value
    assert (error.file, error.row, error.field) == (blamed or changed, row, field), str(error)
    assert problem in error.problem
    assert "\n" not in str(error)


def test_the_line_of_a_fault_reads_well(broken: Change) -> None:
    folder = broken("spaces.toml", LIEGE, LIEGE.replace("fort = 3", "fort = 4"))
    with pytest.raises(ContentError) as caught:
        load_content(folder)
    assert str(caught.value) == "spaces.toml, row liege, field fort: Input should be less than or equal to 3, not 4"


def test_a_space_without_connection_is_named(broken: Change) -> None:
    folder = broken("connections.toml", '  { a = "cetinje", b = "mostar" },\n', "")
    text = (folder / "connections.toml").read_text(encoding="utf-8")
    kept = [line for line in text.splitlines() if '"cetinje"' not in line]
    (folder / "connections.toml").write_text("\n".join(kept), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_content(folder)
    assert (caught.value.file, caught.value.row) == ("spaces.toml", "cetinje")


def test_broken_toml_is_named(broken: Change) -> None:
    folder = broken("fire.toml", "[corps]", "[corps")
    with pytest.raises(ContentError, match=r"^fire\.toml: not readable as TOML"):
        load_content(folder)


@pytest.mark.parametrize("file", sorted(path.name for path in FACTS.glob("*.toml")))
def test_a_missing_file_is_named(broken: Change, file: str) -> None:
    folder = broken("fire.toml", "[corps]", "[corps]")
    (folder / file).unlink()
    with pytest.raises(ContentError) as caught:
        load_content(folder)
    assert (caught.value.file, caught.value.row, caught.value.field) == (file, None, None)


def test_the_content_of_every_ruleset_is_read_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault is told then, and not first to whoever opens a game of it."""
    read: set[str] = set()

    def noted(folder: Path | None = None, name: str = "deluxe") -> object:
        read.add(name)
        return load_content(folder, name)

    monkeypatch.setattr("engine.pog.rulesets.load_content", noted)
    check_shipped_facts.cache_clear()  # another test of this process may have had them read
    usual_title().prepare("en")
    assert read == set(RULEBOOKS)
