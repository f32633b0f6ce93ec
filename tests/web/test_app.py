"""`feldpost local` as a process: its output, its refusals, its exit."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.cli.local import local_bot
from bot.platforms.web.signed_links import Signer, person_named
from bot.settings import Settings, SettingsError
from bot.storage import StorageError
from tests.web.playing import ROOT, LocalProcess, running
from tests.web.support import FakePage

pytestmark = pytest.mark.process


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_prints_links_that_work_and_ends_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    async with running(tmp_path / "var", plain=True) as local:
        assert list(local.links) == ["First page", "Player one", "Player two", "Spectator"]
        async with ClientSession() as session:
            for link in local.links.values():
                async with session.get(link) as answer:
                    assert answer.status == 200
        assert await local.stop(number) == 0
    assert local.lines[-1] == "Stopped. The games are kept."
    assert [line for line in local.lines if "Traceback" in line or "ERROR" in line] == []


@pytest.mark.slow
async def test_a_crash_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    """Kill -9 leaves a Redis server running; the next start finds it, with every answered command."""
    local = LocalProcess(tmp_path / "var")
    await local.start()
    settings = Settings(var=tmp_path / "var", port=0)
    signer = Signer.from_file(settings.var / "web.key")
    url = local.links["First page"].rstrip("/")
    async with ClientSession(headers={"Origin": url}) as session, session.ws_connect(f"{url}/live") as socket_:
        token = signer.token(person_named("Player one"))
        await socket_.send_json({"type": "hello", "as": token, "channel": "liege"})
        await socket_.send_json({"type": "run", "key": "new-game-1", "text": "new campaign"})
        async with asyncio.timeout(30):
            while (await socket_.receive_json())["type"] != "answered":
                pass
        await local.stop(signal.SIGKILL)
    async with local_bot(settings) as platform, FakePage(platform, "Player one") as page:
        table = await page.entry(lambda i: i.get("where") == "table")
        assert "Campaign" in table["text"]
        await page.run("new campaign", key="new-game-1")
        await page.settle()
        assert len([item for item in page.items if item.get("where") == "table"]) == 1


@pytest.mark.slow
async def test_a_taken_port_is_replaced_and_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        local = LocalProcess(tmp_path / "var", port=taken.getsockname()[1])
        await local.start()
        try:
            assert any(
                f"Port {taken.getsockname()[1]} is in use, so Feldpost uses port" in line for line in local.lines
            )
        finally:
            await local.stop()


async def test_it_is_served_to_this_machine_alone(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"FELDPOST_HOST can't be 0\.0\.0\.0"):
        async with local_bot(Settings(var=tmp_path, host="0.0.0.0")):
            pass
    command = [sys.executable, "-m", "bot.cli", "local", "--host", "192.168.1.4", "--var", str(tmp_path)]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=asyncio.subprocess.PIPE)
    _, said = await process.communicate()
    assert process.returncode == 1
    assert said.decode().startswith("feldpost: FELDPOST_HOST can't be 192.168.1.4. ")
    assert len(said.decode().splitlines()) == 1


async def test_one_directory_is_used_once(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path, port=0)
    async with local_bot(settings):
        with pytest.raises(StorageError, match="Another Feldpost already uses"):
            async with local_bot(settings):
                pass


async def test_without_redis_there_is_one_sentence(tmp_path: Path) -> None:
    settings = Settings.model_validate({"var": tmp_path, "redis_url": "redis://127.0.0.1:1/0"})
    with pytest.raises(StorageError, match="does not answer"):
        async with local_bot(settings):
            pass
