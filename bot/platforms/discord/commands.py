"""Application commands made from the vocabulary: everything under /pog, options typed by the argument models.

Discord takes 25 entries under one command, so what is played most lies directly under /pog and the
rest in groups by part; the picker finds `/pog look odds` when somebody types "odds".
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Coroutine, Mapping
from functools import cache
from importlib import resources
from typing import Any, Optional, Protocol

import discord
from discord import app_commands

from bot.commands.model import Command
from bot.narration.texts import Texts, texts
from bot.table.lengths import shortened
from bot.titles import usual_title
from bot.titles.vocabulary import vocabulary

ROOT = "pog"
DESCRIPTION = 100
ENTRIES = 25
CHOICE = 100
ORDER = 1900

#: Names of the groups by part of the vocabulary; what is played lies directly under /pog.
GROUPS = {"lobby": "lobby", "looking": "look", "around": "around"}
#: Commands of other parts that lie directly under /pog as long as there is room, most wanted first.
FAVOURITES = ("new", "join", "start", "map", "hand", "undo", "status")

Values = Mapping[str, Any]


class Desk(Protocol):
    """Whoever serves commands and completions."""

    async def command(self, interaction: discord.Interaction[Any], line: str) -> None:
        """Carry out a typed line and answer."""
        ...

    async def suggestions(self, interaction: discord.Interaction[Any], line: str) -> list[str]:
        """Whole lines that continue a half-typed one."""
        ...


def direct_names() -> frozenset[str]:
    """The commands that lie directly under /pog."""
    playing = [command.name for command in vocabulary(usual_title()).commands if command.part == "playing"]
    room = max(0, ENTRIES - len(GROUPS) - len(playing))
    return frozenset([*playing[: ENTRIES - len(GROUPS)], *FAVOURITES[:room]])


@cache
def _paths() -> dict[str, str]:
    """Each command as it is typed on Discord, e.g. `/pog look rules`."""
    direct = direct_names()
    groups = {command.name: GROUPS.get(command.part, command.part) for command in vocabulary(usual_title()).commands}
    return {name: f"/{ROOT} {name}" if name in direct else f"/{ROOT} {group} {name}" for name, group in groups.items()}


@cache
def _slash() -> re.Pattern[str]:
    """A command as texts name it for every platform, e.g. /join; not a part of a word, a path or a link."""
    return re.compile(rf"(?<![\w/.:<])/({'|'.join(sorted(_paths(), key=len, reverse=True))})\b")


def spoken(text: str) -> str:
    """A text whose commands are named as they are typed on Discord."""
    return _slash().sub(lambda found: _paths()[found[1]], text)


def build_root(desk: Desk, language: str = "en") -> app_commands.Group:
    """The command /pog with all that the vocabulary has."""
    said, direct = texts(language), direct_names()
    root = app_commands.Group(
        name=ROOT,
        description=_localised(said, "discord.root"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    groups: dict[str, app_commands.Group] = {}
    for command in vocabulary(usual_title()).commands:
        parent = root
        if command.name not in direct:
            name = GROUPS.get(command.part, command.part)
            if name not in groups:
                groups[name] = app_commands.Group(
                    name=name, description=_localised(said, f"discord.groups.{command.part}"), parent=root
                )
            parent = groups[name]
        parent.add_command(_command(command, desk, said))
    return root


def line_of(command: Command, values: Values) -> str:
    """The line that somebody would have typed; an option left out before one that is given has its default."""
    fields = command.arguments.model_fields
    given = [name for name in fields if values.get(name) not in (None, "")]
    parts = [command.name]
    for name in fields:
        if given and list(fields).index(name) <= list(fields).index(given[-1]):
            value = values.get(name)
            parts.append(str(value if value not in (None, "") else fields[name].default or ""))
    return " ".join(part for part in parts if part)


def languages() -> frozenset[str]:
    """The languages whose words lie under `assets/pog/text`."""
    folder = resources.files("assets") / "pog" / "text"
    return frozenset(entry.name for entry in folder.iterdir() if entry.is_dir())


class Translations(app_commands.Translator):
    """Descriptions in the languages whose words lie under `assets/pog/text`."""

    def __init__(self) -> None:
        self._languages = languages()

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text of a description in a language; None where we do not speak it."""
        del context
        language = locale.value.partition("-")[0]
        key = string.extras.get("key")
        if key is None or language not in self._languages or language == string.extras.get("language"):
            return None
        said: Texts = texts(language)
        return short(said.say(str(key))) if said.has(str(key)) else None


def short(text: str, limit: int = DESCRIPTION) -> str:
    """A text within a limit, cut between words."""
    return shortened(text, limit)


def _command(command: Command, desk: Desk, said: Texts) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: discord.Interaction[Any], **values: Any) -> None:
        await desk.command(interaction, line_of(command, values))

    parameters = [
        inspect.Parameter(
            "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction[discord.Client]
        )
    ]
    for name, field in command.arguments.model_fields.items():
        kind: Any = _kind(command, name)
        parameters.append(
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                annotation=kind if field.is_required() else Optional[kind],  # noqa: UP045 - built at run time
                default=inspect.Parameter.empty if field.is_required() else None,
            )
        )
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    names = list(command.arguments.model_fields)
    about = {name: _localised(said, f"commands.options.{command.name}.{name}") for name in names}
    decorated: Any = app_commands.describe(**about)(callback) if names else callback
    for name in names:
        choices = [choice for choice in command.arguments.choices(name) if choice]
        if choices:
            entries = [app_commands.Choice(name=_named(said, choice), value=choice) for choice in choices]
            decorated = app_commands.choices(**{name: entries})(decorated)
        elif _is_text(command, name):
            decorated = app_commands.autocomplete(**{name: _completer(command, name, desk)})(decorated)
    return app_commands.Command(
        name=command.name,
        description=_localised(said, _about(said, command)),
        callback=decorated,
    )


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


def _completer(
    command: Command, name: str, desk: Desk
) -> Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def complete(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        fields = list(command.arguments.model_fields)
        before = {field: getattr(interaction.namespace, field, None) for field in fields[: fields.index(name)]}
        head = line_of(command, before) + " "
        lines = await desk.suggestions(interaction, head + current)
        values = [line.removeprefix(head).strip() for line in lines if line.startswith(head)]
        fitting = [value for value in dict.fromkeys(values) if 1 <= len(value) <= CHOICE]
        return [app_commands.Choice(name=value, value=value) for value in fitting[:ENTRIES]]

    return complete


def _about(said: Texts, command: Command) -> str:
    """The key of what a command does, the short text where there is one."""
    brief = f"commands.short.{command.name}"
    return brief if said.has(brief) else f"commands.help.{command.name}.text"


def _named(said: Texts, choice: str) -> app_commands.locale_str:
    """A fixed word as the menu shows it; a word that says enough stays as it is."""
    key = f"commands.choices.{choice}"
    return _localised(said, key) if said.has(key) else app_commands.locale_str(choice)


def _localised(said: Texts, key: str) -> app_commands.locale_str:
    return app_commands.locale_str(short(said.say(key)), key=key, language=said.language)


__all__ = ["ROOT", "Desk", "Translations", "build_root", "direct_names", "languages", "line_of", "short", "spoken"]
