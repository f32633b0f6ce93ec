"""The public view of a season: plain facts from its journal, computed outside the event loop."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from bot.leagues import public_facts, tables
from bot.leagues.journal import ENTRY, ROUND_FORMATS, Opened, Person
from bot.leagues.matches import Fixed, match_number
from bot.leagues.public_facts import GameShown, TableRow
from bot.leagues.season import Season
from bot.public.public_names import public_text

#: Most rows of a table for which reachable places are computed; with more they say little and cost much.
_REACHED = 40
#: Stages without a published draw.
_BEFORE = frozenset({"draft", "open", "closed", "drawn"})


@dataclass(frozen=True, slots=True)
class PublicSection:
    """A section: its players as drawn, and its table."""

    names: tuple[str, ...]
    table: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of the draw, with one or two games."""

    match: str
    round: int
    section: int
    games: tuple[GameShown, ...]
    playoff: bool = False
    #: It was in the draw from the start, independent of any result.
    beforehand: bool = True


@dataclass(frozen=True, slots=True)
class SeasonTale:
    """Everything public about a season; `hidden` if results are left out."""

    season: str
    rules: Opened
    stage: str
    round: int
    rounds: int
    #: Start and end of the round's window, in Unix seconds.
    window: tuple[float, float] | None
    entrants: tuple[str, ...]
    substitutes: tuple[str, ...]
    parts: tuple[PublicSection, ...]
    meetings: tuple[Meeting, ...]
    #: Names of teams, by id.
    teams: dict[str, str]
    announced: tuple[tuple[float, str], ...]
    seed: str
    length: int
    hidden: bool = False

    def concealed(self) -> SeasonTale:
        """Return the season without results and anything that depends on them, so equal whatever the results are."""
        shown = [one for one in self.meetings if one.beforehand]
        return replace(
            self,
            stage=self.stage if self.stage in _BEFORE else "running",
            round=min(self.round, 1),
            rounds=0,
            window=None,
            parts=tuple(replace(part, table=()) for part in self.parts),
            meetings=tuple(
                replace(one, games=tuple(GameShown(game.game, game.persons, "waiting") for game in one.games))
                for one in shown
            ),
            announced=(),
            seed="",
            length=0,
            hidden=True,
        )


def season_tale(season_id: str, lines: Sequence[str]) -> SeasonTale | None:
    """Build the public view from a journal's lines; None if it is damaged."""
    try:
        season = Season.told(ENTRY.validate_json(line) for line in lines)
    except (ValueError, LookupError, TypeError):
        return None
    window = season.window()
    out = [tables.annulled(season, number) for number in range(len(season.sections))]
    matches = sorted(season.matches.values(), key=lambda made: match_number(made.match))
    return SeasonTale(
        season=season_id,
        rules=season.rules.model_copy(update={"name": public_text(season.rules.name)}),
        stage="closed" if season.stage == "drawn" and not season.round else season.stage,
        round=season.round,
        rounds=season.rounds if season.rules.format in ROUND_FORMATS else 0,
        window=None if window is None else (window.start, window.end),
        entrants=tuple(season.entrants),
        substitutes=tuple(season.waiting()) if season.round else (),
        parts=tuple(_part(season, number) for number in range(len(season.sections))),
        meetings=tuple(_meeting(season, made, out[made.section]) for made in matches),
        teams={team: public_text(one.name) for team, one in season.teams.items()},
        announced=tuple((one.at, public_text(one.text)) for one in season.announced),
        seed=season.seed,
        length=season.length,
    )


def _part(season: Season, number: int) -> PublicSection:
    names = season.sections[number]
    rows = public_facts.rows(season, number, reach=len(names) <= _REACHED)
    return PublicSection(tuple(season.holder_of(name) for name in names), rows)


def _meeting(season: Season, made: Fixed, out: Set[Person]) -> Meeting:
    games = tuple(replace(one, reason=public_text(one.reason)) for one in public_facts.games(season, made, out))
    return Meeting(made.match, made.round, made.section, games, made.playoff, season.beforehand(made))


__all__ = ["Meeting", "PublicSection", "SeasonTale", "season_tale"]
