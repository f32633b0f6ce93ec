"""Looks at Discord without posting: is the token known, and may the bot do in each server what it must?"""

from __future__ import annotations

from dataclasses import dataclass

import aiohttp
import discord

from bot.platforms.discord.invite import INTENTS, missing


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found; `remedy` says what to do."""

    ok: bool
    text: str
    remedy: str = ""


async def look(token: str) -> Finding:
    """Ask Discord who we are and what we may; nothing is posted and no command is changed."""
    client = discord.Client(intents=INTENTS)
    try:
        await client.login(token)
        guilds = await client.http.get_guilds(limit=200)
    except discord.LoginFailure:
        return Finding(
            ok=False, text="Discord does not know the token", remedy="Reset it on the page Bot of your application."
        )
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        return Finding(ok=False, text=f"Discord does not answer ({type(error).__name__})", remedy="Try again later.")
    finally:
        await client.close()
    name = client.user.name if client.user is not None else "?"
    text = f"known as {name}, in {len(guilds)} server{'' if len(guilds) == 1 else 's'}"
    lacking = [
        f"{guild['name']}: {lack}"
        for guild in guilds
        if (lack := missing(discord.Permissions(int(guild["permissions"]))))
    ]
    if lacking:
        remedy = f"Give these permissions, or invite it again by `feldpost discord invite`: {'; '.join(lacking)}."
        return Finding(ok=True, text=text, remedy=remedy)
    return Finding(ok=True, text=text)


__all__ = ["Finding", "look"]
