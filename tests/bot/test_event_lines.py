"""Single events as sentences: every kind, and damaged or unknown ones."""

from __future__ import annotations

from typing import Any

import pytest

from bot.narration.plain import public
from bot.table.reasons import because
from bot.titles.pog.narration.event_lines import SILENT, EventLines
from engine.core.game import Event
from engine.errors import Reason
from tests.bot.test_narration import BATTLE, FIRE
from tests.support.facts import names

LINES = EventLines(names())

SAMPLES: list[tuple[str, dict[str, Any], str]] = [
    ("deal", {"side": 0, "count": 7}, "AP is dealt 7 cards"),
    ("draw", {"side": 1, "count": 1, "reshuffled": False}, "CP draws 1 card."),
    ("turn", {"turn": 3}, "Fall 1914"),
    ("mandated", {"side": 0, "die": 2, "nation": "fr"}, "France"),
    ("mandate_met", {"side": 1, "nation": "ge"}, "Germany"),
    ("mandate_missed", {"side": 1, "nation": "ah_it"}, "Austria-Hungary (Italy)"),
    ("action", {"side": 1, "round": 1, "kind": "event", "card": 65}, "Guns of August (CP 1)"),
    ("action", {"side": 1, "round": 1, "kind": "auto_op", "card": None}, "without a card"),
    ("activated", {"space": 29, "use": "attack", "cost": 2}, "Sedan is activated to attack (2 OPS)"),
    ("moved", {"units": (0, 1), "path": (20, 29)}, "GE 1 and GE 2"),
    ("control", {"space": 29, "side": 1}, "CP takes Sedan"),
    ("vp", {"change": -1, "vp": 9, "cause": "vp_space"}, "VP 9 (−1)."),
    ("vp", {"change": 1, "vp": 11, "cause": "ap_missed_offensive"}, "VP 11 (+1: missed mandated offensive)."),
    ("trench", {"space": 29, "level": 2, "side": 0}, "level 2 trench in Sedan"),
    ("entrench", {"unit": 0, "space": 29, "die": 3, "drm": 0, "success": True}, ": die 3, a success"),
    ("entrench", {"unit": 0, "space": 29, "die": 5, "drm": -1, "success": False}, ": die 5 −1, a failure"),
    ("attack", {"number": 1, "attackers": (0, 1), "origins": (20,), "target": 29}, "attack **Sedan**"),
    ("flank", {"die": 4, "drm": 1, "outcome": "succeeded"}, "succeeds (die 4 +1 = 5)"),
    ("flank", {"die": 2, "drm": 1, "outcome": "failed"}, "fails (die 2 +1 = 3)"),
    ("flank", {"die": 2, "drm": 0, "outcome": "failed"}, "fails (die 2)"),
    ("flank", {"die": 4, "drm": 1, "outcome": "succeeded", "pin": 20}, " pins the defender (12.3.2). The flank attack succeeds"),
    ("combat_card", {"side": 1, "card": 67}, "(CP 3)"),
    ("fire", {"fire": FIRE}, "column 15→12 (shifted by forest −1), die **2** Von François +1 = 3: loss number 5"),
    ("loss", {"side": 0, "unit": 30, "result": "eliminated", "corps": None}, "eliminated"),
    ("loss", {"side": 1, "unit": 0, "result": "eliminated", "corps": 12}, "GE 1 eliminated and replaced by"),
    ("loss", {"side": 1, "unit": 0, "result": "permanently", "corps": 12}, "GE 1 permanently eliminated and replaced by"),
    ("fort_destroyed", {"space": 29, "cause": "siege"}, "The fort of Sedan is destroyed"),
    ("retreated", {"unit": 30, "path": (19, 18)}, "retreats through "),
    ("retreated", {"unit": 30, "path": ()}, "can't retreat"),
    ("retreated", {"unit": 30, "path": (29,), "halted": True}, "retreats to Sedan. Sedan gives cover, so the retreat may stop there, one space short (12.5.3)."),
    ("mutiny", {"kind": "begins"}, "no French unit may redeploy out of France. The first French attack of a turn in or next to France or Belgium costs the Allies 1 VP, except by units stacked with Americans."),
    ("advanced", {"units": (0,), "path": (29,)}, " advances to Sedan."),
    ("advanced", {"units": (0, 1), "path": (29,)}, " advance to Sedan."),
    ("trench", {"space": 29, "level": 0, "side": 1}, "The trench in Sedan is gone."),
    ("combat_over", {"battle": BATTLE}, "The flank attack succeeds (die 4 +1 = 5): the attacker fires first."),
    ("sr", {"unit": 0, "origin": 20, "to": 29}, "redeploys"),
    ("rp", {"side": 0, "points": (("fr", 3), ("a", 2))}, "France 1½, Allied minors 1"),
    ("rp_lapsed", {"side": 1, "points": (("ge", 4), ("tu", 1))}, "CP loses unspent replacement points: Germany 2, Turkey ½."),
    ("mandated", {"side": 1, "die": 5, "nation": "none"}, "CP mandated offensive: none this turn (die 5)."),
    ("mandated", {"side": 1, "die": 1, "nation": "ah"}, "CP mandated offensive: Austria-Hungary (die 1)."),
    ("rp_changed", {"cause": "sedan", "pool": "ge", "points": 5}, "Germany now has 2½ RP (Sedan and two more spaces held, 5.7.3)"),
    ("rp_changed", {"cause": "zeppelin_raids", "pool": "br", "points": 0}, "Britain now has 0 RP (Zeppelin Raids)"),
    ("rp_changed", {"cause": "over_there", "pool": "us", "points": 2}, "The United States now has 1 RP (Over There)"),
    ("reinforcement", {"unit": 0, "place": 29}, "arrives in Sedan"),
    ("flipped", {"unit": 0, "reduced": True}, "is reduced"),
    ("flipped", {"unit": 0, "reduced": False}, "full strength"),
    ("rebuilt", {"unit": 0, "place": 29}, "rebuilt in Sedan"),
    ("war_status", {"side": 1, "value": 4, "combined": 6}, "combined 6"),
    ("commitment", {"side": 1, "level": "limited"}, "Limited War"),
    ("enters_war", {"nation": "tu"}, "Turkey enters the war"),
    ("enters_war", {"nation": "us"}, "The United States enters the war."),
    ("siege", {"space": 29, "besieged": True}, "is besieged"),
    ("siege", {"space": 29, "besieged": False}, "no longer besieged"),
    ("siege_roll", {"space": 29, "die": 6, "drm": -2, "fort": 3, "falls": True}, "die 6 −2 against fort 3. The fort falls"),
    ("siege_roll", {"space": 29, "die": 1, "drm": 0, "fort": 3, "falls": False}, ": die 1 against fort 3. The fort holds"),
    ("attrition", {"units": (0,), "spaces": (29,)}, "Eliminated: GE 1. Spaces lost: Sedan."),
    ("attrition", {"units": (), "spaces": (29, 30)}, "Eliminated: nobody. Spaces lost: "),
    ("card_effect", {"card": 65}, "(CP 1)"),
    ("discarded", {"side": 0, "cards": (3,)}, "(AP 4)"),
    ("reshuffled", {"side": 0}, "AP reshuffles"),
    ("guns_of_august", {"taken": True}, "Guns of August"),
    ("guns_of_august", {"taken": False}, "leave"),
    ("peace_offer", {"side": 1}, "peace terms"),
    ("peace_answer", {"accepted": True, "die": 0, "change": 0}, "accepted"),
    ("peace_answer", {"accepted": False, "die": 5, "change": 1}, "rejected: die 5, VP +1"),
    ("peace_answer", {"accepted": False, "die": 4, "change": 0}, "rejected: die 4, VP unchanged"),
    ("game_over", {"winner": 1, "reason": "automatic_victory", "vp": 20, "adjustments": ()}, "the Central Powers win"),
    ("game_over", {"winner": None, "reason": "agreed_draw", "vp": 10, "adjustments": ()}, "a draw"),
    ("game_over", {"winner": None, "reason": "ended", "vp": 10, "adjustments": ()}, "without a result"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "data", "words"), SAMPLES, ids=[f"{kind}-{n}" for n, (kind, _, _) in enumerate(SAMPLES)]
)
def test_every_kind_of_event(kind: str, data: dict[str, Any], words: str) -> None:
    line = LINES.line(public(1, Event(kind, data)))
    assert line is not None
    assert words in line
    assert "–" not in line.replace("– ", ""), f"a field has no words: {line}"
    assert "{" not in line


def test_an_unknown_or_damaged_event_is_skipped() -> None:
    assert LINES.line({"n": 1, "kind": "comet", "data": {"x": 1}}) is None
    assert LINES.line({"n": 1, "kind": "moved", "data": {}}) is None
    for kind in SILENT:
        assert LINES.line({"n": 1, "kind": kind, "data": {}}) is None


def test_dice_are_told_with_their_modifiers() -> None:
    line = LINES.line(public(1, Event("combat_over", {"battle": BATTLE})))
    assert line is not None
    for words in (
        "GE 1 and reduced GE 2",
        "15 CF, army table",
        "die **2**",
        "= 3",
        "Losses:",
        "reduced",
        "retreats through ",
        "advances to Sedan",
    ):
        assert words in line


def test_a_nation_has_its_article_within_a_sentence() -> None:
    told = [because(names(), Reason("no_points_yet", "9.4.1", {"nation": code})) for code in ("us", "tu")]
    assert told[0].startswith("No replacement points are recorded yet for the United States, which is neutral")
    assert told[1].startswith("No replacement points are recorded yet for Turkey, which is neutral")
