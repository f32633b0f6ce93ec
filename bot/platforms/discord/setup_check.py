"""Check the Discord setup without posting: whether the token is valid, and the permissions in each server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord

from bot.commands import leagues
from bot.narration.texts import host_text
from bot.platforms.discord.invite import INTENTS, missing
from bot.sharding import Shards
from bot.titles import titles


@dataclass(frozen=True, slots=True)
class DiscordFinding:
    """The result; `remedy` says what to do."""

    ok: bool
    text: str
    remedy: str = ""


async def look(token: str, shards: Shards | None = None) -> DiscordFinding:
    """Query our identity, permissions and registered commands; nothing is posted or changed.

    Args:
        token: bot token.
        shards: the shards this process will connect, None for all.
    """
    client = discord.Client(intents=INTENTS)
    try:
        await client.login(token)
        guilds = await client.http.get_guilds(limit=200)
        known = {str(one["name"]) for one in await client.http.get_global_commands(client.application_id or 0)}
        recommended, _, _ = await client.http.get_bot_gateway()
    except discord.LoginFailure:
        return DiscordFinding(
            ok=False,
            text=host_text("faults.discord_checking.discord_does_not_know"),
            remedy=host_text("faults.discord_checking.reset_page_bot_your"),
        )
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        return DiscordFinding(
            ok=False,
            text=host_text("faults.discord_checking.discord_does_not_answer", name=type(error).__name__),
            remedy=host_text("faults.discord_checking.try_again_later"),
        )
    finally:
        await client.close()
    name = client.user.name if client.user is not None else "?"
    texts, remedies = _findings(name, guilds, known)
    if shards is not None:
        texts.append(host_text("faults.discord_checking.shards", shards=shards, recommended=recommended))
        remedies += _for_shards(shards, recommended)
    return DiscordFinding(ok=True, text="; ".join(texts), remedy=" ".join(remedies))


def _findings(name: str, guilds: Sequence[Any], known: set[str]) -> tuple[list[str], list[str]]:
    """Return findings and remedies: permissions missing by server, and commands Discord doesn't have."""
    texts = [host_text("faults.discord_checking.known_as", name=name, count=len(guilds))]
    remedies: list[str] = []
    lacking = [
        f"{guild['name']}: {lack}"
        for guild in guilds
        if (lack := missing(discord.Permissions(int(guild["permissions"]))))
    ]
    if lacking:
        remedies.append(host_text("faults.discord_checking.give_these_permissions_invite", names="; ".join(lacking)))
    if absent := sorted(({title.command for title in titles()} | {leagues.ROOT}) - known):
        texts.append(
            host_text("faults.discord_checking.discord_does_not_have", names=" and ".join(f"/{one}" for one in absent))
        )
        remedies.append(host_text("faults.discord_checking.running_bot_sends_commands"))
    return texts, remedies


def _for_shards(shards: Shards, recommended: int) -> list[str]:
    """Return what the operator has to do when several processes share the shards."""
    found = []
    if shards.others:
        found.append(host_text("faults.discord_checking.other_processes_must_connect", others=shards.others))
    if shards.count < recommended:
        found.append(host_text("faults.discord_checking.discord_recommends_shards_raise", recommended=recommended))
    return found


__all__ = ["DiscordFinding", "look"]
