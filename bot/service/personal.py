"""What belongs to a person rather than to a game: settings, my games, following."""

from __future__ import annotations

from bot.notation.refusal import refuse
from bot.replies.model import Reply
from bot.service.calls import Answer, Caller, Tools
from bot.service.session import Memory, holder_name, restore, sides_of
from bot.storage.models import PlayerSettings
from bot.storage.store import Change, StoredGame

#: Settings of a person with the values they may have.
VALUES: dict[str, tuple[str, ...]] = {"pings": ("on", "off"), "language": ("en",)}


async def settings(tools: Tools, caller: Caller, name: str, value: str) -> Reply:
    """List the caller's settings, or change one."""
    mine = await tools.store.people.settings(caller.user)
    if not name:
        return Reply(text=tools.say("ui.answers.settings", list=_listed(mine)))
    if name not in VALUES:
        raise refuse("unknown_setting", text=name, candidates=tuple(VALUES))
    if value not in VALUES[name]:
        raise refuse("bad_value", text=value, candidates=VALUES[name])
    changed = {"pings": value == "on"} if name == "pings" else {name: value}
    await tools.store.people.save_settings(caller.user, mine.model_copy(update=changed))
    return Reply(text=tools.say("ui.answers.setting_changed", name=name, value=value))


def _listed(mine: PlayerSettings) -> str:
    return f"pings = {'on' if mine.pings else 'off'}, language = {mine.language or 'en'}"


async def games(tools: Tools, caller: Caller) -> Reply:
    """The games in which the caller sits or that they follow, those that wait for them first."""
    lines = []
    for game_id in await tools.store.people.games_of(caller.user):
        stored = await tools.store.load(game_id)
        waits = 0 if _waits_for(stored, caller.user) else 1
        lines.append((waits, _line(tools, stored, caller.user)))
    if not lines:
        return Reply(text=tools.say("ui.answers.no_games"))
    return Reply(text="\n".join([tools.say("ui.answers.games"), *(line for _, line in sorted(lines))]))


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
    return Reply(text=Answer.load(result.answer).text)
