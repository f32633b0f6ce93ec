"""Real processes: how they end, what their pages show, and that every metric of the dashboard exists."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from ruamel.yaml import YAML

from bot import process
from bot.platforms.web.signed_links import Signer, person_named
from bot.settings import RefusedError, Settings, SettingsError
from bot.storage import Connection, Store, redis_server
from tests.bot.bot_process import BotProcess, bot_process
from tests.conftest import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.process]


@pytest_asyncio.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """Yield a separate Redis server for this test, which can be suspended."""
    async with redis_server(Settings(var=tmp_path / "store", redis_fsync="everysec")) as address:
        yield address


@contextmanager
def frozen(number: int) -> Iterator[None]:
    """Suspend a process for a while."""
    os.kill(number, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(number, signal.SIGCONT)


async def started(bot: BotProcess) -> tuple[str, int]:
    """Return the address of the local channel and the port of the pages."""
    pages = await bot.until("health and metrics are at")
    first = await bot.until("First page")
    await bot.until("Press Ctrl+C to stop")
    return first.split()[-1].rstrip("/"), int(pages.rsplit(":", 1)[1].strip('"}'))


async def get(session: ClientSession, port: int, path: str) -> tuple[int, str]:
    async with session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def play(session: ClientSession, base: str, var: Path, orders: list[str]) -> Any:
    """Give orders on the local channel, each answered before the next; return the open page."""
    token = Signer.from_file(var / "web.key").token(person_named("Player one"))
    page = await session.ws_connect(f"{base}/live", headers={"Origin": base}, max_msg_size=0)
    await page.send_json({"type": "hello", "as": token, "channel": "liege"})
    for number, order in enumerate(orders):
        await page.send_json({"type": "run", "key": f"order-{number:04d}", "text": order})
        async with asyncio.timeout(60):
            while (message := await page.receive_json())["type"] != "answered":
                assert message["type"] != "refused", message
    return page


#: A picture was drawn.
PICTURE = r'feldpost_picture_seconds_count\{kind="\w+"\} [1-9]'

ORDERS = ["new campaign", "join both", "start", "choose take", "map west", "play 99 as ops", "status"]


def settings(url: str, var: Path, **more: str) -> dict[str, str]:
    return {
        "REDIS_URL": url, "FELDPOST_VAR": str(var), "FELDPOST_PORT": "0", "FELDPOST_OPERATIONS_PORT": "0",
        "FELDPOST_LOG_FORMAT": "json",
    } | more  # fmt: skip


async def test_the_board_and_the_alarms_ask_for_nothing_that_is_not_there(url: str, tmp_path: Path) -> None:
    """Every metric of the Grafana dashboard and of the alert rules is on the page of a bot that has been played with."""
    async with bot_process("local", **settings(url, tmp_path)) as bot, ClientSession() as session:
        base, port = await started(bot)
        page = await play(session, base, tmp_path, ORDERS)
        await asyncio.sleep(1)
        status, _ = await get(session, port, "/healthz")
        assert status == 200
        async with asyncio.timeout(30):
            while (await get(session, port, "/readyz"))[0] != 200:  # noqa: ASYNC110 - another process gets ready
                await asyncio.sleep(0.2)
        async with asyncio.timeout(60):
            while not re.search(PICTURE, (text := (await get(session, port, "/metrics"))[1])):  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.2)
        await page.close()
        assert await bot.stop() == 0
    named = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    shown = set(re.findall(r"^([a-z_]+)", text, re.MULTILINE))
    wanted = board_metrics() | alarm_metrics()
    assert len(wanted) > 15
    assert {name for name in wanted if name not in shown and name.removesuffix("_bucket") not in named} == set()
    for name, value in {"commands_total": 7, "decisions_total": 2, "redis_commands_total": 50}.items():
        assert sum(float(v) for v in re.findall(rf"^feldpost_{name}\S* (\S+)$", text, re.MULTILINE)) >= value, name
    assert 'feldpost_commands_total{command="play",outcome="refused",platform="web"} 1.0' in text
    assert 'feldpost_games{status="playing"} 1.0' in text
    assert 'feldpost_platform_connected{platform="web"} 1.0' in text
    memory = dict(re.findall(r"^(\w+_(?:resident_memory|resident)_bytes) (\S+)", text, re.MULTILINE))
    workers = float(memory["feldpost_picture_workers_resident_bytes"])
    assert workers > 2e7
    assert float(memory["feldpost_resident_bytes"]) > 0.9 * (float(memory["process_resident_memory_bytes"]) + workers)
    for line in bot.lines:
        if line.startswith("{"):
            assert {"time", "level", "logger", "message"} <= set(json.loads(line))


def board_metrics() -> set[str]:
    """Return the names of metrics in the queries of the dashboard."""
    board = json.loads((ROOT / "deploy" / "grafana" / "feldpost.json").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    assert len(queries) > 15
    return {name for query in queries for name in re.findall(r"\b(?:feldpost|process)_[a-z_]+", query)}


def alarm_metrics() -> set[str]:
    """Return the names of metrics in the alert rules."""
    rules = YAML(typ="safe").load((ROOT / "deploy" / "alerts.yml").read_text(encoding="utf-8"))
    queries = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    assert len(queries) >= 8
    return {name for query in queries for name in re.findall(r"\b(?:feldpost|process)_[a-z_]+", query)}


async def test_a_signal_lets_a_running_command_and_its_posts_finish(url: str, tmp_path: Path) -> None:
    async with bot_process("local", **settings(url, tmp_path)) as bot, ClientSession() as session:
        base, _ = await started(bot)
        page = await play(session, base, tmp_path, ["new campaign", "join both", "start"])
        await page.send_json({"type": "run", "key": "the-last-order", "text": "choose take"})
        async with asyncio.timeout(30):
            while not (await page.receive_json()).get("items"):
                pass  # its echo: it has arrived
        assert await bot.stop() == 0
    store = Store(Connection(url))
    (game,) = await store.games()
    assert len(await store.connection.call("KEYS", f"feldpost:{{{game}}}:answer:*the-last-order")) == 1
    assert await store.outbox.games_with_posts() == [], "what was told is delivered"
    assert bot.lines[-1] == "Stopped. The games are kept."
    await store.close()


def family(number: int) -> list[int]:
    """Return a process and all its descendants, the youngest first."""
    parents: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents.setdefault(int(status.read_text().rpartition(")")[2].split()[1]), []).append(
                int(status.parent.name)
            )
    return [*(one for child in parents.get(number, ()) for one in family(child)), number]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("busy", [False, True], ids=["starting", "drawing"])
async def test_a_signal_to_all_processes_is_an_ordinary_stop(
    url: str, tmp_path: Path, number: signal.Signals, busy: bool
) -> None:
    """Supervisors and terminals signal the whole group: nothing is restarted then, and none of it is an error."""
    async with (
        bot_process("local", **settings(url, tmp_path, FELDPOST_PICTURE_WORKERS="2")) as bot,
        ClientSession() as session,
    ):
        base, _ = await started(bot)
        if busy:
            page = await play(
                session, base, tmp_path, ["new campaign", "join both", "start", "choose take", "map west"]
            )
            await page.close()
        for one in family(bot.process.pid):
            os.kill(one, number)
        assert await bot.ended() == 0
    logged = [json.loads(line) for line in bot.lines if line.startswith("{")]
    assert [line for line in logged if line["level"] in ("warning", "error", "critical")] == []
    assert not any("Traceback" in line for line in bot.lines)


async def test_the_end_comes_even_if_the_store_hangs(url: str, tmp_path: Path) -> None:
    """The drain is limited by FELDPOST_STOP_SECONDS."""
    async with bot_process("local", **settings(url, tmp_path, FELDPOST_STOP_SECONDS="2")) as bot:
        _, port = await started(bot)
        with frozen(await server_of(url)):
            async with ClientSession() as session:
                assert (await get(session, port, "/healthz"))[0] == 200, "the loop turns"
                status, body = await get(session, port, "/readyz")
                assert (status, json.loads(body)["parts"]["redis"]["ok"]) == (503, False)
            assert await bot.stop() == 0, "by itself, not by force, whatever its processes are at"
    assert any("not everything was finished within 2 s" in line for line in bot.lines)


async def test_a_second_signal_ends_at_once(url: str, tmp_path: Path) -> None:
    async with bot_process("local", **settings(url, tmp_path, FELDPOST_STOP_SECONDS="600")) as bot:
        await started(bot)
        with frozen(await server_of(url)):
            bot.process.send_signal(signal.SIGTERM)
            await bot.until("Stopping")
            bot.process.send_signal(signal.SIGTERM)  # the same one, delivered twice
            await asyncio.sleep(1.3)
            assert bot.process.returncode is None
            assert await bot.stop(seconds=30) == 128 + signal.SIGTERM
    assert (
        bot.lines[-1] == "Stopped at once. Everything that was answered is kept."
        or "semaphore" in bot.lines[-2] + bot.lines[-1]
    )


async def test_a_signal_while_it_starts_breaks_the_start_off(url: str, tmp_path: Path) -> None:
    with frozen(await server_of(url)):
        async with bot_process("local", **settings(url, tmp_path)) as bot:
            await bot.until("health and metrics are at")
            assert await bot.stop(seconds=60) == 0
    assert bot.lines[-1] == "Stopped. The games are kept."


def test_the_end_comes_even_if_something_hangs_when_nobody_is_left_to_serve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process exit is mocked: it releases what hangs, and records the exit code a supervisor would see."""
    codes: list[int] = []
    hanging = threading.Event()

    def leave(code: int, sentence: str) -> None:
        del sentence
        codes.append(code)
        hanging.set()

    @asynccontextmanager
    async def bot(given: Settings) -> AsyncIterator[asyncio.Future[SettingsError]]:
        del given
        lost: asyncio.Future[SettingsError] = asyncio.get_running_loop().create_future()
        lost.set_result(RefusedError("Nobody is left."))
        yield lost
        hanging.wait(5)  # the loop itself hangs

    monkeypatch.setattr(process, "_exit_now", leave)
    monkeypatch.setattr(process, "_MARGIN", 0.2)
    given = Settings(redis_url="redis://127.0.0.1:9", var=tmp_path, stop_seconds=1, log_level="error")  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match="Nobody is left"):
        process.serve(given, bot, lambda _: [], lambda _: None, lost=lambda running: running)
    assert codes == [RefusedError.exit_code]


async def server_of(url: str) -> int:
    """Return the process that serves an address."""
    link = Connection(url)
    info = await link.call("INFO", "server")
    await link.close()
    return int(info["process_id"])
