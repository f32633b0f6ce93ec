"""Every kind of picture is measured, against the bare encoding of what it shows."""

from __future__ import annotations

from typing import get_args

import pytest

from benchmarks import picture_kinds, render
from renderer.league.views import View
from renderer.liege import LiegeRequest, StackCard
from renderer.liege.gallery import plain_requests
from renderer.pog.requests import Joined, PictureRequest


def test_every_kind_of_request_has_a_row() -> None:
    assert {kind for kind, _ in picture_kinds.KINDS.values()} == {*get_args(PictureRequest), Joined}


def test_a_kind_without_a_row_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Panorama:
        """A new kind."""

    monkeypatch.setattr(picture_kinds, "known", lambda: {*get_args(PictureRequest), Joined, Panorama})
    with pytest.raises(ValueError, match="not measured: Panorama"):
        picture_kinds.wanted(render.positions(1)[0])


def test_every_kind_of_a_league_has_a_row_or_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {type(view) for _, view in picture_kinds.of_leagues()} == set(get_args(View))
    monkeypatch.delitem(picture_kinds.LEAGUE, "league_poster")
    with pytest.raises(ValueError, match="not measured: Poster"):
        picture_kinds.of_leagues()


def test_every_kind_of_liege_has_a_row_or_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {type(request) for _, request in picture_kinds.of_liege()} == set(get_args(LiegeRequest))
    kept = [one for one in plain_requests() if not isinstance(one[1], StackCard)]
    monkeypatch.setattr(picture_kinds, "plain_requests", lambda: kept)
    with pytest.raises(ValueError, match="not measured: StackCard"):
        picture_kinds.of_liege()


@pytest.mark.slow
def test_a_position_gives_figures_of_every_kind() -> None:
    found = render.measure(1)
    assert set(picture_kinds.KINDS) - {"battle"} <= set(found)
    assert "replay" in found
    assert set(picture_kinds.LEAGUE) <= set(found)
    assert found["positions"] == 1
    liege = {name for name, _ in picture_kinds.of_liege()}
    assert liege <= set(found)
    assert all(found[name]["bytes_max"] <= 150_000 for name in liege)
    for name in ("control", "front", "overview", "pile", "summary", "end", "joined"):
        row = found[name]
        assert row["total_ms"] > row["bare_encode_ms"] * 0.1 > 0
        assert row["ratio"] > 0
        assert row["ratio_as_png"] > 1
    assert all(found[name]["bytes_max"] <= 500_000 for name in ("overview", "supply", "control", "front", "threats"))
