"""JSON of the API: every field is named explicitly, so that nothing else is ever sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.leagues.matches import match_number
from bot.leagues.public_facts import GameShown, TableRow
from bot.public.game_page import GamePage
from bot.public.game_story import StoryStep
from bot.public.markup import bare
from bot.public.person_ratings import OwnRating
from bot.public.public_season import Meeting, PublicSection, SeasonTale

Json = dict[str, Any]


def season(tale: SeasonTale) -> Json:
    """Shape a season; `hidden` if it shows no results."""
    rules = tale.rules
    shape: Json = {
        "id": tale.season, "name": rules.name, "league": rules.league, "format": rules.format, "match": rules.match,
        "title": rules.title, "scenario": rules.scenario, "stage": tale.stage, "entrants": len(tale.entrants),
        "sections": len(tale.parts), "played_elsewhere": rules.outside, "hidden": tale.hidden, "commitment": rules.commitment,
    }  # fmt: skip
    if not tale.hidden:
        window = None if tale.window is None else {"start": tale.window[0], "end": tale.window[1]}
        shape |= {"round": tale.round, "window": window, "seed": tale.seed or None, "length": tale.length}
    return shape


def section(tale: SeasonTale, number: int, part: PublicSection, names: Mapping[str, str]) -> Json:
    """Shape a section with its table; with results hidden, only its players."""
    shape: Json = {"section": number + 1, "entrants": [who(tale, name, names) for name in part.names]}
    if not tale.hidden:
        shape["table"] = [_line(tale, line, names) for line in part.table]
    return shape


def _line(tale: SeasonTale, line: TableRow, names: Mapping[str, str]) -> Json:
    reach = {"best": line.best, "worst": line.worst} if line.best else None
    return {
        "place": line.place, "entrant": who(tale, line.holder, names), "points": line.points, "played": line.played,
        "won": line.won, "drawn": line.drawn, "lost": line.lost, "tiebreak": line.tiebreak, "margin": line.margin,
        "within_reach": reach, "withdrawn": line.gone,
    }  # fmt: skip


def who(tale: SeasonTale, name: str, names: Mapping[str, str]) -> Json:
    """Shape a person or a team."""
    if name in tale.teams:
        return {"team": name, "name": tale.teams[name]}
    return {"person": name, "name": names.get(name, "")}


def match(tale: SeasonTale, made: Meeting, names: Mapping[str, str]) -> Json:
    """Shape a match with its games."""
    return {
        "match": made.match, "season": tale.season, "round": made.round, "section": made.section + 1,
        "games": [_game(tale, game, names) for game in made.games],
    }  # fmt: skip


def match_key(made: Meeting) -> list[int]:
    """Return the sort key of a match."""
    return list(match_number(made.match))


def _game(tale: SeasonTale, game: GameShown, names: Mapping[str, str]) -> Json:
    sides = [who(tale, name, names) for name in game.persons]
    shape: Json = {"game": game.game or None, "sides": sides}
    if tale.hidden:
        return shape
    shape["state"] = game.state
    if game.points is None:
        return {**shape, "result": None}
    result = {"points": list(game.points), "margin": game.margin, "how": game.how.value, "ruling": game.reason or None}
    return {**shape, "result": result}


def rating(own: OwnRating) -> Json:
    """Shape a rating in a pool, with the displayed figures."""
    shown, off = own.rating.shown
    provisional = own.rating.provisional
    return {"pool": own.pool, "rating": shown, "off": off, "provisional": provisional, "games": own.rating.games}


def game(page: GamePage) -> Json:
    """Shape a game; without its state if results are hidden."""
    header, names = page.known.stored.header, page.names()
    shape: Json = {
        "id": page.known.game_id, "title": header.title, "scenario": header.scenario, "options": dict(header.options),
        "sides": [{"side": seat, "name": name} for seat, name in zip(page.seats, names, strict=True)],
        "commitment": header.commitment, "hidden": not page.open_,
    }  # fmt: skip
    if page.open_:
        shape |= {"over": page.known.over, "state": page.state, "steps": len(page.tale.steps)}
        shape["seed"] = header.seed if page.known.over else None
    return shape


def step(page: GamePage, number: int, one: StoryStep) -> Json:
    """Shape a step of a game."""
    return {
        "step": number, "level": one.level, "turn": one.turn, "round": one.round, "side": one.side,
        "moment": page.moment_of(one), "name": bare(one.name), "lines": [bare(line) for line in one.lines],
        "map": page.picture(page.area, one),
    }  # fmt: skip


__all__ = ["Json", "game", "match", "match_key", "rating", "season", "section", "step", "who"]
