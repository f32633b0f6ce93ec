"""Liège 1914 keeps the contract of titles."""

from __future__ import annotations

from bot.titles.base import PLAIN
from bot.titles.liege.title import TITLE
from bot.titles.testing import Contract
from engine.core.frames import Decision
from engine.liege.system import FRAMES


class TestLiege(Contract):
    title = TITLE
    length = 200


def test_every_kind_of_decision_has_a_face_of_its_own() -> None:
    kinds = {frame.kind for frame in FRAMES if issubclass(frame, Decision)}
    assert [kind for kind in kinds if TITLE.face(kind) == PLAIN] == []
