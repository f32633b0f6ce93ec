"""The combat report tells everything that decided a combat."""

from __future__ import annotations

from dataclasses import replace

from renderer.kit.scene import Fill, Scene, Stamp
from renderer.kit.theme import GOLD
from renderer.pog import Battle
from renderer.pog.pictures import scene_of
from renderer.pog.samples import liege_battle, sedan_battle, setup_view


def kinds(scene: Scene, kind: str) -> list[Stamp]:
    return [c for c in scene.commands if isinstance(c, Stamp) and c.kind == kind]


def test_forces_dice_and_losses_are_drawn() -> None:
    scene = scene_of(Battle(setup_view(), sedan_battle()))
    assert len(kinds(scene, "counter")) == 6
    assert [c.key.words() for c in kinds(scene, "die")] == ["4", "5", "2"]
    assert len(kinds(scene, "loss_counter")) == 4
    assert len(kinds(scene, "cross")) == 2
    text = " ".join(scene.words())
    for words in ("Combat 3: Sedan", "Attacker wins", "18 CF", "4 CF", "Hoffmann +1", "level 1 trench: -1 column"):
        assert words in text
    for words in ("from Koblenz", "from Metz", "Flank attempt", "Retreat", "Advance", "7", "3"):
        assert words in text


def test_the_winner_has_the_golden_frame() -> None:
    def golden(scene: Scene) -> int:
        edge = next(c for c in scene.commands if isinstance(c, Fill) and c.colour == GOLD and c.height > 100)
        return edge.x

    attacker = golden(scene_of(Battle(setup_view(), sedan_battle())))
    defender = golden(scene_of(Battle(setup_view(), liege_battle())))
    assert attacker < 100 < defender


def test_a_combat_in_progress_has_no_winner() -> None:
    battle = replace(sedan_battle(), winner="", fires=(), losses=(), retreats=(), advances=())
    scene = scene_of(Battle(setup_view(), battle))
    assert "Combat in progress" in " ".join(scene.words())
    assert not [c for c in scene.commands if isinstance(c, Fill) and c.colour == GOLD and c.height > 100]


def test_many_attackers_still_fit() -> None:
    base = sedan_battle()
    many = tuple((s, u, r) for s in (38, 39, 40, 41) for u, r in ((0, False), (1, True), (2, False)))
    scene = scene_of(Battle(setup_view(), replace(base, attackers=many)))
    stamps = kinds(scene, "counter")
    for i, a in enumerate(stamps):
        assert a.box[2] <= scene.width
        for b in stamps[i + 1 :]:
            assert min(a.box[2], b.box[2]) <= max(a.box[0], b.box[0]) or min(a.box[3], b.box[3]) <= max(
                a.box[1], b.box[1]
            )
