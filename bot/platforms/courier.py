"""Deliver the posts of the outbox to their platforms: in order within each game, at least once.

Games don't wait for each other: each has its own task while it has posts, so that a platform that makes one of them
wait a minute holds up no other. A game's posts don't wait for edits of its table message either. Adapters show posts
with the same id once, so everything arrives exactly once. The courier only delivers; failures are counted and parked by
the outbox.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from pydantic import ValidationError

from bot import persons
from bot.background_yield import yielding
from bot.narration.texts import host_text, speaking
from bot.port import DeliveryError, Outgoing, Platform
from bot.storage.errors import StorageError, StoredDamage
from bot.storage.outbox import LEASE_SECONDS, Queued
from bot.storage.store import Store, StoredGame
from bot.table.reply import Reply
from bot.titles import title_stored
from bot.titles.roots import mark_of
from renderer.kit.languages import languages

_log = logging.getLogger(__name__)
T = TypeVar("T")

#: The audience of a post that reports a league game to its season.
LEAGUE = "league"
#: Seconds between checks of all outboxes, for posts queued by other processes or left over from earlier ones.
_CHECK_INTERVAL = 2.0
#: Seconds before checking again a game whose platform another process serves.
_FOREIGN = 20.0
#: Seconds before retrying a game whose delivery failed by a bug.
_BROKEN = 60.0
#: Seconds before checking a damaged game again.
_DAMAGED = 600.0
#: Most games per platform whose posts are delivered at once; the others wait.
_AT_ONCE = 200
#: Most games whose platform is looked up at once.
_MOST_LOOKUPS = 20
#: Seconds that `stop` waits for posts being delivered.
_DRAIN = 15.0


@dataclass(frozen=True, slots=True)
class Hearing:
    """Callbacks for what concerns seasons; the defaults do nothing."""

    #: Handles the reports of league games to their seasons; None keeps the reports in the outbox.
    reports: Callable[[Queued], Awaitable[None]] | None = None
    #: Called with the channel of a league game, `platform:id`, when its platform reports it deleted.
    gone: Callable[[str], object] = lambda channel: None


class Courier:
    """Delivers posts while it runs.

    Args:
        store: with the outboxes; newly queued posts are delivered at once.
        platforms: adapters by name.
        name: the name under which games are leased, the same after a restart, so that a restart need not wait for its
            own leases to expire; must be unique among processes running at once.
        lease: seconds after which another process may take over a game if this one died.
        drain: seconds that `stop` waits for posts being delivered.
        busy: True while people wait for commands: posts yield to those, for at most a tenth of a second.
        news: event that is set when something was queued.
        hearing: callbacks for what concerns seasons.
    """

    def __init__(
        self,
        store: Store,
        platforms: Mapping[str, Platform],
        name: str = "",
        *,
        lease: int = LEASE_SECONDS,
        drain: float = _DRAIN,
        busy: Callable[[], bool] = lambda: False,
        news: asyncio.Event | None = None,
        hearing: Hearing | None = None,
    ) -> None:
        self._store = store
        self._waiting = store.outbox.watch()
        self._busy = busy
        self._platforms = platforms
        self._name = name or secrets.token_hex(8)
        self._lease, self._drain = lease, drain
        self._slots = {platform: asyncio.Semaphore(_AT_ONCE) for platform in platforms}
        # After a draw, thousands of games can have posts at once: limit how many headers are read concurrently, so that
        # commands get through.
        self._asking = asyncio.Semaphore(_MOST_LOOKUPS)
        self._news = news or asyncio.Event()
        self._fresh: set[str] = set()
        self._later: dict[str, float] = {}
        #: How many posts each platform has accepted, and how many it had when a game's post last failed.
        self._taken: Counter[str] = Counter()
        self._taken_before: dict[str, int] = {}
        self._under_way: dict[str, asyncio.Task[None]] = {}
        #: Wakes the task that delivers a game's posts when new ones arrive during a renewal.
        self._calls: dict[str, asyncio.Event] = {}
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._hearing = hearing or Hearing()
        store.outbox.queued.connect(self._wake_for)

    def wake(self) -> None:
        """Deliver at once what was queued since the last check."""
        self._news.set()

    @property
    def running(self) -> bool:
        """True while the delivery task runs."""
        return self._task is not None and not self._task.done()

    def start(self) -> None:
        """Start the delivery task."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Deliver what can be delivered soon, then stop and release the games to other processes."""
        self._stopping = True
        self._news.set()
        if self._task is not None:
            await self._task
        await self._end(self._drain)
        self._store.outbox.queued.disconnect(self._wake_for)

    async def deliver_all(self) -> None:
        """Deliver all waiting posts, all games at once; games whose platform just failed are left for later."""
        self._begin(await self._store.outbox.games_with_posts())
        while self._under_way:
            await asyncio.gather(*self._under_way.values())

    # -- scanning ---------------------------------------------------------------------------

    def _wake_for(self, game: str) -> None:
        self._fresh.add(game)
        self._news.set()
        if game in self._calls:
            self._calls[game].set()

    async def _run(self) -> None:
        clock = asyncio.get_running_loop().time
        full = 0.0
        while True:
            self._news.clear()
            if clock() >= full or self._stopping:
                full = clock() + _CHECK_INTERVAL
                await self._check_outboxes()
            self._begin(self._fresh | self._due_again(clock()))
            if self._stopping:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._wait(full)):
                    await self._news.wait()

    async def _check_outboxes(self) -> None:
        """Start delivery for every game with posts; swallows all errors, since the next check has to come."""
        try:
            self._begin(await self._in_background(self._waiting.look))
        except StorageError as error:
            _log.warning("the outboxes can't be read right now: %s", error)
        except Exception as error:  # noqa: BLE001 - it would end the scanning task until a restart
            _log_bug("the look into the outboxes", error)

    def _wait(self, full: float) -> float:
        now = asyncio.get_running_loop().time()
        return max(0.05, min([full - now, *(at - now for at in self._later.values())]))

    def _due_again(self, now: float) -> set[str]:
        """Pop the games whose postponement is over."""
        due = {game for game, at in self._later.items() if at <= now}
        for game in due:
            del self._later[game]
        return due

    def _begin(self, games: Iterable[str]) -> None:
        """Start a delivery task per game, unless one runs or the game is postponed."""
        now = asyncio.get_running_loop().time()
        for game in list(games):
            if game in self._under_way:
                continue
            self._fresh.discard(game)
            if self._later.get(game, 0.0) <= now:
                task = asyncio.create_task(self._in_background(partial(self._serve, game)))
                self._under_way[game] = task
                task.add_done_callback(partial(self._task_ended, game))

    def _task_ended(self, game: str, task: asyncio.Task[None]) -> None:
        del task
        self._under_way.pop(game, None)
        if game in self._fresh:
            self._news.set()

    async def _end(self, seconds: float) -> None:
        """Wait for the tasks for a while, then cancel them: their posts stay in the outbox."""
        if not self._under_way:
            return
        _, pending = await asyncio.wait(self._under_way.values(), timeout=seconds)
        for task in pending:
            task.cancel()
        if pending:
            _log.warning("the posts of %d games stay in the outbox: their platforms took too long", len(pending))
            await asyncio.wait(pending)

    async def _in_background(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run work while yielding to commands; the coroutine is only created when the work starts."""
        return await yielding(self._busy, work())

    # -- one game ---------------------------------------------------------------------------

    async def _serve(self, game: str) -> None:
        """Deliver one game's posts; on failure the game is postponed."""
        try:
            async with self._asking:
                platform = await self._platform_of(game)
            if platform is None:
                self._postpone(game, _FOREIGN)
                return
            async with self._slots[platform]:
                with self._store.damaged.noted(game, "posts"):
                    if await self._store.outbox.lease(game, self._name, self._lease):
                        await self._deliver_under_lease(game)
        except StoredDamage as damage:
            _log.error("the posts of game %s wait because it is damaged: %s", game, damage)
            self._postpone(game, _DAMAGED)
        except StorageError as error:
            _log.warning("the posts of game %s can't be delivered right now: %s", game, error)
            self._postpone(game, _CHECK_INTERVAL)
        except Exception as error:  # noqa: BLE001 - a bug in one game's delivery must not stop the others'
            _log_bug(f"the delivery of the posts of game {game}", error)
            self._postpone(game, _BROKEN)

    async def _platform_of(self, game: str) -> str | None:
        """Return the platform of a game's channel; None if it does not run in this process."""
        header = await self._store.header(game)
        name, _, channel = header.channel.partition(":")
        return name if name in self._platforms and channel else None

    async def _deliver_under_lease(self, game: str) -> None:
        keeper = asyncio.create_task(self._renew_lease(game))
        failed = False
        try:
            failed = not await self._deliver_all(game, keeper)
        finally:
            keeper.cancel()
            # After a failure the lease is kept until it expires, so that processes don't use up the tries together.
            if not failed or self._stopping:
                with contextlib.suppress(StorageError):
                    await self._store.outbox.leave(game, self._name)

    async def _deliver_all(self, game: str, keeper: asyncio.Task[None]) -> bool:
        """Deliver until nothing waits; returns False if the first waiting post failed."""

        async def send(queued: Queued) -> None:
            if keeper.done():
                raise StorageError("another process delivers them")
            await self.hand_over(queued)

        outbox, news = self._store.outbox, self._calls.setdefault(game, asyncio.Event())
        renewing: asyncio.Task[int] | None = None
        try:
            while True:
                news.clear()
                if renewing is not None and await outbox.beginning(game):
                    await renewing
                    renewing = None
                posts, renewal = await outbox.pauses(game)
                if posts == 0:
                    self._later.pop(game, None)
                    await outbox.deliver_posts(game, send)
                elif renewing is None and renewal == 0 and not await outbox.beginning(game):
                    self._later.pop(game, None)
                    renewing = asyncio.create_task(self._in_background(partial(outbox.renew, game, send)))
                elif renewing is not None:
                    if await _renewal_done(renewing, news):
                        await renewing
                        renewing = None
                elif posts is None and renewal is None:
                    self._taken_before.pop(game, None)
                    return True
                elif pauses := [pause for pause in (posts, renewal) if pause]:
                    self._postpone(game, min(pauses))
                    return False
        finally:
            self._calls.pop(game, None)
            if renewing is not None:
                renewing.cancel()
                await asyncio.gather(renewing, return_exceptions=True)

    async def _renew_lease(self, game: str) -> None:
        """Renew the lease during a delivery; returns when it is lost."""
        while True:
            await asyncio.sleep(self._lease / 6)
            try:
                if not await self._store.outbox.keep_lease(game, self._name, self._lease):
                    return
            except StorageError as error:
                _log.warning("the lease of game %s can't be renewed right now: %s", game, error)

    def _postpone(self, game: str, seconds: float) -> None:
        self._later[game] = asyncio.get_running_loop().time() + seconds

    async def hand_over(self, queued: Queued) -> None:
        """Deliver one post to its platform, or a report to its season.

        Raises:
            DeliveryError: it was not accepted.
        """
        if queued.post.audience == LEAGUE:
            if self._hearing.reports is None:
                raise DeliveryError(host_text("faults.courier.no_clerk_keeps_seasons"), away=True)
            await self._hearing.reports(queued)
            return
        stored = await self._store.load(queued.game_id)
        name, _, channel = stored.header.channel.partition(":")
        platform = self._platforms.get(name)
        if platform is None or not channel:
            raise DeliveryError(
                host_text("faults.courier.channel_belongs_platform_does", channel=stored.header.channel)
            )
        message = _message_of(queued, stored, name, channel)
        if message is None:
            return  # the seat is empty, so there is no recipient
        try:
            with speaking(stored.settings.language if stored.settings.language in languages() else ""):
                await platform.deliver(message)
        except DeliveryError as error:
            if error.gone and stored.header.league is not None:
                self._hearing.gone(stored.header.channel)
            before, now = self._taken_before.get(message.game), self._taken[name]
            self._taken_before[message.game] = now
            if error.away and not error.held and before is not None and before < now:
                # It accepts posts of other games, so it isn't away: this try counts.
                raise DeliveryError(str(error)) from error
            raise
        self._taken[name] += 1


def _message_of(queued: Queued, stored: StoredGame, platform: str, channel: str) -> Outgoing | None:
    """Return a post as its platform gets it; None for a private post to an empty seat.

    Raises:
        DeliveryError: it can never be shown there.
    """
    try:
        reply = Reply.model_validate(queued.post.body)
    except ValidationError as error:
        raise DeliveryError(
            host_text("faults.courier.post_no_reply_ours", errors=error.errors()[0]["msg"]), final=True
        ) from None
    user = ""
    if reply.audience == "private":
        holder = reply.to or _user_in_seat(stored, reply.seat)
        if not holder or persons.is_former(holder):
            return None
        user = persons.id_on(platform, holder)
        if not user:
            raise DeliveryError(host_text("faults.courier.player_belongs_another_platform"), final=True)
    told = reply.on(platform, mark_of(stored.header.title))
    players = tuple(sorted(found for one in stored.seats.users() if (found := persons.id_on(platform, one))))
    return Outgoing(id=queued.id, game=queued.game_id, channel=channel, reply=told, user=user, players=players)


def _user_in_seat(stored: StoredGame, side: int | None) -> str:
    """Return the user in a side's seat, "" if it is empty."""
    seat = None if side is None else stored.seats.holders.get(title_stored(stored.header).seats[side])
    return seat.user if seat else ""


def _log_bug(what: str, error: Exception) -> None:
    """Log a bug of our own, without its message, which might quote what only one seat may read."""
    where = "".join(traceback.format_tb(error.__traceback__))
    _log.error("%s broke with %s\n%s", what, type(error).__name__, where)


async def _renewal_done(renewing: asyncio.Task[int], news: asyncio.Event) -> bool:
    """Wait for a renewal, for news, or for the time of the next check; returns True if the renewal is done."""
    called = asyncio.create_task(news.wait())
    try:
        await asyncio.wait({renewing, called}, timeout=_CHECK_INTERVAL, return_when=asyncio.FIRST_COMPLETED)
    finally:
        called.cancel()
    return renewing.done()


__all__ = ["Courier"]
