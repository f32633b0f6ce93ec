"""The invite link, with the minimal permissions the bot needs."""

from __future__ import annotations

import discord

#: View the channel, post there and in threads, open the spectators' thread, attach files: games need all of these.
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
)

#: Permissions in the link: additionally, reading history to find our own messages after a crash and a long outage.
INVITED = PERMISSIONS | discord.Permissions(read_message_history=True)

#: Slash commands and buttons need no intent; the guilds intent makes channels known.
INTENTS = discord.Intents(guilds=True)


def invite_link(application_id: int) -> str:
    """Return the invite link of an application."""
    return discord.utils.oauth_url(application_id, permissions=INVITED, scopes=("bot", "applications.commands"))


def missing(held: discord.Permissions) -> str:
    """Return the permissions the bot needs and doesn't have, as Discord's pages name them."""
    return ", ".join(lacking(held))


def lacking(held: discord.Permissions) -> tuple[str, ...]:
    """Return the missing permissions as a tuple."""
    if held.administrator:
        return ()
    names = {"read_messages": "View Channel"}
    wanted = [name for name, needed in PERMISSIONS if needed and not getattr(held, name)]
    return tuple(names.get(name, name.replace("_", " ").title()) for name in wanted)


__all__ = ["INTENTS", "INVITED", "PERMISSIONS", "invite_link", "lacking", "missing"]
