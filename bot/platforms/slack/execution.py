"""Run acknowledged interactions: in order for each user, once, and with a reply in any case."""

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

#: Most channels whose last user is remembered.
_ASKERS = 2000
#: Seconds between refreshes of a private answer that shows progress.
_PAUSE = 4.0
#: Seconds that a sheet waits for its result before it closes.
_SHEET = 2.0


class Carrying:
    """Runs commands, presses and forms that have been acknowledged.

    Args:
        name: of the platform.
        handler: the bot.
        store: of the games.
        records: store of what has been handled.
        api: opens modals.
        answers: shows private replies.
        deliveries: posts public replies.
        after: called after every command, e.g. to check the outbox at once.
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
        #: Checks the app's rights in a channel.
        self.rights = Rights(api)
        self._after = after
        self._handles = Handles(records)
        #: Refreshes answers that show progress.
        self.following = Following(name, handler, _PAUSE)
        #: Running tasks.
        self.running: set[asyncio.Task[None]] = set()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        #: Keys of interactions that are running or wait for their turn.
        self._waiting: set[str] = set()
        #: Submitted sheets for which Slack still waits to know whether they may close.
        self._sheets: dict[str, asyncio.Future[Form | None]] = {}
        #: The last user in each channel, to be told when nothing can be posted there, and what they were told.
        self._askers: dict[str, SlackInteraction] = {}
        self._told: dict[str, str] = {}

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start work on an acknowledged interaction; it is finished even if the connection is lost."""
        task = asyncio.create_task(self._log_failures(work))
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def run(self, asked: SlackInteraction) -> None:
        """Run a command or press, in order for each user; send a notice if its turn takes long to come."""
        turn, told = self.turn(asked.channel, asked.user), False

        async def say() -> None:
            nonlocal told
            told = True
            await self._say_meanwhile(asked)

        # A repeated delivery sends no notice: the first one does.
        repeated = asked.key in self._waiting
        self._waiting.add(asked.key)
        try:
            async with contextlib.nullcontext() if repeated else interim(say):
                had = await self.had(turn)
            if not had:
                await self._say_no_store(asked)
                return
            try:
                self._remember(asked)
                await self._run_once(asked, lambda: self._carry_out(asked, told=told))
            finally:
                turn.release()
        finally:
            if not repeated:
                self._waiting.discard(asked.key)

    async def pressed(self, asked: SlackInteraction) -> None:
        """Run a press, in the channel of its game."""
        with hurried(STORE):
            placed = await self._with_game_channel(asked)
        await self.run(placed)

    async def count(self, asked: SlackInteraction) -> None:
        """Update the tally of a sheet."""
        async with self.turn(asked.channel, asked.user):
            try:
                inbound = asked.inbound()
            except ValidationError:
                return  # reported when it is submitted
            with hurried(STORE):
                replies = await self._handler.run(inbound)
            form = next((reply.form for reply in replies if reply.form is not None), None)
            if form is None:
                return  # reported when it is submitted
            try:
                await self._api.update_view(asked.team, asked.view, views.sheet(form, asked, kept=asked.metadata))
            except SlackError as error:
                _log.info("a sheet is not counted: %s", error.code)

    async def change(self, asked: SlackInteraction, view: Mapping[str, Any]) -> None:
        """Replace a form after a choice in it."""
        try:
            await self._api.update_view(asked.team, asked.view, dict(view))
        except SlackError as error:
            _log.info("a form stays as it is: %s", error.code)

    async def sheet(self, asked: SlackInteraction) -> Form | None:
        """Run a submitted sheet; returns it with its error if there is one soon enough for it to stay open, else None."""
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
        """Open a form, or say why it can't be opened."""

        async def opened() -> None:
            failed = await self._open_modal(asked, view)
            if failed:
                await self._answers.say(asked, failed)

        await self._run_once(asked, opened)

    async def tell(self, asked: SlackInteraction, sentence: str) -> None:
        """Send the user a sentence."""
        await self._run_once(asked, lambda: self._answers.say(asked, sentence))

    def turn(self, channel: str, user: str) -> asyncio.Lock:
        """Return the lock held while a user is being answered in a channel."""
        return self._turns.setdefault(f"{channel} {user}", asyncio.Lock())

    async def had(self, turn: asyncio.Lock) -> bool:
        """Wait for the lock; returns False if it takes long while the store is down, since its holder waits for that."""
        # Keep one place in the queue however long it takes: re-queuing would put it behind later interactions.
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
        """Tell the channel's last user that nothing can be posted, once per reason."""
        asked = self._askers.get(channel)
        if asked is None or self._told.get(channel) == sentence:
            return
        self._told[channel] = sentence
        try:
            await self._answers.say(asked, sentence)
        except (SlackError, StorageError) as error:
            _log.warning("nobody could be told about %s: %s", channel, error)

    def posted(self, channel: str) -> None:
        """Record that posting works in a channel, so that the next failure is reported again."""
        self._told.pop(channel, None)

    # ------------------------------------------------------------------------------------------ inside

    @staticmethod
    async def _log_failures(work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (DeliveryError, StorageError) as error:
            _log.warning("an interaction could not be answered: %s", error)
        except Exception:  # noqa: BLE001 - one broken interaction must not end the others
            _log.exception("an interaction broke")

    async def _say_no_store(self, asked: SlackInteraction) -> None:
        with hurried(TELLING):
            await self._answers.say(asked, adapter_texts.NO_STORE)

    async def _run_once(self, asked: SlackInteraction, work: Callable[[], Awaitable[None]]) -> None:
        """Run work once per interaction; if something is down or fails, the user is told."""
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
        except Exception:  # noqa: BLE001 - the user gets an answer, whatever failed
            _log.exception("an interaction broke")
            sentence = adapter_texts.BROKE
        else:
            return
        if sentence:
            with hurried(TELLING):
                await self._answers.say(asked, sentence)

    def _remember(self, asked: SlackInteraction) -> None:
        """Remember the last user of a channel; channels without recent users are dropped."""
        self._askers.pop(asked.channel, None)
        self._askers[asked.channel] = asked
        if len(self._askers) > _ASKERS:
            del self._askers[next(iter(self._askers))]

    async def _carry_out(self, asked: SlackInteraction, *, told: bool) -> None:
        """Have the bot answer; `told` says that the notice has already been sent."""
        await self._handles.note(asked)
        if asked.text and not asked.tokens:
            asked = await self._handles.filled_in(asked)
        try:
            inbound = asked.inbound(
                posts=await self.takes_posts(asked), examine=partial(self.rights.lacking, asked.channel)
            )
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
        if asked.panel and await self._panel_mark(asked) not in ("", asked.panel):
            asked = asked.beside()  # the panel on which the form was opened has been replaced
        for number, reply in enumerate(replies):
            if reply.audience == "private":
                await self._show(asked, reply)
                if reply.follow and asked.surface != "home":  # a modal of the Home tab can only be updated by a press
                    self.following.follow(self._place(asked, inbound), reply)
                continue
            try:
                await self._deliveries.say(asked.channel, reply, f"{asked.key}/{number}")
            except DeliveryError as error:
                await self._answers.say(asked, str(error))

    def _place(self, asked: SlackInteraction, inbound: Inbound) -> AnswerPlace:
        """Return the place of an interaction's panel, valid until another one replaces it."""

        async def stands(reply: Reply) -> bool:
            panel = await self._records.panel(asked.channel, asked.user)
            if panel is None:
                return False
            return (panel.key.partition("/")[0], panel.number) == (asked.key[:40], position_of(reply.menu))

        async def show(reply: Reply) -> None:
            with contextlib.suppress(SlackError):
                await self._answers.bring(asked, reply)

        return AnswerPlace(inbound, stands, show, self.turn(asked.channel, asked.user))

    async def takes_posts(self, asked: SlackInteraction) -> bool:
        """Return False in other people's direct messages, where commands run but the app can't post."""
        team, channel = local(asked.channel)
        if not channel.startswith("D"):
            return True
        try:
            return await self._api.direct(team, local(asked.user)[1]) == channel
        except SlackError as error:
            _log.info("it is not known whose direct messages %s are: %s", channel, error.code)
            return True

    async def _say_meanwhile(self, asked: SlackInteraction) -> None:
        """Send the notice: below the pressed message, or for the Home tab by direct message, to save its trigger."""
        if asked.surface != "home":
            await self._answers.say(asked, word())
            return
        team, user = local(asked.user)
        await self._api.post(team, await self._api.direct(team, user), shown(Reply(text=word()), None))

    async def _panel_mark(self, asked: SlackInteraction) -> str:
        """Return the mark of the user's panel, "" if the store is down."""
        try:
            return await self._answers.standing(asked)
        except StorageError:
            return ""

    async def _show(self, asked: SlackInteraction, reply: Reply) -> None:
        """Show a private reply: its form, or its message if there is no form or it can't be opened."""
        if reply.form is not None:
            here = asked.on(await self._panel_mark(asked)) if asked.replaces else asked
            failed = await self._open_modal(asked, views.sheet(reply.form, here))
            if not failed:
                return
            reply = reply.model_copy(update={"text": f"{failed}\n{reply.text}"})
        await self._answers.show(asked, reply)

    async def _open_modal(self, asked: SlackInteraction, view: Mapping[str, Any]) -> str:
        """Open a modal, above the pressed one if any; returns an error text if Slack refuses."""
        try:
            await self._api.open_view(asked.team, asked.trigger, dict(view), above=asked.surface == "modal")
        except SlackError as error:
            late = error.code in ("expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id")
            return adapter_texts.LATE if late else str(error)
        return ""

    async def _with_game_channel(self, asked: SlackInteraction) -> SlackInteraction:
        """Move a press in the Home tab or a direct message to the channel of its game."""
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
