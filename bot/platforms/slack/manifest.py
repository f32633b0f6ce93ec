"""What Slack is told of the commands: one slash command for each title."""

from __future__ import annotations

from typing import Any

from bot.titles import titles


def slash_commands() -> list[dict[str, Any]]:
    """The slash commands as the manifest of `deploy/slack` has them."""
    found = []
    for title in titles():
        words = title.words("en")
        about, hint = words.say("ui.roots.about"), words.say("ui.roots.hint")
        found.append({"command": f"/{title.command}", "description": about, "usage_hint": hint, "should_escape": False})
    return found


__all__ = ["slash_commands"]
