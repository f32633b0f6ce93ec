"""Rendering of picture references for Liège 1914: builds the viewer's view and the request for the renderer.

This runs in drawing workers; no other player's view is built there, and no dice are rolled.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, Literal

from bot.table.reply import PictureRef
from bot.titles.liege.chronicle import LiegeChronicle, system_of
from bot.titles.liege.dice_reports import ADAPTERS
from bot.titles.liege.drawn_views import drawn
from bot.titles.liege.map_marks import marks_of
from bot.titles.pictures import Job, Pictures, Shelf
from engine.core.chance import FirstChance, RecordedChance
from engine.core.game import Game
from engine.core.record import Entry
from engine.liege.barrage import cannot_be_bombarded, cannot_bombard
from engine.liege.puzzles import load_barrage_puzzles, puzzle_position
from renderer.liege import (
    AssaultPicture,
    BarragePicture,
    CampCloseUp,
    CombatPicture,
    LiegeJoined,
    LiegeRequest,
    LiegeTheatre,
    PuzzlePicture,
    StackCard,
    draw,
    replay,
    warm,
)
from renderer.liege.view import DrawnPosition

Needs = Literal["nothing", "position", "record"]
#: Size in px reserved for each kind of picture before the first is drawn.
ROOMS: Final[Mapping[str, tuple[int, int]]] = {
    "board": (828, 970), "camp": (782, 888), "stack": (720, 760), "barrage": (720, 790), "assault": (720, 850), "combat": (720, 1200),
    "turn": (720, 800), "end": (720, 1400), "puzzle": (720, 850), "replay": (828, 970), "joined": (782, 1700), "opening": (828, 970),
}  # fmt: skip
#: The page slot that each kind of picture is kept in.
SHELVES: Final[Mapping[str, Shelf]] = {"board": Shelf("overview", "whole"), "camp": Shelf("near", "part")}
#: Pictures that show how a position came about need its record; the others its snapshot, or nothing.
_NEEDS: Final[Mapping[str, Needs]] = {
    "turn": "record", "end": "record", "replay": "record", "opening": "nothing", "puzzle": "nothing",
}  # fmt: skip
_REPORTS: Final[Mapping[str, Callable[..., LiegeRequest]]] = {
    "barrage": BarragePicture, "assault": AssaultPicture, "combat": CombatPicture,
}  # fmt: skip


class LiegePictures:
    """The pictures of Liège 1914."""

    @property
    def rooms(self) -> Mapping[str, tuple[int, int]]:
        """All kinds, with their sizes."""
        return ROOMS

    @property
    def shelves(self) -> Mapping[str, Shelf]:
        """The whole map and the close-up."""
        return SHELVES

    def needs(self, kind: str) -> Needs:
        """Return what a kind is drawn from."""
        return _NEEDS.get(kind, "position")

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Draw one picture; return bytes, MIME type and alt text. Raises ValueError for an invalid reference."""
        ref = PictureRef.model_validate_json(job.ref)
        if ref.kind not in ROOMS:
            raise ValueError(f"There is no picture of kind {ref.kind}.")
        if ref.kind == "replay":
            frames = LiegeChronicle(json.loads(job.options), job.entries).frames(_numbers(ref), ref.language)
            (picture,) = replay(frames, "gif" if job.plain else "webp", palette=ref.palette, language=ref.language)
        else:
            picture = draw(_picture_request(job, ref))
        return picture.data, picture.mime, picture.alt

    def load(self) -> None:
        """Load what every picture needs."""
        begun = Game.start(system_of({}), FirstChance())
        draw(LiegeTheatre(drawn(begun, None)))

    def beforehand(self) -> None:
        """Draw the map background, and render counters and forts in advance."""
        warm()


def _picture_request(job: Job, ref: PictureRef) -> LiegeRequest | LiegeJoined:
    """Return the request for the renderer; nothing else enters the picture."""
    options = json.loads(job.options)
    if ref.kind == "opening":
        return LiegeTheatre(
            drawn(Game.start(system_of(options), FirstChance()), None), palette=ref.palette, language=ref.language
        )
    if ref.kind == "puzzle":
        return replace(_puzzle(str(ref.args.get("puzzle"))), palette=ref.palette, language=ref.language)
    if _NEEDS.get(ref.kind) == "record":
        chronicle = LiegeChronicle(options, job.entries)
        if ref.kind == "end":
            return chronicle.end(ref.palette, ref.language)
        return chronicle.turn(_whole(ref, "turn"), ref.palette, ref.language)
    view = drawn(_game(job, options), ref.viewer)
    if ref.kind == "joined":
        parts = [part for part in _listed(ref.args.get("parts")) if isinstance(part, dict)]
        refs = [PictureRef.model_validate({**ref.model_dump(), "args": {}, **part}) for part in parts]
        return LiegeJoined(tuple(request_for(part, view) for part in refs))
    return request_for(ref, view)


def _game(job: Job, options: Mapping[str, Any]) -> Game[Any]:
    system = system_of(options)
    if job.snapshot is not None:
        return Game.restore(system, json.loads(job.snapshot), RecordedChance(()))
    return Game.replay(system, [Entry.load(entry) for entry in job.entries])


def request_for(ref: PictureRef, view: DrawnPosition) -> LiegeRequest:
    """Return the request for the renderer; raises ValueError if the arguments don't fit the kind."""
    try:
        return _request(ref, view)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"A picture of kind {ref.kind} needs other arguments than {sorted(ref.args)}.") from error


def _request(ref: PictureRef, view: DrawnPosition) -> LiegeRequest:
    request = _default_request(ref, view)
    return replace(request, palette=ref.palette, language=ref.language)


def _default_request(ref: PictureRef, view: DrawnPosition) -> LiegeRequest:
    """Return the request with default palette and language."""
    match ref.kind:
        case "board":
            return LiegeTheatre(view)
        case "camp":
            events: Any = _listed(ref.args.get("events"))
            marked = tuple(view.facts.hex_of(str(name)) for name in _listed(ref.args.get("hexes")))
            seat: Any = ref.args.get("seat", view.viewer)
            return CampCloseUp(replace(view, viewer=seat), replace(marks_of(view, events), hexes=marked))
        case "stack":
            return StackCard(view, view.facts.hex_of(str(ref.args["hex"])))
        case "barrage" | "assault" | "combat":
            dated = replace(view, turn=_whole(ref, "turn")) if "turn" in ref.args else view
            return _REPORTS[ref.kind](dated, ADAPTERS[ref.kind].validate_python(ref.args["report"]))
    raise ValueError(f"A picture of kind {ref.kind} is no part of another.")


def _puzzle(name: str) -> PuzzlePicture:
    """Return the guns and forts of a puzzle on the public map; raises ValueError for an unknown name."""
    puzzle = next((one for one in load_barrage_puzzles() if one.name == name), None)
    if puzzle is None:
        raise ValueError(f"There is no puzzle {name}.")
    game = puzzle_position(puzzle)
    view, state, facts = drawn(game, None), game.state, game.state.facts
    # All guns with any possible target, not just those of the best plan, so that the picture gives no hint.
    may = [
        (gun, fort)
        for gun in range(len(facts.units))
        for fort in range(len(facts.forts))
        if cannot_bombard(state, gun, fort) is None and cannot_be_bombarded(state, fort) is None
    ]
    return PuzzlePicture(view, tuple(sorted({gun for gun, _ in may})), tuple(sorted({fort for _, fort in may})))


def _whole(ref: PictureRef, name: str) -> int:
    return int(str(ref.args[name]))


def _numbers(ref: PictureRef) -> frozenset[int]:
    return frozenset(int(str(number)) for number in _listed(ref.args.get("entries")))


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


PICTURES: Final[Pictures] = LiegePictures()

__all__ = ["PICTURES", "ROOMS", "SHELVES", "LiegePictures", "request_for"]
