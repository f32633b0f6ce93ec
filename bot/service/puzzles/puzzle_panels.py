"""Puzzle texts for the solver: the question on the panel, the verdict, and statistics."""

from __future__ import annotations

from typing import Literal

from bot.narration.texts import Texts
from bot.service.calls import Tools
from bot.service.puzzles import puzzle_choice, rating
from bot.service.puzzles.attempts import Attempt, puzzle_in
from bot.storage.puzzle_store import StoredSolver
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.reply import Button, Menu, PictureRef, Reply
from bot.titles import title_stored
from bot.titles.capabilities import posed_by, puzzles_of
from bot.titles.puzzles import Puzzle

#: Maximum number of solved puzzles listed, newest first.
_LISTED = 8


def question_text(tools: Tools, puzzle: Puzzle, figure: int) -> str:
    """Return the puzzle, its rating, side, moment and task as text, for readers without its panel."""
    words, puzzles = tools.words, posed_by(tools.title)
    head, *task = _question(tools, puzzle, figure)
    return "\n".join([head, " ".join([puzzles.moment(puzzle, words.language), *task])])


def _question(tools: Tools, puzzle: Puzzle, figure: int) -> tuple[str, str]:
    """Return the puzzle with its rating and side, and the task."""
    words = tools.words
    head = words.say(
        "ui.puzzle.head",
        kind=kind(words, puzzle),
        name=puzzle.name,
        rating=figure,
        side=words.say(f"names.sides.{puzzle.seat}.name"),
    )
    return head, posed_by(tools.title).task(puzzle, words.language)


def kind(words: Texts, puzzle: Puzzle) -> str:
    """Return the kind of task in two or three words."""
    key = f"puzzles.kinds.{puzzle.kind}"
    return words.say(key if words.has(key) else "ui.puzzle.kind")


def on_panel(tools: Tools, stored: StoredGame, panel: Reply) -> Reply:
    """Return the solver's panel with the question before the decision; other panels unchanged.

    The panel already says when it is and which side decides.
    """
    puzzle = puzzle_in(stored.header)
    if puzzle is None or not panel.task:
        return panel
    before, _, behind = panel.text.rpartition(panel.task)
    attempt, say = Attempt.of(stored.settings), tools.words.say
    notes = [say("ui.puzzle.counts" if attempt.first else "ui.puzzle.tried")] if begun(stored, stored.number) else []
    if attempt.aside and begun(stored, stored.number):
        notes.append(say("ui.puzzle.aside", name=attempt.aside))
    notes += [say("ui.puzzle.beside")] if attempt.beside else []
    task = "\n".join([*_question(tools, puzzle, attempt.posed), *notes, panel.task])
    own = stored.header.game_id
    return panel.model_copy(update={"text": f"{before}{task}{behind}", "task": task, "beside": own})


def row(words: Texts, stored: StoredGame) -> tuple[Button, ...]:
    """Return the first row of the panel; none outside puzzles."""
    if not stored.header.puzzle:
        return ()
    return _button(words, stored, "show"), _button(words, stored, "leave")


def begun(stored: StoredGame, number: int) -> bool:
    """Return True while no order has been given in a puzzle, so that its panel shows where it takes place."""
    puzzle = puzzle_in(stored.header)
    return puzzle is not None and number <= len(puzzle.opening)


def ground(words: Texts, stored: StoredGame, number: int, palette: str) -> list[PictureRef]:
    """Return the part of the map where a puzzle takes place, at an entry of its game."""
    puzzle = puzzle_in(stored.header)
    if puzzle is None:
        return []
    shown = posed_by(title_stored(stored.header)).picture(puzzle, words.language)
    ref = {"kind": shown.kind, "game": stored.header.game_id, "number": number, "args": shown.args, "alt": shown.alt}
    return [PictureRef.model_validate({**ref, "palette": palette, "language": words.language})]


def ended(tools: Tools, stored: StoredGame, notes: str = "") -> Reply:
    """Return the final panel with what to do next, below `notes`; or that the solution could not be judged yet."""
    words, attempt, puzzle = tools.words, Attempt.of(stored.settings), puzzle_in(stored.header)
    game = stored.header.game_id
    if puzzle is None:
        return Reply(text=words.say("reasons.no_such_puzzle", text=stored.header.puzzle), edit="panel")
    if not attempt.over:
        again = Button(label=words.say("ui.puzzle.buttons.judge"), token=tokens.screen(game, -1, "panel"))
        return Reply(text=words.say("ui.puzzle.unjudged"), menu=Menu(rows=((again,),)), edit="panel")
    puzzles, head = posed_by(title_stored(stored.header)), question_text(tools, puzzle, attempt.posed)
    if attempt.given_up:
        lines = [head, words.say("ui.puzzle.given_up"), puzzles.shown(puzzle, words.language)]
    else:
        lines = [head, puzzles.told(attempt.found, words.language)]
    lines = [*([notes] if notes else []), *lines, _count_text(words, attempt)]
    (picture,) = ground(words, stored, stored.number, stored.settings.palette)
    row = (*_next_buttons(words, puzzle.name), _button(words, stored, "leave"))
    return Reply(text="\n".join(lines), picture=picture, menu=Menu(rows=(row,)), edit="panel")


def left(words: Texts, name: str, *, beside: bool) -> Reply:
    """Return the panel after leaving a puzzle; `beside` if a game is running in that channel."""
    game = Button(label=words.say("ui.puzzle.buttons.game"), token=tokens.line("", "panel"))
    row = (*_next_buttons(words, name), *([game] if beside else ()))
    return Reply(text=words.say("ui.puzzle.left"), menu=Menu(rows=(row,)), edit="panel")


def solver_standing(tools: Tools, solver: StoredSolver) -> Reply:
    """Show a solver's statistics: the rating, puzzles tried and solved out of all, and the last ones."""
    words, puzzles = tools.words, {one.name: one for one in puzzles_of(tools.title)}
    coming = puzzle_choice.following(puzzles_of(tools.title), solver, tools.now().date())
    row = (_press(words, "next", coming.name, primary=True),)
    if not solver.tries:
        return Reply(text=words.say("ui.puzzle.untried"), menu=Menu(rows=(row,)))
    figure, doubt = rating.rating_of(solver).shown
    solved = sum(one.best >= 1.0 for one in solver.tries.values())
    lines = [
        words.say(
            "ui.puzzle.mine", rating=figure, doubt=doubt, count=len(solver.tries), solved=solved, all=len(puzzles)
        )
    ]
    newest = sorted(solver.tries.items(), key=lambda pair: -pair[1].at)[:_LISTED]
    for name, one in newest:
        grade = next(grade for grade, points in rating.POINTS.items() if points == one.points)
        told = words.say(f"ui.puzzle.grades.{grade}")
        about = kind(words, puzzles[name]) if name in puzzles else words.say("ui.puzzle.kind")
        key = "line_since" if one.points < 1.0 <= one.best else "line"
        lines.append(words.say(f"ui.puzzle.{key}", name=name, kind=about, grade=told, change=f"{one.change:+d}"))
    return Reply(text="\n".join(lines), menu=Menu(rows=(row,)))


def _count_text(words: Texts, attempt: Attempt) -> str:
    """Return how a try counted."""
    if not attempt.rated:
        return words.say("ui.puzzle.unrated")
    figures = {"count": attempt.tried, "solved": attempt.solved}
    return words.say("ui.puzzle.rated", rating=attempt.rating, change=f"{attempt.change:+d}", **figures)


def _next_buttons(words: Texts, name: str) -> tuple[Button, ...]:
    """Return the next steps after a puzzle, which they name, so that the buttons work anywhere."""
    return (
        _press(words, "next", f"next:{name}", primary=True),
        _press(words, "again", name),
        _press(words, "me", "me"),
    )


def _press(words: Texts, label: str, line: str, *, primary: bool = False) -> Button:
    style: Literal["primary", "plain"] = "primary" if primary else "plain"
    return Button(label=words.say(f"ui.puzzle.buttons.{label}"), token=tokens.line("", f"puzzle {line}"), style=style)


def _button(words: Texts, stored: StoredGame, name: str) -> Button:
    token = tokens.line(stored.header.game_id, f"puzzle {name}")
    return Button(label=words.say(f"ui.puzzle.buttons.{name}"), token=token)


__all__ = ["begun", "ended", "ground", "kind", "left", "on_panel", "question_text", "row", "solver_standing"]
