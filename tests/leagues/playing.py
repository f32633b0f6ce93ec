"""How tests play the matches of a season in memory."""

from __future__ import annotations

from bot.leagues import acts, journal
from tests.leagues.test_season import Held


def report(held: Held, match: str, points: tuple[int, int], *, at: float = 6, margin: int = 0, leg: int = 0) -> None:
    game = held.season.matches[match].legs[leg].game
    told = journal.Resulted(at=at, match=match, game=game, points=points, margin=margin, leg=leg)
    assert held.do(acts.report_result, told)


def play_by(held: Held, *, at: float = 6) -> None:
    """Whoever has the smaller name wins."""
    for made in held.season.open_matches():
        report(held, made.match, (2, 0) if made.first < made.second else (0, 2), at=at)


def begun(count: int, **rules: object) -> Held:
    held = Held(**rules)
    held.enter(count)
    held.begin()
    return held
