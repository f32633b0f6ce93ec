"""The tables of a season as CSV, with the figures of their pictures.

Column names are part of the format and the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.leagues import public_facts
from bot.leagues.exchange import sheets
from bot.leagues.exchange.sheets import Cell
from bot.leagues.season import Season
from bot.narration.texts import Texts
from bot.service.leagues.act_refusals import reason_told
from renderer.league.views import SHOWN_POINTS, CrossTable, Meeting, Pairings, Standings

_STANDINGS = (
    "place", "name", "points", "won", "drawn", "lost", "tiebreak", "margin", "best_place", "worst_place", "moves", "gone",
)  # fmt: skip
_PAIRINGS = ("match", "first", "second", "state", "first_points", "second_points", "without_play", "ruling")


def standings(view: Standings) -> str:
    """Return a table, best first."""
    rows: list[Sequence[Cell]] = [_STANDINGS]
    rows += [
        (
            row.place, row.name, row.points, row.won, row.drawn, row.lost, row.tiebreak, row.margin, row.best, row.worst,
            row.zone, _yes_or_no(row.gone),
        )
        for row in view.rows
    ]  # fmt: skip
    return sheets.write(rows)


def cross_table(view: CrossTable) -> str:
    """Return a cross table. A cell has points and side, plus the opponent's number if columns are rounds.

    Examples: `2 (Allies)`, `1 (Allies) 12`.

    An asterisk marks points without play; an open game is `playing` or `waiting`, one that no longer counts `annulled`.
    Several games in a cell are separated by semicolons.
    """
    rows: list[Sequence[Cell]] = [("number", "name", "points", *(str(column) for column in view.columns))]
    rows += [
        (row.number, row.name, row.points, *("; ".join(_cell(game, view) for game in games) for games in row.cells))
        for row in view.rows
    ]
    return sheets.write(rows)


def _cell(game: Meeting, view: CrossTable) -> str:
    told = SHOWN_POINTS.get(game.outcome, game.outcome) + ("*" if game.without_play else "")
    side = "" if game.side is None else f"({view.sides[game.side]})"
    opponent = str(game.opponent) if game.opponent and view.by_round else ""
    return " ".join(part for part in (told, side, opponent) if part)


def pairings(view: Pairings, rulings: Mapping[str, str]) -> str:
    """Return the matches of a round; the heading of each player column names the side.

    `rulings` are the reasons of ruled or decided results, by match: pictures contain no free text.
    """
    heads = [*_PAIRINGS[:1], *(f"{column} ({side})" for column, side in zip(_PAIRINGS[1:3], view.sides, strict=True))]
    rows: list[Sequence[Cell]] = [(*heads, *_PAIRINGS[3:])]
    rows += [
        (
            row.match,
            row.first,
            row.second,
            row.state,
            *(row.result or ("", "")),
            _yes_or_no(row.without_play),
            rulings.get(row.match, ""),
        )
        for row in view.rows
    ]
    return sheets.write(rows)


def rulings(season: Season, words: Texts) -> dict[str, str]:
    """Return the reasons of rulings and decisions by match, joined for several games of a match."""
    found = {
        made.match: [
            reason_told(words, one.reason, one.code, str) for one in public_facts.games(season, made) if one.reason
        ]
        for made in season.matches.values()
    }
    return {match: "; ".join(reasons) for match, reasons in found.items() if reasons}


def _yes_or_no(flag: bool) -> str:
    return "yes" if flag else "no"


__all__ = ["cross_table", "pairings", "rulings", "standings"]
