"""What a newcomer meets in the school: a hint at once, a battle that shows everything, one side, and a way on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.port import Inbound
from bot.service.ai_player import advice, move_scheduler
from bot.service.calls import Caller
from bot.service.help import welcome
from bot.service.school import lesson_flow, step_checks
from bot.service.state.lesson_state import LessonState, Studies
from bot.storage import Store
from bot.table import tokens
from bot.table.reply import Reply, Select
from bot.titles import usual_title
from bot.titles.capabilities import lessons_of
from engine.core.chance import KeyedChance
from engine.core.game import Game
from tests.bot.support import Channel, controls, token_of
from tests.bot.with_computer import Table
from tests.school.pupils import Pupil
from tests.support.facts import names

WORDS = usual_title().words("en")
LESSONS = lessons_of(usual_title())


async def test_the_written_hint_comes_at_once_and_the_plan_when_it_is_found(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, asked = asyncio.Event(), list[str]()

    async def slow(*args: Any) -> list[str]:
        asked.append(str(args[-1]))
        await found.wait()
        return ["1. **Attack Sedan.**"]

    monkeypatch.setattr(advice, "plans", slow)
    table = Table(store)
    pupil = Pupil(table.channel)
    for line in ("learn 5", "choose take"):
        await pupil.says(line)
    for _ in range(2):
        (panel,) = await table.channel.say("anna", "learn hint")
        assert "Hint: " in panel.text
        assert "looking for its best plan: " in panel.text
        assert panel.follow, "a page that can asks by itself"
    assert len(asked) == 1, "it is thought about once"
    loop = asyncio.get_running_loop()
    with monkeypatch.context() as later:
        later.setattr(loop, "time", partial(lambda now: now() + 60, loop.time))
        (panel,) = await table.channel.say("anna", "learn hint")
    assert " s so far, longer than usual." in panel.text
    assert "of about" not in panel.text, "never 60 of about 5 s"
    found.set()
    await asyncio.sleep(0)
    (panel,) = await table.channel.press("anna", panel.follow)
    assert "The computer's best plan here: **Attack Sedan.**" in panel.text
    assert not panel.follow
    await pupil.says("learn hint")
    assert len(asked) == 1


async def test_show_me_in_a_war_tells_its_progress_and_plays_by_itself(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, found = Table(store), asyncio.Event()

    async def later(*args: Any) -> list[str]:
        await found.wait()
        return await move_scheduler.play_on(*args)

    monkeypatch.setattr(lesson_flow, "play_on", later)
    pupil = Pupil(table.channel)
    await pupil.says("learn 5")
    (panel,) = await table.channel.say("anna", "learn show")
    assert "working out this action for you" in panel.text
    (panel,) = await table.channel.press("anna", panel.follow)
    assert panel.follow, "it is asked for again by itself"
    number = await table.number()
    found.set()
    await asyncio.sleep(0.1)
    (panel,) = await table.channel.press("anna", panel.follow)
    assert await table.number() > number
    assert "Action 1 of 6" in panel.text
    assert not panel.follow


async def test_show_me_reports_its_moves_and_the_computers_reply(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pupil chose none of it, and the computer answers within seconds: both stand on the panel then."""
    table = Table(store)
    pupil = Pupil(table.channel)
    await pupil.says("learn 5", "choose take")

    async def found(*args: Any) -> list[str]:
        return ["auto_op", "stop"]

    monkeypatch.setattr(lesson_flow, "play_on", found)
    for _ in range(20):
        if "working out this action" not in await pupil.says("learn show"):
            break
    await table.moved()
    (panel,) = await table.channel.say("anna", "panel")
    told = panel.text.partition("Lesson 5")[0]
    assert "*Since your last move:*" in told
    assert "**CP** takes one operation without a card." in told
    assert told.index("**CP** takes") < told.index("**AP** ")


@pytest.mark.parametrize("pays", ["ge 4", "ge 5"])
async def test_the_battle_of_lesson_2_shows_a_loss_a_retreat_and_an_advance(channel: Channel, pays: str) -> None:
    pupil = Pupil(channel)
    for line in ("learn 2", "learn show"):
        await pupil.says(line)
    told = await pupil.says("learn next")
    assert "**loss number**: how much the *other* side loses" in told, "before the dice tell of one"
    for line in ("learn show", "learn next"):
        assert "loss number" in await pupil.says(line)
    await pupil.says(f"lose {pays}")
    other = {"ge 4": "ge 5", "ge 5": "ge 4"}[pays]
    await pupil.says(f"advance {other} sedan")
    (told,) = [r.text for _, r in await channel.posts() if r.audience == "channel" and "attack **Sedan**" in r.text]
    for words in ("GE 4 reduced" if pays == "ge 4" else "GE 5 reduced", "retreats ", "advances to Sedan"):
        assert told.count(words) == 1
    assert told.count("attack **Sedan**") == 1, "the story is told once"
    assert (await pupil.course()).studies.done


@pytest.mark.parametrize("epoch", range(6))
def test_in_lesson_2_losses_retreat_and_advance_happen_however_often_it_is_begun_again(epoch: int) -> None:
    title, lesson = usual_title(), LESSONS[1]
    game: Game[Any] = Game.start(title.system({"scenario": lesson.scenario}), KeyedChance(bytes.fromhex(lesson.seed)))
    for text in lesson.opening:
        game.apply(game.parse(text))
    course = LessonState(lesson, Studies(), 0, title.seats.index(lesson.seat))
    step_checks.led(course, game)
    if epoch:
        game.epoch, game.counter = epoch, 0
    game.drain()
    for at in range(3):
        step_checks.shown(replace(course, studies=Studies().begun(lesson.steps[at]), at=at), game)
    events = game.drain()
    assert {"retreated", "advanced"} <= {event.kind for event in events}
    own = [event for event in events if event.kind == "loss" and event.data["side"] == course.side]
    assert own, "one's own loss is to be chosen"


async def test_a_finished_lesson_leads_to_the_next_and_the_last_to_a_first_game_on_the_same_side(
    channel: Channel,
) -> None:
    pupil = Pupil(channel)
    replies = list[Reply]()
    for number in (2, 1):
        await pupil.says(f"learn {number}")
        for step in LESSONS[number - 1].steps:
            right = "abc"[step.answers.index(step.right)] if step.answers else "show"
            await pupil.says(f"learn {right}")
            replies = await channel.say("anna", "learn next")
        following = LESSONS[number].name if number == 1 else LESSONS[2].name
        assert "Lesson finished" in replies[0].text
        shown = next(label for label, _ in controls(replies))
        renewed = await channel.say("anna", "panel")
        assert (renewed[0].text, controls(renewed)) == (replies[0].text, controls(replies)), (
            "it stays when it is renewed"
        )
        if number == 2:
            assert shown.endswith(WORDS.say(f"school.{following}.title")), "not the first that is not finished"
    await pupil.says("learn 5")
    anna = Caller(user="web:anna", name="Anna", channel="web:table", platform="web", key="over")
    first = tokens.line("", await lesson_flow.leads_on(channel.handler.tools, anna, LESSONS[-1]))
    await channel.say("anna", "learn leave")
    empty = welcome.welcome(usual_title(), WORDS, posts=True)
    assert first == token_of([empty], "Play the computer")
    await channel.press("anna", first)
    seats = (await channel.store.load(await channel.game_id())).seats
    assert seats.holders["cp"].user == "web:anna"
    assert {lesson.seat for lesson in LESSONS} == {"cp"}


@pytest.mark.parametrize("number", [1, 4, 5])
async def test_a_lesson_that_is_left_leads_back_to_itself(channel: Channel, number: int) -> None:
    """Its text says that it can be started again: so does the first button, whatever else is not finished."""
    pupil = Pupil(channel)
    await pupil.says(f"learn {number}")
    replies = await channel.say("anna", "learn leave")
    title = WORDS.say(f"school.{LESSONS[number - 1].name}.title")
    shown, press = controls(replies)[0]
    assert shown.endswith(title)
    await channel.press("anna", press)
    assert title in (await channel.say("anna", "panel"))[0].text


async def test_learn_shows_the_titles_of_the_lessons(channel: Channel) -> None:
    (empty,) = await channel.say("anna", "panel")
    for shown in (
        *(await channel.press("anna", token_of([empty], "Learn"))),
        *(await channel.say("anna", "help learn")),
    ):
        assert "`/learn [" not in shown.text
        for number, lesson in enumerate(LESSONS, 1):
            assert f"{number}. {WORDS.say(f'school.{lesson.name}.title')}" in shown.text


async def test_lesson_1_shows_the_places_that_it_speaks_of_and_what_was_taken(channel: Channel) -> None:
    pupil, places = Pupil(channel), names().content.space_by_name
    await pupil.says("learn 1")
    for step, place in (("activate", "oppeln"), ("march", "czestochowa"), ("rear", "aachen")):
        for line in ("learn show", "learn next"):
            await pupil.says(line)
        assert (await pupil.course()).step.name == step
        inbound = Inbound(platform="web", channel="table", user="anna", key=f"touch {step}", text="panel", touch=True)
        (panel,) = await channel.handler.run(inbound)
        assert panel.board is not None
        assert panel.board.focus == (str(places[place]),), "the map of a page is there"
        assert panel.picture is not None
        assert panel.picture.args["space"] == places[place]
        if step == "march":
            (taken,) = await channel.say("anna", "learn show")
            assert taken.picture is not None
            assert taken.picture.args["space"] == places[place]
            assert "Czestochowa (CP)" in taken.picture.alt
            await pupil.says("learn again")


async def test_a_lesson_explains_its_terms_alone_and_waits_for_nobody_once_a_step_is_done(channel: Channel) -> None:
    """What a panel says to newcomers in the first turn would say the task again, in front of what has to be pressed."""
    pupil, terms = Pupil(channel), names().words.say("ui.decisions.choose_action.newcomer")
    await channel.begin(scenario="introductory")
    await channel.say("anna", "choose take")
    assert terms in await channel.told("anna", "panel"), "the first turn of a game"
    for user in ("anna", "ben"):
        await channel.say(user, "resign yes")
    await pupil.says("learn 3")
    assert terms not in await channel.told("anna", "panel")
    for line in ("play entrench as sr", "sr ge corps from reserve to metz", "done anyway"):
        await pupil.says(line)
    panel = await channel.told("anna", "panel")
    assert "✔ One action, and it's at the front." in panel
    assert "Waiting for" not in panel


async def test_the_free_lesson_explains_terms_only_while_an_action_is_under_way(channel: Channel) -> None:
    """Its own task comes first, and what is to be pressed right after it; its hint takes the place of the terms as well."""
    pupil = Pupil(channel)
    told = {
        kind: names().words.say(f"ui.decisions.{kind}.newcomer")
        for kind in ("guns_of_august", "choose_action", "activate")
    }
    await pupil.says("learn 5")
    assert told["guns_of_august"] not in await channel.told("anna", "panel")
    await pupil.says("choose take")
    panel = await channel.told("anna", "panel")
    assert "Action 1 of 6" in panel
    assert told["choose_action"] not in panel
    await pupil.says("play auto")
    assert told["activate"] in await channel.told("anna", "panel")


async def test_the_task_of_a_step_comes_first(channel: Channel) -> None:
    pupil = Pupil(channel)
    for lines, menu, wanted in (
        (("learn 1",), "Operations with …", 7),
        (("learn show", "learn next"), "Activate more spaces …", {"Oppeln: move", "Bremen: move"}),
        (("activate oppeln move",), "Activate more spaces …", {"Bremen: move"}),
        (("activate bremen move",), "", {"Done (1 OPS unused)"}),
        (("done anyway", "learn next"), "Oppeln (reduced GE c) to …", {"to Czestochowa"}),
        (("learn show", "learn next"), "Bremen (reduced GE c) to …", {"to Aachen"}),
        (("learn leave", "learn 2", "learn next"), "Attack with all available …", {"Sedan: 10 CF against 3"}),
        (("learn leave", "learn 3"), "Strategic redeployment with …", {"Entrench (CP 6)"}),
        (("learn next",), "Replacement points with …", 7),
        (("learn next",), "Event of …", {"Reichstag Truce (CP 9)"}),
    ):
        for line in lines:
            await pupil.says(line)
        (panel,) = await channel.say("anna", "panel")
        assert panel.menu is not None
        first = panel.menu.rows[0]
        count = wanted if isinstance(wanted, int) else len(wanted)
        if not menu:
            assert not isinstance(first, Select)
            assert {one.label for one in first[:count]} == wanted
            continue
        assert isinstance(first, Select)
        assert first.placeholder == menu
        shown = {option.label for option in first.options[:count]}
        assert len(shown) == count if isinstance(wanted, int) else shown == wanted


async def test_once_an_action_goes_on_its_step_advises_no_other(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 5", "choose take")
    told = await pupil.says("panel")
    assert "where it stops for the Allies, press it again" in told, (
        "what is shown stops where the other side must answer"
    )
    assert "The classic is Guns of August" in told
    await pupil.says("play guns of august as event")
    told = await pupil.says("panel")
    assert "It's your move." in told
    assert "*Show me* plays for you" in told
    assert "The classic" not in told
    assert "Hint: " not in told


async def test_while_the_enemy_acts_in_a_war_its_step_advises_nothing(store: Store) -> None:
    table = Table(store)
    pupil = Pupil(table.channel)
    assert "Do it:" in await pupil.says("learn 5", "choose take")
    await pupil.says("play auto", "done anyway")
    told = await pupil.says("panel")
    assert "Waiting for the **Allied Powers**" in told
    assert "Lesson 5" in told
    assert "Do it:" not in told
    assert "Your action" not in told
