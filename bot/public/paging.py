"""Paging of long lists: a cursor contains the last item's key, so items added or removed meanwhile do no harm."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any, TypeVar

from aiohttp import web

from bot.public.guard import Refused

T = TypeVar("T")
#: Default and maximum number of items per page.
_USUAL, _MOST = 50, 100


def paged(request: web.Request, items: Sequence[tuple[list[Any], T]]) -> tuple[list[T], str | None]:
    """Return the requested page, and the cursor of the next one, None after the last.

    Items come with ascending keys; a key is a list of numbers, or of texts.

    Raises:
        Refused: the limit or the cursor is invalid.
    """
    limit, after = _limit(request.query.get("limit", "")), _read(request.query.get("cursor", ""))
    try:
        rest = [one for one in items if after is None or one[0] > after]
    except TypeError:
        raise _no_page(request.query["cursor"]) from None
    shown = rest[:limit]
    return [item for _, item in shown], _written(shown[-1][0]) if len(rest) > limit else None


def _limit(text: str) -> int:
    if not text:
        return _USUAL
    if not text.isascii() or not text.isdecimal() or not 0 < int(text[:6]) <= _MOST:
        raise Refused("limit", 400, value=text[:40], most=_MOST)
    return int(text)


def _read(text: str) -> list[Any] | None:
    if not text:
        return None
    try:
        found = json.loads(base64.urlsafe_b64decode(text[:400] + "=" * (-len(text) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        raise _no_page(text) from None
    if not isinstance(found, list) or not all(isinstance(one, int | str) for one in found):
        raise _no_page(text)
    return found


def _written(key: list[Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip("=")


def _no_page(text: str) -> Refused:
    return Refused("page", 400, value=text[:40])


__all__ = ["paged"]
