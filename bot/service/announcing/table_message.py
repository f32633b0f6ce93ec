"""The table message: always shows the state of the game and whose turn it is, with the controls."""

from __future__ import annotations

from hashlib import sha256
from typing import Literal

from bot.narration.book import Book
from bot.service.announcing import sealed_results
from bot.service.clock import Clock, lasting, shown
from bot.service.session import Memory, holder_id, holder_name, level_at, seat_names
from bot.service.state import proposals
from bot.service.state.handover_texts import about
from bot.service.state.lesson_state import Studies
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.reply import Button, Menu, PictureRef, Reply
from bot.titles import title_of
from bot.titles.capabilities import held_in
from bot.titles.panel import has_sheet, rematch_button, result_text, sheet_button
from engine.core.game import Game, GameState


def read_digest(stored: StoredGame, reply: Reply) -> str:
    """Return a digest of the table message and its readers; the message is updated only when the digest changes."""
    read_by = f"{reply.model_dump_json()}{sorted(stored.seats.users())}"
    return sha256(read_by.encode()).hexdigest()[:24]


def table_message(stored: StoredGame, game: Game[GameState], memory: Memory, names: Book, clock: Clock) -> Reply:
    """Build the message that shows the state of the game and whom it waits for."""
    say = names.words.say
    head = [
        *title_of(game).summary(names, _without_undoable(game)),
        say("ui.table.seats", **seat_names(names, stored)),
    ]
    if game.actor is None and stored.header.sealed:
        return sealed_results.over(names, stored.header.game_id, head[-1])
    spoken = {"language": names.words.language}
    picture = PictureRef.model_validate({**memory.picture, **spoken}) if memory.picture else None
    reply = Reply(
        text="",
        picture=picture,
        menu=Menu(rows=_table_rows(stored, game, memory, names)),
        audience="channel",
        edit="table",
    )
    if game.actor is None:
        over = [*head, say("ui.table.over"), result_text(names, game)]
        return reply.model_copy(update={"text": "\n".join(over)})
    by_computer, waits = level_at(stored, game.actor), waits_for(stored, game, names)
    if memory.deliberated and by_computer:
        done, _, most = memory.deliberated.partition(" / ")
        waits = f"{waits} {say('ui.table.deliberated', done=done, most=most)}"
    # Phones show the first and the last two lines, so whose move it is comes last, after the players' agreements.
    head += held_in(title_of(game), stored.settings).openly(names, together=True)
    rest = waiting_lines(names, clock)
    rest += proposals.statements(names, stored, memory)
    told = {"text": "\n".join([*head, waits, *rest])}
    if by_computer:
        return reply.model_copy(update=told)
    own = "\n".join([*head, waits_for(stored, game, names, own=True), *rest])
    return reply.model_copy(update={**told, "addressed": (holder_id(stored, game.actor),), "address": own})


def _without_undoable(game: Game[GameState]) -> Game[GameState]:
    """Return the position without anything that the player to move can still undo alone."""
    actor = game.actor
    if actor is None or not game.undoable(actor):
        return game
    twin = game.copy()
    twin.undo(actor, twin.undoable(actor))
    return twin


def _table_rows(
    stored: StoredGame, game: Game[GameState], memory: Memory, names: Book
) -> tuple[tuple[Button, ...], ...]:
    """Return the controls of the table message, which on most platforms is the same for everyone.

    *Panel* shows each person what they can do, and promises nobody a move. It is absent while the computer moves.
    """
    game_id, say, own = stored.header.game_id, names.words.say, title_of(game).at_hand

    def screen(name: str, body: str) -> Button:
        style: Literal["primary", "plain"] = "primary" if name == "panel" else "plain"
        token = tokens.screen(game_id, -1, body)
        return Button(label=say(f"ui.buttons.{name}"), token=token, style=style, seated=name in ("panel", *own))

    looks = (screen("map", "map"), screen("log", "log"))
    if game.actor is None:
        alone = stored.header.lesson or stored.header.puzzle
        again = () if alone else (rematch_button(names, game_id).model_copy(update={"seated": True}),)
        return ((*again, *looks),)
    playing = (*(screen(look, look) for look in own), *looks, screen("follow", "follow"))
    offers = tuple(proposals.table_rows(names, stored, memory))
    # A lesson is continued through the panel, whoever moves in its game.
    if level_at(stored, game.actor) and not stored.header.lesson:
        return (playing, *offers)
    return ((screen("panel", "panel"), *playing), *_sheet_row(stored, game, names), *offers)


def _sheet_row(stored: StoredGame, game: Game[GameState], names: Book) -> tuple[tuple[Button, ...], ...]:
    """Return a row with the sheet button if a person's current decision has a sheet.

    The button is for the person who must decide. It names their side where everyone reads the same message.
    """
    if level_at(stored, game.actor) or not has_sheet(title_of(game).face(game.decision.kind), game):
        return ()
    button = sheet_button(game.decision.kind, tokens.screen(stored.header.game_id, -1, "sheet"), names)
    label = names.words.say("ui.buttons.for_side", side=names.side(int(game.actor or 0)), what=button.label)
    only = (holder_id(stored, game.actor),)
    return ((button.model_copy(update={"label": label, "seated": True, "only": only}),),)


def waits_for(stored: StoredGame, game: Game[GameState], names: Book, *, own: bool = False) -> str:
    """Return whom a running game waits for, and for what, as text; `own` is for the person who must decide."""
    actor = int(game.actor or 0)
    key = "waits_you" if own else "waits"
    if level_at(stored, actor):
        key = "paused" if Studies.scripted(stored) else "deliberates"
    words = {"side": names.side(actor), "who": holder_name(names.words, stored, actor), "about": about(names, game)}
    return names.words.say(f"ui.table.{key}", **words)


def waiting_lines(names: Book, clock: Clock) -> list[str]:
    """Return how long the game has been waiting and the clock's state; as points in time, so no edits are needed."""
    say = names.words.say
    if not clock.since or clock.side is None:
        return []
    if clock.paused:
        return [say("ui.clock.paused", since=shown(clock.since))]
    if not clock.deadline():
        return [say("ui.clock.since", since=shown(clock.since))]
    first, second = (_side_abbreviation(names, side) for side in (0, 1))
    banks = {"first": first, "one": lasting(clock.bank[0]), "second": second, "other": lasting(clock.bank[1])}
    if clock.league is not None:
        return [say("ui.clock.running_league", since=shown(clock.since), end=shown(clock.deadline()), **banks)]
    free, end = shown(clock.since + clock.pace.free), shown(clock.deadline())
    speed = say(f"guide.options.clock.{clock.speed}")
    return [say("ui.clock.running", since=shown(clock.since), free=free, end=end, speed=speed, **banks)]


def _side_abbreviation(names: Book, side: int) -> str:
    """Return a side's abbreviation, or its name if the title has none."""
    key = f"names.sides.{names.seats[side]}.letters"
    return names.words.say(key) if names.words.has(key) else names.side(side)


__all__ = ["read_digest", "table_message", "waiting_lines", "waits_for"]
