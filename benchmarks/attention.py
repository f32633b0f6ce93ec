"""Attention budget: what recorded games demand of their players, counted at the loopback servers.

Each game is played twice on each platform: by panel (every press counts, including opening it and paging) and by typed
lines. benchmarks/plans.py defines what a sensible player does. Only what reaches the bot counts: a menu is one press
whatever is chosen in it; a sheet is two, one to open and one to send it, and the menus filled in on sheets are counted
separately. An open panel follows the game; it is reopened only if it doesn't come to offer what is pressed next.
Messages are new messages in the channel (edits in place and the thread don't count); the summary between two turns is
counted per turn, not per action.

These players sit at the table: the bot's clock stands still. A third time each game is played "by_mail", by typed
lines, with time passing between players and the bot checking its clocks: mostly neither is present when the game comes
to them; sometimes they are and then stay away. This counts hand-overs and the messages they add.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import multiprocessing
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.attention_counts import Action, Count, Round, summed
from benchmarks.loopback.in_process import PLATFORMS
from benchmarks.loopback.rooms import Room
from benchmarks.plans import Step, plan
from benchmarks.recorded import EXAMPLE, Script, example, scripts
from benchmarks.tellings import APART, Hands
from bot.platforms.courier import Courier
from bot.service.handler import BotHandler
from bot.service.people.ticker import Ticker
from bot.service.session import holder_id, restore
from bot.service.visibility import position_for
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server
from bot.storage.changes import Change, CommitResult
from bot.storage.models import GameHeader
from bot.storage.outbox import Queued
from bot.table import tokens
from engine.core.chance import KeyedChance
from engine.core.game import Game

#: Recorded games, actions played of each, and turns read from their records.
GAMES, ACTIONS, TURNS = 5, 24, 5
#: Turns of a whole war.
ALL_TURNS = 20
MANNERS = ("panel", "typed")
#: Also by typed lines, by players who are not present at the same time.
MAIL = "by_mail"
#: Seconds that pass before another player acts, cyclically: all but one longer than anyone counts as present.
GAPS = (APART, APART, 30)
#: Seconds that a player watches an open panel before reopening it.
PATIENCE = 1.5
#: Seconds for which adapters wait for further posts before refreshing panels; shortened so that only waiting is saved.
CALM = 0.02
#: A game, how it is played, and all steps of its players.
Planned = tuple[Script, str, tuple[Step, ...]]


class CountingCourier(Courier):
    """A courier that records the messages each post creates in the channel."""

    def __init__(self, store: Store, room: Room) -> None:
        super().__init__(store, {room.name: room.platform}, name="benchmark")
        self._room = room
        self.brought: list[tuple[str, list[tuple[int, ...]]]] = []

    async def hand_over(self, queued: Queued) -> None:
        """Deliver one post and count its messages."""
        await super().hand_over(queued)
        public = queued.post.audience == "channel"
        self.brought.append((queued.post.kind if public else "", await self._room.created()))


class Observed(Store):
    """A store that records which games are created in it."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.opened: asyncio.Queue[str] = asyncio.Queue()

    async def create_game(self, header: GameHeader, change: Change) -> CommitResult:
        """Create a game and record its id."""
        result = await super().create_game(header, change)
        self.opened.put_nowait(header.game_id)
        return result


class Run:
    """A recorded game played on one platform in one way."""

    def __init__(
        self,
        store: Observed,
        room: Room,
        script: Script,
        steps: Sequence[Step],
        total: Count,
        hands: Hands,
        gaps: Sequence[int],
    ) -> None:
        self._store, self._room, self._script, self._steps, self._total = store, room, script, steps, total
        self._courier = CountingCourier(store, room)
        self._hands, self._gaps = hands, itertools.cycle(gaps)
        self._ticker = Ticker(BotHandler(store, now=hands).tools)
        self._game = ""
        self._messages = self._asking = 0
        self._last: int | None = None
        #: Which player has opened their panel in which action, or got it in reply to a sheet.
        self._opened_in: set[tuple[int, int]] = set()

    async def play(self) -> str:
        """Play all steps; returns the final position."""
        with patch.object(KeyedChance, "choose", lambda _self, *asked: self._script.choose(*asked)):
            self._game = await self._opened()
            for side, line in ((1, "join cp"), (0, "join ap"), (1, "start")):
                await self._room.says(side, line)
            await self._courier.deliver_all()
            self._courier.brought.clear()
            self._total.tellings.begin(await self._actor())
            for step, following in pairwise([*self._steps, Step(-1)]):
                await self._count(step, following)
            await self._passes()
            self._total.tellings.end(self._now)
        game = restore(await self._store.load(self._game))
        return str(game.state.dump())

    async def _opened(self) -> str:
        """Create a game; everybody is notified, so the sender may get no reply of their own."""
        asking = asyncio.create_task(self._room.says(1, self._script.new))
        async with asyncio.timeout(10):
            game = await self._store.opened.get()
        await asyncio.wait({asking}, timeout=0.5)
        asking.cancel()
        return game

    @property
    def _now(self) -> float:
        return self._hands().timestamp()

    async def _actor(self) -> int | None:
        return restore(await self._store.load(self._game)).actor

    async def _passes(self) -> None:
        """Let time pass, and let the bot check its clocks."""
        gap = next(self._gaps)
        at = await self._round()
        for seconds in (gap // 2, gap - gap // 2):
            self._hands.move(seconds)
            await self._ticker.tick()
            await self._posts(at, at)

    async def _count(self, step: Step, following: Step) -> None:
        if step.side == await self._actor() != self._last:
            await self._passes()
            self._last = step.side
        action = self._action(step)
        at, sent = await self._round(), self._room.interactions
        if step.gives_order:
            self._total.tellings.acts(step.side, self._now)
        if step.opens and await self._follows(step, following):
            action.spared += step.side == action.side
        else:
            await self._does(step)
        presses = self._room.interactions - sent
        if step.side == action.side:
            action.own += presses
            action.typed += bool(step.line)
            action.filled += step.filled
        else:
            action.reacting += presses
        if step.gives_order:
            self._total.tellings.waits(await self._actor(), step.side, self._now)
        await self._posts(at, await self._round())

    def _action(self, step: Step) -> Action:
        actions = self._total.actions
        if not step.number:
            return Action()
        if step.decision == "choose_action" and not (actions and actions[-1].kind == ""):
            actions.append(Action(side=step.side))
        if step.action:
            actions[-1].kind, actions[-1].fights, actions[-1].spaces = step.action, step.fights, step.spaces
        return actions[-1]

    async def _follows(self, step: Step, following: Step) -> bool:
        """Return True once the open panel offers what is pressed next, without a press; False if it doesn't in time.

        The first opening by each side in an action is always needed: in play by correspondence a panel is too old by
        then.
        """
        seat = step.number, step.side
        if seat not in self._opened_in:
            self._opened_in.add(seat)
            return False
        wanted = self._controls(following, await self._position(step.side))
        return await self._room.bell.until(lambda: self._room.offers(step.side, *wanted), PATIENCE)

    def _controls(self, step: Step, number: int) -> list[str]:
        """Return the tokens of a step's presses on the panel of a position."""
        if step.screen:
            return [tokens.screen(self._game, number, step.screen)]
        return [tokens.order(self._game, number, order) for order in step.orders]

    async def _position(self, side: int) -> int:
        """Return the number in the controls of the present position for a side."""
        stored = await self._store.load(self._game)
        return position_for(stored, holder_id(stored, side))

    async def _does(self, step: Step) -> None:
        before = (await self._store.load(self._game)).number
        position = await self._position(step.side)
        if step.line:
            await self._room.says(step.side, step.line)
        elif step.opens:
            await self._room.opens(step.side)
        elif step.screen == "sheet":
            await self._room.opens_sheet(step.side, on_panel=step.on_panel)
        elif step.filled:
            self._opened_in.add((step.number, step.side))
            await self._room.fills(step.side, *self._controls(step, position))
        else:
            await self._room.uses(step.side, *self._controls(step, position))
        if not step.gives_order or (await self._store.load(self._game)).number > before:
            return
        # An attack that can't do damage, and points that would lapse, need confirmation.
        await self._room.confirms(step.side, tokens.screen(self._game, position, "anyway"))
        if (await self._store.load(self._game)).number == before:
            raise RuntimeError(f"{self._script.name} on {self._room.name}: nothing came of {step}")

    async def _posts(self, at: Round, after: Round) -> None:
        """Assign an action's messages to its round, and a new question to the round in which it is asked."""
        self._messages += len(await self._room.created())
        await self._courier.deliver_all()
        for kind, messages in self._courier.brought:
            asked = after if kind in ("prompt", "handover") else at
            self._total.pings[self._script.name, asked] += sum(map(len, messages))
            for sides in messages:
                self._total.tellings.pinged(sides)
            self._note(kind, len(messages))
        self._courier.brought.clear()

    def _note(self, kind: str, count: int) -> None:
        """Count the messages of one post; a reposted table message belongs to the action that has just ended."""
        total = self._total
        if kind == "turn":
            total.turn_messages += count
        elif kind == "table" and total.messages and not self._messages:
            total.messages[-1] += count
            total.beyond[-1] += count
        else:
            self._messages += count
            self._asking += count * (kind in ("prompt", "handover"))
        if kind == "action":  # if its prompt existed, this was an edit in place
            total.messages.append(self._messages)
            total.beyond.append(self._messages - self._asking)
            self._messages = self._asking = 0

    async def _round(self) -> Round:
        """Return turn and action round; 0 between the rounds of two turns."""
        game: Game[Any] = restore(await self._store.load(self._game))
        state = game.state
        return state.turn, state.round if state.phase == "actions" else 0


def planned(games: int, actions: int | None, turns: int = TURNS, manners: tuple[str, ...] = MANNERS) -> list[Planned]:
    """Plan every game in these ways, in parallel processes, since planning takes longer than playing."""
    wanted = [(script, manner) for script in [*scripts(games, turns), example()] for manner in manners]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        steps = pool.map(plan, *zip(*wanted, strict=True), [actions] * len(wanted))
        return [(script, manner, found) for (script, manner), found in zip(wanted, steps, strict=True)]


@cache
def _planned_here() -> list[Planned]:
    """Plan a few actions of one game and of the example; faster than starting processes."""
    return [(script, manner, plan(script, manner, 6)) for script in (*scripts(1, 1), example()) for manner in MANNERS]


def _by_mail(games: Sequence[Planned]) -> list[Planned]:
    """Return the typed plans, to be played by players who are not present at the same time."""
    return [(script, MAIL, steps) for script, manner, steps in games if manner == "typed"]


async def _played(
    store: Observed,
    platform: str,
    var: Path,
    games: Sequence[Planned],
    reached: dict[tuple[str, str], set[str]],
) -> dict[str, Any]:
    """Return the figures of one platform; adds the positions reached to `reached`."""
    await store.connection.call("FLUSHALL")
    totals: dict[str, Count] = defaultdict(Count)
    hands = Hands()
    async with PLATFORMS[platform](store, var, hands) as room:
        for number, (script, manner, steps) in enumerate(games):
            print(f"  [{platform}] {script.name} by {manner}", file=sys.stderr)
            kept = f"example_{manner}" if script.name == EXAMPLE else manner
            gaps = GAPS if manner == MAIL else (0,)
            run = Run(store, await room(number), script, steps, totals[kept], hands, gaps)
            reached[script.name, manner].add(await run.play())
    return {manner: summed(total) for manner, total in totals.items()}


async def _measure(platforms: Sequence[str], games: Sequence[Planned]) -> dict[str, Any]:
    results: dict[str, Any] = {}
    reached: dict[tuple[str, str], set[str]] = defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder)
        async with redis_server(Settings(var=var, redis_fsync="everysec")) as url:
            for platform in platforms:
                store = Observed(Connection(url))
                try:
                    results[platform] = await _played(store, platform, var, games, reached)
                finally:
                    await store.close()
    if any(len(positions) > 1 for positions in reached.values()):
        raise RuntimeError("A recorded game went differently on different platforms.")
    return results


def measure(platforms: Sequence[str] = tuple(PLATFORMS), *, quick: bool = False, whole: bool = False) -> dict[str, Any]:
    """Play every game in every way on each platform and count; with `whole`, whole games, only by mail."""
    logging.getLogger().setLevel(logging.ERROR)
    print("  planning", file=sys.stderr)
    if whole:
        games = _by_mail(planned(GAMES, None, ALL_TURNS, ("typed",)))
    else:
        sitting = _planned_here() if quick else planned(GAMES, ACTIONS)
        games = [*sitting, *_by_mail(sitting)]
    with contextlib.ExitStack() as stack:
        for renewing in map("bot.platforms.{}.refreshing".format, platforms):
            if find_spec(renewing):
                stack.enter_context(patch(f"{renewing}._CALM", CALM))
        return asyncio.run(_measure(platforms, games))


__all__ = ["ACTIONS", "GAMES", "MANNERS", "PLATFORMS", "Run", "measure"]
