"""A puzzle on Discord: typed, or started by pressing the daily post, and visible only to that person beside the channel's game."""

from __future__ import annotations

from bot.service.handler import BotHandler
from bot.service.puzzles.daily import DailyPuzzles
from bot.storage.person_keys import study_room
from bot.storage.puzzle_store import Daily
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels
from tests.platforms.discord.state import CHANNEL, user_id

#: A puzzle in which any action can be taken.
PUZZLE = "gbsc"


async def test_the_daily_post_opens_a_puzzle_for_the_person_who_presses(loopback: Loopback) -> None:
    handler = BotHandler(loopback.store)
    bot = await loopback.bot(handler=handler)
    wish = Daily(title="pog", hour=handler.tools.now().hour, zone="UTC", by=f"discord:{user_id(11)}")
    await loopback.store.puzzling.want(f"discord:{CHANNEL}", wish)
    for _ in range(2):
        await DailyPuzzles(handler.tools, {"discord": bot.platform}).look()
    (post,) = loopback.world.public()
    assert post["content"].startswith("**Puzzle of the day.**")
    assert post["attachments"]
    anna, ben = loopback.person(11, "Anna"), loopback.person(12, "Ben")
    for person in (anna, ben):
        await person.use(post, "Solve".__eq__)
        assert "**Puzzle · " in person.panel()["content"]
        assert labels(person.panel())[:2] == ["Give up: show me", "Leave"]
    assert loopback.world.public() == [post], "nobody else sees it"
    await ben.slash("puzzle leave")
    assert "It doesn't count unless it was already scored" in ben.panel()["content"]
    await anna.use(anna.panel(), "Give up: show me".__eq__)
    assert "This is the best plan." in anna.panel()["content"]
    assert labels(anna.panel()) == ["Next puzzle", "Try again", "My rating", "Leave"]
    await anna.use(anna.panel(), "Next puzzle".__eq__)
    assert "**Puzzle · " in anna.panel()["content"]


async def test_lines_typed_on_a_puzzle_panel_are_for_the_puzzle(loopback: Loopback) -> None:
    await loopback.bot(handler=BotHandler(loopback.store))
    anna = loopback.person(11, "Anna")
    for line in ("new campaign", "join both", "start"):
        await anna.slash(line)
    war = await loopback.store.channels.holder(f"discord:{CHANNEL}")
    assert war is not None
    before = (await loopback.store.load(war)).number
    await anna.slash(f"puzzle {PUZZLE}")
    puzzle = await loopback.store.channels.holder(study_room(f"discord:{user_id(11)}"))
    assert puzzle is not None
    began = (await loopback.store.load(puzzle)).number
    await anna.fill(anna.panel(), f"form:{puzzle}", "play auto")
    assert (await loopback.store.load(puzzle)).number > began
    assert (await loopback.store.load(war)).number == before
    await anna.slash("choose take")
    assert (await loopback.store.load(war)).number > before, "what is typed into the channel is for its game"
