"""The order of a ladder after every challenge, refusal and month of inactivity."""

from __future__ import annotations

from bot.leagues import journal
from bot.leagues.journal import Person
from bot.leagues.state import SeasonState

MOST_UP = 5
"""Maximum number of places that a challenge can go up."""
MOST_REFUSALS = 1
"""Number of consecutive challenges that can be refused without losing the place."""


def order(season: SeasonState) -> list[Person]:
    """Return the slots of a ladder from its top, without withdrawn ones."""
    came = {slot for entry, slot in season.rungs if isinstance(entry, journal.Joined)}
    ladder = [slot for slot in season.sections[0] if slot not in came] if season.sections else []
    asked: dict[str, journal.Challenged] = {}
    refused: dict[Person, int] = {}
    for entry, slot in season.rungs:
        match entry:
            case journal.Joined():
                ladder.append(slot)
            case journal.Withdrawn():
                ladder = [one for one in ladder if one != slot]
            case journal.Challenged():
                asked[entry.match] = entry
            case journal.Answered(accepted=True):
                refused.pop(slot, None)
            case journal.Answered():
                count = refused.get(slot, 0) + 1
                refused[slot] = count
                if entry.silent or count > MOST_REFUSALS:
                    refused.pop(slot)
                    _swap(ladder, asked[entry.match].person, slot)
            case journal.Idled():
                _move_down(ladder, slot)
            case journal.Resulted() | journal.Corrected() | journal.Ruled():
                _settle(season, ladder, entry.match)
    return ladder


def _settle(season: SeasonState, ladder: list[Person], match: str) -> None:
    """Give a winning challenger the other's place."""
    made = season.matches[match]
    if (result := made.result()) is not None:
        won = result.points[0 if result.first == made.first else 1]
        if 2 * won > sum(result.points):
            _swap(ladder, made.first, made.second)


def _swap(ladder: list[Person], challenger: Person, opponent: Person) -> None:
    """Swap the places of two, if the challenger is still lower."""
    if challenger in ladder and opponent in ladder and ladder.index(challenger) > ladder.index(opponent):
        low, high = ladder.index(challenger), ladder.index(opponent)
        ladder[low], ladder[high] = opponent, challenger


def _move_down(ladder: list[Person], slot: Person) -> None:
    if slot in ladder and (place := ladder.index(slot)) + 1 < len(ladder):
        ladder[place], ladder[place + 1] = ladder[place + 1], slot


__all__ = ["MOST_REFUSALS", "MOST_UP", "order"]
