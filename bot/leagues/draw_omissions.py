"""The people left out of a draw, and the reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.leagues.journal import Drawn, Person
from bot.leagues.state import SeasonState

Why = Literal["unfit", "no_check_in", "no_team", "unpaired", "leave_half", "leave", "full"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A person or team without a match in a draw; `lacks` are the codes of missing conditions for an `unfit` person."""

    slot: Person
    why: Why
    lacks: tuple[str, ...] = ()


def left_out(season: SeasonState, draw: Drawn) -> list[LeftOut]:
    """Return everyone a draw left out: entrants who are not in it, and those without a match; byes are not included."""
    found = [LeftOut(slot, "leave_half") for slot in draw.half]
    found += [LeftOut(slot, "leave") for slot in draw.absent if season.leaves.get(season.holder_of(slot))]
    found += [LeftOut(slot, "unpaired") for slot in draw.left if season.rules.format != "double_knockout"]
    if draw.round > 1:
        return found
    drawn = {slot for section in draw.sections for slot in section}
    drawn |= {one for team in season.teams.values() for one in (*team.members, *team.alternates)}
    known = {*drawn, *(season.holder_of(slot) for slot in drawn)}
    for person, entry in season.entrants.items():
        if entry.substitute or person in known or person in season.went:
            continue
        if person in season.unfit:
            found.append(LeftOut(person, "unfit", season.unfit[person].why))
        elif season.rules.format == "teams":
            found.append(LeftOut(person, "no_team"))
        elif not season.counts(person):
            found.append(LeftOut(person, "no_check_in"))
        else:
            found.append(LeftOut(person, "full"))
    return found


__all__ = ["LeftOut", "Why", "left_out"]
