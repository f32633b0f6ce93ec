from __future__ import annotations

from engine.pog.content import AP, CP, Content
from engine.pog.content.records import Space


def space(content: Content, name: str) -> Space:
    return content.spaces[content.space_by_name[name]]


def names(content: Content, ids: set[int]) -> set[str]:
    return {content.spaces[number].name for number in ids}


def neighbours(content: Content, name: str, *, dashed: bool) -> set[str]:
    number = content.space_by_name[name]
    lines = [line for line in content.connections if number in {line.a, line.b} and line.dashed == dashed]
    return names(content, {line.a + line.b - number for line in lines})


def test_spaces_printed_on_both_maps_play_as_near_east(content: Content) -> None:
    """Constantinople and Bursa are printed twice and count as Near East for all rules."""
    assert {s.name for s in content.spaces if s.map == "both"} == {"constantinople", "bursa"}
    assert space(content, "constantinople").near_east
    assert not space(content, "gallipoli").near_east


def test_liege(content: Content) -> None:
    liege = space(content, "liege")
    assert (liege.title, liege.nation, liege.fort, liege.terrain, liege.start_control) == (
        "Liege",
        "be",
        3,
        "clear",
        AP,
    )
    assert neighbours(content, "liege", dashed=False) == {"aachen", "brussels", "koblenz", "sedan"}


def test_map_edge_boxes(content: Content) -> None:
    boxes = {s.name for s in content.spaces if s.edge_box}
    assert boxes == {"reval", "petrograd", "moscow", "kharkov", "caucasus"}


def test_beaches_are_reached_by_one_dashed_line_for_all(content: Content) -> None:
    """9.5.3.5: each beach joins one Turkish space, and only while it holds the beachhead marker."""
    beaches = [s for s in content.spaces if s.beach]
    assert {b.name: neighbours(content, b.name, dashed=True) for b in beaches} == {
        "mef_1": {"gallipoli"},
        "mef_2": {"cana_kale"},
        "mef_3": {"izmir"},
        "mef_4": {"adana"},
    }
    assert all(not neighbours(content, b.name, dashed=False) and b.start_control is None for b in beaches)


def test_victory_spaces_of_the_historical_scenario(content: Content) -> None:
    """5.7.2.2 and 5.7.2.3: five spaces lose the mark and five gain it."""
    base = {s.name for s in content.spaces if s.vp_base}
    historical = {s.name for s in content.spaces if s.vp_historical}
    assert base - historical == {"ahwaz", "venice", "minsk", "jerusalem", "kharput"}
    assert historical - base == {"kovno", "sedan", "amiens", "koblenz", "aachen"}


def test_russian_victory_spaces_are_seven_and_baku(content: Content) -> None:
    """16.4: seven VP spaces in European Russia, and Baku as the eighth."""
    for flag in ("vp_base", "vp_historical"):
        russian = {s.name for s in content.spaces if getattr(s, flag) and s.nation == "ru"}
        assert len(russian) == 8
        assert "baku" in russian


def test_capitals(content: Content) -> None:
    capitals = {s.name: s.capital_of for s in content.spaces if s.capital_of}
    assert {name for name, nation in capitals.items() if nation == "ah"} == {"vienna", "budapest"}
    assert capitals["paris"] == "fr"
    assert "ru" not in capitals.values()
    assert "us" not in capitals.values()


def test_supply_sources(content: Content) -> None:
    """14.1: CP trace to four spaces, Serbians in Salonika to it alone."""
    assert {s.name for s in content.spaces if "cp" in s.sources} == {"essen", "breslau", "sofia", "constantinople"}
    assert {s.name for s in content.spaces if "sb" in s.sources and "ru" not in s.sources} == {"salonika"}
    assert space(content, "london").sources == {"be", "br", "fr", "gr", "it", "mn", "us"}


def test_ports_have_one_possible_user(content: Content) -> None:
    assert space(content, "calais").port == AP
    assert space(content, "riga").port == CP
    assert space(content, "odessa").port is None
    assert space(content, "constantinople").port == AP


def test_neutral_nations_at_the_start(content: Content) -> None:
    neutral = {s.nation for s in content.spaces if s.start_control is None}
    assert neutral == {"it", "ro", "bu", "gr", "tu", "pe", "none"}
    assert all(s.nation in neutral for s in content.spaces[:281] if s.start_control is None)
    assert space(content, "libya").start_control == CP
