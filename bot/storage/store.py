"""Games in Redis: created, loaded, and changed by one atomic write per command.

Correctness rests on two comparisons inside `commit.lua`: the idempotency key (a repeated command gets its first
answer) and the revision (a lost race changes nothing and is retried). No lock is needed. Record entries are numbered
from 0; a game's number is that of its last entry, -1 while it has none.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Protocol
from weakref import WeakValueDictionary

from bot.narration.texts import host_text
from bot.settings import Settings
from bot.storage import keys, write_tracking
from bot.storage.changes import Change, CommitResult, Committed, Duplicate, Stale, StoredGame
from bot.storage.channels import Channels
from bot.storage.connection import Connection
from bot.storage.damage import Damage
from bot.storage.due_index import Due
from bot.storage.errors import StoreBusy, StoredDamage, StoreUnavailable, UnknownGame
from bot.storage.forgetting import Forgetting
from bot.storage.game_placement import Decide, Placing
from bot.storage.game_record import last_number, parsed_record, record_lines
from bot.storage.integrity import check_parts, without_header
from bot.storage.keys import GameKeys
from bot.storage.links import Links
from bot.storage.models import CommandResult, GameHeader, GameSettings, Review, Seats
from bot.storage.outbox import Outbox
from bot.storage.outbox_models import Post
from bot.storage.person_records import People
from bot.storage.persons import Persons
from bot.storage.pipeline import Command
from bot.storage.puzzle_store import Puzzling
from bot.storage.ratings import StoredRatings
from bot.storage.running_games import Running
from bot.storage.seasons import SeasonStore
from bot.storage.snapshot import Snapshot
from bot.storage.spectator_store import Watching
from bot.storage.turns import Turns

log = logging.getLogger(__name__)

__all__ = ["Change", "CommitResult", "Committed", "Decide", "Duplicate", "Stale", "Store", "StoredGame"]

DAY = 24 * 60 * 60
#: Days for which the review of a game is kept.
REVIEWED = 30
#: Games requested per round trip.
_AT_ONCE = 500


class Reviver(Protocol):
    """Restores positions for this version and its content: unreadable ones are rebuilt from the record."""

    async def revived(self, store: Store, stored: StoredGame) -> StoredGame:
        """Return a game with a readable position if possible; else unchanged. Raises StorageError."""


class Store(Placing):
    """All games and people of one Redis server.

    Args:
        connection: to the server; `close` closes it.
        answer_days: how long a repeated command still gets its first answer.
        delivery_tries: failed deliveries after which a post is parked.
        now: the clock; tests pass their own.
        reviver: rebuilds unreadable positions; without one such a game is damaged.
        instead: the notice to a table that replaces unreadable posts.

    Every method may raise StoreUnavailable, and StorageError on a damaged or foreign value.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        answer_days: int = 30,
        delivery_tries: int = 8,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        reviver: Reviver | None = None,
        instead: Post | None = None,
    ) -> None:
        self.connection = connection
        #: Damage found by this process, by game or person, with where: "load", "commit", "posts", "position", "rules", "look".
        self.damaged = Damage()
        self.indexes = connection.indexes
        self.outbox = Outbox(connection, tries=delivery_tries, now=now, damaged=self.damaged, instead=instead)
        self.people = People(connection, self.damaged)
        self.persons = Persons(connection, now)
        self.links = Links(connection, self.persons, now)
        self.ratings = StoredRatings(connection)
        self.forgetting = Forgetting(connection, self.persons, self.people, now)
        self.due = Due(connection, now)
        self.channels = Channels(connection)
        self.running = Running(connection)
        self.seasons = SeasonStore(connection, self.indexes, self.damaged)
        self.watching = Watching(connection)
        self.turns = Turns(connection)
        self.puzzling = Puzzling(connection, self.persons)
        self._reviver = reviver
        self._answer_seconds = answer_days * DAY
        self._now = now
        # Commands of this process on one game are serialised in order; races with other processes remain, and the
        # commit resolves all of them. These locks only provide fairness.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @classmethod
    def connect(cls, url: str, settings: Settings) -> Store:
        """Return the store at an address such as `redis_server` yields; it connects at the first command."""
        return cls(Connection(url), answer_days=settings.answer_days, delivery_tries=settings.delivery_tries)

    async def close(self) -> None:
        """Close the connection."""
        await self.connection.close()

    # ------------------------------------------------------------------------------------------ reading

    async def games(self) -> list[str]:
        """Return the ids of all games, including finished ones, in alphabetical order."""
        noted = sorted(await self.indexes.ids(keys.GAMES))
        found: list[str] = []
        for start in range(0, len(noted), _AT_ONCE):
            some = noted[start : start + _AT_ONCE]
            there = await self.connection.pipeline(*(("EXISTS", *GameKeys(game).written()) for game in some))
            found += [game for game, yes in zip(some, there, strict=True) if yes]
        return found

    async def header(self, game_id: str) -> GameHeader:
        """Return a game's header. Raises UnknownGame."""
        header = await self._header(game_id)
        if header is None:
            raise UnknownGame(host_text("store.store.there_no_game", game_id=game_id))
        return header

    async def load(self, game_id: str) -> StoredGame:
        """Return a consistent view of a game without its record.

        Raises:
            UnknownGame: there is no such game.
            StoredDamage: some of it cannot be read.
        """
        with self.damaged.noted(game_id, "load"):
            stored = await self._load(game_id)
        return stored if self._reviver is None or stored.snapshot is None else await self._reviver.revived(self, stored)

    async def _load(self, game_id: str) -> StoredGame:
        own = GameKeys(game_id)
        header, revision, length, snapshot, seats, settings = await self.connection.moment(
            ("GET", own.header),
            ("GET", own.revision),
            ("LLEN", own.record),
            ("GET", own.snapshot),
            ("GET", own.seats),
            ("GET", own.settings),
        )
        if header is None:
            raise await self._without_header(game_id) or UnknownGame(
                host_text("store.store.there_no_game", game_id=game_id)
            )
        number = length - 1
        if revision is not None and not revision.isdigit():
            raise StoredDamage(host_text("store.store.stored_revision_game_damaged", game_id=game_id))
        head = GameHeader.parse(header, f"header of game {game_id}")
        if head.game_id != game_id:
            raise StoredDamage(
                host_text("store.store.stored_header_game_game", game_id=game_id, game_id_2=head.game_id)
            )
        check_parts(
            head,
            revision=revision is not None,
            record=bool(length),
            seats=seats is not None,
            settings=settings is not None,
            snapshot=snapshot is not None or not length or self._reviver is not None,
        )
        held = Seats.parse(seats, f"seats of game {game_id}") if seats is not None else Seats()
        agreed = GameSettings.parse(settings, f"settings of game {game_id}") if settings is not None else GameSettings()
        return StoredGame(
            header=head,
            number=number,
            revision=int(revision or 0),
            snapshot=self._position(game_id, snapshot, number),
            seats=held.on(head.platform),
            settings=agreed.on(head.platform),
        )

    def _position(self, game_id: str, raw: bytes | None, number: int) -> str | None:
        """Return the text of a stored snapshot; None before the start, "" for one that the reviver must rebuild."""
        if raw is None and number < 0:
            return None
        try:
            position = Snapshot.unpack(raw or b"", f"snapshot of game {game_id}")
        except StoredDamage:
            if self._reviver is None:
                raise
            return ""
        if position.number != number:
            raise StoredDamage(
                host_text(
                    "store.store.snapshot_game_entry_but", game_id=game_id, number=position.number, number_2=number
                )
            )
        return position.text

    async def record(self, game_id: str, start: int = 0) -> list[dict[str, Any]]:
        """Return the record's entries from number `start` on, in order."""
        raw = await self.connection.call("LRANGE", GameKeys(game_id).record, start, -1)
        return parsed_record(game_id, raw, start)

    async def raw_record(self, game_id: str, upto: int | None = None, start: int = 0) -> list[bytes]:
        """Return the record's stored lines from and up to an entry, or all, for `parsed_record` in another process."""
        last = -1 if upto is None else upto
        return list(await self.connection.call("LRANGE", GameKeys(game_id).record, start, last))

    async def answer_for(self, game_id: str, key: str) -> Duplicate | None:
        """Return the answer of the command with this key, if it was carried out."""
        with self.damaged.noted(game_id, "answer"):
            raw = await self.connection.call("GET", GameKeys(game_id).answer(key))
            return None if raw is None else Duplicate.parse(raw, game_id)

    async def references(self, game_id: str) -> dict[str, str]:
        """Return the platform ids noted by `refer`, by name."""
        with self.damaged.noted(game_id, "references"):
            raw = await self.connection.call("HGETALL", GameKeys(game_id).references)
            try:
                return {name.decode(): value.decode() for name, value in raw.items()}
            except UnicodeDecodeError:
                raise StoredDamage(host_text("store.store.stored_references_game_damaged", game_id=game_id)) from None

    async def review(self, game_id: str) -> Review:
        """Return the progress of a finished game's review; an empty one if none is readable."""
        try:
            raw = await self.connection.call("GET", GameKeys(game_id).review)
            return Review() if raw is None else Review.parse(raw, f"review of game {game_id}")
        except StoredDamage as damage:
            log.warning("the review of game %s starts again: %s", game_id, damage)
            return Review()

    # ------------------------------------------------------------------------------------------ writing

    async def keep_review(self, game_id: str, review: Review) -> bool:
        """Store the progress of a finished game's review for a month, as it can be repeated.

        Return False, storing nothing, if the game has been erased meanwhile.
        """
        own = GameKeys(game_id)
        await self.connection.call("SET", own.review, review.dump(), "EX", REVIEWED * DAY)
        # Checked only now: an erasure from here on deletes the review as well.
        if await self.connection.call("EXISTS", own.header):
            return True
        await self.connection.call("DEL", own.review)
        return False

    async def refer(self, game_id: str, name: str, value: str) -> None:
        """Note a platform id of a game, e.g. that of its table message, under a name."""
        await self.connection.call("HSET", GameKeys(game_id).references, name, value)

    async def commit(
        self, game_id: str, expected: int | None, change: Change, key: str, *, revision: int | None = None
    ) -> CommitResult:
        """Store a change atomically, if the game is still at the expected state.

        Args:
            game_id: the game.
            expected: number of the last record entry that the change is based on; None for any.
            change: what to store.
            key: idempotency key of the command.
            revision: revision that the change is based on; None for any. It also moves when seats
                or settings change without a new entry.
        """
        number = last_number(expected, change) if change.entries else expected
        soon = await self._announce(game_id, change)
        status, *rest = await self._write(game_id, expected, revision, number, change, key)
        if status in (b"damaged", b"gone"):
            part = rest[0].decode().rpartition(":")[2]
            why = "gone" if status == b"gone" else "damaged: it is not what we write there"
            self.damaged[game_id] = "commit"
            raise StoredDamage(host_text("store.store.stored_game", part=part, game_id=game_id, why=why))
        if status == b"committed":
            if self.damaged.get(game_id) == "commit":
                del self.damaged[game_id]
            await self._conclude(game_id, change, soon)
        if change.posts and status != b"stale":
            self.outbox.queued(game_id)
        if status == b"duplicate":
            return Duplicate.parse(rest[0], game_id)
        if status == b"stale":
            return Stale(number=rest[0] - 1, revision=rest[1])
        return Committed(number=rest[0] - 1, revision=rest[1], answer=change.answer)

    async def _write(
        self, game_id: str, expected: int | None, revision: int | None, number: int | None, change: Change, key: str
    ) -> Any:
        """Run `commit.lua`, which compares and writes atomically; `number` is the last entry's after the change."""
        own = GameKeys(game_id)
        answer = CommandResult(key=key, number=-1 if number is None else number, answer=change.answer)
        snapshot = b"" if change.snapshot is None else Snapshot(number=number or 0, text=change.snapshot).pack()
        kept = [value.dump() if value is not None else "" for value in (change.seats, change.settings, change.header)]
        lines = record_lines(change.entries)
        return await self.connection.script(
            "commit",
            [
                *(own.revision, own.record, own.snapshot, own.seats, own.settings, own.header, own.outbox),
                *(own.answer(key), own.references, own.renewal, own.tries, own.beginning, own.parked),
            ],
            [
                "" if revision is None else revision,
                "" if expected is None else expected + 1,
                answer.dump(),
                self._answer_seconds,
                snapshot,
                *kept,
                "1" if change.forget_references else "",
                len(lines),
                *lines,
                *(part for post in change.posts for part in (post.renewing, post.dump())),
            ],
        )

    async def run_command(self, game_id: str, key: str, decide: Decide, *, tries: int = 40) -> Committed | Duplicate:
        """Load a game, let `decide` return the change, and commit; retry after a lost race.

        `decide` must have no side effects, since it can run several times, and must not run another command on the same
        game. Its exceptions propagate and change nothing.

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
                change = stored.keeping(change)
                result = await self.commit(game_id, stored.number, change, key, revision=stored.revision)
                if not isinstance(result, Stale):
                    return result
                await asyncio.sleep(random.uniform(0, min(0.05, 0.002 * 2**attempt)))  # noqa: S311 - only spreads
        raise StoreBusy(host_text("store.store.too_many_commands_game", game_id=game_id))

    # ------------------------------------------------------------------------------------------ inside

    async def _announce(self, game_id: str, change: Change) -> float:
        """Update the indexes before the commit with what must be found if the process dies right after it.

        Return the time at which the game was scheduled for a check, 0 for none.
        """
        with write_tracking.aside():
            return await self._announce_change(game_id, change)

    async def _announce_change(self, game_id: str, change: Change) -> float:
        if change.posts:
            await self.outbox.announce(game_id)
        soon = self.due.soon() if change.due is not None else 0.0
        noted: list[Command] = [("ZADD", keys.due(game_id), repr(soon), game_id)] if soon else []
        noted += self.running.noting(change.header) if change.header is not None else []
        users = {
            *(change.seats.people() if change.seats else ()),
            *([change.header.created_by] if change.header else ()),
        }
        if noted:
            await self.connection.pipeline(*noted)
        await self.people.note_games(users, game_id)
        return soon

    async def _conclude(self, game_id: str, change: Change, soon: float) -> None:
        """Update the indexes after the commit with what only now is true; after a crash a later check corrects them."""
        try:
            if change.header is not None and not change.header.in_progress:
                await self.running.ended(game_id)
            elif soon:
                await self.due.settle(game_id, soon, change.due or 0.0)
                self.due.noted(game_id, change.due or 0.0)
        except StoreUnavailable as error:
            log.warning("the indexes of game %s are corrected later: %s", game_id, error)

    async def _header(self, game_id: str) -> GameHeader | None:
        raw = await self.connection.call("GET", GameKeys(game_id).header)
        if raw is not None:
            return GameHeader.parse(raw, f"header of game {game_id}")
        if (damage := await self._without_header(game_id)) is not None:
            raise damage
        return None

    async def _without_header(self, game_id: str) -> StoredDamage | None:
        """Return the damage of a game whose header is gone; None for one that never existed."""
        return (await without_header(self.connection, [game_id])).get(game_id)
