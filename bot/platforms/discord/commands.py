"""Application commands made from the vocabularies: a root for each title and one for leagues, options typed by the argument models.

Discord takes 25 entries under one command, so what is played most lies directly under the root of a title and the
rest in groups by part; the picker finds `/pog look odds` when somebody types "odds".
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Optional, Protocol

import discord
from discord import app_commands

from bot.commands import leagues
from bot.commands.model import Command
from bot.narration.texts import Texts, spoken_texts
from bot.table.lengths import shortened
from bot.titles import roots, titles, usual_title
from bot.titles.forms import Question, SetupForm, reworded, setup_form
from bot.titles.roots import title_meant
from bot.titles.title import Title
from bot.titles.vocabulary import vocabulary
from renderer.kit import languages as kit

#: In which everybody sees the commands who has no language of ours.
LANGUAGE = "en"
DESCRIPTION = 100
ENTRIES = 25
CHOICE = 100
ORDER = 1900

#: Names of the groups by part of the vocabulary; what is played lies directly under the root.
GROUPS = {"lobby": "lobby", "looking": "look", "around": "around"}
#: Commands of other parts that lie directly under the root as long as there is room, most wanted first.
FAVOURITES = ("new", "join", "start", "map", "undo", "status")
#: How many of them come before what a title has its players look at all the time.
_BEFORE_LOOKS = 4
#: Titles whose paths are kept at hand.
_KEPT = 16
#: The parts of the commands of leagues that lie in a group of their own.
_GROUPED = frozenset(leagues.PARTS[1:])

Values = Mapping[str, Any]
#: What suggests values of an option while somebody types.
Completer = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]
#: The command whose options are the questions of a form, and its argument for whatever else there is to choose.
OPENING, FURTHER = "new", "options"


class CommandServer(Protocol):
    """Whoever serves commands and completions."""

    async def command(self, interaction: discord.Interaction[Any], line: str, title: str) -> None:
        """Carry out a line typed under the root of a title, and answer."""
        ...

    async def suggestions(
        self, interaction: discord.Interaction[Any], line: str, title: str, fields: Collection[str] = ()
    ) -> list[str]:
        """Whole lines that continue a half-typed one; options that have `fields` of their own come last."""
        ...


def direct_names(title: Title[Any, Any]) -> frozenset[str]:
    """Return the commands that lie directly under the root of a title."""
    playing = [command.name for command in vocabulary(title).commands if command.part == "playing"]
    if len(playing) > ENTRIES - len(GROUPS):
        # What is left of them lies in a group of its own.
        return frozenset(playing[: ENTRIES - len(GROUPS) - 1])
    wanted = [*FAVOURITES[:_BEFORE_LOOKS], *title.at_hand, *FAVOURITES[_BEFORE_LOOKS:]]
    return frozenset([*playing, *wanted[: ENTRIES - len(GROUPS) - len(playing)]])


@lru_cache(maxsize=_KEPT)
def _paths(title: Title[Any, Any]) -> dict[str, str]:
    """Each command of a title as it is typed on Discord, e.g. `/pog look rules`."""
    direct, root = direct_names(title), f"/{title.command}"
    groups = {command.name: GROUPS.get(command.part, command.part) for command in vocabulary(title).commands}
    return {name: f"{root} {name}" if name in direct else f"{root} {group} {name}" for name, group in groups.items()}


def spoken(text: str, title: str = "") -> str:
    """Return a text of a title's games whose commands are named as they are typed on Discord."""
    told = roots.spoken(text, title, lambda meant, name: _paths(meant)[name])
    return leagues.spoken(told, _league_path)


def build_roots(server: CommandServer, language: str = LANGUAGE) -> list[app_commands.Group]:
    """One command for each title, with all that its vocabulary has, and one for leagues."""
    return [*(build_root(server, title, language) for title in titles()), build_leagues(server, language)]


def build_root(server: CommandServer, title: Title[Any, Any], language: str = LANGUAGE) -> app_commands.Group:
    """Return the command of a title with all that its vocabulary has."""
    said, direct = _Said(title, language), direct_names(title)
    root = _root(title.command, said.localised("discord.root"))
    groups: dict[str, app_commands.Group] = {}
    for command in vocabulary(title).commands:
        parent = root
        if command.name not in direct:
            name = GROUPS.get(command.part, command.part)
            if name not in groups:
                groups[name] = app_commands.Group(
                    name=name, description=said.localised(f"discord.groups.{command.part}"), parent=root
                )
            parent = groups[name]
        parent.add_command(_command(command, server, said))
    return root


def build_leagues(server: CommandServer, language: str = LANGUAGE) -> app_commands.Group:
    """Return the command of leagues: what everybody uses directly under its root, what organisers do in a group."""
    said = _OfLeagues(usual_title(), language)
    root = _root(leagues.ROOT, said.localised("leagues.root.about"))
    groups: dict[str, app_commands.Group] = {}
    for command in leagues.COMMANDS:
        if command.old:
            continue
        parent = root
        if command.part in _GROUPED:
            if command.part not in groups:
                about = said.localised(f"leagues.groups.{command.part}")
                groups[command.part] = app_commands.Group(name=command.part, description=about, parent=root)
            parent = groups[command.part]
        parent.add_command(_command(command, server, said))
    return root


def _league_path(command: Command) -> str:
    """Return a command of leagues as it is typed on Discord."""
    return " ".join([f"/{leagues.ROOT}", *([command.part] if command.part in _GROUPED else []), command.name])


def _root(name: str, about: app_commands.locale_str) -> app_commands.Group:
    return app_commands.Group(
        name=name,
        description=about,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of a title in a language, in which Discord is told of its commands."""

    title: Title[Any, Any]
    language: str

    @property
    def root(self) -> str:
        """The title under whose root something is typed, as it is handed on."""
        return self.title.name

    @property
    def words(self) -> Texts:
        """All of them."""
        return self.title.words(self.language)

    def localised(self, key: str) -> app_commands.locale_str:
        """Return a description, to be translated by its key."""
        text = short(self.words.say(key))
        return app_commands.locale_str(text, key=key, language=self.language, title=self.title.name)

    def about(self, command: Command) -> app_commands.locale_str:
        """Return what a command does, the short text where there is one."""
        brief = f"{command.words_under}.short.{command.name}"
        return self.localised(brief if self.words.has(brief) else f"{command.words_under}.help.{command.name}.text")

    def option(self, command: Command, name: str) -> app_commands.locale_str:
        """Return what an option is, its own text or that of all options of this name."""
        own = f"{command.words_under}.options.{command.name}.{name}"
        return self.localised(own if self.words.has(own) else f"{command.words_under}.options.every.{name}")

    def named(self, choice: str) -> app_commands.locale_str:
        """Return a fixed word as the menu shows it; a word that says enough stays as it is."""
        key = f"commands.choices.{choice}"
        return self.localised(key) if self.words.has(key) else app_commands.locale_str(choice)


class _OfLeagues(_Said):
    """The words about leagues, whose lines bear their root."""

    __slots__ = ()

    @property
    def root(self) -> str:
        """None of a title's."""
        return ""


def line_of(command: Command, values: Values) -> str:
    """Return the line that somebody would have typed; an option left out before one that is given has its default."""
    root = [leagues.ROOT] if command.words_under == leagues.WORDS else []
    return " ".join([*root, command.name, command.arguments.written(values)]).strip()


def languages() -> frozenset[str]:
    """The languages that there are words of."""
    return frozenset(kit.languages())


class Translations(app_commands.Translator):
    """Descriptions in the languages that there are words of."""

    def __init__(self) -> None:
        self._languages = languages()

    @property
    def others(self) -> frozenset[str]:
        """The languages beside the one in which Discord is told of the commands."""
        return self._languages - {LANGUAGE}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text of a description in a language; None where we do not speak it."""
        del context
        language = kit.known(locale.value, self._languages)
        key = string.extras.get("key")
        if key is None or not language or language == string.extras.get("language"):
            return None
        said = title_meant(str(string.extras.get("title", ""))).words(language)
        return short(said.say(str(key))) if said.has(str(key)) else None


def short(text: str, limit: int = DESCRIPTION) -> str:
    """Return a text within a limit, cut between words."""
    return shortened(text, limit)


def _command(command: Command, server: CommandServer, said: _Said) -> app_commands.Command[Any, ..., None]:
    opening = command.name == OPENING and command.words_under != leagues.WORDS
    form = setup_form(said.title, said.language) if opening else None
    questions = {question.name: question for question in form.options} if form is not None else {}

    async def callback(interaction: discord.Interaction[Any], **values: Any) -> None:
        # Where nothing of a form is chosen the command asks.
        line = command.name if form is not None and not any(values.values()) else _line(command, form, values)
        await server.command(interaction, line, said.root)

    fields = list(command.arguments.model_fields)
    names = list(dict.fromkeys([*fields[:1], *questions, *fields[1:]]))
    callback.__signature__ = _signature(command, names)  # type: ignore[attr-defined]  # any function may be given one (PEP 362)
    keys = {name: f"guide.options.{name}.title" for name in questions}
    about = {name: said.localised(keys[name]) if name in keys else said.option(command, name) for name in names}
    decorated: Any = app_commands.describe(**about)(callback) if names else callback
    for name in names:
        if form is not None and name in questions:
            answers = _answers(form, questions[name], server, said)
            decorated = app_commands.autocomplete(**{name: answers})(decorated)
        elif 0 < len(choices := [choice for choice in command.arguments.choices(name) if choice]) <= ENTRIES:
            entries = [app_commands.Choice(name=said.named(choice), value=choice) for choice in choices]
            decorated = app_commands.choices(**{name: entries})(decorated)
        elif _is_text(command, name):
            completer = _completer(command, form, name, server, said.root)
            decorated = app_commands.autocomplete(**{name: completer})(decorated)
    return app_commands.Command(
        name=command.name,
        description=said.about(command),
        callback=decorated,
    )


def _signature(command: Command, names: Sequence[str]) -> inspect.Signature:
    """Return the options as Discord's library reads them: an interaction, then each by its name; what is no argument is text."""
    fields = command.arguments.model_fields
    parameters = [
        inspect.Parameter(
            "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction[discord.Client]
        )
    ]
    for name in names:
        required = name in fields and fields[name].is_required()
        kind: Any = _kind(command, name) if name in fields else app_commands.Range[str, 1, ORDER]
        parameters.append(
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                annotation=kind if required else Optional[kind],  # noqa: UP045 - built at run time
                default=inspect.Parameter.empty if required else None,
            )
        )
    return inspect.Signature(parameters)


def _kind(command: Command, name: str) -> Any:
    field = command.arguments.model_fields[name]
    if command.arguments.choices(name):
        return str
    if field.annotation is int:
        bounds = {key: getattr(rule, key) for rule in field.metadata for key in ("ge", "le") if hasattr(rule, key)}
        return app_commands.Range[int, bounds.get("ge"), bounds.get("le")]
    return app_commands.Range[str, 1, ORDER]


def _is_text(command: Command, name: str) -> bool:
    return command.arguments.model_fields[name].annotation is not int


def _line(command: Command, form: SetupForm | None, values: Values) -> str:
    """Return the line that somebody would have typed, with what a form asks for beside the arguments."""
    if form is None:
        return line_of(command, values)
    chosen = {name: str(value) for name, value in values.items() if value and name != FURTHER}
    return f"{form.line(chosen)} {values.get(FURTHER) or ''}".strip()


def _answers(form: SetupForm, question: Question, server: CommandServer, said: _Said) -> Completer:
    """Return the answers to a question of the form that go together with what has been chosen besides, in the words of whoever asks."""

    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        given = {name: str(value) for name, value in interaction.namespace if value and name != question.name}
        head = f"{form.line(given)} {question.name}="
        lines = await server.suggestions(interaction, head, said.root)
        possible = {line.removeprefix(head) for line in lines if line.startswith(head)}
        asked = reworded(question, said.title.words(spoken_texts().language))
        return [
            app_commands.Choice(name=short(told, CHOICE), value=value)
            for value, told in asked.values
            if value in possible and current.casefold() in f"{value} {told}".casefold()
        ][:ENTRIES]

    return complete


def _completer(command: Command, form: SetupForm | None, name: str, server: CommandServer, title: str) -> Completer:
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        fields = list(command.arguments.model_fields)
        before = {field: getattr(interaction.namespace, field, None) for field in fields[: fields.index(name)]}
        beside = {given: value for given, value in interaction.namespace if given != name}
        head = (_line(command, form, beside) if name == FURTHER else line_of(command, before)) + " "
        if issubclass(command.arguments, leagues.NamedArguments) and name not in command.arguments.placed:
            head = f"{line_of(command, beside)} {name}="
        asked = [question.name for question in form.options] if form is not None else []
        lines = await server.suggestions(interaction, head + current, title, asked)
        values = [line.removeprefix(head).strip() for line in lines if line.startswith(head)]
        fitting = [value for value in dict.fromkeys(values) if 1 <= len(value) <= CHOICE]
        return [app_commands.Choice(name=value, value=value) for value in fitting[:ENTRIES]]

    return complete


__all__ = [
    "CommandServer",
    "Translations",
    "build_root",
    "build_roots",
    "direct_names",
    "languages",
    "line_of",
    "short",
    "spoken",
]
