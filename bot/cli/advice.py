"""Advice of `feldpost check` on settings that are valid but don't have the effect they seem to have."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from bot.narration.texts import host_text, operator_texts
from bot.platforms.web.guard import is_loopback
from bot.settings import Settings, unknown_variables

#: By platform: pattern of people's ids in FELDPOST_ADMINS, and the text that describes it. The first letter of a Slack
#: id is its type (T a workspace, U and W a member, C, G and D a channel); Discord ids are numbers.
_PEOPLE = {
    "slack": (r"[TE][A-Z0-9]+\.[UW][A-Z0-9]+", "operator.advice.slack_person"),
    "discord": (r"\d+", "operator.advice.discord_id"),
}
#: The same for channels, servers and workspaces in FELDPOST_CHANNELS.
_PLACES = {
    "slack": (r"[TE][A-Z0-9]+(\.[CGD][A-Z0-9]+)?", "operator.advice.slack_place"),
    "discord": (r"\d+", "operator.advice.discord_id"),
}


def of_settings(settings: Settings) -> list[str]:
    """Return one sentence for each setting that doesn't have the effect it seems to have."""
    advice = [*unknown_variables(), *_readable_by_all()]
    if not is_loopback(settings.host):
        advice.append(host_text("operator.advice.host_which_local_refuses", host=settings.host))
    advice += _invalid_ids("FELDPOST_ADMINS", "operator.advice.no_person", settings.listed("admins"), _PEOPLE)
    advice += _invalid_ids("FELDPOST_CHANNELS", "operator.advice.no_place", settings.listed("channels"), _PLACES)
    return advice


def of_slack(settings: Settings) -> str:
    """Return a sentence if the Slack OAuth settings are incomplete; "" if all or none are set."""
    needed = ("slack_client_id", "slack_client_secret", "slack_encryption_key")
    given = [_name(field) for field in needed if getattr(settings, field)]
    lacking = [_name(field) for field in needed if not getattr(settings, field)]
    if not given or not lacking:
        return ""
    return host_text(
        "operator.advice.set_but_not_installation",
        count=len(given),
        listed=operator_texts().listed(given),
        listed_2=operator_texts().listed(lacking),
    )


def _name(field: str) -> str:
    return f"FELDPOST_{field.upper()}"


def _invalid_ids(setting: str, what: str, parts: list[str], shapes: dict[str, tuple[str, str]]) -> list[str]:
    """Return a sentence for each id that isn't a valid one of its platform."""
    found = []
    for part in parts:
        platform, _, ident = part.partition(":")
        shape, looks = shapes.get(platform, ("", ""))
        if shape and not re.fullmatch(shape, ident):
            found.append(
                host_text(
                    "operator.advice.which_matches_id",
                    setting=setting,
                    part=part,
                    what=host_text(what),
                    title=platform.title(),
                    looks=host_text(looks),
                )
            )
    return found


def _readable_by_all() -> list[str]:
    """Return a warning if everyone on this machine can read the settings file."""
    path = Settings.model_config.get("env_file")
    if not isinstance(path, str | Path) or not Path(path).is_file():
        return []
    mode = stat.S_IMODE(Path(path).stat().st_mode)
    if not mode & stat.S_IROTH:
        return []
    return [host_text("operator.advice.everyone_machine_can_read", path=path, mode=f"{mode:03o}")]


__all__ = ["of_settings", "of_slack"]
