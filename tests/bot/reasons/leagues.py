"""What people say under the root of leagues, by the code of the reason for which the last of it is refused."""

from __future__ import annotations

#: Lines "person: command"; the last one is refused.
LEAGUES: dict[str, tuple[str, ...]] = {
    "unknown_league_command": ("anna: league promote",),
}

__all__ = ["LEAGUES"]
