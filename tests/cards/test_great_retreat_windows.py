"""After Great Retreat the attacker is asked for cards by public knowledge; older records did not ask."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import RecordedChance
from engine.core.game import Game
from engine.core.record import Entry
from engine.pog.state import State
from tests.support.random_play import pick
from tests.support.table import AP, CP, Table

FITS, FITS_NOT = "cp_03_von_francois", "cp_09_reichstag_truce"
#: In the deck the card is possible for the enemy against any target. The other card, in hand, never fits.
POSSIBLE, IDLE = "cp_15_chlorine_gas", "cp_17_mata_hari"


def attacked(card: str, *, origins: str = "tannenberg", trench: int = 0, windows: str = "public") -> Table:
    """Russians in Plock under attack while Great Retreat is in force; the attacker holds one card."""
    table = Table(turn=3, windows=windows).any_dice().played("ap_27_great_retreat", turn=3).hand(CP, card, IDLE)
    table.pile("deck", CP, POSSIBLE)
    table.put("tannenberg", "ge_8_army").put("plock", "ru_2_army", "br_corps_02").put("thorn", "ge_9_army")
    table.hold(AP, "warsaw", "lomza", "plock").hold(CP, "thorn").operate(CP, 20)
    if trench:
        table.trench("plock", trench, AP)
    table.activate(*(f"!{origin}" for origin in origins.split()))
    armies = {"tannenberg": "ge_8_army", "thorn": "ge_9_army"}
    return table.do(*(f"add {armies[origin]}" for origin in origins.split()), "target plock")


@pytest.mark.parametrize("answer", [("stand",), ("retreat ru_2_army", "to warsaw")])
@pytest.mark.parametrize("card", [FITS, FITS_NOT])
def test_the_attacker_is_asked_whatever_he_holds(card: str, answer: tuple[str, ...]) -> None:
    table = attacked(card)
    assert table.asks("great_retreat_option")
    table.do(*answer)
    assert table.asks("open_attacker_cards")
    assert (table.game.actor, table.game.decision.covert) == (CP, False)
    assert not table.events("fire")
    assert table.offered("play") == ({FITS} if card == FITS and answer == ("stand",) else set())
    assert table.game.undoable(AP) == len(answer)
    table.do("finish")
    assert table.game.undoable(AP) == 0


@pytest.mark.parametrize("card", [FITS, FITS_NOT])
def test_after_the_attackers_own_choice_the_window_is_covert_again(card: str) -> None:
    table = attacked(card, origins="tannenberg thorn").do("stand")
    assert table.asks("flank")
    table.do("frontal")
    assert table.asks("attacker_cards") == (card == FITS)


def test_without_a_card_in_hand_nobody_is_asked() -> None:
    table = attacked(FITS)
    table.state.hand[CP] = 0
    table.do("stand")
    assert not table.asks("open_attacker_cards")


@pytest.mark.parametrize("card", [FITS, FITS_NOT])
def test_windows_by_the_hand_open_by_the_hand_and_tell_of_it(card: str) -> None:
    table = attacked(card, windows="hand").do("stand")
    assert table.asks("open_attacker_cards") == (card == FITS)
    assert table.game.undoable(AP) == 0


@pytest.mark.parametrize(("card", "played"), [(FITS, False), (FITS, True), (FITS_NOT, False)])
def test_a_record_of_an_older_version_plays_on(card: str, played: bool) -> None:
    """It asked only a side that held a card, under another kind, and otherwise continued at once."""
    table = attacked(card)
    game = table.game
    start, before = game.snapshot(), game.number
    table.do("stand", *([f"play {card}"] if played else []), "finish")
    luck = random.Random(1)
    while not table.asks("attack", "choose_action"):
        table.do(game.text(pick(game, luck)))
    entries = [entry for entry in game.fresh if entry.number > before]
    assert len(entries) > 2
    again: Game[State] = Game.restore(game.system, start, source := RecordedChance())
    for entry in older(entries, asked=card == FITS, played=played):
        again.repeat(entry, source)
    assert again.state.dump() == game.state.dump()
    assert again.snapshot()["stack"] == game.snapshot()["stack"]
    assert not source.queue


def older(entries: list[Entry], *, asked: bool, played: bool) -> list[Entry]:
    """Return the entries as written by an engine that asked only holders; outcomes move to the entry before."""
    found: list[Entry] = []
    for entry in entries:
        skipped = entry.choice == "finish" and (not asked or played)  # no card was left
        if entry.decision != "open_attacker_cards":
            found.append(entry)
        elif skipped:
            found[-1] = found[-1]._replace(outcomes=(*found[-1].outcomes, *entry.outcomes))
        else:
            found.append(entry._replace(decision="attacker_cards"))
    return found
