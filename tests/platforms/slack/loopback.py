"""Slack on this machine: Web API, Socket Mode, signed HTTP with retries, response_urls, uploads, OAuth.

It keeps what every person would see, refuses what Slack would refuse, and notes every breach of a
limit. Faults are laid out beforehand by method name and happen once each. What it sends and answers is made by
`payloads` and `answers`. What Slack does not document it does only where a test switches it on.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import itertools
import json
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientSession, WSMsgType, web

from bot.titles.testing import slack_limits as limits
from tests.platforms.slack import answers, lengths, manifest, payloads, spec
from tests.platforms.slack.payloads import Place

BOT_TOKEN, APP_TOKEN, SECRET = lengths.bot_token("loopback"), "xapp-loopback", "signing-loopback"
TEAM = lengths.TEAM


@dataclass
class Message:
    """A message as it stands in a channel; `only` is the one who sees it, if it is ephemeral."""

    channel: str
    ts: str
    text: str
    blocks: list[dict[str, Any]]
    only: str = ""
    thread: str = ""
    edits: int = 0
    gone: bool = False
    metadata: dict[str, Any] = field(default_factory=dict)
    #: Seconds since 1970.
    at: float = field(default_factory=time.time)

    def dump(self) -> str:
        """All that it shows."""
        return json.dumps([self.text, self.blocks])


@dataclass
class File:
    """An uploaded file; `looks` counts how often it is refused yet because it is still worked on."""

    id: str
    name: str
    alt: str
    length: int
    data: bytes = b""
    done: bool = False
    shared: list[str] = field(default_factory=list)
    looks: int = 0


@dataclass
class Fault:
    """What a call gets instead of its answer; with `after` it is carried out first and then spoiled."""

    status: int = 200
    error: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    after: bool = False


@dataclass
class Url:
    """A response_url: the message it belongs to, and the uses left."""

    channel: str
    user: str
    message: Message | None
    uses: int = 5
    expired: bool = False


class FakeSlack:
    """The server; `url` is the base of everything."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.files: dict[str, File] = {}
        self.views: dict[str, dict[str, Any]] = {}
        self.view_of: dict[str, str] = {}
        #: Which view of a stack lies below another.
        self.below: dict[str, str] = {}
        self.homes: dict[str, dict[str, Any]] = {}
        self.urls: dict[str, Url] = {}
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.breaches: list[str] = []
        self.faults: dict[str, list[Fault]] = defaultdict(list)
        self.tokens = {BOT_TOKEN: TEAM}
        self.archived: set[str] = set()
        self.outside: set[str] = set()
        #: What a channel is beside that, as `conversations.info` tells it: `is_thread_only`, `is_non_threadable`, `is_frozen`.
        self.kinds: dict[str, str] = {}
        #: Posts that are scheduled, by their ids.
        self.scheduled: dict[str, dict[str, Any]] = {}
        self.slow_files = 0
        #: The workspace and its organisation, if it belongs to one.
        self.place = Place()
        #: Slack names `client_msg_id` in errors but promises nothing of it: a post repeated with it stands twice, unless switched on.
        self.drops_repeated = False
        self.acks: dict[str, float] = {}
        #: How many slash commands were typed.
        self.commands = 0
        self.triggers: dict[str, tuple[str, float]] = {}
        #: What an installation grants: what the manifest asks for, and nothing else.
        self.scopes = ",".join(manifest.bot_scopes())
        self.url = ""
        #: The bot's HTTP address; empty where it connects by Socket Mode.
        self.bot_url = ""
        self._numbers = itertools.count(1)
        self._sockets: list[web.WebSocketResponse] = []
        self._connected = asyncio.Event()
        self._acked: dict[str, asyncio.Future[Any]] = {}
        self._posted: dict[str, Message] = {}
        self._runner: web.AppRunner | None = None

    # ------------------------------------------------------------------------------------------ life

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

    async def drop(self) -> None:
        """Close every socket, as Slack does from time to time."""
        self._connected.clear()
        for socket in list(self._sockets):
            await socket.close()

    async def refresh(self, reason: str = "refresh_requested") -> None:
        """Announce the end of every socket and then close it, as Slack does every few hours."""
        old = list(self._sockets)
        for socket in old:
            await socket.send_json(payloads.disconnect(reason))
        async with asyncio.timeout(30):
            while set(old) & set(self._sockets):  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(0.02)

    @property
    def connections(self) -> int:
        return len(self._sockets)

    def number(self) -> int:
        return next(self._numbers)

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

    def _auth_test(self, args: dict[str, Any], token: str) -> Any:
        return answers.auth_test(self.tokens[token], self.url)

    def _auth_revoke(self, args: dict[str, Any], token: str) -> Any:
        del self.tokens[token]
        return answers.ok(revoked=True)

    def _apps_connections_open(self, args: dict[str, Any], token: str) -> Any:
        if token != APP_TOKEN:
            return "invalid_auth"
        return answers.ok(url=f"{self.url.replace('http', 'ws', 1)}/socket?{lengths.ticket()}")

    def _chat_schedulemessage(self, args: dict[str, Any], token: str) -> Any:
        assert int(args["post_at"]) > time.time() + 60, "a post is scheduled for a time to come"
        if error := self._refused(args["channel"]) or self._restricted(args):
            return error
        number = lengths.ident("Q", self.number())
        self.scheduled[number] = args
        return answers.scheduled(self.place, args, number)

    def _chat_deletescheduledmessage(self, args: dict[str, Any], token: str) -> Any:
        return (
            answers.ok() if self.scheduled.pop(args["scheduled_message_id"], None) else "invalid_scheduled_message_id"
        )

    def _conversations_info(self, args: dict[str, Any], token: str) -> Any:
        channel = args["channel"]
        known = {self.kinds[channel]: True} if channel in self.kinds else {}
        return answers.channel(
            channel, is_archived=channel in self.archived, is_member=channel not in self.outside, **known
        )

    def _restricted(self, args: dict[str, Any]) -> str:
        """What keeps posts, or replies in threads, out of channels of a kind."""
        kind, thread = self.kinds.get(args["channel"], ""), bool(args.get("thread_ts"))
        if kind == "is_thread_only" and not thread:
            return "restricted_action_thread_only_channel"
        if kind == "is_non_threadable" and thread:
            return "restricted_action_non_threadable_channel"
        return "restricted_action" if kind == "is_frozen" else ""

    def _refused(self, channel: str) -> str:
        if channel in self.archived:
            return "is_archived"
        if channel.startswith("X"):
            return "channel_not_found"
        return "not_in_channel" if channel in self.outside else ""

    def _pictures(self, blocks: list[dict[str, Any]]) -> str:
        for block in blocks:
            if block["type"] == "image":
                file = self.files[block["slack_file"]["id"]]
                assert file.done, "a picture must be completely uploaded"
                if file.looks > 0:
                    file.looks -= 1
                    return "invalid_blocks"
        return ""

    def _chat_postmessage(self, args: dict[str, Any], token: str) -> Any:
        limits.check_message(args)
        if error := self._refused(args["channel"]) or self._restricted(args) or self._pictures(args.get("blocks", [])):
            return error
        known = args.get("client_msg_id")
        if self.drops_repeated and known in self._posted:
            return answers.posted(self.place, args["channel"], args, self._posted[known].ts)
        if args.get("thread_ts") and not any(m.ts == args["thread_ts"] and not m.gone for m in self.messages):
            return "thread_not_found"
        message = self._add(args["channel"], args, thread=args.get("thread_ts", ""))
        message.metadata = args.get("metadata") or {}
        if known:
            self._posted[known] = message
        return answers.posted(self.place, args["channel"], args, message.ts)

    def _conversations_history(self, args: dict[str, Any], token: str, thread: str = "") -> Any:
        found = [
            payloads.message(self.place, {"text": m.text, "blocks": m.blocks, "metadata": m.metadata}, m.ts)
            for m in self.messages
            if m.channel == args["channel"] and m.thread == thread and not m.only and not m.gone
            if m.at >= float(args["oldest"])
        ]
        begin = int(args.get("cursor") or 0)
        end = begin + int(args["limit"])
        more = {"next_cursor": str(end) if end < len(found) else ""}
        return answers.ok(messages=found[::-1][begin:end], has_more=end < len(found), response_metadata=more)

    def _conversations_replies(self, args: dict[str, Any], token: str) -> Any:
        return self._conversations_history(args, token, args["ts"])

    def _chat_update(self, args: dict[str, Any], token: str) -> Any:
        limits.check_message(args)
        if error := self._refused(args["channel"]) or self._pictures(args.get("blocks", [])):
            return error
        for message in self.messages:
            if message.ts == args["ts"] and not message.gone and not message.only:
                message.text, message.blocks = args["text"], args["blocks"]
                message.edits += 1
                return answers.posted(self.place, message.channel, args, message.ts)
        return "message_not_found"

    def _chat_delete(self, args: dict[str, Any], token: str) -> Any:
        for message in self.messages:
            if message.ts == args["ts"] and not message.gone and not message.only:
                message.gone = True
                return answers.ok(ts=message.ts, channel=message.channel)
        return "message_not_found"

    def _chat_postephemeral(self, args: dict[str, Any], token: str) -> Any:
        limits.check_message(args)
        if error := self._refused(args["channel"]) or self._pictures(args.get("blocks", [])):
            return error
        message = self._add(args["channel"], args, only=args["user"])
        return answers.ok(message_ts=message.ts)

    def _conversations_open(self, args: dict[str, Any], token: str) -> Any:
        return answers.opened_channel(args["users"])

    def _files_getuploadurlexternal(self, args: dict[str, Any], token: str) -> Any:
        assert len(args.get("alt_txt", "")) <= 1000
        file = File(lengths.ident("F", self.number()), args["filename"], args.get("alt_txt", ""), int(args["length"]))
        file.looks = self.slow_files
        self.files[file.id] = file
        return answers.ok(upload_url=f"{self.url}{lengths.upload_path(file.id)}", file_id=file.id)

    def _files_completeuploadexternal(self, args: dict[str, Any], token: str) -> Any:
        done = []
        for item in args["files"]:
            file = self.files[item["id"]]
            assert len(file.data) == file.length, "the whole file must be there"
            file.done = True
            if args.get("channel_id"):
                file.shared.append(args["channel_id"])
            done.append(answers.file(file.id, file.name, file.length))
        return answers.ok(files=done)

    def _views_open(self, args: dict[str, Any], token: str) -> Any:
        limits.check_view(args["view"])
        user, until = self.triggers.pop(args["trigger_id"], ("", 0.0))
        if time.monotonic() > until:
            return "expired_trigger_id"
        return self._show_view(user, args["view"])

    def _views_push(self, args: dict[str, Any], token: str) -> Any:
        limits.check_view(args["view"])
        user, until = self.triggers.pop(args["trigger_id"], ("", 0.0))
        if time.monotonic() > until:
            return "expired_trigger_id"
        top = self.view_of.get(user, "")
        if top not in self.views:
            return "not_found"
        if self.below.get(self.below.get(top, "")):
            return "push_limit_reached"
        answer = self._show_view(user, args["view"])
        self.below[self.view_of[user]] = top
        return answer

    def _show_view(self, user: str, view: dict[str, Any]) -> dict[str, Any]:
        view_id = lengths.ident("V", self.number())
        self.views[view_id] = view | {"id": view_id}
        self.view_of[user] = view_id
        return answers.ok(view=self._whole(user, self.views[view_id]))

    def _whole(self, user: str, view: dict[str, Any]) -> dict[str, Any]:
        """A view with all that Slack adds."""
        return payloads.view(self.place, payloads.Who(user, user), view, view["id"], number=self.number())

    def close_view(self, user: str) -> None:
        """Take away the view that somebody has sent or closed; the one below it is seen again."""
        view_id = self.view_of.pop(user)
        self.views.pop(view_id, None)
        if view_id in self.below:
            self.view_of[user] = self.below.pop(view_id)

    def _views_update(self, args: dict[str, Any], token: str) -> Any:
        limits.check_view(args["view"])
        if args["view_id"] not in self.views:
            return "not_found"
        self.views[args["view_id"]] = args["view"] | {"id": args["view_id"]}
        return answers.ok(view=self._whole("", self.views[args["view_id"]]))

    def _views_publish(self, args: dict[str, Any], token: str) -> Any:
        limits.check_view(args["view"])
        self.homes[args["user_id"]] = args["view"] | {"id": lengths.ident("V", f"H{args['user_id']}")}
        return answers.ok(view=self._whole(args["user_id"], self.homes[args["user_id"]]))

    def _oauth_v2_access(self, args: dict[str, Any], token: str) -> Any:
        team = str(args["code"]).removeprefix("code-")
        token = lengths.bot_token(team)
        self.tokens[token] = team
        return answers.oauth(Place(team, org_wide=team == lengths.GRID), token, self.scopes)

    def _add(self, channel: str, args: dict[str, Any], *, only: str = "", thread: str = "") -> Message:
        ts = lengths.stamp(self.number())
        message = Message(channel, ts, args["text"], args.get("blocks") or [], only=only, thread=thread)
        self.messages.append(message)
        return message

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

    # ------------------------------------------------------------------------------------------ Socket Mode and HTTP

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoping=True)
        await socket.prepare(request)
        await socket.send_json(payloads.hello())
        await socket.send_str("Ping from applink-7b5d6c9f8-xkq2v")
        self._sockets.append(socket)
        self._connected.set()
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._take_ack(json.loads(frame.data))
        finally:
            self._sockets.remove(socket)
        return socket

    def _take_ack(self, body: dict[str, Any]) -> None:
        waiting = self._acked.get(body["envelope_id"])
        if waiting is not None and not waiting.done():
            waiting.set_result(body.get("payload"))

    async def send(self, kind: str, payload: dict[str, Any], *, retry: int = 0, envelope: str = "") -> Any:
        """Tell the bot of something, as Slack does; returns what it acknowledges with.

        Slack waits three seconds; here it may be more, since the machine may be busy: `acks` has how long it took.
        """
        began = time.monotonic()
        self.commands += kind == "slash_commands"
        key = envelope or lengths.envelope_id(self.number())
        async with asyncio.timeout(30):
            if self.bot_url:
                answer = await self._send_http(kind, payload, retry)
            else:
                answer = await self._send_socket(kind, payload, retry, key)
        self.acks[key] = time.monotonic() - began
        return answer

    async def refused(self, kind: str, payload: dict[str, Any]) -> bool:
        """Send something, and return True if the bot refuses it: 400 over HTTP, no acknowledgement over the socket."""
        if self.bot_url:
            try:
                await self._send_http(kind, payload, 0)
            except PermissionError as error:
                return str(error).startswith("400")
            return False
        key = lengths.envelope_id(self.number())
        sending = asyncio.create_task(self._send_socket(kind, payload, 0, key))
        # What comes behind it is acknowledged, and the bot takes one after the other.
        behind = payloads.event(self.place, {"type": "reaction_added"}, self.number())
        await self._send_socket("events_api", behind, 0, lengths.envelope_id(self.number()))
        taken = sending.done()
        sending.cancel()
        return not taken

    async def _send_socket(self, kind: str, payload: dict[str, Any], retry: int, key: str) -> Any:
        await self._connected.wait()
        self._acked[key] = asyncio.get_running_loop().create_future()
        envelope = payloads.envelope(kind, payload, key, retry)
        while not self._sockets:  # noqa: ASYNC110 - it reconnects by itself
            await asyncio.sleep(0.02)
        open_ones = [one for one in self._sockets if not one.closed] or self._sockets
        await open_ones[self.number() % len(open_ones)].send_json(envelope)
        return await self._acked[key]

    async def _send_http(
        self, kind: str, payload: dict[str, Any], retry: int, secret: str = SECRET, age: int = 0
    ) -> Any:
        if kind == "events_api":
            body, content = json.dumps(payload), "application/json"
        elif kind == "slash_commands":
            body, content = urlencode(payload), "application/x-www-form-urlencoded"
        else:
            body, content = urlencode({"payload": json.dumps(payload)}), "application/x-www-form-urlencoded"
        stamp = str(int(time.time()) - age)
        signature = hmac.new(secret.encode(), f"v0:{stamp}:{body}".encode(), hashlib.sha256).hexdigest()
        headers = {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={signature}", "Content-Type": content}
        if retry:
            headers |= {"X-Slack-Retry-Num": str(retry), "X-Slack-Retry-Reason": "http_timeout"}
        async with (
            ClientSession() as session,
            session.post(f"{self.bot_url}/slack/events", data=body, headers=headers) as answer,
        ):
            text = await answer.text()
            if answer.status != 200:
                raise PermissionError(f"{answer.status}: {text}")
            return json.loads(text) if text.startswith("{") else text


async def _args(request: web.Request) -> dict[str, Any]:
    """The arguments, wherever Slack lets them stand."""
    args: dict[str, Any] = dict(request.query)
    if request.content_type == "application/json":
        args |= await request.json()
    elif request.can_read_body:
        args |= {name: value for name, value in (await request.post()).items() if isinstance(value, str)}
    for name in ("blocks", "view", "files", "metadata"):
        if isinstance(args.get(name), str):
            args[name] = json.loads(args[name])
    return args
