"""Sentences for single events, by kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from bot.narration.segments import Told
from bot.titles.pog.narration import battles
from bot.titles.pog.narration.event_merging import outcome
from bot.titles.pog.narration.names import Names
from bot.titles.pog.narration.written_figures import half, signed
from engine.pog.content.records import AP

#: The highest out-of-supply marker (14.3.5).
_LAST_GRADE = 5
#: Kinds without a sentence of their own: they only affect the others.
SILENT = frozenset({"setup", "phase", "action_over"})


class EventLines:
    """Turns single events into sentences in one language."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._say = names.words.say
        self._special: dict[str, Callable[[Told], str]] = {
            "attack": lambda data: battles.declared(names, data),
            "fire": lambda data: battles.fire(names, data["fire"]),
            "flank": lambda data: battles.flank(names, data),
            "loss": lambda data: battles.loss(names, data),
            "no_loss": lambda data: battles.no_loss(names, data),
            "combat_over": lambda data: battles.report(names, data["battle"]),
            "retreated": self._retreat_text,
            "advanced": lambda data: self._ways_text("advances", data["units"], data["path"]),
            "moved": lambda data: self.way("moved", data["units"], data["path"]),
            "rp": lambda data: self._points("rp", data),
            "rp_lapsed": lambda data: self._points("rp_lapsed", data),
            "rp_changed": self._points_changed,
            "vp": self._vp,
            "trench": self._trench,
            "war_plan": self._war_plan,
            "attrition": self._attrition,
            "turn": self._turn,
            "mandated": lambda data: self._say(
                f"narration.events.mandated{'_none' if data['nation'] == 'none' else ''}", **self._words(data)
            ),
            "out_of_supply": self._out_of_supply,
            "reinforcement": lambda data: self.arriving([data["unit"]], data["place"]),
            "rebuilt": self._rebuilt,
            "game_over": self._game_over_text,
        }

    @cached_property
    def _cut_off_spaces(self) -> frozenset[int]:
        """Map spaces connected only by lines for units that need no supply there, so that no supply reaches them (11.3)."""
        content = self.names.content
        needless = {unit.nation for unit in content.units if "supplied_in_near_east" in unit.limits}
        joined = {
            end for one in content.connections if not one.nations or one.nations - needless for end in (one.a, one.b)
        }
        return frozenset(space.id for space in content.spaces if space.kind == "map" and space.id not in joined)

    def line(self, event: Told) -> str | None:
        """Return an event as a sentence; None for kinds without text, including unknown ones."""
        kind, data = event["kind"], event["data"]
        if kind in SILENT:
            return None
        try:
            if kind in self._special:
                return self._special[kind](data) or None
            variant = data.get("use", data.get("kind", data.get("nation")))
            for flag in ("success", "falls", "accepted", "besieged", "reduced", "taken"):
                if flag in data:
                    variant = "yes" if data[flag] else "no"
            if kind == "peace_answer" and not data["accepted"] and not data["change"]:
                variant = "idle"
            key = f"narration.events.{kind}"
            if isinstance(self.names.words.find(key), dict) and not self.names.words.find(f"{key}.other"):
                key = self._variant_key(key, str(variant))
            if not self.names.words.has(key):
                return None
            return self._say(key, **self._words(data))
        except (KeyError, IndexError, TypeError):
            # A newer engine can emit events without texts here; a story with a gap is better than none.
            return None

    def _variant_key(self, key: str, variant: str) -> str:
        """Return the text key of a variant, or else the key for any."""
        own = f"{key}.{variant}"
        return own if self.names.words.has(own) or not self.names.words.has(f"{key}.any") else f"{key}.any"

    def side(self, side: int) -> str:
        """Return the short name of a side."""
        return self._say(f"ui.sides_short.{('ap', 'cp')[side]}")

    def _ways_text(self, key: str, units: Sequence[int], path: Sequence[int]) -> str:
        return " ".join(battles.ways(self.names, key, [(unit, path) for unit in units]))

    def _retreat_text(self, data: Told) -> str:
        halts = battles.halts(self.names, [data["path"]] if data.get("halted") else [])
        return " ".join([self._ways_text("retreats", [data["unit"]], data["path"]), *halts])

    def way(self, key: str, units: Sequence[int], path: Sequence[int]) -> str:
        """Return units and the path they took; an empty path means that they stayed."""
        name = f"narration.events.{key}" if path else f"narration.events.{key}_nowhere"
        return self._say(name, count=len(units), units=self.names.units(units), way=self.names.path(path))

    def _points(self, kind: str, data: Told) -> str:
        points = ", ".join(
            self._say("narration.points", pool=self.names.nation(pool), points=half(count))
            for pool, count in data["points"]
        )
        return self._say(f"narration.events.{kind}", side=self.side(data["side"]), points=points)

    def _points_changed(self, data: Told) -> str:
        words = {"pool": self.names.nation(data["pool"]), "points": half(data["points"]) or "0"}
        cause = self._say(f"narration.rp_causes.{data['cause']}")
        return self._say(self._variant_key("narration.events.rp_changed", data["pool"]), cause=cause, **words)

    def _trench(self, data: Told) -> str:
        key = "trench" if data["level"] else "trench_gone"
        return self._say(f"narration.events.{key}", **self._words(data))

    def _war_plan(self, data: Told) -> str:
        plan = self._say(f"narration.war_plans.{data['plan']}")
        return self._say(f"narration.events.war_plan.{data['kind']}", plan=plan)

    def _turn(self, data: Told) -> str:
        """Return the start of a turn with the VP at that time; older versions recorded only the turn."""
        return self._say(f"narration.events.turn{'_vp' if 'vp' in data else ''}", **self._words(data))

    def _out_of_supply(self, data: Told) -> str:
        """Return which units got which out-of-supply marker, stack by stack (14.3.5)."""
        stacks: dict[int, list[int]] = {}
        for unit, place in zip(data["units"], data["places"], strict=True):
            stacks.setdefault(place, []).append(unit)
        told = [
            self._say("narration.stack", units=self.names.units(units), space=self.names.space(place))
            for place, units in stacks.items()
        ]
        last = "_last" if data["grade"] == _LAST_GRADE else ""
        return self._say(
            f"narration.events.out_of_supply{last}", grade=data["grade"], stacks=self.names.words.listed(told)
        )

    def arriving(self, units: Sequence[int], place: int) -> str:
        """Return where units arrive; a Near East army that arrives elsewhere becomes an ordinary one (9.5.3.4)."""
        spec = self.names.content.spaces[place]
        key = "arrives_in_reserve" if spec.kind == "reserve" else "reinforcement"
        if self.becomes_ordinary(units[0], place):
            key = "arrives_at_home"
        return self._say(
            f"narration.events.{key}", count=len(units), units=self.names.units(units), place=self.names.space(place)
        )

    def _rebuilt(self, data: Told) -> str:
        """Return where a rebuilt unit is placed."""
        key = "rebuilt_in_reserve" if self.names.content.spaces[data["place"]].kind == "reserve" else "rebuilt"
        return self._say(f"narration.events.{key}", **self._words(data))

    def becomes_ordinary(self, unit: int, place: int) -> bool:
        """Return True for a Near East army that arrives outside the Near East."""
        spec, space = self.names.content.units[unit], self.names.content.spaces[place]
        own = space.near_east or space.beach or (spec.name == "fr_orient_army" and space.name == "salonika")
        return spec.army and spec.near_east and spec.side == AP and space.kind == "map" and not own

    def _attrition(self, data: Told) -> str:
        """Return which units are eliminated, and which cut-off spaces change hands."""
        taken = [
            self._say("narration.events.attrition_taken", spaces=self.names.spaces(spaces), side=self.side(side))
            for side, spaces in data.get("taken", {}).items()
        ]
        lost = "attrition_by_side" if data["units"] else "attrition_of_spaces"
        key = lost if taken else "attrition"
        words = self._words({name: value for name, value in data.items() if name != "taken"})
        told = self._say(f"narration.events.{key}", **words, taken="; ".join(taken))
        if armies := [unit for unit in data["units"] if self.names.content.units[unit].army]:
            good = {"count": len(armies), "units": self.names.units(armies)}
            told = f"{told} {self._say('narration.events.attrition_for_good', **good)}"
        apart = [space for space in data["spaces"] if space in self._cut_off_spaces] if taken else []
        return told + (self._say("narration.events.attrition_apart", spaces=self.names.spaces(apart)) if apart else "")

    def _vp(self, data: Told) -> str:
        return self.vp_told(data["change"], data["vp"], self.cause(data))

    def cause(self, data: Told) -> str:
        """Return the cause of a VP change, "" if it has no text."""
        why = f"narration.vp_causes.{str(data['cause']).split(':')[0]}"
        return self._say(why) if self.names.words.has(why) else ""

    def _game_over_text(self, data: Told) -> str:
        winner, reason = data.get("winner"), str(data["reason"])
        key = f"narration.reasons.{reason}"
        why = self._say(key) if self.names.words.has(key) else reason.replace("_", " ")
        who = outcome(winner, reason)
        side = self.names.side(winner) if winner is not None else ""
        return self._say(f"narration.over.{who}", side=side, reason=why)

    def _words(self, data: Told) -> dict[str, Any]:
        words = self.names.worded(data)
        if isinstance(data.get("side"), int):
            words["side"] = self.side(data["side"])
        if isinstance(data.get("die"), int) and isinstance(data.get("drm"), int):
            words["roll"] = battles.roll(self.names, data["die"], data["drm"])
        for key in ("drm", "change"):
            if isinstance(data.get(key), int):
                words[key] = signed(data[key])
        if isinstance(data.get("level"), str):
            words["level"] = self._say(f"names.commitment.{data['level']}")
        for key, empty in (("units", "nobody"), ("spaces", "nothing")):
            words[f"{key}_or_none"] = words.get(key) or self._say(f"ui.words.{empty}")
        words.setdefault("count", len(data.get("units") or data.get("cards") or ()))
        return words

    def vp_told(self, change: int, points: int, cause: str) -> str:
        """Return the VP after a change, as its own sentence, with the cause if it has a text."""
        if not change and not cause:
            return self._say("narration.vp_none", vp=points)
        figures = {"change": signed(change), "vp": points}
        return self._say("narration.vp_sum_why" if cause else "narration.vp_sum", **figures, why=cause)


__all__ = ["SILENT", "EventLines"]
