"""Every kind of event has words; stories have one to five lines; pictures get their marks."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.narration.plain import plain, public
from bot.narration.segments import Segment, segments
from bot.titles.pog.narration import story
from bot.titles.pog.narration.event_lines import SILENT, EventLines
from bot.titles.pog.narration.narrator import Narrator
from bot.titles.pog.narration.written_figures import half, signed
from engine.core.chance import KeyedChance
from engine.core.game import Event, Game
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.state import State
from engine.pog.view import BattleView, FireView, LossView, Modifier
from tests.support.facts import names

NARRATOR = Narrator(names())
FIRE = FireView(
    1, True, "army", 15, 15, 12, (Modifier("forest", -1),), (Modifier("card:cp_03_von_francois", 1),), 2, 3, 5
)
BATTLE = BattleView(
    number=1, target=29, attacker=1, attackers=((20, 0, False), (20, 1, True)), defenders=((30, False),), fort=0, trench=0,
    terrain="forest", flank="succeeded", flank_die=4, flank_drm=1, cards=((1, 67),), fires=(FIRE,),
    losses=(LossView(0, 30, "reduced"), LossView(0, 30, "eliminated", 110)), retreats=((30, (19, 18)),),
    advances=((0, (29,)),), winner="attacker", retreat="required",
)  # fmt: skip

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
    ("entrench", {"unit": 0, "space": 29, "die": 3, "drm": 0, "success": True}, "a success"),
    ("entrench", {"unit": 0, "space": 29, "die": 5, "drm": -1, "success": False}, "a failure"),
    ("attack", {"number": 1, "attackers": (0, 1), "origins": (20,), "target": 29}, "attack **Sedan**"),
    ("flank", {"die": 4, "drm": 1, "outcome": "succeeded"}, "succeeds (die 4 +1 = 5)"),
    ("flank", {"die": 2, "drm": 1, "outcome": "failed"}, "fails"),
    ("combat_card", {"side": 1, "card": 67}, "(CP 3)"),
    ("fire", {"fire": FIRE}, "column 15→12 (shifted by forest −1), die **2** Von François +1 = 3: loss number 5"),
    ("loss", {"side": 0, "unit": 30, "result": "eliminated", "corps": None}, "eliminated"),
    ("loss", {"side": 1, "unit": 0, "result": "eliminated", "corps": 12}, "GE 1 eliminated and replaced by"),
    ("loss", {"side": 1, "unit": 0, "result": "permanently", "corps": 12}, "GE 1 permanently eliminated and replaced by"),
    ("fort_destroyed", {"space": 29, "cause": "siege"}, "The fort of Sedan is destroyed"),
    ("retreated", {"unit": 30, "path": (19, 18)}, "retreats through "),
    ("retreated", {"unit": 30, "path": ()}, "can't retreat"),
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
    ("reinforcement", {"unit": 0, "place": 29}, "arrives in Sedan"),
    ("flipped", {"unit": 0, "reduced": True}, "is reduced"),
    ("flipped", {"unit": 0, "reduced": False}, "full strength"),
    ("rebuilt", {"unit": 0, "place": 29}, "rebuilt in Sedan"),
    ("war_status", {"side": 1, "value": 4, "combined": 6}, "combined 6"),
    ("commitment", {"side": 1, "level": "limited"}, "Limited War"),
    ("enters_war", {"nation": "tu"}, "Turkey enters the war"),
    ("siege", {"space": 29, "besieged": True}, "is besieged"),
    ("siege", {"space": 29, "besieged": False}, "no longer besieged"),
    ("siege_roll", {"space": 29, "die": 6, "drm": -2, "fort": 3, "falls": True}, "die 6 −2 against fort 3, the fort falls"),
    ("siege_roll", {"space": 29, "die": 1, "drm": 0, "fort": 3, "falls": False}, "the fort holds"),
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
    ("game_over", {"winner": 1, "reason": "automatic_victory", "vp": 20, "adjustments": ()}, "the Central Powers win"),
    ("game_over", {"winner": None, "reason": "agreed_draw", "vp": 10, "adjustments": ()}, "a draw"),
    ("game_over", {"winner": None, "reason": "ended", "vp": 10, "adjustments": ()}, "without a result"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "data", "words"), SAMPLES, ids=[f"{kind}-{n}" for n, (kind, _, _) in enumerate(SAMPLES)]
)
def test_every_kind_of_event(kind: str, data: dict[str, Any], words: str) -> None:
    line = NARRATOR.lines.line(public(1, Event(kind, data)))
    assert line is not None
    assert words in line
    assert "–" not in line.replace("– ", ""), f"a field has no words: {line}"
    assert "{" not in line


def test_an_unknown_or_damaged_event_is_skipped() -> None:
    assert NARRATOR.lines.line({"n": 1, "kind": "comet", "data": {"x": 1}}) is None
    assert NARRATOR.lines.line({"n": 1, "kind": "moved", "data": {}}) is None
    for kind in SILENT:
        assert NARRATOR.lines.line({"n": 1, "kind": kind, "data": {}}) is None


def told(seed: int, steps: int) -> list[dict[str, Any]]:
    """The public events of a random game."""
    rng = random.Random(seed)
    game: Game[State] = Game.start(PathsOfGlory(GameOptions()), KeyedChance(bytes([seed]) * 32))
    events = [public(game.number, event) for event in game.drain()]
    for _ in range(steps):
        if not game.stack:
            break
        game.apply(rng.choice([choice for choice in game.options() if choice.verb not in ("peace", "accept")]))
        events += [public(game.number, event) for event in game.drain()]
    return events


@pytest.mark.sweep
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_are_told_without_gaps(seed: int) -> None:
    events = told(seed, 1500)
    for event in events:
        if event["kind"] not in SILENT:
            assert NARRATOR.lines.line(event) is not None, event
    for segment in segments(events):
        if segment.kind != "action":
            continue
        lines = NARRATOR.compose(segment.events)
        assert 1 <= len(lines) <= 5
        assert "{" not in "".join(lines)
        assert segment.over or segment is segments(events)[-1]
        marked = story.marks(segment.events)
        if any(event["kind"] in ("moved", "attack") for event in segment.events):
            assert marked["moves"] or marked["attacks"]


def test_an_arrow_of_retreat_begins_where_the_combat_was() -> None:
    """Also a retreat by a single space is an arrow, and each of several combats has its own."""
    checked = set()
    for segment in segments([event for seed in (1, 2, 3) for event in told(seed, 1500)]):
        target = -1
        moves = iter(story.marks(segment.events)["moves"])
        for event in segment.events:
            data = event["data"]
            target = data["target"] if event["kind"] == "attack" else target
            if event["kind"] in ("moved", "advanced"):
                assert next(moves)[1] == data["path"]
            elif event["kind"] == "retreated" and data["path"]:
                assert next(moves) == [[data["unit"]], [target, *data["path"]]]
                checked.add(len(data["path"]))
    assert checked == {1, 2}


def test_a_fort_that_a_combat_destroys_is_told_once() -> None:
    """Among its losses, while it goes on and when it is over; what else brings a fort down is told beside the ground."""
    attack = Event("attack", {"number": 1, "attackers": (0, 1), "origins": (20,), "target": 29})
    fires, falls = Event("fire", {"fire": FIRE}), Event("fort_destroyed", {"space": 29, "cause": "combat"})
    going_on = " ".join(NARRATOR.compose([public(n, e) for n, e in enumerate((attack, fires, falls), 1)]))
    assert going_on.count("fort destroyed") == 1
    battle = replace(BATTLE, losses=(LossView(0, None, "fort"),))
    ended = (attack, fires, falls, Event("combat_over", {"battle": battle}))
    told = " ".join(NARRATOR.compose([public(n, e) for n, e in enumerate(ended, 1)]))
    assert told.count("fort destroyed") == 1
    assert "is destroyed" not in told
    liege = Event("fort_destroyed", {"space": 30, "cause": "event"})
    assert "is destroyed" in " ".join(NARRATOR.compose([public(1, liege), public(2, attack), public(3, fires)]))


def test_dice_are_told_with_their_modifiers() -> None:
    line = NARRATOR.lines.line(public(1, Event("combat_over", {"battle": BATTLE})))
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


def test_plain_is_json_and_small_words() -> None:
    assert plain(BATTLE)["fires"][0]["drms"] == [{"cause": "card:cp_03_von_francois", "value": 1}]
    assert (signed(-2), signed(0), half(3), half(1), half(4)) == ("−2", "+0", "1½", "½", "2")


def test_losses_of_a_combat_going_on_are_one_list_with_an_end() -> None:
    events = [
        {"kind": "attack", "data": {"number": 1, "attackers": (0, 1), "origins": (20,), "target": 29}},
        *(
            {"kind": "loss", "data": {"side": 0, "unit": 30, "result": how, "corps": None}}
            for how in ("reduced", "eliminated")
        ),
    ]
    (told,) = NARRATOR.fights(events)
    listed = told.partition("Losses: ")[2]
    assert listed.count(", ") == 1
    assert listed.endswith("eliminated.")


def test_what_was_taken_before_the_fight_is_told_before_it() -> None:
    fight = {"kind": "attack", "data": {"number": 1, "attackers": (0, 1), "origins": (20,), "target": 29}}
    lines = NARRATOR.compose(
        [
            {"kind": "action", "data": {"side": 1, "round": 1, "kind": "auto_op", "card": None}},
            {"kind": "control", "data": {"space": 20, "side": 1}},
            {"kind": "vp", "data": {"change": 1, "vp": 11, "cause": "vp_space"}},
            fight,
            {"kind": "control", "data": {"space": 29, "side": 1}},
            {"kind": "vp", "data": {"change": 1, "vp": 12, "cause": "vp_space"}},
        ]
    )
    assert "CP takes" in lines[1]
    assert "Sedan" not in lines[1]
    assert "VP 11 (+1)" in lines[1], "with what brought them"
    assert "attack **Sedan**" in lines[2]
    assert "CP takes Sedan" in lines[3]
    assert "VP 12 (+1)" in lines[3]


@pytest.mark.parametrize(
    ("causes", "told"),
    [
        (["french_mutiny_attack"], "VP 12 (+1: French attack during the mutiny)."),
        (
            ["french_mutiny_attack", "cp_takes_vp_space"],
            "VP 12 (+1: VP spaces and +1: French attack during the mutiny).",
        ),
        (
            ["french_mutiny_attack", "the_sixtus_affair"],
            "VP 12 (+1: French attack during the mutiny and +1: other causes).",
        ),
        (
            ["reichstag_truce", "high_seas_fleet"],
            "VP 12 (+1: Reichstag Truce and +1: High Seas Fleet).",
        ),
        (["cp_takes_vp_space"], "VP 12 (+1)."),
    ],
)
def test_what_changed_the_vp_has_its_own_share_of_the_sum(causes: list[str], told: str) -> None:
    begun = {"kind": "action", "data": {"side": 1, "round": 1, "kind": "auto_op", "card": None}}
    changes = [{"kind": "vp", "data": {"change": 1, "vp": 12, "cause": cause}} for cause in causes]
    assert told in " ".join(NARRATOR.compose([begun, *changes]))


def test_the_marks_of_an_attack_name_who_attacked() -> None:
    told = {"number": 1, "attackers": [3, 4], "origins": [10], "target": 11}
    marks = story.marks([{"n": 1, "kind": "attack", "data": told}])
    assert marks["attacks"] == [[[10], 11]]
    assert marks["attackers"] == [[3, 4]]


def test_units_that_arrive_in_one_place_are_told_together() -> None:
    """Equal corps as a number of them, and the box with its article."""
    content = NARRATOR.names.content
    ids, spaces = content.unit_by_name, content.space_by_name
    arrivals = [
        ("ge_corps_01", "cp_reserve_box"), ("ge_corps_02", "cp_reserve_box"), ("ge_9_army", "berlin"), ("ge_10_army", "berlin"),
    ]  # fmt: skip
    begun = {"kind": "action", "data": {"side": 1, "round": 1, "kind": "event", "card": 6}}
    told = [{"kind": "reinforcement", "data": {"unit": ids[one], "place": spaces[place]}} for one, place in arrivals]
    assert "2 GE c arrive in the Reserve Box; GE 9 and GE 10 arrive in Berlin." in NARRATOR.compose([begun, *told])
    assert NARRATOR.lines.line(told[0]) == "GE c arrives in the Reserve Box."


def test_attrition_without_losses_tells_the_spaces_alone() -> None:
    cut_off = {"kind": "attrition", "data": {"units": [], "spaces": [29]}}
    told = NARRATOR.turn([cut_off, {"kind": "control", "data": {"space": 29, "side": 0}}])
    assert told == ["**Attrition** at the end of the turn. Spaces cut off from supply change sides: Sedan to the AP."]


def test_attrition_tells_why_a_space_that_no_supply_reaches_changes_sides() -> None:
    """Arabia, turn by turn, in every war of the base game; Libya is cut off like any other space."""
    spaces = names().content.space_by_name
    lost = [spaces["arabia"], spaces["libya"]]
    cut_off = {"kind": "attrition", "data": {"units": [], "spaces": lost}}
    gained = [
        {"kind": "control", "data": {"space": space, "side": side}} for side, space in zip((1, 0), lost, strict=True)
    ]
    (told,) = NARRATOR.turn([cut_off, *gained])
    assert told.startswith(
        "**Attrition** at the end of the turn. Spaces cut off from supply change sides: Arabia to the CP; Libya to the AP. No supply line leads to Arabia. While empty, it changes sides"
    )


def test_a_turn_tells_each_loss_once_and_in_its_order() -> None:
    def event(kind: str, **data: Any) -> dict[str, Any]:
        return {"n": 1, "kind": kind, "data": data}

    gone = [event("loss", side=1, unit=unit, result="permanently", corps=None) for unit in (0, 1)]
    events = [
        event("attrition", units=(0, 1), spaces=(29,)),
        *gone,
        event("control", space=29, side=0),
        event("siege_roll", space=20, die=6, drm=-2, fort=1, falls=True),
        event("fort_destroyed", space=20, cause="siege"),
        event("control", space=20, side=1),
        event("vp", change=1, vp=9, cause="cp_takes_vp_space"),
        event("vp", change=-1, vp=8, cause="ap_takes_vp_space"),
        event("flipped", unit=0, reduced=False),
        event("flipped", unit=1, reduced=False),
        event("turn", turn=2, vp=8),
    ]
    (segment,) = segments(events)
    assert story.PogStory().lines(names(), segment) == [
        "Siege of Melun: die 6 −2 against fort 1, the fort falls.",
        "CP takes Melun. VP stay at 8.",
        "GE 1 and GE 2 are back at full strength.",
        "**Attrition** at the end of the turn. Eliminated: GE 1 and GE 2. Spaces cut off from supply change sides: Sedan to the AP. **September 1914** begins with 8 VP.",
    ]
    assert story.PogStory().lines(names(), Segment("between", events[:3]))[0] == (
        "**Attrition** at the end of the turn. Eliminated: GE 1 and GE 2. Spaces lost: Sedan."
    ), "before the turn begins it is told by itself"
    assert EventLines(names()).line(event("turn", turn=2)) == "**September 1914** begins.", (
        "as an older version kept it"
    )
    assert EventLines(names()).line(
        event("game_over", winner=0, reason="automatic_victory", vp=-3, adjustments=())
    ) == ("**Game over: the Allied Powers win** (automatic victory, 5.2).")


def _attack(number: int, target: int) -> dict[str, Any]:
    return {"kind": "attack", "data": {"number": number, "attackers": (0, 1), "origins": (20,), "target": target}}


def test_what_a_fight_brought_and_the_reserve_phase_are_told_after_it() -> None:
    """A plan that a combat ends, and units that follow when all combats are over (Banquet 9.2.10, 18)."""
    lines = NARRATOR.compose(
        [
            {"kind": "action", "data": {"side": 1, "round": 1, "kind": "auto_op", "card": None}},
            {"kind": "moved", "data": {"units": (2,), "path": (18, 19)}},
            _attack(1, 29),
            {"kind": "combat_over", "data": {"battle": plain(BATTLE)}},
            {"kind": "control", "data": {"space": 29, "side": 1}},
            {"kind": "war_plan", "data": {"plan": "tannenberg", "kind": "cancelled"}},
            {"kind": "reserve", "data": {"side": 1, "spaces": (20,)}},
            {"kind": "moved", "data": {"units": (0,), "path": (20, 29)}},
        ]
    )
    told = "\n".join(lines)
    order = [
        "GE 3 moves: ",
        "attack **Sedan**",
        "CP takes Sedan",
        "overtaken by events",
        "Reserve Phase",
        "GE 1 moves: ",
    ]
    assert [told.index(words) for words in order] == sorted(told.index(words) for words in order), told


def test_ground_that_one_fight_brought_is_told_before_the_next_begins() -> None:
    lines = NARRATOR.compose(
        [
            {"kind": "action", "data": {"side": 1, "round": 1, "kind": "auto_op", "card": None}},
            _attack(1, 29),
            {"kind": "combat_over", "data": {"battle": plain(BATTLE)}},
            {"kind": "control", "data": {"space": 29, "side": 1}},
            _attack(2, 18),
        ]
    )
    told = "\n".join(lines)
    assert told.index("CP takes Sedan") < told.index(f"attack **{NARRATOR.names.space(18)}**"), told


@pytest.mark.parametrize(("moved", "over", "told"), [(True, True, True), (False, True, False), (False, False, True)])
def test_a_reserve_phase_in_which_nobody_moved_is_not_told_afterwards(moved: bool, over: bool, told: bool) -> None:
    events = [
        {"kind": "action", "data": {"side": 1, "round": 1, "kind": "auto_op", "card": None}},
        _attack(1, 29),
        {"kind": "combat_over", "data": {"battle": plain(BATTLE)}},
        {"kind": "reserve", "data": {"side": 1, "spaces": (20,)}},
        *([{"kind": "moved", "data": {"units": (0,), "path": (20, 29)}}] if moved else []),
        *([{"kind": "action_over", "data": {"side": 1, "round": 1}}] if over else []),
    ]
    assert ("Reserve Phase" in "\n".join(NARRATOR.compose(events))) is told


def test_a_loss_outside_of_combats_is_told_when_a_combat_follows() -> None:
    """A corps that was given up before the attack, or one that left the war behind the combat before (Banquet)."""
    lost = {"kind": "loss", "data": {"side": 1, "unit": 67, "result": "eliminated", "corps": None}}
    over = {"kind": "combat_over", "data": {"battle": plain(BATTLE)}}
    begun = {"kind": "action", "data": {"side": 1, "round": 1, "kind": "auto_op", "card": None}}
    for events in ([begun, lost, _attack(1, 29), over], [begun, _attack(1, 29), over, lost, _attack(2, 18), over]):
        assert "Losses: GE c eliminated." in "\n".join(NARRATOR.compose(events))
