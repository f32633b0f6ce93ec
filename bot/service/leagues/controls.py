"""Buttons about a season: each runs a command about one season, no matter who presses it or when."""

from __future__ import annotations

from bot.commands import leagues
from bot.service.calls import Tools
from bot.table import tokens
from bot.table.reply import Button, Menu


def line(season_id: str, command: str) -> str:
    """Return the token of a button that runs a command about a season."""
    return tokens.line("", f"{leagues.ROOT} {command} season={season_id}")


def button(tools: Tools, season_id: str, command: str, *, primary: bool = False) -> Button:
    """Return the button of a command without arguments."""
    label = tools.say(f"leagues.buttons.{command}")
    return Button(label=label, token=line(season_id, command), style="primary" if primary else "plain")


def row(tools: Tools, season_id: str, *commands: str) -> Menu:
    """Return the buttons in one row, the first one as primary."""
    return Menu(rows=(tuple(button(tools, season_id, one, primary=one == commands[0]) for one in commands),))


def answers(tools: Tools, season_id: str) -> tuple[Button, Button]:
    """Return the buttons that answer a challenge."""
    yes = Button(label=tools.say("leagues.buttons.accept"), token=line(season_id, "challenge yes"), style="primary")
    return yes, Button(label=tools.say("leagues.buttons.decline"), token=line(season_id, "challenge no"))


__all__ = ["answers", "button", "line", "row"]
