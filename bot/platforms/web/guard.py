"""Middleware for all requests: origin check, strict headers, and errors as sentences."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.narration.texts import SPEAKING, host_text, spoken_texts
from bot.platforms.web.errors import WebRefusal
from bot.platforms.well_formed import host_name
from bot.storage.errors import StorageError, UnknownGame
from renderer.kit.languages import accepted

_log = logging.getLogger(__name__)

Next = Callable[[web.Request], Awaitable[web.StreamResponse]]

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), interest-cohort=()",
}

#: Names of this machine.
_NAMES = ("127.0.0.1", "localhost")


def content_policy(port: int) -> str:
    """Return the content security policy: only our own resources, nothing inline.

    Args:
        port: the port being listened on; 0 if unknown.
    """
    sockets = "".join(f" ws://{name}:{port}" for name in _NAMES) if port else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        # Some browsers don't apply 'self' to web sockets, so our own addresses are listed as well.
        f"connect-src 'self'{sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def is_loopback(host: str) -> bool:
    """Return True for an address or name that only this machine can reach."""
    name = host.strip("[]")
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


@web.middleware
async def guard(request: web.Request, handler: Next) -> web.StreamResponse:
    """Admit only our own pages, turn refusals into sentences, and add the strict headers."""
    SPEAKING.set(accepted(request.headers.get("Accept-Language", "")))
    try:
        check_origin(request)
        response = await handler(request)
    except WebRefusal as refusal:
        response = _sentence(refusal.sentence, refusal.status)
    except UnknownGame as error:
        response = _sentence(str(error), 404)
    except StorageError as error:
        _log.warning("the store failed a request: %s", error)
        response = _sentence(str(error), 503)
    except web.HTTPRedirection as redirection:
        add_headers(redirection, _port(request))
        raise
    except web.HTTPException as error:
        response = _sentence(_STATUS.get(error.status, host_text("web.guard.cannot_served")), error.status)
    if not response.prepared:
        add_headers(response, _port(request))
    return response


def add_headers(response: web.StreamResponse, port: int) -> None:
    """Add the strict headers to a response that has not been sent yet."""
    response.headers.update(_HEADERS)
    response.headers["Content-Security-Policy"] = content_policy(port)
    response.headers.setdefault("Cache-Control", "no-store")


def _port(request: web.Request) -> int:
    """Return our port on which a request arrived, from the socket and not from the request."""
    address = request.transport.get_extra_info("sockname") if request.transport is not None else None
    return int(address[1]) if isinstance(address, tuple) else 0


_STATUS = {
    404: host_text("web.guard.there_nothing_address_open"),
    405: host_text("web.guard.address_not_asked_way"),
    413: host_text("web.guard.too_long_line_most"),
}


def check_origin(request: web.Request) -> None:
    """Refuse requests that another site's page made a browser send.

    The host must be this machine by name or number, so a foreign name pointing here (DNS rebinding) doesn't work.
    Requests that change something, and the live link, must have our own page's origin, so a foreign page can't press
    our buttons.

    Raises:
        WebRefusal: it came from elsewhere.
    """
    if not is_loopback(host_name(request.host) or ""):
        raise WebRefusal(host_text("web.guard.local_channel_served_machine"), 403)
    socket = request.headers.get("Upgrade", "").lower() == "websocket"
    if (request.method not in {"GET", "HEAD"} or socket) and request.headers.get("Origin") != f"http://{request.host}":
        raise WebRefusal(host_text("web.guard.only_pages_local_channel"), 403)


def _sentence(text: str, status: int) -> web.Response:
    return web.json_response({"error": spoken_texts().told(text)}, status=status)
