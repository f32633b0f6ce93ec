"""A combat is narrated once and in order from its declaration to its end, even to a reader who gets it in pieces."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from bot.narration.plain import plain, public
from bot.narration.segments import Told
from bot.titles.pog.narration.event_merging import MOST_LINES
from bot.titles.pog.narration.narrator import Narrator
from engine.core.game import Event
from tests.bot.support import EVERY, Channel
from tests.bot.test_confirmations import put
from tests.bot.test_narration import BATTLE, told
from tests.bot.test_told_once import decided
from tests.support.facts import names
from tests.support.restoring import restore
from tests.support.table import AP, CP, Table

NARRATOR = Narrator(names())


def sentences(text: str) -> list[str]:
    """Return the sentences of a line."""
    return re.split(r"(?<=[.!?]) (?=\S)", text)


def combats(events: list[Told]) -> list[list[Told]]:
    """Return the events of each combat that was fought out."""
    found, running = list[list[Told]](), list[Told]()
    for event in events:
        if event["kind"] == "attack":
            running = []
        running.append(event)
        if event["kind"] == "combat_over" and running[0]["kind"] == "attack":
            found.append(running)
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_the_report_of_a_combat_begins_with_what_was_posted_during_it(seed: int) -> None:
    fought = combats(told(seed, 1500))
    assert len(fought) > 5
    for events in fought:
        tellings = [" ".join(NARRATOR.fights(events[:end])) for end in range(1, len(events) + 1)]
        for before, after in pairwise(tellings):
            known = sentences(before)
            # Only the last sentence can grow, by more losses and more units on the same way; a declared advance is complete.
            kept = [one for one in known[:-1] if "will advance" not in one]
            assert [one for one in sentences(after) if one in kept] == kept, (before, after)


def test_both_sides_are_named_as_weak_as_they_are_from_the_beginning() -> None:
    table = Table().put("koblenz", "ge_1_army-", "ge_2_army").put("sedan", "fr_5_army-").any_dice()
    table.attack("sedan", "ge_1_army", "ge_2_army")
    declared = next(public(1, event) for event in table.told if event.kind == "attack")
    (line,) = NARRATOR.fights([declared])
    assert line == "**Reduced GE 1 and GE 2** from Koblenz attack **Sedan** (reduced FR 5)."
    alone = {"number": 1, "attackers": [0], "origins": [20], "target": 29}
    assert NARRATOR.fights([{"n": 1, "kind": "attack", "data": alone}]) == ["**GE 1** from Melun attacks **Sedan**."], (
        "as an older version kept it"
    )


async def test_a_prompt_names_the_attack_once(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    table = Table().put("koblenz", "ge_1_army-", "ge_2_army").put("sedan", "fr_5_army").hand(AP, "ap_06_withdrawal")
    await put(channel, table.any_dice().operate(CP).activate("!koblenz"))
    await channel.say("anna", "attack sedan")
    (prompt,) = [reply for kind, reply in await channel.posts() if kind == "prompt"]
    assert prompt.text.count("Reduced GE 1 and GE 2") == 1, prompt.text
    assert prompt.text.count("FR 5") == 1, prompt.text
    assert prompt.text.endswith("Attack on **Sedan**: play combat cards in defence?")


def _action(*targets: int) -> list[Told]:
    """Return an action with many things to narrate and a combat for each target."""
    events: list[Told] = [
        {"kind": "action", "data": {"side": 1, "round": 1, "kind": "auto_op", "card": None}},
        {"kind": "moved", "data": {"units": (2,), "path": (18, 19)}},
        {"kind": "control", "data": {"space": 20, "side": 1}},
        {"kind": "war_status", "data": {"side": 1, "value": 4, "combined": 6}},
    ]
    for number, target in enumerate(targets, 1):
        attack = {"number": number, "attackers": (0, 1), "origins": (20,), "target": target}
        events.append({"kind": "attack", "data": attack})
        events.append({"kind": "combat_over", "data": {"battle": plain(BATTLE) | {"target": target}}})
    return [*events, {"kind": "control", "data": {"space": 29, "side": 1}}]


@pytest.mark.parametrize("targets", [(29, 18), (29, 18, 17, 19, 30)])
def test_each_combat_of_an_action_has_a_line_of_its_own(targets: tuple[int, ...]) -> None:
    lines = NARRATOR.compose(_action(*targets))
    fights = [line for line in lines if " attack **" in line]
    assert len(fights) == len(targets), lines
    assert all(line.count(" attack **") == 1 and "war status" not in line for line in fights), lines
    assert len(lines) <= MOST_LINES + len(targets) - 1


@pytest.mark.parametrize(
    ("die", "value", "used", "said"),
    [
        (6, 1, 6, "die **6** Pleve +1 = 6 (6 is the most): loss"),
        (1, -1, 1, "die **1** Pleve −1 = 1 (1 is the least): loss"),
        (5, 1, 6, "die **5** Pleve +1 = 6: loss"),
    ],
)
def test_a_die_says_where_it_ends(die: int, value: int, used: int, said: str) -> None:
    fire = plain(BATTLE)["fires"][0] | {
        "die": die, "drms": [{"cause": "card:ap_04_pleve", "value": value}], "die_used": used,
    }  # fmt: skip
    line = NARRATOR.lines.line(public(1, Event("fire", {"fire": fire})))
    assert line is not None
    assert said in line


async def kind_of(channel: Channel) -> str:
    """Return the kind of the current decision."""
    return str(restore(await channel.store.load(await channel.game_id())).decision.kind)


async def test_the_thread_shows_the_report_of_each_combat(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as event")
    for line in ("attack sedan with ge 3 army", "attack brussels with ge 1 army, ge 2 army", "done"):
        await channel.say("anna", line)
        while await kind_of(channel) not in ("attack", "choose_action"):
            await decided(channel)
    reports = [reply for kind, reply in await channel.posts() if kind == "battle" and reply.audience == "thread"]
    assert [reply.text for reply in reports] == ["Combat in Sedan.", "Combat in Brussels."]
    assert [reply.picture.kind for reply in reports if reply.picture is not None] == ["battle", "battle"]


async def test_undoable_changes_are_not_yet_on_the_table_message(channel: Channel) -> None:
    """A card's event changes VP and war status at once, and its player can still undo it."""
    await channel.begin(scenario="introductory")

    async def newest() -> str:
        return [reply.text for kind, reply in await channel.posts() if kind == "table"][-1]

    await channel.say("anna", "play guns of august as event")
    assert "11 victory points" in await channel.told("anna", "panel")
    assert "**10** victory points" in await newest()
    assert "Central Powers (CP) 0, combined 0" in await newest()
    await channel.say("anna", "attack sedan")
    await channel.say("anna", "choose frontal")
    assert "**11** victory points" in await newest(), "dice have been rolled"
    assert "Central Powers (CP) 2, combined 2" in await newest()
