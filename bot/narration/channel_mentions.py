"""Channels in texts: marked here, shown by each platform as a link that leads there."""

from __future__ import annotations

import re
from collections.abc import Callable

_PLACE = re.compile(r"⟦([a-z]+):([^⟦⟧\s]+)⟧")


def place(channel: str) -> str:
    """Return the mark of a channel, named as games name theirs: platform, colon, the platform's own id."""
    return f"⟦{channel}⟧"


def placed(text: str, show: Callable[[str, str], str]) -> str:
    """Return the text with every mark as `show` writes it, given platform and id; marks stand in our own words alone."""
    return _PLACE.sub(lambda found: show(found[1], found[2]), text)


__all__ = ["place", "placed"]
