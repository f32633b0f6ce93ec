"""Players who want direct messages get each hand-over and warning once, with a button to act, while it is relevant."""

from __future__ import annotations

from bot.service.clock import DAY, HOUR, PRESENT
from bot.storage import Store
from tests.bot.handing import LONG, Watch, attack, begin
from tests.bot.support import EVERY, controls
from tests.bot.test_told_once import asked_now, decided
from tests.bot.times import timed


async def test_a_direct_message_after_a_while_has_the_story(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    for line in ("settings pings dm", "draw"):
        await channel.say("ben", line)
    await channel.say("anna", "play cp 1 as rp")
    await watch.told()
    hands.move(seconds=PRESENT)
    assert await ticker.tick() == 1
    (direct,) = [reply for kind, reply in (await watch.told()).posts if kind == "direct"]
    assert direct.text.split("\n")[1].endswith("(Allied Powers): choosing an action.")
    assert "replacement points" in direct.text.split("\n")[2]


async def test_a_direct_message_asks_the_reader_and_says_when_it_is_over(store: Store) -> None:
    channel, _, hands, watch = await begin(store)
    await channel.say("ben", "settings pings dm")
    hands.move(seconds=LONG)
    await attack(channel)
    (direct,) = [reply for kind, reply in (await watch.told()).posts if kind == "direct"]
    lines = direct.text.split("\n")
    assert lines[0] == "**Campaign: to Winter 1919** · August 1914, round 1 · Ben against Anna"
    assert lines[1].endswith("(Allied Powers): retreating.")
    assert lines[-1].startswith("Retreat 2 spaces from **Sedan**"), "the question stands above its button"
    assert "must answer" not in direct.text, "that is how others read of it"
    while await asked_now(channel) == "ben":
        await decided(channel)
    (over,) = [reply for kind, reply in (await watch.told()).posts if kind == "strip" and reply.audience == "private"]
    assert over.menu is None
    assert "your turn" not in over.text
    assert "Retreat 2 spaces" not in over.text
    assert over.text.split("\n")[0] == lines[0]
    assert "attack **Sedan**" in over.text, "what happened stays"
    assert over.text.endswith("*No longer waiting for you.*")


async def test_a_direct_message_keeps_its_button_while_its_reader_is_asked_something_else(store: Store) -> None:
    """Between the questions of one action it is never said that the reader is no longer waited for."""
    channel, _, hands = timed(store)
    await channel.begin(scenario=EVERY)
    watch = Watch(channel)
    await channel.say("ben", "settings pings dm")
    hands.move(seconds=LONG)
    await attack(channel)
    (direct,) = [reply for kind, reply in (await watch.told()).posts if kind == "direct"]
    assert "play combat cards in defence?" in direct.text
    await channel.say("ben", "pass")
    assert await asked_now(channel) == "ben", "his retreat"
    (still,) = [reply for _, reply in (await watch.told()).posts if reply.audience == "private"]
    assert not still.anew, "no second message"
    assert [label for label, _ in controls([still])] == ["My move"]
    head, turn, *story = still.text.split("\n")
    assert head == direct.text.split("\n")[0]
    assert turn.endswith("(Allied Powers): retreating.")
    assert "attack **Sedan**" in story[-1], "what happened stays, the question goes"
    while await asked_now(channel) == "ben":
        await decided(channel)
    (over,) = [reply for _, reply in (await watch.told()).posts if reply.audience == "private"]
    assert over.menu is None
    assert over.text.endswith("*No longer waiting for you.*")


async def test_direct_messages_tell_each_hand_over(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    await channel.say("ben", "settings pings dm")
    for _ in range(3):
        await channel.say("anna", "play auto")
        await channel.say("anna", "done")
        told = await watch.told()
        assert (told.pings, told.direct) == ([], ["ben"])
        (direct,) = [reply for kind, reply in told.posts if kind == "direct"]
        assert "your turn in game" in direct.text
        assert [label for label, _ in controls([direct])] == ["My move"]
        hands.move(seconds=LONG)
        assert await ticker.tick() == 0
        await channel.say("ben", "play auto")
        await channel.say("ben", "done")
        told = await watch.told()
        assert told.direct == ["ben"], "the button is taken off"
        assert watch.standing["prompt private 0"] == []
        assert told.pings == ["anna"]
        hands.move(seconds=LONG)


async def test_a_warning_and_a_fallen_clock_reach_who_wants_direct_messages_directly(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await channel.say("anna", "new campaign clock=fast")
    for user, line in (("anna", "join cp"), ("ben", "join ap"), ("ben", "settings pings dm"), ("ben", "start")):
        await channel.say(user, line)
    watch = Watch(channel)
    await watch.told()
    await channel.say("anna", "warn paris")
    told = await watch.told()
    assert (told.pings, told.direct) == ([], ["ben"])
    hands.move(seconds=4 * HOUR + DAY)
    await ticker.tick()
    told = await watch.told()
    assert "ben" in told.direct, "he may claim the game"


async def test_direct_messages_of_one_action_tell_each_thing_once(store: Store) -> None:
    """The second continues where the first ended; the next action is narrated from its start."""
    channel, _, hands, watch = await begin(store)
    for user in ("anna", "ben"):
        await channel.say(user, "settings pings dm")
    hands.move(seconds=LONG)
    await attack(channel)
    heard: dict[int | None, list[list[str]]] = {}
    for _ in range(12):
        for kind, reply in (await watch.told()).posts:
            if kind == "direct":
                heard.setdefault(reply.seat, []).append(reply.text.split("\n")[2:])
        if await asked_now(channel) is None:
            break
        hands.move(seconds=LONG)
        await decided(channel)
    assert max(len(messages) for messages in heard.values()) > 1
    for messages in heard.values():
        told = [line for lines in messages for line in lines]
        assert sum("attack **Sedan**" in line for line in told) <= 1
        assert len(told) == len(set(told))
