"""What the address of a page asks for beside the page itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode

from aiohttp import web

Go = Literal["", "turn", "round", "combat"]
_GOES: tuple[Go, ...] = ("turn", "round", "combat")


@dataclass(frozen=True, slots=True)
class PageQuery:
    """Where somebody looks, and whether they want to know how things ended; None is what the season says."""

    step: int | None = None
    #: One on from the step, by this measure.
    go: Go = ""
    area: str = ""
    spoilers: bool | None = None
    #: The first line of a long list.
    start: int = 0

    @classmethod
    def of(cls, request: web.Request) -> PageQuery:
        """Read an address; what makes no sense in it counts as not said."""
        query = request.query
        go: Go = next((one for one in _GOES if query.get("go") == one), "")
        spoilers = {"on": True, "off": False}.get(query.get("spoilers", ""))
        return cls(_whole(query.get("step")), go, query.get("map", "")[:40], spoilers, _whole(query.get("from")) or 0)

    def at(self, path: str, **changes: object) -> str:
        """Return the address of a path with the same wishes, or changed ones."""
        now = replace(self, **changes)  # type: ignore[arg-type]
        spoilers = None if now.spoilers is None else "on" if now.spoilers else "off"
        said = {"step": now.step, "go": now.go or None, "map": now.area or None, "spoilers": spoilers}
        said["from"] = now.start or None
        query = urlencode({name: value for name, value in said.items() if value is not None})
        return f"{path}?{query}" if query else path

    def elsewhere(self, path: str) -> str:
        """Return the address of another page, on which results are told or hidden as here."""
        return PageQuery(spoilers=self.spoilers).at(path)


def _whole(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 6 else None


__all__ = ["Go", "PageQuery"]
