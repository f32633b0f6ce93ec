"""What a Siege of Liège 1914 showed that was played by typed lines on Discord, each as it was typed."""

from __future__ import annotations

import pytest

from bot.table.refusal import Refusal
from bot.titles.liege.panels import assault_panels
from bot.titles.liege.title import TITLE
from bot.titles.statistics import GameCourse
from engine.liege.state import FIRED, LEFT
from tests.bot.phrasings.liege_moments import MOMENTS, until
from tests.bot.phrasings.moments import reach
from tests.bot.support import Channel, controls
from tests.liege.support import playing, unit
from tests.liege.support import position as placed
from tests.titles.test_liege import position, typed
from tests.titles.test_liege_by_typed_lines import told_at
from tests.titles.test_liege_hidden import book
from tests.titles.test_liege_proposals import at as context_of


def test_an_assault_is_within_reach_of_who_moved_last_turn() -> None:
    """Of every fort the panel said that nobody gets next to it, since the pioneers had arrived the turn before."""
    game = MOMENTS["firing"]().game
    until(game, "assaults")
    whole = assault_panels.assaults_offers(context_of(game)[1]).groups[0]
    assert {entry.description for entry in whole.entries} == {"18 % to fall, 27 % to lose a step"}


def test_the_curve_of_the_score_has_a_minus_sign() -> None:
    told = TITLE.statistics.figures(book(), GameCourse((), (-12, -9, 3), ()))
    assert told[0] == "Score turn by turn: −12, −9, 3."


# -- what is only asked ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["done?", "finished?", "end turn?", "are we done?", "undo?"])
async def test_a_question_ends_nothing(channel: Channel, line: str) -> None:
    told, more = await told_at(channel, "marching", line)
    assert "Which unit marches, turns or arrives next?" in told
    assert more == 0


# -- what is only answered -------------------------------------------------------------------------------------------

# Troops that are to take a fort storm it: it was answered that no gun can fire at it. What nobody does in another phase is
# answered with that phase.


@pytest.mark.parametrize(
    ("moment", "line", "answer"),
    [
        ("firing", "chance to take fort pontisse with emmich and both brigades?", "PiR Emmich storms Pontisse: 18 % to fall, 27 % to lose a step.\nOnly one unit storms a fort."),
        ("firing", "chance to take fort loncin with both brigades?", "Belgian troops in X35 protect Loncin against an assault."),
        ("firing", "can the 34th take pontisse?", "None of your guns can fire at Pontisse."),
        ("firing", "34 assault barchon? what are the odds", "Belgian troops in V35 protect Barchon against an assault."),
        ("firing", "34ib storms barchon, what are the odds", "Belgian troops in V35 protect Barchon against an assault."),
        ("firing", "fire 21cm at barchon? what are the chances", "III/Fussa.4 (21cm) at Barchon, AFF 12: 18 % that it falls."),
        ("firing", "fire 34ib at pontisse", "34.IB has no AFF, so it can't fire at forts."),
        ("firing", "27ib and 14ib fire at loncin", "27.IB has no AFF, so it can't fire at forts."),
        ("firing", "fire 21cm at pontisse", "W35 (Liège) isn't in front of III/Fussa.4 (21cm)."),
        ("firing", "chance to take barchon with the 21cm?", "III/Fussa.4 (21cm) at Barchon, AFF 12: 18 % that it falls."),
        ("firing", "odds assault loncin with emmich", "protect Loncin"),
        ("marching", "no storming", "`/assault` belongs to “the assaults”, an earlier phase"),
        ("firing", "nobody storms", "That belongs to “the assaults”."),
        ("marching", "no attacks tonight", "That belongs to “the combats”."),
        ("combat", "no storming", "Did you mean `/hold`?"),
    ],
)  # fmt: skip
async def test_a_line_is_only_answered(channel: Channel, moment: str, line: str, answer: str) -> None:
    told, more = await told_at(channel, moment, line)
    assert answer in told
    assert more == 0


# -- what others have done -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "before", "line", "answer"),
    [
        ("marching", "turn 27ib n", "11 too", "11.IB turns north in U34."),
        ("marching", "27 to v36", "14 too", "14.IB marches from U35 to V36 and faces south."),
        ("arriving", "bring in 34ib facing sw", "14 too", "14.IB arrives in U35 (Herve)"),
    ],
)
async def test_a_unit_does_what_another_one_did(
    channel: Channel, moment: str, before: str, line: str, answer: str
) -> None:
    channel = await reach(channel, moment)
    await typed(channel, ("anna", before))
    assert answer in await typed(channel, ("anna", line))


async def test_who_joins_an_attack_attacks_with_the_others(channel: Channel) -> None:
    """Two attacks were offered, of which the second is against the rules."""
    told, _ = await told_at(channel, "combat", "27 attacks v35, 14 too")
    assert "Attack on V35 by **27.IB and 14.IB**." in told


# -- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "guns"),
    [
        ("fire 2/9 at fleron", "Fire at Fléron by **II/Fussa.9 (15cm)**"),
        ("2/9 and 3/4 at fleron", "Fire at Fléron by **II/Fussa.9 (15cm) and III/Fussa.4 (21cm)**"),
    ],
)
async def test_a_battalion_is_named_with_figures(channel: Channel, line: str, guns: str) -> None:
    told, _ = await told_at(channel, "firing", line)
    assert guns in told


@pytest.mark.parametrize("line", ["take the lot", "take everything", "take everything the computer says"])
async def test_a_whole_proposal_is_taken_in_many_words(channel: Channel, line: str) -> None:
    told, more = await told_at(channel, "marching", line)
    assert "43.IB marches" in told
    assert more > 4


async def test_assumed_steps_name_no_unit(channel: Channel) -> None:
    """The brigade with that number was named."""
    told, _ = await told_at(channel, "combat", "odds on v35 as 11 steps")
    assert "Nothing is hidden in V35." in told


async def test_a_denied_act_is_not_offered(channel: Channel) -> None:
    channel = await reach(channel, "combat")
    answer = await channel.say("anna", "no storming")
    assert [label for label, _ in controls(answer)] == ["hold"]


# -- the whole Siege, typed on Discord ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "before", "line", "answer"),
    [
        ("firing", "", "take it", "Fire at Barchon by"),
        ("firing", "", "skip the assaults", "That belongs to “the assaults”."),
        ("marching", "", "no combat", "That belongs to “the combats”."),
        ("marching", "", "show me all of the proposal", "6. `march 43ib"),
        ("marching", "", "what is a firing position", "**Firing position**"),
        ("firing", "", "how do i take a fort", "**Taking a fort**"),
        ("firing", "done", "what can the pioneers storm?", "Which fort will be stormed this turn?"),
        ("firing", "", "take 7", "It has only number 1."),
    ],
)
async def test_a_line_of_a_newcomer_is_answered(
    channel: Channel, moment: str, before: str, line: str, answer: str
) -> None:
    channel = await reach(channel, moment)
    if before:
        await typed(channel, ("anna", before))
    assert answer in await typed(channel, ("anna", line))


@pytest.mark.parametrize(
    ("line", "firers"),
    [
        ("forts of w34 and w35 fire at v34", "Chaudfontaine, Embourg and Boncelles"),
        ("the forts in w34 shell v34", "Chaudfontaine, Embourg and Boncelles"),
        ("the forts of v35 fire at v36", "Barchon, Evegnée and Fléron"),
    ],
)
async def test_the_forts_of_a_hex_fire(channel: Channel, line: str, firers: str) -> None:
    """The hex of the forts was taken for a second target."""
    told, _ = await told_at(channel, "belgian_firing", line)
    assert f"by **{firers}**" in told


@pytest.mark.parametrize(
    ("moment", "line"),
    [
        ("marching", "27ib to v36, no wait, u36"),
        ("marching", "27ib to v36, i mean u36"),
        ("combat", "attack v35 with 27ib.. no, 14ib"),
    ],
)
async def test_a_line_that_corrects_itself_is_only_proposed(channel: Channel, moment: str, line: str) -> None:
    """27.IB marched to U36 by way of V36, and attacked alone."""
    _, more = await told_at(channel, moment, line)
    assert more == 0


async def test_targets_that_are_corrected_are_not_hit(channel: Channel) -> None:
    """The first one was hit."""
    channel = await reach(channel, "belgian_firing")
    await typed(channel, ("ben", "shell u35 with fleron"), ("ben", "27ib.. no, 14ib"))
    assert (await position(channel)).decision.kind == "barrage_targets"


@pytest.mark.parametrize("line", ["fire all 21cm at barchon", "fire all the 21cm at barchon"])
def test_all_guns_of_a_kind_fire(line: str) -> None:
    """Which one is meant was asked."""
    units = {"ge_iii_fussa_4": "U35 sw", "ge_ii_fussa_4": "U35 sw", "ge_ii_fussa_9": "U35 sw"}
    game = playing(placed(units, forts=("all",)), barrage=[20], fort_test=[1], cab=[1])
    until(game, "barrage")
    context = context_of(game)[1]
    TITLE.order(context, *line.split(maxsplit=1))
    fired = {one for one in range(len(game.state.at)) if context.table.game.state.has(one, FIRED)}
    assert fired == {unit("ge_iii_fussa_4"), unit("ge_ii_fussa_4")}


@pytest.mark.parametrize(("line", "needs"), [("dc", ""), ("15bm", "too_few_points_to_leave"), ("15bm forced", "")])
def test_units_leave_the_map_on_the_cheapest_way(line: str, needs: str) -> None:
    """It was refused that they aren't at the edge."""
    units = {"be_dc": "Y35 n", "be_15_bm": "W35 n"}
    game = playing(placed(units, side="be", turn=5, forts=("all",)))
    until(game, "march")
    context = context_of(game)[1]
    if needs:
        with pytest.raises(Refusal) as refused:
            TITLE.order(context, "depart", line)
        assert refused.value.reason.code == needs
        return
    TITLE.order(context, "depart", line)
    left = unit("be_dc" if line == "dc" else "be_15_bm")
    assert context.table.game.state.at[left] == LEFT


# -- who are the rest ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "line", "firers"),
    [
        ("belgian_firing", "shell v36 with the rest", "Barchon, Evegnée, Fléron, Lantin, Liers and Pontisse"),
        ("belgian_firing", "everything else at v36", "Barchon, Evegnée, Fléron, Lantin, Liers and Pontisse"),
        ("belgian_firing", "shell v36 with everything", "9+11 BM, Barchon, Evegnée, Fléron, Lantin, Liers and Pontisse"),
        ("firing", "shell v35 with the rest", "II/Fussa.9 (15cm) and III/Fussa.4 (21cm)"),
    ],
)  # fmt: skip
async def test_the_rest_that_fires_has_no_infantry(channel: Channel, moment: str, line: str, firers: str) -> None:
    """A brigade fired as well, and could do nothing else in that turn."""
    told, _ = await told_at(channel, moment, line)
    assert f"by **{firers}**, ARF" in told


@pytest.mark.parametrize(
    ("moment", "line"),
    [
        ("firing", "21cm at barchon, the rest at v35"),
        ("marching", "11ib to t34, the rest at u36"),
        ("combat", "27 attacks v35, the rest at v35"),
        ("belgian_firing", "fleron at u35, everything else at v36"),
    ],
)
async def test_no_part_of_a_line_is_left_out(channel: Channel, moment: str, line: str) -> None:
    """Only the first part was carried out: “the rest at V35” was taken for units that rest, V36 for a choice of targets in U35."""
    told, more = await told_at(channel, moment, line)
    assert "Did you mean" in told
    assert more == 0


@pytest.mark.parametrize(
    ("moment", "line", "answer"),
    [
        ("firing", "21cm at barchon, the rest hold at v36", "Fire at Barchon by **III/Fussa.4 (21cm)**"),
        ("marching", "11ib to t34, the guns rest in u35", "11.IB marches from U34 to T34"),
    ],
)
async def test_units_that_rest_somewhere_need_no_order(channel: Channel, moment: str, line: str, answer: str) -> None:
    told, more = await told_at(channel, moment, line)
    assert answer in told
    assert more > 0
