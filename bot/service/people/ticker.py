"""Reminders and clocks: checks the games that are due and sends what is due, once.

All state is stored in the games, so a restart loses and repeats nothing. After a long stop everything is overdue at
once: a game then gets one reminder, not those it missed; a person gets one per hour, however many games wait for
them; and one pass sends only a few.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.narration.book import Book
from bot.service.ai_player.move_scheduler import Deliberations
from bot.service.announcing.posts import Announcer
from bot.service.calls import Answer, Tools
from bot.service.clock import HOUR, Clock, lasting
from bot.service.outgoing import post
from bot.service.periodic_task import PeriodicTask
from bot.service.record_work import RecordThreads
from bot.service.seats import league_rulings
from bot.service.seats.lobby import ended
from bot.service.session import Memory, holder_id, holder_name, restore, seats_of
from bot.service.state import proposals
from bot.service.state.handover import Handover
from bot.service.state.handover_texts import about, heading
from bot.service.state.kept_texts import holder, kept, worded
from bot.service.state.preferences import Preferences
from bot.service.state.recipients import addressed, own_words, tastes
from bot.service.state.seat_duties import owed
from bot.service.visibility import Visibility
from bot.storage.errors import StorageError, StoreBusy, StoredDamage, UnknownGame, WarMissing
from bot.storage.outbox_models import Post
from bot.storage.store import Change, StoredGame
from bot.table import tokens
from bot.table.reply import Button, Menu, PictureRef, Reply

_log = logging.getLogger(__name__)

#: Seconds between passes, games taken at a time, and maximum games per pass.
EVERY, AT_ONCE, MOST = 30.0, 20, 400
#: Seconds between reminders of one person, and until a broken game is checked again.
APART = LATER = HOUR


class Ticker(PeriodicTask):
    """Periodic task that sends reminders.

    Args:
        tools: store, texts and the clock; tests pass their own clock.
        wake: called when something was queued, so that it is delivered immediately.
        deliberations: carries out the computer's duties; by default in threads.
    """

    def __init__(
        self, tools: Tools, wake: Callable[[], None] = lambda: None, deliberations: Deliberations | None = None
    ) -> None:
        super().__init__(_log, "the clocks", EVERY)
        self._tools = tools
        self._wake = wake
        self.deliberations = deliberations or Deliberations(tools, RecordThreads(), wake)
        #: The last pass ended before everything due was checked.
        self._more = False

    def start(self) -> None:
        """Start a pass every half minute, and immediately when the computer is to move."""
        self._tools.store.due.noted.connect(self._on_noted)
        super().start()

    async def stop(self) -> None:
        """Finish the current pass, then stop."""
        self._tools.store.due.noted.disconnect(self._on_noted)
        await super().stop()
        await self.deliberations.stop()

    async def look(self) -> int:
        """Check what is due, see `tick`."""
        return await self.tick()

    def pause(self) -> float:
        """Return the seconds until the next pass: 0 if the last one ended before everything due was checked."""
        return 0.0 if self._more else EVERY

    def _on_noted(self, game_id: str, at: float) -> None:
        """Handle a game changed by this process: run at once if it is due, else cancel work on its old position."""
        if at and at <= self._tools.now().timestamp():
            self.call()
        else:
            self.deliberations.leave(game_id)

    async def index(self) -> int:
        """Add running games missing from the due index; return how many."""
        store = self._tools.store
        return await store.due.expect(await store.running.games(), self._tools.now().timestamp())

    async def tick(self) -> int:
        """Check what is due; return how many reminders and notices were queued.

        Games are taken a few at a time, so that several processes share the work.
        """
        self._more = False
        now, due = self._tools.now(), self._tools.store.due
        await self._tools.store.running.keep()
        said = looked = 0
        while looked < MOST and not self.stopping.is_set():
            until, games = await due.take(now.timestamp(), AT_ONCE)
            if not games:
                break
            looked += len(games)
            for game_id in games:
                said += await self._try_game(game_id, until, now)
        self._more = looked >= MOST
        if self._tools.store.damaged.untold:
            await self._tools.store.damaged.share(self._tools.store.connection)
        if said:
            self._wake()
        return said

    async def _try_game(self, game_id: str, until: float, now: datetime) -> int:
        """Check one game leased `until` then; a failure must not affect the others."""
        due = self._tools.store.due
        try:
            return await self._look(game_id, until, now)
        except UnknownGame:
            await due.settle(game_id, until, 0.0)
        except StoreBusy:
            pass  # it is due again in a minute
        except WarMissing as missing:
            _log.info("game %s is skipped: %s", game_id, missing)
            await due.settle(game_id, until, now.timestamp() + LATER)
        except StoredDamage as damage:
            _log.error("game %s is skipped: %s", game_id, damage)
            self._tools.store.damaged.setdefault(game_id, "look")
            await due.settle(game_id, until, now.timestamp() + LATER)
        except StorageError:
            raise
        except Exception:  # noqa: BLE001 - one broken game must not stop the others' reminders
            _log.exception("a look at the clock of game %s broke", game_id)
            await due.settle(game_id, until, now.timestamp() + LATER)
        return 0

    async def _look(self, game_id: str, until: float, now: datetime) -> int:
        """Send what is due in one game, in one atomic write; return 0 if nothing was."""
        store = self._tools.store
        stored = await store.load(game_id)
        clock = Clock.of(stored.settings)
        self._clear_damage(stored)
        if not stored.header.in_progress:
            await store.running.ended(game_id)
            return 0
        # Lost lists of people's games are restored game by game.
        await store.people.note_games(stored.seats.people(), game_id)
        if clock.duty <= now.timestamp() and (duty := owed(stored)) is not None:
            self.deliberations.begin(game_id, duty, until)
            return 0
        if stored.header.status == "lobby":
            return await self._lobby(stored, until, now)
        due = clock.next_look()
        if stored.header.status != "playing" or not due or due > now.timestamp():
            await store.due.settle(game_id, until, due if stored.header.status == "playing" else 0.0)
            return 0
        return await self._tick(stored, clock, now)

    async def _tick(self, stored: StoredGame, clock: Clock, now: datetime) -> int:
        """Send what the clock of a game requires; return the number of posts."""
        store, game_id = self._tools.store, stored.header.game_id
        user = holder_id(stored, clock.side)
        own = (await tastes(store.people, [user]))[user] if user else Preferences()
        speaks = bool(user) and own.pings != "off" and not own.silent_until(now)
        # Read before the reminder is claimed, so that a damaged game does not use up the person's reminder.
        Memory.of(stored.settings)
        if stored.snapshot is not None:
            restore(stored)
        reminds = 0 < clock.due <= now.timestamp() and not clock.paused
        first = speaks and reminds and await store.due.first_in(user, APART, now.timestamp())
        said = 0

        async def decide(fresh: StoredGame) -> Change:
            nonlocal said
            change, said = await self._due(fresh, own, now, first)
            return change

        try:
            await store.run_command(game_id, f"tick:{clock.since}:{clock.reminded}:{int(now.timestamp())}", decide)
        except StoredDamage:
            if first:
                await store.due.unreminded(user)
            raise
        return said

    def _clear_damage(self, stored: StoredGame) -> None:
        """Clear the damage noted by an earlier pass once everything is readable; notes of others stay."""
        damaged, game_id = self._tools.store.damaged, stored.header.game_id
        if damaged.get(game_id) != "look":
            return
        Memory.of(stored.settings)
        if stored.snapshot is not None:
            restore(stored)
        del damaged[game_id]

    async def _lobby(self, stored: StoredGame, until: float, now: datetime) -> int:
        """End a lobby that two people have not filled for long."""
        store, game_id, policy = self._tools.store, stored.header.game_id, self._tools.policy
        ends = policy.lobby_ends(stored.header, stored.seats)
        if not ends or ends > now.timestamp():
            await store.due.settle(game_id, until, ends)
            return 0

        def decide(fresh: StoredGame) -> Change:
            if fresh.header.status != "lobby" or policy.lobby_ends(fresh.header, fresh.seats) != ends:
                return Change(answer=Answer().dump())
            text = self._tools.worded(
                fresh, lambda own: own.say("ui.lobby.expired", game=game_id, days=policy.lobby_days)
            )
            return ended(self._tools, fresh, text)

        await store.run_command(game_id, f"expired:{stored.revision}", decide)
        return 1

    async def _due(self, stored: StoredGame, own: Preferences, now: datetime, first: bool) -> tuple[Change, int]:
        clock, ruled = await self._clock(stored)
        memory = Memory.of(stored.settings)
        if stored.snapshot is None or not (game := restore(stored)).stack or clock.side is None:
            return Change(answer=Answer().dump(), due=0.0), 0
        if ruled and (why := clock.lost(now)):
            return await self._lost_on_time(stored, game, clock, why)
        people = await tastes(self._tools.store.people, stored.seats.users())
        seen = Visibility.of(stored)
        shown = seen.shown(stored, game)
        there = self._tools.posting(stored)
        names = there.names_of(stored)
        theirs = await own_words(there, stored, people)
        handover = Handover(stored, shown, memory, clock, names, "", people, now, theirs)
        posts: list[Post] = []
        handover.put_on(posts)
        if posts and clock.due:
            clock.postpone(max(clock.due, int(now.timestamp()) + clock.pace.remind))  # they have just been notified
        if clock.out_of_time(now) and not clock.fallen:
            clock.fallen = True
            posts += self._posts_of_fallen_clock(stored, handover, people)
        if clock.due and clock.due <= now.timestamp() and not clock.paused:
            posts += self._remind(stored, shown, handover, own, first)
        if posts:
            announcer = Announcer(stored, game, memory, names, "", clock, handover, seen, posts)
            announcer.renew()
        settings = clock.into(memory.into(stored.settings))
        return Change(answer=Answer().dump(), posts=posts, settings=settings, due=clock.next_look()), len(posts)

    async def _clock(self, stored: StoredGame) -> tuple[Clock, bool]:
        """Return a game's clock, and whether it may end the game: not if the season cannot be read."""
        try:
            return await self._tools.games.clock(stored), stored.header.league is not None
        except StorageError as error:
            _log.warning("game %s waits for its season: %s", stored.header.game_id, error)
            return Clock.of(stored.settings), False

    async def _lost_on_time(self, stored: StoredGame, game: Any, clock: Clock, why: str) -> tuple[Change, int]:
        """Return the change that ends a league game by its season's clock, without a claim."""
        side = int(clock.side or 0)

        def say(tools: Tools) -> str:
            who = holder_name(tools.words, stored, side)
            return tools.say(f"ui.clock.lost_{why}", side=tools.side(side), who=who)

        stored = replace(stored, settings=clock.into(stored.settings))
        change = await league_rulings.ruled(self._tools, stored, game, league_rulings.Sentence(1 - side, why, say=say))
        return change, len(change.posts)

    def _remind(self, stored: StoredGame, game: Any, handover: Handover, own: Preferences, first: bool) -> list[Post]:
        """Return the reminder, or none: in a lesson, or postponed by quiet hours, snooze, absence or a recent one."""
        clock, now = handover.clock, handover.now
        if own.pings == "off" or stored.header.lesson:  # nobody waits in a lesson
            clock.silence()
            return []
        until = own.silent_until(now)
        if until or not first:
            clock.postpone(until or int(now.timestamp()) + APART)
            return []
        clock.reminded_now(now)
        side = int(clock.side or 0)
        names = handover.own.get(side, handover.names) if own.pings == "dm" else handover.names
        tools = self._tools.at(stored).speaking(names.words.language)
        text = tools.say(
            f"ui.clock.remind_{clock.reminded}",
            side=tools.side(side),
            who=holder_name(tools.words, stored, side),
            time=lasting(clock.waited(now)),
            about=about(names, game),
        )
        text = f"{heading(names, stored, game, side)}\n{text}"
        # An edit would not ping, so the reminder is posted anew and replaces the previous one.
        menu = _reminder_menu(tools, stored.header.game_id)
        whole = Reply(text=text, menu=menu, audience="channel", edit="prompt", anew=True)
        if own.pings == "dm":
            reply = whole.model_copy(update={"audience": "private", "seat": side})
            handover.note(seats_of(stored)[side], reply, side)
            return [post("reminder", reply)]
        reply = whole.model_copy(update={"mention": (holder_id(stored, side),)})
        if (prompt := handover.prompt) is None:
            handover.note("channel", reply, side)
            return [post("reminder", reply)]
        # During an action it includes the prompt's text, which is then shown only once.
        picture = PictureRef.model_validate(prompt["picture"]) if prompt["picture"] else None
        told = {"text": prompt["text"], "task": prompt.get("task", ""), "picture": picture, "replaces": True}
        kept = reply.model_copy(update=told)
        handover.note("channel", kept, side, asks="asks" in prompt)
        return [post("reminder", kept.model_copy(update={"text": f"{text}\n{kept.text}"}))]

    def _posts_of_fallen_clock(
        self, stored: StoredGame, handover: Handover, people: dict[str, Preferences]
    ) -> list[Post]:
        memory, clock, now = handover.memory, handover.clock, handover.now
        side = int(clock.side or 0)
        word, end = ("fallen_league", clock.lost_at) if clock.league is not None else ("fallen", 0)
        says = kept(f"ui.clock.{word}", side={"side": side}, who=holder(stored, side), end={"at": end})

        def told(names: Book) -> Reply:
            tools = self._tools.at(stored).speaking(names.words.language)
            text = f"{heading(names, stored, handover.game, 1 - side)}\n{worded(names, stored, says)}"
            claim = Button(label=tools.say("ui.buttons.claim"), token=tokens.line(stored.header.game_id, "clock claim"))
            return Reply(text=text, menu=Menu(rows=((claim,),)), audience="channel", edit="claim", anew=True)

        reply, alone = told(handover.names), told(handover.own.get(1 - side, handover.names))
        other = holder_id(stored, 1 - side)
        posts = addressed("fallen", reply, 1 - side, other, people.get(other, Preferences()), now, alone)
        proposals.keep(stored, memory, posts, says)
        return posts


def _reminder_menu(tools: Tools, game_id: str) -> Menu:
    """Return a reminder's buttons: make the move, snooze for a night, and stop reminders."""
    move = tokens.screen(game_id, -1, "panel")
    row = (
        Button(label=tools.say("ui.buttons.my_move"), token=move, style="primary", seated=True),
        Button(label=tools.say("ui.buttons.snooze"), token=tokens.line(game_id, "settings snooze 8h")),
        Button(label=tools.say("ui.buttons.no_reminders"), token=tokens.line(game_id, "clock quiet")),
    )
    return Menu(rows=(row,))


__all__ = ["APART", "AT_ONCE", "Ticker"]
