"""Import of a pairing program's rounds into a season played elsewhere: pairings, byes and results, all or nothing."""

from __future__ import annotations

import copy
import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import partial

from bot.leagues import acts, journal
from bot.leagues.entrants import Side
from bot.leagues.exchange import trf
from bot.leagues.exchange.malformed import Malformed
from bot.leagues.exchange.trf.records import NAME
from bot.leagues.formats import entering
from bot.leagues.journal import DIVISION_FORMATS, Entry, Person, Points
from bot.leagues.matches import Fixed
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.leagues.standings import DRAW, WIN, How
from bot.narration.texts import host_text
from bot.service.leagues.act_refusals import ActRefused
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage import Store

_POINTS: Mapping[trf.TrfOutcome, Points] = {
    trf.TrfOutcome.WON: (WIN, 0), trf.TrfOutcome.DRAWN: (DRAW, DRAW), trf.TrfOutcome.LOST: (0, WIN),
    trf.TrfOutcome.WON_UNRATED: (WIN, 0), trf.TrfOutcome.DRAWN_UNRATED: (DRAW, DRAW), trf.TrfOutcome.LOST_UNRATED: (0, WIN),
}  # fmt: skip
_FORFEITS: Mapping[trf.TrfOutcome, int] = {trf.TrfOutcome.WON_BY_FORFEIT: WIN, trf.TrfOutcome.LOST_BY_FORFEIT: 0}
_FREE = (trf.TrfOutcome.PAIRING_BYE, trf.TrfOutcome.FULL_BYE, trf.TrfOutcome.WON_BY_FORFEIT)
_BRIEFLY = {
    "played_here": partial(host_text, "faults.reported.played_here"), "not_swiss": partial(host_text, "faults.reported.not_swiss"),
    "not_open": partial(host_text, "faults.reported.not_open"), "season_over": partial(host_text, "faults.reported.season_over"),
    "too_few": partial(host_text, "faults.reported.too_few"), "no_round_left": partial(host_text, "faults.reported.no_round_left"),
}  # fmt: skip


def _refusal_text(no: NotNow) -> str:
    """Return why the season rejects it, as text."""
    return _BRIEFLY[no.code](**no.data) if no.code in _BRIEFLY else ActRefused.of(no)


class _Report:
    """A report whose entrants have names of the season: the slot and line of each row."""

    def __init__(self, text: str) -> None:
        self.told = trf.read(text)
        if not (scoring := self.told.scoring).usual:
            figures = ", ".join(
                f"{letter} {tenths / 10:g}" for letter, tenths in zip("WDLAP", _figures(scoring), strict=True)
            )
            raise Malformed(scoring.line, host_text("faults.reported.scoring", figures=figures))
        self.line = {row.number: row.line for row in self.told.rows}
        self.rounds = max(len(row.rounds) for row in self.told.rows)
        self.slots: dict[int, Person] = {}

    def meet(self, names: Mapping[Person, str]) -> None:
        """Match the rows to these people by name; raise Malformed for an unknown, ambiguous or repeated name."""
        line_of: dict[Person, int] = {}
        for row in self.told.rows:
            line = self.line[row.number]
            if not row.name:
                raise Malformed(line, host_text("faults.reported.names_nobody"))
            meant = _find_person(row.name, names)
            if len(meant) != 1:
                key = "faults.reported.same_name" if meant else "faults.reported.unknown_name"
                raise Malformed(line, host_text(key, name=row.name))
            if (before := line_of.setdefault(meant[0], line)) != line:
                raise Malformed(line, host_text("faults.reported.named_twice", name=row.name, line=before))
            self.slots[row.number] = meant[0]

    def of(self, number: int) -> list[tuple[trf.TrfRow, trf.Round]]:
        """Return each row's entry for a round; a row that ends earlier has no game in it."""
        missed = trf.Round(trf.TrfOutcome.ZERO_BYE)
        return [(row, row.rounds[number - 1] if number <= len(row.rounds) else missed) for row in self.told.rows]

    def games(self, number: int) -> list[tuple[trf.TrfRow, trf.Round, bool]]:
        """Return a round's games by their first side's row, and whether sides are given (else by the lower number)."""
        told = self.of(number)
        answers = {row.number: one for row, one in told}
        found = []
        for row, one in told:
            if one.opponent is None:
                continue
            theirs = answers[one.opponent].side
            sided = one.side is not None or theirs is not None
            side = one.side or (theirs.other if theirs is not None else None)
            if side is Side.FIRST or (not sided and row.number < one.opponent):
                found.append((row, one, sided))
        return found


def _find_person(text: str, names: Mapping[Person, str]) -> list[Person]:
    """Return who is called so: to the letter, else in small letters, else by as much of the name as a report has room for."""
    for like in (
        _normalise_name,
        lambda name: _normalise_name(name).casefold(),
        lambda name: _normalise_name(_normalise_name(name)[:NAME]).casefold(),
    ):
        if found := [slot for slot, name in names.items() if like(name) == like(text)]:
            return found
    return []


def _normalise_name(name: str) -> str:
    """Return a name as it is compared: accents in one form, single blanks."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def _figures(scoring: trf.Scoring) -> tuple[int, ...]:
    return scoring.win, scoring.draw, scoring.loss, scoring.absence, scoring.bye


def left_out(text: str) -> str:
    """Return the report's unrecognised records as a sentence; "" if there are none. Raise like `rounds`."""
    found: dict[str, list[int]] = {}
    for one in trf.read(text).unknown:
        found.setdefault(one.code, []).append(one.line)
    named = [f"{code} (line {', '.join(map(str, lines))})" for code, lines in found.items()]
    return " " + host_text("faults.reported.records_not_understood_were", names="; ".join(named)) if named else ""


async def rounds(store: Store, repository: SeasonRepository, season_id: str, text: str) -> int:
    """Import the rounds and results that the season does not have yet; return the number of new results.

    Raises:
        Malformed: a line cannot be read, names nobody of the season, or contradicts a reported result.
    """
    report = _Report(text)
    stands = await repository.season(season_id)
    persons = {slot: stands.holder_of(slot) for slot in (*stands.holders, *_entrants_before_draw(stands))}
    people = await store.persons.read_all(persons.values())
    report.meet({slot: people[who].name for slot, who in persons.items() if who in people})
    counted = 0

    def decide(season: Season) -> Sequence[Entry]:
        nonlocal counted
        scratch, found = copy.deepcopy(season), list[Entry]()
        # In divisions a report numbers the games as rounds, all of which are drawn at once.
        whole = season.rules.format in DIVISION_FORMATS and season.round
        if season.rules.format not in DIVISION_FORMATS:
            _check_planned_rounds(season, report)
            _check_byes(season, report)
        for number in () if whole else range(season.round + 1, report.rounds + 1):
            if any(one.opponent is not None for _, one in report.of(number)):
                found += _take(scratch, _round_entries(scratch, report, number, repository.at))
        drawn = len(found)
        for number in range(1, report.rounds + 1):
            found += _results(scratch, report, number, repository.at)
        counted = len(found) - drawn
        return found

    key = f"import:{hashlib.sha256(text.encode()).hexdigest()}:{stands.length}"
    await repository.act(season_id, key, decide)
    return counted


def _check_planned_rounds(season: Season, report: _Report) -> None:
    """Refuse a report that plans more rounds than the season, whether or not it has them already."""
    told, planned = report.told, season.rules.rounds
    if planned and told.rounds > planned:
        raise Malformed(
            told.planned_at, host_text("faults.reported.more_rounds_planned", told=told.rounds, rounds=planned)
        )


def _check_byes(season: Season, report: _Report) -> None:
    """Refuse a report by which somebody had another bye, or a bye instead of a match, in a round that is drawn."""
    byes = dict.fromkeys(season.byes, WIN)
    byes |= {(number, slot): points for number, slot, points in season.absences}
    matches = {(made.round, slot): made.match for made in season.matches.values() for slot in made.slots}
    for number in range(1, min(season.round, report.rounds) + 1):
        for row, one in report.of(number):
            at, line = (number, report.slots[row.number]), report.line[row.number]
            if one.opponent is None and at in matches:
                raise Malformed(line, host_text("faults.reported.paired_here", number=number, match=matches[at]))
            if one.opponent is None and byes.get(at, points := _points_without_opponent(one)) != points:
                raise Malformed(line, host_text("faults.reported.bye_differs", number=number))


def _points_without_opponent(one: trf.Round) -> int:
    """Return the points of a round without an opponent."""
    return WIN if one.outcome in _FREE else DRAW if one.outcome in _HALF else 0


def _entrants_before_draw(season: Season) -> list[Person]:
    """Return the entrants of a season before its first draw."""
    return [] if season.round else [one.person for one in entering(season, checked=False)]


def _take(season: Season, entries: Sequence[Entry]) -> Sequence[Entry]:
    for entry in entries:
        season.add(entry)
    return entries


def _round_entries(season: Season, report: _Report, number: int, at: float) -> list[Entry]:
    """Return the entries for a round as paired in the report."""
    told = report.of(number)
    pairs = [(report.slots[row.number], one) for row, one, _ in report.games(number)]
    matches = [
        journal.Fixture(match=f"{number}.1.{index}", section=0, first=slot, second=report.slots[one.opponent or 0])
        for index, (slot, one) in enumerate(pairs, start=1)
    ]
    # Entrants who are missing in the report miss the round, even the first.
    named = tuple(report.slots.values())
    there = (
        season.sections[0]
        if season.sections
        else (*named, *(one for one in _entrants_before_draw(season) if one not in named))
    )
    alone = [(row, one) for row, one in told if one.opponent is None]
    free = {kind: tuple(report.slots[row.number] for row, one in alone if one.outcome in kind) for kind in _KINDS}
    out = (*free[_ZERO], *(slot for slot in there if slot not in report.slots.values() and slot not in season.gone))
    made = journal.Drawn(
        at=at, round=number, sections=(there,), matches=tuple(matches), byes=free[_FREE], half=free[_HALF], absent=out,
        outside=True,
    )  # fmt: skip
    try:
        return acts.import_draw(season, made)
    except NotNow as no:
        first = min(report.line.values())
        raise Malformed(first, host_text("faults.reported.in_round", number=number, why=_refusal_text(no))) from None


_HALF, _ZERO = (trf.TrfOutcome.HALF_BYE,), (trf.TrfOutcome.ZERO_BYE, trf.TrfOutcome.LOST_BY_FORFEIT)
_KINDS = (_FREE, _HALF, _ZERO)


def _results(season: Season, report: _Report, number: int, at: float) -> list[Entry]:
    """Return the entries for results in a report that the season does not have yet."""
    found: list[Entry] = []
    for row, one, sided in report.games(number):
        if one.opponent is None or one.outcome is trf.TrfOutcome.OPEN:
            continue
        pair, line = (report.slots[row.number], report.slots[one.opponent]), report.line[row.number]
        # In divisions the rounds of a report are no rounds of the season.
        here = season.rules.format in DIVISION_FORMATS
        drawn = [made for made in season.matches.values() if here or made.round == number]
        known = [made for made in drawn if made.slots == pair]
        if not sided:
            known += [made for made in drawn if made.slots == pair[::-1]]
        made = next(iter(known), None)
        if made is None and not one.played:
            continue
        if made is None:
            raise Malformed(line, host_text("faults.reported.no_match"))
        try:
            if one.played:
                points = _POINTS[one.outcome]
                entries = acts.hand_in_result(season, journal.Resulted(at=at, match=made.match, game="", points=points))
            else:
                entries = _forfeit(season, report, number, one, made, pair, at)
        except NotNow as no:
            differs = no.code == "result_differs"
            why = host_text("faults.reported.result_differs", match=made.match) if differs else _refusal_text(no)
            raise Malformed(line, why) from None
        found += _take(season, entries)
    return found


def _forfeit(
    season: Season, report: _Report, number: int, one: trf.Round, made: Fixed, pair: tuple[Person, Person], at: float
) -> list[Entry]:
    """Return the entries for an unplayed game that one side won or both lost."""
    theirs = next(answer for row, answer in report.of(number) if row.number == one.opponent)
    points = _FORFEITS[one.outcome], _FORFEITS[theirs.outcome]
    if made.slots != pair:
        points = points[::-1]
    if (stands := made.result()) is not None:
        if (stands.points, stands.how) != (points, How.WALKOVER):
            raise NotNow("result_differs", match=made.match)
        return []
    return acts.rule_game(
        season, journal.Ruled(at=at, match=made.match, points=points, reason="forfeit", how=How.WALKOVER, rated=False)
    )


__all__ = ["left_out", "rounds"]
