"""Reads and writes tournaments in FIDE's TRF, the report that pairing programs exchange.

White is the first side, black the second. Only what pairing and tables need is kept: starting rank, name, rating, points, and each
round's opponent, colour and result. Columns as in FIDE's handbook, C.04.A annex 2 (TRF16).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.leagues.entrants import Entrant, Side
from bot.leagues.exchange.malformed import Malformed

_ROUNDS_AT = 91
_ROUND_WIDTH = 10
_NOBODY = "0000"
_COLOURS = {"w": Side.FIRST, "b": Side.SECOND}
_LETTERS = {side: letter for letter, side in _COLOURS.items()}


class MalformedTrf(Malformed):
    """A line of a TRF that cannot be read."""


class Outcome(StrEnum):
    """TRF's letters of a round's result, seen by the entrant of the row."""

    WON = "1"
    DRAWN = "="
    LOST = "0"
    WON_BY_FORFEIT = "+"
    LOST_BY_FORFEIT = "-"
    PAIRING_BYE = "U"
    FULL_BYE = "F"
    HALF_BYE = "H"
    ZERO_BYE = "Z"
    OPEN = " "
    """A game that is paired and not over."""


_HALF_POINTS = {
    Outcome.WON: 2,
    Outcome.DRAWN: 1,
    Outcome.WON_BY_FORFEIT: 2,
    Outcome.PAIRING_BYE: 2,
    Outcome.FULL_BYE: 2,
    Outcome.HALF_BYE: 1,
}
_PLAYED = (Outcome.WON, Outcome.DRAWN, Outcome.LOST)
_FORFEITS = (Outcome.WON_BY_FORFEIT, Outcome.LOST_BY_FORFEIT)
_ANSWERING = {
    Outcome.WON: Outcome.LOST,
    Outcome.LOST: Outcome.WON,
    Outcome.DRAWN: Outcome.DRAWN,
    Outcome.WON_BY_FORFEIT: Outcome.LOST_BY_FORFEIT,
    Outcome.OPEN: Outcome.OPEN,
}


@dataclass(frozen=True, slots=True)
class Round:
    """One round of one entrant; `opponent` is a starting rank, None for a bye."""

    outcome: Outcome
    opponent: int | None = None
    side: Side | None = None

    @property
    def played(self) -> bool:
        """True if a game was played: forfeits and byes are not."""
        return self.outcome in _PLAYED

    @property
    def half_points(self) -> int:
        """What the round brought, in half points."""
        return _HALF_POINTS.get(self.outcome, 0)


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant of the file: starting rank, name, rating (0 for none), rounds from the first on."""

    number: int
    name: str
    rating: int
    rounds: tuple[Round, ...]

    @property
    def half_points(self) -> int:
        """The score, in half points."""
        return sum(one.half_points for one in self.rounds)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament's name, planned rounds (0 where not told) and rows."""

    name: str
    rounds: int
    rows: tuple[Row, ...]


def read(text: str) -> Tournament:
    """Reads a whole file.

    Raises:
        MalformedTrf: a line is too short, holds no number where one must be, or two lines contradict each other.
    """
    name, rounds = "", 0
    rows: list[Row] = []
    lines: dict[int, int] = {}
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        if line.startswith("012"):
            name = line[4:].strip()
        elif line.startswith("XXR"):
            rounds = _number(line[4:], number, "the number of rounds")
        elif line.startswith("001"):
            row = _row(line, number)
            if row.number < 1:
                raise MalformedTrf(number, f"the starting rank (columns 5 to 8) should be 1 or more, not {row.number}")
            if row.number in lines:
                raise MalformedTrf(number, f"starting rank {row.number} stands in line {lines[row.number]} already")
            lines[row.number] = number
            rows.append(row)
    if not rows:
        raise MalformedTrf(1, "no line begins with 001: the file names no entrant")
    _agree(rows, lines)
    return Tournament(name, rounds, tuple(sorted(rows, key=lambda row: row.number)))


def write(tournament: Tournament) -> str:
    """Writes a tournament so that `read` gives the same back; ends with a newline."""
    places = sorted(tournament.rows, key=lambda row: (-row.half_points, row.number))
    place_of = {row.number: place for place, row in enumerate(places, start=1)}
    lines = [f"012 {tournament.name}"]
    lines += [_line(row, place_of[row.number]) for row in tournament.rows]
    if tournament.rounds:
        lines.append(f"XXR {tournament.rounds}")
    return "\n".join(lines) + "\n"


def entrants(tournament: Tournament) -> tuple[Entrant, ...]:
    """Those who are to be paired next: whoever has no entry for the coming round yet, named by starting rank.

    A forfeit is no game: it counts neither as a meeting nor as a side. A pairing bye, a full bye and a forfeit won leave no claim
    to a further bye.
    """
    counts = [len(row.rounds) for row in tournament.rows]
    gone = max(counts) if min(counts) == max(counts) else max(counts) - 1
    scores = [_scores(row) for row in tournament.rows]
    before = {row.number: score for row, score in zip(tournament.rows, scores, strict=True)}
    return tuple(_entrant(row, before) for row in tournament.rows if len(row.rounds) == gone)


# ------------------------------------------------------------------------------------------------- reading


def _number(text: str, line: int, what: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise MalformedTrf(line, f"{what} should be a number, not {text.strip()[:20]!r}") from None


def _row(line: str, number: int) -> Row:
    if len(line) < _ROUNDS_AT - 7:
        raise MalformedTrf(number, f"the line ends at column {len(line)}, before the points (columns 81 to 84)")
    rounds = tuple(
        _round(line[at : at + _ROUND_WIDTH].ljust(_ROUND_WIDTH), number, at)
        for at in range(_ROUNDS_AT, len(line.rstrip()), _ROUND_WIDTH)
    )
    rating = line[48:52].strip()
    return Row(
        _number(line[4:8], number, "the starting rank (columns 5 to 8)"),
        line[14:47].strip(),
        _number(rating, number, "the rating (columns 49 to 52)") if rating else 0,
        rounds,
    )


def _round(cell: str, line: int, at: int) -> Round:
    opponent, colour, letter = cell[:4].strip(), cell[5:6].strip(), cell[7:8]
    where = f"the round in columns {at + 1} to {at + 8}"
    alone = opponent in ("", _NOBODY)
    try:
        outcome = Outcome(letter) if letter.strip() else Outcome.ZERO_BYE if alone else Outcome.OPEN
    except ValueError:
        raise MalformedTrf(line, f"{where} has the result {letter!r}, which is none of 1 = 0 + - U F H Z") from None
    if alone:
        if outcome in _PLAYED or outcome in _FORFEITS:
            raise MalformedTrf(line, f"{where} has the result {letter!r} but no opponent")
        return Round(outcome)
    if colour not in _COLOURS:
        raise MalformedTrf(line, f"{where} names an opponent but no colour w or b")
    if outcome not in (*_PLAYED, *_FORFEITS, Outcome.OPEN):
        raise MalformedTrf(line, f"{where} has an opponent and the bye {letter!r}")
    return Round(outcome, _number(opponent, line, f"the opponent of {where}"), _COLOURS[colour])


def _agree(rows: Sequence[Row], lines: dict[int, int]) -> None:
    """Refuses rows whose opponents tell another story."""
    by_number = {row.number: row for row in rows}
    for row in rows:
        for index, one in enumerate(row.rounds):
            if one.opponent is None:
                continue
            if one.opponent == row.number:
                raise MalformedTrf(lines[row.number], f"round {index + 1} names the entrant of this line as opponent")
            if one.opponent not in by_number:
                raise MalformedTrf(lines[row.number], f"round {index + 1} names {one.opponent}, who has no line")
            theirs = by_number[one.opponent].rounds
            answer = theirs[index] if index < len(theirs) else None
            if answer is None or not _answers(row.number, one, answer):
                raise MalformedTrf(
                    lines[row.number],
                    f"round {index + 1} against {one.opponent} is told otherwise in line {lines[one.opponent]}",
                )


def _answers(number: int, one: Round, answer: Round) -> bool:
    if answer.opponent != number or one.side is None or answer.side is not one.side.other:
        return False
    if one.outcome in _FORFEITS:
        # Both may have forfeited.
        return answer.outcome in _FORFEITS and not one.outcome == answer.outcome == Outcome.WON_BY_FORFEIT
    return _ANSWERING.get(one.outcome) is answer.outcome


# ------------------------------------------------------------------------------------------------- writing


def _line(row: Row, place: int) -> str:
    head = f"001 {row.number:>4}      {row.name[:33]:<33} {row.rating or '':>4}"
    return f"{head:<80}{row.half_points / 2:>4.1f} {place:>4}  " + "  ".join(map(_cell, row.rounds))


def _cell(one: Round) -> str:
    if one.opponent is None or one.side is None:
        return f"{_NOBODY} - {one.outcome}"
    return f"{one.opponent:>4} {_LETTERS[one.side]} {one.outcome}"


# ----------------------------------------------------------------------------------------------- entrants


def _scores(row: Row) -> tuple[int, ...]:
    """The score before each round, in half points."""
    total, before = 0, []
    for one in row.rounds:
        before.append(total)
        total += one.half_points
    return tuple(before)


def _entrant(row: Row, before: dict[int, tuple[int, ...]]) -> Entrant:
    games = [(index, one) for index, one in enumerate(row.rounds) if one.played and one.opponent is not None]
    return Entrant(
        name=str(row.number),
        rank=row.number,
        score=row.half_points,
        met=frozenset(str(one.opponent) for _, one in games),
        sides=tuple(one.side for _, one in games if one.side is not None),
        floats=tuple(_float(row.number, index, one, before) for index, one in enumerate(row.rounds)),
        had_bye=any(_free_win(one) for one in row.rounds),
    )


def _float(number: int, index: int, one: Round, before: dict[int, tuple[int, ...]]) -> int:
    """How far above the opponent's score the entrant stood; who won without a game counts as having played below."""
    if one.opponent is None or not one.played:
        return one.half_points
    return before[number][index] - before[one.opponent][index]


def _free_win(one: Round) -> bool:
    return one.outcome in (Outcome.PAIRING_BYE, Outcome.FULL_BYE, Outcome.WON_BY_FORFEIT)
