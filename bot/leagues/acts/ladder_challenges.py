"""Challenges on a ladder, and the penalty for inactivity."""

from __future__ import annotations

from bot.leagues import journal, ladders
from bot.leagues.journal import Entry, Person
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season

ANSWER = 7 * 86_400
"""Seconds for which a challenge can wait for an answer."""
IDLE = 30 * 86_400
"""Seconds without a challenge or a game after which a place is lost."""


def challenge_player(season: Season, person: Person, opponent: Person, at: float) -> list[Entry]:
    """Challenge a player up to five places higher.

    Raises:
        NotNow: no ladder is running, no more games start (`no_more_games`), either is not on the ladder, the other is
            too
            high or lower (`out_of_reach`), either has a challenge or game open (`busy`), or the other is on leave.
    """
    if season.rules.format != "ladder" or not season.on:
        raise NotNow("no_ladder")
    calendar = season.rules.calendar
    if calendar is not None and calendar.ends is not None and at >= calendar.ends:
        raise NotNow("no_more_games", ends=calendar.ends)
    ladder = ladders.order(season)
    slots = list[Person]()
    for name in (person, opponent):
        slot = season.held_by(name)
        if slot is None or slot not in ladder:
            raise NotNow("not_entered", person=name)
        slots.append(slot)
    open_between = [one for one in season.challenges.values() if (one.person, one.opponent) == (slots[0], slots[1])]
    if open_between:
        return []
    up = ladder.index(slots[0]) - ladder.index(slots[1])
    if not 1 <= up <= ladders.MOST_UP:
        raise NotNow("out_of_reach", up=up, most=ladders.MOST_UP)
    for name, slot in zip((person, opponent), slots, strict=True):
        if slot in _busy(season):
            raise NotNow("busy", person=name)
    if season.away(opponent, at):
        raise NotNow("on_leave", person=opponent)
    number = 1 + len(season.challenges) + sum(isinstance(entry, journal.Challenged) for entry, _ in season.rungs)
    return [journal.Challenged(at=at, by=person, match=f"{number}.1.1", person=slots[0], opponent=slots[1])]


def _busy(season: Season) -> set[Person]:
    asked = {slot for one in season.challenges.values() for slot in (one.person, one.opponent)}
    return asked | {slot for made in season.open_matches() for slot in made.slots}


def answer_challenge(season: Season, match: str, person: Person, at: float, *, accept: bool) -> list[Entry]:
    """Accept or decline a challenge; a second refusal in a row swaps the places.

    Raises:
        NotNow: no such challenge is open, or it is another person's.
    """
    asked = season.challenges.get(match)
    if asked is None:
        if accept and match in season.matches:
            return []
        raise NotNow("no_challenge", match=match)
    if season.held_by(person) != asked.opponent:
        raise NotNow("not_your_match", match=match)
    return [journal.Answered(at=at, by=person, match=match, accepted=accept)]


def lapse_challenges(season: Season, at: float) -> list[Entry]:
    """Close challenges not answered in time, not counting leave: the places are swapped."""
    found: list[Entry] = []
    for match, asked in season.challenges.items():
        holder = season.holders[asked.opponent]
        if at >= asked.at + ANSWER and not season.away(holder, at):
            found.append(journal.Answered(at=at, match=match, accepted=False, silent=True))
    return found


def note_idle(season: Season, at: float) -> list[Entry]:
    """Move players down a place after thirty days of inactivity, and after thirty more; leave counts as activity."""
    if season.rules.format != "ladder" or not season.on:
        return []
    ladder = ladders.order(season)
    busy, last = _busy(season), _last_seen(season)
    idle = [slot for slot in ladder[:-1] if slot not in busy and at >= _last_present(season, slot, last, at) + IDLE]
    # From the bottom up, so that two adjacent idle players don't undo each other's step.
    return [journal.Idled(at=at, person=season.holders[slot]) for slot in reversed(idle)]


def _last_seen(season: Season) -> dict[Person, float]:
    found: dict[Person, float] = {}
    for entry, slot in season.rungs:
        if isinstance(entry, journal.Answered) and entry.silent:
            continue
        slots: tuple[Person, ...] = (slot,)
        if isinstance(entry, journal.Resulted | journal.Corrected | journal.Ruled):
            slots = season.matches[entry.match].slots
        for one in slots:
            found[one] = max(found.get(one, 0), entry.at)
    return found


def _last_present(season: Season, slot: Person, last: dict[Person, float], at: float) -> float:
    leaves = [min(leave.end, at) for leave in season.leaves.get(season.holders[slot], ()) if leave.start <= at]
    return max([season.begun.get(1, at), last.get(slot, 0), *leaves])
