"""Hides results behind a button: in a sealed season for everyone, else for people who chose so."""

from __future__ import annotations

from bot.commands import leagues
from bot.narration.user_text import user_text
from bot.service.leagues import spoilers
from bot.service.leagues.controls import line
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.spoilers import SHOWN
from bot.table.reply import Button, Menu, Reply

#: Files without results.
_PLAIN = ("calendar",)
#: Commands that show more than results, and hide only those.
_IN_PART = ("log",)


async def veiled(asked: LeagueCall) -> Reply | None:
    """Return the reply that hides results, with the button that shows them; None if they may be shown."""
    fields = type(asked.args).model_fields
    if (
        "show" not in fields
        or asked.name in _IN_PART
        or asked.args.show == SHOWN
        or getattr(asked.args, "what", "") in _PLAIN
    ):
        return None
    if "match" in fields and asked.args.match:
        return None  # a prediction
    season_id, season = await asked.season()
    if not season.round or not await spoilers.hidden_from(asked.tools, season, asked.person):
        return None
    values = asked.args.model_dump(exclude_unset=True, exclude={"season", "show"})
    command = f"{asked.name} {leagues.BY_NAME[asked.name].arguments.written(values)}".strip()
    show = Button(label=asked.say("buttons.results"), token=line(season_id, f"{command} show={SHOWN}"))
    own = Button(label=asked.say("buttons.me"), token=line(season_id, "me"))
    return Reply(text=asked.say("hidden", name=user_text(season.rules.name)), menu=Menu(rows=((show, own),)))


__all__ = ["veiled"]
