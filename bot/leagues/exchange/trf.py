"""Reads and writes tournaments in FIDE's TRF, the report that pairing programs exchange.

White is the first side, black the second. Only what pairing and tables need is kept: starting rank, name, rating, points, and each
round's opponent, colour and result. Columns as in FIDE's handbook, C.04.A annex 2 (TRF16), with the scoring record of TRF26.
Records of a kind that is not understood are named in the result; those that would change points are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from bot.leagues.entrants import Entrant, Side
from bot.leagues.exchange.malformed import Malformed

_ROUNDS_AT = 91
_ROUND_WIDTH = 10
_NOBODY = "0000"
_COLOURS = {"w": Side.FIRST, "b": Side.SECOND}
_LETTERS = {side: letter for letter, side in _COLOURS.items()}
_COMMENT = "###"
#: Records about the tournament that say nothing which pairing or tables need.
_ABOUT = frozenset({"022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "152", "172", "182", "192", "202", "212", "222"})  # fmt: skip
#: Records that change the points of results, in ways that nothing here counts.
_POINTS_CHANGED = re.compile(r"299|XXS|BB[WDLZFU]")
_RESULT = re.compile(r"([A-Z])\s*=?\s*(\d+(?:[.,]\d)?)")


class MalformedTrf(Malformed):
    """A line of a TRF that cannot be read."""


class Outcome(StrEnum):
    """TRF's letters of a round's result, seen by the entrant of the row."""

    WON = "1"
    DRAWN = "="
    LOST = "0"
    WON_UNRATED = "W"
    """So, and the two that follow, a game that lasted less than one move."""
    DRAWN_UNRATED = "D"
    LOST_UNRATED = "L"
    WON_BY_FORFEIT = "+"
    LOST_BY_FORFEIT = "-"
    PAIRING_BYE = "U"
    FULL_BYE = "F"
    HALF_BYE = "H"
    ZERO_BYE = "Z"
    OPEN = " "
    """A game that is paired and not over."""


#: The letters of the scoring record by which results are counted.
_COUNTED = {
    Outcome.WON: "W", Outcome.WON_UNRATED: "W", Outcome.WON_BY_FORFEIT: "W", Outcome.FULL_BYE: "W", Outcome.DRAWN: "D",
    Outcome.DRAWN_UNRATED: "D", Outcome.HALF_BYE: "D", Outcome.LOST: "L", Outcome.LOST_UNRATED: "L",
    Outcome.LOST_BY_FORFEIT: "A", Outcome.ZERO_BYE: "A", Outcome.PAIRING_BYE: "P",
}  # fmt: skip
_HALF_POINTS = {"W": 2, "D": 1, "P": 2}
_PLAYED = (
    Outcome.WON, Outcome.DRAWN, Outcome.LOST, Outcome.WON_UNRATED, Outcome.DRAWN_UNRATED, Outcome.LOST_UNRATED,
)  # fmt: skip
_FORFEITS = (Outcome.WON_BY_FORFEIT, Outcome.LOST_BY_FORFEIT)
_ANSWERING = {
    Outcome.WON: Outcome.LOST,
    Outcome.LOST: Outcome.WON,
    Outcome.DRAWN: Outcome.DRAWN,
    Outcome.WON_UNRATED: Outcome.LOST_UNRATED,
    Outcome.LOST_UNRATED: Outcome.WON_UNRATED,
    Outcome.DRAWN_UNRATED: Outcome.DRAWN_UNRATED,
    Outcome.WON_BY_FORFEIT: Outcome.LOST_BY_FORFEIT,
    Outcome.OPEN: Outcome.OPEN,
}


@dataclass(frozen=True, slots=True)
class Round:
    """One round of one entrant; `opponent` is a starting rank, None for a bye or an absence; a forfeit may have no side."""

    outcome: Outcome
    opponent: int | None = None
    side: Side | None = None

    @property
    def played(self) -> bool:
        """True if a game was played: forfeits and byes are not."""
        return self.outcome in _PLAYED

    @property
    def half_points(self) -> int:
        """What the round brought where a win is one point, in half points."""
        return _HALF_POINTS.get(_COUNTED.get(self.outcome, ""), 0)


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant of the file: starting rank, name, rating (0 for none), rounds from the first on, and the line that says so."""

    number: int
    name: str
    rating: int
    rounds: tuple[Round, ...]
    line: int = field(default=0, compare=False)

    @property
    def half_points(self) -> int:
        """The score where a win is one point, in half points."""
        return sum(one.half_points for one in self.rounds)


@dataclass(frozen=True, slots=True)
class Scoring:
    """What results bring, in tenths of a point: a win, a draw, a loss, an absence, the bye of the pairing; and the line that says so."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    absence: int = 0
    bye: int = 10
    unknown: int = 5
    line: int = field(default=0, compare=False)

    @property
    def usual(self) -> bool:
        """True where a draw is half a win, the bye a whole one, and all else nothing, as a league counts."""
        return self.win == 2 * self.draw == self.bye > 0 and self.loss == self.absence == 0

    def of(self, one: Round) -> int:
        """What a round brings, in tenths of a point; a game that is not over brings nothing."""
        by_letter = {"W": self.win, "D": self.draw, "L": self.loss, "A": self.absence, "P": self.bye}
        return by_letter.get(_COUNTED.get(one.outcome, ""), 0)

    def total(self, row: Row) -> int:
        """An entrant's points, in tenths."""
        return sum(map(self.of, row.rounds))


@dataclass(frozen=True, slots=True)
class Unknown:
    """A record of a kind that is not understood, and the line that has it."""

    code: str
    line: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament's name, planned rounds (0 where not told), rows, scoring, and the records that were not understood."""

    name: str
    rounds: int
    rows: tuple[Row, ...]
    scoring: Scoring = Scoring()
    unknown: tuple[Unknown, ...] = field(default=(), compare=False)


def read(text: str) -> Tournament:
    """Reads a whole file.

    Raises:
        MalformedTrf: a line is too short, holds no number where one must be, two lines contradict each other, or points contradict the
            results.
    """
    name, rounds, scoring = "", 0, Scoring()
    rows: list[Row] = []
    lines: dict[int, int] = {}
    points: dict[int, int | None] = {}
    unknown: list[Unknown] = []
    for number, line in enumerate(
        text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1
    ):
        code = line[:3].upper()
        if code == "012":
            name = line[4:].strip()
        elif code in ("XXR", "142"):
            rounds = _number(line[4:], number, "the number of rounds")
        elif code == "162":
            scoring = _scoring(line, number)
        elif code == "001":
            row = _row(line, number)
            if row.number < 1:
                raise MalformedTrf(number, f"the starting rank (columns 5 to 8) should be 1 or more, not {row.number}")
            if row.number in lines:
                raise MalformedTrf(number, f"starting rank {row.number} stands in line {lines[row.number]} already")
            lines[row.number], points[row.number] = number, _points(line, number)
            rows.append(row)
        elif _POINTS_CHANGED.fullmatch(code):
            raise MalformedTrf(
                number,
                f"the record {code} changes the points of results, which is not understood: record 162 gives a scoring",
            )
        elif line.strip() and code != _COMMENT and code not in _ABOUT:
            unknown.append(Unknown(code.strip() or line.strip()[:3], number))
    if not rows:
        raise MalformedTrf(1, "no line begins with 001: the file names no entrant")
    _agree(rows, lines)
    _add_up(rows, points, scoring)
    return Tournament(name, rounds, tuple(sorted(rows, key=lambda row: row.number)), scoring, tuple(unknown))


def write(tournament: Tournament) -> str:
    """Writes a tournament so that `read` gives the same back; ends with a newline."""
    scoring = tournament.scoring
    places = sorted(tournament.rows, key=lambda row: (-scoring.total(row), row.number))
    place_of = {row.number: place for place, row in enumerate(places, start=1)}
    lines = [f"012 {tournament.name}"]
    if scoring != Scoring():
        values = zip(
            "WDLAPX",
            (scoring.win, scoring.draw, scoring.loss, scoring.absence, scoring.bye, scoring.unknown),
            strict=True,
        )
        lines.append("162  " + "    ".join(f"{letter}{tenths / 10:>4.1f}" for letter, tenths in values))
    lines += [_line(row, place_of[row.number], scoring) for row in tournament.rows]
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
    worth = _worth(tournament.scoring)
    scores = [_scores(row, worth) for row in tournament.rows]
    before = {row.number: score for row, score in zip(tournament.rows, scores, strict=True)}
    return tuple(_entrant(row, before, worth) for row in tournament.rows if len(row.rounds) == gone)


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
        number,
    )


def _points(line: str, number: int) -> int | None:
    """The points of a row, in tenths; None where the columns are empty."""
    cell = line[80:84].strip().replace(",", ".")
    if not cell:
        return None
    if not re.fullmatch(r"\d+(\.\d?)?", cell):
        raise MalformedTrf(number, f"the points (columns 81 to 84) should be a number such as 11.5, not {cell[:20]!r}")
    return round(10 * float(cell))


def _scoring(line: str, number: int) -> Scoring:
    """What results bring, by record 162."""
    found = {letter: round(10 * float(value.replace(",", "."))) for letter, value in _RESULT.findall(line[3:].upper())}
    rest = _RESULT.sub("", line[3:].upper()).strip()
    if not found or rest or not found.keys() <= {*"WDLAPX"}:
        raise MalformedTrf(
            number, "the record 162 should give points to some of W D L A P X, such as `162  W 1.0    D 0.5    L 0.0`"
        )
    usual = Scoring()
    win, draw = found.get("W", usual.win), found.get("D", usual.draw)
    return Scoring(
        win, draw, found.get("L", 0), found.get("A", 0), found.get("P", win), found.get("X", draw), line=number
    )


def _add_up(rows: Sequence[Row], points: dict[int, int | None], scoring: Scoring) -> None:
    """Refuses points that the results do not add up to.

    Programs that only pair leave 0.0 where they count nothing: a zero contradicts the results only where most rows have their points.
    """
    told = {row.number: value for row in rows if (value := points[row.number]) is not None}
    sums = {row.number: _range(row, scoring) for row in rows}
    wrong = [
        row for row in rows if row.number in told and not sums[row.number][0] <= told[row.number] <= sums[row.number][1]
    ]
    right = sum(told[row.number] > 0 for row in rows if row.number in told and row not in wrong)
    empty = [row for row in wrong if not told[row.number]]
    for row in wrong if right > len(empty) else [row for row in wrong if told[row.number]]:
        least = sums[row.number][0] / 10
        raise MalformedTrf(
            row.line,
            f"the points (columns 81 to 84) are {told[row.number] / 10:.1f}, but the results add up to {least:.1f}",
        )


def _range(row: Row, scoring: Scoring) -> tuple[int, int]:
    """The fewest and the most tenths of points that a row may have: a game that is not over may count for something already."""
    total = scoring.total(row)
    return total, total + scoring.unknown * sum(one.outcome is Outcome.OPEN for one in row.rounds)


def _round(cell: str, line: int, at: int) -> Round:
    opponent, colour, letter = cell[:4].strip(), cell[5:6].strip().lower(), cell[7:8].upper()
    where = f"the round in columns {at + 1} to {at + 8}"
    alone = not opponent.strip("0")
    try:
        outcome = Outcome(letter) if letter.strip() else Outcome.ZERO_BYE if alone else Outcome.OPEN
    except ValueError:
        raise MalformedTrf(
            line, f"{where} has the result {letter!r}, which is none of 1 = 0 W D L + - U F H Z"
        ) from None
    if alone:
        if outcome in _PLAYED:
            raise MalformedTrf(line, f"{where} has the result {letter!r} but no opponent")
        return Round(outcome)
    if outcome not in (*_PLAYED, *_FORFEITS, Outcome.OPEN):
        raise MalformedTrf(line, f"{where} has an opponent and the bye {letter!r}")
    if colour not in _COLOURS and (outcome not in _FORFEITS or colour not in ("", "-")):
        raise MalformedTrf(line, f"{where} names an opponent but no colour w or b")
    return Round(outcome, _number(opponent, line, f"the opponent of {where}"), _COLOURS.get(colour))


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
    if answer.opponent != number:
        return False
    if one.side is not None and answer.side is not None and answer.side is not one.side.other:
        return False
    if one.outcome in _FORFEITS:
        # Both may have forfeited.
        return answer.outcome in _FORFEITS and not one.outcome == answer.outcome == Outcome.WON_BY_FORFEIT
    return _ANSWERING.get(one.outcome) is answer.outcome


# ------------------------------------------------------------------------------------------------- writing


def _line(row: Row, place: int, scoring: Scoring) -> str:
    head = f"001 {row.number:>4}      {row.name[:33]:<33} {row.rating or '':>4}"
    return f"{head:<80}{scoring.total(row) / 10:>4.1f} {place:>4}  " + "  ".join(map(_cell, row.rounds))


def _cell(one: Round) -> str:
    if one.opponent is None:
        return f"{_NOBODY} - {one.outcome}"
    return f"{one.opponent:>4} {_LETTERS[one.side] if one.side is not None else '-'} {one.outcome}"


# ----------------------------------------------------------------------------------------------- entrants


_Worth = Callable[[Round], int]


def _worth(scoring: Scoring) -> _Worth:
    """What rounds count in pairing: half points, or tenths where another scoring holds."""
    return scoring.of if scoring != Scoring() else lambda one: one.half_points


def _scores(row: Row, worth: _Worth) -> tuple[int, ...]:
    """The score before each round."""
    total, before = 0, []
    for one in row.rounds:
        before.append(total)
        total += worth(one)
    return tuple(before)


def _entrant(row: Row, before: dict[int, tuple[int, ...]], worth: _Worth) -> Entrant:
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
    """How far above the opponent's score the entrant stood; who won without a game counts as having played below."""
    if one.opponent is None or not one.played:
        return worth(one)
    return before[number][index] - before[one.opponent][index]


def _free_win(one: Round) -> bool:
    return one.outcome in (Outcome.PAIRING_BYE, Outcome.FULL_BYE, Outcome.WON_BY_FORFEIT)
