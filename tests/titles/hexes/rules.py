"""The rules of the hex game: a turn has two phases, blue's and red's, in each of which stacks march and attack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from engine.core.bits import mask
from engine.core.frames import Decision, Flow, Frame, FrameTable
from engine.core.game import Game, Result
from engine.core.options import Choice, Options
from engine.errors import Reason, SnapshotError
from tests.titles.hexes.facts import BLUE, NOWHERE, RED, SIDES, facts
from tests.titles.hexes.state import AHEAD, State

HexGame: TypeAlias = Game[State]
#: An attack is made with one die; from `HIT` on it hits, up to `REPULSE` it is repulsed.
DIE: Final = 20
HIT: Final = 15
REPULSE: Final = 6
#: What each step, an attack from behind, and cover add to the die or take from it.
STEP: Final = 2
BEHIND: Final = 4
COVER: Final = 3
#: What chance is asked for: the deal of each side, and the die.
DEALS: Final = ("deal_blue", "deal_red")
ATTACK: Final = "attack"


# -- flows ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Battle(Flow):
    """A whole game."""

    kind: ClassVar[str] = "battle"
    steps: ClassVar[tuple[str, ...]] = ("deal", "turn", "blue", "red", "again")

    def deal(self, game: HexGame) -> None:
        """Each side knows its own stacks alone, unless there is no fog."""
        state, here = game.state, facts()
        for side in (BLUE, RED):
            steps = here.deals[game.choose(DEALS[side], range(len(here.deals)))]
            state.steps += steps
            game.emit("dealt", secret={side: {"steps": steps}}, side=side)
        state.at, state.fort = here.begins, here.hits
        state.facing = tuple(AHEAD[here.side_of(stack)] for stack in range(len(here.begins)))
        state.seen = 0 if state.fog else mask(range(len(here.begins)))

    def turn(self, game: HexGame) -> None:
        """Another turn, or the end."""
        state = game.state
        if state.turn < facts().scenarios[state.scenario].turns:
            state.turn += 1
            game.emit("turn", turn=state.turn)
            return
        game.reveal()
        lead = state.score - facts().scenarios[state.scenario].par
        game.emit("ended", steps=state.steps, fort=state.fort, score=state.score)
        winner = None if lead == 0 else BLUE if lead > 0 else RED
        game.finish(Result(winner, "drawn" if winner is None else "points", {"score": state.score}))

    def blue(self, game: HexGame) -> None:
        """The first phase."""
        game.call(Phase, BLUE)

    def red(self, game: HexGame) -> None:
        """The second phase."""
        game.call(Phase, RED)

    def again(self, game: HexGame) -> None:
        """A turn after the other."""
        game.jump("turn")


@dataclass(frozen=True, slots=True)
class Phase(Flow):
    """The phase of a side."""

    side: int
    kind: ClassVar[str] = "phase"
    steps: ClassVar[tuple[str, ...]] = ("begin", "orders", "over")

    def begin(self, game: HexGame) -> None:
        """Every stack may march and attack again."""
        state = game.state
        state.phase, state.marched, state.fought, state.finished = self.side, 0, 0, False
        game.call(First)

    def orders(self, game: HexGame) -> None:
        """As many orders as the side likes."""
        if not game.state.finished:
            game.call(Orders)

    def over(self, game: HexGame) -> None:
        """The other side is next."""
        game.emit("action_over")


# -- decisions ------------------------------------------------------------------------------


class _OfThePhase(Decision):
    """A decision of the side whose phase it is."""

    forced: ClassVar[bool] = False
    __slots__ = ()

    def actor(self, game: HexGame) -> int:
        """Whose phase it is."""
        return game.state.phase


@dataclass(frozen=True, slots=True)
class Orders(_OfThePhase):
    """Which stack marches or attacks next; an order is a short chain of decisions that begins here."""

    kind: ClassVar[str] = "orders"
    verbs: ClassVar[dict[str, str]] = {"march": "stack", "attack": "stack", "finish": ""}

    def options(self, game: HexGame) -> Options:
        """Each stack marches once and attacks once, in this order."""
        state = game.state
        own = [one for one in facts().of(state.phase) if state.at[one] != NOWHERE]
        march = mask(own) & ~state.marched & ~state.fought
        attack = mask(one for one in own if state.targets(one)) & ~state.fought
        return Options({"march": march, "attack": attack, "finish": 1})

    def resolve(self, game: HexGame, choice: Choice) -> None:
        """The order goes on with where to, or at what; then the next one is asked."""
        self.give(game, choice, game.call)

    def give(self, game: HexGame, choice: Choice, go: Callable[..., None]) -> None:
        """Begin a march or an attack by a transition, or finish the phase."""
        if choice.verb == "march":
            game.state.marched |= 1 << choice.arg
            go(March, choice.arg, facts().pace)
        elif choice.verb == "attack":
            game.state.fought |= 1 << choice.arg
            go(Aim, choice.arg)
        else:
            game.state.finished = True

    def explain(self, game: HexGame, choice: Choice) -> Reason:
        """By what the side knows of its own stacks."""
        state = game.state
        data = {"stack": choice.arg}
        if choice.arg not in facts().of(state.phase) or state.at[choice.arg] == NOWHERE:
            return Reason("not_yours", "2.1", data)
        if state.fought >> choice.arg & 1:
            return Reason("has_attacked", "2.1", data)
        if choice.verb == "march":
            return Reason("has_marched", "2.1", data)
        return Reason("nobody_before", "4.1" if state.steps[choice.arg] else "4.4", data)


@dataclass(frozen=True, slots=True)
class First(Orders):
    """The first order of a phase: it is asked between two actions, and what was told of the last one is complete then."""

    kind: ClassVar[str] = "first"

    def resolve(self, game: HexGame, choice: Choice) -> None:
        """The action begins; orders behind the first one are asked as `Orders`."""
        game.emit("action", side=game.state.phase, round=game.state.phase + 1)
        self.give(game, choice, game.goto)
        if choice.verb == "finish":
            game.emit("waited")


@dataclass(frozen=True, slots=True)
class March(_OfThePhase):
    """A stack goes a hex or turns: one number says where it stands then, and how it faces."""

    stack: int
    left: int
    kind: ClassVar[str] = "march"
    verbs: ClassVar[dict[str, str]] = {"go": "placing", "halt": ""}

    def options(self, game: HexGame) -> Options:
        """Hexes beside its own, and that itself; never from one zone to another, whether the enemy there is seen or not."""
        state, here, side = game.state, facts(), game.state.phase
        at, zone = state.at[self.stack], state.zone(RED - side)
        beside = mask(one for one in here.beyond[at] if one != NOWHERE and state.open(one, side))
        reached = beside & ~zone if zone >> at & 1 else beside
        placings = sum(63 << 6 * hex_ for hex_ in range(len(here.hexes)) if reached >> hex_ & 1)
        turned = 63 << 6 * at & ~(1 << 6 * at + state.facing[self.stack])
        return Options({"go": placings | turned, "halt": 1})

    def resolve(self, game: HexGame, choice: Choice) -> None:
        """Everybody sees where it goes; how it faces, its own side alone, as long as it is not seen."""
        if choice.verb == "halt":
            return
        turns = choice.arg // 6 == game.state.at[self.stack]
        _place(game, "turned" if turns else "marched", self.stack, choice.arg)
        if self.left > 1:
            game.stay(left=self.left - 1)

    def told(self, game: HexGame, choice: Choice) -> str:
        """A hidden stack is seen to go, not how it faces."""
        if choice.verb == "halt" or game.state.knows(None, self.stack):
            return ""
        return f"go {facts().hexes[choice.arg // 6]}"

    def explain(self, game: HexGame, choice: Choice) -> Reason:
        """That a hex is held, not by whom: the same words for an enemy that is seen and for one that is not."""
        state, to = game.state, choice.arg // 6
        data = {"stack": self.stack, "hex": to}
        if to == state.at[self.stack]:
            return Reason("faces_there", "3.2", data)
        if to not in facts().beyond[state.at[self.stack]]:
            return Reason("too_far", "3.1", data)
        return Reason(
            "held" if state.open(to, state.phase) else "occupied", "3.3" if state.open(to, state.phase) else "3.1", data
        )


@dataclass(frozen=True, slots=True)
class Aim(_OfThePhase):
    """What a stack attacks: several targets may be in one hex."""

    stack: int
    kind: ClassVar[str] = "aim"
    verbs: ClassVar[dict[str, str]] = {"at": "target"}

    def options(self, game: HexGame) -> Options:
        """Everything before it."""
        return Options({"at": game.state.targets(self.stack)})

    def resolve(self, game: HexGame, choice: Choice) -> None:
        """It is seen from now on. A fort stands; a stack is asked whether it does."""
        _uncover(game, self.stack)
        game.emit("attacked", stack=self.stack, target=choice.arg)
        if choice.arg == facts().fort_target:
            _roll(game, self.stack, choice.arg)
        else:
            game.goto(Answer, self.stack, choice.arg)

    def explain(self, game: HexGame, choice: Choice) -> Reason:
        """It is not before it."""
        return Reason("not_before", "4.1", {"stack": self.stack, "target": choice.arg})


@dataclass(frozen=True, slots=True)
class Answer(Decision):
    """The other side is asked in the middle of the attack: stand, or fall back to a hex with a facing."""

    stack: int
    target: int
    kind: ClassVar[str] = "answer"
    verbs: ClassVar[dict[str, str]] = {"stand": "", "fall_back": "placing"}
    forced: ClassVar[bool] = False

    def actor(self, game: HexGame) -> int:
        """Whoever is attacked."""
        return RED - game.state.phase

    def options(self, game: HexGame) -> Options:
        """Hexes that are not beside the attacker."""
        state, here = game.state, facts()
        attacker = state.at[self.stack]
        free = (
            one for one in here.beyond[state.at[self.target]] if one != NOWHERE and state.open(one, self.actor(game))
        )
        away = [one for one in free if one not in here.beyond[attacker]]
        return Options({"stand": 1, "fall_back": sum(63 << 6 * hex_ for hex_ in away)})

    def resolve(self, game: HexGame, choice: Choice) -> None:
        """Who falls back stays as hidden as it was."""
        if choice.verb == "stand":
            _uncover(game, self.target)
            _roll(game, self.stack, self.target)
        else:
            _place(game, "fell_back", self.target, choice.arg)

    def told(self, game: HexGame, choice: Choice) -> str:
        """As with a march."""
        if choice.verb == "stand" or game.state.knows(None, self.target):
            return ""
        return f"fall_back {facts().hexes[choice.arg // 6]}"

    def explain(self, game: HexGame, choice: Choice) -> Reason:
        """It is too near, too far, or taken."""
        return Reason("no_way_back", "4.2", {"hex": choice.arg // 6})


# -- attacks --------------------------------------------------------------------------------


def added(steps: int, against: int = 0, *, behind: bool = False, covered: bool = False) -> int:
    """What is added to the die of an attack with so many steps against so many."""
    return STEP * (steps - against) + (BEHIND if behind else 0) - (COVER if covered else 0)


def shift(state: State, stack: int, target: int) -> int:
    """The same of a stack against a target; a fort has no steps."""
    here = facts()
    if target == here.fort_target:
        return added(state.steps[stack])
    behind = state.at[stack] not in here.front(state.at[target], state.facing[target])
    return added(state.steps[stack], state.steps[target], behind=behind, covered=state.covered(target))


def chances(plus: int) -> tuple[int, int]:
    """How many faces of the die hit, and how many repulse, with so much added."""
    faces = range(1, DIE + 1)
    return sum(die + plus >= HIT for die in faces), sum(die + plus <= REPULSE for die in faces)


def _place(game: HexGame, kind: str, stack: int, placing: int) -> None:
    """Place a stack and tell so: its facing to all who know it, and where that has changed to its own side alone else."""
    state, (to, facing) = game.state, divmod(placing, 6)
    origin, before = state.at[stack], state.facing[stack]
    state.put(stack, to, facing)
    if state.knows(None, stack):
        game.emit(kind, stack=stack, origin=origin, to=to, facing=facing)
        return
    own = {facts().side_of(stack): {"stack": stack, "facing": facing}} if facing != before else None
    game.emit(kind, secret=own, stack=stack, origin=origin, to=to)


def _uncover(game: HexGame, stack: int) -> None:
    """A stack that attacks or stands is seen by both sides for the rest of the game."""
    state = game.state
    if not state.seen >> stack & 1:
        state.seen |= 1 << stack
        game.reveal()
        game.emit("uncovered", stack=stack, steps=state.steps[stack], facing=state.facing[stack])


def _roll(game: HexGame, stack: int, target: int) -> None:
    """Roll the die of an attack, but for a decoy, which just goes."""
    state, here = game.state, facts()
    if target != here.fort_target and not state.steps[target]:
        state.lose(target)
        game.emit("decoy", target=target)
        return
    plus = shift(state, stack, target)
    die = game.die(ATTACK, DIE, wanted=range(max(1, HIT - plus), DIE + 1))
    hit = die + plus >= HIT
    repulsed = die + plus <= REPULSE and target != here.fort_target
    if hit and target == here.fort_target:
        state.fort -= 1
        state.score += here.prize if not state.fort else 0
    elif hit or repulsed:
        state.lose(target if hit else stack)
    game.emit("fought", stack=stack, target=target, die=die, plus=plus, hit=hit, repulsed=repulsed)


# -- the system -----------------------------------------------------------------------------


class Hexes:
    """The rules of one game."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._scenario, self._fog = str(options.get("scenario", "short_day")), bool(options.get("fog", True))
        self._frames = FrameTable(Battle, Phase, First, Orders, March, Aim, Answer)

    @property
    def title(self) -> str:
        """As stored."""
        return "hexes"

    @property
    def digest(self) -> str:
        """The hexes and targets by number."""
        return "-".join((*facts().hexes, *map(facts().name, range(facts().fort_target + 1))))

    @property
    def frames(self) -> FrameTable:
        """Flows and decisions."""
        return self._frames

    def new_state(self) -> State:
        """Before the deal."""
        return State(self._scenario, self._fog)

    def load_state(self, data: Any) -> State:
        """A stored position."""
        try:
            return State.load(data)
        except (AttributeError, TypeError) as error:
            raise SnapshotError(f"this is not a position of the hex game: {error!r}") from error

    def opening(self) -> Frame:
        """A whole game."""
        return Battle()

    def imagine(self, state: State, side: int) -> State:
        """What the side knows of the enemy, and guesses for the rest."""
        return state.imagined(side)

    def drawn_for(self, purpose: str) -> int | None:
        """The deals are secret; the die lies open."""
        return DEALS.index(purpose) if purpose in DEALS else None

    def name_of(self, kind: str, arg: int) -> str:
        """`c3` for a hex, `c3/se` for a placing, `blue1` or `fort` for a stack or target."""
        if kind == "placing":
            return f"{facts().hexes[arg // 6]}/{SIDES[arg % 6]}"
        return facts().name(arg) if kind in ("stack", "target") else str(arg)

    def id_of(self, kind: str, name: str) -> int:
        """Inverse of `name_of`."""
        here = facts()
        names = [here.name(target) for target in range(here.fort_target + 1)]
        hex_, _, side = name.partition("/")
        if kind == "placing" and hex_ in here.hexes and side in SIDES:
            return here.hexes.index(hex_) * 6 + SIDES.index(side)
        if kind in ("stack", "target") and name in names:
            return names.index(name)
        raise KeyError(name)


__all__ = [
    "ATTACK", "BEHIND", "COVER", "DIE", "HIT", "REPULSE", "STEP", "Aim", "Answer", "Battle", "First", "HexGame", "Hexes", "March", "Orders",
    "Phase", "chances", "shift",
]  # fmt: skip
