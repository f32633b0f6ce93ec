"""Plays the combat examples, 9 to 12, with the units as printed; the hexes are ours, because the book's are lost or off our map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core.game import Game
from engine.liege.state import LOST, LiegeState
from tests.liege.fields import Made, attacked, cab_tests, field, fighting, offers
from tests.liege.support import ordered, same, told


def _name(game: Game[LiegeState], unit: str) -> tuple[str, int]:
    """Return "on the map", "destroyed" or "at another place" for a unit, with its level."""
    number = game.state.facts.unit_ids[unit]
    level = game.state.level[number]
    if game.state.at[number] == LOST:
        return "destroyed", level
    return ("retreated" if any(one["unit"] == number for one in told(game, "retreated")) else "stays"), level


def _figures(game: Game[LiegeState], example: Mapping[str, Any], row: Mapping[str, Any]) -> list[str]:
    """Compare strengths, modifiers and row of the combat with the book."""
    (found,) = told(game, "combat")
    odds = example["odds"]
    wrong = same("attack", odds["attack"], found["attack"] / 10) + same(
        "defence", odds["defence"], found["defence"] / 10
    )
    wrong += same("row", row.get("row_before", row["row"]), found["row"])
    if "modifiers" in example:
        wrong += same(
            "modifiers",
            sorted(one["value"] for one in example["modifiers"]),
            sorted(one[1] for one in found["modifiers"]),
        )
    return wrong


#: Example 9: the French tests are not printed, so their CAB passes any.
NINE: Final = (
    Made("north", "Z37 s", "fr", cab=30, cbf=30, uniform=True),
    Made("west", "AA36 ne", "fr", cab=30, cbf=29, uniform=True),
    Made("32.ID", "Z36 n", cbf=33, cab=12),
    Made("Fussa.1", "Z36 n", type="HAR", steps=1, cbf=3, cab=12),
    Made("HQ", "Z36 n", type="HQ", steps=1, cab=14, cbf=0),
)  # fmt: skip


def three_dice(example: Mapping[str, Any]) -> list[str]:
    """Play example 9: the same combat with three dice."""
    wrong: list[str] = []
    german = (
        ((15,), {"32.ID": ("retreated", 1), "Fussa.1": ("destroyed", 1), "HQ": ("destroyed", 1)}, [("32.ID", 15)]),
        ((18, 5, 5), {"32.ID": ("retreated", 1), "Fussa.1": ("stays", 0), "HQ": ("stays", 0)},
         [("32.ID", 5), ("Fussa.1", 5), ("HQ", 7)]),
        ((6,), {"32.ID": ("stays", 0), "Fussa.1": ("stays", 0), "HQ": ("stays", 0)}, [("32.ID", 6)]),
    )  # fmt: skip
    for row, (dice, ends, tested) in zip(example["lookup"], german, strict=True):
        game = fighting(field(*NINE, side="fr"), combat=(row["die"],), combat_test=(*dice, 20, 20))
        attacked(game, "Z36", "north", "west")
        while game.decision.kind in ("retreat", "remain"):
            kept = offers(game, "stay")
            ordered(game, f"stay {next(iter(kept))}" if kept else game.text(next(iter(game.options()))))
        wrong += _figures(game, example, row)
        wrong += same(f"die {row['die']}", ends, {name: _name(game, name) for name in ends})
        wrong += same(f"tests of die {row['die']}", tested, [one[:2] for one in cab_tests(game)[: len(tested)]])
        if row["die"] == 12:
            wrong += same("who may go", True, len(told(game, "lost")) == 1)
    return wrong


def beyond_row_25(example: Mapping[str, Any]) -> list[str]:
    """Play example 10: row 32 is read as row 24 one column further left.

    The book says "let's say +15": here it is 12 for broken ground, 5 for a broken corps, 1 for uniforms, -3 for three hexes.
    """
    state = field(
        Made("1 DI", "V35 n", "fr", cab=13, cbf=26, uniform=True),
        Made("2 DI", "U35 nw", "fr", cab=14, cbf=26, corps="I"),
        Made("51 DR", "U36 sw", "fr", cab=12, cbf=25),
        Made("20.ID", "V36 se", cbf=30),
        Made("II/RFussa.2", "V36 se", type="HAR", steps=1, cbf=3),
        side="fr",
    )
    row = example["lookup"][0]
    game = fighting(state, combat=(row["die"],), combat_test=(18, 15, 8, 11, 13))
    attacked(game, "V36", "1 DI", "2 DI", "51 DR")
    while game.decision.kind == "retreat":
        ordered(game, game.text(next(iter(game.options()))))
    wrong = _figures(game, example, row)
    wrong += same("modifiers", example["modifier_sum"], sum(one[1] for one in told(game, "combat")[0]["modifiers"]))
    wrong += same("tests", [("20.ID", 8, 18, False), ("II/RFussa.2", 8, 15, False), ("1 DI", 10, 8, True), ("2 DI", 11, 11, True), ("51 DR", 9, 13, False)], cab_tests(game))  # fmt: skip
    ends = {"20.ID": ("retreated", 1), "II/RFussa.2": ("destroyed", 1), "51 DR": ("stays", 1), "1 DI": ("stays", 0)}
    return wrong + same("who is where", ends, {name: _name(game, name) for name in ends})


def cab_modifiers(example: Mapping[str, Any]) -> list[str]:
    """Play example 11: heavy guns of ARF 10 and a red ARF take 2 off the CAB of the French, in addition to the result."""
    state = field(
        Made("II,III/Fussa.12", "Z37 s", type="HAR", steps=1, cbf=5, arf=5), Made("I,II/Fussa.6", "Z37 s", type="HAR", steps=1, cbf=5, arf=5),
        Made("34.ID", "Z37 s", cbf=30, cab=30, arf=12, red=True), Made("French", "Z36 n", "fr", cbf=40, cab=14),
    )  # fmt: skip
    row = example["lookup"][0]
    game = fighting(state, combat=(row["die"],), combat_test=(20, 20))
    attacked(game, "Z36", "34.ID", "II,III/Fussa.12", "I,II/Fussa.6")
    tested = {name: cab for name, cab, _, _ in cab_tests(game)}
    return _figures(game, example, row) + same(
        "what is taken off", example["lookup"][0]["defender_total"], tested["French"] - 14
    )


def retreat_and_advance(example: Mapping[str, Any]) -> list[str]:
    """Play example 12, with V35 for X25, V34 (rough, over the Vesdre) for Y24 and U35 (broken) for Y25."""
    state = field(
        Made("2 DIC", "U35 sw", "fr", cab=14, cbf=29, corps="CAC"), Made("2 RAL", "U35 sw", "fr", type="HAR", steps=1, cbf=3, arf=3),
        Made("4 DI", "V34 n", "fr", cab=13, cbf=29, uniform=True), Made("3 DIC", "Z38 n", "fr", corps="CAC"),
        Made("11.ID", "V35 se", cbf=30, arf=12, red=True), side="fr",
    )  # fmt: skip
    row = example["lookup"][0]
    game = fighting(state, combat=(row["die"],), combat_test=(18, 18, 4))
    attacked(game, "V35", "2 DIC", "4 DI", "2 RAL")
    while game.decision.kind == "retreat":
        ordered(game, game.text(next(iter(game.options()))))
    wrong = _figures(game, example, row)
    wrong += same("tests", [("11.ID", 7, 18, False), ("2 DIC", 10, 18, False), ("4 DI", 9, 4, True)], cab_tests(game))
    wrong += same("who may enter", {"2 DIC", "4 DI", "2 RAL"}, offers(game, "enter"))
    ordered(game, "enter 4 DI", "face s", "face 2 DIC", "face n", "finish")
    ends = {"11.ID": ("retreated", 1), "2 DIC": ("stays", 1), "4 DI": ("stays", 0)}
    wrong += same("who is where", ends, {name: _name(game, name) for name in ends})
    at = game.state.at[game.state.facts.unit_ids["4 DI"]]
    return wrong + same("4 DI is in the hex", "V35", game.state.facts.grid.names[at])


COMBAT: Final[Mapping[int, Callable[[Mapping[str, Any]], list[str]]]] = {
    9: three_dice, 10: beyond_row_25, 11: cab_modifiers, 12: retreat_and_advance,
}  # fmt: skip
