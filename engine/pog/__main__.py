"""`python -m engine.pog rules SCENARIO`: the rules in force and which code provides each of them.

For developers who change the rules: names and numbers as the engine has them, without text
for players. Game options are given as `--set name=value`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.frames import Decision, Flow
from engine.errors import OptionsError
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.records import Card, Content, Need
from engine.pog.rulesets import scenarios
from engine.pog.tables import CardRule, Closing, Moments, Tables

_WORDS: dict[str, Any] = {"true": True, "yes": True, "false": False, "no": False, "none": None}
_INDENT = "  "


class _BadOption(Exception):
    """An unknown game option, or a value that does not fit it."""


def options_of(scenario: str, settings: Iterable[str]) -> GameOptions:
    """Build game options from a scenario and `name=value` texts; raises `_BadOption` with one sentence."""
    names = [field.name for field in fields(GameOptions) if field.name not in ("scenario", "bid")]
    found: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or name not in names:
            raise _BadOption(f"{setting!r} is no option: write name=value with one of {', '.join(names)}")
        found[name] = _WORDS.get(text.lower(), int(text) if text.isdecimal() else text)
    known = scenarios()
    if scenario not in known:
        raise _BadOption(f"there is no scenario {scenario!r}: choose {', '.join(known)}")
    return GameOptions(scenario=scenario, **found)


def provider(thing: Any) -> str:
    """Return the module and name of the code that provides a rule, without the common package prefix."""
    kind = thing if isinstance(thing, type) or hasattr(thing, "__qualname__") else type(thing)
    return f"{kind.__module__.removeprefix('engine.pog.')}.{kind.__qualname__.partition('.<locals>')[0]}"


def condition(test: Callable[..., bool]) -> str:
    """Return the name of a combat card's condition with its parts: all_of(attack(br), terrain(clear))."""
    name = test.__qualname__.partition(".<locals>")[0]
    cells = getattr(test, "__closure__", None) or ()
    values = [cell.cell_contents for cell in cells]
    made_of = [
        condition(part) if callable(part) else str(part)
        for value in values
        for part in (value if isinstance(value, tuple) else (value,))
    ]
    return f"{name}({', '.join(made_of)})" if cells else name


@cache
def _sources() -> dict[str, str]:
    """Return the source text of every rules module by its name, without the card tables."""
    root = Path(__file__).parent
    texts = {path.relative_to(root).with_suffix("").as_posix().replace("/", "."): path for path in root.rglob("*.py")}
    return {name: path.read_text(encoding="utf-8") for name, path in sorted(texts.items()) if name != "__main__"}


def read_in(system: PathsOfGlory, card: str) -> list[str]:
    """Return where a lasting event is looked up: the modules and data rows that name the card."""
    found = [name for name, text in _sources().items() if f'"{card}"' in text and not name.startswith("cards.")]
    content = system.content
    found += [f"replacements/{row.name}" for row in content.replacement_changes if row.card == card]
    found += [
        f"standing_drms/{content.spaces[row.space].name}" for row in content.standing_drms if row.lifted_by == card
    ]
    found += [f"mandated/{name}" for name, goal in content.mandated_goals.items() if goal.cancelled_by == card]
    found += [f"vp/{row.cause}" for row in content.vp_changes.values() if row.card == card and row.when == "game_end"]
    return found


def sections(system: PathsOfGlory) -> Iterator[tuple[str, list[str]]]:
    """Yield all sections of the listing: title and lines."""
    yield "scenario", _scenario(system)
    yield "options", [f"{field.name} = {_value(getattr(system.options, field.name))}" for field in fields(GameOptions)]
    if system.rules.switches:
        yield (
            "switches (the values there are)",
            [
                f"{name} = {value} ({', '.join(system.content.switches[name].values)})"
                for name, value in system.rules.switches.items()
            ],
        )
    yield "flows (kind: provider, steps)", _flows(system)
    yield "decisions (kind: provider, verbs)", _decisions(system)
    yield "card events (card: provider, conditions)", list(_events(system))
    yield "combat cards (card: condition, parts, window)", list(_combat_cards(system))
    yield "answers of the ruleset, in their order", list(_answers(system.rules.tables))
    yield from _figures(system.rules.tables, system.content)


def _figures(tables: Tables, content: Content) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of prices, die modifiers, replacement points and thresholds."""
    yield (
        "activation cost, first price named holds",
        _numbered(f"{entry.name}: {provider(entry.price)}" for entry in tables.prices),
    )
    yield (
        "die modifiers of attacks by events, all that apply",
        _numbered(
            f"{name} {content.cards[content.card_by_name[name]].drm:+}: {provider(test)}"
            for name, test in tables.attack_drms
        ),
    )
    yield (
        "die modifiers of attacks by place",
        _numbered(
            f"{content.spaces[drm.space].name} {drm.drm:+}: lifted by {drm.lifted_by}" for drm in content.standing_drms
        ),
    )
    yield (
        "changes of replacement points, in this order",
        _numbered(
            f"{change.name}: pool {change.pool} {change.points:+}{'' if change.cap is None else f' cap {change.cap}'}"
            f" when {change.when}{f', trait {change.trait}' if change.trait else ''}"
            for change in content.replacement_changes
        ),
    )
    yield "thresholds (counter, value: effect)", [f"{t.counter} {t.value}: {t.effect}" for t in content.thresholds]


def _answers(tables: Tables) -> Iterator[str]:
    """Yield each question that has entries, with the entries."""
    for question in fields(Tables):
        value = getattr(tables, question.name)
        if isinstance(value, Moments):
            for moment in fields(Moments):
                yield from _named(f"{question.name}.{moment.name}", getattr(value, moment.name))
        elif isinstance(value, tuple) and question.name not in ("prices", "attack_drms"):
            yield from _named(question.name, value)
    if tables.marks:
        yield f"marks: {' '.join(tables.marks)}"


def _named(question: str, entries: Sequence[Any]) -> Iterator[str]:
    told = [_entry(entry) for entry in entries]
    if told:
        yield f"{question}: {', '.join(told)}"


def _entry(entry: Any) -> str:
    if isinstance(entry, Closing | CardRule):
        return f"{entry.name} ({entry.rule})" if entry.rule else entry.name
    return entry if isinstance(entry, str) else provider(entry)


def _scenario(system: PathsOfGlory) -> list[str]:
    printed, played = system.content.scenarios[system.options.scenario], system.rules.scenario
    lines = []
    for field in fields(played):
        value, own = getattr(played, field.name), getattr(printed, field.name)
        if field.name == "levels":
            lines += [
                f"victory if {' and '.join(level.conditions) or 'always'}: cp {level.cp_min} or more, ap {level.ap_max} or less"
                for level in value
            ]
        else:
            changed = "" if value == own else f"  (option; the scenario has {_value(own)})"
            lines.append(f"{field.name} = {_value(value)}{changed}")
    return lines


def _flows(system: PathsOfGlory) -> list[str]:
    return [f"{cls.kind}: {provider(cls)} [{' '.join(cls.steps)}]" for cls in system.frames if issubclass(cls, Flow)]


def _decisions(system: PathsOfGlory) -> list[str]:
    lines = []
    for cls in system.frames:
        if issubclass(cls, Decision):
            verbs = ", ".join(f"{verb} {kind}".strip() for verb, kind in cls.verbs.items())
            marks = "".join(
                f" {mark}"
                for mark, holds in (("forced", cls.forced), ("secret", cls.secret), ("covert", cls.covert))
                if holds
            )
            lines.append(f"{cls.kind}: {provider(cls)} [{verbs}]{marks}")
    return lines


def _events(system: PathsOfGlory) -> Iterator[str]:
    events = system.rules.tables.events
    for card in system.content.cards:
        handler = events.get(card.name)
        if card.combat and handler is None:
            continue
        by = "units that arrive (data)" if handler is None else provider(handler)
        waived = f"; waives {' '.join(sorted(handler.waives))}" if handler is not None and handler.waives else ""
        readers = read_in(system, card.name)
        read = f"; read in {' '.join(readers)}" if readers else ""
        yield f"{_card(system, card)}: {by}{_needs(card.needs)}{waived}{read}"


def _combat_cards(system: PathsOfGlory) -> Iterator[str]:
    for number, rule in sorted(system.rules.tables.combat_cards.items()):
        card = system.content.cards[number]
        drm = f" drm {card.drm:+}" if "drm" in rule.parts else ""
        window = f" window {rule.window}" if rule.window else ""
        once = " once a turn" if card.once_per_turn else ""
        parts = " ".join(sorted(rule.parts - {"drm"}))
        told = f"{condition(rule.usable)} [{parts}]" if parts else condition(rule.usable)
        yield f"{_card(system, card)}: {told}{drm}{window}{once}{_needs(card.needs)}"


def _card(system: PathsOfGlory, card: Card) -> str:
    """Return a card's name, removal, and whether its OPS follow its event in this scenario (5.7.4.7)."""
    stripe = card.ops_after_event == "by_stripe" and "stripe_ops" in system.rules.scenario.traits
    marks = ("*" if card.remove else "") + (" +ops" if card.ops_after_event == "yes" or stripe else "")
    optional = " optional" if card.optional else ""
    status = f" ws {card.war_status:+}" if card.war_status else ""
    return f"{card.name}{marks}{optional}{status}"


def _needs(needs: Sequence[Need]) -> str:
    told = [":".join((need.kind, *need.args)) for need in needs]
    return f"; needs {' '.join(told)}" if told else ""


def _numbered(lines: Iterable[str]) -> list[str]:
    return [f"{number}. {line}" for number, line in enumerate(lines, 1)]


def _value(value: object) -> str:
    return {True: "yes", False: "no", None: "-"}[value] if value is None or isinstance(value, bool) else str(value)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the listing; return 0 on success, 2 if the scenario or an option is unknown."""
    parser = argparse.ArgumentParser(
        prog="python -m engine.pog", description="The rules in force and who provides them."
    )
    parser.add_argument("command", choices=["rules"])
    parser.add_argument("scenario", metavar="SCENARIO", help=", ".join(scenarios()))
    parser.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="a game option")
    given = parser.parse_args(arguments)
    try:
        system = PathsOfGlory(options_of(given.scenario, given.set))
    except (_BadOption, OptionsError) as error:
        print(f"rules: {error}", file=sys.stderr)
        return 2
    for number, (title, lines) in enumerate(sections(system)):
        print(("\n" if number else "") + title)
        for line in lines:
            print(f"{_INDENT}{line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
