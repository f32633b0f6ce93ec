"""A temporarily unavailable store is reported as such, and shutdown loses no acknowledgement."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.platforms.slack import ack_timing, adapter_texts
from bot.platforms.slack.interactions import SlackInteraction
from bot.port import Completion, Inbound
from bot.service.handler import BotHandler
from bot.storage import Connection, Store
from bot.storage.binaries import find_binary
from bot.storage.server import OwnServer
from tests.platforms.slack.loopback import FakeSlack, Fault
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot, until
from tests.platforms.slack.test_install import OTHER, install, several
from tests.platforms.slack.test_play import open_game, tables
from tests.support.servers import free_port

# slack-sdk 3.47 passes its client secret to aiohttp in a form that aiohttp 3.14 deprecates.
pytestmark = [
    pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning"),
    pytest.mark.usefixtures("ended"),
]

#: Seconds within which an answer has to come while a store that never answers is unavailable: not a guarantee of the
#: bot, which is faster, but leaving room for a busy machine.
SOON = 15.0


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[OwnServer]:
    """A store that a test can stop."""
    made = OwnServer(tmp_path / "redis", await find_binary(), fsync="everysec")
    await made.start()
    yield made
    await made.stop()


@pytest_asyncio.fixture
async def fragile(server: OwnServer) -> AsyncIterator[Store]:
    """A store on it, with the timeouts of a running bot."""
    store = Store(Connection(server.url))
    yield store
    await store.close()


@contextlib.contextmanager
def frozen(server: OwnServer) -> Iterator[None]:
    """Freeze the server: it accepts connections and never answers."""
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


async def told(person: Person, before: int, act: Callable[[], Awaitable[Any]]) -> str:
    """Return the answer a person gets within the time limit."""
    async with asyncio.timeout(SOON):
        await act()
        while len(person.private()) == before:  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.02)
    return person.private()[-1].text


# -- the store ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["socket", "http"])
async def test_without_the_store_everything_is_answered_in_time_with_one_sentence(
    slack: FakeSlack, server: OwnServer, fragile: Store, mode: str
) -> None:
    bot = Bot(slack, fragile, mode=mode)
    await bot.start()
    anna, _, _, game = await open_game(bot)
    number = (await fragile.load(game)).number
    table = tables(bot)[0]
    await anna.press(table, "Panel")
    await bot.idle()
    assert ack_timing.STORE + ack_timing.TELLING < 3, "Slack's people wait three seconds"
    with frozen(server):
        for text in ("status", "play auto", "", "new"):
            before = len(anna.private())
            assert await told(anna, before, partial(anna.command, text)) == adapter_texts.NO_STORE
        before = len(anna.private())
        assert await told(anna, before, lambda: anna.press(table, "Panel")) == adapter_texts.NO_STORE
        async with asyncio.timeout(SOON):
            assert await anna.find(anna.panel(), "pl") == []
        await anna.open_home()
        await until(lambda: adapter_texts.NO_STORE in str(slack.homes.get(anna.id)))
    await bot.does(anna, "play auto")
    assert (await fragile.load(game)).number > number, "and afterwards it goes on"
    await bot.stop()


async def test_looking_does_not_wait_for_a_note_on_a_replica(
    slack: FakeSlack, server: OwnServer, fragile: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each write is tried once more, over a new connection; the longer pauses after that are only for changes."""
    bot = Bot(slack, fragile, mode="http")
    await bot.start()
    anna, *_ = await open_game(bot)
    hurt = Connection(server.url)
    await hurt.call("REPLICAOF", "127.0.0.1", free_port())
    tries: list[int] = []

    def compute(failures: int) -> float:
        tries.append(failures)
        return 0.01

    monkeypatch.setattr(fragile.connection._pauses, "compute", compute)
    for text in ("status", "hand", "panel", "map"):
        before = len(anna.private())
        assert "takes no changes" not in await told(anna, before, partial(anna.command, text)), text
        await until(lambda: not bot.busy())
    assert set(tries) == {1}
    assert len(tries) <= 6 * 4, "six notes of a look at the most"
    await hurt.call("REPLICAOF", "NO", "ONE")
    await hurt.close()
    await bot.stop()


async def test_a_new_person_can_look_while_the_store_is_read_only(
    slack: FakeSlack, server: OwnServer, fragile: Store
) -> None:
    bot = Bot(slack, fragile, mode="http")
    await bot.start()
    await open_game(bot)
    hurt = Connection(server.url)
    await hurt.call("CONFIG", "SET", "maxmemory", 1)
    newcomer = bot.person("gustav")
    for text in ("status", "help"):
        before = len(newcomer.private())
        said = await told(newcomer, before, partial(newcomer.command, text))
        assert "store" not in said, "nothing of what it shows has to be written"
    before = len(newcomer.private())
    newcomer.root = "league"
    said = await told(newcomer, before, partial(newcomer.command, "help"))
    newcomer.root = "pog"
    assert "Leagues" in said
    await hurt.call("CONFIG", "SET", "maxmemory", 0)
    await hurt.close()
    await bot.does(newcomer, "status")
    assert await bot.platform._records.whose_handle(newcomer.team, newcomer.name), (
        "and their handle is noted once it can be"
    )
    await bot.stop()


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[float]]:
    """Mock a silent store and the time; returns the seconds each round trip waited in vain."""
    waited: list[float] = []

    async def within(seconds: float | None, doing: Any) -> Any:
        asyncio.ensure_future(doing).cancel()
        waited.append(25.0 if seconds is None else seconds)
        await asyncio.sleep(0)
        raise TimeoutError

    def begin() -> list[float]:
        monkeypatch.setattr("bot.storage.connection.within", within)
        return waited

    return begin


@pytest.mark.parametrize("where", ["home", "direct"])
async def test_a_press_that_has_to_be_placed_first_waits_for_the_store_once(
    slack: FakeSlack, store: Store, silence: Callable[[], list[float]], where: str
) -> None:
    bot = Bot(slack, store)
    await bot.start()
    anna, ben, _, _ = await open_game(bot)
    await bot.does(ben, "settings pings dm")
    for text in ("play auto", "activate koblenz move", "move ge 2 frankfurt", "done"):
        await bot.does(anna, text)
    (direct,) = [message for message in slack.messages if message.channel == ben.direct]
    await ben.open_home()
    await bot.renewed()  # background reads of the store, which nobody waits for, are finished
    await bot.courier.stop()
    before, views = len(slack.messages), len(slack.views)
    waited = silence()
    if where == "home":
        await ben.press_in_view("Campaign", home=True)
        await until(lambda: len(slack.views) > views)
        assert adapter_texts.NO_STORE in str([*slack.views.values()][-1])
    else:
        await ben.press(direct, "My move")
        await until(lambda: any(adapter_texts.NO_STORE in message.text for message in slack.messages[before:]))
    assert sum(waited) < 2.5, waited
    await bot.platform.stop()


async def test_one_person_with_many_commands_at_once_waits_for_the_store_once(
    slack: FakeSlack, store: Store, silence: Callable[[], list[float]]
) -> None:
    bot = Bot(slack, store)
    await bot.start()
    anna, _, _, _ = await open_game(bot)
    await bot.renewed()
    await bot.courier.stop()
    before = len(anna.private())
    waited = silence()
    await asyncio.gather(*(anna.command("status") for _ in range(3)))
    await until(lambda: len(anna.private()) == before + 3)
    assert {message.text for message in anna.private()[before:]} == {adapter_texts.NO_STORE}
    assert sum(waited) < 3, waited
    await bot.platform.stop()


async def test_nobody_waits_for_a_turn_while_the_store_is_silent(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.slack.execution.TURN", 0.02)
    bot = Bot(slack, store)
    await bot.start()
    anna, _, _, _ = await open_game(bot)
    before = len(anna.private())
    async with bot.platform._carrying.turn(f"{anna.team}.{anna.channel}", f"{anna.team}.{anna.id}"):
        with monkeypatch.context() as silent:  # any reply of the store would end its silence
            silent.setattr(Connection, "silent", property(lambda _: True, lambda _, __: None), raising=False)
            await asyncio.gather(*(anna.command("status") for _ in range(9)))
            await until(lambda: [message.text for message in anna.private()[before:]] == [adapter_texts.NO_STORE] * 9)
    await bot.does(anna, "status")
    assert anna.private()[-1].text != adapter_texts.NO_STORE
    await bot.stop()


def _in_line(turn: asyncio.Lock, waiting: int) -> bool:
    return len(turn._waiters or ()) >= waiting


async def test_a_long_waiting_command_keeps_its_place(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Bot(slack, store)
    await bot.start()
    anna, _, _, _ = await open_game(bot)
    carried: list[str | None] = []

    async def carry_out(asked: SlackInteraction, told: object) -> None:
        carried.append(asked.text)

    monkeypatch.setattr(bot.platform._carrying, "_carry_out", carry_out)
    turn = bot.platform._carrying.turn(f"{anna.team}.{anna.channel}", f"{anna.team}.{anna.id}")
    sent = ["activate koblenz move", "move ge 2 frankfurt", "done"]
    async with turn:
        monkeypatch.setattr("bot.platforms.slack.execution.TURN", 0.3)
        for number, text in enumerate(sent, 1):
            await anna.command(text)
            await until(partial(_in_line, turn, number))
            monkeypatch.setattr("bot.platforms.slack.execution.TURN", 60.0)
        await asyncio.sleep(0.6)  # the first has checked whether the store is the cause, and keeps waiting
    await bot.idle()
    assert carried == sent
    await bot.stop()


@pytest.mark.parametrize("steps", range(5))
async def test_a_turn_that_comes_while_it_is_given_up_goes_to_the_next(
    slack: FakeSlack, store: Store, steps: int
) -> None:
    had, turn = Bot(slack, store).platform._carrying.had, asyncio.Lock()
    await turn.acquire()
    first, second = (asyncio.create_task(had(turn)) for _ in range(2))
    await until(partial(_in_line, turn, 2))
    turn.release()
    for _ in range(steps):
        await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait({first})
    if not first.cancelled():
        turn.release()  # the release came first
    assert await asyncio.wait_for(second, 30)


async def test_with_oauth_the_store_is_no_reason_to_install_again(
    slack: FakeSlack, server: OwnServer, fragile: Store
) -> None:
    bot = Bot(slack, fragile, mode="http", grants=several(slack))
    await bot.start()
    anna = Person(slack, "anna", team=OTHER)
    with frozen(server):
        assert await told(anna, 0, lambda: anna.command("new campaign")) == adapter_texts.NO_STORE
    assert await install(bot, OTHER) == 200
    await bot.does(anna, "new campaign")
    with frozen(server):
        for text in ("join both", ""):
            before = len(anna.private())
            assert await told(anna, before, partial(anna.command, text)) == adapter_texts.NO_STORE
        # A form has no address for answers: the last token read leads to its user.
        await bot.platform.home.show(OTHER, anna.id, "Ev1")
        assert adapter_texts.NO_STORE in str(slack.homes[anna.id])
    await bot.stop()


async def test_a_store_that_goes_in_the_middle_does_not_say_that_nothing_was_done(
    slack: FakeSlack, server: OwnServer, fragile: Store
) -> None:
    class Cut(BotHandler):
        async def run(self, inbound: Inbound) -> Sequence[object]:  # type: ignore[override]
            replies = await super().run(inbound)
            await fragile.connection.call("DEBUG", "SLEEP", "2") if cutting else None
            return replies

    cutting: list[bool] = []
    bot = Bot(slack, fragile)
    bot.handler = Cut(fragile)
    bot._make()
    await bot.start()
    anna = bot.person("anna")
    await bot.does(anna, "new campaign")
    cutting.append(True)
    assert await told(anna, len(anna.private()), lambda: anna.command("join both")) == adapter_texts.UNSURE.replace(
        "`", ""
    )
    del server
    await asyncio.sleep(2)
    await bot.stop()


async def test_with_oauth_slack_is_not_asked_who_we_are(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store, mode="http", grants=several(slack))
    await bot.start()
    assert await install(bot, OTHER) == 200
    slack.calls.clear()
    slack.faults["auth.test"] += [Fault(500) for _ in range(20)]
    anna = Person(slack, "anna", team=OTHER)
    await bot.does(anna, "new campaign")
    await bot.does(anna, "join both")
    assert [method for method, _ in slack.calls if method == "auth.test"] == []
    assert any("new game" in m.text for m in slack.messages)
    await bot.stop()


async def test_a_workspace_that_has_not_installed_the_app_is_told_so(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store, mode="http", grants=several(slack))
    await bot.start()
    anna = Person(slack, "anna", team=OTHER)
    await bot.does(anna, "new campaign")
    assert f"isn't installed in workspace {OTHER}" in anna.private()[-1].text
    assert await store.games() == []
    await bot.stop()


async def test_an_installation_that_meets_no_store_is_told_so(
    slack: FakeSlack, server: OwnServer, fragile: Store
) -> None:
    from aiohttp import ClientSession

    bot = Bot(slack, fragile, mode="http", grants=several(slack))
    await bot.start()
    with frozen(server):
        async with ClientSession() as session, session.get(f"{slack.bot_url}/slack/install") as page:
            assert (page.status, await page.text()) == (503, adapter_texts.NO_INSTALL)
    await bot.stop()


# -- shutdown ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["socket", "http"])
async def test_the_end_lets_acknowledgements_be_given(slack: FakeSlack, store: Store, mode: str) -> None:
    class Slow(BotHandler):
        async def complete(self, inbound: Inbound) -> Sequence[Completion]:
            began.set()
            await gate.wait()
            return await super().complete(inbound)

    began, gate = asyncio.Event(), asyncio.Event()
    bot = Bot(slack, store, mode=mode)
    bot.handler = Slow(store)
    bot._make()
    await bot.start()
    anna, _, _, _ = await open_game(bot)
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    finding = asyncio.create_task(anna.find(anna.panel(), "play"))
    await began.wait()
    ending = asyncio.create_task(bot.platform.drain())
    await asyncio.sleep(0.1)
    assert not ending.done()
    gate.set()
    assert await finding, "it was acknowledged with suggestions"
    await ending
    await bot.stop()
