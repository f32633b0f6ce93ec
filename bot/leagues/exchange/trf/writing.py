"""Writes a TRF."""

from __future__ import annotations

from bot.leagues.exchange.trf.records import NAME, SIDES, Round, Scoring, Tournament, TrfRow

_NOBODY = "0000"
_LETTERS = {side: letter for letter, side in SIDES.items()}


def write(tournament: Tournament) -> str:
    """Return a tournament as a file that `read` can parse; ends with a newline.

    The rank of a row is its place, if known, else the order by points.
    """
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
    lines += [_line(row, row.place or place_of[row.number], scoring) for row in tournament.rows]
    if tournament.rounds:
        lines.append(f"XXR {tournament.rounds}")
    return "\n".join(lines) + "\n"


def _line(row: TrfRow, place: int, scoring: Scoring) -> str:
    head = f"001 {row.number:>4}      {row.name[:NAME]:<{NAME}} {row.rating or '':>4}"
    return f"{head:<80}{scoring.total(row) / 10:>4.1f} {place:>4}  " + "  ".join(map(_cell, row.rounds))


def _cell(one: Round) -> str:
    if one.opponent is None:
        return f"{_NOBODY} - {one.outcome}"
    return f"{one.opponent:>4} {_LETTERS[one.side] if one.side is not None else '-'} {one.outcome}"


__all__ = ["write"]
