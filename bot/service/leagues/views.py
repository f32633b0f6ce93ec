"""What pictures and tables of a season show: from the season as it stands and the names of its people to views.

Every function gives the whole; `bot.service.leagues.pages` cuts it into what one picture has room for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.leagues import divisions, tables
from bot.leagues.journal import Format, Person
from bot.leagues.matches import Fixed, match_number
from bot.leagues.ratings import Rating
from bot.leagues.results import result_of
from bot.leagues.season import Season
from bot.leagues.standings import How, Match, Row
from bot.narration.foreign import cleaned
from bot.service.calls import Tools
from bot.service.leagues.trees import brackets
from bot.titles import MODULES, title_named
from renderer.league import views
from renderer.league.ratings import MOST_LINES
from renderer.league.views import Head, Kind, Meeting, Palette, Side

_KINDS: dict[Format, Kind] = {
    "divisions": "division", "double": "division", "swiss": "swiss", "rolling": "swiss", "knockout": "knockout",
    "double_knockout": "knockout", "ladder": "ladder", "teams": "teams",
}  # fmt: skip
_IN_DIVISIONS = ("divisions", "double")


@dataclass(frozen=True)
class Told:
    """A season and what its pictures take from elsewhere: names by person, names of both sides, ratings, the game's name, colours."""

    season: Season
    names: Mapping[Person, str]
    sides: tuple[str, str]
    ratings: Mapping[Person, Rating] = field(default_factory=dict)
    game: str = ""
    palette: Palette = "standard"

    def name(self, slot: Person) -> str:
        """What a slot is called: a team by its name, else whoever holds it."""
        team = self.season.teams.get(slot)
        holder = self.season.holders.get(slot, slot)
        return cleaned(team.name if team else self.names.get(holder, holder))

    def head(self, section: int = 0) -> Head:
        """What heads a picture of a section."""
        season = self.season
        in_rounds = season.rules.format not in (*_IN_DIVISIONS, "ladder")
        return Head(
            cleaned(season.rules.name), _KINDS[season.rules.format], section + 1, max(len(season.sections), 1),
            season.round if in_rounds else 0, season.rounds if in_rounds else 0, over=season.stage == "final",
        )  # fmt: skip


async def told(tools: Tools, season: Season, palette: Palette = "standard") -> Told:
    """A season with the names of its people and of its game; raises StorageError."""
    people = {*season.entrants, *season.holders, *season.holders.values()}
    kept = await tools.store.persons.read_all(people)
    names = {one: person.name or tools.say("persons.former", number=person.former) for one, person in kept.items()}
    title = title_named(season.rules.title) if season.rules.title in MODULES else tools.title
    words = title.words(tools.words.language)
    first, second = (words.say(f"names.sides.{seat}.name") for seat in title.seats)
    game = words.find(f"names.scenarios.{season.rules.scenario}")
    return Told(season, names, (first, second), game=game if isinstance(game, str) else "", palette=palette)


# -------------------------------------------------------------------------------------------------- tables


def standings(told: Told, section: int, own: Person = "") -> views.Standings:
    """The table of a section; `own` is the person who asks."""
    season = told.season
    if section >= len(season.sections):
        return views.Standings(told.head(section), 0, (), told.palette)
    rows, reach, mine = season.table(section), season.places(section), season.slot_of(own)
    zones = _zones(season, section, rows)
    last = len(rows)
    found = tuple(
        views.Standing(
            row.place, told.name(row.name), row.points, row.won, row.drawn, row.lost, _tiebreak(season, row), row.margin,
            *reach.get(row.name, (row.place, last)), zones.get(row.name, ""), row.name in season.gone, row.name == mine,
        )
        for row in rows
    )  # fmt: skip
    return views.Standings(told.head(section), last, found, told.palette)


def _tiebreak(season: Season, row: Row) -> float:
    """The second tie-break as people write it: a division's counts halves."""
    return row.second_tiebreak / 2 if season.rules.format in _IN_DIVISIONS else float(row.second_tiebreak)


def _zones(season: Season, section: int, rows: Sequence[Row]) -> dict[Person, views.Zone]:
    """Who would move up or down as the table stands, in a season of several divisions."""
    if season.rules.format not in _IN_DIVISIONS:
        return {}
    count = divisions.moving(len(rows))
    up = rows[:count] if section else ()
    down = rows[-count:] if section + 1 < len(season.sections) else ()
    found: dict[Person, views.Zone] = {row.name: "up" for row in up}
    for row in down:
        found[row.name] = "down"
    return found


def cross_table(told: Told, section: int) -> views.CrossTable:
    """Everybody against everybody in a division, everybody's rounds elsewhere; in the order of the table."""
    season, by_round = told.season, told.season.rules.format not in _IN_DIVISIONS
    rows = season.table(section) if section < len(season.sections) else ()
    numbers = {row.name: number for number, row in enumerate(rows, start=1)}
    games = _meetings(season, section, numbers, by_round=by_round)
    columns = tuple(sorted({column for _, column in games})) if by_round else tuple(numbers.values())
    found = tuple(
        views.Crossing(
            numbers[row.name], told.name(row.name), row.points,
            tuple(tuple(games.get((row.name, column), ())) for column in columns),
        )
        for row in rows
    )  # fmt: skip
    return views.CrossTable(told.head(section), columns, found, told.sides, by_round, told.palette)


def _meetings(
    season: Season, section: int, numbers: Mapping[Person, int], *, by_round: bool
) -> dict[tuple[Person, int], list[Meeting]]:
    """Games by slot and column; within a cell those of the first side first."""
    found: dict[tuple[Person, int], list[Meeting]] = {}
    for made in _played_in(season, section):
        first, second = _sides_of(season, made)
        for slot, other, side in ((first, second, 0), (second, first, 1)):
            column = made.round if by_round else numbers.get(other, 0)
            meeting = _meeting(season, made, 0 if side == 0 else 1, numbers.get(other, 0))
            found.setdefault((slot, column), []).append(meeting)
    if by_round:
        for number, slot in season.byes:
            found.setdefault((slot, number), []).append(Meeting("bye"))
        for number, slot, points in season.absences:
            found.setdefault((slot, number), []).append(Meeting("half" if points else "absent"))
    return {key: sorted(games, key=lambda game: game.side or 0) for key, games in found.items()}


def _played_in(season: Season, section: int) -> list[Fixed]:
    made = (one for one in season.matches.values() if one.section == section and not one.playoff)
    return sorted(made, key=lambda one: match_number(one.match))


def _sides_of(season: Season, made: Fixed) -> tuple[Person, Person]:
    """The slots in a table that a game belongs to: its players, or their teams."""
    first, second = made.sides()
    return (season.team_of(first) or first, season.team_of(second) or second) if season.teams else (first, second)


def _meeting(season: Season, made: Fixed, side: Side, opponent: int) -> Meeting:
    """A match as one of its two sees it; with exchanged sides or before the bids nobody has one."""
    own: Side | None = side if made.kind == "assigned" or made.auction is not None else None
    state, result = _stands(season, made)
    if result is None:
        return Meeting(
            "annulled" if state == "annulled" else "playing" if state == "playing" else "waiting", own, opponent
        )
    points = result.points[side]
    outcome: views.Outcome = "none" if result.points == (0, 0) else ("lost", "drawn", "won")[points]
    return Meeting(outcome, own, opponent, result.how is not How.PLAYED)


def _stands(season: Season, made: Fixed) -> tuple[views.State, Match | None]:
    """How a match stands, and what counts of it."""
    if tables.annulled(season, made.section) & {*made.slots}:
        return "annulled", None
    result = result_of(season, made)
    if result is not None:
        return "over", result
    return ("playing" if any(leg.game for leg in made.legs) else "waiting"), None


# ------------------------------------------------------------------------------------------------- matches


def pairings(told: Told, section: int | None = None, number: int | None = None) -> views.Pairings:
    """The matches of a round, the last one unless told, of one section or of all; of a ladder its open ones and its last."""
    season = told.season
    number = season.round if number is None else number
    wanted = [made for made in season.matches.values() if section in (None, made.section)]
    if season.rules.format == "ladder":
        wanted = sorted(wanted, key=lambda made: (made.settled, -made.round))[: views.MOST_ROWS]
    else:
        wanted = [made for made in wanted if made.round == number]
    rows = [_pairing(told, made) for made in sorted(wanted, key=lambda made: match_number(made.match))]
    own = {slot for place, names in enumerate(season.sections) if section in (None, place) for slot in names}
    free = [slot for round_, slot in season.byes if round_ == number and slot in own]
    rows += [views.Pairing("", told.name(slot), "", "bye") for slot in free]
    head = replace(told.head(section or 0), round=number if told.head().rounds else 0)
    if section is None and len(season.sections) > 1:
        head = replace(head, section=0)
    return views.Pairings(head, tuple(rows), told.sides, told.palette)


def _pairing(told: Told, made: Fixed) -> views.Pairing:
    first, second = made.sides()
    state, result = _stands(told.season, made)
    points = None if result is None else result.points
    forced = result is not None and result.how is not How.PLAYED
    return views.Pairing(made.match, told.name(first), told.name(second), state, points, forced)


def pairing_card(told: Told, match: str) -> views.PairingCard:
    """One match; raises KeyError for a match that is none."""
    season = told.season
    made = season.matches[match]
    state, result = _stands(season, made)
    rows = {row.name: row for row in season.table(made.section)}
    first, second = (_player(told, slot, rows.get(slot)) for slot in made.sides())
    return views.PairingCard(
        told.head(made.section), match, (first, second), told.sides, season.match_window(made).end,
        "over" if state == "annulled" else state, None if result is None else result.points, told.palette,
    )  # fmt: skip


def _player(told: Told, slot: Person, row: Row | None) -> views.Player:
    rating = told.ratings.get(told.season.holders.get(slot, slot))
    shown, off = rating.shown if rating else (0, 0)
    if row is None or not row.played:
        return views.Player(told.name(slot), shown, off)
    return views.Player(told.name(slot), shown, off, row.place, row.won, row.drawn, row.lost)


def bracket(told: Told) -> list[views.Bracket]:
    """The trees of a knock-out: one, or that of those without a loss and the lower one; [] of other formats."""
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
    """How ratings of a pool went: by name, after which moments they were what."""
    lines = tuple(
        views.RatingLine(cleaned(name), tuple(views.Rated(at, *one.shown, one.provisional) for at, one in history))
        for name, history in list(histories.items())[:MOST_LINES]
    )
    return views.RatingGraph(cleaned(title), lines, palette)


def poster(told: Told) -> views.Poster:
    """A season as it is announced, or with its winners."""
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
        window.start if window else calendar.draw if calendar else 0, last.end if last else 0, rules.clock.bank,
        rules.clock.per_round, winners, told.palette,
    )  # fmt: skip


__all__ = [
    "Told",
    "bracket",
    "cross_table",
    "pairing_card",
    "pairings",
    "poster",
    "rating_graph",
    "standings",
    "told",
]
