"""What one side alone may not do, and how a game is given up: rollback, draw, resignation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.notation.refusal import refuse
from bot.replies import tokens
from bot.replies.model import Button, Menu, Reply
from bot.service import ending, history, proposals
from bot.service.calls import Answer, Caller, Tools
from bot.service.concealing import read_by
from bot.service.handover import asked_by
from bot.service.play import Outcome, acted, ended, seated
from bot.service.posts import announcer, post
from bot.service.seen import Seen
from bot.service.session import Memory, entries_of, packed, sides_of
from bot.storage.store import Change, StoredGame
from engine.core import record as rec
from engine.core.game import Game


async def resign(tools: Tools, caller: Caller, game_id: str, sure: str, outcome: Outcome) -> Answer:
    """End the game as a loss; asks for confirmation first."""
    if sure != "yes":
        stored = await tools.store.load(game_id)
        _, side = seated(stored, caller)
        text = tools.say("ui.answers.resign_sure", other=tools.names.side(1 - side))
        yes = Button(label=tools.say("ui.buttons.resign"), token=tokens.line(game_id, "resign yes"), style="danger")
        return Answer(replies=[Reply(text=text, menu=Menu(rows=((yes,),)))])

    async def decide(stored: StoredGame) -> Change:
        game, side = seated(stored, caller)
        game.resign(side)
        text = tools.say("ui.answers.resigned", name=caller.name, side=tools.names.side(side))
        return await finished(tools, caller, stored, game, text, outcome)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


async def draw(tools: Tools, caller: Caller, game_id: str, answer: str, outcome: Outcome, number: int = 0) -> Answer:
    """Offer a draw, accept it, or reject it; `number` is that of the offer whose control was pressed."""

    async def decide(stored: StoredGame) -> Change:
        game, side = seated(stored, caller)
        memory = Memory.of(stored.settings)
        if not answer:
            text = tools.say("ui.answers.offered_draw", name=caller.name, side=tools.names.side(side))
            proposals.make(memory, text, kind="draw", side=side, user=caller.user)
            return await said(tools, caller, stored, game, memory, text)
        offered(stored, memory, caller, "draw", number)
        memory.offer = None
        if answer == "reject":
            text = tools.say("ui.answers.rejected", name=caller.name, side=tools.names.side(side))
            return await said(tools, caller, stored, game, memory, text)
        game.agree_draw()
        return await finished(tools, caller, stored, game, "", outcome, memory)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


async def rollback(tools: Tools, caller: Caller, game_id: str, wish: str, outcome: Outcome, number: int = 0) -> Answer:
    """Ask to go back to an earlier point, listing the dice it cancels; or answer such a wish; `number` as for `draw`."""

    async def decide(stored: StoredGame) -> Change:
        game, side = seated(stored, caller)
        memory = Memory.of(stored.settings)
        record = await tools.store.record(game_id)
        if wish == "reject":
            offered(stored, memory, caller, "rollback", number)
            memory.offer = None
            text = tools.say("ui.answers.rejected", name=caller.name, side=tools.names.side(side))
            return await said(tools, caller, stored, game, memory, text)
        if wish == "accept":
            offer = standing_offer(memory, "rollback", number)
            mine = sides_of(stored, caller.user)
            if len(mine) < 2 and set(mine) <= set(offer["sides"]):
                raise refuse("own_offer")
            offer["sides"] = sorted({*offer["sides"], *mine})
            if offer["sides"] == [0, 1]:
                return await _rolled_back(tools, caller, stored, game, record, int(offer["to"]), outcome)
            text = tools.say("ui.answers.agrees", name=caller.name, side=tools.names.side(side))
            offer["text"] = text = f"{offer['text']}\n{text}"
            return await said(tools, caller, stored, game, memory, text)
        offer = proposal(stored, record, wish, caller, sides_of(stored, caller.user)[:1])
        text = proposal_text(tools, caller, tools.names.side(side), stored, record, offer)
        proposals.make(memory, text, **offer)
        return await said(tools, caller, stored, game, memory, text)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def proposal(
    stored: StoredGame, record: list[dict[str, Any]], wish: str, caller: Caller, sides: list[int]
) -> dict[str, Any]:
    """The wish to go back to a point; `sides` have agreed to it already."""
    to = _point(stored, Seen.of(stored).known(record, sides), wish, sides)
    return {"kind": "rollback", "sides": sides, "user": caller.user, "to": to}


def proposal_text(
    tools: Tools, caller: Caller, role: str, stored: StoredGame, record: list[dict[str, Any]], offer: dict[str, Any]
) -> str:
    """The wish in words, with the dice it would cancel; counted as everybody may count."""
    record = Seen.of(stored).known(record, ())
    reading = read_by(record, None, stored)
    to = reading.shown(offer["to"])
    return tools.say(
        "ui.answers.offered_rollback",
        name=caller.name,
        side=role,
        number=to,
        what=tools.say("ui.answers.steps_back", count=len(reading.lines) - 1 - to),
        dice=cancelled(tools, record, offer["to"]),
    )


async def _rolled_back(
    tools: Tools,
    caller: Caller,
    stored: StoredGame,
    game: Game[Any],
    record: list[dict[str, Any]],
    to: int,
    outcome: Outcome,
) -> Change:
    back = game.roll_back(entries_of(record), to)
    memory = Memory.of(stored.settings)
    memory.offer, memory.orders, memory.prompted = None, [], False
    memory.pending = history.unposted(stored, [*record, *(entry.dump() for entry in back.fresh)])
    memory.picture, memory.recent = None, []
    clock = acted(tools, stored, caller, back.actor)
    if back.actor is not None:
        clock.ask(back.actor, tools.now())  # another decision than the one they knew of
    told = await announcer(tools, stored, back, memory, clock, caller.user, earlier=_before_covert(game, record, back))
    known = Seen.of(stored).known(record, ())
    shown = read_by(known, None, stored).shown(to)
    text = tools.say("ui.posts.rolled_back", number=shown, dice=cancelled(tools, known, to))
    told.posts.append(post("action", Reply(text=text, audience="channel")))
    told.posts.append(post("action", Reply(text=text, audience="thread")))
    told.close()
    settings = told.seen.into(clock.into(memory.into(stored.settings)))
    outcome.game, outcome.stored = back, replace(stored, settings=settings)
    side = back.actor if back.actor in sides_of(stored, caller.user) else None
    return Change(
        answer=Answer(text=text, panel=side, number=back.number).dump(),
        entries=[entry.dump() for entry in back.fresh],
        snapshot=packed(back),
        posts=told.posts,
        settings=settings,
        due=clock.next_look(),
    )


def _before_covert(game: Game[Any], record: list[dict[str, Any]], back: Game[Any]) -> Game[Any]:
    """The game gone back to, or where a covert decision waits there the last position before it."""
    entries, earlier = entries_of(record), back
    for entry in reversed(rec.in_force([*entries, *back.fresh])):
        if not earlier.stack or not earlier.decision.covert:
            break
        earlier = game.roll_back(entries, entry.number - 1)
        earlier.number = entry.number - 1
    return earlier


def cancelled(tools: Tools, record: list[dict[str, Any]], to: int) -> str:
    """The dice that going back would cancel, and how many draws; never what was drawn."""
    dice: list[str] = []
    draws = 0
    for entry in rec.in_force(entries_of(record)):
        if entry.number <= to:
            continue
        for outcome in entry.outcomes:
            if outcome.purpose.startswith("draw_"):
                draws += 1
            else:
                key = f"ui.dice.{outcome.purpose}"
                name = tools.say(key) if tools.words.has(key) else outcome.purpose.replace("_", " ")
                dice.append(f"{name} {outcome.value}")
    if draws:
        dice.append(tools.say("ui.dice.draws", count=draws))
    return ", ".join(dice) or tools.say("ui.answers.no_dice")


def _point(stored: StoredGame, record: list[dict[str, Any]], wish: str, sides: list[int]) -> int:
    """The entry that a wish means: a number as the asker's export has it, or the beginning of this round or turn."""
    last = int(record[-1]["n"])
    reading = read_by(record, sides[0] if len(sides) == 1 else None, stored)
    no_such = refuse("no_such_point", last=max(0, len(reading.numbers) - 2))
    if wish.isdecimal():
        standing = {entry.number for entry in rec.in_force(entries_of(record))}
        number = reading.numbers[int(wish)] if int(wish) < len(reading.numbers) else last
        if number >= last:
            raise no_such
        if number not in standing:
            near = reading.shown(max(entry for entry in standing if entry < number))
            raise refuse("point_undone", number=int(wish), near=near)
        return number
    actions = history.retell(stored, record).actions
    if not actions:
        raise no_such
    _, turn, round_, _ = actions[-1]
    if wish == "round":
        found = [entry for entry, t, r, _ in actions if (t, r) == (turn, round_)]
    else:
        found = [entry for entry, t, _, _ in actions if t == turn]
    if found[0] >= last:
        raise no_such
    return found[0]


def standing_offer(memory: Memory, kind: str, number: int = 0) -> dict[str, Any]:
    """The offer that waits; refuses when there is none, or when a control of an earlier one was pressed."""
    if memory.offer is None or memory.offer.get("kind") != kind:
        raise refuse("offer_gone" if number else "no_offer")
    proposals.check(memory.offer, number)
    return memory.offer


def offered(stored: StoredGame, memory: Memory, caller: Caller, kind: str, number: int = 0) -> dict[str, Any]:
    """The offer that waits; refuses when there is none, or when it is the caller's own."""
    offer = standing_offer(memory, kind, number)
    if offer["user"] == caller.user and len(sides_of(stored, caller.user)) < 2:
        raise refuse("own_offer")
    return offer


async def said(tools: Tools, caller: Caller, stored: StoredGame, game: Game[Any], memory: Memory, text: str) -> Change:
    """A change that only says something to everybody; an offer that waits has buttons and asks who must answer."""
    clock = acted(tools, stored, caller, game.actor)
    for side in asked_by(stored, memory.offer):
        clock.ask(side, tools.now())
    told = await announcer(tools, stored, game, memory, clock, caller.user)
    if memory.offer is None:
        told.posts.append(post("offer", Reply(text=text, audience="channel")))
    else:
        reply = proposals.offered(tools.names, stored.header.game_id, memory, text)
        proposals.show(told.posts, tools.names, memory, "offer", reply)
    return Change(
        answer=Answer(text=text).dump(),
        posts=told.close(),
        settings=clock.into(memory.into(stored.settings)),
        due=clock.next_look(),
    )


async def finished(
    tools: Tools,
    caller: Caller,
    stored: StoredGame,
    game: Game[Any],
    text: str,
    outcome: Outcome,
    memory: Memory | None = None,
) -> Change:
    """The last change of a game that was ended by its people."""
    memory = memory or Memory.of(stored.settings)
    memory.pending, memory.offer = [], None
    clock = acted(tools, stored, caller, None)
    told = await announcer(tools, stored, game, memory, clock, caller.user)
    if text:
        told.posts.append(post("action", Reply(text=text, audience="channel")))
    told.close()
    record = [*await tools.store.record(stored.header.game_id), *(entry.dump() for entry in game.fresh)]
    outcome.game, outcome.stored = game, stored
    return Change(
        answer=Answer(text=text, number=game.number).dump(),
        entries=[entry.dump() for entry in game.fresh],
        snapshot=packed(game),
        posts=[*told.posts, *ending.posts(tools, stored, game, record)],
        settings=told.seen.into(clock.into(memory.into(stored.settings))),
        header=ended(tools, stored, game),
        due=0.0,
    )


__all__ = [
    "cancelled", "draw", "finished", "offered", "proposal", "proposal_text", "resign", "rollback",
    "said",
]  # fmt: skip
