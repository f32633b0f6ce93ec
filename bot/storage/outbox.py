"""The outbox of posts to the platforms: queued with the commit, delivered in order, at least once.

A post keeps its id over all attempts, so an adapter that remembers sent ids delivers exactly once. A post that fails
too often is parked with the reason, and the ones after it continue. Failures while a platform is unavailable do not
count; the time of the next attempt is stored with the post, so that a restart neither forgets the pause nor uses up
the attempts. A post that only updates something, like an edit of the table message, is overtaken by all others, and
only the newest of them waits.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.narration.texts import host_text
from bot.signals import Signal
from bot.storage import keys
from bot.storage.connection import Connection
from bot.storage.damage import POST_ID, UNREADABLE, Damage
from bot.storage.errors import DeliveryError, StorageError, StoredDamage
from bot.storage.keys import GameKeys
from bot.storage.outbox_index import Waiting
from bot.storage.outbox_models import Failure, ParkedPost, Post
from bot.storage.pipeline import Command

log = logging.getLogger(__name__)

Send = Callable[["Queued"], Awaitable[None]]

#: Seconds until a lease expires if it is not renewed.
LEASE_SECONDS = 30
#: Seconds until a failed delivery is retried, multiplied by four each time up to the limit: with the eight attempts
#: of the settings there are ten minutes to fix the problem before anything is parked.
_PAUSE, _GROWTH, _LONGEST_PAUSE = 0.5, 4, 300.0
#: The limit while the platform is unavailable, which is checked more often.
_LONGEST_AWAY = 60.0


@dataclass(frozen=True, slots=True)
class Queued:
    """A pending post: `id` is unique over all games and never changes.

    `tries` are the failures that count, `times` all of them; `again` is when it is to be retried.
    """

    game_id: str
    post_id: str
    post: Post
    tries: int = 0
    times: int = 0
    again: datetime | None = None

    @property
    def id(self) -> str:
        """The id by which an adapter detects a repetition."""
        return f"{self.game_id}/{self.post_id}"


@dataclass(frozen=True, slots=True)
class _Waiting:
    """The contents of an outbox: posts; ids, bytes and errors of unreadable ones; ids with unreadable failure counts."""

    sound: list[Queued] = field(default_factory=list)
    unreadable: list[tuple[str, bytes, str]] = field(default_factory=list)
    uncounted: list[bytes] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Parked:
    """A post that was given up."""

    game_id: str
    post_id: str
    parked: ParkedPost


class Outbox:
    """The outboxes of all games.

    Args:
        connection: to the store.
        tries: failed deliveries after which a post is parked.
        now: the clock.
        damaged: where damage to a game's posts is noted.
        instead: the notice to a table that replaces unreadable posts.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        tries: int,
        now: Callable[[], datetime],
        damaged: Damage | None = None,
        instead: Post | None = None,
    ) -> None:
        self._connection = connection
        self.damaged = Damage() if damaged is None else damaged
        self._tries = tries
        self._now = now
        #: Emitted with the game that has new posts of this process, right after their commit.
        self.queued: Signal[[str]] = Signal()
        self._instead = instead

    async def announce(self, game_id: str) -> None:
        """Note that a game may have posts; called before they are queued."""
        await self._connection.script("announce", [keys.OUTBOXES], ["add", game_id])

    async def games_with_posts(self) -> list[str]:
        """Return the games that have posts to deliver, those waiting longest first."""
        return await self.watch().all()

    def watch(self) -> Waiting:
        """Return a poller for these games, for repeated use."""
        return Waiting(self._connection, self.damaged)

    async def pending_posts(self, game_id: str) -> list[Queued]:
        """Return a game's undelivered posts, in order, without unreadable ones."""
        return (await self._read(game_id)).sound

    async def _read(self, game_id: str) -> _Waiting:
        own = GameKeys(game_id)
        entries, failures = await self._connection.moment(("XRANGE", own.outbox, "-", "+"), ("HGETALL", own.tries))
        found, known = _Waiting(), {}
        for name, raw in _pairs(failures):
            try:
                known[name] = Failure.parse(raw, f"delivery of game {game_id}")
            except StoredDamage:
                found.uncounted.append(name)
        never = Failure(tries=0, reason="")
        for name, fields in entries:
            raw = dict(_pairs(fields or [])).get(b"post", b"")
            try:
                post, failed = Post.parse(raw, f"post of game {game_id}"), known.get(name, never)
            except StoredDamage as damage:
                found.unreadable.append((name.decode(), raw, str(damage)))
                continue
            found.sound.append(Queued(game_id, name.decode(), post, failed.tries, failed.times, failed.again))
        return found

    async def _set_apart(self, game_id: str, found: _Waiting) -> None:
        """Park a game's unreadable posts, so that the others continue; the table is notified.

        Unreadable failure counts start again.
        """
        own = GameKeys(game_id)
        if found.uncounted:
            log.error(
                "the tries of %d posts of game %s can't be read: counting them again", len(found.uncounted), game_id
            )
            await self._connection.call("HDEL", own.tries, *found.uncounted)
        if not found.unreadable:
            return
        await self._connection.call("HLEN", own.parked)  # damage there is found before anything is removed here
        await self._connection.call("SADD", keys.PARKED, game_id)
        commands: list[Command] = []
        for post_id, raw, why in found.unreadable:
            log.error("post %s/%s is parked: %s", game_id, post_id, why)
            kept = Post(kind=UNREADABLE, body={"raw": raw.decode(errors="backslashreplace")})
            parked = ParkedPost(post=kept, tries=0, reason=why, parked_at=self._now())
            commands += [("HSET", own.parked, post_id, parked.dump()), ("XDEL", own.outbox, post_id)]
        if self._instead is not None:
            commands.append(("XADD", own.outbox, "*", "post", self._instead.dump()))
        await self._connection.transaction(*commands)
        await self._connection.call("SADD", keys.PARKED, game_id)

    async def pauses(self, game_id: str) -> tuple[float | None, float | None]:
        """Return the seconds until the first ordered post, and the update, may be retried; None where none is pending.

        Unreadable posts are parked.
        """
        found = await self._read(game_id)
        if found.unreadable or found.uncounted:
            await self._set_apart(game_id, found)
            found = await self._read(game_id)
        posts, renewal = _split_lanes(found.sound)
        return (self._pause_left(posts[0]) if posts else None, self._pause_left(renewal) if renewal else None)

    def _pause_left(self, queued: Queued) -> float:
        return 0.0 if queued.again is None else max(0.0, (queued.again - self._now()).total_seconds())

    async def mark_delivered(self, game_id: str, post_id: str) -> None:
        """Remove a delivered post from the outbox; repeated calls have no further effect."""
        own = GameKeys(game_id)
        await self._connection.transaction(("XDEL", own.outbox, post_id), ("HDEL", own.tries, post_id))

    async def mark_failed(self, queued: Queued, reason: str, *, final: bool = False, away: bool = False) -> bool:
        """Count a failed delivery and schedule the retry; return True if the post is no longer pending: it was parked.

        Args:
            queued: the post.
            reason: a sentence for the operator.
            final: retrying is useless.
            away: the platform cannot be reached at all, so this attempt does not count.
        """
        own = GameKeys(queued.game_id)
        if queued.post.passed and not await self._is_current(queued):
            return True
        tries = queued.tries + (0 if away else 1)
        if not final and tries < self._tries:
            times = max(queued.times, queued.tries) + 1
            again = self._now() + timedelta(seconds=_pause(times, _LONGEST_AWAY if away else _LONGEST_PAUSE))
            failed = Failure(tries=tries, reason=reason, times=times, again=again)
            await self._connection.call("HSET", own.tries, queued.post_id, failed.dump())
            if times == 1:
                log.info("post %s waits: %s", queued.id, reason)
            return False
        parked = ParkedPost(post=queued.post, tries=tries, reason=reason, parked_at=self._now())
        await self._connection.call("HLEN", own.parked)  # damage there is found before anything is removed here
        await self._connection.call("SADD", keys.PARKED, queued.game_id)
        await self._connection.transaction(
            ("HSET", own.parked, queued.post_id, parked.dump()),
            ("XDEL", own.outbox, queued.post_id),
            ("HDEL", own.tries, queued.post_id),
        )
        # Again: a process that found nothing parked a moment ago may have removed the game.
        await self._connection.call("SADD", keys.PARKED, queued.game_id)
        log.warning("post %s is parked after %d tries: %s", queued.id, tries, reason)
        return True

    async def deliver(self, game_id: str, send: Send) -> int:
        """Send a game's pending posts in order, then the update; return how many were handled.

        Raises as `deliver_posts`.
        """
        return await self.deliver_posts(game_id, send) + await self.renew(game_id, send)

    async def deliver_posts(self, game_id: str, send: Send) -> int:
        """Send a game's pending posts in order; return how many were handled.

        Stops at the first failure, since none may overtake it, unless it gets parked. `send` raises DeliveryError if
        the platform refuses; any other exception is a bug of its own, counted the same way and logged, except a
        StorageError: then nothing was attempted. Updates are left to `renew`.
        """
        sent = 0
        posts, _ = _split_lanes(await self.pending_posts(game_id))
        for queued in posts:
            taken = await self._try(queued, send)
            if taken is None:
                break
            sent += taken
        return sent

    async def renew(self, game_id: str, send: Send) -> int:
        """Send the pending update in its current state; return how many were handled. Raises as `deliver_posts`.

        It waits for the post that starts what it updates, and for no other.
        """
        posts, renewal = _split_lanes(await self.pending_posts(game_id))
        if renewal is None or any(one.post.renews for one in posts):
            return 0
        return int(bool(await self._try(renewal, send)))

    async def beginning(self, game_id: str) -> bool:
        """Return True if a post is pending that starts something updated by others; older updates precede it."""
        return any(queued.post.begins for queued in await self.pending_posts(game_id))

    async def _try(self, queued: Queued, send: Send) -> bool | None:
        """Return True if a post was accepted, False if it was parked, None if it failed and stays pending."""
        try:
            await send(queued)
        except DeliveryError as error:
            parked = await self.mark_failed(queued, str(error), final=error.final, away=error.away)
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever fails there, the posts after it continue
            # Without the error's message, which may quote private information.
            where = "".join(traceback.format_tb(error.__traceback__))
            log.error("the delivery of post %s failed with %s\n%s", queued.id, type(error).__name__, where)
            parked = await self.mark_failed(
                queued, host_text("store.outbox.delivery_broke_with", name=type(error).__name__)
            )
        else:
            await self.mark_delivered(queued.game_id, queued.post_id)
            return True
        return False if parked else None

    async def _is_current(self, queued: Queued) -> bool:
        """Return True unless a newer update has replaced this one meanwhile."""
        where = GameKeys(queued.game_id).outbox
        return bool(await self._connection.call("XRANGE", where, queued.post_id, queued.post_id))

    async def parked(self) -> list[Parked]:
        """Return all parked posts, by game and age."""
        found: list[Parked] = []
        games = await self._connection.indexes.ids(keys.PARKED)
        for game in sorted(games):
            try:
                with self.damaged.noted(game, "parked"):
                    await self._parked_of(game, found)
            except StoredDamage as damage:
                log.error("parked posts are skipped: %s", damage)
        return found

    async def _parked_of(self, game: str, found: list[Parked]) -> None:
        """Add a game's parked posts; raise the damage of an unreadable one after the others."""
        posts = await self._connection.call("HGETALL", GameKeys(game).parked)
        if not posts:
            await self._none_parked(game)
        met: StoredDamage | None = None
        for post_id in sorted(posts, key=_age):
            try:
                parked = ParkedPost.parse(posts[post_id], f"parked post of game {game}")
            except StoredDamage as damage:
                met = damage
                continue
            found.append(Parked(game, post_id.decode(), parked))
        if met is not None:
            raise met

    async def retry_parked(self, game_id: str, post_id: str) -> bool:
        """Queue a parked post again, after the others and under a new id; return False if it was dropped instead.

        An update is dropped if newer posts have superseded it.

        Raises:
            StorageError: it is not parked.
        """
        own = GameKeys(game_id)
        raw = await self._connection.call("HGET", own.parked, post_id)
        if raw is None:
            raise StorageError(host_text("store.outbox.game_no_parked_post", game_id=game_id, post_id=post_id))
        post = ParkedPost.parse(raw, f"parked post of game {game_id}").post
        await self.announce(game_id)
        done = await self._connection.script(
            "retry", [own.outbox, own.parked, own.renewal, own.beginning], [post_id, post.renewing, post.dump()]
        )
        await self._none_parked(game_id)
        if done < 0:
            raise StorageError(host_text("store.outbox.game_no_parked_post", game_id=game_id, post_id=post_id))
        return bool(done)

    async def drop_parked(self, game_id: str, post_id: str) -> None:
        """Delete a parked post."""
        await self._connection.call("HDEL", GameKeys(game_id).parked, post_id)
        await self._none_parked(game_id)

    async def _none_parked(self, game_id: str) -> None:
        """Remove a game from the index if it has no parked posts; parking notes it before and after."""
        if not await self._connection.call("HLEN", GameKeys(game_id).parked):
            await self._connection.call("SREM", keys.PARKED, game_id)

    async def lease(self, game_id: str, holder: str, seconds: int = LEASE_SECONDS) -> bool:
        """Become the process that delivers a game's posts for a while; return False if another is.

        This only avoids double work: posts are deduplicated by their id.
        """
        return await self._lease("take", game_id, holder, seconds)

    async def keep_lease(self, game_id: str, holder: str, seconds: int = LEASE_SECONDS) -> bool:
        """Extend a lease; return False if it expired meanwhile, whoever has it now."""
        return await self._lease("keep", game_id, holder, seconds)

    async def leave(self, game_id: str, holder: str) -> bool:
        """Release the lease; return False if it no longer belonged to the holder."""
        return await self._lease("leave", game_id, holder)

    async def _lease(self, what: str, game_id: str, *more: str | int) -> bool:
        return bool(await self._connection.script("lease", [GameKeys(game_id).courier], [what, *more]))


def _pairs(flat: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the pairs of a hash as returned by a script."""
    return zip(flat[::2], flat[1::2], strict=True)


def _split_lanes(waiting: list[Queued]) -> tuple[list[Queued], Queued | None]:
    """Return the posts in order, and the newest update."""
    passed = [queued for queued in waiting if queued.post.passed]
    return [queued for queued in waiting if not queued.post.passed], passed[-1] if passed else None


def _pause(times: int, longest: float) -> float:
    """Return the seconds to wait after so many failures."""
    return min(_PAUSE * float(_GROWTH) ** min(times - 1, 10), longest)


def _age(post_id: bytes) -> tuple[int, int]:
    milliseconds, _, sequence = post_id.partition(b"-")
    return (int(milliseconds), int(sequence)) if POST_ID.fullmatch(post_id) else (0, 0)
