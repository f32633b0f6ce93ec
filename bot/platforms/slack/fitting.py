"""What our listeners take for granted of what Slack sends, checked before one of them sees it.

Only what they read is described, and of what Slack may leave out nothing is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from bot.commands import leagues
from bot.titles import titles
from bot.titles.forms import SCENARIO

_Id = Annotated[str, Field(min_length=1, max_length=45)]
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


class _Happened(_Part):
    type: str
    tab: _Words = None
    user: _Id | None = None
    tokens: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _somebodys(self) -> _Happened:
        if self.type == "app_home_opened" and self.user is None:
            raise ValueError("a Home tab of nobody")
        return self


class _Event(_Part):
    team_id: _Id
    event: _Happened


_KINDS: Mapping[str, type[_Part]] = {
    "block_actions": _Press, "view_submission": _Sent, "block_suggestion": _Suggesting, "event_callback": _Event,
}  # fmt: skip


def fits(body: Mapping[str, Any]) -> bool:
    """True unless a part that our listeners need is missing, or of another kind; what they do not take fits."""
    roots = {f"/{root}" for root in (leagues.ROOT, *(title.command for title in titles()))}
    form = _Command if str(body.get("command")) in roots else _KINDS.get(str(body.get("type", "")))
    try:
        if form is not None:
            form.model_validate(body)
    except ValidationError:
        return False
    return True


__all__ = ["fits"]
