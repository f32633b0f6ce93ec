"""Public posts after a command: action posts, prompts, turn summaries, the table message.

One post per finished action, never one per click. Everything here is made from public events and the spectators'
knowledge; what only a seat may know never passes through here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.narration import segments as parts
from bot.narration.book import Book
from bot.narration.segments import Segment
from bot.narration.user_text import unmarked
from bot.service.announcing.table_message import read_digest, table_message
from bot.service.clock import HOUR, Clock
from bot.service.outgoing import post
from bot.service.session import Memory, between_actions, holder_id, holder_name, level_at, table_for
from bot.service.state import proposals
from bot.service.state.handover import Handover
from bot.service.state.preferences import Preferences
from bot.service.visibility import Visibility
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.reply import Button, Menu, PictureRef, Reply
from bot.titles import title_of
from bot.titles.capabilities import rounds_of
from bot.titles.panel import decision_text, without_result
from bot.titles.story import ShownPicture, Story
from engine.core.game import Game, GameState

#: Messages below the table message after which it is reposted: at the end of an action, and immediately.
SEVERAL, FAR = 5, 12
#: Followers pinged by one message: their mentions, of up to 25 characters each, leave room for its text on every
#: platform, and no platform allows more than a hundred.
PINGED_AT_ONCE = 40


#: Characters that end a sentence.
_ENDS = (".", "!", "?", "…", ":")


def joined_picture(*parts: PictureRef) -> PictureRef:
    """Join several pictures of one position into one; the first determines the game and position."""
    told = [{"kind": part.kind, "args": part.args} for part in parts]
    alt = " ".join(part.alt if part.alt.endswith(_ENDS) else f"{part.alt}." for part in parts if part.alt)
    return parts[0].model_copy(update={"kind": "joined", "args": {"parts": told}, "alt": alt})


def _join_pictures(made: list[PictureRef]) -> PictureRef | None:
    return joined_picture(*made) if len(made) > 1 else next(iter(made), None)


@dataclass(slots=True)
class Announcer:
    """Builds the posts of one command; `actor` is the user who gave it."""

    stored: StoredGame
    game: Game[GameState]
    memory: Memory
    names: Book
    actor: str
    #: The clock after the command.
    clock: Clock
    #: The players to notify that it is their turn.
    handover: Handover
    #: What each viewer knows after the command.
    seen: Visibility
    posts: list[Post] = field(default_factory=list)
    #: The pictures of finished actions that the posts show, without alt text.
    drawn: list[PictureRef] = field(default_factory=list)
    #: A player was prompted in the channel during the action that continues or ends now.
    answered: bool = field(init=False)

    def __post_init__(self) -> None:
        self.answered = self.memory.prompted

    @property
    def story(self) -> Story[Any]:
        """The title's narration of events."""
        return title_of(self.game).story

    @property
    def game_id(self) -> str:
        """Id of the game."""
        return self.stored.header.game_id

    @property
    def now(self) -> datetime:
        """The time of the command."""
        return self.handover.now

    def after(self, told: list[dict[str, Any]], side_before: int | None) -> list[Post]:
        """Return the posts that follow from new public events; `side_before` is the side that had to decide before.

        What led to a hidden decision is posted once that decision has been made.
        """
        self.memory.pending += told
        if self.seen.veil is not None:
            return self.posts
        if told or Visibility.of(self.stored).veil is not None:
            proposals.lapse(self.memory)
        segments = parts.segments(self.memory.pending)
        between = between_actions(self.game)
        finished = segments if between else list(segments[:-1])
        if not between and segments and segments[-1].over:
            finished = segments
        for segment in finished:
            self._post_segment(segment)
        self.memory.pending = [event for segment in segments[len(finished) :] for event in segment.events]
        if self.game.stack and not (between and finished):
            self._prompt(side_before)
        return self.close()

    def close(self) -> list[Post]:
        """Return the final posts of every command: closed offers, turn notifications, the table message."""
        self.clock.credit(rounds_of(title_of(self.game), self.game))
        if not self.game.stack:
            self.memory.offer = None
            proposals.close(self.posts, self.names, self.stored, self.memory, "seat", own=self.handover.own)
            proposals.close(self.posts, self.names, self.stored, self.memory, "warning", own=self.handover.own)
        if self.memory.offer is None:
            proposals.close(self.posts, self.names, self.stored, self.memory, "offer", own=self.handover.own)
        if not (self.game.stack and self.clock.fallen):
            proposals.close(self.posts, self.names, self.stored, self.memory, "claim", own=self.handover.own)
        self.handover.put_on(self.posts)
        if not self.memory.prompted:
            self.memory.direct.clear()  # the action is over: the next one is told from its start
        self.renew()
        return self.posts

    # -- finished actions -----------------------------------------------------------------

    def _post_segment(self, segment: Segment) -> None:
        action = segment.kind == "action"
        lines = self.story.lines(self.names, segment)
        if not lines:
            return
        followers = () if action else self._followers()
        picture = self._new_picture(self._segment_picture(self.story.shown(self.names, segment, lines)))
        text = without_result("\n".join(lines), self.names, self.game)  # the end-of-game post states the result
        last = max(event["n"] for event in segment.events)
        until = self.memory.tell(last)
        self.memory.posted = max(self.memory.posted, last)
        if not text:
            return
        for audience in ("channel", "thread"):
            reply = Reply(
                text=text,
                until=until,
                picture=picture,
                audience="channel" if audience == "channel" else "thread",
                mention=followers[:PINGED_AT_ONCE] if audience == "channel" else (),
            )
            if audience == "channel" and self.memory.prompted:
                # Text shown by the prompt during or between actions is repeated in full in the post that replaces it.
                reply = reply.model_copy(update={"edit": "prompt", "replaces": True})
            self.posts.append(post("action" if action else "turn", reply))
        self._ping_others(followers[PINGED_AT_ONCE:])
        if action:
            self._reports(segment, until)
        self.memory.prompted = False

    def _followers(self) -> tuple[str, ...]:
        """Return the followers to ping, except the caller and players who are pinged anyway."""
        handover, now = self.handover, self.handover.now
        left_out = {self.actor, *(holder_id(self.stored, side) for side in (0, 1) if handover.pings(side))}
        own = {user: handover.people.get(user, Preferences()) for user in self.memory.followers}
        return tuple(
            user
            for user, one in own.items()
            if user not in left_out and one.pings != "off" and not one.silent_until(now)
        )

    def _ping_others(self, followers: tuple[str, ...]) -> None:
        """Queue extra messages for the followers whose mentions don't fit into the turn's post."""
        text = self.names.words.say("ui.posts.followers")
        for begin in range(0, len(followers), PINGED_AT_ONCE):
            some = followers[begin : begin + PINGED_AT_ONCE]
            self.posts.append(post("followers", Reply(text=text, audience="channel", mention=some)))

    def _reports(self, segment: Segment, until: int) -> None:
        """Post pictures for the spectators' thread, such as each combat report."""
        made: list[tuple[str, ShownPicture]] = []
        for event in segment.events:
            report = self.story.report(self.names, Segment(segment.kind, [event]))
            if report is not None and report not in made:
                made.append(report)
        for title, own in made:
            picture = self._picture(own.kind, own.args)
            self.posts.append(post("battle", Reply(text=title, picture=picture, audience="thread", until=until)))

    def _segment_picture(self, wanted: list[ShownPicture]) -> PictureRef | None:
        """Return the pictures of a segment as one; the first marked as lasting stays with the table message."""
        made = [self._picture(one.kind, one.args, one.alt) for one in wanted]
        lasting = next((picture for one, picture in zip(wanted, made, strict=True) if one.lasting), None)
        if lasting is not None:
            self.memory.picture = lasting.model_dump(mode="json")
        return _join_pictures(made)

    def _new_picture(self, picture: PictureRef | None) -> PictureRef | None:
        """Return a post's picture, or None if a post of the same command already shows it; alt text is ignored."""
        if picture is None or (bare := picture.model_copy(update={"alt": ""})) in self.drawn:
            return None
        self.drawn.append(bare)
        return picture

    def _picture(self, kind: str, args: dict[str, Any], alt: str = "") -> PictureRef:
        """Return a picture of public knowledge, in the table's colours."""
        ref = {"kind": kind, "game": self.game_id, "number": self.game.number, "args": args, "alt": unmarked(alt)}
        own = {"palette": self.stored.settings.palette, "language": self.names.words.language}
        return PictureRef.model_validate({**ref, **own})

    # -- prompts --------------------------------------------------------------------------

    def _task(self, actor: int, reacting: bool) -> str:
        """Return what a side is asked, worded as a reaction or as part of its own action."""
        title, words = title_of(self.game), self.names.words
        who = {"side": self.names.side(actor), "who": holder_name(words, self.stored, actor)}
        asked = words.say("ui.posts.asked" if reacting else "ui.posts.goes_on", **who)
        return f"{asked}\n{decision_text(title.offer_context(table_for(self.game, actor), words.language))}"

    def _prompt(self, side_before: int | None) -> None:
        """Prompt during an action; later prompts of the same action replace the first.

        The reacting side is always prompted in the channel. When the game comes back to the acting side, it gets no
        new message unless its player has left and must be notified.
        """
        title, actor = title_of(self.game), self.game.actor
        if actor is None or level_at(self.stored, actor):
            return
        phasing = title.phasing(self.game)
        reacting = actor != (side_before if phasing is None else phasing)
        told = self.handover.pings(actor)
        back = self.handover.fresh is not None and (told or self.memory.prompted)
        if not reacting and not back:
            return
        lines = self.story.so_far(self.names, self.memory.pending)
        task = self._task(actor, reacting)
        anew = told or not self.memory.prompted
        # A later question keeps the description of the action, but no pictures, which would have to be drawn again.
        scene = self.story.scene(self.names, self.memory.pending)
        made = [self._picture(one.kind, one.args, one.alt) for one in scene if anew or not one.lasting]
        answer = Button(
            label=self.names.words.say("ui.buttons.answer" if reacting else "ui.buttons.my_move"),
            style="primary",
            token=tokens.screen(self.game_id, -1, "panel"),
            seated=True,
        )
        reply = Reply(
            text="\n".join([*lines, task]),
            task=task,
            picture=_join_pictures(made),
            menu=Menu(rows=((answer,),)),
            audience="channel",
            edit="prompt",
            anew=anew,
            replaces=self.memory.prompted,
            until=self.memory.tell(self.game.number),
        )
        self.memory.prompted = True
        self.posts.append(post("prompt", reply))

    # -- the table message ------------------------------------------------------------------

    def renew(self) -> None:
        """Update the table message if its content has changed: edit it, or repost it below newer messages."""
        memory = self.memory
        memory.below += sum(_is_new_message(one) for one in self.posts)
        memory.deliberated = ""
        game = self.seen.shown(self.stored, self.game)
        reply = table_message(self.stored, game, memory, self.names, self.clock)
        digest = read_digest(self.stored, reply)
        if digest == memory.table:
            return
        anew = not memory.table or self._is_out_of_sight()
        self.posts.append(post("table", reply.model_copy(update={"anew": anew})))
        memory.table = digest
        if anew:
            memory.table_at, memory.below = int(self.handover.now.timestamp()), 0

    def _is_out_of_sight(self) -> bool:
        """Return True if the table message is out of sight, or too old for platforms to edit it reliably.

        It is reposted when an action ends without having sent a prompt before, so that it never costs a third message.
        """
        memory = self.memory
        old = self.handover.now.timestamp() - memory.table_at > HOUR
        ends = any(one.kind in ("action", "turn") for one in self.posts) and not self.answered
        return memory.below >= FAR or (ends and (memory.below >= SEVERAL or (old and memory.below > 0)))


def _is_new_message(one: Post) -> bool:
    """Return True for a post that is a new message in the channel, other than the table message."""
    return (
        one.audience == "channel" and one.kind != "table" and (not one.body.get("edit") or bool(one.body.get("anew")))
    )


__all__ = [
    "PINGED_AT_ONCE",
    "Announcer",
]
