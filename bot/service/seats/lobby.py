"""The lobby: a new game, seats, bids, the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from bot.narration.channel_mentions import place
from bot.service.acting.command_commit import CommandOutcome
from bot.service.calls import Answer, Caller, Tools, Wording
from bot.service.clock import Clock
from bot.service.help import welcome
from bot.service.outgoing import post
from bot.service.seats.game_start import begun
from bot.service.session import LobbyBid, Memory, bid_mark, bid_rule, level_at, player_name, seat_names, seats_of
from bot.service.state import lobby_seats, recipients, seat_duties, seed_parts
from bot.storage.models import GameHeader, GameSettings, Seat, Seats
from bot.storage.outbox_models import Post
from bot.storage.store import Change, StoredGame
from bot.table import tokens
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Button, Menu, Reply
from bot.titles import title_stored
from bot.titles.capabilities import held_in
from bot.titles.forms import ADVICE

ADVICE_WORDS: Final[Mapping[str, Literal["off", "on", "teach"]]] = {"off": "off", "on": "on", "teach": "teach"}
#: The defaults for a table's agreed options.
_USUAL: Final[Mapping[str, str]] = {"clock": "off", "palette": "standard", "open": "server"}


#: Returns a text in the reader's language.
Sentence = Callable[[Tools], str]


def advice_in(settings: GameSettings) -> Literal["off", "on", "teach"]:
    """Return a game's agreed advice setting."""
    if not settings.advice:
        return "off"
    return "teach" if settings.teaching else "on"


def started(stored: StoredGame) -> Refusal:
    """Return the refusal of a lobby command in a game that has started or is over."""
    return refuse("already_started" if stored.header.in_progress else "game_over")


def ended(tools: Tools, stored: StoredGame, text: Wording) -> Change:
    """Build the change that closes a lobby without a game and announces it; its table message loses its buttons."""
    header = stored.header.model_copy(update={"status": "finished", "finished_at": tools.now()})
    posts = [post("lobby", Reply(text=text.shared, audience="channel"))]
    posts.append(post("table", Reply(text=text.shared, audience="channel", edit="table")))
    return Change(answer=Answer(text=text.own).dump(), header=header, posts=posts, due=0.0)


def options_line(tools: Tools, stored: StoredGame, *, unusual: bool = False) -> str:
    """Return a game's options as text: all that `/new` can set, or only those that differ from the default."""
    setups, options = title_stored(stored.header).setups, stored.header.options
    agreed = {
        "clock": Clock.of(stored.settings).speed,
        "palette": stored.settings.palette,
        "open": stored.header.offered,
    }
    if stored.header.league is not None:
        agreed = {"palette": stored.settings.palette}  # its clock is the season's, and its seats are for nobody else
    if (advice := advice_in(stored.settings)) != "off":
        agreed[ADVICE] = advice
    chosen = setups.chosen(options)
    instead = held_in(title_stored(stored.header), stored.settings).instead(tools.names_of(stored))
    usual = {**setups.chosen({"scenario": stored.header.scenario}), **_USUAL} if unusual else {}
    # Options that concern both sides are listed too, if explicitly chosen; against the computer only the chosen ones.
    told = {*options, *(instead if not any(level_at(stored, side) for side in (0, 1)) else ())}
    parts = [
        instead.get(word) or welcome.chosen(tools.words, word, value)
        for word, value in (chosen | agreed).items()
        if usual.get(word) != value or word in told
    ]
    if setups.bids is not None and (bid := setups.bids.accepted(options)) is not None:
        side, height = bid
        parts.append(tools.say("ui.lobby.bid_taken_line", side=tools.side(side), height=height))
    if not unusual:
        return tools.say("ui.lobby.options", options="; ".join(parts))
    return tools.say(f"ui.lobby.options_{'beside' if parts else 'usual'}", options="; ".join(parts))


def lobby_table(tools: Tools, stored: StoredGame, *, head: str = "", anew: bool = False, brief: bool = False) -> Reply:
    """Return the table message before the start: seats and buttons; `brief` omits the agreed options."""
    game_id = stored.header.game_id
    free = tools.say("ui.lobby.free")
    scenario = tools.war(stored.header)
    bid = Memory.of(stored.settings).bid
    made = tools.say("ui.lobby.made", scenario=scenario, game=game_id, next=next_step(tools, stored, bid))
    agreed = "" if brief else options_line(tools, stored, unusual=True)
    head = "\n".join(line for line in (head, made, agreed) if line)
    seats = tools.say("ui.lobby.seats", **seat_names(tools.names_of(stored), stored, free))
    alone = len(stored.seats.people()) < 2
    joins = {
        name: Button(
            label=tools.say(f"ui.buttons.{'instead' if level_at(stored, side) else 'join'}", side=tools.side(side)),
            token=tokens.line(game_id, f"join {name}"),
        )
        for side, name in enumerate(seats_of(stored))
        if name not in stored.seats.holders or (alone and level_at(stored, side))
    }
    buttons = [button for name, button in joins.items() if name not in stored.seats.holders]
    if not stored.seats.holders:
        buttons.append(Button(label=tools.say("ui.buttons.both"), token=tokens.line(game_id, "join both")))
    if bid is not None:
        label = tools.say("ui.buttons.accept_bid", side=tools.side(1 - bid.side))
        buttons.append(
            Button(label=label, token=tokens.screen(game_id, -1, f"accept:{bid_mark(stored, bid)}"), style="primary")
        )
    elif len(stored.seats.holders) == 2:
        buttons.append(_start(tools, game_id))
    buttons.append(Button(label=tools.say("ui.buttons.rules"), token=tokens.line(game_id, "rules")))
    # The computer's seat can be taken, but most people don't want that next.
    buttons += [button for name, button in joins.items() if name in stored.seats.holders]
    text = "\n".join(part for part in (head, seats, seed_parts.lines(tools, stored.header)) if part)
    rows = tuple(row for row in (tuple(buttons), lobby_seats.buttons(tools, stored)) if row)
    return Reply(text=text, menu=Menu(rows=rows), audience="channel", edit="table", anew=anew)


def next_step(tools: Tools, stored: StoredGame, bid: LobbyBid | None) -> str:
    """Return what must happen before the game can start."""
    if bid is not None:
        words = {
            "name": player_name(tools.words, stored.header, bid),
            "height": bid.height,
            "short": seats_of(stored)[bid.side],
            "more": bid.height + 1,
        }
        return tools.say("ui.lobby.next_bid", side=tools.side(bid.side), **words)
    if len(stored.seats.holders) == 2:
        return tools.say("ui.lobby.next_start")
    free = [seat for seat in seats_of(stored) if seat not in stored.seats.holders]
    if len(free) == 1:
        return tools.say("ui.lobby.next_join_one", seat=free[0])
    return tools.say("ui.lobby.next_join", first=free[0], second=free[1])


async def change_lobby(
    tools: Tools,
    caller: Caller,
    game_id: str,
    alter: Callable[[StoredGame, Memory], tuple[Seats, Sentence, str]],
    late: str = "already_started",
    over: str = "game_over",
) -> Answer:
    """Change seats or bids before the start; `alter` returns the new seats, the public text, and the caller's.

    `late` is the refusal for a seated player once the game is running, `over` for everyone after it.
    """

    async def decide(stored: StoredGame) -> Change:
        if stored.header.status == "finished":
            raise refuse(over)
        if stored.header.status != "lobby":
            raise refuse(late if caller.user in stored.seats.users() else "already_started")
        memory = Memory.of(stored.settings)
        seats, text, own = alter(stored, memory)
        header = _header_with(tools, stored, seats)
        if header.mixing is not None and header.mixing != stored.header.mixing:
            text = _followed_by(text, "ui.seed.anew", commitment=header.mixing.commitment)
        after = StoredGame(header, stored.number, stored.revision, None, seats, memory.into(stored.settings))
        table = post("table", lobby_table(tools.posting(after), after))
        posts = [*await _change_posts(tools, caller, stored, after, memory, text), table]
        settings = memory.into(stored.settings)
        answer = joined(tools, caller, after, own) if len(seats.holders) > len(stored.seats.holders) else Answer(own)
        waits = tools.policy.lobby_ends(header, seats)
        due = seat_duties.due(after, None, memory, tools.now()) or waits or None
        return Change(answer=answer.dump(), seats=seats, settings=settings, posts=posts, header=header, due=due)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def _header_with(tools: Tools, stored: StoredGame, seats: Seats) -> GameHeader:
    """Return a lobby's header after a change of seats, without what depended on a player who left."""
    header = stored.header
    if any(seats.holders.get(name) != held for name, held in stored.seats.holders.items()):
        # The accepted bid was between those two, on those sides.
        options = {key: value for key, value in header.options.items() if key != "bid"}
        header = header.model_copy(update={"options": options})
    if len(seats.holders) < len(stored.seats.holders):
        mixed = seed_parts.after_leaving(header.mixing, seats.users())
        header = header.model_copy(update={"mixing": mixed, "open_since": tools.now()})
    return header


async def _change_posts(
    tools: Tools, caller: Caller, before: StoredGame, after: StoredGame, memory: Memory, text: Sentence
) -> list[Post]:
    """Return the posts of a change; a player who waited for an opponent is notified when the table is full."""
    full = len(after.seats.holders) == 2 > len(before.seats.holders)
    for side, name in enumerate(seats_of(before)):
        user = before.seats.holders[name].user if full and name in before.seats.holders else caller.user
        if user != caller.user:
            own = (await recipients.tastes(tools.store.people, [user]))[user]
            posting = tools.posting(after)
            theirs = await recipients.speaking_to(posting, user)
            everybody, read = (f"{text(one)} {next_step(one, after, memory.bid)}" for one in (posting, theirs))
            alone = _direct_message(theirs, after, memory, read)
            told = Reply(text=everybody, audience="channel")
            posts = recipients.addressed("lobby", told, side, user, own, tools.now(), alone)
            if posts[1:]:
                over = _of_game(theirs, after, text(theirs))
                memory.asking[name] = {"side": side, "text": over, "over": over, "picture": None, "asks": "start"}
            return posts
    return [post("lobby", Reply(text=text(tools.posting(after)), audience="channel"))]


def _followed_by(text: Sentence, key: str, **data: Any) -> Sentence:
    """Return a text with another one appended."""
    return lambda own: f"{text(own)} {own.say(key, **data)}"


def _direct_message(tools: Tools, after: StoredGame, memory: Memory, told: str) -> Reply:
    """Return the direct message to the player who waited for an opponent: the game, and a button to start it."""
    menu = None if memory.bid is not None else Menu(rows=((_start(tools, after.header.game_id),),))
    return Reply(text=_of_game(tools, after, told), menu=menu, edit="prompt", anew=True)


def _of_game(tools: Tools, after: StoredGame, told: str) -> str:
    header = after.header
    where = {"scenario": tools.war(header), "game": header.game_id, "place": place(header.channel)}
    return tools.say("ui.lobby.direct", text=told, **where)


def _start(tools: Tools, game_id: str) -> Button:
    return Button(label=tools.say("ui.buttons.start"), token=tokens.line(game_id, "start"), style="primary")


def joined(tools: Tools, caller: Caller, after: StoredGame, own: str) -> Answer:
    """Return the reply to taking a seat, with a start button if the table is full, and the channel if elsewhere."""
    header = after.header
    if header.channel != caller.channel:
        own = f"{own} {tools.say('ui.challenges.joined_there', place=place(header.channel))}"
    if len(after.seats.holders) < 2 or Memory.of(after.settings).bid is not None:
        return Answer(own)
    return Answer(own, replies=[Reply(text=own, menu=Menu(rows=((_start(tools, header.game_id),),)), edit="panel")])


async def join(tools: Tools, caller: Caller, game_id: str, side: str) -> Answer:
    """Take a free seat, or both."""
    await tools.store.people.note_game(caller.user, game_id)

    def alter(stored: StoredGame, memory: Memory) -> tuple[Seats, Sentence, str]:
        seats = seats_of(stored)
        wanted = seats if side == "both" else (side,)
        holders = dict(stored.seats.holders)
        if len(wanted) == 1 and (other := _own_other(stored, caller, side)) is not None:
            # Playing both sides must be explicit: a rematch keeps the free seat for the other player.
            raise refuse("other_seat_yours", side=other, free=tools.side(seats.index(side)))
        lobby_seats.give_way(holders, seats, wanted, caller.user)
        for name in wanted:
            if name in holders and holders[name].user != caller.user:
                raise refuse(
                    "seat_taken", side=seats.index(name), name=player_name(tools.words, stored.header, holders[name])
                )
            holders[name] = Seat(user=caller.user, name=caller.name)
        sides = tools.words.listed([tools.side(seats.index(name)) for name in wanted])
        if holders == stored.seats.holders:
            raise refuse("seated_already", side=sides)
        ready = len(holders) == 2
        lapse(memory, holders)
        after = StoredGame(stored.header, stored.number, stored.revision, None, Seats(holders=holders), stored.settings)
        next_ = next_step(tools, after, memory.bid) if ready else tools.say("ui.lobby.wait_other")
        own = tools.say("ui.lobby.you_joined", side=sides, next=next_)

        def joined(read: Tools) -> str:
            theirs = read.words.listed([read.side(seats.index(name)) for name in wanted])
            return read.say("ui.lobby.joined", name=caller.name, side=theirs)

        return Seats(holders=holders), joined, own

    if await tools.store.answer_for(game_id, caller.key) is not None:
        return await change_lobby(tools, caller, game_id, alter)
    async with tools.policy.room(tools.store, caller.user, game_id):
        return await change_lobby(tools, caller, game_id, alter)


def lapse(memory: Memory, holders: Mapping[str, Seat]) -> None:
    """Drop a bid if the table is full without the bidder."""
    users = {seat.user for seat in holders.values()}
    if memory.bid is not None and len(holders) == 2 and memory.bid.user not in users:
        memory.bid = None


def _own_other(stored: StoredGame, caller: Caller, side: str) -> int | None:
    """Return the other side, if the caller holds it and this one is free."""
    seats = seats_of(stored)
    other = 1 - seats.index(side)
    mine = stored.seats.sides_of(caller.user)
    return other if seats[other] in mine and side not in stored.seats.holders else None


def _withdrawal_text(caller: Caller) -> Sentence:
    return lambda read: read.say("ui.lobby.withdrew", name=caller.name)


async def leave(tools: Tools, caller: Caller, game_id: str) -> Answer:
    """Free the caller's seats, or withdraw a bid, before the start."""

    def alter(stored: StoredGame, memory: Memory) -> tuple[Seats, Sentence, str]:
        mine = stored.seats.sides_of(caller.user)
        withdrawn = memory.bid is not None and memory.bid.user == caller.user
        if withdrawn:
            memory.bid = None
            return stored.seats, _withdrawal_text(caller), tools.say("ui.lobby.you_withdrew")
        if not mine:
            raise refuse("not_seated")
        holders = {name: seat for name, seat in stored.seats.holders.items() if name not in mine}

        def left(read: Tools) -> str:
            sides = read.words.listed([read.side(seats_of(stored).index(name)) for name in mine])
            return read.say("ui.lobby.left", name=caller.name, side=sides)

        return Seats(holders=holders), left, tools.say("ui.lobby.you_left")

    return await change_lobby(tools, caller, game_id, alter, late="left_too_late", over="left_after_end")


async def start(tools: Tools, caller: Caller, game_id: str, outcome: CommandOutcome) -> Answer:
    """Start the game: the seed is created and its hash published before the first card."""

    async def decide(stored: StoredGame) -> Change:
        if stored.header.status != "lobby":
            raise started(stored)
        _seats_taken(tools, stored, caller)
        seed, mixed_of = seed_parts.settled(stored)
        return await begun(tools, caller, stored, seed, outcome, mixed_of=mixed_of)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def _seats_taken(tools: Tools, stored: StoredGame, caller: Caller) -> None:
    seats = seats_of(stored)
    missing = [side for side, name in enumerate(seats) if name not in stored.seats.holders]
    if len(missing) == 2:
        raise refuse("no_seat_taken")
    if missing:
        raise refuse("seats_missing", side=missing[0], short=seats[missing[0]])
    show = not stored.seats.people() and caller.user == stored.header.created_by
    if not stored.seats.sides_of(caller.user) and not show:
        raise refuse("no_seat_yet")
    if (bid := Memory.of(stored.settings).bid) is not None:
        raise refuse(
            "bid_open",
            bid_rule(stored),
            side=bid.side,
            height=bid.height,
            name=player_name(tools.words, stored.header, bid),
        )
