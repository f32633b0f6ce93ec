"""A game in the store, and everything a person can get out of it through the bot."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from pydantic import TypeAdapter

import renderer.pog.pictures
from bot.operations.logs import Lines
from bot.platforms import painting
from bot.port import Handler, Inbound
from bot.service.clock import Clock
from bot.service.session import packed
from bot.service.visibility import Visibility
from bot.storage import Store
from bot.storage.changes import Change
from bot.storage.outbox_models import Post
from bot.table import tokens
from bot.table.choice_codec import base36
from bot.table.reply import Board, PictureRef, Reply
from bot.titles.pog import pictures
from bot.titles.pog.systems import system_for
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog.state import State
from engine.pog.view import GameView
from tests.bot.support import controls
from tests.support.restoring import hosted, restore

NOW = datetime(1914, 8, 4, 12, tzinfo=UTC)
SEED = bytes(range(32))
USERS = ("ben", "anna")
#: What everybody gets alike, and what can depend on the person asking; pictures are drawn as well.
OPEN = ("map west", "map sedan", "map control", "map threats_ap", "map front", "supply ap", "deck ap discard", "replay turn",
        "card guns of august", "deck", "score", "clock", "units sedan")  # fmt: skip
OWN = ("status", "map", "hand", "panel", "log round", "log turn", "export", "undo", "done", "play 1 as ops", "standing",
       "rollback 0", "card 1")  # fmt: skip
HALF_TYPED = ("", "play ", "attack ", "choose ")
_BOARD: TypeAdapter[Board | None] = TypeAdapter(Board | None)


def _whole(reply: Reply) -> dict[str, Any]:
    """Return a reply with its touchable parts."""
    return {**reply.model_dump(mode="json"), "board": _BOARD.dump_python(reply.board, mode="json")}


#: What a person is shown: its text, and what its pictures are drawn from.
Shown = tuple[str, list[Any]]


@dataclass
class World:
    """One of the two games in the store, with everybody who looks at it."""

    store: Store
    handler: Handler
    game_id: str
    channel: str
    #: Every line of the log, of either game.
    heard: list[str] = field(default_factory=list)
    #: The lines this game's commands logged since the last read.
    logged: list[str] = field(default_factory=list)
    keys: int = 0

    @cached_property
    def pool(self) -> painting.PicturePool:
        """Return the game's drawing pool; its processes aren't needed, so they are never started."""
        return painting.PicturePool(self.store, 1)

    async def game(self) -> Game[State]:
        """Return the current game."""
        return restore(await self.store.load(self.game_id))

    def _inbound(self, user: str, *, touch: bool = True, **more: Any) -> Inbound:
        self.keys += 1
        key = f"{self.channel}:{self.keys}"
        return Inbound(
            platform="web", channel=self.channel, user=user, user_name=user.title(), key=key, touch=touch, **more
        )  # fmt: skip

    async def replies(self, user: str, text: str = "", token: str = "", *, touch: bool = True) -> list[Reply]:
        """Return the replies to a typed line or a press."""
        inbound, before = self._inbound(user, touch=touch, text=text or None, token=token or None), len(self.heard)
        replies = list(await self.handler.run(inbound))
        self.logged += [self.plain(line) for line in self.heard[before:]]
        return replies

    async def choose(self, text: str) -> None:
        """Make an atomic choice of the deciding side by a press."""
        stored = await self.store.load(self.game_id)
        game = restore(stored)
        choice = game.parse(text)
        user = USERS[int(game.actor or 0)]
        number = Visibility.of(stored).position((int(game.actor or 0),), stored.number)
        before = game.number
        pressed = tokens.order(self.game_id, number, f"c.{choice.verb}:{base36(choice.arg)}")
        told = await self.replies(user, token=pressed, touch=False)
        if (await self.game()).number == before:  # an attack that can't hurt is confirmed by a second press
            meant = [token for _, token in controls(told) if token.endswith("~anyway")]
            told = await self.replies(user, token=meant[0], touch=False)
        assert (await self.game()).number > before, [reply.text for reply in told]

    async def posted(self) -> list[Shown]:
        """Return the new posts as seen, without internal data."""
        return [await self.shown(post) for post in await self.post_box()]

    async def post_box(self) -> list[Post]:
        """Return the new posts unchanged, without delivering them."""
        waiting = await self.store.outbox.pending_posts(self.game_id)
        for queued in waiting:
            await self.store.outbox.mark_delivered(queued.game_id, queued.post_id)
        return [queued.post for queued in waiting]

    async def shown(self, post: Post) -> Shown:
        """Return a post as read and drawn."""
        found = Reply.model_validate(post.body)
        # An edit that only removes a button keeps the picture of the original post, which was compared then.
        drawn: list[Any] = [] if post.kind == "strip" else await self._pictures([found])
        return self.plain(post.body) + post.kind + post.audience, drawn

    async def face(self, user: str, looks: Sequence[str] = (*OPEN, *OWN), *, typing: bool = False) -> dict[str, Shown]:
        """Return everything a person gets who requests everything, and who starts to type and presses the buttons."""
        found: dict[str, Shown] = {}
        for look in looks:
            found[look] = await self._look(await self.replies(user, look))
        if not typing:
            return found
        for begun in HALF_TYPED:
            inbound = self._inbound(user, text=begun, action="complete")
            found[f"{begun}?"] = str([item.insert for item in await self.handler.complete(inbound)]), []
        for screen in ("panel", "undo", "sheet", "map:overview", tokens.WATCH):
            shown = await self.replies(user, token=tokens.screen(self.game_id, 1, screen))
            found[screen + "!"] = await self._look(shown)
        return found

    async def _look(self, replies: Sequence[Reply]) -> Shown:
        return self.plain([_whole(reply) for reply in replies]), await self._pictures(replies)

    async def _pictures(self, replies: Sequence[Reply]) -> list[Any]:
        """Return the data from which the pictures of replies are drawn, exclusively."""
        found: list[Any] = []
        for ref in (reply.picture for reply in replies if reply.picture is not None):
            job = await self._job(ref)
            found.append(pictures._frames(job, ref) if ref.kind == "replay" else pictures._picture_request(job, ref))
        return found

    async def _job(self, ref: PictureRef) -> painting.Job:
        """Return the data a worker gets to draw a picture."""
        return await self.pool._job(ref)

    async def painted(self, ref: PictureRef) -> tuple[bytes, str, str]:
        """Return a picture as painted by a worker without warm caches."""
        renderer.pog.pictures._painted.cache_clear()
        return painting.work(await self._job(ref))

    async def picture(self, user: str, look: str) -> PictureRef | None:
        """Return the picture of an answer."""
        return next((reply.picture for reply in await self.replies(user, look) if reply.picture is not None), None)

    def plain(self, data: Any) -> str:
        """Return it as shown: without the game's id, and without internal record references."""
        return json.dumps(_bare(data), sort_keys=True).replace(self.game_id, "GAME").replace(self.channel, "CHANNEL")


def _bare(data: Any) -> Any:
    if isinstance(data, dict):
        picture = "kind" in data and "palette" in data
        return {k: _bare(value) for k, value in data.items() if k != "entries" and not (picture and k == "number")}
    return [_bare(item) for item in data] if isinstance(data, list | tuple) else data


async def installed(
    store: Store,
    handler: Handler,
    name: str,
    game: Game[State],
    seed: int,
    heard: list[str] | None = None,
    *,
    held: bool = False,
) -> World:
    """Store an engine's game as a running one; with `held` it has the defaults of a game started without chosen windows."""
    world = World(store, handler, "", f"twin{name}", [] if heard is None else heard)
    options = game.state.rules.options
    peace = " peace=yes" if options.peace_terms else ""
    windows = "" if held else f" windows={options.windows}"
    await world.replies("anna", f"new {options.scenario}{windows}{peace}")
    world.game_id = str(await store.channels.holder(f"web:{world.channel}"))
    await world.replies("anna", "join cp")
    await world.replies("ben", "join ap")
    stored = await store.load(world.game_id)
    assert system_for(stored.header.options).options == options
    key = SEED + bytes([seed])
    header = stored.header.model_copy(
        update={"status": "playing", "seed": key.hex(), "commitment": KeyedChance.commitment(key), "created_at": NOW}
    )
    empty = replace(stored, number=-1, settings=Visibility.nothing().into(stored.settings))
    clock = Clock.of(stored.settings)
    clock.start(game.actor, NOW)
    settings = clock.into(Visibility.of(empty).after(empty, hosted(game)).into(stored.settings))
    entries = [entry.dump() for entry in game.fresh]
    change = Change(answer={}, entries=entries, snapshot=packed(hosted(game)), settings=settings, header=header)
    await store.commit(world.game_id, -1, change, f"install {name}")
    for power in ("pause", "resume"):  # so that the table message is as in any game
        await world.replies("anna", f"master {power}")
    await world.post_box()
    world.logged.clear()
    return world


class Listener(logging.Handler):
    """Keeps every line an operator would find in the log, without the times."""

    _TIMES = re.compile(r"\"time\": \"[^\"]*\"|\b\d+ ms\b")

    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(Lines("json"))
        self.heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.heard.append(self._TIMES.sub("-", self.format(record)))


def remembered(view: Callable[[painting.Job, int | None], GameView]) -> Callable[[painting.Job, int | None], GameView]:
    """Compute the same view of the same position once, whatever picture it is for."""
    known: dict[Any, GameView] = {}

    def seen(job: painting.Job, viewer: int | None) -> GameView:
        key = job.options, job.snapshot, job.lines, viewer
        if key not in known:
            known[key] = view(job, viewer)
        return known[key]

    return seen


__all__ = ["NOW", "OPEN", "OWN", "SEED", "USERS", "Listener", "Shown", "World", "installed", "remembered"]
