"""Malformed requests are refused before they are parsed, and nothing typed reaches a log."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import hmac
import json
import logging
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
import pytest_asyncio
from aiohttp import ClientSession, web

from bot.operations.logs import Lines
from bot.operations.metrics import Metrics
from bot.platforms.half_open import MOST
from bot.platforms.slack import adapter_texts as slack_words
from bot.storage import Store
from tests.bot.test_operations import figures
from tests.platforms.slack.loopback import SECRET, FakeSlack
from tests.platforms.slack.support import Bot, until
from tests.support.malformed import requests, status

TYPED = "play 13 as event"
FORM = "application/x-www-form-urlencoded"


class Log(logging.Handler):
    """Records log lines as an operator reads them, of every logger and level."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Lines("text"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[Log]:
    made = Log()
    root = logging.getLogger()
    caplog.set_level(logging.DEBUG)
    root.addHandler(made)
    caplog.clear()
    yield made
    root.removeHandler(made)


@pytest_asyncio.fixture
async def http(slack: FakeSlack, store: Store) -> AsyncIterator[Bot]:
    running = Bot(slack, store, mode="http")
    await running.start()
    yield running
    await running.stop()


async def post(bot: Bot, body: bytes, *, sign: bool = True, content: str = FORM, stamp: str = "") -> int:
    """Post to Slack's endpoint; returns the status."""
    at = stamp or str(int(time.time()))
    signature = hmac.new(SECRET.encode(), b"v0:" + at.encode() + b":" + body, hashlib.sha256).hexdigest()
    headers = {"Content-Type": content, "X-Slack-Request-Timestamp": at}
    if sign:
        headers["X-Slack-Signature"] = f"v0={signature}"
    async with (
        ClientSession() as session,
        session.post(f"{bot.slack.bot_url}/slack/events", data=body, headers=headers) as answer,
    ):
        return answer.status


@pytest.mark.parametrize(
    ("body", "content"),
    [
        (b'{"type": "event_callback", "text": "%s"' % TYPED.encode(), "application/json"),
        (b"\xff\xfe%s" % TYPED.encode(), "application/json"),
        (b"payload=%7B" + TYPED.encode(), FORM),
        (b"[1, 2]", "application/json"),
        (b'"%s"' % TYPED.encode(), "application/json"),
        (b"payload=5", FORM),
        (b"null", "application/json"),
        (b'{"type": "event_callback", "event": 5, "text": "%s"}' % TYPED.encode(), "application/json"),
        (b'payload={"type": "view_submission", "view": null, "text": "%s"}' % TYPED.encode(), FORM),
        (b'payload={"type": "block_actions", "actions": [], "text": "%s"}' % TYPED.encode(), FORM),
        (b"[" * 100_000, "application/json"),
    ],
)
async def test_a_malformed_request_is_refused_and_logged_by_its_shape(
    http: Bot, log: Log, body: bytes, content: str
) -> None:
    metrics = http.metrics
    no_text = body.startswith(b"\xff")
    assert await post(http, body, sign=False, content=content) == (400 if no_text else 401), "unsigned it is not read"
    assert len(told(log)) == int(no_text)
    log.lines.clear()
    event = b'"event": 5' in body
    assert await post(http, body, content=content) == (200 if event else 400), "an event is not sent again"
    if not no_text:
        (line,) = told(log)
        assert "Slack sent a payload that cannot be read" in line
    assert refused(metrics) == {"signature": 2} if no_text else sum(refused(metrics).values()) == 1
    assert TYPED not in "\n".join(log.lines)


def told(log: Log) -> list[str]:
    """Return the lines that an operator reads."""
    return [line for line in log.lines if " DEBUG " not in line]


def refused(metrics: Metrics) -> dict[str, float]:
    """Return the counts of refused payloads, by kind."""
    seen = figures(metrics)
    return {labels[0]: n for (name, labels), n in seen.items() if name == "feldpost_inbound_refused_total"}


BEGIN = b"POST /slack/events HTTP/1.1\r\nHost: x\r\n"
#: Malformed, compressed or aborted requests.
RAW = {
    **{
        coding: BEGIN + b"Content-Encoding: " + coding.encode() + b"\r\nContent-Length: 7\r\n\r\ngarbage"
        for coding in ("gzip", "deflate", "br", "zstd", "something")
    },
    "chunks": BEGIN + b"Transfer-Encoding: chunked\r\n\r\nzz\r\ngarbage\r\n",
    "line": b"garbage\r\n\r\n",
    "method": b"G\xffT / HTTP/1.1\r\n\r\n",
    "header": BEGIN + b"no colon\r\n\r\n",
    "long header": BEGIN + b"X: " + b"y" * 20_000 + b"\r\n\r\n",
    "length": BEGIN + b"Content-Length: many\r\n\r\n",
    "two lengths": BEGIN + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "cut short": BEGIN + b"Content-Length: 100\r\n\r\nhalf",
    "cut chunk": BEGIN + b"Transfer-Encoding: chunked\r\n\r\n5\r\nha",
    "tls": b"\x16\x03\x01\x02\x00\x01\x00",
}


async def test_a_host_or_an_encoding_that_is_none_is_refused_without_a_trace(http: Bot, log: Log) -> None:
    for path in ("/slack/events", "/slack/install", "/nowhere"):
        for wrong, request in requests(path):
            assert (await status(http.platform.port, request))[0] == 400, f"{path}: {wrong}"
    assert [line for line in log.lines if " DEBUG " not in line] == []


@pytest.mark.parametrize("raw", RAW.values(), ids=RAW)
async def test_an_invalid_request_leaves_no_trace(http: Bot, log: Log, raw: bytes) -> None:
    async with asyncio.timeout(60):
        reading, writing = await asyncio.open_connection("127.0.0.1", http.platform.port)
        writing.write(raw)
        await writing.drain()
        writing.write_eof()
        answer = await reading.read()
        writing.close()
        await asyncio.sleep(0.05)
        assert answer == b"" or answer.split()[1] in (b"400", b"401"), answer
    assert [line for line in log.lines if " DEBUG " not in line] == []
    assert await post(http, urlencode({"command": "/other", "text": "x"}).encode()) == 200, "it goes on"


@pytest.mark.parametrize("stamp", ["", "yesterday", "-1", "9" * 400, "٣"])
async def test_a_stamp_or_signature_of_another_form_is_refused(http: Bot, log: Log, stamp: str) -> None:
    body = urlencode({"command": "/pog", "text": TYPED}).encode()
    async with ClientSession() as session:
        headers = {"Content-Type": FORM, "X-Slack-Signature": "v0=nothing"}
        if stamp:
            headers["X-Slack-Request-Timestamp"] = stamp
        async with session.post(f"{http.slack.bot_url}/slack/events", data=body, headers=headers) as answer:
            assert answer.status == 401
    (line,) = told(log)
    assert "FELDPOST_SLACK_SIGNING_SECRET" in line


async def test_a_wrong_signing_secret_is_counted_every_time_and_told_once_a_minute(http: Bot, log: Log) -> None:
    metrics = http.metrics
    for _ in range(3):
        with pytest.raises(PermissionError, match="401"):
            await http.slack._send_http("slash_commands", {"command": "/pog", "text": TYPED}, 0, secret="another")
    assert refused(metrics) == {"signature": 3}
    assert len(told(log)) == 1


@pytest.mark.parametrize(
    "payload",
    [
        {"type": "message_action", "callback_id": "other", "message": {"text": TYPED}, "team": {"id": "T"}},
        {"type": "block_actions", "actions": [{"action_id": "unknown", "value": TYPED}], "user": {"id": "U"}},
        {"type": "view_submission", "view": {"callback_id": "unknown", "title": TYPED}, "user": {"id": "U"}},
        {"type": "block_actions", "actions": [{"action_id": f"p:{TYPED}", "value": TYPED}], "team": {"id": "T"}},
        {"type": "view_submission", "view": {"callback_id": "order", "state": {"values": {"a": {"b": TYPED}}}}},
    ],
)
async def test_unhandled_and_failing_requests_are_logged_without_typed_text(
    http: Bot, log: Log, payload: dict[str, Any]
) -> None:
    status = await post(http, urlencode({"payload": json.dumps(payload)}).encode())
    assert status in (200, 400, 404, 500)
    assert TYPED not in "\n".join(log.lines)


U, T, C = {"id": "U"}, {"id": "T"}, {"id": "C"}
PRESS = {"type": "block_actions", "team": T, "user": U, "channel": C, "trigger_id": "1.2"}
FORM_SENT = {"type": "view_submission", "team": T, "user": U, "trigger_id": "1.2"}
ORDER = {"id": "V", "callback_id": "order", "state": {"values": {"a": {"typed": {"value": TYPED}}}}}
SHEET = {"id": "V", "callback_id": "sheet", "blocks": [], "state": {"values": {}}}
#: Signed payloads for listeners, with a field missing or of another type.
LACKING: dict[str, dict[str, Any]] = {
    "command": {"command": "/pog", "text": TYPED},
    "command without a channel": {"command": "/pog", "text": TYPED, "team_id": "T", "user_id": "U", "trigger_id": "1"},
    "press of nobody": {**PRESS, "user": None, "actions": [{"action_id": "p:0:0", "value": TYPED}]},
    "press of a word": {**PRESS, "user": "U", "actions": [{"action_id": "p:0:0", "value": TYPED}]},
    "press of a user without an id": {**PRESS, "user": {}, "actions": [{"action_id": "p:0:0", "value": TYPED}]},
    "press of a select": {**PRESS, "actions": [{"action_id": "s:0", "selected_option": TYPED}]},
    "press with a view of another kind": {**PRESS, "view": TYPED, "actions": [{"action_id": "p:0:0", "value": "x"}]},
    "press with a container": {**PRESS, "container": TYPED, "actions": [{"action_id": "p:0:0", "value": "x"}]},
    "taking with a state": {**PRESS, "state": {"values": TYPED}, "actions": [{"action_id": "take:0"}]},
    "taking with options": {
        **PRESS, "state": {"values": {"a": {"m:0": {"selected_options": [TYPED]}}}}, "actions": [{"action_id": "take:0"}],
    },
    "form button": {**PRESS, "team": TYPED, "actions": [{"action_id": "form"}]},
    "scenario": {**PRESS, "actions": [{"action_id": "scenario"}]},
    "chosen without a view": {**PRESS, "actions": [{"action_id": "chosen:0"}]},
    "order of nobody": {**FORM_SENT, "user": None, "view": ORDER},
    "order without a number": {**FORM_SENT, "view": {**ORDER, "id": None, "state": {"values": {"a": TYPED}}}},
    "sheet without fields": {**FORM_SENT, "view": SHEET},
    "sheet without blocks": {**FORM_SENT, "view": {**SHEET, "blocks": TYPED}},
    "options of nobody": {"type": "block_suggestion", "action_id": "find", "block_id": "b", "value": TYPED, "team": T},
    "options of a list": {"type": "block_suggestion", "action_id": "find", "block_id": "b", "value": [TYPED], "user": []},
    "home of nobody": {"type": "event_callback", "team_id": "T", "event": {"type": "app_home_opened", "text": TYPED}},
    "tokens": {"type": "event_callback", "team_id": "T", "event": {"type": "tokens_revoked", "tokens": TYPED}},
    "event without a workspace": {"type": "event_callback", "event": {"type": "app_home_opened", "user": "U"}},
    "press without a workspace": {**PRESS, "team": None, "actions": [{"action_id": "p:0:0", "value": TYPED}]},
}  # fmt: skip


@pytest.mark.parametrize("name", LACKING)
async def test_requests_without_a_required_field_are_always_logged(
    bot: Bot, slack: FakeSlack, log: Log, name: str
) -> None:
    """Over HTTP and the socket: one line with the field, one count of the kind, and nothing that was typed."""
    metrics, body = bot.metrics, LACKING[name]
    log.lines.clear()
    kind = str(body.get("type", "slash_commands"))
    means = {"slash_commands": "slash_commands", "event_callback": "events_api"}.get(kind, "interactive")
    if kind == "view_submission" and body["view"]["id"]:
        answer = await slack.send(means, body)
        assert answer["response_action"] == "update"
        assert "nothing was done" in json.dumps(answer["view"]), "the form says so"
    elif means == "interactive":
        assert await slack.refused(means, body), "Slack shows that it failed"
    else:
        answer = await slack.send(means, body)
        said = answer["text"] if isinstance(answer, dict) else answer or ""
        assert ("nothing was done" in said) is (means == "slash_commands"), "an event is not sent again"
    await bot.idle()
    gc.collect()  # a task with an unretrieved exception reports it when collected
    lines = told(log)
    assert len([line for line in lines if f"cannot be read ({kind})" in line]) == 1, lines
    assert refused(metrics) == {kind: 1}
    assert TYPED not in "\n".join(log.lines)


async def test_a_refusal_names_field_type_and_length(http: Bot, log: Log) -> None:
    wrong = {**PRESS, "user": {"id": 7}, "actions": [{"action_id": "p:0:0", "value": {"a": TYPED}}]}
    assert await post(http, urlencode({"payload": json.dumps(wrong)}).encode()) == 400
    (line,) = told(log)
    assert line.endswith("(block_actions): user.id is number 1; actions.0.value is object 1")
    await http.slack.send("slash_commands", {"command": "/pog", "team_id": "T", "user_id": "", "channel_id": ""})
    assert told(log)[-1].endswith("user_id is text 0; channel_id is text 0; trigger_id is missing")


async def test_a_failure_after_the_acknowledgement_is_logged_once(
    http: Bot, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(body: object) -> None:
        raise RuntimeError(TYPED)

    monkeypatch.setattr("bot.platforms.slack.interactions.of_command", breaks)
    body = {"command": "/pog", "text": TYPED, "team_id": "T", "user_id": "U", "trigger_id": "1.2", "channel_id": "C"}
    assert await post(http, urlencode(body).encode()) == 200
    await http.idle()
    gc.collect()
    (line,) = [line for line in log.lines if " ERROR " in line]
    assert "something that Slack sent broke with RuntimeError" in line
    assert TYPED not in "\n".join(log.lines)


async def test_another_command_is_logged_without_what_was_typed(http: Bot, log: Log) -> None:
    body = {"command": "/other", "text": TYPED, "team_id": "T", "user_id": "U", "trigger_id": "1.2", "channel_id": "C"}
    assert "/pog help" in await http.slack.send("slash_commands", body)
    assert await post(http, urlencode(body).encode()) == 200
    (line,) = told(log)
    assert "slash_commands, which is not ours" in line, "told once"
    assert TYPED not in "\n".join(log.lines)


async def test_slack_may_look_at_the_certificate(http: Bot) -> None:
    assert await post(http, b"ssl_check=1&token=x", sign=False) == 200


async def test_typed_text_of_a_valid_command_is_never_logged(http: Bot, log: Log) -> None:
    anna = http.person("anna")
    await http.does(anna, "new campaign")
    await http.does(anna, f"{TYPED} and nothing else")
    assert anna.private()
    assert f"{TYPED} and nothing else" not in "\n".join(log.lines)


async def test_half_open_requests_are_cut_off_and_commands_go_on(http: Bot) -> None:
    """The guard of every listener comes before this one."""
    port = http.platform.port
    standing = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST + 50)]
    for _, writer in standing:
        writer.write(BEGIN + b"Content-Le")
    async with asyncio.timeout(30):
        assert await standing[0][0].read() == b"", "the oldest of too many"
    assert await post(http, urlencode({"command": "/other", "text": "x"}).encode()) == 200
    for _, writer in standing:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def test_a_press_or_a_form_that_cannot_be_read_is_answered_in_words(http: Bot, log: Log) -> None:
    told: list[dict[str, Any]] = []

    async def take(request: web.Request) -> web.Response:
        told.append(await request.json())
        return web.Response(text="ok")

    application = web.Application()
    application.router.add_post("/actions/T1/2/3", take)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/actions/T1/2/3"
    press = {"type": "block_actions", "actions": [], "user": {"id": "U1"}, "team": {"id": "T1"}, "response_url": url}
    answer = await http.platform.link._inbox.take(press)
    assert answer.status == 200
    await until(lambda: bool(told))
    assert told == [
        {"response_type": "ephemeral", "replace_original": False, "text": slack_words.MISSHAPEN_PRESS},
    ]
    form = {"type": "view_submission", "view": {"id": "V1", "callback_id": "sheet"}, "team": {"id": "T1"}}
    answer = await http.platform.link._inbox.take(form)
    shown = json.loads(answer.body)
    assert (answer.status, shown["response_action"]) == (200, "update")
    assert shown["view"]["blocks"][0]["text"]["text"] == slack_words.MISSHAPEN_PRESS
    assert sum("cannot be read" in line for line in log.lines) == 2, "the operator is told all the same"
    await runner.cleanup()
