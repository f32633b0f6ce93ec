"""Combat reports for tests and the gallery."""

from __future__ import annotations

from engine.pog.content import load_content
from engine.pog.view import BattleView, FireView, LossView, Modifier


def sedan_battle() -> BattleView:
    """German armies drive the French 5th Army out of Sedan."""
    content = load_content()
    unit, space, card = content.unit_by_name, content.space_by_name, content.card_by_name
    return BattleView(
        number=3,
        target=space["sedan"],
        attacker=1,
        attackers=(
            (space["koblenz"], unit["ge_2_army"], False),
            (space["koblenz"], unit["ge_3_army"], False),
            (space["metz"], unit["ge_4_army"], False),
            (space["metz"], unit["ge_5_army"], True),
        ),
        defenders=((unit["fr_5_army"], False), (unit["fr_corps_01"], False)),
        fort=0,
        trench=1,
        terrain="forest",
        flank="succeeded",
        flank_die=3,
        flank_drm=1,
        cards=((1, card["cp_02_wireless_intercepts"]),) if "cp_02_wireless_intercepts" in card else (),
        fires=(
            FireView(1, True, "army", 18, 16, 15, (Modifier("trench:1", -1),), (Modifier("card:cp_37_hoffmann", 1),), 4, 5, 7),
            FireView(0, False, "army", 4, 4, 5, (Modifier("trench:1", 1),), (), 2, 2, 3),
        ),
        losses=(
            LossView(0, unit["fr_5_army"], "reduced"),
            LossView(0, unit["fr_5_army"], "replaced", unit["fr_corps_02"]),
            LossView(0, unit["fr_corps_01"], "eliminated"),
            LossView(1, unit["ge_4_army"], "reduced"),
        ),
        retreats=((unit["fr_corps_02"], (space["cambrai"], space["amiens"])),),
        advances=((unit["ge_2_army"], (space["sedan"],)), (unit["ge_3_army"], (space["sedan"],))),
        winner="attacker",
        retreat="required",
    )  # fmt: skip


def liege_battle() -> BattleView:
    """An assault on a fortress that fails."""
    content = load_content()
    unit, space = content.unit_by_name, content.space_by_name
    return BattleView(
        number=1,
        target=space["liege"],
        attacker=1,
        attackers=((space["aachen"], unit["ge_corps_09"], True),),
        defenders=(),
        fort=3,
        trench=0,
        terrain="clear",
        flank="impossible",
        fires=(
            FireView(0, False, "corps", 3, 3, 3, (), (), 6, 6, 1),
            FireView(1, True, "corps", 1, 1, 1, (), (), 1, 1, 0),
        ),
        losses=(LossView(1, unit["ge_corps_09"], "eliminated"),),
        winner="defender",
        retreat="",
    )
