from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from engine.pog.content import AP, CP, Content, load_content
from tests.content.support import FACTS


def golden(names: list[str]) -> str:
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def test_content_is_loaded_once() -> None:
    assert load_content() is load_content()


def test_counts_are_the_printed_ones(content: Content) -> None:
    assert sum(space.kind == "map" for space in content.spaces) == 281
    assert len(content.spaces) == 289
    assert len(content.connections) == 476
    assert sum(line.dashed for line in content.connections) == 24
    assert len(content.units) == 193
    assert sum(unit.army for unit in content.units) == 67
    printed = [card for card in content.cards if not card.added]
    assert len(printed) == 130
    assert sum(card.optional for card in printed) == 20
    assert len(content.setup) == 106
    assert len(content.entries) == 49
    assert len(content.turns) == 20


def test_ids_are_positions(content: Content) -> None:
    for records, names in (
        (content.spaces, content.space_by_name),
        (content.units, content.unit_by_name),
        (content.cards, content.card_by_name),
    ):
        assert [record.id for record in records] == list(range(len(records)))
        assert names == {record.name: record.id for record in records}


def test_boxes_follow_the_map(content: Content) -> None:
    assert {space.kind for space in content.spaces[:281]} == {"map"}
    assert [space.name for space in content.spaces[281:]] == [
        "ap_reserve_box",
        "cp_reserve_box",
        "ap_eliminated_box",
        "cp_eliminated_box",
        "ap_permanently_eliminated",
        "cp_permanently_eliminated",
        "ap_not_in_play",
        "cp_not_in_play",
    ]


def test_the_order_of_rows_never_changes(content: Content) -> None:
    """Saved games hold ids, and an id is the place of a row: new rows go to the end, where these sums ignore them."""
    assert golden([space.name for space in content.spaces[:289]]) == GOLDEN_SPACES
    assert golden([unit.name for unit in content.units[:193]]) == GOLDEN_UNITS
    assert golden([card.name for card in content.cards[:130]]) == GOLDEN_CARDS


GOLDEN_SPACES = "df1084bd3174b6160a551b7460f460dcf0d9ed5240f31764631b994416791528"
GOLDEN_UNITS = "0eee49662227ea599b0ba274bbd42d826f99b61ed0ec3d0493457e1a318aacaf"
GOLDEN_CARDS = "c8ec404906a1f27f01baec2791d241d0f9960dce1c5bfeb6c1293d946586731a"


def test_digest_follows_the_facts(content: Content, tmp_path: Path) -> None:
    for file in FACTS.glob("*.toml"):
        shutil.copy(file, tmp_path)
    shutil.copytree(FACTS / "starts", tmp_path / "starts")
    assert load_content(tmp_path).digest == content.digest
    other = tmp_path / "other"
    shutil.copytree(tmp_path, other)
    cards = other / "cards.toml"
    cards.write_text(
        cards.read_text(encoding="utf-8").replace('title = "Moltke"', 'title = "Moltke I"'), encoding="utf-8"
    )
    assert load_content(other).digest != content.digest
    third = tmp_path / "third"
    shutil.copytree(other, third)
    start = third / "starts" / "summer_1916.toml"
    start.write_text(start.read_text(encoding="utf-8").replace("ge = 6", "ge = 7"), encoding="utf-8")
    assert load_content(third).digest != load_content(other).digest
    assert len(content.digest) == 64


def test_connections_run_from_the_lower_id(content: Content) -> None:
    assert all(line.a < line.b < 281 for line in content.connections)
    assert len({(line.a, line.b) for line in content.connections}) == 476
    assert all(line.dashed == bool(line.nations) for line in content.connections)


def test_sides_are_integers(content: Content) -> None:
    london = content.spaces[content.space_by_name["london"]]
    assert (london.printed_side, london.start_control, london.port) == (AP, AP, AP)
    sofia = content.spaces[content.space_by_name["sofia"]]
    assert (sofia.printed_side, sofia.start_control, sofia.port) == (CP, None, None)
