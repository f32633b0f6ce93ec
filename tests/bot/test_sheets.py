"""Sheets: a whole step of an operation filled in at once."""

from __future__ import annotations

import contextlib
import random
import re

import pytest

from bot.port import Inbound
from bot.storage import Store
from bot.table import choice_codec, tokens
from bot.table.reply import Form, Reply
from bot.table.sheets import FIELDS, sheet
from bot.titles import table_of, title_of
from bot.titles.pog import dangers
from bot.titles.pog.notation import compact
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.offer_context import PogOfferContext
from engine.core.options import Choice
from engine.errors import ChanceError
from tests.bot.support import CHANNEL, Channel, controls
from tests.bot.test_panels import start
from tests.support.facts import names
from tests.support.restoring import restore

SHEET = "~sheet"


def form_of(replies: list[Reply]) -> Form:
    """Return the sheet in an answer."""
    (reply,) = replies
    assert reply.form is not None, reply.text
    return reply.form


def entries(form: Form, label: str) -> dict[str, str]:
    """Return tokens of a field by the start of their labels."""
    field = next(field for field in form.fields if field.label.startswith(label))
    return {option.label: option.token for option in field.menu.options}


def chosen(form: Form, label: str, *beginnings: str) -> list[str]:
    """Return tokens of a field's entries that start with this."""
    found = entries(form, label)
    return [next(token for name, token in found.items() if name.startswith(begin)) for begin in beginnings]


async def operating(store: Store) -> tuple[Channel, str]:
    """Return the first action of the Allied Powers."""
    channel = Channel.open(store)
    await channel.begin()
    await channel.say("anna", "play guns of august as rp")
    assert restore(await store.load(await channel.game_id())).actor == 0
    return channel, await channel.game_id()


async def opened(channel: Channel, game: str, user: str = "ben") -> Form:
    """Press the button that opens the sheet."""
    return form_of(await channel.press(user, tokens.screen(game, -1, "sheet")))


async def richest(channel: Channel, game: str) -> str:
    """Return the card in hand with the most OPS."""
    return next(iter(entries(await opened(channel, game), "Card")))


async def test_card_and_spaces_in_any_sequence_are_what_typed_orders_are(store: Store) -> None:
    channel, game = await operating(store)
    card = await richest(channel, game)
    await channel.say("ben", f"play {card} as ops /activate nancy attack; paris move")
    typed = (await store.load(game)).snapshot
    await channel.say("ben", "undo all")
    form = await opened(channel, game)
    sent = [*chosen(form, "Move from", "Paris"), *chosen(form, "Card", card), *chosen(form, "Attack from", "Nancy")]
    (panel,) = await channel.press_all("ben", sent)
    assert panel.edit == "panel"
    operation = restore(await store.load(game)).state.operation
    assert operation is not None
    assert typed is not None
    content = names().content
    assert operation.move == 1 << content.space_by_name["paris"]
    assert operation.attack == 1 << content.space_by_name["nancy"]
    record = [entry.get("choice", "undo") for entry in await store.record(game)]
    assert record[-4] == "undo"
    assert record[-3] == record[-7]
    assert sorted(record[-2:]) == sorted(record[-6:-4]), record


async def test_too_many_spaces_are_refused_with_the_rule_and_nothing_is_done(store: Store) -> None:
    channel, game = await operating(store)
    form = await opened(channel, game)
    before = (await store.load(game)).number
    sent = [*chosen(form, "Card", "1 OPS"), *chosen(form, "Move from", "Paris", "Nancy")]
    (reply,) = await channel.press_all("ben", sent)
    assert "9.2.1" in reply.text
    assert (await store.load(game)).number == before


async def test_a_refused_sheet_comes_again_as_it_was_filled_in(store: Store) -> None:
    channel, game = await operating(store)
    form = await opened(channel, game)
    sent = [*chosen(form, "Card", "1 OPS"), *chosen(form, "Move from", "Paris", "Nancy")]
    inbound = Inbound(
        platform="web", channel=CHANNEL, user="ben", key="sheet", token=sent[0], tokens=tuple(sent), form=True
    )
    (reply,) = await channel.handler.run(inbound)
    assert reply.form is not None
    assert "9.2.1" in reply.form.told
    assert sorted(o.token for field in reply.form.fields for o in field.menu.options if o.chosen) == sorted(sent)
    again = await opened(channel, game)
    assert sorted(o.token for field in again.fields for o in field.menu.options if o.chosen) == sorted(sent), (
        "later too"
    )
    other = await channel.press("anna", tokens.screen(game, -1, "sheet"))
    assert other[0].form is None
    await channel.say("ben", "play auto")
    assert not [o for field in (await opened(channel, game)).fields for o in field.menu.options if o.chosen]


async def test_a_page_of_an_older_sheet_that_is_not_there_any_more_leads_to_the_last_one(store: Store) -> None:
    """A press on an old sheet can name a page that the current sheet doesn't have."""
    channel, game = await operating(store)
    await channel.say("ben", "play auto")
    form = form_of(await channel.press("ben", tokens.screen(game, -1, "sheet:4")))
    assert len(form.fields) < FIELDS
    assert form.at == len(form.fields) - 1


async def test_a_sheet_tells_what_its_entries_cost_and_give(store: Store) -> None:
    channel, game = await operating(store)
    form = await opened(channel, game)
    cards = next(field for field in form.fields if field.label == "Card")
    assert sorted({option.amount for option in cards.menu.options}) == sorted(
        {1, *(option.amount for option in cards.menu.options)}
    )
    spaces = next(field for field in form.fields if field.label == "Move from")
    assert all(option.amount < 0 and f"{-option.amount} OPS" in option.description for option in spaces.menu.options)
    assert spaces.hint == "At most the card's OPS in total"
    await channel.say("ben", "play auto")
    later = await opened(channel, game)
    assert later.budget == 1
    assert {field.menu.most for field in later.fields} == {1}, "no more than there are OPS"


async def test_an_attack_without_movement_needs_one_sheet(store: Store) -> None:
    channel, game = await operating(store)
    form = await opened(channel, game)
    sent = [*chosen(form, "Then at once", "Attack Metz"), form.fields[0].menu.options[0].token]
    (panel,) = await channel.press_all("ben", [*sent, *chosen(form, "Attack from", "Nancy", "Verdun")])
    state = restore(await store.load(game)).state
    assert state.combat is not None, panel.text
    assert state.combat.attackers.bit_count() == 4
    assert state.combat.target == names().content.space_by_name["metz"]


async def test_a_movement_sheet_moves_parts_apart_and_attacks(store: Store) -> None:
    channel, game = await operating(store)
    card = await richest(channel, game)
    await channel.say("ben", f"play {card} as ops /activate verdun move; nancy attack /done anyway")
    form = await opened(channel, game)
    parts = entries(form, "Verdun: part of the stack")
    first, second = (next(token for name, token in parts.items() if name.startswith(unit)) for unit in ("FR 3", "FR 4"))
    attack = next(token for name, token in entries(form, "Then").items() if name.startswith("Then attack Metz"))
    (panel,) = await channel.press_all("ben", [attack, second, first])
    state = restore(await store.load(game)).state
    assert state.combat is not None, panel.text
    assert panel.form is None


async def test_others_have_no_sheet(store: Store) -> None:
    channel, game = await operating(store)
    for user in ("anna", "sven"):
        (reply,) = await channel.press(user, tokens.screen(game, -1, "sheet"))
        assert reply.form is None
        assert reply.text


async def test_a_sheet_of_an_earlier_position_does_nothing(store: Store) -> None:
    channel, game = await operating(store)
    form = await opened(channel, game)
    await channel.say("ben", "play auto")
    before = (await store.load(game)).number
    (reply,) = await channel.press_all("ben", [field.menu.options[0].token for field in form.fields[:2]])
    assert "has changed" in reply.text
    assert (await store.load(game)).number == before


async def test_the_table_message_offers_a_sheet_only_where_there_is_one(store: Store) -> None:
    channel, game = await operating(store)
    card = await richest(channel, game)
    assert await table_offers_sheet(channel)
    await channel.say("ben", f"play {card} as ops /activate nancy attack /attack metz anyway")
    assert not await table_offers_sheet(channel)


async def table_offers_sheet(channel: Channel) -> bool:
    """Return True if the newest table message has the button of a sheet."""
    newest = [reply for kind, reply in await channel.posts() if kind == "table"][-1]
    return any(token.endswith(SHEET) for _, token in controls([newest]))


def test_orders_chosen_together_follow_the_sequence_of_play() -> None:
    game = start(1)
    table = table_of(game, int(game.actor or 0))
    content = names().content
    third, fourth, british = (
        choice_codec.base36(content.unit_by_name[name]) for name in ("fr_3_army", "fr_4_army", "br_bef_army")
    )
    assert stands(table, int(third, 36)) == stands(table, int(fourth, 36))
    assert stands(table, int(third, 36)) != stands(table, int(british, 36))
    moves = [f"n.{third}>2", f"n.{british}>5", f"n.{fourth}>4"]
    told = ["x.4|c.flank:0", moves[0], "d", "c.for_combat:3", moves[1], "w", "c.ops:9", moves[2]]
    ordered = compact.together(table, told)
    assert [one for one in ordered if not one.startswith("n.")] == [
        "c.ops:9",
        "c.for_combat:3",
        "d",
        "w",
        "x.4|c.flank:0",
    ]
    assert ordered[3:6] in ([moves[0], moves[2], moves[1]], [moves[1], moves[0], moves[2]])


async def refused(channel: Channel, game: str, user: str, sent: list[str]) -> str:
    """Return the answer to entries that change nothing."""
    before = (await channel.store.load(game)).number
    (reply,) = await channel.press_all(user, sent)
    assert (await channel.store.load(game)).number == before, reply.text
    return reply.text.partition("\n")[0]


async def test_one_attack_and_none_before_movement(store: Store) -> None:
    channel, game = await operating(store)
    form = await opened(channel, game)
    card, attack = next(iter(entries(form, "Card").values())), "Then at once"
    marked = [card, *chosen(form, "Attack from", "Nancy")]
    two = [*marked, *chosen(form, attack, "Attack Metz", "Attack Strasbourg")]
    assert "Order one attack at a time" in await refused(channel, game, "ben", two)
    both = [*marked, *chosen(form, "Move from", "Paris"), *chosen(form, attack, "Attack Metz")]
    assert "(rule 9.2.9)" in await refused(channel, game, "ben", both)


async def test_the_rest_of_a_line_after_an_attack_reveals_nothing(store: Store) -> None:
    """Whether a die is rolled at once or the other side is asked first can depend on their cards."""
    channel, game = await operating(store)
    card = await richest(channel, game)
    await channel.say("ben", f"play {card} as ops /activate nancy attack /done anyway")
    number = await channel.position("ben")
    metz = compact.attack(names().content.space_by_name["metz"])
    for behind in ("c.for_combat:1", "f.1", "e", "c.frontal:0", "m.1>2"):
        said = await refused(channel, game, "ben", [tokens.order(game, number, f"{metz}|{behind}")])
        assert said.startswith("The first part ends with a die roll"), said


@pytest.mark.parametrize(
    "body", ["c.for_movement:zzzzzzz", "c.for_combat:-1", "n.>1", "n.zzz>1", "y.1", "c.for_movement:!"]
)
async def test_forged_orders_are_stale(store: Store, body: str) -> None:
    channel, game = await operating(store)
    number = await channel.position("ben")
    card = next(iter(entries(await opened(channel, game), "Card").values()))
    assert "has changed" in await refused(channel, game, "ben", [card, tokens.order(game, number, body)])


@pytest.mark.parametrize(("game", "further"), [("", 1), ("another-game", 0)])
async def test_a_sheet_with_an_order_of_another_position_is_stale(store: Store, game: str, further: int) -> None:
    """Of a later position, or of another game."""
    channel, here = await operating(store)
    number = await channel.position("ben")
    form = await opened(channel, here)
    (move,) = chosen(form, "Move from", "Paris")
    other = tokens.order(game or here, number + further, tokens.parse(move).body)
    said = await refused(channel, here, "ben", [*chosen(form, "Card", "1 OPS"), other])
    assert "has changed" in said


async def test_endings_do_no_harm_where_it_has_ended_by_itself(store: Store) -> None:
    channel, game = await operating(store)
    form = await opened(channel, game)
    end = chosen(form, "Then at once", "End the activation")
    await channel.press_all("ben", [*chosen(form, "Card", "1 OPS"), *chosen(form, "Move from", "Verdun"), *end])
    form = await opened(channel, game)
    whole = next(token for label, token in entries(form, "Verdun").items() if label == "to Sedan")
    await channel.press_all("ben", [whole, *chosen(form, "Then", "Then end the movement")])
    position = restore(await store.load(game))
    assert position.decision.kind == "choose_action"
    assert position.actor == 1


async def test_parts_of_one_stack_may_be_chosen_around_another(store: Store) -> None:
    channel, game = await operating(store)
    card = await richest(channel, game)
    await channel.say("ben", f"play {card} as ops /activate verdun, nancy move /done anyway")
    form = await opened(channel, game)
    parts, others = entries(form, "Verdun: part of the stack"), entries(form, "Nancy")
    first, second = (
        next(token for label, token in parts.items() if label.startswith(unit)) for unit in ("FR 3", "FR 4")
    )
    await channel.press_all("ben", [first, next(iter(others.values())), second])
    position = restore(await store.load(game))
    assert (position.decision.kind, position.actor) == ("choose_action", 1)


async def test_nothing_chosen_is_said(store: Store) -> None:
    channel, game = await operating(store)
    (reply,) = await channel.press("ben", tokens.screen(game, -1, "nothing"))
    assert reply.text.startswith("You chose nothing")
    assert reply.edit == "panel"


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_sheets_of_random_games_offer_every_space_and_are_legal_one_by_one(seed: int) -> None:
    game, luck = start(seed), random.Random(seed)
    seen: set[str] = set()
    for _ in range(400):
        if not game.stack:
            break
        form = sheet("abcd2345", PogOfferContext(table_of(game, int(game.actor or 0)), names()))
        assert (form is not None) <= (title_of(game).face(game.decision.kind).sheet is not None)
        if form is not None:
            seen.add(game.decision.kind)
            assert 1 <= len(form.fields) <= FIELDS
            bodies = [tokens.parse(option.token).body for field in form.fields for option in field.menu.options]
            if game.decision.kind == "move_unit":
                movable = {stands(table_of(game, int(game.actor or 0)), unit) for unit in game.options().of("pick")}
                offered = {
                    stands(table_of(game, int(game.actor or 0)), int(re.split("[,+>]", body[2:])[0], 36))
                    for body in bodies
                    if body.startswith("n.")
                }
                assert offered == movable or len(movable) > FIELDS - 1 or len(offered) == FIELDS - 1
            if game.decision.kind == "activate":
                for verb in ("for_movement", "for_combat"):
                    marked = {
                        int(body.partition(":")[2], 36)
                        for body in bodies
                        if body.startswith(f"c.{verb}:") and "|" not in body
                    }
                    legal = set(game.options().of(verb))
                    if verb == "for_movement":  # except spaces that no unit could leave
                        legal &= set(dangers.out_of_which(table_of(game, int(game.actor or 0))))
                    assert marked >= legal or len(legal) > 50
            if game.decision.kind != "choose_action":
                # An immediate attack is made with the other choices on the sheet.
                bodies = [body for body in bodies if game.decision.kind != "activate" or not body.startswith("x.")]
                for body in luck.sample(bodies, min(6, len(bodies))):
                    with contextlib.suppress(ChanceError):  # legal up to the first die
                        compact.carry_out(table_of(game, int(game.actor or 0)).trial(), body)
        choices = [Choice(verb, arg) for verb in game.options().masks for arg in game.options().of(verb)] or [
            Choice("", 0)
        ]
        game.apply(luck.choice([one for one in choices if one.verb != "peace"] or choices))
    assert seen >= {"choose_action", "activate", "move_unit"}


async def test_a_whole_stack_and_its_part_are_not_chosen_together(store: Store) -> None:
    channel, game = await operating(store)
    card = await richest(channel, game)
    await channel.say("ben", f"play {card} as ops /activate verdun, nancy move /done anyway")
    form = await opened(channel, game)
    whole, part = (next(iter(entries(form, title).values())) for title in ("Verdun", "Verdun: part of the stack"))
    number = (await store.load(game)).number
    (reply,) = await channel.press_all("ben", [whole, part])
    assert "two ways (rule 11.1.1). Choose the whole stack or a part of it" in reply.text
    assert (await store.load(game)).number == number


async def test_an_entry_that_comes_twice_is_carried_out_once(store: Store) -> None:
    channel, game = await operating(store)
    card = await richest(channel, game)
    await channel.say("ben", f"play {card} as ops")
    form = await opened(channel, game)
    sent = chosen(form, "Move from", "Paris")
    await channel.press_all("ben", [*sent, *sent])
    operation = restore(await store.load(game)).state.operation
    assert operation is not None
    assert operation.move == 1 << names().content.space_by_name["paris"]
