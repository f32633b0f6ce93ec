"""Who asks is what a configured proxy says, and no page bears a host that a request has named."""

from __future__ import annotations

import ipaddress

import pytest
from aiohttp import ClientSession
from pydantic import ValidationError

from bot.cli.check import _settings
from bot.public.limits import MOST, caller
from bot.public.server import PublicServer
from bot.service.record_work import RecordThreads
from bot.settings import Settings
from bot.storage import Store
from bot.table.reply import PictureRef
from tests.public.seasons import Begun, persons

OURS = tuple(ipaddress.ip_network(one) for one in ("127.0.0.1", "172.16.0.0/12", "2001:db8::/32"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "asks"),
    [
        ("127.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("127.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        ("127.0.0.1", "203.0.113.9, 198.51.100.7, 172.18.0.1", "198.51.100.7"),
        ("::ffff:172.18.0.1", "198.51.100.7", "198.51.100.7"),
        ("2001:db8::1", "198.51.100.7", "198.51.100.7"),
        ("192.168.1.5", "198.51.100.7", "192.168.1.5"),
        ("10.0.0.1", "198.51.100.7", "10.0.0.1"),
        ("198.51.100.1", "203.0.113.9", "198.51.100.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "garbage", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.7, garbage", "127.0.0.1"),
        ("", "198.51.100.7", ""),
    ],
)
def test_only_the_word_of_a_configured_proxy_counts(peer: str, forwarded: str, asks: str) -> None:
    assert caller(peer, forwarded, OURS) == asks
    assert caller(peer, forwarded) == peer, "without a setting nobody's does"


def test_proxies_are_addresses_or_nets() -> None:
    assert [str(one) for one in Settings(public_proxies="127.0.0.1, 10.1.2.3/8 ::1").proxies][1:] == [
        "10.0.0.0/8",
        "::1/128",
    ]
    with pytest.raises(ValidationError, match="an address or a net, e.g."):
        Settings(public_proxies="my-proxy")


async def test_check_says_whose_word_counts() -> None:
    nobody = await _settings(Settings(public="127.0.0.1:8016"))
    assert "X-Forwarded-For counts from nobody (FELDPOST_PUBLIC_PROXIES is empty)" in nobody.text
    one = await _settings(Settings(public="127.0.0.1:8016", public_proxies="127.0.0.1"))
    assert "X-Forwarded-For counts from 127.0.0.1" in one.text


async def _never(ref: PictureRef) -> tuple[bytes, str, str]:
    raise AssertionError(ref)


@pytest.mark.parametrize(("proxies", "limited"), [("", True), ("127.0.0.1", False)])
async def test_the_limit_counts_what_a_configured_proxy_says(store: Store, proxies: str, limited: bool) -> None:
    server = PublicServer(Settings(public="127.0.0.1:0", public_proxies=proxies), store, RecordThreads(), _never)
    await server.start()
    statuses = set()
    async with ClientSession() as session:
        for number in range(MOST + 5):
            headers = {"X-Forwarded-For": f"198.51.100.{number}"}
            async with session.get(f"{server.url}/api/v1/seasons", headers=headers) as answer:
                statuses.add(answer.status)
    await server.stop()
    assert statuses == ({200, 429} if limited else {200})


async def test_no_page_bears_a_host_that_a_request_has_named(store: Store) -> None:
    await Begun(await persons(store, "Anna", "Ben", "Carla", "Dora")).store(store, "s-open")
    server = PublicServer(Settings(public="127.0.0.1:0"), store, RecordThreads(), _never)
    await server.start()
    async with ClientSession() as session:
        for path in (
            "/",
            "/s/s-open",
            "/s/s-open/1",
            "/nowhere",
            "/api/v1/seasons",
            "/s/s-open/calendar.ics",
            "/robots.txt",
        ):
            async with session.get(
                server.url + path, headers={"Host": "evil.example"}, allow_redirects=False
            ) as answer:
                whole = await answer.text() + str(dict(answer.headers))
                assert "evil.example" not in whole, path
                assert "127.0.0.1" not in whole, path
        async with session.get(f"{server.url}/s/s-open") as answer:
            page = await answer.text()
    await server.stop()
    assert '<link rel="canonical" href="/s/s-open">' in page
    assert "og:url" not in page
    assert "og:image" not in page
