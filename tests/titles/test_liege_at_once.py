"""Liège 1914: all that take part in a barrage, an assault or an attack are chosen in one menu, or with one press."""

from __future__ import annotations

import pytest

from bot.table import tokens
from bot.table.reply import Reply, Select
from bot.titles.liege.title import TITLE
from bot.titles.panel import offers_of, panel
from engine.core.game import Game
from engine.liege.state import DEPLOYED, LiegeState
from tests.bot.support import check_limits
from tests.liege.support import playing, position, unit
from tests.titles.test_liege_proposals import at, choices

GUNS = {"ge_ii_fussa_9": "U35 sw", "ge_iii_fussa_4": "U35 sw", "ge_kmk_b3": "V36 s", "be_15_bm": "W35 n"}
#: What is put together, and the choices that a press on all of it makes.
CASES = {
    "fort": ({**GUNS}, ["fort fleron"], "add", {"ge_ii_fussa_9", "ge_iii_fussa_4", "ge_kmk_b3"}),
    "hex": ({**GUNS, "be_9_11_bm": "V35 ne"}, ["target V35"], "add", {"ge_ii_fussa_9", "ge_iii_fussa_4"}),
    "assault": ({**GUNS, "ge_27_ib": "U35 sw"}, ["done", "fort fleron"], "gun", {"ge_ii_fussa_9", "ge_iii_fussa_4", "ge_kmk_b3"}),
    "attack": (
        {"ge_27_ib": "U35 sw", "ge_34_ib": "V36 s", "be_9_11_bm": "V35 ne", "be_15_bm": "W35 n"},
        ["done", "done", "done", "hex V35"], "commit", {"ge_27_ib", "ge_34_ib"},
    ),
}  # fmt: skip


def put_together(name: str) -> Game[LiegeState]:
    units, lines, *_ = CASES[name]
    state = position(units, turn=6, forts=("all",))
    if "ge_kmk_b3" in units:
        state.mark(unit("ge_kmk_b3"), DEPLOYED)
    game = playing(state)
    for line in lines:
        if line != "done" or game.decision.kind != "combat":
            game.apply(game.parse(line))
    return game


def shown(game: Game[LiegeState]) -> Reply:
    context = at(game)[1]
    found = panel("g", context, "Ben", offers=offers_of(context))
    check_limits(found)
    return found


def made(game: Game[LiegeState], verb: str) -> set[str]:
    return {one.removeprefix(f"{verb} ") for one in choices(game) if one.startswith(f"{verb} ")}


@pytest.mark.parametrize("name", CASES)
def test_all_take_part_with_one_press(name: str) -> None:
    *_, verb, wanted = CASES[name]
    game = put_together(name)
    menu = shown(game).menu
    assert menu is not None
    button = next(one for one in menu.buttons if one.label.startswith("Add all "))
    TITLE.press(at(game)[0], tokens.parse(button.token).body)
    assert made(game, verb) == wanted
    again = shown(game).menu
    assert again is not None
    assert not any(one.label.startswith("Add all ") for one in again.buttons), "nobody is left to add"


@pytest.mark.parametrize("name", CASES)
def test_several_are_chosen_in_one_menu(name: str) -> None:
    *_, verb, wanted = CASES[name]
    game = put_together(name)
    menu, table = shown(game).menu, at(game)[0]
    assert menu is not None
    picked = next(
        row
        for row in menu.rows
        if isinstance(row, Select) and any(f"{verb}:" in tokens.parse(one.token).body for one in row.options)
    )
    assert picked.most >= len(wanted)
    for option in picked.options:
        body = tokens.parse(option.token).body
        if body.startswith(f"c.{verb}:") and "+" not in body:
            TITLE.press(table, body)
    assert made(game, verb) >= wanted


def test_firing_forts_are_called_forts() -> None:
    """Forts of the Belgians were told as guns."""
    units = {"ge_38_ib": "U34 nw", "be_15_bm": "W35 n"}
    menu = shown(playing(position(units, side="be", scenario="night", forts=("all",)))).menu
    assert menu is not None
    labels = [one.label for row in menu.rows if isinstance(row, Select) for one in row.options]
    labels += [one.label for one in menu.buttons]
    assert any("all 3 forts" in one for one in labels), labels
    assert not any("gun" in one for one in labels), labels
