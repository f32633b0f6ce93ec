"""Deliver outbox posts, public ones and private ones to a seat: each once, edited in place if it has a slot."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.narration.texts import host_text
from bot.platforms import direct_messages
from bot.platforms.slack import adapter_texts
from bot.platforms.slack.api import Haste, SlackApi
from bot.platforms.slack.blocks import FALLBACK, Picture, SlackMessage, section, shown
from bot.platforms.slack.delivery_dedup import queued_at
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.interactions import local
from bot.platforms.slack.late_pictures import LatePicture, LatePictures
from bot.platforms.slack.markup import cut
from bot.platforms.slack.records import Placed, Records
from bot.platforms.slack.uploads import PictureUploads
from bot.port import DeliveryError, Outgoing
from bot.storage.errors import StorageError
from bot.table.reply import Attachment, Reply

_log = logging.getLogger(__name__)

#: Seconds that a post waits for its picture to be rendered, uploaded and processed.
_DRAWING = 2.0
#: Seconds that it waits in any case: enough to find a picture that was uploaded before.
_LEAST = 0.25
#: Errors of a message that is deleted or can't be edited any more: post a new one.
_GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed", "thread_not_found"})

#: Direct messages that are edited in place, with their slot names.


class Deliveries:
    """Delivers outbox messages."""

    def __init__(self, api: SlackApi, gallery: PictureUploads, records: Records) -> None:
        self._api = api
        self._gallery = gallery
        self._records = records
        #: Pictures that follow their posts.
        self.late = LatePictures(gallery, records)

    async def deliver(self, message: Outgoing) -> None:
        """Deliver one message; one that was already shown is skipped.

        Raises:
            DeliveryError: it can't be delivered now, or never.
        """
        reply, post = message.reply, message.id.rpartition("/")[2]
        if reply.audience == "private" and not message.user:
            raise DeliveryError(host_text("faults.slack_delivering.private_message_names_nobody"), final=True)
        if reply.audience != "private" and _is_private(reply):
            raise DeliveryError(host_text("faults.slack_delivering.picture_seat_own_view"), final=True)
        try:
            if not reply.renews_table and await self._records.was_sent(message.game, post):
                return
            ts = await (self._private(message) if reply.audience == "private" else self._public(message))
            if not reply.renews_table:
                await self._records.sent(message.game, post, ts)
                await self._records.try_ends(message.id)
        except StorageError as error:
            raise DeliveryError(str(error), away=True) from error

    async def say(self, where: str, reply: Reply, key: str) -> str | None:
        """Post a public reply outside the outbox; returns its ts, None if posted before. Raises DeliveryError."""
        if _is_private(reply):
            raise DeliveryError(host_text("faults.slack_delivering.picture_seat_own_view"), final=True)
        team, channel = local(where)
        return await self._say(team, channel, reply, key, _mentions(reply, team))

    async def amend(self, where: str, ts: str, reply: Reply) -> None:
        """Replace a message posted by `say`, dropping its pending picture; raises DeliveryError."""
        team, channel = local(where)
        with contextlib.suppress(StorageError):
            await self.late.drop(channel, ts)
            await self._records.arrived("", ts)
        await self._api.update(team, channel, ts, shown(reply, None))

    async def say_alone(self, who: str, reply: Reply, key: str) -> None:
        """Send a direct message outside the outbox; raises DeliveryError."""
        team, user = local(who)
        await self._say(team, await self._api.direct(team, user), reply, key)

    async def _say(self, team: str, channel: str, reply: Reply, key: str, mentions: Sequence[str] = ()) -> str | None:
        """Post a message outside any game, once per key; a late picture follows. Returns its ts, None if repeated.

        Raises:
            DeliveryError: it can't be delivered now, or never.
        """
        try:
            if await self._records.stands(key):
                return None
            ts = await self._say_anew(team, channel, reply, key, mentions)
            await self._records.said(key)
        except StorageError as error:
            raise DeliveryError(str(error), away=True) from error
        return ts

    async def _say_anew(self, team: str, channel: str, reply: Reply, key: str, mentions: Sequence[str]) -> str:
        haste = _deadline()
        picture, drawing = await self._picture(reply, team, haste)
        ts = await self._api.post(team, channel, shown(reply, picture, mentions=mentions), key=key, haste=haste)
        if reply.picture is not None and (drawing is not None or haste.worded):
            told, where = (reply if mentions else reply.model_copy(update={"mention": ()})), f"{team}.{channel}"
            coming = LatePicture(post=Outgoing(id=key, game="", channel=where, reply=told), where=where, ts=ts)
            try:
                await self._expect(coming, drawing)
            except StorageError:  # the message is shown; its picture follows unless this process ends before
                show = partial(self._add_late_picture, coming)
                self.late.follow((channel, ts), reply.picture, team, show)
        return ts

    async def resume(self) -> None:
        """Render the pictures that messages still wait for since the last run."""
        try:
            for coming in await self.late.awaiting():
                self._add_picture_later(coming, None)
        except StorageError as error:
            _log.warning("pictures of the last run could not be looked for: %s", error)

    # ------------------------------------------------------------------------------------------ public

    async def _public(self, message: Outgoing) -> str:
        team, channel = local(message.channel)
        reply, haste = message.reply, _deadline(message.id)
        picture, drawing = await self._picture(reply, team, haste)
        what = shown(reply, picture, mentions=_mentions(reply, team))
        if reply.attachment is not None:
            await self._attach(message, reply.attachment, team, channel)
        if reply.audience == "thread":
            ts = await self._in_thread(message, team, channel, what, haste)
        elif reply.edit:
            ts = await self._renew(message, team, channel, what, reply.edit, haste)
        else:
            ts = await self._api.post(team, channel, what, key=message.id, haste=haste)
        if ts and (drawing is not None or haste.worded):
            coming = LatePicture(post=message, where=message.channel, ts=ts, name=_slot(reply))
            await self._expect(coming, drawing)
        return ts

    async def _attach(self, message: Outgoing, file: Attachment, team: str, channel: str) -> None:
        """Upload a post's file once; only if the response gets lost may it appear twice, since files have no key."""
        if not await self._records.was_attached(message.id):
            await self._api.upload(team, file.name, file.text.encode(), "", channel=channel)
            await self._records.attached(message.id)

    async def _expect(self, coming: LatePicture, drawing: asyncio.Task[Picture] | None) -> None:
        """Store that a message waits for its picture, so that it survives a crash, and render it."""
        try:
            await self.late.expect(coming)
        except BaseException:
            if drawing is not None:
                drawing.cancel()
            raise
        self._add_picture_later(coming, drawing)

    def _add_picture_later(self, coming: LatePicture, drawing: asyncio.Task[Picture] | None) -> None:
        ref, (team, channel) = coming.post.reply.picture, local(coming.where)
        if ref is not None:
            show = partial(self._add_late_picture if coming.ts else self._pictured_below, coming)
            self.late.follow((channel, coming.mark), ref, team, show, drawing=drawing, coming=coming)

    async def _add_late_picture(self, coming: LatePicture, picture: Picture) -> None:
        """Add a late picture to its message; the stored version without controls gets it too.

        A message that shows another post by now, perhaps through another process, is left as it is.
        """
        post, (team, channel) = coming.post, local(coming.where)
        placed = await self._records.placed(post.game, coming.name) if coming.name else None
        if coming.name and (placed is None or (placed.ts, placed.post) != (coming.ts, post.id)):
            return
        mentions = () if post.reply.audience == "private" else _mentions(post.reply, team)
        what = shown(post.reply, picture, mentions=mentions)
        await self._api.update(team, channel, coming.ts, what)
        if placed is not None:
            await self._store_shown(post, coming.name, placed, what)

    async def _pictured_below(self, coming: LatePicture, picture: Picture) -> None:
        """Post the late picture of an ephemeral message, which can't be edited, as a further one, only once."""
        if await self._records.arrived(coming.post.game, coming.mark) and picture.file:
            team, channel = local(coming.where)
            alone = shown(Reply(text=""), picture)
            await self._api.ephemeral(
                team, channel, local(coming.post.user)[1], SlackMessage(cut(picture.alt, FALLBACK), alone.blocks)
            )

    async def _renew(
        self, message: Outgoing, team: str, channel: str, what: SlackMessage, name: str, haste: Haste
    ) -> str:
        """Edit the message of this slot in place, or post one that takes it over; returns its ts."""
        where = f"{team}.{channel}" if message.reply.audience == "private" else message.channel
        old = await self._records.placed(message.game, name)
        there = old if old is not None and old.channel == where else None
        if (
            there is not None
            and not message.reply.anew
            and await self._replace_message(team, channel, there.ts, what, haste)
        ):
            await self._store_shown(message, name, there, what)
            return there.ts
        if message.reply.takes_off:
            return ""
        ts = await self._api.post(team, channel, what, key=message.id, haste=haste)
        placed = Placed(channel=where, ts=ts)
        await self._store_shown(message, name, placed, what)
        if name == "table":
            await self._retire(message, await self._records.former_table(message.game), placed)
            return ts
        if there is not None and there.ts != ts:
            await self._delete_or_strip(team, channel, there, told=message.reply.replaces)
        return ts

    async def _store_shown(self, message: Outgoing, name: str, placed: Placed, what: SlackMessage) -> None:
        """Store what a message shows; channel messages with controls also where it survives a move of the game."""
        table = name == "table"
        placed = placed.model_copy(update={"post": message.id, **({} if table else _without_controls(what))})
        await self._records.place(message.game, name, placed)
        if message.reply.audience != "private" and not table:
            await self._records.keep_pressed(message.game, name, placed)

    async def _delete_or_strip(self, team: str, channel: str, old: Placed, *, told: bool) -> None:
        """Delete a message that lost its slot if the new one contains everything (`told`), else remove its controls."""
        await self.late.drop(channel, old.ts)
        if not (told and await self._delete_message(team, channel, old.ts)) and old.plain and not old.bare:
            await self._strip(team, channel, old)

    async def _strip(self, team: str, channel: str, old: Placed) -> None:
        """Remove the controls of a message that lost its slot; its text stays."""
        await self.late.drop(channel, old.ts)
        try:
            await self._api.update(team, channel, old.ts, SlackMessage(old.text, tuple(json.loads(old.plain))))
        except SlackError as error:
            _log.info("an older message keeps its controls: %s", error.code)

    async def _retire(self, message: Outgoing, old: Placed | None, new: Placed) -> None:
        """Retire an old table message: delete it, or replace it by a pointer to the new one."""
        await self._records.keep_table(message.game, new)
        for left in await self._records.left_pressed(message.game, message.channel):
            await self._strip(*local(left.channel), left)
        if old is None or old == new:
            return
        team, channel = local(old.channel)
        await self.late.drop(channel, old.ts)
        if old.channel == message.channel:
            root = await self._records.placed(message.game, "thread")
            hangs = root is not None and root.ts == old.ts
            if not hangs and await self._delete_message(team, channel, old.ts):
                return
            said = adapter_texts.BELOW + (f" {adapter_texts.THREAD_HERE}" if hangs else "")
        else:
            same = local(message.channel)[0] == team
            said = adapter_texts.ELSEWHERE.format(
                channel=f"<#{local(message.channel)[1]}>" if same else adapter_texts.OTHER_CHANNEL
            )
            for user in message.players:
                await self._leave_panel(message.game, old.channel, user, SlackMessage(said, (section(said),)))
        try:
            await self._api.update(team, channel, old.ts, SlackMessage(said, (section(said),)))
        except SlackError as error:
            _log.info("an older table message stays as it is: %s", error.code)

    async def _leave_panel(self, game: str, channel: str, user: str, said: SlackMessage) -> None:
        """Replace a player's panel in a channel the game has left by a text, while it can still be edited."""
        panel = await self._records.open_panel(channel, user, 0)
        if panel is None or panel.game != game:
            return
        await self._records.take_panel(channel, user)
        try:
            await self._api.respond(panel.url, said, replace=True)
        except SlackError as error:
            _log.info("a panel in a channel that its game left stays as it is: %s", error.code)

    async def _delete_message(self, team: str, channel: str, ts: str) -> bool:
        """Delete a message; returns False if it can't be deleted."""
        try:
            await self._api.delete(team, channel, ts)
        except SlackError as error:
            return error.code == "message_not_found"
        return True

    async def _replace_message(self, team: str, channel: str, ts: str, what: SlackMessage, haste: Haste) -> bool:
        """Return True if the message existed and was replaced in place."""
        await self.late.drop(channel, ts)
        try:
            await self._api.update(team, channel, ts, what, haste=haste)
        except SlackError as error:
            if error.code not in _GONE:
                raise
            return False
        return True

    async def _in_thread(self, message: Outgoing, team: str, channel: str, what: SlackMessage, haste: Haste) -> str:
        """Post to the spectators' thread, which hangs below the table message or a separate one."""
        root = await self._records.placed(message.game, "thread") or await self._records.placed(message.game, "table")
        if root is not None and root.channel == message.channel:
            try:
                ts = await self._api.post(team, channel, what, thread=root.ts, key=message.id, haste=haste)
            except SlackError as error:
                if error.code not in _GONE:
                    raise
            else:
                await self._records.place(message.game, "thread", root)
                return ts
        head = SlackMessage(adapter_texts.THREAD.replace("*", ""), (section(adapter_texts.THREAD),))
        ts = await self._api.post(team, channel, head, key=f"{message.id}/thread")
        root = Placed(channel=message.channel, ts=ts)
        await self._records.place(message.game, "thread", root)
        return await self._api.post(team, channel, what, thread=ts, key=message.id, haste=haste)

    # ------------------------------------------------------------------------------------------ private

    async def _private(self, message: Outgoing) -> str:
        """Deliver to one seat by direct message; if the player accepts none, ephemerally in the channel."""
        team, channel = local(message.channel)
        user_team, user = local(message.user)
        if user_team != team:
            raise DeliveryError(host_text("faults.slack_delivering.player_belongs_another_workspace"), final=True)
        haste = _deadline(message.id)
        picture, drawing = await self._picture(message.reply, team, haste)
        what, name = shown(message.reply, picture), _slot(message.reply, message.user)
        try:
            where, ts = await self._api.direct(team, user), ""
            if name:
                ts = await self._renew(message, team, where, what, name, haste)
            else:
                ts = await self._api.post(team, where, what, key=message.id, haste=haste)
            late = bool(ts) and (drawing is not None or haste.worded)
        except SlackError as error:
            if error.away:
                raise
            if message.reply.takes_off:
                return ""  # without a message there are no controls to remove
            _log.info("a direct message was refused (%s): it goes to the channel", error.code)
            where, ts, name, late = channel, "", "", drawing is not None
            await self._api.ephemeral(
                team, channel, user, shown(direct_messages.fallback(message.reply, message.game), picture)
            )
        if late:
            await self._expect(LatePicture(post=message, where=f"{team}.{where}", ts=ts, name=name), drawing)
        return ts

    async def _picture(
        self, reply: Reply, team: str, haste: Haste
    ) -> tuple[Picture | None, asyncio.Task[Picture] | None]:
        """Return a post's picture; if that takes too long, a placeholder with alt text and the rendering task."""
        if reply.picture is None:
            return None, None
        drawing = asyncio.create_task(self._gallery.fetch(reply.picture, team))
        try:
            await asyncio.wait({drawing}, timeout=haste.until - asyncio.get_running_loop().time())
        except asyncio.CancelledError:
            drawing.cancel()
            raise
        if drawing.done():
            picture = drawing.result()
            return (replace(picture, coming=True), drawing) if picture.later else (picture, None)
        _log.info("picture %s of game %s takes long: it comes behind its post", reply.picture.kind, reply.picture.game)
        return Picture("", reply.picture.alt, coming=True), drawing


def _deadline(post: str = "") -> Haste:
    """Return the deadline for a post's picture.

    For outbox posts it counts from when the post was queued: posts of a game are sent one after the other, so their
    waiting times would add up.
    """
    queued = queued_at(post)
    waited = max(0.0, time.time() - queued) if queued is not None else 0.0
    return Haste(asyncio.get_running_loop().time() + max(_LEAST, _DRAWING - waited))


def _mentions(reply: Reply, team: str) -> list[str]:
    """Return the people of a workspace that a reply pings."""
    return [local(user)[1] for user in reply.mention if local(user)[0] == team]


def _slot(reply: Reply, user: str = "") -> str:
    """Return the slot of a message edited in place, "" for none; for direct messages it includes the recipient."""
    return direct_messages.slot_of(reply, user) if user else reply.edit


def _without_controls(what: SlackMessage) -> dict[str, str | bool]:
    """Return a message's content without controls, and whether it has none."""
    plain = what.without_controls()
    return {"text": plain.text, "plain": json.dumps(plain.blocks), "bare": plain == what}


def _is_private(reply: Reply) -> bool:
    return reply.picture is not None and reply.picture.private
