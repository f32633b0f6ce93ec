"""A puzzle's file: its name, its rating, its content."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from engine.pog.content.puzzles import Puzzle, PuzzleMissed

#: Letters of names; without vowels they form no words.
_LETTERS = "bcdfghjklmnpqrstvwxz"


def named(seed: str, before: int) -> str:
    """Return a name that reveals nothing of the solution and is stable as long as the position is found."""
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in sha256(f"{seed}/{before}".encode()).digest()[:4])


def rating(missed: PuzzleMissed) -> int:
    """Return a puzzle's rating: 700 if nobody misses it, 1900 if everybody does."""
    return round(700 + 400 * missed.recruit + 800 * missed.officer)


def written(puzzle: Puzzle) -> str:
    """Format a puzzle as its file."""
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


def line(puzzle: Puzzle) -> str:
    """Format a puzzle in two lines: its figures, and its solution in the record's notation."""
    figures, missed = puzzle.figures, puzzle.missed
    return (
        f"{puzzle.name:<32} {puzzle.scenario} {puzzle.seat} {puzzle.turn}.{puzzle.round}  {figures.best:+.2f} aim {figures.best_aim:.2f}, "
        f"else {figures.other:+.2f} aim {figures.other_aim:.2f}; missed {missed.recruit:.2f} {missed.officer:.2f}, {puzzle.rating}\n"
        f"    {' | '.join(puzzle.solution)}"
    )
