"""Review of a finished game by the computer: run in steps off the event loop, stored so that any process can go on."""

from __future__ import annotations

import asyncio
import json
import logging
from concurrent.futures.process import BrokenProcessPool
from typing import Any
from weakref import WeakKeyDictionary

from pydantic import BaseModel

from bot.service.ai_player.move_requests import review_step
from bot.service.ai_player.pictures import COURSE
from bot.service.calls import Tools
from bot.service.looking.screens import GameViewer
from bot.service.record_work import RecordWorkBusy, Workshop
from bot.service.session import holder_name
from bot.storage.errors import StorageError
from bot.storage.models import JsonObject, Review
from bot.storage.store import Store, StoredGame
from bot.table import tokens
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply
from bot.titles import MODULES, title_of, title_stored
from bot.titles.capabilities import levels_of, opponents_of
from bot.titles.opponents import Reviewed
from engine.errors import EngineError
from renderer.league.views import Course

_log = logging.getLogger(__name__)
#: Seconds to wait for the review to finish before its progress is shown.
_PATIENCE = 2.0
#: Reviews running in this process, by store and game.
_running: WeakKeyDictionary[Store, dict[str, asyncio.Task[None]]] = WeakKeyDictionary()


async def analysed(tools: Tools, viewer: GameViewer) -> Reply:
    """Return the computer's review of a finished game; until it is done, its progress and a button to ask again.

    Raises:
        Refusal: no review is possible: no computer player for the title, nothing was played, or this version replays
            the record differently.
    """
    stored = viewer.stored
    if not levels_of(title_stored(stored.header)) or stored.snapshot is None:
        raise refuse("nothing_to_review")
    kept = await tools.store.review(viewer.game_id)
    if not kept.over:
        tasks = _running.setdefault(tools.store, {})
        task = tasks.get(viewer.game_id)
        if task is None or task.done():
            task = tasks[viewer.game_id] = asyncio.create_task(_review_all(tools, stored, viewer.caller.user))
        done, _ = await asyncio.wait([task], timeout=_PATIENCE)
        if done:
            if tasks.get(viewer.game_id) is task:  # several callers may have waited for it
                del tasks[viewer.game_id]
            task.result()
        kept = await tools.store.review(viewer.game_id)
    if kept.over and not kept.total:
        raise refuse("nothing_to_review")  # the game ended before the first action
    return _findings_reply(viewer, kept) if kept.over else _progress_reply(viewer, kept)


async def _review_all(tools: Tools, stored: StoredGame, user: str) -> None:
    """Review a game to the end, storing the findings after every step."""
    game_id = stored.header.game_id
    record = await tools.store.record(game_id)
    kept = await tools.store.review(game_id)
    try:
        while not kept.over:
            found = await _step(tools.ai_workers, stored, record, kept.found, user, tools.words.language)
            kept = Review(found=found.found, done=found.done, total=found.total)
            if not await tools.store.keep_review(game_id, kept):
                return
    except (RecordWorkBusy, StorageError, BrokenProcessPool) as error:
        _log.warning("the review of game %s continues when it is asked for again: %s", game_id, type(error).__name__)
    except EngineError:
        raise refuse("record_differs") from None


async def _step(
    room: Workshop, stored: StoredGame, record: list[dict[str, Any]], found: JsonObject, user: str, language: str
) -> Reviewed:
    header = stored.header
    options = json.dumps(header.options, sort_keys=True)
    step: Reviewed = await room.run(user, review_step, MODULES[header.title], options, record, found, language)
    return step


def _progress_reply(viewer: GameViewer, kept: Review) -> Reply:
    """Return a reply with the progress of the review."""
    say = viewer.tools.say
    again = Button(label=say("ui.computer.again"), token=tokens.line(viewer.game_id, f"assess {viewer.game_id}"))
    text = say("ui.computer.looking", done=kept.done, total=kept.total) if kept.total else say("ui.computer.begins")
    return Reply(text=text, menu=Menu(rows=((again,),)), edit="panel", follow=again.token)


def _findings_reply(viewer: GameViewer, kept: Review) -> Reply:
    """Return a reply with the findings and the graph."""
    tools, stored = viewer.tools, viewer.stored
    text, graph = opponents_of(title_of(viewer.game)).reviewed(kept.found, viewer.game, tools.words.language)
    one, other = (holder_name(tools.words, stored, side) or "–" for side in (0, 1))
    sides = (tools.side(0), tools.side(1))
    course = Course(title=tools.war(stored.header), about=f"{one} – {other}", sides=sides, **_Graph(**graph).parts())  # type: ignore[arg-type]
    picture = COURSE.reference(course, tools.words.language).model_copy(update={"palette": viewer.colours})
    return Reply(text=text, picture=picture, edit="panel")


class _Graph(BaseModel):
    """The course of a game as reported by its title."""

    points: tuple[int, ...]
    turns: tuple[tuple[int, int], ...]
    marks: tuple[int, ...]
    plans: int
    dice: int
    lows: tuple[int, ...] = ()
    highs: tuple[int, ...] = ()

    def parts(self) -> dict[str, Any]:
        """Return the fields as keyword arguments of the picture."""
        return {name: getattr(self, name) for name in type(self).model_fields}


__all__ = ["analysed"]
