"""The route of each league command: from parsed arguments to replies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.service.help.league_help import page
from bot.service.leagues import (
    chronicle,
    draws,
    entry_commands,
    featured_games,
    file_commands,
    flag_views,
    follow_settings,
    format_commands,
    match_start,
    organiser_commands,
    organiser_overview,
    predictions,
    public_queries,
    rating_figures,
    ruling_commands,
    season_creation,
)
from bot.service.leagues.league_call import LeagueCall
from bot.service.people import data_export, forgetting, linking
from bot.table.reply import Reply

Route = Callable[[LeagueCall], Awaitable[list[Reply]]]


async def _help(asked: LeagueCall) -> list[Reply]:
    return [page(asked.tools.words, asked.args.command)]


async def _link(asked: LeagueCall) -> list[Reply]:
    return [await linking.link(asked.tools, asked.caller, asked.args.code, asked.args.word)]


async def _mydata(asked: LeagueCall) -> list[Reply]:
    return [await data_export.mydata(asked.tools, asked.caller)]


async def _forget(asked: LeagueCall) -> list[Reply]:
    return [await forgetting.forget(asked.tools, asked.caller, asked.args.word)]


ROUTES: Mapping[str, Route] = {
    "help": _help, "list": public_queries.seasons, "join": entry_commands.join, "checkin": entry_commands.check_in, "leave": entry_commands.leave,
    "me": public_queries.me, "table": public_queries.table, "ratings": rating_figures.ratings, "pairings": public_queries.pairings, "away": entry_commands.away,
    "substitute": entry_commands.substitute, "appeal": ruling_commands.appeal, "log": chronicle.log, "verify": public_queries.verify,
    "bid": format_commands.bid, "challenge": format_commands.challenge, "team": format_commands.team, "volunteer": format_commands.volunteer,
    "play": match_start.play, "move": match_start.move, "export": file_commands.export, "import": file_commands.take_in, "link": _link, "mydata": _mydata, "forget": _forget,
    "new": season_creation.new, "venue": organiser_commands.venue, "open": organiser_commands.open_registration, "draw": draws.draw,
    "follow": follow_settings.follow, "unfollow": follow_settings.unfollow, "predict": predictions.predict, "featured": featured_games.featured,
    "rule": ruling_commands.rule, "decide": ruling_commands.decide,
    "correct": ruling_commands.correct, "result": ruling_commands.result, "apart": format_commands.apart, "extend": organiser_commands.extend, "withdraw": ruling_commands.withdraw,
    "replace": ruling_commands.replace, "announce": organiser_commands.announce, "role": organiser_commands.role, "allow": organiser_commands.allow, "flags": flag_views.watched, "desk": organiser_overview.overview, "finish": organiser_commands.finish,
}  # fmt: skip

__all__ = ["ROUTES"]
