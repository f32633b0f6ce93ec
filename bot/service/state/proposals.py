"""Offers: their text, maker, cancelled outcomes, and the controls that answer them, wherever they are shown.

An offer to the other side (a draw, a rollback, another clock) is answered by *Accept* or *Reject*; an open seat is
taken or kept. Each offer has its own number, so that a control of an earlier one answers nothing else. Its message
loses its controls as soon as it is answered, replaced or outdated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from bot.narration.book import Book
from bot.narration.dice import cancelled
from bot.persons import level_of
from bot.service.calls import Tools, Wording
from bot.service.outgoing import post
from bot.service.session import Memory, holder_id, holder_name, level_name, seats_of, sides_of
from bot.service.state.kept_texts import Kept, worded
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.position import KEEP_SEAT
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply

Slot = Literal["offer", "seat", "warning", "claim"]
Own = Mapping[int, Book]
_NOBODY: Own = {}

#: The kind of the proposal that the computer stands in.
STAND_IN = "staff"
#: The word of the maker's button in a token.
TAKE_BACK = "withdraw"
#: The command that answers an offer, by kind.
_COMMANDS = {"draw": "draw", "rollback": "rollback", "clock": "clock", STAND_IN: "substitute"}
#: Texts of offers that are worded for each reader.
_SAID = {"draw": "ui.answers.offered_draw", "clock": "ui.clock.offered", STAND_IN: "ui.computer.offered"}
#: Offers invalidated by events in the game.
_OF_THE_MOMENT = frozenset({"rollback"})
#: Fields of an offer that concern its controls and readers rather than its text.
_OF_CONTROLS = frozenset({"id", "mark", "asks", "told", "sides"})


# -- the offer to the other side --------------------------------------------------------------


def make(memory: Memory, text: str, **offer: Any) -> None:
    """Store an offer with its text, replacing any other; with its maker's `name`, readers get it in their language."""
    memory.offers += 1
    mark = tokens.marked((offer.get("kind"), offer.get("user"), text))
    kept = {} if _is_worded_anew(offer) else {"text": text}
    memory.offer = {**offer, "id": memory.offers, "mark": mark, **kept, "asks": True}


def made(tools: Tools, stored: StoredGame, memory: Memory, offer: dict[str, Any]) -> Wording:
    """Store an offer that is worded from its fields, and return its text."""
    text = tools.worded(stored, lambda own: _text(own.names_of(stored), offer))
    make(memory, text.shared, **offer)
    return text


def agreed(offer: dict[str, Any], name: str, side: int, text: str) -> None:
    """Note a side's agreement in a rollback proposal; in one stored as text, append the text that says so."""
    if "steps" in offer:
        offer["agreed"] = [*offer.get("agreed", []), {"name": name, "side": side}]
    else:
        offer["text"] = f"{offer['text']}\n{text}"


def _is_worded_anew(offer: Mapping[str, Any]) -> bool:
    """Return whether an offer's text follows from its fields, so that it can be worded in any language."""
    return "name" in offer and (offer.get("kind") in _SAID or "steps" in offer)


def check(offer: dict[str, Any], number: int) -> None:
    """Refuse the answer to an offer that has been replaced; 0 answers the pending one."""
    if number and number_of(offer) != number:
        raise refuse("offer_gone")


def number_of(offer: dict[str, Any]) -> tokens.At:
    """Return the number on an offer's controls; offers in other futures of the game don't share it."""
    return tokens.At(int(offer.get("id", 0)), str(offer.get("mark", "")))


def agreeing(offer: dict[str, Any]) -> list[int]:
    """Return the sides that have agreed to an offer, regardless of changed holders."""
    return [int(side) for side in offer.get("sides", [offer["side"]] if "side" in offer else [])]


def change_hands(memory: Memory, side: int, before: str) -> None:
    """Note that a side has a new holder, who is not bound by offers or agreements of the previous one."""
    offer = memory.offer
    if offer is None:
        return
    if offer["user"] == before:
        memory.offer = None
    elif side in offer.get("sides", []):
        offer["sides"] = [one for one in offer["sides"] if one != side]


def asked_by(stored: StoredGame, offer: dict[str, Any] | None) -> list[int]:
    """Return the sides that an offer waits for."""
    if offer is None or _is_one_person(stored):
        return []
    agreed = agreeing(offer)
    held = {side: holder_id(stored, side) for side in (0, 1) if side not in agreed}
    return [side for side, user in held.items() if user and (user != offer["user"] or agreed)]


def answers(stored: StoredGame, memory: Memory, side: int) -> bool:
    """Return True if the holder of a side may accept or reject the offer."""
    return memory.offer is not None and (_is_one_person(stored) or side in asked_by(stored, memory.offer))


def made_by(stored: StoredGame, offer: dict[str, Any], side: int) -> bool:
    """Return True if a side's holder made an offer that another must answer, so that they can withdraw it."""
    own = offer.get("side") == side or offer["user"] == holder_id(stored, side)
    return own and bool(asked_by(stored, offer))


def _is_one_person(stored: StoredGame) -> bool:
    """Return True if one person has both seats, or only one is held."""
    users = stored.seats.users()
    return len(users) < 2 and not (users and all(map(level_of, users)))


def stated(names: Book, stored: StoredGame, offer: dict[str, Any], reader: int | None = None) -> str:
    """Return an offer as text, with who must answer; for the `reader` who made it, how to withdraw it."""
    if reader is not None and made_by(stored, offer, reader):
        return f"{_text(names, offer)}\n{own_wait(names, stored, offer)}"
    waits = _waiting_text(names, stored, offer)
    return f"{answerable(names, offer)}\n{waits}" if waits else answerable(names, offer)


def answerable(names: Book, offer: dict[str, Any]) -> str:
    """Return an offer as text with the commands that answer it; older ones contain those."""
    text = _text(names, offer)
    return f"{text} {names.words.say('ui.offers.answer', command=command_of(offer))}" if offer.get("asks") else text


def command_of(offer: dict[str, Any]) -> str:
    """Return the command that answers an offer."""
    return _COMMANDS[offer["kind"]]


def own_wait(names: Book, stored: StoredGame, offer: dict[str, Any], *, seated: bool = True) -> str:
    """Return whom an offer waits for, and how its maker, if `seated`, withdraws it."""
    waits = _waiting_text(names, stored, offer)
    return f"{waits} {names.words.say('ui.offers.take_back', command=command_of(offer))}" if seated else waits


def _text(names: Book, offer: dict[str, Any]) -> str:
    """Return an offer's text in the language of `names`; the stored text if nothing else is known."""
    say, kind = names.words.say, offer.get("kind")
    if "steps" in offer:
        return _rollback_text(names, offer)
    if "name" in offer and kind in _SAID:
        about = {"name": offer["name"], "side": names.side(int(offer["side"]))}
        if kind == "clock":
            about["speed"] = say(f"ui.clock.{offer['speed']}")
        elif kind == STAND_IN:
            about["level"] = level_name(names.words, str(offer["level"]))
        return say(_SAID[kind], **about)
    return str(offer.get("text") or say("ui.offers.untold"))


def _rollback_text(names: Book, offer: dict[str, Any]) -> str:
    """Return a rollback proposal as text, with the dice rolls it cancels and who has agreed since."""
    say = names.words.say
    role = say("ui.master.title") if offer["role"] is None else names.side(int(offer["role"]))
    what = say("ui.answers.steps_back", count=int(offer["steps"]))
    dice = cancelled(names.words, [(str(purpose), int(face)) for purpose, face in offer["dice"]], int(offer["draws"]))
    lines = [
        say("ui.answers.offered_rollback", name=offer["name"], side=role, number=offer["number"], what=what, dice=dice)
    ]
    lines += [
        say("ui.answers.agrees", name=one["name"], side=names.side(int(one["side"]))) for one in offer.get("agreed", [])
    ]
    return "\n".join(lines)


def _waiting_text(names: Book, stored: StoredGame, offer: dict[str, Any]) -> str:
    """Return who must answer an offer, as text; "" for nobody."""
    asked = [
        names.words.say("ui.offers.one_asked", who=holder_name(names.words, stored, side), side=names.side(side))
        for side in asked_by(stored, offer)
    ]
    return names.words.say("ui.offers.asked", who=names.words.listed(asked, "and")) if asked else ""


def people_asked(stored: StoredGame, offer: dict[str, Any] | None) -> tuple[str, ...]:
    """Return the people for whom an offer waits."""
    return tuple(holder_id(stored, side) for side in asked_by(stored, offer))


def controls(names: Book, game_id: str, offer: dict[str, Any], only: tuple[str, ...] = ()) -> tuple[Button, ...]:
    """Return the buttons that answer an offer; in a public message, `only` for these people."""
    return tuple(_answer(names, game_id, offer, word, only) for word in ("accept", "reject"))


def _answer(names: Book, game_id: str, offer: dict[str, Any], word: str, only: tuple[str, ...] = ()) -> Button:
    at = number_of(offer)
    number = f"{at}.{at.mark}" if at.mark else f"{at}"
    return Button(
        label=names.words.say(f"ui.buttons.{word}"),
        token=tokens.screen(game_id, -1, f"offer:{offer['kind']}:{number}:{word}"),
        style="primary" if word == "accept" else "plain",
        only=only,
    )


def lapse(memory: Memory) -> None:
    """Drop an offer about an earlier position."""
    if memory.offer is not None and memory.offer["kind"] in _OF_THE_MOMENT:
        memory.offer = None


# -- open seats ---------------------------------------------------------------------------------


def open_seats(stored: StoredGame) -> list[str]:
    """Return the seats that others may take."""
    return list(stored.settings.open_seats)


def seat_controls(names: Book, stored: StoredGame, free: list[str]) -> tuple[Button, ...]:
    """Return the buttons that take the open seats."""
    seats = seats_of(stored) if free else ()
    return tuple(
        Button(
            label=names.words.say("ui.buttons.take_seat", side=names.side(seats.index(side))),
            token=tokens.line(stored.header.game_id, f"substitute {side}"),
        )
        for side in free
    )


# -- display --------------------------------------------------------------------------------------


def statements(names: Book, stored: StoredGame, memory: Memory, reader: int | None = None) -> list[str]:
    """Return all pending offers as text; `reader` is the side of a private message."""
    say = names.words.say
    lines = [stated(names, stored, memory.offer, reader)] if memory.offer is not None else []
    for side in open_seats(stored):
        at = seats_of(stored).index(side)
        lines.append(say("ui.offers.seat", side=names.side(at), who=holder_name(names.words, stored, at)))
    return lines


def table_rows(names: Book, stored: StoredGame, memory: Memory) -> list[tuple[Button, ...]]:
    """Return the offer rows of the table message: answers to an offer, and open seats."""
    game_id = stored.header.game_id
    asked = people_asked(stored, memory.offer)
    rows = [controls(names, game_id, memory.offer, asked)] if memory.offer is not None else []
    return [row for row in (*rows, seat_controls(names, stored, open_seats(stored))) if row]


def panel_row(names: Book, stored: StoredGame, memory: Memory, side: int) -> tuple[Button, ...]:
    """Return the first row of a side's panel: the offers it can answer."""
    game_id = stored.header.game_id
    row: tuple[Button, ...] = ()
    if memory.offer is not None and answers(stored, memory, side):
        row = controls(names, game_id, memory.offer)
    elif memory.offer is not None and made_by(stored, memory.offer, side):
        row = (_answer(names, game_id, memory.offer, TAKE_BACK),)
    if _keeps(stored, holder_id(stored, side)):
        row = (*row, Button(label=names.words.say("ui.buttons.keep_seat"), token=tokens.line(game_id, KEEP_SEAT)))
    return row


def mark_for(stored: StoredGame, user: str) -> str:
    """Return what distinguishes a person's panels by their offer controls; "" for none."""
    memory = Memory.of(stored.settings)
    offer, number = memory.offer, ""
    if offer is not None and any(
        answers(stored, memory, side) or made_by(stored, offer, side) for side in sides_of(stored, user)
    ):
        number = str(offer.get("id", 0))
    return number + ("s" if stored.header.in_progress and _keeps(stored, user) else "")


def _keeps(stored: StoredGame, user: str) -> bool:
    """Return True if one of this person's seats is open, so that they can keep it after all."""
    return any(side in open_seats(stored) for side in stored.seats.sides_of(user))


# -- messages -------------------------------------------------------------------------------------


def show(
    posts: list[Post],
    names: Book,
    stored: StoredGame,
    memory: Memory,
    slot: Slot,
    reply: Reply,
    says: Kept,
    kind: str = "",
) -> None:
    """Post a message with controls, by default of its slot's kind; strip the previous one. `says` is its text."""
    close(posts, names, stored, memory, slot)
    posts.append(post(kind or slot, reply.model_copy(update={"edit": slot, "anew": True})))
    memory.bearing[slot] = says


def close(
    posts: list[Post],
    names: Book,
    stored: StoredGame,
    memory: Memory,
    slot: Slot,
    note: str = "ui.offers.closed",
    own: Own = _NOBODY,
) -> None:
    """Remove the controls from the message of an offer that is no longer open, if there is one.

    `note` is the key of the reason; `own` are the texts of side holders whose language differs from the channel's.
    """
    if says := memory.bearing.pop(slot, None):
        closed = f"{_without_controls(names, stored, says)}\n{names.words.say(note)}"
        posts.append(post("strip", Reply(text=closed, audience="channel", edit=slot)))
    for side, name in enumerate(names.seats):
        if says := memory.bearing.pop(f"{slot}:{name}", None):
            theirs = own.get(side, names)
            closed = f"{_without_controls(theirs, stored, says)}\n{theirs.words.say(note)}"
            alone = Reply(text=closed, audience="private", seat=side, edit=slot)
            posts.append(post("strip", alone))


def _without_controls(names: Book, stored: StoredGame, says: Kept | str) -> str:
    """Return a message's text without its controls; as stored by an older version, if it was."""
    if isinstance(says, str):
        return says
    return _text(names, says["offer"]) if "offer" in says else worded(names, stored, says)


def kept_offer(offer: dict[str, Any]) -> Kept:
    """Return the text of an offer's message in its stored form."""
    return {"offer": {name: value for name, value in offer.items() if name not in _OF_CONTROLS}}


def keep(stored: StoredGame, memory: Memory, posts: list[Post], says: Kept) -> None:
    """Store which of these messages have controls, in the channel and in direct messages, until `close`."""
    for one in posts:
        reply = Reply.model_validate(one.body)
        if reply.menu is not None and reply.edit:
            slot = reply.edit if reply.seat is None else f"{reply.edit}:{seats_of(stored)[reply.seat]}"
            memory.bearing[slot] = says


def parting(names: Book, stored: StoredGame, memory: Memory, side: int) -> list[Post]:
    """Return the posts that remove the controls from the direct messages of a player who leaves a seat."""
    seat, former = seats_of(stored)[side], holder_id(stored, side)
    said = {slot: memory.bearing.pop(f"{slot}:{seat}", None) for slot in ("offer", "warning", "claim")}
    told = {slot: _without_controls(names, stored, says) for slot, says in said.items() if says}
    told["prompt"] = memory.asking.pop(seat, {}).get("text", "")
    bodies = [{"text": text, "edit": slot, "to": former} for slot, text in told.items() if text]
    return [post("strip", Reply.model_validate(body)) for body in bodies]


def offered(names: Book, stored: StoredGame, memory: Memory, text: str) -> Reply:
    """Return the message of the pending offer."""
    asked, game_id = people_asked(stored, memory.offer), stored.header.game_id
    rows = (controls(names, game_id, memory.offer, asked),) if memory.offer is not None else ()
    return Reply(text=text, audience="channel", menu=Menu(rows=rows) if rows else None)


__all__ = [
    "TAKE_BACK", "agreed", "agreeing", "answerable", "answers", "asked_by", "change_hands", "check", "close", "command_of", "controls", "keep", "kept_offer", "lapse", "made", "made_by", "make", "mark_for", "offered", "open_seats", "own_wait",
    "panel_row", "parting", "people_asked", "seat_controls", "show", "stated", "statements", "table_rows",
]  # fmt: skip
