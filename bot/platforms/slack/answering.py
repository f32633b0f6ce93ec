"""Shows a reply to whoever asked, where they asked, and finds another way where that has closed."""

from __future__ import annotations

import asyncio
import logging

from bot.platforms.slack import words
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.asking import HOME, Asked, local, metadata
from bot.platforms.slack.blocks import Picture, Shown, modal, shown
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.gallery import Gallery
from bot.platforms.slack.records import Records
from bot.replies import tokens
from bot.replies.model import Attachment, Button, Menu, Reply
from bot.storage.errors import StorageError

_log = logging.getLogger(__name__)

#: Seconds that an answer waits for its picture before it goes without.
_WAIT = 1.0


class Answers:
    """Private answers; each goes to the asker alone."""

    def __init__(self, api: SlackApi, gallery: Gallery, records: Records) -> None:
        self._api = api
        self._gallery = gallery
        self._records = records
        self._later: set[asyncio.Task[None]] = set()

    @property
    def running(self) -> set[asyncio.Task[None]]:
        """Pictures that still follow their answers."""
        return self._later

    async def show(self, asked: Asked, reply: Reply) -> None:
        """Show a private reply; a picture that takes its time follows by itself."""
        reply = await self._with_file(asked, reply)
        is_panel = reply.edit == "panel"
        drawing: asyncio.Task[Picture] | None = None
        picture: Picture | None = None
        if reply.picture is not None:
            drawing = asyncio.create_task(self._gallery.fetch(reply.picture, asked.team))
            done, _ = await asyncio.wait([drawing], timeout=_WAIT)
            picture = drawing.result() if done else None
        view = await self._place(asked, reply, self._message(asked, reply, picture), again=False)
        if is_panel:
            await self._remember(asked, uses=1)
        if drawing is not None and picture is None:
            task = asyncio.create_task(self._follow(asked, reply, drawing, view))
            self._later.add(task)
            task.add_done_callback(self._later.discard)

    async def say(self, asked: Asked, text: str) -> None:
        """Tell the asker one sentence."""
        await self.show(asked, Reply(text=text))

    # ------------------------------------------------------------------------------------------ the message

    def _message(self, asked: Asked, reply: Reply, picture: Picture | None) -> Shown:
        if asked.surface in ("modal", "home") and reply.menu is None and asked.tokens:
            reply = reply.model_copy(update={"menu": _back(asked)})
        return shown(reply, picture, typing=reply.edit == "panel" and asked.surface not in ("modal", "home"))

    async def _with_file(self, asked: Asked, reply: Reply) -> Reply:
        """An attachment goes to the asker's direct messages, since only they may read it."""
        if reply.attachment is None:
            return reply
        said = await self._send_file(asked, reply.attachment)
        return reply.model_copy(update={"text": f"{reply.text}\n{said}", "attachment": None})

    async def _send_file(self, asked: Asked, file: Attachment) -> str:
        team, user = local(asked.user)
        try:
            channel = await self._api.direct(team, user)
            await self._api.upload(team, file.name, file.text.encode(), "", channel=channel)
        except SlackError as error:
            return words.NO_DIRECT.format(name=file.name, reason=error)
        return words.DIRECT.format(name=file.name)

    # ------------------------------------------------------------------------------------------ where

    async def _place(self, asked: Asked, reply: Reply, message: Shown, *, again: bool) -> str:
        """Show it where it belongs, or the next best place; returns the modal's id if it is one."""
        try:
            return await self._at_home(asked, reply, message, again=again)
        except SlackError as error:
            _log.info("an answer found its place closed (%s): taking another", error.code)
            first = error
        team, channel = local(asked.channel)
        if channel != HOME:
            try:
                await self._api.ephemeral(team, channel, local(asked.user)[1], message)
            except SlackError as error:
                first = error
            else:
                return ""
        if asked.trigger:
            try:
                return await self._api.open_view(team, asked.trigger, modal(message, metadata(asked)))
            except SlackError as error:
                first = error
        _log.warning("an answer in %s could not be shown: %s", asked.channel, first)
        return ""

    async def _at_home(self, asked: Asked, reply: Reply, message: Shown, *, again: bool) -> str:
        team, channel = local(asked.channel)
        if asked.surface == "modal":
            await self._api.update_view(team, asked.view, modal(message, metadata(asked)))
            return asked.view
        if asked.surface == "home":
            return await self._api.open_view(team, asked.trigger, modal(message, metadata(asked)))
        replace = (asked.replaces and reply.edit == "panel") or again
        if not asked.url:
            await self._api.ephemeral(team, channel, local(asked.user)[1], message)
            return ""
        if not replace and reply.edit == "panel":
            await self._drop_old_panel(asked)
        await self._api.respond(asked.url, message, replace=replace)
        return ""

    async def _follow(self, asked: Asked, reply: Reply, drawing: asyncio.Task[Picture], view: str) -> None:
        """The picture after its answer: in place where that can be replaced, below it where not."""
        picture = await drawing
        is_panel = reply.edit == "panel"
        team, _ = local(asked.channel)
        try:
            if is_panel and await self._records.newest_panel(asked.channel, asked.user) != asked.key:
                return  # the panel shows something newer by now
            if view:
                full = self._message(asked, reply, picture)
                await self._api.update_view(team, view, modal(full, metadata(asked)))
            elif is_panel and asked.replaces and asked.url:
                await self._api.respond(asked.url, self._message(asked, reply, picture), replace=True)
                await self._remember(asked, uses=2)
            else:
                alone = Reply(text="" if picture.file else reply.text)
                message = shown(alone, picture)
                await self._place(asked, alone, Shown(picture.alt[:300], message.blocks), again=False)
        except (SlackError, StorageError) as error:
            _log.warning("a picture could not follow its answer in %s: %s", asked.channel, error)

    # ------------------------------------------------------------------------------------------ old panels

    async def _drop_old_panel(self, asked: Asked) -> None:
        """Take away the panel that a fresh one below replaces, where Slack still lets us."""
        url = await self._records.take_panel(asked.channel, asked.user)
        if url:
            try:
                await self._api.respond(url, None, replace=False)
            except SlackError:
                _log.debug("an old panel in %s stays where it is", asked.channel)

    async def _remember(self, asked: Asked, uses: int) -> None:
        """Only the address of a press in a panel leads back to that panel."""
        url = asked.url if asked.replaces else ""
        await self._records.keep_panel(asked.channel, asked.user, asked.key, url, uses)


def _back(asked: Asked) -> Menu | None:
    """The way back from what a modal shows to the panel of the same game."""
    try:
        game = tokens.parse(asked.tokens[0]).game
    except tokens.BadToken:
        return None
    return Menu(rows=((Button(label=words.BACK, token=tokens.screen(game, -1, "panel"), style="primary"),),))
