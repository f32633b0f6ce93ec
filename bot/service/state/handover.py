"""Who is told that the game waits for them: the one place that decides it, after every command.

| the one who is waited for ...          | is told                                                       |
|----------------------------------------|---------------------------------------------------------------|
| gave the command, or plays both sides  | not: they know                                                |
| acted within the last two minutes      | when those are over, unless they act before (the ticker)      |
| has quiet hours, snoozes or is away    | when that is over, unless they act before (the ticker)        |
| wants no pings                         | not                                                           |
| wants direct messages                  | by one, with *My move*                                        |
| else                                   | by a ping in the post that says why, which bears *My move*    |

Each hand-over is told once. The newest post that says whom the game waits for has the button; when it is
not true any more, it is taken off.
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

#: Posts that can say why somebody is waited for; the others have their own readers or their own place.
_ASIDE = frozenset({"table", "followers", "battle", "direct", "strip", "offer", "pairing"})


@dataclass(slots=True)
class Handover:
    """Decides the tellings of one command or look, and puts them on its posts.

    Args:
        stored: the game, with the seats as they are after the command.
        game: as it stands after the command.
        memory: which messages bear a button.
        clock: who is waited for, who is present, who has not been told.
        names: words.
        actor: the user who gave the command, "" for the ticker.
        people: how seated users want to be told.
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
    #: The words of the holder of a side, where they get direct messages and read another language than the channel.
    own: Mapping[int, Book] = field(default_factory=dict)
    #: The side that is waited for and has not been told before this.
    fresh: int | None = field(init=False)
    _ways: dict[int, str] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        waited = self.waited
        untold = waited is not None and not self.clock.known and holder_id(self.stored, waited) != self.actor
        self.fresh = waited if untold else None

    @property
    def ways(self) -> dict[int, str]:
        """How each side is told now: "on" by a ping, "dm" directly.

        Decided when it is first asked for: where nothing is posted, what is due stays due.
        """
        if self._ways is None:
            self._ways = {side: way for side in (0, 1) if (way := self._way(side))}
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
    def _asked(self) -> list[int]:
        """The sides that an offer waits for and that have not been told of it yet: a later hand-over tells of itself alone."""
        offer = self.memory.offer
        known = offer.get("told", ()) if offer is not None else ()
        return [side for side in proposals.asked_by(self.stored, offer) if side not in known]

    def _way(self, side: int) -> str:
        clock, user = self.clock, holder_id(self.stored, side)
        if not clock.tell[side]:
            return ""
        own = self.people.get(user, Preferences())
        nothing = side != self.fresh and side not in self._asked
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
        """Put the tellings on the posts of this command, or add one where none says why."""
        asked = [side for side in self.ways if side in self._asked]
        if asked and self.memory.offer is not None:
            self._put_offer(posts, asked)
            self.memory.offer["told"] = sorted({*self.memory.offer.get("told", ()), *asked})
        told = self.ways.get(self.fresh, "") if self.fresh is not None else ""
        why = _last(posts)
        if told == "on" and why is None:
            posts.append(self._again() or self._bare(self.fresh or 0))
            why = len(posts) - 1
        if why is not None:
            reply = Reply.model_validate(posts[why].body)
            if told == "on" and self.fresh is not None:
                user, text = holder_id(self.stored, self.fresh), self._headed(self.fresh, reply.text)
                mention = (user, *(one for one in reply.mention if one != user))
                reply = reply.model_copy(update={"mention": mention, "text": text})
            kind, stale = posts[why].kind, self.memory.asking.get("channel")
            reply = self._bearing(reply, anew=told == "on", asks=kind == "prompt")
            posts[why] = post(kind, reply)
            gives_way = reply.edit == "prompt" and reply.anew and not reply.replaces
            if gives_way and stale is not None and stale.get("over", "") not in ("", stale["text"]):
                posts.insert(why, self._stripped("channel", stale, posts))
                why += 1
        if told == "dm" and self.fresh is not None:
            posts.append(self._direct(self.fresh, posts[why] if why is not None else None))
        self._take_off(posts)

    def _put_offer(self, posts: list[Post], asked: list[int]) -> None:
        """Tell these sides of the offer that stands: on its own post, or where it was made before by another one."""
        offer, say = self.memory.offer or {}, self.names.words.say
        stated = proposals.answerable(self.names, offer)
        # Who is told of the hand-over as well is pinged by that post alone.
        pinged = [side for side in asked if self.pings(side)]
        mention = tuple(holder_id(self.stored, side) for side in pinged if side != self.fresh)
        own = [at for at, one in enumerate(posts) if one.kind == "offer" and one.body.get("menu")]
        if own:
            made = Reply.model_validate(posts[own[-1]].body)
            text = self._headed(asked[0], made.text) if mention else made.text
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
        """Return the post that says why, with *My move* on it if it says whom the game waits for; it may ask the very question."""
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

    def _again(self) -> Post | None:
        """Return the post that waits for the side with the newest story, to be posted again for a holder who was not pinged by it.

        None where no post waits for them, or the one that does names an earlier holder.
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
        """The text of the prompt in the channel that asks the side which is waited for in the midst of an action."""
        standing = self.memory.asking.get("channel")
        return standing if self.memory.prompted and standing and standing["side"] == self.waited else None

    @property
    def _waiting_post(self) -> dict[str, Any] | None:
        """What the newest post in the channel says that waits for the present holder of the side to move."""
        noted = self.memory.asking.get("channel")
        if noted is None or noted["side"] != self.waited:
            return None
        return noted if noted.get("user", "") == holder_id(self.stored, self.waited) else self.prompt

    def note(self, where: str, reply: Reply, side: int | None, *, asks: bool = False, over: str | None = None) -> None:
        """Remember which message bears the button, or takes the place of the one that did; and what it asks, if it does.

        Args:
            where: "channel", or the seat to whose holder it is a direct message.
            reply: the message.
            side: that is waited for.
            asks: the message asks the question of the present decision.
            over: what it says once nobody is waited for by it; None in the channel for its text without the question, in a
                direct message for its text and that.
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

    def _headed(self, side: int, text: str) -> str:
        """Return a text that pings the holder of a side, below the line that says which game it is about."""
        head = f"{heading(self.names, self.stored, self.game, side)}\n"
        return text if text.startswith(head) else f"{head}{text}"

    def _direct(self, side: int, why: Post | None) -> Post:
        """For the one who is told alone that the game waits for them: what happened, and what is asked."""
        if side in self.own:
            return self._direct_in(self.own[side], side)
        words = {"side": self.names.side(side), "about": about(self.names, self.game)}
        waits = self.names.words.say("ui.posts.direct", game=self.stored.header.game_id, **words)
        if why is None and (noted := self._waiting_post) is not None:
            told = Reply(text=noted["text"], task=noted.get("task", ""), until=noted.get("until", -1))
        else:
            told = Reply.model_validate(why.body) if why is not None else Reply(text="")
        # The channel names who is asked; the one who is asked reads the question alone.
        story, question = told.text.removesuffix(told.task).rstrip("\n"), told.task.partition("\n")[2]
        story = self._rest(seats_of(self.stored)[side], story)
        text = self._headed(side, "\n".join(part for part in (waits, story, question) if part))
        over = self.names.words.say("ui.posts.direct_over")
        over = self._headed(side, f"{story}\n{over}" if story else over)
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
        """The same in a language of their own; what happened was worded for the channel, and is on their panel in theirs."""
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

    def _rest(self, seat: str, story: str) -> str:
        """Return what of an action's story the direct messages to a seat have not said; of a line that has grown its new sentences."""
        before, lines = self.memory.direct.get(seat, []), story.splitlines()
        self.memory.direct[seat] = lines
        rest = []
        for line in lines:
            known = max((begun_alike(line, one) for one in before), default=0)
            if new := line[known:].strip():
                rest.append(f"… {new}" if known else new)
        return "\n".join(rest)

    def _bare(self, side: int) -> Post:
        """Return the short post where nothing else says that the game waits."""
        text = self._text(side)
        return post("handover", Reply(text=text, task=text, audience="channel"))

    def _text(self, side: int) -> str:
        """Say to the holder of a side that it is their turn."""
        words = {"side": self.names.side(side), "who": holder_name(self.names.words, self.stored, side)}
        return self.names.words.say("ui.posts.handover", about=about(self.names, self.game), **words)

    def _button(self, label: str = "") -> Menu:
        token = tokens.screen(self.stored.header.game_id, -1, "panel")
        label = label or self.names.words.say("ui.buttons.my_move")
        return Menu(rows=((Button(label=label, style="primary", token=token, seated=True),),))

    def _take_off(self, posts: list[Post]) -> None:
        """Take the button off whatever says that somebody is waited for who is not, or asks what is not asked any more.

        What tells of an action that is taken back now tells it no longer.
        """
        kind = self.game.decision.kind if self.waited is not None else ""
        for where, stale in list(self.memory.asking.items()):
            if stale["side"] == self.waited and stale.get("asks", kind) == kind:
                continue
            if renewed := self._still_waiting(where, stale, posts):
                posts.append(renewed)
                continue
            posts.append(self._stripped(where, stale, posts))
            del self.memory.asking[where]

    def _still_waiting(self, where: str, stale: dict[str, Any], posts: list[Post]) -> Post | None:
        """Return the edit of a direct message whose reader has answered its question and is asked another one.

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

    def _stripped(self, where: str, stale: dict[str, Any], posts: list[Post]) -> Post:
        """Return the edit after which a message keeps its story: that it waits for somebody was true only for the moment."""
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
    """Where the last post stands that everybody reads in the channel; an offer says nothing of the move."""
    found = [at for at, one in enumerate(posts) if one.audience == "channel" and one.kind not in _ASIDE]
    return found[-1] if found else None


__all__ = ["Handover"]
