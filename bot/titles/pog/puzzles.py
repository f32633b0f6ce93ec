"""The puzzles of Paths of Glory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from bot.storage.models import JsonObject
from bot.titles.pog.looks.view_queries import THEATRES
from bot.titles.pog.narration import puzzles as in_words
from bot.titles.pog.narration.names import names_in
from bot.titles.pog.systems import content_of, system_for
from bot.titles.puzzles import Puzzle, PuzzleVerdict
from bot.titles.story import ShownPicture
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.record import Entry
from engine.pog.content import Content
from engine.pog.content import puzzles as kept
from engine.pog.opponent import puzzles as engine
from engine.pog.state import State
from renderer.pog.hit_areas import theatre_ground


class _Found(BaseModel):
    """A judgement as stored."""

    name: str
    grade: str
    share: float
    loss: float
    aim: float
    best_aim: float
    use: str
    goals: list[tuple[str, int]]
    terms: list[tuple[str, float]]


class PogPuzzles:
    """Puzzles of three kinds: win a space, save an army, decide by a flank attack."""

    @cached_property
    def all(self) -> Sequence[Puzzle]:
        """Loaded on first use."""
        return tuple(
            Puzzle(
                one.name, one.kind, one.scenario, one.options, one.seat, one.seed, one.opening, one.rating, one.solution
            )
            for one in kept.load_puzzles()
        )

    def over(self, game: Game[State], puzzle: Puzzle) -> bool:
        """Return True once the action round belongs to the other side."""
        return engine.over(game, _stored_puzzle(puzzle.name))

    def judge(self, name: str, record: list[dict[str, Any]]) -> JsonObject:
        """Judge the orders by playing imagined games."""
        verdict = engine.judged(_stored_puzzle(name), [Entry.load(line) for line in record])
        return {"name": name, **asdict(verdict)}

    def verdict(self, found: JsonObject) -> PuzzleVerdict:
        """Return the score by its grade."""
        read = _Found.model_validate(found)
        return PuzzleVerdict(read.grade, read.share)

    def told(self, found: JsonObject, language: str) -> str:
        """Return the grade, the orders given, and the best ones if they differ."""
        read = _Found.model_validate(found)
        puzzle = _stored_puzzle(read.name)
        names = names_in(system_for({"scenario": puzzle.scenario, **puzzle.options}).rules, language)
        verdict = engine.Verdict(**{**read.model_dump(exclude={"name"}), "goals": tuple(read.goals)})
        return in_words.told(names, puzzle, verdict)

    def moment(self, puzzle: Puzzle, language: str) -> str:
        """Return turn, action round and side."""
        names = names_in(system_for({"scenario": puzzle.scenario, **puzzle.options}).rules, language)
        return in_words.moment(names, _stored_puzzle(puzzle.name))

    def task(self, puzzle: Puzzle, language: str) -> str:
        """Return the task of its kind."""
        names = names_in(system_for({"scenario": puzzle.scenario, **puzzle.options}).rules, language)
        return in_words.task(names, _stored_puzzle(puzzle.name))

    def shown(self, puzzle: Puzzle, language: str) -> str:
        """Return the solution that was found for it."""
        names = names_in(system_for({"scenario": puzzle.scenario, **puzzle.options}).rules, language)
        return in_words.solution(names, _stored_puzzle(puzzle.name))

    def picture(self, puzzle: Puzzle, language: str) -> ShownPicture:
        """Return the theatre of its goal."""
        own = _stored_puzzle(puzzle.name)
        names = names_in(system_for({"scenario": puzzle.scenario, **puzzle.options}).rules, language)
        name = _front(names.content, own)
        front, turn = names.words.say(f"ui.maps.{name}"), names.turn(own.turn)
        return ShownPicture("theatre", {"name": name}, names.words.say("puzzles.picture", front=front, turn=turn))


def _front(content: Content, puzzle: kept.Puzzle) -> str:
    """Return the theatre that contains the goal and most of the way there; of several, the one with the goal farthest from its edge."""
    spaces = content.space_by_name
    aim, words = spaces[puzzle.aim], " ".join(puzzle.solution).split()
    along = {spaces[word] for word in words if word in spaces}

    def inside(theatre: str) -> tuple[bool, int, float]:
        ground = theatre_ground(content, theatre)
        within = {int(at): min(x, y, ground.width - x, ground.height - y) for at, x, y in ground.points}
        return aim in within, len(along & within.keys()), within.get(aim, 0.0)

    return max(THEATRES, key=inside)


def position(name: str) -> Game[State]:
    """Return the game of a puzzle at its start."""
    puzzle = _stored_puzzle(name)
    game = Game.start(
        system_for({"scenario": puzzle.scenario, **puzzle.options}), KeyedChance(bytes.fromhex(puzzle.seed))
    )
    for text in puzzle.opening:
        game.apply(game.parse(text), recorded=True)
    return game


def front_of(name: str) -> str:
    """Return the theatre in which a puzzle takes place."""
    puzzle = _stored_puzzle(name)
    return _front(content_of({"scenario": puzzle.scenario, **puzzle.options}), puzzle)


def _stored_puzzle(name: str) -> kept.Puzzle:
    found = next((one for one in kept.load_puzzles() if one.name == name), None)
    if found is None:
        raise LookupError(name)
    return found


__all__ = ["PogPuzzles", "front_of", "position"]
