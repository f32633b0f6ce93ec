"""The app's manifest in `deploy/slack`, and the scope each method needs."""

from __future__ import annotations

from functools import cache
from typing import Any

from ruamel.yaml import YAML

from tests.conftest import ROOT

#: Required scope of each method, "" for none (docs.slack.dev, reference/methods).
NEEDED = {
    "apps.connections.open": "", "auth.test": "", "auth.revoke": "", "oauth.v2.access": "",
    "chat.postMessage": "chat:write", "chat.update": "chat:write", "chat.delete": "chat:write", "chat.postEphemeral": "chat:write",
    "chat.scheduleMessage": "chat:write", "chat.deleteScheduledMessage": "chat:write",
    "conversations.open": "im:write",
    "files.getUploadURLExternal": "files:write", "files.completeUploadExternal": "files:write",
    # Not requested, and different for each kind of channel: only available if a workspace grants it.
    "conversations.history": "history", "conversations.replies": "history", "conversations.info": "read",
    "views.open": "", "views.push": "", "views.update": "", "views.publish": "",
}  # fmt: skip


@cache
def manifest() -> dict[str, Any]:
    """Return the manifest as given to Slack."""
    found: dict[str, Any] = YAML(typ="safe").load((ROOT / "deploy/slack/manifest.yaml").read_text("utf-8"))
    return found


def bot_scopes() -> list[str]:
    """Return the scopes it requests."""
    return list(manifest()["oauth_config"]["scopes"]["bot"])


def needed(method: str, args: dict[str, Any]) -> str:
    """Return the scope a call needs, "" for none; those for history depend on the kind of channel."""
    kinds = {"C": "channels:history", "G": "groups:history", "D": "im:history"}
    scope = NEEDED[method]
    if scope in ("history", "read"):
        return kinds[str(args["channel"])[0]].replace("history", scope)
    return scope
