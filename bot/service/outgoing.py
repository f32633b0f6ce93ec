"""Conversion of replies to outbox posts."""

from __future__ import annotations

from bot.storage.outbox_models import Post
from bot.table.reply import Reply


def post(kind: str, reply: Reply) -> Post:
    """Return a reply as an outbox post."""
    body = reply.model_dump(mode="json")
    if reply.edit != "table":
        return Post(kind=kind, audience=reply.audience, body=body)
    return Post(kind=kind, audience=reply.audience, body=body, renews="table", begins=reply.anew)


def taken_back_to(posts: list[Post]) -> int:
    """Return the entry to which the posts say the game is taken back; -1 if none does."""
    return max((Reply.model_validate(one.body).back for one in posts), default=-1)


__all__ = ["post", "taken_back_to"]
