"""What may happen to a season: each act reads it and gives the entries that its journal gains, or refuses.

Nothing is stored here: whoever calls appends the entries at the revision that he read (`Season.length`) and does the act again if
somebody was faster. An act that has happened already gives no entries, so that every step of a round may be repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.leagues import divisions, journal
from bot.leagues.entrants import Entrant, Side
from bot.leagues.journal import Entry, Fixture, Opened, Person, Points
from bot.leagues.lots import commitment, drawn, shuffled
from bot.leagues.pairing import Pair, pair_round
from bot.leagues.season import Fixed, Season
from bot.leagues.standings import DRAW, WIN, How

_CIRCLE = "circle"
_RANK = "rank"
_ROUND = "round"


class NotNow(Exception):
    """An act that is refused: a code for the words and what they name."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


def opened(rules: Opened) -> list[Entry]:
    """A season begins with its rules.

    Raises:
        NotNow: its games could outlast the window (`window_too_short`: needed and given, in seconds).
    """
    if not rules.clock.fits(rules.own_rounds, rules.window):
        raise NotNow("window_too_short", needed=rules.clock.longest(rules.own_rounds), given=rules.window)
    return [rules]


def joined(season: Season, entry: journal.Joined) -> list[Entry]:
    """Somebody enters; once a draw was made, as a substitute alone."""
    if season.stage == "over":
        raise NotNow("season_over")
    if season.entrants.get(entry.person) is not None:
        raise NotNow("entered_already", person=entry.person)
    if season.stage != "open" and not entry.substitute:
        raise NotNow("registration_closed")
    return [entry]


def left(season: Season, person: Person, at: float) -> list[Entry]:
    """Somebody goes: before the draw without a trace in the tables, later by withdrawing."""
    if person not in season.entrants:
        raise NotNow("not_entered", person=person)
    if season.stage == "over":
        raise NotNow("season_over")
    if season.section_of(person) is None:
        return [journal.Left(at=at, by=person, person=person)]
    return withdrawn(season, person, at, by=person)


def closed(season: Season, by: Person, at: float) -> list[Entry]:
    """Registration ends.

    Raises:
        NotNow: too few have entered (`too_few`: how many and how many it takes).
    """
    if season.stage != "open":
        return []
    count = len(_entering(season))
    fewest = 2 if season.rules.format == "swiss" else divisions.FEWEST
    if count < fewest:
        raise NotNow("too_few", count=count, fewest=fewest)
    return [journal.Closed(at=at, by=by)]


# ---------------------------------------------------------------------------------------------------- draw


def draw(season: Season, seed: bytes, by: Person, at: float, *, cut: bool = False) -> list[Entry]:
    """The next draw: of the sections, or of a Swiss's next round. The same season and seed give the same draw, so a preview is one.

    `cut` goes on while games of the round are open; their results count when they come, and the pairing stands.

    Raises:
        NotNow: registration is open, the seed is not the promised one, games are open, or no round is left.
    """
    if season.stage == "open":
        raise NotNow("registration_open")
    if season.stage == "over":
        raise NotNow("season_over")
    if commitment(seed) != season.rules.commitment:
        raise NotNow("wrong_seed")
    if season.rules.format != "swiss":
        if season.round:
            raise NotNow("drawn_already")
        return [_divisions(season, seed, by, at)]
    if season.round >= season.rules.rounds:
        raise NotNow("no_round_left", rounds=season.rules.rounds)
    if season.round and not cut and (still := season.open_matches()):
        raise NotNow("matches_open", matches=tuple(made.match for made in still))
    return [_swiss_round(season, seed, by, at)]


def _entering(season: Season) -> list[journal.Joined]:
    return [entry for entry in season.entrants.values() if not entry.substitute]


def _ranked(season: Season, seed: bytes) -> list[Person]:
    """Who entered, the best rated first, by lot among equals."""
    lots = {name: lot for lot, name in enumerate(shuffled(seed, season.entrants, _RANK))}
    return [entry.person for entry in sorted(_entering(season), key=lambda one: (-one.rating, lots[one.person]))]


def _divisions(season: Season, seed: bytes, by: Person, at: float) -> journal.Drawn:
    ranked = _ranked(season, seed)
    sections, matches = [], []
    for number, size in enumerate(divisions.sizes(len(ranked))):
        section = tuple(ranked[:size])
        ranked = ranked[size:]
        sections.append(section)
        circle = shuffled(seed, section, _CIRCLE, str(number))
        pairs = divisions.games(circle, twice=season.rules.format == "double")
        matches += list(_fixtures(1, number, pairs))
    return journal.Drawn(at=at, by=by, round=1, sections=tuple(sections), matches=tuple(matches))


def _swiss_round(season: Season, seed: bytes, by: Person, at: float) -> journal.Drawn:
    number = season.round + 1
    section = season.sections[0] if season.sections else tuple(_ranked(season, seed))
    field = [_entrant(season, slot, rank) for rank, slot in enumerate(section, start=1) if slot not in season.gone]
    found = pair_round(field, drawn(seed, _ROUND, str(number)))
    return journal.Drawn(
        at=at,
        by=by,
        round=number,
        sections=(section,),
        matches=tuple(_fixtures(number, 0, found.pairs)),
        bye=found.bye,
        left=found.left,
    )


def _fixtures(number: int, section: int, pairs: Iterable[Pair]) -> Iterable[Fixture]:
    for index, pair in enumerate(pairs, start=1):
        yield Fixture(match=f"{number}.{section + 1}.{index}", section=section, first=pair.first, second=pair.second)


def _entrant(season: Season, slot: Person, rank: int) -> Entrant:
    """A slot as pairing sees it before the next round."""
    score, met, sides, floats, free = 0, set[str](), list[Side](), list[int](), False
    before: dict[Person, int] = {}
    results = sorted(season.counted(0), key=lambda result: result.round) if season.sections else []
    for number in range(1, season.round + 1):
        now = [result for result in results if result.round == number]
        for result in now:
            if slot not in (result.first, result.second):
                continue
            side = Side.FIRST if result.first == slot else Side.SECOND
            own = result.points[0 if side is Side.FIRST else 1]
            other = result.second if side is Side.FIRST else result.first
            score += own
            if other is not None and result.how is How.PLAYED:
                met.add(other)
                sides.append(side)
                floats.append(before.get(slot, 0) - before.get(other, 0))
            elif own == WIN:
                free = True
                floats.append(own)
        for result in now:
            for name, points in zip((result.first, result.second), result.points, strict=True):
                if name is not None:
                    before[name] = before.get(name, 0) + points
    # Whoever is still at it has met all the same.
    met |= {other for made in season.matches.values() if slot in made.slots for other in made.slots} - {slot}
    return Entrant(slot, rank, score, frozenset(met), tuple(sides), tuple(floats), free)


# -------------------------------------------------------------------------------------------------- results


def created(season: Season, match: str, game: str, at: float) -> list[Entry]:
    """A match has got its game; the same again is no news."""
    made = _match(season, match)
    if made.game == game:
        return []
    if made.game:
        raise NotNow("has_a_game", match=match, game=made.game)
    return [journal.Created(at=at, match=match, game=game)]


def resulted(season: Season, report: journal.Resulted) -> list[Entry]:
    """A game reports its end. Twice the same is told once; another result needs a ruling.

    Raises:
        NotNow: no such match, another game's report, points that no game gives, or a different result stands.
    """
    made = _match(season, report.match)
    if made.game != report.game:
        raise NotNow("other_game", match=report.match, game=made.game)
    if sum(report.points) != WIN and report.points != (0, 0):
        raise NotNow("no_result", points=report.points)
    if made.reported is not None:
        if (made.reported.points, made.reported.margin) == (report.points, report.margin):
            return []
        raise NotNow("result_differs", match=report.match, stands=made.reported.points)
    return [report]


def handed_in(season: Season, report: journal.Resulted) -> list[Entry]:
    """The result of a match that was played elsewhere; it has no game here.

    Raises:
        NotNow: the season's games report themselves, or as for `resulted`.
    """
    if not season.rules.outside:
        raise NotNow("played_here", match=report.match)
    return resulted(season, report)


def ruled(season: Season, ruling: journal.Ruled) -> list[Entry]:
    """An organiser decides a match; over the journal's other entries, and never in the own section.

    Raises:
        NotNow: no such match, points that no ruling gives, the organiser plays in that section, or the season is over.
    """
    made = _match(season, ruling.match)
    if season.stage == "over":
        raise NotNow("season_over")
    if ruling.points not in ((WIN, 0), (0, WIN), (DRAW, DRAW), (0, 0)):
        raise NotNow("no_result", points=ruling.points)
    if ruling.by and season.section_of(ruling.by) == made.section:
        raise NotNow("own_section", section=made.section + 1)
    return [] if _same(made, ruling) else [ruling]


def _same(made: Fixed, ruling: journal.Ruled) -> bool:
    stands = made.ruled
    return stands is not None and (stands.points, stands.reason, stands.how) == (
        ruling.points,
        ruling.reason,
        ruling.how,
    )


def _match(season: Season, match: str) -> Fixed:
    made = season.matches.get(match)
    if made is None:
        raise NotNow("no_match", match=match)
    return made


# ---------------------------------------------------------------------------------------- coming and going


def withdrawn(season: Season, person: Person, at: float, *, by: Person = "", silent: bool = False) -> list[Entry]:
    """Somebody stops; whoever has gone already is gone."""
    if season.section_of(person) is None:
        raise NotNow("not_entered", person=person)
    if season.stage == "over":
        raise NotNow("season_over")
    if season.slot_of(person) in season.gone:
        return []
    return [journal.Withdrawn(at=at, by=by, person=person, silent=silent)]


def replaced(season: Season, person: Person, substitute: Person, at: float, *, by: Person = "") -> list[Entry]:
    """A substitute takes over somebody's slot.

    Raises:
        NotNow: the person holds no slot, or the substitute does not wait as one.
    """
    if season.stage == "over":
        raise NotNow("season_over")
    if season.section_of(person) is None:
        if season.section_of(substitute) is not None and person in season.holders:
            return []
        raise NotNow("not_entered", person=person)
    if substitute not in season.waiting():
        raise NotNow("no_substitute", person=substitute)
    return [journal.Replaced(at=at, by=by, person=person, substitute=substitute)]


def one_person(season: Season, person: Person, former: Person) -> None:
    """Refuse to take two for one person where they stand in a season as two.

    Raises:
        NotNow: they are in one section, or both are in a season that is not over.
    """
    both = [one for one in (person, former) if one in season.entrants]
    sections = {season.section_of(one) for one in both} - {None}
    slots = {slot for slot, holder in season.holders.items() if holder in (person, former)}
    if len(both) == 2 and len(sections) == 1 and all(season.section_of(one) is not None for one in both):
        raise NotNow("both_in_section", name=season.rules.name, section=sections.pop())
    if any(slots >= {*made.slots} for made in season.matches.values()):
        raise NotNow("both_in_match", name=season.rules.name)
    if len(both) == 2 and season.stage != "over":
        raise NotNow("both_entered", name=season.rules.name)


def linked(season: Season, person: Person, former: Person, at: float) -> list[Entry]:
    """Two persons turned out to be one; a season that is over, or in which the former one is not, gains nothing.

    Raises:
        NotNow: as `one_person`.
    """
    if season.stage == "over" or (former not in season.entrants and former not in season.holders.values()):
        return []
    one_person(season, person, former)
    return [journal.Linked(at=at, by=person, person=person, former=former)]


def finished(season: Season, seed: bytes, by: Person, at: float) -> list[Entry]:
    """The season ends and tells its seed.

    Raises:
        NotNow: nothing was drawn, rounds are left, matches are open, or the seed is not the promised one.
    """
    if season.stage == "over":
        return []
    if not season.round:
        raise NotNow("not_drawn")
    if season.rules.format == "swiss" and season.round < season.rules.rounds and len(season.playing()) > 1:
        raise NotNow("rounds_left", rounds=season.rules.rounds - season.round)
    if still := season.open_matches():
        raise NotNow("matches_open", matches=tuple(made.match for made in still))
    if commitment(seed) != season.rules.commitment:
        raise NotNow("wrong_seed")
    return [journal.Finished(at=at, by=by, seed=seed.hex())]


# --------------------------------------------------------------------------------------------- verification


def verified(entries: Sequence[Entry]) -> list[str]:
    """What does not follow: every draw is made again from the entries before it and the seed, and must be the same.

    Gives the rounds whose draw differs, empty if all follow; also "seed" if it is not the promised one, and "open" if it was
    not told yet.
    """
    whole = Season.told(entries)
    if not whole.seed:
        return ["open"]
    seed = bytes.fromhex(whole.seed)
    if commitment(seed) != whole.rules.commitment:
        return ["seed"]
    wrong = []
    season: Season | None = None
    for entry in entries:
        if isinstance(entry, journal.Drawn) and season is not None:
            again = draw(season, seed, entry.by, entry.at, cut=True)
            if again != [entry]:
                wrong.append(f"round {entry.round}")
        if season is None:
            season = Season.told([entry])
        else:
            season.add(entry)
    return wrong


__all__ = [
    "NotNow",
    "Points",
    "closed",
    "created",
    "draw",
    "finished",
    "handed_in",
    "joined",
    "left",
    "linked",
    "one_person",
    "opened",
    "replaced",
    "resulted",
    "ruled",
    "verified",
    "withdrawn",
]
