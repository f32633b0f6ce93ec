"""Parses a TRF; contradictions and records that would change points are refused with their line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

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
#: The figures of pairing programs for results, where they change nothing: tenths of a point.
_USUAL = {
    **dict.fromkeys(("W", "WW", "BW", "FW", "FPB", "PAB", "BBW", "BBU"), 10), **dict.fromkeys(("D", "WD", "BD", "HPB", "BBD"), 5),
    **dict.fromkeys(("L", "WL", "BL", "FL", "ZPB", "BBL", "BBZ", "BBF"), 0),
}  # fmt: skip
_FIGURE = re.compile(r"([A-Z]+)\s*=?\s*(\d+(?:\.\d+)?)\s*[,;]?")
#: What DOS put at the end of a file.
_END_OF_FILE = "\x1a"
_WHOLE = re.compile(r"-?[0-9]+")
#: A number of players, which some programs follow by that of the rated ones: `12 (8)`.
_COUNTED = re.compile(r"[0-9]+\b")
_RESULT = re.compile(r"([A-Z])\s*=?\s*(\d+(?:[.,]\d+)?)")
#: Points in whole tenths: `1`, `1.5`, `1.50`, `.5`.
_TENTHS = re.compile(r"(\d+)(?:\.(?:(\d)0*)?)?|\.(\d)0*")
#: Columns of a player's line, counted from 0, that stay blank, and those of a round's cell.
_BLANK, _BLANK_IN_ROUND = (3, 8, 84, 89, 90), (4, 6, 8, 9)


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
            contradict the results.
    """
    name, rounds, planned_at, players = "", 0, 0, ("", 0)
    worth: dict[str, tuple[int, int]] = {}
    rows: list[TrfRow] = []
    lines: dict[int, int] = {}
    points: dict[int, int | None] = {}
    unknown: list[Unknown] = []
    for number, line in enumerate(_lines(text), start=1):
        code = line[:3].upper()
        if code == "012":
            name = _name(line, number, name)
        elif code in ("XXR", "142"):
            if (planned := _read_planned_rounds(line, number, rounds)) != rounds:
                rounds, planned_at = planned, number
        elif code == "062":
            players = line[4:].strip(), number
        elif code == "162":
            _read_worth(line, number, worth)
        elif code == "001":
            rows.append(row := _fresh_row(line, number, lines))
            lines[row.number], points[row.number] = number, _points(line, number)
        elif _POINTS_CHANGED.fullmatch(code) and not _changes_nothing(line, code):
            raise MalformedTrf(
                number,
                host_text("exchange.reading.record_changes_points_results", code=code),
            )
        elif line.strip() and code != _COMMENT and code not in _ABOUT and not _POINTS_CHANGED.fullmatch(code):
            unknown.append(Unknown(code.strip() or line.strip()[:3], number))
    if not rows:
        raise MalformedTrf(1, host_text("exchange.reading.no_line_begins_with"))
    _count(players, len(rows))
    _check_opponents(rows, lines)
    scoring = _scoring(worth)
    _add_up(rows, points, scoring)
    return Tournament(
        name, rounds, tuple(sorted(rows, key=lambda row: row.number)), scoring, tuple(unknown), planned_at
    )


def _name(line: str, number: int, before: str) -> str:
    """Return the name of the tournament; refuse a second one, whose players would be mixed with those of the first."""
    name = line[4:].strip()
    if before and name != before:
        raise MalformedTrf(number, host_text("exchange.reading.second_tournament", name=name, before=before))
    return name


def _read_planned_rounds(line: str, number: int, before: int) -> int:
    """Return the planned rounds of a record XXR or 142; an empty one says nothing."""
    if not line[3:].strip():
        return before
    what = host_text("exchange.reading.number_rounds")
    rounds = _number(line[3:], number, what)
    if rounds < 1:
        raise MalformedTrf(number, host_text("exchange.reading.rounds_one_or_more", rounds=str(rounds)))
    if before and rounds != before:
        raise MalformedTrf(number, host_text("exchange.reading.rounds_twice", rounds=rounds, before=before))
    return rounds


def _count(players: tuple[str, int], rows: int) -> None:
    """Refuse a file that has lost lines: record 062 says that there are more players."""
    text, line = players
    told = _COUNTED.match(text)
    if told and int(told[0]) > rows:
        raise MalformedTrf(line, host_text("exchange.reading.players_missing", told=int(told[0]), rows=rows))


def _changes_nothing(line: str, code: str) -> bool:
    """Return True if all figures of a program's own scoring record are the usual ones."""
    if code == "299":
        return False
    text = (line if code.startswith("BB") else line[3:]).upper()
    figures = _FIGURE.findall(text)
    left = _FIGURE.sub("", text).strip(" ,;")
    return bool(figures) and not left and all(_USUAL.get(name) == _tenths(value) for name, value in figures)


def _lines(text: str) -> list[str]:
    """Return the lines of a file, whatever ends them, with tabs as the columns that they stand for."""
    ended = text.removeprefix("\ufeff").rstrip(_END_OF_FILE).replace("\r\n", "\n").replace("\r", "\n")
    return [line.expandtabs() for line in ended.split("\n")]


def _number(text: str, line: int, what: str) -> int:
    if not _WHOLE.fullmatch(text.strip()):
        raise MalformedTrf(
            line, host_text("exchange.reading.should_number_not", what=what, strip=f"{text.strip()[:20]!r}")
        )
    return int(text)


def _fresh_row(line: str, number: int, lines: Mapping[int, int]) -> TrfRow:
    """Parse a player whose starting rank is new."""
    row = _row_by_letters_or_bytes(line, number)
    if row.number < 1:
        raise MalformedTrf(number, host_text("exchange.reading.starting_rank_columns_should", number=str(row.number)))
    if row.number in lines:
        before = lines[row.number]
        text = host_text("exchange.reading.starting_rank_stands_line", number=row.number, lines=before)
        raise MalformedTrf(number, text)
    return row


def _row_by_letters_or_bytes(line: str, number: int) -> TrfRow:
    """Read a player whose columns are letters or, as some programs count a name with accents, bytes."""
    try:
        return _row(line, number)
    except MalformedTrf:
        if line.isascii():
            raise
        try:
            row = _row(line.encode().decode("latin-1"), number)
            return replace(row, name=row.name.encode("latin-1").decode())
        except (MalformedTrf, UnicodeDecodeError):
            pass
        raise


def _row(line: str, number: int) -> TrfRow:
    if len(line) < _ROUNDS_AT - 7:
        raise MalformedTrf(number, host_text("exchange.reading.line_ends_column_before", number=len(line)))
    if at := next((at for at in _BLANK if line[at : at + 1].strip()), 0):
        raise MalformedTrf(number, host_text("exchange.reading.column_should_blank", at=at + 1, found=line[at]))
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
    cell = line[80:84].strip()
    if not cell:
        return None
    if (tenths := _tenths(cell)) is None:
        raise MalformedTrf(number, host_text("exchange.reading.points_columns_should_number", cell=f"{cell[:20]!r}"))
    return tenths


def _tenths(text: str) -> int | None:
    """Return points in tenths; None for what is no number of them."""
    found = _TENTHS.fullmatch(text.replace(",", ".").replace("½", ".5"))
    return 10 * int(found[1] or 0) + int(found[2] or found[3] or 0) if found else None


def _read_worth(line: str, number: int, worth: dict[str, tuple[int, int]]) -> None:
    """Add what a record 162 says to what earlier ones say: by letter the tenths of a point, and the line."""
    text = line[3:].upper()
    found = [(letter, _tenths(value)) for letter, value in _RESULT.findall(text)]
    if not found or _RESULT.sub("", text).strip() or any(letter not in "WDLAPX" for letter, _ in found):
        raise MalformedTrf(number, host_text("exchange.reading.record_should_give_points"))
    for letter, tenths in found:
        if tenths is None:
            raise MalformedTrf(number, host_text("exchange.reading.record_should_give_points"))
        if worth.setdefault(letter, (tenths, number))[0] != tenths:
            raise MalformedTrf(number, host_text("exchange.reading.record_gives_twice", letter=letter))


def _scoring(worth: Mapping[str, tuple[int, int]]) -> Scoring:
    """Return what results bring, by the records 162 of a file."""
    usual, told = Scoring(), {letter: tenths for letter, (tenths, _) in worth.items()}
    win, draw = told.get("W", usual.win), told.get("D", usual.draw)
    line = min((number for _, number in worth.values()), default=0)
    return Scoring(win, draw, told.get("L", 0), told.get("A", 0), told.get("P", win), told.get("X", draw), line=line)


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
    if any(cell[blank].strip() for blank in _BLANK_IN_ROUND):
        raise MalformedTrf(line, host_text("exchange.reading.round_out_of_columns", where=where, cell=f"{cell!r}"))
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


def _check_opponents(rows: Sequence[TrfRow], lines: dict[int, int]) -> None:
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
