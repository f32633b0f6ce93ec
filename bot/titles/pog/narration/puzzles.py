"""Puzzle texts: the task, the value of the solver's orders, and the explanation of the best plan."""

from __future__ import annotations

from collections.abc import Sequence

from bot.titles.pog.narration.advice_text import ends, reasons
from bot.titles.pog.narration.names import Names
from engine.pog.content.puzzles import Puzzle, PuzzleFact
from engine.pog.opponent.puzzles import Verdict


def moment(names: Names, puzzle: Puzzle) -> str:
    """Return the date and the side."""
    side = names.side(("ap", "cp").index(puzzle.seat))
    return names.words.say("puzzles.moment", turn=names.turn(puzzle.turn), round=puzzle.round, side=side)


def task(names: Names, puzzle: Puzzle) -> str:
    """Return the task for the puzzle's kind, and how many goals there are."""
    say, count = names.words.say, len(puzzle.goals)
    more = say("puzzles.tasks.more", count=count) if count > 1 else ""
    return " ".join(part for part in (say(f"puzzles.tasks.{puzzle.kind}"), more) if part)


def told(names: Names, puzzle: Puzzle, verdict: Verdict) -> str:
    """Return the grade, the orders and their chance; then the best plan, unless it was found, and the facts that explain it."""
    say = names.words.say
    mine = _plan(names, verdict.use, verdict.goals)
    aim = _aim(names, puzzle)
    lines = [
        say(f"puzzles.grades.{verdict.grade}", share=round(verdict.share * 100)),
        say("puzzles.mine", plan=mine, aim=aim, percent=round(verdict.aim * 100)),
    ]
    if verdict.grade != "solved":
        lines.append(say("puzzles.loss", vp=f"{max(0.0, verdict.loss):.1f}"))
        told = reasons(names, verdict.terms, "behind")
        lines += [told] if told else []
    best = set(_goals(names, puzzle))
    lines += _explain_plan(names, puzzle) if best <= set(verdict.goals) else [solution(names, puzzle)]
    return "\n".join(lines)


def solution(names: Names, puzzle: Puzzle) -> str:
    """Return the best plan, its chance to reach the goal, and the facts that explain it."""
    plan = _plan(names, puzzle.solution[0], _goals(names, puzzle))
    percent = round(puzzle.figures.best_aim * 100)
    best = names.words.say("puzzles.best", plan=plan, aim=_aim(names, puzzle), percent=percent)
    return "\n".join([best, *_orders(names, puzzle.solution), *_explain_plan(names, puzzle)])


def _orders(names: Names, texts: Sequence[str]) -> list[str]:
    """Return a solution's marches and attacks, one line each with units and paths."""
    content, lines = names.content, list[str]()
    units: list[int] = []
    way: list[int] = []

    def marched() -> None:
        if way:
            lines.append(names.words.say("puzzles.march", units=_titles(names, units), way=names.path(way)))
            units.clear()
            way.clear()

    for text in texts:
        verb, _, name = text.partition(" ")
        if verb in ("pick", "add"):
            marched()
            units.append(content.unit_by_name[name])
        elif verb == "step":
            way.append(content.space_by_name[name])
        elif verb == "target":
            space = names.space(content.space_by_name[name])
            lines.append(names.words.say("puzzles.strike", units=_titles(names, units), space=space))
            units.clear()
        elif verb == "entrench":
            units.clear()
    marched()
    return lines


def _titles(names: Names, units: Sequence[int]) -> str:
    """Return units by long name, for readers who don't know the short names yet."""
    return names.words.listed([names.unit_title(unit) for unit in units])


def _explain_plan(names: Names, puzzle: Puzzle) -> list[str]:
    """Return the facts that explain the best plan, and its margin over the second best."""
    margin = names.words.say("puzzles.margin", vp=f"{puzzle.figures.margin:.1f}")
    return [*(_fact(names, fact) for fact in puzzle.facts), margin]


def _goals(names: Names, puzzle: Puzzle) -> list[tuple[str, int]]:
    """Return the goals of the best plan's orders."""
    spaces = names.content.space_by_name
    return [(kind, spaces[space]) for kind, space in puzzle.goals]


def _plan(names: Names, use: str, goals: Sequence[tuple[str, int]]) -> str:
    """Return the use of a card and the goals of its orders."""
    verb, _, card = use.partition(" ")
    number = names.content.card_by_name.get(card)
    key = f"counsel.uses.{verb}"
    words = {"card": names.card(number), "ops": names.content.cards[number].ops} if number is not None else {}
    what = names.words.say(key, **words) if names.words.has(key) else names.words.say("puzzles.other_use")
    return f"{what} – {ends(names, goals)}" if goals else what


def _aim(names: Names, puzzle: Puzzle) -> str:
    space = names.space(names.content.space_by_name[puzzle.aim])
    return names.words.say(f"puzzles.aims.{puzzle.kind}", space=space)


def _fact(names: Names, fact: PuzzleFact) -> str:
    spaces = names.content.space_by_name
    figures = {
        name: round(value * 100) if name in ("wins", "succeeds") else round(value)
        for name, value in fact.figures.items()
    }
    key = f"puzzles.facts.{fact.name}" if fact.spaces or fact.name != "line" else "puzzles.facts.near"
    if figures.get("drm") == 0:  # omit a modifier of zero
        key = f"{key}_plain"
        del figures["drm"]
    return names.words.say(
        key, space=names.space(spaces[fact.space]), spaces=names.spaces(spaces[one] for one in fact.spaces), **figures
    )


__all__ = ["solution", "task", "told"]
