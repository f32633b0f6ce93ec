"""How each combat card works: which units it needs, when it can be played, and what it does (9.5.4).

Conditions ask for units of exactly the nation named: ANA, AUS, CND, PT, SN and MN units are
not British, Turkish or Serbian here (9.5.4.1.1).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.bits import members
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP
from engine.pog.rules import combat as fight
from engine.pog.rules import supply
from engine.pog.state import State
from engine.pog.tables import CombatCard

Condition = Callable[[State, Combat, int], bool]


def own_units(state: State, combat: Combat, owner: int, *nations: str) -> int:
    """Return the units of the nations that fight on the side of the card's owner."""
    units = combat.attackers if owner == combat.side else combat.defenders
    return units & state.rules.nation_units(*nations)


def either(*nations: str) -> Condition:
    """Return the condition that a unit of one of the nations attacks or defends."""
    return lambda state, combat, owner: bool(own_units(state, combat, owner, *nations))


def attack(*nations: str) -> Condition:
    """Return the condition that a unit of one of the nations attacks."""
    return lambda state, combat, owner: owner == combat.side and bool(own_units(state, combat, owner, *nations))


def defend(*nations: str) -> Condition:
    """Return the condition that a unit of one of the nations defends."""
    return lambda state, combat, owner: owner != combat.side and bool(own_units(state, combat, owner, *nations))


def all_of(*conditions: Condition) -> Condition:
    """Return the condition that all the given conditions hold."""
    return lambda state, combat, owner: all(test(state, combat, owner) for test in conditions)


def on_russians(state: State, combat: Combat, owner: int) -> bool:
    """Return whether the attacked space has Russian units, including any that retreated there this round (12.5.6)."""
    return bool((combat.defenders | combat.caught) & state.rules.of_nation["ru"])


def only_defended_by(nation: str) -> Condition:
    """Return the condition that all units in the attacked space are of one nation."""

    def test(state: State, combat: Combat, owner: int) -> bool:
        there = combat.defenders | combat.caught
        return bool(there) and not there & ~state.rules.of_nation[nation]

    return test


def terrain(*kinds: str) -> Condition:
    """Return the condition that the attacked space has one of these kinds of terrain."""
    return lambda state, combat, owner: state.rules.content.spaces[combat.target].terrain in kinds


def lands(*nations: str) -> Condition:
    """Return the condition that the attacked space is in one of the nations."""
    return lambda state, combat, owner: bool(state.rules.board.lands(*nations) >> combat.target & 1)


def entrenched(state: State, combat: Combat, owner: int) -> bool:
    """Return whether the defender has a trench whose effects are not wholly cancelled."""
    return fight.trench_level(state, combat) > 0


def without_trench(state: State, combat: Combat, owner: int) -> bool:
    """Return whether there is no trench; one cancelled by Brusilov or a card still counts as a trench."""
    return not combat.trench


def french_fort(state: State, combat: Combat, owner: int) -> bool:
    """Return whether an undestroyed French fort stands in the attacked space."""
    forts = state.intact_forts(AP) & state.rules.board.lands("fr")
    return bool(forts >> combat.target & 1)


def severe_weather(state: State, combat: Combat, owner: int) -> bool:
    """Return whether the card's owner defends a mountain in fall or winter, or a swamp in spring or fall."""
    season = state.rules.content.turns[state.turn - 1].season
    ground = state.rules.content.spaces[combat.target].terrain
    suits = {"mountain": ("fall", "winter"), "swamp": ("spring", "fall")}.get(ground, ())
    return owner != combat.side and season in suits


def withdrawal(state: State, combat: Combat, owner: int) -> bool:
    """Return whether the card's owner defends, with units to withdraw (12.6)."""
    return owner != combat.side and bool(combat.defenders)


def in_or_into_mountains(state: State, combat: Combat, owner: int) -> bool:
    """Return whether a German attacks out of or into a mountain space."""
    mountains = state.rules.board.terrain["mountain"]
    germans = combat.attackers & state.rules.of_nation["ge"]
    return bool(mountains >> combat.target & 1) or any(mountains >> state.loc[unit] & 1 for unit in members(germans))


def only_italians(state: State, combat: Combat, owner: int) -> bool:
    """Return whether every attacker is Italian."""
    return not combat.attackers & ~state.rules.of_nation["it"]


def strong_turk(state: State, combat: Combat, owner: int) -> bool:
    """Return whether a Turkish defender has a combat factor of at least 1."""
    turks = own_units(state, combat, owner, "tu")
    return any(state.rules.factors(state, unit) >= 1 for unit in members(turks))


def british_army_there(state: State, combat: Combat, owner: int) -> bool:
    """Return whether a British army defends."""
    return bool(own_units(state, combat, owner, "br") & state.rules.armies)


def supplied_by_basra(state: State, combat: Combat, owner: int) -> bool:
    """Return whether only British units attack, all connected to a supplied Basra by Allied spaces (AP 61)."""
    rules = state.rules
    if combat.attackers & ~rules.of_nation["br"]:
        return False
    basra = rules.board.spaces("basra")
    if not supply.space_in_supply(state, AP, basra.bit_length() - 1):
        return False
    joined = supply.connected(state, AP, basra)
    return all(joined >> state.loc[unit] & 1 for unit in members(combat.attackers))


def _parts(*names: str) -> frozenset[str]:
    return frozenset(names)


_CANCEL = _parts("cancel_trench")

COMBAT_CARDS: dict[str, CombatCard] = {
    "ap_04_pleve": CombatCard(either("ru")),
    "ap_05_putnik": CombatCard(either("sb")),
    "ap_06_withdrawal": CombatCard(withdrawal, _parts("withdrawal")),
    "ap_07_severe_weather": CombatCard(severe_weather),
    "ap_18_hurricane_barrage": CombatCard(attack("br")),
    "ap_19_air_superiority": CombatCard(attack("br", "fr")),
    "ap_21_phosgene_gas": CombatCard(attack("fr")),
    "ap_36_mine_attack": CombatCard(all_of(attack("br"), entrenched)),
    "ap_39_they_shall_not_pass": CombatCard(
        all_of(defend("fr"), french_fort), _parts("no_retreat_when_lost", "kept_on_tie")
    ),
    "ap_48_royal_tank_corps": CombatCard(
        all_of(attack("br"), terrain("clear"), lands("fr", "be", "ge")),
        _parts("cancel_trench_shift"),
        window="trench",
    ),
    "ap_58_russian_guards": CombatCard(attack("ru")),
    "ap_59_alpine_troops": CombatCard(all_of(attack("it"), only_italians)),
    "ap_61_maude": CombatCard(all_of(attack("br"), supplied_by_basra), _parts("army_table")),
    "ap_63_backs_to_the_wall": CombatCard(
        all_of(defend("br"), british_army_there, lands("fr", "be")), _parts("no_retreat")
    ),
    "cp_02_wireless_intercepts": CombatCard(
        all_of(attack("ge"), only_defended_by("ru")), _parts("flank"), window="flank"
    ),
    "cp_03_von_francois": CombatCard(all_of(attack("ge"), on_russians)),
    "cp_04_severe_weather": CombatCard(severe_weather),
    "cp_15_chlorine_gas": CombatCard(attack("ge")),
    "cp_16_liman_von_sanders": CombatCard(either("tu")),
    "cp_18_fortified_machine_guns": CombatCard(all_of(defend("ge"), entrenched)),
    "cp_19_flamethrowers": CombatCard(attack("ge")),
    "cp_26_place_of_execution": CombatCard(all_of(attack("ge"), french_fort)),
    "cp_30_alpenkorps": CombatCard(all_of(attack("ge"), in_or_into_mountains)),
    "cp_31_kemal": CombatCard(all_of(defend("tu"), strong_turk), _parts("army_table")),
    "cp_35_mustard_gas": CombatCard(attack("ge")),
    "cp_40_air_superiority": CombatCard(attack("ge")),
    "cp_43_von_below": CombatCard(all_of(attack("ge"), only_defended_by("it")), _CANCEL, window="trench"),
    "cp_44_von_hutier": CombatCard(
        all_of(attack("ge"), on_russians), _parts("cancel_trench", "first_fire"), window="trench"
    ),
    "cp_49_michael": CombatCard(attack("ge"), _parts("cancel_trench", "drm"), window="trench"),
    "cp_50_blucher": CombatCard(attack("ge"), _CANCEL, window="trench"),
    "cp_51_peace_offensive": CombatCard(attack("ge"), _parts("cancel_trench", "must_advance"), window="trench"),
    "cp_56_withdrawal": CombatCard(withdrawal, _parts("withdrawal")),
    "cp_57_kaisertreu": CombatCard(either("ah")),
    "cp_60_turk_determination": CombatCard(all_of(defend("tu"), without_trench), _parts("as_trench")),
    "cp_62_achtung_panzer": CombatCard(all_of(attack("ge"), terrain("clear"))),
    "cp_64_alberich": CombatCard(all_of(withdrawal, lands("fr", "be")), _parts("cancel_attack")),
}
