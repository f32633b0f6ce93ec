"""Lessons in a channel: begun by a press, gone through by commands and presses, never a trap, kept by person."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import pytest

from bot.public.games import PublicGames
from bot.service.record_work import RecordThreads
from bot.service.state.lesson_state import course_of
from bot.storage import Store
from bot.table.reply import Menu, Reply, Select
from bot.titles import usual_title
from bot.titles.capabilities import lessons_of
from tests.bot.support import Channel, check_limits, controls, token_of
from tests.bot.with_computer import Table
from tests.school.pupils import Pupil

WORDS = usual_title().words("en")
LESSONS = lessons_of(usual_title())
#: Orders that only look.
LOOKS = {"map", "odds", "card", "score", "log", "status"}


def typed(text: str) -> list[str]:
    """The orders that a text tells to type, without those that only look."""
    return [line for line in re.findall(r"`/([^`]+)`", text) if line.partition(" ")[0] not in LOOKS]


async def test_from_an_empty_channel_one_press_leads_into_the_first_lesson_and_through_it(channel: Channel) -> None:
    replies = await channel.press("anna", token_of(await channel.say("anna", "panel"), "Learn"))
    replies = await channel.press("anna", controls(replies)[0][1])
    pupil = Pupil(channel)
    for at, step in enumerate(LESSONS[0].steps):
        check_limits(replies[0])
        assert f"step {at + 1} of {len(LESSONS[0].steps)}" in replies[0].text
        if step.answers:
            wrong = step.mistakes[0]
            letter = "abc"[step.answers.index(wrong.answered)]
            assert f"`/rules {wrong.rule}`" in await pupil.says(f"learn {letter}")
            await pupil.says(f"learn {'abc'[step.answers.index(step.right)]}")
        else:
            assert "Hint: " in await pupil.says("learn hint")
            await pupil.says("learn show")
        replies = await channel.say("anna", "panel")
        assert WORDS.say(f"school.moving.{step.name}.done") in replies[0].text
        replies = await channel.press("anna", controls(replies)[0][1])
    assert replies[0].text == "✔ Lesson finished: Moving and supply."
    assert [label for label, _ in controls(replies)] == ["2 Attack and losses", "All lessons"]
    assert "1. Moving and supply – ✔ finished" in await pupil.says("learn")
    assert await channel.complete("anna", "new intro") == ["new introductory"], "the channel is free again"


async def test_typing_the_hints_completes_each_step(channel: Channel) -> None:
    pupil = Pupil(channel)
    tried = 0
    for number, lesson in enumerate(LESSONS, 1):
        if lesson.free:
            continue
        await pupil.says(f"learn {number}")
        for step in lesson.steps:
            lines = typed(WORDS.say(f"school.{lesson.name}.{step.name}.hint"))
            told = [await pupil.says(line) for line in lines]
            if lines:
                assert (await pupil.course()).studies.done, (step.name, lines, told)
                tried += 1
            if step is not lesson.steps[-1]:
                await pupil.says("learn next")
        await pupil.says("learn leave")
    assert tried > 10


def pressable(replies: Sequence[Reply]) -> set[str]:
    """What is written on controls and above menus."""
    rows = [row for reply in replies for row in (reply.menu or Menu()).rows]
    titles = {row.placeholder for row in rows if isinstance(row, Select)}
    return titles | {label for label, _ in controls(replies)}


def named_in(lesson: str, step: str) -> set[str]:
    """The menus, buttons, entries and cards that a step's task and hint say to press: `*Done*`, `“Metz: attack”`."""
    said = WORDS.table(f"school.{lesson}.{step}")
    text = f"{said['task'].partition('**Do it:**')[2]} {said['hint']}".replace("**", "")
    return {
        name for name in re.findall(r"\*([^*]+)\*|“([^”]+)”", text) for name in name if name and not name[0].islower()
    }


async def test_buttons_named_by_tasks_and_hints_exist(channel: Channel) -> None:
    pupil, tried = Pupil(channel), 0
    for number, lesson in enumerate(LESSONS, 1):
        if lesson.free:
            continue
        await pupil.says(f"learn {number}")
        for step in lesson.steps:
            named = named_in(lesson.name, step.name) - {"Leave them unused"}  # it answers *Done*, once all is marked
            there = await channel.say("anna", "panel")
            found = pressable(there)
            # Further menus open where one is named, and after what is pressed first.
            for label, token in controls(there):
                if label.partition(" (CP")[0] in named - {"Hand", "Done"}:
                    found |= pressable(await channel.press("anna", token))
            missing = {name for name in named if not any(label.startswith(name) for label in found)}
            assert not missing, (step.name, missing, sorted(found))
            tried += len(named)
            await pupil.says("learn again" if not step.answers else "panel")
            if step is not lesson.steps[-1]:
                assert "isn't possible" not in await pupil.says("learn next"), step.name
                assert (await pupil.course()).step.name != step.name, "nobody is stuck in a step"
        await pupil.says("learn leave")
    assert tried >= 15


def test_a_mistake_names_buttons_that_there_are() -> None:
    """What a task and its hint name is pressed above; what was wrong may be said at any time."""
    buttons = {str(text) for text in WORDS.find("ui.school.buttons").values()} | {WORDS.say("ui.buttons.undo")}
    told = [
        text
        for lesson in LESSONS
        for step in lesson.steps
        if WORDS.has(key := f"school.{lesson.name}.{step.name}.mistakes")
        for text in WORDS.find(key).values()
    ]
    named = {name for text in told for name in re.findall(r"\*([A-Z][a-z ]* (?:step|lesson|again|me))\*", text)}
    assert named
    assert named <= buttons


async def test_a_question_is_shown_alone_and_a_step_shows_its_place(channel: Channel) -> None:
    pupil = Pupil(channel)
    for number, lesson in enumerate(LESSONS[:4], 1):
        await pupil.says(f"learn {number}")
        for step in lesson.steps:
            (panel,) = await channel.say("anna", "panel")
            if step.answers:
                assert panel.menu is not None
                assert [row for row in panel.menu.rows if isinstance(row, Select)] == []
                assert [label for label, _ in controls([panel])][-3:] == ["Hint", "Skip step", "Leave lesson"]
                check_limits(panel)
                (panel,) = await channel.press("anna", token_of([panel], "Hint"))
                assert WORDS.say(f"school.{lesson.name}.{step.name}.hint") in panel.text
            if step.map:
                assert panel.picture is not None
                shown = f"{panel.picture.kind} {panel.picture.args}"
                assert "space" in shown or "supply" in shown, step.name
            if step is not lesson.steps[-1]:
                await pupil.says("learn next")
        await pupil.says("learn leave")


async def test_a_mistake_is_told_with_its_rule_and_can_be_taken_back(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 1")
    told = await pupil.says("play reichstag truce as event")
    assert "✘ You played the card as an **event**" in told
    assert "`/rules 9.5`" in told
    assert "✘" not in await pupil.says("undo")
    await pupil.says("play reichstag truce as event")
    assert "✘" not in await pupil.says("learn again")
    assert "✔ You've played the card" in await pupil.says("play entrench as ops")
    assert "✔" not in await pupil.says("undo"), "what is taken back is not done"


async def test_an_order_that_is_refused_is_explained_by_the_step(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 1")
    for _ in range(2):
        await pupil.says("learn next")
    told = await pupil.says("move oppeln-czestochowa-lodz-warsaw")
    assert "✘ A **fort** holds its space even without units" in told
    assert "`/rules 11.1.8`" in told


async def test_lesson_progress_survives_leaving_and_a_restart(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 2")
    await pupil.says("learn next")
    elsewhere = Pupil(Channel.open(channel.store))
    elsewhere.channel.keys = iter(range(500, 600))
    assert (await elsewhere.course()).at == 1
    assert "You left" in await elsewhere.says("learn leave")
    panel = await elsewhere.channel.say("anna", "panel")
    assert [label for label, _ in controls(panel)] == ["2 Attack and losses", "All lessons"], "a lesson has no rematch"
    assert "2. Attack and losses – you are at step 2 of 6" in await elsewhere.says("learn")
    assert "step 2 of 6" in await elsewhere.says("learn 2")
    await elsewhere.says("attack sedan from metz")
    assert (await elsewhere.course()).studies.done


async def test_only_the_pupil_learns_here_and_what_is_wrong_is_told(channel: Channel) -> None:
    assert "There's no lesson 9" in await channel.told("anna", "learn 9")
    await channel.say("anna", "learn 1")
    for user, line, told in (
        ("ben", "learn next", "somebody else's lesson"),
        ("anna", "learn a", "There's no question here"),
        ("ben", "learn", "This channel already has a game"),
        ("ben", "learn 2", "this one has a game"),
        ("ben", "learn leave", "somebody else's lesson"),
    ):
        assert told in await channel.told(user, line), line
    for line in ("learn next",) * 4:
        await channel.say("anna", line)
    assert (await channel.told("anna", "learn c")).count("✘") == 1
    wishes = ("a", "b", "c", "hint", "next", "leave")
    assert await channel.complete("anna", "learn ") == [f"learn {word}" for word in wishes]


async def test_a_lesson_is_nobodys_war(channel: Channel) -> None:
    await channel.say("anna", "learn 1")
    games = PublicGames(channel.store, RecordThreads(), "en")
    first = await channel.game_id()
    assert await games.known(first) is None, "no public page shows it"
    assert "*Leave lesson*, *Finish lesson*" in await channel.told("anna", "learn 2")
    assert "There's no finished game here" in await channel.told("anna", "log last")
    await channel.say("anna", "learn leave")
    assert "There's no finished game here" in await channel.told("anna", "log last")
    assert await channel.complete("anna", "learn ") == [f"learn {number}" for number in range(1, 6)]
    await channel.say("anna", "learn 2")
    assert first not in await channel.store.games(), "the one before goes when the next begins"
    await channel.say("anna", "learn leave")
    await channel.say("anna", "new introductory")
    assert "Introductory" in await channel.told("anna", "panel")


async def test_the_last_lesson_is_a_war_against_the_recruit_with_a_hint_for_each_action(store: Store) -> None:
    table = Table(store)
    pupil = Pupil(table.channel)
    await pupil.says("learn 5")
    seen: list[int] = []
    for _ in range(600):
        course, game = await pupil.course(), await table.game()
        if course.studies.done:
            break
        if course.at not in seen:
            seen.append(course.at)
            if course.at == 1:
                # The computer looks for its best plan as long as a general may.
                hint = await pupil.says("learn hint")
                assert "Hint: " in hint
                while "looking for its best plan" in hint:
                    await asyncio.sleep(0.2)
                    hint = await pupil.says("learn hint")
                assert ("The computer's best plan here: **" in hint) == (game.actor == course.side)
        if game.actor == course.side:
            if "working out this action" in await pupil.says("learn show"):
                await asyncio.sleep(0.2)
        else:
            await table.moved()
    assert (await table.game()).state.turn == 2
    assert seen == list(range(7))
    assert "Lesson finished" in await pupil.says("learn next")


@pytest.mark.usefixtures("toy_title")
async def test_another_title_has_a_school_of_its_own(store: Store) -> None:
    table = Table(store)
    assert "Hide in the north." in await table.say("anna", "/hunt learn 1")
    assert "✘ The hound looks there first." in await table.say("anna", "den north east")
    assert "✔ Well hidden." in await table.say("anna", "undo", "den north")
    assert "Lesson finished: Your first den." in await table.say("anna", "learn next")
    contents = await table.channel.say("anna", "/hunt learn")
    assert "1. Your first den – ✔ finished" in contents[0].text
    begun = await table.channel.press("anna", token_of(contents, "1 Your first den"))
    assert "Hide in the north." in begun[0].text, "a press names the lesson of this title"


async def test_where_a_game_goes_on_the_list_says_so_and_a_lesson_is_refused_with_what_would_work(
    channel: Channel,
) -> None:
    await channel.begin()
    (listed,) = await channel.say("anna", "learn")
    assert "This channel already has a game" in listed.text
    assert not any("~learn " in token for _, token in controls([listed])), "lists of lessons, and none to begin"
    assert "In another channel or thread, type `/learn 2`" in await channel.told("anna", "learn 2")


@pytest.mark.parametrize("before", ["", "puzzle"])
async def test_pressing_a_lesson_in_the_list_begins_it(channel: Channel, before: str) -> None:
    if before:
        await channel.say("anna", before)
    listed = await channel.say("anna", "learn")
    await channel.press("anna", token_of(listed, "2 "))
    course = course_of(await channel.store.load(await channel.game_id()))
    assert course is not None
    assert course.lesson.name == LESSONS[1].name
