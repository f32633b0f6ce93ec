"""Rendering of picture references for Liège 1914: builds the viewer's view and the request for the renderer.

This runs in drawing workers; no other player's view is built there, and no dice are rolled.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from typing_extensions import override

from bot.table.reply import PictureRef
from bot.titles.liege.chronicle import LiegeChronicle, system_of
from bot.titles.liege.drawn_views import drawn
from bot.titles.liege.map_marks import marks_of
from bot.titles.liege.narration.dice_reports import ADAPTERS
from bot.titles.pictures import DeclaredPictures, Job, PictureKind, Shelf
from engine.core.chance import FirstChance, RecordedChance
from engine.core.game import Game
from engine.core.record import Entry
from engine.liege.barrage import cannot_be_bombarded, cannot_bombard
from engine.liege.puzzles import load_barrage_puzzles, puzzle_position
from renderer.liege import LiegeJoined, LiegeRequest, draw, replay, requests, warm
from renderer.liege.view import DrawnPosition

_REPORTS: Final[Mapping[str, Callable[..., LiegeRequest]]] = {
    "barrage": requests.BarragePicture, "assault": requests.AssaultPicture, "combat": requests.CombatPicture,
}  # fmt: skip


class LiegePictures(DeclaredPictures[DrawnPosition, LiegeRequest]):
    """The pictures of Liège 1914."""

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Draw one picture; return bytes, MIME type and alt text. Raises ValueError for an invalid reference."""
        ref = PictureRef.model_validate_json(job.ref)
        if ref.kind == "replay":
            frames = LiegeChronicle(json.loads(job.options), job.entries).frames(
                frozenset(ref.numbers("entries")), ref.language
            )
            (picture,) = replay(frames, "gif" if job.plain else "webp", palette=ref.palette, language=ref.language)
        else:
            picture = draw(_picture_request(job, ref))
        return picture.data, picture.mime, picture.alt

    @override
    def load(self) -> None:
        """Load what every picture needs."""
        begun = Game.start(system_of({}), FirstChance())
        draw(requests.LiegeTheatre(drawn(begun, None)))

    @override
    def beforehand(self) -> None:
        """Draw the map background, and render counters and forts in advance."""
        warm()


def _picture_request(job: Job, ref: PictureRef) -> LiegeRequest | LiegeJoined:
    """Return the request for the renderer; nothing else enters the picture."""
    options = json.loads(job.options)
    if ref.kind == "opening":
        return requests.LiegeTheatre(
            drawn(Game.start(system_of(options), FirstChance()), None), palette=ref.palette, language=ref.language
        )
    if ref.kind == "puzzle":
        return replace(_puzzle(str(ref.args.get("puzzle"))), palette=ref.palette, language=ref.language)
    if PICTURES.kind(ref.kind).needs == "record":
        chronicle = LiegeChronicle(options, job.entries)
        if ref.kind == "end":
            return chronicle.end(ref.palette, ref.language)
        return chronicle.turn(ref.whole("turn"), ref.palette, ref.language)
    view = drawn(_game(job, options), ref.viewer)
    if ref.kind == "joined":
        return LiegeJoined(tuple(request_for(part, view) for part in ref.parts()))
    return request_for(ref, view)


def _game(job: Job, options: Mapping[str, Any]) -> Game[Any]:
    system = system_of(options)
    if job.snapshot is not None:
        return Game.restore(system, json.loads(job.snapshot), RecordedChance(()))
    return Game.replay(system, [Entry.load(entry) for entry in job.entries])


def request_for(ref: PictureRef, view: DrawnPosition) -> LiegeRequest:
    """Return the request for a picture of one view; raises ValueError if the arguments don't fit the kind."""
    return PICTURES.request_for(ref, view)


def _camp(view: DrawnPosition, ref: PictureRef) -> requests.CampCloseUp:
    """Return the request for the close-up of the camp, with the marks of some events."""
    events: Any = ref.listed("events")
    marked = tuple(view.facts.hex_of(str(name)) for name in ref.listed("hexes"))
    seat: Any = ref.args.get("seat", view.viewer)
    return requests.CampCloseUp(replace(view, viewer=seat), replace(marks_of(view, events), hexes=marked))


def _report(view: DrawnPosition, ref: PictureRef) -> LiegeRequest:
    """Return the request for the dice of a barrage, an assault or a combat."""
    dated = replace(view, turn=ref.whole("turn")) if "turn" in ref.args else view
    return _REPORTS[ref.kind](dated, ADAPTERS[ref.kind].validate_python(ref.args["report"]))


def _puzzle(name: str) -> requests.PuzzlePicture:
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
    return requests.PuzzlePicture(
        view, tuple(sorted({gun for gun, _ in may})), tuple(sorted({fort for _, fort in may}))
    )


_Kind = PictureKind[DrawnPosition, LiegeRequest]
#: All kinds of pictures.
KINDS: Final[Mapping[str, _Kind]] = {
    "board": _Kind((828, 970), lambda view, ref: requests.LiegeTheatre(view), Shelf("overview", "whole")),
    "camp": _Kind((782, 888), _camp, Shelf("near", "part")),
    "stack": _Kind((720, 760), lambda view, ref: requests.StackCard(view, view.facts.hex_of(str(ref.args["hex"])))),
    "barrage": _Kind((720, 790), _report),
    "assault": _Kind((720, 850), _report),
    "combat": _Kind((720, 1200), _report),
    "turn": _Kind((720, 800), needs="record"),
    "end": _Kind((720, 1400), needs="record"),
    "puzzle": _Kind((720, 850), needs="nothing"),
    "replay": _Kind((828, 970), needs="record"),
    "joined": _Kind((782, 1700)),
    "opening": _Kind((828, 970), needs="nothing"),
}
PICTURES: Final = LiegePictures(KINDS)

__all__ = ["KINDS", "PICTURES", "LiegePictures", "request_for"]
