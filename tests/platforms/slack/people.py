"""People in Slack: they type, press, choose, and fill in forms."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.titles.testing import slack_limits as limits
from tests.platforms.slack import lengths, payloads
from tests.platforms.slack.lengths import TEAM, channel_id, user_id
from tests.platforms.slack.loopback import FakeSlack, Message, Url
from tests.platforms.slack.payloads import Place, Who

CHANNEL = channel_id("TABLE")


@dataclass
class Person:
    """A person in a channel; everything they do is one interaction."""

    slack: FakeSlack
    name: str
    #: The app's workspace, and the person's own if different (Slack Connect).
    team: str = TEAM
    home: str = ""
    channel: str = CHANNEL
    #: The command root the person uses.
    root: str = "pog"
    #: Seconds for which a trigger is valid; negative means it has already expired.
    seconds: float = 3.0
    #: The last payload sent, for resending.
    last: tuple[str, dict[str, Any]] = ("", {})
    shown: list[Message] = field(default_factory=list)

    @property
    def id(self) -> str:
        return user_id(self.name)

    @property
    def direct(self) -> str:
        """The channel of this person's direct messages with the app."""
        return lengths.direct_id(self.id)

    @property
    def place(self) -> Place:
        """The workspace, as the server has it."""
        return replace(self.slack.place, team=self.team)

    @property
    def who(self) -> Who:
        """This person in payloads."""
        return Who(self.id, self.name, self.home or self.team)

    # ------------------------------------------------------------------------------------------ seeing

    def sees(self) -> list[Message]:
        """Return every visible message in the channel, including ephemeral ones to this person, oldest first."""
        own = (self.channel, self.direct)
        return [m for m in self.slack.messages if m.channel in own and m.only in ("", self.id) and not m.gone]

    def private(self) -> list[Message]:
        """Return what only this person sees."""
        return [m for m in self.sees() if m.only == self.id]

    def panel(self) -> Message:
        """Return the newest private message with controls."""
        return next(m for m in reversed(self.private()) if list(limits.elements(m.blocks)))

    # ------------------------------------------------------------------------------------------ doing

    async def command(self, text: str) -> Any:
        """Type a text after the root, as in `/pog text`."""
        payload = payloads.command(
            self.place, self.who, self.channel, (f"/{self.root}", text), trigger=self.trigger(), url=self.url(None)
        )
        return await self._send("slash_commands", payload)

    async def press(self, message: Message, label: str) -> Any:
        """Press the button, or choose the entry, that begins with `label`."""
        for element in limits.elements(message.blocks):
            if element["type"] == "button" and element["text"]["text"].startswith(label):
                return await self._act(message, element, {"value": element["value"]})
            for option in element.get("options", ()):
                if element["type"] == "static_select" and option["text"]["text"].startswith(label):
                    return await self._act(message, element, {"selected_option": option})
        raise AssertionError(f"nothing begins with {label!r} in {message.dump()}")

    async def press_token(self, message: Message, token: str) -> Any:
        """Press the control with this token; a multi-select is filled in and confirmed."""
        for element in limits.elements(message.blocks):
            if element["type"] == "button" and element["value"] == token:
                return await self._act(message, element, {"value": token})
            for option in element.get("options", ()):
                if element["type"] == "static_select" and option["value"] == token:
                    return await self._act(message, element, {"selected_option": option})
                if element["type"] == "multi_static_select" and _token(option) == token:
                    return await self._take(message, element, [option])
        raise AssertionError(f"no {token} in {message.dump()}")

    async def choose(self, message: Message, action_id: str, values: Sequence[str]) -> Any:
        """Press the button, or choose these entries of the menu, with this action id."""
        element = next(e for e in limits.elements(message.blocks) if e["action_id"] == action_id)
        if element["type"] == "button":
            assert values == (element["value"],)
            return await self._act(message, element, {"value": element["value"]})
        several = element["type"] == "multi_static_select"
        options = [o for o in element["options"] if (_token(o) if several else o["value"]) in values]
        assert len(options) == len(values), f"not all of {values} are offered"
        if element["type"] == "static_select":
            return await self._act(message, element, {"selected_option": options[0]})
        assert len(options) <= element["max_selected_items"]
        return await self._take(message, element, options)

    async def _take(self, message: Message, element: dict[str, Any], options: list[dict[str, Any]]) -> Any:
        """Choose entries of a multi-select, then press its button, which sends the choice."""
        row = element["action_id"].partition(":")[2]
        state = state_of(message.blocks, {element["action_id"]: options})
        if reports(message.blocks, element):
            await self._act(message, element, {"selected_options": options}, state)
        button = next(e for e in limits.elements(message.blocks) if e["action_id"] == f"take:{row}")
        return await self._act(message, button, {"value": button["value"]}, state)

    async def find(self, message: Message, typed: str, *, pick: bool = False) -> list[str]:
        """Type into the panel's search, and optionally choose the first result."""
        beside = {
            "channel": {"id": message.channel, "name": "table"},
            "container": {
                "type": "message", "message_ts": message.ts, "channel_id": message.channel, "is_ephemeral": bool(message.only),
            },
        }  # fmt: skip
        payload = payloads.suggestion(self.place, self.who, ("find", lengths.block_id(9)), typed, within=beside)
        answer = await self._send("interactive", payload)
        limits.check_options(answer["options"])
        if pick:
            chosen = {"selected_option": answer["options"][0]}
            await self._act(message, {"action_id": "find", "type": "external_select"}, chosen)
        return [option["value"] for option in answer["options"]]

    async def submit(self, values: dict[str, tuple[str, dict[str, Any]]]) -> Any:
        """Submit the open form."""
        return await self._submit({"values": {name: {action: value} for name, (action, value) in values.items()}})

    def sheet(self) -> dict[str, Any] | None:
        """The sheet this person has open."""
        view = self.slack.views.get(self.slack.view_of.get(self.id, ""), {})
        return view if view.get("callback_id") == "sheet" else None

    async def fill(self, *tokens: str) -> Any:
        """Choose these entries in the open sheet, in the given order, and submit it."""
        view = self.sheet()
        assert view is not None, f"{self.name} has no sheet open"
        chosen: dict[str, list[dict[str, Any]]] = {}
        for token in tokens:
            place, option = next(
                (e["action_id"], o) for e in limits.elements(view["blocks"]) for o in e["options"] if _token(o) == token
            )
            chosen.setdefault(place, []).append(option)
        for block in fields_of(view):
            found = chosen.get(block["element"]["action_id"], [])
            assert found or block["optional"], f"{block['label']['text']} has to be filled in"
            assert len(found) <= block["element"].get("max_selected_items", 1)
        return await self._submit(state_of(view["blocks"], chosen))

    async def tick(self, label: str, *tokens: str, beside: Sequence[str] = ()) -> Any:
        """Choose exactly these entries in a field of the open sheet; `beside` are those chosen in others."""
        view = self.sheet()
        assert view is not None, f"{self.name} has no sheet open"
        (block,) = (block for block in fields_of(view) if block["label"]["text"] == label)
        assert block["dispatch_action"], f"{label} does not tell us of changes"
        chosen = {
            one["element"]["action_id"]: [o for o in one["element"]["options"] if _token(o) in (*tokens, *beside)]
            for one in fields_of(view)
        }
        return await self._act_in_view(view, block["element"], {}, state_of(view["blocks"], chosen))

    async def _submit(self, state: dict[str, Any]) -> Any:
        """Submit the open view; unless it is refused, it closes."""
        view = self.slack.views[self.slack.view_of[self.id]]
        payload = payloads.submission(self.place, self.who, self._whole(view, state), trigger=self.trigger())
        answer = await self._send("interactive", payload)
        if not answer:
            self.slack.close_view(self.id)
        return answer

    async def press_in_view(self, label: str, *, home: bool = False) -> Any:
        """Press or choose something in the open modal or the Home tab."""
        view = self.slack.homes[self.id] if home else self.slack.views[self.slack.view_of[self.id]]
        for element in limits.elements(view["blocks"]):
            if element["type"] == "button" and element["text"]["text"].startswith(label):
                return await self._act_in_view(view, element, {"value": element["value"]})
            for option in element.get("options", ()):
                if option["text"]["text"].startswith(label):
                    return await self._act_in_view(view, element, {"selected_option": option})
        raise AssertionError(f"nothing begins with {label!r}")

    async def open_home(self, event_id: str = "", retry: int = 0) -> Any:
        """Open the app's Home tab."""
        payload = payloads.home_opened(self.place, self.id, self.slack.number())
        payload |= {"event_id": event_id} if event_id else {}
        self.last = ("events_api", payload)
        return await self.slack.send("events_api", payload, retry=retry)

    async def again(self, retry: int = 1) -> Any:
        """Resend the last payload, as Slack does."""
        return await self.slack.send(*self.last, retry=retry)

    # ------------------------------------------------------------------------------------------ parts

    def trigger(self) -> str:
        value = lengths.trigger(self.slack.number())
        self.slack.triggers[value] = (self.id, time.monotonic() + self.seconds)
        return value

    def url(self, message: Message | None) -> str:
        kind = "commands" if message is None else "actions"
        path, name = lengths.response_path(kind, self.team, self.slack.number())
        self.slack.urls[name] = Url(self.channel if message is None else message.channel, self.id, message)
        return f"{self.slack.url}{path}"

    def _whole(self, view: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
        return payloads.view(self.place, self.who, view, view["id"], number=self.slack.number(), state=state)

    def _done(self, blocks: list[dict[str, Any]], element: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
        """Return the action, with the id of its block."""
        found = next((n for n, block in enumerate(blocks) if element in limits.elements([block])), 9)
        ident = blocks[found].get("block_id") if found < len(blocks) else None
        return payloads.action(element, chosen, ident or lengths.block_id(found), self.slack.number())

    async def _act(
        self, message: Message, element: dict[str, Any], chosen: dict[str, Any], state: dict[str, Any] | None = None
    ) -> Any:
        ours = {
            "text": message.text,
            "blocks": message.blocks,
            "thread_ts": message.thread,
            "metadata": message.metadata,
        }
        shown = payloads.message(self.place, ours, message.ts)
        payload = payloads.press_in_message(
            self.place, self.who, shown | {"channel": message.channel, "ephemeral": bool(message.only)},
            [self._done(message.blocks, element, chosen)], trigger=self.trigger(), url=self.url(message),
            state=state or state_of(message.blocks, {}),
        )  # fmt: skip
        return await self._send("interactive", payload)

    async def _act_in_view(
        self, view: dict[str, Any], element: dict[str, Any], chosen: dict[str, Any], state: dict[str, Any] | None = None
    ) -> Any:
        shown = self._whole(view, state or state_of(view["blocks"], {}))
        done = self._done(view["blocks"], element, chosen)
        payload = payloads.press_in_view(self.place, self.who, shown, [done], trigger=self.trigger())
        return await self._send("interactive", payload)

    async def _send(self, kind: str, payload: dict[str, Any]) -> Any:
        self.last = (kind, payload)
        return await self.slack.send(kind, payload)


def fields_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the input blocks of a view."""
    return [block for block in view["blocks"] if block["type"] == "input"]


def state_of(blocks: list[dict[str, Any]], chosen: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return Slack's state of all inputs and menus: in each menu the chosen options, by action id."""
    values: dict[str, Any] = {}
    for number, block in enumerate(blocks):
        for element in limits.elements([block]):
            options = chosen.get(element["action_id"], [])
            value: dict[str, Any] = {"type": element["type"]}
            if element["type"] == "multi_static_select":
                value["selected_options"] = options
            elif element["type"] in ("static_select", "external_select"):
                value["selected_option"] = options[0] if options else None
            elif element["type"] == "plain_text_input":
                value["value"] = None
            else:
                continue
            values.setdefault(block.get("block_id", lengths.block_id(number)), {})[element["action_id"]] = value
    return {"values": values}


def reports(blocks: list[dict[str, Any]], element: dict[str, Any]) -> bool:
    """Return whether Slack reports a choice at once: not inside an input block, unless it asks for that."""
    block = next(block for block in blocks if element in limits.elements([block]))
    return block["type"] != "input" or bool(block.get("dispatch_action"))


def _token(option: dict[str, Any]) -> str:
    return str(option["value"].partition("|")[2])
