"""A store restored to an earlier state, so that many things can be tried from the same situation."""

from __future__ import annotations

from bot.storage import Connection


async def kept(link: Connection) -> dict[str, bytes]:
    """Return everything on the server."""
    names = [name.decode() for name in await link.call("KEYS", "*")]
    return dict(zip(names, await link.pipeline(*(("DUMP", name) for name in names)), strict=True)) if names else {}


async def put_back(link: Connection, what: dict[str, bytes]) -> None:
    """Restore the server's state; writes of a task still running are overwritten."""
    await link.pipeline(("FLUSHALL",), *(("RESTORE", name, 0, value, "REPLACE") for name, value in what.items()))


__all__ = ["kept", "put_back"]
