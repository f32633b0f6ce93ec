"""Servers that answer and do not do what they are told: replicas, full ones, and those that are not ready; all of them real."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from redis.backoff import ExponentialWithJitterBackoff

from bot.operations.health import HealthState, Operations
from bot.operations.metrics import Metrics
from bot.platforms.slack.records import Records
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.service.handler import BotHandler
from bot.settings import Settings, SettingsError, load_settings
from bot.storage import ChannelLog, Connection, Store, StoreUnavailable
from bot.storage.errors import StoreRefuses
from bot.storage.write_tracking import watching
from tests.bot.reasons.test_reasons import pattern
from tests.bot.support import Channel
from tests.league_season.town import dot
from tests.support import servers
from tests.support.relay import relayed
from tests.support.servers import Server
from tests.web.support import FakePage

Link = Callable[..., Connection]
Hurt = Callable[[Server], Awaitable[None]]


@pytest_asyncio.fixture
async def linked() -> AsyncIterator[Link]:
    """Makes connections, which are closed at the end."""
    made: list[Connection] = []

    def make(url: str, patience: int = 12) -> Connection:
        made.append(Connection(url, patience))
        return made[-1]

    yield make
    for link in made:
        await link.close()


@pytest_asyncio.fixture
async def own(tmp_path: Path) -> AsyncIterator[Server]:
    """A server that a test may harm."""
    async with servers.server(tmp_path / "own") as one:
        yield one


async def _full(server: Server) -> None:
    """Its memory is full."""
    await server.ask("CONFIG", "SET", "maxmemory", 1)


async def _without_disk(server: Server) -> None:
    """It cannot write its files."""
    await server.ask("CONFIG", "SET", "save", "3600 1")
    shutil.rmtree(server.directory)
    await server.ask("SET", "unsaved", 1)
    await server.ask("BGSAVE")
    for _ in range(200):
        if (await server.ask("INFO", "persistence"))["rdb_last_bgsave_status"] == "err":
            return
        await asyncio.sleep(0.02)


async def _replica(server: Server) -> None:
    """It is a replica of a server that is not there."""
    await server.ask("REPLICAOF", "127.0.0.1", servers.free_port())


async def _alone(server: Server) -> None:
    """Too few of its replicas are there."""
    await server.ask("CONFIG", "SET", "min-replicas-to-write", 1)


HURTS: dict[str, Hurt] = {"OOM": _full, "MISCONF": _without_disk, "READONLY": _replica, "NOREPLICAS": _alone}


@pytest.mark.parametrize("code", HURTS)
async def test_where_nothing_can_be_written_looks_are_answered_and_nothing_is_in_doubt(
    linked: Link, own: Server, code: str
) -> None:
    link = linked(own.url, patience=2)
    channel = Channel.open(Store(link))
    await channel.begin()
    looks = ("status", "map", "log", "hand", "odds sedan", "help", "games", "panel", "play")
    before = {line: await channel.told("anna", line) for line in looks}
    number = await channel.number()
    await HURTS[code](own)
    with pytest.raises(StoreRefuses) as refused:
        await link.call("SET", "feldpost:x", 1)
    assert refused.value.code == code
    assert {line: await channel.told("anna", line) for line in looks} == before
    for line in ("play auto", "play cp 1 as ops", "resign yes", "new campaign"):
        assert pattern("store_refuses").search(await channel.told("anna", line)), line
    assert await channel.number() == number
    assert await Channel.open(Store(link)).told("anna", "status") == before["status"], "nothing is needed from before"


@pytest.mark.parametrize("code", HURTS)
async def test_readiness_says_no_and_why(linked: Link, own: Server, code: str) -> None:
    link = linked(own.url)
    state = HealthState(phase="serving", store=Store(link), assets=True, painting=True, carrying=lambda: True)
    metrics = Metrics()
    pages = Operations(Settings(), state, metrics)
    part = (await pages.parts())["redis"]
    assert part.ok, part.text
    await HURTS[code](own)
    part = (await pages.parts())["redis"]
    assert not part.ok
    assert "takes no changes" in part.text


async def test_slack_answers_looks_where_nothing_can_be_noted(linked: Link, own: Server) -> None:
    link = linked(own.url, patience=0)
    records = Records(Store(link))
    assert await records.begin("known")
    await _full(own)
    assert await records.begin("fresh")
    await records.end("fresh")
    assert not await records.begin("known"), "a repetition of what is answered elsewhere is not answered twice"


@pytest.mark.parametrize("code", ["READONLY", "NOREPLICAS"])
async def test_a_mere_note_on_slack_is_retried_once_without_waiting(linked: Link, own: Server, code: str) -> None:
    """What became a replica may have another at its address; whoever looks does not wait for more."""
    link = linked(own.url)
    records = Records(Store(link))
    await HURTS[code](own)
    tries = watched(link)
    assert await records.begin("fresh")
    await records.end("fresh")
    assert not await records.note_handle("T1", "anna", "U1")
    assert await records.take_panel("C1", "U1") == ""
    assert await records.spend("https://hooks.example/1")
    assert tries == [1] * 5
    assert await link.call("GET", "feldpost:n") is None
    with pytest.raises(StoreRefuses):
        await link.call("SET", "feldpost:n", 1)
    assert tries[5:] == [*range(1, 13)], "what is no note is waited for"


def watched(link: Connection) -> list[int]:
    """The number of each try again of a connection, whose pauses are short from now on."""
    tries: list[int] = []

    class Pauses(ExponentialWithJitterBackoff):
        def compute(self, failures: int) -> float:
            tries.append(failures)
            return 0.01

    link._pauses = Pauses()
    return tries


@pytest.mark.parametrize("hurt", ["OOM", "READONLY"])
async def test_the_local_channel_answers_looks_that_it_cannot_keep(linked: Link, own: Server, hurt: str) -> None:
    link = linked(own.url)
    store = Store(link)
    handler = BotHandler(store)
    platform = WebPlatform(handler=handler, log=ChannelLog(store.connection), draw=dot, signer=Signer(b"s" * 32))
    await platform.start()
    try:
        async with FakePage(platform, "Anna", "table") as page:
            await page.run("new campaign")
            await page.run("status")
            told = page.texts("note")[-1]
            await HURTS[hurt](own)
            tries = watched(link)
            key = await page.run("status")
            look = next(one for one in page.received if one.get("key") == key and one["type"] == "refused")
            assert max(tries, default=1) == 1, "whoever looks does not wait until changes are taken"
            key = await page.run("join cp")
            change = next(one for one in page.received if one.get("key") == key and one["type"] == "refused")
        assert look["error"] == told != ""
        assert pattern("store_refuses").search(change["error"])
        assert not look["again"]
    finally:
        await platform.stop()


@pytest.mark.process
async def test_a_server_that_became_a_replica_is_left_for_the_one_at_its_address(linked: Link, tmp_path: Path) -> None:
    """A failover behind one address: the old primary lives on as a replica, and keeps the connections that it has."""
    async with servers.server(tmp_path / "a") as first, servers.server(tmp_path / "b") as second:
        await second.ask("REPLICAOF", "127.0.0.1", first.port)
        async with relayed(first.url) as (relay, url):
            link = linked(url)
            assert sorted(await asyncio.gather(*(link.call("INCR", "feldpost:n") for _ in range(8)))) == [*range(1, 9)]
            while await second.ask("GET", "feldpost:n") != b"8":  # noqa: ASYNC110 - another server's work
                await asyncio.sleep(0.02)
            await second.ask("REPLICAOF", "NO", "ONE")
            await first.ask("REPLICAOF", "127.0.0.1", second.port)
            relay.port = second.port
            with watching() as watch:
                assert sorted(await asyncio.gather(*(link.call("INCR", "feldpost:n") for _ in range(8)))) == [
                    *range(9, 17)
                ]
            assert watch.done
            assert not watch.lost
            # The connections that read alone were let go of as well: they would hear what a replica remembers.
            await second.ask("SET", "feldpost:n", 100)
            assert await asyncio.gather(*(link.call("GET", "feldpost:n") for _ in range(8))) == [b"100"] * 8


@pytest.mark.parametrize("code", ["READONLY", "NOREPLICAS", "MASTERDOWN"])
async def test_temporary_refusals_are_waited_for(linked: Link, own: Server, code: str) -> None:
    link = linked(own.url)
    await link.call("SET", "feldpost:n", 1)
    if code == "NOREPLICAS":
        await _alone(own)
    else:
        await _replica(own)
    if code == "MASTERDOWN":
        await own.ask("CONFIG", "SET", "replica-serve-stale-data", "no")

    async def passing() -> None:
        await asyncio.sleep(0.5)
        await own.ask("CONFIG", "SET", "min-replicas-to-write", 0)
        await own.ask("REPLICAOF", "NO", "ONE")

    ending = asyncio.create_task(passing())
    look = ("GET", "feldpost:n") if code == "MASTERDOWN" else ("INCR", "feldpost:n")
    assert await link.call(*look) in (2, b"1")
    await ending


@pytest.mark.process
async def test_a_server_that_still_loads_is_waited_for(linked: Link, tmp_path: Path) -> None:
    async with servers.server(tmp_path / "own") as own:
        link = linked(own.url)
        await link.pipeline(*(("SET", f"feldpost:{n}", "x" * 20) for n in range(4200)))
        await own.stop()
        with (own.directory / "server.conf").open("a", encoding="utf-8") as more:
            more.write("key-load-delay 500\n")
        starting = asyncio.create_task(own.start())
        assert await link.call("GET", "feldpost:7") == b"x" * 20
        await starting
        log = (own.directory / "server.log").read_text(encoding="utf-8")
        assert "DB loaded" in log


async def test_only_a_connection_that_is_lost_after_something_was_sent_leaves_doubt(linked: Link, own: Server) -> None:
    async with relayed(own.url) as (relay, url):
        link = linked(url, patience=0)
        await link.call("SET", "feldpost:n", 1)
        relay.losing = b"INCR"
        with watching() as watch, pytest.raises(StoreUnavailable):
            await link.call("INCR", "feldpost:n")
        assert watch.lost
        relay.losing = b"GET"
        with watching() as watch, pytest.raises(StoreUnavailable):
            await link.call("GET", "feldpost:n")
        assert not watch.change
    nowhere = linked(f"redis://127.0.0.1:{servers.free_port()}", patience=1)
    with watching() as watch, pytest.raises(StoreUnavailable):
        await nowhere.call("INCR", "feldpost:n")
    assert not watch.change, "nothing was sent"


async def test_a_command_is_in_doubt_only_where_its_answer_was_lost(linked: Link, own: Server) -> None:
    async with relayed(own.url) as (relay, url):
        link = linked(url, patience=0)
        channel = Channel.open(Store(link))
        await channel.begin()
        number = await channel.number()
        relay.losing = b"EVALSHA"  # the first of them only looks, so the note ahead of the commit is lost
        assert pattern("unavailable").search(await channel.told("anna", "play auto"))
        assert await channel.number() == number
        relay.losing = f"{{{await channel.game_id()}}}:renewal".encode()  # the commit alone names it
        assert pattern("unsure").search(await channel.told("anna", "play auto"))
        assert await channel.number() > number


@pytest.mark.process
async def test_sentinels_say_where_the_primary_is(linked: Link, tmp_path: Path) -> None:
    async with servers.guarded(tmp_path / "guarded") as three:
        link = linked(three.url)
        channel = Channel.open(Store(link))
        await channel.begin()
        number = await channel.number()
        await three.primary.kill()
        assert "Activate" in await channel.told("anna", "play cp 1 as ops")
        assert await channel.number() > number
        assert (await three.replica.ask("INFO", "replication"))["role"] == "master"
        # The old one comes back, and is made a replica: nobody is led to it.
        await three.primary.start()
        assert (await channel.told("anna", "status")).strip()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://a", "must begin with"),
        ("redis+sentinel://127.0.0.1:26379", "the name of the service"),
        ("redis+cluster://127.0.0.1:7000/3", "only database 0"),
        ("redis+cluster://:secret-word@127.0.0.1:nine", "HOST:PORT"),
    ],
)
def test_an_address_that_is_none_is_refused_in_words_without_its_password(
    monkeypatch: pytest.MonkeyPatch, url: str, why: str
) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(SettingsError, match=why) as refused:
        load_settings()
    assert "secret-word" not in str(refused.value)
