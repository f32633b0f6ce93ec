"""Controls of seasons: each runs a command about one season, whoever presses it and however late."""

from __future__ import annotations

from bot.commands import leagues
from bot.service.calls import Tools
from bot.table import tokens
from bot.table.reply import Button, Menu


def line(season_id: str, command: str) -> str:
    """Return the token of a control that runs a command about a season."""
    return tokens.line("", f"{leagues.ROOT} {command} season={season_id}")


def button(tools: Tools, season_id: str, command: str, *, primary: bool = False) -> Button:
    """Return the control of a command that needs nothing but its name."""
    label = tools.say(f"leagues.buttons.{command}")
    return Button(label=label, token=line(season_id, command), style="primary" if primary else "plain")


def row(tools: Tools, season_id: str, *commands: str) -> Menu:
    """Return the controls beside each other, the first of them the one that is wanted most."""
    return Menu(rows=(tuple(button(tools, season_id, one, primary=one == commands[0]) for one in commands),))


def answers(tools: Tools, season_id: str) -> tuple[Button, Button]:
    """Return the controls that answer a challenge, to whomever it was made."""
    yes = Button(label=tools.say("leagues.buttons.accept"), token=line(season_id, "challenge yes"), style="primary")
    return yes, Button(label=tools.say("leagues.buttons.decline"), token=line(season_id, "challenge no"))


__all__ = ["answers", "button", "line", "row"]
