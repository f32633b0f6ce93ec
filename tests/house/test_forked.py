"""A forked bot is a process like one that an operator starts: own environment, own output, own exit code, killed by its signal."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from bot import __version__
from tests.support.forked import Forked

pytestmark = pytest.mark.process


async def test_it_prints_to_its_own_output_and_returns_its_exit_code() -> None:
    version = await Forked.start("version", environment={})
    assert await version.communicate() == (f"feldpost {__version__}\n".encode(), None)
    assert version.returncode == 0


async def test_it_has_no_environment_but_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FELDPOST_HOST", "127.0.0.1")
    local = await Forked.start("local", environment={"FELDPOST_HOST": "0.0.0.0", "FELDPOST_VAR": str(tmp_path)})
    told, _ = await local.communicate()
    assert b"FELDPOST_HOST can't be 0.0.0.0" in told
    assert local.returncode not in (0, None)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_a_signal_reaches_the_bot_itself(redis_url: str, tmp_path: Path, number: signal.Signals) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FELDPOST_", "REDIS_"))}
    kept["REDIS_URL"] = redis_url
    local = await Forked.start("local", "--port", "0", "--var", str(tmp_path), environment=kept)
    async with asyncio.timeout(90):
        while b"Open each link" not in (line := await local.stdout.readline()):
            assert line, "the bot ended"
    assert local.pid != os.getpid()
    local.send_signal(number)
    assert await local.wait() == (-signal.SIGKILL if number is signal.SIGKILL else 0)
    rest, _ = await local.communicate()
    assert (b"Stopped. The games are kept." in rest) == (number is signal.SIGTERM)
