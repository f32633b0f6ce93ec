"""Typed orders: many forms, all or nothing, and the sentence of each refusal."""

from __future__ import annotations

import pytest

from tests.bot.support import EVERY, Channel


async def entries(channel: Channel) -> list[str]:
    """Return the choices recorded since Guns of August was decided."""
    record = await channel.store.record(await channel.game_id())
    return [entry["choice"] for entry in record[2:] if entry["kind"] == "choice"]


@pytest.fixture
async def solo(channel: Channel) -> Channel:
    """Return a game in which one person plays both sides; the CP are to act."""
    await channel.begin("anna", "anna", EVERY)
    return channel


@pytest.mark.parametrize(
    ("orders", "choices"),
    [
        (["play auto", "activate aachen move", "move ge 1 army essen"],
         ["auto_op", "for_movement aachen", "pick ge_1_army", "step essen", "stop"]),
        (["play none as ops", "move ge 1 to essen"],
         ["auto_op", "for_movement aachen", "pick ge_1_army", "step essen", "stop"]),
        (["play auto", "move all koblenz to frankfurt"],
         ["auto_op", "for_movement koblenz", "pick ge_2_army", "add ge_3_army", "step frankfurt", "stop"]),
        (["play auto", "move koblenz frankfurt"],
         ["auto_op", "for_movement koblenz", "pick ge_2_army", "add ge_3_army", "step frankfurt", "stop"]),
        (["play auto", "move GE 2, GE 3 koblenz-frankfurt-kassel"],
         ["auto_op", "for_movement koblenz", "pick ge_2_army", "add ge_3_army", "step frankfurt", "step kassel", "stop"]),
        (["play auto", "move ge 2 army, ge 3 army from koblenz via frankfurt to kassel"],
         ["auto_op", "for_movement koblenz", "pick ge_2_army", "add ge_3_army", "step frankfurt", "step kassel", "stop"]),
        (["play auto", "move ge 2 kassel"],
         ["auto_op", "for_movement koblenz", "pick ge_2_army", "step frankfurt", "step kassel", "stop"]),
        (["/play auto /activate koblenz move /move ge 2 frankfurt; ge 3 mannheim"],
         ["auto_op", "for_movement koblenz", "pick ge_2_army", "step frankfurt", "stop",
          "add ge_3_army", "step frankfurt", "step mannheim", "stop"]),
        (["play auto", "choose for movement aachen", "choose ge 1", "choose step essen", "choose stop"],
         ["auto_op", "for_movement aachen", "pick ge_1_army", "step essen", "stop"]),
        (["play auto", "activate koblenz move", "done"],
         ["auto_op", "for_movement koblenz", "finish"]),
    ],
)  # fmt: skip
async def test_movement_forms(solo: Channel, orders: list[str], choices: list[str]) -> None:
    for order in orders:
        answer = await solo.told("anna", order)
        assert "rule" not in answer.partition("August")[0], answer
    recorded = await entries(solo)
    shown = [choice for choice in recorded if choice != "finish"] if choices[-1] != "finish" else recorded
    assert shown == choices


async def test_an_operation_in_three_typed_commands(solo: Channel) -> None:
    """The typing budget: play with activation, move, attack."""
    await solo.say("anna", "play cp 1 as ops /activate koblenz, aachen attack; bremen move")
    answer = await solo.told("anna", "move ge corps bremen-essen")
    assert "GE c moves: Bremen → Essen" in answer
    answer = await solo.told("anna", "attack liege from aachen, koblenz")
    assert "**GE 1, GE 2 and GE 3** from Koblenz and Aachen attack **Liège**" in answer
    assert (await entries(solo))[-1] == "target liege"


async def test_one_illegal_part_changes_nothing_and_says_which(solo: Channel) -> None:
    await solo.say("anna", "play auto")
    before = await solo.number()
    answer = await solo.told("anna", "activate koblenz move; metz attack")
    assert (
        answer
        == "“metz attack”: There are no OPS left for Metz (rule 9.2.1). Activate fewer spaces, or play a card with more OPS."
    )
    assert await solo.number() == before
    answer = await solo.told("anna", "activate aachen attack; paris attack")
    assert "“paris attack”" in answer
    assert await solo.number() == before
    answer = await solo.told("anna", "activate paris attack")
    assert "You have no units in Paris (rule 9.2.6)" in answer
    assert await solo.number() == before
    answer = await solo.told("anna", "activate koblenz move /move ge 2 frankfurt; ge 3 london")
    assert "“ge 3 london”" in answer
    assert await solo.number() == before
    assert (await entries(solo))[-1] == "auto_op"


@pytest.mark.parametrize(
    ("order", "refusal"),
    [
        ("play guns", "This plays Guns of August (CP 1) as its event"),
        ("play cp 1", "Say how to play Guns of August (CP 1)"),
        ("play moltke as ops", "isn't in your hand"),
        ("play nonsense as ops", "There's no card called “nonsense”"),
        ("move ge 1 essen", "You haven't played a card yet (rule 9.1.3). "),
        ("attack liege", "You haven't played a card yet (rule 9.1.3). "),
        ("activate koblenz", "Add `move` or `attack` to each space"),
        ("activate koblentz mve", "koblentz"),
        ("sr", "Type it as"),
        ("undo", "Nothing to undo"),
        ("lose fr 5", "This order is for “taking losses”"),
        ("card play guns", "You can't play a combat card now, because no combat asks for one"),
        ("draw accept", "There's nothing to answer"),
        ("rollback 999", "You can't go back to that point"),
        ("resign", "/resign yes"),
        ("map atlantis", "Nothing on the map is called “atlantis”"),
        ("rules 99", "no paragraph “99”"),
        ("odds berlin", "There's nothing to attack in Berlin"),
        ("help fly", "There's no help on"),
        ("settings volume loud", "There's no setting “volume”"),
        ("peace accept", "isn't one of your choices"),
    ],
)
async def test_refusals_are_one_sentence_and_change_nothing(solo: Channel, order: str, refusal: str) -> None:
    before = await solo.number()
    answer = await solo.told("anna", order)
    assert refusal in answer, answer
    assert "report" not in answer
    assert await solo.number() == before


async def test_dice_end_an_order(solo: Channel) -> None:
    """An order that continues after a die must be given anew, whatever the die was; nothing is done."""
    await solo.say("anna", "play auto")
    await solo.say("anna", "activate koblenz attack")
    await solo.say("anna", "attack sedan")
    before = await solo.number()
    answer = await solo.told("anna", "pass /pass /pass /pass")
    assert "The first part ends with a die roll" in answer
    assert await solo.number() == before


async def test_wrong_seat(channel: Channel) -> None:
    await channel.begin()
    assert "The Central Powers must decide first" in await channel.told("ben", "play auto")
    assert "You have no seat in this game" in await channel.told("eve", "play auto")
    assert "You have no seat in this game" in await channel.told("eve", "hand")


async def test_strategic_redeployment_forms(solo: Channel) -> None:
    await solo.say("anna", "play cp 1 as sr")
    answer = await solo.told("anna", "sr ge corps reserve to essen; ge corps reserve to berlin")
    assert "redeploys: Reserve Box → Essen" in answer
    assert [choice.split()[0] for choice in (await entries(solo))[1:]] == ["pick", "to", "pick", "to"]
    answer = await solo.told("anna", "sr ge 1 army berlin")
    assert "“ge 1 army berlin”" in answer, "two points are left and an army costs four"


@pytest.mark.parametrize(
    "line", ["play cp 1 event", "play cp 1 as event", "play event cp 1", "play event guns of august"]
)
async def test_a_card_and_its_use_are_named_in_either_order(channel: Channel, line: str) -> None:
    await channel.begin()
    assert "*Guns of August (CP 1)* as an event" in await channel.told("anna", line)
