"""The manifest and the switches are valid, and whole games break no invariant."""

from __future__ import annotations

import json
from functools import partial

import pytest

from bot.table.reasons import because
from bot.titles import title_named
from bot.titles.pog.narration.open_questions import line, listed
from bot.titles.testing.contract import Case, check_told, play
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import OptionsError
from engine.pog import GameOptions, PathsOfGlory, PogGame, options_from
from engine.pog.content import load_content
from engine.pog.invariants import check
from engine.pog.rulesets.suicide import SUICIDE
from engine.pog.transition_checks import Watch
from tests.manifest import deltas, main
from tests.support.facts import names
from tests.support.random_play import check_laws_at_random, steps


def test_the_manifest_counts_what_tests_play(capsys: pytest.CaptureFixture[str]) -> None:
    """All entries are played, and each test that the list names exists."""
    assert main(["suicide"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "100 entries, 100 played, 0 open"
    played = [row for row in deltas("suicide") if row.tests]
    assert len(played) == 100
    assert all(".test_" in name for row in played for name in row.tests)


def test_every_proposed_rule_has_a_switch() -> None:
    """Manifest and data name the same switches for the same entries; for eleven no text is known."""
    rows = deltas("suicide")
    switches = load_content(ruleset="suicide").switches
    assert {row.number: row.switch for row in rows if row.switch} == {
        entry: switch.name for switch in switches.values() for entry in switch.entries
    }
    assert [row.number for row in rows if row.unknown] == "8b 8c 10 12 29 30 41a 79 80 81 82".split()
    assert all(switches[row.switch].proposal for row in rows if row.unknown)


@pytest.mark.parametrize(
    ("switch", "value", "told"),
    [
        ("soe.oos_watch", "every_action", "soe.oos_clock"),
        ("soe.oos_clock", "never", "every_action, owner_action_only"),
    ],
)
def test_an_unknown_switch_or_value_is_refused_with_the_list(switch: str, value: str, told: str) -> None:
    """By the engine, naming those that exist; Deluxe has none."""
    options = options_from({"scenario": "suicide", "switches": {switch: value}})
    with pytest.raises(OptionsError) as refused:
        PathsOfGlory(options, rulebook=SUICIDE)
    assert told in because(names(), refused.value.reason)
    with pytest.raises(OptionsError):
        PathsOfGlory(GameOptions(switches=(("soe.oos_clock", "every_action"),)))


def test_every_switch_is_told_to_players() -> None:
    """A line for each with its value, saying that the rule is ours, or that the text has two readings."""
    rules = PathsOfGlory(GameOptions(scenario="suicide"), rulebook=SUICIDE).rules
    words = names().words
    told = listed(words, rules.content, rules.switches)
    for name, switch in rules.content.switches.items():
        assert f"`{name}`" in told
        said = line(words, rules.content, name, rules.switches[name])
        assert f"`{name}`" in said
        assert said.startswith("House rule") is switch.proposal
        assert switch.rules, "its paragraph says so"


def test_a_switch_is_in_force_and_stored() -> None:
    """As JSON has it, in any order."""
    given = {"scenario": "suicide", "switches": {"soe.track_gain": "own_side", "soe.oos_clock": "owner_action_only"}}
    options = options_from(json.loads(json.dumps(given)))
    rules = PathsOfGlory(options, rulebook=SUICIDE).rules
    assert rules.switches["soe.track_gain"] == "own_side"
    assert rules.switches["soe.victory"] == "deluxe"
    assert options == options_from({**given, "switches": dict(reversed(given["switches"].items()))})  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("opening", "ours"), [("schlieffen", False), ("moltke", True), ("russia_first", True), ("russia_first", False)]
)
def test_whole_wars_of_each_opening_come_to_an_end(opening: str, ours: bool) -> None:
    """With the default proposals and with the other value of each switch that has one, every invariant holds."""
    switches = load_content(ruleset="suicide").switches.values()
    other = tuple(sorted((switch.name, switch.values[-1]) for switch in switches)) if ours else ()
    system = PathsOfGlory(GameOptions(scenario="suicide", switches=other), rulebook=SUICIDE)
    game: PogGame = Game.start(system, KeyedChance(f"whole {opening} {ours}".encode()))
    game.apply(game.parse(opening))
    watch = Watch(enters_lone_forts=True)
    for number, _ in enumerate(steps(game, 7, turns=20)):
        watch.look(game)
        if number % 20 == 0:
            check(game.state)
    assert game.result is not None
    check(game.state)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_at_random_keeps_every_law(seed: int) -> None:
    """Five turns, with the position checked and restored on the way."""
    system = PathsOfGlory(GameOptions(scenario="suicide"), rulebook=SUICIDE)
    check_laws_at_random(system, f"suicide {seed}", seed, turns=5)


@pytest.mark.slow
@pytest.mark.sweep(fixed=[])  # its first turn is played so in every run, and whole wars without panels
def test_a_whole_war_is_played_through_panels_and_completions_alone() -> None:
    """To its end, within a number of decisions; nothing offered or suggested is refused, and every event is reported."""
    title, options = title_named("pog"), {"scenario": "suicide"}
    case = Case("suicide", title, partial(title.system, options), lambda: iter(()), options, 6000)
    found = play(case, 5)
    check_told(title, found)
    assert not found.game.stack, "the war is over"
    assert found.typed > 100
    assert found.presses > 100
