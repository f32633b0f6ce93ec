"""The names of Slack's own records in Redis; what belongs to one game lies among its references instead."""

from __future__ import annotations

import hashlib

_ROOT = "feldpost:slack"


def install(team: str) -> str:
    """The encrypted installation of a workspace."""
    return f"{_ROOT}:install:{_hashed(team)}"


def state(value: str) -> str:
    """A state of an installation that is under way."""
    return f"{_ROOT}:state:{_hashed(value)}"


def seen(key: str) -> str:
    """An interaction that is being answered or was."""
    return f"{_ROOT}:seen:{_hashed(key)}"


def upload(team: str, picture: str) -> str:
    """The uploaded file of a picture."""
    return f"{_ROOT}:upload:{_hashed(team + chr(10) + picture)}"


def panel(channel: str, user: str) -> str:
    """How the panel that a user sees in a channel can be taken away."""
    return f"{_ROOT}:panel:{_hashed(channel + chr(10) + user)}"


def _hashed(name: str) -> str:
    """Ids of platforms, and secrets among them, do not stand in keys as they are."""
    return hashlib.sha256(name.encode()).hexdigest()[:32]
