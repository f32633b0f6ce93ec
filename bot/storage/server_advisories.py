"""Known security advisories of Redis and Valkey: whether a release is patched, and which release of its line is."""

from __future__ import annotations

import tomllib
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from bot.narration.texts import host_text
from bot.storage.connection import version_of

_Release = Annotated[str, Field(pattern=r"^\d+\.\d+\.\d+$")]


class _Line(BaseModel):
    """One of the two projects: the vulnerabilities of releases before the patched ones."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    holes: str
    mended: tuple[_Release, ...] = Field(min_length=1)


class _Servers(BaseModel):
    """The contents of `assets/servers.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    as_of: date
    redis: _Line
    valkey: _Line


@cache
def _servers() -> _Servers:
    text = files("assets").joinpath("servers.toml").read_text(encoding="utf-8")
    return _Servers.model_validate(tomllib.loads(text))


#: Where distributions install programs; other builds are in /usr/local, /opt or a virtual environment.
_PACKAGED = ("/usr/bin/", "/usr/sbin/", "/usr/libexec/", "/bin/", "/sbin/", "/snap/", "/nix/store/")


def warning(server: str, program: str | None = None) -> str:
    """Return the advisories for a server as text; "" if there are none.

    Args:
        server: as named by `Connection.check_version` ("Valkey 8.0.9").
        program: its path as reported by the server. Distributions and services backport fixes without a new version
            number (Debian 12 patches 7.0.15), so the state of their builds is unknown; "" if a server hides it, None if
            nobody asked.
    """
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
    if program is None or (program and not program.startswith(_PACKAGED)):
        return host_text(
            "store.holes.known_holes_use_newer", server=server, as_of=servers.as_of, holes=line.holes, told=told
        )
    build = (
        host_text("store.holes.looks_like_distribution_build", program=program)
        if program
        else "it hides its program, as hosted servers do"
    )
    return host_text("store.holes.check_can_tell_whether", server=server, build=build, told=told, as_of=servers.as_of)


__all__ = ["warning"]
