"""Slack API calls: refusals become one sentence, and messages wait until Slack has processed their picture."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from slack_sdk.webhook.async_client import AsyncWebhookClient
from typing_extensions import override

from bot.platforms.slack import adapter_texts
from bot.platforms.slack.blocks import Block, SlackMessage
from bot.platforms.slack.delivery_dedup import Hindsight, mark
from bot.platforms.slack.errors import FAILURES, SlackError, denial_in, refused_answer, understood
from bot.platforms.slack.installs import Access, Installations

_log = logging.getLogger(__name__)

#: Scope of a rate limit: a method in a workspace; for posts, also the channel.
Place = tuple[str, ...]

#: Pauses in seconds, by try, while Slack processes an uploaded picture.
_PROCESSING = (0.3, 0.6, 1.2, 2.4)
_PROCESSING_ONCE = (1.0,)
#: Longest Retry-After to wait for in the call; longer ones are left to the next try.
_PATIENCE = 30.0
#: Seconds ahead for which a trial post is scheduled.
_AHEAD = 3600
#: Timeout of a call in seconds.
_TIMEOUT = 15
#: Namespace of the ids by which Slack could recognise a repeated post.
_SPACE = uuid.UUID("5d1c52a6-6a0c-4a53-9c0f-0f6b2a3d7e11")


@dataclass(slots=True)
class Haste:
    """The deadline (loop time) for a message's picture, after which it is sent with the picture's alt text."""

    until: float
    #: Set if it was sent with the text although the picture was uploaded.
    worded: bool = False


class Ledger(Protocol):
    """Stores posts and uses of response_urls, for this and later processes."""

    async def spend(self, url: str, keep: int = 0) -> bool:
        """Count a use of a response_url, keeping `keep` in reserve; returns False if none is left."""
        ...

    async def try_begins(self, key: str) -> float | None:
        """Record a try of a post; returns when an earlier one started that may have posted it, None if none did."""
        ...

    async def try_ends(self, key: str) -> None:
        """Record that a try has ended."""
        ...


class _NoStore(Ledger):
    """Stores nothing, so that every post is the first."""

    @override
    async def spend(self, url: str, keep: int = 0) -> bool:
        del url, keep
        return True

    @override
    async def try_begins(self, key: str) -> float | None:
        del key
        return None

    @override
    async def try_ends(self, key: str) -> None:
        del key


class SlackApi:
    """Client of Slack's Web API and response_urls for all workspaces of the app.

    Args:
        access: tokens and addresses.
        installs: the workspaces' installations, None if one token is used for all.
        ledger: stores posts and uses of response_urls; by default nothing is stored.
        held_back: called with the seconds of a rate limit.
    """

    def __init__(
        self,
        access: Access,
        installs: Installations | None,
        ledger: Ledger | None = None,
        held_back: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self._access = access
        self._installs = installs
        self._clients: dict[str, AsyncWebClient] = {}
        self._hindsight = Hindsight()
        #: End of the rate limits (loop time), by workspace, method and channel.
        self._closed: dict[Place, float] = {}
        self._ledger = ledger or _NoStore()
        self._held_back = held_back

    def client(self, token: str = "") -> AsyncWebClient:
        """Return a client at the configured address, without automatic retries, which the outbox does."""
        return AsyncWebClient(token=token or None, base_url=self._access.api, timeout=_TIMEOUT, retry_handlers=[])

    async def of_team(self, team: str) -> AsyncWebClient:
        """Return the client of a workspace.

        Raises:
            SlackError: the app is not installed there.
        """
        token = self._access.bot_token
        if self._installs is not None:
            bot = await self._installs.async_find_bot(enterprise_id=None, team_id=team)
            if bot is None:
                raise SlackError(adapter_texts.NOT_INSTALLED.format(team=team), code="not_installed", final=False)
            token = str(bot.bot_token)
        if token not in self._clients:
            self._clients[token] = self.client(token)
        return self._clients[token]

    # ------------------------------------------------------------------------------------------ messages

    async def post(
        self,
        team: str,
        channel: str,
        shown: SlackMessage,
        *,
        thread: str = "",
        key: str = "",
        haste: Haste | None = None,
    ) -> str:
        """Post a public message to a channel or one of its threads; returns the message's ts."""
        client = await self.of_team(team)
        more: dict[str, Any] = {"thread_ts": thread} if thread else {}
        if key:
            before = await self._ledger.try_begins(key)
            stands = (
                "" if before is None else await self._hindsight.standing(client, team, (channel, thread), key, before)
            )
            if stands:
                return stands
            # Only mentioned in its error list, and not to be relied on (slackapi/java-slack-sdk issue 852).
            more |= {"client_msg_id": str(uuid.uuid5(_SPACE, key)), "metadata": mark(key)}

        async def send(what: SlackMessage) -> AsyncSlackResponse:
            return await client.chat_postMessage(
                channel=channel,
                text=what.text,
                blocks=list(what.blocks),
                unfurl_links=False,
                unfurl_media=False,
                **more,
            )

        try:
            return str((await self._send_with_picture(shown, send, (team, "post", channel), haste=haste))["ts"])
        except SlackError as error:
            if key and not error.unsure:
                await self._ledger.try_ends(key)
            raise

    async def update(
        self, team: str, channel: str, ts: str, shown: SlackMessage, *, haste: Haste | None = None
    ) -> None:
        """Replace a message of ours in place."""
        client = await self.of_team(team)
        await self._send_with_picture(
            shown,
            lambda w: client.chat_update(channel=channel, ts=ts, text=w.text, blocks=list(w.blocks)),
            (team, "update"),
            haste=haste,
        )

    async def delete(self, team: str, channel: str, ts: str) -> None:
        """Delete a message of ours."""
        client = await self.of_team(team)
        await self.called(lambda: client.chat_delete(channel=channel, ts=ts), (team, "delete"))

    async def ephemeral(self, team: str, channel: str, user: str, shown: SlackMessage) -> None:
        """Show an ephemeral message to one user in a channel."""
        client = await self.of_team(team)
        await self._send_with_picture(
            shown,
            lambda w: client.chat_postEphemeral(channel=channel, user=user, text=w.text, blocks=list(w.blocks)),
            (team, "ephemeral"),
        )

    async def direct(self, team: str, user: str) -> str:
        """Return the direct message channel of a user."""
        client = await self.of_team(team)
        opened = await self.called(lambda: client.conversations_open(users=user), (team, "direct"))
        return str(opened["channel"]["id"])

    async def respond(self, url: str, shown: SlackMessage | None, *, replace: bool, keep: int = 0) -> None:
        """Answer through a response_url: with a new private message, or replacing the pressed one; None deletes it.

        If uses have to be kept, wait only once for a picture Slack is processing, then leave it out.

        Args:
            url: the address.
            shown: the message.
            replace: replace the pressed message.
            keep: how many uses of the address must be left.

        Raises:
            SlackError: with the code "expired" if Slack rejects the address, "used" if we have used it up.
        """
        hook = AsyncWebhookClient(url, timeout=_TIMEOUT, retry_handlers=[])

        async def send(what: SlackMessage | None) -> None:
            body: dict[str, Any] = {"response_type": "ephemeral", "replace_original": replace}
            if what is None:
                body = {"delete_original": True}
            else:
                body |= {"text": what.text, "blocks": list(what.blocks)}
            if not await self._ledger.spend(url, keep):
                raise SlackError(adapter_texts.USED_UP, code="used", final=True)
            answer = await hook.send_dict(body)
            if answer.status_code != 200 or denial_in(answer.body):
                raise refused_answer(answer.status_code, answer.body, answer.headers)

        try:
            await self._send_with_picture(
                shown, send, ("response_url", url), _PROCESSING_ONCE if keep else None, omit=keep > 0
            )
        except FAILURES as error:
            raise understood(error) from None

    # ------------------------------------------------------------------------------------------ views and files

    async def open_view(self, team: str, trigger: str, view: Block, *, above: bool = False) -> str:
        """Open a modal, or push it onto the one that was pressed; a trigger is valid for three seconds."""
        client = await self.of_team(team)
        show = client.views_push if above else client.views_open
        opened = await self.called(lambda: show(trigger_id=trigger, view=view), (team, "open"))
        return str(opened["view"]["id"])

    async def update_view(self, team: str, view_id: str, view: Block) -> None:
        """Replace a modal's content."""
        client = await self.of_team(team)
        await self.called(lambda: client.views_update(view_id=view_id, view=view), (team, "view"))

    async def publish_home(self, team: str, user: str, view: Block) -> None:
        """Publish the Home tab."""
        client = await self.of_team(team)
        await self.called(lambda: client.views_publish(user_id=user, view=view), (team, "home"))

    async def upload(self, team: str, name: str, data: bytes, alt: str, *, channel: str = "") -> str:
        """Upload a file, shared only if a channel is given; returns its id."""
        client = await self.of_team(team)
        done = await self.called(
            lambda: client.files_upload_v2(
                content=data, filename=name, title=name, alt_txt=alt or None, channel=channel or None
            ),
            (team, "upload"),
        )
        return str(done["files"][0]["id"])

    # ------------------------------------------------------------------------------------------ permissions

    async def scopes(self, team: str) -> frozenset[str]:
        """Return our token's scopes in a workspace; empty if Slack doesn't list them. Raises SlackError."""
        client = await self.of_team(team)
        return scopes_in(await self.called(client.auth_test, (team, "auth")))

    async def about(self, team: str, channel: str) -> dict[str, Any]:
        """Return Slack's data about a channel, which requires a scope the app doesn't request. Raises SlackError."""
        client = await self.of_team(team)
        told = await self.called(lambda: client.conversations_info(channel=channel), (team, "info"))
        return dict(told.get("channel") or {})

    async def try_post(self, team: str, channel: str, text: str, *, thread: str = "") -> None:
        """Check whether a channel, or a thread in it, takes posts: schedule one and delete it; nobody sees it.

        Raises:
            SlackError: it takes none, or Slack can't be asked now.
        """
        client = await self.of_team(team)
        more: dict[str, Any] = {"thread_ts": thread} if thread else {}
        planned = await self.called(
            lambda: client.chat_scheduleMessage(channel=channel, text=text, post_at=int(time.time()) + _AHEAD, **more),
            (team, "schedule", channel),
        )
        number = str(planned.get("scheduled_message_id", ""))
        try:
            await self.called(
                lambda: client.chat_deleteScheduledMessage(channel=channel, scheduled_message_id=number),
                (team, "unschedule", channel),
            )
        except SlackError as error:
            _log.warning("a post that was only tried stands in %s.%s in an hour: %s", team, channel, error.code)

    async def try_upload(self, team: str) -> None:
        """Check whether a workspace takes pictures: request an upload address, upload nothing. Raises SlackError."""
        client = await self.of_team(team)
        await self.called(
            lambda: client.files_getUploadURLExternal(filename="picture.png", length=1), (team, "upload address")
        )

    # ------------------------------------------------------------------------------------------ calls

    async def called(self, call: Callable[[], Awaitable[Any]], place: Place) -> Any:
        """Make a call; a short rate limit is waited for once, a longer one also applies to later calls.

        Raises:
            SlackError: it was refused or didn't get through.
        """
        granted = False
        while True:
            await self._await_rate_limit(place)
            try:
                return await call()
            except FAILURES as error:
                failed = understood(error)
            except SlackError as error:
                failed = error
            if failed.code != "ratelimited":
                raise failed
            self._closed[place] = _loop_time() + failed.after
            self._held_back(failed.after)
            if granted:
                raise failed
            granted = True

    async def _await_rate_limit(self, place: Place) -> None:
        """Wait for a rate limit on this kind of call; raises SlackError if that would take too long."""
        wait = self._closed.get(place, 0.0) - _loop_time()
        if wait > _PATIENCE:
            raise SlackError(
                adapter_texts.limited(),
                code="ratelimited",
                final=False,
                after=wait,
            )
        if wait > 0:
            await asyncio.sleep(wait)
        self._closed.pop(place, None)

    async def _send_with_picture(
        self,
        shown: Any,
        send: Callable[[Any], Awaitable[Any]],
        place: Place,
        pauses: Sequence[float] | None = None,
        haste: Haste | None = None,
        *,
        omit: bool = False,
    ) -> Any:
        """Send; while Slack processes an uploaded picture, wait, and finally send its alt text instead or `omit` it."""
        pictured = isinstance(shown, SlackMessage) and shown.pictured
        for pause in (*(_PROCESSING if pauses is None else pauses), None):
            try:
                return await self.called(lambda: send(shown), place)
            except SlackError as error:
                if not pictured or error.code not in ("invalid_blocks", "slack_file_not_ready", "invalid_slack_file"):
                    raise
                if pause is None or (haste is not None and _loop_time() + pause > haste.until):
                    break
                await asyncio.sleep(pause)
        if omit:
            return await self.called(lambda: send(shown.unpictured()), place)
        if haste is None:
            _log.warning("Slack does not show a picture: its words are shown instead")
        else:
            haste.worded = True
        return await self.called(lambda: send(shown.in_words(coming=haste is not None)), place)


def scopes_in(answer: AsyncSlackResponse) -> frozenset[str]:
    """Return the scopes of a token from the headers of a response; empty if they aren't listed."""
    for name, value in dict(answer.headers).items():
        if name.lower() == "x-oauth-scopes":
            said = str(value[0] if isinstance(value, list) else value)
            return frozenset(one.strip() for one in said.split(",") if one.strip())
    return frozenset()


def _loop_time() -> float:
    return asyncio.get_running_loop().time()
