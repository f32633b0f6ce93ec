"""Private answers: the panel is edited while its token lives, then posted anew; pictures follow when ready."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, cast

import aiohttp
import discord

from bot.platforms.discord import adapter_texts, faults
from bot.platforms.discord.pictures import Easel
from bot.platforms.discord.references import PanelRef, References
from bot.platforms.discord.rendering import Rendered, render
from bot.platforms.discord.request_retry import BROKEN, PATIENT, insisted
from bot.platforms.shared_pictures import patiently
from bot.storage import StorageError
from bot.table.position import game_of, idle, offers_of, position_of
from bot.table.reply import PictureRef, Reply
from bot.workers import Overloaded

_log = logging.getLogger(__name__)

#: Pauses in seconds before retrying a picture for which there was no capacity, no process or no store.
_PAUSES = (1.0, 5.0, 20.0)

Interaction = discord.Interaction[Any]
#: Shows a message with text, view and files as in discord.py; returns its id.
Edit = Callable[..., Any]


class Panels:
    """Shows private messages.

    Args:
        references: stores the panels.
        easel: renders pictures.
        now: clock, in Unix seconds.
    """

    def __init__(self, references: References, easel: Easel, now: Callable[[], float] = time.time) -> None:
        self._references = references
        self._easel = easel
        self._now = now
        self._tasks: set[asyncio.Task[None]] = set()
        #: The picture each private message shows or waits for.
        self._showing: dict[int, str] = {}
        self._drawing: dict[int, asyncio.Task[None]] = {}

    async def answer(self, interaction: Interaction, replies: Sequence[Reply], *, in_place: bool) -> None:
        """Show the replies to an acknowledged interaction.

        `in_place` means that the pressed message is the user's own: a panel replaces it, anything else is shown below
        it. Otherwise the first reply replaces the "thinking" message.
        """
        free = not in_place
        try:
            for reply in replies:
                if reply.edit == "panel" or free:
                    await self._fill(interaction, reply)
                    free = False
                else:
                    await self._follow_up(interaction, reply)
            if free:
                await insisted(lambda: interaction.edit_original_response(content=adapter_texts.DONE))
        except BROKEN as error:
            _log.warning("interaction %d: its answer broke (%s)", interaction.id, type(error).__name__)
            await self._by_direct_message(interaction, replies)
        except discord.HTTPException as error:
            if faults.code_of(error) not in faults.EXPIRED and not faults.passes(error):
                raise
            await self._by_direct_message(interaction, replies)

    async def say(self, interaction: Interaction, text: str) -> None:
        """Send one private sentence, whatever was answered before."""

        async def said() -> None:
            if interaction.response.is_done():
                await interaction.followup.send(content=text, ephemeral=True)
            else:
                await interaction.response.send_message(content=text, ephemeral=True)

        await insisted(said)

    async def update(self, client: discord.Client, game: str, user: str, reply: Reply) -> bool:
        """Show a private message unprompted, through a token that is still valid; returns False if there is none."""
        ref = await self._references.panel(game, user)
        if ref is None:
            return False
        hook = discord.Webhook.partial(ref.application, ref.token, client=client)
        # An interaction's token belongs to an application webhook, which can send ephemeral messages.
        hook.type = discord.WebhookType.application
        rendered = render(reply, form=game)
        try:
            if reply.edit == "panel":
                await hook.edit_message(_place_of(ref), **_edit(rendered, reply))
                message = ref.message
                shown = {"number": position_of(reply.menu), "idle": idle(reply), "offers": offers_of(reply.menu)}
                await self._references.note_panel(game, user, ref.model_copy(update=shown))
            else:
                message = (await hook.send(**_send(rendered), ephemeral=True, wait=True)).id
        except discord.HTTPException as error:
            if faults.code_of(error) in faults.EXPIRED or faults.code_of(error) == faults.UNKNOWN_MESSAGE:
                await self._references.note_panel(game, user, None)
                return False
            raise
        place = _place_of(ref) if message == ref.message else message
        self._draw_later(message, reply, rendered, lambda **new: hook.edit_message(place, **new))
        return True

    async def leave(self, client: discord.Client, game: str, user: str, channels: Collection[int], text: str) -> None:
        """Replace a user's panel in a channel the game has left by a text, while it can still be edited."""
        ref = await self._references.panel(game, user)
        if ref is None or ref.channel not in channels:
            return
        await self._references.note_panel(game, user, None)
        self._showing.pop(ref.message, None)
        hook = discord.Webhook.partial(ref.application, ref.token, client=client)
        with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await hook.edit_message(_place_of(ref), content=text, view=None, attachments=[])

    async def drain(self, seconds: float) -> None:
        """Wait for pictures, for at most this many seconds."""
        if self._tasks:
            _, late = await asyncio.wait(list(self._tasks), timeout=seconds)
            for task in late:
                task.cancel()

    # ------------------------------------------------------------------------------------------ showing

    async def _fill(self, interaction: Interaction, reply: Reply) -> None:
        panel = reply.edit == "panel"
        game = game_of(reply) if panel else ""
        rendered = render(reply, form=game)
        try:
            shown = (await insisted(lambda: interaction.edit_original_response(**_edit(rendered, reply)))).id
        except discord.NotFound as error:
            if error.code != faults.UNKNOWN_MESSAGE:
                raise
            # Dismissed, or replaced by a newer panel, at the moment of the press.
            shown, original = await self._follow_up(interaction, reply), False
        else:
            original, limit = True, interaction.filesize_limit
            self._draw_later(shown, reply, rendered, interaction.edit_original_response, limit)
        if panel and game:
            new = PanelRef(
                application=interaction.application_id,
                token=interaction.token,
                message=shown,
                at=self._now(),
                original=original,
                number=position_of(reply.menu),
                idle=idle(reply),
                offers=offers_of(reply.menu),
                channel=interaction.channel_id or 0,
            )
            # Without the store the panel is shown, but not remembered.
            with contextlib.suppress(StorageError):
                await self._take_over(interaction, game, new)

    async def _follow_up(self, interaction: Interaction, reply: Reply) -> int:
        """Send a follow-up message; returns its id."""
        rendered = render(reply, form=game_of(reply) if reply.edit == "panel" else "")
        shown = (await insisted(lambda: interaction.followup.send(**_send(rendered), ephemeral=True, wait=True))).id
        edit = partial(interaction.followup.edit_message, shown)
        self._draw_later(shown, reply, rendered, edit, interaction.filesize_limit)
        return shown

    async def _take_over(self, interaction: Interaction, game: str, new: PanelRef) -> None:
        """Make this message the user's panel, and delete the previous one if possible."""
        user = str(interaction.user.id)
        old = await self._references.panel(game, user)
        await self._references.note_panel(game, user, new)
        if old is not None and old.message != new.message:
            self._showing.pop(old.message, None)
            hook = discord.Webhook.partial(old.application, old.token, client=interaction.client)
            with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                await hook.delete_message(_place_of(old))

    async def _by_direct_message(self, interaction: Interaction, replies: Sequence[Reply]) -> None:
        """Answer by direct message, which is just as private, if the token expired before the answer was ready."""
        try:
            for reply in replies:
                rendered = render(reply, form=game_of(reply) if reply.edit == "panel" else "")
                sent = await insisted(partial(_send_direct, interaction, rendered), PATIENT)
                self._draw_later(sent.id, reply, rendered, sent.edit)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            _log.warning("interaction %d could not be answered any more: %s", interaction.id, type(error).__name__)

    # ------------------------------------------------------------------------------------------ pictures

    def _draw_later(self, message: int, reply: Reply, rendered: Rendered, edit: Edit, limit: int = 10 * 2**20) -> None:
        if reply.picture is None:
            self._showing.pop(message, None)
            return
        name = reply.picture.model_dump_json()
        if self._showing.get(message) == name:
            return
        self._showing[message] = name
        while len(self._showing) > 4096:
            self._showing.pop(next(iter(self._showing)))
        task = asyncio.create_task(self._draw(message, reply.picture, rendered, edit, limit))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if before := self._drawing.get(message):
            before.cancel()  # the picture it would have shown is outdated
        self._drawing[message] = task
        task.add_done_callback(lambda done: self._drawing.get(message) is done and self._drawing.pop(message))

    async def _draw(self, message: int, ref: PictureRef, rendered: Rendered, edit: Edit, limit: int) -> None:
        try:
            drawn = await patiently(lambda: self._easel.get(ref, limit), _PAUSES)
            if self._showing.get(message) == ref.model_dump_json():
                text = rendered.file()
                await edit(attachments=[*([text] if text else []), drawn.file(ref.kind)])
        except (discord.DiscordException, aiohttp.ClientError) as error:
            _log.warning("a private picture could not be shown: %s", type(error).__name__)
        except (StorageError, Overloaded) as error:
            _log.warning("picture %s of game %s is given up: %s", ref.kind, ref.game, error)
        except Exception:  # noqa: BLE001 - a picture that fails must not hold up its message
            _log.exception("picture %s of game %s could not be drawn", ref.kind, ref.game)


async def _send_direct(interaction: Interaction, rendered: Rendered) -> discord.Message:
    """Send a direct message; called again for every try, since files can be read only once."""
    return await interaction.user.send(**_send(rendered))


def _place_of(ref: PanelRef) -> int:
    """Return the id under which a token finds its panel: "@original" if it is the interaction's original response."""
    return ref.message if not ref.original else cast("int", "@original")


def _send(rendered: Rendered) -> dict[str, Any]:
    told: dict[str, Any] = {
        "content": rendered.content,
        "allowed_mentions": rendered.mentions,
        "suppress_embeds": True,
    }
    if rendered.view is not None:
        told["view"] = rendered.view
    file = rendered.file()
    if file is not None:
        told["file"] = file
    return told


def _edit(rendered: Rendered, reply: Reply) -> dict[str, Any]:
    """Return the arguments for editing a message; a picture stays until the next one is ready."""
    told: dict[str, Any] = {"content": rendered.content, "view": rendered.view, "allowed_mentions": rendered.mentions}
    file = rendered.file()
    if file is not None or reply.picture is None:
        told["attachments"] = [file] if file is not None else []
    return told


__all__ = ["Panels"]
