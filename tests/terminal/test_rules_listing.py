"""`python -m engine.pog rules SCENARIO`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.pog.__main__ import main
from engine.pog.content import load_content


@pytest.mark.parametrize("scenario", list(load_content().scenarios))
def test_every_scenario_lists_parameters_frames_and_cards(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", scenario]) == 0
    text = capsys.readouterr().out
    assert f"name = {scenario}" in text
    for card in load_content().cards:
        assert f"  {card.name}" in text
    assert "battle: sequence.attacks.Battle [great_retreat brusilov trench_cards flank" in text
    assert "choose_action: sequence.actions.ChooseAction [event card, ops card" in text
    assert text.isascii()


@pytest.mark.parametrize(
    ("scenario", "own"),
    [
        ("banquet", "disband_corps: rulesets.banquet.disbanding.Disband"),
        ("suicide", "swaps: rulesets.suicide.cards.legions"),
    ],
)
def test_a_variant_lists_what_is_its_own(scenario: str, own: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its scenario stands in its own facts, and its providers are named."""
    assert main(["rules", scenario]) == 0
    text = capsys.readouterr().out
    assert f"name = {scenario}" in text
    assert own in text
    assert ("soe.cards = with_legions (with_legions, deluxe_decks)" in text) is (scenario == "suicide")


def test_providers_conditions_and_order(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "historical"])
    lines = capsys.readouterr().out.splitlines()
    tanks = next(line for line in lines if line.startswith("  ap_48"))
    assert (
        "all_of(attack(br), terrain(clear), lands(fr, be, ge)) [cancel_trench_shift] window trench once a turn" in tanks
    )
    assert "needs played:ap_28_landships" in tanks
    blockade = next(line for line in lines if line.startswith("  ap_02"))
    assert blockade == "  ap_02_blockade* ws +2: cards.events.CardEvent; read in sequence.turn"
    costs = lines[lines.index("activation cost, first price named holds") + 1 :][:6]
    assert [line.rpartition(".")[2] for line in costs] == [
        "moltke", "sud_army", "eleventh_army", "beachhead", "everyone_into_battle", "fall_of_the_tsar",
    ]  # fmt: skip
    answers = lines[lines.index("answers of the ruleset, in their order") + 1 :]
    assert "  no_stop: coast (11.1.9), austrian_border (5.7.4.6)" in answers
    assert "  moments.control: rules.control.russian_tally, rules.control.score_vp_space" in answers
    assert any("walter_rathenau: pool ge +1 when in_effect" in line for line in lines)


def test_stripes_and_options_show(capsys: pytest.CaptureFixture[str]) -> None:
    """A stripe gives OPS in the historical scenario only; a changed parameter names the scenario's own value."""
    main(["rules", "campaign"])
    assert "  ap_28_landships*: " in capsys.readouterr().out
    main(["rules", "historical", "--set", "hand_size=7", "--set", "optional_cards=yes"])
    text = capsys.readouterr().out
    assert "  ap_28_landships* +ops: " in text
    assert "hand_size = 7  (option; the scenario has 8)" in text
    assert "optional_cards = yes" in text


@pytest.mark.parametrize(
    ("arguments", "word"), [(["rules", "verdun"], "verdun"), (["rules", "campaign", "--set", "luck=9"], "luck=9")]
)
def test_an_unknown_name_gets_one_sentence(arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert word in error


@pytest.mark.process
def test_it_runs_as_a_module() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "engine.pog", "rules", "introductory"], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("scenario\n  name = introductory\n")
