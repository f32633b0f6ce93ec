"""Query parameters of a page's address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode

from aiohttp import web

Go = Literal["", "turn", "round", "combat"]
_GOES: tuple[Go, ...] = ("turn", "round", "combat")


@dataclass(frozen=True, slots=True)
class PageQuery:
    """What a reader wants to see, and whether results are shown; None leaves the latter to the season."""

    step: int | None = None
    #: Navigate one on from the step, by this kind of step.
    go: Go = ""
    area: str = ""
    spoilers: bool | None = None
    #: Index of the first line shown of a long list.
    start: int = 0

    @classmethod
    def of(cls, request: web.Request) -> PageQuery:
        """Parse the query; invalid values count as missing."""
        query = request.query
        go: Go = next((one for one in _GOES if query.get("go") == one), "")
        spoilers = {"on": True, "off": False}.get(query.get("spoilers", ""))
        return cls(_whole(query.get("step")), go, query.get("map", "")[:40], spoilers, _whole(query.get("from")) or 0)

    def at(self, path: str, **changes: object) -> str:
        """Return the address of a path with the same parameters, with some changed."""
        now = replace(self, **changes)  # type: ignore[arg-type]
        spoilers = None if now.spoilers is None else "on" if now.spoilers else "off"
        said = {"step": now.step, "go": now.go or None, "map": now.area or None, "spoilers": spoilers}
        said["from"] = now.start or None
        query = urlencode({name: value for name, value in said.items() if value is not None})
        return f"{path}?{query}" if query else path

    def elsewhere(self, path: str) -> str:
        """Return the address of another page, showing or hiding results like this one."""
        return PageQuery(spoilers=self.spoilers).at(path)


def _whole(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 6 else None


__all__ = ["Go", "PageQuery"]
