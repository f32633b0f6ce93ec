"""What a newcomer stumbled over in a Night of Liège 1914 that was played by hand, each as it was typed or pressed."""

from __future__ import annotations

import pytest

from bot.table import tokens
from bot.table.refusal import Refusal
from bot.table.reply import Select
from bot.titles.liege import proposals
from bot.titles.liege.looks import odds
from bot.titles.liege.title import TITLE
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.barrage import FortBarrage, UnitBarrage
from engine.liege.sequence.marching import Marching
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from tests.bot.support import Channel, controls, token_of
from tests.liege.support import playing, position
from tests.titles.test_liege import ARRIVED, LOBBY, fighting, marching, typed, until
from tests.titles.test_liege import position as game_of
from tests.titles.test_liege_proposals import at, choices


async def test_the_map_opens_by_its_button_and_by_the_names_of_its_parts(channel: Channel) -> None:
    await typed(channel, *LOBBY)
    shown = (await channel.press("anna", token_of(await channel.say("anna", "panel"), "Map")))[0]
    assert shown.picture is not None
    assert shown.picture.kind == "board"
    assert [(await channel.say("eve", f"map {part}"))[0].picture.kind for part in ("overview", "The whole map", "near", "the camp", "v35")] == [  # type: ignore[union-attr]
        "board", "board", "camp", "camp", "camp",
    ]  # fmt: skip


async def test_arrivals_are_told_after_whose_turn_it_is(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ARRIVED[:2])
    lines = (await channel.told("ben", "panel")).split("\n")
    assert [line for line in lines if "arrive" in line or "act." in line][:2] == [
        "*The Germans act.*",
        next(line for line in lines if line.startswith("10 units arrive.")),
    ]


def shelled() -> Game[LiegeState]:
    """Three Belgian forts can hit two of the three brigades in U34."""
    units = {"ge_11_ib": "U34 nw", "ge_38_ib": "U34 nw", "ge_43_ib": "U34 nw", "be_15_bm": "W35 n"}
    return playing(position(units, side="be", scenario="night", forts=("all",)), barrage=[9], cab=[1, 1])


@pytest.mark.parametrize("lines", [("choose 11ib", "choose hit 38.IB"), ("choose 11 ib", "shell 38ib")])
def test_barrage_targets_are_chosen_by_typed_units(lines: tuple[str, str]) -> None:
    game = shelled()
    for line in ("shell u34 with barchon evegnee fleron", *lines):
        assert game.decision.kind in ("barrage", "barrage_targets")
        name, _, text = line.partition(" ")
        TITLE.order(at(game)[1], name, text)
    assert [one for one in choices(game) if one.startswith("hit")] == ["hit ge_11_ib", "hit ge_38_ib"]


def test_a_barrage_that_is_taken_asks_nothing() -> None:
    game = shelled()
    table, context = at(game)
    assert [line.name for line in proposals.proposed(context)][:1] == ["shell"]
    TITLE.order(context, "take", "1")
    assert table.chance
    assert game.decision.kind != "barrage_targets"


def test_no_barrage_is_proposed_that_brings_next_to_nothing() -> None:
    """Of whole Nights, played as proposed: what is left out would be shown as 4 % or less, or as a loss of 0.0."""
    shots = 0
    for seed in range(4):
        game: Game[LiegeState] = Game.start(LiegeSystem("night"), KeyedChance(bytes([seed])))
        while game.stack:
            table, context = at(game)
            for line in (lines := proposals.proposed(context)):
                if isinstance(line.about, FortBarrage):
                    assert odds.falls(game.state, line.about) >= 5, line.typed
                if isinstance(line.about, UnitBarrage):
                    assert odds.cost(game.state, line.about) >= 0.05, line.typed
                shots += isinstance(line.about, FortBarrage | UnitBarrage)
            if lines:
                TITLE.press(table, "o.take")
            elif table.face.ending:
                table.do(table.face.ending)
            else:
                game.apply(next(iter(game.options())))
    assert shots > 10


async def test_the_movement_does_not_end_before_the_stormers_have_arrived(channel: Channel) -> None:
    await marching(channel)
    await typed(channel, ("anna", "undo"), ("anna", "assault pontisse with emmich"))
    asked = await typed(channel, ("anna", "done"))
    assert "PiR Emmich won't storm Pontisse unless it's next to the fort and faces it (rule 11.5.2)." in asked
    assert "End the movement anyway" in [label for label, _ in controls(await channel.say("anna", "done"))]
    await typed(channel, ("anna", "march emmich to v36 facing sw"))
    assert "won't storm" not in await typed(channel, ("anna", "done"))


async def test_a_unit_that_was_picked_to_march_is_turned_by_a_button_or_a_line(channel: Channel) -> None:
    await marching(channel)
    panel = await channel.press("anna", token_of(await channel.say("anna", "panel"), "27.IB in U35"))
    panel = await channel.press("anna", token_of(panel, "Turn in place"))
    assert "Which way does 27.IB face in U35 (Herve)?" in panel[0].text
    panel = await channel.press("anna", token_of(panel, "North"))
    assert "27.IB turns north in U35." in panel[0].text
    await typed(channel, ("anna", "undo"), ("anna", "march 27ib"))
    assert "turn ne" in await channel.complete("anna", "turn ")
    assert "27.IB turns north-east in U35." in await typed(channel, ("anna", "turn ne"))
    await typed(channel, ("anna", "march 14ib"))
    assert "14.IB turns north in U35." in await typed(channel, ("anna", "face north"))


async def test_an_impossible_direction_is_answered_with_its_two_neighbours(channel: Channel) -> None:
    await marching(channel)
    answer = []
    for line in ("turn 27ib w", "turn 27ib facing w", "turn 27ib west"):
        answer = await channel.say("anna", line)
        assert "A hex has no side “w" in answer[0].text
        assert [label.rpartition(" ")[2] for label, _ in controls(answer)] == ["sw", "nw"]
    panel = await channel.press("anna", token_of(answer, "turn 27ib nw"))
    assert "27.IB turns north-west in U35." in panel[0].text


async def test_a_turn_without_a_facing_is_asked_for_it_with_a_button_for_each(channel: Channel) -> None:
    await marching(channel)
    panel = await channel.say("anna", "turn 27ib")
    ways = ["North", "North-east", "South-east", "South", "South-west", "North-west"]
    found = [label for label, _ in controls(panel) if label in ways]
    assert len(found) == len(ways) - 1, "it looks one way already"
    panel = await channel.press("anna", token_of(panel, found[0]))
    assert f"27.IB turns {found[0].lower()} in U35." in panel[0].text


async def test_where_nobody_can_enter_only_turns_are_asked_for(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forts still fire in V35, which the Belgians have left; the question says so."""
    await fighting(channel, monkeypatch)
    told = await typed(channel, ("anna", "attack v35"))
    assert "The enemy has left V35. A fort there still fires, so your units can't enter. Which of them turn?" in told
    shown = await channel.press("anna", token_of(await channel.say("anna", "panel"), "34.IB"))
    assert "Which way does 34.IB face?" in shown[0].text


async def test_hidden_arrivals_are_named_to_their_own_side_in_one_line(channel: Channel) -> None:
    """Twelve hidden units arrive: their player reads who came where, once; the other side that somebody came."""
    await typed(channel, ("anna", "new siege"), *LOBBY[1:])
    told = await typed(channel, ("anna", "arrive all"))
    assert "12 units arrive. V36 (Visé): 34.IB and 2.KD." in told
    assert "idden unit" not in told
    await typed(channel, ("anna", "done"))
    other = await channel.told("ben", "panel")
    assert "11 hidden units arrive. U34 (Verviers): 1. U35 (Herve): 4. U36: 1. V33: 2. V34: 1. V36 (Visé): 2." in other
    assert "34.IB" not in other
    await typed(channel, ("ben", "done"))
    for line in ("log 2", "log 2 1", "log"):
        assert "12 units arrive. V36 (Visé): 34.IB and 2.KD." in await channel.told("anna", line)
        for user in ("ben", "eve"):
            told = await channel.told(user, line)
            assert "V34: 1. V36 (Visé): 2." in told
            assert "34.IB" not in told


async def test_an_order_of_a_finished_phase_is_not_kept_for_its_end(channel: Channel) -> None:
    await marching(channel)
    told = await typed(channel, ("anna", "assault pontisse with emmich"))
    assert (
        "This is “the movement phase”. `/assault` belongs to “the assaults”, an earlier phase of your turn (rule 7.1.1)."
        in told
    )
    assert "That belongs to “the combats”. Finish this first." in await typed(channel, ("anna", "attack v35"))


async def test_the_log_of_a_player_turn_that_has_only_begun_tells_the_one_before(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What standing orders answered stands in the log when the turn passes on, until the other side has chosen something."""
    await fighting(channel, monkeypatch)
    await typed(channel, ("anna", "attack v35"), ("anna", "done"))
    answered = "9+11 BM retreats from V35 to W35 (Liège)"
    assert answered in await channel.told("anna", "log")
    await typed(channel, ("anna", "done"))
    for user in ("anna", "ben", "eve"):
        told = await channel.told(user, "log")
        assert answered in told
        assert "**Turn 3 (6 and 7 August), Belgians**" in told
    await until(channel, "march")
    assert answered not in await channel.told("anna", "log"), "the Belgians have ended a phase: it's their half"
    while (await game_of(channel)).state.turn == 3:
        await typed(channel, ("ben", "done anyway"))
    told = await channel.told("ben", "log")
    assert [
        line for line in (answered, "Turn 3 is over.", "**Turn 4 (8 and 9 August), Germans**") if line not in told
    ] == []
    assert "Turn 3 is over." not in await channel.told("ben", "log 4")
    await typed(channel, ("anna", "done"))
    assert answered not in await channel.told("ben", "log")


async def test_a_turn_is_rolled_back_to_its_own_beginning(channel: Channel) -> None:
    """Behind the entry that ended the Belgian half of the turn before, not before it: the Belgians are not asked again."""
    await marching(channel)
    begun = next(
        one["n"]
        for one in await channel.store.record(await channel.game_id())
        if one.get("choice") == "done" and one.get("side") == 1
    )
    asked = await typed(channel, ("anna", "march 11ib to t34"), ("anna", "rollback turn"))
    assert f"asks to go back to entry {begun}" in asked


async def test_a_proposal_is_not_repeated_at_a_touched_place(channel: Channel) -> None:
    """The orders of a proposal are taken on the panel; what else is about no place stays beside the map."""
    await typed(channel, *LOBBY)
    labels = [touch.label for touch in (await channel.board("anna", "panel")).touches]
    assert "All 10 arrive" in labels
    assert "arrive all" not in labels
    assert "`arrive all`" in await channel.told("anna", "panel")


async def test_buttons_of_a_page_without_a_game_belong_to_its_root(channel: Channel) -> None:
    """The help of Liège 1914 leads to its commands; each list of games begins with its own, and the school names both."""
    pages = await channel.say("anna", "/liege help")
    playing_page = (await channel.press("anna", token_of(pages, "Playing")))[0]
    assert "`/march`" in playing_page.text
    assert "Play a card" not in playing_page.text
    games = (await channel.say("anna", "/liege new"))[0].text
    assert games.index("The Night of 5 August") < games.index("Introductory")
    assert "An evening for two." in games
    lessons = await channel.say("anna", "learn")
    other = (await channel.press("anna", token_of(lessons, "Lessons of Liège 1914")))[0]
    assert "Storming a fort" in other.text
    assert tokens.parse(token_of([other], "Read instead")).body == "/liege help learn"


async def test_the_log_heads_what_begins_a_turn_with_the_turn_and_what_ends_it_with_its_end(channel: Channel) -> None:
    await marching(channel)
    told = (await channel.told("ben", "log 3")).split("\n")
    headings = [line for line in told if line.startswith("*")]
    assert headings == ["**Turn 3 (6 and 7 August), Germans**"], "each heading says something new"
    assert not any("in between" in line for line in told)
    ended = (await channel.told("ben", "log 2")).split("\n")
    assert (
        ended[next(at for at, line in enumerate(ended) if line.startswith("Turn 2 is over.")) - 1]
        == "**Turn 2 (4 and 5 August), at its end**"
    )


@pytest.mark.parametrize(
    "line", ["units zz99", "map aa40", "units reach q1", "standing retreat toward x99", "turn 27ib facing b12"]
)
async def test_a_hex_off_the_map_is_answered_with_where_the_map_ends(channel: Channel, line: str) -> None:
    await marching(channel)
    name = line.rsplit(maxsplit=1)[-1].upper()
    told = await typed(channel, ("anna", line))
    assert f"There's no hex {name} here. The map goes from S32 to AA38: see it with `/map` (rule 1.1.4)." in told


async def test_a_unit_picked_for_a_forced_march_marches_by_force(channel: Channel) -> None:
    """The word was left out without a word about it."""
    await marching(channel)
    told = await typed(channel, ("anna", "march 34ib forced"))
    assert "Where does 34.IB march from V36 (Visé)?" in told
    decision = (await game_of(channel)).decision
    assert isinstance(decision, Marching)
    assert decision.force


def test_a_barrage_on_hidden_units_names_the_arf_that_it_needs_at_once() -> None:
    """First 6 was named, and 20 when that was reached."""
    units = {"ge_iii_fussa_4": "U35 sw", "ge_13_id": "V36 s", "ge_14_id": "V36 s", "be_15_bm": "V35 n"}
    game = playing(position(units, hidden=("be_15_bm",)))
    with pytest.raises(Refusal, match="too_little_arf_at_hidden"):
        TITLE.order(at(game)[1], "shell", "v35 with 21cm")


async def test_a_retreat_by_a_standing_order_is_taken_back_by_its_own_player_alone(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dice stay; the retreats are asked for, and the same standing order doesn't answer again at once."""
    await fighting(channel, monkeypatch)
    await typed(channel, ("anna", "attack v35"))
    assert "Nothing to undo" in await typed(channel, ("anna", "undo"))
    told = await typed(channel, ("ben", "undo"))
    assert "9+11 BM lost steps and must retreat." in told
    assert "The Belgians must decide first." in await typed(channel, ("anna", "turn 34ib s"))
    assert "9+11 BM retreats from V35 to W34 and faces north." in await typed(
        channel, ("ben", "retreat to w34 facing n")
    )


async def test_the_panel_says_which_order_the_aircraft_have(channel: Channel) -> None:
    """An order to them was answered by a panel that said nothing of it."""
    await typed(channel, ("anna", "new siege"), *LOBBY[1:], ("anna", "arrive all"))

    async def titles(line: str) -> list[str | None]:
        menu = (await channel.say("anna", line))[0].menu
        assert menu is not None
        return [row.placeholder for row in menu.rows if isinstance(row, Select)]

    assert "Order aircraft (now: Fly near headquarters)" in await titles("panel")
    assert "Order aircraft (now: Always fly)" in await titles("aircraft always")
