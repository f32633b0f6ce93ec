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


def told(seed: int, steps: int) -> list[dict[str, Any]]:
    """Return the public events of a random game."""
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
    """A retreat by a single space is an arrow too, and each of several combats has its own."""
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
    """Among its losses, during and after it; other fort destructions are narrated with the control changes."""
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


def test_control_taken_before_the_combat_is_told_before_it() -> None:
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


def test_changes_before_an_operation_of_the_same_action_are_told_before_it() -> None:
    """Units that redeploy, and points that become OPS (Suicide 13.1.2); the effects of a card's event before its OPS."""
    redeployed = [
        {"kind": "action", "data": {"side": 1, "round": 1, "kind": "sr", "card": 65}},
        {"kind": "sr", "data": {"unit": 0, "origin": 20, "to": 29}},
        {"kind": "sr_converted", "data": {"side": 1, "ops": 1}},
    ]
    begun = {"kind": "action", "data": {"side": 1, "round": 1, "kind": "event", "card": 65}}
    happened = [begun, {"kind": "control", "data": {"space": 29, "side": 1}}]
    operation = [
        {"kind": "activated", "data": {"space": 18, "use": "attack", "cost": 1}},
        {"kind": "moved", "data": {"units": (2,), "path": (18, 19)}},
        _attack(1, 19),
    ]
    lines = NARRATOR.compose([*redeployed, *operation])
    assert len(lines) == 5, lines
    assert "SR" in lines[0]
    assert "Activated" not in lines[0]
    assert "redeploys" in lines[1]
    order = " ".join(lines)
    found = [
        order.index(words) for words in ("redeploys", "SR points as OPS", "Activated to attack", "moves:", "attack **")
    ]
    assert found == sorted(found)
    order = " ".join(NARRATOR.compose([*happened, *operation]))
    assert order.index("CP takes Sedan") < order.index("Activated to attack") < order.index("moves:")
    assert "Activated to attack" in NARRATOR.compose([begun, *operation])[0], "in one line where nothing comes before"


@pytest.mark.parametrize(
    ("causes", "told"),
    [
        (["french_mutiny_attack"], "VP 12 (+1: French attack during the mutiny)."),
        (
            ["french_mutiny_attack", "cp_takes_vp_space"],
            "VP 12 (VP spaces +1 and French attack during the mutiny +1).",
        ),
        (
            ["french_mutiny_attack", "the_sixtus_affair"],
            "VP 12 (French attack during the mutiny +1 and other causes +1).",
        ),
        (
            ["reichstag_truce", "high_seas_fleet"],
            "VP 12 (Reichstag Truce +1 and High Seas Fleet +1).",
        ),
        (["cp_takes_vp_space"], "VP 12 (+1)."),
    ],
)
def test_each_cause_of_a_vp_change_is_listed_with_its_share(causes: list[str], told: str) -> None:
    begun = {"kind": "action", "data": {"side": 1, "round": 1, "kind": "auto_op", "card": None}}
    changes = [{"kind": "vp", "data": {"change": 1, "vp": 12, "cause": cause}} for cause in causes]
    assert told in " ".join(NARRATOR.compose([begun, *changes]))


def test_the_marks_of_an_attack_name_who_attacked() -> None:
    told = {"number": 1, "attackers": [3, 4], "origins": [10], "target": 11}
    marks = story.marks([{"n": 1, "kind": "attack", "data": told}])
    assert marks["attacks"] == [[[10], 11]]
    assert marks["attackers"] == [[3, 4]]


def test_a_decision_before_an_action_is_told_before_it() -> None:
    """The war declared before Guns of August, with which it is narrated in one answer (Suicide 4.3.4)."""
    declared = {"kind": "opening", "data": {"side": 1, "kind": "moltke"}}
    action = {"kind": "action", "data": {"side": 1, "round": 1, "kind": "event", "card": 65}}
    moved = {"kind": "moved", "data": {"units": (2,), "path": (18, 19)}}
    war, played, marched = story.PogStory().so_far(names(), [declared, action, moved])
    assert war.startswith("CP declares war")
    assert "Guns of August" in played
    assert " moves: " in marched


def test_no_picture_shows_what_attrition_takes_all_over_the_map() -> None:
    """A political action has attrition (Suicide): Arabia changes sides in it."""
    action = {"kind": "action", "data": {"side": 1, "round": 1, "kind": "political", "card": None}}
    lost = {"kind": "attrition", "data": {"units": [], "spaces": [29]}}
    taken = [{"kind": "control", "data": {"space": space, "side": 1}} for space in (29, 30)]
    assert story.marks([action, lost, *taken])["focus"] == [30]


def test_units_that_arrive_in_one_place_are_told_together() -> None:
    """Equal corps as a count, and the box with its article."""
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
        "**Attrition** at the end of the turn. Eliminated: GE 1 and GE 2. Spaces cut off from supply change sides: Sedan to the AP. GE 1 and GE 2 are lost for good (14.3.5). Siege of Melun: die 6 −2 against fort 1. The fort falls. CP takes Melun. VP stay at 8. GE 1 and GE 2 are back at full strength. **September 1914** begins with 8 VP.",
    ]
    assert story.PogStory().lines(names(), Segment("between", events[:3]))[0] == (
        "**Attrition** at the end of the turn. Eliminated: GE 1 and GE 2. Spaces lost: Sedan. GE 1 and GE 2 are lost for good (14.3.5)."
    ), "before the turn begins it is told by itself"
    assert EventLines(names()).line(event("turn", turn=2)) == "**September 1914** begins.", (
        "as an older version kept it"
    )
    assert EventLines(names()).line(
        event("game_over", winner=0, reason="automatic_victory", vp=-3, adjustments=())
    ) == ("**Game over: the Allied Powers win** (automatic victory, 5.2).")


def _attack(number: int, target: int) -> dict[str, Any]:
    return {"kind": "attack", "data": {"number": number, "attackers": (0, 1), "origins": (20,), "target": target}}


def test_results_of_a_combat_and_of_the_reserve_phase_are_told_after_it() -> None:
    """A plan ended by a combat, and units that follow when all combats are over (Banquet 9.2.10, 18)."""
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
    """A corps given up before the attack, or one that left the war after the previous combat (Banquet)."""
    lost = {"kind": "loss", "data": {"side": 1, "unit": 67, "result": "eliminated", "corps": None}}
    over = {"kind": "combat_over", "data": {"battle": plain(BATTLE)}}
    begun = {"kind": "action", "data": {"side": 1, "round": 1, "kind": "auto_op", "card": None}}
    for events in ([begun, lost, _attack(1, 29), over], [begun, _attack(1, 29), over, lost, _attack(2, 18), over]):
        assert "Losses: GE c eliminated." in "\n".join(NARRATOR.compose(events))
