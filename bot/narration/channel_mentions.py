"""Mark channels in texts, so that each platform can render them as links."""

from __future__ import annotations

import re
from collections.abc import Callable

_PLACE = re.compile(r"⟦([a-z]+):([^⟦⟧\s]+)⟧")


def place(channel: str) -> str:
    """Return the mark of a channel, given as platform, colon, the platform's own id."""
    return f"⟦{channel}⟧"


def placed(text: str, show: Callable[[str, str], str]) -> str:
    """Replace every channel mark by `show(platform, id)`; only the bot's own texts contain marks."""
    return _PLACE.sub(lambda found: show(found[1], found[2]), text)


__all__ = ["place", "placed"]
