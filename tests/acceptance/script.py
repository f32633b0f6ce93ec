"""Reading the example: one action at a time, with what it says must come of it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

EXAMPLE = Path(__file__).with_name("extended_example.toml")

#: Cards in the order drawn, so that each side holds what the example plays. The hands of
#: August hold the seven cards used (or kept) then; the rest comes in September.
DRAWS = {
    "ap": [
        "ap_03_russian_reinforcements", "ap_02_blockade", "ap_08_russian_reinforcements",
        "ap_09_moltke", "ap_01_british_reinforcements", "ap_06_withdrawal", "ap_04_pleve",
        "ap_14_british_reinforcements", "ap_10_french_reinforcements", "ap_12_entrench",
        "ap_05_putnik", "ap_11_russian_reinforcements", "ap_13_rape_of_belgium",
        "ap_07_severe_weather",
    ],
    "cp": [
        "cp_10_sud_army", "cp_12_german_reinforcements", "cp_07_german_reinforcements",
        "cp_13_falkenhayn", "cp_03_von_francois", "cp_04_severe_weather", "cp_11_oberost",
        "cp_09_reichstag_truce", "cp_05_landwehr", "cp_08_race_to_the_sea",
        "cp_02_wireless_intercepts", "cp_06_entrench",
    ],
}  # fmt: skip


class Action(NamedTuple):
    """One action of the example with its place in it."""

    turn: int
    number: int
    data: dict[str, Any]

    @property
    def title(self) -> str:
        """E.g. "August 1914 CP 3: cp_10_sud_army as ops"."""
        card = self.data.get("card", "no card")
        return f"turn {self.turn} {self.data['side'].upper()} {self.number}: {card} as {self.data['mode']}"


def example() -> dict[str, Any]:
    """The whole file."""
    return tomllib.loads(EXAMPLE.read_text("utf-8"))


def actions_of(turn: int, data: dict[str, Any]) -> Iterator[Action]:
    """The actions of one turn in order, numbered by side."""
    count = Counter[str]()
    for action in data["action"]:
        count[action["side"]] += 1
        yield Action(turn, count[action["side"]], action)


def expected_losses(tokens: list[str], full: set[str]) -> Counter[tuple[str, str]]:
    """Step losses a combat must bring, as (name or kind, "reduced" or "eliminated" …).

    `full` holds the names (kinds for corps) that were at full strength when it began.
    """
    found = Counter[tuple[str, str]]()
    for token in tokens:
        name, _, what = token.partition(":")
        if what == "replaces":
            continue
        if what in ("reduced", "replaces, reduced"):
            found[name, "reduced"] += 1
        elif what == "eliminated":
            found[name, "eliminated"] += 1
            if name in full:
                found[name, "reduced"] += 1
        elif what == "replaces and eliminated":
            found[name, "reduced"] += 1
            found[name, "eliminated"] += 1
        elif what == "two steps, one negated by withdrawal":
            found.update([(name, "reduced"), (name, "eliminated"), (name, "restored")])
        else:
            raise ValueError(f"the example says {token!r}, which nobody understands")
    return found
