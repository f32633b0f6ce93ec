"""Handle commands, presses and forms: acknowledge first, run once, answer privately.

An interaction can reach several processes, or one of them twice after a resumed connection. All acknowledge, since
Discord accepts the first one and it costs nothing; the claim in the store decides which one runs it. Even without a
claim, the handler's own key makes it count once.
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

#: Timeout of completions in seconds; Discord shows nothing after three.
_COMPLETION = 2.0

#: Seconds within which another process should have taken an interaction this one could not acknowledge.
_OTHERS = 2.0
#: Store timeout in seconds while a user waits.
_STORE = 6.0

#: Timeout in seconds for telling users that they are cut off at shutdown.
_LAST_WORD = 2.0

#: Log of claimed interactions.
_CLAIMS = "discord:interactions"

#: Seconds between updates of a private answer that shows progress, each an edit.
_PAUSE = 2.0


class Serving:
    """Handles interactions.

    Args:
        name: of the platform, as stored with channels.
        handler: the bot.
        store: of claims and references.
        panels: shows private answers.
        tell: posts a public reply: channel, key, reply.
        answering: marks a user as being answered.
        hooks: notified of commands and acknowledgements.
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

    # ------------------------------------------------------------------------------------------ incoming

    async def command(self, interaction: Interaction, line: str, title: str) -> None:
        """Run a line typed under the root of a title, and answer."""
        await self._serve(interaction, InteractionInput(text=line, title=title))

    async def press(self, interaction: Interaction) -> None:
        """Handle a button, a menu selection, or a submitted form."""
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await self._handle_submit(interaction, custom_id, data)
        elif custom_id.startswith(TYPED):
            if not self.closing:
                form = order_form(*form_of(custom_id))
                await self._respond_directly(interaction, lambda: interaction.response.send_modal(form))
        else:
            chosen = [str(value) for value in data.get("values") or ()]
            # The id of a plain menu is meaningless; that of a menu in a sheet names the field.
            ours = not chosen or not custom_id.startswith(SELECT)
            await self._serve(interaction, InteractionInput(tokens=[*([custom_id] if ours else []), *chosen]))

    async def suggestions(
        self, interaction: Interaction, line: str, title: str, fields: Collection[str] = ()
    ) -> list[str]:
        """Return complete lines that continue a partial one; [] if they can't be found in time."""
        try:
            async with asyncio.timeout(_COMPLETION):
                channel = await self._channel(interaction)
                inbound = inbound_of(self._name, interaction, channel, InteractionInput(text=line, title=title))
                inbound = inbound.model_copy(update={"action": "complete", "fields": tuple(fields)})
                return [completion.insert for completion in await self._handler.complete(inbound)]
        except (TimeoutError, StorageError):
            return []

    async def broke(self, interaction: Interaction, error: Exception) -> None:
        """Answer after an internal error."""
        _log.error("interaction %d broke", interaction.id, exc_info=error)
        await self._respond_directly(interaction, lambda: self._panels.say(interaction, spoken(adapter_texts.BROKE)))

    def unread(self, event: str) -> None:
        """Count an event that can't be parsed."""
        self._hooks.meter.refused(self._name, event)

    async def drain(self, seconds: float) -> None:
        """Accept nothing new; let running commands finish for at most this long, then tell users still waiting."""
        await asyncio.sleep(0)  # lets tasks for the last events start
        self.closing = True
        await self._following.stop()
        await self.finish(seconds)
        await asyncio.gather(*(self._cut_off(interaction) for interaction in self._running.values()))

    async def finish(self, seconds: float) -> None:
        """Let running commands be answered, for at most this many seconds."""
        if self._running:
            await asyncio.wait(list(self._running), timeout=seconds)

    async def _cut_off(self, interaction: Interaction) -> None:
        """Tell a user that the bot stops before the command has finished; the result is known after the restart."""
        try:
            async with asyncio.timeout(_LAST_WORD):
                await self._panels.say(interaction, spoken(adapter_texts.CUT_OFF))
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            _log.warning("interaction %d is cut off without a word: %s", interaction.id, type(error).__name__)

    # ------------------------------------------------------------------------------------------ handling

    async def _handle_submit(self, interaction: Interaction, custom_id: str, data: dict[str, Any]) -> None:
        """Handle a submitted modal, including sheets of an earlier version."""
        if custom_id.startswith(SHEET):
            empty = screen(custom_id.removeprefix(SHEET), -1, "nothing")
            await self._serve(interaction, InteractionInput(tokens=chosen_in(data) or [empty]))
        else:
            game, _ = form_of(custom_id)
            await self._serve(interaction, InteractionInput(text=typed_in(data), game=game))

    async def _serve(self, interaction: Interaction, done: InteractionInput) -> None:
        if self.closing:
            return  # not acknowledged, so that another process can take it
        SPEAKING.set(known(str(interaction.locale.value)))  # until their chosen language is known
        task = asyncio.current_task()
        if task is not None:
            self._running[task] = interaction
        try:
            with self._answering(str(interaction.user.id)), hurried(_STORE):
                async with self._in_line(interaction) as turn:
                    await self._acknowledge_and_run(interaction, done, turn)
        finally:
            if task is not None:
                self._running.pop(task, None)

    async def _acknowledge_and_run(
        self, interaction: Interaction, done: InteractionInput, turn: Awaitable[Any]
    ) -> None:
        """Acknowledge, and run the interaction when its turn comes, unless another process has claimed it."""
        in_place, begun = is_private(interaction), time.perf_counter()
        acknowledged = await _acknowledge(interaction, in_place=in_place)
        if acknowledged == "yes":
            self._hooks.meter.acknowledged(self._name, time.perf_counter() - begun)
        if acknowledged == "failed":
            # Another process may have acknowledged it; if none has taken it by now, nobody will.
            await asyncio.sleep(_OTHERS)
        if not await self._claim(interaction):
            return
        if acknowledged != "yes":
            # Discord has told the user that it failed, so it must not be run after all.
            await self._send_direct(
                interaction, adapter_texts.TOO_LATE if acknowledged == "late" else adapter_texts.UNACKNOWLEDGED
            )
            return
        await turn
        await self._carry_out(interaction, done, in_place=in_place)

    @contextlib.asynccontextmanager
    async def _in_line(self, interaction: Interaction) -> AsyncIterator[Awaitable[Any]]:
        """Yield a place in the user's queue in this channel, to be awaited; it is taken before anything else.

        Interactions run in order of arrival, however long their acknowledgement takes: a sheet's choices come before
        its submission, and of two presses on one message the later answer is shown last.
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
        """Return the lock held while a user is being answered in a channel."""
        return self._turns.setdefault(f"{interaction.channel_id} {interaction.user.id}", asyncio.Lock())

    async def _carry_out(self, interaction: Interaction, done: InteractionInput, *, in_place: bool) -> None:
        try:
            channel = await self._channel(interaction, done.game)
        except StoreUnavailable as error:  # its message contains the store's address, which only the operator may see
            _log.warning("interaction %d met no store: %s", interaction.id, error)
            await self._panels.answer(interaction, [Reply(text=adapter_texts.NO_STORE)], in_place=in_place)
            return
        except StorageError as error:  # there is no such game, or it can't be read
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
        """Return the place of an interaction's panel, valid while its token lives and no other panel replaces it."""

        async def stands(reply: Reply) -> bool:
            ref = await self._references.panel(game_of(reply), inbound.user)
            same = None if ref is None else (ref.original, ref.token, ref.number)
            return same == (True, interaction.token, position_of(reply.menu))

        async def show(reply: Reply) -> None:
            with contextlib.suppress(discord.DiscordException, aiohttp.ClientError, OSError):
                await self._panels.answer(interaction, [reply], in_place=True)

        return AnswerPlace(inbound, stands, show, self._turn(interaction))

    async def _respond_directly(self, interaction: Interaction, do: Callable[[], Awaitable[Any]]) -> None:
        """Send a first response without prior acknowledgement; if the connection breaks, use a direct message."""
        try:
            await insisted(do)
        except (*BROKEN, RuntimeError) as error:
            _log.warning("interaction %d could not be answered: %s", interaction.id, type(error).__name__)
            await self._send_direct(interaction, adapter_texts.UNACKNOWLEDGED)
        except discord.DiscordException as error:
            _log.warning("interaction %d could not be answered: %s", interaction.id, faults.code_of(error))

    async def _send_direct(self, interaction: Interaction, sentence: str) -> None:
        """Send a direct message to a user who can't be answered otherwise."""
        try:
            await insisted(lambda: interaction.user.send(sentence), PATIENT)
        except (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError) as error:
            _log.warning("interaction %d: nobody could be told: %s", interaction.id, type(error).__name__)

    async def _claim(self, interaction: Interaction) -> bool:
        """Claim an interaction; True if this process may run it, or if the store is unavailable."""
        mine: JsonObject = {"by": uuid.uuid4().hex}
        try:
            if await self._claims.add(_CLAIMS, str(interaction.id), mine):
                return True
            # After a broken connection the write is repeated: the existing claim may be our own.
            taken = await self._claims.one(_CLAIMS, str(interaction.id))
        except StorageError:
            return True
        return taken is not None and taken.body == mine

    async def _channel(self, interaction: Interaction, game: str = "") -> str:
        """Return the channel an interaction applies to: for a spectators' thread its parent, for a form its game's."""
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
    """Return True if the pressed control is on a private answer of ours, which a panel can replace.

    A message in a direct conversation is a post, which later posts edit; so a panel opened from it becomes a separate
    message.
    """
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _acknowledge(interaction: Interaction, *, in_place: bool) -> Literal["yes", "late", "failed"]:
    """Acknowledge an interaction; returns "late" if it has expired, "failed" if another process may succeed."""

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
            return "yes"  # by another process, or by an earlier try of ours whose response got lost
        _log.warning("interaction %d came too late or could not be acknowledged: %s", interaction.id, error.code)
        return "late" if error.code == faults.UNKNOWN_INTERACTION else "failed"
    return "yes"


__all__ = ["Serving", "is_private"]
