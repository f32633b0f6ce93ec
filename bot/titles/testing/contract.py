"""The contract of titles and rulesets with the host, as checks that fail with the name of the fault.

A random game is played using only panels and typed completions, as people play; everything offered must be accepted,
and everything that happens must be narrated. Texts and secrecy are checked in the neighbouring modules.
"""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from bot.narration.plain import private, public
from bot.narration.segments import Segment, Told, action_begun, segments, turn_begun
from bot.platforms.discord.rendering import render
from bot.platforms.slack import blocks
from bot.service.looking.order_completion import suggested
from bot.storage.models import RecordEntry
from bot.table import tokens
from bot.table.refusal import Refusal
from bot.table.reply import EVERY_KIND, Board, PictureRef, Reply
from bot.table.sheets import sheet
from bot.table.table import Table
from bot.titles import table_of
from bot.titles.looks import News, Ordered, TableViewer
from bot.titles.panel import offers_of, panel
from bot.titles.pictures import Job
from bot.titles.statistics import GameCourse
from bot.titles.testing import slack_limits as limits
from bot.titles.testing.limits import check_limits, controls
from bot.titles.title import Title
from bot.titles.vocabulary import vocabulary
from engine.core.chance import KeyedChance, RecordedChance
from engine.core.game import Game
from engine.core.record import Entry
from engine.core.system import Event, System

#: Id of the games played here, and the number of their public position.
GAME, NUMBER = "contract", 7
#: Maximum number of panel groups and pages opened in search of something to press.
PAGES = 4
#: The waiting side's panel is also checked at every Nth position.
WAITING_EVERY = 5


class Broken(AssertionError):
    """A title violates its contract."""


def _no_twins() -> Iterator[tuple[Game[Any], Game[Any], int]]:
    """Yield no twins: nothing is hidden."""
    yield from ()


@dataclass(frozen=True, eq=False)
class Case:
    """A title with the rules of one way to play it."""

    name: str
    title: Title[Any, Any]
    #: Called when the rules are first needed.
    make: Callable[[], System[Any]]
    #: Pairs of positions that differ only in one side's hidden information, with that side.
    twins: Callable[[], Iterator[tuple[Game[Any], Game[Any], int]]] = _no_twins
    #: Options as the host stores them; None if a game of these rules can't be opened yet.
    options: dict[str, Any] | None = None
    #: Number of decisions in the random game.
    length: int = 60

    @property
    def system(self) -> System[Any]:
        """The rules of the case."""
        return self.make()


@dataclass
class Played:
    """A random game, and everything that came up in it."""

    game: Game[Any]
    entries: list[Entry] = field(default_factory=list)
    #: Whether anything was narrated, by kind of event.
    told: dict[str, bool] = field(default_factory=dict)
    #: References to pictures, by kind.
    pictures: dict[str, PictureRef] = field(default_factory=dict)
    presses: int = 0
    typed: int = 0
    #: The commands that were typed.
    commands: set[str] = field(default_factory=set)
    #: All public events.
    events: list[Told] = field(default_factory=list)


# -- a random game --------------------------------------------------------------------------


def play(case: Case, seed: int = 0) -> Played:
    """Play a random game using only panels and typed completions; raises Broken."""
    luck, title = random.Random(seed), case.title
    game = Game.start(case.system, KeyedChance(f"contract {seed}".encode()))
    played = Played(game)
    _record_narration(title, played, [(0, event) for event in game.drain()])
    for at in range(case.length):
        if not game.stack:
            break
        table = table_of(game, int(game.actor or 0), position=NUMBER)
        shown = _check_panel(case, played, table)
        if at % WAITING_EVERY == 0:
            _check_panel(case, played, table_of(game, 1 - int(game.actor or 0), position=NUMBER))
        before = game.number
        if not (at % 2 and _type(case, table, played, luck)):
            _press(case, table, shown, played, luck)
        if game.number == before:
            raise Broken(f"nothing came of what was offered in {table.kind}")
        if any(now > most for now, most in zip(title.moment(game), title.length, strict=True)):
            raise Broken(f"turn and round {title.moment(game)} are beyond the longest that there is said to be")
        _record_narration(title, played, table.told)
    played.entries = list(game.fresh)
    if not game.stack:
        for side in range(2):
            _check_panel(case, played, table_of(game, side, position=NUMBER))
    return played


def _check_panel(case: Case, played: Played, table: Table) -> Reply:
    """Return a side's panel, active, waiting or after the end, after checking its form and its clickable map; raises Broken."""
    title = case.title
    context = title.offer_context(table, "en")
    shown = panel(GAME, context, "Anna")
    check_reply(shown)
    if (form := sheet(GAME, context)) is not None:
        render(shown.model_copy(update={"form": form}), form="")
    if shown.picture is not None:
        played.pictures.setdefault(shown.picture.kind, shown.picture)
    if title.touch_map is not None:
        news = News(played.events, played.events, "standard")
        board = title.touch_map.board(TableViewer(table, context.names, GAME), context, offers_of(context), shown, news)
        check_board(title, board)
    return shown


def _press(case: Case, table: Table, shown: Reply, played: Played, luck: random.Random) -> None:
    """Press something that the panel offers, on its first page or on a few others."""
    kind, context = table.kind, case.title.offer_context(table, "en")
    pages = [shown]
    screens = [token.body for token in _tokens(shown) if token.kind == "screen" and token.body.startswith("panel:")]
    luck.shuffle(screens)
    for body in screens[:PAGES]:
        opened = panel(GAME, context, "Anna", body=body)
        check_reply(opened)
        pages.append(opened)
    orders = [token.body for page in pages for token in _tokens(page) if token.kind == "order"]
    if not orders:
        raise Broken(f"the panel of {kind} offers nothing")
    order = luck.choice(orders)
    try:
        case.title.press(table, order)
    except Refusal as refusal:
        raise Broken(f"the panel of {kind} offers {order}, which is refused: {refusal.reason.code}") from refusal
    played.presses += 1


def _type(case: Case, table: Table, played: Played, luck: random.Random) -> bool:
    """Type what completion suggests for one of the decision's commands; False if it suggests nothing."""
    title, kind = case.title, table.kind
    names = title.offer_context(table, "en").names
    by_look = {name for name, look in title.looks.items() if look.orders}
    for name in (command for command in table.face.commands if command in {*title.orders, *by_look}):
        line, options = "", suggested(table, names, name, "")
        for _ in range(6):
            if not options:
                break
            line = luck.choice(options)
            if not line.endswith(" "):
                break
            options = [text for text in suggested(table, names, name, line) if text != line]
        if not line or line.endswith(" "):
            continue
        try:
            order = _looking_order(title, table, name, line) if name in by_look else Ordered(name, line)
            title.order(title.offer_context(table, "en"), order.name, order.text)
        except Refusal as refusal:
            raise Broken(f"completion suggests {name} {line} in {kind}, refused: {refusal.reason.code}") from refusal
        played.typed += 1
        played.commands.add(name)
        return True
    return False


def _looking_order(title: Title[Any, Any], table: Table, name: str, line: str) -> Ordered:
    """Return the order that a looking command turns into when its argument can be chosen; raises Broken."""
    arguments = vocabulary(title).by_name[name].arguments.read(line)
    found = title.looks[name].show(TableViewer(table, title.offer_context(table, "en").names, GAME), arguments)
    if not isinstance(found, Ordered):
        raise Broken(f"completion suggests {name} {line} in {table.kind}, which is no order there")
    return found


def _tokens(reply: Reply) -> list[tokens.Token]:
    return [tokens.parse(token) for _, token in controls([reply])]


def _record_narration(title: Title[Any, Any], played: Played, happened: Sequence[tuple[int, Event]]) -> None:
    """Record for each event whether it is narrated, and the pictures that go with the events."""
    game, story = played.game, title.story
    names = title.offer_context(table_of(game, 0), "en").names
    for number, event in happened:
        one = public(number, event)
        played.events.append(one)
        told = bool(story.lines(names, Segment("between", [one])) or story.so_far(names, [one]))
        told = told or any(story.alone(names, event.kind, private(event, side)) for side in (0, 1))
        played.told[event.kind] = played.told.get(event.kind, False) or told
    for segment in segments([public(number, event) for number, event in happened]):
        lines = story.lines(names, segment)
        report = story.report(names, segment)
        shown = [*(story.shown(names, segment, lines) if lines else []), *([report[1]] if report else [])]
        for drawn in [*shown, *story.scene(names, segment.events)]:
            ref = {"kind": drawn.kind, "game": GAME, "number": game.number, "args": drawn.args}
            played.pictures.setdefault(drawn.kind, PictureRef.model_validate(ref))


def check_told(title: Title[Any, Any], played: Played) -> None:
    """Check that every kind of event that occurred was narrated, except the silent ones; raises Broken."""
    untold = sorted({kind for kind, told in played.told.items() if not told} - title.story.silent)
    if untold:
        raise Broken(f"events without narration: {', '.join(untold)}")


def check_maps(title: Title[Any, Any], played: Played) -> None:
    """Check that the map opens by the host's button (the overview) and by the name of each area; raises Broken."""
    table = table_of(played.game, 0)
    viewer, read = (
        TableViewer(table, title.offer_context(table, "en").names, GAME),
        vocabulary(title).by_name["map"].arguments.read,
    )
    for area in dict.fromkeys(("overview", *title.areas)):
        try:
            title.looks["map"].show(viewer, read(area))
        except Refusal as refusal:
            raise Broken(f"its map does not open by {area}: {refusal.reason.code}") from refusal


def check_figures(title: Title[Any, Any], played: Played) -> None:
    """Check that actions and turns are marked in the common format, and that statistics can be computed; raises Broken."""
    names = title.offer_context(table_of(played.game, 0), "en").names
    for event in played.events:
        try:
            action_begun(event), turn_begun(event)
        except (KeyError, TypeError, ValueError) as error:
            raise Broken(f"the event {event['kind']} does not say which turn, or which round and side") from error
    dice = [throw for throw in played.game.throws if played.game.system.drawn_for(throw.purpose) is None]
    for throw in dice:
        if not throw.wanted <= set(range(1, throw.faces + 1)):
            raise Broken(f"of the die for {throw.purpose!r} faces are wanted that it has not")
    if title.statistics is None:
        return
    told = title.statistics.figures(names, GameCourse(played.events, [title.statistics.score(played.game)], dice))
    if not told or not all(line.strip() for line in told):
        raise Broken("the course of the game has no figures")


def check_reply(reply: Reply) -> None:
    """Check a reply against the limits of every platform; raises AssertionError."""
    check_limits(reply)
    render(reply)
    shown = blocks.shown(reply, None)
    limits.check_message({"text": shown.text, "blocks": list(shown.blocks), "channel": "C0"})


def check_board(title: Title[Any, Any], board: Board) -> None:
    """Check that every target of an offer can be touched: it has a name and a place within its picture; raises Broken."""
    named = {spot.target for spot in board.spots}
    placed = {spot.target for spot in board.spots if spot.off_map}
    for area in board.areas:
        ground = area.ground
        if area.picture.kind not in title.pictures.rooms:
            raise Broken(f"the area {area.name} shows a picture of kind {area.picture.kind}, which there is not")
        placed |= {point[0] for point in ground.points} | {box[0] for box in ground.boxes}
        inside = [0 <= x < ground.width and 0 <= y < ground.height for _, x, y in ground.points]
        if not all(inside):
            raise Broken(f"a place of the area {area.name} lies beside its picture")
    for touch in board.touches:
        for target in filter(None, (*touch.here, *touch.near, touch.to)):
            if target not in named or target not in placed:
                raise Broken(f"“{touch.label}” is about {target}, which no finger meets: it needs a spot and a place")


# -- snapshot and replay --------------------------------------------------------------------


def check_agreement(case: Case, played: Played) -> None:
    """Check that position, snapshot and replayed record are identical; raises Broken."""
    game, system = played.game, case.system
    stored = json.loads(json.dumps(game.snapshot()))
    if (again := state_of(Game.restore(system, stored, RecordedChance()))) != state_of(game):
        raise Broken(f"the snapshot restores another position: {_differing(state_of(game), again)}")
    entries = [Entry.load(json.loads(json.dumps(entry.dump()))) for entry in played.entries]
    replayed = Game.replay(system, entries)
    if (again := state_of(replayed)) != state_of(game):
        raise Broken(f"the record replays to another position: {_differing(state_of(game), again)}")


def state_of(game: Game[Any]) -> Any:
    """Return a position in comparable form."""
    return game.state.dump()


def _differing(one: Any, other: Any) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        return ", ".join(str(key) for key in {*one, *other} if one.get(key) != other.get(key))
    return "it as a whole"


# -- pictures -------------------------------------------------------------------------------


def check_pictures(case: Case, played: Played, more: Sequence[PictureRef] = ()) -> None:
    """Check that every kind of picture can be drawn and has an alt text; raises Broken.

    Kinds that the game didn't show, and `more` doesn't give, are drawn of its public position without arguments.
    """
    pictures, refs = case.title.pictures, {**played.pictures, **{ref.kind: ref for ref in more}}
    unmet = set(pictures.rooms) - set(refs)
    if not set(pictures.rooms) >= EVERY_KIND:
        raise Broken(f"kinds that every title has: {', '.join(sorted(EVERY_KIND - set(pictures.rooms)))}")
    if strange := sorted(set(pictures.shelves) - set(pictures.rooms)):
        raise Broken(f"kinds that show something, but are none: {', '.join(strange)}")
    refs |= {kind: PictureRef(kind=kind, game=GAME, number=0) for kind in sorted(unmet)}
    for kind, ref in refs.items():
        try:
            data, mime, alt = pictures.paint(job_of(case, played.game, played.entries, ref))
        except ValueError as error:
            if kind not in unmet:
                raise
            raise Broken(f"no example of the picture of kind {kind}, which needs arguments: {error}") from error
        if not alt.strip():
            raise Broken(f"the picture of kind {kind} has no alt text")
        if not mime.startswith("image/") or Image.open(io.BytesIO(data)).width < 100:
            raise Broken(f"the picture of kind {kind} is none")


def job_of(case: Case, game: Game[Any], entries: Sequence[Entry], ref: PictureRef) -> Job:
    """Return the job with which a worker draws a picture of a game's current position."""
    lines = tuple(_line(entry) for entry in entries)
    needs = case.title.pictures.needs(ref.kind)
    snapshot = json.dumps(game.snapshot()) if needs == "position" else None
    options = json.dumps(case.options or {})
    return Job(ref.model_dump_json(), case.title.name, options, snapshot, lines if needs == "record" else ())


def _line(entry: Entry) -> bytes:
    """Return an entry in its stored form."""
    data = entry.dump()
    return RecordEntry(n=data.pop("n"), payload=data).dump().encode()


__all__ = [
    "GAME", "NUMBER", "Broken", "Case", "Played", "check_agreement", "check_board", "check_figures", "check_maps", "check_pictures", "check_reply", "check_told",
    "job_of", "play", "state_of",
]  # fmt: skip
