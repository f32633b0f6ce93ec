"""Each sample of Slack's payloads and responses, through the real adapter: its outcome, and that none is silently refused.

`samples/` has shapes and lengths of public samples with invented values.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web

from bot.platforms.slack import interactions
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.blocks import SlackMessage, section
from bot.platforms.slack.errors import FAILURES, SlackError, understood
from bot.platforms.slack.installs import Access
from tests.bot.test_operations import figures
from tests.platforms.slack import lengths, payloads
from tests.platforms.slack.loopback import BOT_TOKEN, SECRET, FakeSlack, Url
from tests.platforms.slack.support import Bot

FOLDER = Path(__file__).parent / "samples"
#: The channel and workspace of every sample.
TEAM, CHANNEL = "T08FELDPOST", "C08TABLE123"

#: The outcome of a payload: an answer to the user, the Home tab, offers, or only the acknowledgement.
ANSWERED = {
    **dict.fromkeys((path.stem for path in FOLDER.glob("slash_command_*.json")), "told"),
    "slash_command_empty_text": "form",
    **dict.fromkeys((path.stem for path in FOLDER.glob("block_actions_*.json")), "told"),
    "block_actions_home": "home", "block_actions_menu_cleared": "nothing", "block_actions_link_button": "nothing",
    "block_actions_modal": "view",
    "block_suggestion_ephemeral": "offers", "block_suggestion_modal": "offers",
    **dict.fromkeys((path.stem for path in FOLDER.glob("event_*.json")), "nothing"),
    "event_app_home_opened_first": "home", "event_app_home_opened_again": "home", "event_app_home_opened_grid_user": "home",
    "shortcut_global": "nothing", "shortcut_message": "nothing", "view_closed": "nothing", "url_verification": "challenge",
    "view_submission": "told", "view_submission_connect_guest": "told", "view_submission_org_wide": "told",
    "view_submission_empty": "errors",
}  # fmt: skip


def sample(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return found


def every(*kinds: str) -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.json") if path.stem.startswith(kinds))


PAYLOADS = every("slash", "block", "event", "shortcut", "url_", "view_")


def means_of(body: dict[str, Any]) -> str:
    if "command" in body:
        return "slash_commands"
    kind = str(body.get("type"))
    return "events_api" if kind in ("event_callback", "app_rate_limited", "url_verification") else "interactive"


def adopt(slack: FakeSlack, body: Any) -> Any:
    """Register a sample's URLs and triggers with the server, so that it knows where an answer goes."""
    user = body.get("user_id") or (body.get("user") or {}).get("id", "")
    slack.triggers[str(body.get("trigger_id"))] = (user, asyncio.get_running_loop().time() + 1e6)
    text = json.dumps(body).replace("https://hooks.slack.com", slack.url)
    for part in text.split(slack.url)[1:]:
        name = part.split('"')[0].split("\\")[0].rpartition("/")[2]
        slack.urls.setdefault(name, Url(CHANNEL, user, None))
    return json.loads(text)


@pytest.mark.parametrize("name", PAYLOADS)
async def test_every_payload_is_answered_or_acknowledged(
    bot: Bot, slack: FakeSlack, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """Over HTTP and the socket, with every field and length of the sample."""
    metrics = bot.metrics
    caplog.set_level(logging.INFO)
    body = adopt(slack, sample(name).get("payload") or sample(name))
    slack.views["V08VIEW1234"] = {"id": "V08VIEW1234", "type": "modal", "blocks": []}
    before, calls = len(slack.messages), len(slack.calls)
    answer = await slack.send(means_of(body), body)
    await bot.idle()
    counted = {key: n for key, n in figures(metrics).items() if key[0] == "feldpost_inbound_refused_total"}
    assert counted == {}, [record.getMessage() for record in caplog.records]
    happened, called = ANSWERED[name], [method for method, _ in slack.calls[calls:]]
    if happened == "told":
        assert len(slack.messages) > before, called
    elif happened == "home":
        assert "views.publish" in called
        assert set(slack.homes) == {body["user"]["id"] if "user" in body else body["event"]["user"]}
    elif happened == "form":
        assert "views.open" in called
    elif happened == "view":
        assert "views.update" in called
    elif happened == "offers":
        assert "options" in answer
    elif happened == "errors":
        assert answer["response_action"] == "errors"
    elif happened == "challenge":
        assert body["challenge"] in json.dumps(answer)
    else:
        assert not answer
        assert len(slack.messages) == before


@pytest.mark.parametrize("name", [n for n in PAYLOADS if n.startswith(("slash", "block_actions", "view_sub"))])
def test_everybody_is_the_same_person_in_every_kind(name: str) -> None:
    """A guest of another workspace too: `T08FELDPOST` has the app, whatever else the payload contains."""
    body = sample(name).get("payload") or sample(name)
    if "command" in body:
        asked = interactions.of_command(body)
    elif body["type"] == "view_submission":
        asked = interactions.of_form(body, "help")
    else:
        asked = interactions.of_press(body)
    own = body.get("user_id") or body["user"]["id"]
    team = body["team_id"] if "old_workspace" in name else TEAM
    assert asked.user == f"{team}.{own}"
    assert asked.channel.partition(".")[0] == asked.team == team
    assert asked.inbound().server == team


# ---------------------------------------------------------------------------------------------- the socket


@pytest.mark.parametrize("name", every("socket_disconnect"))
async def test_the_socket_comes_back_after_every_word_of_farewell(socket_bot: Bot, slack: FakeSlack, name: str) -> None:
    frame = sample(name)
    assert payloads.disconnect(frame["reason"]) == frame, "the server says it so"
    for socket in list(slack._sockets):
        await socket.send_json(sample("socket_hello"))
        await socket.send_str("Ping from applink-7b5d6c9f8-xkq2v")
    await slack.refresh(frame["reason"])
    await socket_bot.does(socket_bot.person("anna"), "help")
    assert socket_bot.person("anna").private()


# ---------------------------------------------------------------------------------------------- builders


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("slash_command_channel", payloads.command(
            payloads.Place(), payloads.Who("U", "anna"), "C", ("/pog", "help"), trigger="t", url="u")),
        ("view_submission", payloads.submission(
            payloads.Place(), payloads.Who("U", "anna"), payloads.view(
                payloads.Place(), payloads.Who("U", "anna"), {"type": "modal", "blocks": []}, "V", number=1), trigger="t")),
        ("block_suggestion_ephemeral", payloads.suggestion(
            payloads.Place(), payloads.Who("U", "anna"), ("find", "b"), "", within={"channel": {}, "container": {}})),
        ("event_app_home_opened_first", payloads.home_opened(payloads.Place(), "U", 1)),
        ("event_app_uninstalled_org_wide", payloads.uninstalled(payloads.Place(org_wide=True), 1)),
        ("event_tokens_revoked_bot", payloads.tokens_revoked(payloads.Place(), 1, oauth=[], bot=["U"])),
        ("event_app_rate_limited", payloads.rate_limited(payloads.Place())),
        ("socket_event", payloads.envelope("events_api", payloads.home_opened(payloads.Place(), "U", 1), "e")),
        ("socket_hello", payloads.hello()),
    ],
)  # fmt: skip
def test_our_builders_have_every_field_of_the_samples(name: str, made: dict[str, Any]) -> None:
    def fields(one: Any, path: str = "") -> set[str]:
        if isinstance(one, dict):
            return {p for key, value in one.items() for p in {f"{path}.{key}", *fields(value, f"{path}.{key}")}}
        return set()

    wanted = fields(sample(name))
    ignored = (
        ".view.state.values.",
        ".view.blocks",
        ".view.title",
        ".channel.",
        ".container.",
        ".view.close.",
        ".view.submit.",
    )
    missing = {path for path in wanted - fields(made) if not path.startswith(ignored)}
    assert missing == set()


def test_ids_have_the_lengths_of_the_samples() -> None:
    command = sample("slash_command_channel")
    own = payloads.command(
        payloads.Place(), payloads.Who(lengths.user_id("anna"), "anna"), lengths.channel_id("c"), ("/pog", "help"),
        trigger=lengths.trigger(7), url="https://hooks.slack.com" + lengths.response_path("commands", lengths.TEAM, 7)[0],
    )  # fmt: skip
    for name in ("team_id", "channel_id", "user_id", "api_app_id", "token"):
        assert len(own[name]) == len(command[name]) * lengths.FACTOR, name
    assert len(own["trigger_id"]) >= len(command["trigger_id"]) * lengths.FACTOR - 1
    assert len(BOT_TOKEN) >= 55


# ---------------------------------------------------------------------------------------------- answers


class Canned:
    """Answers every call with a sample."""

    def __init__(self) -> None:
        self.answers: list[dict[str, Any]] = []
        self.url = ""

    async def answer(self, request: web.Request) -> web.Response:
        await request.read()
        answer = self.answers[0] if len(self.answers) == 1 else self.answers.pop(0)
        body = answer["body"] if isinstance(answer["body"], str) else json.dumps(answer["body"])
        headers = {name: value for name, value in answer["headers"].items() if name != "content-type"}
        kind = str(answer["headers"]["content-type"]).partition(";")[0]
        return web.Response(status=answer["status"], text=body, headers=headers, content_type=kind)


@pytest_asyncio.fixture
async def canned() -> AsyncIterator[Canned]:
    made = Canned()
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", made.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    made.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield made
    await runner.cleanup()


#: Code and finality of the resulting error; "" for success.
MET = {
    "web_auth.test": "", "web_auth.test_org_wide": "", "web_chat.postMessage": "", "web_conversations.open": "",
    "web_conversations.open_full": "", "web_files.completeUploadExternal": "", "web_files.getUploadURLExternal": "",
    "web_oauth.v2.access": "", "web_oauth.v2.access_grid": "", "web_oauth.v2.access_org_wide": "",
    "web_oauth.v2.access_rotating": "", "web_views.open": "",
    "web_chat.postMessage_invalid_blocks": "invalid_blocks", "web_missing_scope": "missing_scope",
    "web_ratelimited": "ratelimited", "web_ratelimited_fraction": "ratelimited", "web_ratelimited_html": "ratelimited",
    "web_unavailable_html": "unreachable", "web_ok_html": "HTTP 200", "web_empty": "HTTP 200",
    "web_views.open_expired": "expired_trigger_id", "web_views.update_conflict": "hash_conflict",
}  # fmt: skip


@pytest.mark.parametrize("name", every("web_"))
async def test_every_answer_of_the_web_api_is_understood(canned: Canned, name: str) -> None:
    canned.answers = [sample(name)]
    api = SlackApi(Access(bot_token=BOT_TOKEN, signing_secret=SECRET, api=f"{canned.url}/api/"), None)
    try:
        answer = await api.client(BOT_TOKEN).chat_postMessage(channel=CHANNEL, text="x")
    except FAILURES as error:
        failed = understood(error)
        assert failed.code == MET[name]
        assert not failed.final or name == "web_chat.postMessage_invalid_blocks", "nothing else is given up at once"
        return
    assert MET[name] == ""
    assert answer["ok"]


@pytest.mark.parametrize(
    ("name", "seconds"), [("web_ratelimited", 30.0), ("web_ratelimited_html", 5.0), ("web_ratelimited_fraction", 1.5)]
)
async def test_the_time_that_slack_asks_for_is_read(canned: Canned, name: str, seconds: float) -> None:
    canned.answers = [sample(name)]
    api = SlackApi(Access(bot_token=BOT_TOKEN, signing_secret=SECRET, api=f"{canned.url}/api/"), None)
    with pytest.raises(FAILURES) as caught:
        await api.client(BOT_TOKEN).chat_postMessage(channel=CHANNEL, text="x")
    assert understood(caught.value).after == seconds


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("response_url_ok", ""), ("response_url_ok_json", ""), ("response_url_used", "expired"),
        ("response_url_expired", "expired"), ("response_url_message_gone", "expired"),
        ("response_url_refused_json", "invalid_blocks"),
    ],
)  # fmt: skip
async def test_every_answer_of_a_response_url_is_understood(canned: Canned, name: str, code: str) -> None:
    canned.answers = [sample(name)]
    api = SlackApi(Access(bot_token=BOT_TOKEN, signing_secret=SECRET, api=f"{canned.url}/api/"), None)
    say = SlackMessage("hello", (section("hello"),))
    refused: SlackError | None = None
    try:
        await api.respond(f"{canned.url}/actions/T/1/x", say, replace=False)
    except SlackError as error:
        refused = error
    assert (refused.code if refused else "") == code


def test_no_sample_is_left_out() -> None:
    named = {*ANSWERED, *MET, *every("response_url", "socket_")}
    assert {path.stem for path in FOLDER.glob("*.json")} <= named | {"slash_command_in_socket"}
