"""Start all parts of a running bot in order, and stop them in reverse order.

`feldpost local` and `feldpost run` differ only in their platforms.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.ai_workers import AiWorkers
from bot.gc_tuning import freeze_now, frozen_within
from bot.narration.texts import host_text, texts
from bot.operations.health import HealthState, Operations
from bot.operations.instrumentation import WatchedHandler, WatchedPictures, WatchedPlatform, WatchedStore
from bot.operations.metrics import Metrics
from bot.operations.ratelimits import discord_waits
from bot.platforms.courier import Courier, Hearing
from bot.platforms.meter import AdapterHooks
from bot.platforms.painting import PicturePool
from bot.platforms.platform_status import PlatformStatus
from bot.port import Handler, Outgoing, PictureSource, Venues
from bot.public.server import PublicServer
from bot.public.webhooks import Webhooks
from bot.replay_worker import Recorder
from bot.service import declarations
from bot.service.ai_player.move_scheduler import Deliberations
from bot.service.handler import BotHandler
from bot.service.input_limits import InputPace
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.results import Results
from bot.service.operator_policy import Policy
from bot.service.people.duties import PersonalDuties
from bot.service.people.ticker import Ticker
from bot.service.puzzles.daily import DailyPuzzles
from bot.service.record_work import Workshop
from bot.service.store_factory import build_store
from bot.settings import RefusedError, Settings, SettingsError
from bot.storage import Connection, StorageError, Store, redis_server
from bot.titles.discovery import discover, left_out

_log = logging.getLogger(__name__)


#: Computer turns prepared in advance while all its workers are busy.
_AHEAD = 2


class RunningPlatform(Protocol):
    """A platform as the wiring needs it: the port, its status, and a drain before shutdown."""

    name: str
    standing: PlatformStatus

    async def start(self) -> None:
        """Connect or listen."""
        ...

    async def deliver(self, message: Outgoing) -> None:
        """Deliver one outbox message."""
        ...

    async def connected(self) -> bool:
        """Return True while the platform can reach us."""
        ...

    async def drain(self) -> None:
        """Accept nothing new and let running commands finish."""
        ...

    async def stop(self) -> None:
        """Disconnect."""
        ...


@dataclass(frozen=True, slots=True)
class SharedParts:
    """Parts shared by all platforms."""

    settings: Settings
    store: Store
    handler: Handler
    draw: PictureSource
    #: The same without WebP, for platforms that don't show it.
    draw_plain: PictureSource
    #: Callbacks by which platforms notify the process.
    hooks: AdapterHooks


#: Builds the platforms of a bot.
Make = Callable[[SharedParts], Sequence[RunningPlatform]]


@dataclass(frozen=True, slots=True)
class Bot:
    """A running bot."""

    platforms: Sequence[RunningPlatform]
    operations: Operations
    public: PublicServer
    #: Set when every platform has rejected the bot, so that nobody is left to serve.
    lost: asyncio.Future[SettingsError]


@contextlib.asynccontextmanager
async def running_bot(settings: Settings, make: Make) -> AsyncIterator[Bot]:
    """Yield the whole bot on its platforms until the block ends.

    On exit nothing new is accepted; running commands finish and their posts are delivered, for at most
    FELDPOST_STOP_SECONDS; then everything is closed, our own Redis server last.

    Raises:
        SettingsError: a platform can't run with these settings, the last one rejects them, or the content can't be
            read.
        StorageError: no usable Redis server was found.
    """
    state, metrics = HealthState(), Metrics()
    operations = Operations(settings, state, metrics)
    async with contextlib.AsyncExitStack() as stack:
        stack.enter_context(discord_waits(metrics))
        stack.push_async_callback(operations.stop)
        await operations.start()
        base = await _base(stack, settings, metrics, state)
        handler, news = base.handler, base.news
        parts = _parts(base)
        platforms = make(parts)
        lost = _all_refused([platform.standing for platform in platforms])
        context = _context(stack, handler, platforms)
        courier = _courier(base, context, platforms)
        for platform in platforms:
            state.served(platform.name, platform.connected, platform.standing)
            # Registered first: a platform is stopped even if its start failed halfway.
            stack.push_async_callback(platform.stop)
        await _start(platforms)
        if lost.done():
            raise lost.result()
        public = await _public(stack, settings, base.store, parts.draw)
        clerk = Clerk(context, _process_name(settings), news.set, state.platforms)
        courier.start()
        state.carried(lambda: courier.running)
        deliberations = Deliberations(handler.tools, base.room, news.set, at_once=settings.staff_workers + _AHEAD)
        ticker = Ticker(handler.tools, news.set, deliberations)
        stack.push_async_callback(_drain, settings.stop_seconds, platforms, (ticker, clerk), courier, base.store)
        await _start_season_and_clocks(clerk, ticker)
        _start_personal_duties(stack, handler, platforms)
        _start_daily_puzzles(stack, handler, platforms, settings)
        warming = asyncio.create_task(_warm(base.pool, base.records, state))
        stack.callback(warming.cancel)
        stack.callback(setattr, state, "phase", "stopping")
        stack.enter_context(frozen_within())
        state.phase = "serving"
        yield Bot(platforms, operations, public, lost)


@dataclass(frozen=True, slots=True)
class _Base:
    """The parts that exist before the platforms; `news` is set when something was queued."""

    settings: Settings
    metrics: Metrics
    store: Store
    pool: PicturePool
    records: Recorder
    room: AiWorkers
    handler: BotHandler
    news: asyncio.Event


async def _base(stack: contextlib.AsyncExitStack, settings: Settings, metrics: Metrics, state: HealthState) -> _Base:
    """Open the store and start the worker processes."""
    # In its own process, so that a command never waits for pictures.
    records = Recorder()
    stack.push_async_callback(records.close)
    store = await _opened_store(stack, settings, metrics, records)
    state.opened(store)
    pool = PicturePool(store, settings.picture_workers)
    stack.push_async_callback(pool.close)
    room = AiWorkers(settings.staff_workers)
    stack.push_async_callback(room.close)
    handler = _make_handler(store, settings, records, room)
    state.assets, state.left_out = True, left_out()
    return _Base(settings, metrics, store, pool, records, room, handler, asyncio.Event())


def _parts(base: _Base) -> SharedParts:
    """Return the parts the platforms share, instrumented with metrics."""
    pool, metrics = base.pool, base.metrics
    return SharedParts(
        base.settings,
        base.store,
        WatchedHandler(base.handler, metrics),
        draw=WatchedPictures(pool, metrics),
        draw_plain=WatchedPictures(pool.plain, metrics),
        hooks=AdapterHooks(base.news.set, metrics),
    )


def _courier(base: _Base, context: ClerkContext, platforms: Sequence[RunningPlatform]) -> Courier:
    """Return the courier that delivers posts."""
    handler = base.handler
    return Courier(
        base.store,
        {platform.name: WatchedPlatform(platform, base.metrics) for platform in platforms},
        name=_process_name(base.settings),
        drain=float(base.settings.stop_seconds),
        busy=lambda: handler.under_way > 0,
        news=base.news,
        hearing=Hearing(Results(context.repository).take, context.lost.add),
    )


async def _public(
    stack: contextlib.AsyncExitStack, settings: Settings, store: Store, draw: PictureSource
) -> PublicServer:
    """Start the public pages and the webhooks, each if configured."""
    # In its own process, started on first use, so that no player waits for records shown on the public pages.
    records = Recorder()
    stack.push_async_callback(records.close)
    public = PublicServer(settings, store, records, draw)
    stack.push_async_callback(public.stop)
    await public.start()
    hooks = Webhooks(settings, store)
    stack.push_async_callback(hooks.stop)
    hooks.start()
    return public


def _start_personal_duties(
    stack: contextlib.AsyncExitStack, handler: BotHandler, platforms: Sequence[RunningPlatform]
) -> None:
    duties = PersonalDuties(handler.tools, venues=_venues(platforms))
    stack.push_async_callback(duties.stop)
    duties.start()


def _start_daily_puzzles(
    stack: contextlib.AsyncExitStack, handler: BotHandler, platforms: Sequence[RunningPlatform], settings: Settings
) -> None:
    puzzles = DailyPuzzles(handler.tools, _venues(platforms), _process_name(settings))
    stack.push_async_callback(puzzles.stop)
    puzzles.start()


def _venues(platforms: Sequence[RunningPlatform]) -> dict[str, Venues]:
    """Return the platforms that can post messages outside any game."""
    return {platform.name: platform for platform in platforms if isinstance(platform, Venues)}


async def _start_season_and_clocks(clerk: Clerk, ticker: Ticker) -> None:
    """Start season clerk and clocks; time lost to an outage is credited before any clock is checked."""
    await clerk.notice_outage(begun=True)
    clerk.start()
    await ticker.index()
    ticker.start()


def _context(
    stack: contextlib.AsyncExitStack, handler: BotHandler, platforms: Sequence[RunningPlatform]
) -> ClerkContext:
    """Return the clerk's context, with a separate worker process for its draws."""
    draws = Recorder()
    stack.push_async_callback(draws.close)
    return ClerkContext(
        handler.tools, handler.leagues.repository, _venues(platforms), draws, lambda: handler.under_way > 0
    )


async def _opened_store(
    stack: contextlib.AsyncExitStack, settings: Settings, metrics: Metrics, records: Workshop
) -> WatchedStore:
    """Return the store on our own Redis server or the configured one; both are closed with the stack."""
    for left in discover():
        _log.error("%s", left)
    url = await stack.enter_async_context(redis_server(settings))
    with _content_errors():
        store = build_store(
            WatchedStore,
            Connection(url, observe=metrics.round_trip),
            metrics,
            workshop=records,
            answer_days=settings.answer_days,
            delivery_tries=settings.delivery_tries,
        )
    stack.push_async_callback(store.close)
    await store.repair()
    return store


async def _start(platforms: Sequence[RunningPlatform]) -> None:
    """Start the platforms concurrently, so that none waits for an unresponsive one; raises all errors but refusals."""

    async def started(platform: RunningPlatform) -> None:
        try:
            await platform.start()
        except RefusedError as refused:
            # Other platforms can still be served; if none are left, the process ends with this error.
            _log.error("%s", refused)
            platform.standing.refuse(refused)

    # Wait for all of them, so that none is still starting while it is being stopped.
    ended = await asyncio.gather(*(started(platform) for platform in platforms), return_exceptions=True)
    for error in ended:
        if error is not None:
            raise error


def _all_refused(standings: Sequence[PlatformStatus]) -> asyncio.Future[SettingsError]:
    """Return a future that is set when the last platform has rejected us."""
    lost: asyncio.Future[SettingsError] = asyncio.get_running_loop().create_future()

    def look() -> None:
        refused = [standing.refused for standing in standings if standing.refused is not None]
        if len(refused) == len(standings) and not lost.done():
            lost.set_result(refused[-1])

    for standing in standings:
        standing.refusals.connect(look)
    return lost


async def _drain(
    seconds: float,
    platforms: Sequence[RunningPlatform],
    duties: Sequence[Ticker | Clerk],
    courier: Courier,
    store: Store,
) -> None:
    """Accept nothing new, finish running work and deliver pending posts, for at most this many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(platform.drain() for platform in platforms))
            await asyncio.gather(*(duty.stop() for duty in duties))
            await courier.stop()
    except TimeoutError:
        _log.warning("not everything was finished within %d s (FELDPOST_STOP_SECONDS)", seconds)
    with contextlib.suppress(StorageError, TimeoutError):
        async with asyncio.timeout(2):
            games = await store.outbox.games_with_posts()
            if games:
                _log.warning("posts of %d games wait for the next start", len(games))


async def _warm(pool: PicturePool, records: Recorder, state: HealthState) -> None:
    await pool.warm()
    state.painting = True
    await records.warm()
    freeze_now()  # the first commands have loaded what all others need


def _make_handler(store: Store, settings: Settings, records: Workshop, room: AiWorkers) -> BotHandler:
    for fault in declarations.faults():
        _log.error("a command's declaration is wrong: %s", fault)
    for fault in texts().faults():
        _log.error("a text is wrong: assets/host/%s", fault)
    with _content_errors():
        return BotHandler(store, workshop=records, policy=Policy.of(settings), ai_workers=room, pace=InputPace())


@contextlib.contextmanager
def _content_errors() -> Iterator[None]:
    """Convert a ContentError raised in the block into a SettingsError."""
    from engine.errors import ContentError

    try:
        yield
    except ContentError as error:
        raise SettingsError(host_text("faults.wiring.content_cannot_read_restore", error=error)) from error


def _process_name(settings: Settings) -> str:
    """Return the name under which this process leases games: stable across restarts, unique among processes."""
    return f"{socket.gethostname()}:{settings.process or settings.var.resolve()}"


__all__ = ["Bot", "Make", "RunningPlatform", "SharedParts", "running_bot"]
