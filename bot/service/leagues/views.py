"""Builds the views for a season's pictures and tables from the season and the names of its people.

Every function returns the whole view; `bot.service.leagues.pages` splits it to fit into pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from bot.leagues import divisions, public_facts, tables
from bot.leagues.journal import DIVISION_FORMATS, Format, Person
from bot.leagues.matches import Fixed, match_number
from bot.leagues.public_facts import TableRow
from bot.leagues.season import Season
from bot.leagues.standings import How, StandingsRow
from bot.narration.picture_names import PictureName
from bot.narration.user_text import cleaned
from bot.ratings import Rating
from bot.service.calls import Tools
from bot.service.leagues.bracket_views import brackets
from bot.service.leagues.cross_tables import meetings
from bot.titles import MODULES, title_named
from renderer.kit.requests import Palette
from renderer.league import views
from renderer.league.ratings import MOST_LINES
from renderer.league.views import Head, Kind

_KINDS: dict[Format, Kind] = {
    "divisions": "division", "double": "division", "swiss": "swiss", "rolling": "swiss", "knockout": "knockout",
    "double_knockout": "knockout", "ladder": "ladder", "teams": "teams",
}  # fmt: skip


@dataclass(frozen=True)
class SeasonSource:
    """A season and the other inputs of its pictures: names by person, side names, ratings, the game's name, colours."""

    season: Season
    names: Mapping[Person, str]
    sides: tuple[str, str]
    ratings: Mapping[Person, Rating] = field(default_factory=dict)
    game: str = ""
    palette: Palette = "standard"
    #: Whether stored pictures keep ids instead of names; not for pictures drawn for everyone, who may read other names.
    by_id: bool = True

    def name(self, slot: Person) -> str:
        """Return the name of a slot: a team's own name, else its holder's."""
        team = self.season.teams.get(slot)
        holder = self.season.holder_of(slot)
        return cleaned(team.name) if team else self._person_name(holder)

    def _person_name(self, person: Person) -> str:
        """Return a person's name, which pictures store as their id."""
        text = cleaned(self.names.get(person, person))
        return PictureName(text, person) if self.by_id and person in self.names else text

    def players(self, made: Fixed) -> tuple[str, str]:
        """Return the names of a match's players, first side first; a substitute's with the original player's."""
        first, second = (
            PictureName.joined(map(self._person_name, own)) for own in public_facts.players(self.season, made)
        )
        return first, second

    def head(self, section: int = 0) -> Head:
        """Return the heading of a section's picture."""
        season = self.season
        in_rounds = season.rules.format not in (*DIVISION_FORMATS, "ladder")
        return Head(
            cleaned(season.rules.name), _KINDS[season.rules.format], section + 1, max(len(season.sections), 1),
            season.round if in_rounds else 0, season.rounds if in_rounds else 0, over=season.stage == "final",
        )  # fmt: skip


async def told(tools: Tools, season: Season, palette: Palette = "standard") -> SeasonSource:
    """Return a season with the names of its people and its game. Raises StorageError."""
    people = {*season.entrants, *season.holders, *season.holders.values()}
    kept = await tools.store.persons.read_all(people)
    names = {one: person.name or tools.say("persons.former", number=person.former) for one, person in kept.items()}
    title = title_named(season.rules.title) if season.rules.title in MODULES else tools.title
    words = title.words(tools.words.language)
    first, second = (words.say(f"names.sides.{seat}.name") for seat in title.seats)
    game = words.find(f"names.scenarios.{season.rules.scenario}")
    return SeasonSource(season, names, (first, second), game=game if isinstance(game, str) else "", palette=palette)


# -------------------------------------------------------------------------------------------------- tables


def standings(told: SeasonSource, section: int, own: Person = "") -> views.Standings:
    """Return the table of a section; `own` is the caller."""
    season = told.season
    if section >= len(season.sections):
        return views.Standings(told.head(section), 0, (), told.palette)
    rows, mine = public_facts.rows(season, section), season.slot_of(own)
    zones = _zones(season, section, rows)
    found = tuple(
        views.Standing(
            row.place, told.name(row.slot), row.points, row.won, row.drawn, row.lost, row.tiebreak, row.margin, row.best,
            row.worst, zones.get(row.slot, ""), row.gone, row.out, row.slot == mine,
        )
        for row in rows
    )  # fmt: skip
    return views.Standings(told.head(section), len(rows), found, told.palette)


def _zones(season: Season, section: int, rows: Sequence[TableRow]) -> dict[Person, views.Zone]:
    """Return who would currently be promoted or relegated, in a season with several divisions."""
    if season.rules.format not in DIVISION_FORMATS:
        return {}
    count = divisions.moving(len(rows))
    up = rows[:count] if section else ()
    down = rows[-count:] if section + 1 < len(season.sections) else ()
    found: dict[Person, views.Zone] = {row.slot: "up" for row in up}
    for row in down:
        found[row.slot] = "down"
    return found


def cross_table(told: SeasonSource, section: int) -> views.CrossTable:
    """Return everyone against everyone in a division, else everyone's rounds; in the order of the table."""
    season, by_round = told.season, told.season.rules.format not in DIVISION_FORMATS
    rows = season.table(section) if section < len(season.sections) else ()
    numbers = {row.name: number for number, row in enumerate(rows, start=1)}
    games = meetings(season, section, numbers, by_round=by_round)
    columns = tuple(sorted({column for _, column in games})) if by_round else tuple(numbers.values())
    found = tuple(
        views.Crossing(
            numbers[row.name], told.name(row.name), row.points,
            tuple(tuple(games.get((row.name, column), ())) for column in columns),
        )
        for row in rows
    )  # fmt: skip
    return views.CrossTable(told.head(section), columns, found, told.sides, by_round, told.palette)


# ------------------------------------------------------------------------------------------------- matches


def pairings(told: SeasonSource, section: int | None = None, number: int | None = None) -> views.Pairings:
    """Return the matches of a round (by default the last) in one or all sections; of a ladder, open and recent ones."""
    season = told.season
    number = season.round if number is None else number
    wanted = [made for made in season.matches.values() if section in (None, made.section)]
    if season.rules.format == "ladder":
        wanted = sorted(wanted, key=lambda made: (made.settled, -made.round))[: views.MOST_ROWS]
    else:
        wanted = [made for made in wanted if made.round == number]
    out = {number: tables.annulled(season, number) for number in {made.section for made in wanted}}
    rows = [
        _pairing(told, made, out[made.section]) for made in sorted(wanted, key=lambda made: match_number(made.match))
    ]
    own = {slot for place, names in enumerate(season.sections) if section in (None, place) for slot in names}
    free = [slot for round_, slot in season.byes if round_ == number and slot in own]
    rows += [views.Pairing("", told.name(slot), "", "bye") for slot in free]
    head = replace(told.head(section or 0), round=number if told.head().rounds else 0)
    if section is None and len(season.sections) > 1:
        head = replace(head, section=0)
    return views.Pairings(head, tuple(rows), told.sides, told.palette)


def _pairing(told: SeasonSource, made: Fixed, out: Set[Person]) -> views.Pairing:
    first, second = told.players(made)
    state, result = public_facts.match(told.season, made, out)
    points = None if result is None else result.points
    forced = result is not None and result.how is not How.PLAYED
    return views.Pairing(made.match, first, second, state, points, forced)


def pairing_card(told: SeasonSource, match: str) -> views.PairingCard:
    """Return the card of one match; raise KeyError for an unknown match."""
    season = told.season
    made = season.matches[match]
    state, result = public_facts.match(season, made)
    rows = {row.name: row for row in season.table(made.section)}
    first, second = (
        _player(told, slot, rows.get(slot), name) for slot, name in zip(made.sides(), told.players(made), strict=True)
    )
    return views.PairingCard(
        told.head(made.section), match, (first, second), told.sides, season.match_window(made).end,
        "over" if state == "annulled" else state, None if result is None else result.points, told.palette,
    )  # fmt: skip


def _player(told: SeasonSource, slot: Person, row: StandingsRow | None, name: str) -> views.Player:
    rating = told.ratings.get(told.season.holder_of(slot))
    figure, off = rating.shown if rating else (0, 0)
    if row is None or not row.played:
        return views.Player(name, figure, off)
    return views.Player(name, figure, off, row.place, row.won, row.drawn, row.lost)


def bracket(told: SeasonSource) -> list[views.Bracket]:
    """Return the brackets of a knock-out: one, or the upper and lower one; [] for other formats."""
    if told.head().kind != "knockout":
        return []
    columns = brackets(told.season, told.name)
    return [
        views.Bracket(told.head(), one, lower=number > 0, palette=told.palette) for number, one in enumerate(columns)
    ]


# ------------------------------------------------------------------------------------------ ratings, posters


def rating_graph(
    title: str, histories: Mapping[str, Sequence[tuple[float, Rating]]], palette: Palette = "standard"
) -> views.RatingGraph:
    """Return the graph of a pool's ratings: by name, the rating after each time."""
    lines = tuple(
        views.RatingLine(_clean(name), tuple(views.Rated(at, *one.shown, one.provisional) for at, one in history))
        for name, history in list(histories.items())[:MOST_LINES]
    )
    return views.RatingGraph(cleaned(title), lines, palette)


def _clean(name: str) -> str:
    return name.like(cleaned(name)) if isinstance(name, PictureName) else cleaned(name)


def poster(told: SeasonSource) -> views.Poster:
    """Return the poster of a season: its announcement, or its winners."""
    season, rules = told.season, told.season.rules
    window, calendar = season.window(1), rules.calendar
    substitutes = sum(entry.substitute for entry in season.entrants.values())
    over = season.stage in ("review", "final")
    numbers = range(len(season.sections)) if over else ()
    winners = tuple(told.name(row.name) for number in numbers for row in season.table(number)[:1])
    last = season.window()
    return views.Poster(
        cleaned(rules.name), "over" if over else "running" if season.stage == "running" else "open", told.head().kind,
        told.game, len(season.entrants) - substitutes, substitutes, len(season.sections),
        season.rounds if told.head().rounds else 0, calendar.closes if calendar else 0,
        window.start if window else calendar.draw if calendar else 0, season.ended or (last.end if last else 0),
        0 if rules.outside else rules.clock.bank, 0 if rules.outside else rules.clock.per_round, winners, told.palette,
    )  # fmt: skip


__all__ = [
    "SeasonSource",
    "bracket",
    "cross_table",
    "pairing_card",
    "pairings",
    "poster",
    "rating_graph",
    "standings",
    "told",
]
