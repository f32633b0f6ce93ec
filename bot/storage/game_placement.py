"""Games and their channels: created, moved, freed, deleted, and repaired after a crash.

Part of `Store`, which has the games themselves. See `bot.storage.channels` on why a process can die after any step.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime

from bot.narration.texts import host_text
from bot.storage import keys
from bot.storage.changes import Change, CommitResult, Committed, Duplicate, Stale, StoredGame
from bot.storage.channels import CLAIM_SECONDS, Bound, Channels
from bot.storage.connection import Connection
from bot.storage.damage import Damage
from bot.storage.errors import ChannelBusy, StorageError, StoredDamage
from bot.storage.keys import GameKeys
from bot.storage.models import GameHeader, GameSettings, JsonObject, Seats
from bot.storage.person_records import People
from bot.storage.running_games import Running

log = logging.getLogger(__name__)

#: Channels requested per round trip, and maximum attempts to claim a channel that keeps changing.
_AT_ONCE, _CLAIMS = 500, 5

Decide = Callable[[StoredGame], Change | Awaitable[Change]]


class Placing(ABC):
    """A store's operations on the channels of its games."""

    connection: Connection
    channels: Channels
    running: Running
    damaged: Damage
    _now: Callable[[], datetime]

    @abstractmethod
    async def header(self, game_id: str) -> GameHeader:
        """Return a game's header. Raises UnknownGame."""

    @abstractmethod
    async def answer_for(self, game_id: str, key: str) -> Duplicate | None:
        """Return the stored answer of the command with this key, if it was carried out."""

    @abstractmethod
    async def commit(
        self, game_id: str, expected: int | None, change: Change, key: str, *, revision: int | None = None
    ) -> CommitResult:
        """Store a change atomically, if the game is still at the expected state."""

    @abstractmethod
    async def run_command(self, game_id: str, key: str, decide: Decide, *, tries: int = 40) -> Committed | Duplicate:
        """Load a game, let `decide` return the change, and commit; retry after a lost race."""

    @abstractmethod
    async def _header(self, game_id: str) -> GameHeader | None:
        """Return a game's header; None if there is none."""

    async def create_game(self, header: GameHeader, change: Change) -> CommitResult:
        """Create a game in its channel with the contents of the change.

        `header.key` is the idempotency key; derive `header.game_id` with `keys.game_id_for`, so that a repeated command
        names the same game, finishes what died midway, and gets its first answer as a Duplicate.

        Raises:
            ChannelBusy: the channel has a game in progress.
        """
        game = header.game_id
        before = await self.made_before(header.channel, header.key, game)
        if before is not None:
            return before
        await self._claim(header)
        whole = replace(
            change,
            header=header.model_copy(update={"whole": True}),
            seats=change.seats or Seats(),
            settings=change.settings or GameSettings(),
        )
        result = await self.commit(game, -1, whole, header.key, revision=0)
        if isinstance(result, Stale):
            raise StorageError(host_text("store.placing.there_game_already_give", game=game))
        if not await self.channels.keep(header.channel, game) and isinstance(result, Committed):
            # The claim expired meanwhile and another game took the channel.
            await self.erase(game, header.key)
            raise ChannelBusy(host_text("store.placing.another_game_set_up"))
        return result

    async def made_before(self, channel: str, key: str, game_id: str = "") -> Duplicate | None:
        """Return the answer of the command with this key if it created a game here; rebind the channel to it."""
        game = game_id or keys.game_id_for(channel, key)
        before = await self.answer_for(game, key)
        if before is not None:
            await self.channels.keep(channel, game)
        return before

    async def erase(self, game_id: str, *answers: str) -> None:
        """Delete a game with its record; `answers` are keys of commands whose answers are deleted at once."""
        own = GameKeys(game_id)
        followers = await self._followers(game_id)
        await self.connection.call("DEL", *own.fixed(), *(own.answer(key) for key in answers))
        self.damaged.pop(game_id, None)
        await self.connection.pipeline(
            *Running.erasing(game_id),
            ("ZREM", keys.OUTBOXES, game_id),
            ("HDEL", keys.DAMAGED, game_id),
            *People.unfollowing(followers, game_id),
        )

    async def _followers(self, game_id: str) -> list[str]:
        """Return the followers of a game that may be damaged."""
        own = GameKeys(game_id)
        try:
            raw, head = await self.connection.pipeline(("GET", own.settings), ("GET", own.header))
            if raw is None or head is None:
                return []
            platform = GameHeader.parse(head, f"header of game {game_id}").platform
            return GameSettings.parse(raw, f"settings of game {game_id}").on(platform).followers()
        except StoredDamage:
            return []

    async def channel_game(self, channel: str) -> str | None:
        """Return the game in progress in a channel, if there is one."""
        game = await self.channels.holder(channel)
        if game is None:
            return None
        header = await self._header(game)
        return game if header is not None and header.in_progress else None

    async def finish_game(self, game_id: str, change: Change, key: str, result: JsonObject) -> CommitResult:
        """Commit the last change of a game, mark it finished with its result and free its channel.

        The game stays readable. Raises UnknownGame.
        """
        header = await self.header(game_id)
        ended = header.model_copy(update={"status": "finished", "result": result, "finished_at": self._now()})

        def decide(stored: StoredGame) -> Change:
            del stored
            return replace(change, header=ended)

        outcome = await self.run_command(game_id, key, decide)
        await self.channels.free(header.channel, game_id)
        return outcome

    async def repair(self) -> int:
        """Rebind games in progress to their channels if a crash prevented it; return how many.

        Run when a process starts. Damaged games are left alone.
        """
        await self.damaged.share(self.connection)
        headers, damaged = await self.running.tidy()
        self.damaged |= dict.fromkeys(damaged, "load")
        own: dict[str, GameHeader] = {keys.channel(header.channel): header for header in headers}
        bound = 0
        places = list(own)
        for start in range(0, len(places), _AT_ONCE):
            some = places[start : start + _AT_ONCE]
            held = await self.connection.each(*(("GET", place) for place in some))
            for place, raw in zip(some, held, strict=True):
                game = own[place].game_id
                if isinstance(raw, StoredDamage):
                    log.error("the channel of game %s is skipped: %s", game, raw)
                    self.damaged[game] = "channel"
                elif raw is None:
                    bound += await self.channels.bind(own[place].channel, game)
                elif raw.startswith(f"{game}@".encode()):
                    bound += await self.channels.keep(own[place].channel, game)
        return bound

    async def move_game(
        self, game_id: str, channel: str, decide: Decide, key: str, *, server: str = ""
    ) -> Committed | Duplicate:
        """Bind a game in progress to another channel, with whatever else `decide` changes.

        Platform ids noted by `refer` are forgotten, since they belong to the old channel. The same key again finishes a
        move that died midway, see `moved_before`.

        Raises:
            ChannelBusy: the other channel has a game in progress.
            UnknownGame: there is no such game.
        """
        header = await self.header(game_id)
        previous = await self.channels.holder(channel) or header.previous
        moved = {"channel": channel, "previous": previous, "server": server or header.server}
        await self._claim(header.model_copy(update=moved))

        async def move(stored: StoredGame) -> Change:
            made = decide(stored)
            change = await made if isinstance(made, Awaitable) else made
            head = stored.header.model_copy(update={**moved, "left": stored.header.channel})
            return replace(change, header=head, forget_references=True)

        result = await self.run_command(game_id, key, move)
        await self._finish_move(game_id, channel)
        return result

    async def moved_before(self, game_id: str, channel: str, key: str) -> Duplicate | None:
        """Return the answer of the command with this key if it moved the game here; make the binding permanent."""
        before = await self.answer_for(game_id, key)
        if before is not None:
            await self._finish_move(game_id, channel)
        return before

    # ------------------------------------------------------------------------------------------ inside

    async def _claim(self, header: GameHeader) -> None:
        """Claim the channel for a game, replacing one that is over, has left or was never created."""
        for _ in range(_CLAIMS):
            bound = await self.channels.bound(header.channel)
            if bound is not None and bound.game == header.game_id:
                return
            before = await self._gives_way(bound, header.channel) if bound is not None else ""
            at, seen = self._now().timestamp(), bound.raw if bound is not None else ""
            if await self.channels.claim(header.channel, header.game_id, at, before, seen):
                return
        raise ChannelBusy(host_text("store.placing.another_game_being_set"))

    async def _gives_way(self, bound: Bound, channel: str) -> str:
        """Return the channel's previous game if another may be set up there; raise ChannelBusy otherwise."""
        other = await self._header(bound.game)
        if other is not None and other.channel == channel:
            if other.in_progress:
                raise ChannelBusy(
                    host_text("store.placing.channel_game_progress_finish", game=bound.game),
                    bound.game,
                )
            return bound.game
        if bound.claimed and self._now().timestamp() - bound.claimed < CLAIM_SECONDS:
            raise ChannelBusy(host_text("store.placing.another_game_being_set"))
        return bound.before

    async def _finish_move(self, game_id: str, channel: str) -> None:
        """Make the claim of a moved game permanent, and free the channel it left."""
        header = await self.header(game_id)
        if header.channel == channel:
            await self.channels.keep(channel, game_id)
            if header.left and header.left != channel:
                await self.channels.free(header.left, game_id)


__all__ = ["Decide", "Placing"]
