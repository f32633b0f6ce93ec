"""The budget of attention: messages, presses, commands and pings of whole turns played through the handler.

Two runs over the same seeds. In the first every player uses the panel alone: opens it, picks what a
sensible player would pick from what is shown first, and every press counts, the opening one too. In the
second every player types: what can be said in one line is said in one, and losses are left to a standing
order given before the first action. Messages are new messages in the
channel (edits in place are none); the summary between two turns counts by turn, not by action.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from unittest.mock import patch

from benchmarks.players import Move, PanelPlayer, TypingPlayer
from bot.platforms.base import Inbound
from bot.replies.model import Reply
from bot.service.handler import BotHandler
from bot.service.session import restore
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server

GAMES = 3
#: Actions played in each game and manner: about four turns.
ACTIONS = 40
USERS = ("ben", "anna")
CHANNEL = "benchmark"


@dataclass
class Tally:
    """What one action cost."""

    kind: str = ""
    side: int = 0
    own: int = 0
    reacting: int = 0
    messages: int = 0
    fights: int = 0


@dataclass
class Count:
    """What a run cost, action by action and round by round."""

    actions: list[Tally] = field(default_factory=list)
    turn_messages: list[int] = field(default_factory=list)
    pings: dict[tuple[int, int, int], int] = field(default_factory=lambda: defaultdict(int))


class Run:
    """One game played through the handler, in one manner."""

    def __init__(self, store: Store, seed: int, manner: str, total: Count, actions: int = ACTIONS) -> None:
        self.wanted = actions
        self.store, self.seed, self.total = store, seed, total
        self.handler = BotHandler(store)
        self.player = (PanelPlayer if manner == "panel" else TypingPlayer)(Random(seed), self.handler.tools)
        self.keys = count(1)
        self.channel = f"{CHANNEL}-{manner}-{seed}"
        self.tally = Tally()
        self.game_id = ""

    async def send(self, user: str, move: Move) -> list[Reply]:
        """Type or press."""
        inbound = Inbound(
            platform="web", channel=self.channel, user=user, user_name=user, key=f"k{next(self.keys)}",
            text=move.text or None, token=move.tokens[0] if move.tokens else None,
            tokens=move.tokens if len(move.tokens) > 1 else (),
        )  # fmt: skip
        return list(await self.handler.run(inbound))

    async def play(self) -> None:
        """A game of so many actions."""
        for user, line in (("anna", "new campaign"), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start")):
            await self.send(user, Move(text=line))
        self.game_id = await self.store.channels.holder(f"web:{self.channel}") or ""
        await self.send("anna", Move(text="choose take"))
        if not self.player.opens:
            for user in USERS:
                await self.send(user, Move(text="standing take losses: corps first"))
        await self._posts((0, 0), (0, 0))
        done, last, replies = 0, "", list[Reply]()
        while done < self.wanted:
            game = restore(await self.store.load(self.game_id))
            if not game.stack or game.actor is None:
                return
            user, at = USERS[game.actor], round_of(game)
            if game.decision.kind == "choose_action":
                self.tally = Tally(side=game.actor)
            if user != last:
                replies = await self.send(user, Move(text="panel"))
                if self.player.opens:
                    self._press(game.actor)
            move = self.player.next(game, replies)
            self._note(move, game.actor)
            before = len(await self.store.record(self.game_id))
            replies = await self.send(user, move)
            if move.order and len(await self.store.record(self.game_id)) == before:
                raise RuntimeError(f"{user} could not {move}: {replies[0].text if replies else ''}")
            last = user
            after = round_of(restore(await self.store.load(self.game_id)))
            done += await self._posts(at, after)

    def _press(self, side: int) -> None:
        if side == self.tally.side:
            self.tally.own += 1
        else:
            self.tally.reacting += 1

    def _note(self, move: Move, side: int) -> None:
        self._press(side)
        self.tally.kind = move.action or self.tally.kind
        self.tally.fights += move.fight

    async def _posts(self, at: tuple[int, int], after: tuple[int, int]) -> int:
        """Count what was posted, and deliver it to nobody; returns how many actions were told as finished.

        What is said of an action belongs to its round, a new question to the round in which it is asked.
        """
        finished = 0
        for queued in await self.store.outbox.pending_posts(self.game_id):
            reply = Reply.model_validate(queued.post.body)
            if reply.audience == "channel":
                asked = after if queued.post.kind == "prompt" else at
                self.total.pings[(self.seed, *asked)] += len(reply.mention)
                appears = not reply.edit or (reply.anew and reply.edit != "table")
                if queued.post.kind == "turn":
                    self.total.turn_messages.append(1)
                elif queued.post.kind != "start" and appears:
                    self.tally.messages += 1
                if queued.post.kind == "action":
                    self.total.actions.append(self.tally)
                    self.tally = Tally(side=self.tally.side)
                    finished += 1
            await self.store.outbox.mark_delivered(queued.game_id, queued.post_id)
        return finished


def round_of(game: Any) -> tuple[int, int]:
    """Turn and action round; 0 for what lies between the rounds of two turns."""
    return game.state.turn, game.state.round if game.state.phase == "actions" else 0


def figures(values: list[int]) -> dict[str, float]:
    """Median and maximum."""
    return {"median": float(median(values)), "max": float(max(values)), "n": float(len(values))} if values else {}


def summed(total: Count) -> dict[str, Any]:
    """The budget's figures of one manner."""
    ops = [one for one in total.actions if one.kind in ("ops", "auto_op")]
    return {
        "messages_per_action": figures([one.messages for one in total.actions]),
        "per_ops_action": figures([one.own for one in ops]),
        "per_ops_action_without_combat": figures([one.own for one in ops if not one.fights]),
        "per_ops_action_with_one_combat": figures([one.own for one in ops if one.fights == 1]),
        "per_other_action": figures([one.own for one in total.actions if one.kind not in ("ops", "auto_op")]),
        "per_reaction": figures([one.reacting for one in total.actions if one.reacting]),
        "pings_per_round": figures(list(total.pings.values())),
        "turn_messages": float(len(total.turn_messages)),
    }


async def _measure() -> dict[str, Any]:
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(var=Path(folder), redis_fsync="everysec")
        async with redis_server(settings) as url:
            store = Store(Connection(url))
            for manner in ("panel", "typed"):
                total = Count()
                for seed in range(GAMES):
                    # Chance is fixed, so that the figures are the same in every run.
                    with patch(
                        "bot.service.lobby.secrets.token_bytes", lambda size, seed=seed: bytes([seed + 1]) * size
                    ):
                        await Run(store, seed, manner, total).play()
                results[manner] = summed(total)
            await store.close()
    return results


def measure() -> dict[str, Any]:
    """Play in both manners and count."""
    logging.getLogger().setLevel(logging.ERROR)
    return asyncio.run(_measure())
