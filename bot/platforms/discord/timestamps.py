"""Moments in texts as Discord shows them: in each reader's own time, with a distance that stays true by itself."""

from __future__ import annotations

import re
from datetime import UTC, datetime

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
#: As `bot.service.clock.shown` writes them.
_MOMENT = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(_MONTHS)}), (\d\d):(\d\d) UTC")


def local(text: str, now: datetime) -> str:
    """Return a text whose moments are Discord's own marks; a year is not told, so it is the one nearest to `now`."""
    return _MOMENT.sub(lambda found: _marked(found, now), text)


def _marked(found: re.Match[str], now: datetime) -> str:
    day, month, hour, minute = int(found[1]), _MONTHS.index(found[2]) + 1, int(found[3]), int(found[4])
    near = []
    for year in (now.year - 1, now.year, now.year + 1):
        try:
            near.append(datetime(year, month, day, hour, minute, tzinfo=UTC))
        except ValueError:
            continue  # no such day in that year
    if not near:
        return found[0]
    moment = int(min(near, key=lambda one: abs(one - now)).timestamp())
    return f"<t:{moment}:f> (<t:{moment}:R>)"


__all__ = ["local"]
