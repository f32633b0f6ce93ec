"""A title of a package of its own, installed beside the bot: played in a real process, tried by its own tests, missed when it is gone."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from bot.platforms.web.signed_links import Signer, person_named
from tests.bot.bot_process import PATIENCE
from tests.conftest import ROOT
from tests.titles.installed import install
from tests.titles.test_discovery import BROKEN, RENAMED

pytestmark = [pytest.mark.slow, pytest.mark.process]

#: One person has both seats, so that it does not matter who begins.
LINES = ("new three_depots", "join both", "start", "carry 3 mill", "undo", "carry 3 mill", "carry 3 quarry", "carry 2 quarry",
         "carry 3 station", "carry 1 station", "verify")  # fmt: skip
#: What a stranger writes to try a title.
TESTS = "from bot.titles.testing import Contract\nfrom depots.title import TITLE\n\n\nclass TestDepots(Contract):\n    title = TITLE\n"


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder with a whole package and a broken one."""
    folder = tmp_path / "packages"
    install(folder, "depots")
    install(folder, "wagons", "wagons", *RENAMED, BROKEN["the_sentence_of_a_seat"][:3])
    return folder


def environment(packages: Path | None, var: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FELDPOST_", "REDIS_"))}
    path = os.pathsep.join(str(one) for one in (packages, ROOT) if one is not None)
    return kept | {"FELDPOST_VAR": str(var), "FELDPOST_PORT": "0", "PYTHONPATH": path, "NO_PROXY": "127.0.0.1"} | more


async def done(*words: str, packages: Path | None, var: Path, cwd: Path = ROOT) -> tuple[int, str]:
    """Run a Python program to its end; returns its exit code and all that it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, cwd=cwd, env=environment(packages, var), stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    out, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    return int(process.returncode or 0), out.decode()


async def until(process: asyncio.subprocess.Process, words: str, lines: list[str]) -> str:
    """Read what a process prints up to a line with these words."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        while raw := await process.stdout.readline():
            lines.append(raw.decode().rstrip())
            if words in lines[-1]:
                return lines[-1]
    raise AssertionError("the bot ended:\n" + "\n".join(lines))


async def played(page: ClientWebSocketResponse, seen: list[Any]) -> None:
    """Type all lines, and wait until a picture is drawn by a worker."""
    for number, line in enumerate(LINES):
        await page.send_json({"type": "run", "key": f"line-{number:04d}", "text": line})
        async with asyncio.timeout(PATIENCE):
            while (message := await page.receive_json())["type"] != "answered":
                assert message["type"] != "refused", message
                seen.append(message)
    async with asyncio.timeout(PATIENCE):
        while not any('"ready"' in text and "Crates left" in text for text in map(json.dumps, seen)):
            seen.append(await page.receive_json())


async def test_an_installed_title_is_played_and_a_broken_one_named(packages: Path, tmp_path: Path) -> None:
    var, lines, seen = tmp_path / "var", list[str](), list[Any]()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.cli", "local", cwd=ROOT, env=environment(packages, var, FELDPOST_OPERATIONS_PORT="0"),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        pages = await until(process, "health and metrics are at", lines)
        base = (await until(process, "First page", lines)).split()[-1].rstrip("/")
        await until(process, "Press Ctrl+C to stop", lines)
        token = Signer.from_file(var / "web.key").token(person_named("Player one"))
        async with (
            ClientSession() as session,
            session.ws_connect(f"{base}/live", headers={"Origin": base}, max_msg_size=0) as page,
            session.get(f"http://127.0.0.1:{pages.rsplit(':', 1)[1]}/readyz") as ready,
        ):
            parts = (await ready.json())["parts"]
            await page.send_json({"type": "hello", "as": token, "channel": "liege"})
            await played(page, seen)
    finally:
        if process.returncode is None:
            process.terminate()
            rest, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
            lines += rest.decode().splitlines()
    named = "the title wagons (wagons.title:TITLE) is left out: it has no text names.sides.blue.name"
    assert any(named in line for line in lines), "the log says so at start"
    assert parts["titles"] == {"ok": True, "text": named}
    told = "\n".join(json.dumps(one, ensure_ascii=False) for one in seen)
    assert "The last crate is gone: the" in told
    assert "replay to the current position" in told
    assert "Traceback" not in "\n".join(lines)

    code, out = await done("-m", "bot.cli", "check", packages=packages, var=var)
    assert code == 1
    assert f"titles    failed  {named}" in out
    code, out = await done("-m", "bot.cli", "games", packages=None, var=var)
    assert code == 0
    assert "not played here: This version lacks the rules of “depots”" in out


@pytest.mark.sweep(fixed=[])
async def test_a_stranger_tries_a_title_with_one_class(packages: Path, tmp_path: Path) -> None:
    (tmp_path / "test_depots.py").write_text(TESTS)
    code, out = await done(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_depots.py", packages=packages, var=tmp_path, cwd=tmp_path
    )
    assert code == 0, out
    assert "13 passed" in out or "11 passed" in out, out
