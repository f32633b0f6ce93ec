"""Personal commands: settings, my games, following."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from bot.narration.channel_mentions import place
from bot.service.acting.command_commit import only_said
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock, lasting, shown
from bot.service.help import welcome
from bot.service.looking.meta_completion import free
from bot.service.outgoing import post
from bot.service.seats.lobby import lobby_table
from bot.service.session import Memory, holder_name, restore, sides_of
from bot.service.state import preferences
from bot.storage.errors import StoreBusy, StoredDamage, UnknownGame, WarMissing
from bot.storage.models import GameHeader, PlayerSettings
from bot.storage.store import Change, StoredGame
from bot.table import tokens
from bot.table.refusal import refuse
from bot.table.reply import Menu, MenuOption, Reply, Select
from bot.titles import title_of
from bot.titles.capabilities import known_of
from renderer.kit.languages import languages

#: Maximum number of games listed.
MOST = 15
#: Faults of a single game, which don't affect the others or the person's settings.
_LEFT_OUT = (UnknownGame, StoredDamage, StoreBusy)


async def settings(tools: Tools, caller: Caller, name: str, value: str) -> Reply:
    """List the caller's settings, or change one."""
    people = tools.store.people
    mine, sound = await people.settings(caller.user), False
    with people.reading(caller.user, "preferences"):
        preferences.Preferences.of(mine)
        sound = True
    if not sound:
        mine = PlayerSettings()
    if not name:
        told = ", ".join(f"{key} = {held}" for key, held in _setting_values(tools, mine).items())
        lines = [tools.say("ui.answers.settings_damaged")] if caller.user in people.damaged else []
        lines.append(tools.say("ui.answers.settings", list=told))
        if len(languages()) > 1:
            lines.append(tools.say("ui.answers.settings_languages", list=", ".join(languages())))
        return Reply(text="\n".join(lines))
    if name.casefold() == preferences.CHANNEL_LANGUAGE:
        return await _channel_language(tools, caller, value)
    changed = preferences.change(mine, name.casefold(), value, tools.now())
    if name.casefold() == "away":
        # Before saving: if the process dies here, the same command finds the old setting and notifies the other tables.
        await _tell_tables(tools, caller, mine, changed)
    await tools.store.people.save_settings(caller.user, changed)
    if name.casefold() == "language" and changed.language:
        tools = tools.speaking(changed.language)
    if name.casefold() in ("snooze", "away", "quiet"):
        await _tell_now(tools, caller)
    name, held = name.casefold(), _setting_values(tools, changed)[name.casefold()]
    return Reply(
        text=tools.say("ui.answers.setting_changed", name=name, value=held, meaning=_setting_effect(tools, name, held))
    )


def _setting_effect(tools: Tools, name: str, held: str) -> str:
    """Return the effect of a setting's value from now on."""
    key = f"ui.settings_mean.{name}"
    return tools.say(f"{key}.{held}" if tools.words.has(f"{key}.{held}") else f"{key}.set")


async def _channel_language(tools: Tools, caller: Caller, value: str) -> Reply:
    """Set the language of the caller's channel and of its game; `auto` leaves it to the platform.

    Raises:
        Refusal: the caller may not do that here, or there is no such language.
    """
    if not caller.manages and caller.user not in tools.policy.admins:
        raise refuse("language_not_manager")
    await tools.store.channels.speak(caller.channel, preferences.language_meant(value.strip().casefold()))
    language = await tools.channel_language(caller)

    async def decide(stored: StoredGame) -> Change:
        settings = stored.settings.model_copy(update={"language": language})
        after = replace(stored, settings=settings)
        there = tools.posting(after)
        if stored.snapshot is None:
            return Change(answer=Answer().dump(), settings=settings, posts=[post("table", lobby_table(there, after))])
        memory = Memory.of(settings)
        if memory.picture is not None:
            memory.picture = {
                **memory.picture,
                "alt": "",
            }  # was worded in the other language; the drawn picture has its own
        told = await there.announce(after, restore(after), memory, Clock.of(settings), caller.user)
        return only_said(told, Answer(), settings=settings)

    game = await tools.store.channels.holder(caller.channel)
    if game is not None:
        with contextlib.suppress(*_LEFT_OUT, WarMissing):
            if (await tools.store.header(game)).in_progress:
                await tools.store.run_command(game, f"{caller.key}:language", decide)
    return Reply(text=tools.say("ui.answers.channel_language", language=language))


def _setting_values(tools: Tools, mine: PlayerSettings) -> dict[str, str]:
    """Return every setting with its value as shown to people."""
    own, now = preferences.Preferences.of(mine), tools.now()
    found = dict(preferences.listed(mine, now))
    for name, until in (("snooze", own.snooze), ("away", own.away)):
        if until > now.timestamp():
            found[name] = tools.say("ui.answers.until", time=found[name])
    return found


async def _tell_tables(tools: Tools, caller: Caller, before: PlayerSettings, after: PlayerSettings) -> None:
    """Announce in every running game of the caller that they are away or back, if that changed."""
    gone, until = (preferences.Preferences.of(one).away for one in (before, after))
    now = tools.now().timestamp()
    if until <= now and gone <= now:
        return
    key = "ui.seats.away" if until > now else "ui.seats.back"

    def decide(stored: StoredGame) -> Change:
        text = tools.worded(stored, lambda own: own.say(key, name=caller.name, until=shown(until)))
        posts = [post("seat", Reply(text=text.shared, audience="channel"))]
        here = stored.header.status == "playing" and caller.user in stored.seats.users()
        return Change(answer=Answer(text=text.own).dump(), posts=posts if here else [])

    for game_id in await _in_play(tools, caller.user):
        with contextlib.suppress(*_LEFT_OUT):
            await tools.store.run_command(game_id, f"{caller.key}:away", decide)


async def _in_play(tools: Tools, user: str) -> list[str]:
    """Return a person's running games."""
    heads = await tools.store.running.headers(await tools.store.people.games_of(user))
    return [game for game, head in heads.items() if isinstance(head, GameHeader) and head.status == "playing"]


async def _tell_now(tools: Tools, caller: Caller) -> None:
    """Let the ticker recheck postponed notifications in the caller's games, as they may be wanted now."""
    now = tools.now()

    def put_off(stored: StoredGame, clock: Clock) -> list[int]:
        playing = stored.header.status == "playing"
        return [side for side in sides_of(stored, caller.user) if playing and clock.tell[side] > now.timestamp()]

    def decide(stored: StoredGame) -> Change:
        clock = Clock.of(stored.settings)
        for side in put_off(stored, clock):
            clock.ask(side, now)
        return Change(answer=Answer().dump(), settings=clock.into(stored.settings), due=clock.next_look())

    for game_id in await _in_play(tools, caller.user):
        with contextlib.suppress(*_LEFT_OUT):
            stored = await tools.store.load(game_id)
            if put_off(stored, Clock.of(stored.settings)):
                await tools.store.run_command(game_id, f"{caller.key}:tell", decide)


async def games(tools: Tools, caller: Caller) -> Reply:
    """Return the caller's games, those waiting for them first; one press opens one.

    These are the games in which they have a seat, the open ones they opened (counted in the limit on open games), and
    the ones they follow.
    """
    people = tools.store.people
    mine = await people.games_of(caller.user)
    opened = dict.fromkeys(await people.open_games(caller.user), tools.say("ui.answers.game_opened"))
    followed = dict.fromkeys(await people.followed_by(caller.user), tools.say("ui.answers.game_followed"))
    bonds = {**dict.fromkeys(mine, ""), **followed, **opened, **dict.fromkeys(mine, "")}
    heads = await tools.store.running.headers(list(bonds))
    rows = [await _listed_game(tools, caller, one, head, one in mine, bonds[one]) for one, head in heads.items()]
    found = [row for row in rows if row is not None]
    damaged = [game for game in await people.unreadable(caller.user) if game not in bonds]
    found += [(3, 0.0, tools.say("ui.answers.game_line_damaged", game=game), None) for game in damaged]
    if not found:
        told = tools.say("ui.answers.games_unreadable" if caller.user in people.damaged else "ui.answers.no_games")
        if not await free(tools, caller):
            return Reply(text=told)
        return welcome.welcome(tools.title, tools.words, told, posts=caller.posts)
    found.sort(key=lambda row: row[:3])
    more = [tools.say("ui.answers.games_more", count=len(found) - MOST)] if len(found) > MOST else []
    text = "\n".join([tools.say("ui.answers.games"), *(line for _, _, line, _ in found[:MOST]), *more])
    entries = tuple(entry for *_, entry in found if entry is not None)[:25]
    menu = Select(placeholder=tools.say("ui.answers.games_open"), options=entries) if entries else None
    return Reply(text=text, menu=Menu(rows=(menu,)) if menu else None)


#: A row of the list: its sort key, its line, and the menu option that opens it.
_Row = tuple[int, float, str, MenuOption | None]


async def _listed_game(
    tools: Tools, caller: Caller, game_id: str, head: GameHeader | StoredDamage | None, mine: bool, bond: str
) -> _Row | None:
    """Return a game's row, even if it cannot be read at the moment; None for a puzzle or a deleted game."""
    if isinstance(head, GameHeader) and head.puzzle:
        return None
    try:
        if isinstance(head, GameHeader) and not head.in_progress:
            return 3, -head.created_at.timestamp(), _finished_game_line(tools, head) + bond, None
        return _row(tools, caller.user, await tools.store.load(game_id), mine, bond)
    except UnknownGame:
        return None
    except StoreBusy:
        return _busy(tools, head, mine, bond) if isinstance(head, GameHeader) else None
    except WarMissing as missing:
        return 3, 0.0, tools.say("ui.answers.game_line_war_missing", game=game_id, war=missing.war), None
    except StoredDamage:
        return 3, 0.0, tools.say("ui.answers.game_line_damaged", game=game_id), None


def _row(tools: Tools, user: str, stored: StoredGame, mine: bool, bond: str) -> _Row:
    rank = 0 if _waits_for(stored, user) else 1 if mine else 2
    line = _line(tools, stored, user) + bond
    entry = _entry(tools, stored.header, yours=rank == 0) if rank < 2 else None
    return rank, -stored.header.created_at.timestamp(), line, entry


def _busy(tools: Tools, header: GameHeader, mine: bool, bond: str) -> _Row:
    """Return the row of a game whose position is unavailable at the moment."""
    scenario, where = tools.war(header), place(header.channel)
    line = tools.say("ui.answers.game_line_busy", game=header.game_id, scenario=scenario, place=where) + bond
    entry = _entry(tools, header, yours=False) if mine else None
    return 1 if mine else 2, -header.created_at.timestamp(), line, entry


def _finished_game_line(tools: Tools, header: GameHeader) -> str:
    """Return the line of a finished game, without reading its position."""
    scenario, where = tools.war(header), place(header.channel)
    key = "ui.answers.game_line_over" if header.commitment else "ui.answers.game_line_closed"
    return tools.say(key, game=header.game_id, scenario=scenario, place=where)


def _entry(tools: Tools, header: GameHeader, *, yours: bool) -> MenuOption:
    label = f"{tools.war(header)} · {header.game_id}"
    told = tools.say("ui.answers.game_yours") if yours else ""
    return MenuOption(label=label, token=tokens.screen(header.game_id, -1, "panel"), description=told)


def _waits_for(stored: StoredGame, user: str) -> bool:
    if stored.snapshot is None:
        return False
    return restore(stored).actor in sides_of(stored, user)


def _line(tools: Tools, stored: StoredGame, user: str) -> str:
    game_id, scenario = stored.header.game_id, tools.war(stored.header)
    where = place(stored.header.channel)
    if stored.snapshot is None:
        return tools.say("ui.answers.game_line_lobby", game=game_id, scenario=scenario, place=where)
    game = restore(stored)
    if game.actor is None:
        return _finished_game_line(tools, stored.header)
    title, tools, own = title_of(game), tools.at(stored), sides_of(stored, user)
    return tools.say(
        "ui.answers.game_line",
        game=game_id,
        place=where,
        scenario=scenario,
        turn=title.turn(tools.names_of(stored), title.moment(game)[0]),
        score=known_of(title, game, own[0] if len(own) == 1 else None)[0],
        side=tools.side(game.actor),
        who=holder_name(tools.words, stored, game.actor),
        waited=lasting(Clock.of(stored.settings).waited(tools.now())),
        you=tools.say("ui.answers.your_move") if game.actor in own else "",
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

    try:
        result = await tools.store.run_command(game_id, caller.key, decide)
    except UnknownGame:
        raise refuse("unknown_game", text=game_id) from None
    following = caller.user in Memory.of((await tools.store.load(game_id)).settings).followers
    await tools.store.people.follow(caller.user, game_id, following)
    return Reply(text=Answer.load(result.answer).text)
