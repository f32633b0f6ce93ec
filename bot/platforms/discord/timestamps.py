"""Convert moments in texts to Discord timestamps: local to each reader, with a relative time that stays current."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
#: As `bot.service.clock.shown` writes them in English; for other languages, replies bring their moments.
_MOMENT = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(_MONTHS)}), (\d\d):(\d\d) UTC")


def local(text: str, now: datetime, moments: Sequence[tuple[str, int]] = ()) -> str:
    """Replace the given moments (longest first) and English ones in a text by Discord timestamps.

    English moments have no year, so the one nearest to `now` is used.
    """
    for said, at in moments:
        text = text.replace(said, _mark(at))
    return _MOMENT.sub(lambda found: _timestamp_markup(found, now), text)


def _timestamp_markup(found: re.Match[str], now: datetime) -> str:
    day, month, hour, minute = int(found[1]), _MONTHS.index(found[2]) + 1, int(found[3]), int(found[4])
    near = []
    for year in (now.year - 1, now.year, now.year + 1):
        try:
            near.append(datetime(year, month, day, hour, minute, tzinfo=UTC))
        except ValueError:
            continue  # no such day in that year
    if not near:
        return found[0]
    return _mark(int(min(near, key=lambda one: abs(one - now)).timestamp()))


def _mark(moment: int) -> str:
    return f"<t:{moment}:f> (<t:{moment}:R>)"


__all__ = ["local"]
