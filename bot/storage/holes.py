"""Known holes of Redis and Valkey: is a server's release mended, and which one of its line is?"""

from __future__ import annotations

import tomllib
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from bot.storage.connection import version_of

_Release = Annotated[str, Field(pattern=r"^\d+\.\d+\.\d+$")]


class _Line(BaseModel):
    """One of the two projects: what is wrong with the releases before the mended ones."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    holes: str
    mended: tuple[_Release, ...] = Field(min_length=1)


class _Servers(BaseModel):
    """The file `assets/servers.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    as_of: date
    redis: _Line
    valkey: _Line


@cache
def _servers() -> _Servers:
    text = files("assets").joinpath("servers.toml").read_text(encoding="utf-8")
    return _Servers.model_validate(tomllib.loads(text))


def warning(server: str) -> str:
    """What to know of a server, named as `Connection.check_version` does ("Valkey 8.0.9"); "" where no hole is known."""
    name, _, text = server.partition(" ")
    servers, version = _servers(), version_of(text)
    line = servers.valkey if name == "Valkey" else servers.redis
    mended = [version_of(release) for release in line.mended]
    newest = max(mended)
    own = next((release for release in mended if release[:2] == version[:2]), None)
    if not version or version >= (own or newest):
        return ""
    better = [release for release in (own, newest) if release is not None]
    told = " or ".join(dict.fromkeys(".".join(map(str, release)) for release in better))
    return f"{server} has known holes (as of {servers.as_of}): {line.holes}. Use {told} or newer."


__all__ = ["warning"]
