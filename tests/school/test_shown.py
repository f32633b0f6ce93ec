"""What is shown to a pupil, what stays a mistake, and what has no place in a lesson."""

from __future__ import annotations

from bot.storage import Store
from tests.bot.support import Channel, controls, token_of
from tests.bot.with_computer import Table
from tests.school.pupils import Pupil


async def test_commands_of_a_war_are_refused_in_a_lesson(channel: Channel) -> None:
    pupil = Pupil(channel)
    for lesson in ("1", "5"):
        await pupil.says(f"learn {lesson}")
        number = (await channel.store.load(await channel.game_id())).number
        await channel.clear()
        for line in ("resign yes", "draw", "rollback turn", "substitute offer", "master end", "clock fast", "rematch"):
            assert "You can't do that in a lesson" in await pupil.says(line), line
        stored = await channel.store.load(await channel.game_id())
        assert stored.number == number
        assert stored.header.in_progress
        assert await channel.posts() == [], "nobody reads anything of it"
        await pupil.says("learn leave")


async def test_a_battle_that_is_shown_is_told_and_the_next_step_is_there(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 2", "learn show", "learn next")
    await channel.clear()
    assert "✔ The attack is on" in await pupil.says("learn show")
    assert "✔ The battle is over" not in await pupil.says("learn next")
    assert (await pupil.course()).step.name == "outcome"
    assert "✔ The battle is over" in await pupil.says("learn show")
    told = "\n".join(reply.text for _, reply in await channel.posts())
    assert "Sedan" in told, "its dice stand in the channel"


async def test_show_me_after_a_mistake_starts_at_the_beginning_of_the_step(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 4")
    await pupil.says("learn next")
    await pupil.says("move oppeln-czestochowa")
    assert (await pupil.course()).studies.mistake == "short"
    assert "✔" in await pupil.says("learn show")
    assert (await pupil.course()).studies.done


async def test_a_step_is_done_where_it_says_and_not_on_the_way_past_it(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 1", "learn next", "learn next", "learn show", "learn next")
    assert (await pupil.course()).step.name == "rear"
    assert "It didn't stop in Aachen" in await pupil.says("move bremen-essen-aachen-koblenz")
    assert not (await pupil.course()).studies.done


async def test_a_card_that_is_spent_is_a_mistake_until_the_step_is_begun_again(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 3", "learn next", "learn next", "learn next", "play entrench as ops")
    assert "You spent a card" in await pupil.says("activate strasbourg move")
    assert "You spent a card" in await pupil.says("done anyway")
    await pupil.says("learn again")
    assert "✘" not in await pupil.says("play auto")
    assert "✔" in await pupil.says("activate strasbourg move")


async def test_undo_is_offered_only_where_it_changes_something(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 1")

    async def offered() -> bool:
        return "Undo" in [label for label, _ in controls(await channel.say("anna", "panel"))]

    await pupil.says("play entrench as ops")
    assert await offered()
    await pupil.says("learn next")
    assert not await offered()
    await pupil.says("activate oppeln move")
    assert await offered()


async def test_no_reminders_are_sent_for_a_lesson(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "learn 5", "choose take")
    await table.moved()
    await table.fresh()
    for _ in range(3):
        table.hands.move(days=4)
        await table.moved()
    assert await table.posts() == []


async def test_show_pressed_twice_shows_once(channel: Channel) -> None:
    pupil = Pupil(channel)
    panel = await channel.say("anna", "learn 1")
    show = token_of(panel, "Show me")
    await channel.press("anna", show)
    number = (await channel.store.load(await channel.game_id())).number
    await channel.press("anna", show)
    assert (await channel.store.load(await channel.game_id())).number == number
    assert (await pupil.course()).studies.done
    assert "✔" in await pupil.says("learn show")


async def test_show_me_starts_where_the_script_leads(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 1", "play entrench as ops", "learn next", "activate oppeln, bremen, strasbourg move")
    await pupil.says("learn next", "move oppeln-czestochowa", "learn next")
    assert (await pupil.course()).step.name == "rear"
    assert "✔" in await pupil.says("learn show")
    assert (await pupil.course()).studies.done


async def test_undo_of_what_came_after_a_spent_card_leaves_it_spent(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 3", "learn next", "learn next", "learn next", "play entrench as ops")
    await pupil.says("activate strasbourg move")
    assert "You spent a card" in await pupil.says("undo")
    assert "✘" not in await pupil.says("undo all")
