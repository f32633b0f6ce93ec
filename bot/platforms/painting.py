"""Draws the pictures that replies refer to, in worker processes beside the bot.

A worker gets a position as it is stored and makes of it the view of whoever the picture is for;
it never has a view of anybody else, and no source of dice.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from bot.platforms.chronicle import Chronicle
from bot.platforms.urgency import LOOK, POST, asker
from bot.replies.model import PictureRef
from bot.storage.store import Store, parsed_record
from bot.systems import content_of, system_for, system_once, view_for
from bot.titles.pog.looks.odds import declared
from bot.titles.pog.narration.names import names
from bot.workers import MOST, Workers
from engine.core.chance import RecordedChance
from engine.core.game import Game
from engine.core.record import Entry, in_force
from engine.pog.view import ActionMarks, BattleView, GameView
from renderer import (
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
#: Pictures of what led to a position: they need its record, not only its snapshot.
_TOLD = frozenset({"replay", "front", "summary", "end"})


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker needs: the request, the options, and the position as snapshot text or as its record."""

    ref: str
    options: str
    snapshot: str | None
    lines: tuple[bytes, ...] = ()

    @property
    def entries(self) -> tuple[dict[str, Any], ...]:
        """The record as far as it was given."""
        return tuple(parsed_record("of a picture", self.lines))


class PicturePool:
    """The source of pictures for every platform; an instance is called with a reference.

    Args:
        store: where positions come from.
        workers: processes that draw.
    """

    def __init__(self, store: Store, workers: int, *, most: int = MOST) -> None:
        self._store = store
        self._workers = Workers(workers, "draws pictures", most=most)
        # Pictures of posts never fill the queue, so what it gives up is always a look, and no post loses its picture.
        self._posts = asyncio.Semaphore(max(1, most // 2))
        self._behind = 0

    async def __call__(self, ref: PictureRef) -> tuple[bytes, str, str]:
        """Bytes, mime type and alt text of a picture.

        Raises:
            StorageError: the position cannot be read.
            ValueError: the reference asks for something that cannot be drawn, or too much is asked for; one sentence.
                What is drawn for a post is never too much, it waits.
        """
        person = asker()
        if person:
            return await self._drawn(ref, person, LOOK)
        self._behind += 1
        try:
            await self._posts.acquire()
        finally:
            self._behind -= 1
        try:
            return await self._drawn(ref, person, POST)
        finally:
            self._posts.release()

    async def _drawn(self, ref: PictureRef, person: str, rank: int) -> tuple[bytes, str, str]:
        drawn: tuple[bytes, str, str] = await self._workers.run(person, work, await self._job(ref), rank=rank)
        return drawn

    @property
    def waiting(self) -> int:
        """Pictures that no worker has begun."""
        return self._workers.waiting + self._behind

    async def warm(self) -> None:
        """Start the workers, have them load what every picture needs, and paint counters where a worker can be spared.

        One worker stays free, since painting beforehand takes seconds and the first picture must not wait for it.
        """
        with contextlib.suppress(BrokenProcessPool):
            await self._workers.run("", _load)
            await asyncio.gather(*(self._workers.run("", _paint) for _ in range(self._workers.count - 1)))

    async def close(self) -> None:
        """End the workers; what they are drawing is finished, what waits is dropped."""
        await self._workers.close()

    async def _job(self, ref: PictureRef) -> Job:
        if ref.kind == "opening":
            return Job(ref.model_dump_json(), json.dumps({"scenario": ref.args.get("scenario")}), None)
        if ref.kind == "card":
            header = await self._store.header(ref.game)
            return Job(ref.model_dump_json(), json.dumps(header.options), None)
        stored = await self._store.load(ref.game)
        options = json.dumps(stored.header.options)
        if stored.number == ref.number and ref.kind not in _TOLD:
            return Job(ref.model_dump_json(), options, stored.snapshot)
        lines = await self._store.raw_record(ref.game, ref.number)
        return Job(ref.model_dump_json(), options, None, tuple(lines))


def _load() -> None:
    """Load rules, content and drawing code, so that the first picture does not wait for them."""
    game = Game.start(system_for({}), _AnyChance())
    draw(Overview(view_for(game, None)))


def _paint() -> None:
    """Paint counters and names beforehand."""
    warm(content_of({}))


class _AnyChance:
    """A source for a position that nobody plays."""

    def choose(self, purpose: str, candidates: Any, epoch: int, counter: int) -> int:
        """The first candidate."""
        del purpose, epoch, counter
        return int(candidates[0])


def work(job: Job) -> tuple[bytes, str, str]:
    """Draw one picture; runs in a worker."""
    ref = PictureRef.model_validate_json(job.ref)
    if ref.kind == "replay":
        return _animated(job, ref)
    picture = draw(_wanted(job, ref))
    return picture.data, picture.mime, picture.alt


def _wanted(job: Job, ref: PictureRef) -> PictureRequest | Joined:
    """What the renderer is asked for; nothing but this goes into the picture."""
    if ref.kind in _TOLD:
        return _told(job, ref)
    if ref.kind == "joined":
        return _joined(_view(job, ref.viewer), ref)
    if ref.kind == "card":
        return _fitting(ref, lambda: CardFace(content_of(json.loads(job.options)), _whole(ref, "card"), ref.palette))
    if ref.kind == "opening":
        begun = Game.start(system_for(json.loads(job.options)), _AnyChance())
        return Overview(view_for(begun, None), ref.palette)
    return request_for(ref, _view(job, ref.viewer))


def _view(job: Job, viewer: int | None) -> GameView:
    system = system_once(json.loads(job.options))
    if job.snapshot is not None:
        game: Game[Any] = Game.restore(system, json.loads(job.snapshot), RecordedChance(()))
    else:
        game = Game.replay(system, [Entry.load(entry) for entry in job.entries])
    return view_for(game, viewer)


def _told(job: Job, ref: PictureRef) -> PictureRequest:
    """What the renderer is asked for where the whole record speaks."""
    chronicle = Chronicle(json.loads(job.options), job.entries)
    if ref.kind == "end":
        return chronicle.game_end(ref.palette)
    if ref.kind == "front":
        return Front(chronicle.view, chronicle.turn_began, palette=ref.palette)
    return chronicle.turn_summary(_whole(ref, "turn"), ref.palette)


def _animated(job: Job, ref: PictureRef) -> tuple[bytes, str, str]:
    """The positions after the named entries, one after another, as everybody may know them."""
    frames = _frames(job, ref)
    area = str(ref.args.get("name", "overview"))
    (picture,) = replay(frames, area="campaign" if area == "overview" else area, palette=ref.palette)
    return picture.data, picture.mime, picture.alt


def _frames(job: Job, ref: PictureRef) -> list[tuple[GameView, str]]:
    """The spectators' views after the wanted entries, each with its turn and round as caption."""
    wanted = {int(str(number)) for number in _listed(ref.args.get("entries"))}
    standing = in_force([Entry.load(entry) for entry in job.entries])
    source = RecordedChance(standing[0].outcomes)
    game = Game.start(system_once(json.loads(job.options)), source)
    frames = []
    for entry in standing:
        if entry is not standing[0]:
            game.repeat(entry, source)
        if entry.number in wanted:
            view = view_for(game, None)
            book = names(view.content)
            moment = book.words.say("ui.panel.round", round=view.action_round) if view.action_round else ""
            frames.append((view, book.turn(view.turn) + moment))
    return frames


def request_for(ref: PictureRef, view: GameView) -> PictureRequest:
    """What the renderer is asked for.

    Raises:
        ValueError: the arguments do not fit the kind.
    """
    if ref.kind not in _REQUESTS:
        raise ValueError(f"There is no picture of kind {ref.kind}.")
    return _fitting(ref, lambda: _REQUESTS[ref.kind](view, ref))


def _fitting(ref: PictureRef, asked: Callable[[], PictureRequest]) -> PictureRequest:
    """A request, or what is wrong with the reference that it should be made of."""
    try:
        return asked()
    except (KeyError, TypeError) as error:
        raise ValueError(f"A picture of kind {ref.kind} needs other arguments than {sorted(ref.args)}.") from error


def _close_up(view: GameView, ref: PictureRef) -> PictureRequest:
    """What happened; an attack that is declared bears its factors and the chance to win it."""
    labels: tuple[tuple[int, str], ...] = ()
    found = declared(view)
    if found is not None and view.battle is not None:
        chance = f"{float(found.chance('win')):.0%}"
        force, against = (fire.factors if fire else 0 for fire in (found.attacker, found.defender))
        labels = ((view.battle.target, f"{force}:{against} · {chance}"),)
    return CloseUp(view, _MARKS.validate_python(ref.args), labels, palette=ref.palette)


def _marks(ref: PictureRef) -> ActionMarks:
    return _MARKS.validate_python(
        {name: ref.args[name] for name in ("moves", "attacks", "attackers", "focus") if name in ref.args}
    )


def _hand(view: GameView, ref: PictureRef) -> PictureRequest:
    playable = tuple(int(str(card)) for card in _listed(ref.args.get("playable")))
    return Hand(view, playable, _USES.validate_python(ref.args.get("uses", ())), palette=ref.palette)


def _battle(view: GameView, ref: PictureRef) -> PictureRequest:
    """The report that is named, else that of the combat that goes on."""
    battle = _BATTLE.validate_python(ref.args["battle"]) if "battle" in ref.args else view.battle
    if battle is None:
        raise ValueError("There is no combat that could be shown.")
    return Battle(view, battle, palette=ref.palette)


def _joined(view: GameView, ref: PictureRef) -> Joined:
    """Several pictures of one position; what is no part of a picture is refused as it would be alone."""
    parts = [part for part in _listed(ref.args.get("parts")) if isinstance(part, dict)]
    refs = [PictureRef.model_validate({**ref.model_dump(), "args": {}, **part}) for part in parts]
    return Joined(tuple(request_for(part, view) for part in refs))


def _pile(view: GameView, ref: PictureRef) -> PictureRequest:
    return Pile(view, _whole(ref, "side"), str(ref.args["pile"]), palette=ref.palette)


def _whole(ref: PictureRef, name: str) -> int:
    return int(str(ref.args[name]))


_REQUESTS: dict[str, Callable[[GameView, PictureRef], PictureRequest]] = {
    "overview": lambda view, ref: Overview(view, palette=ref.palette),
    "theatre": lambda view, ref: Theatre(view, str(ref.args["name"]), _marks(ref), palette=ref.palette),
    "closeup": _close_up,
    "space": lambda view, ref: SpaceClose(view, _whole(ref, "space"), palette=ref.palette),
    "supply": lambda view, ref: Supply(view, _whole(ref, "side"), palette=ref.palette),
    "control": lambda view, ref: Control(view, palette=ref.palette),
    "threats": lambda view, ref: Threats(view, _whole(ref, "side"), palette=ref.palette),
    "hand": _hand,
    "pile": _pile,
    "battle": _battle,
    "status": lambda view, ref: Status(view, palette=ref.palette),
    "card": lambda view, ref: CardFace(view.content, _whole(ref, "card"), palette=ref.palette),
}


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


__all__ = ["Job", "PicturePool", "request_for", "work"]
