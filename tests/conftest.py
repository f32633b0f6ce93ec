"""Fixtures shared by all tests, such as a real Redis server and the path of Chromium.

Every worker and every run of a single test imports this module first, so it imports nothing of the bot; the fixtures
do.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.ordering import dealt, known, taken

if TYPE_CHECKING:
    from bot.storage import Connection, Store
    from tests.support.second_title import Skirmish

pytest_plugins = ["tests.garbage", "tests.lanes", "tests.stuck", "tests.warming"]

ROOT = Path(__file__).parent.parent


def pytest_configure() -> None:
    """Have worker processes of the bot, and bots as processes, forked from one process that has loaded everything."""
    # The second one is needed by `benchmarks.kills` from the same process.
    multiprocessing.set_forkserver_preload(["tests.support.preloaded", "benchmarks.kills"])


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one worker more than there are cores in lane quick, where most tests are CPU-bound; else two more.

    Tests with browsers, whole bots and platforms mostly wait. Each worker collects and loads for itself, and has its
    own servers.
    """
    return (os.cpu_count() or 1) + (1 if config.getoption("lane") == "quick" else 2)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With several workers, start the longest tests first."""
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    if workers > 1:
        long = known()
        items[:] = dealt(
            items,
            workers,
            lambda item: taken(item.nodeid, long, browser=item.get_closest_marker("browser") is not None),
        )


@pytest.fixture(autouse=True)
def _own_settings_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate the tests from the environment's settings."""
    from bot.narration.texts import speak_to_operator
    from bot.settings import Settings

    speak_to_operator("en")
    for field in Settings.model_fields:
        monkeypatch.delenv("REDIS_URL" if field == "redis_url" else f"FELDPOST_{field.upper()}", raising=False)
    monkeypatch.setitem(Settings.model_config, "env_file", None)


@pytest.fixture(autouse=True)
def _own_log_levels_only() -> Iterator[None]:
    """Restore the log levels that a started bot has changed, since the next test may read the log."""
    loggers = [logging.getLogger(name) for name in (None, "bot", "engine", "renderer", "slack_bolt", "slack_sdk")]
    levels = [logger.level for logger in loggers]
    yield
    for logger, level in zip(loggers, levels, strict=True):
        if logger.level != level:  # setting one empties the caches of all loggers
            logger.setLevel(level)


class Heard(logging.Handler):
    """Collects log records; a test that deliberately omits a field clears it."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


@pytest.fixture(autouse=True)
def forgotten_fields() -> Iterator[Heard]:
    """Fail a test that formats a text without one of its fields, naming its key; a player would see a dash."""
    module = sys.modules.get("renderer.kit.templates")
    heard, logger = Heard(), logging.getLogger("renderer.kit.templates")
    if module is not None:
        module.tell_once.cache_clear()
    logger.addHandler(heard)
    yield heard
    logger.removeHandler(heard)
    if heard.told:
        pytest.fail("; ".join(heard.told))


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """The Chromium to use; tests that need it are skipped if there is none."""
    script = ROOT / "deploy" / "ensure_chromium.sh"
    found = subprocess.run([script, "--find"], check=True, capture_output=True, text=True).stdout.strip()
    if not found:
        pytest.skip("no Chromium found: install one (Debian: apt-get install chromium) or set FELDPOST_CHROMIUM")
    return Path(found)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def redis_session_url(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """A real Redis server for the whole run, one per worker."""
    from bot.settings import Settings
    from bot.storage import redis_server

    settings = Settings(var=tmp_path_factory.mktemp("var"), redis_fsync="everysec")
    async with redis_server(settings) as url:
        yield url


@pytest_asyncio.fixture
async def connection(redis_session_url: str) -> AsyncIterator[Connection]:
    """A connection to an empty real server."""
    from bot.storage import Connection

    link = Connection(redis_session_url, patience=3)
    await link.call("FLUSHALL")
    yield link
    await link.close()


@pytest_asyncio.fixture
async def redis_url(connection: Connection, redis_session_url: str) -> str:
    """The address of an empty real server."""
    del connection
    return redis_session_url


@pytest_asyncio.fixture
async def store(connection: Connection) -> Store:
    """A store on an empty real server."""
    from bot.service.store_factory import build_store
    from bot.storage import Store

    return build_store(Store, connection)


@pytest.fixture
def known_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance is mocked: every new game has the same seed."""
    monkeypatch.setattr("bot.service.state.seed_parts.secrets.token_bytes", lambda size: b"7" * size)


@pytest.fixture
def last_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance is mocked: the last of several candidates is always chosen."""
    from tests.titles.small_games import last

    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", last)


@pytest.fixture
def known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance is mocked: it depends only on the question and its number, as in the recorded whole turns."""
    from tests.platforms.whole_turns import fallen

    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", fallen)


@pytest.fixture
def toy_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy title."""
    _play(monkeypatch, "toy", "tests.titles.toy.title")


@pytest.fixture
def hex_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the hex game."""
    _play(monkeypatch, "hexes", "tests.titles.hexes.title")


@pytest.fixture
def smallest_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the smallest title."""
    _play(monkeypatch, "depots", "tests.titles.smallest.title")


@pytest.fixture
def second_title(monkeypatch: pytest.MonkeyPatch) -> Skirmish:
    """Register a second title."""
    from tests.support.second_title import NAME, TITLE

    _play(monkeypatch, NAME, "tests.support.second_title")
    return TITLE


def _play(monkeypatch: pytest.MonkeyPatch, name: str, module: str) -> None:
    """Register a title until the end of the test."""
    from bot import titles

    monkeypatch.setitem(titles.MODULES, name, module)
