"""Bidding for a side before the start, and accepting a bid."""

from __future__ import annotations

from contextlib import AsyncExitStack
from hashlib import blake2s

from bot.service.calls import Answer, Caller, Tools
from bot.service.outgoing import post
from bot.service.seats.lobby import lobby_table, next_step, started
from bot.service.session import LobbyBid, Memory, bid_mark, bid_rule, player_name, seats_of
from bot.service.state import seat_duties
from bot.service.state.recipients import addressed, speaking_to, tastes
from bot.storage.models import Seat, Seats
from bot.storage.store import Change, StoredGame
from bot.table.refusal import refuse
from bot.table.reply import Reply
from bot.titles import title_stored
from bot.titles.forms import brief_name


async def bid(tools: Tools, caller: Caller, game_id: str, side: str, height: int) -> Answer:
    """Bid for a side, or raise a bid; the amount is in the title's points."""
    await tools.store.people.note_game(caller.user, game_id)

    async def decide(stored: StoredGame) -> Change:
        _open(tools, stored)
        memory = Memory.of(stored.settings)
        _between_two(tools, stored, caller, None)
        memory.bid = _raise_bid(stored, memory.bid, caller, seats_of(stored).index(side), height)
        there = tools.posting(stored)
        text = there.say("ui.lobby.bid", name=caller.name, height=height, side=there.side(seats_of(stored).index(side)))
        settings = memory.into(stored.settings)
        after = StoredGame(stored.header, stored.number, stored.revision, None, stored.seats, settings)
        return Change(
            answer=Answer(text=tools.say("ui.lobby.you_bid")).dump(),
            settings=settings,
            due=seat_duties.due(after, None, memory, tools.now()) or None,
            posts=[post("lobby", Reply(text=text, audience="channel")), post("table", lobby_table(there, after))],
        )

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


async def accept(tools: Tools, caller: Caller, game_id: str, mark: str = "") -> Answer:
    """Accept the current bid by taking the other side; a pressed button identifies its bid by `bid_mark`.

    Raises:
        Refusal: there is no acceptable bid, or it is not the one pressed or whose bidder was checked for room.
    """
    await tools.store.people.note_game(caller.user, game_id)
    bidder = ""

    async def decide(stored: StoredGame) -> Change:
        _open(tools, stored)
        memory = Memory.of(stored.settings)
        _between_two(tools, stored, caller, memory.bid)
        taken = _accept_bid(stored, memory.bid, caller)
        if taken.user != bidder or (mark and bid_mark(stored, taken) != mark):
            raise refuse(
                "bid_changed",
                bid_rule(stored),
                name=player_name(tools.words, stored.header, taken),
                height=taken.height,
                side=taken.side,
            )
        return await _accept(tools, stored, caller, memory, taken)

    async with AsyncExitStack() as rooms:
        before = await tools.store.load(game_id)
        standing = Memory.of(before.settings).bid
        if standing is not None and standing.user != caller.user and mark in ("", bid_mark(before, standing)):
            bidder, name = standing.user, player_name(tools.words, before.header, standing)
            await rooms.enter_async_context(tools.policy.room(tools.store, caller.user, game_id))
            await rooms.enter_async_context(tools.policy.room(tools.store, bidder, game_id, name))
        return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def _open(tools: Tools, stored: StoredGame) -> None:
    """Refuse bidding commands in games without bidding."""
    if stored.header.status != "lobby":
        raise started(stored)
    bids, options = title_stored(stored.header).setups.bids, stored.header.options
    if bids is None or not bids.taken(options):
        scenarios = bids.scenarios(options) if bids is not None else ()
        titles = [brief_name(tools.words, scenario) for scenario in scenarios]
        raise refuse("wrong_scenario_for_bid", bid_rule(stored), scenarios=tools.words.listed(titles))


def _between_two(tools: Tools, stored: StoredGame, caller: Caller, accepted: LobbyBid | None) -> None:
    """Refuse a bid or acceptance that would push a third person out of a seat."""
    partners = {caller.user, accepted.user} if accepted else {caller.user}
    others = stored.seats.users() - partners
    if len(others) > (0 if accepted else 1):
        names = dict.fromkeys(player_name(tools.words, stored.header, seat) for seat in stored.seats.holders.values())
        raise refuse("bid_not_yours", bid_rule(stored), names=tools.words.listed(list(names)))


async def _accept(tools: Tools, stored: StoredGame, caller: Caller, memory: Memory, taken: LobbyBid) -> Change:
    """Close the bidding: the bidder gets the side, the accepting player the other one."""
    options = {**stored.header.options, "bid": [taken.side, taken.height]}
    header = stored.header.model_copy(update={"options": options})
    names = seats_of(stored)
    mine, other = names[1 - taken.side], names[taken.side]
    bidder = Seat(user=taken.user, name=taken.name)
    seats = Seats(holders={other: bidder, mine: Seat(user=caller.user, name=caller.name)})
    there = tools.posting(stored)

    def said(read: Tools) -> Reply:
        bidder = player_name(read.words, stored.header, taken)
        words = {"bidder": bidder, "height": taken.height, "side": read.side(taken.side)}
        return Reply(text=read.say("ui.lobby.bid_taken", name=caller.name, **words), audience="channel")

    memory.bid = None
    settings = memory.into(stored.settings)
    after = StoredGame(header, stored.number, stored.revision, None, seats, settings)
    own = tools.say("ui.lobby.you_accepted", side=tools.side(1 - taken.side), next=next_step(tools, after, None))
    bidder_own = (await tastes(tools.store.people, [taken.user]))[taken.user]
    alone = said(await speaking_to(there, taken.user))
    told = addressed("lobby", said(there), taken.side, taken.user, bidder_own, tools.now(), alone)
    return Change(
        answer=Answer(text=own).dump(),
        header=header,
        seats=seats,
        settings=settings,
        posts=[*told, post("table", lobby_table(there, after))],
    )


def _accept_bid(stored: StoredGame, standing: LobbyBid | None, caller: Caller) -> LobbyBid:
    if standing is None:
        raise refuse("no_bid", bid_rule(stored))
    if standing.user == caller.user:
        raise refuse("own_bid", bid_rule(stored))
    return standing


def _raise_bid(stored: StoredGame, standing: LobbyBid | None, caller: Caller, side: int, height: int) -> LobbyBid:
    rule = bid_rule(stored)
    if standing is not None:
        if standing.user == caller.user:
            raise refuse("own_bid", rule)
        if standing.side != side:
            raise refuse("bid_side", rule, side=standing.side, height=standing.height)
        if height <= standing.height:
            raise refuse("bid_too_low", rule, side=side, height=standing.height)
    return LobbyBid(user=caller.user, name=caller.name, side=side, height=height, id=_made_by(caller))


def _made_by(caller: Caller) -> str:
    """Return an id of the command that made a bid."""
    return blake2s(caller.key.encode(), digest_size=4).hexdigest()


__all__ = ["accept", "bid"]
