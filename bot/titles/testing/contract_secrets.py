"""What a title owes those who may not know: two positions that differ in hidden things alone look the same to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bot.narration.book import Book
from bot.narration.plain import private, public
from bot.narration.segments import segments
from bot.service.looking.concealing import reading
from bot.service.looking.suggesting import suggested
from bot.table.panel import offers_of, panel
from bot.table.reply import PictureRef
from bot.table.table import Table
from bot.titles.testing.contract import GAME, NUMBER, Broken, Case, job_of
from bot.titles.title import Title
from engine.core.chance import RecordedChance
from engine.core.game import Game
from engine.core.record import Entry, in_force


def check_twins(case: Case, one: Game[Any], other: Game[Any], side: int, kinds: Sequence[str] = ()) -> None:
    """Nobody but a side can tell two positions apart that differ in what is hidden on that side; raises Broken."""
    for viewer in (1 - side, None):
        faces = [face(case, game, viewer, kinds) for game in (one, other)]
        for what, shown in faces[0].items():
            if shown != faces[1][what]:
                who = "everybody" if viewer is None else f"side {viewer}"
                raise Broken(f"{what} tells {who} of hidden things of side {side}")
    if face(case, one, side, kinds) == face(case, other, side, kinds):
        raise Broken("the positions do not differ for the side whose hidden things they differ in")


def face(case: Case, game: Game[Any], viewer: int | None, kinds: Sequence[str] = ()) -> dict[str, Any]:
    """Everything that somebody gets of a position, as bytes or text, without the bot's own numbers."""
    title = case.title
    entries = in_force([Entry.load(line) for line in (entry.dump() for entry in game.fresh)])
    table = Table(game.copy(), viewer if viewer is not None else int(game.actor or 0), position=NUMBER)
    desk = title.desk(table, "en")
    names = desk.names
    shown: dict[str, Any] = {
        "the record": reading([entry.dump() for entry in game.fresh], viewer, case.system).lines,
        "the table message": title.summary(names, game),
        "the log": _log(title, case, entries, names, viewer),
    }
    if game.stack:
        acting = Table(game.copy(), int(game.actor or 0), position=NUMBER)
        shown["the question"] = title.task(title.desk(acting, "en"))
    if viewer is not None:
        made = panel(GAME, desk, "Anna", offers=offers_of(desk))
        shown["the panel"] = made.model_copy(update={"picture": None}).model_dump_json()
        shown["the menus"] = [asdict(group) for group in offers_of(desk).groups]
        commands = [*table.face.commands, *title.suggests] if game.stack else []
        shown["the suggestions"] = [suggested(table, names, name, "") for name in commands]
    for kind in kinds:
        ref = PictureRef(kind=kind, game=GAME, number=0, viewer=viewer)
        shown[f"the picture {kind}"] = title.pictures.paint(job_of(case, game, entries, ref))
    return shown


def _log(
    title: Title[Any, Any], case: Case, entries: Sequence[Entry], names: Book, viewer: int | None
) -> list[list[str]]:
    """What is told of a whole record, and to a seat what it alone may know."""
    source = RecordedChance(entries[0].outcomes)
    game = Game.start(case.system, source)
    found, own = [], []
    for entry in entries:
        if entry is not entries[0]:
            game.repeat(entry, source)
        for event in game.drain():
            found.append(public(0, event))
            if viewer is not None:
                own += title.story.alone(names, event.kind, private(event, viewer))
    return [title.story.lines(names, segment) for segment in segments(found)] + [own]


__all__ = ["check_twins", "face"]
