"""Gallery of every kind of Liège 1914 picture, from made-up positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from renderer.kit.colours import SETS
from renderer.kit.page import Shown
from renderer.kit.requests import of_view_alone
from renderer.liege import (
    AssaultPicture,
    BarragePicture,
    CampCloseUp,
    CombatPicture,
    LiegeRequest,
    LiegeTheatre,
    StackCard,
    replay,
    sample_reports,
    timed_draw,
)
from renderer.liege.samples import fire_marks, maubeuge_view, opening_view, sample_course, sample_view
from renderer.liege.view import DrawnPosition


def requests() -> Iterator[tuple[str, LiegeRequest]]:
    """Yield every kind of picture with a name, in every colour set."""
    yield from plain_requests()
    for palette in SETS:
        for name, request in plain_requests() if palette != "standard" else ():
            yield f"{palette}-{name}", replace(request, palette=palette)


def plain_requests() -> Iterator[tuple[str, LiegeRequest]]:
    """Yield every kind of picture in the standard colours."""
    yield "liege-theatre", LiegeTheatre(opening_view())
    yield "liege-theatre-lively", LiegeTheatre(sample_view())
    yield "liege-camp", CampCloseUp(sample_view(), fire_marks())
    yield "liege-camp-maubeuge", CampCloseUp(maubeuge_view())
    yield "liege-camp-fog", CampCloseUp(sample_view(fog=True, viewer=1))
    yield from _reports()
    yield from _of_view_alone()


def _reports() -> Iterator[tuple[str, LiegeRequest]]:
    """Yield stacks, dice, turns and ends."""
    view, hex_of = sample_view(), sample_view().facts.hex_of
    yield "liege-stack", StackCard(view, hex_of("U35"))
    yield "liege-stack-camp", StackCard(view, hex_of("V35"))
    yield "liege-stack-hidden", StackCard(sample_view(fog=True, viewer=1), hex_of("U35"))
    yield "liege-barrage-fort", BarragePicture(view, sample_reports.fort_barrage())
    yield "liege-barrage-chances", BarragePicture(view, sample_reports.fort_barrage(thrown=False))
    yield "liege-barrage-units", BarragePicture(view, sample_reports.unit_barrage())
    yield "liege-assault", AssaultPicture(view, sample_reports.assault())
    yield "liege-assault-chances", AssaultPicture(view, sample_reports.assault(thrown=False))
    yield "liege-combat", CombatPicture(view, sample_reports.combat())
    yield "liege-combat-chances", CombatPicture(view, sample_reports.combat(thrown=False))
    yield "liege-turn", sample_reports.turn()
    yield "liege-end", sample_reports.end()
    yield "liege-puzzle", sample_reports.puzzle()


def _of_view_alone() -> Iterator[tuple[str, LiegeRequest]]:
    """Yield every other kind that needs nothing but a view."""
    for kind in of_view_alone(get_args(LiegeRequest)):
        if kind is not LiegeTheatre and kind is not CampCloseUp:
            yield f"liege-{kind.__name__.lower()}", kind(sample_view())


def frames() -> Iterator[tuple[DrawnPosition, str]]:
    """Yield the positions of a replay with their captions."""
    yield opening_view(), "4 and 5 August: the Germans cross the border"
    yield from sample_course()


def shown() -> Iterator[Shown]:
    """Yield all of them, drawn now."""
    for kind in ("webp", "gif"):
        yield Shown(f"liege-replay-{kind}", replay(frames(), kind)[0], "animated")
    for name, request in requests():
        picture, compose_ms, encode_ms = timed_draw(request)
        yield Shown(name, picture, f"compose {compose_ms:.0f} ms, encode {encode_ms:.0f} ms")


__all__ = ["plain_requests", "requests", "shown"]
