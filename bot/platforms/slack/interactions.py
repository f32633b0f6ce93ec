"""Extract a user's action from Slack's various payloads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from bot.commands import leagues
from bot.platforms.slack.blocks import in_order, typed_for
from bot.platforms.slack.markup import unescaped
from bot.platforms.slack.workspace import workspace
from bot.port import Examine, Inbound
from bot.titles import MODULES, titles

#: Where the answer is shown: below a command, in the pressed panel, ephemerally beside a public message, in a modal,
#: from the Home tab, or after a form.
Surface = Literal["command", "panel", "message", "modal", "home", "form"]

HOME = "home"


@dataclass(frozen=True, slots=True)
class SlackInteraction:
    """An interaction; `channel` and `user` begin with the workspace's id."""

    key: str
    channel: str
    user: str
    name: str
    surface: Surface
    text: str | None = None
    #: The title of the command it was typed under, or of the form; "" for none.
    title: str = ""
    tokens: tuple[str, ...] = ()
    url: str = ""
    trigger: str = ""
    view: str = ""
    #: The pressed modal's metadata about where its answer is shown.
    metadata: str = ""
    #: A submitted sheet; if it is refused, it stays open.
    sheet: bool = False
    #: Whether the answer may replace the panel from which a form was opened, and that panel's mark.
    replaces: bool = False
    panel: str = ""
    #: The game on whose panel it was typed, if that isn't the channel's.
    game: str = ""

    @property
    def team(self) -> str:
        """The workspace's id."""
        return self.channel.partition(".")[0]

    def moved(self, channel: str) -> SlackInteraction:
        """Return the interaction moved to another channel."""
        return replace(self, channel=channel)

    def on(self, panel: str) -> SlackInteraction:
        """Return the interaction with the mark of the current panel."""
        return replace(self, panel=panel)

    def beside(self) -> SlackInteraction:
        """Return the interaction with an answer that replaces nothing."""
        return replace(self, replaces=False)

    def inbound(self, *, posts: bool = True, examine: Examine | None = None) -> Inbound:
        """Convert it for the bot, which can post if `posts`; raises pydantic's ValidationError for oversized input."""
        token = self.tokens[0] if self.tokens else None
        return Inbound(
            platform="slack", channel=self.channel, server=local(self.channel)[0], user=self.user, user_name=self.name[:100], key=f"slack:{self.key}",
            text=None if token else self.text or "", title="" if token else self.title, token=token, tokens=self.tokens if len(self.tokens) > 1 else (),
            form=self.sheet, game="" if token else self.game, posts=posts, examine=examine,
        )  # fmt: skip


def local(whole: str) -> tuple[str, str]:
    """Split a stored channel or user into workspace and Slack's own id."""
    team, _, name = whole.partition(".")
    return team, name


def of_command(body: Mapping[str, Any]) -> SlackInteraction:
    """Parse a slash command."""
    team, user = workspace(body), str(body["user_id"])
    command, text = str(body.get("command") or ""), unescaped(str(body.get("text") or "")).strip()
    if command == f"/{leagues.ROOT}":
        text = f"{leagues.ROOT} {text}".strip()
    return SlackInteraction(
        key=_key("command", team, str(body["trigger_id"])), channel=f"{team}.{body['channel_id']}",
        user=f"{team}.{user}", name=str(body.get("user_name") or user), surface="command",
        text=text, url=str(body.get("response_url") or ""),
        trigger=str(body["trigger_id"]), title=_title_of_command(command),
    )  # fmt: skip


def of_press(body: Mapping[str, Any]) -> SlackInteraction:
    """Parse a pressed button or menu selection; without tokens and text if it has no effect by itself."""
    action = body["actions"][0]
    team, user = workspace(body), str(body["user"]["id"])
    view = body.get("view") or {}
    metadata = metadata_of(view)
    channel = str((body.get("channel") or {}).get("id") or metadata.get("channel") or HOME)
    container = body.get("container") or {}
    if view:
        surface: Surface = "home" if view.get("type") == "home" else "modal"
    else:
        surface = "panel" if container.get("is_ephemeral") else "message"
    action_id = str(action.get("action_id", ""))
    found: tuple[str, ...] = ()
    typed, title, game = None, "", ""
    if action_id.startswith("p:"):
        found = (str(action.get("value", "")),)
    elif action_id.startswith("s:"):
        chosen = action.get("selected_option")  # null if the menu was cleared, which has no effect
        found = (str(chosen.get("value", "")),) if chosen else ()
    elif action_id.startswith("take:"):
        found = _chosen_entries(body, action_id.removeprefix("take:"))
    elif action_id.startswith("chosen:"):
        found = filled_in(view)
    elif action_id == "form":
        title, game = typed_for(str(action.get("value", "")))
        title = title if title in MODULES else ""
    elif action_id == "find":
        typed = str((action.get("selected_option") or {}).get("value", ""))
    return SlackInteraction(
        key=_key("press", team, str(body.get("trigger_id") or action.get("action_ts")), action_id),
        channel=f"{team}.{channel}", user=f"{team}.{user}", name=_name(body), surface=surface, text=typed, tokens=found,
        url=str(body.get("response_url") or ""), trigger=str(body.get("trigger_id") or ""), view=str(view.get("id", "")),
        metadata=str(view.get("private_metadata") or ""), replaces=surface == "panel", title=title, game=game,
    )  # fmt: skip


def of_form(body: Mapping[str, Any], text: str | None = None, tokens: tuple[str, ...] = ()) -> SlackInteraction:
    """Parse a submitted form as a typed command or as chosen entries."""
    team, user = workspace(body), str(body["user"]["id"])
    metadata = metadata_of(body["view"])
    below = str(metadata.get("view") or "")
    return SlackInteraction(
        key=_key("form", team, str(body["view"]["id"]), str(body.get("trigger_id", ""))),
        channel=f"{team}.{metadata.get('channel') or HOME}", user=f"{team}.{user}", name=_name(body),
        surface="modal" if below else "form", text=text, tokens=tokens, url=str(metadata.get("url", "")), view=below,
        replaces=bool(metadata.get("replaces")), panel=str(metadata.get("panel") or ""),
        title=str(metadata.get("title") or "") if text is not None else "",
        game=str(metadata.get("game") or "") if text is not None else "",
    )  # fmt: skip


def _title_of_command(command: str) -> str:
    """Return the title whose root is this slash command."""
    return next((title.name for title in titles() if command == f"/{title.command}"), "")


def metadata_of(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the metadata we stored in a modal when opening it."""
    try:
        found = json.loads(view.get("private_metadata") or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def metadata(asked: SlackInteraction) -> str:
    """Return a modal's metadata: where to answer, including the modal below it."""
    _, channel = local(asked.channel)
    known: dict[str, Any] = {"channel": channel, "url": asked.url, "replaces": asked.replaces, "panel": asked.panel}
    if asked.title:
        known["title"] = asked.title
    if asked.game:
        known["game"] = asked.game
    return json.dumps(known | ({"view": asked.view} if asked.surface == "modal" else {}))


def form_values(view: Mapping[str, Any]) -> dict[str, str]:
    """Return a form's values by action id."""
    found: dict[str, str] = {}
    for fields in ((view.get("state") or {}).get("values") or {}).values():
        for name, value in fields.items():
            text = value.get("value") or (value.get("selected_option") or {}).get("value")
            if text:
                found[name] = str(text).strip()
    return found


def takes(body: Mapping[str, Any]) -> bool:
    """Return True for the button below a multi-select menu."""
    return str(body["actions"][0].get("action_id", "")).startswith("take:")


def filled_in(view: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the entries chosen in a sheet: field by field, within a field in menu order."""
    found: list[str] = []
    for _, fields in sorted(((view.get("state") or {}).get("values") or {}).items()):
        for value in fields.values():
            options = value.get("selected_options") or [value.get("selected_option")]
            found += in_order([str(option["value"]) for option in options if option])
    return tuple(found)


def _chosen_entries(body: Mapping[str, Any], row: str) -> tuple[str, ...]:
    """Return the entries chosen in the menu of a row, in menu order."""
    state = body.get("state") or (body.get("view") or {}).get("state") or {}
    for fields in (state.get("values") or {}).values():
        for name, value in fields.items():
            if name == f"m:{row}":
                return in_order([str(option["value"]) for option in value.get("selected_options") or ()])
    return ()


def _name(body: Mapping[str, Any]) -> str:
    user = body["user"]
    return str(user.get("name") or user.get("username") or user["id"])


def _key(*parts: str) -> str:
    """Return a short key that is the same for repetitions of a payload."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:40]
