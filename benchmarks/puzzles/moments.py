"""Wars of the levels against each other, and what is at stake in their action rounds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.puzzles import PuzzleMade
from engine.pog.content.records import SIDE_NAMES
from engine.pog.opponent import aims, ideas
from engine.pog.opponent.match import LEVELS, MOST_CHOICES
from engine.pog.opponent.orders import ActionPlan, March, Strike
from engine.pog.opponent.seat import Offers, asked
from engine.pog.opponent.trial import Orders, Scales
from engine.pog.rules import combat as fight
from engine.pog.rules import prospects
from engine.pog.state import State

#: Default VP that an idea, or something in danger, must be worth to be examined; the bonus of a flank attempt.
PROMISES, _FLANK = 0.9, 1
#: Imagined games for a quick evaluation.
_GLANCE = 6
#: A war's positions are examined from one of the first turns, depending on its number; and not after this many choices.
_TURNS, _LONG = 6, 1500
#: Kinds of stakes, the rarest first, and how many are examined in a position.
RARE, _STAKES = ("army", "flank", "space"), 5
#: How much better a flank attack must be than the same attack from the front.
FRONT = 0.3


@dataclass(frozen=True, slots=True)
class Stake:
    """What is at stake in an action round: the kind of puzzle, the space, the units of an army."""

    kind: str
    space: int
    units: int = 0


@dataclass(slots=True)
class Moment:
    """The beginning of an action round of a war."""

    scenario: str
    seed: str
    opening: tuple[str, ...]
    game: Game[State]
    side: int
    made: PuzzleMade

    @property
    def numbers(self) -> random.Random:
        """Return the moment's own random numbers, the same each time it is examined."""
        return random.Random(f"{self.seed}/{len(self.opening)}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Search parameters: deals, players (the Allies first), kinds, the least VP at stake, and seats."""

    scenario: str
    players: tuple[str, str]
    kinds: tuple[str, ...]
    least: float
    seats: tuple[str, ...] = SIDE_NAMES

    def command(self, deal: int) -> str:
        """Return the command that finds the puzzles of one war again."""
        words = ["python -m benchmarks.puzzles mine", self.scenario, "--players", *self.players]
        words += ["--deals", str(deal), str(deal + 1)]
        words += ["--kinds", *self.kinds] if set(self.kinds) < set(RARE) else []
        words += ["--least", str(self.least)] if self.least != PROMISES else []
        words += ["--seats", *self.seats] if set(self.seats) < set(SIDE_NAMES) else []
        return " ".join(words)


def war(wanted: Wanted, deal: int) -> Iterator[Moment]:
    """Yield the action rounds of one war, with the Allies' player first."""
    scenario, players = wanted.scenario, wanted.players
    seed = sha256(f"puzzles/{scenario}/{'/'.join(players)}/{deal}".encode()).digest()
    numbers = [random.Random(f"{deal}/{side}") for side in (0, 1)]
    game: Game[State] = Game.start(PathsOfGlory(GameOptions(scenario=scenario)), KeyedChance(seed), listening=False)
    made = PuzzleMade(command=wanted.command(deal), players=(players[0], players[1]), deal=deal)
    texts: list[str] = []
    while game.stack and len(texts) < MOST_CHOICES:
        actor = game.decision.actor(game)
        if game.decision.kind == "choose_action":
            yield Moment(scenario, seed.hex(), tuple(texts), game.copy(), actor, made)
        choice = asked(game, LEVELS[players[actor]], numbers[actor])
        texts.append(game.text(choice))
        game.apply(choice)


# -- what is at stake -------------------------------------------------------------------


def stakes(moment: Moment, least: float) -> list[Stake]:
    """Return what is at stake for the acting side at first sight, if worth at least `least`."""
    game = Offers(moment.game).imagine(moment.numbers)
    state, side = game.state, moment.side
    found = [Stake("army", space, units) for worth, space, units in aims.in_danger(state, side) if worth >= least]
    prizes = state.rules.vp_spaces & state.control[1 - side]
    for idea in ideas.all_ideas(state, side, _most_ops(game)):
        if idea.worth < least:
            continue
        for order in idea.orders:
            end = order.target if isinstance(order, Strike) else order.path[-1] if isinstance(order, March) else -1
            if end >= 0 and prizes >> end & 1:
                found.append(Stake("space", end))
            if isinstance(order, Strike) and _may_flank(state, side, order) and _flank_pays(moment, order):
                found.append(Stake("flank", end))
    found.sort(key=lambda stake: RARE.index(stake.kind))
    return list(dict.fromkeys(found))[:_STAKES]


def _most_ops(game: Game[State]) -> int:
    cards = game.state.rules.content.cards
    return max((cards[choice.arg].ops for choice in game.options() if choice.verb == "ops"), default=1)


def _may_flank(state: State, side: int, order: Strike) -> bool:
    combat = prospects.combat_between(state, side, order.units, order.target)
    return fight.flank_possible(state, combat) and fight.flank_drm(state, combat) >= _FLANK


def _flank_pays(moment: Moment, order: Strike) -> bool:
    """Return True if an attack alone gains more with a flank attempt than from the front, at first sight."""
    uses = [choice for choice in moment.game.options() if choice.verb == "ops"]
    scales = Scales(moment.game, moment.side, (), games=_GLANCE)
    cards = moment.game.state.rules.content.cards
    plan = ActionPlan(max(uses, key=lambda choice: cards[choice.arg].ops, default=Choice("auto_op")), (order,))
    both = [scales.weigh(Orders(plan, (("flank", Choice(how)),))) for how in ("flank", "frontal")]
    flank, front = both
    return flank is not None and front is not None and flank.worth - front.worth >= FRONT / 2


# -- one position -----------------------------------------------------------------------


def worth_a_look(wanted: Wanted, deal: int) -> Iterator[tuple[Moment, list[Stake]]]:
    """Yield the positions of a war with something at stake; early ones of some wars, later ones of others."""
    first = 0
    for moment in war(wanted, deal):
        state = moment.game.state
        first = first or state.turn + deal % min(_TURNS, state.rules.scenario.last_turn)
        if len(moment.opening) > _LONG:
            return
        if state.turn >= first and SIDE_NAMES[moment.side] in wanted.seats:
            at_stake = [stake for stake in stakes(moment, wanted.least) if stake.kind in wanted.kinds]
            if at_stake:
                yield moment, at_stake
