"""Completeness checks of a title: every member that the host uses, and every text for what it declares.

Each finding is a clause that names the member or the text key. The contract suite (`bot.titles.testing`) goes on from
here by playing games; these checks are quick enough for every start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from typing_extensions import get_protocol_members

from bot.commands import leagues
from bot.commands.catalogue import PARTS
from bot.narration.book import Book
from bot.narration.texts import Texts, texts
from bot.table.reply import EVERY_KIND
from bot.titles.opponents import Opponents
from bot.titles.pictures import Pictures
from bot.titles.places import Places
from bot.titles.puzzles import Puzzles
from bot.titles.school import School
from bot.titles.setups import Setups
from bot.titles.standing_orders import StandingOrdersCapability
from bot.titles.statistics import Statistics
from bot.titles.story import Story
from bot.titles.title import Title
from bot.titles.touch_map import TouchMap
from bot.titles.vocabulary import vocabulary
from engine.core.chance import FirstChance
from engine.core.frames import Decision
from engine.core.game import Game
from engine.core.system import System

#: The protocols of a title's parts and capabilities; a capability can be None.
_PARTS: dict[str, type] = {"setups": Setups, "pictures": Pictures, "story": Story}
_CAPABILITIES: dict[str, type] = {
    "opponents": Opponents, "school": School, "puzzles": Puzzles, "statistics": Statistics, "standing_orders": StandingOrdersCapability,
    "touch_map": TouchMap, "places": Places,
}  # fmt: skip
#: Texts of the host that a title must override, since players would otherwise mistake it for another game.
_OWN = ("ui.title", "ui.roots.about", "discord.root")
#: Names that are stored permanently and typed on every platform.
_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")


def faults(title: Title[Any, Any]) -> list[str]:
    """Return a title's faults, one clause each; if members are missing, only those are reported."""
    found = [*_missing(title, Title, "")]
    for part, protocol in {**_PARTS, **_CAPABILITIES}.items():
        held = getattr(title, part, None)
        if held is not None or (part in _PARTS and hasattr(title, part)):
            found += _missing(held, protocol, f"{part}.")
    return found or _guard_checks(title)


def _guard_checks(title: Title[Any, Any]) -> list[str]:
    """Run the checks of a complete title; an exception is reported as a fault of the members checked."""
    found: list[str] = []
    checks: tuple[tuple[str, Callable[[Title[Any, Any]], Iterator[str]]], ...] = (
        ("name, seats and length", _check_declaration), ("setups and system", _rules), ("pictures", _pictures), ("commands", _commands),
        ("words", _check_texts), ("games", _check_games),
    )  # fmt: skip
    for what, check in checks:
        try:
            found += check(title)
        except Exception as error:  # noqa: BLE001 - a stranger's member may fail in any way
            found.append(f"its {what} fail: {type(error).__name__}: {error}")
        if found:
            return found
    return found


def clashes(title: Title[Any, Any], others: Sequence[Title[Any, Any]]) -> list[str]:
    """Return the names of a title that one of the others already uses."""
    found: list[str] = []
    for other in others:
        pairs = {"name": ([title.name], [other.name]), "command": ([title.command], [other.command])}
        pairs["scenario"] = (list(title.setups.offered()), list(other.setups.offered()))
        pairs["lesson"] = (_names_of(title.school, "lessons"), _names_of(other.school, "lessons"))
        pairs["puzzle"] = (_names_of(title.puzzles, "all"), _names_of(other.puzzles, "all"))
        for what, (own, taken) in pairs.items():
            found += [f"its {what} {name} is that of the title {other.name}" for name in own if name in taken]
    return found


def _names_of(part: object, what: str) -> list[str]:
    return [] if part is None else [one.name for one in getattr(part, what)]


def _missing(held: object, protocol: type, before: str) -> Iterator[str]:
    """Yield the members of a protocol that an object lacks."""
    for name in sorted(get_protocol_members(protocol)):
        if not name.startswith("__") and not hasattr(held, name):
            yield f"it has no member {before}{name}"


def _check_declaration(title: Title[Any, Any]) -> Iterator[str]:
    for what, names in {"name": [title.name], "command": [title.command], "seats": [*title.seats]}.items():
        yield from (f"its {what} {name!r} is no word of small letters" for name in names if not _NAME.fullmatch(name))
    if title.command == leagues.ROOT:
        yield f"its command {title.command!r} is that of leagues"
    if len(set(title.seats)) != 2:
        yield f"its seats must be two: {', '.join(title.seats)}"
    if title.length[0] < 1 or (title.length[1] > 0) != bool(title.part):
        yield f"its length {title.length} must count at least one turn, and parts of turns where part ({title.part!r}) names them"
    if not title.areas:
        yield "its areas must name at least one"


def _rules(title: Title[Any, Any]) -> Iterator[str]:
    """Yield faults of the rules of every scenario."""
    if title.setups.usual not in title.setups.offered():
        yield f"its usual scenario {title.setups.usual!r} is not offered"
    for scenario in title.setups.offered():
        system = title.system({"scenario": scenario})
        if missing := [*_missing(system, System, f"system({scenario}).")]:
            yield from missing
            return
        if system.title != title.name:
            yield f"the member title of its system says {system.title!r}"


def _check_games(title: Title[Any, Any]) -> Iterator[str]:
    """Yield faults found by starting and describing a game of every scenario."""
    for scenario in title.setups.offered():
        yield from _check_game(title, scenario, title.system({"scenario": scenario}))


def _check_game(title: Title[Any, Any], scenario: str, system: System[Any]) -> Iterator[str]:
    game = Game.start(system, FirstChance())
    names = title.book({"scenario": scenario}, "en")
    yield from _missing(names, Book, "book.")
    asked: dict[str, Callable[[], object]] = {
        "moment": lambda: title.moment(game), "describe": lambda: title.describe(names, game, None),
        "summary": lambda: title.summary(names, game), "begun": lambda: title.begun(game), "phasing": lambda: title.phasing(game),
        "turn": lambda: title.turn(names, 1), "label": lambda: title.label(names, title.moment(game)), "on_clock": lambda: title.on_clock(game), "setups.rounds": lambda: title.setups.rounds({"scenario": scenario}),
        "setups.chosen": lambda: title.setups.chosen({"scenario": scenario}),
    }  # fmt: skip
    for member, ask in asked.items():
        try:
            ask()
        except Exception as error:  # noqa: BLE001 - as above
            yield f"its member {member} fails in {scenario}: {type(error).__name__}: {error}"


def _pictures(title: Title[Any, Any]) -> Iterator[str]:
    if lacking := EVERY_KIND - set(title.pictures.rooms):
        yield f"its pictures have no kind {', '.join(sorted(lacking))}"
    if strange := set(title.pictures.shelves) - set(title.pictures.rooms):
        yield f"pictures.shelves names kinds that there are not: {', '.join(sorted(strange))}"


def _commands(title: Title[Any, Any]) -> Iterator[str]:
    known = vocabulary(title).by_name
    looks = set(title.looks)
    yield from (f"its looks have no {name}" for name in ("map", "status") if name not in looks)
    yield from (f"{look} is at hand, and no look" for look in title.at_hand if look not in looks)
    carried = {*title.orders, *looks, *(name for name in known if name not in {one.name for one in title.commands})}
    yield from (
        f"nothing carries out the command {one.name}"
        for one in title.commands
        if one.name not in carried and one.part in ("playing", "looking")
    )


def _check_texts(title: Title[Any, Any]) -> Iterator[str]:
    words = title.words("en")
    wanted = [*wanted_texts(title)]
    for scenario in title.setups.offered():
        wanted += decision_texts(title, title.system({"scenario": scenario}), words)
    yield from (f"it has no text {key}" for key in dict.fromkeys(wanted) if words.find(key) is None)
    yield from words.faults()
    host = texts("en")
    yield from (f"it has no text {key} of its own" for key in _OWN if words.find(key) == host.find(key))


def wanted_texts(title: Title[Any, Any]) -> Iterator[str]:
    """Yield the keys of all host texts about what a title declares: seats, scenarios, options, commands, areas."""
    yield from ("ui.title", "ui.order_example", "ui.roots.about", "ui.roots.hint", "discord.root")
    yield from (f"names.sides.{seat}.name" for seat in title.seats)
    yield from (f"names.scenarios.{name}" for name in title.setups.offered())
    yield from (f"ui.maps.{area}" for area in title.areas)
    yield from (f"ui.maps.{shelf.name}" for shelf in title.pictures.shelves.values())
    yield from (f"ui.buttons.{look}" for look in title.at_hand)
    for option in sorted({option for name in title.setups.offered() for option in title.setups.options(name)}):
        yield from (f"guide.options.{option}.{part}" for part in ("title", "text"))
    for command in title.commands:
        yield from (f"commands.help.{command.name}.{part}" for part in ("text", "usage"))
        yield from (f"commands.options.{command.name}.{field}" for field in command.arguments.model_fields)
    yield from (f"guide.pages.{page}.text" for page in ("start", "learn"))
    yield from (f"guide.examples.{part}" for part in PARTS)


def decision_texts(title: Title[Any, Any], system: System[Any], words: Texts) -> Iterator[str]:
    """Yield the text keys of every kind of decision and of its verbs, which the terminal lists."""
    for frame in system.frames:
        if not issubclass(frame, Decision):
            continue
        face = title.face(frame.kind)
        yield from (f"ui.decisions.{frame.kind}.{part}" for part in ("title", "text"))
        if face.sheet is not None:
            yield from (f"ui.sheets.{frame.kind}", f"ui.buttons.sheet_{frame.kind}")
        for verb in frame.verbs:
            if not words.has(f"ui.verbs.{verb}"):
                yield f"ui.decisions.{frame.kind}.verbs.{verb}"


__all__ = ["clashes", "decision_texts", "faults", "wanted_texts"]
