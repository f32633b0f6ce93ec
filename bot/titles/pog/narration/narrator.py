"""Stories of whole actions in one to five lines, and of the events between turns, one line per topic."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.narration.segments import Told
from bot.titles.pog.narration import battles
from bot.titles.pog.narration.event_lines import SILENT, EventLines
from bot.titles.pog.narration.event_merging import MOST_LINES, fort_as_loss, joined, shot, told_once
from bot.titles.pog.narration.names import Names
from bot.titles.pog.narration.written_figures import signed

#: Kinds of events that belong to a combat; the battle report covers them once it is over.
COMBAT = frozenset(
    "attack flank combat_card fire loss no_loss no_pursuit fort_shot fort_destroyed fort_stands advance_declared retreat_waived "
    "retreated advanced combat_over".split()
)
#: Causes of VP changes together with a space, which is named anyway.
_TOLD_BY_GROUND = ("cp_takes_vp_space", "ap_takes_vp_space")
#: Kinds of action in which units act.
_OPERATIONS = frozenset({"ops", "auto_op"})
#: Kinds reported together in one line at the end of the story.
GROUND = frozenset({"control", "vp", "trench", "siege"})


class Narrator:
    """Narrates actions and turns in one language; it sees only public events, so it reveals nothing hidden."""

    def __init__(self, names: Names) -> None:
        self.names, self.lines = names, EventLines(names)
        self._say = names.words.say

    def compose(self, events: Sequence[Told]) -> list[str]:
        """Return the story of one action in at most five lines; in a longer one, no combat shares its line."""
        events = told_once(events)
        kinds = [event["kind"] for event in events]
        # Three parts: up to the first attack, the finished combats and what followed, and the combat in progress.
        reserve = kinds.index("reserve") if "reserve" in kinds else len(kinds)
        shot = kinds.index("attack") if "attack" in kinds else reserve
        again = [at for at, kind in enumerate(kinds) if kind == "attack" and "combat_over" not in kinds[at:]]
        running = again[0] if again else len(kinds)
        head, begun = self._head(events, reserve)
        early, late, now = events[begun:shot], events[shot:running], events[running:]
        rest, fights = self._other_events(early), self.fights(events[:running])
        ground = self._ground(early)
        if late or now:
            rest += [ground] if ground else []
            ground = self._ground(late, told=fights)
        followed = self._moves(events[reserve:])
        if not followed and "action_over" in kinds:
            late = [event for event in late if event["kind"] != "reserve"]
        after = [ground, *self._other_events(late), followed]
        going_on = self.fights(now)
        after += [*going_on, self._ground(now, told=going_on), *self._other_events(now)]
        lines = [*head, *rest, *fights, *(line for line in after if line)]
        if len(lines) == 1 and self._does_nothing(events):
            lines = [f"{lines[0]} {self._say('narration.idle')}"]
        return joined(lines, {*fights, *going_on})

    def _head(self, events: Sequence[Told], reserve: int) -> tuple[list[str], int]:
        """Return how an action begins, up to its moves, and the index of the first event to narrate after that.

        What precedes the operation within the same action, a redeployment or a card's effect, is narrated first.
        """
        begun = next((at for at, event in enumerate(events) if event["kind"] == "activated"), 0)
        first = events[:begun]
        before = [line for line in (self._moves(first), *self._other_events(first), self._ground(first)) if line]
        if not before:
            opening = " ".join(line for line in (self._opening(events), self._activations(events)) if line)
            return [line for line in (opening, self._moves(events[:reserve])) if line], 0
        lines = (self._opening(events), *before, self._activations(events), self._moves(events[begun:reserve]))
        return [line for line in lines if line], begun

    def _other_events(self, events: Sequence[Told]) -> list[str]:
        """Return the events that are neither opening, move, combat nor control of ground, in order."""
        skipped = COMBAT | GROUND | SILENT | {"action", "activated", "moved"}
        lines: list[str] = []
        for kind, group in groupby((e for e in events if e["kind"] not in skipped), key=lambda event: event["kind"]):
            lines += self._join_alike(kind, list(group))
        return lines

    def _does_nothing(self, events: Sequence[Told]) -> bool:
        """Return True for a complete operation in which no space was activated and no unit moved."""
        kinds = {event["kind"] for event in events}
        operation = any(event["kind"] == "action" and event["data"]["kind"] in _OPERATIONS for event in events)
        return operation and "action_over" in kinds and not kinds & {"activated", "moved"}

    def fights(self, events: Sequence[Told]) -> list[str]:
        """Return every combat: reports of finished ones, and the state of one in progress."""
        lines = []
        running: list[Told] = []
        for event in events:
            if event["kind"] == "combat_over":
                lines.append(self._finished_combat(running, event))
                running = []
            elif event["kind"] in COMBAT and (running or event["kind"] != "fort_destroyed"):
                if event["kind"] == "attack":
                    # Earlier losses belong to no combat: a corps that was given up or left with an ally.
                    lines.append(self._combat_so_far(running))
                    running = []
                running.append(event)
        lines.append(self._combat_so_far(running))
        return [line for line in lines if line]

    def _combat_so_far(self, running: Sequence[Told], *, over: bool = False) -> str:
        """Return what is known of a combat in progress (or `over`), with consecutive losses as one list."""
        parts: list[str] = []
        latest = None if over or not running else running[-1]
        for kind, group in groupby(map(fort_as_loss, running), key=lambda event: event["kind"]):
            told = [(event["data"], line) for event in group if (line := self.lines.line(event))]
            if kind == "loss" and told:
                complete = latest is None or all(data is not latest["data"] for data, _ in told)
                parts.append(battles.losses(self.names, [data for data, _ in told], complete=complete))
            elif kind == "retreated":
                parts += battles.ways(self.names, "retreats", [(data["unit"], data["path"]) for data, _ in told])
                parts += battles.halts(self.names, [data["path"] for data, _ in told if data.get("halted")])
            else:
                parts += [line for _, line in told]
        return " ".join(parts)

    def _finished_combat(self, running: Sequence[Told], over: Told) -> str:
        """Return a finished combat in the words and order used while it was in progress, if fully known; else its report."""
        battle, first = over["data"]["battle"], running[0] if running else None
        if first is None or first["kind"] != "attack" or "defenders" not in first["data"]:
            # The report includes losses, so only a fort that wasn't entered is added.
            stands = [self.lines.line(one) for one in running if one["kind"] == "fort_stands"]
            return " ".join(line for line in (self.lines.line(over), *stands) if line)
        waived = any(event["kind"] == "retreat_waived" for event in running)
        story = self._combat_so_far([event for event in running if event["kind"] != "advance_declared"], over=True)
        return " ".join([story, *battles.outcome(self.names, battle, waived=waived)])

    def turn(self, events: Sequence[Told]) -> list[str]:
        """Return what happened between the last action of a turn and the first of the next, in order.

        The line that announces the turn starts with attrition losses, since a phone shows only that line unfolded; what
        happened after them stands between, as it was played.
        """
        lines: list[str] = []
        told = [event for event in told_once(events) if event["kind"] not in SILENT]
        begins = any(event["kind"] == "turn" for event in told)
        lost: list[str] = []
        for kind, group in groupby(told, key=lambda event: "" if event["kind"] in GROUND else event["kind"]):
            alike = list(group)
            own = self._join_alike(kind, alike) if kind else [self._ground(alike)]
            if begins and (kind == "attrition" or lost) and kind != "turn":
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

    def _join_alike(self, kind: str, events: Sequence[Told]) -> list[str]:
        """Return consecutive events of one kind, for some kinds as one sentence."""
        if kind == "flipped" and len(events) > 1 and not any(event["data"].get("reduced") for event in events):
            units = [event["data"]["unit"] for event in events]
            return [self._say("narration.back_at_strength", units=self.names.units(units))]
        if kind == "war_status":
            events = list({event["data"]["side"]: event for event in events}.values())
        if kind == "reinforcement":
            return self._arrivals(events)
        told = [line for line in map(self.lines.line, events) if line]
        if kind in ("rp", "sr", "flipped", "rebuilt"):
            return ["; ".join(line.rstrip(".") for line in told) + "."] if told else []
        return told

    # -- parts of an action -------------------------------------------------------------

    def _opening(self, events: Sequence[Told]) -> str:
        action = next((event["data"] for event in events if event["kind"] == "action"), None)
        if action is None:
            return ""
        card = action.get("card")
        has_card = isinstance(card, int) and card >= 0
        spec = self.names.content.cards[card] if has_card else None
        return self._say(
            f"narration.actions.{action['kind']}",
            side=self.lines.side(action["side"]),
            card=self.names.card(card) if has_card else "",
            effect=self.names.card_short(card).rstrip(".") if has_card else "",
            ops=spec.ops if spec else 1,
            points=spec.sr if spec else 0,
        )

    def _activations(self, events: Sequence[Told]) -> str:
        """Return which spaces are activated, and for what."""
        parts = []
        for use in ("move", "attack"):
            spaces = [e["data"]["space"] for e in events if e["kind"] == "activated" and e["data"]["use"] == use]
            if spaces:
                parts.append(self._say(f"narration.activated.{use}", spaces=self.names.spaces(spaces)))
        return " ".join(parts)

    def _moves(self, events: Sequence[Told]) -> str:
        told = [self.lines.way("moved", e["data"]["units"], e["data"]["path"]) for e in events if e["kind"] == "moved"]
        return f"{'; '.join(one.rstrip('.') for one in told)}." if told else ""

    def _ground(self, events: Sequence[Told], told: Sequence[str] = ()) -> str:
        """Return control, trenches and the VP total; with combats `told`, forts that fell in them are omitted as their losses."""
        parts = []
        taken: dict[int, list[int]] = {}
        for event in events:
            if event["kind"] == "control" and event["data"].get("side") is not None:
                taken.setdefault(event["data"]["side"], []).append(event["data"]["space"])
        for side, spaces in taken.items():
            parts.append(
                self._say(
                    "narration.controls", side=self.lines.side(side), spaces=self.names.spaces(dict.fromkeys(spaces))
                )
            )
        works = ("trench", "siege", "fort_destroyed")
        parts += dict.fromkeys(
            line for e in events if e["kind"] in works and not shot(e, told) if (line := self.lines.line(e))
        )
        changes = [event["data"] for event in events if event["kind"] == "vp"]
        if changes:
            parts.append(self._vp_sum(changes))
        return " ".join(parts)

    def _vp_sum(self, changes: Sequence[Told]) -> str:
        """Return the VP total; if other causes than spaces contributed, the share of each."""
        say = self._say
        total = sum(change["change"] for change in changes)
        causes: dict[str, int] = {}
        for data in changes:
            if data["cause"] not in _TOLD_BY_GROUND and (cause := self.lines.cause(data)):
                causes[cause] = causes.get(cause, 0) + data["change"]
        if not causes or list(causes.values()) == [total]:
            return self.lines.vp_told(total, changes[-1]["vp"], next(iter(causes), ""))
        ground = sum(change["change"] for change in changes if change["cause"] in _TOLD_BY_GROUND)
        other = total - ground - sum(causes.values())
        every = {say("narration.vp_spaces"): ground, **causes, say("narration.vp_other"): other}
        shares = [say("narration.vp_share", change=signed(own), why=why) for why, own in every.items() if own]
        return say("narration.vp_sum_of_that", vp=changes[-1]["vp"], shares=self.names.words.listed(shares))

    def _arrivals(self, events: Sequence[Told]) -> list[str]:
        """Return arriving units as one sentence, grouped by space."""
        there: dict[int, list[int]] = {}
        for event in events:
            there.setdefault(event["data"]["place"], []).append(event["data"]["unit"])
        told: list[str] = []
        for place, units in there.items():
            apart = [unit for unit in units if self.lines.becomes_ordinary(unit, place)]
            together = [unit for unit in units if unit not in apart]
            told += [self.lines.arriving(group, place) for group in (together, *([unit] for unit in apart)) if group]
        return ["; ".join(line.rstrip(".") for line in told) + "."]
