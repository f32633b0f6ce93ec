"""What the pages are made of, each alone: HTML, limits, settings."""

from __future__ import annotations

import inspect
import ipaddress
import re
from unittest.mock import Mock

import pytest
from pydantic import ValidationError

from bot.cli.public import run_public
from bot.leagues import journal
from bot.narration.texts import texts
from bot.public import events
from bot.public.api import Api
from bot.public.league_files import OF_SEASON, OF_SECTION
from bot.public.limits import Limits, Net, caller
from bot.public.markup import Html, bare, el, told
from bot.public.seasons import PublicSeasons
from bot.public.server import reaches
from bot.service.record_work import RecordThreads
from bot.settings import Settings, SettingsError, variable
from bot.storage import Store
from tests.conftest import ROOT
from tests.public.seasons import Begun


def test_plain_text_is_escaped() -> None:
    assert el("p", "<b>", Html("<i>x</i>"), None, ["a", "&"], title='"', hidden=True, lang=None) == (
        '<p title="&quot;" hidden>&lt;b&gt;<i>x</i>a&amp;</p>'
    )
    assert told("**a** <script> *b* `c`") == "<strong>a</strong> &lt;script&gt; <em>b</em> <code>c</code>"
    assert bare("**a** *b*") == "a b"


def test_eighty_a_minute_and_then_a_time_to_wait() -> None:
    now = [100.0]
    limits = Limits(clock=lambda: now[0])
    assert [limits.wait("192.0.2.1") for _ in range(80)] == [0] * 80
    assert limits.wait("192.0.2.1") == 60
    assert limits.wait("192.0.2.2") == 0
    now[0] += 45.5
    assert limits.wait("192.0.2.1") == 15
    now[0] += 15
    assert limits.wait("192.0.2.1") == 0


def test_a_whole_net_of_the_newer_kind_is_one_address() -> None:
    limits = Limits(most=1, clock=lambda: 0.0)
    assert limits.wait("2001:db8::1") == 0
    assert limits.wait("2001:db8::ffff:2") > 0
    assert limits.wait("2001:db8:0:1::1") == 0
    assert limits.wait("192.0.2.1") == 0
    assert limits.wait("::ffff:192.0.2.1") > 0


HERE, INSIDE = ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("10.0.0.0/8")


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "who"),
    [
        ("127.0.0.1", "192.0.2.9, 198.51.100.7", [HERE], "198.51.100.7"),
        ("127.0.0.1", "192.0.2.9, 10.0.0.2", [HERE, INSIDE], "192.0.2.9"),
        ("127.0.0.1", "192.0.2.9", [], "127.0.0.1"),
        ("8.8.8.8", "192.0.2.9", [HERE], "8.8.8.8"),
        ("127.0.0.1", "", [HERE], "127.0.0.1"),
        ("127.0.0.1", "nobody", [HERE], "127.0.0.1"),
        ("", "192.0.2.9", [HERE], ""),
    ],
)
def test_our_own_proxy_names_the_client(peer: str, forwarded: str, proxies: list[Net], who: str) -> None:
    assert caller(peer, forwarded, proxies) == who


def test_the_address_is_a_host_and_a_port() -> None:
    assert Settings().public_address is None
    assert Settings(public="[::1]:8016").public_address == ("::1", 8016)
    assert "this machine only" in reaches(Settings(public="127.0.0.1:1"))
    assert "everyone" in reaches(Settings(public="0.0.0.0:1"))
    for wrong in ("8016", "host:", ":8016", "host:99999", "host:http"):
        with pytest.raises(ValidationError, match="it must be a host and a port"):
            Settings(public=wrong)


def test_separate_pages_need_a_server_that_the_bot_reaches_too() -> None:
    with pytest.raises(SettingsError, match="REDIS_URL is not set"):
        run_public(Settings(public="127.0.0.1:0"))
    with pytest.raises(SettingsError, match="Say where to listen"):
        run_public(Settings())


def test_the_readme_knows_every_answer_and_setting() -> None:
    told = (ROOT / "bot" / "public" / "README.md").read_text(encoding="utf-8")
    site = Mock()
    for route in Api(site).routes():
        assert f"`{route.method} {route.path}`" in told
    for name in (*OF_SEASON, *OF_SECTION):
        assert f"`{name}`" in told
    for field in Settings.model_fields:
        if field.startswith(("public", "result", "webhook")):
            assert f"`{variable(field)}`" in told
    kinds = re.findall(r'(?:return |told = |journal\.\w+: |else \()"(\w+)"', inspect.getsource(events))
    assert len(kinds) > 10
    assert set(kinds) <= set(re.findall(r"`(\w+)`", told))


async def test_a_long_journal_is_told_now_and_then_and_a_short_one_always(store: Store) -> None:
    now = [0.0]
    seasons = PublicSeasons(store, RecordThreads(), texts(), clock=lambda: now[0])
    begun = Begun([f"p-{number}" for number in range(5)])
    announced = [journal.Announced(at=5, text="on").model_dump_json()] * 2_000

    async def length(season: str) -> int:
        tale = await seasons.tale(season)
        assert tale is not None
        return tale.length

    for season in ("s-short", "s-long"):
        await begun.store(store, season)
    await store.seasons.append("s-long", None, announced, "more")
    before = {season: await length(season) for season in ("s-short", "s-long")}
    for season in before:
        await store.seasons.append(season, None, announced[:1], "one more")
    assert await length("s-short") == before["s-short"] + 1
    assert await length("s-long") == before["s-long"]
    now[0] += 3
    assert await length("s-long") == before["s-long"] + 1
    await store.seasons.append("s-long", None, announced[:1], "and one")
    seasons.grown("s-long")
    assert await length("s-long") == before["s-long"] + 2
