"""The link by which a server takes Feldpost in, with the narrowest permissions that it needs."""

from __future__ import annotations

import discord

#: See the channel, post there and in threads, open the spectators' thread, attach pictures: without them there is no game.
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
)

#: What the link asks for: besides those, to find our own messages again after a crash and a long outage.
INVITED = PERMISSIONS | discord.Permissions(read_message_history=True)

#: Slash commands and buttons need no intent; guilds are told of so that channels are known.
INTENTS = discord.Intents(guilds=True)


def invite_link(application_id: int) -> str:
    """Return the link for an application."""
    return discord.utils.oauth_url(application_id, permissions=INVITED, scopes=("bot", "applications.commands"))


def missing(held: discord.Permissions) -> str:
    """Return the permissions that we need and do not have, as Discord's pages name them."""
    return ", ".join(lacking(held))


def lacking(held: discord.Permissions) -> tuple[str, ...]:
    """Return the same, each by itself."""
    if held.administrator:
        return ()
    names = {"read_messages": "View Channel"}
    wanted = [name for name, needed in PERMISSIONS if needed and not getattr(held, name)]
    return tuple(names.get(name, name.replace("_", " ").title()) for name in wanted)


__all__ = ["INTENTS", "INVITED", "PERMISSIONS", "invite_link", "lacking", "missing"]
