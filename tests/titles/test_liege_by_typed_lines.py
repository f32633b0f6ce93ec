"""What a Night and a Siege of Liège 1914, played by both sides with lines as they came to mind, showed to be wrong or missing."""

from __future__ import annotations

import pytest

from bot.service.looking import screens
from bot.table.refusal import Refusal
from bot.table.reply import Select
from bot.titles.liege.panels import assault_panels
from bot.titles.liege.title import TITLE
from engine.core.game import Game
from engine.liege.state import FIRED, LiegeState
from tests.bot.phrasings.moments import reach
from tests.bot.support import Channel, controls
from tests.liege.support import playing, unit
from tests.liege.support import position as placed
from tests.titles.test_liege import LOBBY, marching, position, typed
from tests.titles.test_liege_proposals import at as context_of


async def told_at(channel: Channel, moment: str, line: str) -> tuple[str, int]:
    """What is answered to a line at a moment, and how many entries the record has more."""
    channel = await reach(channel, moment)
    before = await channel.number()
    return await channel.told("anna" if "belgian" not in moment and moment != "retreating_from_v35" else "ben", line), (
        await channel.number() - before
    )


# -- an order with a question mark is carried out by nobody ----------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "line", "answer"),
    [
        ("combat", "attack v35?", "to empty the hex"),
        ("combat", "attack v35 with 27ib 14ib?", "to empty the hex"),
        ("firing", "fire at barchon?", "38 % that it falls"),
        ("firing", "assault pontisse?", "to fall"),
        ("marching", "march 34ib to u36?", "34.IB can reach"),
        ("marching", "turn 27ib n?", "faces south-west"),
        ("afterwards", "dig all?", "Units that haven't fought"),
    ],
)
async def test_an_order_with_a_question_mark_is_only_answered(
    channel: Channel, moment: str, line: str, answer: str
) -> None:
    told, more = await told_at(channel, moment, line)
    assert answer in told
    assert more == 0


# -- no other act ----------------------------------------------------------------------------------------------------


async def test_the_rest_is_not_the_unit_on_the_march(channel: Channel) -> None:
    """34.IB halted where it was."""
    await marching(channel)
    await typed(channel, ("anna", "march 34ib"))
    for line in ("bring the rest in", "march all to u36"):
        told = await typed(channel, ("anna", line))
        assert "34.IB is on the march. Say where it halts before another unit goes" in told
    assert (await position(channel)).decision.kind == "marching"


@pytest.mark.parametrize("line", ["halt here", "stop here", "stays there", "far enough", "halt", "done"])
async def test_a_march_ends_where_the_unit_is(channel: Channel, line: str) -> None:
    await marching(channel)
    await typed(channel, ("anna", "march 34ib"), ("anna", "choose step u36"))
    assert "34.IB marches from V36 to U36 and faces south." in await typed(channel, ("anna", line))


async def test_a_halt_without_a_march_ends_no_phase(channel: Channel) -> None:
    await marching(channel)
    await typed(channel, ("anna", "halt"))
    assert (await position(channel)).decision.kind == "march"


async def test_a_line_about_a_way_out_chooses_no_targets(channel: Channel) -> None:
    """It was read as “all”."""
    channel = await reach(channel, "belgian_firing")
    assert "Which one?" in await typed(channel, ("ben", "shell u35 with fleron"))
    assert (await position(channel)).decision.kind == "barrage_targets"
    await typed(channel, ("ben", "everyone out of the camp to the west"))
    assert (await position(channel)).decision.kind == "barrage_targets"


async def test_nobody_digs_ends_no_phase_after_another_order(channel: Channel) -> None:
    channel = await reach(channel, "afterwards")
    told = await typed(channel, ("anna", "34 to u36, no digging"))
    assert "34.IB moves from V36 (Visé) to U36" in told
    assert (await position(channel)).decision.kind == "afterwards"


# -- what is ordered is what happens ---------------------------------------------------------------------------------


def test_all_retreat_where_they_are_told() -> None:
    """Only the first one did."""
    units = {"ge_27_ib": "U35 sw", "ge_14_ib": "U35 sw", "be_9_11_bm": "V35 ne", "be_12_14_bm": "V35 ne"}
    game = playing(placed(units, scenario="night", forts=("all",)), combat=[20], combat_test=[1, 1, 20, 20])
    _until(game, "combat")
    TITLE.order(context_of(game)[1], "attack", "v35 with 27ib 14ib")
    assert game.decision.kind == "retreat"
    with pytest.raises(Refusal):
        TITLE.order(context_of(game)[1], "retreat", "all to v36")
    TITLE.order(context_of(game)[1], "retreat", "all to u36 facing s")
    state = game.state
    assert [state.facts.grid.names[state.at[unit(name)]] for name in ("ge_27_ib", "ge_14_ib")] == ["U36", "U36"]
    assert game.decision.kind != "retreat"


def _until(game: Game[LiegeState], kind: str) -> None:
    """Let the side that decides end its phases until this is asked."""
    while game.decision.kind != kind:
        game.apply(game.parse("done"))


@pytest.mark.parametrize(
    ("line", "forts"),
    [("fire at barchon evegnee fleron", "Barchon"), ("everything on fleron, barchon and evegnée", "Fléron")],
)
async def test_all_forts_of_a_hex_are_named_in_their_order(channel: Channel, line: str, forts: str) -> None:
    """The last one follows by itself, and was refused."""
    told, more = await told_at(channel, "firing", line)
    assert f"Fire at {forts} by **II/Fussa.9 (15cm) and III/Fussa.4 (21cm)**" in told
    assert more > 0


async def test_guns_at_one_fort_fire_together_however_they_are_named(channel: Channel) -> None:
    """They were offered as two barrages, of which the second is against the rules."""
    told, _ = await told_at(channel, "firing", "mortars at barchon, howitzers at barchon as well")
    assert "Fire at Barchon by **II/Fussa.9 (15cm) and III/Fussa.4 (21cm)**, AFF 18." in told


# -- what is said of it ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "line", "command"),
    [
        ("breach", "all dig in", "/dig"),
        ("breach", "34ib digs, the others stay", "/dig"),
        ("marching", "14ib dig in place", "/dig"),
        ("marching", "entrench everywhere", "/dig"),
        ("firing", "34 to w36 facing v35", "/march"),
    ],
)
async def test_an_order_of_another_phase_is_answered_with_its_phase(
    channel: Channel, moment: str, line: str, command: str
) -> None:
    told, more = await told_at(channel, moment, line)
    assert f"not the moment for `{command}`" in told
    assert more == 0


NEXT_TO_W35 = "Next to it: north W36, north-east V36 (Visé), south-east V35, south W34, south-west X35, north-west X36."


@pytest.mark.parametrize(
    ("moment", "line", "answer"),
    [
        *(("marching", line, "A unit without an order stays as it is")
          for line in ("leman stays", "27ib stays where it is", "27 and 14 remain in place", "hold 27ib")),
        ("marching", "is w35 next to v36?", NEXT_TO_W35),
        ("combat", "odds attack v35 with 27 and 14 only", "Attack on V35: "),
        ("marching", "my standing orders?", "You have no standing orders."),
        ("marching", "how do i win", "The Germans win with 8"),
    ],
)  # fmt: skip
async def test_a_line_that_orders_nothing_is_answered(channel: Channel, moment: str, line: str, answer: str) -> None:
    told, more = await told_at(channel, moment, line)
    assert answer in told
    assert more == 0


async def test_the_panel_says_what_a_declared_assault_still_needs(channel: Channel) -> None:
    channel = await reach(channel, "firing")
    await typed(channel, ("anna", "done"), ("anna", "assault pontisse with emmich"))
    needs = "PiR Emmich is to storm Pontisse: it must end next to W35 (Liège), facing it."
    assert needs in await typed(channel, ("anna", "panel"))
    asked = await typed(channel, ("anna", "odds assault pontisse"))
    assert "18 % to fall" in asked
    assert needs in asked
    await typed(channel, ("anna", "march emmich to v36 facing w35"))
    assert "PiR Emmich is to storm Pontisse, and is in place for it." in await typed(channel, ("anna", "panel"))


def test_a_fort_that_is_out_of_reach_says_so() -> None:
    """Pioneers in V36 have no way to a hex next to X35: the Belgians in W35 hold W36."""
    units = {
        "ge_pir_emmich": "V36 sw",
        "ge_hq_2_aok": "U36 n",
        "be_15_bm": "W35 ne",
        "be_9_11_bm": "V35 n",
        "be_12_14_bm": "W34 n",
    }
    game = playing(placed(units, scenario="night", forts=("all",)))
    _until(game, "assaults")
    context = context_of(game)[1]
    assert context.table.kind == "assaults"
    offers = assault_panels.assaults_offers(context)
    told = {entry.label: entry.description for group in offers.groups for entry in group.entries if entry.description}
    assert {said for label, said in told.items() if label.startswith(("Loncin", "Hollogne", "Flémalle"))} == {
        "Can't get next to it this turn"
    }


async def test_units_say_who_comes_when_and_where(channel: Channel) -> None:
    await typed(channel, *LOBBY)
    told = await typed(channel, ("anna", "where does everybody come in?"))
    assert "**Belgians.** Still to come in turn 2: 9+11 BM in V35" in told
    assert "Still to come in turn 3: 15 BM in W35." in told
    for line in ("who arrives next turn?", "whats on the map?", "whats the other guy got"):
        assert "15 BM in W35" in await typed(channel, ("anna", line))


async def test_aircraft_are_offered_with_what_they_are(channel: Channel) -> None:
    """Beside the touched map the menu has no heading."""
    await typed(channel, ("anna", "new siege"), *LOBBY[1:], ("anna", "arrive all"))
    labels = [label for label, _ in controls(await channel.say("anna", "panel"))]
    assert "Aircraft: never fly" in labels
    assert "Aircraft: always fly" in [touch.label for touch in (await channel.board("anna", "panel")).touches]
    told = await typed(channel, ("anna", "aircraft always up"))
    assert "now" not in told
    menu = (await channel.say("anna", "panel"))[0].menu
    assert menu is not None
    assert "Order aircraft (now: Always fly)" in [row.placeholder for row in menu.rows if isinstance(row, Select)]


async def test_a_proposal_without_dice_promises_all_of_it(channel: Channel) -> None:
    await typed(channel, *LOBBY)
    (panel,) = await channel.say("anna", "panel")
    assert panel.menu is not None
    hints = [
        button.hint
        for row in panel.menu.rows
        if not isinstance(row, Select)
        for button in row
        if button.label == "Take it"
    ]
    assert hints == ["Carries out all of it"]


async def test_a_unit_that_faces_there_already_stops_no_others_from_turning(channel: Channel) -> None:
    told, _ = await told_at(channel, "marching", "27ib and 11ib turn sw")
    assert "11.IB turns south-west in U34." in told


async def test_no_end_of_a_phase_is_proposed_for_a_question(channel: Channel) -> None:
    channel = await reach(channel, "marching")
    answer = await channel.say("anna", "anything else that can shoot?")
    assert not {"hold", "done"} & {label for label, _ in controls(answer)}


async def test_a_panel_keeps_what_fell_where_not_all_fits(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest lines were left out, an attack before its own tests."""
    monkeypatch.setattr(screens, "RECAP", 400)
    channel = await reach(channel, "combat")
    await typed(channel, ("anna", "attack v35"))
    told = await typed(channel, ("ben", "panel"))
    assert "Attack on V35 by" in told
    assert "passes its test" not in told
    assert "(See everything with `/log turn`.)" in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("arrive 4kd visé", "4.KD can't arrive in V36 (Visé)."),
        ("the cavalry arrives at visé", "4.KD can't arrive in V36 (Visé)."),
        ("arrive 2aok u35", "HQ 2.AOK can't arrive in U35 (Herve)."),
    ],
)
async def test_what_is_not_asked_for_a_facing_arrives_in_no_other_hex_than_said(
    channel: Channel, line: str, told: str
) -> None:
    """Cavalry came in where it was due, whatever hex was named."""
    await typed(channel, ("anna", "new siege"), *LOBBY[1:])
    before = await channel.number()
    assert told in await typed(channel, ("anna", line))
    assert await channel.number() == before


@pytest.mark.parametrize("line", ["fire all forts at u35", "shell u35 with all the forts"])
def test_all_forts_are_the_forts_alone(line: str) -> None:
    """Infantry beside them fired too, which is spent by it; `all` alone means everybody."""
    units = {"be_9_11_bm": "V35 ne", "be_15_bm": "V35 ne", "ge_27_ib": "U35 sw"}
    for order, spent in ((line, False), ("shell u35 with all", True)):
        game = playing(placed(units, side="be", turn=3, scenario="night", forts=("all",)), barrage=[9], cab=[1, 1])
        TITLE.order(context_of(game)[1], *order.split(maxsplit=1))
        assert game.state.has(unit("be_9_11_bm"), FIRED) == spent, order
