"""Slack on this machine: Web API, Socket Mode, signed HTTP with retries, response_urls, uploads, OAuth.

It stores what every person would see, refuses what Slack would refuse, and records every violation of a limit. Faults
are prepared by method name and happen once each. Its payloads and responses are built by `payloads` and `answers`. It
does what Slack doesn't document only if a test enables it.
"""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

from bot.titles.testing import slack_limits as limits
from tests.platforms.slack import answers, lengths, manifest, spec
from tests.platforms.slack.sending import Sending
from tests.platforms.slack.web_api import WebApi
from tests.platforms.slack.workspace import APP_TOKEN, BOT_TOKEN, SECRET, TEAM, Fault, File, Message, Url


class FakeSlack(WebApi, Sending):
    """The server; `url` is its base URL."""

    async def start(self) -> None:
        app = web.Application(client_max_size=30 * 2**20)
        app.router.add_route("*", "/api/{method}", self._api)
        app.router.add_get("/socket", self._socket)
        for kind in ("commands", "actions", "app"):
            app.router.add_post(f"/{kind}/{{team}}/{{number}}/{{id}}", self._respond)
        app.router.add_post("/upload/v1/{id}", self._upload)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        await self.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    # ------------------------------------------------------------------------------------------ Web API

    async def _api(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        args = await _args(request)
        token = request.headers.get("Authorization", "").removeprefix("Bearer ") or args.get("token", "")
        args.pop("token", None)
        self.calls.append((method, args))
        fault = self.faults[method].pop(0) if self.faults[method] else None
        if fault is not None and not fault.after:
            return self._spoilt(fault)
        if method not in ("oauth.v2.access", "apps.connections.open") and token not in self.tokens:
            return web.json_response(answers.refused("invalid_auth"))
        needed = manifest.needed(method, args)
        if needed and needed not in self.scopes.split(","):
            return web.json_response(answers.refused("missing_scope", needed=needed, provided=self.scopes))
        try:
            spec.check_request(method, args)
            answer = getattr(self, f"_{method.replace('.', '_').lower()}")(args, token)
        except AssertionError as error:
            self.breaches.append(f"{method}: {error}")
            answer = "invalid_blocks"
        if fault is not None:
            return self._spoilt(fault)
        body = answer if isinstance(answer, dict) else answers.refused(answer)
        return web.json_response(body, headers={"x-oauth-scopes": self.scopes})

    @staticmethod
    def _spoilt(fault: Fault) -> web.Response:
        if fault.error:
            return web.json_response(answers.refused(fault.error), status=fault.status, headers=fault.headers)
        return web.Response(
            status=fault.status, text=answers.PAGE, headers=fault.headers, content_type="text/html", charset="utf-8"
        )

    # ------------------------------------------------------------------------------------------ response_url, upload

    async def _respond(self, request: web.Request) -> web.Response:
        body = await request.json()
        url = self.urls[request.match_info["id"]]
        self.calls.append(("response_url", body))
        if self.faults["response_url"]:
            return self._spoilt(self.faults["response_url"].pop(0))
        if url.uses <= 0:
            self.breaches.append("response_url: asked more often than five times")
        if url.expired or url.uses <= 0:
            return web.Response(
                status=404, text="expired_url" if url.expired else "used_url", content_type="text/plain"
            )
        url.uses -= 1
        if body.get("delete_original"):
            assert url.message is not None
            url.message.gone = True
            return web.Response(text="ok", content_type="text/html")
        try:
            limits.check_message(body)
            if error := self._pictures(body["blocks"]):
                return web.Response(status=400, text=error)
        except AssertionError as error:
            self.breaches.append(f"response_url: {error}")
            return web.Response(status=400, text="invalid_blocks")
        if body["replace_original"] and url.message is not None:
            url.message.text, url.message.blocks = body["text"], body["blocks"]
            url.message.edits += 1
        else:
            assert body["response_type"] == "ephemeral"
            self._add(url.channel, body, only=url.user)
        return web.Response(text="ok", content_type="text/html")

    async def _upload(self, request: web.Request) -> web.Response:
        file = self.files[request.match_info["id"][: lengths.ID]]
        file.data = await request.read()
        return web.Response(text=f"OK - {len(file.data)}")


async def _args(request: web.Request) -> dict[str, Any]:
    """Return the arguments, from anywhere Slack accepts them."""
    args: dict[str, Any] = dict(request.query)
    if request.content_type == "application/json":
        args |= await request.json()
    elif request.can_read_body:
        args |= {name: value for name, value in (await request.post()).items() if isinstance(value, str)}
    for name in ("blocks", "view", "files", "metadata"):
        if isinstance(args.get(name), str):
            args[name] = json.loads(args[name])
    return args


__all__ = ["APP_TOKEN", "BOT_TOKEN", "SECRET", "TEAM", "FakeSlack", "Fault", "File", "Message", "Url"]
