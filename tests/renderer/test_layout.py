"""Three hundred positions: nothing covers anything, nothing is cut off, every close-up is legible.

Positions come from random games, from the recorded games every clone has, and, where the folder named by
FELDPOST_TRACES holds more, from those. Every position is checked in the overview or a theatre and in a close-up.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from engine.pog.content import load_content
from engine.pog.view import ActionMarks, GameView
from engine.pog.viewing import view_of
from renderer.pog import CloseUp, Overview, PictureRequest, SpaceClose, Supply, Theatre
from renderer.pog.pictures import scene_of
from tests.conformance.replay import Replay
from tests.conformance.trace import read
from tests.lanes import Share
from tests.renderer.boxes import BOARD, cut_off, overlaps, smallest
from tests.support.random_play import new_game, steps

POSITIONS = 300
TRACES = Path(__file__).parents[1] / "conformance" / "traces"
THEATRES = ("west", "east", "italy", "balkans", "near_east")
LABELS = BOARD | {"link", "odds"}


class Watching(Replay):
    """A replay that keeps a view of every so many decisions."""

    views: list[tuple[GameView, ActionMarks]]
    pitch = 40

    def _line(self) -> None:
        super()._line()
        if self.at % self.pitch == 0:
            self.views.append(framed(view_of(self.game, None)))


def framed(view: GameView) -> tuple[GameView, ActionMarks]:
    """A view with an attack on its busiest spot, for a close-up."""
    busy = [s for s in view.spaces if s.activated] or sorted(view.spaces, key=lambda s: -len(s.units) - s.trench)[:9]
    focus = busy[len(busy) // 2].space
    links = [k for k in load_content().connections if focus in (k.a, k.b)]
    near = links[0].b if links[0].a == focus else links[0].a
    return view, ActionMarks(attacks=(((near,), focus),), focus=tuple(s.space for s in busy[:3]))


def recorded() -> Iterator[tuple[GameView, ActionMarks]]:
    """Positions of recorded games."""
    elsewhere = os.environ.get("FELDPOST_TRACES")
    more = sorted(Path(elsewhere).glob("*.jsonl.gz"))[:4] if elsewhere else []
    for path in [*sorted(TRACES.glob("*.jsonl.gz")), *more]:
        replayed = Watching(read(path))
        replayed.views = []
        replayed.run()
        yield from replayed.views


def played() -> Iterator[tuple[GameView, ActionMarks]]:
    """Positions of random games."""
    for seed in range(1, 40):
        game = new_game("campaign" if seed % 2 else "historical", seed)
        for _ in islice(steps(game, seed, turns=9), 20, 4000, 40):
            yield framed(view_of(game, None))


def test_three_hundred_positions_are_laid_out_without_a_fault(share: Share) -> None:
    positions = list(islice(recorded(), POSITIONS * 2 // 3))
    positions += islice(played(), POSITIONS - len(positions))
    assert len(positions) == POSITIONS
    assert sum(any(s.fort == "besieged" for s in v.spaces) for v, _ in positions) > 0
    assert sum(any(s.trench == 2 for s in v.spaces) for v, _ in positions) > 0
    assert sum(any(len(s.units) == 3 for s in v.spaces) for v, _ in positions) > POSITIONS / 2
    faults: list[str] = []
    # Fixed are some with each theatre and some with the whole sheet and an overlay.
    for number in share(range(POSITIONS), fixed=range(0, POSITIONS, 21)):
        for request in views_of(*positions[number], number):
            scene = scene_of(request)
            faults += [f"{number} {scene.name}: {o}" for o in (*overlaps(scene, LABELS), *cut_off(scene))]
            if isinstance(request, CloseUp | SpaceClose) and smallest(scene) < 14.0:
                faults.append(f"{number} {scene.name}: text of {smallest(scene)} px")
    assert faults == []


def views_of(view: GameView, marks: ActionMarks, number: int) -> list[PictureRequest]:
    """Every position in two close-ups and a theatre; each fifth also as a whole sheet and as an overlay."""
    target = marks.attacks[0][1]
    wanted: list[PictureRequest] = [
        CloseUp(view, marks, ((target, "12:5 · 58%"),)),
        SpaceClose(view, marks.focus[-1]),
        Theatre(view, THEATRES[number % 5]),
    ]
    if number % 5 == 0:
        wanted += [Overview(view), Supply(view, number % 2, THEATRES[number // 5 % 5])]
    return wanted
