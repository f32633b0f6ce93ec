"""Private views: panels, the hand, maps, the log, and other things to look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.narration.book import Book
from bot.narration.segments import Told
from bot.narration.user_text import unmarked
from bot.service.acting import confirmations, supply_warnings
from bot.service.announcing.posts import joined_picture
from bot.service.announcing.table_message import waiting_lines, waits_for
from bot.service.calls import Caller, Tools
from bot.service.clock import Clock
from bot.service.exercise import Exercise
from bot.service.record import record_queries, unread_events, verification
from bot.service.seats.lobby import lobby_table, options_line
from bot.service.session import (
    Memory,
    between_actions,
    holder_id,
    holder_name,
    restore,
    rules_failure,
    seat_names,
    side_for,
    sides_of,
    table_for,
)
from bot.service.state import proposals
from bot.service.state.preferences import Preferences
from bot.service.visibility import EVERYBODY, Visibility, seen_by
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.lengths import shortened
from bot.table.reasons import sentence
from bot.table.refusal import refuse
from bot.table.reply import Attachment, Button, Form, Menu, PictureRef, Reply
from bot.table.sheets import filled, sheet
from bot.table.table import Table
from bot.titles import table_of, title_of
from bot.titles.capabilities import held_in
from bot.titles.looks import News
from bot.titles.panel import offers_of, panel, result_text, without_result
from engine.core.game import Game, GameState

T = TypeVar("T")

#: Maximum characters of a panel for the summary of past events.
RECAP = 1100


@dataclass(frozen=True, slots=True)
class GameViewer:
    """A viewer of a started game; `side` is None for a spectator."""

    tools: Tools
    caller: Caller
    stored: StoredGame
    game: Game[GameState]
    #: The viewer's preferred colours; "" for those of the table.
    palette: str = ""

    @property
    def side(self) -> int | None:
        """The seat whose knowledge can be used."""
        return side_for(self.stored, self.caller.user, self.game.actor)

    @property
    def names(self) -> Book:
        """The names of the game's components."""
        return self.tools.names_of(self.stored)

    async def recalled(self, function: Callable[..., T], *args: Any) -> T:
        """Return a function's result for the record, as far as the viewer sees the game."""
        return await self.tools.recalled(self.caller, function, self.stored, *args, upto=self.game.number)

    @property
    def position(self) -> int:
        """The position number on the viewer's controls."""
        return Visibility.of(self.stored).position(sides_of(self.stored, self.caller.user), self.game.number)

    @property
    def table(self) -> Table:
        """The game as seen by the viewer's orders; refuses spectators."""
        side = self._own_side()
        spared = held_in(title_of(self.game), self.stored.settings).spares(side)
        return table_for(self.game, side, self.position, earliest=self.exercise.earliest(self.stored), spared=spared)

    @property
    def exercise(self) -> Exercise:
        """The kind of exercise the game is, if any."""
        return self.tools.exercise(self.stored.header)

    @property
    def game_id(self) -> str:
        """Id of the game."""
        return self.stored.header.game_id

    @property
    def known(self) -> list[Told]:
        """The latest events that the viewer knows of, oldest first."""
        memory, side = Memory.of(self.stored.settings), self.side
        if side is not None:
            settled = self._last_visible_entry(side)
            return unread_events.known(memory, side, self.game.number if settled is None else settled)
        return [event for event in memory.recent if event["n"] <= self.last_public_entry()]

    def picture(self, kind: str, alt: str = "", *, viewer: int | None = None, **args: object) -> PictureRef:
        """Return a picture of the current position; of public knowledge unless a viewer is named."""
        ref = {"kind": kind, "game": self.game_id, "number": self.game.number, "viewer": viewer, "args": args}
        own = {"alt": unmarked(alt), "palette": self.colours, "language": self.tools.words.language}
        return PictureRef.model_validate({**ref, **own})

    @property
    def colours(self) -> str:
        """The colour set of the pictures."""
        return self.palette or self.stored.settings.palette

    def panel(self, notes: str = "", body: str = "panel", *, told: int | None = None) -> Reply:
        """Return the viewer's panel with the events since their last act, or after entry `told` if notes cover those."""
        side, title, exercise = self._own_side(), title_of(self.game), self.exercise
        if (ended := exercise.ended(self.tools, self.stored, self.game, notes)) is not None:
            return ended
        memory = Memory.of(self.stored.settings)
        events = self._unread_events(memory, side, told)
        notes = without_result(notes, self.names, self.game)  # the panel itself states the result
        recap = self._recap(events, memory, side) if told is None else ""
        offers, first = self._offers(memory, side)
        past = len(recap) + 1 if recap and not notes else 0
        if (failing := rules_failure(self.game, self.stored)) is not None:
            offers.insert(0, sentence(self.names, failing))
        notes = "\n".join(part for part in (notes, recap, *offers) if part)
        if len(sides_of(self.stored, self.caller.user)) > 1 and self.game.actor is not None:
            solo = self.tools.say("ui.panel.solo", side=self.tools.side(side))
            notes = f"{notes}\n{solo}" if notes else solo
        if supply_warnings.holds_up(self.stored, self.table):
            return supply_warnings.reminder(self.tools, self.stored, self.game_id, side)
        who = exercise.waiting(self.tools.words, self.stored) or holder_name(
            self.tools.words, self.stored, self.game.actor
        )
        table = self.table
        context = replace(
            title.offer_context(table, self.tools.words.language),
            terms=not exercise.explains(self.stored),
            happened=tuple(memory.pending if told is None else events),
        )
        offered = exercise.wanted_first(self.stored, self.game, offers_of(context))
        if memory.has_dropped(self.game, side):
            offered = replace(offered, proposal=None)
        reply = panel(self.game_id, context, who, notes, body, first, offered).model_copy(update={"past": past})
        reply = exercise.on_panel(self.tools, self.stored, self.game, side, reply)
        if self.caller.touch and title.touch_map is not None:
            news = News(events, self.known, self.colours, exercise.mapped(self.stored, side))
            reply = reply.model_copy(update={"board": title.touch_map.board(self, context, offered, reply, news)})
        return self._with_past_pictures(reply, events, side)

    def _last_visible_entry(self, side: int) -> int | None:
        """Return the last entry that a waiting player may be told about; None for the deciding player and at the end.

        Undoable choices are shown to the side that made them, including those made by standing orders.
        """
        if self.game.actor in (side, None) or self.game.undoable(side):
            return None
        return self.game.settled

    def last_public_entry(self) -> int:
        """Return the last entry that everybody may be told about."""
        public = Visibility.of(self.stored).counts[EVERYBODY]
        return public.last if 0 <= public.last < self.game.number else self.game.number

    def _unread_events(self, memory: Memory, side: int, told: int | None) -> list[Told]:
        """Return the events since the viewer's last act, or after the entry `told` if the notes cover those before."""
        if told is None:
            events = unread_events.since(title_of(self.game).story, memory, side, self._last_visible_entry(side))
        else:
            events = unread_events.after(memory, told)
        return [event for event in events if event["n"] <= self.game.number]

    def _with_past_pictures(self, reply: Reply, events: list[Told], side: int) -> Reply:
        """Return a panel with pictures of past events before its own, or with those of a lesson."""
        title, exercise = title_of(self.game), self.exercise
        reports = [self.picture(one.kind, one.alt, **one.args) for one in title.story.reports(self.game, events)]
        if opening := exercise.opening(self.tools.words, self.stored, self.game.number, self.colours):
            reports = [*opening]
        if (wanted := exercise.mapped(self.stored, side)) and not (reports and exercise.done(self.stored, side)):
            reply, reports = self._with_lesson_map(reply, wanted)
        shown = [*reports, *([reply.picture] if reply.picture is not None else [])]
        if not shown:
            return reply
        picture = shown[0] if len(shown) == 1 else joined_picture(*shown)
        own = reply.picture
        seen = {"viewer": own.viewer, "private": own.private} if own is not None else {"viewer": None}
        return reply.model_copy(update={"picture": picture.model_copy(update={"palette": self.colours, **seen})})

    def watched(self) -> Reply:
        """Return the public view of the position without controls, for platforms with touchable pictures."""
        seen = Visibility.of(self.stored)
        game = seen.shown(self.stored, self.game)
        watcher = replace(self, game=game, caller=replace(self.caller, user=""))
        number = watcher.last_public_entry()
        side = game.actor if game.actor is not None else 0
        table = table_of(game, side, position=seen.position((), game.number))
        touch_map = title_of(game).touch_map
        if touch_map is None:
            return Reply(text="")
        board = touch_map.public_board(watcher, table, number, News((), watcher.known, self.colours))
        return Reply(text="", board=board)

    def _with_lesson_map(self, panel: Reply, wanted: str) -> tuple[Reply, list[PictureRef]]:
        """Return a panel and the pictures before its own, for a lesson's part of the map; it replaces another part."""
        title = title_of(self.game)
        args = self.tools.vocabulary.by_name["map"].parse(wanted, self.tools.words)
        told = title.looks["map"].show(self, args)
        shown = told.picture if isinstance(told, Reply) else None
        if shown is None:
            return panel, []
        own = panel.picture
        return panel if own is None or own.private else panel.model_copy(update={"picture": None}), [shown]

    def _offers(self, memory: Memory, side: int) -> tuple[list[str], tuple[Button, ...]]:
        """Return the open offers of a running game as text, and the controls with which this seat answers."""
        if not self.game.stack:
            return [], ()
        names, stored = self.names, self.stored
        row = self.exercise.row(self.tools.words, stored, side) or proposals.panel_row(names, stored, memory, side)
        return proposals.statements(names, stored, memory, side), row

    def _recap(self, events: list[Told], memory: Memory, side: int) -> str:
        """Return the events as text; if too long for a panel, the newest."""
        lines = self._told(events, side)
        if not lines:
            return ""
        seen = memory.seen.get(str(side))
        # A combat that the reader started or answered, and must still answer, is not headed as news.
        own = seen is not None and events[0]["n"] <= seen and not between_actions(self.game)
        new = seen is not None and events[-1]["n"] > seen and not own
        head = self.tools.say("ui.panel.since" if new else "ui.panel.so_far")
        note = self.tools.say("ui.panel.earlier")
        dropped = frozenset[str]()
        for kinds in title_of(self.game).story.details:
            if unread_events.newest(lines, RECAP, note) == lines:
                break
            dropped |= kinds  # the results of all fights, rather than all of the newest
            brief = self._told([event for event in events if event["kind"] not in dropped], side)
            if len(brief) < len(lines):
                lines = [*brief, self.tools.say("ui.panel.in_brief")]
        return "\n".join([head, *unread_events.newest(lines, RECAP, note)])

    def _told(self, events: list[Told], side: int) -> list[str]:
        """Return events as lines, without the result of the game, which the panel itself states."""
        lines = unread_events.lines(title_of(self.game), self.names, events, side)
        return [line for line in (without_result(line, self.names, self.game) for line in lines) if line]

    def sheet(self, at: int = 0) -> Reply:
        """Return the sheet of the current decision as filled in so far; without a sheet, the panel."""
        form = self.form()
        if form is None:
            return self.panel()
        form = filled(form, confirmations.ticked(self.stored, self.caller.user, self.position), self.names)
        # A press on an older sheet may ask for a page that this one lacks.
        return self.panel().model_copy(update={"form": form.model_copy(update={"at": min(at, len(form.fields) - 1)})})

    def form(self) -> Form | None:
        """Return the empty sheet; None if the viewer has none now."""
        table = self.table
        return (
            None
            if supply_warnings.holds_up(self.stored, table)
            else sheet(self.game_id, title_of(self.game).offer_context(table, self.tools.words.language))
        )

    def _own_side(self) -> int:
        if self.side is None:
            raise refuse("no_seat")
        return self.side


def for_spectators(tools: Tools, game_id: str, told: str) -> Reply:
    """Return a text for a spectator who pressed a player's control, with buttons for what everyone may view."""
    looks = (("map", "map"), ("log", "log"), ("follow", "follow"))
    row = tuple(
        Button(label=tools.say(f"ui.buttons.{name}"), token=tokens.screen(game_id, -1, body)) for name, body in looks
    )
    return Reply(text=told, menu=Menu(rows=(row,)))


async def look(tools: Tools, caller: Caller, game_id: str) -> GameViewer:
    """Load a game for viewing; refuse one not started, and a finished one to viewers whose results are hidden."""
    stored = await tools.store.load(game_id)
    mine = await tools.store.people.settings(caller.user)
    await _results_wanted(tools, caller, stored)
    stored = await tools.exercise(stored.header).settled(tools, caller, stored)
    return viewer_of(tools, caller, stored, restore(stored), mine.palette or "")


async def _results_wanted(tools: Tools, caller: Caller, stored: StoredGame) -> None:
    """Refuse a finished game with hidden results to a caller who had no seat and has not asked to see them."""
    if stored.header.status != "finished" or caller.reveals or caller.user in stored.seats.users():
        return
    if stored.header.sealed:
        raise refuse("results_sealed")
    mine = await tools.store.people.settings(caller.user)
    with tools.store.people.reading(caller.user, "preferences"):
        if not Preferences.of(mine).spoilers:
            raise refuse("results_hidden")


def revealing(tools: Tools, token: str, told: str) -> Reply:
    """Return a text for someone who hides results, with the button that shows what they asked for; "" for none."""
    button = Button(label=tools.say("ui.buttons.reveal"), token=token)
    return Reply(text=told, menu=Menu(rows=((button,),)) if token else None)


def viewer_of(tools: Tools, caller: Caller, stored: StoredGame, game: Game[GameState], palette: str) -> GameViewer:
    """Return the caller as viewer of a game, limited to what they may see."""
    return GameViewer(tools.at(stored), caller, stored, seen_by(stored, game, sides_of(stored, caller.user)), palette)


def game_line(viewer: GameViewer) -> str:
    """Return the line that names a game: its id, scenario and players."""
    stored = viewer.stored
    scenario = viewer.tools.war(stored.header)
    return viewer.tools.say(
        "ui.answers.of_game", game=viewer.game_id, scenario=scenario, **seat_names(viewer.names, stored)
    )


async def palette_of(tools: Tools, caller: Caller) -> str:
    """Return a person's preferred colours; "" if they never chose any."""
    return (await tools.store.people.settings(caller.user)).palette or ""


async def lobby_or_panel(tools: Tools, caller: Caller, game_id: str) -> Reply:
    """Return the lobby's table message before the start, the panel after it."""
    stored = await tools.store.load(game_id)
    if stored.header.status == "lobby":
        return lobby_table(tools, stored, brief=True).model_copy(update={"audience": "private", "edit": "panel"})
    await _results_wanted(tools, caller, stored)
    stored = await tools.exercise(stored.header).settled(tools, caller, stored)
    return viewer_of(tools, caller, stored, restore(stored), await palette_of(tools, caller)).panel()


def show_status(viewer: GameViewer) -> Reply:
    """Show the state of a game: agreed options, whom it waits for or its result, and the clock."""
    stored, game = viewer.stored, viewer.game
    told = title_of(game).looks["status"].show(viewer, None)
    assert isinstance(told, Reply)
    lines = [told.text, options_line(viewer.tools, stored, unusual=True)]
    lines += [result_text(viewer.names, game)] if game.result is not None else []
    if game.result is None and game.actor is not None:
        own = holder_id(stored, game.actor) == viewer.caller.user
        lines.append(waits_for(stored, game, viewer.names, own=own))
    text = "\n".join([*lines, *waiting_lines(viewer.names, Clock.of(viewer.stored.settings))])
    picture = (
        told.picture.model_copy(update={"alt": shortened(unmarked(text), 1000)}) if told.picture is not None else None
    )
    return told.model_copy(update={"text": text, "picture": picture})


async def show_export(viewer: GameViewer) -> Reply:
    """Return the record as a JSON file."""
    sides = sides_of(viewer.stored, viewer.caller.user)
    data, count = await viewer.recalled(record_queries.export_text, sides[0] if len(sides) == 1 else None)
    say = viewer.tools.say
    text = say("ui.answers.export", game=viewer.game_id, count=count)
    if viewer.stored.header.status != "finished":
        text += " " + say("ui.answers.hidden_export")
    file = Attachment(name=f"feldpost-{viewer.game_id}.json", mime="application/json", text=data)
    return Reply(text=text, attachment=file)


async def show_verify(viewer: GameViewer) -> Reply:
    """Recompute every die roll and draw and replay every choice."""
    seed = viewer.stored.header.seed
    verdict, known = await viewer.recalled(record_queries.verified)
    say = viewer.tools.say
    if verdict.problem == verification.END:
        return Reply(text=say("ui.answers.verify_cut"))
    if verdict.problem:
        return Reply(text=say("ui.answers.verify_failed", problem=verdict.problem.partition(":")[0]))
    over = viewer.stored.header.status == "finished"
    # In a running game only publicly known entries are counted, so that hidden steps are not revealed.
    entries = verdict.entries if over else known
    text = say("ui.answers.verified", count=verdict.outcomes, entries=entries)
    commitment = viewer.stored.header.commitment
    text += " " + say(
        "ui.answers.seed_shown" if over else "reasons.seed_hidden", seed=seed if over else "", commitment=commitment
    )
    return Reply(text=text)
