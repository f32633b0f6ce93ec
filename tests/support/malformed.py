"""Malformed requests, as bytes, and a listener's response to them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

#: Invalid hosts.
NO_HOSTS = (
    "[",
    "]",
    "[::1",
    "::1]",
    "[::g]",
    "[1.2.3.4]",
    "a b",
    "a/b",
    "a@b",
    "a:b",
    "a:99999",
    'a;b"c',
    "<script>",
    "%zz",
    "é",
    "[]:80",
)
#: Invalid text encodings.
NO_ENCODINGS = ("nonsense", "hex", "undefined", "x" * 2000, "utf-8.", "rot13")
#: A body nested too deeply for any parser.
DEEP = b"[" * 16_000


def requests(path: str) -> Iterator[tuple[str, bytes]]:
    """Yield requests for a path, with what is wrong with each."""
    for host in NO_HOSTS:
        for method in ("GET", "POST"):
            yield f"{method} Host {host}", _request(method, path, [("Host", host)])
    yield "two hosts", _request("GET", path, [("Host", "127.0.0.1"), ("Host", "localhost")])
    yield "no host", _request("GET", path, [])
    for charset in NO_ENCODINGS:
        told = [("Host", "127.0.0.1"), ("Content-Type", f"application/json; charset={charset}")]
        for method in ("GET", "POST"):
            yield f"{method} {charset[:20]}", _request(method, path, told, b"{}")


def deep(path: str, port: int, body: bytes = DEEP) -> bytes:
    """Return a request with an unreadable JSON body, sent by one of our pages."""
    host = f"127.0.0.1:{port}"
    told = [("Host", host), ("Origin", f"http://{host}"), ("Content-Type", "application/json")]
    return _request("POST", path, told, body)


def _request(method: str, path: str, told: list[tuple[str, str]], body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told)]
    lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
    return "\r\n".join(lines).encode() + body


async def status(port: int, request: bytes) -> tuple[int, str]:
    """Return the status of the response, and its text; 0 if the connection is closed without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        await writer.drain()
        answer = (await reader.read()).decode(errors="replace")
    finally:
        writer.close()
    return int(answer.split(" ", 2)[1]) if answer else 0, answer
