"""Rendering of picture references: builds the viewer's view and the request for the renderer.

This runs in drawing workers; no other player's view is built there, and no dice are rolled.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

from pydantic import TypeAdapter

from bot.table.reply import PictureRef
from bot.titles.pictures import Job, Shelf
from bot.titles.pog.chronicle import Chronicle
from bot.titles.pog.looks.odds import declared
from bot.titles.pog.narration.names import names
from bot.titles.pog.puzzles import front_of, position
from bot.titles.pog.systems import content_of, system_for, system_once, view_for
from engine.core.chance import FirstChance, RecordedChance
from engine.core.game import Game
from engine.core.record import Entry, in_force
from engine.pog.view import ActionMarks, BattleView, GameView
from renderer.pog import (
    DENSITIES,
    Battle,
    CardFace,
    CloseUp,
    Control,
    Front,
    Hand,
    Joined,
    Overview,
    PictureRequest,
    Pile,
    SpaceClose,
    Status,
    Supply,
    Theatre,
    Threats,
    draw,
    replay,
    warm,
)

_MARKS: TypeAdapter[ActionMarks] = TypeAdapter(ActionMarks)
_BATTLE: TypeAdapter[BattleView] = TypeAdapter(BattleView)
_USES: TypeAdapter[tuple[tuple[int, tuple[str, ...]], ...]] = TypeAdapter(tuple[tuple[int, tuple[str, ...]], ...])
#: Kinds of pictures that show how a position came about: they need the record, not only a snapshot.
_TOLD = frozenset({"replay", "front", "summary", "end"})


#: Size in px reserved for each kind of picture before the first is drawn.
ROOMS: dict[str, tuple[int, int]] = {
    "overview": (2883, 2271), "theatre": (1400, 1120), "supply": (560, 920), "closeup": (560, 440), "space": (560, 440),
    "hand": (938, 703), "pile": (938, 703), "card": (512, 728), "battle": (900, 600), "status": (900, 2700),
    "replay": (1000, 800), "control": (560, 920), "front": (560, 920), "threats": (560, 920), "summary": (900, 1800), "end": (900, 1750),
    "joined": (900, 1300), "opening": (2883, 2271), "puzzle": (1400, 1120),
}  # fmt: skip
#: The page slot that each kind of picture is kept in.
SHELVES: dict[str, Shelf] = {
    "overview": Shelf("overview", "whole"), "hand": Shelf("hand"),
    **dict.fromkeys(("supply", "control", "front", "threats", "theatre", "closeup", "space"), Shelf("near", "part")),
}  # fmt: skip


class PogPictures:
    """The pictures of Paths of Glory."""

    @property
    def rooms(self) -> Mapping[str, tuple[int, int]]:
        """All kinds, with their sizes."""
        return ROOMS

    @property
    def shelves(self) -> Mapping[str, Shelf]:
        """Map pictures with at most one overlay, theatres, spaces, and the hand."""
        return SHELVES

    def needs(self, kind: str) -> Literal["nothing", "position", "record"]:
        """Return what a picture is drawn from: nothing for a card, the record for how a position came about."""
        return "nothing" if kind == "card" else "record" if kind in _TOLD else "position"

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Draw one picture."""
        return paint(job)

    def load(self) -> None:
        """Load what every picture needs."""
        load()

    def beforehand(self) -> None:
        """Render counters and names in advance."""
        beforehand()


def load() -> None:
    """Load rules, content and drawing code, so that the first picture doesn't wait for them."""
    game = Game.start(system_for({}), FirstChance())
    draw(Overview(view_for(game, None)))


def beforehand() -> None:
    """Render counters and names in advance."""
    warm(content_of({}))


def paint(job: Job) -> tuple[bytes, str, str]:
    """Draw one picture; return its bytes, MIME type and alt text."""
    ref = PictureRef.model_validate_json(job.ref)
    if ref.kind == "replay":
        return _animation(job, ref)
    picture = draw(_picture_request(job, ref), webp=not job.plain)
    return picture.data, picture.mime, picture.alt


def _picture_request(job: Job, ref: PictureRef) -> PictureRequest | Joined:
    """Return the request for the renderer; nothing else enters the picture."""
    if ref.kind in _TOLD:
        return _record_request(job, ref)
    if ref.kind == "joined":
        return _join_pictures(_view(job, ref.viewer), ref)
    if ref.kind == "opening":
        begun = Game.start(system_for(json.loads(job.options)), FirstChance())
        return Overview(view_for(begun, None), palette=ref.palette, language=ref.language)
    if ref.kind == "puzzle":
        return _fitting(ref, lambda: _puzzle(str(ref.args["puzzle"]), ref))
    if ref.kind == "card":
        return _fitting(
            ref,
            lambda: CardFace(
                content_of(json.loads(job.options)), _whole(ref, "card"), palette=ref.palette, language=ref.language
            ),
        )
    return request_for(ref, _view(job, ref.viewer))


def _puzzle(name: str, ref: PictureRef) -> PictureRequest:
    """Return the theatre of a puzzle's position at its start, as the public sees it."""
    return Theatre(view_for(position(name), None), front_of(name), palette=ref.palette, language=ref.language)


def _view(job: Job, viewer: int | None) -> GameView:
    system = system_once(json.loads(job.options))
    if job.snapshot is not None:
        game: Game[Any] = Game.restore(system, json.loads(job.snapshot), RecordedChance(()))
    else:
        game = Game.replay(system, [Entry.load(entry) for entry in job.entries])
    return view_for(game, viewer)


def _record_request(job: Job, ref: PictureRef) -> PictureRequest:
    """Return the request for a picture made from the whole record."""
    chronicle = Chronicle(json.loads(job.options), job.entries)
    if ref.kind == "end":
        return replace(chronicle.game_end(ref.palette), language=ref.language)
    if ref.kind == "front":
        focus = tuple(int(str(space)) for space in _listed(ref.args.get("focus")))
        return Front(
            chronicle.view, chronicle.turn_began, _area(ref), focus, palette=ref.palette, language=ref.language
        )
    return replace(chronicle.turn_summary(_whole(ref, "turn"), ref.palette), language=ref.language)


def _animation(job: Job, ref: PictureRef) -> tuple[bytes, str, str]:
    """Return an animation of the public positions after the given entries."""
    frames = _frames(job, ref)
    area = str(ref.args.get("name", "overview"))
    kind = "gif" if job.plain else "webp"
    (picture,) = replay(
        frames, kind, "campaign" if area == "overview" else area, palette=ref.palette, language=ref.language
    )
    return picture.data, picture.mime, picture.alt


def _frames(job: Job, ref: PictureRef) -> list[tuple[GameView, str]]:
    """Return the public views after the requested entries, each captioned with turn, round and action."""
    wanted = {int(str(number)) for number in _listed(ref.args.get("entries"))}
    standing = in_force([Entry.load(entry) for entry in job.entries])
    source = RecordedChance(standing[0].outcomes)
    game = Game.start(system_once(json.loads(job.options)), source)
    frames: list[tuple[GameView, str]] = []
    for entry in standing:
        if entry is not standing[0]:
            game.repeat(entry, source)
        if entry.number in wanted:
            view = view_for(game, None)
            frames.append((view, _caption(frames[-1][0] if frames else None, view, ref.language)))
    return frames


def _caption(before: GameView | None, view: GameView, language: str) -> str:
    """Return the newest action since the previous frame; if there is none, the turn and round."""
    book = names(view.content, language)
    say = book.words.say
    for side, own in enumerate(view.sides):
        known = before.sides[side].actions if before is not None and before.turn == view.turn else ()
        if before is not None and len(own.actions) > len(known):
            kind, card = own.actions[-1]
            told = {"side": book.side(side), "kind": say(f"ui.action_kinds.{kind}")}
            return (
                say("ui.replayed.plain", **told)
                if card is None
                else say("ui.replayed.card", card=book.card(card), **told)
            )
    moment = say("ui.panel.round", round=view.action_round) if view.action_round else ""
    return book.turn(view.turn) + moment


def request_for(ref: PictureRef, view: GameView) -> PictureRequest:
    """Return the request for the renderer.

    Raises:
        ValueError: the arguments don't fit the kind.
    """
    if ref.kind not in _REQUESTS:
        raise ValueError(f"There is no picture of kind {ref.kind}.")
    return _fitting(ref, lambda: _REQUESTS[ref.kind](view, ref))


def _fitting(ref: PictureRef, asked: Callable[[], PictureRequest]) -> PictureRequest:
    """Build a request; a reference with wrong arguments raises ValueError."""
    try:
        return asked()
    except (KeyError, TypeError) as error:
        raise ValueError(f"A picture of kind {ref.kind} needs other arguments than {sorted(ref.args)}.") from error


def _close_up(view: GameView, ref: PictureRef) -> PictureRequest:
    """Return the request for a close-up; a declared attack is labelled with its factors and its chance to win."""
    labels: tuple[tuple[int, str], ...] = ()
    found = declared(view)
    if found is not None and view.battle is not None:
        chance = f"{float(found.chance('win')):.0%}"
        force, against = (fire.factors if fire else 0 for fire in (found.attacker, found.defender))
        labels = ((view.battle.target, f"{force}:{against} · {chance}"),)
    return CloseUp(view, _MARKS.validate_python(ref.args), labels, palette=ref.palette, language=ref.language)


def _theatre(view: GameView, ref: PictureRef) -> PictureRequest:
    return Theatre(
        view, str(ref.args["name"]), _marks(ref), palette=ref.palette, density=_density(ref), language=ref.language
    )


def _density(ref: PictureRef) -> float:
    """Return the pixel density; the argument `fine` is an index into the renderer's densities, for high-resolution screens."""
    return DENSITIES[_whole(ref, "fine")] if "fine" in ref.args else 1.0


def _marks(ref: PictureRef) -> ActionMarks:
    return _MARKS.validate_python(
        {name: ref.args[name] for name in ("moves", "attacks", "attackers", "focus") if name in ref.args}
    )


def _hand(view: GameView, ref: PictureRef) -> PictureRequest:
    playable = tuple(int(str(card)) for card in _listed(ref.args.get("playable")))
    return Hand(
        view, playable, _USES.validate_python(ref.args.get("uses", ())), palette=ref.palette, language=ref.language
    )


def _battle(view: GameView, ref: PictureRef) -> PictureRequest:
    """Return the given battle report, else that of the current combat."""
    battle = _BATTLE.validate_python(ref.args["battle"]) if "battle" in ref.args else view.battle
    if battle is None:
        raise ValueError("There is no combat that could be shown.")
    return Battle(view, battle, palette=ref.palette, language=ref.language)


def _join_pictures(view: GameView, ref: PictureRef) -> Joined:
    """Return several pictures of one position in one; an invalid part is refused as it would be on its own."""
    parts = [part for part in _listed(ref.args.get("parts")) if isinstance(part, dict)]
    refs = [PictureRef.model_validate({**ref.model_dump(), "args": {}, **part}) for part in parts]
    return Joined(tuple(request_for(part, view) for part in refs))


def _pile(view: GameView, ref: PictureRef) -> PictureRequest:
    return Pile(view, _whole(ref, "side"), str(ref.args["pile"]), palette=ref.palette, language=ref.language)


def _area(ref: PictureRef) -> str:
    """Return the theatre of an overlay; the whole map if none is named, as in references stored by older versions."""
    return str(ref.args.get("name", "overview"))


def _whole(ref: PictureRef, name: str) -> int:
    return int(str(ref.args[name]))


_REQUESTS: dict[str, Callable[[GameView, PictureRef], PictureRequest]] = {
    "overview": lambda view, ref: Overview(view, palette=ref.palette, density=_density(ref), language=ref.language),
    "theatre": _theatre,
    "closeup": _close_up,
    "space": lambda view, ref: SpaceClose(view, _whole(ref, "space"), palette=ref.palette, language=ref.language),
    "supply": lambda view, ref: Supply(
        view, _whole(ref, "side"), _area(ref), palette=ref.palette, language=ref.language
    ),
    "control": lambda view, ref: Control(view, _area(ref), palette=ref.palette, language=ref.language),
    "threats": lambda view, ref: Threats(
        view, _whole(ref, "side"), _area(ref), palette=ref.palette, language=ref.language
    ),
    "hand": _hand,
    "pile": _pile,
    "battle": _battle,
    "status": lambda view, ref: Status(view, palette=ref.palette, language=ref.language),
    "card": lambda view, ref: CardFace(view.content, _whole(ref, "card"), palette=ref.palette, language=ref.language),
}


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


__all__ = ["PogPictures", "paint", "request_for"]
