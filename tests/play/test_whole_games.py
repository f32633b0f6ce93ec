"""Three hundred whole games over every scenario and set of options, and their coverage.

`python -m tests.play.whole_games --games 5000 --jobs 4` plays more of the same.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.core.game import Game
from engine.core.record import Entry
from engine.pog import PogGame, hidden_cards, view_of
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from tests.lanes import Share
from tests.play.exercised import Exercised
from tests.play.policy import Player
from tests.play.whole_games import play, start
from tests.support.random_play import system_of

GAMES, BATCH = 300, 12
BATCHES = GAMES // BATCH

#: Numbers of games that once failed: an advance that ended overstacked, an army that entrenched although
#: it had to make room for others.
ONCE_FAILED = (295, 35)

#: Games that together cover everything. If a change of the rules leaves a gap, others fill it. One ending that none
#: of the three hundred reaches, a peace accepted in a tournament, comes from a later game.
TOUCH_ALL = (9, 11, 37, 62, 71, 116, 126, 141, 143, 209, 263, 291, 350)

#: Cards that must be used, as events or in combat: they open, close or change whole parts of the war.
IMPORTANT = frozenset(
    """ap_09_moltke ap_16_romania ap_17_italy ap_27_great_retreat ap_30_salonika ap_31_mef ap_41_arab_northern_army
    ap_44_greece ap_45_kerensky_offensive ap_46_brusilov_offensive ap_49_sinai_pipeline ap_54_zimmermann_telegram
    ap_55_over_there ap_06_withdrawal ap_61_maude cp_01_guns_of_august cp_02_wireless_intercepts cp_24_libyan_revolt
    cp_28_tsar_takes_command cp_34_bulgaria cp_45_treaty_of_brest_litovsk cp_47_french_mutiny cp_49_michael
    cp_51_peace_offensive cp_52_fall_of_the_tsar cp_53_bolshevik_revolution cp_54_h_l_take_command""".split()
)
DECISIONS = frozenset(
    """guns_of_august choose_action answer_peace activate move_unit move_stack move_on attack trench_cards flank
    attacker_cards defender_cards defender_loss attacker_loss choose_replacement withdrawal_step retreat_option retreat
    advance sr_unit sr_destination place_reinforcement event_trench landwehr replacement rebuild discard neutral_setup
    salonika war_in_africa great_retreat_option great_retreat brusilov_option kerensky_option paris_taxis
    russian_desertions optional_cards""".split()
)
EVENTS = frozenset(
    """setup guns_of_august deal draw reshuffled turn mandated mandate_met mandate_missed action activated moved control
    vp trench entrench attack flank combat_card fire loss fort_destroyed retreated advanced combat_over sr rp
    reinforcement flipped rebuilt war_status commitment enters_war siege siege_roll attrition discarded peace_answer
    game_over limited_entry rp_changed""".split()
)


def _played(number: int, folder: Path) -> Exercised:
    """Return the games of a batch, played only once per run."""
    path = folder / f"whole_games_{number}.json"
    if path.exists():
        return Exercised.load(json.loads(path.read_text()))
    exercised = Exercised()
    for game in range(number * BATCH, (number + 1) * BATCH):
        play(game, exercised, thorough=game % BATCH == 0)
    partial = path.with_suffix(f".{os.getpid()}")
    partial.write_text(json.dumps(exercised.dump()))
    partial.rename(path)
    return exercised


@pytest.fixture
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all workers of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.mark.sweep
@pytest.mark.parametrize("number", range(BATCHES))
def test_whole_games_end_and_stay_sound(number: int, shared_folder: Path) -> None:
    """No exception, no decision without a choice, no endless game, a valid position at every action."""
    assert _played(number, shared_folder).games == BATCH


def test_the_games_exercised_everything(shared_folder: Path, share: Share) -> None:
    """Coverage of the 300 games and those that fill gaps, or outside lane `sweep` of games that together cover all; `-s` prints it."""
    total = Exercised()
    if share.lane == "sweep":
        for number in reversed(range(BATCHES)):  # from the other end than parallel workers
            total += _played(number, shared_folder)
        assert total.games == GAMES
        assert total.last_turns["20"] > GAMES / 3
    for game in TOUCH_ALL:
        if share.lane != "sweep" or game >= GAMES:
            play(game, total)
    print(f"\n{total}")
    cards = {card.name for card in system_of("campaign").content.cards}
    used = set(total.cards_as_events) | set(total.combat_cards)
    assert sorted(cards - used) == []
    assert sorted(IMPORTANT - used) == []
    assert sorted(DECISIONS - set(total.decisions)) == []
    assert sorted(EVENTS - set(total.events)) == []
    assert set(total.entries) == {"tu", "it", "bu", "ro", "gr", "us"}
    endings = {name.split(":")[1] for name in total.endings}
    peace = {"peace_terms", "peace_lost_by_both"}
    assert endings == {"turn_limit", "armistice", "automatic_victory", "total_war", *peace}
    assert {name.split(":")[0] for name in total.endings} == {"campaign", "historical", "limited_war", "introductory"}


@pytest.mark.parametrize("number", ONCE_FAILED)
def test_games_that_once_failed(number: int) -> None:
    play(number, Exercised(), thorough=True)


@pytest.mark.sweep
@pytest.mark.parametrize("number", range(0, 11, 2))
def test_the_record_alone_rebuilds_a_whole_game(number: int) -> None:
    """Every choice and outcome of a war, read back from JSON, leads to the same position."""
    game = play(number, Exercised())
    entries = [Entry.load(json.loads(json.dumps(entry.dump()))) for entry in game.fresh]
    again = Game.replay(game.system, entries)
    assert again.state.dump() == game.state.dump()
    assert again.result == game.result


@pytest.mark.sweep
@pytest.mark.parametrize("number", [0, 4, 5, 7])
def test_views_of_whole_games_hold_no_hidden_card(number: int) -> None:
    """At every action: what a seat or a spectator sees is independent of the hidden cards."""
    game = start(number)
    player = Player(game, number)
    compared, actions = 0, -1
    while game.result is None:
        done = sum(map(len, game.state.actions))
        if done != actions:
            actions = done
            for viewer in (AP, CP, None):
                twin = game.copy()
                for side in (AP, CP):
                    if side != viewer:
                        _swap(twin, side)
                assert view_of(twin, viewer) == view_of(game, viewer)
                compared += bool(hidden_cards(game.state, viewer))
        game.apply(player.choose())
    assert compared > 100
    check(game.state)


def _swap(game: PogGame, side: int) -> None:
    """Exchange as many cards as possible between a hand and its draw pile."""
    state = game.state
    hand, deck = state.hand[side], state.deck[side]
    cards = [card for card in range((hand | deck).bit_length()) if (hand | deck) >> card & 1]
    held = sum(1 << card for card in sorted(cards, key=lambda card: hand >> card & 1)[: hand.bit_count()])
    state.hand[side], state.deck[side] = held, (hand | deck) & ~held
