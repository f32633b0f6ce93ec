"""Who may do what in a season: its owner, its organisers, its arbiters, by name or by a group that the platform knows."""

from __future__ import annotations

from collections.abc import Iterable

from bot.leagues.journal import Person, Role
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season

_INCLUDES: dict[Role, tuple[Role, ...]] = {
    "owner": ("owner",),
    "organiser": ("organiser", "owner"),
    "arbiter": ("arbiter", "organiser", "owner"),
}


def including(role: Role) -> tuple[Role, ...]:
    """Return a role and those that include it."""
    return _INCLUDES[role]


def may(season: Season, person: Person, role: Role, groups: Iterable[str] = ()) -> bool:
    """Return True if somebody has a role or one that includes it; `groups` are those that the platform says the person is in."""
    told = {*groups}
    return any(
        person in season.roles.get(one, ()) or not told.isdisjoint(season.groups.get(one, ()))
        for one in _INCLUDES[role]
    )


def require(season: Season, person: Person, role: Role, groups: Iterable[str] = ()) -> None:
    """Refuse an act of somebody who has not the role.

    Raises:
        NotNow: `not_allowed`, with the role that it takes.
    """
    if not may(season, person, role, groups):
        raise NotNow("not_allowed", role=role)
