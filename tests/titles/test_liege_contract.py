"""Liège 1914 keeps the contract of titles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from bot.table.reply import PictureRef
from bot.titles.base import PLAIN
from bot.titles.liege.narration.dice_reports import ADAPTERS
from bot.titles.liege.title import TITLE
from bot.titles.testing import Contract, contract
from bot.titles.testing.contract import Case
from engine.core.frames import Decision
from engine.core.game import Game
from engine.liege.system import FRAMES
from renderer.liege import sample_reports
from tests.titles.liege_twins import PAIRS, played


def _of(kind: str, **args: object) -> PictureRef:
    return PictureRef(kind=kind, game="g", number=0, args=args)


def _report(kind: str, report: object) -> PictureRef:
    return _of(kind, report=ADAPTERS[kind].dump_python(report, mode="json"))


#: Pictures that a random game need not show.
MORE = (
    _of("camp"), _of("stack", hex="V35"), _of("turn", turn=2), _of("puzzle", puzzle=TITLE.puzzles.all[0].name),
    _report("barrage", sample_reports.fort_barrage()), _report("assault", sample_reports.assault()),
    _report("combat", sample_reports.combat()),
)  # fmt: skip


class TestLiege(Contract):
    title = TITLE
    length = 200
    more = MORE
    secret_pictures = ("camp", "board")

    def twins(self, case: Case) -> Iterator[tuple[Game[Any], Game[Any], int]]:
        """Sieges in which other units came hidden to the same hexes."""
        if case.name == "siege":
            yield from ((played(*one), played(*other), side) for one, other, side in PAIRS)


@pytest.mark.parametrize("options", [{"scenario": "night", "fog": "on"}, {"scenario": "siege", "fog": "off"}], ids=str)
def test_a_random_game_is_played_with_fog_and_without(options: dict[str, Any]) -> None:
    """The options that are not usual: what is offered is carried out, and what happens is told."""
    case = Case(str(options), TITLE, partial(TITLE.system, options), options=options, length=120)
    played = contract.play(case)
    contract.check_told(TITLE, played)
    contract.check_agreement(case, played)


def test_every_kind_of_decision_has_a_face_of_its_own() -> None:
    kinds = {frame.kind for frame in FRAMES if issubclass(frame, Decision)}
    assert [kind for kind in kinds if TITLE.face(kind) == PLAIN] == []
