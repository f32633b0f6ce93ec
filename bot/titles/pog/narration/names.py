"""Display names of spaces, units, cards, nations and sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import groupby
from typing import Any

from bot.narration.texts import Texts, texts_of
from bot.titles.pog.commands import SEATS
from bot.titles.pog.narration import open_questions
from bot.titles.pog.narration.written_figures import half
from engine.pog.content import Content
from engine.pog.ruleset import Ruleset
from renderer.kit import languages


class Names:
    """Turns the engine's ids into names; the short forms are those of the game's log."""

    def __init__(self, content: Content, words: Texts) -> None:
        self.content = content
        self.words = words
        self._spaces: dict[str, str] = words.table("names.spaces")
        self._units: dict[str, str] = words.table("names.units")

    @property
    def seats(self) -> tuple[str, str]:
        """The stored seat names: Allied and Central Powers."""
        return SEATS

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """The spaces connected to each space."""
        found: list[list[int]] = [[] for _ in self.content.spaces]
        for line in self.content.connections:
            found[line.a].append(line.b)
            found[line.b].append(line.a)
        return found

    def space(self, space: int) -> str:
        """Return the title of a space, or the usual word for a box."""
        spec = self.content.spaces[space]
        if spec.kind != "map":
            return self.words.say(f"ui.boxes.{spec.kind}")
        return self._spaces.get(spec.name, spec.title)

    def spaces(self, spaces: Iterable[int]) -> str:
        """Return space titles as a list within a sentence."""
        return self.words.listed([self.space(space) for space in spaces])

    def path(self, spaces: Iterable[int]) -> str:
        """Return the titles along a path; a step that stays in the same space is named once."""
        return " → ".join(self.space(space) for space, _ in groupby(spaces))

    def unit(self, unit: int, reduced: bool = False) -> str:
        """Return the short name of a unit: "GE 1", "FR c", "reduced FR c"."""
        spec = self.content.units[unit]
        nation, *rest = spec.name.split("_")
        labels = [part for part in rest if part not in ("army", "corps") and not (part.isdigit() and not spec.army)]
        label = " ".join(self._label(part) for part in labels)
        name = f"{nation.upper()} {label}".strip() + ("" if spec.army else " c")
        return self.words.say("ui.units.short_reduced", unit=name) if reduced else name

    def unit_title(self, unit: int, reduced: bool = False) -> str:
        """Return the long name of a unit: "German 1st Army", "French corps (reduced)"."""
        spec = self.content.units[unit]
        name = self._units.get(spec.group, spec.title)
        return self.words.say("ui.units.reduced", unit=name) if reduced else name

    def units(self, units: Iterable[int], reduced: int = 0) -> str:
        """Return several units by short name, identical ones counted: "GE 1, GE 2 and 2 GE c".

        `reduced` is the bit set of reduced units.
        """
        counts = Counter(self.unit(unit, bool(reduced >> unit & 1)) for unit in units)
        return self.words.listed([name if count == 1 else f"{count} {name}" for name, count in counts.items()])

    def losers(self, units: Iterable[int]) -> str:
        """Return units that lost steps, each repeated per step: "FR 1 (2 steps) and FR c"."""
        lost = Counter(self.unit(unit) for unit in units)
        return self.words.listed(
            [self.words.say("reasons.lost", unit=unit, count=count) for unit, count in lost.items()]
        )

    def card(self, card: int) -> str:
        """Return title and number of a card: "Guns of August (CP 1)"."""
        spec = self.content.cards[card]
        return f"{self.card_title(card)} ({('AP', 'CP')[spec.side]} {spec.number})"

    def _card_text(self, card: int, key: str) -> str:
        """Return a text of a card in the reading of the card set in force; "" if there is none."""
        spec = self.content.cards[card]
        for found in (f"cards.{spec.name}.{spec.reading}.{key}", f"cards.{spec.name}.{key}"):
            if self.words.has(found):
                return self.words.say(found)
        return ""

    def card_title(self, card: int) -> str:
        """Return a card's title, which several reinforcement cards share."""
        return self._card_text(card, "title") or self.content.cards[card].title

    def card_event(self, card: int) -> str:
        """Return the effect of a card's event, in our words."""
        return self._card_text(card, "event")

    def card_short(self, card: int) -> str:
        """Return the effect of a card's event in one short sentence; the long text if there is no short one."""
        return self._card_text(card, "short") or self.card_event(card)

    def cards(self, cards: Iterable[int]) -> str:
        """Return several cards as a list within a sentence."""
        return self.words.listed([self.card(card) for card in cards])

    def nation(self, code: str) -> str:
        """Return the name of a nation by its code."""
        for key in (f"names.nations.{code}.name", f"names.offensives.{code}", f"names.pools.{code}"):
            if self.words.has(key):
                return self.words.say(key)
        return code.upper()

    def within(self, code: str) -> str:
        """Return the name of a nation within a sentence, with its article if it has one."""
        key = f"names.nations.{code}.within"
        return self.words.say(key) if self.words.has(key) else self.nation(code)

    def side(self, side: int) -> str:
        """Return the name of a side."""
        return self.words.say(f"names.sides.{SEATS[side]}.name")

    def turn(self, turn: int) -> str:
        """Return the title of a turn."""
        turns = self.content.turns
        if not 0 < turn <= len(turns):
            return self.words.say("ui.words.turn", turn=turn)
        title = turns[turn - 1].title
        when, _, year = title.rpartition(" ")
        key = f"names.turns.{when.lower()}"
        return self.words.say(key, year=year) if self.words.has(key) else title

    def argument(self, kind: str, arg: int, reduced: int = 0) -> str:
        """Return an argument of a choice by its kind ("space", "unit", "card", "pool", "number" or "")."""
        if kind == "space":
            return self.space(arg)
        if kind == "unit":
            return self.unit(arg, bool(reduced >> arg & 1))
        if kind == "card":
            return self.card(arg)
        if kind == "pool":
            return self.nation(self.content.every_pool[arg])
        return str(arg) if kind else ""

    def worded(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data of an event or refusal with ids replaced by names; values without a name are unchanged."""
        return {key: self._word(key, value) for key, value in data.items()}

    def because(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data of a refusal as text, including half points and the conditions of events."""
        words = self.worded(data)
        words |= {key: half(data[key]) or "0" for key in data if key.startswith("half_")}
        if "closing" in data and self.words.has(key := f"reasons.closings.{data['closing']}"):
            words["closing"] = self.words.say(key)
        if "need" in data:
            words["need_text"] = self._unmet_condition(
                str(data["need"]) or self._why_never_event(data), data.get("args", ())
            )
        return words

    def _word(self, key: str, value: Any) -> Any:
        if isinstance(value, bool):
            return value
        if isinstance(value, int):
            make = _SINGLE.get(key)
            return make(self, value) if make else value
        if isinstance(value, list | tuple) and key in _SEVERAL:
            return _SEVERAL[key](self, value)
        if key == "nation":
            return self.within(str(value))
        return self.nation(str(value)) if key == "pool" else value

    def _unmet_condition(self, kind: str, args: Any) -> str:
        """Return the condition of an event that isn't met, "" if it has no text."""
        key = f"reasons.needs.{kind}"
        if not self.words.has(key):
            return ""
        if kind == "any" and (either := self._alternatives(args)):
            return self.words.say("reasons.needs.any_of", arg=either)
        told = self._need_words(kind, args)
        return self.words.say(key, arg=self.words.listed(told, "or"))

    def _why_never_event(self, data: Mapping[str, Any]) -> str:
        """Return why a card without an unmet condition can't be an event: it is a combat card, or has no effect on the map."""
        card = self.content.cards[int(data["card"])]
        brings_units = any(need.kind == "reinforcement_limit" for need in card.needs)
        return "combat" if card.combat else "no_place" if brings_units else "no_use"

    def _alternatives(self, args: Any) -> str:
        """Return alternative conditions of which one must hold, "" if one of them has no text."""
        found = []
        for arg in args:
            kind, *values = arg.split(":")
            if not self.words.has(f"reasons.needs.until.{kind}"):
                return ""
            found.append(
                self.words.say(f"reasons.needs.until.{kind}", arg=self.words.listed(self._need_words(kind, values)))
            )
        return self.words.listed(found, "or")

    def _need_words(self, kind: str, args: Any) -> list[str]:
        told = []
        for arg in args:
            if kind in ("turn_min", "turn_max"):
                told.append(self.turn(int(arg)))
            elif arg in self.content.card_by_name:
                told.append(self.card_title(self.content.card_by_name[arg]))
            elif arg in self.content.space_by_name:
                told.append(self.space(self.content.space_by_name[arg]))
            elif self.words.has(f"names.commitment.{arg}"):
                told.append(self.words.say(f"names.commitment.{arg}"))
            elif arg not in ("ap", "cp"):
                told.append(self.nation(arg) if arg.isalpha() else arg)
        return told

    @staticmethod
    def _label(part: str) -> str:
        return part.upper() if len(part) <= 3 else part.capitalize()


#: How an id is turned into text, by field name.
_SINGLE: dict[str, Callable[[Names, int], str]] = {
    **dict.fromkeys(("space", "to", "origin", "target", "place"), Names.space),
    **dict.fromkeys(("unit", "army", "corps"), Names.unit),
    "card": Names.card,
    "card_text": Names.card_event,
    "turn": Names.turn,
}
_SEVERAL: dict[str, Callable[[Names, Sequence[int]], str]] = {
    **dict.fromkeys(("spaces", "origins"), Names.spaces),
    "one_of": lambda names, spaces: names.words.listed([names.space(space) for space in spaces], "or"),
    **dict.fromkeys(("units", "attackers", "goers"), Names.units),
    "losers": Names.losers,
    "way": Names.path,
    "cards": Names.cards,
}
#: Number of (content, language) pairs whose names are cached.
KEPT = 16


@lru_cache(maxsize=KEPT)
def names_in(rules: Ruleset, language: str = "en") -> Names:
    """Return the names of a game, with its switch settings worked into the rules texts."""
    words = open_questions.told_in_rules(words_of(rules.content.ruleset, language), rules.content, rules.switches)
    return Names(rules.content, words) if rules.switches else names(rules.content, language)


@lru_cache(maxsize=KEPT)
def names(content: Content, language: str = "en") -> Names:
    """Return the names for a game's content in a language (cached)."""
    return Names(content, words_of(content.ruleset, language))


@cache
def words_of(ruleset: str, language: str = "en") -> Texts:
    """Return the texts for games of a ruleset: the general ones overridden by its own, if any."""
    path = ("rulesets", f"{ruleset}.toml")
    own = languages.read("pog", "text", languages.USUAL, *path) or {}
    if language != languages.USUAL:
        own = languages.merged(own, languages.read("pog", "text", language, *path) or {})
    return texts_of("pog", language).laid_over(own)
