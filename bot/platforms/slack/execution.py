"""What was acknowledged is carried out: in the order of each person, once, and whoever asked hears of it in any case."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from pydantic import ValidationError

from bot.platforms.interim_notice import interim, word
from bot.platforms.progress_updates import AnswerPlace, Following
from bot.platforms.slack import adapter_texts, interactions, views
from bot.platforms.slack.ack_timing import STORE, TELLING, TURN
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.blocks import shown
from bot.platforms.slack.channel_rights import Rights
from bot.platforms.slack.delivery import Deliveries
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.handles import Handles
from bot.platforms.slack.interactions import SlackInteraction, local
from bot.platforms.slack.records import Records
from bot.platforms.slack.responses import Answers
from bot.port import DeliveryError, Handler, Inbound
from bot.storage import write_tracking
from bot.storage.call_deadlines import hurried
from bot.storage.errors import StorageError
from bot.storage.store import Store
from bot.table import tokens
from bot.table.position import position_of
from bot.table.reply import Form, Reply

_log = logging.getLogger(__name__)

#: Channels of which it is known who asked last.
_ASKERS = 2000
#: Seconds between two looks at what a private answer tells the progress of.
_PAUSE = 4.0
#: Seconds that a sheet waits for its verdict before it closes.
_SHEET = 2.0


class Carrying:
    """Carries out commands, presses and forms that Slack was told have come.

    Args:
        name: of the platform.
        handler: the bot.
        store: with the games.
        records: tell what was carried out before.
        api: opens modals.
        answers: show what whoever asked gets.
        deliveries: show what everybody gets.
        after: called after every command, e.g. to have the outbox looked into at once.
    """

    def __init__(
        self,
        *,
        name: str,
        handler: Handler,
        store: Store,
        records: Records,
        api: SlackApi,
        answers: Answers,
        deliveries: Deliveries,
        after: Callable[[], object],
    ) -> None:
        self._name = name
        self._handler = handler
        self._store = store
        self._records = records
        self._api = api
        self._answers = answers
        self._deliveries = deliveries
        #: What the app may in a channel.
        self.rights = Rights(api)
        self._after = after
        self._handles = Handles(records)
        #: Brings answers that tell how far something is up to date.
        self.following = Following(name, handler, _PAUSE)
        #: What is carried out now.
        self.running: set[asyncio.Task[None]] = set()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        #: Keys of what is carried out, or waits for its turn.
        self._waiting: set[str] = set()
        #: Sheets that are carried out while Slack still waits for whether they may close.
        self._sheets: dict[str, asyncio.Future[Form | None]] = {}
        #: Who asked last in a channel, to be told when nothing can be posted there, and what they were told.
        self._askers: dict[str, SlackInteraction] = {}
        self._told: dict[str, str] = {}

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin what was acknowledged; it is finished even if the connection goes."""
        task = asyncio.create_task(self._guarded(work))
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def run(self, asked: SlackInteraction) -> None:
        """Carry out a command or press, in the order of each person; who waits long for their turn is told so."""
        turn, told = self.turn(asked.channel, asked.user), False

        async def say() -> None:
            nonlocal told
            told = True
            await self._say_meanwhile(asked)

        # A repetition says nothing: what it repeats does.
        repeated = asked.key in self._waiting
        self._waiting.add(asked.key)
        try:
            async with contextlib.nullcontext() if repeated else interim(say):
                had = await self.had(turn)
            if not had:
                await self._told_of_silence(asked)
                return
            try:
                self._remember(asked)
                await self._once(asked, lambda: self._carry_out(asked, told=told))
            finally:
                turn.release()
        finally:
            if not repeated:
                self._waiting.discard(asked.key)

    async def pressed(self, asked: SlackInteraction) -> None:
        """Carry out a press, in the channel of its game."""
        with hurried(STORE):
            placed = await self._placed(asked)
        await self.run(placed)

    async def count(self, asked: SlackInteraction) -> None:
        """Show in a sheet what all that is chosen in it comes to."""
        async with self.turn(asked.channel, asked.user):
            try:
                inbound = asked.inbound()
            except ValidationError:
                return  # said when it is sent
            with hurried(STORE):
                replies = await self._handler.run(inbound)
            form = next((reply.form for reply in replies if reply.form is not None), None)
            if form is None:
                return  # said when it is sent
            try:
                await self._api.update_view(asked.team, asked.view, views.sheet(form, asked, kept=asked.metadata))
            except SlackError as error:
                _log.info("a sheet is not counted: %s", error.code)

    async def change(self, asked: SlackInteraction, view: Mapping[str, Any]) -> None:
        """Show another form in place of the one in which something was chosen."""
        try:
            await self._api.update_view(asked.team, asked.view, dict(view))
        except SlackError as error:
            _log.info("a form stays as it is: %s", error.code)

    async def sheet(self, asked: SlackInteraction) -> Form | None:
        """Return a sheet that is carried out now, with what is wrong; None if nothing is, or not so soon that it could stay open."""
        verdict: asyncio.Future[Form | None] = asyncio.get_running_loop().create_future()
        self._sheets[asked.key] = verdict

        async def carried() -> None:
            try:
                await self.run(asked)
            finally:
                self._sheets.pop(asked.key, None)
                if not verdict.done():
                    verdict.set_result(None)

        self.start(carried())
        done, _ = await asyncio.wait({verdict}, timeout=_SHEET)
        self._sheets.pop(asked.key, None)
        return verdict.result() if done else None

    async def open(self, asked: SlackInteraction, view: Mapping[str, Any]) -> None:
        """Open a form, or say why Slack does not."""

        async def opened() -> None:
            failed = await self._laid_open(asked, view)
            if failed:
                await self._answers.say(asked, failed)

        await self._once(asked, opened)

    async def tell(self, asked: SlackInteraction, sentence: str) -> None:
        """Say a sentence to whoever asked."""
        await self._once(asked, lambda: self._answers.say(asked, sentence))

    def turn(self, channel: str, user: str) -> asyncio.Lock:
        """Held while somebody is answered in a channel."""
        return self._turns.setdefault(f"{channel} {user}", asyncio.Lock())

    async def had(self, turn: asyncio.Lock) -> bool:
        """Wait for one's turn; False if that lasts while the store is silent, since whoever is before waits for it too."""
        # One place in the queue, however long it lasts: who lines up again stands behind what was sent later.
        place = asyncio.create_task(turn.acquire())
        given_up = True
        try:
            while not place.done():
                await asyncio.wait({place}, timeout=TURN)
                if not place.done() and self._store.connection.silent:
                    return False
            given_up = False
        finally:
            if given_up and not place.cancel() and not place.cancelled():
                turn.release()
        return True

    async def complain(self, channel: str, sentence: str) -> None:
        """Tell whoever asked last that nothing can be posted, once for each reason."""
        asked = self._askers.get(channel)
        if asked is None or self._told.get(channel) == sentence:
            return
        self._told[channel] = sentence
        try:
            await self._answers.say(asked, sentence)
        except (SlackError, StorageError) as error:
            _log.warning("nobody could be told about %s: %s", channel, error)

    def posted(self, channel: str) -> None:
        """Something could be posted in a channel: if that fails again, it is told again."""
        self._told.pop(channel, None)

    # ------------------------------------------------------------------------------------------ inside

    @staticmethod
    async def _guarded(work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (DeliveryError, StorageError) as error:
            _log.warning("an interaction could not be answered: %s", error)
        except Exception:  # noqa: BLE001 - one broken interaction must not end the others
            _log.exception("an interaction broke")

    async def _told_of_silence(self, asked: SlackInteraction) -> None:
        with hurried(TELLING):
            await self._answers.say(asked, adapter_texts.NO_STORE)

    async def _once(self, asked: SlackInteraction, work: Callable[[], Awaitable[None]]) -> None:
        """Do something once for one interaction; whatever is away or breaks, whoever asked is told so."""
        sentence, watch = adapter_texts.NO_STORE, write_tracking.WriteTracking()
        try:
            with hurried(STORE), write_tracking.watching(watch):
                if not await self._records.begin(asked.key):
                    return
                await self._api.of_team(asked.team)
                sentence = adapter_texts.UNSURE
                await work()
                sentence = ""  # the answer was shown
                await self._records.end(asked.key)
        except StorageError as error:
            _log.warning("an interaction met no store: %s", error)
            if sentence and not watch.change:
                sentence = adapter_texts.NO_STORE
        except SlackError as error:
            sentence = str(error)
        except DeliveryError:
            raise
        except Exception:  # noqa: BLE001 - whoever asked gets an answer, whatever broke
            _log.exception("an interaction broke")
            sentence = adapter_texts.BROKE
        else:
            return
        if sentence:
            with hurried(TELLING):
                await self._answers.say(asked, sentence)

    def _remember(self, asked: SlackInteraction) -> None:
        """Note who asked last in a channel; of channels that are quiet for long nobody is known."""
        self._askers.pop(asked.channel, None)
        self._askers[asked.channel] = asked
        if len(self._askers) > _ASKERS:
            del self._askers[next(iter(self._askers))]

    async def _carry_out(self, asked: SlackInteraction, *, told: bool) -> None:
        """Have the bot answer; `told` says that it takes long is said already."""
        await self._handles.note(asked)
        if asked.text and not asked.tokens:
            asked = await self._handles.filled_in(asked)
        try:
            inbound = asked.inbound(posts=await self._posts(asked), examine=partial(self.rights.lacking, asked.channel))
        except ValidationError:
            await self._answers.say(asked, adapter_texts.UNREADABLE if asked.tokens else adapter_texts.TOO_LONG)
            return
        async with contextlib.nullcontext() if told else interim(lambda: self._say_meanwhile(asked)):
            replies = await self._handler.run(inbound)
        self._after()
        verdict = self._sheets.get(asked.key)
        if verdict is not None and not verdict.done():
            refused = next((reply.form for reply in replies if reply.form is not None), None)
            verdict.set_result(refused)
            if refused is not None:
                return
        if asked.panel and await self._standing_panel(asked) not in ("", asked.panel):
            asked = asked.beside()  # the panel on which the form was opened has given way to another
        for number, reply in enumerate(replies):
            if reply.audience == "private":
                await self._show(asked, reply)
                if reply.follow and asked.surface != "home":  # a modal of the Home tab needs a press
                    self.following.follow(self._place(asked, inbound), reply)
                continue
            try:
                await self._deliveries.say(asked.channel, reply, f"{asked.key}/{number}")
            except DeliveryError as error:
                await self._answers.say(asked, str(error))

    def _place(self, asked: SlackInteraction, inbound: Inbound) -> AnswerPlace:
        """Return the panel that answers an interaction, as long as no other one does."""

        async def stands(reply: Reply) -> bool:
            panel = await self._records.panel(asked.channel, asked.user)
            if panel is None:
                return False
            return (panel.key.partition("/")[0], panel.number) == (asked.key[:40], position_of(reply.menu))

        async def show(reply: Reply) -> None:
            with contextlib.suppress(SlackError):
                await self._answers.bring(asked, reply)

        return AnswerPlace(inbound, stands, show, self.turn(asked.channel, asked.user))

    async def _posts(self, asked: SlackInteraction) -> bool:
        """Return False in the direct messages of other people, where commands run but the app can post nothing."""
        team, channel = local(asked.channel)
        if not channel.startswith("D"):
            return True
        try:
            return await self._api.direct(team, local(asked.user)[1]) == channel
        except SlackError as error:
            _log.info("it is not known whose direct messages %s are: %s", channel, error.code)
            return True

    async def _say_meanwhile(self, asked: SlackInteraction) -> None:
        """Say that the answer takes long: below what was pressed; the Home tab and its trigger are left to the answer."""
        if asked.surface != "home":
            await self._answers.say(asked, word())
            return
        team, user = local(asked.user)
        await self._api.post(team, await self._api.direct(team, user), shown(Reply(text=word()), None))

    async def _standing_panel(self, asked: SlackInteraction) -> str:
        """Return the mark of the asker's panel; the answer does not wait for a store that is away."""
        try:
            return await self._answers.standing(asked)
        except StorageError:
            return ""

    async def _show(self, asked: SlackInteraction, reply: Reply) -> None:
        """Show a private reply: the form that it brings, else its message, also where no form can be opened."""
        if reply.form is not None:
            here = asked.on(await self._standing_panel(asked)) if asked.replaces else asked
            failed = await self._laid_open(asked, views.sheet(reply.form, here))
            if not failed:
                return
            reply = reply.model_copy(update={"text": f"{failed}\n{reply.text}"})
        await self._answers.show(asked, reply)

    async def _laid_open(self, asked: SlackInteraction, view: Mapping[str, Any]) -> str:
        """Open a modal, above the one in which the press was; returns what to say where Slack does not."""
        try:
            await self._api.open_view(asked.team, asked.trigger, dict(view), above=asked.surface == "modal")
        except SlackError as error:
            late = error.code in ("expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id")
            return adapter_texts.LATE if late else str(error)
        return ""

    async def _placed(self, asked: SlackInteraction) -> SlackInteraction:
        """Return a press in the Home tab or a direct message happens in the channel of its game."""
        here = local(asked.channel)[1]
        if not asked.tokens or not (here == interactions.HOME or here.startswith("D")):
            return asked
        try:
            header = await self._store.header(tokens.parse(asked.tokens[0]).game)
        except (tokens.BadToken, StorageError, ValueError):
            return asked
        platform, _, channel = header.channel.partition(":")
        same = platform == self._name and local(channel)[0] == asked.team
        return asked.moved(channel) if same else asked


__all__ = ["Carrying"]
