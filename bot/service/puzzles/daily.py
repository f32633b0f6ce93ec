"""Daily puzzles in subscribed channels: posted by one process at a time, once per channel and day.

The post is noted as started, sent under a key of channel and day, then noted as sent. If the process dies in between,
another resends it soon under the same key, which platforms deduplicate; later, when a platform may have forgotten the
key, it counts as sent.
"""

from __future__ import annotations

import contextlib
import logging
import re
import secrets
from collections.abc import Mapping
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.narration.texts import speaking
from bot.port import DeliveryError, Venues
from bot.service.calls import Caller, Tools
from bot.service.periodic_task import PeriodicTask
from bot.service.puzzles import puzzle_choice, puzzle_panels, rating
from bot.service.state.preferences import Preferences
from bot.storage.errors import StorageError
from bot.storage.puzzle_store import Daily, Posed
from bot.table import tokens
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, PictureRef, Reply
from bot.titles import MODULES, title_named
from bot.titles.capabilities import posed_by, puzzles_of
from bot.titles.puzzles import Puzzle
from bot.titles.roots import mark_of

_log = logging.getLogger(__name__)

#: Seconds between passes; of the lease; until an unreachable channel is retried, at first and later; and for which
#: every platform remembers a key: an unconfirmed post may exist, and is only deduplicated within that time.
EVERY, _LEASE, _SOON, _LATER, _KEY = 20.0, 60, 15.0, 300.0, 120.0
#: Seconds that shutdown waits for a pass.
_LINGER = 5.0
#: The default hour of the day for posting.
HOUR = 17
#: An hour of the day as typed.
_A_FULL_HOUR = re.compile(r"([01]?\d|2[0-3])(?::00)?", re.ASCII)
#: Hours after the scheduled time, or the end of quiet hours that contain it, within which a puzzle is still posted, so
#: that one missed at noon is not posted at night; and maximum length of quiet hours.
_LATE, _QUIET = 6, 17


async def subscribe(tools: Tools, caller: Caller, wish: str) -> Reply:
    """Show the channel's subscription, or change it: `off`, `on` or `on` with an hour.

    Raises:
        Refusal: the caller may not do that here, or there is nothing to stop.
    """
    store = tools.store.puzzling
    if not wish:
        return _subscription_reply(tools, (await store.daily()).get(caller.channel))
    if not caller.manages and caller.user not in tools.policy.admins:
        raise refuse("puzzle_not_manager")
    if wish == "off":
        if not await store.stop(caller.channel):
            raise refuse("no_daily_puzzle")
        return Reply(text=tools.say("ui.puzzle.daily.off"))
    tools.policy.check_place(caller.places)
    caller.check_posts()
    persons = tools.store.persons
    zone = (await persons.read(await persons.of(caller.user, caller.name))).zone
    typed = wish.partition(" ")[2]
    hour = _A_FULL_HOUR.fullmatch(typed)
    if typed and hour is None:
        raise refuse("no_hour", text=typed)
    daily = Daily(title=tools.title.name, hour=int(hour[1]) if hour else HOUR, zone=zone, by=caller.user)
    await tools.note_language(caller)
    await store.want(caller.channel, daily)
    return _subscription_reply(tools, daily)


def _subscription_reply(tools: Tools, wish: Daily | None) -> Reply:
    if wish is None:
        return Reply(text=tools.say("ui.puzzle.daily.none"))
    return Reply(text=tools.say("ui.puzzle.daily.on", hour=f"{wish.hour:02}:00", zone=wish.zone))


class DailyPuzzles(PeriodicTask):
    """Periodic task that posts the puzzles.

    Args:
        tools: store, texts and the clock.
        venues: the platforms served here, by name.
        name: the holder of the posting lease; must differ between concurrent processes.
    """

    def __init__(self, tools: Tools, venues: Mapping[str, Venues], name: str = "") -> None:
        super().__init__(_log, "the puzzles of the day", EVERY, _LINGER)
        self._tools = tools
        self._venues = venues
        self._name = name or secrets.token_hex(8)

    async def look(self) -> int:
        """Post what is due now; return the number of channels handled.

        Raises:
            StorageError: the store does not answer.
        """
        store, now = self._tools.store.puzzling, self._tools.now()
        wishes = await store.daily()
        last = await store.last() if wishes else {}
        due = {channel: wish for channel, wish in wishes.items() if self._due(channel, wish, last.get(channel), now)}
        if not due or not await store.lease("take", self._name, _LEASE):
            return 0
        try:
            # What another process posted before this one got the lease is no longer due.
            last = await store.last()
            return sum([await self._try_post(channel, wish, last.get(channel), now) for channel, wish in due.items()])
        finally:
            with contextlib.suppress(StorageError):
                await store.lease("leave", self._name)

    # ------------------------------------------------------------------------------------------ inside

    def _due(self, channel: str, wish: Daily, last: Posed | None, now: datetime) -> bool:
        """Return True if a channel's puzzle is due now."""
        if channel.partition(":")[0] not in self._venues or wish.title not in MODULES:
            return False
        day, at = _latest_schedule(wish, now)
        if now >= at + timedelta(hours=_LATE + _QUIET):
            return False
        if last is None or last.day != day:
            return last is None or last.day < day
        if last.state == "saying":
            return now.timestamp() < last.at + _KEY
        return last.state == "failed" and now.timestamp() >= last.at

    async def _try_post(self, channel: str, wish: Daily, last: Posed | None, now: datetime) -> bool:
        """Post a channel's puzzle; a failure must not affect the other channels."""
        store = self._tools.store.puzzling
        if self.stopping.is_set() or not await store.lease("take", self._name, _LEASE):
            return False
        try:
            return self._due(channel, wish, last, now) and await self._post_puzzle(channel, wish, last, now)
        except DeliveryError as error:
            if error.gone:
                _log.warning("%s gets no more puzzles: it no longer exists", channel)
                await store.gone(channel)
                return True
            _log.warning("the puzzle of the day waits in %s: %s", channel, error)
            said = (await store.last()).get(channel)
            if said is not None:
                again = last is not None and last.day == said.day and last.state == "failed"
                failed = {"state": "failed", "at": now.timestamp() + (_LATER if again else _SOON)}
                await store.was_posed(channel, said.model_copy(update=failed))
        return False

    async def _post_puzzle(self, channel: str, wish: Daily, last: Posed | None, now: datetime) -> bool:
        tools = self._tools.of(title_named(wish.title)).speaking(await self._tools.language_at(channel))
        day, at = _latest_schedule(wish, now)
        if not puzzles_of(tools.title) or not await _is_wanted_now(tools, wish, at, now):
            return False
        store, puzzles = self._tools.store.puzzling, puzzles_of(tools.title)
        saying = last if last is not None and last.day == day else await self._new(tools, last, day, at)
        puzzle = next((one for one in puzzles if one.name == saying.puzzle), None)
        if puzzle is None:
            return False
        saying = saying.model_copy(update={"state": "saying", "at": now.timestamp()})
        await store.was_posed(channel, saying)
        platform, _, own = channel.partition(":")
        said = (await _post(tools, puzzle, saying.told)).on(platform)
        with speaking(tools.words.language):
            await self._venues[platform].tell(own, said, f"puzzle:{day}:{channel}")
        await store.was_posed(channel, saying.model_copy(update={"state": "said"}))
        return True

    async def _new(self, tools: Tools, last: Posed | None, day: str, at: datetime) -> Posed:
        """Return the post of a day."""
        puzzle = puzzle_choice.today(puzzles_of(tools.title), at.date())
        if last is not None and last.puzzle == puzzle.name:  # its solution is part of the same post
            puzzle = puzzle_choice.today(puzzles_of(tools.title), at.date() + timedelta(days=1))
        posed = await tools.store.puzzling.posed(tools.title.name, puzzle.name)
        told = await self._told_before(tools, last)
        return Posed(
            day=day, title=tools.title.name, puzzle=puzzle.name, tried=posed.games, solved=posed.solved, told=told
        )

    async def _told_before(self, tools: Tools, last: Posed | None) -> str:
        """Return the previous puzzle's solution and how many found it since; "" if there was none."""
        if last is None or last.title != tools.title.name:
            return ""
        puzzle = next((one for one in puzzles_of(tools.title) if one.name == last.puzzle), None)
        if puzzle is None:
            return ""
        posed = await tools.store.puzzling.posed(last.title, last.puzzle)
        tried, solved = max(0, posed.games - last.tried), max(0, posed.solved - last.solved)
        told = posed_by(tools.title).shown(puzzle, tools.words.language)
        found = tools.say("ui.puzzle.daily.found", count=tried, solved=solved) if tried else ""
        return tools.say("ui.puzzle.daily.before", name=puzzle.name, told=told, found=found).rstrip()


def _latest_schedule(wish: Daily, now: datetime) -> tuple[str, datetime]:
    """Return the day of a channel's latest scheduled post, in its time zone, and the time of that post."""
    try:
        zone = ZoneInfo(wish.zone)
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    here = now.astimezone(zone)
    at = datetime.combine(here.date(), time(wish.hour), zone)
    if at > here:
        at = datetime.combine(here.date() - timedelta(days=1), time(wish.hour), zone)
    return at.date().isoformat(), at


async def _is_wanted_now(tools: Tools, wish: Daily, at: datetime, now: datetime) -> bool:
    """Return True outside the subscriber's quiet hours, and not too long after the scheduled time or those hours."""
    mine, own = await tools.store.people.settings(wish.by), Preferences()
    with tools.store.people.reading(wish.by, "preferences"):
        own = Preferences(quiet=Preferences.of(mine).quiet)
    begins = max(at.timestamp(), own.silent_until(at))
    return own.silent_until(now) <= 0 and now.timestamp() < begins + _LATE * 3600


async def _post(tools: Tools, puzzle: Puzzle, before: str) -> Reply:
    """Return the post with the day's puzzle and the previous solution."""
    posed = rating.rating_of_puzzle(puzzle, await tools.store.puzzling.posed(tools.title.name, puzzle.name))
    asked = tools.say("ui.puzzle.daily.post", text=puzzle_panels.question_text(tools, puzzle, posed.shown[0]))
    shown = posed_by(tools.title).picture(puzzle, tools.words.language)
    args = {"scenario": puzzle.scenario, "puzzle": puzzle.name}
    own = {"alt": shown.alt, "language": tools.words.language}
    picture = PictureRef.model_validate({"kind": "puzzle", "game": "", "number": 0, "args": args, **own})
    solve = Button(
        label=tools.say("ui.puzzle.buttons.solve"), token=tokens.line("", f"puzzle {puzzle.name}"), style="primary"
    )
    text = "\n\n".join(part for part in (before, asked) if part)
    return Reply(
        text=text, picture=picture, menu=Menu(rows=((solve,),)), audience="channel", title=mark_of(tools.title.name)
    )


__all__ = ["EVERY", "DailyPuzzles", "subscribe"]
