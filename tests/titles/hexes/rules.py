"""The rules of the hex game: each turn has a phase of blue and one of red, in which stacks march and attack."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from engine.core.bits import mask
from engine.core.frames import Decision, Flow
from engine.core.game import Game, Result
from engine.core.options import Choice, Options
from engine.errors import Reason
from tests.titles.hexes.facts import BLUE, NOWHERE, RED, facts
from tests.titles.hexes.state import AHEAD, State

HexGame: TypeAlias = Game[State]
#: Faces of the die; the least total that hits, and the greatest that is repulsed.
DIE: Final = 20
HIT: Final = 15
REPULSE: Final = 6
#: Modifiers of the die: for each step of difference, an attack from behind, and (subtracted) cover.
STEP: Final = 2
BEHIND: Final = 4
COVER: Final = 3
#: Purposes of draws: the deal of each side, and the die.
DEALS: Final = ("deal_blue", "deal_red")
ATTACK: Final = "attack"


# -- flows ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Battle(Flow):
    """A whole game."""

    kind: ClassVar[str] = "battle"
    steps: ClassVar[tuple[str, ...]] = ("deal", "turn", "blue", "red", "again")

    def deal(self, game: HexGame) -> None:
        """Deal the steps; without fog both sides know all stacks."""
        state, here = game.state, facts()
        for side in (BLUE, RED):
            steps = here.deals[game.choose(DEALS[side], range(len(here.deals)))]
            state.steps += steps
            game.emit("dealt", secret={side: {"steps": steps}}, side=side)
        state.at, state.fort = here.begins, here.hits
        state.facing = tuple(AHEAD[here.side_of(stack)] for stack in range(len(here.begins)))
        state.seen = 0 if state.fog else mask(range(len(here.begins)))

    def turn(self, game: HexGame) -> None:
        """Begin the next turn, or end the game."""
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
        """Run blue's phase."""
        game.call(Phase, BLUE)

    def red(self, game: HexGame) -> None:
        """Run red's phase."""
        game.call(Phase, RED)

    def again(self, game: HexGame) -> None:
        """Go on with the next turn."""
        game.jump("turn")


@dataclass(frozen=True, slots=True)
class Phase(Flow):
    """The phase of one side."""

    side: int
    kind: ClassVar[str] = "phase"
    steps: ClassVar[tuple[str, ...]] = ("begin", "orders", "over")

    def begin(self, game: HexGame) -> None:
        """Let every stack march and attack again."""
        state = game.state
        state.phase, state.marched, state.fought, state.finished = self.side, 0, 0, False
        game.call(First)

    def orders(self, game: HexGame) -> None:
        """Ask for orders until the side finishes its phase."""
        if not game.state.finished:
            game.call(Orders)

    def over(self, game: HexGame) -> None:
        """End the action."""
        game.emit("action_over")


# -- decisions ------------------------------------------------------------------------------


class _PhasingDecision(Decision):
    """A decision of the side whose phase it is."""

    forced: ClassVar[bool] = False
    __slots__ = ()

    def actor(self, game: HexGame) -> int:
        """Return the side whose phase it is."""
        return game.state.phase


@dataclass(frozen=True, slots=True)
class Orders(_PhasingDecision):
    """The next order: a stack that marches or attacks. Further decisions ask where to, or at what."""

    kind: ClassVar[str] = "orders"
    verbs: ClassVar[dict[str, str]] = {"march": "stack", "attack": "stack", "finish": ""}

    def options(self, game: HexGame) -> Options:
        """Return the stacks that can march or attack: each once, and no march after its attack (2.1)."""
        state = game.state
        own = [one for one in facts().stacks_of(state.phase) if state.at[one] != NOWHERE]
        march = mask(own) & ~state.marched & ~state.fought
        attack = mask(one for one in own if state.targets(one)) & ~state.fought
        return Options({"march": march, "attack": attack, "finish": 1})

    def resolve(self, game: HexGame, choice: Choice) -> None:
        """Ask for the rest of the order, then for the next one."""
        self.give(game, choice, game.call)

    def give(self, game: HexGame, choice: Choice, go: Callable[..., None]) -> None:
        """Begin a march or an attack with a transition (`call` or `goto`), or finish the phase."""
        if choice.verb == "march":
            game.state.marched |= 1 << choice.arg
            go(March, choice.arg, facts().pace)
        elif choice.verb == "attack":
            game.state.fought |= 1 << choice.arg
            go(Aim, choice.arg)
        else:
            game.state.finished = True

    def explain(self, game: HexGame, choice: Choice) -> Reason:
        """Explain with what the side knows of its own stacks."""
        state = game.state
        data = {"stack": choice.arg}
        if choice.arg not in facts().stacks_of(state.phase) or state.at[choice.arg] == NOWHERE:
            return Reason("not_yours", "2.1", data)
        if state.fought >> choice.arg & 1:
            return Reason("has_attacked", "2.1", data)
        if choice.verb == "march":
            return Reason("has_marched", "2.1", data)
        return Reason("nobody_before", "4.1" if state.steps[choice.arg] else "4.4", data)


@dataclass(frozen=True, slots=True)
class First(Orders):
    """The first order of a phase. It is asked between two actions, when the story of the last one is complete."""

    kind: ClassVar[str] = "first"

    def resolve(self, game: HexGame, choice: Choice) -> None:
        """Begin the action; later orders are asked as `Orders`."""
        game.emit("action", side=game.state.phase, round=game.state.phase + 1)
        self.give(game, choice, game.goto)
        if choice.verb == "finish":
            game.emit("waited")


@dataclass(frozen=True, slots=True)
class March(_PhasingDecision):
    """A stack enters a hex or turns: one number gives its new hex and facing."""

    stack: int
    left: int
    kind: ClassVar[str] = "march"
    verbs: ClassVar[dict[str, str]] = {"go": "placing", "halt": ""}

    def options(self, game: HexGame) -> Options:
        """Return neighbouring hexes with each facing, and turns; no step from zone to zone, whether the enemy is seen or not (3.3)."""
        state, here, side = game.state, facts(), game.state.phase
        at, zone = state.at[self.stack], state.zone(RED - side)
        beside = mask(one for one in here.neighbours[at] if one != NOWHERE and state.can_enter(one, side))
        reached = beside & ~zone if zone >> at & 1 else beside
        placings = sum(63 << 6 * hex_ for hex_ in range(len(here.hexes)) if reached >> hex_ & 1)
        turned = 63 << 6 * at & ~(1 << 6 * at + state.facing[self.stack])
        return Options({"go": placings | turned, "halt": 1})

    def resolve(self, game: HexGame, choice: Choice) -> None:
        """Move the stack; while it is hidden, only its own side sees its facing."""
        if choice.verb == "halt":
            return
        turns = choice.arg // 6 == game.state.at[self.stack]
        _place(game, "turned" if turns else "marched", self.stack, choice.arg)
        if self.left > 1:
            game.stay(left=self.left - 1)

    def told(self, game: HexGame, choice: Choice) -> str:
        """Return the hex without the facing of a hidden stack."""
        if choice.verb == "halt" or game.state.knows(None, self.stack):
            return ""
        return f"go {facts().hexes[choice.arg // 6]}"

    def explain(self, game: HexGame, choice: Choice) -> Reason:
        """Explain in the same words for seen and hidden enemies: the hex is held or occupied, not by whom."""
        state, to = game.state, choice.arg // 6
        data = {"stack": self.stack, "hex": to}
        if to == state.at[self.stack]:
            return Reason("faces_there", "3.2", data)
        if to not in facts().neighbours[state.at[self.stack]]:
            return Reason("too_far", "3.1", data)
        if not state.can_enter(to, state.phase):
            return Reason("occupied", "3.1", data)
        return Reason("held", "3.3", data)


@dataclass(frozen=True, slots=True)
class Aim(_PhasingDecision):
    """The target of an attack; a hex can hold several targets."""

    stack: int
    kind: ClassVar[str] = "aim"
    verbs: ClassVar[dict[str, str]] = {"at": "target"}

    def options(self, game: HexGame) -> Options:
        """Return all targets in the front of the stack."""
        return Options({"at": game.state.targets(self.stack)})

    def resolve(self, game: HexGame, choice: Choice) -> None:
        """Reveal the attacker; ask an attacked stack whether it stands, and roll at once against the fort."""
        _uncover(game, self.stack)
        game.emit("attacked", stack=self.stack, target=choice.arg)
        if choice.arg == facts().fort_target:
            _roll(game, self.stack, choice.arg)
        else:
            game.goto(Answer, self.stack, choice.arg)

    def explain(self, game: HexGame, choice: Choice) -> Reason:
        """Explain that the target is not in front."""
        return Reason("not_before", "4.1", {"stack": self.stack, "target": choice.arg})


@dataclass(frozen=True, slots=True)
class Answer(Decision):
    """The question to the other side in mid-attack: stand, or fall back to a hex with a facing."""

    stack: int
    target: int
    kind: ClassVar[str] = "answer"
    verbs: ClassVar[dict[str, str]] = {"stand": "", "fall_back": "placing"}
    forced: ClassVar[bool] = False

    def actor(self, game: HexGame) -> int:
        """Return the attacked side."""
        return RED - game.state.phase

    def options(self, game: HexGame) -> Options:
        """Return standing, and free neighbouring hexes that are not adjacent to the attacker."""
        state, here = game.state, facts()
        attacker = state.at[self.stack]
        free = (
            one
            for one in here.neighbours[state.at[self.target]]
            if one != NOWHERE and state.can_enter(one, self.actor(game))
        )
        away = [one for one in free if one not in here.neighbours[attacker]]
        return Options({"stand": 1, "fall_back": sum(63 << 6 * hex_ for hex_ in away)})

    def resolve(self, game: HexGame, choice: Choice) -> None:
        """Reveal a stack that stands and roll; move one that falls back, which stays hidden."""
        if choice.verb == "stand":
            _uncover(game, self.target)
            _roll(game, self.stack, self.target)
        else:
            _place(game, "fell_back", self.target, choice.arg)

    def told(self, game: HexGame, choice: Choice) -> str:
        """Return the hex without the facing of a hidden stack."""
        if choice.verb == "stand" or game.state.knows(None, self.target):
            return ""
        return f"fall_back {facts().hexes[choice.arg // 6]}"

    def explain(self, game: HexGame, choice: Choice) -> Reason:
        """Explain that the stack cannot fall back to this hex."""
        return Reason("no_way_back", "4.2", {"hex": choice.arg // 6})


# -- attacks --------------------------------------------------------------------------------


def added(steps: int, against: int = 0, *, behind: bool = False, covered: bool = False) -> int:
    """Return the modifier of an attack die: by the difference in steps, an attack from behind, and cover."""
    return STEP * (steps - against) + (BEHIND if behind else 0) - (COVER if covered else 0)


def shift(state: State, stack: int, target: int) -> int:
    """Return the modifier of a stack attacking a target; a fort has no steps."""
    here = facts()
    if target == here.fort_target:
        return added(state.steps[stack])
    behind = state.at[stack] not in here.front(state.at[target], state.facing[target])
    return added(state.steps[stack], state.steps[target], behind=behind, covered=state.covered(target))


def chances(plus: int) -> tuple[int, int]:
    """Return how many faces of the die hit, and how many repulse, with a modifier."""
    faces = range(1, DIE + 1)
    return sum(die + plus >= HIT for die in faces), sum(die + plus <= REPULSE for die in faces)


def _place(game: HexGame, kind: str, stack: int, placing: int) -> None:
    """Place a stack and emit the event: a facing that is hidden only to its own side, and only if it has changed."""
    state, (to, facing) = game.state, divmod(placing, 6)
    origin, before = state.at[stack], state.facing[stack]
    state.put(stack, to, facing)
    if state.knows(None, stack):
        game.emit(kind, stack=stack, origin=origin, to=to, facing=facing)
        return
    own = {facts().side_of(stack): {"stack": stack, "facing": facing}} if facing != before else None
    game.emit(kind, secret=own, stack=stack, origin=origin, to=to)


def _uncover(game: HexGame, stack: int) -> None:
    """Reveal a stack that attacks or stands for the rest of the game."""
    state = game.state
    if not state.seen >> stack & 1:
        state.seen |= 1 << stack
        game.reveal()
        game.emit("uncovered", stack=stack, steps=state.steps[stack], facing=state.facing[stack])


def _roll(game: HexGame, stack: int, target: int) -> None:
    """Roll the die of an attack and apply it; a decoy is removed without a roll."""
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


__all__ = [
    "ATTACK", "BEHIND", "COVER", "DEALS", "DIE", "HIT", "REPULSE", "STEP", "Aim", "Answer", "Battle", "First", "HexGame", "March", "Orders",
    "Phase", "chances", "shift",
]  # fmt: skip
