"""`python -m tests.league_season`: a season of 32 players from its first command to its final table, on all platforms; takes about two minutes.

They are spread over the loopback servers of Discord and Slack and the pages of the local channel, everybody with linked accounts on two
of the three. Time is simulated, chance follows from `--seed`. What is not as it should be is printed, and makes the command fail.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.settings import Settings
from bot.storage import redis_server
from tests.league_season.checks import PINGS, faults
from tests.league_season.counting import by_week, most_in_a_week
from tests.league_season.story import NAME, SMALL, WHOLE, Course, Story, kinds
from tests.league_season.town import town


async def played(redis_url: str, course: Course, seed: int = 1) -> tuple[Story, list[str], list[str]]:
    """Play a season; the story, the lines of the report, and what is not as it should be."""
    async with town(redis_url, course.platforms, seed, explains=course.explains) as place:
        story = Story(place, course, seed)
        await story.registration()
        await story.weeks()
        await story.end()
        await story.next_season()
        found, lost, doubled = await faults(story)
        lines = [*await _report(story), f"lost {lost}, doubled {doubled}"]
        return story, lines, list(found)


async def _report(story: Story) -> list[str]:
    season, course = await story.season(), story.course
    divisions = ",".join(str(len(section)) for section in season.sections)
    lines = [
        f"{course.players} players on {', '.join(course.platforms)}; divisions {divisions}; {len(season.matches)} games",
        f"organiser: {len(story.orders)} commands, and {len(story.for_next)} for the next season",
        *(f"  /league {line}" for line in (*story.orders, *story.for_next)),
        f"  beside them {len(story.looked)} looks at tables and lots; accounts linked once for all seasons",
        f"played: {story.day} days until the last game ended; {story.moves} orders in games played to their end",
        *(f"  {count:3} {how}" for how, count in kinds(season).most_common()),
    ]
    name = {person: one.name for person, one in story.by_person.items()}
    taken = [f"{name[holder]} for {name[slot]}" for slot, holder in season.holders.items() if slot != holder]
    lines.append(f"substitutes: {len(taken)} ({'; '.join(taken)})")
    lines.append(f"gone: {', '.join(name[slot] for slot in season.gone) or 'nobody'}")
    lines.append(f"appeal: match {story.appealed}, decided as a draw")
    if story.late:
        ruled = season.matches[story.late].ruled
        lines.append(f"out of its window: match {story.late}, ruled by the rule {ruled.code if ruled else '-'}")
    lines.append(f"stays out of the next season for silence: {', '.join(story.refused) or 'nobody'}")
    lines.append(
        f"the bot: {story.town.restarts} restarts, one after an outage; {story.town.kills} times killed at work"
    )
    return lines + list(_pings(story))


def _pings(story: Story) -> Iterator[str]:
    league, every = story.board.of_the_season(NAME), story.board.pings
    yield f"pings by the league: {len(league)}; at most {most_in_a_week(league)} of {PINGS} for anybody in seven days"
    everybody = len(story.by_person)
    for week, counts in by_week(league, story.begun).items():
        told = ", ".join(f"{name} {count}" for name, count in counts.most_common())
        yield f"  week {week + 1}: {told}; nobody else"
    yield f"pings by games that wait for a move, and by the league: {len(every)}"
    for week, counts in by_week(every, story.begun).items():
        mean = sum(counts.values()) / everybody
        yield f"  week {week + 1}: {mean:.1f} for each player, at most {max(counts.values())}"


async def _run(course: Course, seed: int) -> int:
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="season-") as var:
        async with redis_server(Settings(var=Path(var), redis_fsync="everysec")) as url:
            _, lines, found = await played(url, course, seed)
    print("\n".join(lines))
    print(f"took {time.monotonic() - begun:.0f} s, {time.process_time():.0f} s of them CPU")
    print("\n".join(f"NOT RIGHT: {fault}" for fault in found) or "everything is as it should be")
    return 1 if found else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, and return 1 if anything is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.league_season", description=__doc__)
    parser.add_argument("--small", action="store_true", help="8 players on the local channel alone, a few seconds")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is left to chance")
    given = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)  # processes that die say so, over and over
    return asyncio.run(_run(SMALL if given.small else WHOLE, given.seed))


if __name__ == "__main__":
    sys.exit(main())
