"""Names in pictures: what a person is called for the eye, and their id for what is stored.

A stored reference of a picture names people by their ids, so that nothing is to be searched for a name when somebody wants to be
forgotten; whoever draws it asks what they are called then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

#: Stands around an id; no name holds it, since names are cleaned of control characters.
_MARK = "\x1f"
_TOKEN = re.compile(f"{_MARK}([^{_MARK}]+){_MARK}")
T = TypeVar("T")


class PictureName(str):
    """A name, which knows what stands for it where pictures are stored."""

    __slots__ = ("token",)
    token: str

    def __new__(cls, text: str, person: str = "", *, token: str = "") -> PictureName:
        """Return a person's name; `token` is what stands for several."""
        made = super().__new__(cls, text)
        made.token = token or f"{_MARK}{person}{_MARK}"
        return made

    def like(self, text: str) -> PictureName:
        """Return the same person under another text."""
        return PictureName(text, token=self.token)

    @staticmethod
    def joined(names: Iterable[str]) -> str:
        """Several names in one."""
        some = list(names)
        token = " / ".join(one.token if isinstance(one, PictureName) else one for one in some)
        return PictureName(" / ".join(some), token=token)


def by_id(view: T) -> T:
    """Return a view, or a part of one, in which ids stand for names."""
    return cast("T", _by_id(view))


def _by_id(part: Any) -> Any:
    """Return the same for any part: what it is made of keeps its type, but for names."""
    if isinstance(part, PictureName):
        return part.token
    if isinstance(part, tuple):
        return tuple(map(_by_id, part))
    if is_dataclass(part) and not isinstance(part, type):
        return type(part)(**{one.name: _by_id(getattr(part, one.name)) for one in fields(part)})
    return part


def persons_in(data: object) -> set[str]:
    """Return the ids that stand for names in stored data."""
    if isinstance(data, str):
        return set(_TOKEN.findall(data))
    if isinstance(data, Mapping):
        return {one for value in data.values() for one in persons_in(value)}
    if isinstance(data, list | tuple):
        return {one for value in data for one in persons_in(value)}
    return set()


def told(data: Any, names: Mapping[str, str]) -> Any:
    """Return the stored data with the names of people; a dash for whoever has none."""
    if isinstance(data, str):
        return _TOKEN.sub(lambda found: names.get(found[1], "–"), data)
    if isinstance(data, Mapping):
        return {key: told(value, names) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [told(value, names) for value in data]
    return data


__all__ = ["PictureName", "by_id", "persons_in", "told"]
