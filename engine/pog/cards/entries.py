"""Neutral nations entering the war, Salonika and the landings (9.5.2, 9.5.3.4, 9.5.3.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import first, members
from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.pog.cards.events import CardEvent
from engine.pog.content.records import AP
from engine.pog.rules import control, reinforcement, stacking, supply
from engine.pog.sequence.arrivals import arrive
from engine.pog.sequence.base import AlliedDecision, PogGame
from engine.pog.state import State


class NeutralEntry(CardEvent):
    """A nation joins its side; its owner sets up corps without a fixed place (4.2.2)."""

    def __init__(self, nation: str) -> None:
        self.nation = nation

    def play(self, game: PogGame) -> None:
        """Place every unit with a fixed place, then ask for the rest."""
        game.state.neutral_entry_turn = game.state.turn
        reinforcement.nation_enters(game, self.nation)
        game.call(SetUpNeutral, nation=self.nation)


@dataclass(frozen=True, slots=True)
class SetUpNeutral(Decision):
    """Four corps of Romania or Bulgaria go to four different empty spaces."""

    kind: ClassVar[str] = "neutral_setup"
    verbs: ClassVar[dict[str, str]] = {"place": "space"}
    forced: ClassVar[bool] = False
    nation: str

    def _waiting(self, state: State) -> int:
        units = state.rules.of_nation[self.nation]
        rows = [row.unit for row in state.rules.content.entries if row.place.startswith("choice:")]
        waiting = sum(1 << unit for unit in rows if unit is not None) & units
        unused = state.rules.board.unused
        sides = state.rules.side_of
        return sum(1 << u for u in members(waiting) if state.loc[u] == unused[sides[u]])

    def actor(self, game: PogGame) -> int:
        """Return the nation's side."""
        return game.state.rules.side_of[first(game.state.rules.of_nation[self.nation])]

    def options(self, game: PogGame) -> Options:
        """Return the nation's spaces without units, except its capital."""
        state = game.state
        if not self._waiting(state):
            return Options({})
        board = state.rules.board
        lands = board.lands(self.nation) & ~board.capitals.get(self.nation, 0)
        return Options({"place": lands & ~state.occupied[0] & ~state.occupied[1]})

    def empty(self, game: PogGame) -> None:
        """Do nothing: all corps are placed."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Place the next corps."""
        state = game.state
        unit = first(self._waiting(state))
        state.place(unit, choice.arg)
        game.emit("reinforcement", unit=unit, place=choice.arg)
        game.stay()


class GreekEntry(CardEvent):
    """Greece joins the Allies; corps that Salonika placed are released (AP 44)."""

    def play(self, game: PogGame) -> None:
        """Place the corps, or free them where they stand."""
        state = game.state
        state.neutral_entry_turn = state.turn
        standing = {unit: state.loc[unit] for unit in members(state.rules.of_nation["gr"])}
        limited = state.greek_limited
        reinforcement.nation_enters(game, "gr")
        if limited:
            for unit, space in standing.items():
                state.place(unit, space)


class Salonika(CardEvent):
    """Up to three BR and FR corps land at Salonika; neutral Greece enters in the limited way (AP 30)."""

    counts_as = "sr"

    def playable(self, state: State) -> bool:
        """Return whether corps can go and fit, and Salonika is Allied if Greece is at war."""
        salonika = state.rules.board.space("salonika")
        if "gr" in state.at_war and not state.control[AP] >> salonika & 1:
            return False
        return bool(senders(state)) and stacking.room(state, AP, salonika) > 0

    def play(self, game: PogGame) -> None:
        """Make the limited entry (9.5.2.4), then ask for the corps."""
        state = game.state
        if "gr" not in state.at_war and not state.greek_limited:
            enter_limited(game)
        game.call(SendToSalonika, left=3)


def enter_limited(game: PogGame) -> None:
    """Place the Greek corps frozen, and put Greek spaces without them under Allied control."""
    state = game.state
    state.greek_limited = True
    rules = state.rules
    for row in rules.content.entries:
        if row.nation == "gr" and row.unit is not None:
            state.place(row.unit, rules.content.space_by_name[row.place])
    state.refresh_closed()
    state.control[AP] |= rules.neutral_lands["gr"] & ~state.closed & ~state.control[1]
    game.emit("limited_entry", nation="gr")


def senders(state: State) -> int:
    """Return the BR and FR corps in Allied ports or the Reserve Box."""
    rules = state.rules
    corps = rules.of_group["br_corps"] | rules.of_group["fr_corps"]
    ports = supply.friendly_ports(state, AP) & ~rules.board.spaces("salonika")
    if state.beachhead >= 0:
        ports |= 1 << state.beachhead
    box = rules.board.reserve[AP]
    return sum(
        1 << unit
        for unit in members(corps)
        if state.loc[unit] == box or (rules.board.on_map[state.loc[unit]] and ports >> state.loc[unit] & 1)
    )


@dataclass(frozen=True, slots=True)
class SendToSalonika(AlliedDecision):
    """Choose corps one after another, at least one."""

    kind: ClassVar[str] = "salonika"
    verbs: ClassVar[dict[str, str]] = {"send": "unit", "finish": ""}
    forced: ClassVar[bool] = False
    left: int

    def options(self, game: PogGame) -> Options:
        """Return the corps that can go, while there is room."""
        state = game.state
        salonika = state.rules.board.space("salonika")
        if not self.left or not stacking.room(state, AP, salonika):
            return Options({})
        send = senders(state)
        return Options({"send": send, "finish": int(self.left < 3)} if send else {})

    def empty(self, game: PogGame) -> None:
        """Do nothing: no further corps can go."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Land the corps and ask again."""
        if choice.verb == "finish":
            return
        state = game.state
        salonika = state.rules.board.space("salonika")
        origin = state.loc[choice.arg]
        state.place(choice.arg, salonika)
        control.enter(game, salonika, AP, 1 << choice.arg)
        game.emit("sr", unit=choice.arg, origin=origin, to=salonika)
        game.stay(left=self.left - 1)


class NearEastArmy(CardEvent):
    """A Near East army: placed where its card says, or at home as an ordinary army (9.5.3.4).

    At home the card's own conditions (`home_waives`) do not apply, and the army loses its
    Near East ability.
    """

    def __init__(self, card: str, *home_waives: str) -> None:
        self.card = card
        self.waives = frozenset(home_waives)

    def playable(self, state: State) -> bool:
        """Return whether there is a place for the army."""
        return reinforcement.can_place_all(state, state.rules.card(self.card))

    def play(self, game: PogGame) -> None:
        """Ask where to place it."""
        arrive(game, game.state.rules.card(self.card))


EVENTS: dict[str, CardEvent] = {
    "ap_16_romania": NeutralEntry("ro"),
    "ap_17_italy": NeutralEntry("it"),
    "ap_29_yudenitch": NearEastArmy("ap_29_yudenitch"),
    "ap_30_salonika": Salonika(),
    "ap_31_mef": NearEastArmy("ap_31_mef", "at_war", "not_played"),
    "ap_44_greece": GreekEntry(),
    "ap_50_allenby": NearEastArmy("ap_50_allenby", "played"),
    "ap_53_army_of_the_orient": NearEastArmy("ap_53_army_of_the_orient"),
    "cp_34_bulgaria": NeutralEntry("bu"),
}
