"""Games in Redis: created, loaded, and changed by one atomic write per command.

Correctness rests on two comparisons inside `commit.lua`: the idempotency key (a repeated command
gets its first answer) and the revision (a lost race changes nothing and tries again). No lock is
needed. Numbers of record entries begin with 0; the number of a game is that of its last entry,
-1 while it has none.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from weakref import WeakValueDictionary

from bot.settings import Settings
from bot.storage import keys
from bot.storage.changes import Change, CommitResult, Committed, Duplicate, Stale, StoredGame
from bot.storage.channels import Channels
from bot.storage.connection import Connection
from bot.storage.due import Due
from bot.storage.errors import ChannelBusy, StorageError, StoreBusy, UnknownGame
from bot.storage.keys import GameKeys
from bot.storage.models import (
    CommandResult,
    GameHeader,
    GameSettings,
    JsonObject,
    RecordEntry,
    Seats,
    Snapshot,
)
from bot.storage.outbox import Outbox
from bot.storage.people import People

__all__ = ["Change", "CommitResult", "Committed", "Decide", "Duplicate", "Stale", "Store", "StoredGame"]

DAY = 24 * 60 * 60

Decide = Callable[[StoredGame], Change | Awaitable[Change]]


class Store:
    """All games and people of one Redis server.

    Args:
        connection: to the server; `close` closes it.
        answer_days: how long a repeated command still gets its first answer.
        now: the clock; tests give their own.

    Every method may raise StoreUnavailable, and StorageError on a damaged or foreign value.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        answer_days: int = 30,
        delivery_tries: int = 8,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.connection = connection
        self.outbox = Outbox(connection, tries=delivery_tries, now=now)
        self.people = People(connection)
        self.due = Due(connection)
        self.channels = Channels(connection)
        self._answer_seconds = answer_days * DAY
        self._now = now
        # Commands of this process on one game take turns as they came; races with other processes remain, and
        # the commit settles them all. Nothing depends on these locks but fairness.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @classmethod
    def connect(cls, url: str, settings: Settings) -> Store:
        """The store at an address such as `redis_server` yields; connects at the first command."""
        return cls(Connection(url), answer_days=settings.answer_days, delivery_tries=settings.delivery_tries)

    async def close(self) -> None:
        """Close the connection."""
        await self.connection.close()

    # ------------------------------------------------------------------------------------------ lobby

    async def create_game(self, header: GameHeader, change: Change) -> CommitResult:
        """Create a game in its channel with whatever the change holds.

        `header.key` is the idempotency key; make `header.game_id` by `keys.game_id_for` so that a
        repeated command names the same game and gets its first answer as a Duplicate.

        Raises:
            ChannelBusy: the channel has a game in progress.
        """
        game = header.game_id
        await self._claim(header)
        await self.connection.call("SADD", keys.GAMES, game)
        result = await self.commit(game, -1, replace(change, header=header), header.key, revision=0)
        if isinstance(result, Stale):
            raise StorageError(f"There is a game {game} already; give the new one another id.")
        if isinstance(result, Committed) and not await self.channels.keep(header.channel, game):
            # The claim ran out meanwhile and another game took the channel.
            await self.connection.call("DEL", *GameKeys(game).fixed(), GameKeys(game).answer(header.key))
            await self.connection.call("SREM", keys.GAMES, game)
            raise ChannelBusy("Another game was set up in this channel at the same time: join that one.")
        return result

    async def channel_game(self, channel: str) -> str | None:
        """The game in progress in a channel, if there is one."""
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
        """Bind games in progress to their channels again where a crash prevented it; returns how many.

        Meant for the start of a process.
        """
        bound = 0
        for game in await self.games():
            header = await self._header(game)
            if header is not None and header.in_progress and await self.channels.holder(header.channel) is None:
                bound += await self.channels.bind(header.channel, game)
        return bound

    async def move_game(self, game_id: str, channel: str, change: Change, key: str) -> Committed | Duplicate:
        """Bind a game in progress to another channel, with whatever else the change holds.

        Platform ids noted by `refer` are forgotten, since they belong to the old channel.

        Raises:
            ChannelBusy: the other channel has a game in progress.
            UnknownGame: there is no such game.
        """
        header = await self.header(game_id)
        moved = {"channel": channel, "previous": await self.channels.holder(channel) or header.previous}
        await self._claim(header.model_copy(update=moved))

        def decide(stored: StoredGame) -> Change:
            return replace(change, header=stored.header.model_copy(update=moved))

        result = await self.run_command(game_id, key, decide)
        await self.channels.keep(channel, game_id)
        if header.channel != channel:
            await self.channels.free(header.channel, game_id)
            await self.connection.call("DEL", GameKeys(game_id).references)
        return result

    # ------------------------------------------------------------------------------------------ reading

    async def games(self) -> list[str]:
        """The ids of all games, finished ones included, in alphabetical order."""
        return sorted(game.decode() for game in await self.connection.call("SMEMBERS", keys.GAMES))

    async def header(self, game_id: str) -> GameHeader:
        """What a game is. Raises UnknownGame."""
        header = await self._header(game_id)
        if header is None:
            raise UnknownGame(f"There is no game {game_id}.")
        return header

    async def load(self, game_id: str) -> StoredGame:
        """Everything about a game but its record, from one moment. Raises UnknownGame."""
        own = GameKeys(game_id)
        header, revision, length, snapshot, seats, settings = await self.connection.transaction(
            ("GET", own.header),
            ("GET", own.revision),
            ("LLEN", own.record),
            ("GET", own.snapshot),
            ("GET", own.seats),
            ("GET", own.settings),
        )
        if header is None:
            raise UnknownGame(f"There is no game {game_id}.")
        number = length - 1
        text = None
        if snapshot is not None:
            position = Snapshot.unpack(snapshot, f"snapshot of game {game_id}")
            if position.number != number:
                raise StorageError(
                    f"The snapshot of game {game_id} is of entry {position.number} but its record ends with {number}: "
                    "restore both from one backup."
                )
            text = position.text
        head = GameHeader.parse(header, f"header of game {game_id}")
        held = Seats.parse(seats, f"seats of game {game_id}") if seats else Seats()
        agreed = GameSettings.parse(settings, f"settings of game {game_id}") if settings else GameSettings()
        return StoredGame(
            header=head,
            number=number,
            revision=int(revision or 0),
            snapshot=text,
            seats=held.on(head.platform),
            settings=agreed.on(head.platform),
        )

    async def record(self, game_id: str, start: int = 0) -> list[dict[str, Any]]:
        """The record's entries from number `start` on, in order."""
        raw = await self.connection.call("LRANGE", GameKeys(game_id).record, start, -1)
        entries = [RecordEntry.parse(line, f"record entry {start + i} of game {game_id}") for i, line in enumerate(raw)]
        for number, entry in enumerate(entries, start):
            if entry.n != number:
                raise StorageError(f"Record entry {number} of game {game_id} calls itself {entry.n}: restore a backup.")
        return [{"n": entry.n, **entry.payload} for entry in entries]

    async def answer_for(self, game_id: str, key: str) -> Duplicate | None:
        """What the command with this key was answered, if it was carried out."""
        raw = await self.connection.call("GET", GameKeys(game_id).answer(key))
        return None if raw is None else _duplicate(raw, game_id)

    async def references(self, game_id: str) -> dict[str, str]:
        """The platform ids noted by `refer`, by name."""
        raw = await self.connection.call("HGETALL", GameKeys(game_id).references)
        return {name.decode(): value.decode() for name, value in raw.items()}

    # ------------------------------------------------------------------------------------------ writing

    async def refer(self, game_id: str, name: str, value: str) -> None:
        """Note a platform id of a game, e.g. that of its table message, under a name."""
        await self.connection.call("HSET", GameKeys(game_id).references, name, value)

    async def commit(
        self, game_id: str, expected: int | None, change: Change, key: str, *, revision: int | None = None
    ) -> CommitResult:
        """Store a change as one atomic write, if the game still is where it is expected to be.

        Args:
            game_id: the game.
            expected: number of the last record entry that the change is based on; None for any.
            change: what to store.
            key: idempotency key of the command.
            revision: revision that the change is based on; None for any. It also moves when seats
                or settings change without a new entry.
        """
        own = GameKeys(game_id)
        number = self._check_entries(expected, change) if change.entries else expected
        await self._announce(game_id, change)
        answer = CommandResult(key=key, number=-1 if number is None else number, answer=change.answer)
        snapshot = b"" if change.snapshot is None else Snapshot(number=number or 0, text=change.snapshot).pack()
        kept = [value.dump() if value is not None else "" for value in (change.seats, change.settings, change.header)]
        lines = [RecordEntry(n=entry["n"], payload=_without_number(entry)).dump() for entry in change.entries]
        status, *rest = await self.connection.script(
            "commit",
            [own.revision, own.record, own.snapshot, own.seats, own.settings, own.header, own.outbox, own.answer(key)],
            [
                "" if revision is None else revision,
                "" if expected is None else expected + 1,
                answer.dump(),
                self._answer_seconds,
                snapshot,
                *kept,
                len(lines),
                *lines,
                *(post.dump() for post in change.posts),
            ],
        )
        if change.posts and status != b"stale":
            self.outbox.queued(game_id)
        if status == b"duplicate":
            return _duplicate(rest[0], game_id)
        if status == b"stale":
            return Stale(number=rest[0] - 1, revision=rest[1])
        return Committed(number=rest[0] - 1, revision=rest[1], answer=change.answer)

    async def run_command(self, game_id: str, key: str, decide: Decide, *, tries: int = 40) -> Committed | Duplicate:
        """Load a game, let `decide` say what changes, commit; whoever loses the race does it again.

        `decide` must be free of effects, since it may run several times, and must not run another
        command on the same game. What it raises passes through and changes nothing.

        Raises:
            UnknownGame: there is no such game.
            StoreBusy: the race was lost `tries` times.
        """
        async with self._turns.setdefault(game_id, asyncio.Lock()):
            before = await self.answer_for(game_id, key)
            if before is not None:
                return before
            for attempt in range(tries):
                stored = await self.load(game_id)
                change = decide(stored)
                if isinstance(change, Awaitable):
                    change = await change
                result = await self.commit(game_id, stored.number, change, key, revision=stored.revision)
                if not isinstance(result, Stale):
                    return result
                await asyncio.sleep(random.uniform(0, min(0.05, 0.002 * 2**attempt)))  # noqa: S311 - only spreads
        raise StoreBusy(f"Too many commands for game {game_id} at once: send this one again.")

    # ------------------------------------------------------------------------------------------ inside

    async def _claim(self, header: GameHeader) -> None:
        """Take the channel for a new game, replacing a finished or vanished one."""
        holder, claimed = await self.channels.claim(header.channel, header.game_id)
        if holder == header.game_id:
            return
        other = await self._header(holder)
        if other is None and claimed:
            raise ChannelBusy("Another game is being set up in this channel: try again in a minute.")
        if other is None or not other.in_progress:
            holder, _ = await self.channels.claim(header.channel, header.game_id, replace=holder)
        if holder != header.game_id:
            raise ChannelBusy(
                f"This channel has the game {holder} in progress: finish or resign it, or use another channel.", holder
            )

    async def _announce(self, game_id: str, change: Change) -> None:
        """Put into the indexes before the commit what must be found if we die right after it."""
        if change.posts:
            await self.outbox.announce(game_id)
        if change.due is not None:
            await self.due.note(game_id, change.due)
        for user in change.seats.users() if change.seats is not None else ():
            await self.people.note_game(user, game_id)

    async def _header(self, game_id: str) -> GameHeader | None:
        raw = await self.connection.call("GET", GameKeys(game_id).header)
        return None if raw is None else GameHeader.parse(raw, f"header of game {game_id}")

    @staticmethod
    def _check_entries(expected: int | None, change: Change) -> int:
        if expected is None or change.snapshot is None:
            raise ValueError("New record entries need the number they follow and the snapshot after them.")
        numbers = [entry["n"] for entry in change.entries]
        if numbers != list(range(expected + 1, expected + 1 + len(numbers))):
            raise ValueError(f"Record entries {numbers} do not follow entry {expected} without a gap.")
        return expected + len(numbers)


def _without_number(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != "n"}


def _duplicate(raw: bytes, game_id: str) -> Duplicate:
    result = CommandResult.parse(raw, f"answer in game {game_id}")
    return Duplicate(number=result.number, answer=result.answer)
