"""First contact: what an empty channel shows, and the help pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.commands import leagues
from bot.commands.catalogue import PARTS
from bot.commands.model import Command, Part
from bot.narration.texts import Texts, texts
from bot.service.help import league_help
from bot.service.help.rulebook import glossary
from bot.table import tokens
from bot.table.layout import ROWS
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply, Select
from bot.table.typed_text import alike
from bot.titles import titles, usual_title
from bot.titles.forms import first_game
from bot.titles.title import Title
from bot.titles.vocabulary import Vocabulary

#: Pages listed under their own word.
_WORDS = {"": "start", "learn": "learn"}


def lessons(words: Texts) -> list[str]:
    """Return the pages that explain the game, in order."""
    return [name for name in words.table("guide.pages") if name.startswith("learn_")]


def welcome(title: Title[Any, Any], words: Texts, told: str = "", *, posts: bool) -> Reply:
    """Return the welcome of a channel without a game, with the buttons to start, one of them against the computer.

    Where the bot can't post, nothing can be started: it says where it can.
    """
    around = (
        _button(words, "open", tokens.line("", "games open")),
        _button(words, "games", tokens.line("", "games")),
    )
    if not posts:
        text = "\n\n".join(part for part in (told, words.say("reasons.cannot_post_here")) if part)
        return Reply(text=text, menu=Menu(rows=(around,)))
    alone = first_game(title)
    about = f"{_playable_text(title, words)} {words.say('guide.welcome.leagues')}"
    text = "\n\n".join(part for part in (told, about) if part)
    learn = "learn" if words.has("school") else "help learn"
    row = (
        _button(words, "new", tokens.NEW_GAME, primary=True),
        _button(words, "learn", tokens.line("", learn)),
        *([_button(words, "computer", tokens.line("", alone))] if alone else []),
        *around,
    )
    return Reply(text=text, menu=Menu(rows=(row,)))


def _playable_text(title: Title[Any, Any], words: Texts) -> str:
    """Return the description of what can be played: all games of this host, or the one whose root was typed."""
    if title is not usual_title() or len(titles()) == 1:
        return words.say("guide.welcome.text")
    host = texts(words.language)
    games = [_game(one.words(words.language)) for one in titles()]
    return f"{host.say('guide.welcome.text')} {host.say('guide.welcome.games', list=host.listed(games))}"


def _game(words: Texts) -> str:
    """Return the name of a game with its description."""
    return words.say("guide.welcome.game", title=words.say("ui.title"), about=words.say("guide.welcome.about"))


def choices(of_titles: Sequence[Reply]) -> Reply:
    """Return the choice of games of all titles in one message: all their menus, then as many other rows as fit."""
    first, *others = of_titles
    if not others:
        return first
    rows = [row for reply in of_titles if reply.menu is not None for row in reply.menu.rows]
    menus = [row for row in rows if isinstance(row, Select)]
    kept = [*menus, *(row for row in rows if row not in menus)][:ROWS]
    return first.model_copy(update={"text": "\n\n".join(one.text for one in of_titles), "menu": Menu(rows=tuple(kept))})


def page(words: Texts, known: Vocabulary, wanted: str) -> Reply:
    """Return a help page: the first one, a lesson, a theme of commands, leagues, one command, or a term.

    Raises:
        Refusal: there is none by that name.
    """
    name = wanted.strip("/ ").casefold()
    numbered = {lesson.replace("_", " "): lesson for lesson in lessons(words)} | _WORDS
    if name in numbered:
        return _lesson(words, numbered[name], known)
    if name.partition(" ")[0] == leagues.ROOT:
        return league_help.page(words, name)
    part = next((part for part in PARTS if name in (part, words.say(f"commands.parts.{part}").casefold())), None)
    if part is not None:
        return _theme(words, known, part)
    if (command := known.by_name.get(name)) is not None:
        return Reply(text=_command(words, command), menu=_themes(words))
    if told := glossary(words, name):
        return Reply(text=told, menu=_themes(words))
    raise refuse(
        "unknown_help",
        text=wanted,
        near=words.listed([f"`{one}`" for one in _similar_topics(words, known, name)], "or"),
    )


def _similar_topics(words: Texts, known: Vocabulary, name: str) -> list[str]:
    """Return commands, wars and terms that start like an unknown word, or are spelled like it."""
    begun = [one for one in known.by_name if name[:3] and one.startswith(name[:3])]
    terms = [str(term) for entry in words.table("guide.glossary").values() for term in entry["names"]]
    return begun or alike(name, dict.fromkeys([*known.by_name, *words.table("guide.wars"), *terms]))[:3]


def _lesson(words: Texts, name: str, known: Vocabulary) -> Reply:
    """Return a help page; the list of lessons starts with the school's command and a puzzle, where available."""
    school = known.by_name.get("learn")
    if name in lessons(words):
        return Reply(text=words.say(f"guide.pages.{name}.text"), menu=Menu(rows=(_next_lesson_buttons(words, name),)))
    if name == "start":
        return Reply(text=words.say("guide.pages.start.text"), menu=_themes(words))
    titles = "\n".join(f"{number}. {_title(words, lesson)}" for number, lesson in enumerate(lessons(words), 1))
    buttons = [_turn_to(words, lesson, primary=lesson == lessons(words)[0] and not school) for lesson in lessons(words)]
    rows = [tuple(buttons[at : at + 4]) for at in range(0, len(buttons), 4)]
    told = words.say("guide.pages.learn.text", list=titles)
    if school is not None:
        told = f"{_titles(words)}\n{told}"
        played = (_button(words, "school", tokens.line("", "learn 1"), primary=True), _all_lessons(words))
        puzzle = (_button(words, "puzzle", tokens.line("", "puzzle")),) if "puzzle" in known.by_name else ()
        rows.insert(0, played + puzzle)
    return Reply(text=told, menu=Menu(rows=tuple(rows)))


def _titles(words: Texts) -> str:
    """Return the titles of the playable lessons."""
    played = [name for name, table in words.table("school").items() if "title" in table]
    lines = [
        words.say("ui.school.line_new", number=number, title=words.say(f"school.{name}.title"))
        for number, name in enumerate(played, 1)
    ]
    return "\n".join([words.say("ui.school.contents"), *lines])


def _all_lessons(words: Texts) -> Button:
    return _button(words, "lessons", tokens.line("", "learn"))


def _next_lesson_buttons(words: Texts, name: str) -> tuple[Button, ...]:
    """Return the buttons to the next lesson, or after the last one to a game, and back to the list."""
    there = lessons(words)
    at = there.index(name) + 1
    if at == len(there):
        onward = _button(words, "new", tokens.NEW_GAME, primary=True)
    else:
        onward = _turn_to(words, there[at], primary=True)
    return (onward, _button(words, "back", _help_token("learn")))


def _turn_to(words: Texts, lesson: str, *, primary: bool) -> Button:
    number = lessons(words).index(lesson) + 1
    label = words.say("guide.buttons.lesson", number=number, title=_title(words, lesson))
    return Button(label=label, token=_help_token(f"learn {number}"), style="primary" if primary else "plain")


def _themes(words: Texts) -> Menu:
    themes = [Button(label=words.say(f"commands.parts.{part}"), token=_help_token(part)) for part in PARTS]
    first = (
        _button(words, "new", tokens.NEW_GAME, primary=True),
        _button(words, "learn", _help_token("learn")),
        _button(words, "leagues", _help_token(leagues.ROOT)),
    )
    return Menu(rows=(first, tuple(themes)))


def _theme(words: Texts, known: Vocabulary, part: Part) -> Reply:
    """Return the commands of a theme, each with its purpose, and an example to start with."""
    lines = [f"**{words.say(f'commands.parts.{part}')}**"]
    lines += [f"`/{command.name}` {short(words, command)}" for command in known.commands if command.part == part]
    lines.append(words.say("guide.themes.example", example=words.say(f"guide.examples.{part}")))
    return Reply(text="\n".join(lines), menu=_themes(words))


def _command(words: Texts, command: Command) -> str:
    """Return a command's usage and help; for `new` also each war's length and difficulty, and each option."""
    lines = [f"`{command.usage(words)}`", command.help(words)]
    if command.name == "new":
        lines += [f"- `{war}` {told}" for war, told in words.table("guide.wars").items()]
        lines += [f"- `{name}={'|'.join(_values(words, name))}` {_option(words, name)}" for name in _options(words)]
    return "\n".join(lines)


def _options(words: Texts) -> list[str]:
    """Return the options common to all wars; those of single wars have their own tables, shown on those wars' pages."""
    return [name for name, table in words.table("guide.options").items() if "title" in table]


def _values(words: Texts, name: str) -> list[str]:
    return [value for value in words.table(f"guide.options.{name}") if value not in ("title", "text")]


def _option(words: Texts, name: str) -> str:
    table = words.table(f"guide.options.{name}")
    return f"{table['title']}: {table['text']}"


def short(words: Texts, command: Command) -> str:
    """Return the purpose of a command, in at most a hundred characters if it has a short text."""
    key = f"commands.short.{command.name}"
    return words.say(key) if words.has(key) else command.help(words)


def chosen(words: Texts, option: str, value: str) -> str:
    """Return an option of `/new` with its value as shown to players: "cards in hand: seven"."""
    return f"{words.say(f'guide.options.{option}.title')}: {words.say(f'guide.options.{option}.{value}')}"


def _title(words: Texts, name: str) -> str:
    return words.say(f"guide.pages.{name}.title")


def _help_token(name: str) -> str:
    return tokens.line("", f"help {name}")


def _button(words: Texts, name: str, token: str, *, primary: bool = False) -> Button:
    return Button(label=words.say(f"guide.buttons.{name}"), token=token, style="primary" if primary else "plain")


__all__ = ["chosen", "page", "welcome"]
