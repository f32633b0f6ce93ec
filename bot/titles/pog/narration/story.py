"""Narration of Paths of Glory for seats, the public and the log, and the pictures that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter

from bot.narration.segments import Segment, Told, segments
from bot.table.lengths import shortened
from bot.titles.pog.narration.event_lines import SILENT
from bot.titles.pog.narration.event_merging import told_once
from bot.titles.pog.narration.names import Names
from bot.titles.pog.narration.narrator import COMBAT, Narrator
from bot.titles.pog.systems import view_for
from bot.titles.story import ShownPicture
from engine.core.game import Game
from engine.pog.content.records import AP, CP
from engine.pog.view import ActionMarks
from renderer.pog.framing import on_fronts
from renderer.pog.layout import load_layout

_MARKS = TypeAdapter(ActionMarks)
#: Kinds of events that players order, as opposed to what the end of a turn does to the map.
_ACTS = frozenset({"moved", "advanced", "retreated", "sr", "attack", "activated", "entrench"})
#: Kinds of events in an operation's movement.
_MOVES = frozenset({"moved", "entrench", "trench"})
#: Number of latest battles whose pictures a seat is shown.
_SHOWN = 2


def marks(events: Sequence[Told]) -> dict[str, Any]:
    """Return arrows and spaces for a close-up, as JSON of `engine.pog.view.ActionMarks`; spaces lost to attrition are left out."""
    moves: list[list[list[int]]] = []
    attacks: list[list[Any]] = []
    attackers: list[list[int]] = []
    focus: list[int] = []
    for event in told_once(events):
        kind, data = event["kind"], event["data"]
        if kind in ("moved", "advanced"):
            moves.append([data["units"], data["path"]])
        elif kind == "retreated" and data["path"]:
            # The event lists the spaces entered; the arrow starts at the combat.
            moves.append([[data["unit"]], [*(target for _, target in attacks[-1:]), *data["path"]]])
        elif kind == "sr":
            focus += [data["origin"], data["to"]]
        elif kind == "attack":
            attacks.append([data["origins"], data["target"]])
            attackers.append(data["attackers"])
        elif kind in ("activated", "trench", "entrench", "siege", "fort_destroyed", "control"):
            focus.append(data["space"])
        elif kind in ("reinforcement", "rebuilt"):
            focus.append(data["place"])
        elif kind == "card_effect":
            focus += [space for space in (data.get("space"), data.get("place")) if isinstance(space, int)]
    return {"moves": moves, "attacks": attacks, "focus": list(dict.fromkeys(focus)), "attackers": attackers}


def acts(segment: Segment) -> dict[str, Any]:
    """Return marks for what players did: everything in an action, but only marches and combats between two actions."""
    ordered = segment.kind == "action"
    return marks([event for event in segment.events if ordered or event["kind"] in _ACTS])


def last_battle(events: Sequence[Told]) -> dict[str, Any] | None:
    """Return the record of the last finished combat, None if there is none."""
    return next((event["data"]["battle"] for event in reversed(events) if event["kind"] == "combat_over"), None)


def places(marked: dict[str, Any]) -> list[int]:
    """Return the spaces that marks show, without duplicates."""
    found = [space for _, path in marked["moves"] for space in path]
    found += [space for origins, target in marked["attacks"] for space in (*origins, target)]
    return list(dict.fromkeys([*found, *marked["focus"]]))


def touched(events: Sequence[Told]) -> list[int]:
    """Return the spaces where units moved or entrenched, ends of paths first."""
    marked = marks([event for event in events if event["kind"] in _MOVES])
    ends = [path[-1] for _, path in marked["moves"] if path]
    return list(dict.fromkeys([*ends, *places(marked)]))


class PogStory:
    """Narrates events of Paths of Glory."""

    details: Sequence[frozenset[str]] = ()
    headed: frozenset[str] = frozenset()

    @property
    def silent(self) -> frozenset[str]:
        """Kinds of events that aren't narrated themselves."""
        return SILENT

    def lines(self, names: Names, segment: Segment) -> list[str]:
        """Return an action in at most five lines, or the events between two actions."""
        narrator = Narrator(names)
        whole = segment.kind == "action" or self.running(segment)
        return narrator.compose(segment.events) if whole else narrator.turn(segment.events)

    def so_far(self, names: Names, events: Sequence[Told]) -> list[str]:
        """Return what is known of an action in progress or just ordered, after what was decided before it began."""
        narrator = Narrator(names)
        before, *rest = segments(events) or [Segment("between")]
        if not rest or before.kind == "action" or self.running(before):
            return narrator.compose(events)
        return [*narrator.turn(before.events), *narrator.compose([one for part in rest for one in part.events])]

    def alone(self, names: Names, kind: str, own: dict[str, Any]) -> list[str]:
        """Return the cards that only this seat drew or saw in an event."""
        cards = own.get("cards")
        if not cards:
            return []
        key = f"ui.answers.private_{kind}"
        return [names.words.say(key if names.words.has(key) else "ui.answers.private", cards=names.cards(cards))]

    def as_known(self, event: Told, own: dict[str, Any]) -> Told | None:
        """Return None: `alone` adds the cards."""
        del event, own
        return None

    def running(self, segment: Segment) -> bool:
        """Return True for the rest of an action whose beginning the reader knows: combat events belong to one."""
        # Losses from attrition and sieges between actions are no combat, although their events have the same kinds.
        return any(event["kind"] in COMBAT for event in told_once(segment.events))

    def together(self, events: Sequence[Told], at: int) -> int:
        """Return the index at which the combat around `at` begins; `at` itself if there is none."""
        for place in range(at - 1, -1, -1):
            if events[place]["kind"] in ("combat_over", "action_over"):
                return at
            if events[place]["kind"] == "attack":
                return place
        return at

    def belongs(self, events: Sequence[Told]) -> bool:
        """Return True if some of the events are parts of a combat, whose dice belong together."""
        return any(event["kind"] in COMBAT for event in events)

    def shown(self, names: Names, segment: Segment, lines: Sequence[str]) -> list[ShownPicture]:
        """Return an action's area and event card; the turn summary where a turn ended, else the map."""
        if segment.kind == "action":
            return self.scene(names, segment.events)
        begun = [event["data"]["turn"] for event in segment.events if event["kind"] == "turn"]
        alt = shortened(lines[0], 200)
        if begun and begun[-1] > 1:
            return [ShownPicture("summary", {"turn": begun[-1] - 1}, alt, lasting=True)]
        return [ShownPicture("overview", {}, alt, lasting=True)]

    def scene(self, names: Names, events: Sequence[Told]) -> list[ShownPicture]:
        """Return the card of an event, and a close-up of the area concerned, or one for each of two fronts."""
        card, found = event_card(events), marks(events)
        shown = [ShownPicture("card", {"card": card}, names.card(card))] if card is not None else []
        if any(found.values()):
            marked = {event["data"]["space"] for event in events if event["kind"] == "activated"}
            for front in on_fronts(load_layout(names.content), _MARKS.validate_python(found), marked):
                there = _MARKS.dump_python(front, mode="json")
                alt = names.words.say("ui.posts.close_up", spaces=names.spaces(places(there)[:6]))
                shown.append(ShownPicture("closeup", there, alt, lasting=True))
        return shown

    def report(self, names: Names, segment: Segment) -> tuple[str, ShownPicture] | None:
        """Return the report of the last combat, and its title."""
        battle = last_battle(segment.events)
        if battle is None:
            return None
        title = names.words.say("ui.posts.battle", target=names.space(battle["target"]))
        return title, ShownPicture("battle", {"battle": battle})

    def hands(self, names: Names, game: Game[Any]) -> list[str]:
        """Return both hands."""
        return [
            names.words.say(
                "ui.answers.both_hands",
                side=names.side(side),
                cards=names.cards(cards) if (cards := view_for(game, side).sides[side].hand or ()) else "–",
            )
            for side in (AP, CP)
        ]

    def reports(self, game: Game[Any], events: Sequence[Told]) -> list[ShownPicture]:
        """Return the latest finished combats, and one in progress whose dice have been rolled."""
        over = [event["data"]["battle"] for event in events if event["kind"] == "combat_over"][-_SHOWN:]
        found = [ShownPicture("battle", {"battle": battle}) for battle in over]
        combat = game.state.combat
        return [*found, ShownPicture("battle", {})] if combat is not None and combat.fires else found


def event_card(events: Sequence[Told]) -> int | None:
    """Return the card if these events begin an action that plays it as an event; it is public by then."""
    first = next(iter(events), None)
    is_event = first is not None and first["kind"] == "action" and first["data"]["kind"] == "event"
    return first["data"]["card"] if first is not None and is_event else None


__all__ = ["PogStory", "acts", "event_card", "last_battle", "marks", "places", "touched"]
