"""`python -m benchmarks.puzzles mine|check`: finds puzzles in wars of the levels against each other, and tries those that ship once more.

`mine` plays wars and looks at each action round from its seat. Where a space, an army or a flank is at stake, a general thinks of plans;
what comes to the front is shortened to the orders that matter and weighed beside everything that was thought of, in the same
imagined games with the same dice. A puzzle is a position in which the best plan is short and better by a margin than all that miss its aim,
also in other imagined games and beside what a general finds with all his time. How often recruits and officers miss it says how hard it is.
`check` has a general think again of each that ships, weighs its solution beside that in other imagined games, and prints what is left
of its margin.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any

from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.puzzles import Puzzle, PuzzleFigures, PuzzleMade, PuzzleMissed, load_puzzles
from engine.pog.content.records import SIDE_NAMES
from engine.pog.opponent import aims, explained, ideas, puzzles
from engine.pog.opponent.deliberation import Deliberation, goals, round_over
from engine.pog.opponent.levels import OFFICER, RECRUIT, SKETCH, Level
from engine.pog.opponent.match import LEVELS, MOST_CHOICES
from engine.pog.opponent.orders import March, Plan, Strike, ordered
from engine.pog.opponent.seat import Luck, Offers, asked
from engine.pog.opponent.staff import Staff
from engine.pog.opponent.trial import Listener, Orders, Reached, Scales, Weighed
from engine.pog.rules import combat as fight
from engine.pog.rules import prospects
from engine.pog.state import State

FOLDER = Path(__file__).parent.parent / "assets" / "pog" / "puzzles"
#: What an idea, or what is in danger, must be worth to be looked at if nothing else is said; the bonus of a flank attempt.
_PROMISES, _FLANK = 0.9, 1
#: Shares of a general's work: to look, and to make sure.
_LOOK, _SURE = 0.35, 1.0
#: Plans that are weighed; games for a glance, to look, and to make sure, with a seed of their own.
_PLANS, _GLANCE, _GAMES, _MANY, _OTHER_SEED = 9, 6, 12, 36, 2
#: VP by which the solution is better than all that miss the aim.
MARGIN = 0.8
#: How likely the solution reaches the aim at least, how far it is reached before, and what of it another plan misses.
_REACHED, _BEFORE, _MISSES = 0.5, 0.5, 0.6
#: Orders of a solution at most, what an order must bring to belong to it.
_SHORT, _MATTERS = 3, 0.3
#: How often each level tries, and how often they must miss it, the shares of both together.
_TRIES, _MISSED = 8, 0.25
#: An officer who misjudges by so many VP: else all officers do the same, and miss it always or never.
_ON_A_BAD_DAY = replace(OFFICER, blur=0.3)
#: Letters of names; without vowels they are no words.
_LETTERS = "bcdfghjklmnpqrstvwxz"
#: Puzzles of one war at most, positions of it that are looked at, from which of its turns on by its number, and choices before.
_OF_A_WAR, _LOOKED, _TURNS, _LONG = 2, 14, 6, 1500
#: Kinds, the rarest first, and how many stakes are looked at in a position.
_RARE, _STAKES = ("army", "flank", "space"), 5
#: What a flank attack must be better than the same attack from the front.
_FRONT = 0.3


@dataclass(frozen=True, slots=True)
class Stake:
    """What may be at stake in an action round: the kind of puzzle, the space, the units of an army."""

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
        """Its own numbers: the same whenever it is looked at."""
        return random.Random(f"{self.seed}/{len(self.opening)}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for: in which wars, between whom, the Allies first, which kinds, what must be at stake in VP, for which seats."""

    scenario: str
    players: tuple[str, str]
    kinds: tuple[str, ...]
    least: float
    seats: tuple[str, ...] = SIDE_NAMES

    def command(self, deal: int) -> str:
        """What finds the puzzles of one war again."""
        words = ["python -m benchmarks.puzzles mine", self.scenario, "--players", *self.players]
        words += ["--deals", str(deal), str(deal + 1)]
        words += ["--kinds", *self.kinds] if set(self.kinds) < set(_RARE) else []
        words += ["--least", str(self.least)] if self.least != _PROMISES else []
        words += ["--seats", *self.seats] if set(self.seats) < set(SIDE_NAMES) else []
        return " ".join(words)


def war(wanted: Wanted, deal: int) -> Iterator[Moment]:
    """The action rounds of one war, the Allies' player first."""
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
    """What may be at stake for whoever acts, as far as the seat can see at a glance, if it is worth so much."""
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
    found.sort(key=lambda stake: _RARE.index(stake.kind))
    return list(dict.fromkeys(found))[:_STAKES]


def _most_ops(game: Game[State]) -> int:
    cards = game.state.rules.content.cards
    return max((cards[choice.arg].ops for choice in game.options() if choice.verb == "ops"), default=1)


def _may_flank(state: State, side: int, order: Strike) -> bool:
    combat = prospects.combat_between(state, side, order.units, order.target)
    return fight.flank_possible(state, combat) and fight.flank_drm(state, combat) >= _FLANK


def _flank_pays(moment: Moment, order: Strike) -> bool:
    """True if an attack alone comes to more with a flank attempt than from the front, at first sight."""
    uses = [choice for choice in moment.game.options() if choice.verb == "ops"]
    scales = Scales(moment.game, moment.side, (), games=_GLANCE)
    cards = moment.game.state.rules.content.cards
    plan = Plan(max(uses, key=lambda choice: cards[choice.arg].ops, default=Choice("auto_op")), (order,))
    both = [scales.weigh(Orders(plan, (("flank", Choice(how)),))) for how in ("flank", "frontal")]
    flank, front = both
    return flank is not None and front is not None and flank.worth - front.worth >= _FRONT / 2


# -- one position -----------------------------------------------------------------------


class Seeker:
    """Looks for a puzzle in one position."""

    def __init__(self, moment: Moment, at_stake: Sequence[Stake]) -> None:
        self.moment, self.stakes, self.side = moment, at_stake, moment.side
        self.game = moment.game
        self.rules = moment.game.state.rules
        self.reached = [_measure(stake, self.side) for stake in at_stake]
        self.scales = Scales(self.game, self.side, self.reached, games=_GAMES)
        self.rng = moment.numbers

    def found(self) -> Puzzle | None:
        """A puzzle, if there is one."""
        weighed = self._weighed(self._thought(_LOOK))
        if not weighed:
            return None
        best, came = max(weighed, key=lambda one: one[1].worth)
        for number, stake in enumerate(self.stakes):
            if self._clear(number, came, weighed):
                short = self._short(best, came)
                if short is not None:
                    return self._puzzle(number, stake, *short, weighed)
        return None

    def _thought(self, effort: float) -> list[Orders]:
        """Plans that a general thinks of, and what officers would do."""
        offers = Offers(self.game)
        thinks = Deliberation(offers, offers.imagine(self.rng), self.rng, effort)
        first = thinks.action()
        assert thinks.final is not None
        ranked = [runner.plan for runner in thinks.final.ranked()]
        plans = [*([first] if first is not None else []), *ranked[:_PLANS], *self._apart(ranked)]
        return [Orders(plan) for plan in dict.fromkeys(plans)]

    @staticmethod
    def _apart(ranked: Sequence[Plan]) -> list[Plan]:
        """The best plan of each use that is not an operation."""
        best: dict[str, Plan] = {}
        for plan in ranked:
            if plan.use.verb not in ("ops", "auto_op"):
                best.setdefault(plan.use.verb, plan)
        return list(best.values())

    def _weighed(self, plans: Sequence[Orders]) -> list[tuple[Orders, Weighed]]:
        return [(one, came) for one in plans if (came := self.scales.weigh(one)) is not None]

    def _clear(self, number: int, came: Weighed, weighed: Sequence[tuple[Orders, Weighed]]) -> bool:
        """True if a plan reaches an aim, and all that miss it are worse by the margin."""
        before = self.reached[number](self.game.state)
        if came.aims[number] < max(_REACHED, before + 0.4) or before > _BEFORE:
            return False
        return came.worth - max((one.worth for one in self._missing(number, came, weighed)), default=-99.0) >= MARGIN

    @staticmethod
    def _missing(number: int, came: Weighed, weighed: Sequence[tuple[Orders, Weighed]]) -> list[Weighed]:
        return [one for _, one in weighed if one.aims[number] < _MISSES * came.aims[number]]

    def _short(self, best: Orders, came: Weighed) -> tuple[Orders, Weighed] | None:
        """The best plan without the orders that hardly matter; None if too much is left, or more than one attack."""
        if best.plan.use.verb not in ("ops", "auto_op"):
            return None
        for order in reversed(best.plan.orders):
            less = Orders(replace(best.plan, orders=tuple(one for one in best.plan.orders if one != order)))
            now = self.scales.weigh(less)
            if now is not None and now.worth >= came.worth - _MATTERS:
                best, came = less, now
        orders = best.plan.orders
        return (best, came) if len(orders) <= _SHORT and sum(isinstance(one, Strike) for one in orders) <= 1 else None

    def _puzzle(
        self, number: int, stake: Stake, best: Orders, came: Weighed, weighed: Sequence[tuple[Orders, Weighed]]
    ) -> Puzzle | None:
        """The puzzle, if it stands when it is looked at more closely."""
        texts = self._texts(best, stake)
        if texts is None or not self._clear(number, came, weighed):
            return None
        scales = Scales(self.game, self.side, self.reached[number : number + 1], games=_MANY)
        others = [*without(best), *self._best_missing(number, came, weighed), *self._thought(_SURE)[:4]]
        mine, idle = scales.weigh(best), scales.weigh(Orders(Plan(best.plan.use)))
        if mine is None or idle is None:
            return None
        tried = [one for plan in others if (one := scales.weigh(plan)) is not None]
        missing = [one for one in tried if one.aims[0] < _MISSES * mine.aims[0]]
        other = max([*missing, idle], key=lambda one: one.worth)
        margin = mine.worth - other.worth
        if margin < MARGIN or (stake.kind == "flank" and not self._by_flank(scales, best, mine, stake.space)):
            return None
        if self._again(number, best, [*without(best), *self._best_missing(number, came, weighed)]) < MARGIN:
            return None
        figures = PuzzleFigures(
            best=round(mine.worth, 3), best_aim=round(mine.aims[0], 3),
            other=round(other.worth, 3), other_aim=round(other.aims[0], 3), idle=round(idle.worth, 3),
        )  # fmt: skip
        return self._told(stake, best, texts, figures, number)

    @staticmethod
    def _by_flank(scales: Scales, best: Orders, mine: Weighed, space: int) -> bool:
        """True if the plan strikes a space, and would come to much less without the flank."""
        front = scales.weigh(Orders(best.plan, (("flank", Choice("frontal")),)))
        struck = any(isinstance(order, Strike) and order.target == space for order in best.plan.orders)
        return struck and front is not None and mine.worth - front.worth >= _FRONT

    def _again(self, number: int, best: Orders, others: Sequence[Orders]) -> float:
        """The margin in other imagined games."""
        scales = Scales(self.game, self.side, self.reached[number : number + 1], _OTHER_SEED, _MANY)
        mine = scales.weigh(best)
        if mine is None:
            return 0.0
        tried = [one for plan in others if (one := scales.weigh(plan)) is not None]
        return mine.worth - max((one.worth for one in tried if one.aims[0] < _MISSES * mine.aims[0]), default=-99.0)

    def _best_missing(self, number: int, came: Weighed, weighed: Sequence[tuple[Orders, Weighed]]) -> list[Orders]:
        some = [
            (one.worth, place) for place, (_, one) in enumerate(weighed) if one in self._missing(number, came, weighed)
        ]
        return [weighed[place][0] for _, place in sorted(some, reverse=True)[:2]]

    def _texts(self, best: Orders, stake: Stake) -> tuple[str, ...] | None:
        """The solution as choices: until its last order is given, and the flank is tried; None if it is not all given."""
        game = self.game.copy(Luck(random.Random(0)))
        listener, rng = Listener(self.side), random.Random(0)
        texts: list[str] = []
        says = best.plan
        strikes = sum(isinstance(one, Strike) for one in says.orders)
        for _ in range(80):
            if not game.stack or (texts and round_over(game)):
                break
            mine = game.decision.actor(game) == self.side
            choice = ordered(game, says) if mine else None
            told = choice is not None
            if mine and game.decision.kind == "flank":
                choice, told = Staff(game, SKETCH, rng).answer(), True
            choice = choice or Staff(game, SKETCH, rng).answer()
            if told:
                listener.hear(game, choice)
                texts.append(game.text(choice))
            struck = strikes and game.decision.kind in ("flank", "attacker_loss", "defender_loss", "advance")
            game.apply(choice)
            if struck:
                break
        orders = listener.orders()
        given = orders is not None and _same(orders.plan, best.plan)
        if stake.kind == "flank" and "flank" not in texts:
            return None
        while texts and texts[-1] in ("finish", "stop", "leave"):
            texts.pop()
        return tuple(texts) if given and texts else None

    def _told(
        self, stake: Stake, best: Orders, texts: tuple[str, ...], figures: PuzzleFigures, number: int
    ) -> Puzzle | None:
        """The puzzle with how hard it is; None if nobody misses it."""
        content, state = self.rules.content, self.game.state
        space = content.spaces[stake.space].name
        missed = missed_by_levels(self.game, self.side, self.reached[number], best, figures.margin)
        if missed.recruit + missed.officer < _MISSED:
            return None
        return Puzzle.model_validate(
            {
                "name": named(self.moment.seed, len(self.moment.opening)),
                "kind": stake.kind,
                "scenario": self.moment.scenario,
                "seat": SIDE_NAMES[self.side],
                "turn": state.turn,
                "round": state.round,
                "seed": self.moment.seed,
                "aim": space,
                "units": tuple(content.units[unit].name for unit in members(stake.units)),
                "solution": texts,
                "goals": tuple((kind, content.spaces[end].name) for kind, end in goals(best.plan)),
                "facts": explained.facts(state, self.side, stake.kind, best.plan, stake.space),
                "rating": rating(missed),
                "figures": figures,
                "missed": missed,
                "made": self.moment.made,
                "opening": self.moment.opening,
            }
        )


def without(best: Orders) -> list[Orders]:
    """The plan without each of its orders, and without the flank."""
    orders = best.plan.orders
    less = [Orders(replace(best.plan, orders=tuple(one for one in orders if one != order))) for order in orders]
    return [*less, Orders(best.plan, (("flank", Choice("frontal")),))]


def missed_by_levels(game: Game[State], side: int, reached: Reached, best: Orders, margin: float) -> PuzzleMissed:
    """How often the levels miss a puzzle."""
    scales = Scales(game, side, (reached,), games=_GAMES)
    came = scales.weigh(best)
    assert came is not None
    shares = {}
    for level in (RECRUIT, _ON_A_BAD_DAY):
        known: dict[str, bool] = {}
        grades = []
        for number in range(_TRIES):
            orders = _tried(game, side, level, random.Random(f"{level.name}/{number}"))
            assert orders is not None
            key = repr(orders.plan)
            if key not in known:
                mine = scales.weigh(orders)
                known[key] = mine is None or puzzles.graded(
                    came.worth - mine.worth, margin, mine.aims[0], came.aims[0]
                ) != "solved"  # fmt: skip
            grades.append(known[key])
        shares[level.name] = sum(grades) / _TRIES
    return PuzzleMissed(recruit=shares["recruit"], officer=shares["officer"], tries=_TRIES)


def named(seed: str, before: int) -> str:
    """A name that tells nothing of the solution and stays the same whenever the position is found."""
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in sha256(f"{seed}/{before}".encode()).digest()[:4])


def rating(missed: PuzzleMissed) -> int:
    """How hard a puzzle is: 700 if nobody misses it, 1900 if everybody does."""
    return round(700 + 400 * missed.recruit + 800 * missed.officer)


def _measure(stake: Stake, side: int) -> Reached:
    if stake.kind == "army":
        return aims.saved(side, stake.units)
    return aims.won(side, stake.space) if stake.kind == "space" else aims.thrown_out(side, stake.space)


def _same(one: Plan, other: Plan) -> bool:
    return one.use == other.use and len(one.orders) >= len(other.orders)


def _tried(game: Game[State], side: int, level: Level, rng: random.Random) -> Orders | None:
    """What a level orders in an action round."""
    twin, listener = Offers(game).imagine(rng), Listener(side)
    for number in range(200):
        if not twin.stack or (number and round_over(twin)):
            break
        mine = twin.decision.actor(twin) == side
        choice = Staff(twin, level if mine else SKETCH, rng).answer()
        listener.hear(twin, choice)
        twin.apply(choice)
    return listener.orders()


# -- files ------------------------------------------------------------------------------


def written(puzzle: Puzzle) -> str:
    """A puzzle as a file."""
    plain = puzzle.model_dump(mode="json")
    parts = {name: plain.pop(name) for name in ("options", "figures", "missed", "made")}
    opening, facts = plain.pop("opening"), plain.pop("facts")
    lines = ["# Found by a command, see below; what is changed by hand here is lost when it runs again."]
    lines += _values(plain)
    lines += ["opening = [", *(f"    {json.dumps(text)}," for text in opening), "]"]
    for name, part in parts.items():
        if part:
            lines += ["", f"[{name}]", *_values(part)]
    for fact in facts:
        figures = fact.pop("figures")
        lines += ["", "[[facts]]", *_values(fact), *(f"figures.{name} = {value}" for name, value in figures.items())]
    return "\n".join(lines) + "\n"


def _values(plain: Mapping[str, Any]) -> list[str]:
    return [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in plain.items()]


def mine(wanted: Wanted, deals: range, folder: Path) -> None:
    """Look through wars and write what is found; a file for each puzzle."""
    began, looked = process_time(), 0
    for deal in deals:
        found: list[Puzzle] = []
        for seen, (moment, at_stake) in enumerate(worth_a_look(wanted, deal), 1):
            looked += 1
            puzzle = Seeker(moment, at_stake).found()
            if puzzle is not None and all(one.aim != puzzle.aim for one in found) and _stands(puzzle):
                found.append(puzzle)
                (folder / f"{puzzle.name}.toml").write_text(written(puzzle), encoding="utf-8")
                print(f"\n{_line(puzzle)}", file=sys.stderr)
            state, seconds = moment.game.state, process_time() - began
            print(
                f"\r{wanted.scenario} {deal}, turn {state.turn}.{state.round}: {looked} positions looked at, {seconds:.0f} s ",
                end="", file=sys.stderr, flush=True,
            )  # fmt: skip
            if len(found) == _OF_A_WAR or seen == _LOOKED:
                break
    print(file=sys.stderr)


def worth_a_look(wanted: Wanted, deal: int) -> Iterator[tuple[Moment, list[Stake]]]:
    """The positions of a war in which something is at stake, with what; early ones of some wars, later ones of others."""
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


def _line(puzzle: Puzzle) -> str:
    figures, missed = puzzle.figures, puzzle.missed
    return (
        f"{puzzle.name:<32} {puzzle.scenario} {puzzle.seat} {puzzle.turn}.{puzzle.round}  {figures.best:+.2f} aim {figures.best_aim:.2f}, "
        f"else {figures.other:+.2f} aim {figures.other_aim:.2f}; missed {missed.recruit:.2f} {missed.officer:.2f}, {puzzle.rating}\n"
        f"    {' | '.join(puzzle.solution)}"
    )


def check(games: int, seed: int, effort: float) -> int:
    """Weigh the solutions that ship beside what a general finds anew, in other imagined games; 1 if one has lost half its margin."""
    worse = 0
    for puzzle in load_puzzles():
        left, plan = _left(puzzle, games, seed, effort)
        worse += left < MARGIN / 2
        print(f"{_line(puzzle)}\n    {left:+.2f} better than {plan}", flush=True)
    return int(bool(worse))


def _stands(puzzle: Puzzle) -> bool:
    """True if a general who thinks again finds nothing that misses the aim and is nearly as good."""
    return _left(puzzle, _MANY, _OTHER_SEED, _SURE)[0] >= MARGIN / 2


def _left(puzzle: Puzzle, games: int, seed: int, effort: float) -> tuple[float, str]:
    """By how much a solution is still better than all that misses its aim, and the best of that in words of the record."""
    game, rng = puzzles.position(puzzle), random.Random(seed)
    scales = puzzles.scales(puzzle, game, seed, games)
    solution, offers = puzzles.solved_by(puzzle, game.copy()), Offers(game)
    best = scales.weigh(solution)
    assert best is not None
    thinks = Deliberation(offers, offers.imagine(rng), rng, effort)
    thinks.action()
    plans = [runner.plan for runner in thinks.final.ranked()[:_PLANS]] if thinks.final is not None else []
    names, misses = game.state.rules.content.spaces, []
    for other in [Orders(Plan(solution.plan.use)), *without(solution), *map(Orders, plans)]:
        came, plan = scales.weigh(other), other.plan
        if came is not None and came.aims[0] < _MISSES * best.aims[0]:
            told = ", ".join(f"{kind} {names[space].name}" for kind, space in goals(plan)) or "no orders"
            misses.append((best.worth - came.worth, f"{game.text(plan.use)}: {told}"))
    return min(misses)


def main(arguments: Sequence[str] | None = None) -> int:
    """Mine or check."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.puzzles", description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    mining = commands.add_parser("mine")
    mining.add_argument("scenario")
    mining.add_argument("--players", nargs=2, default=("officer", "officer"), metavar="LEVEL", help="the Allies first")
    mining.add_argument("--deals", nargs=2, type=int, default=(0, 10), metavar="N", help="from, up to")
    mining.add_argument("--kinds", nargs="+", default=_RARE, choices=_RARE)
    mining.add_argument("--least", type=float, default=_PROMISES, help="VP that must be at stake (%(default)s)")
    mining.add_argument("--seats", nargs="+", default=SIDE_NAMES, choices=SIDE_NAMES)
    mining.add_argument("--folder", type=Path, default=FOLDER)
    checking = commands.add_parser("check")
    checking.add_argument("--games", type=int, default=_MANY)
    checking.add_argument("--seed", type=int, default=_OTHER_SEED)
    checking.add_argument("--effort", type=float, default=_SURE, help="share of a general's usual work (%(default)s)")
    given = parser.parse_args(arguments)
    if given.what == "check":
        return check(given.games, given.seed, given.effort)
    wanted = Wanted(given.scenario, tuple(given.players), tuple(given.kinds), given.least, tuple(given.seats))
    mine(wanted, range(*given.deals), given.folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
