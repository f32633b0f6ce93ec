"""Middleware for all public requests: strict headers, rate limits, and errors as sentences."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from hashlib import blake2s

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.public.drawing import Crowded
from bot.public.limits import MOST, Limits, Net, caller
from bot.public.markup import el
from bot.public.page_frame import Card, HtmlPage, page
from bot.public.reader_language import ReaderLanguages
from bot.storage.errors import StorageError
from bot.table.refusal import Refusal
from renderer.kit.languages import languages

_log = logging.getLogger(__name__)

Next = Callable[[web.Request], Awaitable[web.StreamResponse]]

#: Path prefix of the API, which gets JSON and a rate limit.
API = "/api/"

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), interest-cohort=()",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}
#: Content types to compress for clients that support it; pictures are compressed already.
_PACKED = frozenset({"text/html", "application/json", "text/css", "text/javascript", "text/csv"})
_HIDDEN = "noindex, nofollow"


class Refused(Exception):
    """A refused request.

    Args:
        key: the error code, and the key of its sentence in `public.errors`.
        status: HTTP status of the response.
        said: the key of the sentence if the code has several.
        data: the fields of the sentence.
    """

    def __init__(self, key: str, status: int, *, said: str = "", **data: object) -> None:
        super().__init__(key)
        self.key = key
        self.said = said or key
        self.status = status
        self.data = data


class Guard:
    """The middleware of one site.

    Args:
        words: languages of the readers.
        indexed: whether search engines may index the pages.
        limits: rate limits of the API.
        proxies: networks of the proxies whose X-Forwarded-For is trusted.
    """

    def __init__(self, words: ReaderLanguages, *, indexed: bool, limits: Limits, proxies: Collection[Net] = ()) -> None:
        self._words = words
        self._indexed = indexed
        self._limits = limits
        self._proxies = proxies

    def middleware(self) -> Middleware:
        """Return the middleware for aiohttp."""

        @web.middleware
        async def guard(request: web.Request, handler: Next) -> web.StreamResponse:
            response = await self._answered(request, handler)
            if not response.prepared:
                self._add_headers(request, response)
                if isinstance(response, web.Response) and response.content_type in _PACKED:
                    response.enable_compression()
            return response

        return guard

    async def _answered(self, request: web.Request, handler: Next) -> web.StreamResponse:
        try:
            self._limit(request)
            return await handler(request)
        except Refused as refused:
            return self._sentence(request, refused)
        except Crowded as crowded:
            return self._sentence(request, Refused("crowded", 503, seconds=crowded.seconds))
        except Refusal:
            return self._sentence(request, Refused("differs", 410))
        except StorageError as error:
            _log.warning("the store failed a request for a public page: %s", error)
            return self._sentence(request, Refused("store", 503, seconds=5))
        except web.HTTPMove as redirection:
            return web.Response(status=redirection.status, headers={"Location": str(redirection.location)})
        except web.HTTPException as error:
            return self._sentence(request, Refused("method" if error.status == 405 else "nothing", error.status))
        except Exception:  # noqa: BLE001 - an error on one page must not affect others
            _log.exception("a page of the public broke: %s", request.match_info.route.name)
            return self._sentence(request, Refused("broken", 500))

    def _limit(self, request: web.Request) -> None:
        """Raise Refused for an address that exceeds the API's rate limit."""
        if not request.path.startswith(API):
            return
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", []))
        seconds = self._limits.wait(caller(request.remote or "", forwarded, self._proxies))
        if seconds:
            raise Refused("often", 429, seconds=seconds, most=MOST)

    def _sentence(self, request: web.Request, refused: Refused) -> web.Response:
        words = self._words.words(request)
        text = words.say(f"public.errors.{refused.said}", **refused.data)
        if request.path.startswith(API):
            response = web.json_response({"error": text, "code": refused.key}, status=refused.status)
        else:
            name = words.say("public.title")
            main = el("div", el("h1", name), el("p", text, role="alert"), class_="head")
            body = page(words, HtmlPage(name, Card(text), main, indexed=False), "", indexed=False)
            response = web.Response(text=body, status=refused.status, content_type="text/html")
        if (seconds := refused.data.get("seconds")) is not None:
            response.headers["Retry-After"] = str(seconds)
        response.headers["Cache-Control"] = "no-store"
        return response

    def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(_HEADERS)
        api = request.path.startswith(API)
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin" if api else "same-origin"
        if api:
            # Nothing here is private to a reader, so other sites may read it.
            response.headers["Access-Control-Allow-Origin"] = "*"
        if api or not self._indexed:
            response.headers["X-Robots-Tag"] = _HIDDEN
        response.headers.setdefault("Cache-Control", "no-cache")
        if len(languages()) > 1:
            response.headers["Vary"] = "Accept-Language"


def tagged(request: web.Request, response: web.Response, tag: str = "") -> web.Response:
    """Set the ETag (by default a hash of the body), or answer 304 if the client already has it."""
    assert isinstance(response.body, bytes)
    own = tag or blake2s(response.body, digest_size=12).hexdigest()
    if had(request, own):
        response = web.Response(status=304)
    response.headers["ETag"] = f'W/"{own}"'
    response.headers["Cache-Control"] = "no-cache"
    return response


def had(request: web.Request, tag: str) -> bool:
    """Return True if the client already has the version with this tag."""
    return any(one.value in (tag, "*") for one in request.if_none_match or ())


__all__ = ["API", "Guard", "Refused", "had", "tagged"]
