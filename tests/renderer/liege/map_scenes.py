"""Scenes of the maps that are looked at, and what is stamped in them."""

from __future__ import annotations

import pytest

from engine.liege.facts import ALLIED
from renderer.kit.scene import Scene, Stamp
from renderer.liege import CampCloseUp, LiegeRequest, LiegeTheatre
from renderer.liege.pictures import scenes_of
from renderer.liege.samples import fire_marks, maubeuge_view, opening_view, sample_view

REQUESTS: dict[str, LiegeRequest] = {
    "opening": LiegeTheatre(opening_view()),
    "theatre": LiegeTheatre(sample_view()),
    "camp": CampCloseUp(sample_view(), fire_marks()),
    "maubeuge": CampCloseUp(maubeuge_view()),
    "small": LiegeTheatre(maubeuge_view()),
    "fog": CampCloseUp(sample_view(fog=True, viewer=ALLIED)),
}
every = pytest.mark.parametrize("name", REQUESTS)


def scene_of(request: LiegeRequest) -> Scene:
    return scenes_of(request)[0]


def middle(stamp: Stamp) -> tuple[float, float]:
    return (stamp.box[0] + stamp.box[2]) / 2, (stamp.box[1] + stamp.box[3]) / 2
