"""Commands, presses and forms: acknowledged first, carried out once, answered privately.

An interaction may reach several processes, or one of them twice after a resumed connection. All
acknowledge, since Discord takes the first and that costs nothing; the claim in the store decides
who carries it out. If nobody else could, the handler's own key still makes it count once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractContextManager
from typing import Any, Literal
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.narration.texts import SPEAKING
from bot.platforms.discord import adapter_texts, faults
from bot.platforms.discord.commands import spoken
from bot.platforms.discord.forms import SHEET, TYPED, chosen_in, form_of, order_form, typed_in
from bot.platforms.discord.inbound import Interaction, InteractionInput, inbound_of
from bot.platforms.discord.invite import missing
from bot.platforms.discord.panels import Panels
from bot.platforms.discord.references import References
from bot.platforms.discord.rendering import SELECT
from bot.platforms.discord.request_retry import BROKEN, PATIENT, insisted
from bot.platforms.interim_notice import interim, word
from bot.platforms.meter import AdapterHooks
from bot.platforms.progress_updates import AnswerPlace, Following
from bot.port import Handler, Inbound
from bot.storage import ChannelLog, StorageError, Store, StoreUnavailable
from bot.storage.call_deadlines import hurried
from bot.storage.models import JsonObject
from bot.table.position import game_of, position_of
from bot.table.reply import Reply
from bot.table.tokens import screen
from bot.titles.roots import binds
from renderer.kit.languages import known

_log = logging.getLogger(__name__)

#: Seconds that completion may take; Discord shows nothing after three.
_COMPLETION = 2.0

#: Seconds after which another process would have taken an interaction that this one could not acknowledge.
_OTHERS = 2.0
#: Seconds for which one look into the store may hold up whoever asked.
_STORE = 6.0

#: Seconds for the word to whoever is cut off at the end.
_LAST_WORD = 2.0

#: The log of the interactions that somebody carries out.
_CLAIMS = "discord:interactions"

#: Seconds between two looks at what a private answer tells the progress of: an edit each.
_PAUSE = 2.0


class Serving:
    """Serves what people do.

    Args:
        name: of the platform, as stored with channels.
        handler: the bot.
        store: for claims and references.
        panels: shows private answers.
        tell: posts what an answer says to everybody: channel, key, reply.
        answering: notes that somebody is being answered.
        hooks: told of commands and acknowledgements.
    """

    def __init__(
        self,
        name: str,
        handler: Handler,
        store: Store,
        references: References,
        panels: Panels,
        *,
        tell: Callable[[int, str, Reply], Awaitable[None]],
        answering: Callable[[str], AbstractContextManager[None]],
        hooks: AdapterHooks,
    ) -> None:
        self._name = name
        self._handler = handler
        self._store = store
        self._references = references
        self._panels = panels
        self._claims = ChannelLog(store.connection, keep=5000)
        self._running: dict[asyncio.Task[Any], Interaction] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._following = Following(name, handler, _PAUSE)
        self.closing = False
        self._tell, self._answering, self._hooks = tell, answering, hooks

    # ------------------------------------------------------------------------------------------ coming in

    async def command(self, interaction: Interaction, line: str, title: str) -> None:
        """Carry out a line typed under the root of a title, and answer."""
        await self._serve(interaction, InteractionInput(text=line, title=title))

    async def press(self, interaction: Interaction) -> None:
        """Serve a button, a choice of a menu, or a filled-in form."""
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await self._sent(interaction, custom_id, data)
        elif custom_id.startswith(TYPED):
            if not self.closing:
                form = order_form(*form_of(custom_id))
                await self._quietly(interaction, lambda: interaction.response.send_modal(form))
        else:
            chosen = [str(value) for value in data.get("values") or ()]
            # The id of a plain menu says nothing; that of a menu in a sheet says in which field something is chosen.
            ours = not chosen or not custom_id.startswith(SELECT)
            await self._serve(interaction, InteractionInput(tokens=[*([custom_id] if ours else []), *chosen]))

    async def suggestions(
        self, interaction: Interaction, line: str, title: str, fields: Collection[str] = ()
    ) -> list[str]:
        """Whole lines that continue a half-typed one; none where they cannot be found in time."""
        try:
            async with asyncio.timeout(_COMPLETION):
                channel = await self._channel(interaction)
                inbound = inbound_of(self._name, interaction, channel, InteractionInput(text=line, title=title))
                inbound = inbound.model_copy(update={"action": "complete", "fields": tuple(fields)})
                return [completion.insert for completion in await self._handler.complete(inbound)]
        except (TimeoutError, StorageError):
            return []

    async def broke(self, interaction: Interaction, error: Exception) -> None:
        """Answer after a failure of ours."""
        _log.error("interaction %d broke", interaction.id, exc_info=error)
        await self._quietly(interaction, lambda: self._panels.say(interaction, spoken(adapter_texts.BROKE)))

    def unread(self, event: str) -> None:
        """Count an event that could not be read."""
        self._hooks.meter.refused(self._name, event)

    async def drain(self, seconds: float) -> None:
        """Take nothing new; let what runs finish, but no longer than this. What does not is answered in words."""
        await asyncio.sleep(0)  # what was read last begins
        self.closing = True
        await self._following.stop()
        await self.finish(seconds)
        await asyncio.gather(*(self._cut_off(interaction) for interaction in self._running.values()))

    async def finish(self, seconds: float) -> None:
        """Let running commands be answered, but no longer than this."""
        if self._running:
            await asyncio.wait(list(self._running), timeout=seconds)

    async def _cut_off(self, interaction: Interaction) -> None:
        """Say that we end before a command has: another process, or we after a restart, will know what came of it."""
        try:
            async with asyncio.timeout(_LAST_WORD):
                await self._panels.say(interaction, spoken(adapter_texts.CUT_OFF))
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            _log.warning("interaction %d is cut off without a word: %s", interaction.id, type(error).__name__)

    # ------------------------------------------------------------------------------------------ serving

    async def _sent(self, interaction: Interaction, custom_id: str, data: dict[str, Any]) -> None:
        """Serve a filled-in form, be it a sheet of an earlier version, which was one."""
        if custom_id.startswith(SHEET):
            empty = screen(custom_id.removeprefix(SHEET), -1, "nothing")
            await self._serve(interaction, InteractionInput(tokens=chosen_in(data) or [empty]))
        else:
            game, _ = form_of(custom_id)
            await self._serve(interaction, InteractionInput(text=typed_in(data), game=game))

    async def _serve(self, interaction: Interaction, done: InteractionInput) -> None:
        if self.closing:
            return  # not acknowledged, so that another process may
        SPEAKING.set(known(str(interaction.locale.value)))  # until the bot knows which one they chose
        task = asyncio.current_task()
        if task is not None:
            self._running[task] = interaction
        try:
            with self._answering(str(interaction.user.id)), hurried(_STORE):
                async with self._in_line(interaction) as turn:
                    await self._taken(interaction, done, turn)
        finally:
            if task is not None:
                self._running.pop(task, None)

    async def _taken(self, interaction: Interaction, done: InteractionInput, turn: Awaitable[Any]) -> None:
        """Acknowledge, and carry out what nobody else does, when it is its turn."""
        in_place, begun = is_private(interaction), time.perf_counter()
        acknowledged = await _acknowledge(interaction, in_place=in_place)
        if acknowledged == "yes":
            self._hooks.meter.acknowledged(self._name, time.perf_counter() - begun)
        if acknowledged == "failed":
            # Another process may have come through; if none has taken it by now, the person waits for nothing.
            await asyncio.sleep(_OTHERS)
        if not await self._claim(interaction):
            return
        if acknowledged != "yes":
            # Discord has told the person that it failed, so it must not be carried out behind their back.
            await self._directly(
                interaction, adapter_texts.TOO_LATE if acknowledged == "late" else adapter_texts.UNACKNOWLEDGED
            )
            return
        await turn
        await self._carry_out(interaction, done, in_place=in_place)

    @contextlib.asynccontextmanager
    async def _in_line(self, interaction: Interaction) -> AsyncIterator[Awaitable[Any]]:
        """Yield a place among those who are answered in a channel, to be awaited; it is taken before anything else is.

        What came first is carried out first, however long its acknowledgement takes: what was chosen in a sheet before
        it is sent, and of two presses on one message the later answer stands last.
        """
        lock = self._turn(interaction)
        turn = asyncio.ensure_future(lock.acquire())
        try:
            yield turn
        finally:
            if turn.done() and not turn.cancelled():
                lock.release()
            else:
                turn.cancel()

    def _turn(self, interaction: Interaction) -> asyncio.Lock:
        """Held while somebody is answered in a channel."""
        return self._turns.setdefault(f"{interaction.channel_id} {interaction.user.id}", asyncio.Lock())

    async def _carry_out(self, interaction: Interaction, done: InteractionInput, *, in_place: bool) -> None:
        try:
            channel = await self._channel(interaction, done.game)
        except StoreUnavailable as error:  # names the address of the store, which is the operator's alone
            _log.warning("interaction %d met no store: %s", interaction.id, error)
            await self._panels.answer(interaction, [Reply(text=adapter_texts.NO_STORE)], in_place=in_place)
            return
        except StorageError as error:  # there is no such game, or it cannot be read
            await self._panels.answer(interaction, [Reply(text=str(error))], in_place=in_place)
            return
        inbound = inbound_of(self._name, interaction, channel, done)
        said: list[discord.WebhookMessage] = []

        async def say() -> None:
            if in_place:
                said.append(await interaction.followup.send(content=word(), ephemeral=True, wait=True))
            else:
                await interaction.edit_original_response(content=word())

        async with interim(say):
            replies = list(await self._handler.run(inbound))
        self._hooks.after()
        private = [reply for reply in replies if reply.audience == "private"]
        lack = missing(interaction.app_permissions) if binds(done.text or "", done.title) else ""
        if lack:
            private.append(Reply(text=adapter_texts.LACKING_HERE.format(permissions=lack)))
        await self._panels.answer(interaction, private, in_place=in_place)
        for reply in private:
            if reply.follow and reply.edit == "panel":
                self._following.follow(self._place(interaction, inbound), reply)
        for message in said:
            with contextlib.suppress(discord.DiscordException, aiohttp.ClientError, OSError):
                await message.delete()
        for number, reply in enumerate(replies):
            if reply.audience != "private":
                await self._tell(int(channel), f"{inbound.key}:{number}", reply)

    def _place(self, interaction: Interaction, inbound: Inbound) -> AnswerPlace:
        """Return the panel that answers an interaction, for as long as its token lives and no other one answers."""

        async def stands(reply: Reply) -> bool:
            ref = await self._references.panel(game_of(reply), inbound.user)
            same = None if ref is None else (ref.original, ref.token, ref.number)
            return same == (True, interaction.token, position_of(reply.menu))

        async def show(reply: Reply) -> None:
            with contextlib.suppress(discord.DiscordException, aiohttp.ClientError, OSError):
                await self._panels.answer(interaction, [reply], in_place=True)

        return AnswerPlace(inbound, stands, show, self._turn(interaction))

    async def _quietly(self, interaction: Interaction, do: Callable[[], Awaitable[Any]]) -> None:
        """Give a first answer that cannot be acknowledged before; where the connection breaks, say so another way."""
        try:
            await insisted(do)
        except (*BROKEN, RuntimeError) as error:
            _log.warning("interaction %d could not be answered: %s", interaction.id, type(error).__name__)
            await self._directly(interaction, adapter_texts.UNACKNOWLEDGED)
        except discord.DiscordException as error:
            _log.warning("interaction %d could not be answered: %s", interaction.id, faults.code_of(error))

    async def _directly(self, interaction: Interaction, sentence: str) -> None:
        """Say something in a direct message, to somebody who waits for an answer that cannot come otherwise."""
        try:
            await insisted(lambda: interaction.user.send(sentence), PATIENT)
        except (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError) as error:
            _log.warning("interaction %d: nobody could be told: %s", interaction.id, type(error).__name__)

    async def _claim(self, interaction: Interaction) -> bool:
        """Become the one who carries an interaction out; without a store everybody says so."""
        mine: JsonObject = {"by": uuid.uuid4().hex}
        try:
            if await self._claims.add(_CLAIMS, str(interaction.id), mine):
                return True
            # A connection that breaks has it sent again: what stands there may be our own first try.
            taken = await self._claims.one(_CLAIMS, str(interaction.id))
        except StorageError:
            return True
        return taken is not None and taken.body == mine

    async def _channel(self, interaction: Interaction, game: str = "") -> str:
        """Return the channel that is meant: in a spectators' thread its parent, from a form that of its game."""
        if game:
            header = await self._store.header(game)
            if not header.puzzle:
                return header.channel.partition(":")[2]
        here = str(interaction.channel_id or 0)
        channel = interaction.channel
        if isinstance(channel, discord.Thread):
            holder = await self._store.channels.holder(f"{self._name}:{here}")
            above = await self._store.channels.holder(f"{self._name}:{channel.parent_id}")
            thread = await self._references.thread(above) if holder is None and above is not None else None
            if thread is not None and thread.thread == channel.id:
                return str(channel.parent_id)
        return here


def is_private(interaction: Interaction) -> bool:
    """Tell whether the pressed control is on a private answer of ours, which its panel may replace.

    A message of a direct conversation is no such answer: it is a post, which later posts edit, so a panel opened from
    it is a message of its own.
    """
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _acknowledge(interaction: Interaction, *, in_place: bool) -> Literal["yes", "late", "failed"]:
    """Tell Discord that the answer comes; "late" if it takes none any more, "failed" if another process may do better."""

    async def acknowledged() -> None:
        if in_place:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)

    try:
        await insisted(acknowledged)
    except BROKEN as error:
        _log.warning("interaction %d could not be acknowledged: %s", interaction.id, type(error).__name__)
        return "failed"
    except discord.HTTPException as error:
        if error.code == faults.ALREADY_ACKNOWLEDGED:
            return "yes"  # by another process, or by a try of ours whose answer got lost
        _log.warning("interaction %d came too late or could not be acknowledged: %s", interaction.id, error.code)
        return "late" if error.code == faults.UNKNOWN_INTERACTION else "failed"
    return "yes"


__all__ = ["Serving", "is_private"]
