"""Acts that need both sides' consent, and resignation: rollback, draw, resigning."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.service.acting import ai_reasons
from bot.service.acting.command_commit import CommandOutcome, concluded, only_said
from bot.service.acting.play import acted, seated
from bot.service.calls import Answer, Caller, Tools, Wording
from bot.service.outgoing import post
from bot.service.record import record_queries
from bot.service.session import Memory, level_at, person_at, restore, sides_of
from bot.service.state import proposals
from bot.storage.store import Change, StoredGame
from bot.table import tokens
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply
from bot.titles import title_stored
from bot.titles.capabilities import on_clock
from engine.core.game import Game, GameState

#: Words that close an offer without a deal: typed or pressed, and used by its maker's button.
DECLINING = ("reject", proposals.TAKE_BACK)


async def resign(tools: Tools, caller: Caller, game_id: str, sure: str, outcome: CommandOutcome) -> Answer:
    """End the game as a loss; ask for confirmation first."""
    if sure != "yes":
        stored = await tools.store.load(game_id)
        _, side = seated(tools, stored, caller)
        text = tools.say("ui.answers.resign_sure", other=tools.side(1 - side))
        yes = Button(label=tools.say("ui.buttons.resign"), token=tokens.line(game_id, "resign yes"), style="danger")
        return Answer(replies=[Reply(text=text, menu=Menu(rows=((yes,),)))])

    async def decide(stored: StoredGame) -> Change:
        game, side = seated(tools, stored, caller)
        game.resign(side)
        text = said_by(tools, stored, caller, "resigned", side)
        return await finished(tools, caller, stored, game, text, outcome)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


async def draw(
    tools: Tools, caller: Caller, game_id: str, answer: str, outcome: CommandOutcome, number: int = 0
) -> Answer:
    """Offer a draw, accept or reject it; `number` is that of the offer whose button was pressed.

    As the computer answers at once, an offer to it needs confirmation; `offer` is the confirmed form.
    """
    if not answer and (asked := await _asked_first(tools, caller, game_id)) is not None:
        return asked

    async def decide(stored: StoredGame) -> Change:
        game, side = seated(tools, stored, caller)
        if answer not in DECLINING:
            tools.games.check(stored.header, "draw")
        if (
            answer not in DECLINING
            and stored.header.league is None
            and not title_stored(stored.header).setups.draws_by_agreement(stored.header.options)
        ):
            raise refuse("no_agreed_draw")
        memory = Memory.of(stored.settings)
        if answer in ("", "offer"):
            text = said_by(tools, stored, caller, "offered_draw", side)
            proposals.make(memory, text.shared, kind="draw", side=side, user=caller.user, name=caller.name)
            return await said(tools, caller, stored, game, memory, text)
        if answer in DECLINING:
            text = declined(tools, stored, memory, caller, "draw", side, answer, number)
            return await said(tools, caller, stored, game, memory, text)
        offered(stored, memory, caller, "draw", number)
        memory.offer = None
        game.agree_draw()
        text = said_by(tools, stored, caller, "drawn", side)
        return await finished(tools, caller, stored, game, text, outcome, memory)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


async def _asked_first(tools: Tools, caller: Caller, game_id: str) -> Answer | None:
    """Return the confirmation question for a draw offer if only the computer would answer it."""
    stored = await tools.store.load(game_id)
    mine = sides_of(stored, caller.user)
    if stored.header.status != "playing" or len(mine) != 1 or not level_at(stored, 1 - mine[0]):
        return None
    if not title_stored(stored.header).setups.draws_by_agreement(stored.header.options):
        return None
    text = tools.say("ui.answers.draw_sure", other=tools.side(1 - mine[0]))
    offer = Button(label=tools.say("ui.buttons.offer_draw"), token=tokens.line(game_id, "draw offer"), style="danger")
    return Answer(replies=[Reply(text=text, menu=Menu(rows=((offer,),)))])


async def rollback(
    tools: Tools, caller: Caller, game_id: str, wish: str, outcome: CommandOutcome, number: int = 0
) -> Answer:
    """Propose a rollback, listing the dice rolls it cancels, or answer such a proposal; `number` as in `draw`."""

    async def decide(stored: StoredGame) -> Change:
        game, side = seated(tools, stored, caller)
        memory = Memory.of(stored.settings)
        if wish in DECLINING:
            text = declined(tools, stored, memory, caller, "rollback", side, wish, number)
            return await said(tools, caller, stored, game, memory, text)
        if wish == "accept":
            offer = standing_offer(memory, "rollback", number)
            mine = sides_of(stored, caller.user)
            if len(mine) < 2 and set(mine) <= set(offer["sides"]):
                raise refuse("own_offer", command=proposals.command_of(offer))
            offer["sides"] = sorted({*offer["sides"], *mine})
            if offer["sides"] == [0, 1]:
                return await rolled_back(tools, caller, stored, int(offer["to"]), outcome)
            agrees = said_by(tools, stored, caller, "agrees", side)
            proposals.agreed(offer, caller.name, side, agrees.shared)
            return await said(tools, caller, stored, game, memory, agrees)
        offer = await proposal(tools, caller, stored, wish, side, sides_of(stored, caller.user)[:1])
        text = proposals.made(tools, stored, memory, offer)
        return await said(tools, caller, stored, game, memory, text)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


async def proposal(
    tools: Tools, caller: Caller, stored: StoredGame, wish: str, role: int | None, sides: list[int]
) -> dict[str, Any]:
    """Return a rollback proposal as an offer, already agreed by `sides`; without a role it is the game master's."""
    to, fields = await tools.recalled(caller, record_queries.proposed, stored, wish, sides)
    if stored.header.league is not None and not await tools.recalled(caller, record_queries.told_nothing, stored, to):
        tools.games.check(stored.header, "dice")
    by = {"user": caller.user, "name": caller.name, "role": role}
    return {"kind": "rollback", "sides": sides, "to": to, **by, **fields}


async def rolled_back(
    tools: Tools,
    caller: Caller,
    stored: StoredGame,
    to: int,
    outcome: CommandOutcome,
    key: str = "rolled_back",
) -> Change:
    """Go back to an entry, as agreed by both sides; announce it with the text of this key."""
    there = tools.posting(stored)
    gone = await tools.recalled(caller, record_queries.gone_back, stored, there.words.language, to)
    back = restore(replace(stored, snapshot=gone.snapshot))
    back.fresh = gone.fresh
    earlier = None
    if gone.earlier is not None:
        earlier = restore(replace(stored, snapshot=gone.earlier[0]))
        earlier.number = gone.earlier[1]
    memory = Memory.of(stored.settings)
    memory.offer, memory.orders, memory.prompted = None, [], False
    memory.pending = gone.pending
    memory.picture, memory.recent = None, []
    ai_reasons.taken_back(memory, to)
    clock = acted(tools, stored, caller, on_clock(back))
    if (waited := person_at(stored, back.actor)) is not None:
        clock.pass_to(waited, tools.now())  # another decision than the one they knew of
    told = await tools.announce(stored, back, memory, clock, caller.user, earlier=earlier)
    text = there.say(f"ui.posts.{key}", name=caller.name, number=gone.shown, dice=gone.dice)
    told.posts.append(post("action", Reply(text=text, audience="channel", back=memory.told_until(to))))
    told.posts.append(post("action", Reply(text=text, audience="thread")))
    told.close()
    side = back.actor if back.actor in sides_of(stored, caller.user) else None
    if there.words.language != tools.words.language:
        gone = await tools.recalled(caller, record_queries.gone_back, stored, tools.words.language, to)
        text = tools.say(f"ui.posts.{key}", name=caller.name, number=gone.shown, dice=gone.dice)
    answer = Answer(text=text, panel=side, number=back.number)
    return await concluded(
        tools, caller, told, answer, outcome, settings=tools.exercise(stored.header).taken_back(stored, to)
    )


def standing_offer(memory: Memory, kind: str, number: int = 0) -> dict[str, Any]:
    """Return the pending offer; refuse if there is none, or if the button of an earlier one was pressed."""
    if memory.offer is None or memory.offer.get("kind") != kind:
        raise refuse("offer_gone" if number else "no_offer")
    proposals.check(memory.offer, number)
    return memory.offer


def offered(stored: StoredGame, memory: Memory, caller: Caller, kind: str, number: int = 0) -> dict[str, Any]:
    """Return the pending offer; refuse if there is none, or if it was made by the caller's side."""
    offer = standing_offer(memory, kind, number)
    if _is_own_offer(stored, offer, caller):
        raise refuse("own_offer", command=proposals.command_of(offer))
    return offer


def declined(
    tools: Tools, stored: StoredGame, memory: Memory, caller: Caller, kind: str, side: int, word: str, number: int = 0
) -> Wording:
    """Close the pending offer: its maker withdraws it, others reject it; `word` is one of `DECLINING`.

    Raises:
        Refusal: there is none, or its maker pressed *Reject*, which is for the other player.
    """
    offer = standing_offer(memory, kind, number)
    own = _is_own_offer(stored, offer, caller)
    if own and number and word != proposals.TAKE_BACK:
        raise refuse("own_offer", command=proposals.command_of(offer))
    memory.offer = None
    return said_by(tools, stored, caller, "offer_taken_back" if own else "rejected", side)


def _is_own_offer(stored: StoredGame, offer: dict[str, Any], caller: Caller) -> bool:
    mine = sides_of(stored, caller.user)
    return len(mine) < 2 and (offer["user"] == caller.user or offer.get("side") in mine)


async def said(
    tools: Tools, caller: Caller, stored: StoredGame, game: Game[GameState], memory: Memory, text: Wording
) -> Change:
    """Build a change that only announces something.

    A pending offer has buttons and notifies those who must answer; its maker reads that it is pending, and how to
    withdraw it.
    """
    clock = acted(tools, stored, caller, on_clock(game))
    for side in proposals.asked_by(stored, memory.offer):
        clock.ask(side, tools.now())
    told = await tools.announce(stored, game, memory, clock, caller.user)
    if memory.offer is None:
        told.posts.append(post("offer", Reply(text=text.shared, audience="channel")))
    else:
        stated = proposals.stated(told.names, stored, memory.offer)
        reply = proposals.offered(told.names, stored, memory, stated)
        proposals.show(told.posts, told.names, stored, memory, "offer", reply, proposals.kept_offer(memory.offer))
    return only_said(told, Answer(text=_own_words(tools, caller, stored, memory, text)))


def _own_words(tools: Tools, caller: Caller, stored: StoredGame, memory: Memory, text: Wording) -> str:
    """Return the caller's own reply; for their own offer also what comes next."""
    offer = memory.offer
    if offer is None or offer["user"] != caller.user:
        return text.own
    if not proposals.asked_by(stored, offer):
        return f"{text.own} {tools.say('ui.offers.answer', command=proposals.command_of(offer))}"
    return f"{text.own} {proposals.own_wait(tools.names_of(stored), stored, offer, seated=bool(sides_of(stored, caller.user)))}"


def said_by(tools: Tools, stored: StoredGame, caller: Caller, key: str, side: int) -> Wording:
    """Return what the caller has done for a side, as text."""
    return tools.worded(stored, lambda own: own.say(f"ui.answers.{key}", name=caller.name, side=own.side(side)))


async def finished(
    tools: Tools,
    caller: Caller,
    stored: StoredGame,
    game: Game[GameState],
    text: Wording,
    outcome: CommandOutcome,
    memory: Memory | None = None,
) -> Change:
    """Return the last change of a game that was ended by its players."""
    memory = memory or Memory.of(stored.settings)
    memory.pending, memory.offer = [], None
    clock = acted(tools, stored, caller, None)
    told = await tools.announce(stored, game, memory, clock, caller.user)
    if text.shared:
        told.posts.append(post("action", Reply(text=text.shared, audience="channel")))
    told.close()
    return await concluded(tools, caller, told, Answer(text=text.own, number=game.number), outcome)


__all__ = [
    "DECLINING",
    "declined",
    "draw",
    "finished",
    "offered",
    "proposal",
    "resign",
    "rollback",
    "rolled_back",
    "said",
    "said_by",
]
