"""Offers, warnings and claims in direct messages: they lose their controls together with the others."""

from __future__ import annotations

from bot.service.people.ticker import Ticker
from bot.service.session import Memory
from bot.storage import Store
from bot.table.reply import Reply
from tests.bot.support import Channel, controls, token_of
from tests.bot.test_offers import messages, ready, table_now
from tests.bot.times import Hands, timed


def alone(posts: list[tuple[str, Reply]], name: str) -> list[Reply]:
    """Return the direct messages of a name."""
    return [reply for _, reply in posts if reply.audience == "private" and reply.edit == name]


async def direct(store: Store) -> tuple[Channel, Ticker, Hands]:
    """Return a timed game in which Anna must act, and Ben wants direct messages; he is away."""
    channel, ticker, hands = timed(store)
    await channel.say("anna", "new campaign clock=fast")
    for user, line in (("anna", "join cp"), ("ben", "join ap"), ("ben", "settings pings dm"), ("ben", "start")):
        await channel.say(user, line)
    hands.move(minutes=10)
    return channel, ticker, hands


async def test_a_direct_message_with_an_offer_loses_its_controls_too(store: Store) -> None:
    channel, _, hands = timed(store)
    await channel.begin()
    await channel.say("ben", "settings pings dm")
    await channel.say("ben", "panel")
    hands.move(minutes=10)
    await channel.say("anna", "draw")
    await channel.say("ben", "draw reject")
    alone = [reply for _, reply in await channel.posts() if reply.audience == "private" and reply.edit == "offer"]
    assert [(reply.seat, reply.anew) for reply in alone] == [(0, True), (0, False)]
    assert [label for label, _ in controls(alone[:1])] == ["Accept", "Reject"]
    assert controls(alone[1:]) == []
    assert alone[1].text == "Anna (Central Powers) offers a draw.\n*(no longer open)*", "and not how to answer it"


async def test_a_direct_message_with_a_warning_loses_its_button_when_it_is_read(store: Store) -> None:
    channel, _, _ = await direct(store)
    await channel.say("anna", "warn paris: look")
    (told,) = alone(await channel.posts(), "warning")
    assert [label for label, _ in controls([told])] == ["I've read it"]
    await channel.press("ben", token_of([told], "I've read it"))
    last = alone(await channel.posts(), "warning")[-1]
    _, _, said = told.text.partition("\n")
    assert (last.text, last.takes_off, last.seat) == (f"{said}\n*(read)*", True, 0), "without the line of that moment"


async def test_a_direct_message_with_a_claim_loses_it_when_it_is_not_true_any_more(store: Store) -> None:
    channel, ticker, hands = await direct(store)
    hands.move(hours=28)
    await ticker.tick()
    (told,) = alone(await channel.posts(), "claim")
    assert [label for label, _ in controls([told])] == ["Claim the win"]
    await channel.say("anna", "choose take")
    assert len(alone(await channel.posts(), "claim")) == 1, "it is as true as before"
    await channel.say("anna", "play cp 1 as rp")
    last = alone(await channel.posts(), "claim")[-1]
    _, _, said = told.text.partition("\n")
    assert (last.text, last.takes_off, last.seat) == (f"{said}\n*(no longer open)*", True, 0)


async def test_the_end_of_the_game_clears_every_direct_message(store: Store) -> None:
    channel, ticker, hands = await direct(store)
    await channel.say("anna", "warn paris: look")
    await channel.say("anna", "draw")
    hands.move(hours=28)
    await ticker.tick()
    await channel.say("ben", "clock claim")
    posts = await channel.posts()
    for name in ("warning", "offer", "claim"):
        assert controls(alone(posts, name)[:1]), name
        assert alone(posts, name)[-1].takes_off, name


async def test_a_player_who_left_a_seat_has_no_controls_in_direct_messages(store: Store) -> None:
    channel, _, hands = await direct(store)
    await channel.say("anna", "warn paris: look")
    await channel.say("anna", "draw")
    await channel.say("anna", "choose take")
    await channel.say("anna", "play cp 1 as rp")
    told = [alone(await channel.posts(), name)[-1].text for name in ("prompt",)]
    told += [
        "Anna (Central Powers) offers a draw.",
        alone(await channel.posts(), "warning")[-1].text.partition("\n")[2],
    ]
    await channel.say("ben", "substitute offer")
    hands.move(minutes=10)
    await channel.clear()
    await channel.press("eve", token_of([await table_now(channel)], "Take seat"))
    cleared = [reply for _, reply in await channel.posts() if reply.to]
    assert sorted((one.to, one.text, one.takes_off) for one in cleared) == sorted(
        ("web:ben", text, True) for text in told
    )


def test_offers_stored_by_an_older_version_can_be_read() -> None:
    old = Memory.model_validate({"offer": {"kind": "draw", "side": 1, "user": "web:anna"}, "table": "t", "posted": 3})
    assert (old.offers, old.bearing, old.recent, old.seen) == (0, {}, [], {})


async def test_a_warning_that_was_read_loses_its_button(channel: Channel) -> None:
    await ready(channel)
    await channel.say("anna", "warn paris: look")
    (open_,) = [one for one in await messages(channel) if "I've read it" in one.labels]
    assert "look" in open_.text
    await channel.say("ben", "warn read")
    assert not [one for one in await messages(channel) if "I've read it" in one.labels]
    (read,) = [one for one in await messages(channel) if "look" in one.text]
    assert read.text.endswith("*(read)*")


async def test_a_claim_goes_while_the_clock_is_stopped_and_comes_again(store: Store) -> None:
    channel, ticker, hands = await direct(store)
    hands.move(hours=28)
    await ticker.tick()
    (told,) = alone(await channel.posts(), "claim")
    await channel.say("anna", "master pause")
    assert alone(await channel.posts(), "claim")[-1].takes_off
    assert "still have time" in (await channel.press("ben", token_of([told], "Claim the win")))[0].text
    hands.move(hours=1)
    await ticker.tick()
    assert alone(await channel.posts(), "claim")[-1].takes_off
    await channel.say("anna", "master resume")
    await ticker.tick()
    again = alone(await channel.posts(), "claim")[-1]
    await channel.press("ben", token_of([again], "Claim the win"))
    assert (await channel.store.load(await channel.game_id())).header.status == "finished"
