"""Setups of Paths of Glory: scenarios, their options, the choice of one, and what differs in each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.narration.texts import Texts, texts_of
from bot.storage.errors import WarMissing
from bot.table import tokens
from bot.table.reply import Button, Menu, MenuOption, PictureRef, Reply, Select
from bot.table.typed_text import phrase
from bot.titles.forms import brief_name
from bot.titles.pog.commands import MOST_BID
from bot.titles.pog.narration import open_questions
from bot.titles.pog.narration.names import Names
from bot.titles.pog.systems import content_of, system_for
from bot.titles.setups import Bids
from engine.pog.content.records import SIDE_NAMES
from engine.pog.rules.rounds import ACTION_ROUNDS
from engine.pog.ruleset import Ruleset

_YES_NO: dict[str, Any] = {"yes": True, "no": False, "on": True, "off": False}
#: Options of `/new`: the typed word, the engine's name, and the possible values.
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "vp": ("vp_spaces", {"base": "base", "historical": "historical"}),
    "hand": ("hand_size", {"7": 7, "8": 8}),
    "trenches": ("trench_modifiers", _YES_NO),
    "peace": ("peace_terms", _YES_NO),
    "optional": ("optional_cards", _YES_NO),
    "cards": ("card_set", {"standard": "standard", "secret": "secret", "valiant": "valiant"}),
    "windows": ("windows", {"public": "public", "hand": "hand"}),
    "tournament": ("tournament", _YES_NO),
}
#: The scenarios that `/new` opens.
OFFERED = ("introductory", "limited_war", "campaign", "historical", "summer_1916", "banquet", "suicide")
#: Rounds in the longest turn.
LONGEST_TURN = 10
#: Maximum number of buttons in a row.
_A_ROW = 5


def offered() -> tuple[str, ...]:
    """Return the names of the scenarios that `/new` opens."""
    return OFFERED


def choice(words: Texts) -> Reply:
    """Return the scenarios to choose from, each with a line on its length and its audience."""
    entries = tuple(
        MenuOption(
            label=words.say(f"names.scenarios.{name}"),
            token=tokens.line("", f"new {name}"),
            description=words.say(f"guide.wars.{name}"),
        )
        for name in offered()
    )
    listed = "\n".join(f"- **{entry.label}**. {entry.description}" for entry in entries)
    menu = Select(placeholder=words.say("guide.welcome.placeholder"), options=entries)
    about = [_page_button(words, name) for name in offered()]
    learn = Button(label=words.say("guide.buttons.learn"), token=tokens.line("", "help learn"))
    rows = [tuple(about[at : at + _A_ROW]) for at in range(0, len(about), _A_ROW)]
    return Reply(text=f"{words.say('guide.welcome.wars')}\n{listed}", menu=Menu(rows=(menu, *rows, (learn,))))


def _page_button(words: Texts, name: str) -> Button:
    """Return a button that opens the page of a scenario."""
    return Button(
        label=words.say("guide.buttons.about", title=_title(words, name)), token=tokens.line("", f"help {name}")
    )


def _title(words: Texts, name: str) -> str:
    return brief_name(words, name)


def page(words: Texts, wanted: str) -> Reply | None:
    """Return what differs in a scenario, given by name or title; None if there is no such scenario."""
    if (told := _left_open(words, wanted.casefold())) is not None:
        return told
    name = named(words).get(phrase(wanted), "")
    if not name:
        return None
    title = words.say(f"names.scenarios.{name}")
    lines = (f"**{title}**", words.say(f"guide.wars.{name}"), _numbers(words, name))
    text = "\n".join((*lines, words.say(f"guide.differs.{name}")))
    picture = PictureRef(kind="opening", game="", number=0, args={"scenario": name}, alt=title, language=words.language)
    return Reply(text=text, picture=picture, menu=Menu(rows=(_page_buttons(words, name),)))


def named(words: Texts) -> dict[str, str]:
    """Return every name of each scenario, lower-cased without marks: its stored name, its title, and common aliases."""
    others: dict[str, list[str]] = words.table("guide.war_names")
    return {phrase(spoken): name for name in offered() for spoken in (name, _title(words, name), *others.get(name, ()))}


def _page_buttons(words: Texts, name: str) -> tuple[Button, ...]:
    """Return the buttons of a scenario's page: start it, see the others, and its open rules questions."""
    buttons = [
        Button(label=words.say("guide.buttons.war"), token=tokens.line("", f"new {name}"), style="primary"),
        Button(label=words.say("guide.buttons.wars"), token=tokens.NEW_GAME),
    ]
    families = dict.fromkeys(switch.partition(".")[0] for switch in system_for({"scenario": name}).rules.switches)
    label = words.say("guide.switches.title")
    return (*buttons, *(Button(label=label, token=tokens.line("", f"help {_listing(family)}")) for family in families))


def _listing(family: str) -> str:
    """Return the help topic for all switches of a family, which can share its scenario's name."""
    return f"{family}.*" if family in offered() else family


def _left_open(words: Texts, wanted: str) -> Reply | None:
    """Return the open questions of a ruleset, by switch family or for one switch; None for other texts."""
    for name in offered():
        rules = system_for({"scenario": name}).rules
        content, values = rules.content, rules.switches
        if any(_listing(switch.partition(".")[0]) == wanted for switch in values):
            switch = next(iter(to_choose(rules)))
            other = content.switches[switch].values[1]
            usage = words.say("guide.switches.usage", war=name, name=switch, other=other)
            text = "\n".join((open_questions.listed(words, content, values), usage))
            return Reply(text=text, menu=Menu(rows=(_page_buttons(words, name)[:2],)))
        if wanted in values:
            of_value = content.switches[wanted].values
            told = [f"`{value}`: {words.say(f'guide.options.{wanted}.{value}')}" for value in of_value]
            said = open_questions.line(words, content, wanted, values[wanted])
            return Reply(text=f"{said}\n{words.say('guide.switches.values', list='; '.join(told))}")
    return None


def to_choose(rules: Ruleset) -> dict[str, str]:
    """Return the switches that have more than one value, each with the value in force."""
    switches = rules.content.switches
    return {name: value for name, value in rules.switches.items() if len(switches[name].values) > 1}


def _numbers(words: Texts, name: str) -> str:
    """Return the turns, cards, VP and victory levels of a scenario, from the game's content."""
    rules = system_for({"scenario": name}).rules
    scenario, start, names = rules.scenario, rules.start, Names(rules.content, words)
    *special, usual = scenario.levels
    ends = [words.say("guide.differs.ends", cp=usual.cp_min, ap=usual.ap_max)]
    for level in special:
        when = words.listed([_condition(names, condition) for condition in level.conditions])
        ends.append(
            words.say("guide.differs.ends_if", when=when[:1].upper() + when[1:], cp=level.cp_min, ap=level.ap_max)
        )
    return words.say(
        "guide.differs.numbers",
        first=start.turn if start else 1,
        last=scenario.last_turn,
        hand=scenario.hand_size,
        vp=start.vp if start else scenario.start_vp,
        ends=" ".join(ends),
    )


def _condition(names: Names, condition: str) -> str:
    """Return the condition of a victory level as text."""
    kind, _, what = condition.partition(":")
    if kind == "held":
        side, _, space = what.partition(":")
        told = {"side": names.side(SIDE_NAMES.index(side)), "space": names.space(names.content.space_by_name[space])}
    else:
        told = {"card": names.card_title(names.content.card_by_name[what])}
    return names.words.say(f"guide.differs.when.{kind}", **told)


class PogSetups:
    """How games of Paths of Glory are set up."""

    def options(self, scenario: str = "") -> Mapping[str, Mapping[str, Any]]:
        """Return the values of each `/new` option; the switches of a scenario's ruleset are options of that scenario."""
        found = {word: values for word, (_, values) in OPTIONS.items()}
        if scenario in offered():
            switches = system_for({"scenario": scenario}).rules.content.switches
            found |= {name: {value: value for value in switch.values} for name, switch in switches.items()}
        return found

    def stored(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options by the engine's names, with the switches in one dict."""
        found = {OPTIONS[word][0]: value for word, value in chosen.items() if word in OPTIONS}
        switches = {word: value for word, value in chosen.items() if word not in OPTIONS}
        return found | ({"switches": switches} if switches else {})

    @property
    def usual(self) -> str:
        """The campaign."""
        return "campaign"

    def offered(self) -> tuple[str, ...]:
        """Return the names of the scenarios."""
        return offered()

    def aliases(self) -> Mapping[str, str]:
        """Titles of scenarios, and common aliases."""
        return named(texts_of("pog", "en"))

    def choice(self, words: Texts) -> Reply:
        """Return the scenarios to choose from."""
        return choice(words)

    def page(self, words: Texts, wanted: str) -> Reply | None:
        """Return what differs in a scenario."""
        return page(words, wanted)

    def chosen(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Return the values in force for every option of `/new`, as typed there; a scenario's own options only where not the default."""
        system = system_for(options)
        rules, scenario = system.options, system.rules.scenario
        held = {name: getattr(scenario, name, getattr(rules, name, None)) for name, _ in OPTIONS.values()}
        held |= {"vp_spaces": scenario.vp_set}
        found: dict[str, str] = {}
        for word, (name, values) in OPTIONS.items():
            typed = [typed for typed, value in values.items() if value == held[name]]
            if not typed:
                raise WarMissing(f"{scenario.name} ({name}={held[name]})")
            found[word] = typed[0]
        switches = system.rules.content.switches
        return found | {
            name: value for name, value in to_choose(system.rules).items() if value != switches[name].values[0]
        }

    def rounds(self, options: Mapping[str, Any]) -> int:
        """Return the action rounds of all turns (8.1.1); for a scenario with its own count, the rounds of its longest turn times the turns."""
        rules = system_for(options).rules
        turns = rules.scenario.last_turn - (rules.start.turn - 1 if rules.start is not None else 0)
        return turns * (LONGEST_TURN if rules.tables.rounds else ACTION_ROUNDS)

    def draws_by_agreement(self, options: Mapping[str, Any]) -> bool:
        """Return False in a tournament, where a draw is an Allied victory (5.6.2)."""
        return not system_for(options).options.tournament

    @property
    def bids(self) -> Bids | None:
        """Bids of VP for a side."""
        return _BIDS


class PogBids:
    """VP ceded for a side (5.6)."""

    @property
    def rule(self) -> str:
        """The rules paragraph for bids."""
        return "5.6.1"

    @property
    def most(self) -> int:
        """All VP that there are."""
        return MOST_BID

    def accepted(self, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """Return side and VP of the accepted bid."""
        return system_for(options).options.bid

    def taken(self, options: Mapping[str, Any]) -> bool:
        """Return True if VP are bid for a side."""
        return "bids" in system_for(options).rules.scenario.traits

    def scenarios(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the scenarios with bidding."""
        scenarios = content_of(options).scenarios.values()
        return tuple(scenario.name for scenario in scenarios if "bids" in scenario.traits)


_BIDS: Final = PogBids()

__all__ = ["OPTIONS", "PogBids", "PogSetups", "choice", "offered", "page"]
