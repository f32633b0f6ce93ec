"""Rendering of picture references: builds the viewer's view and the request for the renderer.

This runs in drawing workers; no other player's view is built there, and no dice are rolled.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import TypeAdapter
from typing_extensions import override

from bot.table.reply import PictureRef
from bot.titles.pictures import DeclaredPictures, Job, PictureKind, Shelf
from bot.titles.pog.chronicle import Chronicle
from bot.titles.pog.looks.odds import declared
from bot.titles.pog.narration.names import names
from bot.titles.pog.puzzles import front_of, position
from bot.titles.pog.systems import content_of, system_for, system_once, view_for
from engine.core.chance import FirstChance, RecordedChance
from engine.core.game import Game
from engine.core.record import Entry, in_force
from engine.pog.view import ActionMarks, BattleView, GameView
from renderer.pog import Joined, PictureRequest, draw, replay, requests, warm

_MARKS: TypeAdapter[ActionMarks] = TypeAdapter(ActionMarks)
_BATTLE: TypeAdapter[BattleView] = TypeAdapter(BattleView)
_USES: TypeAdapter[tuple[tuple[int, tuple[str, ...]], ...]] = TypeAdapter(tuple[tuple[int, tuple[str, ...]], ...])


class PogPictures(DeclaredPictures[GameView, PictureRequest]):
    """The pictures of Paths of Glory."""

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Draw one picture; return its bytes, MIME type and alt text."""
        ref = PictureRef.model_validate_json(job.ref)
        if ref.kind == "replay":
            return _animation(job, ref)
        picture = draw(_picture_request(job, ref), webp=not job.plain)
        return picture.data, picture.mime, picture.alt

    @override
    def load(self) -> None:
        """Load rules, content and drawing code, so that the first picture doesn't wait for them."""
        game = Game.start(system_for({}), FirstChance())
        draw(requests.Overview(view_for(game, None)))

    @override
    def beforehand(self) -> None:
        """Render counters and names in advance."""
        warm(content_of({}))


def _picture_request(job: Job, ref: PictureRef) -> PictureRequest | Joined:
    """Return the request for the renderer; nothing else enters the picture."""
    if ref.kind in _NO_VIEW:
        return PICTURES.checked(ref, lambda: _NO_VIEW[ref.kind](job, ref))
    if PICTURES.kind(ref.kind).needs == "record":
        return PICTURES.checked(ref, lambda: _record_request(job, ref))
    view = _view(job, ref.viewer)
    if ref.kind == "joined":
        return Joined(tuple(request_for(part, view) for part in ref.parts()))
    return request_for(ref, view)


def _opening(job: Job, ref: PictureRef) -> PictureRequest:
    """Return the whole map at the beginning of a game."""
    del ref
    return requests.Overview(view_for(Game.start(system_for(json.loads(job.options)), FirstChance()), None))


def _puzzle(job: Job, ref: PictureRef) -> PictureRequest:
    """Return the theatre of a puzzle's position at its start, as the public sees it."""
    del job
    name = str(ref.args["puzzle"])
    return requests.Theatre(view_for(position(name), None), front_of(name))


def _card(job: Job, ref: PictureRef) -> PictureRequest:
    """Return a card of the content that a game is played with."""
    return requests.CardFace(content_of(json.loads(job.options)), ref.whole("card"))


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
        return chronicle.game_end(ref.palette)
    if ref.kind == "front":
        return requests.Front(chronicle.view, chronicle.turn_began, _area(ref), ref.numbers("focus"))
    return chronicle.turn_summary(ref.whole("turn"), ref.palette)


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
    wanted = set(ref.numbers("entries"))
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
    """Return the request for a picture of one view; raises ValueError if the arguments don't fit the kind."""
    return PICTURES.request_for(ref, view)


def _close_up(view: GameView, ref: PictureRef) -> requests.CloseUp:
    """Return the request for a close-up; a declared attack is labelled with its factors and its chance to win."""
    labels: tuple[tuple[int, str], ...] = ()
    found = declared(view)
    if found is not None and view.battle is not None:
        chance = f"{float(found.chance('win')):.0%}"
        force, against = (fire.factors if fire else 0 for fire in (found.attacker, found.defender))
        labels = ((view.battle.target, f"{force}:{against} · {chance}"),)
    return requests.CloseUp(view, _MARKS.validate_python(ref.args), labels)


def _density(ref: PictureRef) -> float:
    """Return the pixel density; the argument `fine` is an index into the renderer's densities, for high-resolution screens."""
    return requests.DENSITIES[ref.whole("fine")] if "fine" in ref.args else 1.0


def _marks(ref: PictureRef) -> ActionMarks:
    return _MARKS.validate_python(
        {name: ref.args[name] for name in ("moves", "attacks", "attackers", "focus") if name in ref.args}
    )


def _battle(view: GameView, ref: PictureRef) -> requests.Battle:
    """Return the given battle report, else that of the current combat."""
    battle = _BATTLE.validate_python(ref.args["battle"]) if "battle" in ref.args else view.battle
    if battle is None:
        raise ValueError("There is no combat that could be shown.")
    return requests.Battle(view, battle)


def _area(ref: PictureRef) -> str:
    """Return the theatre of an overlay; the whole map if none is named, as in references stored by older versions."""
    return str(ref.args.get("name", "overview"))


#: Pictures that need no position of a game.
_NO_VIEW: Final[Mapping[str, Callable[[Job, PictureRef], PictureRequest]]] = {
    "opening": _opening, "puzzle": _puzzle, "card": _card,
}  # fmt: skip
#: The slot of map pictures with at most one overlay, of theatres and of spaces.
_NEAR: Final = Shelf("near", "part")
_Kind = PictureKind[GameView, PictureRequest]
#: All kinds of pictures.
KINDS: Final[Mapping[str, _Kind]] = {
    "overview": _Kind(
        (2883, 2271), lambda view, ref: requests.Overview(view, density=_density(ref)), Shelf("overview", "whole")
    ),
    "theatre": _Kind(
        (1400, 1120),
        lambda view, ref: requests.Theatre(view, str(ref.args["name"]), _marks(ref), density=_density(ref)),
        _NEAR,
    ),
    "supply": _Kind((560, 920), lambda view, ref: requests.Supply(view, ref.whole("side"), _area(ref)), _NEAR),
    "closeup": _Kind((560, 440), _close_up, _NEAR),
    "space": _Kind((560, 440), lambda view, ref: requests.SpaceClose(view, ref.whole("space")), _NEAR),
    "hand": _Kind(
        (938, 703),
        lambda view, ref: requests.Hand(view, ref.numbers("playable"), _USES.validate_python(ref.args.get("uses", ()))),
        Shelf("hand"),
    ),
    "pile": _Kind((938, 703), lambda view, ref: requests.Pile(view, ref.whole("side"), str(ref.args["pile"]))),
    "card": _Kind((512, 728), lambda view, ref: requests.CardFace(view.content, ref.whole("card")), needs="nothing"),
    "battle": _Kind((900, 600), _battle),
    "status": _Kind((900, 2700), lambda view, ref: requests.Status(view)),
    "replay": _Kind((1000, 800), needs="record"),
    "control": _Kind((560, 920), lambda view, ref: requests.Control(view, _area(ref)), _NEAR),
    "front": _Kind((560, 920), None, _NEAR, needs="record"),
    "threats": _Kind((560, 920), lambda view, ref: requests.Threats(view, ref.whole("side"), _area(ref)), _NEAR),
    "summary": _Kind((900, 1800), needs="record"),
    "end": _Kind((900, 1750), needs="record"),
    "joined": _Kind((900, 1300)),
    "opening": _Kind((2883, 2271)),
    "puzzle": _Kind((1400, 1120)),
}
PICTURES: Final = PogPictures(KINDS)

__all__ = ["KINDS", "PICTURES", "PogPictures", "request_for"]
