"""Check the Slack setup without posting: whether the tokens are valid and have the scopes the bot needs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bot.narration.texts import host_text
from bot.platforms.slack.api import SlackApi, scopes_in
from bot.platforms.slack.delivery_dedup import HISTORY
from bot.platforms.slack.errors import FAILURES, SlackError, understood
from bot.platforms.slack.installs import SCOPES, Access


@dataclass(frozen=True, slots=True)
class SlackFinding:
    """The result; `remedy` says what to do."""

    ok: bool
    text: str
    remedy: str = ""


async def look(access: Access) -> SlackFinding:
    """Query Slack for our identity and scopes; nothing is posted or changed."""
    api = SlackApi(access, None)
    found = []
    if access.bot_token:
        try:
            answer = await api.client(access.bot_token).auth_test()
        except FAILURES as error:
            return _refusal_finding(
                host_text("faults.slack_checking.bot_token"), understood(error), "FELDPOST_SLACK_BOT_TOKEN"
            )
        found.append(host_text("faults.slack_checking.known_as", user=answer.get("user"), team=answer.get("team")))
        granted = scopes_in(answer)
        found += _finding_again(granted) if granted else []
        missing = [scope for scope in SCOPES if granted and scope not in granted]
        if missing:
            remedy = host_text("faults.slack_checking.install_app_again_from")
            text = host_text("faults.slack_checking.bot_token_lacks", list=", ".join(missing))
            return SlackFinding(ok=False, text=text, remedy=remedy)
    if access.app_token:
        try:
            await api.client().apps_connections_open(app_token=access.app_token)
        except FAILURES as error:
            return _refusal_finding(
                host_text("faults.slack_checking.app_token"), understood(error), "FELDPOST_SLACK_APP_TOKEN"
            )
        found.append("Socket Mode")
    else:
        found.append(host_text("faults.slack_checking.http_on", host=access.host, port=access.port))
    if access.by_oauth:
        found.append(host_text("faults.slack_checking.by_oauth"))
    return SlackFinding(ok=True, text=", ".join(found))


def _finding_again(granted: Collection[str]) -> list[str]:
    """Return a warning about channels in which a post can't be found again, so that it may appear twice."""
    blind = [scope for scope in HISTORY if scope not in granted]
    return [host_text("faults.slack_checking.may_post_twice", list=", ".join(blind))] if blind else []


def _refusal_finding(what: str, error: SlackError, variable: str) -> SlackFinding:
    if error.code in ("unreachable", "ratelimited"):
        return SlackFinding(ok=False, text=str(error), remedy=host_text("faults.slack_checking.try_again_later"))
    if error.code in ("missing_scope", "not_allowed_token_type"):
        remedy = host_text("faults.slack_checking.generate_under_app_level")
        return SlackFinding(
            ok=False, text=host_text("faults.slack_checking.slack_refuses", what=what, code=error.code), remedy=remedy
        )
    return SlackFinding(
        ok=False,
        text=host_text("faults.slack_checking.slack_refuses", what=what, code=error.code),
        remedy=host_text(
            "faults.slack_checking.correct_it",
            variable=variable,
            tokens=host_text("faults.slack_checking.deploy_slack_readme_md"),
        ),
    )


__all__ = ["SlackFinding", "look"]
