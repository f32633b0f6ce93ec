"""Stored values: versions, damage, snapshots."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal

import pytest

from bot.storage import GameHeader, StorageError, models, outbox_models, snapshot
from bot.storage.models import GameSettings, Seat, Seats, Stored
from bot.storage.snapshot import Snapshot
from bot.table.reply import PictureRef
from tests.storage.support import header


def test_every_stored_model_carries_its_version() -> None:
    named = [value for module in (models, outbox_models, snapshot) for value in vars(module).values()]
    stored = {model for model in named if isinstance(model, type) and issubclass(model, Stored)} - {Stored}
    assert len(stored) >= 11
    for model in stored:
        field = model.model_fields["v"]
        assert field.default == model.version() >= 1


def test_a_value_survives_storing() -> None:
    head = header(result={"winner": "ap", "vp": 3}, seed="secret")
    assert GameHeader.parse(head.dump(), "header") == head
    assert "secret" not in repr(head)


def test_an_unknown_version_is_refused_with_a_sentence() -> None:
    later = json.dumps({**json.loads(header().dump()), "v": 7})
    with pytest.raises(
        StorageError, match=r"^The stored header of game x has version 7, but this Feldpost reads version 4."
    ):
        GameHeader.parse(later, "header of game x")


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ("{", "is damaged: it is not JSON"),
        ("\xff", "is damaged: it is not JSON"),
        ("[1]", "is damaged: it is not a JSON object"),
        ("{}", "has version None"),
        ('{"v": 1, "holders": {"ap": {"user": "x"}}}', r"is damaged at holders\.ap\.name: Field required"),
        ('{"v": 1, "holder": {}}', "is damaged at holder: Extra inputs"),
    ],
)
def test_a_damaged_value_is_refused_with_a_sentence(raw: str, says: str) -> None:
    with pytest.raises(StorageError, match=says):
        Seats.parse(raw, "seats of game x")


@pytest.mark.parametrize("version", [1, 2])
def test_a_game_of_an_older_version_is_one_of_paths_of_glory(version: int) -> None:
    now = json.loads(header().dump())
    assert now["v"] == 4
    old = {name: value for name, value in now.items() if name not in ("title", "league")} | {"v": version}
    assert GameHeader.parse(json.dumps(old), "header").title == "pog"
    assert GameHeader.parse(json.dumps({k: v for k, v in now.items() if k != "lesson"}), "header").lesson == ""
    with pytest.raises(StorageError, match="is damaged at title: Field required"):
        GameHeader.parse(json.dumps({**old, "v": 3}), "header")


@pytest.mark.parametrize("version", [1, 2])
def test_settings_of_the_first_format_have_fields_of_their_own(version: int) -> None:
    parts = {
        "memory": {"followers": ["x"]}, "clock": {"speed": "fast"}, "standing": {"orders": {}}, "warnings": {"unread": []},
        "seen": {"counts": []}, "open_seats": ["ap"], "master_log": [{"by": "x"}],
    }  # fmt: skip
    old = {"v": version, "palette": "dark", "language": "en", "extra": {**parts, "weather": {"rain": 1}}}
    found = GameSettings.parse(json.dumps(old), "settings")
    assert json.loads(found.dump()) == {
        "v": 3, "palette": "dark", "language": "en", **parts, "title_data": {"weather": {"rain": 1}},
        "advice": False, "teaching": False, "lesson": {}, "puzzle": {},
    }  # fmt: skip
    assert GameSettings.parse(json.dumps({"v": version}), "settings") == GameSettings()
    assert found.on("web").followers() == ["web:x"]
    assert found.on("web").master_log == [{"by": "web:x"}]
    with pytest.raises(StorageError, match="is damaged at extra"):
        GameSettings.parse(json.dumps({"v": version, "extra": 7}), "settings")
    with pytest.raises(StorageError, match="is damaged at extra"):
        GameSettings.parse(json.dumps({"v": 3, "extra": {}}), "settings")


def test_an_old_version_walks_through_its_upgrades() -> None:
    class Third(Stored):
        upgrades: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {
            1: lambda data: {"v": 2, "pace": data["speed"]},
            2: lambda data: {"v": 3, "pace": data["pace"], "unit": "days"},
        }
        v: Literal[3] = 3
        pace: int
        unit: str

    assert Third.parse('{"v": 1, "speed": 4}', "thing") == Third(pace=4, unit="days")
    with pytest.raises(StorageError, match="has version 4"):
        Third.parse('{"v": 4}', "thing")


def test_a_snapshot_is_packed_and_says_its_version_in_plain_text() -> None:
    text = json.dumps([{"unit": f"ge {i} army", "space": "liege"} for i in range(100)])
    raw = Snapshot(number=12, text=text).pack()
    assert len(raw) < len(text) / 5
    assert json.loads(raw.split(b"\n")[0]) == {"v": 1, "number": 12, "coding": "zlib"}
    back = Snapshot.unpack(raw, "snapshot")
    assert (back.number, back.text) == (12, text)


def test_a_tiny_snapshot_is_not_made_longer_by_packing() -> None:
    raw = Snapshot(number=0, text="{}").pack()
    assert raw.endswith(b"\n{}")
    assert Snapshot.unpack(raw, "snapshot").text == "{}"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda raw: raw[:-5], "can't be unpacked"),
        (lambda raw: raw.replace(b'"v":1', b'"v":2'), "has version 2"),
        (lambda raw: raw.replace(b'"zlib"', b'"zstd"'), "damaged at coding"),
    ],
)
def test_a_damaged_snapshot_is_refused_with_a_sentence(change: Callable[[bytes], bytes], says: str) -> None:
    raw = Snapshot(number=1, text="x" * 200).pack()
    with pytest.raises(StorageError, match=says):
        Snapshot.unpack(change(raw), "snapshot of game x")


def test_one_user_may_hold_two_sides() -> None:
    both = Seat(user="u1", name="Foch")
    seats = Seats(holders={"ap": both, "cp": both})
    assert seats.sides_of("u1") == ["ap", "cp"]
    assert seats.sides_of("u2") == []
    assert seats.users() == {"u1"}


def test_a_picture_of_one_seat_that_an_older_version_stored_is_private() -> None:
    """It had its privacy by its kind and its viewer; waiting posts keep their kinds."""
    stored = {"kind": "hand", "game": "abc", "number": 7, "viewer": 1, "args": {"playable": [3]}}
    assert PictureRef.model_validate(stored).private
    assert not PictureRef.model_validate({**stored, "kind": "closeup", "viewer": None}).private
    assert PictureRef.model_validate({**stored, "viewer": None, "private": True}).private
