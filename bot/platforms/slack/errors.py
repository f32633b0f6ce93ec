"""Classify Slack's errors for delivery."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import ClientError
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.platforms.slack import adapter_texts
from bot.port import DeliveryError

#: Exceptions of a call, before and after Slack has answered.
FAILURES = (SlackClientError, ClientError, TimeoutError, OSError)


#: Error codes unrelated to the call: Slack would have answered any other in the same way.
TROUBLE = frozenset({"internal_error", "fatal_error", "service_unavailable", "request_timeout"})
_AWAY = TROUBLE | {"unreachable", "ratelimited"}
#: Prefix of the code for a page that isn't Slack's, followed by its status.
_PAGE = "HTTP "
#: Codes that mean that these tokens will never be accepted. Not a proxy's page, a workspace being migrated or an
#: unknown code, all of which may be temporary.
_SHUT = frozenset(
    {
        *("invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"),
        *("not_allowed_token_type", "missing_scope"),
    }
)


#: Problems of the token or the workspace, whatever the post: pending posts follow once they are fixed.
_HELD = frozenset(
    {
        *("invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "not_installed"),
        *("org_login_required", "team_access_not_granted", "team_added_to_org", "accesslimited", "ratelimited"),
    }
)


#: The channel no longer exists for us.
_GONE = frozenset({"channel_not_found", "is_archived"})


class SlackError(DeliveryError):
    """A refused call; `code` is Slack's error code, `after` the seconds it asks to wait.

    Slack counts as away if it doesn't answer, has an internal failure or rate-limits us, or if something in between
    answers in its place.
    """

    def __init__(self, reason: str, *, code: str, final: bool, after: float = 0.0) -> None:
        away = code in _AWAY or code.startswith(_PAGE)
        super().__init__(
            reason, final=final, away=not final and away, held=not final and code in _HELD, gone=code in _GONE
        )
        self.code = code
        self.after = after

    @property
    def unsure(self) -> bool:
        """True if Slack may have carried out the call nevertheless."""
        return self.code in TROUBLE or self.code == "unreachable" or self.code.startswith(_PAGE)

    @property
    def shut(self) -> bool:
        """True if Slack will never accept these tokens."""
        return self.code in _SHUT


def understood(error: BaseException) -> SlackError:
    """Convert a failed call to a SlackError: one sentence, and whether retrying may help."""
    if not isinstance(error, SlackApiError):
        return SlackError(adapter_texts.UNREACHABLE.format(error=type(error).__name__), code="unreachable", final=False)
    response = error.response
    status = int(getattr(response, "status_code", 0) or getattr(response, "status", 200))
    code = _code(response)
    if status == 429 or code in ("ratelimited", "rate_limited"):
        return SlackError(
            adapter_texts.limited(),
            code="ratelimited",
            final=False,
            after=_retry_after(response),
        )
    if status >= 500 or code in TROUBLE:
        known = code if code in TROUBLE else "unreachable"
        return SlackError(adapter_texts.UNREACHABLE.format(error=code or status), code=known, final=False)
    code = code or f"{_PAGE}{status}"  # a page from something in between
    sentence, final = adapter_texts.error(code) or (adapter_texts.OTHER_ERROR.format(error=code), False)
    needed = response.get("needed") if code == "missing_scope" and hasattr(response, "get") else None
    return SlackError(f"{sentence} Needed: {needed}." if needed else sentence, code=code, final=final)


def _code(response: object) -> str:
    data = getattr(response, "data", response)
    return str(data.get("error", "")) if isinstance(data, dict) else ""


def _retry_after(response: object) -> float:
    headers = getattr(response, "headers", {})
    for name, value in dict(headers).items():
        if str(name).lower() == "retry-after":
            first = value[0] if isinstance(value, list) else value
            return waited(str(first))
    return 1.0


def waited(told: str) -> float:
    """Parse the seconds of a Retry-After header; 1 if invalid."""
    try:
        seconds = float(told)
    except ValueError:
        return 1.0
    return seconds if 0 <= seconds < float("inf") else 1.0


def denial_in(body: str) -> str:
    """Return Slack's error code in a response with status 200; "" if the answer was accepted."""
    try:
        said = json.loads(body)
    except ValueError:
        return ""
    return str(said.get("error", "unknown")) if isinstance(said, dict) and said.get("ok") is False else ""


def refused_answer(status: int, body: str, headers: dict[str, Any]) -> SlackError:
    """Return the error for a response_url that didn't accept an answer."""
    if status == 429:
        after = next((v for k, v in headers.items() if k.lower() == "retry-after"), "1")
        return SlackError(adapter_texts.limited(), code="ratelimited", final=False, after=waited(str(after)))
    if status >= 500 or denial_in(body) in TROUBLE:
        return SlackError(
            adapter_texts.UNREACHABLE.format(error=denial_in(body) or status), code="unreachable", final=False
        )
    code = "invalid_blocks" if "invalid_blocks" in body else "expired"
    return SlackError(adapter_texts.OTHER_ERROR.format(error=body[:60] or status), code=code, final=True)
