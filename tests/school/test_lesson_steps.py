"""Steps of a lesson: played on, skipped, shown, begun again, done out of turn, and known by their old names."""

from __future__ import annotations

import pytest

from bot.service.school.progress import Progress
from bot.service.session import restore
from bot.storage.store import Change, StoredGame
from bot.table import tokens
from bot.titles import usual_title
from bot.titles.capabilities import lessons_of
from bot.titles.school import Lesson
from tests.bot.support import Channel, controls, token_of
from tests.school.pupils import Pupil

LESSONS = lessons_of(usual_title())


async def test_playing_on_instead_of_pressing_next_counts_for_the_passed_steps(channel: Channel) -> None:
    pupil = Pupil(channel)
    for line, step in (
        ("learn 1", "card"),
        ("play entrench as ops", "card"),
        ("activate oppeln, bremen move", "activate"),
        ("done anyway", "activate"),
        ("move oppeln-czestochowa; bremen-essen-aachen", "rear"),
    ):
        said = await pupil.says(line)
        assert "✘" not in said, said
        assert (await pupil.course()).step.name == step, line
    assert (await pupil.course()).studies.done
    await pupil.says("learn leave")
    await pupil.says("learn 1")
    assert (await pupil.course()).step.name == "rear", "left where it was, though nothing but orders led there"


async def test_the_way_on_pressed_twice_skips_nothing(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 1")
    panel = await channel.say("anna", "play entrench as ops")
    onward = token_of(panel, "Next step")
    for _ in range(2):
        await channel.press("anna", onward)
    assert (await pupil.course()).at == 1


async def test_nothing_is_taken_back_that_the_script_or_an_earlier_step_did(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 2")
    assert "Nothing to undo" in await pupil.says("undo")
    await pupil.says("learn leave")
    await pupil.says("learn 1")
    await pupil.says("play entrench as ops")
    await pupil.says("learn next")
    assert "Nothing to undo" in await pupil.says("undo all")
    await pupil.says("activate oppeln move")
    assert "✘" not in await pupil.says("undo all")
    assert (await pupil.course()).step.name == "activate"


async def test_an_action_that_is_over_too_early_says_how_to_begin_again(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 1")
    await pupil.says("learn next")
    await pupil.says("learn next")
    assert "Restart step" in await pupil.says("move bremen-essen-aachen; oppeln-czestochowa")


async def test_a_war_is_begun_again_from_its_first_step(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 5")
    await pupil.says("choose take")
    assert (await pupil.course()).at == 1
    await pupil.says("learn again")
    assert (await pupil.course()).at == 0
    assert restore(await channel.store.load(await channel.game_id())).decision.kind == "guns_of_august"
    await pupil.says("choose leave")
    assert (await pupil.course()).studies.mistake == "left"
    await pupil.says("choose auto_op")
    assert (await pupil.course()).at == 1, "what was missed does not come again"


async def test_the_first_choice_is_shown_as_it_is_made(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 5")
    await pupil.says("learn show")
    record = await channel.store.record(await channel.game_id())
    assert [entry["choice"] for entry in record if entry["kind"] == "choice"] == ["take"]


async def test_one_order_may_be_the_whole_of_two_steps(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 2")
    said = await pupil.says("attack sedan anyway")
    assert "✘" not in said, said
    assert (await pupil.course()).step.name == "attack"
    assert (await pupil.course()).studies.done


async def test_the_first_mistake_in_an_order_is_named(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 2")
    said = await pupil.says("attack sedan from koblenz anyway")
    assert "You marked another space" in said
    assert (await pupil.course()).step.name == "mark"


async def test_leaving_a_lesson_promises_no_continued_war(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 5")
    assert "can't be undone" in await pupil.says("choose leave")
    assert "from the beginning" in await pupil.says("learn leave")
    await pupil.says("learn 5")
    assert (await pupil.course()).at == 0


async def test_a_step_is_known_by_the_name_that_it_had_before(channel: Channel) -> None:
    pupil, store = Pupil(channel), channel.store
    await pupil.says("learn 5")
    await pupil.says("choose take")
    stored = await store.load(await channel.game_id())
    held = stored.settings.model_copy(update={"lesson": {**stored.settings.lesson, "step": "round_1"}})

    async def older(now: StoredGame) -> Change:
        return Change(answer={}, settings=held)

    await store.run_command(stored.header.game_id, "older", older)
    assert (await pupil.course()).step.name == "action_1"
    assert "Action 1 of 6" in await pupil.says("panel")
    old = tokens.line(stored.header.game_id, "learn hint:round_1")
    assert "Hint: " in (await channel.press("anna", old))[0].text, "a button of an older panel"


def test_progress_knows_a_step_by_the_name_that_it_had_before() -> None:
    first, second, *others = LESSONS[0].steps
    renamed = second.model_copy(update={"name": "mark", "formerly": (second.name,)})
    lesson = LESSONS[0].model_copy(update={"steps": (first, renamed, *others)})
    for name, at in ((second.name, 1), ("mark", 1), ("lost", 0)):
        assert Progress(lessons={"pog": {lesson.name: name}}).at("pog", lesson) == at
    with pytest.raises(ValueError, match="two steps of one name"):
        Lesson.model_validate({**lesson.model_dump(), "steps": [first, renamed, second]})


async def test_no_step_of_a_free_game_can_be_skipped(channel: Channel) -> None:
    """It continues automatically, so that whoever is used to pressing on would leave out what they never saw."""
    pupil = Pupil(channel)
    await pupil.says("learn 5")
    await pupil.says("choose take")
    assert (await pupil.course()).step.name == "action_1"
    assert "continues automatically" in await pupil.says("learn next")
    assert (await pupil.course()).step.name == "action_1"
    assert "Skip step" not in [label for label, _ in controls(await channel.say("anna", "panel"))]


async def test_playing_past_a_finished_step_explains_how_to_continue(
    channel: Channel,
) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 1", "play entrench as ops", "activate oppeln, bremen move", "done anyway")
    await pupil.says("move oppeln-czestochowa; bremen-essen-aachen")
    assert "or `/learn next`" in await pupil.says("play reichstag truce as ops")


async def test_done_asks_about_ops_in_a_lesson_as_its_hint_says(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("learn 1", "learn show", "learn next", "activate oppeln, bremen move")
    (asked,) = await channel.press("anna", token_of(await channel.say("anna", "panel"), "Done (1 OPS unused)"))
    assert "would lose 1 OPS" in asked.text
    (done,) = await channel.press("anna", token_of([asked], "Leave them unused"))
    assert "Both spaces are marked." in done.text
