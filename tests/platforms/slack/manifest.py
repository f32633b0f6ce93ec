"""The app's manifest in `deploy/slack`, and which scope each method needs."""

from __future__ import annotations

from functools import cache
from typing import Any

from ruamel.yaml import YAML

from tests.conftest import ROOT

#: Scope that Slack asks for, "" for none (docs.slack.dev, reference/methods).
NEEDED = {
    "apps.connections.open": "", "auth.test": "", "auth.revoke": "", "oauth.v2.access": "",
    "chat.postMessage": "chat:write", "chat.update": "chat:write", "chat.delete": "chat:write", "chat.postEphemeral": "chat:write",
    "chat.scheduleMessage": "chat:write", "chat.deleteScheduledMessage": "chat:write",
    "conversations.open": "im:write",
    "files.getUploadURLExternal": "files:write", "files.completeUploadExternal": "files:write",
    # Not asked for, and another one for each kind of channel: only where a workspace has granted it of itself.
    "conversations.history": "history", "conversations.replies": "history", "conversations.info": "read",
    "views.open": "", "views.push": "", "views.update": "", "views.publish": "",
}  # fmt: skip


@cache
def manifest() -> dict[str, Any]:
    """The manifest as it is given to Slack."""
    found: dict[str, Any] = YAML(typ="safe").load((ROOT / "deploy/slack/manifest.yaml").read_text("utf-8"))
    return found


def bot_scopes() -> list[str]:
    """What it asks for."""
    return list(manifest()["oauth_config"]["scopes"]["bot"])


def needed(method: str, args: dict[str, Any]) -> str:
    """The scope of a call, "" for none; which history may be read goes by the kind of channel."""
    kinds = {"C": "channels:history", "G": "groups:history", "D": "im:history"}
    scope = NEEDED[method]
    if scope in ("history", "read"):
        return kinds[str(args["channel"])[0]].replace("history", scope)
    return scope
