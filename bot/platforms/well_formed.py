"""Validate every HTTP request before a page sees it: a valid Host, and a known text encoding.

Invalid ones would fail further in (a parser that raises, an encoding Python doesn't know) or mean one thing to a proxy
and another to us. They get 400, and nothing is logged. Sources: RFC 9112 section 3.2 (one Host, 400 otherwise), RFC
3986 section 3.2.2 (what a host is), RFC 8259 section 8.1 (JSON is UTF-8).
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import HttpVersion11, web

from bot.narration.texts import host_text

#: A host as defined by the grammar, with its port: an IP address in brackets, or a registered name, which includes IPv4
#: addresses.
_HOST = re.compile(
    r"(?:\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*))(?::(?P<port>\d{0,5}))?"
)


def host_name(host: str) -> str | None:
    """Return the name or address in a Host header, without brackets and port; None if it is invalid."""
    found = _HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > 65535:
        return None
    if found["address"] is None:
        return str(found["name"]).lower()
    try:
        return str(ipaddress.IPv6Address(found["address"]))
    except ValueError:
        return None


async def json_of(request: web.Request) -> Any:
    """Parse a request's body as JSON.

    Raises:
        ValueError: it is invalid, or nested too deeply.
    """
    try:
        return json.loads((await request.read()).decode())
    except RecursionError:
        raise ValueError("it nests too deeply") from None


@web.middleware
async def well_formed(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests with an invalid Host or encoding; comes before all other middleware."""
    wrong = _wrong(request)
    if wrong:
        return web.Response(status=400, text=wrong, headers={"X-Content-Type-Options": "nosniff"})
    return await handler(request)


def _wrong(request: web.Request) -> str:
    """Return what is wrong with a request's form, "" if nothing."""
    hosts = request.headers.getall("Host", [])
    if len(hosts) > 1 or (not hosts and request.version >= HttpVersion11):
        return host_text("faults.well_formed.request_names_one_host")
    if hosts and host_name(hosts[0]) is None:
        return host_text("faults.well_formed.host_header_no_host")
    try:
        " ".encode(request.charset or "utf-8")
    except (LookupError, ValueError):
        return host_text("faults.well_formed.body_encoding_nobody_knows")
    return ""


__all__ = ["host_name", "json_of", "well_formed"]
