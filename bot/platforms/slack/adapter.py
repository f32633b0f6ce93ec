"""The Slack platform: what happens there becomes commands, replies become messages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from slack_bolt.app.async_app import AsyncApp

from bot.commands import leagues
from bot.narration.texts import SPEAKING
from bot.persons import person
from bot.platforms.meter import AdapterHooks
from bot.platforms.platform_status import PlatformStatus
from bot.platforms.slack import adapter_texts, interactions, views
from bot.platforms.slack.ack_timing import STORE, Acknowledgements
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.blocks import Block, suggestions
from bot.platforms.slack.connection import SlackConnection
from bot.platforms.slack.delivery import Deliveries
from bot.platforms.slack.execution import Carrying
from bot.platforms.slack.home import HomeTab
from bot.platforms.slack.inbox import Inbox
from bot.platforms.slack.installs import Access, Installations
from bot.platforms.slack.interactions import SlackInteraction, local
from bot.platforms.slack.markup import cut, plain
from bot.platforms.slack.records import Records
from bot.platforms.slack.refreshing import SlackRefresher
from bot.platforms.slack.responses import Answers
from bot.platforms.slack.uploads import PictureUploads
from bot.platforms.slack.wiring import Listener, bolt_app, kept, oauth_flow
from bot.platforms.slack.workspace import workspace
from bot.port import Completion, DeliveryError, Handler, Inbound, Outgoing, PictureSource
from bot.service.state.preferences import language_known
from bot.settings import SettingsError
from bot.storage.call_deadlines import hurried
from bot.storage.errors import StorageError
from bot.storage.store import Store
from bot.table.reply import Reply
from bot.titles import titles
from bot.titles.forms import SCENARIO

_log = logging.getLogger(__name__)

#: Seconds that running commands and pictures get to finish at shutdown.
_DRAIN = 8.0

#: Timeout of suggestions in seconds.
_SUGGESTING = 2.0

Ack = Callable[..., Awaitable[Any]]
#: Most characters of an error in a sheet.
_TOLD = 300


class SlackPlatform:
    """Slack, by Socket Mode or HTTP, for one workspace or many.

    Args:
        handler: the bot.
        store: of message ids and installations.
        draw: renders pictures.
        access: tokens and addresses.
        hooks: notified of commands, acknowledgements and waits.

    Raises:
        AccessError: the tokens are not sufficient.
    """

    name = "slack"

    def __init__(
        self,
        *,
        handler: Handler,
        store: Store,
        draw: PictureSource,
        access: Access,
        hooks: AdapterHooks | None = None,
    ) -> None:
        self._access = access.checked()
        self._handler = handler
        self._store = store
        self._records = Records(store)
        hooks = hooks or AdapterHooks()
        meter = hooks.meter
        self._installs = Installations(store.connection, access.encryption_key) if access.by_oauth else None
        held_back = partial(meter.held_back, self.name)
        self.api = SlackApi(access, self._installs, self._records, held_back)
        gallery = PictureUploads(draw, self.api, self._records)
        self._answers = Answers(self.api, gallery, self._records)
        self._deliveries = Deliveries(self.api, gallery, self._records)
        self._carrying = Carrying(
            name=self.name,
            handler=handler,
            store=store,
            records=self._records,
            api=self.api,
            answers=self._answers,
            deliveries=self._deliveries,
            after=hooks.after,
        )
        turn = self._carrying.turn
        self._refreshing = SlackRefresher(self.name, handler, store, self._records, gallery, self._answers, turn)
        self.home = HomeTab(self.name, handler, store, self.api, self._records)
        #: Listeners for Slack's unsolicited events.
        self.events: Mapping[str, Listener] = {
            "app_home_opened": self._on_home_opened,
            "app_uninstalled": self._on_removed,
            "tokens_revoked": self._on_removed,
        }
        app = bolt_app(access, self.api)
        self._listen(app)
        #: The platform's status for operators.
        self.standing = PlatformStatus()
        flow = oauth_flow(access, self.api, self._installs, store.connection) if self._installs else None
        self._resuming: asyncio.Task[None] | None = None
        inbox = Inbox(app, partial(meter.refused, self.name))
        given = Acknowledgements(partial(meter.acknowledged, self.name))
        lost = partial(meter.lost, self.name)
        self.link = SlackConnection(app, inbox, flow, self.api, access, self.standing, given, lost)

    # ------------------------------------------------------------------------------------------ port

    @property
    def port(self) -> int:
        """The port of Slack's HTTP requests; known after `start`."""
        return self.link.port

    async def start(self) -> None:
        """Listen and connect, retrying in the background what fails.

        Raises:
            SettingsError: the address can't be bound, or Slack rejects a token.
        """
        try:
            await self.link.start()
        except SettingsError:
            await self.stop()
            raise
        self._resuming = asyncio.create_task(self._deliveries.resume())

    async def deliver(self, message: Outgoing) -> None:
        """Deliver an outbox message to its channel, thread or person; repeating it has no effect."""
        try:
            await self._deliveries.deliver(message)
        except DeliveryError as error:
            if not isinstance(
                error.__cause__, StorageError
            ):  # a player can't fix it, and the message contains the store's address
                await self._carrying.complain(message.channel, str(error))
            raise
        self._carrying.posted(message.channel)
        if message.reply.audience == "channel":
            self._refreshing.later(message.game)

    async def open_room(self, venue: str, name: str, key: str) -> str | None:
        """Return the venue itself: slash commands don't run in Slack's threads, so a channel holds one game."""
        del name, key
        return venue

    async def tell(self, channel: str, reply: Reply, key: str) -> str | None:
        """Post a message outside any game, once per key."""
        return await self._deliveries.say(channel, reply, key)

    async def amend(self, channel: str, message: str, reply: Reply) -> None:
        """Replace a message outside any game."""
        await self._deliveries.amend(channel, message, reply)

    async def tell_alone(self, user: str, near: str, reply: Reply, key: str) -> None:
        """Send a direct message outside any game, once per key."""
        del near
        await self._deliveries.say_alone(user, reply, key)

    async def lacking(self, channel: str, message: str = "") -> tuple[str, ...]:
        """Return what the app lacks in a channel for games: scopes, membership, posting, pictures, thread replies."""
        return await self._carrying.rights.lacking(channel, message)

    async def connected(self) -> bool:
        """Return True while Slack can reach us, by the socket or by HTTP."""
        return await self.link.connected()

    async def drain(self) -> None:
        """Leave further events to other processes, and let running commands finish."""
        await self.link.quiet()
        waiting = {*self._carrying.running, *self._answers.running}
        if waiting:
            await asyncio.wait(waiting, timeout=_DRAIN)

    async def stop(self) -> None:
        """Accept nothing new, let running work finish, then close."""
        await self.drain()
        if self._resuming is not None:
            self._resuming.cancel()
            await asyncio.gather(self._resuming, return_exceptions=True)
        await self._carrying.following.stop()
        await self._refreshing.stop()
        await self._deliveries.late.stop()
        await self.link.close()

    # ------------------------------------------------------------------------------------------ listeners

    def _listen(self, app: AsyncApp) -> None:
        for title in titles():
            app.command(f"/{title.command}")(kept(self._on_command))
        app.command(f"/{leagues.ROOT}")(kept(self._on_command))
        app.action(re.compile(r"^(p:|s:|take:|find$)"))(kept(self._on_press))
        app.action(re.compile(r"^m:"))(kept(_acknowledge_only))
        app.action(re.compile(r"^chosen:"))(kept(self._on_chosen))
        app.action(SCENARIO)(kept(self._on_scenario))
        app.action("form")(kept(self._on_form_wanted))
        app.action("home")(kept(self._on_home_wanted))
        app.options(re.compile(r"^(find|line)$"))(kept(self._on_options))
        app.view("order")(kept(self._on_form))
        app.view("new")(kept(self._on_form))
        app.view("sheet")(kept(self._on_sheet))
        app.view("panel")(kept(_acknowledge_only))
        for event, listener in self.events.items():
            app.event(event)(kept(listener))

    async def _on_command(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked = interactions.of_command(body)
        if asked.text == "new":
            self._carrying.start(self._open_new(asked))
        elif not asked.text:
            self._carrying.start(self._open(asked, views.order_form))
        else:
            self._carrying.start(self._carrying.run(asked))

    async def _on_press(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked = interactions.of_press(body)
        if asked.tokens or asked.text:
            self._carrying.start(self._carrying.pressed(asked))
        elif interactions.takes(body) and asked.surface != "modal":
            self._carrying.start(self._say(asked, "NONE_CHOSEN"))

    async def _on_form_wanted(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked = interactions.of_press(body)
        self._carrying.start(self._open(asked, views.order_form))

    async def _open_new(self, asked: SlackInteraction) -> None:
        """Open the form for a new game; where the app can't post, let the bot say where it can."""
        if await self._carrying.takes_posts(asked):
            await self._open(asked, views.new_form)
        else:
            await self._carrying.run(asked)

    async def _open(self, asked: SlackInteraction, form: Callable[[SlackInteraction], Block]) -> None:
        """Open a form in the user's language."""
        await self._speak_to(asked.user)
        await self._carrying.open(asked, form(asked))

    async def _say(self, asked: SlackInteraction, name: str) -> None:
        """Send a text of this adapter to the user, in their language."""
        await self._speak_to(asked.user)
        await self._carrying.tell(asked, getattr(adapter_texts, name))

    async def _speak_to(self, user: str) -> None:
        """Set this task's language to the user's before the bot is called, since Slack doesn't send it."""
        with hurried(STORE):
            SPEAKING.set(await language_known(self._store.people, person(self.name, user)))

    async def _on_scenario(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked, chosen = interactions.of_press(body), body["actions"][0].get("selected_option") or {}
        await self._speak_to(asked.user)
        view = views.other_form(body["view"], str(chosen.get("value", "")), asked)
        if view is not None:
            self._carrying.start(self._carrying.change(asked, view))

    async def _on_form(self, ack: Ack, body: dict[str, Any]) -> None:
        line = views.typed_line(body["view"])
        if not line:
            await self._speak_to(interactions.of_form(body, line).user)
            await ack(response_action="errors", errors={"typed": adapter_texts.FORM_EMPTY})
            return
        await ack()
        self._carrying.start(self._carrying.run(interactions.of_form(body, line)))

    async def _on_chosen(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked, counting = interactions.of_press(body), views.counting(body["view"])
        if counting:
            self._carrying.start(self._carrying.count(replace(asked, tokens=(counting, *asked.tokens))))

    async def _on_sheet(self, ack: Ack, body: dict[str, Any]) -> None:
        chosen = interactions.filled_in(body["view"])
        if not chosen:
            await self._speak_to(interactions.of_form(body).user)
            await ack(response_action="errors", errors={views.first_field(body["view"]): adapter_texts.SHEET_EMPTY})
            return
        asked = replace(interactions.of_form(body, tokens=chosen), sheet=True)
        refused = await self._carrying.sheet(asked)
        if refused is None:
            await ack()
            return
        # The sheet stays open with everything chosen in it.
        stays = views.field_id(refused, max(refused.wrong, 0))
        if any(block.get("block_id") == stays for block in body["view"]["blocks"]):
            await ack(response_action="errors", errors={stays: cut(plain(refused.told, asked.title), _TOLD)})
        else:
            view = views.sheet(refused, asked, kept=body["view"].get("private_metadata"))
            await ack(response_action="update", view=view)

    async def _on_options(self, ack: Ack, body: dict[str, Any]) -> None:
        team = workspace(body)
        metadata = interactions.metadata_of(body.get("view") or {})
        channel = str((body.get("channel") or {}).get("id") or metadata.get("channel") or interactions.HOME)
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
            self._carrying.start(self.home.show(workspace(body), str(event["user"]), str(body.get("event_id", ""))))

    async def _on_removed(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        event, team = body["event"], workspace(body)
        if event["type"] == "tokens_revoked" and not (event.get("tokens") or {}).get("bot"):
            return
        self._carrying.start(self._forget(team))

    async def _forget(self, team: str) -> None:
        if self._installs is not None:
            await self._installs.async_delete_all(enterprise_id=None, team_id=team)
        if not team:
            _log.error("an organisation has removed the app, which it could not use as a whole: nothing was kept of it")
            return
        _log.error("workspace %s has removed the app: its games wait, and go on once it is installed there again", team)

    async def _on_home_wanted(self, ack: Ack, body: dict[str, Any]) -> None:
        await ack()
        asked = interactions.of_press(body)
        team, user = local(asked.user)
        self._carrying.start(self.home.show(team, user, asked.key))


async def _acknowledge_only(ack: Ack, _body: dict[str, Any]) -> None:
    """Acknowledge only: a selection that counts when its button is pressed, or a closed modal."""
    await ack()
