"""Carries the posts of the outbox to their platforms: in order for each game, at least once.

Games do not wait for each other: each has a task of its own while it has posts, so that a platform
that lets one of them wait a minute holds up no other. Nor do a game's posts wait for an edit of its table message. Adapters show a post of the same id once, so
everything arrives exactly once. The courier only moves; what fails is counted and parked by the outbox.
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

#: The audience of a post that is a league game's report to its season.
LEAGUE = "league"
#: Seconds between looks into all outboxes: posts of other processes, and what an earlier one left behind.
_LOOK = 2.0
#: Seconds before a game is looked at again whose platform another process serves.
_FOREIGN = 20.0
#: Seconds before a game is looked at again at which we broke ourselves.
_BROKEN = 60.0
#: Seconds before a damaged game is looked at again.
_DAMAGED = 600.0
#: Games that a platform is handed posts of at once; more wait for their turn.
_AT_ONCE = 200
#: Games whose platform is asked for at once.
_ASKING = 20
#: Seconds that the end waits for posts on their way.
_DRAIN = 15.0


@dataclass(frozen=True, slots=True)
class Hearing:
    """Who hears what concerns seasons; by itself nobody does."""

    #: Takes what league games report to their seasons; None leaves their reports.
    reports: Callable[[Queued], Awaitable[None]] | None = None
    #: Told of the channel of a league game, `platform:id`, that its platform says is gone.
    gone: Callable[[str], object] = lambda channel: None


class Courier:
    """Delivers posts while it runs.

    Args:
        store: with the outboxes; its new posts are delivered at once.
        platforms: adapters by their name.
        name: under which games are leased, the same after a restart, so that a restart need not
            wait for its own leases to run out; processes that run at once must differ in it.
        lease: seconds after which another process may go on with a game if this one died.
        drain: seconds that `stop` waits for posts on their way.
        busy: True while people wait for commands: posts go on behind those, a tenth of a second late at the most.
        news: set by whoever knows that something was queued.
        hearing: who hears what concerns seasons.
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
        # Thousands of games may have posts at once, after a draw: they ask for their headers one after the other, beside commands.
        self._asking = asyncio.Semaphore(_ASKING)
        self._news = news or asyncio.Event()
        self._fresh: set[str] = set()
        self._later: dict[str, float] = {}
        #: How many posts each platform has taken, and how many it had when a game's post failed last.
        self._taken: Counter[str] = Counter()
        self._taken_before: dict[str, int] = {}
        self._under_way: dict[str, asyncio.Task[None]] = {}
        #: Tells the task that carries a game's posts of new ones while a renewal is on its way.
        self._calls: dict[str, asyncio.Event] = {}
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._hearing = hearing or Hearing()
        store.outbox.queued.connect(self._queued)

    def wake(self) -> None:
        """Deliver now what has been queued since the last look."""
        self._news.set()

    @property
    def running(self) -> bool:
        """True while posts are delivered."""
        return self._task is not None and not self._task.done()

    def start(self) -> None:
        """Begin to deliver."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Deliver what can be delivered soon, then end and let other processes go on."""
        self._stopping = True
        self._news.set()
        if self._task is not None:
            await self._task
        await self._end(self._drain)
        self._store.outbox.queued.disconnect(self._queued)

    async def deliver_all(self) -> None:
        """Deliver the posts that wait, all games at once; a game whose platform failed just now is left for later."""
        self._begin(await self._store.outbox.games_with_posts())
        while self._under_way:
            await asyncio.gather(*self._under_way.values())

    # -- looking ----------------------------------------------------------------------------

    def _queued(self, game: str) -> None:
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
                full = clock() + _LOOK
                await self._look()
            self._begin(self._fresh | self._due_again(clock()))
            if self._stopping:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._wait(full)):
                    await self._news.wait()

    async def _look(self) -> None:
        """Begin with every game that has posts; whatever breaks, the next look has to come."""
        try:
            self._begin(await self._aside(self._waiting.look))
        except StorageError as error:
            _log.warning("the outboxes can't be read right now: %s", error)
        except Exception as error:  # noqa: BLE001 - the task that looks ends with what it lets through, and then nothing is delivered until a restart
            _broken("the look into the outboxes", error)

    def _wait(self, full: float) -> float:
        now = asyncio.get_running_loop().time()
        return max(0.05, min([full - now, *(at - now for at in self._later.values())]))

    def _due_again(self, now: float) -> set[str]:
        """Return the games that were left for a time which has come."""
        due = {game for game, at in self._later.items() if at <= now}
        for game in due:
            del self._later[game]
        return due

    def _begin(self, games: Iterable[str]) -> None:
        """Let a task carry each game's posts, unless one does or the game is left for later."""
        now = asyncio.get_running_loop().time()
        for game in list(games):
            if game in self._under_way:
                continue
            self._fresh.discard(game)
            if self._later.get(game, 0.0) <= now:
                task = asyncio.create_task(self._aside(partial(self._serve, game)))
                self._under_way[game] = task
                task.add_done_callback(partial(self._ended, game))

    def _ended(self, game: str, task: asyncio.Task[None]) -> None:
        del task
        self._under_way.pop(game, None)
        if game in self._fresh:
            self._news.set()

    async def _end(self, seconds: float) -> None:
        """Wait a while for the tasks, then give up what they carry: it stays in the outbox."""
        if not self._under_way:
            return
        _, pending = await asyncio.wait(self._under_way.values(), timeout=seconds)
        for task in pending:
            task.cancel()
        if pending:
            _log.warning("the posts of %d games stay in the outbox: their platforms took too long", len(pending))
            await asyncio.wait(pending)

    async def _aside(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do this behind commands; what is given up before it began was never made."""
        return await yielding(self._busy, work())

    # -- one game ---------------------------------------------------------------------------

    async def _serve(self, game: str) -> None:
        """Carry one game's posts; whatever fails is for later."""
        try:
            async with self._asking:
                platform = await self._platform_of(game)
            if platform is None:
                self._put_off(game, _FOREIGN)
                return
            async with self._slots[platform]:
                with self._store.damaged.noted(game, "posts"):
                    if await self._store.outbox.lease(game, self._name, self._lease):
                        await self._leased(game)
        except StoredDamage as damage:
            _log.error("the posts of game %s wait because it is damaged: %s", game, damage)
            self._put_off(game, _DAMAGED)
        except StorageError as error:
            _log.warning("the posts of game %s can't be delivered right now: %s", game, error)
            self._put_off(game, _LOOK)
        except Exception as error:  # noqa: BLE001 - the boundary of one game: a bug met in it is logged, and the others' posts go on
            _broken(f"the delivery of the posts of game {game}", error)
            self._put_off(game, _BROKEN)

    async def _platform_of(self, game: str) -> str | None:
        """Return the platform of a game's channel; None if it does not run here."""
        header = await self._store.header(game)
        name, _, channel = header.channel.partition(":")
        return name if name in self._platforms and channel else None

    async def _leased(self, game: str) -> None:
        keeper = asyncio.create_task(self._keep(game))
        failed = False
        try:
            failed = not await self._empty(game, keeper)
        finally:
            keeper.cancel()
            # After a failure the lease stays until it runs out, so that processes do not use up the tries together.
            if not failed or self._stopping:
                with contextlib.suppress(StorageError):
                    await self._store.outbox.leave(game, self._name)

    async def _empty(self, game: str, keeper: asyncio.Task[None]) -> bool:
        """Deliver until nothing waits; False if the first that waits has failed."""

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
                    renewing = asyncio.create_task(self._aside(partial(outbox.renew, game, send)))
                elif renewing is not None:
                    if await _done(renewing, news):
                        await renewing
                        renewing = None
                elif posts is None and renewal is None:
                    self._taken_before.pop(game, None)
                    return True
                elif pauses := [pause for pause in (posts, renewal) if pause]:
                    self._put_off(game, min(pauses))
                    return False
        finally:
            self._calls.pop(game, None)
            if renewing is not None:
                renewing.cancel()
                await asyncio.gather(renewing, return_exceptions=True)

    async def _keep(self, game: str) -> None:
        """Renew the lease while a delivery lasts; ends when it is lost."""
        while True:
            await asyncio.sleep(self._lease / 6)
            try:
                if not await self._store.outbox.keep_lease(game, self._name, self._lease):
                    return
            except StorageError as error:
                _log.warning("the lease of game %s can't be renewed right now: %s", game, error)

    def _put_off(self, game: str, seconds: float) -> None:
        self._later[game] = asyncio.get_running_loop().time() + seconds

    async def hand_over(self, queued: Queued) -> None:
        """Give one post to its platform.

        Raises:
            DeliveryError: it was not taken.
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
        message = _message(queued, stored, name, channel)
        if message is None:
            return  # nobody sits there any more, so there is nobody to tell
        try:
            with speaking(stored.settings.language if stored.settings.language in languages() else ""):
                await platform.deliver(message)
        except DeliveryError as error:
            if error.gone and stored.header.league is not None:
                self._hearing.gone(stored.header.channel)
            before, now = self._taken_before.get(message.game), self._taken[name]
            self._taken_before[message.game] = now
            if error.away and not error.held and before is not None and before < now:
                # It takes what others say, so it is not away: this try counts.
                raise DeliveryError(str(error)) from error
            raise
        self._taken[name] += 1


def _message(queued: Queued, stored: StoredGame, platform: str, channel: str) -> Outgoing | None:
    """Return what a platform is given of a post; None for a seat that nobody holds any more.

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
        holder = reply.to or _holder(stored, reply.seat)
        if not holder or persons.is_former(holder):
            return None
        user = persons.id_on(platform, holder)
        if not user:
            raise DeliveryError(host_text("faults.courier.player_belongs_another_platform"), final=True)
    told = reply.on(platform, mark_of(stored.header.title))
    players = tuple(sorted(found for one in stored.seats.users() if (found := persons.id_on(platform, one))))
    return Outgoing(id=queued.id, game=queued.game_id, channel=channel, reply=told, user=user, players=players)


def _holder(stored: StoredGame, side: int | None) -> str:
    """Whoever sits on a side, "" if nobody does."""
    seat = None if side is None else stored.seats.holders.get(title_stored(stored.header).seats[side])
    return seat.user if seat else ""


def _broken(what: str, error: Exception) -> None:
    """Log a fault of our own, without its words, which may quote what only one seat may read."""
    where = "".join(traceback.format_tb(error.__traceback__))
    _log.error("%s broke with %s\n%s", what, type(error).__name__, where)


async def _done(renewing: asyncio.Task[int], news: asyncio.Event) -> bool:
    """Wait until a renewal is through, there is news, or it is time to look; True if it is through."""
    called = asyncio.create_task(news.wait())
    try:
        await asyncio.wait({renewing, called}, timeout=_LOOK, return_when=asyncio.FIRST_COMPLETED)
    finally:
        called.cancel()
    return renewing.done()


__all__ = ["Courier"]
