"""An independent computation of marches: slow, with hexes as names, its own reading of the files and its own geometry.

It follows every way step by step and doesn't use the engine. It gets only the named positions of `setups.toml`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import assets
from tests.liege.plane import angle, apart

FOLDER: Final = Path(assets.__file__).parent / "liege"
DIRECTIONS: Final = {"n": 0, "ne": 60, "se": 120, "s": 180, "sw": 240, "nw": 300}
PRICE: Final = {"Clear": 10, "Broken": 12, "Rough": 12}
ROOM: Final = {"Clear": 15, "Broken": 12, "Rough": 9}


@cache
def rows(file: str, key: str) -> dict[str, dict[str, str]]:
    return {row[key]: row for row in csv.DictReader((FOLDER / file).read_text(encoding="utf-8").splitlines())}


@cache
def neighbours(name: str) -> tuple[str, ...]:
    """Return the adjacent hexes of the map, including closed ones."""
    return tuple(other for other in rows("hexes.csv", "hex") if 0.9 < apart(name, other) < 1.1)


def edge(one: str, other: str) -> str:
    """Return the name of the hexside between two hexes in the file, or nothing where it has no river."""
    sides = rows("hexsides.csv", "hexside")
    return next((name for name in (f"{one}|{other}", f"{other}|{one}") if name in sides), "")


class Piece:
    """A unit in a position."""

    def __init__(self, name: str, given: str) -> None:
        row = rows("units.csv", "unit")[name]
        at, facing, *level = given.split()
        self.name, self.at, self.facing, self.level = name, at, DIRECTIONS[facing], int(level[0]) if level else 0
        self.nation, self.type, self.rank = row["side"], row["type"], row["rank"]
        self.steps = int(row["steps"]) - self.level
        self.arf, self.points = (int(row[field].split("/")[self.level]) for field in ("arf", "mf"))
        self.turned = self.type not in ("CAV", "HQ")

    def zone(self) -> set[str]:
        """Return the hexes that it controls."""
        if self.type in ("HQ", "SAR"):
            return set()
        reach = 180.0 if self.type == "CAV" else 61.0 if self.type == "INF" and self.steps > 2 else 1.0
        return {
            hex_
            for hex_ in neighbours(self.at)
            if abs((angle(self.at, hex_) - self.facing + 180) % 360 - 180) <= reach + 0.5 and self.crosses(hex_)
        }

    def crosses(self, hex_: str) -> bool:
        river = edge(self.at, hex_)
        return not river or rows("hexsides.csv", "hexside")[river]["kind"] != "MajorRiver" or self.arf >= 6


class Position:
    """A named position."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.pieces = {name: Piece(name, where) for name, where in given["units"].items()}
        forts = rows("forts.csv", "fort")
        self.forts = {row["hex"] for name, row in forts.items() if given["forts"] == ["all"] or name in given["forts"]}
        self.camp = {row["hex"] for row in forts.values()}
        self.heat = given["scenario"] == "siege" and 4 <= given["turn"] <= 7

    def zones_of(self, nation: str) -> set[str]:
        found = {hex_ for piece in self.pieces.values() if piece.nation == nation for hex_ in piece.zone()}
        if nation == "ge":
            return found - self.forts
        # Any two forts of a hex have an ARF of 6 together, so their zone crosses every river.
        return found | {hex_ for fort in self.forts for hex_ in neighbours(fort)} - self.camp

    def marches(self, name: str, most: int) -> set[tuple[str, int]]:
        """Return every hex in which a unit can end, with the points spent there, up to a limit."""
        mover = self.pieces[name]
        enemy = "be" if mover.nation == "ge" else "ge"
        zones = self.zones_of(enemy)
        found: set[tuple[str, int]] = set()

        def go(way: list[str], spent: int, stopped: bool) -> None:
            here = way[-1]
            if self.fits(mover, here):
                found.add((here, spent))
            if stopped:
                return
            for to in neighbours(here):
                price = PRICE[rows("hexes.csv", "hex")[to]["terrain"]]
                if rows("hexes.csv", "hex")[to]["closed"] or spent + price > min(most, self.all_points(mover)):
                    continue
                if self.shut(mover, to, enemy) or not self.road(mover, way, to):
                    continue
                friend = False
                if here in zones and to in zones:
                    friend = len(way) == 1 and self.friend(mover, to)
                    if not friend:
                        continue
                go([*way, to], spent + price, to in zones and mover.type != "CAV" and not friend)

        go([mover.at], 0, stopped=False)
        return found

    def all_points(self, mover: Piece) -> int:
        """Return its points including those of a forced march."""
        if mover.type not in ("INF", "PIO", "CAV") or mover.level > (0 if mover.type == "CAV" else 1):
            return mover.points
        more = 30 if mover.nation == "ge" and mover.rank in ("A+", "A", "B") else 20
        return mover.points + more - (10 if self.heat else 0)

    def shut(self, mover: Piece, to: str, enemy: str) -> bool:
        """Return whether enemies close a hex to the mover; a lone headquarters in the open doesn't stop troops."""
        there = [piece for piece in self.pieces.values() if piece.nation == enemy and piece.at == to]
        if mover.nation == "ge" and (to in self.forts or (to in self.camp and there)):
            return True
        if any(piece.type != "HQ" for piece in there):
            return True
        return bool(there) and mover.type not in ("INF", "PIO", "CAV")

    def road(self, mover: Piece, way: list[str], to: str) -> bool:
        """Return whether a crossing is allowed: eight steps per river hexside and phase, including the unit's own earlier crossings."""
        river = edge(way[-1], to)
        if not river or rows("hexsides.csv", "hexside")[river]["kind"] == "MinorRiver":
            return True
        times = 1 + sum(edge(a, b) == river for a, b in pairwise(way))
        return times * mover.steps <= 8

    def friend(self, mover: Piece, to: str) -> bool:
        return any(
            piece.at == to
            and piece.nation == mover.nation
            and piece.type in ("INF", "PIO", "CAV")
            and mover.at in piece.zone()
            for piece in self.pieces.values()
        )

    def fits(self, mover: Piece, here: str) -> bool:
        counted = ("INF", "PIO", "CAV", "HAR")
        there = [
            piece for piece in self.pieces.values() if piece.at == here and piece is not mover and piece.type in counted
        ]
        if mover.type not in counted or here == mover.at:
            return True
        return sum(piece.steps for piece in there) + mover.steps <= ROOM[rows("hexes.csv", "hex")[here]["terrain"]]
