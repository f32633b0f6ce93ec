"""Show private replies where the user acted, with fallbacks if that place is no longer available."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.platforms.slack import adapter_texts
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.blocks import Picture, SlackMessage, modal, repeats, shown
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.interactions import HOME, SlackInteraction, local, metadata
from bot.platforms.slack.markup import sections
from bot.platforms.slack.records import Panel, Records
from bot.platforms.slack.uploads import PictureUploads
from bot.storage.errors import StorageError
from bot.table import tokens
from bot.table.lengths import first_lines
from bot.table.position import game_of, idle, offers_of, position_of
from bot.table.reply import Attachment, Button, Menu, Reply

_log = logging.getLogger(__name__)

#: Seconds that an answer waits for its picture, or for the old panel's deletion, before continuing without.
_WAIT = 1.0
#: Uses of a response_url that refreshes leave for its owner: a new panel deletes the old one.
KEPT = 1
#: Most sections of text in a message besides its controls; of longer text this many characters are shown, and a file
#: has all.
_SECTIONS, _SHOWN = 30, 6000


class Answers:
    """Shows private answers, visible only to the user."""

    def __init__(self, api: SlackApi, gallery: PictureUploads, records: Records) -> None:
        self._api = api
        self._gallery = gallery
        self._records = records
        self._later: set[asyncio.Task[None]] = set()
        self._paintings: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def running(self) -> set[asyncio.Task[None]]:
        """Tasks that add pictures to earlier answers."""
        return self._later

    async def show(self, asked: SlackInteraction, reply: Reply) -> None:
        """Show a private reply; a slow picture is added later."""
        reply = await self._with_file(asked, reply)
        is_panel = reply.edit == "panel"
        drawing: asyncio.Task[Picture] | None = None
        picture: Picture | None = None
        if reply.picture is not None:
            drawing = asyncio.create_task(self._gallery.patiently(reply.picture, asked.team))
            done, _ = await asyncio.wait([drawing], timeout=_WAIT)
            picture = drawing.result() if done else None
        view, in_place = await self._place(asked, reply, self._message(asked, reply, picture), again=False)
        if is_panel:
            # Only the response_url of a press in a panel leads back to that panel.
            url = asked.url if asked.replaces and in_place else ""
            # Without the store it is shown, but not remembered.
            with contextlib.suppress(StorageError):
                await self._records.keep_panel(asked.channel, asked.user, mark(asked.key, url, reply))
        if drawing is not None and picture is None:
            task = asyncio.create_task(self._add_picture_later(asked, reply, drawing, view))
            self._later.add(task)
            task.add_done_callback(self._later.discard)

    async def renew(
        self, channel: str, user: str, old: Panel, reply: Reply, picture: Picture | None, keep: int = KEPT
    ) -> None:
        """Replace a user's open panel by a newer version, unless it shows something else by now.

        Afterwards its response_url can be used at least `keep` times.

        Raises:
            SlackError: it can't be reached now.
            StorageError: it is unknown whether it was shown.
        """
        message = shown(reply, picture, typing=True)
        new = mark(f"{old.key[:40]}/{position_of(reply.menu)}", old.url, reply)
        async with self._panel_lock(channel, user):
            if await self._records.panel(channel, user) != old:
                return
            try:
                await self._api.respond(old.url, message, replace=True, keep=keep)
            except SlackError as error:
                if error.code == "expired":
                    await self._records.change_panel(channel, user, old.model_copy(update={"url": ""}))
                raise
            await self._records.change_panel(channel, user, new.model_copy(update={"until": old.until}))

    async def bring(self, asked: SlackInteraction, reply: Reply) -> None:
        """Show a newer version of an answer with progress: in place, or once complete, below it.

        A response_url has few uses, so an incomplete version is shown only if that leaves one.

        Raises:
            SlackError: it can't be reached now.
            StorageError: it is unknown whether it was shown.
        """
        if asked.surface == "modal":
            await self.show(asked, reply)
            return
        keep = KEPT + bool(reply.follow)
        panel = await self._records.open_panel(asked.channel, asked.user, keep)
        if panel is not None:
            picture = await self._gallery.patiently(reply.picture, asked.team) if reply.picture is not None else None
            await self.renew(asked.channel, asked.user, panel, reply, picture, keep)
        elif not reply.follow:
            await self.show(asked.beside(), reply)

    async def standing(self, asked: SlackInteraction) -> str:
        """Return the mark of the user's newest panel, which refreshes keep; "" if none is known."""
        panel = await self._records.panel(asked.channel, asked.user)
        return "" if panel is None else panel.key.partition("/")[0]

    async def say(self, asked: SlackInteraction, text: str) -> None:
        """Send the user one sentence."""
        await self.show(asked, Reply(text=text))

    # ------------------------------------------------------------------------------------------ the message

    def _message(self, asked: SlackInteraction, reply: Reply, picture: Picture | None) -> SlackMessage:
        if asked.surface in ("modal", "home") and reply.menu is None and asked.tokens:
            reply = reply.model_copy(update={"menu": _back_button(asked)})
        # A panel that leads elsewhere has no controls, and no row for typing an order.
        typing = reply.edit == "panel" and reply.menu is not None and asked.surface not in ("modal", "home")
        return shown(reply, picture, typing=typing)

    async def _with_file(self, asked: SlackInteraction, reply: Reply) -> Reply:
        """Send an attachment, or the full text of a very long reply, to the user's direct messages."""
        if reply.attachment is None:
            if len(sections(reply.text, reply.title)) <= _SECTIONS:
                return reply
            whole = Attachment(name="text.txt", mime="text/plain", text=reply.text)
            reply = reply.model_copy(update={"text": first_lines(reply.text, _SHOWN), "attachment": whole})
            assert reply.attachment is not None
        said = await self._send_file(asked, reply.attachment)
        return reply.model_copy(update={"text": f"{reply.text}\n{said}", "attachment": None})

    async def _send_file(self, asked: SlackInteraction, file: Attachment) -> str:
        team, user = local(asked.user)
        try:
            channel = await self._api.direct(team, user)
            await self._api.upload(team, file.name, file.text.encode(), "", channel=channel)
        except SlackError as error:
            return adapter_texts.NO_DIRECT.format(name=file.name, reason=error)
        return adapter_texts.DIRECT.format(name=file.name)

    # ------------------------------------------------------------------------------------------ places

    async def _place(
        self, asked: SlackInteraction, reply: Reply, message: SlackMessage, *, again: bool
    ) -> tuple[str, bool]:
        """Show a message where it belongs, or in the next best place; returns the modal's id or "", and which it was."""
        try:
            return await self._at_home(asked, reply, message, again=again), True
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
                return "", False
        if asked.trigger:
            try:
                return await self._api.open_view(team, asked.trigger, modal(message, metadata(asked))), False
            except SlackError as error:
                first = error
        _log.warning("an answer in %s could not be shown: %s", asked.channel, first)
        return "", False

    async def _at_home(self, asked: SlackInteraction, reply: Reply, message: SlackMessage, *, again: bool) -> str:
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

    async def _add_picture_later(
        self, asked: SlackInteraction, reply: Reply, drawing: asyncio.Task[Picture], view: str
    ) -> None:
        """Add the picture after its answer: in place if that can be replaced, else below it."""
        picture = await drawing
        is_panel = reply.edit == "panel"
        try:
            async with self._panel_lock(asked.channel, asked.user):
                newest = await self._records.panel(asked.channel, asked.user) if is_panel else None
                if is_panel and (newest is None or newest.key != asked.key):
                    return  # the panel has been updated in the meantime
                await self._add(asked, reply, picture, view)
        except (SlackError, StorageError) as error:
            _log.warning("a picture could not follow its answer in %s: %s", asked.channel, error)

    async def _add(self, asked: SlackInteraction, reply: Reply, picture: Picture, view: str) -> None:
        if view:
            full = self._message(asked, reply, picture)
            await self._api.update_view(local(asked.channel)[0], view, modal(full, metadata(asked)))
        elif reply.edit == "panel" and asked.replaces and asked.url:
            await self._api.respond(asked.url, self._message(asked, reply, picture), replace=True)
        else:
            # The answer is already shown: add only its picture, or that it can't be shown after all.
            alone = Reply(text="")
            if not picture.file and repeats(picture.alt, shown(reply, None).text):
                picture = replace(picture, alt="")
            told = picture.alt[:300] or (adapter_texts.FORM_TITLE if picture.file else adapter_texts.NO_PICTURE)
            await self._place(asked, alone, SlackMessage(told, shown(alone, picture).blocks), again=False)

    def _panel_lock(self, channel: str, user: str) -> asyncio.Lock:
        """Return the lock held while an existing panel is changed, so that no older version comes last."""
        return self._paintings.setdefault(f"{channel} {user}", asyncio.Lock())

    # ------------------------------------------------------------------------------------------ old panels

    async def _drop_old_panel(self, asked: SlackInteraction) -> None:
        """Delete the panel that a new one below replaces, if Slack still allows it."""
        try:
            url = await self._records.take_panel(asked.channel, asked.user)
            if url:
                async with asyncio.timeout(_WAIT):
                    await self._api.respond(url, None, replace=False)
        except (SlackError, StorageError, TimeoutError):
            _log.debug("an old panel in %s stays where it is", asked.channel)


def mark(key: str, url: str, reply: Reply) -> Panel:
    """Return a panel's record."""
    number = position_of(reply.menu)
    offers = offers_of(reply.menu)
    return Panel(key=key, url=url, until=0.0, game=game_of(reply), number=number, idle=idle(reply), offers=offers)


def _back_button(asked: SlackInteraction) -> Menu | None:
    """Build the button that leads from a modal back to the panel of the same game."""
    try:
        game = tokens.parse(asked.tokens[0]).game
    except tokens.BadToken:
        return None
    return Menu(rows=((Button(label=adapter_texts.BACK, token=tokens.screen(game, -1, "panel"), style="primary"),),))
