"""Builders of Slack's payloads, one per kind, with all fields that public samples have.

Sources: docs.slack.dev (reference/interaction-payloads, reference/events), slackapi/java-slack-sdk `json-logs/samples`,
slackapi/bolt-python `slack_bolt/request/internals.py` and `tests/scenario_tests`. Each has an additional unknown field,
since Slack adds fields as it likes. Ids and URLs come from `lengths`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.platforms.slack import lengths
from tests.platforms.slack.lengths import APP, BOT_PROFILE, BOT_USER, GRID, TEAM, VERIFICATION

Payload = dict[str, Any]

#: A field that Slack may add at any time.
NEW: Payload = {"a_new_field": {"of": ["any", 1, None, True], "kind": {}}}


@dataclass(frozen=True, slots=True)
class Place:
    """A workspace with the app; it can be part of an organisation, which may have installed the app as a whole."""

    team: str = TEAM
    grid: bool = False
    org_wide: bool = False

    @property
    def enterprise(self) -> Payload | None:
        """The organisation."""
        return {"id": GRID, "name": "Feldpost & Söhne"} if self.grid or self.org_wide else None

    def team_object(self, team: str = "") -> Payload | None:
        """Return the `team` of an interaction: null if an organisation has installed the app."""
        if self.org_wide:
            return None
        found: Payload = {"id": team or self.team, "domain": "feldpost-club"}
        return found | ({"enterprise_id": GRID, "enterprise_name": "Feldpost & Söhne"} if self.grid else {})

    def common(self) -> Payload:
        """Return a workspace's fields in every interaction."""
        return {"enterprise": self.enterprise, "is_enterprise_install": self.org_wide}


@dataclass(frozen=True, slots=True)
class Who:
    """A person; `home` is their own workspace. Old payloads lack the names, some organisations the workspace."""

    id: str
    handle: str
    home: str = TEAM
    names: bool = True
    team: bool = True

    def object(self) -> Payload:
        """Return the `user` of an interaction."""
        found: Payload = {"id": self.id}
        found |= {"username": self.handle, "name": self.handle} if self.names else {}
        found |= {"team_id": self.home} if self.team else {}
        return found | NEW


# ---------------------------------------------------------------------------------------------- commands


def command(
    place: Place, who: Who, channel: str, line: tuple[str, str], *, trigger: str, url: str, channel_name: str = "table"
) -> Payload:
    """Return a slash command; `line` is the command and the text after it. Over HTTP these are form fields."""
    found = {
        "token": VERIFICATION, "team_id": place.team, "team_domain": "feldpost-club", "channel_id": channel,
        "channel_name": channel_name, "user_id": who.id, "user_name": who.handle, "command": line[0], "text": line[1],
        "api_app_id": APP, "is_enterprise_install": str(place.org_wide).lower(), "response_url": url,
        "trigger_id": trigger, "a_new_field": "of any kind",
    }  # fmt: skip
    return found | ({"enterprise_id": GRID, "enterprise_name": "Feldpost & Söhne"} if place.enterprise else {})


# ---------------------------------------------------------------------------------------------- interactions


def action(element: Payload, chosen: Payload, block_id: str, number: int) -> Payload:
    """Return an entry of `actions`: what was pressed or chosen."""
    found = {
        "action_id": element["action_id"], "block_id": block_id, "type": element["type"],
        "action_ts": lengths.stamp(number),
    }  # fmt: skip
    if element["type"] == "button":
        found["text"] = echoed_text(element["text"])
    elif "placeholder" in element:
        found["placeholder"] = echoed_text(element["placeholder"])
    return found | chosen


def press_in_message(
    place: Place, who: Who, message: Payload, actions: Sequence[Payload], *, trigger: str, url: str, state: Payload
) -> Payload:
    """Return a press in a message: `message` is Slack's, with `channel`, and `ephemeral` if only one person sees it."""
    ephemeral, channel = message["ephemeral"], message["channel"]
    found = _press(place, who, actions, trigger) | {
        "container": {
            "type": "message", "message_ts": message["ts"], "channel_id": channel, "is_ephemeral": ephemeral,
            **({"thread_ts": message["thread_ts"]} if message.get("thread_ts") else {}),
        },
        "channel": {"id": channel, "name": "privategroup" if ephemeral else "table"},
        "state": state, "response_url": url,
    }  # fmt: skip
    if not ephemeral:
        found["message"] = {name: value for name, value in message.items() if name not in ("ephemeral", "channel")}
    return found


def press_in_view(place: Place, who: Who, shown: Payload, actions: Sequence[Payload], *, trigger: str) -> Payload:
    """Return a press in a modal or the Home tab, which has neither channel nor response_url."""
    return _press(place, who, actions, trigger) | {"container": {"type": "view", "view_id": shown["id"]}, "view": shown}


def _press(place: Place, who: Who, actions: Sequence[Payload], trigger: str) -> Payload:
    return {
        "type": "block_actions", "user": who.object(), "api_app_id": APP, "token": VERIFICATION, "trigger_id": trigger,
        "team": place.team_object(), **place.common(), "actions": list(actions), **NEW,
    }  # fmt: skip


def submission(place: Place, who: Who, shown: Payload, *, trigger: str) -> Payload:
    """Return a submitted form; `team` is the sender's, wherever the app is installed."""
    return {
        "type": "view_submission", "team": place.team_object(who.home), "user": who.object(), "api_app_id": APP,
        "token": VERIFICATION, "trigger_id": trigger, "view": shown, "response_urls": [], **place.common(), **NEW,
    }  # fmt: skip


def closed(place: Place, who: Who, shown: Payload) -> Payload:
    """Return a closed form, sent only if the form requests it."""
    found = submission(place, who, shown, trigger="") | {"type": "view_closed", "is_cleared": False}
    return {name: value for name, value in found.items() if name not in ("trigger_id", "response_urls")}


def suggestion(place: Place, who: Who, element: tuple[str, str], value: str, *, within: Payload) -> Payload:
    """Return what a user types into a menu: action and block id; `within` has `view`, or `channel` and container."""
    return {
        "type": "block_suggestion", "user": who.object(), "api_app_id": APP, "token": VERIFICATION,
        "action_id": element[0], "block_id": element[1], "value": value, "team": place.team_object(), **place.common(),
        **within, **NEW,
    }  # fmt: skip


def shortcut(place: Place, who: Who, *, trigger: str, message: Payload | None = None) -> Payload:
    """Return a shortcut, of a message if given."""
    found = {
        "type": "message_action" if message else "shortcut", "token": VERIFICATION, "action_ts": lengths.stamp(1),
        "team": place.team_object(), "user": who.object(), **place.common(), "callback_id": "unknown",
        "trigger_id": trigger,
    }  # fmt: skip
    return found | ({"message": message, "message_ts": message["ts"]} if message else {})


def view(place: Place, who: Who, ours: Payload, ident: str, *, number: int, state: Payload | None = None) -> Payload:
    """Return a view as Slack returns it, with all added fields; for a guest `team_id` is theirs."""
    empty = {"callback_id": "", "private_metadata": "", "external_id": "", "close": None, "submit": None}
    fixed = {
        "id": ident, "team_id": who.home, "state": state or {"values": {}}, "hash": lengths.view_hash(number),
        "clear_on_close": False, "notify_on_close": False, "previous_view_id": None, "root_view_id": ident,
        "app_id": APP, "app_installed_team_id": place.team, "bot_id": BOT_PROFILE, **NEW,
    }  # fmt: skip
    titled = {"title": ours.get("title") or {"type": "plain_text", "text": "View Title"}}
    return empty | echoed(ours) | {name: echoed_text(text) for name, text in titled.items()} | fixed


# ---------------------------------------------------------------------------------------------- events


def event(place: Place, what: Payload, number: int, channel: str = "", **more: Any) -> Payload:
    """Return an event in its envelope; `authorizations` name the installation."""
    org = GRID if place.enterprise else None
    granted = {
        "enterprise_id": org, "team_id": None if place.org_wide else place.team, "user_id": BOT_USER, "is_bot": True,
        "is_enterprise_install": place.org_wide,
    }  # fmt: skip
    return {
        "token": VERIFICATION, "team_id": place.team, "context_team_id": place.team, "context_enterprise_id": org,
        "api_app_id": APP, "event": what | {"event_ts": lengths.stamp(number)} | NEW, "type": "event_callback",
        "event_id": lengths.event_id(number), "event_time": int(time.time()), "authorizations": [granted],
        "is_ext_shared_channel": False, "event_context": lengths.event_context(place.team, channel),
        **({"enterprise_id": org} if org else {}), **NEW, **more,
    }  # fmt: skip


def home_opened(place: Place, who: str, number: int, *, tab: str = "home", shown: Payload | None = None) -> Payload:
    """Return the event of opening the app's Home tab, which has a view from the second time on."""
    what: Payload = {"type": "app_home_opened", "user": who, "channel": lengths.direct_id(who), "tab": tab}
    return event(place, what | ({"view": shown} if shown else {}), number, what["channel"])


def uninstalled(place: Place, number: int) -> Payload:
    """Return the event of removing the app; an organisation's names no workspace."""
    found = event(place, {"type": "app_uninstalled"}, number)
    return found | ({"team_id": None, "context_team_id": None} if place.org_wide else {})


def tokens_revoked(place: Place, number: int, **tokens: Sequence[str]) -> Payload:
    """Return the event of revoked tokens: `bot` or `oauth`; either may be missing."""
    return event(place, {"type": "tokens_revoked", "tokens": {name: list(ids) for name, ids in tokens.items()}}, number)


def rate_limited(place: Place) -> Payload:
    """Return the notice of too many events, which has no envelope."""
    return {
        "token": VERIFICATION, "type": "app_rate_limited", "team_id": place.team, "minute_rate_limited": 1764296000,
        "api_app_id": APP,
    }  # fmt: skip


# ---------------------------------------------------------------------------------------------- the socket


def envelope(kind: str, payload: Payload, ident: str, retry: int = 0) -> Payload:
    """Return a socket frame."""
    found: Payload = {"envelope_id": ident, "payload": payload, "type": kind}
    found["accepts_response_payload"] = kind != "events_api"
    if kind == "events_api":
        found |= {"retry_attempt": retry, "retry_reason": "timeout" if retry else ""}
    return found


def hello(connections: int = 1) -> Payload:
    """Return the first frame."""
    told = {"host": "applink-7b5d6c9f8-xkq2v", "build_number": 118, "approximate_connection_time": 18060}
    return {"type": "hello", "num_connections": connections, "debug_info": told, "connection_info": {"app_id": APP}}


def disconnect(reason: str) -> Payload:
    """Return the frame by which Slack closes the socket, or announces that."""
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": "applink-7b5d6c9f8-xkq2v"}}


# ---------------------------------------------------------------------------------------------- returned objects


def message(place: Place, ours: Payload, ts: str) -> Payload:
    """Return a message of ours as Slack returns it."""
    return {
        "user": BOT_USER, "type": "message", "ts": ts, "bot_id": BOT_PROFILE, "app_id": APP, "team": place.team,
        "text": ours.get("text", ""), "blocks": echoed(ours)["blocks"],
        "bot_profile": {
            "id": BOT_PROFILE, "app_id": APP, "user_id": BOT_USER, "name": "Feldpost", "deleted": False,
            "updated": 1764296000, "team_id": place.team, "icons": {"image_36": "https://a.slack-edge.com/bot_36.png"},
        },
        **({"thread_ts": ours["thread_ts"]} if ours.get("thread_ts") else {}),
        **({"metadata": ours["metadata"]} if ours.get("metadata") else {}), **NEW,
    }  # fmt: skip


def echoed(ours: Payload) -> Payload:
    """Return blocks as Slack returns them: each with an id, `emoji` in plain texts and `verbatim` in others."""
    blocks = []
    for number, block in enumerate(ours.get("blocks") or ()):
        blocks.append({"block_id": lengths.block_id(number)} | _walked(block))
    return ours | {"blocks": blocks}


def echoed_text(text: Payload) -> Payload:
    """Return a text object as Slack returns it."""
    return text | ({"emoji": True} if text.get("type") == "plain_text" else {"verbatim": text.get("verbatim", False)})


def _walked(part: Any) -> Any:
    if isinstance(part, list):
        return [_walked(one) for one in part]
    if not isinstance(part, dict):
        return part
    walked = {name: _walked(one) for name, one in part.items()}
    return echoed_text(walked) if part.get("type") in ("plain_text", "mrkdwn") and "text" in part else walked
