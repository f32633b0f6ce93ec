"""Commands shared by all titles, each declared once, with the capabilities that depend on the title."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, create_model

from bot.commands.arguments import (
    AnswerArgs,
    AssessArgs,
    ClockArgs,
    Computer,
    ForgetArgs,
    GameNameArgs,
    GamesArgs,
    HelpArgs,
    JoinArgs,
    LearnArgs,
    LinkArgs,
    LogArgs,
    MapArgs,
    MasterArgs,
    NewArgs,
    NothingArgs,
    OrderArgs,
    PuzzleArgs,
    RelocateArgs,
    RematchArgs,
    ReplayArgs,
    RollbackArgs,
    RulesArgs,
    SeedArgs,
    SettingsArgs,
    StandingArgs,
    SubstituteArgs,
    SurelyArgs,
    UndoArgs,
    WarnArgs,
    WhichGameArgs,
    YesNoArgs,
    YesOrNo,
)
from bot.commands.model import AnyGame, Arguments, Command, Part
from bot.persons import COMPUTER

A = TypeVar("A", bound=Arguments)


#: Groups of commands, in the order of a first game.
PARTS: tuple[Part, ...] = ("lobby", "playing", "looking", "around")


def _one_of(words: Iterable[str]) -> Any:
    """Return a Literal type of these words."""
    return Literal.__getitem__(tuple(words))


def _model(base: type[A], **fields: Any) -> type[A]:
    """Return a subclass of an argument model with some fields redefined by a title, in the same order."""
    made: type[A] = create_model(base.__name__, __base__=base, __doc__=base.__doc__, **fields)
    return made


def _number_pattern(most: int) -> str:
    """Return a pattern that matches the numbers from 1 to `most`."""
    return f"0*(?:{'|'.join(str(number) for number in range(1, most + 1))})"


def _log_commands(areas: Sequence[str], length: tuple[int, int], part: str) -> tuple[Command, Command]:
    """Return the log and replay commands, with the turns, parts of a turn and map areas of a title."""
    turns, parts = (_number_pattern(most) for most in length)
    own = f"{part}|" if part else ""
    numbered: dict[str, Any] = {part: (Annotated[str, Field(pattern=rf"^({parts})?$")], "")} if part else {}
    log = _model(
        LogArgs,
        turn=(Annotated[str, Field(pattern=rf"^({own}turn|all|{turns})$")], part or "turn"),
        **numbered,
        game=(AnyGame, ""),
    )
    log.within = part
    replay = _model(
        ReplayArgs,
        turn=(Annotated[str, Field(pattern=rf"^(turn|all|{turns})$")], "turn"),
        where=(_one_of(areas), areas[0]),
    )
    numbers = (("turns", str(length[0])), ("rounds", str(length[1])))
    words = (("within", own), ("number", f" [{part.upper()}]" if part else ""))
    return (
        Command("log", "looking", log, named=(*numbers, *words)),
        Command("replay", "looking", replay, named=(("areas", "|".join(areas)), *numbers)),
    )


@dataclass(frozen=True, slots=True)
class Brought:
    """Optional capabilities of a title; commands for those it lacks are left out.

    Attributes:
        levels: names of the computer's levels. lessons: number of lessons. puzzles: number of puzzles.
        standing_orders: whether seats can decide in advance.
        places: whether players can point out places to each other.
    """

    levels: Sequence[str] = ()
    lessons: int = 0
    puzzles: int = 0
    standing_orders: bool = True
    places: bool = True


#: A title with every capability.
EVERYTHING = Brought(levels=("any",), lessons=1, puzzles=1)


def _game_commands(seats: tuple[str, str], part: str, brought: Brought) -> tuple[Command, ...]:
    """Return the commands around a game: undoing, ending, clocks, seats, the computer's advice."""
    levels = brought.levels
    called = ("accept", "reject", *levels) if levels else ()
    words = ("offer", "keep", *seats, *called, *(COMPUTER[:1] if levels else ()))
    substitute = _model(SubstituteArgs, what=(Annotated[_one_of(words), YesOrNo, Computer], ...))
    own = f"{part}|" if part else ""
    powers = Field(pattern=rf"^({'|'.join(seats)}|{own}turn|yes|\d{{1,6}})?$")
    back = Field(pattern=rf"^(\d{{1,6}}|accept|reject|{own}turn)$")
    rollback = _model(RollbackArgs, to=(Annotated[str, YesOrNo, back], ...))
    master = _model(MasterArgs, more=(Annotated[str, powers], ""))
    named_seats = (("seats", "|".join(seats)),)
    named_levels = (*named_seats, ("levels", "".join(f"|{word}" for word in called)))
    return (
        Command("undo", "around", UndoArgs, "seat"),
        Command("rollback", "around", rollback, "seat", named=(("within", own),)),
        Command("resign", "around", YesNoArgs, "seat"),
        Command("draw", "around", AnswerArgs, "seat"),
        Command("export", "around", WhichGameArgs),
        Command("verify", "around", WhichGameArgs),
        *((Command("warn", "around", WarnArgs, "seat", own_words=True),) if brought.places else ()),
        Command("clock", "around", ClockArgs),
        Command("substitute", "around", substitute, named=named_levels),
        *(
            (Command("advise", "around", NothingArgs, "decider"), Command("assess", "around", AssessArgs))
            if levels
            else ()
        ),
        Command("relocate", "around", RelocateArgs, of_channel=False, binds=True),
        Command("master", "around", master, named=(*named_seats, ("within", own))),
        Command("rematch", "around", RematchArgs, "seat", binds=True),
        Command("follow", "around", GameNameArgs, of_channel=False),
        Command("games", "around", GamesArgs, of_channel=False),
        Command("link", "around", LinkArgs, of_channel=False),
        Command("mydata", "around", NothingArgs, of_channel=False),
        Command("forget", "around", ForgetArgs, of_channel=False),
    )


def universal(
    scenarios: Sequence[str],
    usual: str,
    seats: tuple[str, str],
    areas: Sequence[str],
    length: tuple[int, int],
    part: str = "",
    brought: Brought = Brought(),
) -> tuple[Command, ...]:
    """Return the commands of a title that all titles share.

    Args:
        scenarios: scenarios that `/new` opens.
        usual: the scenario opened if only options are given.
        seats: names of the seats by side.
        areas: map areas that a replay can show, the default first.
        length: the most turns of a game, and the most parts of a turn.
        part: the title's word for a part of a turn, "" if turns have none.
        brought: the capabilities that commands depend on.
    """
    log, replay = _log_commands(areas, length, part)
    new = _model(NewArgs, scenario=(_one_of(scenarios), usual))
    join = _model(JoinArgs, side=(_one_of((*seats, "both")), ...))
    named_seats = (("seats", "|".join(seats)),)
    return (
        Command("new", "lobby", new, named=(("scenarios", "|".join(scenarios)),), of_channel=False, binds=True),
        Command("join", "lobby", join, named=named_seats),
        Command("leave", "lobby", NothingArgs, "seat"),
        Command("seed", "lobby", SeedArgs, "seat", own_words=True),
        Command("start", "lobby", NothingArgs, "seat"),
        Command("settings", "lobby", SettingsArgs, of_channel=False),
        Command("panel", "playing", NothingArgs, "seat"),
        Command("choose", "playing", OrderArgs, "decider"),
        Command("pass", "playing", NothingArgs, "decider"),
        Command("done", "playing", SurelyArgs, "decider"),
        *((Command("standing", "playing", StandingArgs, "seat"),) if brought.standing_orders else ()),
        Command("map", "looking", MapArgs),
        Command("status", "looking", WhichGameArgs),
        log,
        replay,
        Command("rules", "looking", RulesArgs, of_channel=False),
        Command("help", "looking", HelpArgs, of_channel=False),
        *(
            (Command("learn", "looking", LearnArgs, named=(("lessons", str(brought.lessons)),)),)
            if brought.lessons
            else ()
        ),
        *((Command("puzzle", "looking", PuzzleArgs),) if brought.puzzles else ()),
        *_game_commands(seats, part, brought),
    )


__all__ = [
    "EVERYTHING", "PARTS",  "Brought",   "universal",
]  # fmt: skip
