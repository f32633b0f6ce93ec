"""Boards walked over random games: touchable things are what the panel offers, in the right places, and nothing more."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.port import Inbound
from bot.table import choice_codec, tokens
from bot.table.refusal import Refusal
from bot.table.reply import Board, Reply
from bot.table.table import units_of
from bot.titles import table_of
from bot.titles.looks import News
from bot.titles.panel import offers_of
from bot.titles.pog.looks.odds import odds
from bot.titles.pog.notation import attacking, compact
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels import board as touching
from bot.titles.pog.panels.offer_targets import aim_of, concern_of
from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import ChanceError
from engine.pog import view_of
from engine.pog.content import load_content
from engine.pog.state import State
from renderer.pog.hit_areas import card_target, space_target
from tests.bot.support import CHANNEL, Channel, controls
from tests.bot.test_panels import GAME, pages, panel_of, start
from tests.support.facts import names
from tests.support.table import AP, CP
from tests.support.table import Table as Situation

SPACES = load_content().space_by_name


def at(space: str) -> str:
    """Return what is touched for a space."""
    return space_target(SPACES[space])


def board_of(game: Game[State]) -> Board:
    """Return the deciding seat's board."""
    assert game.actor is not None
    context = PogOfferContext(table_of(game, game.actor), names())
    offers = offers_of(context)
    panel = panel_of(game)
    return touching.board(GAME, context, view_of(game, game.actor), offers, panel, News([], [], "standard"))


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_touches_match_the_panel(seed: int) -> None:
    game, rng = start(seed), random.Random(seed)
    kinds: set[str] = set()
    for _ in range(140):
        if not game.stack:
            break
        shown = {token for reply in pages(game) for _, token in controls([reply])}
        board = board_of(game)
        assert {touch.token for touch in board.touches} <= shown
        assert len({touch.token for touch in board.touches}) == len(board.touches)
        if any(touch.here or touch.to for touch in board.touches):
            kinds.add(game.decision.kind)
        spots = {spot.target for spot in board.spots}
        for touch in board.touches:
            assert {*touch.here, *([touch.to] if touch.to else [])} <= spots
        game.apply(rng.choice(list(game.options())), side=game.actor)
    assert {"activate", "move_unit"} <= kinds


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(3))
def test_a_card_can_be_touched_only_by_its_holder(seed: int) -> None:
    game, rng = start(seed + 20), random.Random(seed)
    seen = 0
    for _ in range(120):
        if not game.stack:
            break
        board, side = board_of(game), game.actor
        assert side is not None
        held = {card_target(card) for card in units_of(game.state.hand[side])}
        assert {target for area in board.areas if area.shelf for target, *_ in area.ground.boxes} in (set(), held)
        cards = {touch.uses for touch in board.touches if touch.uses}
        assert cards <= held
        seen += len(cards)
        game.apply(rng.choice(list(game.options())), side=side)
    assert seen > 10


def opening() -> Game[State]:
    """Return the Central Powers activating spaces with four OPS."""
    game = start(3)
    game.apply(Choice("take", 0))
    card = load_content().card_by_name["cp_01_guns_of_august"]
    game.apply(Choice("ops", card))
    assert game.decision.kind == "activate"
    return game


def about(game: Game[State], order: str) -> tuple[list[int], int | None, str]:
    assert game.actor is not None
    found = concern_of(PogOfferContext(table_of(game, game.actor), names()), order)
    return found.here, found.to, found.what


def test_spaces_and_cards_of_orders() -> None:
    game = opening()
    koblenz, aachen, liege = (SPACES[name] for name in ("koblenz", "aachen", "liege"))
    assert about(game, choice_codec.encode_choices(("for_movement", koblenz))) == ([koblenz], None, "move")
    marks = choice_codec.encode_choices(("for_combat", aachen), ("for_combat", koblenz))
    assert about(game, marks) == ([aachen, koblenz], None, "attack")
    assert about(game, choice_codec.join_orders(marks, compact.attack(liege))) == ([aachen, koblenz], liege, "attack")
    units = [unit.id for unit in load_content().units if game.state.loc[unit.id] == koblenz]
    assert about(game, compact.move(units, [aachen, liege])) == ([koblenz], liege, "move")
    assert about(game, compact.dig(units[0])) == ([koblenz], None, "other")
    assert about(game, compact.END_ACTIVATION) == ([], None, "other")
    game.apply(Choice("for_combat", aachen))
    game.apply(Choice("stop", 0))
    assert about(game, compact.attack(liege)) == ([aachen], liege, "attack")


def test_a_stack_to_a_place_is_said_once() -> None:
    game = opening()
    game.apply(Choice("for_movement", SPACES["koblenz"]))
    game.apply(Choice("stop", 0))
    moves = [(touch.here, touch.to, touch.label) for touch in board_of(game).touches if touch.to]
    assert moves
    assert len({(here, to) for here, to, _ in moves}) == len(moves)


async def test_a_board_comes_with_the_panel_where_it_is_wanted_and_is_never_stored(channel: Channel) -> None:
    await channel.begin()
    wish = Inbound(platform="web", channel=CHANNEL, user="anna", key="look-1", text="panel")
    (plain,) = await channel.handler.run(wish)
    assert plain.board is None
    (panel,) = await channel.handler.run(wish.model_copy(update={"key": "look-2", "touch": True}))
    assert panel.board is not None
    assert [area.name for area in panel.board.areas] == [
        "hand",
        "west",
        "east",
        "italy",
        "balkans",
        "near_east",
        "overview",
    ]
    assert "board" not in panel.model_dump(mode="json")
    assert Reply.model_validate(panel.model_dump(mode="json")).board is None


def test_no_space_is_offered_for_an_attack_to_which_it_adds_nothing() -> None:
    """British and French without a space that holds both do not attack together (12.1.11)."""
    table = Situation().put("liege", "ge_1_army").put("sedan", "fr_5_army").put("brussels", "br_bef_army")
    game = table.operate(AP, ops=4).game
    attacks = [touch for touch in board_of(game).touches if touch.to == at("liege") and touch.aimed]
    assert attacks
    for touch in attacks:
        assert touch.here in ((at("brussels"),), (at("sedan"),)), touch.label
        force = aim_of(touch).force
        assert force
        assert {space_target(game.state.loc[unit]) for unit in force} == set(touch.here)


def test_an_attack_says_what_the_odds_say() -> None:
    table = Situation().put("sedan", "fr_5_army").put("koblenz", "ge_2_army", "ge_3_army").put("metz", "ge_4_army")
    game = table.operate(CP, ops=4).game
    attacks = [touch for touch in board_of(game).touches if aim_of(touch).force]
    assert attacks
    for touch in attacks:
        wanted = odds(game.state, int(touch.to), aim_of(touch).force)
        assert touch.chance == f"wins {float(wanted.chance('win')) * 100:.0f} %"
        for side in ("defender", "attacker"):
            assert f"{side} {wanted.expected(side):.1f}" in touch.chances


def test_the_focus_is_the_front_then_what_happened_then_the_combat() -> None:
    game = opening()
    context = PogOfferContext(table_of(game, CP), names())
    front = touching.focus(context, [])
    assert {SPACES["strasbourg"], SPACES["metz"], SPACES["mulhouse"]} <= set(front)
    assert SPACES["insterberg"] not in front, "most of the Central Powers' strength at the enemy stands in the West"
    west = touching.focus(PogOfferContext(table_of(game, AP), names()), [])
    assert {SPACES["sedan"], SPACES["nancy"]} <= set(west)
    moved = {"n": 1, "kind": "moved", "data": {"units": [1], "path": [SPACES["insterberg"], SPACES["konigsberg"]]}}
    assert touching.focus(context, [moved]) == [SPACES["insterberg"], SPACES["konigsberg"]]
    over = {"n": 1, "kind": "action_over", "data": {}}
    between = [
        {"n": 2, "kind": "attrition", "data": {"units": [], "spaces": [SPACES["arabia"]]}},
        {"n": 2, "kind": "control", "data": {"space": SPACES["arabia"], "side": CP}},
        {"n": 2, "kind": "control", "data": {"space": SPACES["libya"], "side": CP}},
        {"n": 2, "kind": "reinforcement", "data": {"unit": 0, "place": SPACES["basra"]}},
    ]
    assert touching.focus(context, [moved, over, *between]) == [SPACES["insterberg"], SPACES["konigsberg"]]
    assert touching.focus(context, between) == front, "what a turn's end does to the map leads nowhere"
    game.apply(Choice("for_combat", SPACES["koblenz"]))
    assert touching.focus(PogOfferContext(table_of(game, CP), names()), [moved]) == [SPACES["koblenz"]]


async def test_the_reserve_box_is_a_spot_of_its_own(channel: Channel) -> None:
    await channel.begin()
    wish = Inbound(
        platform="web", channel=CHANNEL, user="anna", key="look-3", text="play guns of august as sr", touch=True
    )
    (panel,) = await channel.handler.run(wish)
    assert panel.board is not None
    (box,) = [spot for spot in panel.board.spots if spot.off_map]
    assert box.text.startswith("Reserve Box: 8 GE c")
    assert "8 × German corps" in box.text
    assert any(box.target in touch.here for touch in panel.board.touches)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_an_enemy_can_be_touched_where_it_can_be_attacked_and_only_there(seed: int) -> None:
    """An offer at an enemy has the effect of a typed attack on it from there, at once or after activation."""
    game, rng = start(seed + 40), random.Random(seed)
    met = Counter[str]()
    for _ in range(200):
        if not game.stack or min(met["activate"], met["attack"]) >= 2:
            break
        kind = game.decision.kind
        if (
            kind in ("activate", "attack")
            and met[kind] < 2
            and not table_of(game, game.actor or 0).field("attackers", 0)
        ):
            assert enemies_of(board_of(game)) == attackable_by_order(game)
            met[kind] += 1
        options = list(game.options())
        fights = [one for one in options if one.verb in ("ops", "for_combat", "add", "target")]
        game.apply(rng.choice(fights if fights and rng.random() < 0.7 else options), side=game.actor)
    assert met["activate"]


def enemies_of(board: Board) -> set[int]:
    """Return the spaces at which an attack is offered, except those holding the attackers themselves."""
    attacks = [touch for touch in board.touches if touch.aimed]
    found = {space for touch in attacks for space in (*touch.near, touch.to) if space}
    return {int(space) for space in found - {space for touch in board.touches for space in touch.here}}


def attackable_by_order(game: Game[State]) -> set[int]:
    """Return the spaces that a typed attack can attack from an adjacent space, already activated for it or not."""
    table, found = table_of(game, game.actor or 0), set[int]()
    operation = game.state.operation
    assert operation is not None
    context = PogOfferContext(table, names())
    for origin in {*table.may("for_combat"), *units_of(operation.attack)}:
        for target in context.neighbours(origin):
            if target in found or not (context.enemies_in(target) or context.fort_of(target)):
                continue
            trial = table.trial()
            try:
                attacking.attack(trial, target, origins=[origin])
            except ChanceError:  # the attack is under way
                found.add(target)
            except Refusal:
                continue
            found.add(target)
    return found


async def test_a_spectator_sees_the_position_and_has_nothing_to_press(channel: Channel) -> None:
    await channel.begin()
    wish = Inbound(platform="web", channel=CHANNEL, user="eve", key="watch-1", token=tokens.WATCH_HERE, touch=True)
    (shown,) = await channel.handler.run(wish)
    board = shown.board
    assert board is not None
    assert not board.seated
    assert [area.name for area in board.areas] == ["west", "east", "italy", "balkans", "near_east", "overview"]
    assert [area.name for area in board.areas if area.wide] == ["overview"]
    assert (board.touches, [area.name for area in board.areas if area.shelf]) == ((), [])
    assert all(area.picture.viewer is None for area in board.areas)
    koblenz = next(spot for spot in board.spots if spot.target == at("koblenz"))
    assert koblenz.text.startswith("**Koblenz** (CP): GE 2 and GE 3")
    # A person with a seat sees the same there, and where nothing can be touched there is nothing to request.
    (same,) = await channel.handler.run(wish.model_copy(update={"key": "watch-2", "user": "anna"}))
    assert same.board == board
    (stale,) = await channel.handler.run(wish.model_copy(update={"key": "watch-3", "touch": False}))
    assert stale.board is None
    assert "The position has changed" in stale.text
