"""Permissions in a season: owner, organisers and arbiters, by name or by a group known to the platform."""

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
    """Return True if a person has a role or one that includes it; `groups` are the person's on the platform."""
    told = {*groups}
    return any(
        person in season.roles.get(one, ()) or not told.isdisjoint(season.groups.get(one, ()))
        for one in _INCLUDES[role]
    )


def require(season: Season, person: Person, role: Role, groups: Iterable[str] = ()) -> None:
    """Refuse an act of a person without the role.

    Raises:
        NotNow: `not_allowed`, with the required role.
    """
    if not may(season, person, role, groups):
        raise NotNow("not_allowed", role=role)
