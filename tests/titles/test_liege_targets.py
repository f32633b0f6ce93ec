"""Liège 1914: whom a barrage hits that cannot hit all of a hex is said in one line, or pressed at once."""

from __future__ import annotations

import pytest

from bot.table import choice_codec, tokens
from bot.table.refusal import Refusal
from bot.table.reply import Select
from bot.titles.liege.notation import barrage_targets
from bot.titles.liege.title import TITLE
from bot.titles.panel import offers_of, panel
from engine.core.game import Game
from engine.liege.barrage import UnitBarrage, chances_of_steps
from engine.liege.state import LiegeState
from tests.bot.support import check_limits
from tests.liege.support import playing, position, unit
from tests.titles.test_liege_by_hand import shelled
from tests.titles.test_liege_proposals import at, choices


def asked() -> Game[LiegeState]:
    """Two of three brigades in U34 are to be named."""
    game = shelled()
    TITLE.order(at(game)[1], "shell", "u34 with barchon evegnee fleron")
    assert game.decision.kind == "barrage_targets"
    return game


def give(game: Game[LiegeState], line: str) -> None:
    """A whole typed line."""
    name, _, text = line.partition(" ")
    TITLE.order(at(game)[1], name, text)


def hit(game: Game[LiegeState]) -> set[str]:
    return {one.removeprefix("hit ") for one in choices(game) if one.startswith("hit")}


@pytest.mark.parametrize("line", [
    "choose hit 11ib, 38ib", "choose hit 11ib and 38 IB", "choose hit 11.IB; hit 38.IB", "choose 11ib 38ib", "choose hit 11th IB, 38th IB",
    "fire 11ib 38ib", "shell 11ib, 38ib",
])  # fmt: skip
def test_all_that_a_barrage_hits_is_one_line(line: str) -> None:
    game = asked()
    give(game, line)
    assert hit(game) == {"ge_11_ib", "ge_38_ib"}
    assert game.decision.kind != "barrage_targets"


def test_an_enemy_gun_is_named_as_it_is_typed_elsewhere() -> None:
    """By its short name, which is none of the words on its counter alone."""
    game = playing(
        position({"ge_kmk_b3": "U34 nw", "ge_38_ib": "U34 nw", "ge_43_ib": "U34 nw"}, side="be", forts=("all",)), barrage=[9], cab=[1, 1]
    )  # fmt: skip
    give(game, "shell u34 with barchon evegnee fleron")
    give(game, "choose hit kmk3, 43ib")
    assert hit(game) == {"ge_kmk_b3", "ge_43_ib"}


@pytest.mark.parametrize("line", ["fire all", "fire"])
def test_those_that_should_lose_most_need_no_name(line: str) -> None:
    game = asked()
    state, fired = game.state.copy(), UnitBarrage(game.state.at[unit("ge_11_ib")], 0, at(game)[0].field("forts"))
    lost = {
        name: sum(steps * weight for steps, weight in chances_of_steps(state, fired, unit(name)).items())
        for name in ("ge_11_ib", "ge_38_ib", "ge_43_ib")
    }
    give(game, line)
    assert sum(lost[name] for name in hit(game)) == max(sum(lost.values()) - one for one in lost.values())
    assert len(hit(game)) == 2


def test_one_that_is_named_goes_before_those_that_should_lose_most() -> None:
    game = asked()
    give(game, "fire 43ib all")
    assert "ge_43_ib" in hit(game)
    assert len(hit(game)) == 2


@pytest.mark.parametrize("line", ["choose hit 11ib, 38ib, 43ib", "fire 11ib 38ib 43ib"])
def test_more_than_it_hits_are_refused_with_how_many_it_does(line: str) -> None:
    game = asked()
    with pytest.raises(Refusal) as refused:
        give(game, line)
    reason = refused.value.reason
    assert (reason.code, reason.rule, reason.data["count"]) == ("hits_fewer", "8.3.1", 2)
    assert hit(game) == set()


def test_a_name_that_nobody_knows_is_answered_with_what_is_there() -> None:
    game = asked()
    with pytest.raises(Refusal) as refused:
        give(game, "choose hit nobody")
    assert refused.value.reason.code == "unknown_name"
    assert refused.value.legal == ("hit", "unit", at(game)[0].may("hit"))


def test_all_are_chosen_in_one_menu_or_with_one_press() -> None:
    """The panel says how many, and what each should lose."""
    game = asked()
    table, context = at(game)
    shown = panel("g", context, "Ben", offers=offers_of(context))
    check_limits(shown)
    assert "The barrage hits only 2 units in U34 (Verviers). Which ones?" in shown.text
    menu = next(row for row in shown.menu.rows if isinstance(row, Select)) if shown.menu is not None else None
    assert menu is not None
    assert menu.most == 2
    assert all("% to lose a step" in option.description for option in menu.options)
    for option in menu.options[:2]:
        TITLE.press(table, tokens.parse(option.token).body)
    assert len(hit(game)) == 2
    again = asked()
    button = next(one for one in shown.menu.buttons if one.label.startswith("Hit "))  # type: ignore[union-attr]
    TITLE.press(at(again)[0], tokens.parse(button.token).body)
    assert hit(again) == hit(game)


def test_expected_losses_are_not_shown_where_hidden_units_may_shield() -> None:
    """Twins: who else is hidden in the hex changes neither the order nor the chances."""
    found = []
    for other in ("ge_27_ib", "ge_iii_fussa_4"):
        units = {"ge_11_ib": "U34 nw", "ge_ii_fussa_9": "U34 nw", other: "U34 nw"}
        game = playing(position(units, side="be", forts=("all",), hidden=(other,)), barrage=[9], cab=[1, 1])
        give(game, "shell u34 with barchon")
        assert game.decision.kind == "barrage_targets"
        offers = barrage_targets.offers(at(game)[1])
        found.append([(entry.order, entry.description) for entry in offers.groups[0].entries])
    assert found[0] == found[1]
    assert [choice_codec.decode_choices(order)[0][0] for order, _ in found[0]] == ["hit", "hit"]
    assert {told for _, told in found[0]} == {""}
