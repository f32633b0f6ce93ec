"""The route of each host command: from a context with parsed arguments to a result."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps

from bot.persons import COMPUTER
from bot.service.acting import standing_orders as advance_orders
from bot.service.acting import supply_warnings
from bot.service.acting.command_commit import CommandOutcome
from bot.service.ai_player import advice, game_review, seat_calls, undo
from bot.service.calls import Answer, Tools
from bot.service.context import Context, Done, Result
from bot.service.help import rulebook, welcome
from bot.service.looking import replay as replaying
from bot.service.looking import scenario_differences, screens, turn_log
from bot.service.looking.screens import GameViewer
from bot.service.orders import give_typed
from bot.service.people import data_export, forgetting, linking, personal
from bot.service.puzzles import daily, puzzle_commands, rating
from bot.service.puzzles import puzzle_panels as puzzle
from bot.service.school import lesson_flow, lesson_panels, lesson_start, progress
from bot.service.seats import (
    bidding,
    challenges,
    clock_changes,
    consent,
    game_master,
    lobby,
    new_game,
    seed_command,
    table_changes,
)
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Reply
from bot.table.typed_text import phrase
from bot.titles import title_of, title_stored, titles
from bot.titles.capabilities import levels_of
from bot.titles.looks import Ordered

Route = Callable[[Context], Awaitable[Result]]


def _of_wars(route: Route) -> Route:
    """Refuse a route in puzzles, which are single actions, and in running lessons."""

    @wraps(route)
    async def checked(context: Context) -> Result:
        header = await context.tools.store.header(await context.game_id())
        if header.puzzle:
            raise refuse("not_in_puzzle")
        if header.lesson and header.in_progress:
            raise refuse("not_in_lesson")
        return await route(context)

    return checked


def wars(tools: Tools) -> Reply:
    """Return what can be opened in all titles, the current title first, with length and difficulty."""
    found = sorted(titles(), key=lambda title: title.name != tools.title.name)
    return welcome.choices([title.setups.choice(tools.of(title).words) for title in found])


async def _new(context: Context) -> Result:
    if not context.args.model_fields_set:
        context.caller.check_posts()
        return [wars(context.tools)]
    return _answer_replies(
        await new_game.new(context.tools, context.caller, context.args.scenario, context.args.options)
    )


@_of_wars
async def _join(context: Context) -> Result:
    game_id = await context.game_id()
    return _answer_replies(await lobby.join(context.tools, context.caller, game_id, context.args.side))


@_of_wars
async def _leave(context: Context) -> Result:
    return _answer_replies(await lobby.leave(context.tools, context.caller, await context.game_id()))


@_of_wars
async def _bid(context: Context) -> Result:
    game_id = await context.game_id()
    if context.args.side == "accept":
        return _answer_replies(await bidding.accept(context.tools, context.caller, game_id))
    return _answer_replies(
        await bidding.bid(context.tools, context.caller, game_id, context.args.side, context.args.height)
    )


@_of_wars
async def _seed(context: Context) -> Result:
    return _answer_replies(
        await seed_command.seed(context.tools, context.caller, await context.game_id(), context.args.words)
    )


@_of_wars
async def _start(context: Context) -> Result:
    outcome, game_id = CommandOutcome(), await context.game_id()
    answer = await lobby.start(context.tools, context.caller, game_id, outcome)
    return Done(answer, game_id, outcome)


async def _undo(context: Context) -> Result:
    outcome, game_id = CommandOutcome(), await context.game_id()
    answer = await undo.undo(context.tools, context.caller, game_id, context.args.count, -1, outcome)
    return Done(answer, game_id, outcome)


@_of_wars
async def _rollback(context: Context) -> Result:
    outcome, game_id = CommandOutcome(), await context.game_id()
    answer = await consent.rollback(context.tools, context.caller, game_id, context.args.to, outcome)
    return Done(answer, game_id, outcome)


@_of_wars
async def _resign(context: Context) -> Result:
    outcome, game_id = CommandOutcome(), await context.game_id()
    return _answer_replies(await consent.resign(context.tools, context.caller, game_id, context.args.sure, outcome))


@_of_wars
async def _draw(context: Context) -> Result:
    outcome, game_id = CommandOutcome(), await context.game_id()
    return _answer_replies(await consent.draw(context.tools, context.caller, game_id, context.args.answer, outcome))


async def _panel(context: Context) -> Result:
    return [await screens.lobby_or_panel(context.tools, context.caller, await context.game_id())]


def look(name: str) -> Route:
    """Return the route of a view command of the current game's title."""

    async def look(context: Context) -> Result:
        viewer = await context.viewer()
        own = title_of(viewer.game).looks[name]
        again = own.orders and viewer.side is not None and await _came_before(context, viewer)
        # A repeated order gets its original answer, whatever the position is now.
        found = Ordered("done", "") if again else own.show(viewer, context.args)
        if isinstance(found, Reply):
            return [found]
        return await give_typed(context.at(viewer.game_id), [(found.name, found.text)])

    return look


async def _came_before(context: Context, viewer: GameViewer) -> bool:
    return await context.tools.store.answer_for(viewer.game_id, context.caller.key) is not None


async def _status(context: Context) -> Result:
    viewer = await context.named_viewer()
    return context.about(viewer, screens.show_status(viewer))


async def _log(context: Context) -> Result:
    viewer = await context.named_viewer()
    return context.about(viewer, await turn_log.show_log(viewer, context.args.turn, context.args.number))


async def _rules(context: Context) -> Result:
    tools, wanted = context.tools, context.args.paragraph
    told = await context.words()
    if cited := tools.title.cited(told, rulebook.unmarked(wanted)):
        return [await context.linked(Reply(text=cited))]
    own = rulebook.glossary(told, wanted) or rulebook.lettered(told, wanted)
    page = None if own else scenario_differences.page(tools, wanted)
    try:
        return [await context.linked(page or Reply(text=rulebook.rules_text(told, wanted)))]
    except Refusal:
        if (command := phrase(wanted)) not in tools.vocabulary.by_name:
            raise
        return [await context.linked(welcome.page(told, tools.vocabulary, command))]  # `how do I undo`


async def _help(context: Context) -> Result:
    tools, wanted = context.tools, context.args.command
    pages = (title.setups.page(tools.of(title).words, wanted) for title in titles())
    found = next((page for page in pages if page is not None), None)
    if found is not None:
        return [found]
    told = await context.words()
    try:
        reply = welcome.page(told, tools.vocabulary, wanted)
    except Refusal:
        if not rulebook.titled(told, wanted) and not rulebook.numbered(wanted):
            raise
        reply = Reply(text=rulebook.rules_text(told, wanted))
    return [await context.linked(reply)]


async def _export(context: Context) -> Result:
    viewer = await context.named_viewer()
    return context.about(viewer, await screens.show_export(viewer))


async def _verify(context: Context) -> Result:
    viewer = await context.named_viewer()
    return context.about(viewer, await screens.show_verify(viewer))


async def _settings(context: Context) -> Result:
    return [await personal.settings(context.tools, context.caller, context.args.name, context.args.value)]


async def _games(context: Context) -> Result:
    if context.args.which == "open":
        return [await challenges.listed(context.tools, context.caller)]
    return [await personal.games(context.tools, context.caller)]


async def _link(context: Context) -> Result:
    return [await linking.link(context.tools, context.caller, context.args.code, context.args.word)]


async def _mydata(context: Context) -> Result:
    return [await data_export.mydata(context.tools, context.caller)]


async def _forget(context: Context) -> Result:
    pressed = context.press is not None
    return [await forgetting.forget(context.tools, context.caller, context.args.word, pressed=pressed)]


async def _follow(context: Context) -> Result:
    return [await personal.follow(context.tools, context.caller, context.args.game or await context.game_id())]


@_of_wars
async def _standing(context: Context) -> Result:
    game_id = await context.game_id()
    outcome = CommandOutcome()
    answer = await advance_orders.standing(context.tools, context.caller, game_id, context.args.order, outcome)
    return Done(answer, game_id, outcome) if answer.panel is not None else _answer_replies(answer)


@_of_wars
async def _warn(context: Context) -> Result:
    game_id = await context.game_id()
    answer = await supply_warnings.warn(context.tools, context.caller, game_id, context.args.about)
    return Done(answer, game_id, CommandOutcome())


@_of_wars
async def _clock(context: Context) -> Result:
    game_id = await context.game_id()
    return _answer_replies(
        await table_changes.clock(context.tools, context.caller, game_id, context.args.what, CommandOutcome())
    )


@_of_wars
async def _substitute(context: Context) -> Result:
    game_id, word = await context.game_id(), context.args.what
    levels = levels_of(title_stored(await context.tools.store.header(game_id)))
    if word in (*levels, *COMPUTER, "accept", "reject"):
        return _answer_replies(await seat_calls.call(context.tools, context.caller, game_id, word))
    answer = await table_changes.substitute(context.tools, context.caller, game_id, word)
    return Done(answer, game_id, CommandOutcome())


async def _advise(context: Context) -> Result:
    return [await advice.advise(context.tools, await context.viewer())]


async def _assess(context: Context) -> Result:
    viewer = await context.named_viewer()
    if context.args.what:
        return context.about(viewer, advice.explain(viewer))
    if viewer.stored.header.status == "finished":
        return context.about(viewer, await game_review.analysed(context.tools, viewer))
    return context.about(viewer, advice.assess(viewer))


async def _learn(context: Context) -> Result:
    tools, caller = context.tools, context.caller
    word, _, step = context.args.what.partition(":")
    outcome = CommandOutcome()
    if not word:
        caller.check_posts()
        busy = await lesson_start.busy(tools, caller)
        return [lesson_panels.contents(tools, await progress.progress_of(tools, caller.user), busy=busy)]
    if word in lesson_flow.WISHES:
        game_id = await context.game_id()
        answer = await lesson_flow.attended(tools, caller, game_id, word, outcome, step)
    else:
        answer, game_id = await lesson_start.begin(tools, caller, word, outcome)
    return answer.replies or Done(answer, game_id, outcome)


async def _puzzle(context: Context) -> Result:
    tools, caller, word = context.tools, context.caller, context.args.what
    if word == "me":
        return [puzzle.solver_standing(tools, await rating.solver_of(tools, caller))]
    if word.partition(" ")[0] == "daily":
        return [await daily.subscribe(tools, caller, word.partition(" ")[2])]
    if word == "leave":
        return [await puzzle_commands.leave(tools, caller, context.control)]
    if word == "show":
        return [
            await screens.lobby_or_panel(tools, caller, await puzzle_commands.give_up(tools, caller, context.control))
        ]
    answer, game_id = await puzzle_commands.begin(tools, caller, word)
    return Done(answer, game_id, CommandOutcome())


async def _relocate(context: Context) -> Result:
    return _answer_replies(await table_changes.relocate(context.tools, context.caller, context.args.game))


@_of_wars
async def _master(context: Context) -> Result:
    game_id, args = await context.game_id(), context.args
    return _answer_replies(
        await game_master.master(context.tools, context.caller, game_id, args.act, args.more, CommandOutcome())
    )


@_of_wars
async def _rematch(context: Context) -> Result:
    return _answer_replies(
        await table_changes.rematch(context.tools, context.caller, await context.game_id(), context.args.sides)
    )


async def _replay(context: Context) -> Result:
    viewer = await context.named_viewer()
    return context.about(viewer, await replaying.replay(viewer, context.args.turn, context.args.where))


async def _answer_rollback(context: Context, word: str, number: int) -> Result:
    outcome = CommandOutcome()
    answer = await consent.rollback(context.tools, context.caller, context.control, word, outcome, number)
    return Done(answer, context.control, outcome)


async def _answer_draw(context: Context, word: str, number: int) -> Result:
    return _answer_replies(
        await consent.draw(context.tools, context.caller, context.control, word, CommandOutcome(), number)
    )


async def _answer_call(context: Context, word: str, number: int) -> Result:
    return _answer_replies(await seat_calls.call(context.tools, context.caller, context.control, word, number))


async def _answer_clock(context: Context, word: str, number: int) -> Result:
    return _answer_replies(await clock_changes.change(context.tools, context.caller, context.control, word, number))


#: The handler of a press that answers an offer, by kind; it takes the answer and the offer's number.
OFFERS: dict[str, Callable[[Context, str, int], Awaitable[Result]]] = {
    "rollback": _answer_rollback, "draw": _answer_draw, "clock": _answer_clock, "staff": _answer_call,
}  # fmt: skip


def _answer_replies(answer: Answer) -> Result:
    return answer.replies or ([Reply(text=answer.text)] if answer.text else [])


#: The commands of every title, except its orders.
ROUTES: dict[str, Route] = {
    "new": _new, "join": _join, "leave": _leave, "bid": _bid, "seed": _seed, "start": _start, "settings": _settings,
    "panel": _panel, "map": look("map"), "status": _status, "log": _log, "rules": _rules, "help": _help,
    "undo": _undo, "rollback": _rollback, "resign": _resign, "draw": _draw, "export": _export, "verify": _verify,
    "follow": _follow, "games": _games, "standing": _standing, "warn": _warn, "clock": _clock,
    "substitute": _substitute, "relocate": _relocate, "master": _master, "rematch": _rematch, "replay": _replay,
    "advise": _advise, "assess": _assess, "learn": _learn, "puzzle": _puzzle, "link": _link, "mydata": _mydata, "forget": _forget,
}  # fmt: skip


__all__ = ["OFFERS", "ROUTES", "Route", "look", "wars"]
