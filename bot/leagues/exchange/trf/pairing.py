"""The players of a TRF to be paired next."""

from __future__ import annotations

from collections.abc import Callable

from bot.leagues.entrants import Entrant
from bot.leagues.exchange.trf.records import Round, Scoring, Tournament, TrfOutcome, TrfRow

_Worth = Callable[[Round], int]


def entrants(tournament: Tournament) -> tuple[Entrant, ...]:
    """Return the players to be paired next: those without an entry for the coming round, by starting rank.

    A forfeit is not a game: it counts neither as a meeting nor as a side. A pairing bye, a full bye and a forfeit win
    rule out another bye.
    """
    counts = [len(row.rounds) for row in tournament.rows]
    gone = max(counts) if min(counts) == max(counts) else max(counts) - 1
    worth = _round_value(tournament.scoring)
    scores = [_scores(row, worth) for row in tournament.rows]
    before = {row.number: score for row, score in zip(tournament.rows, scores, strict=True)}
    return tuple(_entrant(row, before, worth) for row in tournament.rows if len(row.rounds) == gone)


def _round_value(scoring: Scoring) -> _Worth:
    """Return the value of rounds in pairing: half points, or tenths with another scoring."""
    return scoring.of if scoring != Scoring() else lambda one: one.half_points


def _scores(row: TrfRow, worth: _Worth) -> tuple[int, ...]:
    """Return the score before each round."""
    total, before = 0, []
    for one in row.rounds:
        before.append(total)
        total += worth(one)
    return tuple(before)


def _entrant(row: TrfRow, before: dict[int, tuple[int, ...]], worth: _Worth) -> Entrant:
    games = [(index, one) for index, one in enumerate(row.rounds) if one.played and one.opponent is not None]
    return Entrant(
        name=str(row.number),
        rank=row.number,
        score=sum(map(worth, row.rounds)),
        met=frozenset(str(one.opponent) for _, one in games),
        sides=tuple(one.side for _, one in games if one.side is not None),
        floats=tuple(_float(row.number, index, one, before, worth) for index, one in enumerate(row.rounds)),
        had_bye=any(_free_win(one) for one in row.rounds),
    )


def _float(number: int, index: int, one: Round, before: dict[int, tuple[int, ...]], worth: _Worth) -> int:
    """Return how far above the opponent's score the player was; a win by walkover counts as having played below."""
    if one.opponent is None or not one.played:
        return worth(one)
    return before[number][index] - before[one.opponent][index]


def _free_win(one: Round) -> bool:
    return one.outcome in (TrfOutcome.PAIRING_BYE, TrfOutcome.FULL_BYE, TrfOutcome.WON_BY_FORFEIT)


__all__ = ["entrants"]
