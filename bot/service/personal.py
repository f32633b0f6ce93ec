"""What belongs to a person rather than to a game: settings, my games, following."""

from __future__ import annotations

from bot.replies.model import Reply
from bot.service import preferences
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock, lasting
from bot.service.session import Memory, holder_name, restore, sides_of
from bot.storage.errors import UnknownGame
from bot.storage.store import Change, StoredGame

#: Games listed at most.
MOST = 15


async def settings(tools: Tools, caller: Caller, name: str, value: str) -> Reply:
    """List the caller's settings, or change one."""
    mine = await tools.store.people.settings(caller.user)
    if not name:
        told = ", ".join(f"{key} = {held}" for key, held in preferences.listed(mine, tools.now()))
        return Reply(text=tools.say("ui.answers.settings", list=told))
    changed = preferences.change(mine, name.casefold(), value, tools.now())
    await tools.store.people.save_settings(caller.user, changed)
    held = dict(preferences.listed(changed, tools.now()))[name.casefold()]
    return Reply(text=tools.say("ui.answers.setting_changed", name=name.casefold(), value=held))


async def games(tools: Tools, caller: Caller) -> Reply:
    """The games in which the caller sits or that they follow, those that wait for them first."""
    lines = []
    people = tools.store.people
    mine = await people.games_of(caller.user)
    for game_id in dict.fromkeys([*mine, *await people.followed_by(caller.user)]):
        try:
            stored = await tools.store.load(game_id)
        except UnknownGame:
            continue
        over = stored.header.status == "finished"
        rank = 0 if _waits_for(stored, caller.user) else 3 if over else 1 if game_id in mine else 2
        line = _line(tools, stored, caller.user)
        if game_id not in mine:
            line += tools.say("ui.answers.game_followed")
        lines.append((rank, -stored.header.created_at.timestamp(), line))
    if not lines:
        return Reply(text=tools.say("ui.answers.no_games"))
    told = [line for _, _, line in sorted(lines)]
    more = [tools.say("ui.answers.games_more", count=len(told) - MOST)] if len(told) > MOST else []
    return Reply(text="\n".join([tools.say("ui.answers.games"), *told[:MOST], *more]))


def _waits_for(stored: StoredGame, user: str) -> bool:
    if stored.snapshot is None:
        return False
    return restore(stored).actor in sides_of(stored, user)


def _line(tools: Tools, stored: StoredGame, user: str) -> str:
    game_id, scenario = stored.header.game_id, tools.say(f"names.scenarios.{stored.header.scenario}")
    if stored.snapshot is None:
        return tools.say("ui.answers.game_line_lobby", game=game_id, scenario=scenario)
    game = restore(stored)
    if game.actor is None:
        return tools.say("ui.answers.game_line_over", game=game_id, scenario=scenario)
    return tools.say(
        "ui.answers.game_line",
        game=game_id,
        scenario=scenario,
        turn=tools.names.turn(game.state.turn),
        vp=game.state.vp,
        side=tools.names.side(game.actor),
        who=holder_name(stored, game.actor),
        waited=lasting(Clock.of(stored.settings).waited(tools.now())),
        you=tools.say("ui.answers.your_move") if game.actor in sides_of(stored, user) else "",
    )


async def follow(tools: Tools, caller: Caller, game_id: str) -> Reply:
    """Follow a game, or stop following it."""

    def decide(stored: StoredGame) -> Change:
        memory = Memory.of(stored.settings)
        if caller.user in memory.followers:
            memory.followers = [user for user in memory.followers if user != caller.user]
            text = tools.say("ui.answers.unfollowed")
        else:
            memory.followers = [*memory.followers, caller.user]
            text = tools.say("ui.answers.followed")
        return Change(answer=Answer(text=text).dump(), settings=memory.into(stored.settings))

    result = await tools.store.run_command(game_id, caller.key, decide)
    following = caller.user in Memory.of((await tools.store.load(game_id)).settings).followers
    await tools.store.people.follow(caller.user, game_id, following)
    return Reply(text=Answer.load(result.answer).text)
