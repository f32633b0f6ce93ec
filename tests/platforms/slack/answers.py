"""Slack's responses to Web API calls, with all the fields it adds.

Sources: docs.slack.dev (reference/methods), slackapi/java-slack-sdk `json-logs/samples/api`.
"""

from __future__ import annotations

from typing import Any

from tests.platforms.slack import lengths
from tests.platforms.slack.lengths import APP, BOT_PROFILE, BOT_USER, GRID
from tests.platforms.slack.payloads import NEW, Payload, Place, message

#: An error page of a proxy or of Slack itself.
PAGE = "<!DOCTYPE html><html><head><title>Server Error</title></head><body>…</body></html>"


def ok(**fields: Any) -> Payload:
    """Return a successful response, with an irrelevant warning."""
    more = {"response_metadata": {"warnings": ["missing_charset"]}, "warning": "missing_charset"}
    return {"ok": True, **more, **NEW, **fields}


def refused(error: str, **fields: Any) -> Payload:
    """Return a refusal with an error code; for blocks, with details."""
    found: Payload = {"ok": False, "error": error}
    if error == "invalid_blocks":
        told = "no more than 50 items allowed [json-pointer:/blocks]"
        found |= {"errors": [told], "response_metadata": {"messages": [f"[ERROR] {told}"]}}
    return found | fields


def auth_test(team: str, url: str) -> Payload:
    """Return our identity; in an organisation's installation the team may be the organisation."""
    found = {
        "url": url,
        "team": "Army",
        "user": "feldpost",
        "team_id": team,
        "user_id": BOT_USER,
        "bot_id": BOT_PROFILE,
    }
    org = team == GRID
    return {"ok": True, **found, "is_enterprise_install": org, **({"enterprise_id": GRID} if org else {})}


def posted(place: Place, channel: str, args: Payload, ts: str) -> Payload:
    """`chat.postMessage` and `chat.update`."""
    return ok(channel=channel, ts=ts, text=args.get("text", ""), message=message(place, args, ts))


def scheduled(place: Place, args: Payload, number: str) -> Payload:
    """`chat.scheduleMessage`."""
    said = message(place, args, "")
    shown = {name: said[name] for name in ("type", "text", "user", "team", "bot_id") if name in said}
    return ok(channel=args["channel"], post_at=int(args["post_at"]), scheduled_message_id=number, message=shown)


def channel(ident: str, **about: Any) -> Payload:
    """`conversations.info` of a public channel."""
    flags = dict.fromkeys(
        ("is_group", "is_im", "is_mpim", "is_private", "is_general", "is_shared", "is_org_shared", "is_ext_shared",
         "is_pending_ext_shared", "is_read_only", "is_thread_only", "is_non_threadable", "is_frozen"), False,
    )  # fmt: skip
    told = {"value": "", "creator": "", "last_set": 0}
    return ok(
        channel={
            "id": ident, "name": "table", "name_normalized": "table", "is_channel": True, "created": 1449252889,
            "creator": lengths.ident("U", "MAKER"), "unlinked": 0, "topic": told, "purpose": told, "previous_names": [],
            **flags, **NEW, **about,
        }
    )  # fmt: skip


def opened_channel(user: str) -> Payload:
    """`conversations.open`."""
    return ok(no_op=True, already_open=True, channel={"id": lengths.direct_id(user)})


def file(ident: str, name: str, size: int) -> Payload:
    """Return a file just received by Slack: it has no type until it is processed."""
    texts = dict.fromkeys(("mimetype", "filetype", "pretty_type", "external_type", "username"), "")
    flags = dict.fromkeys(
        ("editable", "is_external", "is_public", "public_url_shared", "display_as_bot", "has_more_shares"), False
    )
    return {
        "id": ident, "created": 1764296000, "timestamp": 1764296000, "name": name, "title": name, "user": BOT_USER,
        "size": size, "mode": "hosted", "url_private": f"https://files.slack.com/files-pri/{ident}/{name}", "shares": {},
        "channels": [], "groups": [], "ims": [], "file_access": "visible", **texts, **flags, **NEW,
    }  # fmt: skip


def oauth(place: Place, token: str, scopes: str) -> Payload:
    """`oauth.v2.access`: for a whole organisation `team` is null."""
    return {
        "ok": True, "app_id": APP, "authed_user": {"id": lengths.ident("W" if place.enterprise else "U", "INSTALLER")},
        "scope": scopes, "token_type": "bot", "access_token": token, "bot_user_id": BOT_USER,
        "team": None if place.org_wide else {"id": place.team, "name": "Another"}, "enterprise": place.enterprise,
        "is_enterprise_install": place.org_wide, **NEW,
    }  # fmt: skip
