"""Build Discord's application commands from the vocabularies: a root per title, and one for leagues.

Discord allows 25 entries under one command, so the most used commands are directly under a title's root and the rest in
groups by part; the picker finds `/pog look odds` when a user types "odds".
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

#: Language of the commands for users whose language isn't supported.
LANGUAGE = "en"
DESCRIPTION = 100
ENTRIES = 25
CHOICE = 100
ORDER = 1900

#: Group names by part of the vocabulary; the commands of play are directly under the root.
GROUPS = {"lobby": "lobby", "looking": "look", "around": "around"}
#: Commands of other parts placed directly under the root while there is room, most wanted first.
FAVOURITES = ("new", "join", "start", "map", "undo", "status")
#: How many of them come before the title's own frequently used views.
_BEFORE_LOOKS = 4
#: Cached titles' paths.
_KEPT = 16
#: Parts of the league commands that have their own group.
_GROUPED = frozenset(leagues.PARTS[1:])

Values = Mapping[str, Any]
#: Suggests values of an option while a user types.
Completer = Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]
#: The command whose options are the questions of a form, and its option for everything else.
OPENING, FURTHER = "new", "options"


class CommandServer(Protocol):
    """Handles commands and completions."""

    async def command(self, interaction: discord.Interaction[Any], line: str, title: str) -> None:
        """Run a line typed under the root of a title, and answer."""
        ...

    async def suggestions(
        self, interaction: discord.Interaction[Any], line: str, title: str, fields: Collection[str] = ()
    ) -> list[str]:
        """Return complete lines that continue a partial one; options with a field in `fields` come last."""
        ...


def _server(interaction: discord.Interaction[Any]) -> CommandServer:
    """Return whoever serves the client to which an interaction came."""
    server: CommandServer = interaction.client.front
    return server


def direct_names(title: Title[Any, Any]) -> frozenset[str]:
    """Return the commands placed directly under the root of a title."""
    playing = [command.name for command in vocabulary(title).commands if command.part == "playing"]
    if len(playing) > ENTRIES - len(GROUPS):
        # The remaining ones get their own group.
        return frozenset(playing[: ENTRIES - len(GROUPS) - 1])
    wanted = [*FAVOURITES[:_BEFORE_LOOKS], *title.at_hand, *FAVOURITES[_BEFORE_LOOKS:]]
    return frozenset([*playing, *wanted[: ENTRIES - len(GROUPS) - len(playing)]])


@lru_cache(maxsize=_KEPT)
def _paths(title: Title[Any, Any]) -> dict[str, str]:
    """Return each command of a title as typed on Discord, e.g. `/pog look rules`."""
    direct, root = direct_names(title), f"/{title.command}"
    groups = {command.name: GROUPS.get(command.part, command.part) for command in vocabulary(title).commands}
    return {name: f"{root} {name}" if name in direct else f"{root} {group} {name}" for name, group in groups.items()}


def spoken(text: str, title: str = "") -> str:
    """Replace command names in a title's text by their paths on Discord."""
    told = roots.spoken(text, title, lambda meant, name: _paths(meant)[name])
    return leagues.spoken(told, _league_path)


def build_roots(language: str = LANGUAGE) -> list[app_commands.Group]:
    """Build a root command for each title, with its whole vocabulary, and one for leagues; all clients of a process share them."""
    return [*(build_root(title, language) for title in titles()), build_leagues(language)]


def build_root(title: Title[Any, Any], language: str = LANGUAGE) -> app_commands.Group:
    """Build the root command of a title with its whole vocabulary."""
    return _title_root(title, title.words(language), language)


def build_leagues(language: str = LANGUAGE) -> app_commands.Group:
    """Build the root command of leagues: commands for everybody directly under it, those of organisers in a group."""
    return _league_root(usual_title(), usual_title().words(language), language)


@lru_cache(maxsize=_KEPT)
def _title_root(title: Title[Any, Any], words: Texts, language: str) -> app_commands.Group:
    """Build the root command of a title once for each version of its words."""
    del words
    said, direct = _Texts(title, language), direct_names(title)
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
        parent.add_command(_command(command, said))
    return root


@lru_cache(maxsize=_KEPT)
def _league_root(title: Title[Any, Any], words: Texts, language: str) -> app_commands.Group:
    """Build the root command of leagues once for each version of the words."""
    del words
    said = _LeagueTexts(title, language)
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
        parent.add_command(_command(command, said))
    return root


def _league_path(command: Command) -> str:
    """Return the path of a league command on Discord."""
    return " ".join([f"/{leagues.ROOT}", *([command.part] if command.part in _GROUPED else []), command.name])


def _root(name: str, about: app_commands.locale_str) -> app_commands.Group:
    return app_commands.Group(
        name=name,
        description=about,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of a title in a language, as sent to Discord."""

    title: Title[Any, Any]
    language: str

    @property
    def root(self) -> str:
        """The title passed on with lines typed under the root."""
        return self.title.name

    @property
    def words(self) -> Texts:
        """All texts of the title."""
        return self.title.words(self.language)

    def localised(self, key: str) -> app_commands.locale_str:
        """Return a description that can be translated by its key."""
        text = short(self.words.say(key))
        return app_commands.locale_str(text, key=key, language=self.language, title=self.title.name)

    def about(self, command: Command) -> app_commands.locale_str:
        """Return a command's description, the short one if there is one."""
        brief = f"{command.words_under}.short.{command.name}"
        return self.localised(brief if self.words.has(brief) else f"{command.words_under}.help.{command.name}.text")

    def option(self, command: Command, name: str) -> app_commands.locale_str:
        """Return an option's description, its own or the shared one for its name."""
        own = f"{command.words_under}.options.{command.name}.{name}"
        return self.localised(own if self.words.has(own) else f"{command.words_under}.options.every.{name}")

    def named(self, choice: str) -> app_commands.locale_str:
        """Return the label of a fixed word in the menu; a word without a text stays as it is."""
        key = f"commands.choices.{choice}"
        return self.localised(key) if self.words.has(key) else app_commands.locale_str(choice)


class _LeagueTexts(_Texts):
    """The texts of leagues, whose lines contain their root."""

    __slots__ = ()

    @property
    def root(self) -> str:
        """No title."""
        return ""


def line_of(command: Command, values: Values) -> str:
    """Return the line a user would type; options left out before a given one get their default."""
    root = [leagues.ROOT] if command.words_under == leagues.WORDS else []
    return " ".join([*root, command.name, command.arguments.written(values)]).strip()


def languages() -> frozenset[str]:
    """Return the languages with texts."""
    return frozenset(kit.languages())


class Translations(app_commands.Translator):
    """Translates descriptions into the languages with texts."""

    def __init__(self) -> None:
        self._languages = languages()

    @property
    def others(self) -> frozenset[str]:
        """The languages besides the commands' main one."""
        return self._languages - {LANGUAGE}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a description in a language; None if it isn't supported."""
        del context
        language = kit.known(locale.value, self._languages)
        key = string.extras.get("key")
        if key is None or not language or language == string.extras.get("language"):
            return None
        said = title_meant(str(string.extras.get("title", ""))).words(language)
        return short(said.say(str(key))) if said.has(str(key)) else None


def short(text: str, limit: int = DESCRIPTION) -> str:
    """Shorten a text to a limit, between words."""
    return shortened(text, limit)


def _command(command: Command, said: _Texts) -> app_commands.Command[Any, ..., None]:
    opening = command.name == OPENING and command.words_under != leagues.WORDS
    form = setup_form(said.title, said.language) if opening else None
    questions = {question.name: question for question in form.options} if form is not None else {}

    async def callback(interaction: discord.Interaction[Any], **values: Any) -> None:
        # With no option of the form chosen, the command asks for them.
        line = command.name if form is not None and not any(values.values()) else _line(command, form, values)
        await _server(interaction).command(interaction, line, said.root)

    fields = list(command.arguments.model_fields)
    names = list(dict.fromkeys([*fields[:1], *questions, *fields[1:]]))
    callback.__signature__ = _signature(command, names)  # type: ignore[attr-defined]  # see PEP 362
    keys = {name: f"guide.options.{name}.title" for name in questions}
    about = {name: said.localised(keys[name]) if name in keys else said.option(command, name) for name in names}
    decorated: Any = app_commands.describe(**about)(callback) if names else callback
    for name in names:
        if form is not None and name in questions:
            answers = _answers(form, questions[name], said)
            decorated = app_commands.autocomplete(**{name: answers})(decorated)
        elif 0 < len(choices := [choice for choice in command.arguments.choices(name) if choice]) <= ENTRIES:
            entries = [app_commands.Choice(name=said.named(choice), value=choice) for choice in choices]
            decorated = app_commands.choices(**{name: entries})(decorated)
        elif _is_text(command, name):
            completer = _completer(command, form, name, said.root)
            decorated = app_commands.autocomplete(**{name: completer})(decorated)
    return app_commands.Command(
        name=command.name,
        description=said.about(command),
        callback=decorated,
    )


def _signature(command: Command, names: Sequence[str]) -> inspect.Signature:
    """Return the signature from which discord.py reads the options; names that are no argument become text options."""
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
    """Return the line a user would type, including the form's questions."""
    if form is None:
        return line_of(command, values)
    chosen = {name: str(value) for name, value in values.items() if value and name != FURTHER}
    return f"{form.line(chosen)} {values.get(FURTHER) or ''}".strip()


def _answers(form: SetupForm, question: Question, said: _Texts) -> Completer:
    """Complete an answer to a form's question that fits the other choices, in the user's language."""

    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        given = {name: str(value) for name, value in interaction.namespace if value and name != question.name}
        head = f"{form.line(given)} {question.name}="
        lines = await _server(interaction).suggestions(interaction, head, said.root)
        possible = {line.removeprefix(head) for line in lines if line.startswith(head)}
        asked = reworded(question, said.title.words(spoken_texts().language))
        return [
            app_commands.Choice(name=short(told, CHOICE), value=value)
            for value, told in asked.values
            if value in possible and current.casefold() in f"{value} {told}".casefold()
        ][:ENTRIES]

    return complete


def _completer(command: Command, form: SetupForm | None, name: str, title: str) -> Completer:
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        fields = list(command.arguments.model_fields)
        before = {field: getattr(interaction.namespace, field, None) for field in fields[: fields.index(name)]}
        beside = {given: value for given, value in interaction.namespace if given != name}
        head = (_line(command, form, beside) if name == FURTHER else line_of(command, before)) + " "
        if issubclass(command.arguments, leagues.NamedArguments) and name not in command.arguments.placed:
            head = f"{line_of(command, beside)} {name}="
        asked = [question.name for question in form.options] if form is not None else []
        lines = await _server(interaction).suggestions(interaction, head + current, title, asked)
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
