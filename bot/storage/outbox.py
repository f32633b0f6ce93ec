"""Posts on their way to the platforms: queued with the commit, delivered in order, at least once.

A post keeps its id over all tries, so an adapter that remembers the ids it has sent delivers
exactly once. A post that fails too often is parked with the reason, and the ones behind it go on.
Failures while a platform is away do not count; when a post is to be tried again is stored with it,
so that a restart neither forgets the pause nor uses up the tries. A post that only brings something up to
date, as an edit of the table message does, is passed by all others, and only the newest of them waits.
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

#: How long a lease lasts that nobody renews.
LEASE_SECONDS = 30
#: Seconds before a failed delivery is tried again, four times as long each time up to the limit: with
#: the eight tries of the settings somebody has ten minutes to mend what is wrong before anything is parked.
_PAUSE, _GROWTH, _LONGEST_PAUSE = 0.5, 4, 300.0
#: The same limit where the platform is away, which is looked for more often.
_LONGEST_AWAY = 60.0


@dataclass(frozen=True, slots=True)
class Queued:
    """A post that waits: `id` is unique over all games and never changes.

    `tries` are the failures that count, `times` all of them; `again` is when it is to be tried again.
    """

    game_id: str
    post_id: str
    post: Post
    tries: int = 0
    times: int = 0
    again: datetime | None = None

    @property
    def id(self) -> str:
        """Return the id by which an adapter tells a repetition."""
        return f"{self.game_id}/{self.post_id}"


@dataclass(frozen=True, slots=True)
class _Waiting:
    """What an outbox holds: posts; ids, bytes and faults of what is none; ids whose tries cannot be read."""

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
        damaged: where damage of a game's posts is noted.
        instead: what a table is told in place of posts that cannot be read.
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
        #: Tells which game has new posts of this process, right after their commit.
        self.queued: Signal[[str]] = Signal()
        self._instead = instead

    async def announce(self, game_id: str) -> None:
        """Note that a game may have posts; told before they are queued."""
        await self._connection.script("announce", [keys.OUTBOXES], ["add", game_id])

    async def games_with_posts(self) -> list[str]:
        """Return the games that have posts to deliver, those that wait longest first."""
        return await self.watch().all()

    def watch(self) -> Waiting:
        """Return the same for somebody who looks again and again."""
        return Waiting(self._connection, self.damaged)

    async def pending_posts(self, game_id: str) -> list[Queued]:
        """Return the posts of a game that are not yet delivered, in order; without those that cannot be read."""
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
        """Park the posts of a game that cannot be read, so that the others go on; the table is told.

        Tries that cannot be read are counted anew.
        """
        own = GameKeys(game_id)
        if found.uncounted:
            log.error(
                "the tries of %d posts of game %s can't be read: counting them again", len(found.uncounted), game_id
            )
            await self._connection.call("HDEL", own.tries, *found.uncounted)
        if not found.unreadable:
            return
        await self._connection.call("HLEN", own.parked)  # damage there is met before anything is taken out here
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
        """Return the seconds until the first post in order, and what renews something, may be tried again; None where none waits.

        What cannot be read is parked.
        """
        found = await self._read(game_id)
        if found.unreadable or found.uncounted:
            await self._set_apart(game_id, found)
            found = await self._read(game_id)
        posts, renewal = _lanes(found.sound)
        return (self._pause_left(posts[0]) if posts else None, self._pause_left(renewal) if renewal else None)

    def _pause_left(self, queued: Queued) -> float:
        return 0.0 if queued.again is None else max(0.0, (queued.again - self._now()).total_seconds())

    async def mark_delivered(self, game_id: str, post_id: str) -> None:
        """Take a delivered post out of the outbox; again and again has no further effect."""
        own = GameKeys(game_id)
        await self._connection.transaction(("XDEL", own.outbox, post_id), ("HDEL", own.tries, post_id))

    async def mark_failed(self, queued: Queued, reason: str, *, final: bool = False, away: bool = False) -> bool:
        """Count a failed delivery and note when to try again; True if the post waits no more: it is parked.

        Args:
            queued: the post.
            reason: a sentence for the operator.
            final: trying again is useless.
            away: the platform cannot be reached at all, so this try does not count.
        """
        own = GameKeys(queued.game_id)
        if queued.post.passed and not await self._stands(queued):
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
        await self._connection.call("HLEN", own.parked)  # damage there is met before anything is taken out here
        await self._connection.call("SADD", keys.PARKED, queued.game_id)
        await self._connection.transaction(
            ("HSET", own.parked, queued.post_id, parked.dump()),
            ("XDEL", own.outbox, queued.post_id),
            ("HDEL", own.tries, queued.post_id),
        )
        # Once more: who found nothing parked a moment ago may have taken the game out.
        await self._connection.call("SADD", keys.PARKED, queued.game_id)
        log.warning("post %s is parked after %d tries: %s", queued.id, tries, reason)
        return True

    async def deliver(self, game_id: str, send: Send) -> int:
        """Send what a game has waiting: the posts in order, then what renews something; returns how many were taken.

        Raises as `deliver_posts`.
        """
        return await self.deliver_posts(game_id, send) + await self.renew(game_id, send)

    async def deliver_posts(self, game_id: str, send: Send) -> int:
        """Send the pending posts of a game in order; returns how many were taken.

        Stops at the first that fails, since none may overtake it, unless it gets parked. `send`
        raises DeliveryError when the platform refuses; anything else it raises is a fault of its
        own, counted the same way and logged, but for a StorageError: then nothing was tried.
        What only renews something is left to `renew`.
        """
        sent = 0
        posts, _ = _lanes(await self.pending_posts(game_id))
        for queued in posts:
            taken = await self._try(queued, send)
            if taken is None:
                break
            sent += taken
        return sent

    async def renew(self, game_id: str, send: Send) -> int:
        """Send what renews something, as it stands now; returns how many were taken. Raises as `deliver_posts`.

        It waits for the post with which that begins, and for no other.
        """
        posts, renewal = _lanes(await self.pending_posts(game_id))
        if renewal is None or any(one.post.renews for one in posts):
            return 0
        return int(bool(await self._try(renewal, send)))

    async def beginning(self, game_id: str) -> bool:
        """Return True if something waits with which begins what others renew; an older renewal must be through before it."""
        return any(queued.post.begins for queued in await self.pending_posts(game_id))

    async def _try(self, queued: Queued, send: Send) -> bool | None:
        """Return True if a post was taken, False if it is parked, None if it failed and waits."""
        try:
            await send(queued)
        except DeliveryError as error:
            parked = await self.mark_failed(queued, str(error), final=error.final, away=error.away)
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever breaks there, the posts behind it go on
            # Without the error's own words, which may quote what only one seat may read.
            where = "".join(traceback.format_tb(error.__traceback__))
            log.error("the delivery of post %s failed with %s\n%s", queued.id, type(error).__name__, where)
            parked = await self.mark_failed(
                queued, host_text("store.outbox.delivery_broke_with", name=type(error).__name__)
            )
        else:
            await self.mark_delivered(queued.game_id, queued.post_id)
            return True
        return False if parked else None

    async def _stands(self, queued: Queued) -> bool:
        """Return True unless a newer renewal has taken the place of this one meanwhile."""
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
        """Add the parked posts of a game; raises the damage of one that cannot be read, after the others."""
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
        """Queue a parked post again, behind the others and under a new id; False if it was dropped instead.

        Dropped is what brings something up to date that newer posts have brought further since.

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
        """Forget a parked post."""
        await self._connection.call("HDEL", GameKeys(game_id).parked, post_id)
        await self._none_parked(game_id)

    async def _none_parked(self, game_id: str) -> None:
        """Take a game out of the index if it has no parked posts; whoever parks one notes it before and after."""
        if not await self._connection.call("HLEN", GameKeys(game_id).parked):
            await self._connection.call("SREM", keys.PARKED, game_id)

    async def lease(self, game_id: str, holder: str, seconds: int = LEASE_SECONDS) -> bool:
        """Become the one process that delivers a game's posts for a while; False if another is.

        It only spares double work: what keeps posts from coming twice is their id.
        """
        return await self._lease("take", game_id, holder, seconds)

    async def keep_lease(self, game_id: str, holder: str, seconds: int = LEASE_SECONDS) -> bool:
        """Hold a lease for longer; False if it ran out meanwhile, whoever has it now."""
        return await self._lease("keep", game_id, holder, seconds)

    async def leave(self, game_id: str, holder: str) -> bool:
        """Let another process deliver; False if the lease was not the holder's any more."""
        return await self._lease("leave", game_id, holder)

    async def _lease(self, what: str, game_id: str, *more: str | int) -> bool:
        return bool(await self._connection.script("lease", [GameKeys(game_id).courier], [what, *more]))


def _pairs(flat: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield what a script returns of a hash."""
    return zip(flat[::2], flat[1::2], strict=True)


def _lanes(waiting: list[Queued]) -> tuple[list[Queued], Queued | None]:
    """Return the posts in their order, and the newest of what they pass."""
    passed = [queued for queued in waiting if queued.post.passed]
    return [queued for queued in waiting if not queued.post.passed], passed[-1] if passed else None


def _pause(times: int, longest: float) -> float:
    """Return the seconds to wait after so many failures."""
    return min(_PAUSE * float(_GROWTH) ** min(times - 1, 10), longest)


def _age(post_id: bytes) -> tuple[int, int]:
    milliseconds, _, sequence = post_id.partition(b"-")
    return (int(milliseconds), int(sequence)) if POST_ID.fullmatch(post_id) else (0, 0)
