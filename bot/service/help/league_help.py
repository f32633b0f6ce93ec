"""Help pages for leagues: the introduction, the commands of each part, and single commands."""

from __future__ import annotations

from bot.commands import leagues
from bot.commands.model import Command, Part
from bot.narration.texts import Texts
from bot.table import tokens
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Button, Menu, Reply
from bot.table.typed_text import alike, one_edit


def page(words: Texts, wanted: str = "") -> Reply:
    """Return a help page: the first one, a part of the commands, or one command.

    Raises:
        Refusal: there is no such command.
    """
    name = wanted.strip("/ ").casefold().removeprefix(leagues.ROOT).strip()
    if not name:
        return Reply(text=_part(words, words.say("leagues.pages.first"), "season"), menu=_parts(words))
    if name in leagues.PARTS:
        return Reply(text=_part(words, f"**{words.say(f'leagues.parts.{name}')}**", name), menu=_parts(words))
    if (command := leagues.BY_NAME.get(name)) is not None:
        return Reply(text=f"`{command.usage(words)}`\n{command.help(words)}", menu=_parts(words))
    raise unknown(words, name)


def unknown(words: Texts, typed: str, rest: str = "") -> Refusal:
    """Return the refusal for an unknown league command, with the likely matches; those that take the rest can be pressed."""
    near = _meant(words, typed.casefold())
    found = refuse(
        "league.unknown_command", text=typed, near=words.listed([f"`/{leagues.ROOT} {name}`" for name in near], "or")
    )
    found.proposed = tuple(f"{leagues.ROOT} {name} {rest}".strip() for name in near if _takes(name, rest, words))
    return found


def _meant(words: Texts, typed: str) -> list[str]:
    """Return the commands meant by an unknown word: those that it abbreviates, stands for or resembles."""
    instead: dict[str, list[str]] = words.table("leagues.instead")
    misspelt = [name for name in (*leagues.BY_NAME, *instead) if one_edit(typed, name)]
    found = leagues.fitting(typed) or (misspelt if typed not in instead else [typed]) or alike(typed, leagues.BY_NAME)
    return [*dict.fromkeys(one for name in found for one in instead.get(name, [name]))][:3]


def _takes(name: str, rest: str, words: Texts) -> bool:
    """Return whether a command accepts these words after its name."""
    try:
        leagues.BY_NAME[name].parse(rest, words)
    except Refusal:
        return False
    return True


def brief(words: Texts, command: Command) -> str:
    """Return the purpose of a command in at most a hundred characters."""
    key = f"leagues.short.{command.name}"
    return words.say(key) if words.has(key) else command.help(words)


def _part(words: Texts, head: str, part: Part | str) -> str:
    lines = [
        f"`/{leagues.ROOT} {one.name}` {brief(words, one)}"
        for one in leagues.COMMANDS
        if one.part == part and not one.old
    ]
    return "\n".join([head, *lines, words.say("leagues.pages.one")])


def _parts(words: Texts) -> Menu:
    there = [part for part in leagues.PARTS if any(one.part == part for one in leagues.COMMANDS)]
    token = {part: tokens.line("", f"{leagues.ROOT} help {part}") for part in there}
    return Menu(rows=(tuple(Button(label=words.say(f"leagues.parts.{part}"), token=token[part]) for part in there),))


__all__ = ["brief", "page", "unknown"]
