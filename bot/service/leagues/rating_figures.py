"""The rating command: ratings of a season's pool, provisional ones apart, the value of the sides, a player's graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from bot.leagues.journal import Opened, Person
from bot.leagues.season import Season
from bot.narration.picture_names import PictureName
from bot.ratings import Rating
from bot.service.calls import Tools
from bot.service.leagues import views
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.pages import pictures
from bot.service.leagues.rating import Rated, Ratings, RatingTable, pool_of
from bot.service.leagues.season_repository import SeasonRepository
from bot.service.looking import screens
from bot.table.reply import PictureRef, Reply
from bot.titles import MODULES, title_named
from renderer.kit.requests import Palette

#: Lines of established and of provisional ratings.
_ROWS, _PROVISIONAL = 16, 8
#: Maximum number of bids whose scores are listed.
_BIDS = 9


async def ratings(asked: LeagueCall) -> list[Reply]:
    """Return the ratings of the season's pool, and the graph of the caller's rating, or else of the best."""
    _, season = await asked.season()
    table = await Ratings(asked.tools.store, asked.repository).table(pool_of(season.rules))
    lines = [asked.say("ratings.head", game=_game(asked.tools, season.rules))]
    if not table.established and not table.provisional:
        return [Reply(text="\n".join([*lines, asked.say("ratings.none")]))]
    shown = [*table.established[:_ROWS], *table.provisional[:_PROVISIONAL]]
    own = next((one for one in (*table.established, *table.provisional) if one.person == asked.me), None)
    known = await asked.names([*(one.person for one in shown), *([asked.me] if own is not None else [])])
    lines += _table_lines(asked, table, known)
    if own is not None and own not in shown:
        lines.append(_row(asked, "ratings.own", 0, own, known))
    lines += _sides(asked, season.rules, table)
    return [Reply(text="\n".join(lines), picture=await _graph(asked, season.rules, own or shown[0], known))]


async def by_person(repository: SeasonRepository, season: Season) -> dict[Person, Rating]:
    """Return the ratings of a season's people who have one, by the season's ids."""
    ids = {*season.entrants, *season.holders.values()}
    kept = await repository.store.persons.read_all(ids)
    now = {name: kept[name].person if name in kept else name for name in ids}
    found = await Ratings(repository.store, repository).of(pool_of(season.rules), now.values())
    return {name: found[person].rating for name, person in now.items() if found[person].history}


def _table_lines(asked: LeagueCall, table: RatingTable, known: Mapping[Person, str]) -> list[str]:
    lines = [
        _row(asked, "ratings.row", place, one, known) for place, one in enumerate(table.established[:_ROWS], start=1)
    ]
    if (more := len(table.established) - _ROWS) > 0:
        lines.append(asked.say("more", count=more))
    if table.provisional:
        lines.append(asked.say("ratings.provisional"))
        lines += [_row(asked, "ratings.other", 0, one, known) for one in table.provisional[:_PROVISIONAL]]
    if (more := len(table.provisional) - _PROVISIONAL) > 0:
        lines.append(asked.say("more", count=more))
    return lines


def _row(asked: LeagueCall, key: str, place: int, one: Rated, known: Mapping[Person, str]) -> str:
    figure, doubt = one.rating.shown
    return asked.say(key, place=place, name=known[one.person], figure=figure, doubt=doubt, count=one.rating.games)


def _sides(asked: LeagueCall, rules: Opened, table: RatingTable) -> Sequence[str]:
    """Return the first side's value when nothing is ceded for it, and its score in games, bid by bid."""
    if rules.title not in MODULES:
        return []
    tools, lines = asked.tools.of(title_named(rules.title)), list[str]()
    if 0 in table.advantages:
        figure, doubt = table.advantages[0]
        better, worse = (0, 1) if figure >= 0 else (1, 0)
        words = {"better": tools.side(better), "worse": tools.side(worse)}
        lines.append(asked.say("ratings.sides", figure=abs(figure), doubt=doubt, **words))
    for ceded, taken in list(table.taken.items())[:_BIDS]:
        low, high = (round(100 * bound) for bound in taken.likely)
        told = {
            "side": tools.side(0),
            "count": taken.games,
            "share": round(100 * taken.share),
            "low": low,
            "high": high,
        }
        payer = tools.side(0 if ceded > 0 else 1)
        lines.append(asked.say("ratings.bid" if ceded else "ratings.taken", payer=payer, ceded=abs(ceded), **told))
    return lines


async def _graph(asked: LeagueCall, rules: Opened, one: Rated, known: Mapping[Person, str]) -> PictureRef:
    palette = cast("Palette", await screens.palette_of(asked.tools, asked.caller) or "standard")
    title = asked.say("ratings.graph", game=_game(asked.tools, rules))
    graph = views.rating_graph(title, {PictureName(known[one.person], one.person): one.course}, palette)
    return pictures(asked.tools.words.language, graph)[0]


def _game(tools: Tools, rules: Opened) -> str:
    """Return the name of what is played."""
    if rules.title not in MODULES:
        return rules.scenario or rules.name
    words = title_named(rules.title).words(tools.words.language)
    key = f"names.scenarios.{rules.scenario}"
    return words.say(key) if isinstance(words.find(key), str) else rules.scenario


__all__ = ["by_person", "ratings"]
