"""Slash commands of the Slack manifest: one for each title, and one for leagues."""

from __future__ import annotations

from typing import Any

from bot.commands import leagues
from bot.narration.texts import texts
from bot.titles import titles


def slash_commands() -> list[dict[str, Any]]:
    """Return the slash commands as in the manifest of `deploy/slack`."""
    words = {title.command: title.words("en").table("ui.roots") for title in titles()}
    words[leagues.ROOT] = texts().table("leagues.root")
    return [
        {"command": f"/{root}", "description": told["about"], "usage_hint": told["hint"], "should_escape": True}
        for root, told in words.items()
    ]


__all__ = ["slash_commands"]
