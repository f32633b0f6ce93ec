"""A player whose turn it becomes is notified once, in their chosen way, with a button to act."""

from __future__ import annotations

import json
import random

import pytest

from bot.service.clock import DAY, HOUR, PRESENT, Clock
from bot.service.people.ticker import Ticker
from bot.service.session import Memory
from bot.storage import Store, keys
from bot.storage.changes import Change, StoredGame
from bot.storage.models import GameSettings
from tests.bot.handing import LONG, Told, Watch, attack, begin, handed_over
from tests.bot.support import controls, token_of
from tests.bot.times import timed
from tests.lanes import Share
from tests.support.restoring import restore


async def test_the_post_that_says_why_pings_and_leads_to_the_move(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    await channel.say("anna", "play cp 1 as rp")
    told = await watch.told()
    (action,) = [reply for kind, reply in told.posts if kind == "action" and reply.audience == "channel"]
    assert action.mention == ("ben",)
    assert [label for label, _ in controls([action])] == ["My move"]
    hands.move(seconds=LONG)
    assert await ticker.tick() == 0, "told once"
    panel = await channel.press("ben", token_of([action], "My move"))
    assert "Choose a card" in panel[0].text


async def test_a_present_player_is_pinged_once_they_stop_acting(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    await channel.say("ben", "standing pass combat cards unless paris")
    await channel.say("ben", "draw")
    await watch.told()
    await channel.say("anna", "play cp 1 as rp")
    told = await watch.told()
    assert told.pings == []
    assert watch.standing["prompt channel None"] == ["My move"], "a way in there is all the same"
    hands.move(seconds=PRESENT - 1)
    assert await ticker.tick() == 0
    hands.move(seconds=1)
    assert await ticker.tick() == 1
    told = await watch.told()
    assert told.pings == ["ben"]
    (late,) = [reply for kind, reply in told.posts if kind == "handover"]
    assert late.replaces, "the message that told of the action goes"
    head, *story, turn = late.text.split("\n")
    assert head.endswith("Ben against Anna")
    assert "replacement points" in story[0]
    assert turn == "Ben, it's your turn as the **Allied Powers**: choosing an action."
    assert [label for label, _ in controls([late])] == ["My move"]
    await channel.say("ben", "play auto; done")
    kinds = [(kind, reply.text) for kind, reply in (await watch.told()).posts if reply.edit == "prompt"]
    assert kinds[0] == ("strip", "\n".join([head, *story]))
    assert kinds[1][0] == "action", "the older message loses what is not true any more before the new one appears"
    hands.move(seconds=LONG)
    assert await ticker.tick() == 0, "told once"


async def test_a_bare_hand_over_says_when_it_is_over(store: Store) -> None:
    """If an older version stored no holder of a message, it isn't posted again: the seat could have changed hands."""
    channel, ticker, hands, watch = await begin(store)
    await channel.say("ben", "draw")
    await channel.say("anna", "play cp 1 as rp")
    game = await channel.game_id()
    stored = await store.load(game)
    memory = Memory.of(stored.settings)
    del memory.asking["channel"]["user"]

    async def older(_: StoredGame) -> Change:
        return Change(answer={}, settings=memory.into(stored.settings))

    await store.run_command(game, "older", older)
    await watch.told()
    hands.move(seconds=PRESENT)
    assert await ticker.tick() == 1
    (late,) = [reply for kind, reply in (await watch.told()).posts if kind == "handover"]
    assert late.text.endswith("\nBen, it's your turn as the **Allied Powers**: choosing an action.")
    await channel.say("ben", "play auto; done")
    (over,) = [reply for kind, reply in (await watch.told()).posts if kind == "strip"]
    assert over.text == late.text.split("\n")[0] + "\n*No longer waiting for Ben.*"


async def test_a_player_who_acts_in_time_is_not_pinged(store: Store) -> None:
    channel, ticker, hands, watch = await handed_over(store)
    hands.move(seconds=PRESENT - 1)
    await channel.say("ben", "play auto")
    hands.move(seconds=LONG)
    assert await ticker.tick() == 0
    assert (await watch.told()).pings == []


async def test_a_combat_tells_the_defender_the_attacker_and_the_defender_for_his_round(store: Store) -> None:
    """Each of them comes back after a while; each change of hands is announced once."""
    channel, ticker, hands, watch = await begin(store)
    await attack(channel)
    assert (await watch.told()).pings == ["ben"]
    waited = []
    for _ in range(14):
        stored = await store.load(await channel.game_id())
        game = restore(stored)
        user = "anna" if game.actor == 1 else "ben"
        if game.decision.kind == "choose_action":
            break
        hands.move(seconds=LONG)
        assert await ticker.tick() == 0
        await channel.say(user, f"choose {game.text(next(iter(game.options())))}".replace("_", " "))
        after = restore(await store.load(await channel.game_id())).actor
        told = await watch.told()
        if after == game.actor:
            assert told.pings == []
        else:
            waited.append("anna" if after == 1 else "ben")
            assert told.pings == waited[-1:]
            assert watch.standing["prompt channel None"] in (["My move"], ["Answer"])
    assert "anna" in waited, "losses or the advance came back to the attacker"
    assert waited[-1] == "ben", "his own round"


async def test_no_pings_means_none_of_any_kind(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await channel.say("anna", "new campaign clock=fast")
    for user, line in (("anna", "join cp"), ("ben", "join ap"), ("ben", "settings pings off"), ("ben", "start")):
        await channel.say(user, line)
    watch = Watch(channel)
    await channel.say("anna", "settings pings off")
    await watch.told()
    await channel.say("ben", "warn liege, koblenz: look south")
    await channel.say("ben", "draw")
    hands.move(seconds=4 * HOUR + DAY)
    await ticker.tick()
    await channel.say("anna", "draw reject")
    await channel.say("anna", "warn read")
    await channel.say("anna", "choose take")
    await channel.say("anna", "play cp 1 as rp")
    hands.move(days=30)
    await ticker.tick()
    told = await watch.told()
    assert {"warning", "offer", "fallen", "action"} <= {kind for kind, _ in told.posts}
    assert (told.pings, told.direct) == ([], [])


async def test_quiet_hours_put_the_telling_off(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    await channel.say("ben", "settings quiet 12-20")
    await channel.say("anna", "play cp 1 as rp")
    assert (await watch.told()).pings == []
    hands.move(hours=7)
    assert await ticker.tick() == 0
    hands.move(hours=1)
    await ticker.tick()
    assert (await watch.told()).pings == ["ben"]
    hands.move(hours=1)
    assert await ticker.tick() == 0


@pytest.mark.parametrize("setting", ["snooze 8h", "away 3d", "quiet 12-20"])
async def test_a_player_who_returns_early_is_pinged_then(store: Store, setting: str) -> None:
    channel, ticker, hands, watch = await begin(store)
    await channel.say("ben", f"settings {setting}")
    await channel.say("anna", "play cp 1 as rp")
    hands.move(hours=1)
    await ticker.tick()
    assert (await watch.told()).pings == []
    await channel.say("ben", f"settings {setting.split(maxsplit=1)[0]} off")
    await ticker.tick()
    assert (await watch.told()).pings == ["ben"]
    hands.move(hours=9)
    await ticker.tick()
    assert (await watch.told()).pings == [], "once"


async def test_an_answered_question_loses_its_button_where_the_same_side_decides_on(store: Store) -> None:
    channel, _, hands = timed(store)
    for user, line in (("anna", "new campaign"), ("anna", "join cp"), ("ben", "join ap")):
        await channel.say(user, line)
    hands.move(seconds=LONG)
    await channel.say("ben", "start")
    watch = Watch(channel)
    told = await watch.told()
    assert any("must answer" in reply.text for _, reply in told.posts)
    assert watch.standing["prompt channel None"] == ["Answer"]
    hands.move(seconds=LONG)
    await channel.say("anna", "choose take")
    await watch.told()
    assert "Answer" not in watch.standing["prompt channel None"]


async def test_a_player_of_both_sides_is_never_pinged(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await channel.begin("anna", "anna")
    watch = Watch(channel)
    for _ in range(4):
        hands.move(seconds=LONG)
        await channel.say("anna", "play auto")
        await channel.say("anna", "done")
        assert await ticker.tick() == 0
        told = await watch.told()
        assert (told.pings, told.direct) == ([], [])


async def test_undo_removes_the_button_and_the_next_hand_over_is_sent(store: Store) -> None:
    channel, _, hands, watch = await begin(store)
    await channel.say("anna", "play cp 1 as rp")
    assert (await watch.told()).pings == ["ben"]
    await channel.say("anna", "undo")
    assert (await watch.told()).pings == []
    assert watch.standing["prompt channel None"] == []
    hands.move(seconds=LONG)
    await channel.say("anna", "play cp 1 as rp")
    assert (await watch.told()).pings == ["ben"]
    assert watch.standing["prompt channel None"] == ["My move"]


async def test_the_end_leaves_no_button_that_leads_to_a_move(store: Store) -> None:
    channel, _, hands, watch = await begin(store)
    await channel.say("anna", "play cp 1 as rp")
    hands.move(seconds=LONG)
    await channel.say("ben", "resign yes")
    await watch.told()
    assert not {"My move", "Answer", "Hand"} & {label for found in watch.standing.values() for label in found}


async def test_a_restart_forgets_nobody_who_has_to_be_told(store: Store) -> None:
    channel, ticker, hands, watch = await handed_over(store)
    await store.connection.call("DEL", *keys.DUE)
    await ticker.index()
    hands.move(seconds=LONG)
    await Ticker(channel.handler.tools).tick()
    assert (await watch.told()).pings == ["ben"]


async def test_a_paused_clock_still_tells(store: Store) -> None:
    channel, ticker, hands, watch = await handed_over(store)
    await channel.say("anna", "master pause")
    await watch.told()
    hands.move(seconds=LONG)
    await ticker.tick()
    assert (await watch.told()).pings == ["ben"]
    hands.move(days=60)
    assert await ticker.tick() == 0, "no reminders while the clock stands"


def test_a_clock_stored_by_an_older_version_can_be_read() -> None:
    extra = {
        "clock": {"speed": "off", "bank": [0, 0], "side": 1, "since": 5, "due": 0},
        "memory": {"pinged": ["ben"], "prompted": True, "table": "The game waits"},
    }
    settings = GameSettings.parse(json.dumps({"v": 2, "extra": extra}), "settings")
    assert Clock.of(settings).next_look() == 0
    assert Memory.of(settings).asking == {}


@pytest.mark.sweep(fixed=[1])
@pytest.mark.parametrize("seed", range(3))
async def test_no_hand_over_is_untold_or_told_twice_in_games_at_random(store: Store, share: Share, seed: int) -> None:
    """An absent player is notified exactly once before acting, a present one at most once."""
    channel, ticker, hands, watch = await begin(store)
    luck = random.Random(seed)
    for user, taste in (("anna", luck.choice(["on", "dm"])), ("ben", "on")):
        await channel.say(user, f"settings pings {taste}")
    acted = {"anna": 0.0, "ben": 0.0}
    told: list[str] = []
    waited, since, knows = "anna", hands().timestamp(), True
    for _ in range(250 if share.takes("a long game") else 120):
        stored = await store.load(await channel.game_id())
        game = restore(stored)
        assert game.actor is not None
        user = "anna" if game.actor == 1 else "ben"
        if user != waited:
            waited, since = user, hands().timestamp()
            knows = since - acted[user] >= PRESENT
            assert told == [user] * knows, "told at once if absent, and not at all if present"
        else:
            assert told == []
        for _ in range(luck.choice([0, 0, 1, 2, 3])):
            hands.move(seconds=70)
            await ticker.tick()
            late = await watch.told()
            if late.pings + late.direct:
                assert late.pings + late.direct == [user]
                assert not knows, "told twice, or somebody who knows"
                knows = True
        assert knows or hands().timestamp() - acted[user] < PRESENT, "untold"
        offered = [token for _, token in controls(await channel.say(user, "panel")) if token.startswith("o~")]
        await channel.press(user, luck.choice([token for token in offered if "peace" not in token]))
        if await channel.number() > stored.number:
            acted[user], knows = hands().timestamp(), True
        now = await watch.told()
        told = [*now.pings, *(one for kind, one in zip(_kinds(now), now.direct, strict=True) if kind != "strip")]


def _kinds(told: Told) -> list[str]:
    return [kind for kind, reply in told.posts if reply.audience == "private"]
