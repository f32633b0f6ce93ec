"""Slack as a platform: what happens there becomes commands, replies become messages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from pydantic import ValidationError
from slack_bolt.app.async_app import AsyncApp

from bot.platforms.meter import Meter
from bot.platforms.slack import asking, views, words
from bot.platforms.slack.answering import Answers
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.asking import Asked, local
from bot.platforms.slack.blocks import suggestions
from bot.platforms.slack.delivering import Deliveries
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.gallery import Gallery
from bot.platforms.slack.home import HomeTab
from bot.platforms.slack.installs import Access, Installations
from bot.platforms.slack.link import Link
from bot.platforms.slack.markup import cut, plain
from bot.platforms.slack.records import Records
from bot.platforms.slack.refreshing import Refreshing
from bot.platforms.slack.timing import STORE, TELLING, TURN, Acknowledgements
from bot.platforms.slack.wiring import bolt_app, oauth_flow
from bot.platforms.standing import Standing
from bot.port import Completion, DeliveryError, Handler, Inbound, Outgoing, PictureSource
from bot.settings import SettingsError
from bot.storage.connection import hurried
from bot.storage.errors import StorageError
from bot.storage.store import Store
from bot.table import tokens
from bot.table.reply import Form, Reply
from bot.titles import titles

_log = logging.getLogger(__name__)

#: Seconds that running commands and pictures get to finish when the bot stops.
_DRAIN = 8.0

#: Seconds that suggestions may take.
_SUGGESTING = 2.0

#: Channels of which it is known who asked last.
_ASKERS = 2000

Ack = Callable[..., Awaitable[Any]]
#: Seconds that a sheet waits for its verdict before it closes, and characters of what is said in it.
_SHEET, _TOLD = 2.0, 300


class SlackPlatform:
    """Slack, by Socket Mode or HTTP, for one workspace or many.

    Args:
        handler: the bot.
        store: where message ids and installations are kept.
        draw: the source of pictures.
        access: tokens and addresses.

    Raises:
        AccessError: the tokens do not suffice.
    """

    name = "slack"

    def __init__(self, *, handler: Handler, store: Store, draw: PictureSource, access: Access) -> None:
        self._access = access.checked()
        self._handler = handler
        self._store = store
        self._records = Records(store)
        self._installs = Installations(store.connection, access.encryption_key) if access.by_oauth else None
        self.api = SlackApi(access, self._installs)
        gallery = Gallery(draw, self.api, self._records)
        self.api.spend = self._records.spend
        self._answers = Answers(self.api, gallery, self._records)
        self._refreshing = Refreshing(self.name, handler, store, self._records, gallery, self._answers, self._turn)
        self._deliveries = Deliveries(self.api, gallery, self._records)
        self.home = HomeTab(self.name, handler, store, self.api, self._records)
        #: What happens in Slack without being asked for, and who hears it.
        self.events: Mapping[str, Callable[..., Awaitable[None]]] = {
            "app_home_opened": self._on_home_opened,
            "app_uninstalled": self._on_removed,
            "tokens_revoked": self._on_removed,
        }
        app = bolt_app(access, self.api)
        self._listen(app)
        #: Called after every command, e.g. to have the outbox looked into at once.
        self.after: Callable[[], None] = lambda: None
        self._meter = Meter()
        #: How Slack stands with us.
        self.standing = Standing()
        flow = oauth_flow(access, self.api, self._installs, store.connection) if self._installs else None
        self.link = Link(self.name, app, flow, self.api, access, self.standing, Acknowledgements(self._acknowledged))
        self.api.held_back = lambda seconds: self.meter.held_back(self.name, seconds)
        self._running: set[asyncio.Task[None]] = set()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        #: Sheets that are carried out while Slack still waits for whether they may close.
        self._sheets: dict[str, asyncio.Future[Form | None]] = {}
        #: Who asked last in a channel, to be told when nothing can be posted there, and what they were told.
        self._askers: dict[str, Asked] = {}
        self._told: dict[str, str] = {}

    # ------------------------------------------------------------------------------------------ port

    @property
    def meter(self) -> Meter:
        """Told how long acknowledgements took, how long Slack told us to wait, and of lost connections."""
        return self._meter

    @meter.setter
    def meter(self, meter: Meter) -> None:
        self._meter = self.link.meter = meter

    @property
    def port(self) -> int:
        """The port on which Slack's HTTP requests are taken; known after `start`."""
        return self.link.port

    async def start(self) -> None:
        """Listen and connect; what Slack cannot do now is tried again in the background.

        Raises:
            SettingsError: the address cannot be listened on, or Slack refuses a token.
        """
        try:
            await self.link.start()
        except SettingsError:
            await self.stop()
            raise

    async def deliver(self, message: Outgoing) -> None:
        """Show an outbox message in its channel, thread or to its person; twice is the same as once."""
        try:
            await self._deliveries.deliver(message)
        except DeliveryError as error:
            await self._complain(message.channel, str(error))
            raise
        self._told.pop(message.channel, None)
        if message.reply.audience == "channel":
            self._refreshing.later(message.game)

    async def connected(self) -> bool:
        """True while Slack can reach us, by the socket or by HTTP."""
        return await self.link.connected()

    async def drain(self) -> None:
        """Leave what Slack sends to other processes, and let running commands finish."""
        await self.link.quiet()
        waiting = {*self._running, *self._answers.running}
        if waiting:
            await asyncio.wait(waiting, timeout=_DRAIN)

    async def stop(self) -> None:
        """Take nothing new, let what runs finish, then close."""
        await self.drain()
        await self._refreshing.stop()
        await self._deliveries.late.stop()
        await self.link.close()

    def _acknowledged(self, seconds: float) -> None:
        self.meter.acknowledged(self.name, seconds)

    async def _complain(self, channel: str, sentence: str) -> None:
        """Tell whoever asked last that nothing can be posted, once for each reason."""
        asked = self._askers.get(channel)
        if asked is None or self._told.get(channel) == sentence:
            return
        self._told[channel] = sentence
        try:
            await self._answers.say(asked, sentence)
        except (SlackError, StorageError) as error:
            _log.warning("nobody could be told about %s: %s", channel, error)

    # ------------------------------------------------------------------------------------------ listeners

    def _listen(self, app: AsyncApp) -> None:
        for title in titles():
            app.command(f"/{title.command}")(self._on_command)
        app.action(re.compile(r"^(p:|s:|take:|find$)"))(self._on_press)
        app.action(re.compile(r"^m:"))(_acknowledged)
        app.action(re.compile(r"^chosen:"))(self._on_chosen)
        app.action("form")(self._on_form_wanted)
        app.action("home")(self._on_home_wanted)
        app.options(re.compile(r"^(find|line)$"))(self._on_options)
        app.view("order")(self._on_form)
        app.view("new")(self._on_form)
        app.view("sheet")(self._on_sheet)
        app.view("panel")(_acknowledged)
        for event, listener in self.events.items():
            app.event(event)(listener)

    async def _on_command(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked = asking.of_command(body)
        if asked.text in ("", "new"):
            view = views.new_form(asked) if asked.text == "new" else views.order_form(asked)
            self._start(self._open(asked, view))
        else:
            self._start(self._run(asked))

    async def _on_press(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked = asking.of_press(body)
        if asked.tokens or asked.text:
            self._start(self._pressed(asked))
        elif asking.takes(body) and asked.surface != "modal":
            self._start(self._tell(asked, words.NONE_CHOSEN))

    async def _on_form_wanted(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked = asking.of_press(body)
        self._start(self._open(asked, views.order_form(asked)))

    async def _on_form(self, ack: Ack, body: dict[str, Any]) -> None:
        line = views.typed_line(body["view"])
        if not line:
            await ack(response_action="errors", errors={"typed": words.FORM_EMPTY})
            return
        await ack()
        self._start(self._run(asking.of_form(body, line)))

    async def _on_chosen(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked, counting = asking.of_press(body), views.counting(body["view"])
        if counting:
            self._start(self._count(replace(asked, tokens=(counting, *asked.tokens))))

    async def _count(self, asked: Asked) -> None:
        """Show in a sheet what all that is chosen in it comes to."""
        async with self._turn(asked.channel, asked.user):
            with hurried(STORE):
                replies = await self._handler.run(asked.inbound())
            form = next((reply.form for reply in replies if reply.form is not None), None)
            if form is None:
                return  # said when it is sent
            try:
                await self.api.update_view(asked.team, asked.view, views.sheet(form, asked, kept=asked.metadata))
            except SlackError as error:
                _log.info("a sheet is not counted: %s", error.code)

    async def _on_sheet(self, ack: Ack, body: dict[str, Any]) -> None:
        chosen = asking.filled_in(body["view"])
        if not chosen:
            await ack(response_action="errors", errors={views.first_field(body["view"]): words.SHEET_EMPTY})
            return
        asked = replace(asking.of_form(body, tokens=chosen), sheet=True)
        refused = await self._told_of_sheet(asked)
        if refused is None:
            await ack()
            return
        # The sheet stays open with all that is chosen in it.
        stays = views.field_id(refused, max(refused.wrong, 0))
        if any(block.get("block_id") == stays for block in body["view"]["blocks"]):
            await ack(response_action="errors", errors={stays: cut(plain(refused.told, asked.title), _TOLD)})
        else:
            view = views.sheet(refused, asked, kept=body["view"].get("private_metadata"))
            await ack(response_action="update", view=view)

    async def _told_of_sheet(self, asked: Asked) -> Form | None:
        """A sheet that is carried out now, with what is wrong; None if nothing is, or not so soon that it could stay open."""
        verdict: asyncio.Future[Form | None] = asyncio.get_running_loop().create_future()
        self._sheets[asked.key] = verdict

        async def carried() -> None:
            try:
                await self._run(asked)
            finally:
                self._sheets.pop(asked.key, None)
                if not verdict.done():
                    verdict.set_result(None)

        self._start(carried())
        done, _ = await asyncio.wait({verdict}, timeout=_SHEET)
        self._sheets.pop(asked.key, None)
        return verdict.result() if done else None

    async def _on_options(self, ack: Ack, body: dict[str, Any]) -> None:
        team = str((body.get("team") or {}).get("id", ""))
        metadata = asking.metadata_of(body.get("view") or {})
        channel = str((body.get("channel") or {}).get("id") or metadata.get("channel") or asking.HOME)
        inbound = Inbound(
            platform=self.name, channel=f"{team}.{channel}", user=f"{team}.{body['user']['id']}", key="slack:complete",
            text=str(body.get("value", "")).removeprefix("/")[:2000], action="complete",
        )  # fmt: skip
        found: Sequence[Completion] = ()
        # Slack waits three seconds, and without the store there is nothing to suggest.
        with contextlib.suppress(TimeoutError, StorageError), hurried(STORE):
            async with asyncio.timeout(_SUGGESTING):
                found = await self._handler.complete(inbound)
        await ack(options=suggestions(found))

    async def _on_home_opened(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        event = body["event"]
        if event.get("tab", "home") == "home":
            self._start(self.home.show(str(body.get("team_id", "")), str(event["user"]), str(body.get("event_id", ""))))

    async def _on_removed(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        event, team = body["event"], str(body.get("team_id", ""))
        if event["type"] == "tokens_revoked" and not (event.get("tokens") or {}).get("bot"):
            return
        self._start(self._forget(team))

    async def _forget(self, team: str) -> None:
        if self._installs is not None:
            await self._installs.async_delete_all(enterprise_id=None, team_id=team)
        _log.error("workspace %s has removed the app: its games wait, and go on once it is installed there again", team)

    async def _on_home_wanted(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked = asking.of_press(body)
        team, user = local(asked.user)
        self._start(self.home.show(team, user, asked.key))

    # ------------------------------------------------------------------------------------------ work

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin what was acknowledged; it is finished even if the connection goes."""
        task = asyncio.create_task(self._guarded(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    @staticmethod
    async def _guarded(work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (DeliveryError, StorageError) as error:
            _log.warning("an interaction could not be answered: %s", error)
        except Exception:  # noqa: BLE001 - one broken interaction must not end the others
            _log.exception("an interaction broke")

    async def _run(self, asked: Asked) -> None:
        """Carry out a command or press, in the order of each person."""
        turn = self._turn(asked.channel, asked.user)
        if not await self._had(turn):
            await self._told_of_silence(asked)
            return
        try:
            self._remember(asked)
            await self._once(asked, lambda: self._carry_out(asked))
        finally:
            turn.release()

    async def _had(self, turn: asyncio.Lock) -> bool:
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

    async def _told_of_silence(self, asked: Asked) -> None:
        with hurried(TELLING):
            await self._answers.say(asked, words.NO_STORE)

    async def _pressed(self, asked: Asked) -> None:
        with hurried(STORE):
            placed = await self._placed(asked)
        await self._run(placed)

    async def _once(self, asked: Asked, work: Callable[[], Awaitable[None]]) -> None:
        """Do something once for one interaction; whatever is away or breaks, whoever asked is told so."""
        sentence = words.NO_STORE
        try:
            with hurried(STORE):
                if not await self._records.begin(asked.key):
                    return
                await self.api.of_team(asked.team)
                sentence = words.UNSURE
                await work()
                sentence = ""  # the answer was shown
                await self._records.end(asked.key)
        except StorageError as error:
            _log.warning("an interaction met no store: %s", error)
        except SlackError as error:
            sentence = str(error)
        except DeliveryError:
            raise
        except Exception:  # noqa: BLE001 - whoever asked gets an answer, whatever broke
            _log.exception("an interaction broke")
            sentence = words.BROKE
        else:
            return
        if sentence:
            with hurried(TELLING):
                await self._answers.say(asked, sentence)

    def _turn(self, channel: str, user: str) -> asyncio.Lock:
        """Held while somebody is answered in a channel."""
        return self._turns.setdefault(f"{channel} {user}", asyncio.Lock())

    def _remember(self, asked: Asked) -> None:
        """Note who asked last in a channel; of channels that are quiet for long nobody is known."""
        self._askers.pop(asked.channel, None)
        self._askers[asked.channel] = asked
        if len(self._askers) > _ASKERS:
            del self._askers[next(iter(self._askers))]

    async def _carry_out(self, asked: Asked) -> None:
        try:
            inbound = asked.inbound()
        except ValidationError:
            await self._answers.say(asked, words.UNREADABLE if asked.tokens else words.TOO_LONG)
            return
        replies = await self._handler.run(inbound)
        self.after()
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
                continue
            try:
                await self._deliveries.say(asked.channel, reply, f"{asked.key}/{number}")
            except DeliveryError as error:
                await self._answers.say(asked, str(error))

    async def _standing_panel(self, asked: Asked) -> str:
        """The mark of the asker's panel; the answer does not wait for a store that is away."""
        try:
            return await self._answers.standing(asked)
        except StorageError:
            return ""

    async def _show(self, asked: Asked, reply: Reply) -> None:
        """A private reply: the form that it brings, else its message, and that also where no form can be opened."""
        if reply.form is not None:
            here = asked.on(await self._standing_panel(asked)) if asked.replaces else asked
            failed = await self._laid_open(asked, views.sheet(reply.form, here))
            if not failed:
                return
            reply = reply.model_copy(update={"text": f"{failed}\n{reply.text}"})
        await self._answers.show(asked, reply)

    async def _open(self, asked: Asked, view: Mapping[str, Any]) -> None:
        async def opened() -> None:
            failed = await self._laid_open(asked, view)
            if failed:
                await self._answers.say(asked, failed)

        await self._once(asked, opened)

    async def _laid_open(self, asked: Asked, view: Mapping[str, Any]) -> str:
        """Open a modal, above the one in which the press was; returns what to say where Slack does not."""
        try:
            await self.api.open_view(asked.team, asked.trigger, dict(view), above=asked.surface == "modal")
        except SlackError as error:
            late = error.code in ("expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id")
            return words.LATE if late else str(error)
        return ""

    async def _tell(self, asked: Asked, sentence: str) -> None:
        await self._once(asked, lambda: self._answers.say(asked, sentence))

    async def _placed(self, asked: Asked) -> Asked:
        """A press in the Home tab or a direct message happens in the channel of its game."""
        here = local(asked.channel)[1]
        if not asked.tokens or not (here == asking.HOME or here.startswith("D")):
            return asked
        try:
            header = await self._store.header(tokens.parse(asked.tokens[0]).game)
        except (tokens.BadToken, StorageError, ValueError):
            return asked
        platform, _, channel = header.channel.partition(":")
        same = platform == self.name and local(channel)[0] == asked.team
        return asked.moved(channel) if same else asked


async def _acknowledged(ack: Ack) -> None:
    """Nothing to do: a choice that counts only when its button is pressed, or a closed modal."""
    await ack()
