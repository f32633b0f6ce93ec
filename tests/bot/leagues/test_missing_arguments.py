"""A command of leagues without one of its arguments says which is missing, and shows a line that works; one given twice acts once."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.commands.leagues import COMMANDS, WORDS
from bot.commands.leagues.arguments import NamedArguments
from bot.commands.model import Command
from bot.narration.texts import texts
from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from tests.bot.leagues.support import Hall
from tests.bot.leagues.test_refusals import players_of, running
from tests.support.facts import names

#: Typed values for each argument that a league command requires.
GIVEN = {
    "match": "1.2.3", "result": "first", "reason": "nobody came", "text": "hello all", "name": "Reds", "members": "anna,ben",
    "person": "anna", "other": "ben", "time": "3d", "dates": "5d", "side": "cp", "amount": "3",
}  # fmt: skip


def needy() -> Iterator[tuple[Command, list[str], list[str]]]:
    """Yield each league command with its given and its missing required arguments."""
    for command in COMMANDS:
        model = command.arguments
        if command.words_under != WORDS or not issubclass(model, NamedArguments):
            continue
        needed = [name for name, field in model.model_fields.items() if field.is_required()]
        placed = [name for name in model.placed if name in needed]
        named = [name for name in needed if name not in placed]
        for number in range(len(placed)):
            yield command, [*placed[:number], *named], placed[number:]
            yield command, placed[:number], [*placed[number:], *named]
        for name in named:
            yield command, [*placed, *(one for one in named if one != name)], [name]


def _line(command: Command, names: list[str]) -> str:
    placed = command.arguments.placed if issubclass(command.arguments, NamedArguments) else ()
    return " ".join(GIVEN[name] if name in placed else f"{name}={GIVEN[name]}" for name in names)


@pytest.mark.parametrize(
    ("command", "given", "lacking"), [pytest.param(*one, id=f"{one[0].name}-{'-'.join(one[2])}") for one in needy()]
)
def test_a_missing_argument_is_named_and_the_line_that_is_shown_works(
    command: Command, given: list[str], lacking: list[str]
) -> None:
    words = texts()
    with pytest.raises(Refusal) as refused:
        command.parse(_line(command, given), words)
    assert refused.value.reason.code == "argument_missing"
    said = sentence(names(), refused.value).replace("\u2068", "").replace("\u2069", "")
    for name in lacking:
        assert words.say(f"leagues.missing.{name}") in said, name
    shown = said.rpartition(f"/league {command.name} ")[2].removesuffix("`.")
    for name in given:
        assert GIVEN[name] in shown, "what was typed stays"
    for name in lacking:
        pattern = rf"{name}=\S+" if f"{name}=" in shown else r"first\|\S+|stands\|\S+|[A-Z]+(?![=\w])|account,.*|2026.*"
        value = f"{name}={GIVEN[name]}" if f"{name}=" in shown else GIVEN[name]
        shown = re.sub(pattern, value, shown, count=1)
    read = command.parse(re.sub(r" \|.*", "", shown), words)
    assert [getattr(read, name) for name in (*given, *lacking)] == [
        type(getattr(read, name))(GIVEN[name]) for name in (*given, *lacking)
    ]


def test_every_argument_that_is_needed_has_a_name_in_words() -> None:
    assert {name for _, _, lacking in needy() for name in lacking} == set(GIVEN)
    assert all(texts().has(f"leagues.missing.{name}") for name in GIVEN)


async def test_an_appeal_that_is_decided_without_a_reason_shows_the_line_to_type(hall: Hall) -> None:
    told = (await hall.told("olga", "decide 1.1.1 stands")).replace("\u2068", "").replace("\u2069", "")
    assert told == "This command also needs a reason. Type it as `/league decide 1.1.1 stands REASON`."


async def test_a_decision_that_is_typed_twice_acts_once_and_says_so(hall: Hall) -> None:
    await running(hall)
    await hall.report("s-cup", "1.1.1", (2, 0))
    await hall.report("s-cup", "1.1.2", (2, 0))
    _, loser = await players_of(hall, "1.1.1")
    repository = hall.handler.leagues.repository
    for user, line, again in (
        ("olga", "rule 1.1.2 second he was late", "Match `1.1.2` already has this result"),
        (loser, "appeal 1.1.1 unfair", "There's already an open appeal"),
        ("olga", "decide 1.1.1 stands fair enough", "You have already decided match `1.1.1` like this"),
        ("olga", "correct 1.1.2 draw a slip", "Match `1.1.2` already has this result"),
        ("olga", "apart anna other=ben", "That's already so, and nothing has changed."),
        ("olga", "withdraw anna", "That's already so, and nothing has changed."),
    ):
        first = await hall.told(user, line, key=f"once {line}")
        length = (await repository.season("s-cup")).length
        assert again in await hall.told(user, line), line
        assert await hall.told(user, line, key=f"once {line}") == first, "the same command, sent again by its platform"
        assert (await repository.season("s-cup")).length == length, line
