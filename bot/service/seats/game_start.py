"""Start of a game: creates its seed and publishes the digest before the first card."""

from __future__ import annotations

from bot.narration.plain import public
from bot.service.acting.command_commit import CommandOutcome, concluded
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock
from bot.service.outgoing import post
from bot.service.record import unread_events
from bot.service.session import Memory, person_at, seat_names, side_for, sides_of
from bot.service.state import seed_parts
from bot.storage.models import GameHeader, GameSettings, Mixing
from bot.storage.store import Change, StoredGame
from bot.table.reply import Reply
from bot.titles import title_of, title_stored
from bot.titles.capabilities import held_in, on_clock, rounds_of
from engine.core.chance import KeyedChance
from engine.core.game import Game, GameState


def from_the_start(header: GameHeader, settings: GameSettings) -> GameSettings:
    """Return the settings of a new game, with the title's initial standing orders of both sides."""
    title = title_stored(header)
    held = held_in(title, settings)
    held.begin(header.options)
    return held.into(settings)


async def begun(
    tools: Tools,
    caller: Caller,
    stored: StoredGame,
    seed: bytes,
    outcome: CommandOutcome,
    *,
    mixed_of: Mixing | None = None,
    head: str = "",
    card: Reply | None = None,
) -> Change:
    """Build the change for the first position of a game.

    Args:
        tools: store, texts and the time.
        caller: who starts it; nobody for a league game.
        stored: the game with its seats, not started yet.
        seed: the seed of its randomness.
        outcome: receives the game.
        mixed_of: the parts of the seed, if the players contributed.
        head: text above the announcement of the start.
        card: shown to everyone before that.
    """
    mixed = {"seed": seed.hex(), "commitment": KeyedChance.commitment(seed), "mixing": mixed_of}
    header = stored.header.model_copy(update={"status": "playing", **mixed})
    game: Game[GameState] = Game.start(title_stored(header).system(header.options), KeyedChance(seed))
    after = StoredGame(header, game.number, stored.revision, None, stored.seats, stored.settings)
    memory = Memory.of(stored.settings)
    memory.table = ""
    clock = _started_clock(tools, caller, after, game)
    posts = await tools.announce(after, game, memory, clock, caller.user)
    events = game.drain()
    unread_events.note(title_of(game).story, memory, ((0, event) for event in events), (), game.number)
    if card is not None:
        posts.posts.append(post("pairing", card))
    text = _start_announcement(tools.posting(after), after, head)
    posts.posts.append(post("start", Reply(text=text, audience="channel")))
    posts.posts.append(post("start", Reply(text=text, audience="thread")))
    posts.after([public(0, event) for event in events], None)
    side = side_for(after, caller.user, game.actor)
    answer = Answer(text=tools.say("ui.lobby.started"), panel=side, number=game.number)
    return await concluded(tools, caller, posts, answer, outcome, header=header)


def _started_clock(tools: Tools, caller: Caller, stored: StoredGame, game: Game[GameState]) -> Clock:
    """Return the game's clock, running for the side to move; whoever started the game has just acted."""
    clock = Clock.of(stored.settings)
    clock.begin(rounds_of(title_of(game), game))
    clock.start(person_at(stored, on_clock(game)), tools.now())
    clock.act(sides_of(stored, caller.user), tools.now())
    return clock


__all__ = ["begun", "from_the_start"]


def _start_announcement(there: Tools, stored: StoredGame, head: str) -> str:
    """Return the announcement of a start: the players and sides, the parts of the seed, and its digest."""
    header = stored.header
    text = there.say("ui.posts.started", scenario=there.war(header), **seat_names(there.names_of(stored), stored))
    promise = there.say("ui.posts.commitment", commitment=header.commitment)
    return "\n".join(part for part in (head, text, seed_parts.words_given(there, header), promise) if part)
