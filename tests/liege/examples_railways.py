"""Plays the examples of railways: their drawings are lost, so the lines are ours, drawn from what the book says of each hex."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.liege.facts import facts
from engine.liege.railways import RailNetwork, capacity, last_of_network, overloaded, reached, usable_low

#: Lines of example 16: high capacity first, then low; points not controlled by the Germans are at the ends.
HIGH: Final = (
    "Cambrai AQ30", "Cambrai AU25", "AU25 AV26", "AU25 AV23", "AV23 AW24", "AU25 AS22", "AS22 AT22", "AT22 AT21", "AT21 AS21", "AS21 AR21",
    "AR21 AQ21", "AV23 AU20", "AU20 AT19", "AT19 AS19", "AS19 AR19", "AR19 AQ19", "AV23 AX20", "AX20 AX19", "AX20 AW19", "AW19 AW18",
)  # fmt: skip
LOW: Final = (
    "AQ30 AR30", "AR30 AR29", "AR29 AR28", "AR28 AR27", "AR29 AS29", "AS29 AS28", "AS28 AT28", "AW24 AW23", "AW23 AW22", "AW22 AX22",
    "AV23 AV22", "AV22 AU22", "AX20 AV21", "AV21 AW20", "AW20 AX21", "AS21 AR20", "AR20 AQ20", "AS22 AT23", "AP23 AO24", "AO24 AO23",
    "AO24 AN24", "AO25 AO26", "AO25 AN25", "AO25 AP25",
)  # fmt: skip
FOREIGN: Final = frozenset("AR27 AT28 AX22 AU22 AX21 AQ20 AO23 AN24 AO26 AN25".split())
BROKEN: Final = frozenset("AW18 AT19 AT21 AU20 AT22 AW19".split())
HALF: Final = frozenset("AU20 AT22 AW19".split())
#: The kind of place at each hex the book gives a verdict on, and at the hex where trains stop.
PLACES: Final = {
    "AQ30": "open", "AU25": "small_town", "AV23": "open", "AV26": "open", "AW24": "open", "AX19": "open", "AT22": "normal_town", "AU20": "open",
    "AW19": "normal_town",
}  # fmt: skip
HEXES: Final = {
    "AT19 AS19-AQ19": "AT19 AS19 AR19 AQ19", "AT21-AQ21, AS21-AR20": "AT21 AS21 AR21 AQ21 AR20", "AP23 AO25 AP25": "AP23 AO25 AP25",
}  # fmt: skip


def networks(example: Mapping[str, Any]) -> list[str]:
    """Play example 16: which lines the Germans can use, and how many steps detrain there."""
    tracks = {
        (line.split()[0], line.split()[1]): kind for lines, kind in ((HIGH, "high"), (LOW, "low")) for line in lines
    }
    network = RailNetwork(tracks, BROKEN, HALF)
    own = {point for pair in tracks for point in pair} - FOREIGN
    high = reached(["Cambrai"], network, own, frozenset())
    used = high | usable_low(network, own, high)
    found: list[str] = []
    for key, verdict in example["verdicts"].items():
        usable = "not usable" not in verdict
        for point in HEXES.get(key, key).split():
            if (point in used) is not usable:
                found.append(
                    f"{point}: the book has {verdict!r}, ours is {'usable' if point in used else 'not usable'}"
                )
            if usable and point in PLACES:
                last = last_of_network(point, network, used)
                steps = capacity(facts().lines.entraining, PLACES[point], last=last)
                if str(steps) not in verdict.replace("(4 halved)", "").split(":")[-1]:
                    found.append(f"{point}: the book has {verdict!r}, ours is {steps} steps")
    return found


def transport(example: Mapping[str, Any]) -> list[str]:
    """Play example 15: one convoy along the line through Hirson, two from another line joining it; one more is too many."""
    network = RailNetwork({("north", "Hirson"): "high", ("Hirson", "south"): "high", ("Hirson", "east"): "high"})
    blue, orange = ("north", "Hirson", "south"), ("east", "Hirson", "north")
    allowed = not overloaded(network, [blue, orange, orange])
    found = (
        []
        if allowed is example["result"]["allowed"]
        else [f"three convoys: the book has {example['result']}, ours is {allowed}"]
    )
    full = overloaded(network, [blue, orange, orange, orange])
    return found + ([] if full == {("east", "Hirson"), ("Hirson", "north")} else [f"four convoys: ours is {full}"])


#: By number: the function that plays an example completely and returns the differences.
PLAYED: Final[Mapping[int, Callable[[Mapping[str, Any]], list[str]]]] = {15: transport, 16: networks}
