"""The bot's side of the port: every command, press and completion comes in here."""

from __future__ import annotations

import contextlib
import copy
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from bot.commands import leagues
from bot.narration.foreign import foreign
from bot.persons import person
from bot.port import Completion, Inbound
from bot.service import phrasing
from bot.service.acting import asking, filling, play
from bot.service.acting.concluding import Outcome
from bot.service.acting.play import Carry
from bot.service.bounding import WORDS, Pace, size_of
from bot.service.calls import Answer, Caller, Tools, game_here, holder_for
from bot.service.faults import explained, game_in, gone, position_lost, report, unreadable
from bot.service.leagues import front
from bot.service.leagues.registration import Leagues
from bot.service.lines import chained, lesson_named, opened, puzzle_named, surely
from bot.service.looking import completion, screens, welcome
from bot.service.policy import Policy
from bot.service.recalling import Busy, Threads, Workshop
from bot.service.reviving import PositionReader
from bot.service.rooting import anywhere, other_root
from bot.service.routes import OFFERS, Request, answered, route_of, wars
from bot.service.seats import bidding, leaving
from bot.service.staff import taking_back
from bot.service.verdict import note
from bot.storage import sent
from bot.storage.errors import StorageError, StoreBusy, StoredDamage, StoreRefuses, UnknownGame
from bot.storage.store import Store
from bot.table import tokens
from bot.table.refusal import AsksFirst, Refusal, refuse
from bot.table.reply import Reply
from bot.table.words import legible
from bot.titles import MODULES, title_named, title_offering, title_posing, title_stored, title_teaching, usual_title
from bot.titles.forms import first_game
from bot.titles.roots import mark_of, rooted, title_meant
from bot.titles.title import Title
from engine.errors import ChoiceError

log = logging.getLogger(__name__)

#: Refusals after which a sheet is of no use any more.
_NO_SHEET = frozenset({"no_seat", "not_started", "game_over", "not_your_decision", "warning_unread"})
#: Games of which the title is remembered.
_KEPT = 10_000


class BotHandler:
    """Carries out what people ask for; keeps nothing in memory between calls but which title a game is one of."""

    def __init__(
        self,
        store: Store,
        *,
        language: str = "en",
        now: Callable[[], datetime] | None = None,
        workshop: Workshop | None = None,
        policy: Policy | None = None,
        staffroom: Workshop | None = None,
        pace: Pace | None = None,
    ) -> None:
        clock, words, threads = now or _now, usual_title().words(language), Threads()
        #: The seasons of the store.
        self.leagues = Leagues.of(store, clock)
        tools = self._tools = Tools(
            store,
            words,
            self.leagues.games,
            self.leagues.keeper,
            clock,
            policy=policy or Policy(),
            workshop=workshop or threads,
            staffroom=staffroom or threads,
        )
        #: Bounds what one person types in a second; None for no bound.
        self._pace = pace
        #: Commands that are carried out just now.
        self.under_way = 0
        #: By game: the name of its title, which never changes.
        self._titles: dict[str, str] = {}
        store.reviver = PositionReader(store, tools.workshop, partial(position_lost, tools))
        # What most games are played with is read at once, so that a fault in it is told at the start.
        usual_title().prepare(self._tools.words.language)

    @property
    def tools(self) -> Tools:
        """What the bot works with, for the services that run beside it."""
        return self._tools

    async def run(self, inbound: Inbound) -> Sequence[Reply]:
        """Carry out a command or press; the replies are for the one who asked.

        Never raises: refusals and failures come back as one sentence.
        """
        if self._pace is not None and inbound.text is not None:
            try:
                await self._pace.wait(person(inbound.platform, inbound.user), inbound.text)
            except Refusal as refusal:
                note("refused")
                return [Reply(text=self._tools.say(f"reasons.{refusal.reason.code}"))]
        self.under_way += 1
        try:
            with sent.watching() as watch:
                return await self._answer(inbound, watch)
        finally:
            self.under_way -= 1

    async def _answer(self, inbound: Inbound, watch: sent.Sent) -> Sequence[Reply]:
        """The replies; what is said after a failure depends on whether a change was sent before it."""
        caller = _caller(inbound)
        try:
            here = self.speaking(await self._title(inbound, caller))
        except (StoredDamage, UnknownGame):
            here = self  # what is wrong with the game is said by whatever needs it
        except StorageError as error:
            return [Reply(text=self._failed(error, watch))]
        return await here._here(caller, inbound, watch)

    async def _here(self, caller: Caller, inbound: Inbound, watch: sent.Sent) -> Sequence[Reply]:
        """The replies in the words of the title that is meant."""
        say = self._tools.say
        try:
            if inbound.token is not None:
                replies = await self._pressed(caller, inbound.tokens or (inbound.token,), form=inbound.form)
            else:
                replies = await self._under_root(caller, inbound)
            return self.shown(inbound, replies)
        except (Refusal, ChoiceError) as refusal:
            note("refused")
            if refusal.reason.code == "no_game":
                return self.shown(inbound, [welcome.welcome(self._tools.words, alone=first_game(self._tools.title))])
            game_id = _pressed_in(inbound) or await self._typed_beside(inbound)
            told = await explained(self._tools, refusal, game_id or await game_in(self._tools, caller), caller.user)
            return self.shown(inbound, [self._refused(inbound, refusal.reason.code, game_id, told)])
        except (StoreBusy, Busy):
            note("unavailable")
            return [Reply(text=say("reasons.busy"))]
        except UnknownGame:
            note("refused")
            return [await gone(self._tools, caller, _pressed_in(inbound) or inbound.game)]
        except StoredDamage as damage:
            return [
                Reply(text=unreadable(self._tools, damage, _pressed_in(inbound) or await game_in(self._tools, caller)))
            ]
        except StorageError as error:
            return [Reply(text=self._failed(error, watch))]
        except Exception as error:  # noqa: BLE001 - whoever asked gets an answer, whatever broke
            key = "reasons.crashed_unsure" if watch.change else "reasons.crashed"
            return [Reply(text=say(key, report=report(caller, inbound.text, error)))]

    def _failed(self, error: StorageError, watch: sent.Sent) -> str:
        """What is said where the store fails; it is unsure what was done only where something was, or got no answer."""
        note("unavailable")
        log.error("the store failed", exc_info=error)
        if watch.change:
            return self._tools.say("reasons.unsure")
        return self._tools.say("reasons.store_refuses" if isinstance(error, StoreRefuses) else "reasons.unavailable")

    def _refused(self, inbound: Inbound, code: str, game_id: str, told: str) -> Reply:
        """What a refusal says, with what may be pressed instead."""
        if code in ("results_hidden", "results_sealed"):
            return screens.revealing(self._tools, _asked_again(inbound), told)
        if code == "no_seat" and inbound.token is not None:
            return screens.for_spectators(self._tools, game_id, told)
        return Reply(text=told)

    def shown(self, inbound: Inbound, replies: Sequence[Reply]) -> list[Reply]:
        """Replies as the platform gets them, each with the title whose commands it names."""
        return [reply.on(inbound.platform, mark_of(self._tools.title.name)) for reply in replies]

    async def _under_root(self, caller: Caller, inbound: Inbound) -> list[Reply]:
        """What was typed, under which root; refuses where another title than that of the root is played."""
        typed, line = rooted(inbound.text or "")
        root = typed or inbound.title
        if root not in MODULES or root == self._tools.title.name:
            return await self.typed(caller, line, await self._beside_channel(inbound))
        there = self.speaking(title_named(root))
        if not anywhere(there.tools, line):
            raise other_root(self._tools, line)
        return there.shown(inbound, await there.typed(caller, line, ""))

    async def _beside_channel(self, inbound: Inbound) -> str:
        """The puzzle on whose panel something was typed, "" where the game of the channel is meant; raises UnknownGame."""
        if not inbound.game:
            return ""
        return inbound.game if (await self._tools.store.header(inbound.game)).puzzle else ""

    async def _typed_beside(self, inbound: Inbound) -> str:
        """The same, for what is said of a failure."""
        with contextlib.suppress(StorageError):
            return await self._beside_channel(inbound)
        return ""

    def speaking(self, title: Title[Any, Any]) -> BotHandler:
        """The same for what is said in games of a title: in its words, with its commands."""
        if title is self._tools.title:
            return self
        twin = copy.copy(self)
        vars(twin)["_tools"] = self._tools.of(title)
        return twin

    async def _title(self, inbound: Inbound, caller: Caller) -> Title[Any, Any]:
        """The title of the game that is meant, by its control or as that of the channel; the usual one where there is none.

        Of a game that is still to be opened that of its scenario.
        """
        if (scenario := opened(inbound)) is not None:
            return title_offering(scenario, title_meant(rooted(inbound.text or "")[0] or inbound.title))
        if (teaching := title_teaching(lesson_named(inbound))) is not None:
            return teaching
        if (posing := title_posing(puzzle_named(inbound))) is not None:
            return posing
        game = _pressed_in(inbound) or await self._beside_channel(inbound)
        game = game or await holder_for(self._tools.store, caller) or ""
        if not game:
            return title_meant(rooted(inbound.text or "")[0] or inbound.title)
        if game not in self._titles:
            header = await self._tools.store.header(game)
            self._titles[game] = title_stored(header).name
            while len(self._titles) > _KEPT:
                self._titles.pop(next(iter(self._titles)))
        return title_named(self._titles[game])

    async def complete(self, inbound: Inbound) -> Sequence[Completion]:
        """Suggest continuations, best first, only what the asker may know."""
        caller = _caller(inbound)
        if size_of(inbound.text or "") > WORDS:
            return []
        try:
            tools, line = self._tools.of(await self._title(inbound, caller)), legible(inbound.text or "")
            if inbound.title in MODULES and inbound.title != tools.title.name:
                tools = self._tools.of(title_named(inbound.title))
                if not anywhere(tools, line):
                    return []
            if (behind := front.meant(line.lstrip("/"))) is not None and line.lstrip("/") != leagues.ROOT:
                return await front.complete(self.leagues.desk, tools, caller, behind)
            return await completion.complete(tools, caller, line, inbound.fields)
        except (Refusal, ChoiceError, StorageError):
            return []
        except Exception as error:  # noqa: BLE001 - a failed suggestion must not disturb typing
            report(caller, inbound.text, error)
            return []

    # -- typed lines ----------------------------------------------------------------------

    async def typed(self, caller: Caller, text: str, game_id: str) -> list[Reply]:
        """Carry out a typed line; without a game that of the channel is meant."""
        line = rooted(text)[1]
        if (behind := front.meant(line)) is not None:
            return await front.run(self.leagues.desk, self._tools, caller, behind)
        line, yes = await phrasing.understood(self._tools, caller, line, game_id)
        if yes is not None:
            return await self._anyway(caller, yes)
        lines = chained(self._tools, line)
        name, rest = lines[0]
        if name in self._tools.vocabulary.orders:
            game_id = game_id or await game_here(self._tools, caller)
            return await self._ordered(caller, game_id, *surely(lines))
        if len(lines) > 1:
            raise refuse("cannot_chain", part=name)
        args = self._tools.vocabulary.by_name[name].parse(rest, self._tools.words)
        return await route_of(name)(Request(self._tools, caller, args, game_id))

    async def _ordered(
        self, caller: Caller, game_id: str, lines: list[tuple[str, str]], sure: bool = False
    ) -> list[Reply]:
        return await self._act(caller, game_id, play.order_of(self._tools, lines), {"lines": lines}, sure=sure)

    async def _act(
        self,
        caller: Caller,
        game_id: str,
        carry: Carry,
        orders: dict[str, Any],
        *,
        sure: bool = False,
        pressed: bool = False,
    ) -> list[Reply]:
        outcome = Outcome()
        try:
            answer = await play.act(self._tools, caller, game_id, carry, outcome, sure=sure, pressed=pressed)
        except AsksFirst as asked:
            told = await explained(self._tools, asked, game_id)
            # In place of the panel that was pressed, so that pressing again stacks no questions; beside a map that is touched.
            in_place = pressed and not caller.touch
            return [await asking.question(self._tools, caller, game_id, asked, orders, told, in_place=in_place)]
        return await self._answered(caller, game_id, answer, outcome)

    async def _answered(self, caller: Caller, game_id: str, answer: Answer, outcome: Outcome) -> list[Reply]:
        """The answer with the panel; what has been done is not called undone because the panel fails."""
        try:
            return await answered(Request(self._tools, caller, None, game_id), answer, outcome, game_id)
        except (Refusal, StorageError):
            raise
        except Exception as error:  # noqa: BLE001 - the act stands, whatever broke behind it
            failed = self._tools.say("reasons.panel_crashed", report=report(caller, None, error))
            return [Reply(text="\n".join(part for part in (answer.text, failed) if part))]

    # -- presses --------------------------------------------------------------------------

    async def _pressed(self, caller: Caller, texts: Sequence[str], *, form: bool = False) -> list[Reply]:
        try:
            pressed = [tokens.parse(text) for text in texts]
        except tokens.BadToken:
            raise refuse("stale") from None
        token = next((token for token in pressed if token.kind != "order"), pressed[0])
        if token.kind != "order" and token.body.startswith(tokens.REVEAL):
            caller, token = replace(caller, reveals=True), replace(token, body=token.body.removeprefix(tokens.REVEAL))
        if not token.game and await self._tools.store.channels.holder(caller.channel) is None:
            replies = await self._of_no_game(caller, token)
            # Where no game is going on the pages of the welcome and of help are turned in place.
            return [
                reply if reply.edit or not reply.menu else reply.model_copy(update={"edit": "panel"})
                for reply in replies
            ]
        if token.game and (elsewhere := await leaving.pointer(self._tools, caller, token.game)) is not None:
            return [elsewhere]
        if token.kind == "line":
            return await self.typed(caller, token.body, token.game)
        orders = [other.body for other in pressed if other.kind == "order"]
        if filling.fills(token):
            return [await filling.tick(self._tools, caller, token, orders)]
        if filling.sends(token):
            orders = await filling.chosen(self._tools, caller, token)
            if not orders:
                return [await filling.unchosen(self._tools, caller, token)]
            return await self._pressed_orders(caller, token, orders, form=True)
        if token.kind == "order":
            same = all((other.game, other.number) == (token.game, token.number) for other in pressed)
            return await self._pressed_orders(caller, token, orders, form=form, same=same)
        return await (self._anyway(caller, token) if token.body == "anyway" else self._screen(caller, token))

    async def _pressed_orders(
        self, caller: Caller, token: tokens.Token, orders: list[str], *, form: bool, same: bool = True
    ) -> list[Reply]:
        """Carry out orders that came with one press; `same` tells whether they are of one position."""
        try:
            if not same:
                raise refuse("stale")
            carry = play.pressed(orders, token.number)
            return await self._act(caller, token.game, carry, {"orders": orders}, pressed=True)
        except Refusal as refusal:
            if form and refusal.reason.code not in _NO_SHEET:
                return await self._refilled(caller, token, orders, refusal)
            return await self._present(caller, token.game, refusal)
        except (ChoiceError, StorageError):
            raise
        except Exception as error:  # noqa: BLE001 - the panel stays usable, whatever broke
            told = self._tools.say("reasons.crashed", report=report(caller, None, error))
            return await self._beside(caller, token.game, told)

    async def _of_no_game(self, caller: Caller, token: tokens.Token) -> list[Reply]:
        if token.kind == "line":
            return await self.typed(caller, token.body, "")
        return await self._screen(caller, token)

    async def _refilled(self, caller: Caller, token: tokens.Token, orders: list[str], refusal: Refusal) -> list[Reply]:
        """A refused sheet comes again with all that was chosen in it, and says what was wrong."""
        note("refused")
        return [await filling.again(self._tools, caller, token, orders, refusal=refusal)]

    async def _present(self, caller: Caller, game_id: str, refusal: Refusal) -> list[Reply]:
        """A refused press is answered with the present panel, so that the next press can be right."""
        note("refused")
        told = await explained(self._tools, refusal, game_id, caller.user)
        if refusal.reason.code == "not_started":
            return [Reply(text=told)]
        return await self._beside(caller, game_id, told)

    async def _beside(self, caller: Caller, game_id: str, told: str) -> list[Reply]:
        """The present panel with a sentence on top; for spectators the sentence and what they may look at."""
        looker = await screens.look(self._tools, caller, game_id)
        if looker.side is None:
            return [screens.for_spectators(self._tools, game_id, told)]
        return [looker.panel(told)]

    async def _answer_offer(self, caller: Caller, game_id: str, rest: str) -> list[Reply]:
        """A pressed answer to an offer, named by its kind and number, so that it answers no later one."""
        kind, _, rest = rest.partition(":")
        number, _, word = rest.partition(":")
        number, _, mark = number.partition(".")
        if kind not in OFFERS or word not in ("accept", "reject") or not number.isdecimal():
            raise refuse("stale")
        try:
            return await OFFERS[kind](Request(self._tools, caller, None, game_id), word, tokens.At(int(number), mark))
        except Refusal as refusal:
            return await self._present(caller, game_id, refusal)

    async def _accept_bid(self, caller: Caller, game_id: str, rest: str) -> list[Reply]:
        """A pressed acceptance of a bid, named by its mark, so that it accepts no other one."""
        return [Reply(text=(await bidding.accept(self._tools, caller, game_id, rest or "-")).text)]

    async def _anyway(self, caller: Caller, token: tokens.Token) -> list[Reply]:
        """Do what was asked about, if the position is still the one in which it was asked."""
        try:
            asked = await asking.kept(self._tools, caller, token.game, token.number)
            if "orders" in asked:
                carry = play.pressed(asked["orders"], token.number)
            else:
                carry = play.order_of(self._tools, [(name, text) for name, text in asked["lines"]])
            return await self._act(caller, token.game, play.at(carry, token.number), {}, sure=True)
        except Refusal as refusal:
            return await self._present(caller, token.game, refusal)

    async def _screen(self, caller: Caller, token: tokens.Token) -> list[Reply]:
        tools, body = self._tools, token.body
        if token == tokens.parse(tokens.NEW_GAME):
            return [wars(tools)]
        word, _, rest = body.partition(":")
        if word == "undo":
            outcome = Outcome()
            try:
                answer = await taking_back.undo(tools, caller, token.game, "1", token.number, outcome)
            except Refusal as refusal:
                return await self._present(caller, token.game, refusal)
            return await self._answered(caller, token.game, answer, outcome)
        if word == "panel":
            stored = await tools.store.load(token.game)
            if stored.header.status == "lobby":
                return [await screens.lobby_or_panel(tools, caller, token.game)]
            looker = await screens.look(tools, caller, token.game)
            fresh = rest and looker.position == token.number
            told = tools.say("ui.panel.stale") if rest and not fresh else ""
            return [looker.panel(told, body if fresh else "panel")]
        if word in ("offer", "accept"):
            answer_to = self._answer_offer if word == "offer" else self._accept_bid
            return await answer_to(caller, token.game, rest)
        if word == "nothing" or (word == tokens.WATCH and caller.touch):
            looker = await screens.look(tools, caller, token.game or await game_here(tools, caller))
            return [looker.panel(tools.say("ui.sheets.nothing")) if word == "nothing" else looker.watched()]
        if word == "sheet":
            return [(await screens.look(tools, caller, token.game)).sheet(at=int(rest) if rest.isdecimal() else 0)]
        line = "log turn" if word == "log" else f"{word} {rest.replace(':', ' ')}".strip()
        if word not in tools.vocabulary.by_name:
            raise refuse("stale")
        return await self.typed(caller, line, token.game)


def _now() -> datetime:
    return datetime.now(UTC)


def _pressed_in(inbound: Inbound) -> str:
    """The game whose control was pressed, "" for none."""
    with contextlib.suppress(tokens.BadToken):
        return tokens.parse(inbound.token or "").game
    return ""


def _asked_again(inbound: Inbound) -> str:
    """The token of a press that asks for the same with its results; "" where that would be too long."""
    try:
        if inbound.token is None:
            return tokens.line("", f"{tokens.REVEAL}{rooted(inbound.text or '')[1]}")
        token = tokens.parse(inbound.token)
        body = f"{tokens.REVEAL}{token.body}"
        return tokens.line(token.game, body) if token.kind == "line" else tokens.screen(token.game, token.number, body)
    except tokens.BadToken:
        return ""


def _caller(inbound: Inbound) -> Caller:
    """Who asked; people, channels and keys of different platforms must not meet."""
    return Caller(
        user=person(inbound.platform, inbound.user),
        name=foreign(inbound.user_name) or foreign(inbound.user),
        channel=f"{inbound.platform}:{inbound.channel}",
        platform=inbound.platform,
        key=inbound.key,
        server=f"{inbound.platform}:{inbound.server}",
        touch=inbound.touch,
        places=tuple(f"{inbound.platform}:{place}" for place in (inbound.channel, inbound.server, *inbound.within)),
        groups=tuple(f"{inbound.platform}:role:{role}" for role in inbound.roles),
        manages=inbound.manages,
        posts=inbound.posts,
        lacks=inbound.lacks,
        examine=inbound.examine,
    )
