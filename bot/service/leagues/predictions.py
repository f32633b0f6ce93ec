"""Predictions of matches: made by button or command until the turn defined by the title, and their scores."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.leagues import forecasts, rated_games
from bot.leagues.forecasts import Brier, Forecaster, Game
from bot.leagues.journal import ENTRY, Person
from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.narration.picture_names import PictureName
from bot.narration.user_text import cleaned, user_text
from bot.service.calls import Tools
from bot.service.leagues import views
from bot.service.leagues.controls import line
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.match_lines import side_names
from bot.service.leagues.pages import pictures
from bot.service.leagues.people import names
from bot.service.session import restore
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, MenuOption, Reply, Select
from bot.table.typed_text import fold
from bot.titles import title_of
from bot.titles.capabilities import foreseeable
from bot.titles.roots import title_meant
from renderer.league.views import Forecast, Forecasts

log = logging.getLogger(__name__)

#: Chances with a button, in percent; rows of a table in a message; maximum length of a name on a button.
CHANCES = (65, 90)
_ROWS, _NAME = 16, 40
#: Matches listed, those of them with a select menu, and those whose games are loaded for the list.
_LISTED, _SELECTS, _LOOKED = 12, 5, 24


class StoredPrediction(BaseModel):
    """One prediction as stored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    slot: str = Field(max_length=64)
    percent: int = Field(ge=50, le=99)
    at: float = Field(ge=0)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The ranking of predictors, with their names."""

    table: Brier
    names: Mapping[Person, str]

    @property
    def lines(self) -> list[tuple[int, Forecaster]]:
        """The ranked predictors with their places, then the others with place 0."""
        return [*enumerate(self.table.ranked, start=1), *((0, one) for one in self.table.others)]


async def predict(asked: LeagueCall) -> list[Reply]:
    """Predict the winner of a match; without a match, show the open ones and the ranking."""
    season_id, season = await asked.season()
    args = asked.args
    if not args.match:
        return [await _overview(asked, season_id, season)]
    made = season.matches.get(args.match)
    if made is None:
        raise refuse("league.no_match", match=args.match, season=user_text(season.rules.name))
    slot = await _slot(asked, season, made, args.side)
    if {season.holder_of(one) for one in made.slots} & {*asked.person.ids}:
        raise refuse("league.own_match", match=made.match)
    closes = foreseeable(title_meant(season.rules.title))
    if await closed(asked.tools, made, closes):
        raise refuse("league.predictions_closed", match=made.match, turn=closes)
    kept = StoredPrediction(slot=slot, percent=args.percent, at=asked.at)
    await asked.tools.store.watching.put(season_id, "predictions", f"{asked.me} {made.match}", kept.model_dump_json())
    known = await names(asked.tools, [season.holder_of(slot)])
    name = known[season.holder_of(slot)]
    return [
        Reply(text=asked.say("predictions.noted", match=made.match, person=name, percent=args.percent, turn=closes))
    ]


async def _slot(asked: LeagueCall, season: Season, made: Fixed, typed: str) -> Person:
    """Resolve a player of a match: first or second as listed, the word of a seat, or a name unique among them."""
    seats, word = title_meant(season.rules.title).seats, fold(typed)
    if word in ("first", "second"):
        return made.sides()[0 if word == "first" else 1]
    single = len(made.legs) == 1 and made.ready
    if word in seats and single:
        return made.sides()[seats.index(word)]
    holders = {slot: season.holder_of(slot) for slot in made.sides()}
    known = await asked.names(list(holders.values()))
    named = [slot for slot, one in holders.items() if word and fold(cleaned(known[one])).startswith(word)]
    if len(named) == 1:
        return named[0]
    players = dict.fromkeys(known.values())
    raise refuse("bad_value", text=typed, candidates=(*players, "first", "second", *(seats if single else ())))


async def closed(tools: Tools, made: Fixed, closes: int) -> bool:
    """Return True once a game of a match is over or in the turn at which predictions close."""
    turn = await _turn(tools, made)
    return turn is None or turn >= closes


async def _turn(tools: Tools, made: Fixed) -> int | None:
    """Return the turn reached in a match, 0 before its game; None once a game of it is over."""
    reached = 0
    for leg in made.legs:
        if leg.settled:
            return None
        if leg.game:
            stored = await tools.store.load(leg.game)
            if stored.header.status == "finished":
                return None
            game = restore(stored)
            reached = max(reached, title_of(game).moment(game)[0])
    return reached


def menu(tools: Tools, season_id: str, made: Fixed, known: Mapping[Person, str]) -> Menu:
    """Return the prediction buttons of a match, with both players' names."""
    row = [
        Button(
            label=tools.say("watching.predict", person=known[slot][:_NAME], percent=percent),
            token=line(season_id, f"predict {made.match} {word} {percent}"),
        )
        for word, slot in zip(("first", "second"), made.sides(), strict=True)
        for percent in CHANCES
    ]
    return Menu(rows=(tuple(row),))


async def predictions(tools: Tools, season_id: str, season: Season) -> dict[Game, dict[Person, float]]:
    """Return everyone's predicted chance for the first side of each game."""
    return chances(season, await tools.store.watching.read(season_id, "predictions"))


def chances(season: Season, raw: Mapping[str, str]) -> dict[Game, dict[Person, float]]:
    """Return the chances from stored predictions; skip those that cannot be read."""
    found: dict[Game, dict[Person, float]] = {}
    for name, value in raw.items():
        person, _, match = name.partition(" ")
        made = season.matches.get(match)
        try:
            one = StoredPrediction.model_validate_json(value)
        except ValidationError as error:
            log.error("a prediction of match %s cannot be read: %s", match, error)
            continue
        for leg in range(len(made.legs) if made is not None else 0):
            assert made is not None
            first = made.sides(leg)[0] == one.slot
            chance = one.percent / 100 if first else 1 - one.percent / 100
            found.setdefault((match, leg), {})[person] = chance
    return found


def scored(lines: Sequence[str], raw: Mapping[str, str], now: Mapping[Person, Person]) -> Brier:
    """Score stored predictions from the lines of a season's journal, off the event loop."""
    season = Season.told(ENTRY.validate_json(line) for line in lines)
    return forecasts.table(chances(season, raw), rated_games.ended(season), now=now)


async def ranked(tools: Tools, season_id: str, season: Season) -> Ranked:
    """Rank everyone's predictions so far."""
    told = await predictions(tools, season_id, season)
    kept = await tools.store.persons.read_all({person for own in told.values() for person in own})
    now = {person: one.person for person, one in kept.items()}
    table = forecasts.table(told, rated_games.ended(season), now=now)
    known = await names(tools, [one.person for one in (*table.ranked, *table.others)])
    return Ranked(table, known)


def picture_of(told: views.SeasonSource, ranked: Ranked) -> Forecasts:
    """Return the ranking as a view for its picture."""
    names = ranked.names
    rows = tuple(
        Forecast(place, PictureName(cleaned(names[one.person]), one.person), one.count, round(one.score, 6))
        for place, one in ranked.lines
    )
    return Forecasts(told.head(), rows, told.palette)


async def _overview(asked: LeagueCall, season_id: str, season: Season) -> Reply:
    """Return the matches open for prediction with their controls, followed by the ranking."""
    text, menu = await open_to(asked, season_id, season)
    found = await _table(asked, season_id, season)
    return found.model_copy(update={"text": f"{text}\n\n{found.text}", "menu": menu})


async def open_to(asked: LeagueCall, season_id: str, season: Season) -> tuple[str, Menu | None]:
    """Return the matches the caller can predict now, with sides, turn and own prediction, and select menus."""
    closes = foreseeable(title_meant(season.rules.title))
    name = user_text(season.rules.name)
    found = await _open(asked, season, closes)
    if not found:
        return asked.say("predictions.none_open", name=name, turn=closes), None
    kept = _predictions_of(await asked.tools.store.watching.read(season_id, "predictions"), asked.person.ids)
    known = await asked.names([season.holder_of(slot) for made, _ in found for slot in made.slots])
    sides = side_names(asked, season)
    lines = [asked.say("predictions.open", name=name, turn=closes)]
    rows = []
    for made, turn in found[:_LISTED]:
        players = [known[season.holder_of(slot)] for slot in made.sides()]
        both = {"first": players[0], "second": players[1], "first_side": sides[0], "second_side": sides[1]}
        text = asked.say("predictions.line", match=made.match, now=max(turn, 1), **both)
        if (own := kept.get(made.match)) is not None and own.slot in made.slots:
            whose = known[season.holder_of(own.slot)]
            text = asked.say("predictions.line_own", line=text, person=whose, percent=own.percent)
        lines.append(text)
        rows.append(_select(asked, season_id, made, [cleaned(one)[:_NAME] for one in players], sides))
    if (more := len(found) - _LISTED) > 0:
        lines.append(asked.say("more", count=more))
    return "\n".join(lines), Menu(rows=tuple(rows[:_SELECTS]))


async def _open(asked: LeagueCall, season: Season, closes: int) -> list[tuple[Fixed, int]]:
    """Return others' matches that can be predicted, with the turn reached; of a large season only some."""
    mine, found = {*asked.person.ids}, list[tuple[Fixed, int]]()
    others = [
        made
        for made in season.open_matches()
        if made.ready and not mine & {season.holder_of(slot) for slot in made.slots}
    ]
    for made in others[:_LOOKED]:
        turn = await _turn(asked.tools, made)
        if turn is not None and turn < closes:
            found.append((made, turn))
    return found


def _predictions_of(raw: Mapping[str, str], ids: Sequence[Person]) -> dict[str, StoredPrediction]:
    """Return a person's predictions, by match."""
    found = dict[str, StoredPrediction]()
    for name, value in raw.items():
        person, _, match = name.partition(" ")
        if person in ids:
            with suppress(ValidationError):
                found[match] = StoredPrediction.model_validate_json(value)
    return found


def _select(asked: LeagueCall, season_id: str, made: Fixed, players: Sequence[str], sides: Sequence[str]) -> Select:
    """Return the select menu of a match: each player by name and side, with each chance."""
    options = [
        MenuOption(
            label=asked.say("predictions.option", person=player, percent=percent),
            token=line(season_id, f"predict {made.match} {word} {percent}"),
            description=asked.say("predictions.option_side", match=made.match, side=side),
        )
        for word, player, side in zip(("first", "second"), players, sides, strict=True)
        for percent in CHANCES
    ]
    placeholder = asked.say("predictions.choose", match=made.match, first=players[0], second=players[1])
    return Select(placeholder=placeholder, options=tuple(options))


async def _table(asked: LeagueCall, season_id: str, season: Season) -> Reply:
    """Return the ranking of predictors."""
    found = await ranked(asked.tools, season_id, season)
    if not found.lines:
        return Reply(text=asked.say("predictions.none", name=user_text(season.rules.name)))
    lines = [asked.say("predictions.head", name=user_text(season.rules.name))]
    for place, one in found.lines[:_ROWS]:
        data = {"name": found.names[one.person], "count": one.count, "brier": f"{one.score:.3f}"}
        lines.append(
            asked.say("predictions.row", place=place, **data) if place else asked.say("predictions.few", **data)
        )
    if len(found.lines) > _ROWS:
        lines.append(asked.say("more", count=len(found.lines) - _ROWS))
    if found.table.crowd is not None:
        lines.append(asked.say("predictions.crowd", brier=f"{found.table.crowd:.3f}"))
    told = await views.told(asked.tools, season)
    return Reply(text="\n".join(lines), picture=pictures(asked.tools.words.language, picture_of(told, found))[0])


__all__ = ["CHANCES", "Ranked", "closed", "menu", "picture_of", "predict", "predictions", "ranked", "scored"]
