"""Looks at Discord without posting: is the token known, and may the bot do in each server what it must?"""

from __future__ import annotations

from dataclasses import dataclass

import aiohttp
import discord

from bot.commands import leagues
from bot.platforms.discord.invite import INTENTS, missing
from bot.sharding import Shards
from bot.titles import titles


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found; `remedy` says what to do."""

    ok: bool
    text: str
    remedy: str = ""


async def look(token: str, shards: Shards | None = None) -> Finding:
    """Ask Discord who we are, what we may and what it knows; nothing is posted and no command is changed.

    Args:
        token: of the bot.
        shards: those that this process is to connect, None for all.
    """
    client = discord.Client(intents=INTENTS)
    try:
        await client.login(token)
        guilds = await client.http.get_guilds(limit=200)
        known = {str(one["name"]) for one in await client.http.get_global_commands(client.application_id or 0)}
        recommended, _, _ = await client.http.get_bot_gateway()
    except discord.LoginFailure:
        return Finding(
            ok=False, text="Discord does not know the token", remedy="Reset it on the page Bot of your application."
        )
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        return Finding(ok=False, text=f"Discord does not answer ({type(error).__name__})", remedy="Try again later.")
    finally:
        await client.close()
    name = client.user.name if client.user is not None else "?"
    texts = [f"known as {name}, in {len(guilds)} server{'' if len(guilds) == 1 else 's'}"]
    remedies = []
    lacking = [
        f"{guild['name']}: {lack}"
        for guild in guilds
        if (lack := missing(discord.Permissions(int(guild["permissions"]))))
    ]
    if lacking:
        remedies.append(
            f"Give these permissions, or invite it again by `feldpost discord invite`: {'; '.join(lacking)}."
        )
    if absent := sorted(({title.command for title in titles()} | {leagues.ROOT}) - known):
        texts.append(f"Discord does not have {' and '.join(f'/{one}' for one in absent)} yet")
        remedies.append("A running bot sends the commands; where Discord refuses them, /readyz and the log say why.")
    if shards is not None:
        texts.append(f"connects shards {shards} (Discord recommends {recommended} in all)")
        remedies += _for_shards(shards, recommended)
    return Finding(ok=True, text="; ".join(texts), remedy=" ".join(remedies))


def _for_shards(shards: Shards, recommended: int) -> list[str]:
    """What an operator has to see to where processes share the shards."""
    found = []
    if shards.others:
        found.append(f"Other processes must connect shards {shards.others}: servers on them get no answer otherwise.")
    if shards.count < recommended:
        found.append(
            f"Discord recommends {recommended} shards: raise the number behind the slash of FELDPOST_DISCORD_SHARDS in "
            "all processes at once."
        )
    return found


__all__ = ["Finding", "look"]
