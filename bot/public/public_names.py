"""Names of people, and what people wrote, as everybody may read them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.narration.user_text import cleaned
from bot.persons import bare

#: How chat platforms write a mention: with the id of an account, a role or a channel.
_MENTION = re.compile(r"<[@#!&][^<>]+>")
_SOMEBODY = "@…"


def public_text(text: str) -> str:
    """Return what somebody wrote, without the ids in its mentions."""
    return _MENTION.sub(_SOMEBODY, text)


def public_name(name: str, accounts: Iterable[str]) -> str:
    """Return the name without what only chat platforms need; "" where it is but the id of an account.

    Where a platform told no name, its own id stands in the place of one, and that is for nobody. On the local page people are their names.
    """
    told = public_text(cleaned(name))
    for account in accounts:
        ident = bare(account)
        if not account.startswith("web:") and told in (ident, ident.rpartition(".")[2]):
            return ""
    return told


__all__ = ["public_name", "public_text"]
