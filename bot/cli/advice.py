"""What `feldpost check` advises on settings that can be read, but do not do what they seem to."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from bot.narration.texts import host_text
from bot.platforms.web.guard import is_loopback
from bot.settings import Settings, unknown_variables

#: By platform: ids of people as FELDPOST_ADMINS takes them, and what they look like. Ids of Slack: the type is the first
#: letter (T a workspace, U and W a member, C, G and D a channel); ids of Discord are numbers.
_PEOPLE = {
    "slack": (r"[TE][A-Z0-9]+\.[UW][A-Z0-9]+", "a workspace and a member of it, such as slack:T0123.U0456"),
    "discord": (r"\d+", "a number, such as discord:123456789012345678"),
}
#: The same of channels, servers and workspaces, as FELDPOST_CHANNELS takes them.
_PLACES = {
    "slack": (
        r"[TE][A-Z0-9]+(\.[CGD][A-Z0-9]+)?",
        "a workspace, or a workspace and a channel of it, such as slack:T0123 or slack:T0123.C0456",
    ),
    "discord": (r"\d+", "a number, such as discord:123456789012345678"),
}


def of_settings(settings: Settings) -> list[str]:
    """Return one sentence for each setting that does not do what it seems to."""
    advice = [*unknown_variables(), *_readable_by_all()]
    if not is_loopback(settings.host):
        advice.append(host_text("operator.advice.host_which_local_refuses", host=settings.host))
    advice += _strangers("FELDPOST_ADMINS", "nobody", settings.listed("admins"), _PEOPLE)
    advice += _strangers("FELDPOST_CHANNELS", "no place", settings.listed("channels"), _PLACES)
    return advice


def of_slack(settings: Settings) -> str:
    """Say what is set for the installation by OAuth while something else that it needs is not; "" for nothing."""
    needed = ("slack_client_id", "slack_client_secret", "slack_encryption_key")
    given = [_name(field) for field in needed if getattr(settings, field)]
    lacking = [_name(field) for field in needed if not getattr(settings, field)]
    if not given or not lacking:
        return ""
    return host_text(
        "operator.advice.set_but_not_installation",
        listed=_listed(given),
        value="is" if len(given) == 1 else "are",
        listed_2=_listed(lacking),
    )


def _name(field: str) -> str:
    return f"FELDPOST_{field.upper()}"


def _listed(names: list[str]) -> str:
    return " and ".join(names)


def _strangers(setting: str, what: str, parts: list[str], shapes: dict[str, tuple[str, str]]) -> list[str]:
    """Ids that cannot be anybody's on their platform."""
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
                    what=what,
                    title=platform.title(),
                    looks=looks,
                )
            )
    return found


def _readable_by_all() -> list[str]:
    """Whether everybody on this machine may read the file of settings."""
    path = Settings.model_config.get("env_file")
    if not isinstance(path, str | Path) or not Path(path).is_file():
        return []
    mode = stat.S_IMODE(Path(path).stat().st_mode)
    if not mode & stat.S_IROTH:
        return []
    return [host_text("operator.advice.everyone_machine_can_read", path=path, mode=f"{mode:03o}")]


__all__ = ["of_settings", "of_slack"]
