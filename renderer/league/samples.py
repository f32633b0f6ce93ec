"""Made-up seasons for showing and testing pictures: small, full, empty, with names in many scripts and lengths."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from renderer.league.views import (
    Bracket,
    Column,
    Course,
    Crossing,
    CrossTable,
    Duel,
    Forecast,
    Forecasts,
    Head,
    Meeting,
    Outcome,
    Pairing,
    PairingCard,
    Pairings,
    Player,
    Poster,
    Rated,
    RatingGraph,
    RatingLine,
    Standing,
    Standings,
    View,
)

NAMES = (
    "Anna", "Bartholomäus von Hohenzollern-Sigmaringen", "Дмитрий Иванович", "田中 太郎", "محمد علي", "김철수", "Pete", "משה לוי",
    "Żółć", "Ελένη", "Nguyễn Văn An", "WWWWWWWWWWWWWWWWWWWWWWWW", "i", "Ólafur Þór", "გიორგი", "😀 Joe",
)  # fmt: skip
SIDES = ("First Side", "Second Side")
_DAY = 86_400
_BEGIN = 1_800_000_000
DIVISION = Head("Spring Offensive 2027", "division", 2, 6)
SWISS = Head("The Great Swiss Season of the Long Year 2027", "swiss", 1, 1, 4, 6, 1, 2)


def samples() -> Iterator[tuple[str, View]]:
    """Yield every kind of picture with a name: typical, as full as possible, and empty."""
    yield "standings", standings(7)
    yield "standings-full", standings(16)
    yield "standings-final", final()
    yield "standings-empty", Standings(DIVISION, 0, ())
    yield "cross", cross(7)
    yield "cross-double", cross(7, games=2)
    yield "cross-rounds", by_round(16)
    yield "cross-empty", CrossTable(DIVISION, (), (), SIDES)
    yield "bracket", bracket(16)
    yield "bracket-small", bracket(4)
    yield "bracket-empty", Bracket(Head("Spring Cup", "knockout"), ())
    yield "ratings", RatingGraph("Campaign", (line(0, 14),))
    yield "ratings-four", RatingGraph("Historical", tuple(line(number, 30) for number in range(4)))
    yield "ratings-one", RatingGraph("Historical", (line(1, 1),))
    yield "ratings-empty", RatingGraph("Historical", ())
    yield "course", course()
    yield "course-short", Course("Limited War", "Anna – Ben", SIDES, (50, 44), ((0, 1),), (1,), -6, 0)
    yield "course-empty", Course("Limited War", "Anna – Ben", SIDES, ())
    yield "forecasts", forecasts(16)
    yield "forecasts-empty", Forecasts(DIVISION, ())
    yield "poster-open", poster()
    yield "poster-over", replace(poster(), season=SWISS.season, stage="over", sections=6, winners=NAMES[:6])
    yield "poster-bare", Poster("春の攻勢", "running", "swiss", "", 64, rounds=6)
    yield "pairing", card()
    yield "pairing-over", replace(card(), state="over", result=(2, 0))
    yield "pairings", pairings(5)
    yield "pairings-full", pairings(16)
    yield "pairings-empty", Pairings(DIVISION, (), SIDES)


def standings(count: int) -> Standings:
    """Return a table of a division, or the first page of a Swiss."""
    size = count if count <= 7 else 2 * count
    rows = tuple(
        Standing(
            index + 1, name, count - index, (count - index) // 2, (count - index) % 2, index // 2, 1.5 * (count - index), 10 - 3 * index,
            max(1, index), min(size, index + 4 + count // 4),
            ("up" if index < 2 else "down" if index >= count - 2 else "") if count <= 7 else "", index == 3, own=index == 4,
        )
        for index, name in enumerate(NAMES[:count])
    )  # fmt: skip
    return Standings(DIVISION if count <= 7 else SWISS, size, rows)


def final() -> Standings:
    """Return a final table."""
    view = standings(5)
    rows = tuple(replace(row, best=row.place, worst=row.place, own=False, gone=False) for row in view.rows)
    return Standings(replace(DIVISION, over=True), 5, rows)


_OUTCOMES: tuple[Outcome, ...] = ("won", "lost", "drawn", "playing", "waiting", "annulled", "none")


def _meeting(seed: int, opponent: int = 0) -> Meeting:
    return Meeting(_OUTCOMES[seed % 7], 0 if seed % 2 else 1, opponent, seed % 11 == 0)


def cross(count: int, games: int = 1) -> CrossTable:
    """Return a cross table of everybody against everybody, with `games` games each."""
    rows = tuple(
        Crossing(
            row + 1, NAMES[row], count - row,
            tuple(
                () if row == other else tuple(_meeting(3 * row + 5 * other + game) for game in range(games))
                for other in range(count)
            ),
        )
        for row in range(count)
    )  # fmt: skip
    return CrossTable(DIVISION, tuple(range(1, count + 1)), rows, SIDES)


def by_round(count: int, rounds: int = 6) -> CrossTable:
    """Return a Swiss, round by round, with byes."""
    rows = tuple(
        Crossing(
            row + 1, NAMES[row], count - row,
            tuple(
                (Meeting("bye"),) if (row + turn) % 9 == 8 else (_meeting(2 * row + 3 * turn, (row * 7 + turn) % 32 + 1),)
                for turn in range(rounds)
            ),
        )
        for row in range(count)
    )  # fmt: skip
    return CrossTable(SWISS, tuple(range(1, rounds + 1)), rows, SIDES, by_round=True)


def bracket(count: int) -> Bracket:
    """Return a knock-out with its first rounds played; the first has a bye."""
    entered = list(NAMES[:count])
    columns: list[Column] = []
    while len(entered) > 1:
        pairs = zip(entered[::2], entered[1::2], strict=True)
        leads = len(entered) > 2
        duels = [
            _duel(one, other, over=len(columns) < 2, leads=index // 2 if leads else None)
            for index, (one, other) in enumerate(pairs)
        ]
        if not columns:
            duels[0] = Duel(entered[0], "", 0, bye=True, leads=0)
        columns.append(Column(len(columns) + 1, tuple(duels), len(entered)))
        entered = ["" if duel.winner is None else (duel.first, duel.second)[duel.winner] for duel in duels]
    return Bracket(Head("Spring Cup", "knockout"), tuple(columns))


def _duel(one: str, other: str, *, over: bool, leads: int | None) -> Duel:
    """Return a match that is won by the longer name."""
    if not over:
        return Duel(one, other, leads=leads)
    return Duel(one, other, 0 if len(one) >= len(other) else 1, leads=leads)


def line(number: int, count: int) -> RatingLine:
    """Return a player's ratings, with a game every ten days."""
    shown, points = 1500, []
    for game in range(count):
        shown += (game * 37 + number * 53) % 91 - 40
        points.append(Rated(_BEGIN + game * 10 * _DAY, shown, max(120, 400 - 25 * game), game < 7))
    return RatingLine(NAMES[number], tuple(points))


def forecasts(count: int) -> Forecasts:
    """Return a ranking of predictions, with names of all lengths."""
    rows = tuple(Forecast(row + 1, NAMES[row], 40 - 2 * row, 0.012 * (row + 1)) for row in range(count))
    return Forecasts(DIVISION, rows)


def poster() -> Poster:
    """Return a season that is open for entries."""
    return Poster(
        "Spring Offensive 2027", "open", "division", "Paths of Glory, Historical", 23, 4, closes=_BEGIN, begins=_BEGIN + 7 * _DAY,
        ends=_BEGIN + 127 * _DAY, bank=5 * _DAY, per_round=8 * 3_600,
    )  # fmt: skip


def card() -> PairingCard:
    """Return a match that has not begun."""
    players = (Player(NAMES[0], 1622, 130, 1, 3, 0, 1), Player(NAMES[1]))
    return PairingCard(DIVISION, "1.2.7", players, SIDES, _BEGIN + 50 * _DAY)


def pairings(count: int) -> Pairings:
    """Return a partly played round; the last match is a bye."""
    rows = [
        Pairing(f"4.1.{index + 1}", NAMES[index], NAMES[-1 - index], ("waiting", "playing", "annulled")[index % 3])
        if index % 4 < 2 else
        Pairing(f"4.1.{index + 1}", NAMES[index], NAMES[-1 - index], "over", ((2, 0), (0, 2), (1, 1))[index % 3], index == 3)
        for index in range(count)
    ]  # fmt: skip
    rows[-1] = Pairing(f"4.1.{count}", NAMES[count - 1], "", "bye")
    return Pairings(DIVISION if count < 8 else SWISS, tuple(rows), SIDES)


def course() -> Course:
    """Return a long game that turned twice."""
    points = tuple(round(50 + 42 * math.sin(number / 27) * math.cos(number / 11)) for number in range(216))
    turns = tuple((12 * turn, turn + 1) for turn in range(18))
    lows, highs = (tuple(max(1, min(99, point + by)) for point in points) for by in (-12, 12))
    marks = (14, 60, 61, 130, 190)
    return Course("Campaign", f"{NAMES[0]} – {NAMES[1]}", SIDES, points, turns, marks, 23, -8, lows=lows, highs=highs)


__all__ = ["NAMES", "SIDES", "samples"]
