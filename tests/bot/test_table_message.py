"""The table message: always current, in sight, and containing nothing untrue."""

from __future__ import annotations

from bot.service.announcing.posts import FAR, SEVERAL
from bot.storage import Store
from bot.table.reply import Reply
from tests.bot.support import Channel, controls
from tests.bot.times import timed


async def newest(channel: Channel) -> Reply:
    """Return the newest version in the outbox."""
    return [reply for kind, reply in await channel.posts() if kind == "table"][-1]


async def take(channel: Channel) -> list[Reply]:
    """Return the versions in the outbox, which is empty afterwards."""
    found = [reply for kind, reply in await channel.posts() if kind == "table"]
    await channel.clear()
    return found


async def test_after_taking_back_it_says_so_and_shows_nothing_that_was_taken_back(channel: Channel) -> None:
    await channel.begin()
    before = await action(channel)
    await channel.say("ben", "play auto")
    await channel.say("ben", "done")
    await channel.say("anna", "play auto")
    await channel.say("anna", "move ge 2 frankfurt")
    await channel.say("anna", "done")
    (there,) = (await take(channel))[-1:]
    assert there.picture is not None
    await channel.say("anna", "undo")
    (back,) = await take(channel)
    assert "Waiting for the **Central Powers**" in back.text
    assert back.picture is None
    assert "Waiting for the **Allied Powers**" in before.text


async def action(channel: Channel) -> Reply:
    """Play Anna's round."""
    await channel.say("anna", "play cp 1 as rp")
    return (await take(channel))[-1]


async def test_after_going_back_it_shows_that_position(channel: Channel) -> None:
    await channel.begin()
    await action(channel)
    await channel.say("anna", "rollback round")
    await channel.say("ben", "rollback accept")
    back = (await take(channel))[-1]
    assert "Waiting for the **Central Powers** (Anna): choosing an action" in back.text
    assert not {"Accept", "Reject"} & {label for label, _ in controls([back])}


async def test_the_end_names_the_winner_and_offers_no_move(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "resign yes")
    over = await newest(channel)
    assert "The game is over" in over.text
    assert "the Central Powers win" in over.text
    assert [label for label, _ in controls([over])] == ["Rematch", "Map", "Log"]


async def test_my_move_and_hand_are_for_players(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    table = await newest(channel)
    for_all = [b.label for row in (table.menu.rows if table.menu else ()) for b in row if b.seated is False]  # type: ignore[union-attr]
    assert for_all == ["Map", "Log", "Follow"]


async def rounds(channel: Channel, count: int) -> list[list[Reply]]:
    """Return the versions after each of several actions."""
    found = []
    for number in range(count):
        user = ("anna", "ben")[number % 2]
        await channel.say(user, "play auto")
        await channel.say(user, "done")
        found.append(await take(channel))
    return found


async def test_it_moves_down_when_several_messages_stand_below_it(channel: Channel) -> None:
    await channel.begin()
    moved = [[one.anew for one in after] for after in await rounds(channel, SEVERAL + 1)]
    first = next(number for number, after in enumerate(moved) if True in after)
    assert 1 <= first <= SEVERAL - 1
    assert sum(True in after for after in moved) == 1, "then it stands below them again"


async def test_it_moves_down_when_it_is_old(store: Store) -> None:
    channel, _, hands = timed(store)
    await channel.begin()
    hands.move(minutes=50)
    await channel.say("anna", "play auto")
    assert [one.anew for one in await take(channel)] == [False]
    hands.move(minutes=11)
    await channel.say("anna", "done")
    assert [one.anew for one in await take(channel)] == [True]


async def test_an_action_with_an_answer_takes_no_third_message_for_it(store: Store) -> None:
    channel, _, hands = timed(store)
    await channel.begin()
    hands.move(hours=2)
    await channel.say("anna", "play guns of august as event")
    await channel.say("anna", "attack sedan")
    await channel.say("anna", "choose frontal")
    assert not any(one.anew for one in await take(channel)), "a question in its midst moves nothing"


async def test_nothing_is_edited_that_would_read_the_same(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    await take(channel)
    await channel.say("anna", "standing pass combat cards unless paris")
    assert await take(channel) == []
    assert FAR > SEVERAL


async def test_a_new_player_of_the_same_name_gets_a_version_with_their_controls(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "substitute offer")
    await channel.clear()
    before = (await channel.store.load(await channel.game_id())).seats.users()
    await channel.say("eve", "substitute ap")
    assert await take(channel)
    assert (await channel.store.load(await channel.game_id())).seats.users() != before


async def test_the_side_to_move_is_where_a_phone_shows_it(channel: Channel) -> None:
    """That is in the first and the last two lines."""
    await channel.begin()
    await channel.say("anna", "play auto")
    await channel.say("anna", "done anyway")
    table = [reply.text for kind, reply in await channel.posts() if kind == "table"][-1].splitlines()
    assert any(line.startswith("Combat cards: ") for line in table)
    assert table[-2].startswith("Waiting for the **Allied Powers** (Ben)")
