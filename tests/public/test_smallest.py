"""The pages of a game whose title has no statistics and no map: it is shown, told, drawn and given as data all the same."""

from __future__ import annotations

import html
import json
import re

import pytest

from tests.bot.support import Channel
from tests.public.conftest import Public
from tests.titles.small_games import FOREIGN
from tests.titles.smallest.script import LOBBY, ORDERS, WON

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.usefixtures("smallest_title", "last_chosen")
async def test_a_game_of_the_smallest_title_is_shown(public: Public) -> None:
    channel = Channel.open(public.store)
    for user, line in (*LOBBY, *ORDERS[:2]):
        await channel.say(user, line)
    game = await channel.game_id()
    await channel.clear()
    answer, page = await public.get(f"/g/{game}")
    assert answer.status == 200
    assert "Turn 2" in page
    _, page = await public.get(f"/g/{game}?step=3")
    assert "The Reds carry off 2 from the quarry." in page
    for user, line in ORDERS[2:]:
        await channel.say(user, line)
    await channel.clear()
    answer, page = await public.get(f"/g/{game}")
    assert answer.status == 200
    assert WON in page
    assert FOREIGN.search(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])) is None
    pictures = [html.unescape(found) for found in re.findall(r'<img [^>]*src="([^"]+)"', page)]
    assert pictures
    for picture in pictures:
        answer, _ = await public.get(picture)
        assert (answer.status, answer.content_type.partition("/")[0]) == (200, "image")
    answer, data = await public.get(f"/api/v1/games/{game}")
    assert answer.status == 200
    told = json.loads(data)
    assert (told["title"], told["over"], told["state"]) == ("depots", True, WON)
