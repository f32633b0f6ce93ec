"""Parses a TRF; contradictions and records that would change points are refused with their line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.leagues.exchange.malformed import Malformed
from bot.leagues.exchange.trf.records import (
    FORFEITS,
    PLAYED,
    SIDES,
    Round,
    Scoring,
    Tournament,
    TrfOutcome,
    TrfRow,
    Unknown,
)
from bot.narration.texts import host_text

_ROUNDS_AT, _ROUND_WIDTH = 91, 10
_COMMENT = "###"
#: Records about the tournament that are irrelevant for pairing and tables.
_ABOUT = frozenset({"022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "152", "172", "182", "192", "202", "212", "222"})  # fmt: skip
#: Records that change the points of results in ways not supported here.
_POINTS_CHANGED = re.compile(r"299|XXS|BB[WDLZFU]")
_RESULT = re.compile(r"([A-Z])\s*=?\s*(\d+(?:[.,]\d)?)")


class MalformedTrf(Malformed):
    """A line of a TRF that cannot be parsed."""


_ANSWERING = {
    TrfOutcome.WON: TrfOutcome.LOST,
    TrfOutcome.LOST: TrfOutcome.WON,
    TrfOutcome.DRAWN: TrfOutcome.DRAWN,
    TrfOutcome.WON_UNRATED: TrfOutcome.LOST_UNRATED,
    TrfOutcome.LOST_UNRATED: TrfOutcome.WON_UNRATED,
    TrfOutcome.DRAWN_UNRATED: TrfOutcome.DRAWN_UNRATED,
    TrfOutcome.WON_BY_FORFEIT: TrfOutcome.LOST_BY_FORFEIT,
    TrfOutcome.OPEN: TrfOutcome.OPEN,
}


def read(text: str) -> Tournament:
    """Parse a whole file.

    Raises:
        MalformedTrf: a line is too short or lacks a required number, two lines contradict each other, or points
            contradict
            the results.
    """
    name, rounds, scoring = "", 0, Scoring()
    rows: list[TrfRow] = []
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
            rounds = _number(line[4:], number, host_text("exchange.reading.number_rounds"))
        elif code == "162":
            scoring = _scoring(line, number)
        elif code == "001":
            rows.append(row := _fresh_row(line, number, lines))
            lines[row.number], points[row.number] = number, _points(line, number)
        elif _POINTS_CHANGED.fullmatch(code):
            raise MalformedTrf(
                number,
                host_text("exchange.reading.record_changes_points_results", code=code),
            )
        elif line.strip() and code != _COMMENT and code not in _ABOUT:
            unknown.append(Unknown(code.strip() or line.strip()[:3], number))
    if not rows:
        raise MalformedTrf(1, host_text("exchange.reading.no_line_begins_with"))
    _agree(rows, lines)
    _add_up(rows, points, scoring)
    return Tournament(name, rounds, tuple(sorted(rows, key=lambda row: row.number)), scoring, tuple(unknown))


def _number(text: str, line: int, what: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise MalformedTrf(
            line, host_text("exchange.reading.should_number_not", what=what, strip=f"{text.strip()[:20]!r}")
        ) from None


def _fresh_row(line: str, number: int, lines: Mapping[int, int]) -> TrfRow:
    """Parse a player whose starting rank is new."""
    row = _row(line, number)
    if row.number < 1:
        raise MalformedTrf(number, host_text("exchange.reading.starting_rank_columns_should", number=str(row.number)))
    if row.number in lines:
        before = lines[row.number]
        text = host_text("exchange.reading.starting_rank_stands_line", number=row.number, lines=before)
        raise MalformedTrf(number, text)
    return row


def _row(line: str, number: int) -> TrfRow:
    if len(line) < _ROUNDS_AT - 7:
        raise MalformedTrf(number, host_text("exchange.reading.line_ends_column_before", number=len(line)))
    rounds = tuple(
        _round(line[at : at + _ROUND_WIDTH].ljust(_ROUND_WIDTH), number, at)
        for at in range(_ROUNDS_AT, len(line.rstrip()), _ROUND_WIDTH)
    )
    rating = line[48:52].strip()
    return TrfRow(
        _number(line[4:8], number, host_text("exchange.reading.starting_rank_columns")),
        line[14:47].strip(),
        _number(rating, number, host_text("exchange.reading.rating_columns")) if rating else 0,
        rounds,
        number,
        int(place) if (place := line[85:89].strip()).isdecimal() else 0,
    )


def _points(line: str, number: int) -> int | None:
    """Return the points of a row, in tenths; None if the columns are empty."""
    cell = line[80:84].strip().replace(",", ".")
    if not cell:
        return None
    if not re.fullmatch(r"\d+(\.\d?)?", cell):
        raise MalformedTrf(number, host_text("exchange.reading.points_columns_should_number", cell=f"{cell[:20]!r}"))
    return round(10 * float(cell))


def _scoring(line: str, number: int) -> Scoring:
    """Return the scoring defined by record 162."""
    found = {letter: round(10 * float(value.replace(",", "."))) for letter, value in _RESULT.findall(line[3:].upper())}
    rest = _RESULT.sub("", line[3:].upper()).strip()
    if not found or rest or not found.keys() <= {*"WDLAPX"}:
        raise MalformedTrf(number, host_text("exchange.reading.record_should_give_points"))
    usual = Scoring()
    win, draw = found.get("W", usual.win), found.get("D", usual.draw)
    return Scoring(
        win, draw, found.get("L", 0), found.get("A", 0), found.get("P", win), found.get("X", draw), line=number
    )


def _add_up(rows: Sequence[TrfRow], points: dict[int, int | None], scoring: Scoring) -> None:
    """Refuse points that the results do not add up to.

    Programs that only pair leave 0.0: a zero contradicts the results only if most rows have their points.
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
            host_text(
                "exchange.reading.points_columns_but_results",
                value=f"{told[row.number] / 10:.1f}",
                least=f"{least:.1f}",
            ),
        )


def _range(row: TrfRow, scoring: Scoring) -> tuple[int, int]:
    """Return the minimum and maximum points of a row, in tenths: an unfinished game may already count for something."""
    total = scoring.total(row)
    return total, total + scoring.unknown * sum(one.outcome is TrfOutcome.OPEN for one in row.rounds)


def _round(cell: str, line: int, at: int) -> Round:
    opponent, colour, letter = cell[:4].strip(), cell[5:6].strip().lower(), cell[7:8].upper()
    where = host_text("exchange.reading.round_columns", value=at + 1, value_2=at + 8)
    alone = not opponent.strip("0")
    try:
        outcome = TrfOutcome(letter) if letter.strip() else TrfOutcome.ZERO_BYE if alone else TrfOutcome.OPEN
    except ValueError:
        raise MalformedTrf(
            line, host_text("exchange.reading.result_which_none", where=where, letter=f"{letter!r}")
        ) from None
    if alone:
        if outcome in PLAYED:
            raise MalformedTrf(
                line, host_text("exchange.reading.result_but_no_opponent", where=where, letter=f"{letter!r}")
            )
        return Round(outcome)
    if outcome not in (*PLAYED, *FORFEITS, TrfOutcome.OPEN):
        raise MalformedTrf(line, host_text("exchange.reading.opponent_bye", where=where, letter=f"{letter!r}"))
    if colour not in SIDES and (outcome not in FORFEITS or colour not in ("", "-")):
        raise MalformedTrf(line, host_text("exchange.reading.names_opponent_but_no", where=where))
    return Round(
        outcome, _number(opponent, line, host_text("exchange.reading.opponent", where=where)), SIDES.get(colour)
    )


def _agree(rows: Sequence[TrfRow], lines: dict[int, int]) -> None:
    """Refuse rows whose opponents have other results."""
    by_number = {row.number: row for row in rows}
    for row in rows:
        for index, one in enumerate(row.rounds):
            if one.opponent is None:
                continue
            if one.opponent == row.number:
                raise MalformedTrf(
                    lines[row.number], host_text("exchange.reading.round_names_entrant_line", value=index + 1)
                )
            if one.opponent not in by_number:
                raise MalformedTrf(
                    lines[row.number],
                    host_text("exchange.reading.round_names_who_no", value=index + 1, opponent=one.opponent),
                )
            theirs = by_number[one.opponent].rounds
            answer = theirs[index] if index < len(theirs) else None
            if answer is None or not _answers(row.number, one, answer):
                raise MalformedTrf(
                    lines[row.number],
                    host_text(
                        "exchange.reading.round_against_told_otherwise",
                        value=index + 1,
                        opponent=one.opponent,
                        lines=lines[one.opponent],
                    ),
                )


def _answers(number: int, one: Round, answer: Round) -> bool:
    if answer.opponent != number:
        return False
    if one.side is not None and answer.side is not None and answer.side is not one.side.other:
        return False
    if one.outcome in FORFEITS:
        # Both may have forfeited.
        return answer.outcome in FORFEITS and not one.outcome == answer.outcome == TrfOutcome.WON_BY_FORFEIT
    return _ANSWERING.get(one.outcome) is answer.outcome


__all__ = ["MalformedTrf", "read"]
