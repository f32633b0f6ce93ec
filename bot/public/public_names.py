"""Names and texts of people, cleaned for publication."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.narration.user_text import cleaned
from bot.persons import bare

#: Mentions as chat platforms write them: with the id of an account, a role or a channel.
_MENTION = re.compile(r"<[@#!&][^<>]+>")
_SOMEBODY = "@…"


def public_text(text: str) -> str:
    """Return a user's text without the ids in its mentions."""
    return _MENTION.sub(_SOMEBODY, text)


def public_name(name: str, accounts: Iterable[str]) -> str:
    """Return a name without chat markup; "" if it is only the id of an account.

    Where a platform gave no name, the account id is stored in its place, which is not public. On the local page
    people's ids are their names.
    """
    told = public_text(cleaned(name))
    for account in accounts:
        ident = bare(account)
        if not account.startswith("web:") and told in (ident, ident.rpartition(".")[2]):
            return ""
    return told


__all__ = ["public_name", "public_text"]
