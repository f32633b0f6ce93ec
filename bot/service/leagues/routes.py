"""What each command of leagues does: from parsed arguments to replies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.service.help.league_help import page
from bot.service.leagues import (
    chronicle,
    contesting,
    draws,
    entering,
    exchanging,
    featuring,
    figures,
    following,
    looking,
    making,
    organising,
    overview,
    playing,
    predicting,
    ruling,
    watchful,
)
from bot.service.leagues.asked import Asked
from bot.service.people import forgetting, linking, mydata
from bot.table.reply import Reply

Route = Callable[[Asked], Awaitable[list[Reply]]]


async def _help(asked: Asked) -> list[Reply]:
    return [page(asked.tools.words, asked.args.command)]


async def _link(asked: Asked) -> list[Reply]:
    return [await linking.link(asked.tools, asked.caller, asked.args.code, asked.args.word)]


async def _mydata(asked: Asked) -> list[Reply]:
    return [await mydata.mydata(asked.tools, asked.caller)]


async def _forget(asked: Asked) -> list[Reply]:
    return [await forgetting.forget(asked.tools, asked.caller, asked.args.word)]


ROUTES: Mapping[str, Route] = {
    "help": _help, "list": looking.seasons, "join": entering.join, "checkin": entering.check_in, "leave": entering.leave,
    "me": looking.me, "table": looking.table, "ratings": figures.ratings, "pairings": looking.pairings, "away": entering.away,
    "substitute": entering.substitute, "appeal": ruling.appeal, "log": chronicle.log, "verify": looking.verify,
    "bid": contesting.bid, "challenge": contesting.challenge, "team": contesting.team, "volunteer": contesting.volunteer,
    "play": playing.play, "move": playing.move, "export": exchanging.export, "import": exchanging.take_in, "link": _link, "mydata": _mydata, "forget": _forget,
    "new": making.new, "venue": organising.venue, "open": organising.open_registration, "draw": draws.draw,
    "follow": following.follow, "unfollow": following.unfollow, "predict": predicting.predict, "featured": featuring.featured,
    "rule": ruling.rule, "decide": ruling.decide,
    "correct": ruling.correct, "result": ruling.result, "apart": contesting.apart, "extend": organising.extend, "withdraw": ruling.withdraw,
    "replace": ruling.replace, "announce": organising.announce, "role": organising.role, "allow": organising.allow, "flags": watchful.watched, "desk": overview.desk, "finish": organising.finish,
}  # fmt: skip

__all__ = ["ROUTES"]
