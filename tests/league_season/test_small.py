"""A small season on the local channel, with everything that happens in a large one."""

from __future__ import annotations

from tests.league_season.__main__ import played
from tests.league_season.story import SMALL


async def test_a_season_of_eight_goes_from_its_first_command_to_the_next_season(redis_url: str) -> None:
    story, lines, found = await played(redis_url, SMALL)
    assert found == [], "\n".join(lines)
    assert story.town.kills == SMALL.kills
