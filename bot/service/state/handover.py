"""Turn notifications: the one place that decides, after every command, who is told that the game waits for them.

| the awaited player ...                | is notified                                                  |
|---------------------------------------|--------------------------------------------------------------|
| gave the command, or plays both sides | no: they know                                                |
| acted within the last two minutes     | once those are over, unless they act before (the ticker)     |
| has quiet hours, snoozes or is away   | once that is over, unless they act before (the ticker)       |
| wants no pings                        | no                                                           |
| wants direct messages                 | by one, with *My move*                                       |
| otherwise                             | by a ping in the post that says why, which has *My move*     |

Each handover is notified once. The newest post that says whom the game waits for has the button; it is removed once
that is no longer true.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.narration.book import Book
from bot.service.clock import Clock
from bot.service.outgoing import post, taken_back_to
from bot.service.session import Memory, holder_id, holder_name, seats_of, table_for
from bot.service.state import proposals
from bot.service.state.handover_texts import about, begun_alike, heading
from bot.service.state.preferences import Preferences
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.reply import Button, Menu, Reply
from bot.titles import title_of
from bot.titles.panel import decision_text
from engine.core.game import Game, GameState

#: Kinds of posts that never explain a handover: they have their own readers or place.
_ASIDE = frozenset({"table", "followers", "battle", "direct", "strip", "offer", "pairing"})


@dataclass(slots=True)
class Handover:
    """Decides the notifications of one command or ticker pass, and puts them on its posts.

    Args:
        stored: the game, with its seats after the command.
        game: the game after the command.
        memory: which messages have a button.
        clock: who is awaited, who is present, who has not been notified.
        names: the texts.
        actor: the user who gave the command, "" for the ticker.
        people: the notification preferences of seated users.
        now: the time.
    """

    stored: StoredGame
    game: Game[GameState]
    memory: Memory
    clock: Clock
    names: Book
    actor: str
    people: Mapping[str, Preferences]
    now: datetime
    #: The texts of side holders who get direct messages in another language than the channel's.
    own: Mapping[int, Book] = field(default_factory=dict)
    #: The awaited side, if its holder has not been notified yet.
    fresh: int | None = field(init=False)
    _ways: dict[int, str] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        waited = self.waited
        untold = waited is not None and not self.clock.known and holder_id(self.stored, waited) != self.actor
        self.fresh = waited if untold else None

    @property
    def ways(self) -> dict[int, str]:
        """How each side is notified now: "on" by a ping, "dm" directly.

        Decided on first access: if nothing is posted, what is due stays due.
        """
        if self._ways is None:
            self._ways = {side: way for side in (0, 1) if (way := self._delivery_of(side))}
            if self.waited is not None and not self.clock.tell[self.waited]:
                self.clock.known = True
        return self._ways

    @property
    def waited(self) -> int | None:
        """The side that the game waits for."""
        return self.game.actor if self.game.stack else None

    def pings(self, side: int | None) -> bool:
        """Return True if a new message pings the holder of a side now."""
        return side is not None and self.ways.get(side) == "on"

    @property
    def _sides_to_ask(self) -> list[int]:
        """The sides an offer waits for that have not been told of it; a later handover then mentions only itself."""
        offer = self.memory.offer
        known = offer.get("told", ()) if offer is not None else ()
        return [side for side in proposals.asked_by(self.stored, offer) if side not in known]

    def _delivery_of(self, side: int) -> str:
        clock, user = self.clock, holder_id(self.stored, side)
        if not clock.tell[side]:
            return ""
        own = self.people.get(user, Preferences())
        nothing = side != self.fresh and side not in self._sides_to_ask
        knows = user in ("", self.actor, holder_id(self.stored, 1 - side))
        clock.tell[side] = 0
        if nothing or knows or own.pings == "off":
            return ""
        until = max(clock.present_until(side), own.silent_until(self.now))
        if until > self.now.timestamp():
            clock.tell[side] = until
            return ""
        return own.pings

    # -- on the posts -----------------------------------------------------------------------

    def put_on(self, posts: list[Post]) -> None:
        """Put the notifications on this command's posts, or add a post if none says why."""
        asked = [side for side in self.ways if side in self._sides_to_ask]
        if asked and self.memory.offer is not None:
            self._put_offer(posts, asked)
            self.memory.offer["told"] = sorted({*self.memory.offer.get("told", ()), *asked})
        told = self.ways.get(self.fresh, "") if self.fresh is not None else ""
        why = _last(posts)
        if told == "on" and why is None:
            posts.append(self._repost() or self._plain_post(self.fresh or 0))
            why = len(posts) - 1
        if why is not None:
            reply = Reply.model_validate(posts[why].body)
            if told == "on" and self.fresh is not None:
                user, text = holder_id(self.stored, self.fresh), self._with_heading(self.fresh, reply.text)
                mention = (user, *(one for one in reply.mention if one != user))
                reply = reply.model_copy(update={"mention": mention, "text": text})
            kind, stale = posts[why].kind, self.memory.asking.get("channel")
            reply = self._bearing(reply, anew=told == "on", asks=kind == "prompt")
            posts[why] = post(kind, reply)
            gives_way = reply.edit == "prompt" and reply.anew and not reply.replaces
            if gives_way and stale is not None and stale.get("over", "") not in ("", stale["text"]):
                posts.insert(why, self._strip_waiting("channel", stale, posts))
                why += 1
        if told == "dm" and self.fresh is not None:
            posts.append(self._direct(self.fresh, posts[why] if why is not None else None))
        self._take_off(posts)

    def _put_offer(self, posts: list[Post], asked: list[int]) -> None:
        """Notify these sides of the pending offer: on its own post, or in a new one if it was made earlier."""
        offer, say = self.memory.offer or {}, self.names.words.say
        stated = proposals.answerable(self.names, offer)
        # A side also notified of the handover is pinged by that post only.
        pinged = [side for side in asked if self.pings(side)]
        mention = tuple(holder_id(self.stored, side) for side in pinged if side != self.fresh)
        own = [at for at, one in enumerate(posts) if one.kind == "offer" and one.body.get("menu")]
        if own:
            made = Reply.model_validate(posts[own[-1]].body)
            text = self._with_heading(asked[0], made.text) if mention else made.text
            posts[own[-1]] = post("offer", made.model_copy(update={"mention": (*mention, *made.mention), "text": text}))
        elif pinged:
            told = [
                say(
                    "ui.posts.offer_asks",
                    side=self.names.side(side),
                    who=holder_name(self.names.words, self.stored, side),
                )
                for side in pinged
            ]
            text = "\n".join([heading(self.names, self.stored, self.game, pinged[0]), *told, stated])
            shared = proposals.offered(self.names, self.stored, self.memory, text)
            again = shared.model_copy(update={"edit": "offer", "anew": True, "mention": mention})
            posts.append(post("offer", again))
            self.memory.bearing["offer"] = proposals.kept_offer(offer)
        for side in asked:
            if self.ways[side] == "dm":
                names = self.own.get(side, self.names)
                words = {"side": names.side(side), "game": self.stored.header.game_id}
                waits = names.words.say("ui.posts.offer_waits", **words)
                text = f"{heading(names, self.stored, self.game, side)}\n{waits}\n{proposals.answerable(names, offer)}"
                menu = Menu(rows=(proposals.controls(names, self.stored.header.game_id, offer),))
                alone = Reply(text=text, menu=menu, audience="private", seat=side, edit="offer", anew=True)
                posts.append(post("direct", alone))
                self.memory.bearing[f"offer:{seats_of(self.stored)[side]}"] = proposals.kept_offer(offer)

    def _bearing(self, reply: Reply, *, anew: bool, asks: bool) -> Reply:
        """Return the explaining post, with *My move* if it says who is awaited; `asks` if it has the question."""
        if self.fresh is not None:
            if reply.menu is None:
                reply = reply.model_copy(update={"menu": self._button()})
            if not reply.edit:
                reply = reply.model_copy(update={"edit": "prompt", "anew": True})
            elif anew:
                reply = reply.model_copy(update={"anew": True})
        if reply.edit == "prompt":
            self.note("channel", reply, self.waited, asks=asks)
        return reply

    def _repost(self) -> Post | None:
        """Return the pending post with the newest events, to be reposted for a holder who was not pinged by it.

        None if no post waits for them, or the one that does names an earlier holder.
        """
        prompt = self._waiting_post
        if prompt is None:
            return None
        label = prompt.get("label") or self.names.words.say("ui.buttons.my_move")
        again = {"picture": prompt["picture"], "edit": "prompt", "anew": True, "replaces": True}
        told = {"until": prompt.get("until", -1), "audience": "channel", "menu": self._button(label)}
        text, task = prompt["text"], prompt.get("task", "")
        if "asks" not in prompt:
            task = self._text(int(prompt["side"]))
            text = f"{prompt.get('over') or text}\n{task}"
        reply = Reply.model_validate({**again, **told, "text": text, "task": task})
        return post("prompt" if "asks" in prompt else "handover", reply)

    @property
    def prompt(self) -> dict[str, Any] | None:
        """The prompt in the channel for the awaited side during an action."""
        standing = self.memory.asking.get("channel")
        return standing if self.memory.prompted and standing and standing["side"] == self.waited else None

    @property
    def _waiting_post(self) -> dict[str, Any] | None:
        """The newest post in the channel that waits for the current holder of the side to move."""
        noted = self.memory.asking.get("channel")
        if noted is None or noted["side"] != self.waited:
            return None
        return noted if noted.get("user", "") == holder_id(self.stored, self.waited) else self.prompt

    def note(self, where: str, reply: Reply, side: int | None, *, asks: bool = False, over: str | None = None) -> None:
        """Store which message has the button, replacing the previous one, and the question it asks, if any.

        Args:
            where: "channel", or the seat whose holder gets it as a direct message.
            reply: the message.
            side: the awaited side.
            asks: the message contains the current decision's question.
            over: its text once it waits for nobody; None means, in the channel, its text without the question, and in a
                direct
                message, its text with a note.
        """
        if reply.menu is None or side is None:
            self.memory.asking.pop(where, None)
            return
        picture = reply.picture.model_dump(mode="json") if reply.picture else None
        asked = {"asks": self.game.decision.kind, "task": reply.task} if asks else {}
        if over is None and where == "channel":
            over = reply.text.removesuffix(reply.task).rstrip("\n")
            if not asks and over in ("", heading(self.names, self.stored, self.game, side)):
                who = holder_name(self.names.words, self.stored, side)
                over = f"{over}\n{self.names.words.say('ui.posts.handover_over', who=who)}".lstrip("\n")
        if over is not None:
            asked["over"] = over
        label = reply.menu.buttons[0].label
        told = {"text": reply.text, "picture": picture, "label": label, "until": reply.until}
        told["user"] = holder_id(self.stored, side)
        self.memory.asking[where] = {"side": side, **told, **asked}

    def _with_heading(self, side: int, text: str) -> str:
        """Return a text that pings a side's holder, headed by the line that names the game."""
        head = f"{heading(self.names, self.stored, self.game, side)}\n"
        return text if text.startswith(head) else f"{head}{text}"

    def _direct(self, side: int, why: Post | None) -> Post:
        """Return the direct notification that the game waits for its reader: what happened, and the question."""
        if side in self.own:
            return self._direct_in(self.own[side], side)
        words = {"side": self.names.side(side), "about": about(self.names, self.game)}
        waits = self.names.words.say("ui.posts.direct", game=self.stored.header.game_id, **words)
        if why is None and (noted := self._waiting_post) is not None:
            told = Reply(text=noted["text"], task=noted.get("task", ""), until=noted.get("until", -1))
        else:
            told = Reply.model_validate(why.body) if why is not None else Reply(text="")
        # The channel's text names the player; their own message contains only the question.
        story, question = told.text.removesuffix(told.task).rstrip("\n"), told.task.partition("\n")[2]
        story = self._unsent_text(seats_of(self.stored)[side], story)
        text = self._with_heading(side, "\n".join(part for part in (waits, story, question) if part))
        over = self.names.words.say("ui.posts.direct_over")
        over = self._with_heading(side, f"{story}\n{over}" if story else over)
        reply = Reply(
            text=text,
            menu=self._button(),
            audience="private",
            seat=side,
            edit="prompt",
            anew=True,
            until=told.until,
        )
        self.note(seats_of(self.stored)[side], reply, side, asks=bool(question), over=over)
        return post("direct", reply)

    def _direct_in(self, names: Book, side: int) -> Post:
        """Return it in the reader's language; past events, worded for the channel, are left to the reader's panel."""
        game, say = self.game, names.words.say
        head = heading(names, self.stored, game, side)
        words = {"side": names.side(side), "about": about(names, game)}
        waits = say("ui.posts.direct", game=self.stored.header.game_id, **words)
        question = decision_text(title_of(game).offer_context(table_for(game, side), names.words.language))
        reply = Reply(
            text=f"{head}\n{waits}\n{question}",
            menu=self._button(say("ui.buttons.my_move")),
            audience="private",
            seat=side,
            edit="prompt",
            anew=True,
        )
        over = f"{head}\n{say('ui.posts.direct_over')}"
        self.note(seats_of(self.stored)[side], reply, side, asks=True, over=over)
        return post("direct", reply)

    def _unsent_text(self, seat: str, story: str) -> str:
        """Return the part of an action not yet in a seat's direct messages; of an extended line, its new sentences."""
        before, lines = self.memory.direct.get(seat, []), story.splitlines()
        self.memory.direct[seat] = lines
        rest = []
        for line in lines:
            known = max((begun_alike(line, one) for one in before), default=0)
            if new := line[known:].strip():
                rest.append(f"… {new}" if known else new)
        return "\n".join(rest)

    def _plain_post(self, side: int) -> Post:
        """Return the short post used when no other says that the game waits."""
        text = self._text(side)
        return post("handover", Reply(text=text, task=text, audience="channel"))

    def _text(self, side: int) -> str:
        """Return the text that tells a side's holder that it is their turn."""
        words = {"side": self.names.side(side), "who": holder_name(self.names.words, self.stored, side)}
        return self.names.words.say("ui.posts.handover", about=about(self.names, self.game), **words)

    def _button(self, label: str = "") -> Menu:
        token = tokens.screen(self.stored.header.game_id, -1, "panel")
        label = label or self.names.words.say("ui.buttons.my_move")
        return Menu(rows=((Button(label=label, style="primary", token=token, seated=True),),))

    def _take_off(self, posts: list[Post]) -> None:
        """Remove the button from messages that wait for someone no longer awaited, or ask an outdated question.

        A message about an action taken back in this command loses its text as well.
        """
        kind = self.game.decision.kind if self.waited is not None else ""
        for where, stale in list(self.memory.asking.items()):
            if stale["side"] == self.waited and stale.get("asks", kind) == kind:
                continue
            if renewed := self._still_waiting(where, stale, posts):
                posts.append(renewed)
                continue
            posts.append(self._strip_waiting(where, stale, posts))
            del self.memory.asking[where]

    def _still_waiting(self, where: str, stale: dict[str, Any], posts: list[Post]) -> Post | None:
        """Return the edit of a direct message whose reader has answered its question and is asked another.

        It keeps its button and says that it is their turn; their panel has the question. None for any other message.
        """
        side = stale["side"]
        if where == "channel" or side != self.waited or stale.get("user", "") != holder_id(self.stored, side):
            return None
        names = self.own.get(side, self.names)
        say, lines = names.words.say, str(stale.get("over", "")).split("\n")
        if lines[-1] != say("ui.posts.direct_over") or 0 <= taken_back_to(posts) < stale.get("until", -1):
            return None
        words = {"side": names.side(side), "about": about(names, self.game)}
        waits = say("ui.posts.direct", game=self.stored.header.game_id, **words)
        reply = Reply(
            text="\n".join([lines[0], waits, *lines[1:-1]]),
            menu=self._button(stale["label"]),
            audience="private",
            seat=side,
            edit="prompt",
            until=stale.get("until", -1),
        )
        self.note(where, reply, side, over=stale["over"])
        return post("strip", reply)

    def _strip_waiting(self, where: str, stale: dict[str, Any], posts: list[Post]) -> Post:
        """Return the edit that leaves a message's events and removes the statement that it waits for someone."""
        back = taken_back_to(posts)
        seat = None if where == "channel" else seats_of(self.stored).index(where)
        names = self.names if seat is None else self.own.get(seat, self.names)
        over = "" if seat is None else f"\n{names.words.say('ui.posts.direct_over')}"
        until = stale.get("until", -1)
        text = stale.get("over") or f"{stale['text']}{over}"
        plain = {"text": text, "picture": stale["picture"], "until": until}
        if 0 <= back < until:
            plain = {"text": f"{names.words.say('ui.posts.withdrawn')}{over}"}
        where_it_stands = {"edit": "prompt", "seat": seat, "audience": "channel" if seat is None else "private"}
        return post("strip", Reply.model_validate({**plain, **where_it_stands}))


def _last(posts: list[Post]) -> int | None:
    """Return the index of the last public post in the channel; an offer says nothing about the move."""
    found = [at for at, one in enumerate(posts) if one.audience == "channel" and one.kind not in _ASIDE]
    return found[-1] if found else None


__all__ = ["Handover"]
