"""The lesson of Liège 1914 through the host: by presses alone, by what its hints tell to type, and what it says to mistakes."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from bot.storage.store import StoredGame
from bot.table.reply import Menu, Reply, Select
from bot.titles.liege.title import TITLE
from engine.liege.facts import facts_of
from tests.bot.support import Channel, check_limits, controls
from tests.school.liege_presses import PRESSES
from tests.school.pupils import Pupil

WORDS = TITLE.words("en")
(LESSON,) = TITLE.school.lessons
STEPS = [step.name for step in LESSON.steps]
#: Terms of the game as the lesson writes them.
TERMS = (
    r"hex(?:es)?", r"forts?", r"barrage phase", r"AFF", r"pioneers", r"assault", r"CAB", r"d20", r"steps?", r"camp",
    r"zone of control", r"facing", r"combat factors?|CBF", r"odds", r"retreats?", r"advance",
)  # fmt: skip


async def stored(channel: Channel) -> StoredGame:
    return await channel.store.load(await channel.game_id())


async def press(channel: Channel, replies: Sequence[Reply], label: str) -> list[Reply]:
    """Press the first control that begins so."""
    named = [(shown, token) for shown, token in controls(replies) if shown.startswith(label)]
    assert named, (label, controls(replies))
    answered = await channel.press("anna", named[0][1])
    for reply in answered:
        check_limits(reply)
    return answered


async def test_it_is_gone_through_by_presses_and_leads_on_to_the_night(channel: Channel) -> None:
    listed = await channel.say("anna", "/liege learn")
    assert "about twenty minutes" in listed[0].text
    assert "Lesson 5" not in listed[0].text
    replies = await press(channel, listed, "1 Storming a fort")
    for at, step in enumerate(LESSON.steps):
        assert f"step {at + 1} of 5" in replies[-1].text
        assert replies[-1].picture is not None, "each step shows what it speaks of"
        for label in PRESSES[step.name]:
            replies = await press(channel, replies, label)
            assert ("✘" in replies[-1].text) == (label == "A")
        assert f"✔ {WORDS.say(f'school.storming.{step.name}.done')}" in replies[-1].text
        replies = await press(channel, replies, "Finish lesson" if at == 4 else "Next step")
    assert replies[0].text == "✔ Lesson finished: Storming a fort."
    assert [label for label, _ in controls(replies)] == ["Your first game", "All lessons"]
    replies = await press(channel, replies, "Your first game")
    game = await stored(channel)
    assert (game.header.title, game.header.scenario) == ("liege", "night")
    assert game.seats.holders["german"].user == "web:anna"


async def test_typing_the_hints_completes_each_step(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("/liege learn 1")
    for step in LESSON.steps:
        hint = WORDS.say(f"school.storming.{step.name}.hint")
        lines = ["learn b"] if step.answers else re.findall(r"`/([^`]+)`", hint)
        assert lines, step.name
        told = [await pupil.says(line) for line in lines]
        assert (await pupil.course()).studies.done, (step.name, told)
        await pupil.says("learn next")
    number = {fort.name: at for at, fort in enumerate(facts_of("lesson").forts)}
    assert {"leveau", "hautmont"} < number.keys()


def pressable(replies: Sequence[Reply]) -> set[str]:
    """What is written on controls and above menus."""
    rows = [row for reply in replies for row in (reply.menu or Menu()).rows]
    return {row.placeholder for row in rows if isinstance(row, Select)} | {label for label, _ in controls(replies)}


async def test_buttons_named_by_tasks_and_hints_exist(channel: Channel) -> None:
    replies = await channel.say("anna", "/liege learn 1")
    for step in LESSON.steps:
        said = WORDS.table(f"school.storming.{step.name}")
        text = f"{said['task'].partition('**Do it:**')[2]} {said['hint']}".replace("**", "")
        named = {name.strip(" …") for pair in re.findall(r"\*([^*]+)\*|“([^”]+)”", text) for name in pair if name}
        found = pressable(replies)
        for label in PRESSES[step.name]:
            replies = await press(channel, replies, label)
            found |= pressable(replies)
        left = named if not step.answers else set()
        missing = {name for name in left if not any(label.startswith(name) for label in found)} - {"End the turn"}
        assert not missing, (step.name, missing, sorted(found))
        replies = await channel.say("anna", "learn next")


#: By step: an order that is wrong there, what is said to it, and the rule.
WRONG = {
    "shell": (
        ("fire kmk3 at hautmont", "A unit fires only at the hex it faces", "8.2"),
        ("fire pir25 at hautmont", "You aimed at Hautmont", "11.5"),
        ("shell aj32 with 13rd", "You aimed at the French troops", "8.1"),
        ("done", "You ended the barrage phase", "8"),
    ),
    "storm": (
        ("assault hautmont with 26ib", "Infantry storms a fort only after guns", "11.5"),
        ("done", "You declared no assault", "11.5"),
    ),
    "last": (),
    "march": (
        ("march 26ib to ak31", "AK31 is in the zone of the French too", "7.6"),
        ("march 26ib ak32 ak31", "AK32 is in the French zone of control", "7.6"),
        ("march 26ib to ak32 facing n", "It doesn't face AJ32", "6.2"),
        ("done", "You ended the movement", "7"),
    ),
    "attack": (("attack aj32 with 13rd", "You attacked with one unit", "9.1"), ("done", "You attacked nobody", "9.1")),
}  # fmt: skip


async def test_a_wrong_order_is_answered_with_what_works_and_the_step_begins_again(channel: Channel) -> None:
    pupil = Pupil(channel)
    await pupil.says("/liege learn 1")
    for step in LESSON.steps:
        for line, told, rule in WRONG[step.name]:
            said = await pupil.says(line)
            assert f"✘ {told}" in said, (line, said)
            assert f"(`/rules {rule}`)" in said
            assert not (await pupil.course()).studies.done
            await pupil.says("learn again")
            assert not (await pupil.course()).studies.mistake
        await pupil.says("learn b" if step.answers else "learn show")
        assert (await pupil.course()).studies.done
        await pupil.says("learn next")


async def test_the_question_shows_the_fort_that_it_asks_about(channel: Channel) -> None:
    replies = await channel.say("anna", "/liege learn 1")
    for line in ("learn show", "learn next", "learn show", "learn next"):
        replies = await channel.say("anna", line)
    (panel,) = replies
    assert panel.picture is not None
    assert (panel.picture.kind, panel.picture.args["hexes"]) == ("camp", ["AK30"])
    (answered,) = await press(channel, replies, "B")
    assert answered.picture is not None
    assert answered.picture.kind == "camp", "one map, not two below each other"


async def test_the_enemy_at_maubeuge_is_french_everywhere(channel: Channel) -> None:
    await channel.say("anna", "/liege learn 1")
    told = "\n".join(reply.text for _, reply in await channel.posts())
    assert "French: Computer Recruit" in told
    for line in ("learn show", "learn next", "learn show", "learn next", "learn next", "learn show"):
        told += await channel.told("anna", line)
    assert "Belgian" not in told + await channel.told("anna", "units") + await channel.told("anna", "status")


async def test_a_fort_is_named_before_the_town_of_its_name(channel: Channel) -> None:
    """Hautmont is a fort and a town in the same hex: an order that needs a fort takes it for the fort."""
    pupil = Pupil(channel)
    await pupil.says("/liege learn 1", "learn show", "learn next", "assault hautmont with pir25")
    assert (await pupil.course()).studies.done
    (shown,) = await channel.say("anna", "map bavay")
    assert shown.picture is not None
    assert shown.picture.args["hexes"] == ["AL31"]
    assert "There's nothing called “verdun”" in await channel.told("anna", "map verdun")


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_explained_where_it_is_met_first(term: str) -> None:
    word = re.compile(rf"\b(?:{term})\b", re.IGNORECASE)
    for step in LESSON.steps:
        said = WORDS.table(f"school.storming.{step.name}")
        for text in (said["task"], said["done"]):
            plain = re.sub(r"`[^`]*`|“[^”]*”|(?<!\*)\*[^*]+\*(?!\*)", "", text)
            if word.search(plain):
                bold = re.findall(r"\*\*([^*]+)\*\*", plain)
                assert any(word.search(one) for one in bold), (step.name, text)
                return
    raise AssertionError(f"{term} is in no text")
