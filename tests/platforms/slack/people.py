"""People in Slack: they type, press what they see, choose, fill in forms."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.platforms.slack import limits
from tests.platforms.slack.loopback import TEAM, FakeSlack, Message, Url

CHANNEL = "C0TABLE"


@dataclass
class Person:
    """Somebody in a channel; everything they do is one interaction."""

    slack: FakeSlack
    name: str
    team: str = TEAM
    channel: str = CHANNEL
    #: The root under which this person types.
    root: str = "pog"
    #: The last payload that was sent, to be sent again.
    last: tuple[str, dict[str, Any]] = ("", {})
    shown: list[Message] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"U0{self.name.upper()}"

    # ------------------------------------------------------------------------------------------ seeing

    def sees(self) -> list[Message]:
        """Every message in the channel, and what only this person sees, oldest first."""
        own = (self.channel, f"D{self.id}")
        return [m for m in self.slack.messages if m.channel in own and m.only in ("", self.id) and not m.gone]

    def private(self) -> list[Message]:
        """What only this person sees."""
        return [m for m in self.sees() if m.only == self.id]

    def panel(self) -> Message:
        """The newest private message with something to press."""
        return next(m for m in reversed(self.private()) if list(limits.elements(m.blocks)))

    # ------------------------------------------------------------------------------------------ doing

    async def command(self, text: str) -> Any:
        """Type a text behind the root, as in `/pog text`."""
        payload = {
            "team_id": self.team, "channel_id": self.channel, "channel_name": "table", "user_id": self.id,
            "user_name": self.name, "command": f"/{self.root}", "text": text, "api_app_id": "A0APP",
            "response_url": self.url(None), "trigger_id": self.trigger(),
        }  # fmt: skip
        return await self._send("slash_commands", payload)

    async def press(self, message: Message, label: str) -> Any:
        """Press the button, or choose the entry, that begins so."""
        for element in limits.elements(message.blocks):
            if element["type"] == "button" and element["text"]["text"].startswith(label):
                return await self._act(message, element, {"value": element["value"]})
            for option in element.get("options", ()):
                if element["type"] == "static_select" and option["text"]["text"].startswith(label):
                    return await self._act(message, element, {"selected_option": option})
        raise AssertionError(f"nothing begins with {label!r} in {message.dump()}")

    async def press_token(self, message: Message, token: str) -> Any:
        """Press whatever carries this token; a menu for several entries is filled in and confirmed."""
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
        """Press the button, or choose these entries of the menu, that stands at this place of a message."""
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
        """Choose entries of a menu for several, then press its button, with which the choice comes along."""
        row = element["action_id"].partition(":")[2]
        state = state_of(message.blocks, {element["action_id"]: options})
        if reports(message.blocks, element):
            await self._act(message, element, {"selected_options": options}, state)
        button = next(e for e in limits.elements(message.blocks) if e["action_id"] == f"take:{row}")
        return await self._act(message, button, {"value": button["value"]}, state)

    async def find(self, message: Message, typed: str, *, pick: bool = False) -> list[str]:
        """Type into the panel's search, and choose the first of what it offers."""
        payload = {
            "type": "block_suggestion", "team": {"id": self.team}, "user": self._user(), "api_app_id": "A0APP",
            "channel": {"id": self.channel}, "action_id": "find", "block_id": "b", "value": typed,
            "container": {"type": "message", "is_ephemeral": True}, "token": "t",
        }  # fmt: skip
        answer = await self._send("interactive", payload)
        limits.check_options(answer["options"])
        if pick:
            chosen = {"selected_option": answer["options"][0]}
            await self._act(message, {"action_id": "find", "type": "external_select"}, chosen)
        return [option["value"] for option in answer["options"]]

    async def submit(self, values: dict[str, dict[str, Any]]) -> Any:
        """Send the form that is open."""
        return await self._submit({"values": {name: {action: value} for name, (action, value) in values.items()}})

    def sheet(self) -> dict[str, Any] | None:
        """The sheet that this person has open."""
        view = self.slack.views.get(self.slack.view_of.get(self.id, ""), {})
        return view if view.get("callback_id") == "sheet" else None

    async def fill(self, *tokens: str) -> Any:
        """Choose these entries in the sheet that is open, in the order in which they are named, and send it."""
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
        """Choose exactly these entries in a field of the open sheet; `beside` are those that are chosen in others."""
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
        """Send the view that is open; without a word against it, it closes."""
        view = self.slack.views[self.slack.view_of[self.id]]
        payload = {
            "type": "view_submission", "team": {"id": self.team}, "user": self._user(), "trigger_id": self.trigger(),
            "api_app_id": "A0APP", "view": view | {"state": state}, "token": "t",
        }  # fmt: skip
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
        """Look at the app's Home tab."""
        payload = {
            "type": "event_callback", "team_id": self.team, "api_app_id": "A0APP", "token": "t",
            "event_id": event_id or f"Ev{self.slack.number()}", "event_time": int(time.time()),
            "authorizations": [{"team_id": self.team, "user_id": "U0BOT", "is_bot": True}],
            "event": {"type": "app_home_opened", "user": self.id, "channel": f"D{self.id}", "tab": "home"},
        }  # fmt: skip
        self.last = ("events_api", payload)
        return await self.slack.send("events_api", payload, retry=retry)

    async def again(self, retry: int = 1) -> Any:
        """Slack sends the last payload once more."""
        return await self.slack.send(*self.last, retry=retry)

    # ------------------------------------------------------------------------------------------ parts

    def trigger(self) -> str:
        value = f"trigger.{self.slack.number()}"
        self.slack.triggers[value] = (self.id, time.monotonic() + 3)
        return value

    def url(self, message: Message | None) -> str:
        name = f"R{self.slack.number():06}"
        self.slack.urls[name] = Url(self.channel, self.id, message)
        return f"{self.slack.url}/respond/{name}"

    def _user(self) -> dict[str, str]:
        return {"id": self.id, "username": self.name, "name": self.name, "team_id": self.team}

    async def _act(
        self, message: Message, element: dict[str, Any], chosen: dict[str, Any], state: dict[str, Any] | None = None
    ) -> Any:
        only = bool(message.only)
        payload: dict[str, Any] = {
            "type": "block_actions", "team": {"id": self.team}, "user": self._user(), "api_app_id": "A0APP",
            "channel": {"id": message.channel}, "trigger_id": self.trigger(), "token": "t",
            "container": {"type": "message", "message_ts": message.ts, "is_ephemeral": only},
            "response_url": self.url(message), "state": state or state_of(message.blocks, {}),
            "actions": [{"action_id": element["action_id"], "type": element["type"], "block_id": "b", **chosen}],
        }  # fmt: skip
        return await self._send("interactive", payload)

    async def _act_in_view(
        self, view: dict[str, Any], element: dict[str, Any], chosen: dict[str, Any], state: dict[str, Any] | None = None
    ) -> Any:
        state = state or state_of(view["blocks"], {})
        payload = {
            "type": "block_actions", "team": {"id": self.team}, "user": self._user(), "api_app_id": "A0APP",
            "trigger_id": self.trigger(), "token": "t", "view": view | {"state": state}, "container": {"type": "view"},
            "actions": [{"action_id": element["action_id"], "type": element["type"], "block_id": "b", **chosen}],
        }  # fmt: skip
        return await self._send("interactive", payload)

    async def _send(self, kind: str, payload: dict[str, Any]) -> Any:
        self.last = (kind, payload)
        return await self.slack.send(kind, payload)


def fields_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    """What is filled in, in a view."""
    return [block for block in view["blocks"] if block["type"] == "input"]


def state_of(blocks: list[dict[str, Any]], chosen: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """What Slack tells of everything that can be filled in or chosen: in each menu these options, by its action id."""
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
            values.setdefault(block.get("block_id", f"b{number}"), {})[element["action_id"]] = value
    return {"values": values}


def reports(blocks: list[dict[str, Any]], element: dict[str, Any]) -> bool:
    """Whether Slack tells of a choice at once: not where it is made in a field, unless that asks for it."""
    block = next(block for block in blocks if element in limits.elements([block]))
    return block["type"] != "input" or bool(block.get("dispatch_action"))


def _token(option: dict[str, Any]) -> str:
    return str(option["value"].partition("|")[2])
