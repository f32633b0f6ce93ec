"""The draw of divisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations

from bot.leagues import divisions
from bot.leagues.formats.field import entering, fixtures, ranked
from bot.leagues.journal import Drawn, Fixture, Person
from bot.leagues.lots import shuffled
from bot.leagues.season import Season

_CIRCLE = "circle"


def drawn(season: Season, seed: bytes, at: float) -> Drawn:
    """Return the divisions with all their games."""
    sections, matches = [], list[Fixture]()
    for number, section in enumerate(_kept_apart(season, list(_sections(season, seed)))):
        sections.append(section)
        circle = shuffled(seed, section, _CIRCLE, str(number))
        matches += fixtures(1, number, divisions.games(circle, twice=season.rules.format == "double"))
    return Drawn(at=at, round=1, sections=tuple(sections), matches=tuple(matches))


def _sections(season: Season, seed: bytes) -> Iterator[tuple[Person, ...]]:
    """Yield divisions by the last season's tables if any, else by rating and lot, split by platform if necessary."""
    coming = ranked(season, seed, [entry.person for entry in entering(season)])
    if season.rules.ranking:
        known = {name for table in season.rules.ranking for name in table}
        staying = frozenset(known.intersection(coming))
        newcomers = [name for name in coming if name not in known]
        yield from divisions.next_season(season.rules.ranking, staying, newcomers)
        return
    place = {name: number for number, name in enumerate(coming)}
    found = [section for group in _groups(season, coming) for section in _cut_sections(group)]
    yield from sorted(found, key=lambda section: place[section[0]])


def _cut_sections(names: Sequence[Person]) -> Iterator[tuple[Person, ...]]:
    """Yield the names in sections of suitable sizes, in order."""
    start = 0
    for size in divisions.sizes(len(names)):
        yield tuple(names[start : start + size])
        start += size


# ------------------------------------------------------------------------------------------- platforms


def _groups(season: Season, coming: Sequence[Person]) -> list[list[Person]]:
    """Return one group with everyone or, if some could not play each other, groups by platform, each large enough.

    People on several platforms fill the smaller groups up to a number that divides well. A group that stays too small
    is merged with the largest: then its people cannot avoid opponents whom they could not play.
    """
    on = {name: season.platforms[name] for name in coming if name in season.platforms}
    if not on or frozenset.intersection(*on.values()):
        return [[*coming]]
    fixed: dict[str, list[Person]] = {}
    for name, platforms in on.items():
        if len(platforms) == 1:
            fixed.setdefault(min(platforms), []).append(name)
    free = [name for name in coming if len(on.get(name, ())) != 1]
    if not fixed:
        return [[*coming]]
    homeless = [on[name] for name in free if on.get(name, fixed.keys()).isdisjoint(fixed)]
    if homeless:
        known = Counter(platform for name in free for platform in on.get(name, ()))
        fixed[max(sorted(frozenset[str]().union(*homeless)), key=known.__getitem__)] = []
    groups = sorted(fixed.items(), key=lambda one: (len(one[1]), one[0]))
    for number in range(len(groups) - 1):
        joining = _fill_group(groups[number:], free, on)
        groups[number][1].extend(joining)
        free = [name for name in free if name not in joining]
    largest = groups[-1][1]
    largest += [*free, *(name for _, group in groups[:-1] if len(group) < divisions.FEWEST for name in group)]
    if len(largest) < divisions.FEWEST:
        return [[*coming]]
    large = [{*group} for _, group in groups if len(group) >= divisions.FEWEST]
    return [[name for name in coming if name in group] for group in large]


def _fill_group(
    groups: Sequence[tuple[str, list[Person]]], free: Sequence[Person], on: Mapping[Person, frozenset[str]]
) -> list[Person]:
    """Return the people on several platforms who fill the first of these groups; the largest comes last.

    Those who could play in no later group come first, without exception; then those wanted only by the largest. Nobody
    is taken whose absence would leave a later group too small.
    """
    (platform, group), later = groups[0], dict(groups[1:])
    small = [other for other, _ in groups[1:-1]]

    def fills(name: Person, others: Collection[str]) -> bool:
        return name not in on or not on[name].isdisjoint(others)

    able = [name for name in reversed(free) if fills(name, (platform,))]
    able.sort(key=lambda name: (fills(name, later), fills(name, small)))
    bound = sum(not fills(name, later) for name in able)
    spare = {other: len(names) + sum(fills(name, (other,)) for name in free) for other, names in later.items()}
    found = list[Person]()
    for name in able:
        wanted = [other for other in later if fills(name, (other,))]
        if not any(spare[other] == divisions.FEWEST for other in wanted):
            found.append(name)
            spare.update((other, spare[other] - 1) for other in wanted)
    most = max(bound, min(len(found), divisions.LARGEST))
    return found[: min(range(bound, most + 1), key=lambda count: _division_penalty(len(group) + count))]


def _division_penalty(count: int) -> tuple[bool, int]:
    """Return how badly a number divides: the number of even divisions, or if too small, how many are missing."""
    if count < divisions.FEWEST:
        return True, divisions.FEWEST - count
    return False, sum(size % 2 == 0 for size in divisions.sizes(count))


def _kept_apart(season: Season, sections: list[tuple[Person, ...]]) -> list[tuple[Person, ...]]:
    """Separate pairs to be kept apart: the lower one swaps with the nearest of another division without a new clash.

    The same for two without a common platform, if that reduces their number.
    """
    found = [list(section) for section in sections]
    for one, other in sorted(sorted(pair) for pair in season.apart):
        _separate(season, found, one, other, max)
    for one, other in _pairs_without_platform(season, found):
        if not _separate(season, found, one, other, max):
            _separate(season, found, one, other, min)
    return [tuple(section) for section in found]


def _separate(
    season: Season, found: list[list[Person]], one: Person, other: Person, which: Callable[[int, int], int]
) -> bool:
    """Separate two players of a division by swapping the lower or upper one; return False if no swap is possible."""
    number = next((index for index, section in enumerate(found) if {one, other} <= {*section}), None)
    if number is None:
        return True
    own = found[number]
    mine = which(own.index(one), own.index(other))
    for there in sorted(set(range(len(found))) - {number}, key=lambda index: (abs(index - number), -index)):
        spots = range(len(found[there])) if there > number else reversed(range(len(found[there])))
        spot = next((at for at in spots if _may_change(season, own, mine, found[there], at)), None)
        if spot is not None:
            own[mine], found[there][spot] = found[there][spot], own[mine]
            return True
    return False


def _pairs_without_platform(season: Season, sections: Sequence[Sequence[Person]]) -> list[tuple[Person, Person]]:
    """Return the pairs within divisions who share no platform."""
    if not season.platforms:
        return []
    return [two for section in sections for two in combinations(section, 2) if season.strangers(*two)]


def _may_change(season: Season, own: list[Person], mine: int, others: list[Person], spot: int) -> bool:
    """Return True if a swap creates no forbidden pair and leaves fewer unplayable ones, or as many and parts one."""
    goes, comes = own[mine], others[spot]
    left, right = [*own[:mine], *own[mine + 1 :]], [*others[:spot], *others[spot + 1 :]]
    pairs = [frozenset((comes, name)) for name in left] + [frozenset((goes, name)) for name in right]
    if any(pair in season.apart for pair in pairs):
        return False
    before = _unplayable(season, goes, left) + _unplayable(season, comes, right)
    after = _unplayable(season, comes, left) + _unplayable(season, goes, right)
    return after < before or (after == before and any(frozenset((goes, name)) in season.apart for name in left))


def _unplayable(season: Season, person: Person, names: Sequence[Person]) -> int:
    return sum(season.strangers(person, name) for name in names) if season.platforms else 0


__all__ = ["drawn"]
