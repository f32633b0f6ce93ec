"""Liège 1914 through the whole host, in the local channel: typed orders, presses, refusals, what is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.core.bits import mask
from engine.core.game import Game
from engine.liege.barrage import FortBarrage, chances_of_falling
from engine.liege.state import FIRED
from tests.bot.support import Channel, check_limits, controls, token_of
from tests.support.restoring import restore
from tests.titles.small_games import FOREIGN

LOBBY = (("anna", "new night"), ("anna", "join german"), ("ben", "join belgian"), ("anna", "start"))
#: All units of the first turn, without a barrage: both sides arrive.
ARRIVED = (("anna", "arrive all"), ("anna", "hold the rest"), ("ben", "arrive all"), ("ben", "done"))


async def typed(channel: Channel, *lines: tuple[str, str]) -> str:
    """What is answered to some lines, which are all within the limits of the platforms and of this game."""
    told = []
    for user, line in lines:
        for reply in await channel.say(user, line):
            check_limits(reply)
            assert FOREIGN.search(reply.text) is None, reply.text
            told.append(reply.text)
    return "\n".join(told)


async def position(channel: Channel) -> Game[Any]:
    """The game as it is stored."""
    return restore(await channel.store.load(await channel.game_id()))


async def until(channel: Channel, kind: str) -> None:
    """Everybody ends their phases until this is asked."""
    for _ in range(9):
        game = await position(channel)
        if game.decision.kind == kind:
            return
        await typed(channel, (("anna", "ben")[game.actor or 0], "done anyway"))
    raise AssertionError(f"{kind} is not asked")


async def marching(channel: Channel) -> None:
    """All units have arrived, and the Germans march."""
    await typed(channel, *LOBBY, *ARRIVED)
    await until(channel, "march")


async def test_a_turn_is_typed(channel: Channel) -> None:
    told = await typed(channel, *LOBBY)
    assert "All 12 forts of Liège hold." in told
    told = await typed(channel, ("anna", "arrive all"))
    assert "10 units arrive. V36 (Visé): 34.IB." in told
    await typed(channel, *ARRIVED[1:])
    await until(channel, "march")
    told = await typed(channel, ("anna", "march 34ib to t36 facing sw"))
    assert "34.IB marches from V36 to T36 via U36 and faces south-west." in told


@pytest.mark.parametrize(
    ("line", "unit", "where", "facing"),
    [
        ("march 34ib u36 t36 facing sw", "ge_34_ib", "T36", 4),
        ("move 34 IB to U36, looking at V36", "ge_34_ib", "U36", 4),
        ("march 34.ib to s35 forced", "ge_34_ib", "S35", None),
        ("turn 27ib n", "ge_27_ib", "U35", 0),
        ("turn 27ib facing fleron", "ge_27_ib", "U35", 4),
        ("march 11ib to t34; 38ib to v33", "ge_38_ib", "V33", None),
    ],
)
async def test_orders_are_understood(channel: Channel, line: str, unit: str, where: str, facing: int | None) -> None:
    await marching(channel)
    await typed(channel, ("anna", line))
    state = (await position(channel)).state
    number = state.facts.unit_ids[unit]
    assert state.facts.grid.names[state.at[number]] == where
    assert facing is None or state.facing[number] == facing


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("march 34ib a1", "There's no hex A1 here. The map goes from S32 to AA38: see it with `/map` (rule 1.1.4)."),
        ("march 34ib to v37", "V37 (Maastricht) is closed to both sides, since the Netherlands are neutral. Go around (rule 1.1.7)"),
        ("march 34ib to aa34", "There's no legal way for 34.IB to AA34 this turn."),
        ("march 99ib to v36", "There's nothing called “99ib”"),
        ("march 34ib to v35", "A fort in V35 still fires, so 34.IB can't enter."),
        ("march 9bm to w36", "9+11 BM isn't yours to move."),
        ("turn all", "Say which way, e.g. `facing ne`"),
        ("turn 34ib west", "A hex has no side “west” (rule 6.2.1). Its sides are n, ne, se, s, sw and nw."),
        ("march 34ib facing", "Say which way, e.g. `facing ne`"),
        ("march to v36", "Name a unit first"),
        ("arrive 34ib", "34.IB can't arrive now."),
        ("arrive all", "No unit is due to arrive."),
        ("march 21cm 15cm to v36 sideways", "There's nothing called “sideways”"),
        ("turn leman n", "HQ 3 DA (Leman) isn't yours to move."),
        ("turn hq n", "HQ 2.AOK faces all round."),
    ],
)  # fmt: skip
async def test_a_refusal_names_the_rule_and_changes_nothing(channel: Channel, line: str, told: str) -> None:
    await marching(channel)
    before = await channel.number()
    answer = await typed(channel, ("anna", line))
    assert told in answer
    assert await channel.number() == before


async def test_one_undo_takes_a_typed_order_back_whole(channel: Channel) -> None:
    await marching(channel)
    before = await position(channel)
    await typed(channel, ("anna", "march 34ib u36 facing sw"), ("anna", "undo"))
    after = await position(channel)
    assert (after.state.dump(), after.decision.kind) == (before.state.dump(), "march")


async def test_presses_alone_march_a_unit(channel: Channel) -> None:
    """Unit and end of the march: two presses; the facing is proposed."""
    await marching(channel)
    panel = await channel.press("anna", token_of(await channel.say("anna", "panel"), "34.IB in V36"))
    assert "Where does 34.IB march from V36 (Visé)?" in panel[0].text
    panel = await channel.press("anna", token_of(panel, "U36, facing"))
    assert "34.IB marches from V36 to U36 and faces south." in panel[0].text
    assert [label for label, _ in controls(panel)].count("34.IB in U36") == 0, "it has marched"


async def test_completion_names_units_and_where_they_go(channel: Channel) -> None:
    await typed(channel, *LOBBY)
    assert await channel.complete("anna", "arrive ") == [
        f"arrive {text}" for text in ("all", "34ib", "27ib", "14ib", "11ib", "38ib", "43ib", "ii/9", "iii/4", "emmich", "2aok")
    ]  # fmt: skip
    await typed(channel, *ARRIVED)
    await until(channel, "march")
    assert (await channel.complete("anna", "march "))[:2] == ["march 34ib ", "march 27ib "]
    assert "march 34ib u36" in await channel.complete("anna", "march 34ib ")
    assert "turn 27ib ne" in await channel.complete("anna", "turn 27ib ")


async def test_units_can_be_looked_up(channel: Channel) -> None:
    await marching(channel)
    told = await typed(channel, ("anna", "units v35"))
    assert "Forts: Barchon, Evegnée and Fléron." in told
    assert "**9+11 BM** (9th and 11th Mixed Brigades): 3 of 3 steps" in told
    assert await typed(channel, ("anna", "units fleron")) == told
    assert "Germans" in await typed(channel, ("eve", "units"))
    assert "15 BM arrives in turn 3 at W35" in await typed(channel, ("anna", "units 15bm"))


# -- barrages and assaults --------------------------------------------------------------------------------------


async def firing(channel: Channel) -> None:
    """All units have arrived, and the guns in U35 look at V35."""
    await typed(channel, *LOBBY, ("anna", "arrive all facing sw"), *ARRIVED[1:])
    await until(channel, "barrage")


async def test_guns_fire_at_a_fort(channel: Channel) -> None:
    await firing(channel)
    told = await typed(channel, ("anna", "fire 15cm 21cm at fleron"))
    assert "Fire at Fléron by **II/Fussa.9 (15cm) and III/Fussa.4 (21cm)**, AFF 18. Die: " in told
    assert "Test at " in told
    line = next(one for one in told.splitlines() if one.startswith("Fire at Fléron"))
    assert "holds" in line or "has fallen" in line, "the line that a panel shows alone says what came of it"
    assert "has fired" not in told


async def test_all_guns_fire_where_none_is_named_and_infantry_only_with_all(channel: Channel) -> None:
    await firing(channel)
    told = await typed(channel, ("anna", "shell v35"))
    assert "Fire at V35 by **II/Fussa.9 (15cm) and III/Fussa.4 (21cm)**, ARF 10. Die: " in told
    assert "9+11 BM: " in told
    state = (await position(channel)).state
    assert not state.has(state.facts.unit_ids["ge_27_ib"], FIRED)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fire 34ib at fleron", "34.IB has no AFF, so it can't fire at forts."),
        ("fire at loncin", "None of your guns can fire at Loncin. Guns need its hex in front of them (rule 8.5.1)"),
        ("fire 15cm", "Name what to fire at, e.g. `/fire at fleron` or `/shell v35`"),
        ("shell w36", "No enemy unit is in W36."),
        ("shell v35 with 38ib", "V35 isn't in front of 38.IB."),
        ("march 34ib to u36", "This is “the barrage phase”, not the moment for `/march`."),
        ("fire 15cm at fleron; fire 21cm at fleron", "Nothing was done"),
    ],
)
async def test_a_barrage_that_cannot_be_is_refused(channel: Channel, line: str, told: str) -> None:
    await firing(channel)
    before = await channel.number()
    assert told in await typed(channel, ("anna", line))
    assert await channel.number() == before


async def test_a_barrage_is_one_press(channel: Channel) -> None:
    await firing(channel)
    panel = await channel.say("anna", "panel")
    label = next(
        label for label, _ in controls(panel) if label.startswith(("Barchon: all", "Fléron: all", "Evegnée: all"))
    )
    panel = await channel.press("anna", token_of(panel, label))
    assert "fire at" in panel[0].text


# -- combats ----------------------------------------------------------------------------------------------------


def second(self: object, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
    """Every die shows 2, so that units pass their tests."""
    del self, purpose, epoch, counter
    return candidates[1]


async def fighting(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Germans have reached their third turn and may attack V35 from two hexes."""
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", second)
    await marching(channel)
    await typed(channel, ("anna", "march 11ib to v34"))
    await until(channel, "combat")


async def test_an_attack_is_told_from_its_die_to_the_retreat_that_the_other_side_decides(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fighting(channel, monkeypatch)
    await typed(channel, ("ben", "standing ask"))
    told = await typed(channel, ("anna", "attack v35"))
    assert "Attack on V35 by **34.IB, 27.IB, 14.IB, 11.IB, 38.IB and PiR Emmich**." in told
    assert " against 30.6. Die 2, modifiers: " in told
    assert "9+11 BM loses 1 step." in told
    game = await position(channel)
    assert (game.actor, game.decision.kind) == (1, "retreat")
    assert "This is “a retreat”. It needs an answer (rule 9.6.1). Possible: U34 (Verviers), W34 or W35" in await typed(
        channel, ("ben", "done")
    )
    assert "must decide first" in await typed(channel, ("anna", "attack v34"))
    assert "9+11 BM lost steps and must retreat." in (await channel.say("ben", "panel"))[0].text
    told = await typed(channel, ("ben", "retreat 9bm to w35 facing ne"))
    assert "9+11 BM retreats from V35 to W35 (Liège) and faces north-east." in told


async def test_one_attacker_slips_into_the_city_by_night(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the defenders of V35 have given way and no Belgian infantry is in W35; Leman escapes to X35."""
    await fighting(channel, monkeypatch)
    await typed(channel, ("ben", "standing retreat toward w34"))
    told = await typed(channel, ("anna", "attack v35"))
    if (await position(channel)).decision.kind == "advance":
        told = await typed(channel, ("anna", "done"))
    assert (await position(channel)).decision.kind == "breach"
    assert "One unit may slip between the forts into Liège." in (await channel.say("anna", "panel"))[0].text
    told = await typed(channel, ("anna", "advance 27ib facing s"))
    assert "In the dark 27.IB slips between the forts from U35 (Herve) into W35 (Liège)." in told
    assert "escapes from W35 (Liège) to X35." in told
    game = await position(channel)
    units = game.state.facts.unit_ids
    assert game.state.facts.grid.names[game.state.at[units["ge_27_ib"]]] == "W35"
    assert game.state.facing[units["ge_27_ib"]] == 3


async def test_one_unit_slips_through_a_gap_that_nobody_defends(channel: Channel) -> None:
    """The Belgians have let nobody arrive: the way is open before the attacks, and who looks elsewhere is told what is missing."""
    await typed(channel, *LOBBY, ("anna", "arrive all facing sw"))
    await until(channel, "breach")
    assert "One unit may slip between the forts into Liège." in (await channel.say("anna", "panel"))[0].text
    told = await typed(channel, ("anna", "advance 38ib facing s"))
    assert "38.IB can't get into Liège. Only infantry or cavalry that attacked in full or faces an open gap can" in told
    told = await typed(channel, ("anna", "advance 27ib facing s"))
    assert "In the dark 27.IB slips between the forts from U35 (Herve) into W35 (Liège)." in told


async def test_odds_are_told_without_an_order(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await fighting(channel, monkeypatch)
    before = await channel.number()
    told = await typed(channel, ("anna", "odds attack v35 with 27ib 14ib"))
    assert "Attack on V35: " in told
    assert "27.IB: " in told
    assert await channel.number() == before
    assert "This is" not in told
    assert "It's too late for “the barrage phase” this turn." in await typed(channel, ("anna", "odds fire at fleron"))
    assert "Say which order, e.g. `/odds fire at fleron`" in await typed(channel, ("anna", "odds dance"))


async def test_odds_of_a_barrage_are_those_of_the_rules(channel: Channel) -> None:
    await firing(channel)
    state = (await position(channel)).state
    guns = [state.facts.unit_ids[name] for name in ("ge_ii_fussa_9", "ge_iii_fussa_4")]
    fort = next(number for number, one in enumerate(state.facts.forts) if one.name == "fleron")
    found = chances_of_falling(state, FortBarrage((fort,), mask(guns)))
    chance = round(100 * sum(weight for forts, weight in found.items() if forts >> fort & 1) / 400)
    assert f"Fléron, AFF 18: {chance} % that it falls." in await typed(channel, ("anna", "odds fire at fleron"))


async def test_the_score_says_what_made_it(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await fighting(channel, monkeypatch)
    assert "Nobody has earned a point yet." in await typed(channel, ("eve", "score"))
    await typed(channel, ("anna", "attack v35"))
    assert "Germans: " in (told := await typed(channel, ("eve", "score")))
    assert "enemy steps lost" in told


async def test_all_dig_in_with_one_order(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await fighting(channel, monkeypatch)
    await until(channel, "afterwards")
    told = await typed(channel, ("anna", "dig all"))
    assert told.count("Dug in at") + told.count("Digging in at") > 1
    assert "**. Die 2, needed 13 or less." in told


# -- standing orders --------------------------------------------------------------------------------------------


async def test_a_combat_needs_no_answer_by_default(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await fighting(channel, monkeypatch)
    told = await typed(channel, ("anna", "attack v35"))
    assert "9+11 BM retreats from V35 to W3" in told
    assert (await position(channel)).actor == 0
    record = await channel.store.record(await channel.game_id())
    assert any(entry.get("auto") for entry in record if entry.get("decision") == "retreat")
    own = await typed(channel, ("ben", "standing"))
    assert "You have no standing orders." in own
    assert "retreat into the camp if it's next door" in own


@pytest.mark.parametrize(
    ("line", "told", "where"),
    [
        ("retreat toward W34", "1. retreat toward W34", "W34"),
        ("retreat toward w35", "1. retreat toward W35", "W35"),
        ("retreat to Liège", "1. retreat toward W35", "W35"),
    ],
)
async def test_a_standing_order_says_where_to(
    channel: Channel, monkeypatch: pytest.MonkeyPatch, line: str, told: str, where: str
) -> None:
    await fighting(channel, monkeypatch)
    await typed(channel, ("ben", f"standing {line}"))
    assert told in await typed(channel, ("ben", "standing"))
    assert f"9+11 BM retreats from V35 to {where}" in await typed(channel, ("anna", "attack v35"))


async def test_an_invalid_standing_order_is_refused(channel: Channel) -> None:
    await marching(channel)
    assert "isn't a standing order here. Use e.g. `withdraw at 1.5`" in await typed(
        channel, ("ben", "standing run away")
    )
    assert "There's nothing called “paris”" in await typed(channel, ("ben", "standing retreat toward paris"))
    await typed(
        channel, ("ben", "standing guns stay"), ("ben", "standing withdraw at 2,5"), ("ben", "standing revoke 2")
    )
    told = await typed(channel, ("ben", "standing"))
    assert "1. withdraw cavalry at 2.5:1 or worse" in told
    assert "2. " not in told
