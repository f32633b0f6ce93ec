"""Who has to take a loss, and why nobody else can, is said on the panel, in refusals and in the story (12.4)."""

from __future__ import annotations

import json

import pytest

from bot.titles import table_of
from bot.titles.pog.narration import battles
from bot.titles.pog.notation import refusal_reasons
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.figures import task
from engine.pog.combat_state import Combat
from engine.pog.rulesets import RULEBOOKS
from engine.pog.view import LossView
from tests.support.facts import names
from tests.support.table import AP, CP, Table


def story(table: Table) -> str:
    """Return what the story says of the Allied losses."""
    return battles.losses(names(), [data for data in table.events("loss") if data["side"] == AP])


def through(table: Table) -> Table:
    """Answer all that is asked of the combat with the first option."""
    while not table.events("combat_over") and table.asks(
        "flank", "defender_loss", "attacker_loss", "choose_replacement"
    ):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table


def british(number: int) -> Table:
    """Return the losses of a British attack: an army, the Canadian corps."""
    table = Table().put("amiens", "br_1_army", "br_cnd_corps").put("cambrai", "ge_1_army", "ge_2_army")
    table.hold(CP, "sedan").reserve("br_corps_01").dice(attacker=1, defender=number)
    return through(table.attack("cambrai", "br_1_army", "br_cnd_corps"))


def french(*attackers: str, die: int, more: tuple[str, ...] = ("fr_corps_02",)) -> Table:
    """Return the French losing steps at Cambrai: an army, a corps, and more units."""
    table = Table().put("sedan", *attackers).put("cambrai", "fr_5_army", "fr_corps_01", *more)
    return table.dice(attacker=die, defender=1).attack("cambrai", *attackers)


def test_12_4_5_the_story_says_who_comes_later_in_the_order_of_first_losses() -> None:
    told = story(british(1))
    assert "CND c had to take the loss: BR 1 comes later in the order of first losses (12.4.5)" in told


def test_12_4_3_the_story_says_which_other_unit_would_take_less() -> None:
    """A corps takes two of three at most, the army all three."""
    told = story(through(french("ge_1_army", die=2, more=())))
    assert "FR 5 had to take the loss: with FR c instead, less of the loss number would be taken (12.4.3)." in told


def test_12_4_2_the_story_says_whose_loss_factor_is_too_high() -> None:
    told = story(through(french("ge_corps_01", "ge_corps_02", die=4)))
    assert "the loss factor of FR 5 is above what is left of the loss number (12.4.2)" in told


def test_a_loss_that_was_a_choice_or_hits_the_only_unit_has_no_reason() -> None:
    alone = Table().put("sedan", "ge_1_army").put("cambrai", "fr_5_army").dice(attacker=3, defender=1)
    several = Table().put("sedan", "ge_1_army").put("cambrai", "fr_5_army", "fr_6_army").dice(attacker=2, defender=1)
    for table in (alone, several):
        assert "had to" not in story(through(table.attack("cambrai", "ge_1_army")))


def test_the_panel_says_who_can_not_take_the_loss_now() -> None:
    table = french("ge_corps_01", "ge_corps_02", die=4)
    assert table.asks("defender_loss")
    shown = task(PogOfferContext(table_of(table.game, AP), names()))
    assert "Not now: the loss factor of FR 5 is above what is left of the loss number (12.4.2)." in shown


def test_the_reasons_survive_storing_and_older_losses_have_none() -> None:
    table = british(1)
    spared = next(data for data in table.events("loss") if data["side"] == AP)["spared"]
    assert spared == ((table.unit("br_1_army"), "order"),)
    stored = Combat(1, AP, 0, 0, 0, 0)
    stored.losses = [LossView(AP, 3, "reduced", spared=spared)]
    data = json.loads(json.dumps(stored.dump()))
    assert Combat.load(data).losses == stored.losses
    del data["losses"][0]["spared"]
    assert Combat.load(data).losses == [LossView(AP, 3, "reduced")]


@pytest.mark.parametrize("name", sorted(RULEBOOKS))
def test_every_order_of_losses_has_its_words(name: str) -> None:
    for order in RULEBOOKS[name].tables(names().content).hit_order:
        assert battles.reasons_spared(names(), [(0, order.name), (1, order.name)])
        assert order.name in refusal_reasons.NOT_HIT
