"""Public posts of the outbox, and private ones to a seat: each once, in place where it has a place."""

from __future__ import annotations

import asyncio
import json
import logging

from bot.platforms.instead import instead
from bot.platforms.slack import words
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.asking import local
from bot.platforms.slack.blocks import Picture, Shown, section, shown
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.gallery import Gallery
from bot.platforms.slack.late import LatePictures
from bot.platforms.slack.records import Placed, Records
from bot.port import DeliveryError, Outgoing
from bot.storage.errors import StorageError
from bot.table.reply import Attachment, Reply

_log = logging.getLogger(__name__)

#: Seconds that a post waits for its picture.
_DRAWING = 20.0
#: A message that is gone or closed to edits is posted anew.
_GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed", "thread_not_found"})

#: Direct messages that are edited in place, with the name that they have there.
_DIRECT = {"prompt": "direct", "offer": "direct-offer", "warning": "direct-warning", "claim": "direct-claim"}


class Deliveries:
    """Delivers outbox messages."""

    def __init__(self, api: SlackApi, gallery: Gallery, records: Records) -> None:
        self._api = api
        self._gallery = gallery
        self._records = records
        #: Pictures that come behind their posts.
        self.late = LatePictures(gallery)

    async def deliver(self, message: Outgoing) -> None:
        """Show one message; one that was shown is not shown again.

        Raises:
            DeliveryError: it cannot be shown now, or never.
        """
        reply, post = message.reply, message.id.rpartition("/")[2]
        if reply.audience == "private" and not message.user:
            raise DeliveryError("A private message names nobody to whom it could be shown.", final=True)
        if reply.audience != "private" and _is_private(reply):
            raise DeliveryError("A picture of a seat's own view must not be posted publicly.", final=True)
        try:
            if not reply.renews_table and await self._records.was_sent(message.game, post):
                return
            ts = await (self._private(message) if reply.audience == "private" else self._public(message))
            if not reply.renews_table:
                await self._records.sent(message.game, post, ts)
        except StorageError as error:
            raise DeliveryError(str(error), away=True) from error

    async def say(self, where: str, reply: Reply, key: str) -> None:
        """Show a public reply that is no post of the outbox; raises DeliveryError."""
        if _is_private(reply):
            raise DeliveryError("A picture of a seat's own view must not be posted publicly.", final=True)
        team, channel = local(where)
        picture = await self._picture_in_time(reply, team)
        mentions = [local(user)[1] for user in reply.mention if local(user)[0] == team]
        await self._api.post(team, channel, shown(reply, picture, mentions=mentions), key=key)

    async def say_alone(self, who: str, reply: Reply, key: str) -> None:
        """Show somebody a reply that is no post of the outbox by direct message; raises DeliveryError."""
        team, user = local(who)
        picture = await self._picture_in_time(reply, team)
        await self._api.post(team, await self._api.direct(team, user), shown(reply, picture), key=key)

    # ------------------------------------------------------------------------------------------ public

    async def _public(self, message: Outgoing) -> str:
        team, channel = local(message.channel)
        reply = message.reply
        mentions = [local(user)[1] for user in reply.mention if local(user)[0] == team]
        picture, drawing = await self._picture(reply, team)
        what = shown(reply, picture, mentions=mentions)
        if reply.attachment is not None:
            await self._attach(message, reply.attachment, team, channel)
        if reply.audience == "thread":
            ts = await self._in_thread(message, team, channel, what)
        elif reply.edit:
            ts = await self._renew(message, team, channel, what, reply.edit)
        else:
            ts = await self._api.post(team, channel, what, key=message.id)
        if ts and drawing is not None and reply.picture is not None:

            async def show(picture: Picture) -> None:
                await self._pictured(message, ts, shown(reply, picture, mentions=mentions))

            self.late.follow((channel, ts), reply.picture, team, drawing, show)
        return ts

    async def _attach(self, message: Outgoing, file: Attachment, team: str, channel: str) -> None:
        """Share a post's file, once over all tries; only one whose answer got lost may come twice, for files have no key."""
        if not await self._records.was_attached(message.id):
            await self._api.upload(team, file.name, file.text.encode(), "", channel=channel)
            await self._records.attached(message.id)

    async def _pictured(self, message: Outgoing, ts: str, what: Shown) -> None:
        """A message gets its picture after all, and keeps it when it loses its controls.

        One that shows another post by now, perhaps through another process, is left as it is.
        """
        team, channel = local(message.channel)
        name = message.reply.edit
        placed = await self._records.placed(message.game, name) if name else None
        if name and (placed is None or (placed.ts, placed.post) != (ts, message.id)):
            return
        await self._api.update(team, channel, ts, what)
        if placed is not None:
            await self._stands(message, name, placed, what)

    async def _renew(self, message: Outgoing, team: str, channel: str, what: Shown, name: str) -> str:
        """Replace the message of this name in place, or post one that takes the name over."""
        where = f"{team}.{channel}" if message.reply.audience == "private" else message.channel
        old = await self._records.placed(message.game, name)
        there = old if old is not None and old.channel == where else None
        if there is not None and not message.reply.anew and await self._replaced(team, channel, there.ts, what):
            await self._stands(message, name, there, what)
            return there.ts
        if message.reply.takes_off:
            return ""
        ts = await self._api.post(team, channel, what, key=message.id)
        placed = Placed(channel=where, ts=ts)
        await self._stands(message, name, placed, what)
        if name == "table":
            await self._retire(message, await self._records.former_table(message.game), placed)
            return ts
        if there is not None and there.plain and there.ts != ts:
            await self._strip(team, channel, there)
        return ts

    async def _stands(self, message: Outgoing, name: str, placed: Placed, what: Shown) -> None:
        """Note what a message shows; of those in the channel with controls also apart from what a move forgets."""
        table = name == "table"
        placed = placed.model_copy(update={"post": message.id, **({} if table else _kept(what))})
        await self._records.place(message.game, name, placed)
        if message.reply.audience != "private" and not table:
            await self._records.keep_pressed(message.game, name, placed)

    async def _strip(self, team: str, channel: str, old: Placed) -> None:
        """A message that lost its name keeps its words but not its controls."""
        self.late.drop(channel, old.ts)
        try:
            await self._api.update(team, channel, old.ts, Shown(old.text, tuple(json.loads(old.plain))))
        except SlackError as error:
            _log.info("an older message keeps its controls: %s", error.code)

    async def _retire(self, message: Outgoing, old: Placed | None, new: Placed) -> None:
        """An older table message offers nothing to press any more, and says where the game goes on."""
        await self._records.keep_table(message.game, new)
        for left in await self._records.left_pressed(message.game, message.channel):
            await self._strip(*local(left.channel), left)
        if old is None or old == new:
            return
        team, channel = local(old.channel)
        self.late.drop(channel, old.ts)
        if old.channel == message.channel:
            root = await self._records.placed(message.game, "thread")
            hangs = root is not None and root.ts == old.ts
            if not hangs and await self._deleted(team, channel, old.ts):
                return
            said = words.BELOW + (f" {words.THREAD_HERE}" if hangs else "")
        else:
            same = local(message.channel)[0] == team
            said = words.ELSEWHERE.format(channel=f"<#{local(message.channel)[1]}>" if same else words.OTHER_CHANNEL)
            for user in message.players:
                await self._leave_panel(message.game, old.channel, user, Shown(said, (section(said),)))
        try:
            await self._api.update(team, channel, old.ts, Shown(said, (section(said),)))
        except SlackError as error:
            _log.info("an older table message stays as it is: %s", error.code)

    async def _leave_panel(self, game: str, channel: str, user: str, said: Shown) -> None:
        """Where somebody's panel stands in a channel that the game has left it says so, as long as it can be changed."""
        panel = await self._records.open_panel(channel, user, 0)
        if panel is None or panel.game != game:
            return
        await self._records.take_panel(channel, user)
        try:
            await self._api.respond(panel.url, said, replace=True)
        except SlackError as error:
            _log.info("a panel in a channel that its game left stays as it is: %s", error.code)

    async def _deleted(self, team: str, channel: str, ts: str) -> bool:
        """Delete an older table message; one that cannot be deleted says where the game goes on."""
        try:
            await self._api.delete(team, channel, ts)
        except SlackError as error:
            return error.code == "message_not_found"
        return True

    async def _replaced(self, team: str, channel: str, ts: str, what: Shown) -> bool:
        """True if the message stands there and was replaced in place."""
        self.late.drop(channel, ts)
        try:
            await self._api.update(team, channel, ts, what)
        except SlackError as error:
            if error.code not in _GONE:
                raise
            return False
        return True

    async def _in_thread(self, message: Outgoing, team: str, channel: str, what: Shown) -> str:
        """The spectators' thread hangs under the table message, or under a message of its own."""
        root = await self._records.placed(message.game, "thread") or await self._records.placed(message.game, "table")
        if root is not None and root.channel == message.channel:
            try:
                ts = await self._api.post(team, channel, what, thread=root.ts, key=message.id)
            except SlackError as error:
                if error.code not in _GONE:
                    raise
            else:
                await self._records.place(message.game, "thread", root)
                return ts
        head = Shown(words.THREAD.replace("*", ""), (section(words.THREAD),))
        ts = await self._api.post(team, channel, head, key=f"{message.id}/thread")
        root = Placed(channel=message.channel, ts=ts)
        await self._records.place(message.game, "thread", root)
        return await self._api.post(team, channel, what, thread=ts, key=message.id)

    # ------------------------------------------------------------------------------------------ private

    async def _private(self, message: Outgoing) -> str:
        """To one seat by direct message, which waits for them; where they take none, in the channel for them alone."""
        team, channel = local(message.channel)
        user_team, user = local(message.user)
        if user_team != team:
            raise DeliveryError("The player belongs to another workspace than the channel.", final=True)
        picture = await self._picture_in_time(message.reply, team)
        what = shown(message.reply, picture)
        try:
            direct = await self._api.direct(team, user)
            if message.reply.edit in _DIRECT:
                return await self._renew(message, team, direct, what, f"{_DIRECT[message.reply.edit]}:{message.user}")
            return await self._api.post(team, direct, what, key=message.id)
        except SlackError as error:
            if error.away:
                raise
            if message.reply.takes_off:
                return ""  # what nobody can be shown bears nothing to press
            _log.info("a direct message was refused (%s): it goes to the channel", error.code)
        await self._api.ephemeral(team, channel, user, shown(instead(message.reply, message.game), picture))
        return ""

    async def _picture(self, reply: Reply, team: str) -> tuple[Picture | None, asyncio.Task[Picture] | None]:
        """The picture of a post; its words where it takes too long, and then what still draws it."""
        if reply.picture is None:
            return None, None
        drawing = asyncio.create_task(self._gallery.fetch(reply.picture, team))
        try:
            await asyncio.wait({drawing}, timeout=_DRAWING)
        except asyncio.CancelledError:
            drawing.cancel()
            raise
        if drawing.done():
            picture = drawing.result()
            return picture, drawing if picture.later else None
        _log.warning(
            "picture %s of game %s takes long: it comes behind its post", reply.picture.kind, reply.picture.game
        )
        return Picture("", reply.picture.alt), drawing

    async def _picture_in_time(self, reply: Reply, team: str) -> Picture | None:
        """The picture of what gets none later."""
        picture, drawing = await self._picture(reply, team)
        if drawing is not None:
            drawing.cancel()
        return picture


def _kept(what: Shown) -> dict[str, str]:
    """What a message says without its controls."""
    plain = what.without_controls()
    return {"text": plain.text, "plain": json.dumps(plain.blocks)}


def _is_private(reply: Reply) -> bool:
    return reply.picture is not None and reply.picture.private
