"""Find the workspace of a payload: the one that has the app, whoever acted there.

A person of another workspace (Slack Connect) acts in a channel of ours. In a press `team` is then the workspace of the
app, in a form that of the sender (slackapi/bolt-js issue 1614). All kinds of payloads go through this one function, so
that a person and a channel have the same id in each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def workspace(body: Mapping[str, Any]) -> str:
    """Return the id of the workspace that has the app; "" where the payload names none."""
    return next((found for found in _candidates(body) if _is_workspace(found)), "")


def _candidates(body: Mapping[str, Any]) -> Iterator[Any]:
    """Yield candidates for the id, the most reliable first.

    `team` is null in an installation for a whole organisation (slackapi/bolt-python, `request/internals.py`); some
    fields then contain the organisation's own id, which is no workspace.
    """
    view, user = _object(body, "view"), _object(body, "user")
    event = _object(body, "event")
    yield view.get("app_installed_team_id")
    yield _object(body, "team").get("id")
    granted = body.get("authorizations")
    if isinstance(granted, list) and granted and isinstance(granted[0], Mapping):
        yield granted[0].get("team_id")
    yield body.get("team_id")
    yield _object(event, "view").get("app_installed_team_id")
    yield view.get("team_id")
    yield user.get("team_id")


def _is_workspace(found: Any) -> bool:
    return isinstance(found, str) and bool(found) and not found.startswith("E")


def _object(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = body.get(name)
    return found if isinstance(found, Mapping) else {}


__all__ = ["workspace"]
