"""Opening a game: the arguments of `/new`, its options and seats, and its lobby in the channel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from bot.service import game_lookup
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock
from bot.service.outgoing import post
from bot.service.seats.game_start import from_the_start
from bot.service.seats.lobby import ADVICE_WORDS, joined, lobby_table, next_step
from bot.service.session import Memory, sides_of
from bot.service.state import lobby_seats
from bot.service.state.game_header import new_header
from bot.storage.errors import ChannelBusy
from bot.storage.keys import game_id_for
from bot.storage.models import GameHeader, GameSettings, JsonObject, Seats
from bot.storage.store import Change, Committed, Duplicate, StoredGame
from bot.table.refusal import Refusal, refuse
from bot.table.typed_text import alike
from bot.titles import title_offering
from bot.titles.capabilities import levels_of, levels_offered
from bot.titles.forms import ADVICE, AGAINST, SIDE, agreed_options
from engine.core.system import System
from engine.errors import OptionsError

#: Maximum number of option combinations whose validity is cached.
_JUDGED = 1024


@dataclass(frozen=True, slots=True)
class NewGameRequest:
    """The definition of a new game: scenario, rules by the engine's names, clock and palette."""

    scenario: str
    rules: dict[str, Any]
    clock: str = "off"
    palette: str = "standard"
    open: Literal["server", "all"] = "server"
    #: Whether players may ask the computer for advice; with `teach` it also explains its actions.
    advice: Literal["off", "on", "teach"] = "off"
    #: Seats from the start: the opener's seat, or `none`, and the level of the computer on the others.
    side: str = ""
    against: str = ""


def read_wish(scenario: str, text: str) -> NewGameRequest:
    """Parse `name=value` words as options of a new game; refuse unknown and incompatible ones, listing what exists."""
    found: dict[str, Any] = {}
    agreed = {"clock": "off", "palette": "standard", "open": "server", SIDE: "", AGAINST: "", ADVICE: "off"}
    title = title_offering(scenario)
    setups, at_table = title.setups, agreed_options(title)
    known = setups.options(scenario)
    for name, said, word in _once_each(text):
        value = lobby_seats.level_meant(title, {"scenario": scenario}, said) if name == AGAINST else said
        if name == AGAINST and value not in levels_of(title):
            raise lobby_seats.no_level(word, f"{AGAINST}=", levels_offered(title, {"scenario": scenario}))
        if name in at_table:
            if value not in at_table[name]:
                raise refuse("bad_value", text=word, candidates=tuple(f"{name}={key}" for key in at_table[name]))
            agreed[name] = value
            continue
        if name not in known:
            there_are = _of_a_kind(name, (*known, *at_table))
            near = "".join(f"“{one}”" for one in alike(name, there_are)[:1])
            raise refuse("unknown_setting", text=name, candidates=there_are, near=near)
        if value not in known[name]:
            raise refuse("bad_value", text=word, candidates=tuple(f"{name}={key}" for key in known[name]))
        found[name] = known[name][value]
    offered: Literal["server", "all"] = "all" if agreed["open"] == "all" else "server"
    rules, asks = setups.stored(found), ADVICE_WORDS[agreed[ADVICE]]
    wish = NewGameRequest(
        scenario, rules, agreed["clock"], agreed["palette"], offered, asks, agreed[SIDE], agreed[AGAINST]
    )
    _system_of(wish)
    if wish.against:
        lobby_seats.check_level(title, {"scenario": scenario, **wish.rules}, wish.against, f"{AGAINST}={wish.against}")
    return wish


def _once_each(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield name, value and word of each option; refuse conflicting seats. Otherwise the last value counts."""
    before: dict[str, str] = {}
    for word in text.replace(",", " ").split():
        name, _, value = word.casefold().partition("=")
        if name in (AGAINST, SIDE) and before.setdefault(name, value) != value:
            raise refuse("given_twice", candidates=(f"{name}={before[name]}", f"{name}={value}"))
        yield name, value, word


def _of_a_kind(name: str, there_are: Sequence[str]) -> tuple[str, ...]:
    """Return the options that a name may have meant: those of its family (`soe.`), else those without one."""
    family = name.partition(".")[0]
    same = tuple(one for one in there_are if "." in one and one.startswith(f"{family}."))
    return same if same and "." in name else tuple(one for one in there_are if "." not in one)


def _system_of(wish: NewGameRequest) -> System[Any]:
    """Return the rules of a request; refuse incompatible options."""
    try:
        return title_offering(wish.scenario).system({"scenario": wish.scenario, **wish.rules})
    except OptionsError as clash:
        raise Refusal(clash.reason) from None


@lru_cache(maxsize=_JUDGED)
def goes_together(scenario: str, text: str) -> bool:
    """Return True if these options are compatible; cached, since checking builds the rules."""
    try:
        read_wish(scenario, text)
    except Refusal:
        return False
    return True


async def new(tools: Tools, caller: Caller, scenario: str, options: str) -> Answer:
    """Open a game in the caller's channel."""
    wish = read_wish(scenario, options)
    seats = lobby_seats.from_the_start(tools, caller, title_offering(scenario).seats, wish.side, wish.against)
    return await open_game(tools, caller, wish, seats=seats)


async def open_game(
    tools: Tools,
    caller: Caller,
    wish: NewGameRequest,
    *,
    seats: Seats | None = None,
    head: str = "",
    mention: tuple[str, ...] = (),
) -> Answer:
    """Open a game in the caller's channel, with or without seats already taken."""
    _system_of(wish)
    game_id = game_id_for(caller.channel, caller.key)
    before = await tools.store.made_before(caller.channel, caller.key, game_id)
    if before is not None:
        return Answer.load(before.answer)
    tools.policy.check_place(caller.places)
    caller.check_posts()
    async with tools.policy.room(tools.store, caller.user, game_id):
        return await _create_lobby(tools, caller, wish, game_id, seats=seats, head=head, mention=mention)


async def _header(tools: Tools, caller: Caller, wish: NewGameRequest, game_id: str) -> GameHeader:
    """Return the header of a game before anyone has joined."""
    chosen: JsonObject = {"scenario": wish.scenario, **wish.rules}
    return new_header(
        title_offering(wish.scenario),
        chosen,
        game_id=game_id,
        channel=caller.channel,
        created_by=caller.user,
        created_at=tools.now(),
        server=caller.server,
        offered=wish.open,
        key=caller.key,
        previous=await game_lookup.held(tools, caller.channel, besides=game_id),
    )


async def _create_lobby(
    tools: Tools,
    caller: Caller,
    wish: NewGameRequest,
    game_id: str,
    *,
    seats: Seats | None,
    head: str,
    mention: tuple[str, ...],
) -> Answer:
    header = await _header(tools, caller, wish, game_id)
    settings = Clock.model_validate({"speed": wish.clock}).into(
        GameSettings(
            language=await tools.channel_language(caller),
            palette=wish.palette,
            advice=wish.advice != "off",
            teaching=wish.advice == "teach",
        )
    )
    settings = from_the_start(header, settings)
    memory = Memory(table="lobby")
    stored = StoredGame(header, -1, 0, None, seats or Seats(), settings)
    table = lobby_table(tools.posting(stored), stored, head=head, anew=True)
    change = Change(
        answer=_ready(tools, caller, stored).dump(),
        posts=[post("table", table.model_copy(update={"mention": mention}))],
        settings=memory.into(settings),
        seats=seats,
        due=tools.policy.lobby_ends(header, stored.seats),
    )
    try:
        result = await tools.store.create_game(header, change)
    except ChannelBusy:
        raise refuse("channel_busy") from None
    assert isinstance(result, Committed | Duplicate)
    return Answer.load(result.answer)


def _ready(tools: Tools, caller: Caller, stored: StoredGame) -> Answer:
    """Return the reply to opening a game whose seats are all taken, with the start button; else an empty one."""
    own = sides_of(stored, caller.user)
    if len(stored.seats.holders) < 2 or len(own) != 1:
        return Answer()
    return joined(
        tools,
        caller,
        stored,
        tools.say("ui.lobby.you_joined", side=tools.side(own[0]), next=next_step(tools, stored, None)),
    )


__all__ = ["NewGameRequest", "goes_together", "new", "open_game", "read_wish"]
