"""Convert an interaction for the service: who, where, what was typed or pressed, and the bot's permissions there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from bot.platforms.discord import adapter_texts
from bot.platforms.discord.forms import SHEET
from bot.platforms.discord.invite import lacking
from bot.port import Inbound

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class InteractionInput:
    """The user's input: typed under a title's root, pressed, or entered in a game's form."""

    text: str | None = None
    tokens: Sequence[str] = ()
    game: str = ""
    title: str = ""


def inbound_of(platform: str, interaction: Interaction, channel: str, done: InteractionInput) -> Inbound:
    """Build the Inbound of an interaction, truncated to the lengths the service accepts."""
    tokens = done.tokens
    data: dict[str, Any] = dict(interaction.data or {})
    return Inbound(
        platform=platform,
        channel=channel,
        server=str(interaction.guild_id or ""),
        user=str(interaction.user.id),
        user_name=interaction.user.display_name[:100],
        key=f"{platform}:{interaction.id}",
        text=done.text[:2000] if done.text is not None else None,
        title=done.title,
        game=done.game[:100],
        token=tokens[0][:100] if tokens else None,
        tokens=tuple(token[:100] for token in tokens[:125]) if len(tokens) > 1 else (),
        within=_parent_channel(interaction),
        roles=_roles(interaction),
        manages=interaction.permissions.manage_guild,
        locale=str(interaction.locale.value)[:40],
        place_locale=str(interaction.guild_locale.value)[:40] if interaction.guild_locale is not None else "",
        lacks=lacking(interaction.app_permissions),
        examine=partial(_unsuitable, interaction, channel),
        form=str(data.get("custom_id", "")).startswith(SHEET),
    )


async def _unsuitable(interaction: Interaction, channel: str) -> tuple[str, ...]:
    """Return what besides permissions prevents games in a channel: only text and announcement channels have threads."""
    here = interaction.channel
    if here is None or channel != str(interaction.channel_id):
        return ()
    return () if isinstance(here, discord.TextChannel) else (adapter_texts.NO_ROOMS,)


def _parent_channel(interaction: Interaction) -> tuple[str, ...]:
    """Return the parent channel of a thread, () elsewhere."""
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    return (str(parent),) if parent else ()


def _roles(interaction: Interaction) -> tuple[str, ...]:
    """Return the member's roles, as far as known."""
    user = interaction.user
    return tuple(str(role.id) for role in user.roles) if isinstance(user, discord.Member) else ()


__all__ = ["Interaction", "InteractionInput", "inbound_of"]
