"""A refusal gives the true reason: the moment, the card, the unknown name, the invalid number."""

from __future__ import annotations

import pytest

from bot.titles import table_of
from bot.titles.pog.notation import typed
from tests.bot.handing import put
from tests.bot.reasons.board import BOARD
from tests.bot.support import EVERY, Channel
from tests.bot.test_all_or_nothing import odds_of, refused
from tests.support.facts import lexicon
from tests.support.table import AP, CP, Table

#: Orders as typed at their proper time.
ORDERS = {
    "play": "guns of august as ops",
    "activate": "koblenz move",
    "move": "ge 1 army aachen",
    "attack": "sedan",
    "sr": "ge 1 army berlin",
    "rp": "ge corps",
    "entrench": "ge 1 army",
    "lose": "fr 5 army",
    "retreat": "paris",
    "advance": "none",
}


def at_work() -> Table:
    """Return a position in which spaces are being activated."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "fr_5_army").put("paris", "fr_corps_01")
    return table.hand(CP, "cp_01_guns_of_august").operate(CP)


@pytest.mark.parametrize("name", ["play", "sr", "rp", "lose", "retreat", "advance"])
def test_an_order_of_another_moment_says_which(name: str) -> None:
    answer = refused(at_work(), CP, name, ORDERS[name])
    assert "This order is for" in answer
    assert "now you're at “activating spaces” (rule 9.2.2). Use `/activate` or `/done`" in answer


def test_in_a_combat_an_activation_is_not_told_that_ops_are_spent() -> None:
    table = Table().put("metz", "ge_4_army").put("verdun", "fr_3_army").trench("verdun", 1, AP)
    table.played("cp_54_h_l_take_command").hand(CP, "cp_50_blucher").state.commitment[CP] = 2
    table.any_dice().attack("verdun", "ge_4_army")
    assert table.asks("trench_cards")
    operation = table.state.operation
    assert operation is not None
    operation.ops = 0
    answer = refused(table, CP, "activate", "metz move")
    assert "This order is for" in answer
    assert "OPS" not in answer


@pytest.mark.parametrize(
    ("name", "text", "unit"),
    [
        ("move", "ge 1 army aachen ge 1 army essen", "ge 1 army"),
        ("move", "ge 1 army to aachen and ge 2 army to essen", "ge 2 army"),
    ],
)
def test_a_unit_after_a_space_is_not_read_as_a_space(name: str, text: str, unit: str) -> None:
    answer = refused(at_work(), CP, name, text)
    assert f"No unit belongs here. Remove “{unit}”, or give it an order of its own after a semicolon" in answer


@pytest.mark.parametrize("case", BOARD, ids=[f"{case.code}-{number}" for number, case in enumerate(BOARD)])
def test_no_order_is_impossible_without_a_reason(case: object) -> None:
    """In every position of the table of reasons each order that belongs elsewhere says so."""
    position = case.position()  # type: ignore[attr-defined]
    for side in (AP, CP):
        for name, text in ORDERS.items():
            orders = table_of(position.game.copy(), side)
            if not orders.mine:
                continue
            try:
                typed.ORDERS[name](lexicon(), orders, text)
            except Exception as refusal:  # noqa: BLE001 - a die that nobody scripted is none of ours
                reason = getattr(refusal, "reason", None)
                if reason is None or not hasattr(reason, "code"):
                    continue
                assert reason.code not in ("not_possible_now", "after_chance"), (orders.kind, name)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("belfrot", "I don't understand “belfrot” here. Did you mean Belfort?"),
        ("sedan from koblenz foo", "I don't understand “foo” here"),
        ("sedan with ge 1 army, koblentz", "Did you mean Koblenz?"),
        ("sedan from koblentz", "Did you mean Koblenz?"),
        ("ge 1 army", "Name a target and attackers"),
        ("reserve", "“reserve” could mean ap reserve box or cp reserve box"),
        ("paris", "None of your units is next to Paris"),
    ],
)
def test_odds_say_what_is_not_understood(text: str, why: str) -> None:
    from bot.table.reasons import sentence
    from bot.table.refusal import Refusal
    from tests.support.facts import names

    with pytest.raises(Refusal) as found:
        odds_of(at_work(), CP, text)
    assert why in sentence(names(), found.value)


def asked_for_cards() -> Table:
    """Return the French defending Sedan; the cards they hold do not fit."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "fr_5_army")
    table.hand(AP, "ap_07_severe_weather", "ap_04_pleve", "ap_02_blockade", "ap_06_withdrawal").any_dice()
    table.attack("sedan", "ge_1_army")
    while table.asks("trench_cards", "attacker_cards", "flank"):
        table.do("finish")
    assert table.kind == "defender_cards"
    return table


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("severe weather", "doesn't fit this combat (rule 9.5.4.1). It says: "),
        ("pleve", "If at least one Russian unit fights on your side"),
        ("blockade", "Blockade (AP 2) isn't a combat card"),
        ("moltke", "Moltke (AP 9) isn't in your hand"),
    ],
)
def test_a_card_that_does_not_fit_says_what_it_asks_for(text: str, why: str) -> None:
    for name, order in (("play", text), ("choose", f"play {text}")):
        assert why in refused(asked_for_cards(), AP, name, order)


async def test_a_card_in_the_channel(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    assert "no combat asks for one" in await channel.told("ben", "card play pleve")
    await channel.say("anna", "play guns of august as ops")
    await channel.say("anna", "attack nancy from metz anyway")
    assert "play combat cards in defence?" in await channel.told("ben", "panel")
    answer = await channel.told("ben", "card play severe weather")
    assert "no combat asks" not in answer
    assert "Severe Weather (AP 7)" in answer
    assert "no combat asks for one" in await channel.told("anna", "card play von francois")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("log 1 99", "“99” isn't a number you can use here: a turn is 1 to 20, a round 1 to 6"),
        ("log 99", "“99” isn't a number you can use here: a turn is 1 to 20, a round 1 to 6"),
        ("log 0", "“0” isn't a number you can use here"),
        ("replay 77", "“77” isn't a number you can use here: a turn is 1 to 20"),
        ("status 3", "“3” isn't a number you can use here: no number is needed here"),
        ("export 3", "“3” isn't a number you can use here: no number is needed here"),
    ],
)
async def test_a_number_is_no_name_of_a_game(channel: Channel, text: str, why: str) -> None:
    await channel.begin()
    assert why in await channel.told("anna", text)


async def test_an_id_is_taken_with_the_marks_that_stand_around_it(channel: Channel) -> None:
    await channel.begin()
    game = await channel.game_id()
    for line in (f"log `{game}`", f"status `{game}`", f"log 1 `{game}`", f"export `{game}`"):
        assert game in await channel.told("anna", line)
    assert "already in this channel" in await channel.told("anna", f"relocate `{game}`")
    assert "You follow this game" in await channel.told("eve", f"follow `{game}`")


async def test_a_space_that_takes_one_of_two_corps_is_not_called_full(channel: Channel) -> None:
    await channel.begin()
    table = Table(turn=2).put("cambrai", "fr_5_army", "fr_1_army").reserve("fr_corps_01", "fr_corps_02")
    await put(channel, table.redeploy(AP, 4))
    told = await channel.told("ben", "sr 2 fr corps reserve to cambrai")
    assert "Cambrai has room for 1 more unit, and 2 FR c are more than that" in told
    assert "Reserve Box → Cambrai" in await channel.told("ben", "sr fr corps reserve to cambrai")
