"""Puzzles: each can be solved as stated, its explanation is true, and dice, hidden cards or undone orders do not affect a verdict."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import asdict
from functools import cache
from importlib import resources
from itertools import islice

import pytest

from benchmarks.puzzles.files import named as named_by_position
from benchmarks.puzzles.files import rating, written
from benchmarks.puzzles.moments import Moment, Wanted, stakes, war
from benchmarks.puzzles.seeking import MARGIN
from bot.titles.pog import puzzles as hook
from bot.titles.pog.narration.names import names_in
from engine.core.chance import ImaginedChance, KeyedChance
from engine.core.game import Game
from engine.core.record import Entry
from engine.errors import EngineError
from engine.pog.content.puzzles import Puzzle, load_puzzles
from engine.pog.content.records import AP, CP
from engine.pog.opponent import aims, puzzles, solution_facts
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.deliberation import goals
from engine.pog.opponent.levels import SKETCH
from engine.pog.opponent.orders import ActionPlan
from engine.pog.opponent.trial import GAMES, Orders, Scales, _Faces, heard
from engine.pog.state import State

#: By file, and one of each kind.
PUZZLES = sorted(file.name.removesuffix(".toml") for file in (resources.files("assets") / "pog" / "puzzles").iterdir())
KINDS = ("bzjr", "gbsc", "qdwn")
#: Number of imagined games; each die shows every face once in them.
FEW = 6


@cache
def begun(puzzle_name: str) -> Game[State]:
    """Return the puzzle's game, played to its position once."""
    return puzzles.position(named(puzzle_name))


def named(name: str) -> Puzzle:
    return next(puzzle for puzzle in load_puzzles() if puzzle.name == name)


def easiest() -> Puzzle:
    """Return the puzzle with the shortest opening."""
    return min(load_puzzles(), key=lambda puzzle: len(puzzle.opening))


def played(puzzle: Puzzle, texts: tuple[str, ...], epoch: int = 0) -> list[Entry]:
    """Return the record of a puzzle's game with these orders, the computer making all other choices; dice of the given epoch."""
    game: Game[State] = Game.start(begun(puzzle.name).system, KeyedChance(bytes.fromhex(puzzle.seed)), listening=False)
    for text in puzzle.opening:
        game.apply(game.parse(text))
    game.epoch = epoch
    side, left, rng = puzzles.side_of(puzzle), list(texts), random.Random(0)
    for _ in range(200):
        if puzzles.over(game, puzzle):
            break
        known = bool(left) and game.actor == side and left[0].partition(" ")[0] in game.decision.verbs
        if known and game.options().allows(game.parse(left[0])):
            game.apply(game.parse(left.pop(0)))
        elif not left and game.actor == side and game.decision.kind in ("move_unit", "move_stack", "move_on", "attack"):
            rest = [choice for choice in game.options() if choice.verb in ("finish", "stop", "leave")]
            game.apply(rest[0] if rest else ComputerPlayer(game, SKETCH, rng).answer())
        else:
            game.apply(ComputerPlayer(game, SKETCH, rng).answer())
    assert puzzles.over(game, puzzle)
    return game.fresh


def test_enough_of_every_kind_for_both_sides_in_several_wars() -> None:
    every = load_puzzles()
    assert sorted(puzzle.name for puzzle in every) == PUZZLES
    assert {named(name).kind for name in KINDS} == {puzzle.kind for puzzle in every}
    assert len(every) >= 10
    assert set(Counter(puzzle.kind for puzzle in every)) == {"space", "army", "flank"}
    assert {puzzle.seat for puzzle in every} == {"ap", "cp"}
    assert len({puzzle.scenario for puzzle in every}) >= 3
    assert len({puzzle.rating for puzzle in every}) >= 3, "some are harder than others"


@pytest.mark.sweep(fixed=KINDS)
@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_begins_with_its_pupil_and_is_solved_as_it_says(name: str) -> None:
    puzzle, game = named(name), begun(name)
    side, state = puzzles.side_of(puzzle), game.state
    assert (game.decision.kind, game.actor) == ("choose_action", side)
    assert (state.turn, state.round, game.number) == (puzzle.turn, puzzle.round, len(puzzle.opening))
    assert not puzzles.over(game, puzzle)

    orders = puzzles.solved_by(puzzle, game.copy())
    names, content = [space.name for space in state.rules.content.spaces], state.rules.content
    assert sorted((kind, names[space]) for kind, space in goals(orders.plan)) == sorted(puzzle.goals)
    aim = content.space_by_name[puzzle.aim]
    assert solution_facts.facts(state, side, puzzle.kind, orders.plan, aim) == puzzle.facts
    reached = aims.of_rules(state.rules, puzzle.kind, side, puzzle.aim, puzzle.units)
    assert reached(state) <= 0.5, "it has to be done yet"

    scales = puzzles.scales(puzzle, game, games=FEW)
    best, idle = scales.weigh(orders), scales.weigh(Orders(ActionPlan(orders.plan.use)))
    assert best is not None
    assert idle is not None
    assert best.aims[0] >= max(0.4, reached(state) + 0.3)
    assert best.worth - idle.worth >= MARGIN / 2
    assert puzzle.figures.margin >= MARGIN
    assert puzzle.rating == rating(puzzle.missed)


@pytest.mark.sweep(fixed=KINDS)
@pytest.mark.parametrize("name", PUZZLES)
def test_the_task_names_no_solution_and_the_answer_does(name: str) -> None:
    puzzle, title = named(name), hook.PogPuzzles()
    one = next(one for one in title.all if one.name == puzzle.name)
    content = begun(puzzle.name).state.rules.content
    aim = names_in(begun(puzzle.name).state.rules).space(content.space_by_name[puzzle.aim])
    assert aim not in title.task(one, "en")
    assert aim in title.shown(one, "en")


def test_the_solution_is_told_order_by_order_with_the_flank() -> None:
    title = hook.PogPuzzles()
    lines = title.shown(next(one for one in title.all if one.name == "jtmg"), "en").splitlines()
    assert "attack Liège" in lines[0]
    assert lines[2] == "German 6th Army, German 9th Army and German corps: attack Liège."
    assert (
        "The flank of Liège is open from Koblenz and Aachen. The attempt succeeds 67 % of the time (DRM +1)"
        in "\n".join(lines)
    )
    marching = title.shown(next(one for one in title.all if one.name == "qdwn"), "en").splitlines()
    assert marching[1] == "Russian 2nd Army → Gorlice → Miskolcz → Debrecen."


def test_a_file_says_what_the_puzzle_is() -> None:
    folder = resources.files("assets") / "pog" / "puzzles"
    for puzzle in load_puzzles():
        assert (folder / f"{puzzle.name}.toml").read_text(encoding="utf-8") == written(puzzle)


def test_the_miner_plays_the_same_war_again_and_sees_what_is_at_stake() -> None:
    puzzle = next(puzzle for puzzle in load_puzzles() if puzzle.name == "qdwn")
    wanted = Wanted(puzzle.scenario, puzzle.made.players, ("space", "army", "flank"), 0.9)
    once, again = ([(one.seed, one.opening) for one in islice(war(wanted, 3), 3)] for _ in range(2))
    assert once == again
    assert len(once[-1][1]) > len(once[0][1])
    game = begun(puzzle.name)
    moment = Moment(puzzle.scenario, puzzle.seed, puzzle.opening, game, puzzles.side_of(puzzle), puzzle.made)
    names = game.state.rules.content.spaces
    seen = [(stake.kind, names[stake.space].name) for stake in stakes(moment, wanted.least)]
    assert (puzzle.kind, puzzle.aim) in seen
    assert named_by_position(puzzle.seed, len(puzzle.opening)) == puzzle.name


def test_the_same_orders_have_the_same_verdict_whatever_is_rolled() -> None:
    puzzle = next(puzzle for puzzle in load_puzzles() if any(kind == "attack" for kind, _ in puzzle.goals))
    records = [played(puzzle, puzzle.solution, epoch) for epoch in (0, 3)]
    rolled = [[entry.outcomes for entry in record[len(puzzle.opening) + 1 :]] for record in records]
    assert rolled[0] != rolled[1]
    verdicts = [puzzles.judged(puzzle, record, FEW) for record in records]
    assert verdicts[0] == verdicts[1]
    assert (verdicts[0].grade, verdicts[0].share) == ("solved", 1.0)


def test_nobody_is_helped_by_what_he_cannot_know() -> None:
    puzzle = easiest()
    game = begun(puzzle.name)
    orders = puzzles.solved_by(puzzle, game.copy())
    other, enemy = game.copy(ImaginedChance(random.Random(9))), 1 - puzzles.side_of(puzzle)
    state = other.state
    unseen = state.hand[enemy] | state.deck[enemy]
    moved = [card for card in range(unseen.bit_length()) if unseen >> card & 1]
    held = sum(1 << card for card in moved[-state.hand[enemy].bit_count() :])
    if held == state.hand[enemy]:
        held = sum(1 << card for card in moved[: state.hand[enemy].bit_count()])
    state.hand[enemy], state.deck[enemy] = held, unseen & ~held
    assert game.state.hand != state.hand
    assert puzzles.verdict(puzzle, game, orders, FEW) == puzzles.verdict(puzzle, other, orders, FEW)


def test_doing_nothing_misses_and_what_was_taken_back_does_not_count() -> None:
    puzzle, game = easiest(), begun(easiest().name)
    lazy = game.copy()
    lazy.fresh = []
    side, first = puzzles.side_of(puzzle), game.parse(puzzle.solution[0])
    lazy.apply(first)
    for text in puzzle.solution[1:3]:
        lazy.apply(lazy.parse(text))
    lazy.undo(side, len(lazy.fresh) - 1)
    lazy.apply(lazy.parse("stop"))
    start = [Entry(number, "choice") for number in range(len(puzzle.opening) + 1)]
    verdict = puzzles.judged(puzzle, [*start, *lazy.fresh], FEW)
    assert (verdict.grade, verdict.goals) == ("missed", ())
    assert verdict.loss > 0.0
    told = hook.PogPuzzles().told({"name": puzzle.name, **asdict(verdict)}, "en")
    assert "Missed" in told
    with pytest.raises(EngineError, match="nothing was ordered"):
        puzzles.judged(puzzle, start, FEW)


def test_the_same_aim_by_another_way_counts() -> None:
    """Only the march that wins the space, leaving the other OPS unspent."""
    puzzle = named("llfb")
    game, aim = begun(puzzle.name), ("march", puzzle.aim)
    spaces = game.state.rules.content.space_by_name
    best = puzzles.solved_by(puzzle, game.copy())
    less = [
        order for order in best.plan.orders if goals(ActionPlan(best.plan.use, (order,))) == [(aim[0], spaces[aim[1]])]
    ]
    assert 0 < len(less) < len(best.plan.orders)
    verdict = puzzles.verdict(puzzle, game, Orders(ActionPlan(best.plan.use, tuple(less))), FEW)
    assert verdict.grade == "solved"
    assert verdict.share < 1.0
    rest = tuple(order for order in best.plan.orders if order not in less)
    assert puzzles.verdict(puzzle, game, Orders(ActionPlan(best.plan.use, rest)), FEW).grade == "missed"


def test_a_redeployment_is_judged_by_what_was_sent() -> None:
    puzzle = easiest()
    game, side = begun(puzzle.name), puzzles.side_of(puzzle)
    twin = game.copy()
    twin.fresh = []
    use = next(choice for choice in twin.options() if choice.verb == "sr")
    twin.apply(use)
    unit = next(choice for choice in twin.options() if choice.verb == "pick")
    twin.apply(unit)
    twin.apply(next(iter(twin.options())))
    orders = heard(game, side, twin.fresh)
    assert orders is not None
    assert orders.plan.use == use
    assert [kind for kind, _ in orders.said] == ["sr_unit", "sr_destination"]
    assert orders.said[0][1] == unit
    sent, kept = (puzzles.scales(puzzle, game, games=1).weigh(given) for given in (orders, Orders(orders.plan)))
    assert sent is not None
    assert kept is not None
    assert sent.worth != kept.worth


def test_a_worker_judges_a_record_as_plain_data() -> None:
    puzzle, title = easiest(), hook.PogPuzzles()
    found = title.judge(puzzle.name, [entry.dump() for entry in played(puzzle, puzzle.solution)])
    assert title.verdict(found).grade == "solved"
    assert "Solved" in title.told(found, "en")
    with pytest.raises(LookupError):
        title.judge("no_such_puzzle", [])


def test_orders_are_heard_without_what_the_dice_ask_for() -> None:
    puzzle = next(puzzle for puzzle in load_puzzles() if any(kind == "attack" for kind, _ in puzzle.goals))
    game = begun(puzzle.name)
    record = played(puzzle, puzzle.solution)
    side = puzzles.side_of(puzzle)
    orders = heard(game, side, record[len(puzzle.opening) + 1 :])
    assert orders is not None
    assert goals(orders.plan) == goals(puzzles.solved_by(puzzle, game.copy()).plan)
    assert not any(kind.endswith("_loss") for kind, _ in orders.said)


@pytest.mark.parametrize(
    ("loss", "aim", "grade"),
    [
        (-0.2, 0.0, "solved"),  # better than the best
        (0.3, 0.0, "solved"),  # as good
        (0.9, 0.8, "solved"),  # the same aim by another way
        (1.3, 0.8, "partly"),  # the same aim at too high a price
        (0.6, 0.0, "partly"),  # nearly as good
        (1.3, 0.5, "partly"),  # half the chance
        (1.0, 0.1, "missed"),
    ],
)
def test_grades(loss: float, aim: float, grade: str) -> None:
    assert puzzles.graded(loss, 1.0, aim, 0.8) == grade


def test_dice_of_all_games_are_even() -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    for block in range(0, GAMES, 6):
        seen: dict[str, set[int]] = {}
        for sample in range(block, block + 6):
            faces = _Faces(1, sample)
            fell = {name: faces.choose(name, range(6), 0, 0) for name in ("attacker_fire", "defender_fire", "flank")}
            pairs[fell["attacker_fire"], fell["defender_fire"]] += 1
            for name, face in fell.items():
                seen.setdefault(name, set()).add(face)
        assert all(len(seen[name]) == 6 for name in ("attacker_fire", "defender_fire"))
    assert len(pairs) == GAMES


def test_an_army_is_safe_by_worth_and_not_when_it_starves() -> None:
    puzzle = next(puzzle for puzzle in load_puzzles() if puzzle.kind == "army")
    game, side = begun(puzzle.name), puzzles.side_of(puzzle)
    state = game.state.copy()
    units = [state.rules.content.unit_by_name[name] for name in puzzle.units]
    before = aims.safety(state, side, sum(1 << unit for unit in units))
    for unit in units:
        state.place(unit, state.rules.board.eliminated[side])
    assert aims.safety(state, side, sum(1 << unit for unit in units)) == 0.0 <= before < 0.6
    assert {AP, CP} == {side, 1 - side}
    assert (
        Scales(game, side, (lambda state: 1.0,), games=1).weigh(Orders(ActionPlan(game.parse(puzzle.solution[0]))))
        is not None
    )
