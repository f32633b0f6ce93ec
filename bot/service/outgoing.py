"""A reply as it waits in the outbox."""

from __future__ import annotations

from bot.storage.models import Post
from bot.table.reply import Reply


def post(kind: str, reply: Reply) -> Post:
    """Return a reply as it waits in the outbox."""
    body = reply.model_dump(mode="json")
    if reply.edit != "table":
        return Post(kind=kind, audience=reply.audience, body=body)
    return Post(kind=kind, audience=reply.audience, body=body, renews="table", begins=reply.anew)


__all__ = ["post"]
