"""Over recorded games: public pictures are the same whoever's view they are made from, and name no hidden card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.pog.content import load_content
from engine.pog.view import GameView
from engine.pog.viewing import view_of
from renderer.pog import Battle, CloseUp, Control, Overview, Status, Supply, Theatre, Threats
from renderer.pog.pictures import scene_of
from renderer.pog.samples import opening_marks
from tests.conformance.replay import Replay
from tests.conformance.trace import read
from tests.renderer.facts import words

TRACES = Path(__file__).parents[1] / "conformance" / "traces"


#: Decisions between two positions that are looked at.
APART = 120


class Seats(Replay):
    """A replay that keeps the views of both seats and of a spectator at every so many decisions."""

    kept: list[tuple[GameView, GameView, GameView]]

    def _line(self) -> None:
        super()._line()
        if self.at % APART == 0:
            self.kept.append((view_of(self.game, None), view_of(self.game, 0), view_of(self.game, 1)))


@pytest.mark.sweep(fixed=["pog_06210"])
@pytest.mark.parametrize("path", sorted(TRACES.glob("*.jsonl.gz")), ids=lambda path: path.name.partition(".")[0])
def test_no_hidden_card_is_in_a_public_picture_of_a_recorded_game(path: Path) -> None:
    replayed = Seats(read(path))
    replayed.kept = []
    replayed.run()
    for public, *own in replayed.kept:
        compare(public, own)
    assert replayed.kept, "a game of fewer decisions shows nothing"


def compare(public: GameView, own: Sequence[GameView]) -> None:
    """Scenes of the seats' views against a spectator's, and the titles of their hands against the words in them."""
    open_cards = {c for side in public.sides for c in (*side.discard, *side.removed, *side.combat_cards)}
    open_cards |= set(public.in_force) | {c for side in public.sides for _, c in side.actions if c is not None}
    open_cards |= {c for _, c in public.battle.cards} if public.battle else set()
    open_titles = {words().card_title(c) for c in open_cards}
    open_titles |= {words().space(s.id) for s in load_content().spaces}
    open_titles |= {
        *words().table("us_short").values(),
        *words().table("russian_short").values(),
    }  # printed on the tracks
    makers = (Overview, Status, lambda v: Theatre(v, "west"), lambda v: CloseUp(v, opening_marks()),
              lambda v: Supply(v, 0), lambda v: Control(v, "east"), lambda v: Threats(v, 1, "west"))  # fmt: skip
    for make in makers:
        shown = scene_of(make(public))
        told = {*shown.words(), *shown.alt.split(". ")}
        for seat in own:
            assert scene_of(make(seat)) == shown, "so its words are these as well"
            assert not [t for t in hidden_titles(seat) - open_titles if t in told]
    for seat in own:
        if seat.battle is not None and public.battle is not None:
            assert scene_of(Battle(seat, seat.battle)) == scene_of(Battle(public, public.battle))


def hidden_titles(seat: GameView) -> set[str]:
    """The titles of a hand."""
    return {words().card_title(c) for c in seat.sides[seat.viewer or 0].hand or ()}
