"""Deliver outbox posts to channels and threads: once each, in order, edited in place where they ask for it."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.platforms import direct_messages
from bot.platforms.discord import adapter_texts, faults
from bot.platforms.discord.attachments import Attachments
from bot.platforms.discord.channel_moves import Traces
from bot.platforms.discord.commands import spoken
from bot.platforms.discord.delivery_dedup import REMEMBERED, standing
from bot.platforms.discord.panels import Panels
from bot.platforms.discord.reconnect import ConnectionKeeper
from bot.platforms.discord.references import MessageRef, References
from bot.platforms.discord.rendering import Rendered, render
from bot.platforms.discord.request_retry import insisted
from bot.platforms.discord.threads import GameThreads
from bot.port import DeliveryError, Outgoing
from bot.storage import StorageError
from bot.table.reply import Reply

_log = logging.getLogger(__name__)

#: Direct messages that are edited in place, with their reference names.

Place = discord.abc.Messageable


class Posting:
    """Delivers posts and stores what it has shown, so that repeated posts are skipped.

    Args:
        line: the connection.
        references: stores messages, threads and pending pictures.
        threads: the spectators' threads.
        panels: private answers.
        attachments: adds pictures later.
        traces: stores a game's former channels.
        now: clock, in Unix seconds.
    """

    def __init__(
        self,
        line: ConnectionKeeper,
        references: References,
        threads: GameThreads,
        panels: Panels,
        attachments: Attachments,
        traces: Traces,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._line = line
        self._references = references
        self._threads = threads
        self._panels = panels
        self._attachments = attachments
        self._traces = traces
        self._now = now
        #: The newest message known to belong to a post of each game.
        self._newest: dict[str, int] = {}
        #: Games whose channels have been told that there is no spectators' thread for now.
        self._threadless: set[str] = set()

    async def deliver(self, message: Outgoing) -> None:
        """Deliver one post.

        Raises:
            DeliveryError: Discord refuses, with a sentence for the operator.
        """
        reply, post = message.reply, message.id.rpartition("/")[2]
        _check(message)
        try:
            last = await self._references.delivered(message.game)
            if last is not None and not reply.renews_table and _sort_key(post) <= _sort_key(last.post):
                return
            self._record_message(message.game, last.message if last is not None else 0)
            await self._show(message, int(message.channel), reply)
            if not reply.renews_table:
                await self._references.note_delivered(message.game, post, self._newest[message.game])
        except StorageError as error:
            raise DeliveryError(str(error), away=True) from error
        except faults.REQUEST as error:
            refusal = faults.delivery_error(error, channel=message.channel, user=message.user)
            # The channel shows the same as the thread, so a closed thread must not hold up the channel.
            final = refusal.final or (reply.audience == "thread" and not refusal.away and _is_inaccessible(error))
            if reply.audience == "thread" and final:
                await self._say_once_without_thread(message)
            raise DeliveryError(str(refusal), final=final, away=refusal.away, held=refusal.held) from error

    async def tell(self, channel: int, key: str, reply: Reply) -> None:
        """Post a public reply outside the outbox."""
        try:
            place = await insisted(lambda: self._threads.channel(channel))
            await insisted(lambda: self._send(place, key, render(reply)))  # its nonce prevents duplicates
        except faults.REQUEST as error:
            _log.warning("an answer for channel %d could not be shown: %s", channel, error)

    async def say(self, channel: int, key: str, reply: Reply) -> str:
        """Post a message outside any game; returns its id. Raises DeliveryError."""
        try:
            return await self._say(await self._threads.channel(channel), key, reply)
        except faults.REQUEST as error:
            raise faults.delivery_error(error, channel=str(channel), user="") from error

    async def amend(self, channel: int, message: int, reply: Reply) -> None:
        """Edit a message posted by `say`; raises DeliveryError."""
        rendered = render(reply)

        async def edit() -> None:
            place = await self._threads.channel(channel)
            await place.get_partial_message(message).edit(content=rendered.content, view=rendered.view)

        try:
            await self._threads.awake(channel, edit)
        except faults.REQUEST as error:
            if faults.code_of(error) != faults.UNKNOWN_MESSAGE:
                raise faults.delivery_error(error, channel=str(channel), user="") from error

    async def say_alone(self, user: int, key: str, reply: Reply) -> None:
        """Send one person a direct message outside any game; raises DeliveryError."""
        try:
            await self._say(await self._line.client.create_dm(discord.Object(user)), key, reply)
        except faults.REQUEST as error:
            raise faults.delivery_error(error, channel="", user=str(user)) from error

    async def _say(self, place: Place, key: str, reply: Reply) -> str:
        """Send a message of which only a pending picture is stored. Returns its id."""
        sent = await self._send(place, key, render(reply))
        if reply.picture is not None:
            try:
                await self._attachments.expect("", sent.channel.id, sent.id, reply)
            except StorageError:  # the message is shown; its picture follows unless this process ends before
                self._attachments.attach(sent, reply.picture)
        return str(sent.id)

    # ------------------------------------------------------------------------------------------ messages

    async def _show(self, message: Outgoing, channel: int, reply: Reply) -> None:
        if reply.audience == "private":
            await self._show_private(message, reply)
        elif reply.audience == "thread":
            thread = await self._threads.ready(message.game, channel)
            if thread is not None:
                await self._post(message, thread, reply)
                self._threadless.discard(message.game)
        elif reply.edit:
            await self._show_slot(message, channel, reply)
        else:
            shown = await self._post(message, await self._threads.channel(channel), reply)
            await self._references.note_message(message.game, "newest", MessageRef(channel=channel, message=shown))

    async def _show_slot(self, message: Outgoing, channel: int, reply: Reply) -> None:
        """Show the channel message of a slot; below the table message, open the spectators' thread."""
        game, place = message.game, await self._threads.channel(channel)
        shown = await self._renew(message, place, reply.edit)
        if shown and reply.edit == "table":
            await self._traces.note(game, channel, table=shown)
            await self._threads.open(game, place, shown)
            text = adapter_texts.GOES_ON.format(game=game, link=place.get_partial_message(shown).jump_url)
            if left := await self._traces.leave_others(game, channel, text):
                for user in message.players:
                    await self._panels.leave(self._line.client, game, user, left, text)
        elif shown:
            await self._traces.note(game, channel, pressed=(reply.edit, shown))

    async def _renew(self, message: Outgoing, place: Any, slot: str) -> int:
        """Edit the message of this slot, or post one that takes it over; returns the new message's id or 0."""
        game, reply, channel = message.game, message.reply, int(place.id)
        old = await self._references.message(game, slot)
        if old is not None:
            self._record_message(game, old.message)
        if old is not None and not reply.anew and old.channel == channel:
            try:
                await self._edit(game, slot, place, old, reply)
            except discord.HTTPException as error:
                if error.code not in faults.POST_ANEW:
                    raise
            else:
                return 0
        if reply.takes_off:
            return 0
        shown = await self._post(message, place, reply)
        picture = reply.picture.model_dump_json() if reply.picture else ""
        reference = MessageRef(channel=channel, message=shown, picture=picture, bare=render(reply).view is None)
        await self._references.note_message(game, slot, reference)
        if old is not None and old.message != shown:
            await self._retire(game, slot, old, place.get_partial_message(shown).jump_url, told=reply.replaces)
        return shown

    async def _edit(self, game: str, slot: str, place: Any, old: MessageRef, reply: Reply) -> None:
        rendered = render(reply)
        told: dict[str, Any] = {
            "content": rendered.content,
            "view": rendered.view,
            "allowed_mentions": rendered.mentions,
        }
        if reply.picture is None and old.picture:
            told["attachments"] = []
        await self._threads.awake(old.channel, lambda: place.get_partial_message(old.message).edit(**told))
        picture, bare = reply.picture.model_dump_json() if reply.picture else "", rendered.view is None
        if (picture, bare) != (old.picture, old.bare):
            await self._references.note_message(game, slot, old.model_copy(update={"picture": picture, "bare": bare}))
        if picture != old.picture:
            await self._attachments.expect(game, old.channel, old.message, reply)

    async def _retire(self, game: str, slot: str, old: MessageRef, link: str, *, told: bool) -> None:
        """Retire a message that lost its slot: delete a table message or point to the new one; others keep their text.

        If the new message contains everything the old one said (`told`), the old one is deleted as well.
        """
        message = self._line.client.get_partial_messageable(old.channel).get_partial_message(old.message)
        await self._references.arrived(game, old.message)
        try:
            if slot != "table":
                if not (told and await self._delete_table_message(game, message)) and not old.bare:
                    await message.edit(view=None)
            elif not await self._delete_table_message(game, message):
                await message.edit(content=adapter_texts.STANDS_BELOW.format(link=link), view=None, attachments=[])
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            _log.info("message %d keeps its old controls: %s", old.message, error)

    async def _delete_table_message(self, game: str, message: discord.PartialMessage) -> bool:
        """Delete an old table message; returns False if it has to stay as the parent of the spectators' thread."""
        thread = await self._references.thread(game)
        if thread is not None and thread.thread == message.id:
            return False
        try:
            await message.delete()
        except discord.HTTPException as error:
            return error.code == faults.UNKNOWN_MESSAGE
        return True

    async def _show_private(self, message: Outgoing, reply: Reply) -> None:
        """Show a panel through its token; anything else, e.g. a ping, as a direct message, which gets noticed."""
        panel = reply.edit == "panel"
        if panel and await self._panels.update(self._line.client, message.game, message.user, reply):
            return
        try:
            person = await self._line.client.create_dm(discord.Object(int(message.user)))
            if slot := direct_messages.slot_of(reply, message.user):
                await self._renew(message, person, slot)
            else:
                await self._post(message, person, reply)
        except discord.HTTPException as error:
            if error.code not in (faults.CANNOT_SEND_TO_USER, faults.NO_MUTUAL_GUILD):
                raise
            if reply.takes_off:
                return  # without a message there are no controls to remove
            shown = direct_messages.fallback(reply, message.game)
            if panel or not await self._panels.update(self._line.client, message.game, message.user, shown):
                await self._say_unreachable(message, left=error.code == faults.NO_MUTUAL_GUILD)

    async def _say_unreachable(self, message: Outgoing, *, left: bool) -> None:
        """Say in the channel that a person can't be messaged, without the content; ping them only if they are here."""
        who = f"<@{message.user}>"
        text = spoken((adapter_texts.LEFT_US if left else adapter_texts.UNHEARD).format(who=who))
        users = [] if left else [discord.Object(int(message.user))]
        mentions = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
        rendered = Rendered(text, None, None, mentions)
        await self._send(await self._threads.channel(int(message.channel)), message.id, rendered)

    async def _say_once_without_thread(self, message: Outgoing) -> None:
        """Say in the channel that spectators have no thread now, once each time it is lost."""
        if message.game in self._threadless:
            return
        self._threadless.add(message.game)
        text = spoken(adapter_texts.THREAD_REFUSED)
        await self.tell(int(message.channel), f"{message.id}:thread", Reply(text=text, audience="channel"))

    async def _post(self, message: Outgoing, place: Place, reply: Reply) -> int:
        rendered = render(reply)
        sent = await self._already_posted(message, place, rendered) or await self._send(place, message.id, rendered)
        self._record_message(message.game, sent.id)
        await self._references.belongs(message.game, sent.id)
        await self._attachments.expect(message.game, sent.channel.id, sent.id, reply)
        return sent.id

    def _record_message(self, game: str, number: int) -> None:
        """Record that a post of the game has become this message, so that no other post is matched to it."""
        self._newest[game] = max(self._newest.get(game, 0), number)

    async def _already_posted(self, message: Outgoing, place: Place, rendered: Rendered) -> discord.Message | None:
        """Return the message an earlier try has made of a post that is older than a nonce's life."""
        queued = _sort_key(message.id.rpartition("/")[2])[0] / 1000
        me = self._line.client.user
        if me is None or not rendered.content or self._now() - queued < REMEMBERED:
            return None
        after, free = self._newest.get(message.game, 0), partial(self._references.may_belong, message.game)
        return await standing(place, rendered, queued=queued, after=after, me=me.id, free=free)

    async def _send(self, place: Place, key: str, rendered: Rendered) -> discord.Message:
        told: dict[str, Any] = {}
        if rendered.view is not None:
            told["view"] = rendered.view
        file = rendered.file()
        if file is not None:
            told["file"] = file
        # With a nonce Discord accepts the same message once within some minutes, so that a try whose response got lost
        # doesn't post twice.
        nonce = hashlib.sha256(key.encode()).hexdigest()[:24]
        told |= {"allowed_mentions": rendered.mentions, "suppress_embeds": True}
        try:
            return await place.send(rendered.content, nonce=nonce, **told)
        except discord.NotFound as error:
            if error.code != faults.UNKNOWN_MESSAGE:
                raise
        # An earlier try posted it, and it has been deleted since (discord/discord-api-docs, pull request 6647).
        _log.info("a post was deleted before it was noted: it is posted anew")
        if (again := rendered.file()) is not None:
            told["file"] = again
        anew = hashlib.sha256(f"{key}/anew".encode()).hexdigest()[:24]
        return await place.send(rendered.content, nonce=anew, **told)


def _check(message: Outgoing) -> None:
    reply = message.reply
    if not message.channel.isdecimal():
        raise DeliveryError(adapter_texts.NO_CHANNEL_NUMBER.format(channel=message.channel), final=True)
    if reply.audience == "private":
        if not message.user.isdecimal():
            raise DeliveryError(adapter_texts.PRIVATE_TO_NOBODY, final=True)
    elif reply.picture is not None and reply.picture.private:
        raise DeliveryError(adapter_texts.PRIVATE_PICTURE, final=True)


def _is_inaccessible(error: Exception) -> bool:
    """Return True if someone has to fix the channel before anything can be posted there."""
    if not isinstance(error, discord.HTTPException):
        return False
    return isinstance(error, discord.Forbidden) or error.code in (faults.THREAD_LOCKED, faults.TOO_MANY_THREADS)


def _sort_key(post: str) -> tuple[int, int]:
    """Return the time in milliseconds and the sequence number of a post's id, which is a stream id."""
    milliseconds, _, sequence = post.partition("-")
    return int(milliseconds), int(sequence or 0)


__all__ = ["Posting"]
