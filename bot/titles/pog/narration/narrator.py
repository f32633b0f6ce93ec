"""Events become sentences: one line for each kind, and whole actions in one to five lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from bot.narration.segments import Told
from bot.titles.pog.narration import battles
from bot.titles.pog.narration.event_merging import MOST_LINES, fort_as_loss, joined, outcome, shot, told_once
from bot.titles.pog.narration.names import Names
from bot.titles.pog.narration.written_figures import half, signed
from engine.pog.content.records import AP

#: The highest marker of a unit that is out of supply (14.3.5).
_LAST_GRADE = 5
#: Kinds that belong to a combat; the battle report tells them once it is over.
COMBAT = frozenset(
    "attack flank combat_card fire loss fort_shot fort_destroyed fort_stands advance_declared retreat_waived retreated "
    "advanced combat_over".split()
)
#: What changes VP together with a space, which is named beside them.
_TOLD_BY_GROUND = ("cp_takes_vp_space", "ap_takes_vp_space")
#: Kinds of action in which units act.
_OPERATIONS = frozenset({"ops", "auto_op"})
#: Told together in one line at the end of the story.
GROUND = frozenset({"control", "vp", "trench", "siege"})
#: Kinds with no sentence of their own: they only steer the others.
SILENT = frozenset({"setup", "phase", "action_over"})


class Narrator:
    """Tells events in the words of one language; nothing hidden, since it sees public parts only."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._say = names.words.say
        self._special: dict[str, Callable[[Told], str]] = {
            "attack": lambda data: battles.declared(names, data),
            "fire": lambda data: battles.fire(names, data["fire"]),
            "flank": lambda data: battles.flank(names, data),
            "loss": lambda data: battles.loss(names, data),
            "combat_over": lambda data: battles.report(names, data["battle"]),
            "retreated": lambda data: self._gone("retreats", [data["unit"]], data["path"]),
            "advanced": lambda data: self._gone("advances", data["units"], data["path"]),
            "moved": lambda data: self._way("moved", data["units"], data["path"]),
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
            "reinforcement": lambda data: self._arriving([data["unit"]], data["place"]),
            "game_over": self._over,
        }

    @cached_property
    def _apart(self) -> frozenset[int]:
        """Spaces of the map to which only lines lead of units that need no supply there, so that nobody's supply does (11.3)."""
        content = self.names.content
        needless = {unit.nation for unit in content.units if "supplied_in_near_east" in unit.limits}
        joined = {
            end for one in content.connections if not one.nations or one.nations - needless for end in (one.a, one.b)
        }
        return frozenset(space.id for space in content.spaces if space.kind == "map" and space.id not in joined)

    def line(self, event: Told) -> str | None:
        """One event as a sentence; None for kinds without words, also unknown ones."""
        kind, data = event["kind"], event["data"]
        if kind in SILENT:
            return None
        try:
            if kind in self._special:
                return self._special[kind](data) or None
            variant = data.get("use", data.get("kind"))
            for flag in ("success", "falls", "accepted", "besieged", "reduced", "taken"):
                if flag in data:
                    variant = "yes" if data[flag] else "no"
            key = f"narration.events.{kind}"
            if isinstance(self.names.words.find(key), dict) and not self.names.words.find(f"{key}.other"):
                key = f"{key}.{variant}"
            if not self.names.words.has(key):
                return None
            return self._say(key, **self._words(data))
        except (KeyError, IndexError, TypeError):
            # A newer engine may tell more than these words know; a story with a gap is better than none.
            return None

    def compose(self, events: Sequence[Told]) -> list[str]:
        """Return the story of one action in at most five lines; where it is longer, no combat shares its line."""
        events = told_once(events)
        kinds = [event["kind"] for event in events]
        # Three stretches: up to the first shot, what was fought out and followed, and the combat that goes on.
        reserve = kinds.index("reserve") if "reserve" in kinds else len(kinds)
        shot = kinds.index("attack") if "attack" in kinds else reserve
        again = [at for at, kind in enumerate(kinds) if kind == "attack" and "combat_over" not in kinds[at:]]
        running = again[0] if again else len(kinds)
        early, late, now = events[:shot], events[shot:running], events[running:]
        head = [line for line in (self._opening(events), self._moves(events[:reserve])) if line]
        rest, fights = self._others(early), self.fights([*early, *late])
        ground = self._ground(early)
        if late or now:
            rest += [ground] if ground else []
            ground = self._ground(late, told=fights)
        followed = self._moves(events[reserve:])
        if not followed and "action_over" in kinds:
            late = [event for event in late if event["kind"] != "reserve"]
        after = [ground, *self._others(late), followed]
        going_on = self.fights(now)
        after += [*going_on, self._ground(now, told=going_on), *self._others(now)]
        lines = [*head, *rest, *fights, *(line for line in after if line)]
        if len(lines) == 1 and self._idle(events):
            lines = [f"{lines[0]} {self._say('narration.idle')}"]
        return joined(lines, {*fights, *going_on})

    def _others(self, events: Sequence[Told]) -> list[str]:
        """Return what is neither opening, move, combat nor ground, in its order."""
        skipped = COMBAT | GROUND | SILENT | {"action", "activated", "moved"}
        lines: list[str] = []
        for kind, group in groupby((e for e in events if e["kind"] not in skipped), key=lambda event: event["kind"]):
            lines += self._alike(kind, list(group))
        return lines

    def _idle(self, events: Sequence[Told]) -> bool:
        """Return True for a whole operation in which no space was activated and nobody moved."""
        kinds = {event["kind"] for event in events}
        operation = any(event["kind"] == "action" and event["data"]["kind"] in _OPERATIONS for event in events)
        return operation and "action_over" in kinds and not kinds & {"activated", "moved"}

    def fights(self, events: Sequence[Told]) -> list[str]:
        """Every combat: reports of finished ones, and what is known of one going on."""
        lines = []
        running: list[Told] = []
        for event in events:
            if event["kind"] == "combat_over":
                lines.append(self._finished(running, event))
                running = []
            elif event["kind"] in COMBAT and (running or event["kind"] != "fort_destroyed"):
                if event["kind"] == "attack":
                    # What was lost before it belongs to no combat: a corps that was given up, or went with an ally.
                    lines.append(self._so_far(running))
                    running = []
                running.append(event)
        lines.append(self._so_far(running))
        return [line for line in lines if line]

    def _so_far(self, running: Sequence[Told]) -> str:
        """Return what is known of a combat going on, losses that follow each other as one list."""
        parts: list[str] = []
        for kind, group in groupby(map(fort_as_loss, running), key=lambda event: event["kind"]):
            told = [(event["data"], line) for event in group if (line := self.line(event))]
            if kind == "loss" and told:
                parts.append(battles.losses(self.names, [data for data, _ in told]))
            elif kind == "retreated":
                parts += battles.ways(self.names, "retreats", [(data["unit"], data["path"]) for data, _ in told])
            else:
                parts += [line for _, line in told]
        return " ".join(parts)

    def _finished(self, running: Sequence[Told], over: Told) -> str:
        """Return a finished combat in the same words and order as while it went on, where all of it is known; else its report."""
        battle, first = over["data"]["battle"], running[0] if running else None
        if first is None or first["kind"] != "attack" or "defenders" not in first["data"]:
            # The report has what was lost, so not a fort that nobody entered.
            stands = [self.line(one) for one in running if one["kind"] == "fort_stands"]
            return " ".join(line for line in (self.line(over), *stands) if line)
        waived = any(event["kind"] == "retreat_waived" for event in running)
        story = self._so_far([event for event in running if event["kind"] != "advance_declared"])
        return " ".join([story, *battles.outcome(self.names, battle, waived=waived)])

    def turn(self, events: Sequence[Told]) -> list[str]:
        """Return what happened between the last action of a turn and the first of the next, in its order.

        The line of the turn that begins says first who was lost to attrition: on a phone that line alone is open.
        """
        lines: list[str] = []
        told = [event for event in told_once(events) if event["kind"] not in SILENT]
        begins = any(event["kind"] == "turn" for event in told)
        lost: list[str] = []
        for kind, group in groupby(told, key=lambda event: "" if event["kind"] in GROUND else event["kind"]):
            alike = list(group)
            own = self._alike(kind, alike) if kind else [self._ground(alike)]
            if kind == "attrition" and begins:
                lost += own
            elif kind == "turn":
                lines.append(" ".join([*lost, *own]))
                lost = []
            else:
                lines += own
        lines = [line for line in lines if line]
        while len(lines) > 2 * MOST_LINES:
            lines[1:3] = [f"{lines[1]} {lines[2]}"]
        return lines

    def _alike(self, kind: str, events: Sequence[Told]) -> list[str]:
        """Events of one kind that follow each other; of some kinds as one sentence."""
        if kind == "flipped" and len(events) > 1 and not any(event["data"].get("reduced") for event in events):
            units = [event["data"]["unit"] for event in events]
            return [self._say("narration.back_at_strength", units=self.names.units(units))]
        if kind == "war_status":
            events = list({event["data"]["side"]: event for event in events}.values())
        if kind == "reinforcement":
            return self._arrivals(events)
        told = [line for line in map(self.line, events) if line]
        if kind in ("rp", "sr", "flipped", "rebuilt"):
            return ["; ".join(line.rstrip(".") for line in told) + "."] if told else []
        return told

    # -- parts of an action -------------------------------------------------------------

    def _opening(self, events: Sequence[Told]) -> str:
        action = next((event["data"] for event in events if event["kind"] == "action"), None)
        parts = []
        if action is not None:
            card = action.get("card")
            has_card = isinstance(card, int) and card >= 0
            spec = self.names.content.cards[card] if has_card else None
            parts.append(
                self._say(
                    f"narration.actions.{action['kind']}",
                    side=self._side(action["side"]),
                    card=self.names.card(card) if has_card else "",
                    effect=self.names.card_short(card).rstrip(".") if has_card else "",
                    ops=spec.ops if spec else 1,
                    points=spec.sr if spec else 0,
                )
            )
        for use in ("move", "attack"):
            spaces = [e["data"]["space"] for e in events if e["kind"] == "activated" and e["data"]["use"] == use]
            if spaces:
                parts.append(self._say(f"narration.activated.{use}", spaces=self.names.spaces(spaces)))
        return " ".join(parts)

    def _moves(self, events: Sequence[Told]) -> str:
        told = [self._way("moved", e["data"]["units"], e["data"]["path"]) for e in events if e["kind"] == "moved"]
        return f"{'; '.join(one.rstrip('.') for one in told)}." if told else ""

    def _ground(self, events: Sequence[Told], told: Sequence[str] = ()) -> str:
        """Control, works and the sum of VP; a fort that fell in a combat is among its losses where combats are `told`."""
        parts = []
        taken: dict[int, list[int]] = {}
        for event in events:
            if event["kind"] == "control" and event["data"].get("side") is not None:
                taken.setdefault(event["data"]["side"], []).append(event["data"]["space"])
        for side, spaces in taken.items():
            parts.append(
                self._say("narration.controls", side=self._side(side), spaces=self.names.spaces(dict.fromkeys(spaces)))
            )
        works = ("trench", "siege", "fort_destroyed")
        parts += dict.fromkeys(
            line for e in events if e["kind"] in works and not shot(e, told) if (line := self.line(e))
        )
        changes = [event["data"] for event in events if event["kind"] == "vp"]
        if changes:
            parts.append(self._vp_sum(changes))
        return " ".join(parts)

    def _vp_sum(self, changes: Sequence[Told]) -> str:
        """Return the sum of VP; where more than spaces changed it, the share of each cause."""
        say = self._say
        total = sum(change["change"] for change in changes)
        causes: dict[str, int] = {}
        for data in changes:
            if data["cause"] not in _TOLD_BY_GROUND and (cause := self._cause(data)):
                causes[cause] = causes.get(cause, 0) + data["change"]
        if not causes or list(causes.values()) == [total]:
            return self._vp_told(total, changes[-1]["vp"], next(iter(causes), ""))
        ground = sum(change["change"] for change in changes if change["cause"] in _TOLD_BY_GROUND)
        other = total - ground - sum(causes.values())
        every = {say("narration.vp_spaces"): ground, **causes, say("narration.vp_other"): other}
        shares = [say("narration.vp_share", change=signed(own), why=why) for why, own in every.items() if own]
        return say("narration.vp_sum_of_that", vp=changes[-1]["vp"], shares=self.names.words.listed(shares))

    def _vp_told(self, change: int, points: int, cause: str) -> str:
        """VP after one change, a sentence of its own, with its cause where there are words for it."""
        if not change and not cause:
            return self._say("narration.vp_none", vp=points)
        figures = {"change": signed(change), "vp": points}
        return self._say("narration.vp_sum_why" if cause else "narration.vp_sum", **figures, why=cause)

    # -- words --------------------------------------------------------------------------

    def _side(self, side: int) -> str:
        return self._say(f"ui.sides_short.{('ap', 'cp')[side]}")

    def _gone(self, key: str, units: Sequence[int], path: Sequence[int]) -> str:
        return " ".join(battles.ways(self.names, key, [(unit, path) for unit in units]))

    def _way(self, key: str, units: Sequence[int], path: Sequence[int]) -> str:
        name = f"narration.events.{key}" if path else f"narration.events.{key}_nowhere"
        return self._say(name, count=len(units), units=self.names.units(units), way=self.names.path(path))

    def _points(self, kind: str, data: Told) -> str:
        points = ", ".join(
            self._say("narration.points", pool=self.names.nation(pool), points=half(count))
            for pool, count in data["points"]
        )
        return self._say(f"narration.events.{kind}", side=self._side(data["side"]), points=points)

    def _points_changed(self, data: Told) -> str:
        words = {"pool": self.names.nation(data["pool"]), "points": half(data["points"]) or "0"}
        cause = self._say(f"narration.rp_causes.{data['cause']}")
        return self._say("narration.events.rp_changed", cause=cause, **words)

    def _trench(self, data: Told) -> str:
        key = "trench" if data["level"] else "trench_gone"
        return self._say(f"narration.events.{key}", **self._words(data))

    def _war_plan(self, data: Told) -> str:
        plan = self._say(f"narration.war_plans.{data['plan']}")
        return self._say(f"narration.events.war_plan.{data['kind']}", plan=plan)

    def _turn(self, data: Told) -> str:
        """Return a turn that begins, with the VP as they stand then; an older version kept the turn alone."""
        return self._say(f"narration.events.turn{'_vp' if 'vp' in data else ''}", **self._words(data))

    def _out_of_supply(self, data: Told) -> str:
        """Who has got which marker, stack by stack (14.3.5)."""
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

    def _arrivals(self, events: Sequence[Told]) -> list[str]:
        """Return who arrives as one sentence, those who come to one place together."""
        there: dict[int, list[int]] = {}
        for event in events:
            there.setdefault(event["data"]["place"], []).append(event["data"]["unit"])
        told: list[str] = []
        for place, units in there.items():
            apart = [unit for unit in units if self._becomes_ordinary(unit, place)]
            together = [unit for unit in units if unit not in apart]
            told += [self._arriving(group, place) for group in (together, *([unit] for unit in apart)) if group]
        return ["; ".join(line.rstrip(".") for line in told) + "."]

    def _arriving(self, units: Sequence[int], place: int) -> str:
        """Where units arrive; an army of the Near East that comes on elsewhere is an ordinary one from then on (9.5.3.4)."""
        spec = self.names.content.spaces[place]
        key = "arrives_in_reserve" if spec.kind == "reserve" else "reinforcement"
        if self._becomes_ordinary(units[0], place):
            key = "arrives_at_home"
        return self._say(
            f"narration.events.{key}", count=len(units), units=self.names.units(units), place=self.names.space(place)
        )

    def _becomes_ordinary(self, unit: int, place: int) -> bool:
        """Return True for an army of the Near East that comes on elsewhere."""
        spec, space = self.names.content.units[unit], self.names.content.spaces[place]
        own = space.near_east or space.beach or (spec.name == "fr_orient_army" and space.name == "salonika")
        return spec.army and spec.near_east and spec.side == AP and space.kind == "map" and not own

    def _attrition(self, data: Told) -> str:
        """Who is eliminated, and which spaces that are cut off go to whom."""
        taken = [
            self._say("narration.events.attrition_taken", spaces=self.names.spaces(spaces), side=self._side(side))
            for side, spaces in data.get("taken", {}).items()
        ]
        lost = "attrition_by_side" if data["units"] else "attrition_of_spaces"
        key = lost if taken else "attrition"
        words = self._words({name: value for name, value in data.items() if name != "taken"})
        told = self._say(f"narration.events.{key}", **words, taken="; ".join(taken))
        apart = [space for space in data["spaces"] if space in self._apart] if taken else []
        return told + (self._say("narration.events.attrition_apart", spaces=self.names.spaces(apart)) if apart else "")

    def _vp(self, data: Told) -> str:
        return self._vp_told(data["change"], data["vp"], self._cause(data))

    def _cause(self, data: Told) -> str:
        """Return what changed the VP, "" where there are no words for it."""
        why = f"narration.vp_causes.{str(data['cause']).split(':')[0]}"
        return self._say(why) if self.names.words.has(why) else ""

    def _over(self, data: Told) -> str:
        winner, reason = data.get("winner"), str(data["reason"])
        key = f"narration.reasons.{reason}"
        why = self._say(key) if self.names.words.has(key) else reason.replace("_", " ")
        who = outcome(winner, reason)
        side = self.names.side(winner) if winner is not None else ""
        return self._say(f"narration.over.{who}", side=side, reason=why)

    def _words(self, data: Told) -> dict[str, Any]:
        words = self.names.worded(data)
        if isinstance(data.get("side"), int):
            words["side"] = self._side(data["side"])
        for key in ("drm", "change"):
            if isinstance(data.get(key), int):
                words[key] = signed(data[key])
        if isinstance(data.get("level"), str):
            words["level"] = self._say(f"names.commitment.{data['level']}")
        for key, empty in (("units", "nobody"), ("spaces", "nothing")):
            words[f"{key}_or_none"] = words.get(key) or self._say(f"ui.words.{empty}")
        words.setdefault("count", len(data.get("units") or data.get("cards") or ()))
        return words
