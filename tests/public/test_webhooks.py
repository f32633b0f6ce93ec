"""Subscribers: told once for ever when all goes well, again until they thank, signed, and never of what is hidden."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession, web
from pydantic import SecretStr, ValidationError

from bot.leagues import acts, journal
from bot.public.webhooks import Webhooks
from bot.service.leagues.season_repository import Decide, SeasonRepository
from bot.settings import Settings, SettingsError, load_settings
from bot.storage import Store
from tests.public.seasons import Begun

SECRET = "s" * 32
PEOPLE = [f"p-{name}" for name in "abcde"]


@dataclass
class Reader:
    """Somebody who is told; `answers` are what he says, then 200 for ever."""

    address: str = ""
    answers: list[int] = field(default_factory=list)
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        status = self.answers.pop(0) if self.answers else 200
        self.got.append((dict(request.headers), body))
        return web.Response(status=status)

    @property
    def told(self) -> list[tuple[str, dict[str, Any]]]:
        return [(one["kind"], one["data"]) for one in (json.loads(body) for _, body in self.got)]


@pytest_asyncio.fixture
async def reader() -> AsyncIterator[Reader]:
    one = Reader()
    pages = web.Application()
    pages.router.add_post("/hook", one.take)
    runner = web.AppRunner(pages)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    one.address = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield one
    await runner.cleanup()


@pytest_asyncio.fixture
async def session() -> AsyncIterator[ClientSession]:
    async with ClientSession() as found:
        yield found


def hooks(reader: Reader, store: Store, now: list[float]) -> Webhooks:
    settings = Settings(webhooks=SecretStr(reader.address), webhook_secret=SecretStr(SECRET))
    return Webhooks(settings, store, now=lambda: now[0])


async def test_events_are_sent_in_order_signed_and_once(reader: Reader, store: Store, session: ClientSession) -> None:
    await Begun(PEOPLE).store(store, "s-before")
    now = [1_000_000.0]
    telling = hooks(reader, store, now)
    assert await telling.look(session) == 0, "what was there before is no news"
    begun = Begun(PEOPLE, name="News")
    begun.do(*begun.playing("1.1.1"))
    begun.result("1.1.1", (2, 0), 4)
    await begun.store(store, "s-news")
    assert await telling.look(session) == 5
    kinds = ["opened", "closed", "drawn", "created", "resulted"]
    assert [kind for kind, _ in reader.told] == kinds
    assert reader.told[-1][1] == {"match": "1.1.1", "game": 1, "points": [2, 0], "margin": 4}
    for headers, body in reader.got:
        stamp = headers["Feldpost-Timestamp"]
        right = hmac.new(SECRET.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
        assert headers["Feldpost-Signature"] == f"v1={right}"
        assert stamp == "1000000"
    assert len({headers["Feldpost-Delivery"] for headers, _ in reader.got}) == 5
    # Nothing twice, whoever looks.
    assert await telling.look(session) == 0
    await telling.stop()
    assert await hooks(reader, store, now).look(session) == 0, "another process holds the lease"
    await telling._hooks.leave(telling._name)
    assert await hooks(reader, store, now).look(session) == 0


async def test_an_unconfirmed_delivery_is_retried(reader: Reader, store: Store, session: ClientSession) -> None:
    now = [0.0]
    telling = hooks(reader, store, now)
    await telling.look(session)
    await Begun(PEOPLE).store(store, "s-again")
    reader.answers = [200, 500, 302, 200]
    assert await telling.look(session) == 1
    assert await telling.look(session) == 0, "not before some time has passed"
    now[0] += 5
    assert await telling.look(session) == 0
    now[0] += 9
    assert await telling.look(session) == 0
    now[0] += 1
    assert await telling.look(session) == 2
    names = [headers["Feldpost-Delivery"] for headers, _ in reader.got]
    assert names[1] == names[2] == names[3], "the same delivery at each try"
    assert len(set(names)) == 3
    stamps = [headers["Feldpost-Timestamp"] for headers, _ in reader.got]
    assert stamps[1] != stamps[2], "signed anew at each try"


async def test_a_reader_that_is_gone_is_no_fault_of_ours(reader: Reader, store: Store, session: ClientSession) -> None:
    await hooks(reader, store, [0.0]).look(session)
    reader.address = "http://127.0.0.1:9/hook?token=hunter2"
    telling = hooks(reader, store, [0.0])
    await store.connection.call("DEL", "feldpost:hooks:lease")
    await telling.look(session)
    await Begun(PEOPLE).store(store, "s-gone")
    assert await telling.look(session) == 0


async def test_sealed_results_and_drafts_are_not_sent(reader: Reader, store: Store, session: ClientSession) -> None:
    telling = hooks(reader, store, [0.0])
    await telling.look(session)
    begun = Begun(PEOPLE, sealed=True)
    begun.do(*begun.playing("1.1.1"))
    begun.result("1.1.1", (2, 0))
    await begun.store(store, "s-sealed")
    await Begun.draft(store, "s-draft")
    await telling.look(session)
    assert [kind for kind, _ in reader.told] == ["opened", "closed"]
    opened = journal.Registering(at=9, by="chief").model_dump_json()
    await store.seasons.append("s-draft", None, [opened], "register")
    await telling.look(session)
    assert reader.told[-1] == ("registering", {"name": "Draft", "format": "swiss"})
    assert "points" not in str(reader.told)


def test_settings_of_subscribers(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ("http://example.org/x", "ftp://example.org", "example.org"):
        with pytest.raises(ValidationError, match="must begin with https://"):
            Settings(webhooks=SecretStr(wrong), webhook_secret=SecretStr(SECRET))
    with pytest.raises(ValidationError, match="at least 32"):
        Settings(webhooks=SecretStr("https://example.org/x"), webhook_secret=SecretStr("short"))
    monkeypatch.setenv("FELDPOST_WEBHOOKS", "https://example.org/hunter2")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == "FELDPOST_WEBHOOKS needs FELDPOST_WEBHOOK_SECRET, which signs the messages."
    monkeypatch.setenv("FELDPOST_WEBHOOK_SECRET", SECRET)
    assert load_settings().webhook_addresses == ["https://example.org/hunter2"]
    assert "hunter2" not in repr(load_settings())


async def test_a_decision_on_an_appeal_is_told_with_what_it_comes_to(
    store: Store, reader: Reader, session: ClientSession
) -> None:
    season = Begun(PEOPLE)
    season.do(*season.playing("1.1.1"))
    season.result("1.1.1", (2, 0))
    loser = season.season.matches["1.1.1"].second
    season.do(acts.appeal_result, "1.1.1", loser, "no", 7)
    await season.store(store, "s-told")
    telling = hooks(reader, store, [0.0])
    await telling.look(session)
    repository = SeasonRepository(store)

    def said(by: str, points: tuple[int, int] | None) -> Decide:
        return lambda one: acts.decide_appeal(one, "1.1.1", by, points, "so", 8)

    await repository.act("s-told", "one", said("judge", (1, 1)))
    await repository.act("s-told", "again", lambda one: acts.appeal_result(one, "1.1.1", loser, "no", 8))
    await repository.act("s-told", "two", said("paul", None))
    await repository.act("s-told", "three", said("quinn", (0, 2)))
    await telling.look(session)
    about = {"match": "1.1.1", "game": 1}
    assert [one for one in reader.told if one[0] == "decided"] == [
        ("decided", {**about, "instance": 1, "settled": True, "vote": [1, 1], "points": [1, 1]}),
        ("decided", {**about, "instance": 2, "settled": False, "vote": None, "points": [1, 1]}),
        ("decided", {**about, "instance": 2, "settled": True, "vote": [0, 2], "points": [1, 1]}),
    ]
