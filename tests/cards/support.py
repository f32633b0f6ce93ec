"""Helpers of the card tests: positions in which an event can be played, and combats that a card fits.

`staged(card)` asks the card's side for its action in a position where the event is legal.
`Clash` describes a combat in a line; `lay` puts it on a table, `windows` walks its card windows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.pog.rules import war_status
from tests.support.table import AP, CP, Table

WINDOWS = ("trench_cards", "flank", "attacker_cards", "defender_cards")
#: Every optional card is in the game, so that all 130 can be held.
ALL_CARDS: dict[str, Any] = {"optional_cards": True}


def side_of(card: str) -> int:
    """Return a card's side, from its name."""
    return AP if card.startswith("ap_") else CP


def spec_of(table: Table, card: str) -> Any:
    """Return the printed facts of a card."""
    return table.system.content.cards[table.card(card)]


# -- events ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stage:
    """A position of the August set-up in which an event can be played."""

    turn: int = 3
    war: str = ""
    played: str = ""
    prepare: Callable[[Table], object] = lambda table: None


def _russia_gives_way(*spaces: str) -> Callable[[Table], object]:
    def prepare(table: Table) -> None:
        table.hold(CP, *spaces)
        war_status.update_tracks(table.state)

    return prepare


def _tsar(table: Table) -> None:
    table.state.combined = 31
    table.state.russian = 2
    _russia_gives_way("warsaw", "lodz", "vilna")(table)


def _revolution(table: Table) -> None:
    table.state.russian, table.state.tsar_fell_count = 4, 2
    _russia_gives_way("warsaw", "lodz", "vilna")(table)


def _combined(value: int) -> Callable[[Table], object]:
    def prepare(table: Table) -> None:
        table.state.combined = value

    return prepare


def _sortie(table: Table) -> None:
    card = "cp_25_high_seas_fleet"
    table.played(card)
    table.state.actions[CP].append(("event", table.card(card)))


def _earlier(table: Table) -> None:
    table.played("ap_54_zimmermann_telegram", turn=table.state.turn - 1)


GREAT = "cp_54_h_l_take_command"
STAGES: dict[str, Stage] = {
    "ap_02_blockade": Stage(),
    "ap_09_moltke": Stage(2),
    "ap_12_entrench": Stage(),
    "ap_13_rape_of_belgium": Stage(played="cp_01_guns_of_august"),
    "ap_16_romania": Stage(),
    "ap_17_italy": Stage(),
    "ap_23_cloak_and_dagger": Stage(),
    "ap_26_lusitania": Stage(played="ap_02_blockade"),
    "ap_27_great_retreat": Stage(),
    "ap_28_landships": Stage(),
    "ap_30_salonika": Stage(prepare=lambda table: table.reserve("br_corps_01", "fr_corps_01")),
    "ap_33_grand_fleet": Stage(prepare=_sortie),
    "ap_35_yanks_and_tanks": Stage(),
    "ap_37_independent_air_force": Stage(),
    "ap_40_14_points": Stage(played="ap_54_zimmermann_telegram"),
    "ap_44_greece": Stage(),
    "ap_45_kerensky_offensive": Stage(played="cp_52_fall_of_the_tsar"),
    "ap_46_brusilov_offensive": Stage(),
    "ap_49_sinai_pipeline": Stage(),
    "ap_51_everyone_into_battle": Stage(played="cp_49_michael"),
    "ap_52_convoy": Stage(played="cp_36_u_boats_unleashed"),
    "ap_54_zimmermann_telegram": Stage(prepare=_combined(30)),
    "ap_55_over_there": Stage(prepare=_earlier),
    "ap_56_paris_taxis": Stage(prepare=lambda table: table.put("melun", "fr_5_army-")),
    "ap_57_russian_cavalry": Stage(prepare=lambda table: table.put("minsk", "ru_11_army")),
    "ap_60_czech_legion": Stage(),
    "ap_62_the_sixtus_affair": Stage(prepare=lambda table: table.dice(peace=1)),
    "ap_65_influenza": Stage(prepare=_combined(30)),
    "cp_01_guns_of_august": Stage(1),
    "cp_05_landwehr": Stage(),
    "cp_06_entrench": Stage(),
    "cp_08_race_to_the_sea": Stage(),
    "cp_09_reichstag_truce": Stage(),
    "cp_10_sud_army": Stage(),
    "cp_11_oberost": Stage(),
    "cp_13_falkenhayn": Stage(),
    "cp_17_mata_hari": Stage(),
    "cp_25_high_seas_fleet": Stage(),
    "cp_26_place_of_execution": Stage(
        played="cp_13_falkenhayn", prepare=lambda table: table.destroy("paris", "verdun", "nancy", "belfort")
    ),
    "cp_27_zeppelin_raids": Stage(),
    "cp_28_tsar_takes_command": Stage(prepare=_russia_gives_way("warsaw", "lodz", "vilna")),
    "cp_29_11th_army": Stage(),
    "cp_32_war_in_africa": Stage(prepare=lambda table: table.reserve("br_corps_01")),
    "cp_33_walter_rathenau": Stage(),
    "cp_34_bulgaria": Stage(),
    "cp_36_u_boats_unleashed": Stage(played=GREAT),
    "cp_37_hoffmann": Stage(played=GREAT),
    "cp_45_treaty_of_brest_litovsk": Stage(played="cp_53_bolshevik_revolution"),
    "cp_47_french_mutiny": Stage(),
    "cp_52_fall_of_the_tsar": Stage(played="cp_28_tsar_takes_command", prepare=_tsar),
    "cp_53_bolshevik_revolution": Stage(
        prepare=lambda table: _revolution(table.played("cp_52_fall_of_the_tsar", turn=2))
    ),
    "cp_54_h_l_take_command": Stage(),
    "cp_55_lloyd_george": Stage(),
    "cp_58_stavka_timidity": Stage(played="cp_28_tsar_takes_command"),
    "cp_59_polish_restoration": Stage(prepare=lambda table: table.destroy("warsaw").hold(CP, "warsaw")),
    "cp_61_haig": Stage(),
    "cp_63_russian_desertions": Stage(played="cp_52_fall_of_the_tsar"),
    "cp_65_prince_max": Stage(),
}


def before(
    card: str, scenario: str = "campaign", turn: int | None = None, played: bool = True, **options: Any
) -> Table:
    """Return the stage of a card with the card in hand, before anybody is asked; `played=False` omits its conditions."""
    stage = STAGES.get(card, Stage())
    table = Table(scenario, setup=True, turn=turn or stage.turn, **ALL_CARDS | options)
    table.at_war(*stage.war.split())
    if played:
        table.played(*stage.played.split(), turn=1)
        stage.prepare(table)
    return table.hand(side_of(card), card)


def staged(card: str, scenario: str = "campaign", **more: Any) -> Table:
    """Return a game that asks the card's side for its action where the event can be played."""
    return before(card, scenario, **more).choose(side_of(card))


def legal(table: Table, card: str) -> bool:
    """Return True if the event can be played now; asks the side if nobody was asked yet."""
    if not table.game.stack:
        table.choose(side_of(card))
    return card in table.offered("event")


def play(card: str, *choices: str, **more: Any) -> Table:
    """Play the event on its stage, with the choices it asks for."""
    return staged(card, **more).do(f"event {card}", *choices)


# -- combats -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Clash:
    """A combat: the units in the target, and the attackers by space. A minus marks reduced units."""

    target: str
    defenders: str
    origin: str
    attackers: str
    #: Attackers from another space: the space, then the units.
    beside: str = ""
    trench: int = 0
    turn: int = 3
    war: str = ""
    played: str = ""
    ap: str = ""
    cp: str = ""
    fallen: str = ""
    reserve: str = ""

    @property
    def attacking(self) -> int:
        """The side that attacks."""
        return (
            AP if self.attackers.split("_")[0] in ("fr", "br", "be", "it", "ru", "sb", "mn", "us", "ro", "gr") else CP
        )


#: Germans in Sedan attack the clear ground of Cambrai.
WEST = Clash("cambrai", "fr_1_army", "sedan", "ge_1_army", reserve="fr_corps_01 ge_corps_01")
#: Allies in Amiens attack Germans in Cambrai, whose supply line runs through Sedan.
AMIENS = Clash("cambrai", "ge_1_army", "amiens", "fr_1_army", cp="sedan", reserve="ge_corps_01")
BRITISH = Clash("cambrai", "ge_1_army", "amiens", "br_1_army", cp="sedan", reserve="br_corps_01 ge_corps_01")
RHINE = Clash("koblenz", "ge_1_army", "sedan", "br_1_army", ap="cambrai", reserve="ge_corps_01")
VERDUN = Clash("verdun", "fr_1_army", "metz", "ge_5_army", reserve="fr_corps_01 ge_corps_01")
#: Germans in Tannenberg against Russians in Plock, and the other way round.
EAST = Clash("plock", "ru_2_army", "tannenberg", "ge_8_army", reserve="ru_corps_01 ge_corps_01")
PRUSSIA = Clash("tannenberg", "ge_8_army", "plock", "ru_2_army", reserve="ru_corps_01 ge_corps_01")
#: Russians in Dubno against Austrians in Tarnopol.
GALICIA = Clash("tarnopol", "ah_3_army", "dubno", "ru_8_army", reserve="ru_corps_01 ah_corps_01")
POLAND = Clash("ivangorod", "ru_4_army", "tarnow", "ah_1_army", fallen="ivangorod", reserve="ru_corps_01 ah_corps_01")
ARMENIA = Clash("eleskirt", "tu_corps_01", "erivan", "ru_cau_army", war="tu", reserve="ru_corps_01")
TURKS = Clash("erivan", "ru_corps_02", "eleskirt", "tu_corps_01", war="tu")
ITALY = Clash("verona", "it_1_army", "trent", "ge_1_army", war="it", reserve="it_corps_01 ge_corps_01")
ISONZO = Clash("trieste", "ah_5_army", "udine", "it_1_army", war="it", fallen="trieste", reserve="it_corps_01")
MESOPOTAMIA = Clash("qurna", "tu_corps_01", "basra", "br_corps_01", war="tu")
SERBIA = Clash("valjevo", "sb_1_army", "sarajevo", "ah_6_army", reserve="sb_corps_01 ah_corps_01")


def lay(clash: Clash, *hands: str, **options: Any) -> Table:
    """Return the position with the cards in the hands of their sides; nothing has happened yet."""
    table = Table(turn=clash.turn, **ALL_CARDS | options)
    table.at_war(*clash.war.split()).played(*clash.played.split(), turn=1).destroy(*clash.fallen.split())
    table.hold(AP, *clash.ap.split()).hold(CP, *clash.cp.split())
    defender = 1 - clash.attacking
    table.hold(defender, clash.target)
    table.put(clash.target, *clash.defenders.split()).put(clash.origin, *clash.attackers.split())
    if clash.beside:
        space, *units = clash.beside.split()
        table.put(space, *units)
    if clash.trench:
        table.trench(clash.target, clash.trench, defender)
    table.reserve(*clash.reserve.split())
    for card in hands:
        table.hand(side_of(card), card)
    return table


def declare(clash: Clash, *hands: str, attacker: int = 1, defender: int = 1, **options: Any) -> Table:
    """Declare the attack with these fire dice; the first window is open."""
    table = lay(clash, *hands, **options).dice(attacker=attacker, defender=defender)
    return table.attack(clash.target, *clash.attackers.split(), *clash.beside.split()[1:])


def windows(table: Table, *play: str, flank: bool = False) -> dict[str, set[str]]:
    """Go through the card windows, playing the named cards where offered; return what was offered in each."""
    seen: dict[str, set[str]] = {}
    waiting = list(play)
    while table.asks(*WINDOWS):
        kind = table.kind
        seen.setdefault(kind, set()).update(table.offered("play"))
        card = next((card for card in waiting if card in table.offered("play")), None)
        if card is not None:
            waiting.remove(card)
            table.do(f"play {card}")
        elif kind == "flank":
            table.do("flank" if flank else "frontal")
        else:
            table.do("finish")
    assert not waiting, f"never offered: {waiting}"
    return seen


def offered(clash: Clash, card: str, **more: Any) -> set[str]:
    """Return the windows of the combat in which the card is offered to its owner."""
    table = declare(clash, card, **more)
    return {window for window, cards in windows(table).items() if card in cards}


def over(table: Table) -> Table:
    """Take the first choice until the combat is over."""
    while not table.events("combat_over"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table


def fought(clash: Clash, *play: str, attacker: int = 1, defender: int = 1, **more: Any) -> Table:
    """Return the combat with the cards played, at its end."""
    table = declare(clash, *play, attacker=attacker, defender=defender, **more)
    windows(table, *play)
    return over(table)


def modifiers(table: Table) -> dict[int, int]:
    """Return the sum of the die modifiers of the last combat by side firing."""
    return {data["fire"].side: sum(drm.value for drm in data["fire"].drms) for data in table.events("fire")}


def shifts(table: Table) -> dict[bool, dict[str, int]]:
    """Return the column shifts of the last combat by cause; True is the attacker's fire."""
    return {d["fire"].attacker: {s.cause: s.value for s in d["fire"].shifts} for d in table.events("fire")}


def tables_used(table: Table) -> dict[bool, str]:
    """Return the fire table each side used; True is the attacker."""
    return {data["fire"].attacker: data["fire"].table for data in table.events("fire")}


def pile_of(table: Table, card: str) -> str:
    """Return where a card is: hand, deck, discard, removed or table."""
    side, flag = side_of(card), 1 << table.card(card)
    found = [
        pile for pile in ("hand", "deck", "discard", "removed", "table") if getattr(table.state, pile)[side] & flag
    ]
    assert len(found) == 1, found
    return found[0]


def price(table: Table, side: int, space: str, use: str = "for_combat") -> int:
    """Return the OPS that activating a space costs now."""
    table.operate(side, 20).do(f"{use} {space}")
    cost: int = table.events("activated")[-1]["cost"]
    return cost
