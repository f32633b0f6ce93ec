"""The shipped facts, and refusal of wrong ones with file and row."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import assets
from engine.errors import ContentError
from engine.liege.facts import ALLIED, GERMAN, facts, load

SHIPPED = Path(assets.__file__).parent / "liege"
FACTS = facts()


def test_2_4_3_to_2_4_5_steps_by_type() -> None:
    """Infantry has up to five steps, cavalry up to three, everything else one."""
    most = {"INF": 5, "CAV": 3}
    assert all(1 <= unit.steps <= most.get(unit.type, 1) for unit in FACTS.units)
    assert {unit.steps for unit in FACTS.units if unit.type == "INF"} == {2, 3, 4}


def test_2_4_6_ratings_by_attrition_level() -> None:
    """One rating per level; losses never raise one. The printed row of the 9th and 11th mixed brigade."""
    brigade = FACTS.units[FACTS.unit_ids["be_9_11_bm"]]
    assert (brigade.cab, brigade.cbf, brigade.arf, brigade.mf) == ((12, 10, 8), (12, 9, 4), (4, 3, 1), (40, 40, 30))
    for unit in FACTS.units:
        for ratings in (unit.cab, unit.cbf, unit.arf, unit.mf):
            assert list(ratings) == sorted(ratings, reverse=True)
            assert len(ratings) == unit.steps


def test_11_3_3_and_11_3_4_forts_have_ratings_and_a_hex() -> None:
    """Twelve forts, three in each hex of the camp: six large ones and six small ones."""
    by_hex = [fort.hex for fort in FACTS.forts]
    assert sorted(FACTS.grid.names[hex_] for hex_ in set(by_hex)) == ["V35", "W34", "W35", "X35"]
    assert all(by_hex.count(hex_) == 3 for hex_ in by_hex)
    assert sorted((fort.cab, fort.cbf, fort.arf, fort.kind) for fort in FACTS.forts) == (
        [(14, 7, 3, "concrete")] * 6 + [(14, 10, 4, "concrete")] * 6
    )


def test_6_4_1_and_7_1_7_terrain_has_a_limit_and_a_price() -> None:
    found = {terrain.name: (terrain.stack, terrain.price) for terrain in FACTS.terrain}
    assert found == {"Clear": (15, 10), "Broken": (12, 12), "Rough": (9, 12)}


def test_the_scenarios_have_the_forces_of_the_design() -> None:
    """Each side's steps, and the guns of the siege in firing position on turn 5 (3.3.1)."""
    night, siege = FACTS.scenarios["night"], FACTS.scenarios["siege"]
    assert [(one.first, one.last, one.small_front) for one in (night, siege)] == [(2, 4, 1), (2, 8, 1)]
    steps = {
        (name, side): sum(FACTS.units[unit].steps for unit in scenario.arrivals if FACTS.units[unit].side == side)
        for name, scenario in FACTS.scenarios.items()
        for side in (GERMAN, ALLIED)
    }
    assert steps == {("night", GERMAN): 17, ("night", ALLIED): 13, ("siege", GERMAN): 53, ("siege", ALLIED): 15}
    deployed = {FACTS.units[unit].name: arrival.turn for unit, arrival in siege.arrivals.items() if arrival.deployed}
    assert deployed == {"ge_kmk_b3": 5, "ge_skm_b1": 5, "ge_skm_b2": 5}
    assert siege.heat == {4, 5, 6, 7}


#: File, the text there, its replacement, and the refusal: file, row and error.
FAULTS = [
    ("tables/abf_masonry.csv", "\n5,O0,O-2,", "\n5,O0,O-9,", "tables/abf_masonry.csv, row 5, field 6: not monotone"),
    ("tables/abf_masonry.csv", "\n5,O0,O-2,", "\n5,O-9,O-2,", "tables/abf_masonry.csv, row 5, field 4: not monotone"),
    ("tables/abu.csv", "\n7,O+11,", "\n7,0+11,", "tables/abu.csv, row 7, field 3: '0+11' is no result"),
    ("tables/abu.csv", "\n7,O+11,", "\n8,O+11,", "tables/abu.csv: the rows are not numbered"),
    ("tables/abu.csv", "ARF,3,6,", "ARF,6,3,", "tables/abu.csv, row head: the columns do not rise"),
    ("tables/crt.csv", "\n25,BO-8,O+8,", "\n25,BO-8,O-8,", "tables/crt.csv, row 25, field 1:3: not monotone"),
    ("tables/crt.csv", "1:3 a,1:3 d,", "1:3 a,1:3 x,", "tables/crt.csv, row head: each odds needs"),
    ("tables/crt.csv", "\n25,BO-8,", "\n25,", "tables/crt.csv, row 25: the row has 21 results for 22 columns"),
    ("tables/hex_terrain.csv", "Rough,9", "Rough,nine", "tables/hex_terrain.csv, row Rough, field stack: 'nine' is no whole number"),
    ("forts.csv", "\nevegnee,", "\nbarchon,", "forts.csv, row barchon, field fort: barchon is there twice"),
    ("forts.csv", "Evegnée,V35", "Evegnée,V36", "forts.csv, row evegnee, field hex: V36 is no hex of the camp"),
    ("forts.csv", "Evegnée,V35,concrete", "Evegnée,V35,brick", "forts.csv, row evegnee, field class: 'brick' is not one of"),
    ("hexes.csv", "\nV36,Broken", "\nV36,Swamp", "hexes.csv, row V36, field terrain: 'Swamp' is not one of"),
    ("hexes.csv", "\nV36,Broken", "\nV3,Broken", "hexes.csv, row V3, field hex: 'V3' is no hex"),
    ("hexes.csv", "\nV36,Broken", "\nV35,Broken", "hexes.csv, row V35, field hex: V35 is there twice"),
    ("hexes.csv", "\nV36,Broken,Visé,,,", "\nV36,Broken,Visé,,yes,", "hexes.csv, row V36, field camp: a hex of the camp has a fort"),
    ("hexsides.csv", "V36|W36,", "V36|X36,", "hexsides.csv, row V36|X36, field hexside: a hexside is two hexes"),
    ("hexsides.csv", "V36|W36,", "W35|V36,", "hexsides.csv, row W35|V36, field hexside: the same hexside is there twice"),
    ("units.csv", "INF,B,3,12/10/8", "INF,B,3,12/10", "units.csv, row ge_34_ib, field cab: 2 ratings for 3 steps"),
    ("units.csv", "INF,B,3,12/10/8", "INF,B,3,10/12/8", "units.csv, row ge_34_ib, field cab: a rating rises with losses"),
    ("units.csv", "\nge_27_ib,", "\nge_34_ib,", "units.csv, row ge_34_ib, field unit: ge_34_ib is there twice"),
    ("units.csv", "HAR,,1,", "HAR,,2,", "units.csv, row ge_ii_fussa_9, field steps: HAR has at most 1"),
    ("tables/figures.csv", "\nflank,-10,", "\nflanks,-10,", "tables/figures.csv, row flanks, field figure: 'flanks' is not one of"),
    ("tables/figures.csv", "\nflank,-10,9.4.8", "", "tables/figures.csv, row flank: the figure is missing"),
    ("tables/figures.csv", "\nflank,-10,", "\nflank,--10,", "tables/figures.csv, row flank, field value: '-10' is no whole number"),
    ("tables/combat_terrain.csv", "\nRough from Rough,Rough,Rough,9,20", "", "tables/combat_terrain.csv, row Rough from Rough: the pair"),
    ("tables/works.csv", "\nAllied fieldworks,fieldworks,be,12,", "\nAllied fieldworks,fieldworks,be,9,", "tables/works.csv, row Allied fieldworks, field cbf: 9 is below 10"),
    ("tables/works.csv", "\nGerman fieldworks,fieldworks,ge", "\nGerman fieldworks,fieldworks,be", "tables/works.csv, row fieldworks of ge: the works are missing"),
    ("works.csv", "\nX35,strengthened", "\nX35,walls", "works.csv, row X35, field printed: 'walls' is not one of"),
    ("marks.csv", "\nbe_dc,", "\nbe_cd,", "marks.csv, row be_cd, field unit: 'be_cd' is not one of"),
    ("scenarios.toml", 'breach = ["V35", "W34"]', 'breach = ["V99"]', "scenarios.toml, row night, field breach: 'V99' is no hex of the map"),
    ("scenarios.toml", "digs = 3", "digs = -3", "scenarios.toml, row night, field digs: -3 is not a whole number"),
    ("arrivals_night.csv", "ge_34_ib,2,V36", "ge_34_ib,2,V99", "arrivals_night.csv, row ge_34_ib, field hex: 'V99' is no hex of the map"),
    ("arrivals_night.csv", "ge_34_ib,2,V36", "ge_34_ib,2,", "arrivals_night.csv, row ge_34_ib, field hex: '' is no hex of the map"),
    ("arrivals_night.csv", "ge_34_ib,2,V36", "ge_34_ib,2,V37", "arrivals_night.csv, row ge_34_ib, field hex: V37 is closed"),
    ("arrivals_night.csv", "ge_34_ib,2,V36", "ge_34_ib,5,V36", "arrivals_night.csv, row ge_34_ib, field turn: the scenario ends"),
    ("arrivals_night.csv", "ge_34_ib,2,V36", "ge_35_ib,2,V36", "arrivals_night.csv, row ge_35_ib, field unit: 'ge_35_ib' is not one of"),
    ("arrivals_night.csv", "ge_27_ib,2,", "ge_34_ib,2,", "arrivals_night.csv, row ge_34_ib, field unit: ge_34_ib is there twice"),
    ("arrivals_night.csv", "ge_34_ib,2,V36,", "ge_34_ib,2,V36,FIP", "arrivals_night.csv, row ge_34_ib, field in: siege artillery alone"),
    ("scenarios.toml", "front = 1", "front = 2", "scenarios.toml, row night, field front: 2 is not 1, 3 or 6"),
    ("scenarios.toml", "last = 4", "last = 1", "scenarios.toml, row night, field last: 1 is not a game turn from the first on"),
    ("scenarios.toml", '"siege"', '"night"', "scenarios.toml, row night, field name: two scenarios have this name"),
    ("scenarios.toml", "first = 2", "first = ", "scenarios.toml: not readable as TOML"),
    ("scenarios.toml", "arrivals_night.csv", "arrivals_none.csv", "arrivals_none.csv: the file is missing"),
    ("scenarios.toml", "rain = []", 'rain = ["3"]', "scenarios.toml, row night, field rain: ['3'] is not a list of turns"),
    ("scenarios.toml", 'city = ["W35"]', 'city = ["W99"]', "scenarios.toml, row night, field city: 'W99' is no hex of the map"),
    ("scenarios.toml", "fallen = []", 'fallen = ["loncon"]', "scenarios.toml, row night, field fallen: 'loncon' is no fort of the map"),
    ("scenarios.toml", "leave_from = 4", "leave_from = 9", "scenarios.toml, row siege, field leave_from: 9 is not a game turn"),
    ("scenarios.toml", "fog = false", 'fog = "no"', "scenarios.toml, row night, field fog: 'no' is not true or false"),
    ("scenarios.toml", "front = 1", "front = 3", "points_night.csv, row win_3: the row is missing"),
    ("points_night.csv", "\nfort,5,", "\nforts,5,", "points_night.csv, row forts, field param: 'forts' is not one of"),
    ("points_night.csv", "\nfort,5,", "\ncity,3,", "points_night.csv, row city, field param: city is there twice"),
    ("points_night.csv", "\nfort,5,German: each fort destroyed", "", "points_night.csv, row fort: the row is missing"),
    ("points_night.csv", "\nfort,5,", "\nfort,-3,", "points_night.csv, row fort, field value: '-3' is no number of points"),
    ("points_siege.csv", "saved_step,0.5,", "saved_step,.,", "points_siege.csv, row saved_step, field value: '.' is no number of points"),
    ("points_siege.csv", "draw_1,1,", "draw_1,12,", "points_siege.csv, row draw_1, field value: 12 is more than the 2 that win"),
    ("tables/drives.csv", "\naustrian,5,", "\nsteam,5,", "tables/drives.csv, row steam, field drive: 'steam' is not one of"),
    ("railway.csv", "T36|U35,", "T36|V35,", "railway.csv, row T36|V35, field track: a track joins two hexes"),
    ("railway_ends.csv", "S36,ge,0,", "S39,ge,0,", "railway_ends.csv, row S39, field hex: 'S39' is no hex of the map"),
    ("railway_ends.csv", "S36,ge,0,", "S36,us,0,", "railway_ends.csv, row S36, field side: 'us' is not one of"),
    ("commands.csv", "\nbe_hq_leman,8,,1,,,reconstructed", "", "commands.csv, row be_hq_leman, field unit: the headquarters has no row"),
    ("commands.csv", "ge_hq_2_aok,8,5,2,,,", "ge_hq_2_aok,8,9,2,,,", "commands.csv, row ge_hq_2_aok, field reduced: 9 is more than the range of 8"),
    ("commands.csv", "ge_hq_2_aok,8,5,2,,,", "ge_hq_2_aok,8,5,2,X AK,,", "commands.csv, row ge_hq_2_aok, field corps: ge_hq_2_aok is a headquarters"),
    ("commands.csv", "ge_19_id,,,,X AK,army", "ge_19_id,,,,X AK,navy", "commands.csv, row ge_19_id, field kind: 'navy' is not one of"),
    ("tables/lines.csv", "\nline,100,", "\nlines,100,", "tables/lines.csv, row lines, field figure: 'lines' is not one of"),
    ("tables/lines.csv", "\nline,100,13.1.4", "", "tables/lines.csv, row line: the row is missing"),
    ("tables/lines.csv", "\nline,100,", "\nline,long,", "tables/lines.csv, row line, field value: 'long' is no whole number"),
    ("maubeuge/forts.csv", "\nsarts,", "\nleveau,", "forts.csv, row leveau, field fort: leveau is there twice"),
    ("maubeuge/arrivals.csv", "ge_26_ib,17,AL31", "ge_26_ib,17,AM31", "arrivals.csv, row ge_26_ib, field hex: 'AM31' is no hex of the map"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "written", "instead", "refusal"), FAULTS, ids=[row[3][:60] for row in FAULTS])
def test_a_wrong_fact_is_refused_with_file_and_row(
    tmp_path: Path, file: str, written: str, instead: str, refusal: str
) -> None:
    folder = tmp_path / "liege"
    shutil.copytree(SHIPPED, folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert written in text
    path.write_text(text.replace(written, instead, 1), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load(folder / "maubeuge" if file.startswith("maubeuge") else folder, folder)
    assert str(caught.value).startswith(refusal)


def test_reconstructed_data_are_declared_once() -> None:
    """Map, counters and the three result tables are ours: one data file says so, and it names the game."""
    files = [
        path for path in SHIPPED.rglob("*") if path.is_file() and "are our\n# reconstruction" in path.read_text("utf-8")
    ]
    assert [path.parent.name for path in files if path.name == "scenarios.toml"] == ["liege"] * len(files)
    assert len(files) == 1
    assert files[0].read_text("utf-8").startswith("# Liège 1914")
