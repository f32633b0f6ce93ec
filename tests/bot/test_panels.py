"""Panels walked over random games: every menu within all limits, every token routes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.service.session import table_for
from bot.table import tokens
from bot.table.offers import Offers
from bot.table.reply import Menu, Reply, Select
from bot.titles import table_of
from bot.titles.panel import offers_of, panel
from bot.titles.pog import dangers
from bot.titles.pog.notation import compact
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.figures import hand_marks
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.state import State
from tests.bot.support import Channel, check_limits, controls, token_of
from tests.support.facts import names
from tests.support.random_play import new_game, steps
from tests.support.restoring import restore

GAME = "abcd2345"


def start(seed: int, **options: object) -> Game[State]:
    """Return a new game with a new seed."""
    return Game.start(PathsOfGlory(GameOptions(**options)), KeyedChance(bytes([seed]) * 32))  # type: ignore[arg-type]


def panel_of(game: Game[State], body: str = "panel", offers: Offers | None = None) -> Reply:
    """Return the deciding seat's panel."""
    assert game.actor is not None
    return panel(GAME, PogOfferContext(table_of(game, game.actor), names()), "Anna", "", body, offers=offers)


def pages(game: Game[State]) -> list[Reply]:
    """Return the panel with every group and page that can be opened from it."""
    found, waiting, seen = [], ["panel"], {"panel"}
    offers = offers_of(PogOfferContext(table_of(game, int(game.actor or 0)), names()))
    while waiting:
        reply = panel_of(game, waiting.pop(), offers)
        found.append(reply)
        for _, token in controls([reply]):
            body = tokens.parse(token).body
            if body.startswith("panel:") and body not in seen:
                seen.add(body)
                waiting.append(body)
    return found


def covered(game: Game[State]) -> set[Choice]:
    """Return the first choice of every order on any page: everything that can be pressed."""
    found = set()
    for reply in pages(game):
        for _, token in controls([reply]):
            parsed = tokens.parse(token)
            if parsed.kind == "order" and parsed.body.startswith("c."):
                verb, _, arg = parsed.body[2:].split("|")[0].split("+")[0].partition(":")
                found.add(Choice(verb, int(arg, 36)))
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_walk(seed: int) -> None:
    """Every page keeps the limits; every choice is reachable; a random press is always carried out."""
    game, rng = start(seed), random.Random(seed)
    kinds = set()
    for _ in range(400):
        if not game.stack:
            break
        kinds.add(game.decision.kind)
        assert game.actor is not None
        context = PogOfferContext(table_of(game, game.actor), names())
        orders = []
        for reply in pages(game):
            check_limits(reply)
            for _, token in controls([reply]):
                parsed = tokens.parse(token)
                assert parsed.game == GAME
                assert parsed.number == game.number
                if parsed.kind == "order":
                    orders.append(parsed.body)
        peaceful = [order for order in orders if "peace" not in order and "accept" not in order]
        order = rng.choice(peaceful)
        assert orders_of(context) <= set(orders), "nothing offered is lost in the layout"
        before = game.number
        table = table_of(game, game.actor)
        compact.carry_out(table, order)
        assert game.number > before, order
    assert {"choose_action", "activate", "move_unit"} <= kinds


def test_a_retreat_ends_where_its_entry_says() -> None:
    """Forced further steps are included: no entry names a space that the unit only passes through."""
    checked = 0
    for seed, game, side in asked("retreat"):
        _tells_ways_alone(PogOfferContext(table_of(game, side), names()), "r.")
        for order in sorted(orders_of(PogOfferContext(table_of(game, side), names()))):
            if order.startswith("r."):
                unit, _, way = order[2:].partition(">")
                space = way.split(",")[-1]
                copy = game.copy(KeyedChance(bytes([seed]) * 32))
                compact.carry_out(table_of(copy, side), order)
                assert copy.state.loc[int(unit, 36)] == int(space, 36)
                checked += 1
    assert checked > 100


def test_an_advance_may_be_the_end_of_it() -> None:
    """Where others could follow, one press advances and says that no other unit does."""
    checked = 0
    for seed, game, side in asked("advance"):
        _tells_ways_alone(PogOfferContext(table_of(game, side), names()), "v.")
        for order in sorted(orders_of(PogOfferContext(table_of(game, side), names()))):
            if order.startswith("v.") and order.endswith("|c.finish:0"):
                longer, shorter = (game.copy(KeyedChance(bytes([seed]) * 32)) for _ in range(2))
                compact.carry_out(table_of(longer, side), order)
                compact.carry_out(table_of(shorter, side), order.partition("|")[0])
                assert shorter.decision.kind == "advance"
                if longer.state.round:  # after the last one units of the next turn enter
                    assert longer.state.loc == shorter.state.loc
                assert longer.number == shorter.number + 1
                checked += 1
    assert checked > 20


def _tells_ways_alone(context: PogOfferContext, verb: str) -> None:
    """Check that a one-step entry names its goal once: a way is shown below it only if it passes other spaces."""
    for group in offers_of(context).groups:
        for entry in group.entries:
            if entry.order.startswith(verb):
                assert not entry.description or " → " in entry.description, entry


def asked(kind: str) -> Iterator[tuple[int, Game[State], int]]:
    """Yield every decision of a kind in some random games: seed, game and deciding side."""
    for seed in range(5, 11):
        game = new_game("campaign", seed, listening=False)
        for _ in steps(game, seed, turns=6):
            if game.decision.kind == kind:
                yield seed, game, int(game.actor or 0)


def orders_of(context: PogOfferContext) -> set[str]:
    """Return every order offered by the makers."""
    offers = offers_of(context)
    found = {entry.order for group in offers.groups for entry in group.entries}
    return {order for order in found | {press.order for press in offers.presses} if order}


def test_no_legal_choice_is_out_of_reach() -> None:
    """Choices not named by a button are reached by a combined one with the same effect, or by equal counters.

    The only exception is activating for movement a space that no unit could leave.
    """
    game, rng = start(9), random.Random(9)
    for _ in range(300):
        if not game.stack or game.actor is None:
            break
        missing = set(game.options()) - covered(game)
        context = PogOfferContext(table_of(game, game.actor), names())
        for choice in missing:
            verb_kind = game.decision.verbs[choice.verb]
            alike = verb_kind == "unit" and choice.arg not in context.distinct(game.options().of(choice.verb))
            combined = (game.decision.kind, choice.verb) in {
                ("move_stack", "step"), ("move_on", "step"), ("retreat", "step"), ("retreat", "pick"),
                ("advance", "step"), ("advance", "add"), ("move_unit", "pick"), ("activate", "for_combat"),
            }  # fmt: skip
            idle = choice.verb == "for_movement" and dangers.holds_all(context.table, choice.arg) is not None
            assert alike or combined or idle, (game.decision.kind, choice)
        options = [choice for choice in game.options() if choice.verb not in ("peace", "accept")]
        game.apply(rng.choice(options))


async def test_every_screen_routes_and_old_buttons_are_told_so(channel: Channel) -> None:
    await channel.begin()
    panel_before = await channel.say("anna", "panel")
    for label in ("Hand", "Map"):
        replies = await channel.press("anna", token_of(panel_before, label))
        assert replies[0].picture is not None
    old = token_of(panel_before, "1 OPS without a card")
    await channel.press("anna", old)
    again = await channel.press("anna", old)
    assert again[0].text.startswith("The position has changed")
    assert again[0].edit == "panel"
    assert "Activate spaces" in again[0].text
    assert "position has changed" in (await channel.press("anna", "nonsense"))[0].text
    assert "There's no game" in (await channel.press("anna", "o~nogame~0~e"))[0].text
    assert "You have no seat" in (await channel.press("eve", old))[0].text


async def test_several_entries_at_once_are_one_press(channel: Channel) -> None:
    """Where a menu allows it, one press activates several spaces, all or nothing."""
    await channel.begin()
    await channel.say("anna", "play cp 1 as ops")
    panels = await channel.say("anna", "panel")
    menus = [row for row in (panels[0].menu or Menu()).rows if isinstance(row, Select)]
    marks = next(row for row in menus if row.placeholder.startswith("Activate to move"))
    assert marks.most == 3
    number = await channel.number()
    await channel.press_all("anna", [option.token for option in marks.options[:2]])
    assert await channel.number() == number + 2
    await channel.say("anna", "undo")
    panels = await channel.say("anna", "panel")
    menus = [row for row in (panels[0].menu or Menu()).rows if isinstance(row, Select)]
    marks = next(row for row in menus if row.placeholder.startswith("Activate to move"))
    number = await channel.number()
    refused = await channel.press_all("anna", [option.token for option in marks.options[:4]])
    assert "There are no OPS left for" in refused[0].text
    assert await channel.number() == number


async def test_an_attack_at_once(channel: Channel) -> None:
    """Card, attack: two presses from an open panel to the first question of the combat."""
    await channel.begin()
    await channel.press("anna", token_of(await channel.say("anna", "panel"), "Guns of August"))
    panels = await channel.say("anna", "panel")
    flank = next(label for label, _ in controls(panels) if "flank attack" in label)
    replies = await channel.press("anna", token_of(panels, flank.replace("flank attack", "frontal attack")))
    assert "attack **Sedan**" in replies[0].text
    assert "OPS was left unused" in replies[0].text
    record = await channel.store.record(await channel.game_id())
    assert [entry["choice"] for entry in record[-3:]] == ["target sedan", "frontal", "finish"], (
        "Ben holds no card for it"
    )


async def test_buttons_survive_a_restart(channel: Channel) -> None:
    await channel.begin()
    token = token_of(await channel.say("anna", "panel"), "1 OPS without a card")
    reborn = Channel.open(channel.store)
    reborn.keys = channel.keys
    assert "Activate spaces" in (await reborn.press("anna", token))[0].text


async def test_a_double_press_counts_once(channel: Channel) -> None:
    await channel.begin()
    token = token_of(await channel.say("anna", "panel"), "1 OPS without a card")
    first = await channel.press("anna", token, key="click")
    number = await channel.number()
    second = await channel.press("anna", token, key="click")
    assert await channel.number() == number
    assert first[0].text == second[0].text


async def test_long_lists_are_paged(channel: Channel) -> None:
    await channel.begin("anna", "anna")
    await channel.say("anna", "play cp 1 as sr")
    await channel.say("anna", "choose pick ge 8")
    panels = await channel.say("anna", "panel")
    if not any(label.startswith("More …") for label, _ in controls(panels)):
        await channel.say("anna", "undo")
        panels = await channel.say("anna", "choose pick ge corps reserve")
    rows = [row for row in panels[0].menu.rows if isinstance(row, Select)] if panels[0].menu else []
    assert rows
    more = token_of(panels, "More …")
    following = await channel.press("anna", more)
    assert {label for label, _ in controls(following)} - {label for label, _ in controls(panels)}
    assert token_of(following, "Back")


async def test_the_hands_picture_tells_what_each_card_may_be_used_for(channel: Channel) -> None:
    await channel.begin()
    game = restore(await channel.store.load(await channel.game_id()))
    table = table_for(game, 1)
    uses = hand_marks(table)["uses"]
    for command in ("panel", "hand"):
        assert uses == (await channel.say("anna", command))[0].picture.args["uses"]  # type: ignore[union-attr]
    assert isinstance(uses, list)
    for card, kinds in uses:
        assert kinds == [verb for verb in ("event", "ops", "sr", "rp") if card in table.may(verb)]
    assert (await channel.say("ben", "hand"))[0].picture.args == {"playable": [], "uses": []}  # type: ignore[union-attr]


async def test_open_piles_are_shown_to_everybody_as_pictures(channel: Channel) -> None:
    await channel.begin()
    assert "Discards AP: none" in await channel.told("eve", "deck ap")
    await channel.say("anna", "play cp 1 as rp")
    counts = (await channel.say("eve", "deck"))[0]
    assert "cards in hand" in counts.text
    assert counts.picture is None
    shown = (await channel.press("eve", dict(controls([counts]))["Discards CP"]))[0]
    assert "Guns of August" in shown.text
    assert shown.picture is not None
    assert (shown.picture.kind, shown.picture.viewer) == ("pile", None)
    assert shown.picture.args == {"side": 1, "pile": "discard"}


async def test_moves_and_attacks_are_marked_by_one_press(channel: Channel) -> None:
    """9.2.5: an operation can do both; one menu has the spaces for either, and one press pays for all of them."""
    await channel.begin()
    await channel.say("anna", "play cp 1 as ops")
    menus = [row for row in ((await channel.say("anna", "panel"))[0].menu or Menu()).rows if isinstance(row, Select)]
    marks = next(row for row in menus if row.placeholder.startswith("Activate to move or attack"))
    wanted = [option.token for option in marks.options if option.label in ("Metz: attack", "Koblenz: move")]
    assert len(wanted) == 2
    number = await channel.number()
    await channel.press_all("anna", wanted)
    record = await channel.store.record(await channel.game_id())
    assert {entry["choice"] for entry in record[number + 1 :]} == {"for_movement koblenz", "for_combat metz"}


async def test_part_of_a_stack_moves_and_the_others_stay(channel: Channel) -> None:
    """Picking one unit of a stack ends that stack's move with the same press that names the space."""
    await channel.begin()
    for line in ("play cp 1 as ops", "activate metz, aachen, koblenz move"):
        await channel.say("anna", line)
    picked = await channel.say("anna", "choose pick ge 4 army")
    menus = [row for row in (picked[0].menu or Menu()).rows if isinstance(row, Select)]
    alone = next(row for row in menus if row.placeholder.endswith("the others stay"))
    await channel.press("anna", next(option.token for option in alone.options if "Koblenz" in option.label))
    record = await channel.store.record(await channel.game_id())
    assert [entry["choice"] for entry in record[-3:]] == ["step koblenz", "stop", "leave"]


async def test_a_card_that_is_alone_says_what_it_is_played_for(channel: Channel) -> None:
    """In the Historical war nothing else is possible at first: the button and the question say so (5.7.4.3)."""
    await channel.begin(scenario="historical", first="")
    (reply,) = await channel.say("anna", "panel")
    labels = [label for label, _ in controls([reply])]
    assert labels[0] == "Event of Guns of August (CP 1)"
    assert "Plan an operation" not in labels, "there is none to be planned"
    assert "This event opens the war (5.7.4.3): nothing else is possible now." in reply.text
    assert "or act without a card" not in reply.text
