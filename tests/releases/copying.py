"""A whole Redis server as JSON and back: plain values by type, readable whatever server wrote them."""

from __future__ import annotations

import base64
import json
import lzma
from pathlib import Path
from typing import Any

from bot.storage import Connection
from bot.storage.pipeline import Command

#: Answers to commands are kept for a month only; no position hangs on them.
_PASSING = b":answer:"
#: By type: how a whole value is read.
_READING: dict[str, tuple[str, ...]] = {
    "string": ("GET",),
    "list": ("LRANGE", "0", "-1"),
    "set": ("SMEMBERS",),
    "hash": ("HGETALL",),
    "zset": ("ZRANGE", "0", "-1", "WITHSCORES"),
    "stream": ("XRANGE", "-", "+"),
}


def text(raw: bytes) -> Any:
    """Bytes as they stand in JSON: text where they are text."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(raw).decode()}


def raw(value: Any) -> bytes:
    """Inverse of `text`."""
    return value.encode() if isinstance(value, str) else base64.b64decode(value["base64"])


async def taken(link: Connection) -> dict[str, Any]:
    """Everything in the server: key to [type, value]."""
    found: dict[str, Any] = {}
    for key in sorted(await link.call("KEYS", "*")):
        if _PASSING in key:
            continue
        kind = (await link.call("TYPE", key)).decode()
        command, *rest = _READING[kind]
        found[key.decode()] = [kind, _plain(kind, await link.call(command, key, *rest))]
    return found


def _plain(kind: str, value: Any) -> Any:
    if kind == "string":
        return text(value)
    if kind == "hash":
        return {name.decode(): text(one) for name, one in sorted(value.items())}
    if kind == "zset":
        return [[text(member), float(score)] for member, score in value]
    if kind == "stream":
        return [[entry.decode(), [text(part) for pair in parts.items() for part in pair]] for entry, parts in value]
    return [text(one) for one in (sorted(value) if kind == "set" else value)]


async def given(link: Connection, found: dict[str, Any]) -> None:
    """Put into an empty server what `taken` has read."""
    commands: list[Command] = []
    for key, (kind, value) in found.items():
        if kind == "string":
            commands.append(("SET", key, raw(value)))
        elif kind in ("list", "set"):
            commands.append(("RPUSH" if kind == "list" else "SADD", key, *(raw(one) for one in value)))
        elif kind == "hash":
            commands.append(("HSET", key, *(part for name, one in value.items() for part in (name, raw(one)))))
        elif kind == "zset":
            commands.append(("ZADD", key, *(part for one, score in value for part in (repr(score), raw(one)))))
        else:
            # One that is empty stands all the same.
            commands += [("XADD", key, "0-1", "post", ""), ("XDEL", key, "0-1")]
            commands += [("XADD", key, entry, *(raw(part) for part in parts)) for entry, parts in value]
    await link.pipeline(*commands)


def written(path: Path, data: Any) -> None:
    """Keep JSON, as small as it gets: many records begin alike."""
    packed = lzma.compress(json.dumps(data, separators=(",", ":"), sort_keys=True).encode(), preset=9)
    path.write_bytes(packed)


def read(path: Path) -> Any:
    """Inverse of `written`."""
    return json.loads(lzma.decompress(path.read_bytes()))
