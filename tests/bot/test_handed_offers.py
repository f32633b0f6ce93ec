"""Offers reach the person they are made to, along with the pending move, and disappear once answered."""

from __future__ import annotations

import pytest

from bot.service.clock import PRESENT
from bot.storage import Store
from tests.bot.handing import LONG, Watch, begin, put
from tests.bot.support import Channel, controls, token_of
from tests.bot.times import timed
from tests.support.restoring import restore
from tests.support.table import AP, CP, Table


async def test_an_offer_is_told_like_a_move(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    await channel.say("anna", "draw")
    assert (await watch.told()).pings == ["ben"]
    hands.move(seconds=LONG)
    await channel.say("ben", "draw reject")
    await channel.say("anna", "draw")
    assert (await watch.told()).pings == [], "he is present"
    hands.move(seconds=PRESENT)
    await ticker.tick()
    told = await watch.told()
    assert told.pings == ["ben"]
    assert "offer" in told.posts[0][1].text.casefold()


async def test_an_offer_to_whom_the_game_waits_for_does_not_tell_the_move_twice(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    await channel.say("anna", "play cp 1 as rp")
    assert (await watch.told()).pings == ["ben"]
    await channel.say("ben", "warn paris")
    await watch.told()
    await channel.say("anna", "draw")
    assert (await watch.told()).pings == []
    hands.move(seconds=PRESENT)
    await ticker.tick()
    told = await watch.told()
    assert told.pings == ["ben"]
    (late,) = [reply for kind, reply in told.posts if kind == "offer"]
    game, head, stated = late.text.split("\n")
    assert game.endswith("Ben against Anna")
    assert head == "**Allied Powers** (Ben): an offer is waiting for your answer."
    assert "Anna (Central Powers) offers a draw" in stated, "an offer says everything wherever it can be answered"
    assert [label for label, _ in controls([late])] == ["Accept", "Reject"]


async def test_a_hand_over_after_an_offer_tells_of_the_move_alone(store: Store) -> None:
    channel, _, hands, watch = await begin(store)
    await channel.say("ben", "settings pings dm")
    await channel.say("anna", "draw")
    assert (await watch.told()).direct == ["ben"]
    hands.move(seconds=LONG)
    await channel.say("anna", "play cp 1 as rp")
    told = await watch.told()
    assert told.direct == ["ben"]
    assert not any("offer" in reply.text for _, reply in told.posts if reply.audience == "private")
    assert "Accept" in [label for label, _ in controls(await channel.say("ben", "panel"))], "it still stands"


async def offered_while_present(channel: Channel, watch: Watch, taste: str) -> None:
    """Let Anna offer Ben a draw just after he has acted."""
    await channel.say("ben", f"settings pings {taste}")
    await channel.say("ben", "clock slow")
    await channel.say("anna", "clock reject")
    await watch.told()
    await channel.say("anna", "draw")
    told = await watch.told()
    assert told.pings + told.direct == []


async def test_an_offer_told_directly_and_late_keeps_its_controls_until_it_is_answered(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    await offered_while_present(channel, watch, "dm")
    hands.move(seconds=PRESENT)
    await ticker.tick()
    told = await watch.told()
    assert (told.pings, told.direct) == ([], ["ben"])
    (direct,) = [reply for kind, reply in told.posts if reply.audience == "private"]
    assert "An offer is waiting for your answer in game" in direct.text
    assert "offers a draw" in direct.text
    assert watch.standing["offer private 0"] == ["Accept", "Reject"]
    await channel.press("ben", token_of([direct], "Reject"))
    await watch.told()
    assert watch.standing["offer private 0"] == []


@pytest.mark.parametrize("taste", ["on", "dm"])
async def test_an_offer_and_the_move_that_fall_due_together_are_both_told_with_their_controls(
    store: Store, taste: str
) -> None:
    channel, ticker, hands, watch = await begin(store)
    await offered_while_present(channel, watch, taste)
    await channel.say("anna", "play cp 1 as rp")
    await watch.told()
    hands.move(seconds=PRESENT)
    await ticker.tick()
    told = await watch.told()
    assert set(told.pings + told.direct) == {"ben"}
    assert len(told.pings) <= 1
    where = "channel None" if taste == "on" else "private 0"
    assert watch.standing[f"offer {where}"] == ["Accept", "Reject"]
    assert watch.standing[f"prompt {where}"] == ["My move"]
    hands.move(seconds=LONG)
    assert await ticker.tick() == 0


async def test_a_due_hand_over_is_sent_along_with_a_new_offer(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    await channel.say("ben", "clock slow")
    await channel.say("anna", "clock reject")
    await watch.told()
    hands.move(seconds=60)
    await channel.say("anna", "play cp 1 as rp")
    assert (await watch.told()).pings == []
    hands.move(seconds=70)
    await channel.say("anna", "draw")
    told = await watch.told()
    assert told.pings == ["ben"]
    (late,) = [reply for kind, reply in told.posts if kind == "handover"]
    assert late.mention == ("ben",)
    assert "Ben, it's your turn as the **Allied Powers**" in late.text
    assert [label for label, _ in controls([late])] == ["My move"]
    assert watch.standing["offer channel None"] == ["Accept", "Reject"]
    hands.move(seconds=LONG)
    assert await ticker.tick() == 0


async def test_a_telling_that_is_due_outlives_a_covert_decision(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    table = Table(turn=3).any_dice()
    table.put("tannenberg", "ge_8_army", "ge_corps_01").put("plock", "ru_2_army", "ru_corps_05")
    table.put("warsaw", "ru_1_army").hold(AP, "warsaw", "lomza", "plock")
    table.hand(CP, "cp_02_wireless_intercepts", "cp_03_von_francois", "cp_15_chlorine_gas", "cp_13_falkenhayn")
    table.operate(CP, 9)
    table.activate("!tannenberg")
    await put(channel, table)
    await offered_while_present(channel, watch, "on")
    hands.move(seconds=PRESENT + 5)
    await channel.say("anna", "attack plock")
    assert restore(await store.load(await channel.game_id())).decision.covert
    assert (await watch.told()).posts == [], "that she has chosen a target is not to be seen"
    assert await ticker.tick() == 1
    told = await watch.told()
    assert told.pings == ["ben"]
    assert watch.standing["offer channel None"] == ["Accept", "Reject"]


@pytest.mark.parametrize("tournament", [False, True])
async def test_an_answered_peace_offer_loses_its_button_and_says_what_accepting_means(
    store: Store, *, tournament: bool
) -> None:
    channel, _, hands = timed(store)
    await channel.begin(scenario="campaign tournament=yes" if tournament else "campaign")
    hands.move(seconds=LONG)
    watch = Watch(channel)
    table = Table(tournament=tournament).any_dice()
    table.state.vp = 16
    await put(channel, table.choose(CP))
    await channel.say("anna", "peace")
    await watch.told()
    assert watch.standing["prompt channel None"] == ["Answer"]
    (panel,) = await channel.say("ben", "panel")
    assert ("both sides lose (5.6.3)" if tournament else "the game is a draw. If you reject, a die") in panel.text
    hands.move(seconds=LONG)
    await channel.say("ben", "peace reject")
    await watch.told()
    assert watch.standing["prompt channel None"] != ["Answer"]


async def test_an_offer_that_is_gone_is_not_told(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    await channel.say("ben", "warn paris")
    await channel.say("anna", "rollback turn")
    await channel.say("anna", "play cp 1 as rp")
    await watch.told()
    hands.move(seconds=PRESENT)
    await ticker.tick()
    assert "offer" not in "".join(reply.text for _, reply in (await watch.told()).posts).casefold()
