"""Narration of Liège 1914: one line per event, with the sentence chosen by the event's data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from bot.narration.segments import Segment, Told
from bot.titles.defaults.story import PlainStory
from bot.titles.liege.book import LiegeBook, led
from bot.titles.liege.map_marks import drawn_events
from bot.titles.liege.narration.dice_reports import shown
from bot.titles.liege.narration.hidden_story import ACTS, HIDDEN, SEEN, is_hidden
from bot.titles.story import ShownPicture
from engine.core.game import Game
from engine.liege.facts import LiegeFacts
from engine.liege.zones import width_of

#: Front hexsides of a unit with all-round facing.
ALL_ROUND: Final = 6
#: Events without a sentence, such as phases in which nothing happened.
SILENT: Final = frozenset({"phase", "combat_over", "lines"})

#: How a combat or assault came out as it did, in sums and tests; then who marched. What fell, was lost and retreated stays.
DETAILS: Final = (frozenset({"combat", "tested"}), frozenset({"moved", "shifted", "turned", "dug", "assault_declared"}))


def _faces(facts: LiegeFacts, unit: int) -> bool:
    """Return True for a unit with a facing, as opposed to all-round facing (6.2.1)."""
    own = facts.units[unit]
    return width_of(own, own.steps, 1) < ALL_ROUND


def _march_key(data: Mapping[str, Any]) -> str:
    """Return the sentence key for a march, by its length, whether it was only a turn, and whether the unit has a facing."""
    if len(data["path"]) == 1:  # a unit that has only scouted stays silently where it is
        return "turned" if data["spent"] < 0 else "deployed" if data["deployed"] else ""
    return "moved_facing" if data["faces"] else "moved"


def _arrival_key(data: Mapping[str, Any]) -> str:
    return "arrived_facing" if data["faces"] else "arrived"


#: Results that are part of a die roll's line, which is all that a panel shows until it is unfolded.
FOLLOWS: Final = frozenset({"unit_shelled", "fort_tested", "fort_fell"})
#: Fights, and why units are seen before and after the event of a fight that reveals them.
_FIGHTS: Final = frozenset({"shelled", "bombarded", "attack", "assaulted"})
_SEEN_BEFORE: Final = frozenset({"fired", "attacks", "assault"})
_SEEN_AFTER: Final = frozenset({"tested", "attacked"})
#: From this many arrivals on, one line names them all.
MANY: Final = 3


#: An additional sentence for an event, by the field that calls for it.
_NOTED: Final = {"forced": "forced", "in_position": "deployed"}


def _lines(data: Mapping[str, Any]) -> str:
    short = [name for name in ("limited", "out") if data[name]]
    return "lines" if len(short) > 1 else short[0] if short else "lines_ok"


def _hit(data: Mapping[str, Any]) -> str:
    """Return the sentence key for a barrage's effect on a unit."""
    if data["result"] is None:
        return "unit_untouched"
    key = "unit_destroyed" if data["destroyed"] else "unit_lost" if data["lost"] else "unit_held"
    return f"{key}_tested" if data["die"] else key


def _barrage_key(data: Mapping[str, Any]) -> str:
    return "bombarded" if data["result"] is not None else "bombarded_nothing"


def _assault_key(data: Mapping[str, Any]) -> str:
    return "assaulted_after" if data["guns"] else "assaulted"


def _fort_tested(data: Mapping[str, Any]) -> str:
    return "fort_holds" if data["passed"] else "fort_fails" if data["die"] else "fort_cannot_hold"


def _stormer(data: Mapping[str, Any]) -> str:
    if data["passed"]:
        return "stormer_holds"
    key = "stormer_destroyed" if data["destroyed"] else "stormer_lost"
    return key if data["die"] else f"{key}_undiced"


def _shift_key(data: Mapping[str, Any]) -> str:
    if data["came"] == data["to"]:
        return "turned_after"
    return "shifted_facing" if data["faces"] else "shifted"


def _digging_key(data: Mapping[str, Any]) -> str:
    return "dug" if data["passed"] else "dug_in_vain" if data["die"] else "cannot_dig_in"


def _attack_key(data: Mapping[str, Any]) -> str:
    return "attack_partly" if data["partly"] else "attack"


def _facing_key(kind: str, data: Mapping[str, Any]) -> str:
    return f"{kind}_facing" if "facing" in data else kind


def _morale_key(data: Mapping[str, Any]) -> str:
    return "passes" if data["passed"] else "fails" if data["die"] else "cannot_pass"


def _loss_key(data: Mapping[str, Any]) -> str:
    """Return the sentence key for step losses, by cause and whether the unit is gone."""
    return f"lost_{data['cause']}" if data["left"] else f"gone_{data['cause']}"


#: Events after which a unit has a facing.
_WENT: Final = frozenset({"retreated", "advanced"})


#: The sentence key of an event, by kind; other events use their own name.
SENTENCES: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "moved": _march_key, "arrived": _arrival_key, "entered": lambda data: "entered_facing" if data["faces"] else "entered",
    "rain": lambda data: "rained" if data["raining"] else "dry", "lines": _lines,
    "consolidated": lambda data: "consolidated_removed" if data["removed"] else "consolidated",
    "unit_shelled": _hit, "bombarded": _barrage_key, "fort_tested": _fort_tested,
    "assault_declared": lambda data: "assault_declared_after" if data["guns"] else "assault_declared",
    "assault_idle": lambda data: "assault_idle_fort" if data["why"] == "fort_has_fallen" else "assault_idle_unit",
    "shifted": _shift_key, "dug": _digging_key, "turned": lambda data: "turned_after", "attack": _attack_key, "tested": _morale_key, "lost": _loss_key, "assaulted": _assault_key, "assault_tested": _stormer,
    **{kind: partial(_facing_key, kind) for kind in sorted(_WENT)},
}  # fmt: skip


def _with_looks(events: Sequence[Told]) -> list[Told]:
    """Merge a unit's move after combat and its new facing into one event."""
    found: list[Told] = []
    for event in events:
        before = found[-1] if found and event["kind"] == "turned" else None
        if before is not None and before["kind"] in _WENT and before["data"]["unit"] == event["data"]["unit"]:
            found[-1] = {**before, "data": {**before["data"], "facing": event["data"]["facing"]}}
            continue
        found.append(event)
    return found


def _with_losses(events: Sequence[Told]) -> list[Told]:
    """Add up what a known unit loses in one attack for one cause, by the result and by its test, in the first of these events."""
    found, first = list[Told](), dict[tuple[int, str], int]()
    for event in events:
        data = event["data"]
        if event["kind"] in _FIGHTS:
            first.clear()
        if event["kind"] != "lost" or data["unit"] < 0:
            found.append(event)
            continue
        at = first.setdefault((data["unit"], data["cause"]), len(found))
        if at == len(found):
            found.append(event)
        else:
            steps = found[at]["data"]["steps"] + data["steps"]
            found[at] = {**event, "data": {**data, "steps": steps}}
    return found


def _by_hex(events: Sequence[Told]) -> dict[int, list[Told]]:
    """Return events by the hex that they name."""
    found: dict[int, list[Told]] = {}
    for event in events:
        found.setdefault(event["data"]["hex"], []).append(event)
    return found


class LiegeStory(PlainStory[LiegeBook]):
    """Narrates events, choosing between several sentences by what happened."""

    details = DETAILS
    headed = frozenset({"turn", "action"})

    def __init__(self) -> None:
        super().__init__(SILENT)

    def reports(self, game: Game[Any], events: Sequence[Told]) -> list[ShownPicture]:
        """Return a picture of each barrage, assault and combat since the seat last acted."""
        return shown(game.state, events)

    def shown(self, names: LiegeBook, segment: Segment, lines: Sequence[str]) -> list[ShownPicture]:
        """Return the camp with a side's actions there; the turn summary where a new game turn begins; else the map."""
        alt = lines[0] if lines else ""
        if found := drawn_events(segment.events):
            return [ShownPicture("camp", {"events": found}, alt, lasting=True)]
        begun = [event["data"]["turn"] for event in segment.events if event["kind"] == "turn"]
        counted = [event["data"]["turn"] for event in segment.events if event["kind"] == "turn_counted"]
        if begun and counted:
            return [ShownPicture("turn", {"turn": counted[-1]}, alt, lasting=True)]
        return super().shown(names, segment, lines)

    def as_known(self, event: Told, own: dict[str, Any]) -> Told | None:
        """Return a hidden unit's action as its own side reads it, with its name."""
        if event["kind"] not in ACTS or not {"unit", "units"} & own.keys():
            return None
        return {**event, "data": {**event["data"], **own}}

    def lines(self, names: LiegeBook, segment: Segment) -> list[str]:
        """Return a line for each event; results join the line of their die roll or attack, and many arrivals share one line.

        Who was seen because of a fight comes after the line of the fight, since that is all that a folded panel shows.
        """
        found, ahead, seen = list[str](), list[Told](), list[Told]()
        together = self._arrivals(names, segment.events)
        attack: int | None = None
        for event in _with_losses(_with_looks(segment.events)):
            if not (line := together[id(event)] if id(event) in together else self.line(names, event)):
                continue
            head = len(found) - 1 if event["kind"] in FOLLOWS else attack if event["kind"] == "lost" else None
            if head is not None and head >= 0:
                found[head] = f"{found[head]} {line}"
                continue
            if event["kind"] == "revealed" and event["data"]["why"] in _SEEN_BEFORE | _SEEN_AFTER:
                (ahead if event["data"]["why"] in _SEEN_BEFORE else seen).append(event)
                continue
            if event["kind"] in _FIGHTS:
                found += self._seen(names, seen)
                seen, ahead = ahead, []
            else:
                found += self._seen(names, [*seen, *ahead])
                seen, ahead = [], []
            attack = len(found) if event["kind"] == "attack" else attack
            found.append(line)
        return found + self._seen(names, [*seen, *ahead])

    def _arrivals(self, names: LiegeBook, events: Sequence[Told]) -> dict[int, str]:
        """Return the lines of many arrivals by the ids of their events: one by hex for the first, none for the others.

        Hidden units are counted in the order of the map, since the order in which they came could tell who they are.
        """
        found, say = dict[int, str](), names.words.say
        arrivals = [event for event in events if event["kind"] == "arrived"]
        for hidden in (False, True):
            several = [event for event in arrivals if is_hidden(event["data"]) is hidden]
            if len(several) < MANY:
                by_map = sorted(several, key=lambda event: event["data"]["hex"]) if hidden else several
                found |= {id(event): self.line(names, told) for event, told in zip(several, by_map, strict=True)}
                continue
            by_hex = _by_hex(several)
            if hidden:
                told = [
                    say("ui.liege.hidden_count", hex=names.place(at), count=len(by_hex[at])) for at in sorted(by_hex)
                ]
            else:
                told = [
                    say(
                        "ui.liege.stack", hex=names.place(at), units=names.units([one["data"]["unit"] for one in there])
                    )
                    for at, there in by_hex.items()
                ]
            found |= dict.fromkeys(map(id, several), "")
            key = "arrived_hidden_many" if hidden else "arrived_many"
            found[id(several[0])] = say(f"narration.{key}", count=len(several), list=" ".join(told))
        return found

    def _seen(self, names: LiegeBook, events: Sequence[Told]) -> list[str]:
        """Return who was seen in a fight, many units in one line by hex."""
        if len(events) < MANY:
            return [self.line(names, event) for event in events]
        say, told = names.words.say, list[str]()
        for at, there in _by_hex(events).items():
            units = [
                say("ui.odds.assumed_unit", unit=names.unit(one["data"]["unit"]), count=one["data"]["steps"])
                for one in there
            ]
            told.append(say("ui.liege.stack", hex=names.place(at), units=names.words.listed(units)))
        return [say("narration.revealed_many", count=len(events), list=" ".join(told))]

    def line(self, names: LiegeBook, event: Told) -> str:
        """Return an event in words."""
        kind, data = event["kind"], event["data"]
        told = names.because(data)
        if isinstance(unit := data.get("unit"), int) and unit >= 0:
            data = {**data, "faces": _faces(names.facts, unit)}
        if kind == "turn":
            told["days"] = names.words.say(f"names.days.{data['turn']}")
        if kind == "shelled":
            told["firers"] = names.firers(data["guns"], data["forts"])
        if isinstance(points := data.get("score"), int):
            told["score"] = led(points)
        if isinstance(result := data.get("result"), list | tuple):
            told["result"] = names.result(result[0], result[1])
        if kind == "combat":
            told |= names.combat(data)
        if kind in ("moved", "left"):
            told |= {"origin": names.hex(data["path"][0]), "to": names.hex(data["path"][-1])}
            between = [names.hex(one) for one in data["path"][1:-1]]
            if between and kind == "moved":
                told["way"] = names.words.listed(between)
        hidden = kind in HIDDEN and is_hidden(data)
        choose = HIDDEN[kind] if hidden else SENTENCES.get(kind) or SEEN.get(kind)
        if choose and not choose(data):
            return ""
        key = f"narration.{choose(data) if choose else kind}"
        if "way" in told:
            key += "_by"
        if kind in self._silent and not names.words.has(key):
            return ""
        notes = [] if hidden else [also for also in ("forced", "in_position") if data.get(_NOTED[also])]
        notes += ["squadron_lost"] if kind == "air" and data["lost"] else []
        more = [names.words.say(f"narration.{also}") for also in notes]
        return " ".join([names.words.say(key, **told), *more])


__all__ = ["SENTENCES", "SILENT", "LiegeStory"]
