"""War plans of Banquet that an order would give away are asked about, and lost ones are told."""

from __future__ import annotations

from bot.titles import table_of
from bot.titles.pog.looks import view_queries
from bot.titles.pog.notation import typed
from bot.titles.pog.notation.lexicon import lexicon
from engine.pog import view_of
from tests.bot.orders_asked import ordered, panel, story, words
from tests.rulesets.banquet.support import banquet
from tests.support.table import AP, CP, Table


def august() -> Table:
    """Return the first action of the Allies after Guns of August."""
    table = banquet(setup=True, turn=1).played("cp_01_guns_of_august", turn=1)
    table.state.marks |= {"plans": 7, "german_plan": 1, "second_army": table.units("ru_2_army")}
    return table.hand(AP, "ap_03_russian_reinforcements").choose(AP)


def test_giving_plan_xvii_away_is_asked_about() -> None:
    """By the first French activation; not if Nancy attacks in the same order, nor after that."""
    for line in ("activate verdun move", "activate nancy move", "activate verdun attack"):
        _, asked = ordered(august(), AP, "play auto", line)
        assert "This gives up Plan XVII" in asked, line
    cards = "play russian reinforcements as ops"
    for line in ("activate nancy attack", "activate verdun move; nancy attack", "activate lomza move"):
        assert ordered(august(), AP, cards, line)[1] == "", line


def test_ending_the_action_of_plan_xvii_without_its_attack_is_asked_about() -> None:
    table = august().do("ops ap_03_russian_reinforcements", "for_combat nancy", "stop")
    assert "both the 1st and the 2nd Army" in ordered(table, AP, "done")[1].replace("Both", "both")


def test_the_allied_panel_names_its_war_plans() -> None:
    told = panel(august(), AP)
    assert "*Tannenberg*: enter or attack Tannenberg with your 2nd Army by the end of August" in told
    assert "*Plan XVII*: attack Metz or Strasbourg from Nancy" in told
    assert "Galicia" not in told
    table = august().choose(CP)
    assert "*Through Belgium*: have a German unit in Sedan or Cambrai" in panel(table, CP)
    assert "Plan XVII" not in panel(table, CP)
    assert "War plans" not in panel(banquet(setup=True, turn=1).choose(AP), AP)


def test_a_lost_plan_is_told_at_once_and_in_every_look() -> None:
    """Story, status and both sides' panels; the VP comes at the end of August."""
    table = august()
    table.game = ordered(table, AP, "play auto")[0].game
    orders = table_of(table.game.copy(), AP)
    typed.ORDERS["activate"](lexicon(words(table).content, "en"), orders, "verdun move")
    while orders.mine:
        typed.ORDERS["done"](lexicon(words(table).content, "en"), orders, "")
    assert "War plan lost: Plan XVII" in story(table, orders)
    table.game = orders.game
    status = view_queries.status(words(table), view_of(table.game, None))
    (france,) = (line for line in status.splitlines() if line.startswith("War plan of France"))
    assert france.endswith("**Lost: it can no longer be carried out.**")
    assert "*Plan XVII* is lost: VP +1 at the end of August" in panel(table.choose(AP), AP)
    assert "plan_xvii_failed" in {event["cause"] for event in table.phase("score").events("vp")}


def test_a_plan_that_is_held_is_told_so() -> None:
    table = august().put("tannenberg", "ru_2_army")
    assert "your 2nd Army has done it" in panel(table, AP)
    table.put("sedan", "ge_1_army")
    assert "a German unit is there. Keep one in Sedan or Cambrai" in panel(table.choose(CP), CP)
    status = view_queries.status(words(table), view_of(table.game, None))
    assert status.count("**Done so far.**") == 2
    for line in status.splitlines():  # what is done no longer threatens with the penalty
        if line.startswith("War plan of"):
            assert ("If not, VP" in line) is ("**Done so far.**" not in line and "Austria-Hungary" not in line), line
