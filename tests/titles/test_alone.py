"""The host needs none of its titles: with the toy alone it plays a hunt, and nothing of another title is ever loaded."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest

from tests.conftest import ROOT
from tests.titles.small_games import FOREIGN

pytestmark = pytest.mark.process

#: Seconds until a process that does not end is given up.
PATIENCE = 120


async def test_a_host_with_the_toy_alone_plays_it(redis_url: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.titles.toy.alone", redis_url,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        out, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, errors.decode()
    found = json.loads(out)
    assert found["loaded"] == []
    told = "\n".join(found["told"])
    assert "wins" in told
    assert "replay to the current position" in told
    assert "report" not in told, "nothing broke"
    assert FOREIGN.search(told) is None
    assert "/pog" not in told
