"""Names in pictures: the displayed name of a person while drawing, their id in stored references.

A stored picture reference contains ids instead of names, so that nothing has to be searched for a name when a person's
data is deleted; the names are looked up when the picture is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

#: Encloses an id; no name contains it, since control characters are removed from names.
_MARK = "\x1f"
_TOKEN = re.compile(f"{_MARK}([^{_MARK}]+){_MARK}")
T = TypeVar("T")


class PictureName(str):
    """A displayed name that knows the token stored in its place."""

    __slots__ = ("token",)
    token: str

    def __new__(cls, text: str, person: str = "", *, token: str = "") -> PictureName:
        """Create a person's name; `token` is given for a combination of several people."""
        made = super().__new__(cls, text)
        made.token = token or f"{_MARK}{person}{_MARK}"
        return made

    def like(self, text: str) -> PictureName:
        """Return the same person with another displayed text."""
        return PictureName(text, token=self.token)

    @staticmethod
    def joined(names: Iterable[str]) -> str:
        """Join several names into one."""
        some = list(names)
        token = " / ".join(one.token if isinstance(one, PictureName) else one for one in some)
        return PictureName(" / ".join(some), token=token)


def by_id(view: T) -> T:
    """Return a view, or a part of one, with names replaced by their ids."""
    return cast("T", _by_id(view))


def _by_id(part: Any) -> Any:
    """Replace names in any value; containers and dataclasses keep their types."""
    if isinstance(part, PictureName):
        return part.token
    if isinstance(part, tuple):
        return tuple(map(_by_id, part))
    if is_dataclass(part) and not isinstance(part, type):
        return type(part)(**{one.name: _by_id(getattr(part, one.name)) for one in fields(part)})
    return part


def persons_in(data: object) -> set[str]:
    """Return the ids of people in stored data."""
    if isinstance(data, str):
        return set(_TOKEN.findall(data))
    if isinstance(data, Mapping):
        return {one for value in data.values() for one in persons_in(value)}
    if isinstance(data, list | tuple):
        return {one for value in data for one in persons_in(value)}
    return set()


def told(data: Any, names: Mapping[str, str]) -> Any:
    """Return stored data with ids replaced by names; a dash for people without one."""
    if isinstance(data, str):
        return _TOKEN.sub(lambda found: names.get(found[1], "–"), data)
    if isinstance(data, Mapping):
        return {key: told(value, names) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [told(value, names) for value in data]
    return data


__all__ = ["PictureName", "by_id", "persons_in", "told"]
