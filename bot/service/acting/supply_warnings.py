"""Supply warnings: one side points out a threat, the other reads it before moving."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, field_serializer, field_validator

from bot.narration.book import Book
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock
from bot.service.outgoing import post
from bot.service.session import (
    Memory,
    game_and_side,
    holder_id,
    holder_name,
    level_at,
    seats_of,
    sides_of,
)
from bot.service.state import proposals
from bot.service.state.handover_texts import heading
from bot.service.state.kept_texts import warning
from bot.service.state.preferences import Preferences
from bot.service.state.recipients import addressed, own_words, tastes
from bot.service.visibility import Visibility
from bot.storage.models import GameSettings
from bot.storage.outbox_models import Post
from bot.storage.store import Change, StoredGame
from bot.table import tokens
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Button, Menu, Reply
from bot.table.table import Table
from bot.titles import title_of, title_stored
from bot.titles.title import Title
from engine.core.game import Game, GameState

#: Maximum number of unread warnings per side, and of characters in a remark.
MOST, LONGEST = 5, 300


class Notice(BaseModel):
    """One warning: who gave it, the title's targets it concerns, and the remark.

    Targets are stored under `spaces`; an id made of digits is stored as a number, as in versions before targets.
    """

    model_config = ConfigDict(
        extra="ignore", frozen=True, validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )

    by: int
    targets: Annotated[tuple[str, ...], Field(alias="spaces")] = ()
    remark: str = ""

    @field_validator("targets", mode="before")
    @classmethod
    def _as_ids(cls, stored: Any) -> Any:
        return tuple(str(one) for one in stored) if isinstance(stored, list | tuple) else stored

    @field_serializer("targets")
    def _as_stored(self, targets: tuple[str, ...]) -> list[int | str]:
        return [int(one) if one.isdecimal() and str(int(one)) == one else one for one in targets]


class Warnings(BaseModel):
    """The unread warnings of a game."""

    model_config = ConfigDict(extra="ignore")

    unread: list[Notice] = Field(default_factory=list)

    @classmethod
    def of(cls, settings: GameSettings) -> Warnings:
        """Load the warnings from a game's settings."""
        return settings.part("warnings", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with these warnings stored in them."""
        return settings.model_copy(update={"warnings": self.model_dump(mode="json")})

    def for_side(self, side: int) -> list[Notice]:
        """Return the warnings that a side has not read."""
        return [one for one in self.unread if one.by != side]

    def read_by(self, side: int) -> Self:
        """Return the remaining warnings once a side has read those addressed to it."""
        return self.model_copy(update={"unread": [one for one in self.unread if one.by == side]})


def holds_up(stored: StoredGame, table: Table) -> bool:
    """Return True if a side about to move has an unread warning."""
    return table.mine and table.face.moves and bool(Warnings.of(stored.settings).for_side(table.side))


def check(stored: StoredGame, table: Table) -> None:
    """Refuse further moves while a warning is unread."""
    if holds_up(stored, table):
        places = title_of(table.game).places
        raise refuse("warning_unread", "" if places is None else places.rule)


def told(title: Title[Any, Any], names: Book, one: Notice) -> str:
    """Return a warning as text."""
    return warning(title, names, one.by, one.targets, one.remark)


def reminder(tools: Tools, stored: StoredGame, game_id: str, side: int) -> Reply:
    """Return the warnings a side has to read, with the button that confirms reading them."""
    title = title_stored(stored.header)
    lines = [told(title, tools.names_of(stored), one) for one in Warnings.of(stored.settings).for_side(side)]
    read = Button(label=tools.say("ui.buttons.read"), token=tokens.line(game_id, "warn read"), style="primary")
    seat, row = seats_of(stored)[side], [read]
    threats = None if title.places is None else title.places.threats(seat)
    if threats is not None:
        label, screen = threats
        row.append(Button(label=tools.say(label), token=tokens.screen(game_id, -1, screen)))
    text = "\n".join([tools.say("ui.warnings.head"), *lines])
    return Reply(text=text, menu=Menu(rows=(tuple(row),)), edit="panel", seat=side)


async def _warning_posts(
    tools: Tools, caller: Caller, stored: StoredGame, game: Game[GameState], one: Notice
) -> list[Post]:
    """Return the posts of a warning to the other side, in its player's language and preferred channel."""
    there, side, game_id = tools.posting(stored), 1 - one.by, stored.header.game_id
    shown = Visibility.of(stored).shown(stored, game)

    def warned(names: Book) -> Reply:
        label = names.words.say("ui.buttons.read")
        button = Button(label=label, token=tokens.line(game_id, "warn read"), style="primary")
        text = f"{heading(names, stored, shown, side)}\n{told(title_of(game), names, one)}"
        return Reply(text=text, audience="channel", menu=Menu(rows=((button,),)), edit="warning", anew=True)

    other = holder_id(stored, side)
    user = other if other != caller.user else ""
    people = await tastes(tools.store.people, [user]) if user else {}
    names = there.names_of(stored)
    theirs = (await own_words(there, stored, people)).get(side, names)
    own = people.get(user, Preferences())
    return addressed("warning", warned(names), side, user, own, tools.now(), warned(theirs))


async def warn(tools: Tools, caller: Caller, game_id: str, text: str) -> Answer:
    """Warn the other side, or mark its warnings as read."""

    async def decide(stored: StoredGame) -> Change:
        if stored.snapshot is None:
            raise refuse("not_started")
        game, side = game_and_side(stored, caller.user)
        warnings = Warnings.of(stored.settings)
        if level_at(stored, 1 - side):
            raise refuse("computer_unwarned", name=holder_name(tools.words, stored, 1 - side))
        if not text.strip():
            return _show_unread(tools, stored, warnings, side)
        if text.strip().casefold() == "read":
            return _mark_read(tools, stored, caller, warnings, side)
        if len(warnings.for_side(1 - side)) >= MOST:
            raise refuse("warnings_full")
        targets, remark = _parts(title_of(game), tools.names_of(stored), text)
        one = Notice(by=side, targets=targets, remark=remark[:LONGEST])
        warnings.unread.append(one)
        said = told(title_of(game), tools.names_of(stored), one)
        posts = await _warning_posts(tools, caller, stored, game, one)
        memory = Memory.of(stored.settings)
        told_of = {"by": side, "targets": list(targets), "remark": one.remark}
        proposals.keep(stored, memory, posts, {"notice": told_of})
        settings = memory.into(_present(tools, stored, caller, warnings))
        return Change(answer=Answer(text=said).dump(), settings=settings, posts=posts)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def _present(tools: Tools, stored: StoredGame, caller: Caller, warnings: Warnings) -> GameSettings:
    """Return the settings with these warnings and with the caller's activity noted on the clock."""
    clock = Clock.of(stored.settings)
    clock.act(sides_of(stored, caller.user), tools.now())
    return clock.into(warnings.into(stored.settings))


def _mark_read(tools: Tools, stored: StoredGame, caller: Caller, warnings: Warnings, side: int) -> Change:
    if not warnings.for_side(side):
        raise refuse("no_warning")
    warnings = warnings.read_by(side)
    text = tools.worded(stored, lambda own: own.say("ui.warnings.was_read", side=own.side(side)))
    posts = [post("warning", Reply(text=text.shared, audience="channel"))]
    memory = Memory.of(stored.settings)
    if not warnings.unread:
        proposals.close(posts, tools.posting(stored).names_of(stored), stored, memory, "warning", "ui.warnings.closed")
    settings = memory.into(_present(tools, stored, caller, warnings))
    return Change(answer=Answer(text=text.own, panel=side).dump(), settings=settings, posts=posts)


def _show_unread(tools: Tools, stored: StoredGame, warnings: Warnings, side: int) -> Change:
    """Show the unread warnings for a bare `/warn`; refuse if there are none."""
    unread = [told(title_stored(stored.header), tools.names_of(stored), one) for one in warnings.for_side(side)]
    if not unread:
        raise refuse("bad_argument", usage=tools.vocabulary.by_name["warn"].usage(tools.words))
    return Change(answer=Answer(text="\n".join([tools.say("ui.warnings.head"), *unread])).dump())


def _parts(title: Title[Any, Any], names: Book, text: str) -> tuple[tuple[str, ...], str]:
    """Split a text into the places before a colon (or in all of it) and the remark; without places, all is remark."""
    named, _, remark = text.partition(":")
    if title.places is None:
        return (), text.strip()
    try:
        targets = title.places.read(names, named)
    except Refusal:
        return (), text.strip()
    return targets, remark.strip()


__all__ = ["Warnings", "check", "holds_up", "reminder", "told", "warn"]
