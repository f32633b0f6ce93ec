"""The computer's proposal for a phase of Liège 1914: taken, changed or dropped, typed and pressed; and barrages as before."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands.arguments import OrderArgs
from bot.table.layout import DROPPED
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.titles import table_of
from bot.titles.liege import proposals
from bot.titles.liege.looks import odds_look
from bot.titles.liege.title import TITLE
from bot.titles.looks import TableViewer
from bot.titles.panel import panel
from bot.titles.testing.limits import check_limits, controls
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.facts import GERMAN
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from tests.bot.support import Channel, token_of
from tests.liege.support import ordered, playing, position, unit


def at(game: Game[LiegeState], number: int = 1) -> tuple[Table, Any]:
    """The game as whoever must decide meets it, and their words."""
    table = table_of(game, int(game.actor or 0), position=number)
    return table, TITLE.offer_context(table, "en")


def choices(game: Game[LiegeState]) -> list[str]:
    return [entry.choice for entry in game.fresh]


def siege(seed: bytes = b"proposals") -> Game[LiegeState]:
    return Game.start(LiegeSystem("siege"), KeyedChance(seed))


def test_a_whole_siege_is_played_by_taking_what_is_proposed() -> None:
    """Both sides: what is proposed is possible, each line as it is typed; a taken proposal is gone; the panel keeps the limits."""
    game, kinds = siege(), set()
    for number in range(400):
        if not game.stack:
            break
        table, context = at(game, number)
        lines = proposals.proposed(context)
        if not lines:
            ending = table.face.ending
            if ending:
                table.do(ending)
            else:
                game.apply(next(iter(game.options())))
            continue
        kinds.add(table.kind)
        twin, words = at(game.copy(), number)
        words.table.game.fresh.clear()
        TITLE.order(words, lines[0].name, lines[0].text)
        one = choices(twin.game)
        begun = len(game.fresh)
        TITLE.press(table, "o.take")
        assert choices(game)[begun : begun + len(one)] == one, lines[0].typed
        if game.stack and game.decision.kind == table.kind and not table.chance:
            assert lines[0] not in proposals.proposed(at(game, number)[1])
    assert not game.stack
    assert kinds == set(proposals.KINDS)


def barrages() -> Game[LiegeState]:
    """Two barrages are proposed: mortars before V35 and before W34."""
    units = {"ge_iii_fussa_4": "U35 sw", "ge_27_ib": "U35 sw", "ge_iii_fussa_9": "W33 n", "be_15_bm": "W35 n"}
    return playing(position(units, turn=5, forts=("all",)), barrage=[9, 9, 9], cab=[3, 3, 3])


def test_a_panel_begins_with_it_and_drops_it() -> None:
    table, context = at(barrages())
    whole = panel("g", context, "Anna")
    check_limits(whole)
    lines = proposals.proposed(context)
    assert f"**The computer proposes:**\n`{lines[0].typed}` " in whole.text
    assert "% to fall" in whole.text
    assert [label for label, _ in controls([whole])][:3] == [
        "Take it" if len(lines) == 1 else f"Take all {len(lines)}",
        "Change it",
        "Drop it",
    ]
    dropped = panel("g", context, "Anna", body=DROPPED)
    check_limits(dropped)
    assert "proposes" not in dropped.text
    assert not {"Take it", "Change it", "Drop it"} & {label for label, _ in controls([dropped])}
    assert table.number == 1


def test_some_of_it_can_be_picked_and_are_one_order() -> None:
    """The boxes of a menu that are ticked together; after the first one the numbers would count anew."""
    table, context = at(night_of_marches())
    lines = proposals.proposed(context)
    assert len(lines) >= 3
    assert TITLE.together(table, ["o.take 1", "o.take 3"]) == ["o.take 1 3"]
    assert TITLE.together(table, ["o.take 2"]) == ["o.take 2"]
    before = len(table.game.fresh)
    TITLE.press(table, "o.take 1 3")
    left = {line.text.split()[0] for line in proposals.proposed(at(table.game, 2)[1])}
    moved = {lines[0].text.split()[0], lines[2].text.split()[0]}
    assert len(table.game.fresh) > before
    assert not left & moved
    assert lines[1].text.split()[0] in left


def night_of_marches() -> Game[LiegeState]:
    """The Germans of the Night march in their second turn."""
    game: Game[LiegeState] = Game.start(LiegeSystem("night"), KeyedChance(b"marches"))
    TITLE.order(at(game)[1], "arrive", "all")
    for _ in range(9):
        if game.decision.kind == "march" and game.state.turn == 3:
            return game
        TITLE.order(at(game)[1], "done", "")
    raise AssertionError("nobody marches")


def test_the_orders_left_after_a_die_are_proposed_again() -> None:
    table, context = at(barrages())
    lines = proposals.proposed(context)
    assert len(lines) > 1
    TITLE.order(context, "take", "all")
    assert table.notes == [("proposal_left", {"count": len(lines) - 1})]
    assert (
        context.names.words.say("ui.answers.proposal_left", count=1) == "1 more order of the proposal is left: `/take`."
    )


@pytest.mark.parametrize(
    ("text", "code"), [("9", "no_such_proposal"), ("0", "no_such_proposal"), ("barchon", "no_such_proposal")]
)
def test_a_number_that_is_none_is_refused(text: str, code: str) -> None:
    _, context = at(night_of_marches())
    with pytest.raises(Refusal) as caught:
        TITLE.order(context, "take", text if text != "9" else "99")
    assert caught.value.reason.code == code


def test_where_nothing_is_proposed_that_is_said() -> None:
    game = playing(position({"ge_27_ib": "U35 sw", "be_15_bm": "AA36 n"}, side="be", turn=8))
    while game.decision.kind != "afterwards":
        ordered(game, "done")
    _, context = at(game)
    with pytest.raises(Refusal) as caught:
        TITLE.order(context, "take", "")
    assert caught.value.reason.code == "no_proposal"


def test_it_is_made_of_what_its_side_may_know() -> None:
    """Twins under fog: other hidden enemies in the same hex, the same proposal."""
    found = []
    for name in ("be_9_11_bm", "be_12_14_rf"):
        state = position(
            {"ge_27_ib": "U35 sw", "ge_14_ib": "U35 sw", "ge_ii_fussa_9": "U35 sw", name: "V35 ne"},
            turn=4, forts=("all",), hidden=(name,),
        )  # fmt: skip
        game = playing(state)
        lines = []
        while game.stack and game.state.side == GERMAN and game.state.turn == 4:
            lines.append([line.typed for line in proposals.proposed(at(game)[1])])
            ordered(game, "done")
        found.append(lines)
    assert found[0] == found[1]
    assert any(found[0])


def test_no_attack_on_a_marker_is_proposed_where_most_of_the_enemy_may_be_under_it() -> None:
    """Three brigades are in V36, which the Belgians take for one or more: they aren't told to attack. Seen alone there, one is attacked."""
    units = {"ge_27_ib": "V36 s", "be_9_11_bm": "V35 n", "be_9_11_rf": "V35 n"}
    hidden = {**units, "ge_11_ib": "V36 s", "ge_14_ib": "V36 s"}
    for given, under, proposes in (
        (hidden, ("ge_27_ib", "ge_11_ib", "ge_14_ib"), False),
        (units, (), True),
    ):
        game = playing(position(given, side="be", turn=3, forts=("all",), hidden=under), cab=[1] * 20)
        while game.decision.kind != "combat":
            ordered(game, "done")
        assert bool(proposals.proposed(at(game)[1])) is proposes


# -- as before ------------------------------------------------------------------------------------------------------


def fired_twice() -> Game[LiegeState]:
    """The mortars in U35 have fired at Fléron in the turn before; nobody marched since."""
    state = position({"ge_iii_fussa_4": "U35 sw", "ge_27_ib": "U35 sw", "be_15_bm": "W35 n"}, turn=5, forts=("all",))
    game = playing(state, barrage=[9] * 6, cab=[3] * 6, rain=[20])
    ordered(game, "fort fleron", "add ge_iii_fussa_4", "fire")
    for _ in range(20):
        if game.state.turn == 6 and game.decision.kind == "barrage" and game.state.side == GERMAN:
            return game
        ordered(game, next(game.text(one) for one in game.options() if one.verb in ("done", "keep")))
    raise AssertionError("the next barrage does not come")


def test_guns_fire_as_before() -> None:
    game = fired_twice()
    _, context = at(game)
    assert "as before" in TITLE.face("barrage").suggests["fire"](context, "")
    assert "Fire as before: Fléron" in [label for label, _ in controls([panel("g", context, "Anna", body=DROPPED)])]
    chances = odds_look.show(TableViewer(at(game)[0], context.names, "g"), OrderArgs(order="fire as before")).text
    assert "at Fléron, AFF 12: " in chances
    begun = len(game.fresh)
    TITLE.order(context, "fire", "as before")
    assert choices(game)[begun:] == ["fort fleron", "add ge_iii_fussa_4", "fire"]


def test_barrages_are_stored_and_older_positions_have_none() -> None:
    state = fired_twice().state
    assert [(one.targets, one.guns) for one in state.before[GERMAN]] == [
        ((fort_of("fleron"),), 1 << unit("ge_iii_fussa_4"))
    ]
    assert LiegeState.load(state.dump()).before == state.before
    assert state.copy().before == state.before
    old = state.dump()
    del old["volleys"]
    assert LiegeState.load(old).before == [[], []]


def fort_of(name: str) -> int:
    return next(number for number, one in enumerate(LiegeSystem("siege").facts.forts) if one.name == name)


def test_nothing_is_fired_as_before_where_its_target_has_fallen() -> None:
    game = fired_twice()
    game.state.fell(fort_of("fleron"))
    game._options = game.decision.options(game)
    _, context = at(game)
    assert "as before" not in TITLE.face("barrage").suggests["fire"](context, "")
    with pytest.raises(Refusal) as caught:
        TITLE.order(context, "fire", "as before")
    assert caught.value.reason.code == "nothing_as_before"


# -- through the host -----------------------------------------------------------------------------------------------


async def test_a_proposal_does_the_same_typed_and_pressed(channel: Channel) -> None:
    for user, line in (("anna", "new night"), ("anna", "join german"), ("ben", "join belgian"), ("anna", "start")):
        await channel.say(user, line)
    shown = await channel.told("anna", "proposal")
    assert "1. `arrive all`" in shown
    assert "Take all with `/take`" in shown
    assert "There's no proposal now." in await channel.told("ben", "proposal")
    assert await channel.complete("anna", "take ") == ["take 1"]
    panel_ = await channel.say("anna", "panel")
    dropped = await channel.press("anna", token_of(panel_, "Drop it"))
    assert "proposes" not in dropped[0].text
    assert "proposes" not in await channel.told("anna", "panel"), "it stays dropped in this phase"
    pressed = await channel.press("anna", token_of(panel_, "Take it"))
    assert "10 units arrive." in pressed[0].text
    await channel.say("anna", "undo")
    assert "10 units arrive." in await channel.told("anna", "take")


async def test_a_proposal_is_dropped_by_typing_for_the_phase_alone(channel: Channel) -> None:
    for user, line in (("anna", "new night"), ("anna", "join german"), ("ben", "join belgian"), ("anna", "start")):
        await channel.say(user, line)
    before = await channel.number()
    told = await channel.told("anna", "take none")
    assert "Dropped. There's a new proposal in the next phase." in told
    assert "proposes" not in told
    assert await channel.number() == before
    await channel.say("anna", "arrive 34ib facing w35")
    assert "proposes" not in await channel.told("anna", "panel")
    for user, line in (("anna", "done anyway"), ("ben", "done anyway")):
        await channel.say(user, line)
    assert "The computer proposes:" in await channel.told("anna", "panel")
    assert "1. `arrive all`" in await channel.told("anna", "proposal"), "it can be looked up at any time"
