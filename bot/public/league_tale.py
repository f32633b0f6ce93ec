"""A season as the public may follow it: plain facts of its journal, told beside the event loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.leagues.journal import ENTRY, Opened
from bot.leagues.matches import Fixed, match_number
from bot.leagues.season import Season
from bot.leagues.standings import How
from bot.public.naming import public_text

#: Rows of a table of which places within reach are told; of more they say little and cost much.
_REACHED = 40
#: Stages in which nothing is drawn for everybody yet.
_BEFORE = frozenset({"draft", "open", "closed", "drawn"})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table; `name` is a person or a team. Tie-breaks are doubled, as in the domain."""

    place: int
    name: str
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    tiebreak: int
    margin: int
    best: int
    worst: int
    gone: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A section: who is in it, as they were drawn, and its table."""

    names: tuple[str, ...]
    table: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """One game of a match: who has its sides, and what stands as its result, from the first side."""

    game: str
    sides: tuple[str, str]
    points: tuple[int, int] | None = None
    margin: int = 0
    how: How = How.PLAYED
    #: Why there is a ruling, "" where there is none.
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of the draw, with one game or two."""

    match: str
    round: int
    section: int
    games: tuple[Round, ...]
    playoff: bool = False
    #: No result has brought it about.
    beforehand: bool = True


@dataclass(frozen=True, slots=True)
class SeasonTale:
    """All that is public of a season. `hidden` where it tells no results."""

    season: str
    rules: Opened
    stage: str
    round: int
    rounds: int
    #: Begin and end of the round's window, in seconds since 1970.
    window: tuple[float, float] | None
    entrants: tuple[str, ...]
    substitutes: tuple[str, ...]
    parts: tuple[Part, ...]
    meetings: tuple[Meeting, ...]
    #: What teams are called.
    teams: dict[str, str]
    announced: tuple[tuple[float, str], ...]
    seed: str
    length: int
    hidden: bool = False

    def concealed(self) -> SeasonTale:
        """The same without any result and without what hangs on one: the same whatever was won or lost."""
        shown = [one for one in self.meetings if one.beforehand]
        return replace(
            self,
            stage=self.stage if self.stage in _BEFORE else "running",
            round=min(self.round, 1),
            rounds=0,
            window=None,
            parts=tuple(replace(part, table=()) for part in self.parts),
            meetings=tuple(
                replace(one, games=tuple(Round(game.game, game.sides) for game in one.games)) for one in shown
            ),
            announced=(),
            seed="",
            length=0,
            hidden=True,
        )


def season_tale(season_id: str, lines: Sequence[str]) -> SeasonTale | None:
    """What a journal amounts to for everybody; None where it is damaged."""
    try:
        season = Season.told(ENTRY.validate_json(line) for line in lines)
    except (ValueError, LookupError, TypeError):
        return None
    window = season.window()
    matches = sorted(season.matches.values(), key=lambda made: match_number(made.match))
    return SeasonTale(
        season=season_id,
        rules=season.rules.model_copy(update={"name": public_text(season.rules.name)}),
        stage="closed" if season.stage == "drawn" and not season.round else season.stage,
        round=season.round,
        rounds=season.rounds if season.rules.format in ("swiss", "teams") else 0,
        window=None if window is None else (window.start, window.end),
        entrants=tuple(season.entrants),
        substitutes=tuple(season.waiting()) if season.round else (),
        parts=tuple(_part(season, number) for number in range(len(season.sections))),
        meetings=tuple(_meeting(season, made) for made in matches),
        teams={team: public_text(one.name) for team, one in season.teams.items()},
        announced=tuple((one.at, public_text(one.text)) for one in season.announced),
        seed=season.seed,
        length=season.length,
    )


def _part(season: Season, number: int) -> Part:
    names = season.sections[number]
    reach = season.places(number) if len(names) <= _REACHED else {}
    lines = [
        Line(
            row.place,
            _holder(season, row.name),
            row.points,
            row.played,
            row.won,
            row.drawn,
            row.lost,
            row.second_tiebreak,
            row.margin,
            *reach.get(row.name, (0, 0)),
            row.name in season.gone,
        )
        for row in season.table(number)
    ]
    return Part(tuple(_holder(season, name) for name in names), tuple(lines))


def _holder(season: Season, slot: str) -> str:
    return season.holders.get(slot, slot)


def _meeting(season: Season, made: Fixed) -> Meeting:
    games = []
    for number, leg in enumerate(made.legs):
        first, second = made.sides(number)
        stands = leg.outcome()
        told = Round(leg.game, (_holder(season, first), _holder(season, second)))
        if stands is not None:
            seated = leg.seated or told.sides
            reason = public_text(leg.ruled.reason) if leg.ruled is not None else ""
            told = Round(leg.game, seated, stands.points, stands.margin, stands.how, reason)
        games.append(told)
    return Meeting(made.match, made.round, made.section, tuple(games), made.playoff, season.beforehand(made))


__all__ = ["Line", "Meeting", "Part", "Round", "SeasonTale", "season_tale"]
