"""Sheets: a whole step of an operation filled in at once."""

from __future__ import annotations

import contextlib
import itertools
import random

import pytest

from bot.narration.names import names
from bot.notation import compact
from bot.notation.table import Table
from bot.replies import tokens
from bot.replies.model import Form, Reply
from bot.replies.offers import Desk
from bot.replies.sheets import FIELDS, KINDS, sheet
from bot.service.session import restore
from bot.storage import Store
from engine.core.options import Choice
from engine.errors import ChanceError
from tests.bot.support import Channel, controls
from tests.bot.test_panels import start

SHEET = "~sheet"


def form_of(replies: list[Reply]) -> Form:
    """The sheet in an answer."""
    (reply,) = replies
    assert reply.form is not None, reply.text
    return reply.form


def entries(form: Form, label: str) -> dict[str, str]:
    """Tokens of a field by the beginning of their labels."""
    field = next(field for field in form.fields if field.label == label)
    return {option.label: option.token for option in field.menu.options}


def chosen(form: Form, label: str, *beginnings: str) -> list[str]:
    """Tokens of a field's entries that begin so."""
    found = entries(form, label)
    return [next(token for name, token in found.items() if name.startswith(begin)) for begin in beginnings]


async def operating(store: Store) -> tuple[Channel, str]:
    """The first action of the Allied Powers is due."""
    channel = Channel.open(store)
    await channel.begin()
    await channel.say("anna", "play guns of august as rp")
    assert restore(await store.load(await channel.game_id())).actor == 0
    return channel, await channel.game_id()


async def opened(channel: Channel, game: str, user: str = "ben") -> Form:
    """Press what opens the sheet."""
    return form_of(await channel.press(user, tokens.screen(game, -1, "sheet")))


async def richest(channel: Channel, game: str) -> str:
    """The card in hand with most OPS."""
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


async def test_an_attack_without_movement_needs_one_sheet(store: Store) -> None:
    channel, game = await operating(store)
    form = await opened(channel, game)
    sent = [*chosen(form, "And at once, with nothing to move", "Attack Metz"), form.fields[0].menu.options[0].token]
    (panel,) = await channel.press_all("ben", [*sent, *chosen(form, "Attack from", "Nancy", "Verdun")])
    state = restore(await store.load(game)).state
    assert state.combat is not None, panel.text
    assert state.combat.attackers.bit_count() == 4
    assert state.combat.target == names().content.space_by_name["metz"]


async def test_a_movement_sheet_moves_parts_apart_and_attacks(store: Store) -> None:
    channel, game = await operating(store)
    card = await richest(channel, game)
    await channel.say("ben", f"play {card} as ops /activate verdun move; nancy attack /done")
    form = await opened(channel, game)
    parts = entries(form, "Verdun: parts of the stack")
    first, second = (next(token for name, token in parts.items() if name.startswith(unit)) for unit in ("FR 3", "FR 4"))
    attack = next(token for name, token in entries(form, "And then").items() if name.startswith("Then attack Metz"))
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
    assert "moved on" in reply.text
    assert (await store.load(game)).number == before


async def test_the_table_message_offers_a_sheet_only_where_there_is_one(store: Store) -> None:
    channel, game = await operating(store)
    card = await richest(channel, game)
    await channel.say("ben", f"play {card} as ops /activate nancy attack /attack metz")
    offered = [
        any(token.endswith(SHEET) for _, token in controls([reply]))
        for kind, reply in await channel.posts()
        if kind == "table"
    ]
    assert offered[0]
    assert not offered[-1]


def test_orders_chosen_together_follow_the_sequence_of_play() -> None:
    told = ["x.4|c.flank:0", "n.1>2", "c.stop:0", "c.for_combat:3", "w", "c.ops:9", "n.5>6"]
    assert compact.in_sequence(told) == [
        "c.ops:9",
        "c.for_combat:3",
        "c.stop:0",
        "n.1>2",
        "n.5>6",
        "w",
        "x.4|c.flank:0",
    ]
    for several in itertools.permutations(("n.1>2", "n.3>4")):
        assert compact.in_sequence(several) == list(several)


@pytest.mark.parametrize("seed", range(4))
def test_sheets_of_random_games_offer_every_space_and_are_legal_one_by_one(seed: int) -> None:
    game, luck = start(seed), random.Random(seed)
    seen: set[str] = set()
    for _ in range(400):
        if not game.stack:
            break
        form = sheet("abcd2345", Desk(Table(game, int(game.actor or 0)), names()))
        assert (form is not None) <= (game.decision.kind in KINDS)
        if form is not None:
            seen.add(game.decision.kind)
            assert 1 <= len(form.fields) <= FIELDS
            bodies = [tokens.parse(option.token).body for field in form.fields for option in field.menu.options]
            if game.decision.kind == "activate":
                for verb in ("for_movement", "for_combat"):
                    marked = {
                        int(body.partition(":")[2], 36)
                        for body in bodies
                        if body.startswith(f"c.{verb}:") and "|" not in body
                    }
                    assert marked >= set(game.options().of(verb)) or len(game.options().of(verb)) > 50
            if game.decision.kind != "choose_action":
                # An attack at once is by whatever is chosen beside it.
                bodies = [body for body in bodies if game.decision.kind != "activate" or not body.startswith("x.")]
                for body in luck.sample(bodies, min(6, len(bodies))):
                    with contextlib.suppress(ChanceError):  # legal as far as the first die
                        compact.carry_out(Table(game, int(game.actor or 0)).trial(), body)
        choices = [Choice(verb, arg) for verb in game.options().masks for arg in game.options().of(verb)] or [
            Choice("", 0)
        ]
        game.apply(luck.choice([one for one in choices if one.verb != "peace"] or choices))
    assert seen >= {"choose_action", "activate", "move_unit"}
