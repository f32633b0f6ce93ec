"""Validate Slack's payloads against what the listeners rely on, before they are dispatched.

Only what the listeners read is described, and what Slack may omit is optional. Slack documents no length of an id, a
trigger or a URL, so none is limited here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from bot.commands import leagues
from bot.platforms.payload_shapes import at, field_name, kind_of
from bot.platforms.slack.workspace import workspace
from bot.titles import titles
from bot.titles.forms import SCENARIO

_Id = Annotated[str, Field(min_length=1)]
_Words = str | None


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)


class _Named(_Part):
    id: _Id


class _User(_Named):
    name: _Words = None
    username: _Words = None
    team_id: _Words = None


class _Option(_Part):
    value: str


class _Filled(_Part):
    value: _Words = None
    selected_option: _Option | None = None
    selected_options: list[_Option] | None = None


class _State(_Part):
    values: dict[str, dict[str, _Filled]] | None = None


class _Element(_Part):
    options: list[_Option] | None = None


class _Block(_Part):
    type: str
    block_id: _Words = None
    element: _Element | None = None


class _View(_Part):
    id: _Id
    callback_id: _Words = None
    private_metadata: _Words = None
    state: _State | None = None
    blocks: list[_Block] | None = None


class _Action(_Filled):
    action_id: str
    action_ts: _Words = None


class _Asked(_Part):
    user: _User
    team: _Named | None = None
    channel: _Named | None = None
    view: _View | None = None
    trigger_id: _Words = None


class _Command(_Part):
    team_id: _Id
    user_id: _Id
    channel_id: _Id
    trigger_id: _Id


class _Press(_Asked):
    actions: Annotated[list[_Action], Field(min_length=1)]
    container: dict[str, Any] | None = None
    state: _State | None = None
    response_url: _Words = None

    @model_validator(mode="after")
    def _in_a_form(self) -> _Press:
        if self.view is None and self.actions[0].action_id.startswith(("chosen:", SCENARIO)):
            raise ValueError("a field without its form")
        return self


class _Sent(_Asked):
    view: _View

    @model_validator(mode="after")
    def _filled_in(self) -> _Sent:
        fields = [block for block in self.view.blocks or () if block.type == "input" and block.block_id]
        if self.view.callback_id == "sheet" and not fields:
            raise ValueError("a sheet without fields")
        return self


class _Suggesting(_Asked):
    value: _Words = None


class _Opened(_Part):
    """A Home tab being opened."""

    user: _Id
    tab: _Words = None


class _Removed(_Part):
    """The app was removed; Slack may omit the workspace, and either kind of token."""

    tokens: dict[str, list[Any] | None] | None = None


_EVENTS: Mapping[str, type[_Part]] = {
    "app_home_opened": _Opened, "app_uninstalled": _Removed, "tokens_revoked": _Removed,
}  # fmt: skip


class _Event(_Part):
    event: dict[str, Any]


_KINDS: Mapping[str, type[_Part]] = {
    "block_actions": _Press, "view_submission": _Sent, "block_suggestion": _Suggesting, "event_callback": _Event,
}  # fmt: skip


def misfits(body: Mapping[str, Any]) -> list[str]:
    """Return what the listeners need and don't find, each field with type and length; never content.

    Payloads without a listener are always valid.
    """
    roots = {f"/{root}" for root in (leagues.ROOT, *(title.command for title in titles()))}
    kind = str(body.get("type", ""))
    if str(body.get("command")) in roots:
        return _wrong(_Command, body)
    form = _KINDS.get(kind)
    if form is None:
        return []
    if wrong := _wrong(form, body):
        return wrong
    if kind == "event_callback":
        event = body["event"]
        own = _EVENTS.get(str(event.get("type")))
        if own is None:
            return []
        needs = own is _Opened and not workspace(body)
        return _wrong(own, event, "event") or (["no workspace is named"] if needs else [])
    return [] if workspace(body) else ["no workspace is named"]


def _wrong(form: type[_Part], body: Mapping[str, Any], within: str = "") -> list[str]:
    try:
        form.model_validate(body)
    except ValidationError as error:
        return [
            _fault_text(one["type"], one["msg"], one["loc"], body, within) for one in error.errors(include_input=False)
        ]
    return []


def _fault_text(fault: str, said: str, path: tuple[int | str, ...], body: Mapping[str, Any], within: str) -> str:
    if fault == "value_error":
        return said.removeprefix("Value error, ")
    place = ".".join(part for part in (within, field_name(path)) if part) or "the whole"
    return f"{place} is missing" if fault == "missing" else f"{place} is {kind_of(at(body, path))}"


__all__ = ["misfits"]
