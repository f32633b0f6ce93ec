"""Panels of lessons: the list, and the current step with its buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from bot.narration.texts import Texts
from bot.service.calls import Tools
from bot.service.school.progress import Progress
from bot.service.session import between_actions, table_for
from bot.service.state.lesson_state import LessonState, Studies, course_of, lesson_in
from bot.storage.store import StoredGame
from bot.table import choice_codec, tokens
from bot.table.layout import unique
from bot.table.offers import Group, Offers
from bot.table.refusal import Refusal
from bot.table.reply import Button, Menu, Reply
from bot.titles import title_of, title_stored, titles
from bot.titles.capabilities import lessons_of, puzzles_of
from bot.titles.school import Mistake
from engine.core.game import Game, GameState
from engine.errors import EngineError

#: Letters of the answers to a question.
LETTERS = "abc"


def row(words: Texts, stored: StoredGame, side: int) -> tuple[Button, ...]:
    """Return the first row of a pupil's panel; none outside lessons."""
    course = _lesson_of_side(stored, side)
    return buttons(words, stored, course) if course is not None and not course.asks else ()


def taught(words: Texts, stored: StoredGame, game: Game[GameState], side: int, panel: Reply) -> Reply:
    """Return a pupil's panel with the current step before the decision, as part of the task; other panels unchanged."""
    course = _lesson_of_side(stored, side)
    if course is None or not panel.task:
        return panel
    before, _, behind = panel.text.rpartition(panel.task)
    if course.asks:
        # Choices in the game would only lead away from the question.
        row, answers = buttons(words, stored, course), len(course.step.answers)
        task, menu = text(words, stored, course), Menu(rows=(row[:answers], row[answers:]))
        return panel.model_copy(update={"text": f"{before}{task}", "task": task, "menu": menu, "picture": None})
    if course.step.answers:
        # No choice is needed before the next step, so the game's offers would be in the way.
        task, menu = text(words, stored, course), Menu(rows=(buttons(words, stored, course),))
        return panel.model_copy(update={"text": f"{before}{task}", "task": task, "menu": menu, "picture": None})
    acts = course.lesson.free and bool(course.studies.orders) and not between_actions(game)
    if course.studies.done and not course.lesson.free and game.actor != course.side:
        task = text(words, stored, course)  # a side that waits for the pupil is not waited for
        return panel.model_copy(update={"text": f"{before}{task}{behind}", "task": task})
    waits = course.lesson.free and not course.studies.done and bool(game.stack) and game.actor != course.side
    own = _head(words, stored, course) if waits else text(words, stored, course, acts=acts, number=game.number)
    task = f"{own}\n{panel.task}"
    asked = "show" if shows(stored, course) else "hint" if thinks(stored, course) else ""
    follow = tokens.line(stored.header.game_id, f"learn {_with_step(course, asked)}") if asked else ""
    return panel.model_copy(update={"text": f"{before}{task}{behind}", "task": task, "follow": follow})


def thinks(stored: StoredGame, course: LessonState) -> bool:
    """Return True while the computer is looking for the pupil's best plan."""
    studies = course.studies
    return studies.hinted and bool(studies.thinking) and studies.counsel_at == stored.number and not studies.done


def shows(stored: StoredGame, course: LessonState) -> bool:
    """Return True while the computer is looking for a move to make for the pupil."""
    return bool(course.studies.showing) and course.studies.showing_at == stored.number


def explains(stored: StoredGame) -> bool:
    """Return True while the lesson's text explains the task: always if scripted, else until an action starts."""
    course = course_of(stored)
    return course is not None and (not course.lesson.free or not course.studies.orders or course.studies.hinted)


def mapped(stored: StoredGame, side: int) -> str:
    """Return the map area of the current step, as typed, before a choice was made and once it is done; "" for none."""
    course = _lesson_of_side(stored, side)
    if course is None or (course.studies.orders and not course.studies.done):
        return ""
    return course.step.map


def done(stored: StoredGame, side: int) -> bool:
    """Return True for a pupil whose step is done."""
    course = _lesson_of_side(stored, side)
    return course is not None and course.studies.done


def _lesson_of_side(stored: StoredGame, side: int) -> LessonState | None:
    course = course_of(stored)
    return course if course is not None and side == course.side and stored.header.in_progress else None


def over(words: Texts, stored: StoredGame) -> Reply:
    """Return the panel of a finished lesson: how it ended, and what comes next."""
    studies, lesson = Studies.of(stored.settings), lesson_in(stored.header)
    contents = Button(label=words.say("ui.school.buttons.contents"), token=tokens.line("", "learn"))
    if lesson is None or not studies.ended:  # as left by an older version
        game = Button(label=words.say("guide.buttons.new"), token=tokens.NEW_GAME)
        row = (contents.model_copy(update={"style": "primary"}), game)
        return Reply(text=words.say("ui.school.over"), menu=Menu(rows=(row,)), edit="panel")
    text = words.say(f"ui.school.{studies.ended}", title=words.say(f"school.{lesson.name}.title"))
    if not studies.onward:
        return Reply(text=text, menu=Menu(rows=((contents,),)), edit="panel")
    names = [one.name for one in lessons_of(title_stored(stored.header))]
    command, _, name = studies.onward.partition(" ")
    label = words.say("ui.school.buttons.first_game")
    if command == "learn":
        title = words.say(f"school.{name}.title")
        label = words.say("ui.school.buttons.lesson", number=names.index(name) + 1, title=title)
    onward = Button(label=label, token=tokens.line("", studies.onward), style="primary")
    return Reply(text=text, menu=Menu(rows=((onward, contents),)), edit="panel")


def wanted_first(stored: StoredGame, game: Game[GameState], offers: Offers) -> Offers:
    """Return a panel's offers for a pupil, those that the current step asks for first.

    These are the orders that do everything still needed, or if none does, the first part of it; then what ends the
    step.
    """
    course = course_of(stored)
    if course is None or course.studies.done or game.actor != course.side:
        return offers
    offers = unique(offers)
    asked = _wanted_orders(course, game, offers)
    groups = [
        Group(group.title, sorted(group.entries, key=lambda entry: entry.order not in asked), group.most)
        for group in offers.groups
    ]
    groups.sort(key=lambda group: _menu_sort_key(group, asked))
    pressed = [replace(press, style="primary") for press in offers.presses if press.order in asked]
    presses = [*pressed, *(press for press in offers.presses if press.order not in asked)]
    inside = bool(groups) and (groups[0].entries[0].order in asked or not pressed)
    return Offers(groups, presses, "group" if inside else "presses")


def _menu_sort_key(group: Group, asked: set[str]) -> tuple[bool, bool]:
    """Return the sort key of a menu: later if not led by an `asked` entry, or if it takes several where one is."""
    wanted = sum(entry.order in asked for entry in group.entries)
    return group.entries[0].order not in asked, group.most > 1 and wanted == 1


def _wanted_orders(course: LessonState, game: Game[GameState], offers: Offers) -> set[str]:
    """Return the orders that do what the current step asks for now."""
    step, made = course.step, [text for _, text in course.studies.orders]
    wants = [want for want in step.wants if not any(fnmatchcase(text, want) for text in made)]
    legal = [(choice_codec.encode_choices((choice.verb, choice.arg)), game.text(choice)) for choice in game.options()]

    def alone(patterns: Sequence[str]) -> set[str]:
        return {order for order, text in legal if any(fnmatchcase(text, pattern) for pattern in patterns)}

    if not wants:
        return alone([way for way in step.along if (way != "*" if course.lesson.free else "*" not in way)])
    if all(alone([want]) for want in wants):
        return alone(wants)
    orders = [entry.order for group in offers.groups for entry in group.entries if entry.order]
    return {order for order in orders if _completes_task(course, game, order, made)} or alone(wants[:1])


def _completes_task(course: LessonState, game: Game[GameState], order: str, made: Sequence[str]) -> bool:
    """Return True if an order does everything still needed after what was `made`."""
    trial = table_for(game.copy(), course.side)
    before = len(trial.game.fresh)
    try:
        title_of(game).press(trial, order)
    except (Refusal, EngineError):
        return False
    chosen = [entry.choice for entry in trial.game.fresh[before:] if entry.side == course.side and not entry.automatic]
    return course.step.met([*made, *chosen])


def waiting(words: Texts, stored: StoredGame) -> str:
    """Return the text that the enemy waits for the pupil, in place of its name, if the script plays it; else ""."""
    return words.say("ui.school.waits") if Studies.scripted(stored) else ""


def text(
    words: Texts, stored: StoredGame, course: LessonState, *, acts: bool = False, number: int | None = None
) -> str:
    """Return the current step, its task, and the last mistake; once it is done, what was learned.

    While the pupil `acts`, the task of a war is outdated: it and the written hint are omitted. A hint replaces the
    explanation, so that the buttons stay in reach on a phone. The computer's plan is shown only at the entry `number`
    for which it was requested; by default that of the stored game.
    """
    head = _head(words, stored, course)
    if course.studies.done:
        return "\n".join([head, words.say("ui.school.done", text=words.say(course.key("done")))])
    task = words.say("ui.school.acting" if acts else course.key("task"))
    if course.studies.hinted and not acts and not course.step.answers:
        task = task.rpartition("\n")[2]
    lines = [head, task]
    lines += [
        words.say("ui.school.answer", letter=letter.upper(), text=words.say(course.key(f"answers.{name}")))
        for letter, name in zip(LETTERS, course.step.answers, strict=False)
    ]
    if said := mistake_text(words, course):
        lines.append(said)
    if shows(stored, course):
        lines.append(words.say("ui.school.showing", done=course.studies.showing))
    elif course.studies.hinted:
        lines += _hint_lines(words, stored, course, acts=acts, number=stored.number if number is None else number)
    return "\n".join(lines)


def _hint_lines(words: Texts, stored: StoredGame, course: LessonState, *, acts: bool, number: int) -> list[str]:
    """Return the written hint, and the computer's plan for this entry or its progress."""
    studies, hint = course.studies, words.say("ui.school.hint", text=words.say(course.key("hint")))
    lines = [] if acts else [hint]
    if thinks(stored, course):
        done, _, most = studies.thinking.partition(" / ")
        longer = "_longer" if float(done) > float(most) else ""
        lines.append(words.say(f"ui.school.thinking{longer}", done=done, most=most))
    elif studies.counsel and studies.counsel_at == number:
        lines.append(words.say("ui.school.counsel", text=studies.counsel))
    elif acts and studies.counsel_at == number:  # it found no plan
        lines.append(hint)
    return lines


def _head(words: Texts, stored: StoredGame, course: LessonState) -> str:
    """Return the heading: the lesson and the step."""
    lessons = lessons_of(title_stored(stored.header))
    number = next(at for at, one in enumerate(lessons, 1) if one.name == course.lesson.name)
    title = words.say(f"school.{course.lesson.name}.title")
    return words.say("ui.school.head", number=number, title=title, step=course.at + 1, steps=len(course.lesson.steps))


def mistake_text(words: Texts, course: LessonState) -> str:
    """Return the last mistake and its reason; "" if there was none."""
    found = next((one for one in course.step.mistakes if one.name == course.studies.mistake), None)
    if found is not None:
        return told(words, course, found)
    return words.say("ui.school.aside") if course.studies.mistake and not course.lesson.free else ""


def refused(words: Texts, stored: StoredGame, code: str) -> str:
    """Return the current step's comment on an order refused for this reason; "" if it has none."""
    course = course_of(stored)
    if course is not None and code == "not_your_decision" and course.studies.done:
        return words.say("ui.school.press_on")
    found = next((one for one in course.step.mistakes if one.refused == code), None) if course is not None else None
    return told(words, course, found) if course is not None and found is not None else ""


def told(words: Texts, course: LessonState, mistake: Mistake) -> str:
    """Return the comment on a mistake, with the rule it breaks."""
    said = words.say(course.key(f"mistakes.{mistake.name}"))
    rule = words.say("ui.school.rule", rule=mistake.rule) if mistake.rule else ""
    return words.say("ui.school.mistake", text=" ".join(part for part in (said, rule) if part))


def wishes(course: LessonState) -> list[str]:
    """Return the requests possible in the current step, as typed, the likeliest first."""
    if course.studies.done:
        return ["next", "leave"]
    if course.step.answers:
        return [*LETTERS[: len(course.step.answers)], "hint", "next", "leave"]
    onward = [] if course.by_play else ["next"]
    return ["hint", "show", *([] if course.lesson.free else ["again"]), *onward, "leave"]


def buttons(words: Texts, stored: StoredGame, course: LessonState) -> tuple[Button, ...]:
    """Return the lesson's buttons: answers or help, continue, and leave.

    All except the last name their step: pressed twice, or on an older panel, they do nothing in another step.
    """
    game = stored.header.game_id

    def button(name: str, line: str, *, primary: bool = False) -> Button:
        return Button(
            label=words.say(f"ui.school.buttons.{name}"),
            token=tokens.line(game, f"learn {_with_step(course, line)}"),
            style="primary" if primary else "plain",
        )

    leave = button("leave", "leave")
    if course.studies.done:
        return (button("finish" if course.last else "next", "next", primary=True), leave)
    if course.step.answers:
        asked = [
            Button(
                label=letter.upper(), token=tokens.line(game, f"learn {_with_step(course, letter)}"), style="primary"
            )
            for letter in LETTERS[: len(course.step.answers)]
        ]
        return (*asked, button("hint", "hint"), button("skip", "next"), leave)
    return (*(button({"next": "skip"}.get(wish, wish), wish) for wish in wishes(course)),)


def _with_step(course: LessonState, wish: str) -> str:
    return wish if wish == "leave" else f"{wish}:{course.step.name}"


def contents(tools: Tools, progress: Progress, *, busy: bool = False) -> Reply:
    """Return the list of lessons with a person's progress and buttons; no buttons if the channel is `busy`."""
    words, title = tools.words, tools.title
    lessons = lessons_of(title)
    following = progress.following(title.name, lessons)
    lines, row = [words.say("ui.school.contents")], []
    for number, lesson in enumerate(lessons, 1):
        name = words.say(f"school.{lesson.name}.title")
        state = "finished" if progress.finished(title.name, lesson) else "new"
        at = progress.at(title.name, lesson)
        state = "begun" if at else state
        lines.append(
            words.say(f"ui.school.line_{state}", number=number, title=name, step=at + 1, steps=len(lesson.steps))
        )
        label = words.say("ui.school.buttons.lesson", number=number, title=name)
        primary = number - 1 == following
        row.append(
            Button(label=label, token=tokens.line("", f"learn {lesson.name}"), style="primary" if primary else "plain")
        )
    rows = tuple(tuple(row[at : at + 5]) for at in range(0, len(row), 5))
    more = [Button(label=words.say("ui.school.buttons.pages"), token=tokens.line("", "help learn"))]
    if puzzles_of(title):
        more.append(Button(label=words.say("ui.puzzle.buttons.one"), token=tokens.line("", "puzzle")))
    more += [
        Button(
            label=words.say("ui.school.buttons.other", title=other.words(words.language).say("ui.title")),
            token=tokens.line("", f"/{other.command} learn"),
        )
        for other in titles()
        if other.name != title.name and other.school is not None
    ]
    if busy:
        lines, rows = [*lines, words.say("ui.school.contents_busy")], ()
    return Reply(text="\n".join(lines), menu=Menu(rows=(*rows, tuple(more))))


__all__ = [
    "LETTERS",
    "buttons",
    "contents",
    "explains",
    "mistake_text",
    "refused",
    "row",
    "taught",
    "text",
    "told",
    "waiting",
    "wishes",
]
