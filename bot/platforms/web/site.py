"""Routes of the local channel: pages, static files, pictures, the start page, the live link."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web

from bot.narration.texts import Texts, host_text, texts
from bot.platforms.half_open import PATIENCE
from bot.platforms.web.channel import Channel
from bot.platforms.web.errors import WebRefusal
from bot.platforms.web.files import SHARED, file_of, font, page_of, words_of
from bot.platforms.web.guard import guard
from bot.platforms.web.live_link import LivePage
from bot.platforms.web.records import stills_of
from bot.platforms.web.signed_links import USUAL_NAMES, checked_channel, person_named
from bot.platforms.web.timeline import Stream
from bot.platforms.well_formed import json_of
from bot.table.reply import PictureRef
from bot.workers import Overloaded
from renderer.kit.languages import USUAL, accepted

#: The channel that the start page offers first.
FIRST_CHANNEL = "august-1914"


def make_application(platform: Channel) -> web.Application:
    """Build the web application of the platform."""
    site = _Site(platform)
    application = web.Application(middlewares=[guard], client_max_size=16 * 1024)
    application.add_routes(
        [
            web.get("/", site.door),
            web.get("/c/{channel}", site.door),
            web.get("/u/{token}", site.person),
            web.get("/u/{token}/c/{channel}", site.channel),
            web.get("/api/door", site.door_facts),
            web.post("/api/person", site.new_person),
            web.get("/live", site.live),
            web.get("/c/{channel}/p/{picture}", site.picture),
            web.get("/u/{token}/c/{channel}/p/{picture}", site.picture),
            web.get("/c/{channel}/p/{picture}/{still}", site.picture),
            web.get("/u/{token}/c/{channel}/p/{picture}/{still}", site.picture),
            web.get("/c/{channel}/f/{entry}", site.attachment),
            web.get("/u/{token}/c/{channel}/f/{entry}", site.attachment),
            web.get("/static/{name}", site.static),
            web.get("/words.js", site.words),
            web.get("/fonts/{name}", site.font),
            web.get("/favicon.ico", site.icon),
        ]
    )
    return application


class _Site:
    def __init__(self, platform: Channel) -> None:
        self._platform = platform

    # ------------------------------------------------------------------------------------------ pages

    async def door(self, request: web.Request) -> web.Response:
        checked_channel(request.match_info.get("channel", FIRST_CHANNEL))
        return page_of(SHARED, "door.html", _words(request))

    async def person(self, request: web.Request) -> web.Response:
        token = request.match_info["token"]
        self._platform.signer.person(token)
        raise web.HTTPFound(f"/u/{token}/c/{FIRST_CHANNEL}")

    async def channel(self, request: web.Request) -> web.Response:
        checked_channel(request.match_info["channel"])
        self._platform.signer.person(request.match_info["token"])
        return page_of(SHARED, "channel.html", _words(request))

    async def static(self, request: web.Request) -> web.Response:
        return file_of(SHARED, request.match_info["name"])

    async def words(self, request: web.Request) -> web.Response:
        return words_of(_words(request))

    async def font(self, request: web.Request) -> web.Response:
        return font(request.match_info["name"])

    async def icon(self, request: web.Request) -> web.Response:
        del request
        return file_of(SHARED, "icon.svg")

    # ------------------------------------------------------------------------------------- start page

    async def door_facts(self, request: web.Request) -> web.Response:
        channel = checked_channel(request.query.get("channel", FIRST_CHANNEL))
        opened = [name for name in await self._platform.timeline.channels() if name != channel]
        people = [self._link_of(name, channel) for name in USUAL_NAMES]
        return web.json_response({"channel": channel, "channels": [channel, *opened], "people": people})

    async def new_person(self, request: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(PATIENCE):
                asked: Any = await json_of(request)
            name, channel = str(asked["name"]), str(asked["channel"])
        except TimeoutError:
            raise WebRefusal(host_text("web.site.rest_did_not_come"), 408) from None
        except (ValueError, KeyError, TypeError):
            raise WebRefusal(host_text("web.site.say_which_name_which")) from None
        return web.json_response(self._link_of(name, checked_channel(channel)))

    def _link_of(self, name: str, channel: str) -> dict[str, str]:
        person = person_named(name)
        return {"name": person.name, "link": f"/u/{self._platform.signer.token(person)}/c/{channel}"}

    # ------------------------------------------------------------------------------- pictures and live

    async def picture(self, request: web.Request) -> web.Response:
        """Serve a picture of the public log, or of the private log of the link's person."""
        stream = self._stream(request)
        name = request.match_info["picture"]
        laid = self._platform.timeline.board(stream)
        ref = self._platform.picture_cache.addressed(stream, name) or (laid.pictures.get(name) if laid else None)
        if ref is None:
            entry = await self._platform.timeline.find(stream, lambda _, found: found.picture_id == name)
            ref = entry.picture if entry is not None else None
        still = request.match_info.get("still")
        if ref is not None and still is not None:
            ref = _position(ref, still)
        if ref is None:
            raise WebRefusal(host_text("web.site.there_no_such_picture"), 404)
        try:
            drawn = await self._platform.picture_cache.get(ref)
        except Overloaded as error:
            raise WebRefusal(str(error), 503) from None
        except ValueError:
            raise WebRefusal(host_text("web.site.picture_cannot_drawn"), 404) from None
        response = web.Response(body=drawn.data, content_type=drawn.mime)
        response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
        return response

    async def attachment(self, request: web.Request) -> web.Response:
        """Serve a message's file, from the same logs as pictures."""
        wanted = request.match_info["entry"]
        entry = await self._platform.timeline.find(self._stream(request), lambda ident, _: ident == wanted)
        if entry is None or entry.attachment is None:
            raise WebRefusal(host_text("web.site.there_no_such_file"), 404)
        # Downloaded and never displayed by the browser, whatever it contains.
        disposition = f'attachment; filename="{entry.attachment.name}"'
        response = web.Response(text=entry.attachment.text, content_type="application/octet-stream")
        response.headers["Content-Disposition"] = disposition
        return response

    def _stream(self, request: web.Request) -> Stream:
        token = request.match_info.get("token")
        user = self._platform.signer.person(token).id if token else ""
        return Stream(checked_channel(request.match_info["channel"]), user)

    async def live(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=16 * 1024)
        await socket.prepare(request)
        locale = accepted(request.headers.get("Accept-Language", ""))
        await LivePage(self._platform, socket, locale).serve()
        if not socket.closed:
            await socket.close()
        return socket


def _words(request: web.Request) -> Texts:
    """Return the texts in the browser's preferred language, in English if none is supported."""
    return texts(accepted(request.headers.get("Accept-Language", "")) or USUAL)


def _position(replay: PictureRef, number: str) -> PictureRef | None:
    """Return one position of a replay, counted from 0; None if it has fewer."""
    stills = stills_of(replay) if replay.kind == "replay" else []
    if not number.isdecimal() or len(number) > 4 or int(number) >= len(stills):
        return None
    return replay.model_copy(update={"args": {**replay.args, "entries": [stills[int(number)]]}})


__all__ = ["FIRST_CHANNEL", "make_application"]
