"""Over recorded games: public pictures are the same whoever's view they are made from, and name no hidden card."""

from __future__ import annotations

from pathlib import Path

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


class Seats(Replay):
    """A replay that keeps the views of both seats and of a spectator at every so many decisions."""

    kept: list[tuple[GameView, GameView, GameView]]

    def _line(self) -> None:
        super()._line()
        if self.at % 60 == 0:
            self.kept.append((view_of(self.game, None), view_of(self.game, 0), view_of(self.game, 1)))


def test_no_hidden_card_is_in_a_public_picture_of_a_recorded_game() -> None:
    checked = 0
    for path in sorted(TRACES.glob("*.jsonl.gz")):
        replayed = Seats(read(path))
        replayed.kept = []
        replayed.run()
        for public, *own in replayed.kept:
            for seat in own:
                checked += 1
                compare(public, seat)
    assert checked >= 40


def compare(public: GameView, seat: GameView) -> None:
    """Scenes of a seat's view against a spectator's, and the titles of the hand against their words."""
    hand = seat.sides[seat.viewer or 0].hand or ()
    open_cards = {c for side in public.sides for c in (*side.discard, *side.removed, *side.combat_cards)}
    open_cards |= set(public.in_force) | {c for side in public.sides for _, c in side.actions if c is not None}
    open_cards |= {c for _, c in public.battle.cards} if public.battle else set()
    open_titles = {words().card_title(c) for c in open_cards}
    hidden = {words().card_title(c) for c in hand} - open_titles
    hidden -= {words().space(s.id) for s in load_content().spaces}
    hidden -= {*words().table("us_short").values(), *words().table("russian_short").values()}  # printed on the tracks
    makers = (Overview, Status, lambda v: Theatre(v, "west"), lambda v: CloseUp(v, opening_marks()),
              lambda v: Supply(v, 0), lambda v: Control(v, "east"), lambda v: Threats(v, 1, "west"))  # fmt: skip
    for make in makers:
        scene = scene_of(make(seat))
        assert scene == scene_of(make(public))
        told = {*scene.words(), *scene.alt.split(". ")}
        assert not [t for t in hidden if t in told]
    if seat.battle is not None and public.battle is not None:
        assert scene_of(Battle(seat, seat.battle)) == scene_of(Battle(public, public.battle))
