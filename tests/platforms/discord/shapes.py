"""Builders of Discord's payloads, one per kind, with all fields of the kind, and all lengths in one place.

Fields and lengths are those of Discord's documentation and of public samples (`samples/`, whose README says more).
Discord promises no lengths except for ids, which are 64-bit numbers; everything else is text of any length, and every
object may get more fields. So every builder adds an unknown field.
"""

from __future__ import annotations

import base64
import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

#: Ids have 17 to 19 digits today, the oldest the fewest; a bot's user id can differ from its application id.
APPLICATION, BOT = 1312345678901234567, 1309876543210987654
GUILD, CHANNEL = 1298765432109876543, 1298765433678901234
#: A role of the guild besides @everyone, and a guild that is unavailable.
ORGANISERS, AWAY = "1298765434000000001", 1298765432109870002
_FIRST_PERSON = (80351110224678000, 234567890123450000, 1187654321098760000)
_DIRECT = 10**17
#: Permissions of a person with nearly all rights; Discord's bits exceed 2^50.
_MUCH = 2251799813685247
STAMP = "2026-11-01T00:00:00.123000+00:00"
#: A field from a future version of Discord.
NEW: Json = {"of_tomorrow": {"kind": 77, "text": None}}

#: Channel types (developers/resources/channel).
TEXT, DIRECT, VOICE, GROUP, CATEGORY, ANNOUNCEMENT = 0, 1, 2, 3, 4, 5
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD, STAGE, DIRECTORY, FORUM, MEDIA = 10, 11, 12, 13, 14, 15, 16
THREADS = frozenset({ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD})
#: Channel types whose messages can have a thread, with the thread's type.
THREAD_BELOW = {TEXT: PUBLIC_THREAD, ANNOUNCEMENT: ANNOUNCEMENT_THREAD}

_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Lengths:
    """Lengths of texts that Discord generates and doesn't document."""

    token: int = 214
    address: int = 184
    hash: int = 32
    session: int = 32
    continuation: int = 17

    @classmethod
    def doubled(cls) -> Lengths:
        """Return all lengths doubled."""
        usual = cls()
        return cls(**{name: 2 * getattr(usual, name) for name in cls.__slots__})


def user_id(number: int) -> int:
    """Return the id of a person numbered by the tests; an actual id is unchanged."""
    return number if number >= _DIRECT // 10 else _FIRST_PERSON[number % len(_FIRST_PERSON)] + number


def direct_id(number: int) -> int:
    """Return the direct message channel of a person."""
    return 1350000000000000000 + user_id(number) % _DIRECT


def snowflake() -> int:
    """Return a new id with a timestamp like Discord's."""
    return (int((time.time() * 1000) - 1420070400000) << 22) | (next(_numbers) & 0x3FFFFF)


def _text(length: int, kind: str = "ab12cd34") -> str:
    return (kind * (length // len(kind) + 1))[:length]


class Shapes:
    """Builds payloads."""

    def __init__(self, lengths: Lengths = Lengths()) -> None:
        self.lengths = lengths

    # ------------------------------------------------------------------------------------------ texts

    def token(self, interaction: int) -> str:
        """Return an interaction's token; it contains the id, and base64 characters that must be escaped in URLs."""
        head = base64.b64encode(f"interaction:{interaction}:".encode()).decode().rstrip("=")
        return (head + _text(self.lengths.token, "A9z0R"))[: self.lengths.token]

    def address(self, channel: int, attachment: int, name: str) -> str:
        """Return an attachment's URL; it is signed and expires."""
        head = f"https://cdn.discordapp.com/attachments/{channel}/{attachment}/{name}?ex=6a5b4c3d&is=6a59fabd&hm="
        return head + _text(max(64, self.lengths.address - len(head) - 1)) + "&"

    def session(self) -> str:
        """Return the id of a gateway session."""
        return f"{snowflake():x}".rjust(16, "0") + _text(self.lengths.session - 16)

    # ------------------------------------------------------------------------------------------ people

    def user(self, number: int, name: str, *, bot: bool = False) -> Json:
        """A user."""
        if bot:
            return {
                "id": str(number), "username": name, "discriminator": "1234", "global_name": None, "avatar": None, "bot": True,
                "public_flags": 0, "clan": None, "primary_guild": None, "avatar_decoration_data": None, "collectibles": None,
                "banner": None, "accent_color": None, "display_name_styles": None, **NEW,
            }  # fmt: skip
        hashed = "a_" + _text(self.lengths.hash)
        return {
            "id": str(number), "username": f"{name.lower()}.example", "discriminator": "0", "global_name": name, "avatar": hashed,
            "avatar_decoration_data": {"asset": hashed, "sku_id": "1144058522808614923", "expires_at": None}, "clan": None,
            "primary_guild": {"identity_guild_id": str(GUILD), "identity_enabled": True, "tag": "WAR", "badge": hashed[2:]},
            "collectibles": None, "display_name_styles": None, "public_flags": 4194304, **NEW,
        }  # fmt: skip

    def member(self, user: Json, roles: Sequence[str], permissions: str) -> Json:
        """Return a guild member as in an interaction."""
        return {
            "user": user, "nick": None, "avatar": None, "banner": None, "roles": [*roles], "joined_at": STAMP,
            "premium_since": None, "deaf": False, "mute": False, "flags": 0, "pending": False,
            "communication_disabled_until": None, "unusual_dm_activity_until": None, "collectibles": None,
            "display_name_styles": None, "permissions": permissions, **NEW,
        }  # fmt: skip

    # ------------------------------------------------------------------------------------------ channels

    def channel(self, number: int, kind: int, **more: Any) -> Json:
        """Return a channel of any type except threads; `with` of a direct one is only for the loopback."""
        told: Json = {"id": str(number), "type": kind, "last_message_id": None, "flags": 0, **NEW}
        if kind == GROUP:
            return {**told, "recipients": [], "name": None, "icon": None, "owner_id": str(user_id(11)), **more}
        if kind == DIRECT:
            return {**told, "recipients": [], "recipient_flags": 0, **more}
        told |= {
            "guild_id": str(GUILD), "name": f"channel-{number}", "position": 3, "nsfw": False, "topic": None, "parent_id": None,
            "permission_overwrites": [{"id": str(GUILD), "type": 0, "allow": "0", "deny": "0"}], "rate_limit_per_user": 0,
            "icon_emoji": None, "theme_color": None,
        }  # fmt: skip
        if kind in (VOICE, STAGE):
            told |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
        if kind in (FORUM, MEDIA):
            told |= {
                "available_tags": [], "default_reaction_emoji": None, "default_sort_order": None, "default_forum_layout": 0,
                "default_thread_rate_limit_per_user": 0, "default_auto_archive_duration": 4320, "template": "",
            }  # fmt: skip
        return told | more

    def thread(self, number: int, kind: int, parent: int | str, name: str, **more: Any) -> Json:
        """A thread."""
        meta: Json = {
            "archived": False, "archive_timestamp": STAMP, "auto_archive_duration": 10080, "locked": False,
            "create_timestamp": STAMP, "invitable": True,
        }  # fmt: skip
        return {
            "id": str(number), "type": kind, "guild_id": str(GUILD), "name": name, "parent_id": str(parent),
            "owner_id": str(BOT), "message_count": 0, "member_count": 1, "total_message_sent": 0, "rate_limit_per_user": 0,
            "last_message_id": None, "flags": 0, "thread_metadata": meta, "applied_tags": [],
            "member": {"id": str(number), "user_id": str(BOT), "join_timestamp": STAMP, "flags": 1}, **NEW, **more,
        }  # fmt: skip

    def role(self, number: str, name: str, *, managed: bool = False) -> Json:
        """Return a role; in its tags null means yes."""
        told: Json = {
            "id": number, "name": name, "description": None, "color": 0, "hoist": False, "position": 0, "managed": managed,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}, "mentionable": False, "flags": 0,
            "permissions": str(_MUCH), "icon": None, "unicode_emoji": None, **NEW,
        }  # fmt: skip
        return {**told, "tags": {"bot_id": str(BOT), "premium_subscriber": None}} if managed else told

    def guild(self, number: int, bot: Json, channels: Sequence[Json], threads: Sequence[Json]) -> Json:
        """Return a guild as sent by the gateway to a bot in it."""
        member = {key: one for key, one in self.member(bot, [], "0").items() if key != "permissions"}
        return {
            "id": str(number), "name": "Loopback", "icon": None, "banner": None, "splash": None, "discovery_splash": None,
            "home_header": None, "description": None, "vanity_url_code": None, "owner_id": str(user_id(1)), "region": "deprecated",
            "roles": [self.role(str(number), "@everyone"), self.role(ORGANISERS, "Organisers"),
                      self.role(str(number + 7), "Feldpost", managed=True)],
            "emojis": [], "stickers": [], "features": ["COMMUNITY", "NEWS", "GUILD_ONBOARDING", "OF_TOMORROW"],
            "members": [member], "member_count": 4, "max_members": 25000000, "presences": [], "voice_states": [],
            "channels": [*channels], "threads": [*threads], "stage_instances": [], "guild_scheduled_events": [],
            "soundboard_sounds": [], "embedded_activities": [], "activity_instances": [], "large": False, "unavailable": False,
            "preferred_locale": "en-US", "premium_tier": 0, "premium_subscription_count": 0, "premium_progress_bar_enabled": False,
            "premium_features": None, "nsfw": False, "nsfw_level": 0, "verification_level": 0, "mfa_level": 0, "lazy": True,
            "default_message_notifications": 0, "explicit_content_filter": 0, "system_channel_id": None, "system_channel_flags": 0,
            "afk_channel_id": None, "afk_timeout": 60, "rules_channel_id": None, "public_updates_channel_id": None,
            "safety_alerts_channel_id": None, "latest_onboarding_question_id": None, "application_id": None, "hub_type": None,
            "inventory_settings": None, "incidents_data": None, "clan": None, "joined_at": STAMP, "version": snowflake(),
            "application_command_counts": {"1": 2}, "max_video_channel_users": 25, "max_stage_video_channel_users": 50, **NEW,
        }  # fmt: skip

    # ------------------------------------------------------------------------------------------ messages

    def message(self, number: int, channel: int, author: Json, flags: int, *, follows: int = 0) -> Json:
        """Return a message of the bot; `follows` is the interaction it answers, 0 for none."""
        told: Json = {
            "id": str(number), "type": 0, "channel_id": str(channel), "content": "", "author": author, "timestamp": STAMP,
            "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
            "attachments": [], "embeds": [], "pinned": False, "components": [], "flags": flags, "nonce": None, **NEW,
        }  # fmt: skip
        del told["nonce"]
        if follows:
            told |= {"type": 20, "application_id": str(APPLICATION), "webhook_id": str(APPLICATION)}
        return told

    def answering(self, interaction: int, user: Json, kind: int, message: int) -> Json:
        """Return a message's data about the interaction it answers, in both the new and the old form."""
        told: Json = {"id": str(interaction), "type": kind, "user": user}
        owners = {"authorizing_integration_owners": {"0": str(GUILD)}}
        new = {
            **told,
            **owners,
            "name": "pog status",
            "command_type": 1,
            "original_response_message_id": str(message),
            **NEW,
        }
        return {"interaction_metadata": new, "interaction": {**told, "name": "pog status"}}

    def attachment(self, number: int, channel: int, name: str, size: int, description: str | None, mime: str) -> Json:
        """An attachment."""
        address = self.address(channel, number, name)
        told: Json = {
            "id": str(number), "filename": name, "size": size, "url": address,
            "proxy_url": address.replace("cdn.discordapp.com", "media.discordapp.net"), "description": description,
            "content_type": mime, "content_scan_version": 4, "flags": 0, **NEW,
        }  # fmt: skip
        if mime.startswith("image/"):
            told |= {"width": 1200, "height": 900, "placeholder": _text(28), "placeholder_version": 1}
        return told

    def components(self, rows: Sequence[Json]) -> list[Json]:
        """Return components as Discord returns them: numbered, with omitted fields filled in."""
        numbers = itertools.count(1)

        def numbered(one: Json) -> Json:
            told = {**one, "id": next(numbers)}
            for inner in ("components", "options"):
                if inner in one and inner == "components":
                    told[inner] = [numbered(part) for part in one[inner]]
            return told

        return [numbered(row) for row in rows]

    # ------------------------------------------------------------------------------------------ interactions

    def interaction(self, number: int, token: str, kind: int, data: Json, limit: int, permissions: int) -> Json:
        """Return the fields common to all interactions."""
        return {
            "id": str(number), "application_id": str(APPLICATION), "type": kind, "token": token, "version": 1, "data": data,
            "locale": "en-US", "entitlements": [], "entitlement_sku_ids": [], "attachment_size_limit": limit,
            "app_permissions": str(permissions), **NEW,
        }  # fmt: skip

    def in_server(self, guild: int, member: Json, channel: Json) -> Json:
        """Return the origin of an interaction in a guild channel."""
        return {
            "guild_id": str(guild), "guild": {"id": str(guild), "locale": "en-US", "features": ["COMMUNITY", "NEWS"]},
            "guild_locale": "en-US", "channel_id": channel["id"], "channel": {**channel, "permissions": str(_MUCH)},
            "member": member, "authorizing_integration_owners": {"0": str(guild)}, "context": 0,
        }  # fmt: skip

    def in_private(self, user: Json, channel: Json) -> Json:
        """Return the origin of an interaction in direct messages with the bot, or in a group."""
        alone = channel["type"] == DIRECT
        owners = {"0": "0"} if alone else {"1": user["id"]}
        place = {"channel_id": channel["id"], "channel": channel, "context": 1 if alone else 2}
        return {**place, "user": user, "authorizing_integration_owners": owners}

    # ------------------------------------------------------------------------------------------ the bot

    def application(self, owner: Json) -> Json:
        """Return the application."""
        return {
            "id": str(APPLICATION), "name": "Feldpost", "icon": None, "description": "", "summary": "", "type": None,
            "bot_public": True, "bot_require_code_grant": False, "verify_key": _text(64), "team": None, "owner": owner,
            "flags": 8388608, "hook": True, "is_monetized": False, "is_verified": False, "is_discoverable": False,
            "storefront_available": False, "redirect_uris": [], "interactions_endpoint_url": None, "role_connections_verification_url": None,
            "integration_types_config": {"0": {}}, "approximate_guild_count": 1, "approximate_user_install_count": 0,
            "event_webhooks_url": None, "event_webhooks_status": 1, "explicit_content_filter": 0, **NEW,
        }  # fmt: skip

    def command(self, number: int, told: Json) -> Json:
        """Return a command as Discord returns it."""
        return {
            "id": str(number), "application_id": str(APPLICATION), "version": str(snowflake()), "default_member_permissions": None,
            "type": 1, "name_localizations": None, "description_localizations": None, "dm_permission": True, "contexts": None,
            "integration_types": [0], "nsfw": False, **NEW, **told,
        }  # fmt: skip

    def ready(self, session: str, bot: Json, guilds: Sequence[int], shard: Sequence[int], url: str) -> Json:
        """Return the first event of a session, before its guilds."""
        return {
            "v": 10, "user": {**bot, "verified": True, "mfa_enabled": True, "flags": 0, "email": None, "bio": ""},
            "guilds": [{"id": str(number), "unavailable": True} for number in guilds], "session_id": session, "session_type": "normal",
            "resume_gateway_url": url, "shard": [*shard], "application": {"id": str(APPLICATION), "flags": 8388608},
            "private_channels": [], "relationships": [], "presences": [], "guild_join_requests": [], "game_relationships": [],
            "geo_ordered_rtc_regions": ["frankfurt"], "user_settings": {}, "auth": {}, "_trace": ["[\"gateway\"]"], **NEW,
        }  # fmt: skip


def form_errors(*path: str, code: str, message: str) -> Json:
    """Return the body of a refusal that names a field, however deeply nested."""
    errors: Json = {"_errors": [{"code": code, "message": message}]}
    for step in reversed(path):
        errors = {step: errors}
    return {"message": "Invalid Form Body", "code": 50035, "errors": errors}


def limited(seconds: float, *, scope: str = "user", code: int = 0, bucket: str = "") -> tuple[Json, dict[str, str]]:
    """Return body and headers of a rate-limit refusal."""
    told: Json = {
        "message": "You are being rate limited." if scope != "shared" else "The resource is being rate limited.",
        "retry_after": seconds,
        "global": scope == "global",
    }
    headers = {"Retry-After": str(int(seconds) + 1), "X-RateLimit-Scope": scope, "Via": "1.1 google"}
    if scope == "global":
        headers["X-RateLimit-Global"] = "true"
    elif bucket:
        headers |= {
            "X-RateLimit-Bucket": bucket,
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset-After": f"{seconds:.3f}",
        }
    return ({**told, "code": code} if code else told), headers
