"""Events of the two total war decks other than entries, reinforcements and combat cards."""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.cards.events import CardEvent, ScoreVp
from engine.pog.content.records import AP, CP
from engine.pog.rules import areas, victory, war_status
from engine.pog.sequence.base import PogGame
from engine.pog.state import State


class Zimmermann(CardEvent):
    """The United States join the Allies, still without units (16.3.3)."""

    def play(self, game: PogGame) -> None:
        """Score one VP and advance the US entry marker."""
        game.state.us_entry = 2
        victory.score(game, "zimmermann_telegram")


class OverThere(CardEvent):
    """US reinforcements and replacement points from now on (16.3.4, 17.1.8)."""

    def play(self, game: PogGame) -> None:
        """Advance the marker to its last box."""
        state = game.state
        state.us_entry = 3
        state.at_war["us"] = state.turn
        game.emit("enters_war", nation="us")


class FallOfTheTsar(CardEvent):
    """VP for the CP, and Russian attacks cost more from now on (16.4.5)."""

    def play(self, game: PogGame) -> None:
        """Score the VP, three instead of one while Romania is neutral, and note the Russian VP count."""
        state = game.state
        neutral = "ro" not in state.at_war
        victory.score(game, "fall_of_the_tsar_romania_neutral" if neutral else "fall_of_the_tsar")
        state.russian = 4
        state.tsar_fell_count = war_status.russian_vp(state)
        war_status.update_tracks(state)


class BolshevikRevolution(CardEvent):
    """A current Russian mandated offensive lapses; the marker advances (16.4.7, 7.1.11)."""

    def play(self, game: PogGame) -> None:
        """Cancel the current offensive; later ones are ignored when rolled."""
        state = game.state
        state.russian = 6
        if state.mandated[AP] == "ru":
            state.mandated[AP] = "none"


class HLTakeCommand(CardEvent):
    """A current German mandated offensive lapses (7.1.10)."""

    def play(self, game: PogGame) -> None:
        """Cancel the current offensive; later ones are ignored when rolled."""
        if game.state.mandated[CP] == "ge":
            game.state.mandated[CP] = "none"


class BrestLitovsk(CardEvent):
    """Russia leaves the war: units abroad or stacked with other Allies are interned (16.4.9)."""

    def play(self, game: PogGame) -> None:
        """Move interned units to the eliminated box, armies included."""
        state = game.state
        state.russian = 7
        for unit in members(interned(state)):
            box = (
                state.rules.board.eliminated
                if state.rules.content.units[unit].replaceable
                else (state.rules.board.gone)
            )
            state.place(unit, box[AP])
            state.flip(unit, False)
            game.emit("loss", side=AP, unit=unit, result="eliminated", corps=None, cause="interned")


def interned(state: State) -> int:
    """Return the Russian units outside the countries left to them, or stacked with other Allies."""
    rules = state.rules
    russians = rules.of_nation["ru"]
    abroad = ~areas.russian_countries(state)
    result = 0
    for unit in members(russians):
        space = state.loc[unit]
        if rules.board.on_map[space] and (abroad >> space & 1 or state.units_of(AP, space) & ~russians):
            result |= 1 << unit
    return result


EVENTS: dict[str, CardEvent] = {
    "ap_35_yanks_and_tanks": CardEvent(),
    "ap_37_independent_air_force": CardEvent(),
    "ap_40_14_points": ScoreVp("14_points"),
    "ap_45_kerensky_offensive": CardEvent(),
    "ap_46_brusilov_offensive": CardEvent(),
    "ap_49_sinai_pipeline": CardEvent(),
    "ap_51_everyone_into_battle": CardEvent(),
    "ap_52_convoy": ScoreVp("convoy"),
    "ap_54_zimmermann_telegram": Zimmermann(),
    "ap_55_over_there": OverThere(),
    "cp_36_u_boats_unleashed": CardEvent(),
    "cp_37_hoffmann": CardEvent(),
    "cp_45_treaty_of_brest_litovsk": BrestLitovsk(),
    "cp_47_french_mutiny": CardEvent(),
    "cp_52_fall_of_the_tsar": FallOfTheTsar(),
    "cp_53_bolshevik_revolution": BolshevikRevolution(),
    "cp_54_h_l_take_command": HLTakeCommand(),
    "cp_55_lloyd_george": CardEvent(),
}
