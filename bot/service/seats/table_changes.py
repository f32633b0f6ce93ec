"""Changes to a table: substitutes, another channel, a rematch, a claim on time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.persons import level_of
from bot.service import game_lookup
from bot.service.acting.command_commit import CommandOutcome, only_said
from bot.service.acting.play import acted, seated
from bot.service.acting.supply_warnings import Warnings
from bot.service.announcing.table_message import waiting_lines
from bot.service.calls import Answer, Caller, Tools, Wording
from bot.service.clock import Clock, lasting
from bot.service.outgoing import post
from bot.service.seats import clock_changes, left_channels, lobby, new_game
from bot.service.seats.consent import finished
from bot.service.session import Memory, holder_id, holder_name, person_at, restore, seats_of, sides_of
from bot.service.state import proposals
from bot.service.state.kept_texts import Kept, holder, kept, worded
from bot.service.state.recipients import pingable
from bot.storage.errors import ChannelBusy, UnknownGame
from bot.storage.models import GameSettings, Seat, Seats
from bot.storage.store import Change, StoredGame
from bot.table.reasons import sentence
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Menu, Reply
from bot.titles.capabilities import on_clock
from engine.core.game import Game, GameState


def in_play(stored: StoredGame) -> Any:
    """Return the running game; refuse one that has not started or is over."""
    if stored.snapshot is None:
        raise refuse("not_started")
    game = restore(stored)
    if not game.stack:
        raise refuse("game_over")
    return game


async def substitute(tools: Tools, caller: Caller, game_id: str, word: str) -> Answer:
    """Offer the caller's seat (`offer`), withdraw the offer (`keep`), or take an offered seat by name.

    A player who takes the seat they offered keeps it and gains no time on its clock.
    """
    await tools.store.people.note_game(caller.user, game_id)

    async def decide(stored: StoredGame) -> Change:
        in_play(stored)
        tools.games.check(stored.header, "seat")
        mine = stored.seats.sides_of(caller.user)
        free = proposals.open_seats(stored)
        if word in mine and word in free:
            left = [side for side in free if side != word]
            return await opened(tools, caller, stored, kept("ui.seats.kept", name=caller.name), left)
        if word in seats_of(stored):
            return await _take_seat(tools, stored, caller, word, free)
        if not mine:
            raise refuse("must_decide")
        if word == "keep":
            if not set(free) & set(mine):
                raise refuse("offer_gone")
            free = [side for side in free if side not in mine]
            says = kept("ui.seats.kept", name=caller.name)
        else:
            free = [*dict.fromkeys([*free, *mine])]
            given = [seats_of(stored).index(side) for side in mine]
            says = kept("ui.seats.offered", name=caller.name, side={"sides": given})
        return await opened(tools, caller, stored, says, free)

    if word in ("offer", "keep"):
        return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)
    async with tools.policy.room(tools.store, caller.user, game_id):
        return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def with_open_seats(stored: StoredGame, free: list[str]) -> GameSettings:
    """Return the settings with these seats open."""
    return stored.settings.model_copy(update={"open_seats": list(free)})


async def opened(
    tools: Tools, caller: Caller, stored: StoredGame, says: Kept, free: list[str], kind: str = "seat"
) -> Change:
    """Announce which seats are now open, including earlier ones, with the buttons to take them."""
    text = tools.worded(stored, lambda own: worded(own.names_of(stored), stored, says))
    after = replace(stored, settings=with_open_seats(stored, free))
    game, memory = restore(stored), Memory.of(stored.settings)
    clock = acted(tools, stored, caller, on_clock(game))
    told = await tools.announce(after, game, memory, clock, caller.user)
    row = proposals.seat_controls(told.names, stored, free)
    if row:
        reply = Reply(text=text.shared, audience="channel", menu=Menu(rows=(row,)))
        proposals.show(told.posts, told.names, stored, memory, "seat", reply, says, kind)
    else:
        proposals.close(told.posts, told.names, stored, memory, "seat")
        told.posts.append(post(kind, Reply(text=text.shared, audience="channel")))
    return only_said(told, Answer(text=text.own))


async def _take_seat(tools: Tools, stored: StoredGame, caller: Caller, word: str, free: list[str]) -> Change:
    side = seats_of(stored).index(word)
    stood_in = Memory.of(stored.settings).stood_in
    comes_back = stood_in.get(word, {}).get("user") == caller.user
    if word not in free and not comes_back:
        raise refuse("seat_not_open", side=side, name=holder_name(tools.words, stored, side))
    knows_other = any(one["user"] == caller.user for seat, one in stood_in.items() if seat != word)
    if (caller.user in stored.seats.users() or knows_other) and not comes_back:
        raise refuse("both_hands", side=side)
    text = seat_taken(tools, stored, side, caller.name)
    return await handed(tools, caller, stored, word, Seat(user=caller.user, name=caller.name), text)


def seat_taken(tools: Tools, stored: StoredGame, side: int, name: str) -> Wording:
    """Return the announcement that someone takes another's seat."""
    return tools.worded(
        stored,
        lambda own: own.say(
            "ui.seats.taken", name=name, before=holder_name(own.words, stored, side), side=own.side(side)
        ),
    )


def _without_plans(stored: StoredGame, side: int, left: list[str], *, computer: bool) -> GameSettings:
    """Return the settings without the previous holder's private plans; the computer has no unread warnings."""
    standing = {
        part: {key: value for key, value in held.items() if key != str(side)}
        for part, held in stored.settings.standing.items()
        if isinstance(held, dict)
    }
    settings = with_open_seats(stored, left).model_copy(update={"standing": standing})
    return Warnings.of(settings).read_by(side).into(settings) if computer else settings


def _clock_of_heir(tools: Tools, after: StoredGame, game: Game[GameState], side: int) -> Clock:
    """Return the clock after a seat changed hands: the new holder has at least half the bank, and the wait restarts."""
    clock = Clock.of(after.settings)
    clock.act([side], tools.now())
    if clock.side == side:
        clock.bank[side] = max(clock.bank[side], clock.pace.bank // 2)
    clock.side = None if clock.side == side else clock.side
    clock.handed_over(person_at(after, on_clock(game)), tools.now())
    return clock


async def handed(
    tools: Tools,
    caller: Caller,
    stored: StoredGame,
    word: str,
    seat: Seat,
    text: Wording,
    back: dict[str, str] | None = None,
) -> Change:
    """Give a seat to another holder and announce it; `back` is the previous player, if they may come back."""
    side, free = seats_of(stored).index(word), proposals.open_seats(stored)
    seats = Seats(holders={**stored.seats.holders, word: seat})
    memory = Memory.of(stored.settings)
    if back is not None:
        memory.stood_in[word] = back
    elif not level_of(seat.user):
        memory.stood_in.pop(word, None)
    left = [name for name in free if name != word]
    after = replace(
        stored, seats=seats, settings=_without_plans(stored, side, left, computer=bool(level_of(seat.user)))
    )
    game = restore(stored)
    proposals.change_hands(memory, side, holder_id(stored, side))
    if level_of(seat.user) and memory.offer is not None and memory.offer["kind"] == proposals.STAND_IN:
        memory.offer = None  # the player who proposed the stand-in is left with the computer
    gone = proposals.parting(tools.posting(stored).names_of(stored), stored, memory, side)
    told = await tools.announce(after, game, memory, _clock_of_heir(tools, after, game, side), caller.user)
    told.posts.extend(gone)
    proposals.close(told.posts, told.names, after, memory, "seat")
    if left:
        fields: Kept = {"side": {"side": 1 - side}, "who": holder(after, 1 - side)}
        line = worded(told.names, after, kept("ui.offers.seat", **fields))
        row = proposals.seat_controls(told.names, stored, left)
        reply = Reply(text=line, audience="channel", menu=Menu(rows=(row,)))
        proposals.show(told.posts, told.names, after, memory, "seat", reply, kept("ui.offers.seat_was", **fields))
    for audience in ("channel", "thread"):
        told.posts.append(post("seat", Reply.model_validate({"text": text.shared, "audience": audience})))
    return only_said(told, Answer(text=text.own, panel=side, number=game.number), seats=seats)


async def relocate(tools: Tools, caller: Caller, game_id: str) -> Answer:
    """Move a game into the caller's channel; for seated players and the game master."""
    before = await tools.store.moved_before(game_id, caller.channel, caller.key)
    if before is not None:
        return Answer.load(before.answer)
    tools.policy.check_place(caller.places)
    caller.check_posts()
    try:
        stored = await tools.store.load(game_id)
    except UnknownGame:
        raise refuse("unknown_game", text=game_id) from None
    _check_move(stored, caller)

    async def decide(fresh: StoredGame) -> Change:
        _check_move(fresh, caller)
        return await moved(tools, caller, fresh)

    try:
        result = await tools.store.move_game(game_id, caller.channel, decide, caller.key, server=caller.server)
    except ChannelBusy:
        raise refuse("channel_busy") from None
    return Answer.load(result.answer)


def _check_move(stored: StoredGame, caller: Caller) -> None:
    """Refuse to move a game that is not the caller's, is over, or is already here."""
    if caller.user not in stored.seats.users() and caller.user != stored.header.created_by:
        raise refuse("not_yours_to_move")
    if stored.header.puzzle:
        raise refuse("not_in_puzzle")
    if not stored.header.in_progress:
        raise refuse("game_over")
    if stored.header.channel == caller.channel:
        raise refuse("already_here")


async def moved(tools: Tools, caller: Caller, stored: StoredGame) -> Change:
    """Build the change for the new channel of a moved game: the announcement, and the state of the messages there."""
    # The game uses the language of its new channel.
    settings = stored.settings.model_copy(update={"language": await tools.channel_language(caller)})
    stored = replace(stored, settings=settings)
    text = tools.worded(stored, lambda own: own.say("ui.seats.moved", name=caller.name, game=stored.header.game_id))
    posts = [post("moved", Reply(text=text.shared, audience="channel"))]
    memory = Memory.of(stored.settings)
    left_channels.note(memory, stored.header.channel, caller.channel)
    if stored.snapshot is None:
        posts.append(post("table", lobby.lobby_table(tools.posting(stored), stored, anew=True)))
    else:
        # Messages in the old channel are out of reach; direct messages stay where they are.
        memory.table, memory.prompted = "", False
        memory.asking.pop("channel", None)
        memory.bearing = {slot: said for slot, said in memory.bearing.items() if ":" in slot}
        told = await tools.announce(stored, restore(stored), memory, Clock.of(stored.settings), caller.user)
        if memory.offer is not None:
            stated = proposals.stated(told.names, stored, memory.offer)
            reply = proposals.offered(told.names, stored, memory, stated)
            told.posts.append(post("offer", reply.model_copy(update={"edit": "offer", "anew": True})))
            memory.bearing["offer"] = proposals.kept_offer(memory.offer)
        told.renew()
        posts += told.posts
    return Change(answer=Answer(text=text.own).dump(), posts=posts, settings=memory.into(stored.settings))


async def rematch(tools: Tools, caller: Caller, game_id: str, sides: str) -> Answer:
    """Open a new game with the same options in a finished game's channel; sides are swapped by default."""
    before = await tools.store.made_before(caller.channel, caller.key)
    if before is not None:
        return Answer.load(before.answer)
    stored = await _game_to_repeat(tools, await tools.store.load(game_id))
    if stored.header.in_progress:
        return await _lobby_here(tools, caller, refuse("not_over"))
    before_end = _back_again(stored)
    mine = before_end.sides_of(caller.user)
    if not mine:
        raise refuse("must_decide")
    options = {key: value for key, value in stored.header.options.items() if key not in ("scenario", "bid")}
    seats = seats_of(stored)
    own = mine if len(mine) > 1 or sides == "same" else [seats[1 - seats.index(mine[0])]]
    taken = Seats(holders={side: Seat(user=caller.user, name=caller.name) for side in own})
    if len(before_end.people()) == 1 and len(own) == 1:
        held = next(seat for side, seat in before_end.holders.items() if side not in mine)
        taken = Seats(holders={**taken.holders, **{side: held for side in seats if side not in own}})
    others = [user for user in sorted(before_end.people()) if user != caller.user]
    settings = stored.settings
    # A season's clock applies to the season only: a rematch has no clock until the players agree on one.
    pace = "off" if (speed := Clock.of(settings).speed) == "league" else speed
    wish = new_game.NewGameRequest(
        stored.header.scenario, options, pace, settings.palette, advice=lobby.advice_in(settings)
    )
    text = _rematch_text(tools, caller, stored, [*taken.holders], sides)
    mention = await pingable(tools.store.people, others, tools.now())
    try:
        return await new_game.open_game(tools, caller, wish, seats=taken, head=text, mention=mention)
    except Refusal as refusal:
        return await _lobby_here(tools, caller, refusal)


async def _game_to_repeat(tools: Tools, here: StoredGame) -> StoredGame:
    """Return a channel's game, or after a lesson the last game that was finished there; refuse if there is none."""
    if not here.header.study:
        return here
    ended = await game_lookup.ended_here(tools, here.header.channel)
    if not ended:
        raise refuse("only_a_lesson")
    return await tools.store.load(ended[0])


def _back_again(stored: StoredGame) -> Seats:
    """Return the seats of a rematch, with players instead of their agreed stand-ins."""
    away = Memory.of(stored.settings).away()
    back = {seat: Seat(user=one["user"], name=one["name"]) for seat, one in away.items()}
    return Seats(holders={**stored.seats.holders, **back})


def _rematch_text(tools: Tools, caller: Caller, stored: StoredGame, own: Sequence[str], sides: str) -> str:
    """Return the announcement of a rematch: whether sides swap, and which one is free."""
    free = [tools.side(side) for side, name in enumerate(seats_of(stored)) if name not in own]
    words = {"name": caller.name, "game": stored.header.game_id, "free": "".join(free)}
    if not free and len(stored.seats.users()) > 1:
        return tools.say(f"ui.lobby.rematch_computer_{sides}", **words)
    return tools.say(f"ui.lobby.rematch_{sides if free else 'both'}", **words)


async def _lobby_here(tools: Tools, caller: Caller, refusal: Refusal) -> Answer:
    """Return the lobby in the channel, e.g. the rematch, with buttons to join; without one, raise the refusal."""
    holder = await tools.store.channels.holder(caller.channel)
    here = None if holder is None else await tools.store.load(holder)
    if here is None or here.header.status != "lobby" or refusal.reason.code not in ("not_over", "channel_busy"):
        raise refusal
    table = lobby.lobby_table(tools, here, head=sentence(tools.names_of(here), refuse("not_started")))
    return Answer(replies=[table.model_copy(update={"audience": "private", "edit": "panel"})])


async def clock(tools: Tools, caller: Caller, game_id: str, word: str, outcome: CommandOutcome) -> Answer:
    """Show the clock (no word), or change it: another speed, a claim (`claim`), or no more reminders (`quiet`)."""
    if word == "":
        return Answer(text=clock_text(tools, await tools.store.load(game_id), caller.user))
    if word not in ("claim", "quiet"):
        return await clock_changes.change(tools, caller, game_id, word)

    async def decide(stored: StoredGame) -> Change:
        game, _ = seated(tools, stored, caller)
        now, running = tools.now(), await tools.games.clock(stored)
        waiting = game.actor if game.actor is not None else 0
        if word == "quiet":
            if waiting not in sides_of(stored, caller.user):
                raise refuse("not_your_decision", side=waiting)
            running.silence()
            silenced = tools.say("ui.clock.silenced")
            settings = running.into(stored.settings)
            return Change(answer=Answer(text=silenced).dump(), settings=settings, due=running.next_look())
        if 1 - waiting not in sides_of(stored, caller.user):
            raise refuse("clock_own")
        if not running.out_of_time(now):
            raise refuse("time_left", side=waiting, left=clock_left(tools, running))
        game.rule(1 - waiting, running.reason)

        def say(own: Tools) -> str:
            who = holder_name(own.words, stored, waiting)
            return own.say("ui.clock.claimed", name=caller.name, side=own.side(waiting), who=who)

        text = tools.worded(stored, say)
        return await finished(tools, caller, stored, game, text, outcome)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def clock_left(tools: Tools, running: Clock) -> str:
    """Return the remaining time of the awaited side, as text."""
    if running.speed == "off":
        return tools.say("ui.clock.no_limit")
    free = max(0, running.pace.free - running.waited(tools.now()))
    return lasting(free + max(0, running.left(tools.now())))


def clock_text(tools: Tools, stored: StoredGame, reader: str) -> str:
    """Return the speed, the wait, and both banks, for one reader."""
    running = Clock.of(stored.settings)
    lines = [_clock_text(tools, running)]
    if running.side is not None:
        waits = {"who": holder_name(tools.words, stored, running.side), "time": lasting(running.waited(tools.now()))}
        own = running.side in sides_of(stored, reader)
        lines.append(tools.say(f"ui.clock.waits{'_you' if own else ''}", side=tools.side(running.side), **waits))
    return "\n".join([*lines, *waiting_lines(tools.names_of(stored), running)])


def _clock_text(tools: Tools, running: Clock) -> str:
    """Return the settings of a clock as text."""
    if running.league is None:
        return tools.say(f"ui.clock.{running.speed}")
    own = running.league
    return tools.say("ui.clock.league", bank=lasting(own.bank), more=lasting(own.per_round), cap=lasting(own.cap))


__all__ = ["clock", "clock_text", "handed", "in_play", "moved", "opened", "relocate", "rematch", "substitute"]
