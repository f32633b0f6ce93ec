"""People at the loopback Discord: they type commands, press controls, choose from menus, fill in forms."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from typing import Any

from tests.platforms.discord.gateway import Gateway
from tests.platforms.discord.shapes import DIRECT, GROUP
from tests.platforms.discord.state import CHANNEL, GUILD, Interaction, Json, World, snowflake, told_channel, user_id

COMMAND, COMPONENT, COMPLETION, FORM = 2, 3, 4, 5
PATIENCE = 60.0
#: Permissions of a person without management rights.
USUAL = str(2251799813685247 & ~(1 << 3) & ~(1 << 5))


async def until(holds: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """Wait until a condition holds, and return its value."""
    end = time.monotonic() + patience
    while not (found := holds()):
        if time.monotonic() > end:
            raise AssertionError(f"not within {patience} s: {what}")
        await asyncio.sleep(0.01)
    return found


class Person:
    """A person on the server."""

    def __init__(self, world: World, gateway: Gateway, number: int, name: str, channel: int = CHANNEL) -> None:
        self.world, self.gateway, self.name, self.channel = world, gateway, name, channel
        self.number = user_id(number)
        #: The guild the person is currently in.
        self.guild = GUILD
        #: The command root the person uses.
        self.root = "pog"
        #: The person's permissions in the guild, and their roles.
        self.permissions, self.roles = USUAL, list[str]()
        world.names[self.number] = name

    async def slash(self, line: str, *, wait: bool = True, expired: bool = False) -> Interaction:
        """Type a command as text: its words are distributed over the options Discord was sent."""
        return await self._do(COMMAND, self._command(line), wait=wait, expired=expired)

    async def complete(self, line: str) -> dict[str, str]:
        """Return the completions for the last option of a command, with their labels."""
        data = self._command(line, begun=True)
        options: Any = data["options"]
        while options and options[-1]["type"] <= 2:
            options = options[-1]["options"]
        options[-1]["focused"] = True
        done = await self._do(COMPLETION, data)
        return {choice["value"]: choice["name"] for choice in done.callbacks[0]["data"]["choices"]}

    async def press(self, message: Json, custom_id: str, **how: Any) -> Interaction:
        """Press a button of a message."""
        return await self._do(COMPONENT, {"component_type": 2, "custom_id": custom_id}, message=message, **how)

    async def choose(self, message: Json, custom_id: str, values: list[str], **how: Any) -> Interaction:
        """Choose from a menu of a message."""
        data = {"component_type": 3, "custom_id": custom_id, "values": values}
        return await self._do(COMPONENT, data, message=message, **how)

    async def fill(self, message: Json, custom_id: str, text: str) -> Interaction:
        """Submit a form that a button of a message opened."""
        field = {"type": 4, "id": 2, "custom_id": "order", "value": text}
        data = {"custom_id": custom_id, "components": [{"type": 1, "id": 1, "components": [field]}]}
        return await self._do(FORM, data, message=message)

    async def fill_sheet(self, message: Json, form: Json, chosen: Collection[str]) -> Interaction:
        """Submit a sheet of an earlier version, which was a form, with each field as Discord sends it."""
        left, fields = set(chosen), []
        for number, row in enumerate(form["components"]):
            values = [option["value"] for option in row["component"]["options"] if option["value"] in left]
            left -= set(values)
            sent = {"type": 3, "id": 2 * number + 2, "custom_id": row["component"]["custom_id"], "values": values}
            fields.append({"type": 18, "id": 2 * number + 1, "component": sent})
        assert not left, f"the form does not offer {left}"
        return await self._do(FORM, {"custom_id": form["custom_id"], "components": fields}, message=message)

    async def tick(self, message: Json, label: str, tokens: Collection[str], **how: Any) -> Interaction:
        """Choose exactly these entries in the sheet's menu whose placeholder begins with `label`."""
        menu = menu_of(message, label)
        assert menu["min_values"] <= len(tokens) <= menu["max_values"], f"{len(tokens)} in {menu['placeholder']}"
        assert set(tokens) <= {option["value"] for option in menu["options"]}
        return await self.choose(message, menu["custom_id"], list(tokens), **how)

    async def use(self, message: Json, wanted: Callable[[str], bool], **how: Any) -> Interaction:
        """Use the first control with a matching label: a button or an entry of a menu."""
        for row in message["components"]:
            for item in row["components"]:
                if item["type"] == 2 and wanted(item["label"]):
                    return await self.press(message, item["custom_id"], **how)
                for option in item.get("options", ()):
                    if wanted(option["label"]):
                        return await self.choose(message, item["custom_id"], [option["value"]], **how)
        raise AssertionError(f"{self.name} is offered nothing like that: {labels(message)}")

    def panel(self) -> Json:
        """The newest private message with controls."""
        return next(one for one in reversed(self.world.private(self.number)) if one["components"])

    def last(self) -> Json:
        """The newest private message."""
        return self.world.private(self.number)[-1]

    def answer(self, done: Interaction) -> str:
        """Return the text that answered a command."""
        return str(self.world.messages[done.message]["content"])

    async def _do(
        self, kind: int, data: Json, *, message: Json | None = None, wait: bool = True, expired: bool = False
    ) -> Interaction:
        number = snowflake()
        token = self.world.shapes.token(number)
        done = Interaction(number, token, kind, self.number, self.channel, expired=expired)
        done.message = int(message["id"]) if message else 0
        done.began = time.time()
        self.world.interactions[done.token] = done
        await self.gateway.tell("INTERACTION_CREATE", self.event(done, data, message))
        if wait:
            async with asyncio.timeout(PATIENCE):
                await done.answered.wait()
            await asyncio.sleep(0.02)
        return done

    def event(self, done: Interaction, data: Json, message: Json | None) -> Json:
        """Return the gateway event of an interaction."""
        channel = int(message["channel_id"]) if message else self.channel
        done.channel = channel
        shapes, place, user = (
            self.world.shapes,
            told_channel(self.world.channels[channel]),
            self.world.user(self.number),
        )
        told = shapes.interaction(
            done.id, done.token, done.kind, data, self.world.attachment_limit, self.world.permissions
        )
        if place["type"] in (DIRECT, GROUP):
            told |= shapes.in_private(user, place)
        else:
            told |= shapes.in_server(self.guild, shapes.member(user, self.roles, self.permissions), place)
        if message is not None:
            told["message"] = self.world.told(message)
        return told

    def _command(self, line: str, *, begun: bool = False) -> Json:
        name, _, rest = line.partition(" ")
        root = next(one for one in self.world.commands if one["name"] == self.root)
        for option in root["options"]:
            if option["type"] == 1 and option["name"] == name:
                return self._data([{"type": 1, "name": name, "options": _options(option, rest, begun=begun)}])
            for inner in option.get("options", ()) if option["type"] == 2 else ():
                if inner["name"] == name:
                    below = {"type": 1, "name": name, "options": _options(inner, rest, begun=begun)}
                    return self._data([{"type": 2, "name": option["name"], "options": [below]}])
        raise AssertionError(f"Discord was told of no command {name}")

    def _data(self, options: list[Json]) -> Json:
        root = next(one for one in self.world.commands if one["name"] == self.root)
        return {"id": root["id"], "name": root["name"], "type": 1, "options": options}


def _options(command: Json, rest: str, *, begun: bool = False) -> list[Json]:
    known, rest, given = _by_name(command.get("options", []), rest)
    words = rest.split(maxsplit=len(known) - 1) if known and rest.strip() else []
    if begun and not words and not given:
        words = [""]
    if rest.endswith(" ") and words:
        words[-1] += " "
    placed: list[Json] = []
    for option, word in zip(known, words, strict=False):
        if option["type"] == 4 and not word.strip().isdecimal():
            placed[-1]["value"] += f" {word}"  # a multi-word text before an option that is a number
            break
        placed.append(
            {"type": option["type"], "name": option["name"], "value": int(word) if option["type"] == 4 else word}
        )
    return [*placed, *given]


def _by_name(known: list[Json], rest: str) -> tuple[list[Json], str, list[Json]]:
    """Extract options given as NAME=VALUE, as a user fills them in."""
    types = {option["name"]: option["type"] for option in known}
    given: list[Json] = []
    left = []
    for word in rest.split(" "):
        name, sign, value = word.partition("=")
        if sign and name in types:
            given.append({"type": types[name], "name": name, "value": int(value) if types[name] == 4 else value})
        else:
            left.append(word)
    names = {one["name"] for one in given}
    return [option for option in known if option["name"] not in names], " ".join(left), given


def menu_of(message: Json, label: str) -> Json:
    """Return a message's menu whose placeholder begins with `label`."""
    for row in message["components"]:
        for item in row["components"]:
            if item["type"] == 3 and str(item["placeholder"]).startswith(label):
                return dict(item)
    raise AssertionError(f"no menu {label}")


def labels(message: Json) -> list[str]:
    """Return the labels of everything that can be pressed or chosen."""
    found = []
    for row in message["components"]:
        for item in row["components"]:
            found += [item["label"]] if item["type"] == 2 else [option["label"] for option in item["options"]]
    return found
