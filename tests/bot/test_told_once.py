"""An action's events appear in the channel once, however often it is handed over; the thread gets them once as well."""

from __future__ import annotations

from bot.service.clock import DAY, PRESENT
from bot.storage import Store
from bot.table.reply import Reply
from tests.bot.handing import LONG, Told, Watch, attack, begin
from tests.bot.support import Channel, controls
from tests.support.restoring import restore

ATTACK = "attack **Sedan**"


class Wall:
    """The messages in the channel and in the thread, as a platform shows them."""

    def __init__(self) -> None:
        self.channel: list[Reply] = []
        self.thread: list[str] = []

    def show(self, told: Told) -> Told:
        """Display these posts and return them."""
        for _, reply in told.posts:
            if reply.audience == "thread":
                self.thread.append(reply.text)
            elif reply.audience == "channel":
                self._shown(reply)
        return told

    def _shown(self, reply: Reply) -> None:
        stands = [at for at, one in enumerate(self.channel) if reply.edit and one.edit == reply.edit]
        if stands and not reply.anew:
            self.channel[stands[-1]] = reply
            return
        if reply.takes_off:
            return
        if stands and reply.replaces:
            del self.channel[stands[-1]]
        elif stands:
            self.channel[stands[-1]] = self.channel[stands[-1]].model_copy(update={"menu": None, "edit": ""})
        self.channel.append(reply)

    def telling(self, words: str) -> list[Reply]:
        """Return the channel messages containing this."""
        return [one for one in self.channel if words in one.text]


async def asked_now(channel: Channel) -> str:
    """Return the player who must decide."""
    return "anna" if restore(await channel.store.load(await channel.game_id())).actor == 1 else "ben"


async def decided(channel: Channel) -> str:
    """Take the first choice for the deciding player; return who that was, "" if the action is over."""
    game = restore(await channel.store.load(await channel.game_id()))
    if game.decision.kind == "choose_action":
        return ""
    user = "anna" if game.actor == 1 else "ben"
    await channel.say(user, f"choose {game.text(next(iter(game.options())))}".replace("_", " "))
    return user


async def test_an_attack_is_posted_once_while_players_come_and_go(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    wall, pings = Wall(), list[str]()
    await attack(channel)
    pings += wall.show(await watch.told()).pings
    for _ in range(14):
        assert len(wall.telling(ATTACK)) == 1
        assert ATTACK in wall.channel[-1].text or "Waiting for" in wall.channel[-1].text, "whoever is pinged reads why"
        hands.move(seconds=LONG)
        assert await ticker.tick() == 0
        if not await decided(channel):
            break
        pings += wall.show(await watch.told()).pings
    (told,) = wall.telling(ATTACK)
    assert [label for label, _ in controls([told])] == ["My move"]
    assert len(pings) > 2, "each change of hands was told"
    assert len([text for text in wall.thread if ATTACK in text]) == 1


async def test_a_hand_over_that_is_told_late_takes_the_story_along(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    wall = Wall()
    await channel.say("ben", "draw")  # he is present
    await attack(channel)
    assert "ben" not in wall.show(await watch.told()).pings
    hands.move(seconds=PRESENT)
    assert await ticker.tick() == 1
    late = wall.show(await watch.told())
    assert late.pings == ["ben"]
    (told,) = wall.telling(ATTACK)
    assert told.mention == ("ben",)
    assert [label for label, _ in controls([told])] == ["Answer"]
    hands.move(seconds=LONG)
    await decided(channel)
    wall.show(await watch.told())
    assert len(wall.telling(ATTACK)) == 1


async def test_reminders_in_the_midst_of_an_action_take_the_story_along_and_leave_it(store: Store) -> None:
    channel, ticker, hands, watch = await begin(store)
    wall = Wall()
    await attack(channel)
    wall.show(await watch.told())
    for number, words in enumerate(("a gentle reminder", "the game has waited for you"), 1):
        hands.move(days=number)
        assert await ticker.tick() == 1
        assert wall.show(await watch.told()).pings == ["ben"]
        (told,) = wall.telling(ATTACK)
        assert "Ben, " in told.text
        assert words in told.text
        assert told.text.count("has waited") == 1
        assert next(label for label, _ in controls([told])) == "My move"
    hands.move(seconds=DAY)
    await decided(channel)
    wall.show(await watch.told())
    (told,) = wall.telling(ATTACK)
    assert "has waited" not in told.text


async def test_an_action_that_nobody_was_asked_in_and_the_next_one_are_two_messages(store: Store) -> None:
    channel, _, hands, watch = await begin(store)
    wall = Wall()
    await channel.say("anna", "play cp 1 as rp")
    wall.show(await watch.told())
    hands.move(seconds=LONG)
    await channel.say("ben", "play auto")
    await channel.say("ben", "done")
    hands.move(seconds=LONG)
    wall.show(await watch.told())
    assert len(wall.telling("replacement points")) == len(wall.telling("one operation")) == 1


async def test_the_next_attack_leaves_the_post_of_the_previous_one(store: Store) -> None:
    channel, _, hands, watch = await begin(store)
    wall = Wall()
    await attack(channel)
    while await decided(channel):
        wall.show(await watch.told())
    wall.show(await watch.told())
    await channel.say("ben", "play auto")
    await channel.say("ben", "done")
    hands.move(seconds=LONG)
    await channel.say("anna", "play 2 as ops")
    wall.show(await watch.told())
    assert len(wall.telling(ATTACK)) == 1


async def test_a_question_between_actions_gives_way_to_what_came_of_it(store: Store) -> None:
    channel = Channel.open(store)
    watch = Watch(channel)
    wall = Wall()
    for user, line in (("anna", "new introductory"), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start")):
        await channel.say(user, line)
    wall.show(await watch.told())
    assert len(wall.telling("must answer")) == 1
    await channel.say("anna", "choose take")
    wall.show(await watch.told())
    assert wall.telling("must answer") == [], "nothing reads as if it were still asked"
    assert len(wall.telling("AP mandated offensive")) == 1


async def test_a_question_that_is_no_longer_asked_disappears_with_its_button(store: Store) -> None:
    channel, _, _, watch = await begin(store)
    wall = Wall()
    await attack(channel)
    wall.show(await watch.told())
    (asked,) = wall.telling("must answer")
    assert asked.text.rpartition("\n")[2].startswith("Retreat 2 spaces from **Sedan**")
    assert await decided(channel) == "ben"
    while await asked_now(channel) != "anna":
        await decided(channel)
    wall.show(await watch.told())
    (goes_on,) = wall.telling("turn again")
    assert "It's Anna's turn again (**Central Powers**):\nAdvance into **Sedan**" in goes_on.text
    assert wall.telling("must answer") == []
    while await decided(channel):
        wall.show(await watch.told())
        assert wall.telling("Advance into") == [one for one in wall.telling("Advance into") if controls([one])]
    wall.show(await watch.told())
    assert wall.telling("turn again") == []
