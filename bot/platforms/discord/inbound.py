"""What an interaction says, as the service reads it: who, where, what was typed or pressed, and what we may do there."""

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
    """What somebody did: typed under the root of a title, pressed, or filled into the form of a game."""

    text: str | None = None
    tokens: Sequence[str] = ()
    game: str = ""
    title: str = ""


def inbound_of(platform: str, interaction: Interaction, channel: str, done: InteractionInput) -> Inbound:
    """Return what somebody did in a channel of a platform, within the lengths that the service takes."""
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
        within=_around(interaction),
        roles=_roles(interaction),
        manages=interaction.permissions.manage_guild,
        locale=str(interaction.locale.value)[:40],
        place_locale=str(interaction.guild_locale.value)[:40] if interaction.guild_locale is not None else "",
        lacks=lacking(interaction.app_permissions),
        examine=partial(_unfit, interaction, channel),
        form=str(data.get("custom_id", "")).startswith(SHEET),
    )


async def _unfit(interaction: Interaction, channel: str) -> tuple[str, ...]:
    """Say what keeps games from a channel beside permissions: only text and announcement channels hold threads."""
    here = interaction.channel
    if here is None or channel != str(interaction.channel_id):
        return ()
    return () if isinstance(here, discord.TextChannel) else (adapter_texts.NO_ROOMS,)


def _around(interaction: Interaction) -> tuple[str, ...]:
    """For a thread the channel in which it was opened."""
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    return (str(parent),) if parent else ()


def _roles(interaction: Interaction) -> tuple[str, ...]:
    """Return the roles that a member has, as far as we know those of the server."""
    user = interaction.user
    return tuple(str(role.id) for role in user.roles) if isinstance(user, discord.Member) else ()


__all__ = ["Interaction", "InteractionInput", "inbound_of"]
