"""The REST side of the loopback Discord, v10: the endpoints the adapter uses, with Discord's errors."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from tests.platforms.discord import spec
from tests.platforms.discord.shapes import DIRECT, FORUM, MEDIA, PUBLIC_THREAD, THREAD_BELOW, THREADS, limited
from tests.platforms.discord.state import (
    BOT,
    GUILD,
    TOKEN,
    Break,
    Interaction,
    Json,
    Request,
    World,
    refusal,
    snowflake,
    told_channel,
)

Answer = tuple[int, Any, dict[str, str]]

BASE = "/api/v10"
_EPHEMERAL = 64


class Rest:
    """Answers requests; every one is recorded and validated."""

    def __init__(self, world: World) -> None:
        self.world = world
        #: Capacity of each rate-limit bucket, and requests left in it; 0 for no limit.
        self.limit = 0
        self.used: dict[str, list[float]] = {}
        self.gateway = ""
        #: Number of shards that Discord recommends.
        self.shards = 1

    async def handle(self, request: web.Request) -> web.Response:
        """Handle one request."""
        path = path_of(request)
        body, files = await _read(request)
        noted = Request(request.method, path, body, files, query=request.query)
        self.world.requests.append(noted)
        self.world.violations += spec.faults(request.method, path, body, [len(data) for data in files.values()])
        broken = self._breaks(noted)
        if broken is not None and not broken.after:
            return _cut(request)
        status, answer, headers = self._answer(noted, request.headers.get("Authorization", ""))
        noted.status = status
        if broken is not None:
            return _cut(request)
        headers = {"Via": "1.1 loopback", **headers}
        if status == 204:
            return web.Response(status=204, headers=headers)
        if not headers["Via"] or isinstance(answer, str):  # from a proxy in between
            del headers["Via"]
        if isinstance(answer, str):
            return web.Response(body=answer.encode(), status=status, headers={"Content-Type": "text/html", **headers})
        headers["Content-Type"] = "application/json"
        return web.Response(body=json.dumps(answer).encode(), status=status, headers=headers)

    def _breaks(self, noted: Request) -> Break | None:
        for broken in self.world.breaks:
            if broken.times and noted.method == broken.method and noted.path.endswith(broken.ending):
                broken.times -= 1
                return broken
        return None

    def _answer(self, noted: Request, authorization: str) -> Answer:
        for fault in list(self.world.faults):
            answer = fault(noted.method, noted.path, noted.body)
            if answer is not None:
                return answer
        open_to_all = noted.path.startswith(("/interactions/", "/webhooks/"))
        if not open_to_all and authorization != f"Bot {TOKEN}":
            return refusal(401, 0, "401: Unauthorized")
        parts = [unquote(part) for part in noted.path.strip("/").split("/")]
        if noted.method == "GET" and parts[0] == "channels" and parts[-1] == "messages":
            return 200, self.world.history(int(parts[1]), noted.query), {}
        name = f"_{noted.method.lower()}_{parts[0]}"
        status, answer, headers = getattr(self, name)(parts, noted.body or {}, noted.files)
        return status, answer, headers

    # ------------------------------------------------------------------------------------------ the bot

    def _get_users(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        del body, files
        if parts[-1] == "guilds":
            told: Json = {
                "id": str(GUILD),
                "name": "Loopback",
                "icon": None,
                "banner": None,
                "owner": False,
                "features": ["NEWS"],
            }
            return 200, [{**told, "permissions": str(self.world.permissions)}], {}
        return 200, self.world.user(BOT), {}

    def _get_oauth2(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        return self._get_applications(parts, body, files)

    def _get_applications(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        del body, files
        if parts[-1] == "commands":
            return 200, self._commands(), {}
        return 200, self.world.shapes.application(self.world.user(1)), {}

    def _get_gateway(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        del parts, body, files
        start = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
        return 200, {"url": self.gateway, "shards": self.shards, "session_start_limit": start}, {}

    def _put_applications(self, parts: list[str], body: Any, files: dict[str, bytes]) -> Answer:
        del parts, files
        if {one["id"] for one in self.world.commands if one.get("type") == 4} - {one.get("id") for one in body}:
            return refusal(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")
        self.world.commands = [{"id": str(snowflake()), **command} for command in body]
        return 200, self._commands(), {}

    def _commands(self) -> list[Json]:
        """Return the commands as Discord lists them."""
        return [self.world.shapes.command(int(command["id"]), command) for command in self.world.commands]

    # ------------------------------------------------------------------------------------------ channels

    def _get_channels(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        del body, files
        channel = self.world.channels.get(int(parts[1]))
        if parts[-2:] == ["archived", "public"]:
            own = [one for one in self._threads(archived=True) if one["parent_id"] == parts[1]]
            return 200, {"threads": own, "members": [], "has_more": False}, {}
        return (200, told_channel(channel), {}) if channel is not None else refusal(404, 10003, "Unknown Channel")

    def _post_users(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        del parts, files
        return 200, told_channel(self.world.direct(int(body["recipient_id"]))), {}

    def _patch_channels(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        number = int(parts[1])
        channel = self.world.channels.get(number)
        if channel is None:
            return refusal(404, 10003, "Unknown Channel")
        if len(parts) == 2:
            for key in ("archived", "auto_archive_duration", "locked"):
                if key in body:
                    channel["thread_metadata"][key] = body[key]
            return 200, told_channel(channel), {}
        message = self.world.messages.get(int(parts[3]))
        if message is None or message["channel_id"] != parts[1]:
            return refusal(404, 10008, "Unknown Message")
        if channel.get("thread_metadata", {}).get("archived"):
            return refusal(400, 50083, "Thread is archived")
        self.world.change(message, body, files)
        return 200, self.world.told(message), {}

    def _delete_channels(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        del body, files
        message = self.world.messages.get(int(parts[3]))
        if message is None or message["channel_id"] != parts[1]:
            return refusal(404, 10008, "Unknown Message")
        del self.world.messages[int(parts[3])]
        return 204, None, {}

    def _post_channels(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        number = int(parts[1])
        channel = self.world.channels.get(number)
        if channel is None:
            return refusal(404, 10003, "Unknown Channel")
        if len(parts) > 3:
            return self._thread(number, int(parts[3]), body)
        if parts[-1] == "threads":
            return self._free_thread(number, body)
        bucket = self._limited(f"messages:{number}")
        if bucket is not None and bucket[0] == 429:
            return bucket
        if channel["type"] in (FORUM, MEDIA):
            return refusal(400, 50008, "Cannot send messages in a non-text channel")
        if channel["type"] == DIRECT and self.world.closed(channel["with"]):
            return refusal(403, 50007, "Cannot send messages to this user")
        if channel.get("thread_metadata", {}).get("archived"):
            channel["thread_metadata"]["archived"] = False  # a message unarchives a thread that is not locked
        nonce = str(body.get("nonce"))
        message = self.world.known(number, nonce) if body.get("enforce_nonce") else None
        if message is None:
            message = self.world.post(number, body, files)
            self.world.nonces[number, nonce] = int(message["id"])
        return 200, self.world.told(message), bucket[2] if bucket else {}

    def _thread(self, channel: int, message: int, body: Json) -> Answer:
        if message not in self.world.messages:
            return refusal(404, 10008, "Unknown Message")
        if self.world.channels[channel]["type"] not in THREAD_BELOW:
            return refusal(400, 50024, "Cannot execute action on this channel type")
        if message in self.world.channels:
            return refusal(400, 160004, "A thread has already been created for this message")
        return 201, self._made(channel, message, body, THREAD_BELOW[self.world.channels[channel]["type"]]), {}

    def _free_thread(self, channel: int, body: Json) -> Answer:
        """Create a thread without a parent message; the same name can be used again."""
        kind = THREAD_BELOW.get(self.world.channels[channel]["type"])
        if kind is None or body["type"] != kind:
            return refusal(400, 50024, "Cannot execute action on this channel type")
        return 201, self._made(channel, snowflake(), body, kind), {}

    def _made(self, channel: int, number: int, body: Json, kind: int = PUBLIC_THREAD) -> Json:
        guild = self.world.channels[channel]["guild_id"]
        return self.world.add_channel(number, kind, parent_id=str(channel), name=body["name"], guild_id=guild)

    def _get_guilds(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        del parts, body, files
        return 200, {"threads": self._threads(archived=False), "members": []}, {}

    def _threads(self, *, archived: bool) -> list[Json]:
        every = [one for one in self.world.channels.values() if one["type"] in THREADS]
        return [one for one in every if one["thread_metadata"]["archived"] is archived]

    # ------------------------------------------------------------------------------------------ interactions

    def _post_interactions(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        found = self.world.interactions.get(parts[2])
        if found is None or found.expired:
            return refusal(404, 10062, "Unknown interaction")
        if found.acknowledged:
            return refusal(400, 40060, "Interaction has already been acknowledged.")
        found.acknowledged = body["type"]
        found.acknowledged_after = _now() - found.began
        found.callbacks.append(body)
        data = body.get("data") or {}
        resource: Json = {"type": body["type"]}
        if body["type"] in (4, 5):
            flags = int(data.get("flags") or 0)
            waiting = 128 if body["type"] == 5 else 0
            shown = {"content": data.get("content", "")}
            message = self.world.post(
                found.channel, shown, files, found.user if flags & _EPHEMERAL else 0, flags | waiting, found
            )
            found.message = int(message["id"])
            found.own.add(found.message)
            resource["message"] = self.world.told(message)
        if body["type"] not in (5, 6):
            found.answered.set()
        told = {
            "id": str(found.id),
            "type": found.kind,
            "response_message_id": str(found.message) if found.message else None,
        }
        return 200, {"interaction": told, "resource": resource}, {}

    def _hook(self, parts: list[str], files: dict[str, bytes]) -> Interaction | Answer:
        if any(len(data) > self.world.attachment_limit for data in files.values()):
            return refusal(413, 40005, "Request entity too large")
        found = self.world.interactions.get(parts[2])
        if found is None:
            return refusal(404, 10015, "Unknown Webhook")
        return refusal(401, 50027, "Invalid Webhook Token") if found.expired else found

    def _post_webhooks(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        found = self._hook(parts, files)
        if not isinstance(found, Interaction):
            return found
        private = int(body.get("flags") or 0) & _EPHEMERAL
        message = self.world.post(found.channel, body, files, found.user if private else 0, follows=found)
        found.own.add(int(message["id"]))
        found.answered.set()
        return 200, self.world.told(message), {}

    def _own(self, found: Interaction, number: str) -> Json | None:
        """Return a message that a token can access: the original, or one the token created."""
        if number == "@original":
            return self.world.messages.get(found.message)
        return self.world.messages.get(int(number)) if int(number) in found.own else None

    def _patch_webhooks(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        found = self._hook(parts, files)
        if not isinstance(found, Interaction):
            return found
        message = self._own(found, parts[4])
        if message is None or message["for"] != found.user:
            return refusal(404, 10008, "Unknown Message")
        message["flags"] &= ~128
        self.world.change(message, body, files)
        found.answered.set()
        return 200, self.world.told(message), {}

    def _delete_webhooks(self, parts: list[str], body: Json, files: dict[str, bytes]) -> Answer:
        del body
        found = self._hook(parts, files)
        if not isinstance(found, Interaction):
            return found
        message = self._own(found, parts[4])
        if message is None or self.world.messages.pop(int(message["id"]), None) is None:
            return refusal(404, 10008, "Unknown Message")
        return 204, None, {}

    # ------------------------------------------------------------------------------------------ limits

    def _limited(self, bucket: str) -> Answer | None:
        """Return the headers of a rate-limit bucket that is reset every second, or 429."""
        if not self.limit:
            return None
        now = _now()
        used = self.used[bucket] = [at for at in self.used.get(bucket, []) if now - at < 1.0]
        reset = 1.0 - (now - used[0]) if used else 1.0
        headers = {
            "X-RateLimit-Limit": str(self.limit), "X-RateLimit-Reset-After": f"{reset:.3f}",
            "X-RateLimit-Reset": f"{now + reset:.3f}", "X-RateLimit-Bucket": "messages".ljust(32, "0"),
        }  # fmt: skip
        if len(used) >= self.limit:
            body, why = limited(reset, bucket=headers["X-RateLimit-Bucket"])
            return 429, body, {**headers, **why}
        used.append(now)
        return 200, None, {**headers, "X-RateLimit-Remaining": str(self.limit - len(used))}


def path_of(request: web.Request) -> str:
    """Return a request's path as sent; an interaction's token may contain a slash, encoded as %2F."""
    return request.rel_url.raw_path.removeprefix(BASE)


def _now() -> float:
    import time

    return time.time()


def _cut(request: web.Request) -> web.Response:
    """Cut the connection, so that no response arrives."""
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


async def _read(request: web.Request) -> tuple[Any, dict[str, bytes]]:
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        return (json.loads(text) if text else None), {}
    body, files = None, {}
    async for part in await request.multipart():
        name, data = str(getattr(part, "name", "")), await part.read()  # type: ignore[union-attr]
        if name == "payload_json":
            body = json.loads(data)
        else:
            files[name] = bytes(data)
    return body, files
