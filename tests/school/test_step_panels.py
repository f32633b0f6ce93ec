"""The panel of a step: a hint in the place of the explanation, no plan of an earlier position, the named menu first."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.service.ai_player import advice, move_scheduler
from bot.service.school import lesson_flow, lesson_panels
from bot.service.session import restore, table_for
from bot.service.state.lesson_state import Studies
from bot.storage import Store
from bot.titles import title_named, title_of, usual_title
from bot.titles.capabilities import lessons_of
from bot.titles.panel import offers_of
from tests.bot.support import Channel, controls
from tests.bot.with_computer import Table
from tests.school.pupils import Pupil

WORDS = usual_title().words("en")
FREE = next(one for one in lessons_of(usual_title()) if one.free)


async def test_after_an_answer_the_next_step_is_all_that_can_be_pressed(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 3", *["learn next"] * 4)
    told = await channel.say("anna", "learn c")
    assert "✔ Right" in told[0].text
    assert "Choose a card" not in told[0].text
    assert [label for label, _ in controls(told)] == ["Next step", "Leave lesson"]


async def test_a_hint_takes_the_place_of_what_a_step_explains(channel: Channel) -> None:
    pupil = Pupil(channel)
    assert "e.g. towns" in await pupil.says("learn 1", "learn next")
    told = await pupil.says("learn hint")
    assert "e.g. towns" not in told
    assert "**Do it:** in the menu" in told
    assert "Hint: In *Activate more spaces …*" in told
    await pupil.says("learn next", "learn next", "learn next")
    told = await pupil.says("learn hint")
    assert "What must that line be made of?" in told, "a question stays"
    assert "Hint: " in told


async def test_a_plan_is_shown_at_its_own_position_alone(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    async def at_once(*args: Any) -> list[str]:
        return ["1. **Guns of August as an event.**"]

    monkeypatch.setattr(advice, "plans", at_once)
    pupil = Pupil(channel)
    assert "best plan here: **Guns of August" in await pupil.says("learn 5", "choose take", "learn hint")
    told = await pupil.says("play guns of august as event")
    assert "It's your move." in told
    assert "best plan here" not in told


async def test_while_the_computer_plays_for_the_pupil_no_hint_is_in_the_way(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(*args: Any) -> list[str]:
        return ["1. **Attack Sedan.**"]

    played = asyncio.Event()

    async def slow(*args: Any) -> Any:
        await played.wait()
        return await move_scheduler.play_on(*args)

    monkeypatch.setattr(advice, "plans", at_once)
    monkeypatch.setattr(lesson_flow, "play_on", slow)
    pupil = Pupil(Table(store).channel)
    assert "**Attack Sedan.**" in await pupil.says("learn 5", "choose take", "learn hint")
    told = await pupil.says("learn show")
    assert "working out this action" in told
    assert "**Attack Sedan.**" not in told
    assert "Hint: " not in told
    played.set()


async def test_a_menu_that_a_step_of_the_free_lesson_names_is_the_first(channel: Channel) -> None:
    await Pupil(channel).says("learn 5", "choose take")
    stored = await channel.store.load(await channel.game_id())
    named = 0
    for step in FREE.steps[1:]:
        studies = Studies.of(stored.settings).begun(step)
        there = replace(stored, settings=studies.into(stored.settings))
        game = restore(there)
        offers = offers_of(title_of(game).offer_context(table_for(game, 1), "en"))
        menus = [group.title for group in lesson_panels.wanted_first(there, game, offers).groups]
        task = WORDS.say(f"school.{FREE.name}.{step.name}.task").partition("**Do it:**")[2]
        for menu in re.findall(r"\*([^*]+ …)\*", task):
            assert menu == menus[0], step.name
            named += 1
    assert named >= 3


async def test_the_uses_of_a_card_are_explained_in_the_first_two_rounds_of_a_first_game(channel: Channel) -> None:
    """The same five lines stood above the menus at every action of the first turn."""
    pupil, terms = Pupil(channel), WORDS.say("ui.decisions.choose_action.newcomer")
    await pupil.says("new introductory", "join both", "start", "choose take")
    for number in range(1, 4):
        assert (terms in await pupil.says("panel")) is (number < 3), number
        await pupil.says(*("play auto", "done anyway") * 2)


@pytest.mark.parametrize("title", ["pog", "liege"])
def test_texts_in_italics_contain_no_emphasis(title: str) -> None:
    told = {
        kind: str(texts["newcomer"])
        for kind, texts in title_named(title).words("en").table("ui.decisions").items()
        if isinstance(texts, dict) and "newcomer" in texts
    }
    assert len(told) > 10
    assert [kind for kind, text in told.items() if "*" in text] == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hint", "\nHint: "), ("give me a hint", "\nHint: "), ("restart step", "step 1 of 6"), ("skip step", "step 2 of 6"), ("leave lesson", "You left “"),
    ],
)  # fmt: skip
async def test_the_buttons_of_a_lesson_can_be_typed_in_words(channel: Channel, typed: str, said: str) -> None:
    """`hint` gave the computer's advice on the war."""
    await channel.say("anna", "learn 1")
    assert said in await channel.told("anna", typed)


async def test_who_skips_the_last_step_is_led_on_to_the_next_lesson(channel: Channel) -> None:
    """It said "You left", and led back to the step that was skipped."""
    await channel.say("anna", "learn 2")
    for _ in range(5):
        await channel.say("anna", "learn next")
    over = await channel.say("anna", "learn next")
    assert "You skipped the last step of “Attack and losses”" in over[0].text
    assert "3 Cards and their four uses" in [label for label, _ in controls(over)]
    assert "step 6 of 6" in await channel.told("anna", "learn 2")


async def test_outside_a_lesson_a_hint_is_the_computers_advice(channel: Channel) -> None:
    await channel.begin(scenario="introductory")
    assert await channel.told("anna", "hint") == await channel.told("anna", "advise")
