"""Render the pictures that replies refer to, in worker processes.

A worker gets a position as stored and computes the view of the picture's recipient; it never has another viewer's view,
nor a source of dice.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

from bot.narration.picture_names import persons_in, told
from bot.narration.texts import host_text, texts
from bot.narration.user_text import cleaned
from bot.platforms.host_pictures import HOSTED
from bot.platforms.picture_priority import LOOK, POST, asker
from bot.storage.store import Store
from bot.table.reply import PictureRef
from bot.titles import MODULES, is_known, title_named, title_offering, title_stored
from bot.titles.pictures import Job, Pictures
from bot.titles.title import Title
from bot.workers import MOST, Overloaded, Workers

#: A job's title for pictures that belong to none.
_OF_NO_TITLE = ""


class PicturePool:
    """Source of pictures for all platforms; an instance is called with a reference.

    Args:
        store: of the positions.
        workers: number of processes.
    """

    def __init__(self, store: Store, workers: int, *, most: int = MOST) -> None:
        self._store = store
        self._workers = Workers(workers, "draws pictures", most=most)
        # Pictures of posts never fill the queue, so only views are dropped from it, and no post loses its picture.
        self._posts = asyncio.Semaphore(max(1, most // 2))
        self._behind = 0

    async def __call__(self, ref: PictureRef) -> tuple[bytes, str, str]:
        """Return bytes, MIME type and alt text of a picture.

        Raises:
            StorageError: the position can't be read.
            Overloaded: the queue is full, which never affects pictures of posts, or the processes keep dying; retry
                later.
            ValueError: the picture can't be rendered; one sentence.
        """
        return await self._in_turn(ref, plain=False)

    async def plain(self, ref: PictureRef) -> tuple[bytes, str, str]:
        """Return the picture as PNG, JPEG or GIF, as Slack's image blocks need (docs.slack.dev, Slack file object)."""
        return await self._in_turn(ref, plain=True)

    async def _in_turn(self, ref: PictureRef, *, plain: bool) -> tuple[bytes, str, str]:
        person = asker()
        if person:
            return await self._draw_picture(ref, person, LOOK, plain=plain)
        self._behind += 1
        try:
            await self._posts.acquire()
        finally:
            self._behind -= 1
        try:
            return await self._draw_picture(ref, person, POST, plain=plain)
        finally:
            self._posts.release()

    async def _draw_picture(self, ref: PictureRef, person: str, rank: int, *, plain: bool) -> tuple[bytes, str, str]:
        job = replace(await self._job(ref), plain=plain)
        try:
            drawn: tuple[bytes, str, str] = await self._workers.run(person, work, job, rank=rank)
        except BrokenProcessPool as died:
            raise Overloaded(host_text("faults.painting.no_process_can_draw")) from died
        return drawn

    @property
    def waiting(self) -> int:
        """Number of pictures not started by a worker."""
        return self._workers.waiting + self._behind

    async def warm(self) -> None:
        """Start the workers, load what every picture needs, and pre-render counters in all workers but one.

        One worker stays free: pre-rendering takes seconds, and the first picture must not wait for it.
        """
        with contextlib.suppress(BrokenProcessPool):
            await self._workers.run("", load, tuple(MODULES))
            await asyncio.gather(
                *(self._workers.run("", _paint, tuple(MODULES)) for _ in range(self._workers.count - 1))
            )

    async def close(self) -> None:
        """Stop the workers at once: pictures of pending posts are rendered after the next start."""
        await self._workers.close()

    async def _with_current_names(self, ref: PictureRef) -> PictureRef:
        """Return the reference with the current names of the people in it."""
        wanted = persons_in(ref.args)
        if not wanted:
            return ref
        words = texts(ref.language)
        names = {
            person: words.say("persons.former", number=one.former) if one.forgotten else cleaned(one.name)
            for person, one in (await self._store.persons.read_all(wanted)).items()
        }
        return ref.model_copy(update={"args": told(ref.args, {one: name for one, name in names.items() if name})})

    async def _job(self, ref: PictureRef) -> Job:
        if ref.kind in HOSTED.rooms:
            return Job((await self._with_current_names(ref)).model_dump_json(), _OF_NO_TITLE, "{}")
        if not ref.game:
            # Of no game yet: the opening position of a war.
            options = {"scenario": ref.args.get("scenario")}
            title = title_offering(str(options["scenario"]))
            return Job(_check_kind(title, ref).model_dump_json(), title.name, json.dumps(options))
        stored = await self._store.load(ref.game)
        header, title = stored.header, title_stored(stored.header)
        needs = title.pictures.needs(_check_kind(title, ref).kind)
        job = Job(ref.model_dump_json(), header.title, json.dumps(header.options))
        if needs == "nothing":
            return job
        if stored.number == ref.number and needs == "position":
            return replace(job, snapshot=stored.snapshot)
        return replace(job, lines=tuple(await self._store.raw_record(ref.game, ref.number)))


def _check_kind(title: Title[Any, Any], ref: PictureRef) -> PictureRef:
    """Return the reference if the title has pictures of its kind; raises ValueError."""
    if ref.kind not in title.pictures.rooms:
        raise ValueError(f"There is no picture of kind {ref.kind}.")
    return ref


def load(known: tuple[str, ...]) -> None:
    """Load rules, content and rendering code, so that the first picture doesn't wait for them."""
    for pictures in _shared_pictures(known):
        pictures.load()


def _paint(known: tuple[str, ...]) -> None:
    """Pre-render what many pictures share."""
    for pictures in _shared_pictures(known):
        pictures.beforehand()


def _shared_pictures(known: tuple[str, ...]) -> list[Pictures]:
    """Return the pictures of all titles, and those that belong to none."""
    return [*(title_named(name).pictures for name in known if is_known(name)), HOSTED]


def work(job: Job) -> tuple[bytes, str, str]:
    """Render one picture; runs in a worker."""
    if job.title == _OF_NO_TITLE:
        return HOSTED.paint(job)
    is_known(job.title)
    return title_named(job.title).pictures.paint(job)


__all__ = ["Job", "PicturePool", "load", "work"]
