"""Turn 11 of the war that begins in the summer of 1916, every phase of it, as typed orders with its own chance.

The replacements of turn 10 come first, as the war begins with them; the last line ends turn 11.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from tests.platforms.discord.example import unit_words

NEW = "new summer_1916"
#: Entries of the record in their order; the sides follow from the game. Those with = are taken for the player.
SCRIPT = """
spend br_corps_08; spend ru_5_army; finish
spend bu_corps_02; spend ah_corps_09; spend ah_corps_09; spend bu_corps_06; finish
ops cp_52_fall_of_the_tsar; stop
ops ap_43_usa_reinforcements; for_combat ostend; for_combat lomza; for_combat verdun
add fr_5_army; add fr_9_army; add fr_4_army; target metz; finish; hit fr_5_army; hit fr_5_army
add br_bef_army; target brussels; finish; add ru_5_army; release
sr cp_30_alpenkorps; pick ge_corps_01; to berlin; finish
sr ap_33_grand_fleet; finish
ops cp_25_high_seas_fleet; stop
ops ap_45_kerensky_offensive; for_combat kars; stop; add ru_cau_army; target erzerum; finish
hit tu_corps_08; hit bu_corps_04; =hit tu_corps_05; step diyarbakir; step kharput; add ru_cau_army; step erzerum
rp cp_38_german_reinforcements
ops ap_38_usa_reinforcements; stop
ops cp_44_von_hutier; stop
ops ap_05_putnik; for_movement monastir; for_combat nancy
pick sb_2_army; step strumitsa; step kavala; stop; add sb_1_army; entrench
add fr_1_army; target metz; finish; hit ge_10_army; decline
event cp_39_german_reinforcements
sr ap_54_zimmermann_telegram; finish
spend ge_corps_15; finish
finish
discard cp_03_von_francois; finish
"""
#: What the turn brings, as the engine tells it.
TOLD = frozenset(
    """setup flipped rebuilt draw turn mandated mandate_missed action activated sr attack fire loss combat_over retreated
    advanced rp moved entrench reinforcement attrition siege_roll vp rp_changed discarded""".split()
)


def fallen(_source: object, purpose: str, candidates: Sequence[int], _epoch: int, counter: int) -> int:
    """Chance that hangs on the question and its number alone, whatever the seed is."""
    digest = hashlib.sha256(f"{purpose} {counter}".encode()).digest()
    return candidates[int.from_bytes(digest, "big") % len(candidates)]


class _Fallen:
    choose = fallen


def entries() -> list[str]:
    """What the record holds behind its first entry."""
    return [text.removeprefix("=") for text in parts(SCRIPT)]


def parts(script: str) -> list[str]:
    """The entries of a script."""
    return [text.strip() for text in script.replace("\n", ";").split(";") if text.strip()]


@cache
def typed() -> tuple[tuple[int, str], ...]:
    """Side and line of every choice as somebody would type it; the game is at the first action of turn 12 then."""
    game, lines = played("summer_1916", SCRIPT)
    assert (game.state.turn, game.state.phase, game.decision.kind) == (12, "actions", "choose_action")
    assert {event.kind for event in game.drain()} >= TOLD
    return lines


#: Ends of a step about which the bot asks first if something would lapse.
LAPSES = {("replacement", "finish"), ("activate", "stop"), ("attack", "decline")}


def played(scenario: str, script: str) -> tuple[Game[Any], tuple[tuple[int, str], ...]]:
    """The game after a script, with the side and the line of every choice as somebody would type it."""
    game: Game[Any] = Game.start(PathsOfGlory(GameOptions(scenario=scenario)), _Fallen())
    lines: list[tuple[int, str]] = []
    for text in parts(script):
        choice = game.parse(text.removeprefix("="))
        words = game.system.name_of(kind, choice.arg) if (kind := game.decision.verbs[choice.verb]) else ""
        if kind == "unit":
            words = unit_words(game.state, game.state.rules.content, choice.arg)
            words += " reserve box" if game.state.loc[choice.arg] in game.state.rules.board.reserve else ""
        lapse = " anyway" if (game.decision.kind, choice.verb) in LAPSES else ""
        if not text.startswith("="):
            lines.append((int(game.actor or 0), _line(choice.verb, words) + lapse))
        game.apply(choice)
    return game, tuple(lines)


def _line(verb: str, words: str) -> str:
    """The command for a choice: cards and spaces by commands of their own, the rest by `choose`."""
    if verb in ("ops", "sr", "rp", "event"):
        return f"play {words} as {verb}"
    if verb in ("for_combat", "for_movement"):
        return f"activate {words} {'attack' if verb == 'for_combat' else 'move'}"
    return f"choose {verb.replace('_', ' ')} {words}".strip()


def orders() -> list[tuple[str, str]]:
    """The whole game from the lobby on: Anna leads the Central Powers, Ben the Allies."""
    return seated(NEW, typed())


def seated(new: str, lines: Sequence[tuple[int, str]]) -> list[tuple[str, str]]:
    """Lobby and lines, each with who says it."""
    setup = [("anna", new), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start")]
    return [*setup, *(("anna" if side else "ben", line) for side, line in lines)]


__all__ = ["NEW", "entries", "fallen", "orders", "parts", "played", "seated", "typed"]
