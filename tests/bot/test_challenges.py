"""Open challenges: who can find which game, taking a seat with one press, and who is notified."""

from __future__ import annotations

from bot.narration.channel_mentions import place
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.storage import Store
from bot.table.reply import Reply
from tests.bot.support import check_limits, controls, token_of


class Town:
    """Several channels of several servers with one bot."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.handler = BotHandler(store)
        self.count = 0

    async def say(self, where: str, user: str, text: str = "", token: str | None = None) -> list[Reply]:
        """Type a line; `where` is "server/channel"."""
        server, _, channel = where.partition("/")
        self.count += 1
        inbound = Inbound(
            platform="web", server=server, channel=channel, user=user, user_name=user.title(), key=f"k{self.count}",
            text=None if token else text, token=token,
        )  # fmt: skip
        return list(await self.handler.run(inbound))

    async def told(self, where: str, user: str, text: str) -> str:
        return "\n".join(reply.text for reply in await self.say(where, user, text))

    async def posts(self, channel: str) -> list[Reply]:
        game = await self.store.channels.holder(f"web:{channel}")
        assert game is not None
        return [Reply.model_validate(queued.post.body) for queued in await self.store.outbox.pending_posts(game)]


async def test_a_server_sees_its_own_challenges_and_those_for_everybody(store: Store) -> None:
    town = Town(store)
    await town.say("north/one", "anna", "new campaign clock=slow")
    await town.say("north/one", "anna", "join cp")
    await town.say("south/two", "carl", "new introductory open=all")
    await town.say("south/two", "carl", "join ap")
    await town.say("south/three", "dora", "new historical")
    north = await town.told("north/four", "ben", "games open")
    assert "Anna waits for an opponent, clock slow" in north
    assert place("web:one") in north
    assert "**Open to everyone:**" in north
    assert "Carl" in north
    assert "Historical" not in north
    south = await town.told("south/four", "ben", "games open")
    assert "Anna" not in south
    assert "Historical" in south
    assert south.count("Carl") == 1, "not again among those for everybody"


async def test_one_press_takes_the_seat_and_the_waiting_player_can_start(store: Store) -> None:
    town = Town(store)
    await town.say("north/one", "anna", "new introductory")
    await town.say("north/one", "anna", "join cp")
    offered = await town.say("north/four", "ben", "games open")
    check_limits(offered[0])
    assert [label for label, _ in controls(offered)] == ["Introductory: play the Allied Powers"]
    joined = await town.say("north/four", "ben", token=token_of(offered, "Introductory"))
    assert "You play the Allied Powers" in joined[0].text
    assert place("web:one") in joined[0].text
    (told,) = [reply for reply in await town.posts("one") if reply.mention]
    assert told.mention == ("web:anna",)
    assert "Ben joins" in told.text
    assert "or `/start`" in told.text
    begun = await town.say("north/four", "ben", token=token_of(joined, "Start"))
    assert "begun" in begun[0].text
    assert "Nobody is looking" in await town.told("north/four", "carl", "games open")


async def test_one_s_own_challenge_and_full_tables_are_not_offered(store: Store) -> None:
    town = Town(store)
    await town.say("north/one", "anna", "new introductory")
    await town.say("north/one", "anna", "join cp")
    assert "Nobody is looking" in await town.told("north/four", "anna", "games open")
    await town.say("north/one", "ben", "join ap")
    assert "Nobody is looking" in await town.told("north/four", "carl", "games open")
    await town.say("north/one", "ben", "leave")
    assert "Anna" in await town.told("north/four", "carl", "games open"), "open again"


async def test_a_challenge_moves_with_its_game_and_goes_when_it_begins(store: Store) -> None:
    town = Town(store)
    await town.say("north/one", "anna", "new introductory")
    await town.say("north/one", "anna", "join cp")
    game = await store.channels.holder("web:one")
    await town.say("south/two", "anna", f"relocate {game}")
    assert "Anna" in await town.told("south/four", "ben", "games open")
    assert "Nobody" in await town.told("north/four", "ben", "games open")
    await town.say("south/two", "carl", "join ap")
    await town.say("south/two", "anna", "start")
    assert "Nobody" in await town.told("south/four", "ben", "games open")
    assert await store.running.challenges("web:south", 10) == [], "forgotten when looked at"
