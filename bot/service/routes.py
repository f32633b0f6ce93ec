"""What each command does: from parsed arguments to replies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.narration.texts import Texts
from bot.service import finding
from bot.service.acting import play, warning
from bot.service.acting import standing as advance_orders
from bot.service.acting.concluding import Outcome
from bot.service.calls import Answer, Caller, Tools, game_here
from bot.service.looking import differences, rulebook, screens, turn_log, welcome
from bot.service.looking import replay as replaying
from bot.service.looking.screens import Looker
from bot.service.people import personal
from bot.service.puzzles import daily, rating, solving
from bot.service.puzzles import showing as puzzle
from bot.service.school import attending, progress, showing
from bot.service.seats import bidding, challenges, consent, lobby, master, pacing, seeding, tables
from bot.service.staff import advising, analysing, calling, taking_back
from bot.storage.errors import WarMissing
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Reply
from bot.titles import title_of, title_stored, titles
from bot.titles.capabilities import levels_of
from bot.titles.looks import Ordered


@dataclass(frozen=True, slots=True)
class Request:
    """One parsed command; `game` is empty where the channel's game is meant."""

    tools: Tools
    caller: Caller
    args: Any
    game: str = ""

    async def game_id(self) -> str:
        """The game that is meant; refuses when there is none."""
        return self.game or await game_here(self.tools, self.caller)

    async def looker(self) -> Looker:
        """The game, loaded to be looked at."""
        return await screens.look(self.tools, self.caller, await self.game_id())

    async def words(self) -> Texts:
        """The words in force in the game that is meant; those of every game where there is none."""
        try:
            stored = await self.tools.store.load(await self.game_id())
            if title_stored(stored.header) is not self.tools.title:
                return self.tools.words
            return self.tools.names_of(stored).words
        except (Refusal, WarMissing):
            return self.tools.words

    async def linked(self, reply: Reply) -> Reply:
        """The reply with a button to what differs in the war that is played here, if one is."""
        try:
            header = await self.tools.store.header(await self.game_id())
        except (Refusal, WarMissing):
            return reply
        return differences.linked(self.tools, header, reply)

    async def reader(self) -> Looker:
        """The game that the arguments name, loaded to be looked at; without a name the one that is meant anyhow."""
        if not self.args.game:
            return await self.looker()
        game = await finding.meant(self.tools, self.caller, self.args.game, self._near(self.args.game))
        return await screens.look(self.tools, self.caller, game)

    def _near(self, word: str) -> str:
        """Words of the command that one may be meant for that names no game."""
        command = next(
            command for command in self.tools.vocabulary.commands if isinstance(self.args, command.arguments)
        )
        found = command.near(word, self.tools.words)
        return self.tools.words.listed([f"“{one}”" for one in found], "or")

    def about(self, looker: Looker, reply: Reply) -> list[Reply]:
        """The reply, headed by which game it is about where that was named."""
        if not self.args.game:
            return [reply]
        return [reply.model_copy(update={"text": f"{screens.which(looker)}\n{reply.text}"})]


Route = Callable[[Request], Awaitable[list[Reply]]]


async def answered(request: Request, answer: Answer, outcome: Outcome, game_id: str) -> list[Reply]:
    """The reply to a changing command: its text, with the caller's panel as it is now."""
    if answer.panel is None:
        return [Reply(text=answer.text)] if answer.text else []
    if outcome.game is not None and outcome.stored is not None and not outcome.stored.header.puzzle:
        palette = await screens.palette_of(request.tools, request.caller)
        looker = screens.looker_of(request.tools, request.caller, outcome.stored, outcome.game, palette)
    else:
        looker = await screens.look(request.tools, request.caller, game_id)
    return [looker.panel(answer.text, told=outcome.before)]


def wars(tools: Tools) -> Reply:
    """What can be opened, of all titles, with how long and how hard each is."""
    return welcome.choices([title.setups.choice(tools.of(title).words) for title in titles()])


async def _new(request: Request) -> list[Reply]:
    if not request.args.model_fields_set:
        return [wars(request.tools)]
    return _told(await lobby.new(request.tools, request.caller, request.args.scenario, request.args.options))


async def _join(request: Request) -> list[Reply]:
    game_id = await request.game_id()
    return _told(await lobby.join(request.tools, request.caller, game_id, request.args.side))


async def _leave(request: Request) -> list[Reply]:
    return _told(await lobby.leave(request.tools, request.caller, await request.game_id()))


async def _bid(request: Request) -> list[Reply]:
    game_id = await request.game_id()
    if request.args.side == "accept":
        return _told(await bidding.accept(request.tools, request.caller, game_id))
    return _told(await bidding.bid(request.tools, request.caller, game_id, request.args.side, request.args.vp))


async def _seed(request: Request) -> list[Reply]:
    return _told(await seeding.seed(request.tools, request.caller, await request.game_id(), request.args.words))


async def _start(request: Request) -> list[Reply]:
    outcome, game_id = Outcome(), await request.game_id()
    answer = await lobby.start(request.tools, request.caller, game_id, outcome)
    return await answered(request, answer, outcome, game_id)


async def _undo(request: Request) -> list[Reply]:
    outcome, game_id = Outcome(), await request.game_id()
    answer = await taking_back.undo(request.tools, request.caller, game_id, request.args.count, -1, outcome)
    return await answered(request, answer, outcome, game_id)


async def _rollback(request: Request) -> list[Reply]:
    outcome, game_id = Outcome(), await request.game_id()
    answer = await consent.rollback(request.tools, request.caller, game_id, request.args.to, outcome)
    return await answered(request, answer, outcome, game_id)


async def _resign(request: Request) -> list[Reply]:
    outcome, game_id = Outcome(), await request.game_id()
    return _told(await consent.resign(request.tools, request.caller, game_id, request.args.sure, outcome))


async def _draw(request: Request) -> list[Reply]:
    outcome, game_id = Outcome(), await request.game_id()
    return _told(await consent.draw(request.tools, request.caller, game_id, request.args.answer, outcome))


async def _panel(request: Request) -> list[Reply]:
    return [await screens.lobby_or_panel(request.tools, request.caller, await request.game_id())]


def _look(name: str) -> Route:
    """A looking command of the title of the game at hand."""

    async def look(request: Request) -> list[Reply]:
        looker = await request.looker()
        own = title_of(looker.game).looks[name]
        again = own.orders and looker.side is not None and await _came_before(request, looker)
        # An order that comes again is answered as it was then, whatever stands here now.
        found = Ordered("done", "") if again else own.show(looker, request.args)
        if isinstance(found, Reply):
            return [found]
        outcome = Outcome()
        carry = play.order_of(request.tools, [(found.name, found.text)])
        answer = await play.act(request.tools, request.caller, looker.game_id, carry, outcome)
        return await answered(request, answer, outcome, looker.game_id)

    return look


async def _came_before(request: Request, looker: Looker) -> bool:
    return await request.tools.store.answer_for(looker.game_id, request.caller.key) is not None


async def _status(request: Request) -> list[Reply]:
    looker = await request.reader()
    return request.about(looker, screens.show_status(looker))


async def _log(request: Request) -> list[Reply]:
    looker = await request.reader()
    return request.about(looker, await turn_log.show_log(looker, request.args.turn, request.args.round))


async def _rules(request: Request) -> list[Reply]:
    tools, wanted = request.tools, request.args.paragraph
    told = await request.words()
    own = rulebook.glossary(told, wanted) or rulebook.lettered(told, wanted)
    page = None if own else differences.page(tools, wanted)
    return [await request.linked(page or Reply(text=rulebook.rules_text(told, wanted)))]


async def _help(request: Request) -> list[Reply]:
    tools, wanted = request.tools, request.args.command
    pages = (title.setups.page(tools.of(title).words, wanted) for title in titles())
    found = next((page for page in pages if page is not None), None)
    if found is not None:
        return [found]
    told = await request.words()
    try:
        reply = welcome.page(told, tools.vocabulary, wanted)
    except Refusal:
        if not rulebook.titled(told, wanted):
            raise
        reply = Reply(text=rulebook.rules_text(told, wanted))
    return [await request.linked(reply)]


async def _export(request: Request) -> list[Reply]:
    looker = await request.reader()
    return request.about(looker, await screens.show_export(looker))


async def _verify(request: Request) -> list[Reply]:
    looker = await request.reader()
    return request.about(looker, await screens.show_verify(looker))


async def _settings(request: Request) -> list[Reply]:
    return [await personal.settings(request.tools, request.caller, request.args.name, request.args.value)]


async def _games(request: Request) -> list[Reply]:
    if request.args.which == "open":
        return [await challenges.listed(request.tools, request.caller)]
    return [await personal.games(request.tools, request.caller)]


async def _follow(request: Request) -> list[Reply]:
    return [await personal.follow(request.tools, request.caller, request.args.game or await request.game_id())]


async def _standing(request: Request) -> list[Reply]:
    game_id = await request.game_id()
    outcome = Outcome()
    answer = await advance_orders.standing(request.tools, request.caller, game_id, request.args.order, outcome)
    return await answered(request, answer, outcome, game_id) if answer.panel is not None else _told(answer)


async def _warn(request: Request) -> list[Reply]:
    game_id = await request.game_id()
    answer = await warning.warn(request.tools, request.caller, game_id, request.args.about)
    return await answered(request, answer, Outcome(), game_id)


async def _clock(request: Request) -> list[Reply]:
    game_id = await request.game_id()
    return _told(await tables.clock(request.tools, request.caller, game_id, request.args.what, Outcome()))


async def _substitute(request: Request) -> list[Reply]:
    game_id, word = await request.game_id(), request.args.what
    levels = levels_of(title_stored(await request.tools.store.header(game_id)))
    if word in levels or word in ("accept", "reject"):
        return _told(await calling.call(request.tools, request.caller, game_id, word))
    answer = await tables.substitute(request.tools, request.caller, game_id, word)
    return await answered(request, answer, Outcome(), game_id)


async def _advise(request: Request) -> list[Reply]:
    return [await advising.advise(request.tools, await request.looker())]


async def _assess(request: Request) -> list[Reply]:
    looker = await request.reader()
    if request.args.what:
        return request.about(looker, advising.explain(looker))
    if looker.stored.header.status == "finished":
        return request.about(looker, await analysing.analysed(request.tools, looker))
    return request.about(looker, advising.assess(looker))


async def _learn(request: Request) -> list[Reply]:
    tools, caller = request.tools, request.caller
    word, _, step = request.args.what.partition(":")
    outcome = Outcome()
    if not word:
        busy = await attending.busy(tools, caller)
        return [showing.contents(tools, await progress.progress_of(tools, caller.user), busy=busy)]
    if word in attending.WISHES:
        game_id = await request.game_id()
        answer = await attending.attended(tools, caller, game_id, word, outcome, step)
    else:
        answer, game_id = await attending.begin(tools, caller, word, outcome)
    return answer.replies or await answered(request, answer, outcome, game_id)


async def _puzzle(request: Request) -> list[Reply]:
    tools, caller, word = request.tools, request.caller, request.args.what
    if word == "me":
        return [puzzle.mine(tools, await rating.solver_of(tools, caller))]
    if word.partition(" ")[0] == "daily":
        return [await daily.subscribe(tools, caller, word.partition(" ")[2])]
    if word == "leave":
        return [await solving.leave(tools, caller, request.game)]
    if word == "show":
        return [await screens.lobby_or_panel(tools, caller, await solving.give_up(tools, caller, request.game))]
    answer, game_id = await solving.begin(tools, caller, word)
    return await answered(request, answer, Outcome(), game_id)


async def _relocate(request: Request) -> list[Reply]:
    return _told(await tables.relocate(request.tools, request.caller, request.args.game))


async def _master(request: Request) -> list[Reply]:
    game_id, args = await request.game_id(), request.args
    return _told(await master.master(request.tools, request.caller, game_id, args.act, args.more, Outcome()))


async def _rematch(request: Request) -> list[Reply]:
    return _told(await tables.rematch(request.tools, request.caller, await request.game_id(), request.args.sides))


async def _replay(request: Request) -> list[Reply]:
    looker = await request.reader()
    return request.about(looker, await replaying.replay(looker, request.args.turn, request.args.where))


async def _answer_rollback(request: Request, word: str, number: int) -> list[Reply]:
    outcome = Outcome()
    answer = await consent.rollback(request.tools, request.caller, request.game, word, outcome, number)
    return await answered(request, answer, outcome, request.game)


async def _answer_draw(request: Request, word: str, number: int) -> list[Reply]:
    return _told(await consent.draw(request.tools, request.caller, request.game, word, Outcome(), number))


async def _answer_call(request: Request, word: str, number: int) -> list[Reply]:
    return _told(await calling.call(request.tools, request.caller, request.game, word, number))


async def _answer_clock(request: Request, word: str, number: int) -> list[Reply]:
    return _told(await pacing.change(request.tools, request.caller, request.game, word, number))


#: How each kind of offer is answered by a press: its word, and the number of the offer.
OFFERS: dict[str, Callable[[Request, str, int], Awaitable[list[Reply]]]] = {
    "rollback": _answer_rollback, "draw": _answer_draw, "clock": _answer_clock, "staff": _answer_call,
}  # fmt: skip


def _told(answer: Answer) -> list[Reply]:
    return answer.replies or ([Reply(text=answer.text)] if answer.text else [])


#: The commands that every title has, but for its orders.
ROUTES: dict[str, Route] = {
    "new": _new, "join": _join, "leave": _leave, "bid": _bid, "seed": _seed, "start": _start, "settings": _settings,
    "panel": _panel, "map": _look("map"), "status": _status, "log": _log, "rules": _rules, "help": _help,
    "undo": _undo, "rollback": _rollback, "resign": _resign, "draw": _draw, "export": _export, "verify": _verify,
    "follow": _follow, "games": _games, "standing": _standing, "warn": _warn, "clock": _clock,
    "substitute": _substitute, "relocate": _relocate, "master": _master, "rematch": _rematch, "replay": _replay,
    "advise": _advise, "assess": _assess, "learn": _learn, "puzzle": _puzzle,
}  # fmt: skip


#: Commands about a whole war.
_OF_WARS = frozenset(
    {"resign", "draw", "rollback", "substitute", "master", "rematch", "clock", "seed", "standing", "warn"}
)


def route_of(name: str) -> Route:
    """What a command does that gives no order: the host's own, or else one with which a title is looked at."""
    route = ROUTES.get(name) or _look(name)
    return _of_wars(route) if name in _OF_WARS else route


def _of_wars(route: Route) -> Route:
    """What has no place in a puzzle, which is one action, nor in a lesson, which belongs to its pupil."""

    async def checked(request: Request) -> list[Reply]:
        header = await request.tools.store.header(await request.game_id())
        if header.puzzle:
            raise refuse("not_in_puzzle")
        if header.lesson and header.in_progress:
            raise refuse("not_in_lesson")
        return await route(request)

    return checked
