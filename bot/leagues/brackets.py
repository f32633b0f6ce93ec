"""The state of a knock-out, derived from its matches: who is still in, who lost to whom in which round, and the places.

A player who has lost once, or twice in double elimination, is out. A match level on points and margin is played off.
After a second draw the holder of the second side advances.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.leagues.journal import KNOCKOUT_FORMATS, Person
from bot.leagues.matches import Fixed, match_number
from bot.leagues.results import result_of
from bot.leagues.state import SeasonState


@dataclass(frozen=True, slots=True)
class Knot:
    """One match of a bracket: the players, their losses before it, the winner, and the matches the two came from."""

    match: str
    round: int
    first: Person
    second: Person
    losses: int
    winner: Person | None
    comes_from: tuple[str, ...]
    eliminator: Person = ""


def lives(season: SeasonState) -> int:
    """Return the number of losses that eliminate a player."""
    return 2 if season.rules.format == "double_knockout" else 1


def losses(season: SeasonState, *, settled: bool = False) -> dict[Person, list[int]]:
    """Return the rounds each slot lost; `settled` ignores losses by withdrawal until the next round is drawn."""
    found: dict[Person, list[int]] = {slot: [] for slot in season.sections[0]} if season.sections else {}
    for made in decisive(season):
        if settled and not made.settled and made.round >= season.round:
            continue
        lost = _opponent_in(made, won) if (won := winner(season, made)) is not None else None
        if lost is not None and lost in found and lost != made.eliminator:
            found[lost].append(made.round)
        if won is None and _is_double_loss(season, made):
            for slot in made.slots:
                if slot in found:
                    found[slot].append(made.round)
    return found


def alive(season: SeasonState) -> list[Person]:
    """Return the slots not eliminated, in the order of the section."""
    lost = losses(season)
    return [slot for slot, rounds in lost.items() if len(rounds) < lives(season) and slot not in season.gone]


def decisive(season: SeasonState) -> list[Fixed]:
    """Return the matches that eliminate: a play-off replaces the match it decides."""
    played_off = {frozenset(made.slots): made for made in season.matches.values() if made.playoff}
    found = []
    for made in season.matches.values():
        later = played_off.get(frozenset(made.slots))
        if made.playoff or later is None or later.round <= made.round or not _level(season, made):
            found.append(made)
    return found


def undecided(season: SeasonState) -> list[Fixed]:
    """Return the finished matches without a winner: they need a play-off."""
    return [
        made
        for made in decisive(season)
        if made.settled and winner(season, made) is None and not _is_double_loss(season, made)
    ]


def winner(season: SeasonState, made: Fixed) -> Person | None:
    """Return the winner of a match; None while it is open, level, or nobody won anything."""
    result = result_of(season, made)
    if result is None or result.second is None or result.points == (0, 0):
        return None
    difference = result.points[0] - result.points[1] or result.margin
    if not difference and made.playoff:
        return result.second
    if not difference:
        return None
    return result.first if difference > 0 else result.second


def level_winner(season: SeasonState, made: Fixed) -> Person | None:
    """Return the player who advances from a level play-off, i.e. the second one; None if it is not level."""
    result = result_of(season, made) if made.playoff else None
    if result is None or result.points[0] != result.points[1] or result.points == (0, 0) or result.margin:
        return None
    return result.second if season.rules.format in KNOCKOUT_FORMATS else None


def places(season: SeasonState) -> dict[Person, int]:
    """Return the places: all who are still in share the first, then by the round of elimination.

    Who withdrew after winning a round, or a bye, is before those who lost in it.
    """
    lost = losses(season)
    inside = set(alive(season))
    out = {
        slot: 2 * lost[slot][-1] if len(lost[slot]) >= lives(season) else _left_after(season, slot)
        for slot in lost
        if slot not in inside
    }
    if (finalist := undefeated(season)) is not None and finalist not in inside:
        out[finalist] = 2 * season.round + 1  # a finalist who withdrew before the final is second
    ranks = dict.fromkeys(inside, 2 * season.round + 2) | out
    return {slot: 1 + sum(other > rank for other in ranks.values()) for slot, rank in ranks.items()}


def undefeated(season: SeasonState) -> Person | None:
    """Return the only unbeaten player in double elimination, who awaits the final; None if several or none."""
    if lives(season) < 2:
        return None
    without = [slot for slot, rounds in losses(season, settled=True).items() if not rounds]
    return without[0] if len(without) == 1 else None


def reach(season: SeasonState) -> dict[Person, tuple[int, int]]:
    """Return how early and how late each player can finish: equal for those eliminated by results.

    The unit is half a round, since who withdraws after winning a round is before those who lost in it. A loss caused
    only by a withdrawal may still be changed by the game's result.
    """
    lost, latest = losses(season, settled=True), 1 << 30
    pending = {
        slot
        for made in season.matches.values()
        if not made.settled and made.round >= season.round
        for slot in made.slots
    }
    found = {}
    for slot, rounds in lost.items():
        if len(rounds) >= lives(season):
            found[slot] = (2 * rounds[-1],) * 2
        else:
            left = _left_after(season, slot)
            found[slot] = left, left if slot in season.gone and slot not in pending else latest
    return found


def bracket(season: SeasonState) -> list[Knot]:
    """Return all matches in order of rounds, each with the matches its two players came from."""
    last: dict[Person, str] = {}
    lost = losses(season)
    knots = []
    for made in sorted(season.matches.values(), key=lambda one: (one.round, match_number(one.match))):
        before = [sum(number < made.round for number in lost.get(slot, [])) for slot in made.slots]
        came = tuple(dict.fromkeys(last[slot] for slot in made.slots if slot in last))
        knots.append(
            Knot(
                made.match,
                made.round,
                *made.slots,
                losses=max(before),
                winner=winner(season, made),
                comes_from=came,
                eliminator=made.eliminator,
            )
        )
        last |= dict.fromkeys(made.slots, made.match)
    return knots


def _level(season: SeasonState, made: Fixed) -> bool:
    return made.settled and winner(season, made) is None and not _is_double_loss(season, made)


def _is_double_loss(season: SeasonState, made: Fixed) -> bool:
    """Return True if both lost, e.g. after an accepted peace."""
    result = result_of(season, made)
    return result is not None and result.points == (0, 0)


def _opponent_in(made: Fixed, slot: Person) -> Person:
    return made.second if slot == made.first else made.first


def _left_after(season: SeasonState, slot: Person) -> int:
    """Return the half rounds after which a player finishes who withdraws now: one more after a round won, or a bye."""
    own = [made for made in season.matches.values() if slot in made.slots and slot != made.eliminator]
    bye = max((number for number, name in season.byes if name == slot), default=0)
    last = max((made.round for made in own), default=0)
    if bye > last:
        return 2 * bye + 1
    decided = [made for made in own if made.round == last and (made.settled or made.round < season.round)]
    return 2 * last + any(winner(season, made) == slot for made in decided)


__all__ = [
    "Knot",
    "alive",
    "bracket",
    "decisive",
    "level_winner",
    "lives",
    "losses",
    "places",
    "reach",
    "undecided",
    "undefeated",
    "winner",
]
