"""How Liège 1914 tells what hidden units do: others read where, their own side also who."""

from __future__ import annotations

import random
from dataclasses import asdict
from functools import partial
from math import floor
from typing import Any

import pytest

from bot.narration.segments import Segment, Told
from bot.table.refusal import Refusal
from bot.table.reply import Reply
from bot.titles import table_of
from bot.titles.liege.drawn_views import drawn
from bot.titles.liege.looks import position_text
from bot.titles.liege.pictures import request_for
from bot.titles.liege.title import SEATS, TITLE
from bot.titles.panel import offers_of
from bot.titles.testing.contract import Broken, Case
from bot.titles.testing.contract_looks import ContractViewer
from bot.titles.testing.contract_secrets import check_twins
from bot.titles.testing.suite import known
from bot.titles.vocabulary import vocabulary
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.fog import UNSEEN
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from renderer.liege import draw
from tests.liege.support import FACTS, fort, hex_, ordered, playing, position, unit
from tests.titles.liege_twins import BELGIANS, COMMON, GERMANS, PAIRS, played


def book() -> Any:
    return TITLE.names(LiegeSystem("siege"), "en")


def sentence(kind: str, **data: Any) -> str:
    return str(TITLE.story.line(book(), Told(kind=kind, data=data)))


HQ, KD = unit("ge_hq_2_aok"), unit("ge_2_kd")
NOBODY = {"unit": UNSEEN, "facing": UNSEEN, "spent": UNSEEN, "forced": UNSEEN, "deployed": UNSEEN}


@pytest.mark.parametrize(("kind", "data", "says"), [
    ("arrived", {"hex": hex_("U35"), "unit": UNSEEN, "facing": UNSEEN}, "A hidden unit arrives in U35 (Herve)."),
    ("moved", {"path": (hex_("U35"), hex_("V36")), **NOBODY}, "A hidden unit marches from U35 to V36."),
    ("moved", {"path": (hex_("U35"), hex_("U36"), hex_("V36")), **NOBODY}, "A hidden unit marches from U35 to V36 via U36."),
    ("moved", {"path": (hex_("U35"),), **NOBODY}, ""),
    ("shifted", {"came": hex_("U35"), "to": hex_("U36"), "unit": UNSEEN, "facing": UNSEEN}, "A hidden unit moves from U35 (Herve) to U36."),
    ("shifted", {"came": hex_("U35"), "to": hex_("U35"), "unit": UNSEEN, "facing": UNSEEN}, ""),
    ("dug", {"hex": hex_("U35"), "units": (), "cab": UNSEEN, "die": 3, "passed": True}, "Hidden units dig in at U35 (Herve). Die: 3."),
    ("revealed", {"unit": KD, "hex": hex_("V36"), "facing": 0, "steps": 1, "why": "air"}, "2.KD in V36 (Visé) is seen: 1 step."),
    ("air", {"headquarters": HQ, "hex": hex_("Y36"), "die": 20, "modifier": 2, "seen": False, "small": False, "lost": True, "needs": 8},
     "Aircraft of HQ 2.AOK look at Y36 and see nothing (die 20). The squadron is lost."),
    ("air", {"headquarters": HQ, "hex": hex_("Y36"), "die": 9, "modifier": -4, "seen": False, "small": True, "lost": False, "needs": 8},
     "Aircraft of HQ 2.AOK look at Y36. They see a small unit, and can't say which (die 9)."),
    ("scouted", {"unit": KD, "hex": hex_("Y36"), "die": 4, "causes": (), "needs": 8, "seen": True}, "2.KD scouts Y36 and sees who is there (die 4)."),
    ("peril", {"unit": KD, "cab": 12, "die": 13, "held": False}, "2.KD runs into trouble, stops and loses a step (die 13, needed 12 or less)."),
    ("turn_counted", {"turn": 4, "camp_hexes": None, "score": None}, "Turn 4 is over."),
])  # fmt: skip
def test_an_event_is_told_by_what_may_be_known(kind: str, data: dict[str, Any], says: str) -> None:
    assert sentence(kind, **data) == says


@pytest.mark.parametrize(("kind", "data", "says"), [
    ("fort_tested", {"fort": fort("liers"), "cab": -1, "die": 0, "passed": False}, "Liers can't pass its test: CAB \N{MINUS SIGN}1."),
    ("tested", {"unit": KD, "cab": -1, "die": 0, "purpose": "combat_test", "passed": False}, "2.KD can't pass its test: CAB \N{MINUS SIGN}1."),
    ("dug", {"hex": hex_("U35"), "units": (KD,), "cab": -1, "die": 0, "passed": False, "failures": 1, "limit": 3},
     "Digging in at U35 (Herve) fails: 2.KD. CAB \N{MINUS SIGN}1."),
])  # fmt: skip
def test_a_cab_of_minus_one_hides_nobody(kind: str, data: dict[str, Any], says: str) -> None:
    """The number that stands for what is hidden is also a CAB: who is hidden is told by the unit alone."""
    assert sentence(kind, **data) == says


def test_public_texts_of_a_foggy_game_name_no_hidden_unit() -> None:
    """A random Siege: after each choice the lines of its events name nobody who is hidden then."""
    game: Game[LiegeState] = Game.start(LiegeSystem("siege"), KeyedChance(b"told"))
    dice, names = random.Random(5), book()
    for _ in range(500):
        if not game.stack:
            break
        game.apply(dice.choice(list(game.options())))
        events = game.drain()
        lines = " ".join(TITLE.story.line(names, Told(kind=event.kind, data=event.data)) for event in events)
        for one, own in enumerate(FACTS.units):
            if game.state.hidden >> one & 1 and not any(event.kind == "hidden" for event in events):
                assert f"{own.title} " not in lines


def test_its_own_side_reads_who_it_is() -> None:
    game: Game[LiegeState] = Game.start(LiegeSystem("siege"), KeyedChance(b"told"))
    ordered(game, "arrive ge_27_ib", "face n")
    event = next(event for event in game.drain() if event.kind == "arrived")
    assert event.secret is not None
    known = TITLE.story.as_known(Told(kind=event.kind, data=event.data), event.secret[0])
    assert known is not None
    assert TITLE.story.line(book(), known) == "27.IB arrives in U35 (Herve) and faces north."
    assert list(SEATS) != []


def test_its_own_side_reads_who_digs() -> None:
    """It read that hidden units dig."""
    data = {"hex": hex_("U35"), "units": (), "cab": UNSEEN, "die": 3, "passed": True}
    known = TITLE.story.as_known(Told(kind="dug", data=data), {"units": (KD,), "cab": 9})
    assert known is not None
    assert TITLE.story.line(book(), known) == "Dug in at U35 (Herve): **2.KD**. Die 3, needed 9 or less."


def case() -> Case:
    return Case("siege", TITLE, partial(LiegeSystem, "siege"), options={"scenario": "siege"})


@pytest.mark.parametrize(("one", "other", "side"), PAIRS)
def test_nobody_else_can_tell_hidden_units_apart(one: tuple[str, ...], other: tuple[str, ...], side: int) -> None:
    """The contract's twins: record, log, messages, panels, menus, suggestions, looks, refusals and the picture of the camp."""
    known(TITLE)
    assert check_twins(case(), played(*one), played(*other), side, ("camp", "board")) == frozenset()


@pytest.mark.parametrize("line", ["map", "map overview", "map near", "map u35", "units", "units u35", "units 27ib"])
def test_a_look_shows_its_reader_the_hidden_units_of_his_own_side(line: str) -> None:
    """In words and in its picture, which is for nobody else; the enemy and spectators read and see that somebody is there."""
    known(TITLE)
    game = played(*GERMANS[0])
    name, _, text = line.partition(" ")
    for viewer in (0, 1, None):
        seat: Any = ContractViewer(TITLE, game, viewer)
        args = vocabulary(TITLE).by_name[name].parse(text, seat.names.words)
        if line == "units 27ib" and viewer != 0:
            with pytest.raises(Refusal, match="not_on_the_map"):
                TITLE.looks[name].show(seat, args)
            continue
        reply = TITLE.looks[name].show(seat, args)
        assert isinstance(reply, Reply)
        assert reply.picture is not None
        assert (reply.picture.viewer, reply.picture.private) == (viewer, viewer is not None)
        drawn_words = draw(request_for(reply.picture, drawn(game, reply.picture.viewer))).alt
        assert ("27.IB" in drawn_words) == (viewer == 0), drawn_words
        assert "27.IB" not in reply.text or viewer == 0


def test_without_fog_all_are_shown_the_same_picture() -> None:
    game: Game[LiegeState] = Game.start(LiegeSystem("night"), KeyedChance(b"open"))
    for name, text in (("map", ""), ("units", "u35")):
        shown = []
        for viewer in (0, 1, None):
            seat: Any = ContractViewer(TITLE, game, viewer)
            reply = TITLE.looks[name].show(seat, vocabulary(TITLE).by_name[name].parse(text, seat.names.words))
            assert isinstance(reply, Reply)
            shown.append(reply.picture)
        assert shown[0] == shown[1] == shown[2]


def test_twins_find_a_look_that_shows_hidden_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where `/units` shows everything, the first pair is told apart."""
    known(TITLE)
    monkeypatch.setattr(position_text, "knows", lambda state, unit, viewer: True)
    with pytest.raises(Broken, match="units"):
        check_twins(case(), played(*GERMANS[0], "done"), played(*GERMANS[1], "done"), 0)


def test_odds_against_hidden_units_are_unknown() -> None:
    """The own strength alone is told."""
    game = played(*COMMON, *BELGIANS[0], "done")
    while game.decision.kind != "combat":
        ordered(game, "done")
    known(TITLE)
    table = table_of(game.copy(), 0, position=1)
    offers = asdict(offers_of(TITLE.offer_context(table, "en")).groups[0])
    assert "against what is hidden, so the odds are unknown" in str(offers)


def test_the_known_score_leaves_out_what_hidden_units_hold() -> None:
    """The Belgians know what they hold of the camp, the Germans what they hold of the city; everybody reads the rest."""
    game = played(*COMMON, "arrive be_9_11_bm", "face ne", "done", "done", "done", "done")
    state, statistics = game.state, TITLE.statistics
    state.held = 3
    open_ = Game(LiegeSystem("siege", fog=False), state.copy(), KeyedChance(b"open"))
    open_.state.fog = False
    assert statistics.known(open_, None) == (statistics.score(open_), statistics.judged(open_)[1])
    assert statistics.known(game, 1)[0] == statistics.score(game)
    assert (
        statistics.known(game, None)[0]
        == statistics.known(game, 0)[0]
        == statistics.score(game) + floor(3 * state.scenario.worth.each["camp_hex"])
    )


def lines_of(game: Game[LiegeState], *orders: str) -> list[str]:
    game.drain()
    ordered(game, *orders)
    return TITLE.story.lines(
        book(), Segment("action", [Told(kind=event.kind, data=event.data) for event in game.drain()])
    )


def test_a_fight_is_told_before_who_was_seen_in_it() -> None:
    """On a phone the first line is all that is read, and it was "34.IB in U35 (Herve) is seen"."""
    units = {"ge_34_ib": "U35 sw", "ge_ii_fussa_9": "U35 sw", "ge_iii_fussa_4": "U35 sw", "be_9_11_bm": "V35 ne"}
    hidden = ("ge_34_ib", "ge_ii_fussa_9", "ge_iii_fussa_4", "be_9_11_bm")
    dice = {"barrage": [9], "cab": [1], "combat": [3], "combat_test": [1, 1]}
    game = playing(position(units, forts=("all",), hidden=hidden), **dice)
    told = lines_of(game, "fort fleron", "add ge_ii_fussa_9", "add ge_iii_fussa_4", "fire")
    assert [line.partition(" by ")[0].partition(" in ")[0] for line in told] == [
        "Fire at Fléron", "II/Fussa.9 (15cm)", "III/Fussa.4 (21cm)",
    ]  # fmt: skip
    while game.decision.kind != "combat":
        ordered(game, "done")
    told = lines_of(game, "hex V35", "commit ge_34_ib", "attack")
    assert told[0].startswith("Attack on V35 by **34.IB**. 34.IB loses 1 step.")
    assert told[1:3] == ["34.IB in U35 (Herve) is seen: 3 steps.", "9+11 BM in V35 is seen: 3 steps."]
    assert told[3].startswith("17 against ")


def test_many_units_that_a_fight_reveals_share_one_line() -> None:
    units = {"ge_34_ib": "U35 sw", "ge_27_ib": "U35 sw", "ge_38_ib": "V34 n", "be_9_11_bm": "V35 ne"}
    game = playing(position(units, forts=("all",), hidden=(*units,)), combat=[3], combat_test=[1, 1, 1, 1])
    while game.decision.kind != "combat":
        ordered(game, "done")
    told = lines_of(game, "hex V35", "commit ge_34_ib", "commit ge_27_ib", "commit ge_38_ib", "attack")
    assert told[0].startswith("Attack on V35 by **34.IB, 27.IB and 38.IB**.")
    assert told[1] == (
        "4 units are seen. U35 (Herve): 34.IB with 3 steps and 27.IB with 2 steps. V34: 38.IB with 2 steps. V35: 9+11 BM with 3 steps."
    )


@pytest.mark.parametrize(
    "order", [("ge_34_ib", "ge_27_ib", "ge_14_ib", "ge_2_kd"), ("ge_2_kd", "ge_14_ib", "ge_27_ib", "ge_34_ib")]
)
def test_hidden_arrivals_are_counted_by_hex_whatever_their_order(order: tuple[str, ...]) -> None:
    """The order could tell who came where."""
    game: Game[LiegeState] = Game.start(LiegeSystem("siege"), KeyedChance(b"told"))
    steps = [step for name in order for step in (f"arrive {name}", *(() if name == "ge_2_kd" else ("face n",)))]
    assert lines_of(game, *steps) == ["4 hidden units arrive. U35 (Herve): 2. V36 (Visé): 2."]


@pytest.mark.parametrize("order", [("ge_2_kd", "ge_4_kd"), ("ge_4_kd", "ge_2_kd")])
def test_a_few_hidden_arrivals_are_told_in_the_order_of_the_map(order: tuple[str, ...]) -> None:
    game: Game[LiegeState] = Game.start(LiegeSystem("siege"), KeyedChance(b"told"))
    assert lines_of(game, *(f"arrive {name}" for name in order)) == [
        "A hidden unit arrives in U36.", "A hidden unit arrives in V36 (Visé).",
    ]  # fmt: skip
