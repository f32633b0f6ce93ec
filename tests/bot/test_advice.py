"""Advice: who may ask the staff, that both know of it, and that it knows no more than whoever asks."""

from __future__ import annotations

import random
import re

import pytest

from benchmarks import random_players
from bot.service.acting import ai_reasons
from bot.service.session import Memory
from bot.storage import Store
from bot.titles.pog.narration import advice_text
from bot.titles.pog.narration.names import names_in
from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import Entry
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content.records import CP
from engine.pog.opponent.advice import Proposal, advice, sent_by
from engine.pog.opponent.chances import chances
from engine.pog.opponent.orders import Dig, First, March, Strike
from engine.pog.opponent.seat import Offers
from engine.pog.rules import supply
from tests.bot.reasons.test_reasons import pattern, reads_well
from tests.bot.staffed import Table
from tests.bot.support import Channel, token_of


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store)


async def opened(channel: Channel, line: str) -> None:
    """Anna holds the Central Powers, Ben the Allies."""
    for user, typed in (("anna", line), ("anna", "join cp"), ("ben", "join ap")):
        await channel.say(user, typed)


@pytest.fixture
async def hunt(store: Store, toy_title: None) -> Table:
    """A hunt against the pup, which has moved."""
    del toy_title
    table = Table(store)
    await table.say("anna", "new short_hunt against=pup side=hound", "start")
    await table.moved()
    return table


async def test_whoever_plays_alone_is_advised_and_sees_how_the_war_stands(table: Table) -> None:
    await table.say("anna", "new introductory against=recruit side=cp", "start", "choose take")
    told = await table.say("anna", "advise")
    assert re.match(r"The computer's advice, from what you can see", told), told
    plans = [line for line in told.splitlines() if re.match(r"\d\. \*\*", line)]
    assert 2 <= len(plans) <= 3, told
    assert all(re.search(r"\*\*\. Worth (about )?(0\.0|[+−]\d+\.\d) VP( \(± \d+\.\d\))?\.", line) for line in plans), (
        told
    )
    assert "_" not in told
    before = (await table.stored()).number
    stands = await table.say("anna", "assess")
    ranges = re.findall(r"(\d+)–(\d+) %\*\* \(best guess (\d+) %\)", stands)
    assert len(ranges) == 2, stands
    assert all(int(low) < int(best) < int(high) for low, high, best in ranges), stands
    draw = int(re.findall(r"Draw: (\d+) %", stands)[0])
    assert sum(int(best) for *_, best in ranges) + draw == 100, stands
    assert "not at hands" in stands
    assert not re.search(r"\([+−]\d+\.\d\)", told), "no bare numbers"
    assert (await table.stored()).number == before


def test_nothing_is_told_without_a_sign_and_what_is_sure_without_a_doubt() -> None:
    game = random_players.begin(random_players.system(), 1)
    choice = next(iter(game.options()))
    names = names_in(game.state.rules, "en")
    told = advice_text.proposals(
        names,
        game,
        [
            Proposal(choice, (), -0.04, 0.02, ()),
            Proposal(choice, (), -1.25, 0.5, ()),
            Proposal(choice, (), 0.07, 0.0, ()),
        ],
    )
    *plans, beside = told
    assert [line.rpartition("**. ")[2] for line in plans] == [
        "Worth 0.0 VP.",
        "Worth about −1.2 VP (± 0.5).",
        "Worth +0.1 VP.",
    ]
    assert beside.startswith("VP compare each plan with")


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ((0.335, 0.33, 0.335), "34 33 33"),
        ((0.555, 0.055, 0.39), "56 5 39"),
        ((0.999, 0.0, 0.001), "98 1 1"),
        ((0.0, 0.004, 0.996), "1 1 98"),
        ((1.0, 0.0, 0.0), "98 1 1"),
    ],
)
def test_chances_come_to_a_hundred_and_are_never_none_or_all(shares: tuple[float, ...], told: str) -> None:
    assert advice_text.percents(shares) == [f"{percent} %" for percent in told.split()]


def test_orders_are_told_from_where_and_of_whom_where_only_some_go() -> None:
    game = random_players.begin(random_players.system(), 1)
    names, state, content = names_in(game.state.rules, "en"), game.state, game.state.rules.content
    at = {space.name: space.id for space in content.spaces}
    metz, koblenz = (state.units_at[at[name]] for name in ("metz", "koblenz"))
    one = 1 << members(koblenz)[0]
    orders = (
        Strike(metz | koblenz, 1 << at["metz"] | 1 << at["koblenz"], at["sedan"]),
        March(one, at["koblenz"], (at["liege"],)),
        Dig(metz, at["metz"]),
    )
    told = advice_text.ordered(names, state, orders)
    first = names.units(members(one), state.reduced)
    assert (
        told
        == f"attack Sedan from {names.spaces(sorted((at['metz'], at['koblenz'])))}; move from Koblenz to Liège with {first}; entrench in Metz"
    )


def test_a_redeployment_names_whom_it_would_send_and_can_be_ordered_as_it_is_told() -> None:
    game, dice = random_players.begin(random_players.system(), 1), random.Random(1)
    names, told = names_in(game.state.rules, "en"), 0
    for _ in range(600):
        offered = [choice for choice in game.options() if choice.verb == "sr"] if game.stack else []
        if offered and (sent := sent_by(game, offered[0])):
            plans = [
                Proposal(offered[0], (), 1.0, 0.1, (), sent=sent),
                Proposal(Choice("auto_op"), (), 0.0, 0.1, ()),
            ]
            said = advice_text.proposals(names, game, plans)[0]
            assert "Redeploy " in said
            twin = game.copy(First())
            twin.apply(offered[0])
            for one in sent:
                assert f"from {names.space(one.origin)} to {names.space(one.to)}" in said
                for unit in members(one.units):
                    assert twin.state.loc[unit] == one.origin
                    twin.apply(Choice("pick", unit))
                    twin.apply(Choice("to", one.to))
            told += 1
        if not game.stack or told == 3:
            break
        game.apply(dice.choice(list(game.options())))
    assert told == 3
    assert sent_by(game, Choice("auto_op")) == ()


@pytest.mark.usefixtures("toy_title")
async def test_the_end_of_a_game_leads_to_the_look_back(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new short_hunt against=pup side=hound", "start")
    await table.moved()
    await table.say("anna", "resign yes")
    end = (await table.posts("end"))[0]
    told = await table.channel.press("eve", token_of([end], "Review the game"))
    assert "analysing this game" in told[0].text or "entries." in told[0].text or "starting to analyse" in told[0].text


async def test_the_map_of_threats_says_who_is_out_of_supply_already(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channel.begin()
    told = await channel.told("anna", "map threats cp")
    assert told == "**Western Front**: Threats to CP supply. All units of the Central Powers are in supply."
    monkeypatch.setattr(supply, "in_supply", lambda state, unit: False)
    monkeypatch.setattr(supply, "supplied_units", lambda *args: 0)
    assert "Out of supply: " in await channel.told("anna", "map threats cp")


def test_units_that_are_out_of_supply_are_told_with_the_plans() -> None:
    game, dice = random_players.begin(random_players.system(), 1), random.Random(1)
    while game.decision.kind != "choose_action" or game.options().only():
        game.apply(dice.choice(list(game.options())))
    names, state = names_in(game.state.rules, "en"), game.state
    plans = [Proposal(choice, (), 1.0, 0.1, ()) for choice in list(game.options())[:2]]
    assert not any("Out of supply" in line for line in advice_text.proposals(names, game, plans))
    at = {space.name: space.id for space in state.rules.content.spaces}
    side = game.decision.actor(game)
    away = members(state.units_at[at["metz" if side == CP else "sedan"]])[0]
    state.place(away, at["moscow" if side == CP else "berlin"])
    told = advice_text.proposals(names, game, plans)
    assert (
        f"**Out of supply now:** {names.unit(away, state.is_reduced(away))} in {'Moscow' if side == CP else 'Berlin'}"
        in told[-2]
    )


def test_whoever_goes_without_a_card_is_told_of_what() -> None:
    game, dice = random_players.begin(random_players.system(), 2), random.Random(2)
    while game.decision.kind != "defender_cards":
        game.apply(dice.choice(list(game.options())))
    names = names_in(game.state.rules, "en")
    told = advice_text.proposals(names, game, [Proposal(Choice("finish"), (), 0.0, 0.0, ())])
    assert told[0].endswith("It would choose: no combat card.")


def test_what_the_panel_puts_into_menus_is_said_in_a_sentence() -> None:
    game, dice = random_players.begin(random_players.system(), 1), random.Random(1)
    names, said = names_in(game.state.rules, "en"), dict[str, str]()
    while {"add", "target"} - said.keys():
        if game.decision.kind == "attack":
            for choice in game.options():
                said.setdefault(
                    choice.verb, advice_text.proposals(names, game, [Proposal(choice, (), 0.0, 0.0, ())])[0]
                )
        game.apply(dice.choice(list(game.options())))
    assert "joins an attack" in said["add"]
    assert re.search(r"would choose: attack .+ with all chosen units", said["target"])


def test_while_attackers_are_gathered_the_whole_attack_is_advised_once() -> None:
    """Not who joins it first, of which there are as many as attackers: target, origins and strength are the plan."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="introductory")), KeyedChance(b"gathered"))
    for text in ("take", "event cp_01_guns_of_august"):
        game.apply(game.parse(text))
    found = advice(Offers(game), random.Random(1), 0.2)
    attacks = [order for one in found for order in one.orders]
    assert attacks
    assert len(attacks) == len(set(attacks))
    told = advice_text.proposals(names_in(game.state.rules, "en"), game, found)[0]
    assert re.match(r"1\. \*\*Attack (Sedan|Brussels) from Liège", told)
    assert "joins an attack" not in told


def test_that_nothing_else_can_be_chosen_is_said_where_it_is_so() -> None:
    game, dice = random_players.begin(random_players.system(), 1), random.Random(1)
    names, seen = names_in(game.state.rules, "en"), set[bool]()
    while len(seen) < 2:
        options = list(game.options())
        told = advice_text.proposals(names, game, [Proposal(options[0], (), 0.0, 0.0, ())])
        assert ("only one choice" in told[0]) == (len(options) == 1)
        seen.add(len(options) == 1)
        game.apply(dice.choice(options))


async def test_between_people_nobody_is_advised_unless_the_game_was_opened_so(channel: Channel) -> None:
    await opened(channel, "new introductory")
    await channel.say("anna", "start")
    for user, line in (("anna", "advise"), ("anna", "assess"), ("eve", "assess")):
        told = await channel.told(user, line)
        assert pattern("no_advice").search(told), told
        reads_well(told)
    assert "advice" not in await channel.told("ben", "status")


async def test_where_it_was_opened_so_both_read_it_and_only_whoever_decides_is_advised(channel: Channel) -> None:
    await opened(channel, "new introductory advice=on")
    table = [reply.text for kind, reply in await channel.posts() if kind == "table"]
    assert "advice: on, for both players" in table[0], "everybody reads it above the seats"
    await channel.say("anna", "start")
    assert "advice: on, for both players" in await channel.told("ben", "status")
    assert "Chance to win: " in await channel.told("eve", "assess")
    assert pattern("not_your_decision").search(await channel.told("ben", "advise"))
    assert pattern("no_seat").search(await channel.told("eve", "advise"))
    assert "The computer's advice" in await channel.told("anna", "advise")


async def test_a_title_advises_by_its_own_staff(hunt: Table) -> None:
    assert "1. " in await hunt.say("anna", "advise")
    assert "even" in await hunt.say("anna", "assess")


async def test_the_staff_tells_why_it_acted_when_its_action_is_over(table: Table) -> None:
    await table.say("anna", "new introductory against=recruit side=ap", "start")
    told = await table.say("anna", "assess why")
    assert pattern("no_reason").search(told), told
    reads_well(told)
    for _ in range(40):
        await table.moved()
        game = await table.game()
        if game.decision.kind == "choose_action":
            break
        await table.say("anna", f"choose {game.text(list(game.options())[-1])}")
    told = await table.say("anna", "assess why")
    assert re.match(r"Why the Central Powers played this: .+ Worth about [+−]\d+\.\d VP\.", told), told
    assert "{" not in told
    assert "assess why" in await table.channel.complete("anna", "assess ")
    assert not [reply for reply in await table.posts("staff") if "played this" in reply.text]


@pytest.mark.usefixtures("toy_title")
async def test_where_the_staff_teaches_everybody_reads_its_reasons_once(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new short_hunt against=pup side=hound advice=teach", "start")
    assert "on, and the computer explains its moves" in await table.say("anna", "status")
    await table.moved()
    assert pattern("no_reason").search(await table.say("anna", "assess why")), "it is at it still"
    await table.say("anna", "done")
    said = [reply.text for reply in await table.posts("staff")]
    assert len(said) == 1
    assert "It felt like “" in said[0]
    assert said[0] in await table.say("anna", "assess why")


async def test_what_it_was_for_is_what_was_ordered(table: Table) -> None:
    """The recruit errs on the way: what he weighed when he chose a card is not always what he then goes for."""
    await table.say("anna", "new introductory against=recruit side=ap", "start")
    compared = 0
    for _ in range(120):
        await table.moved()
        game, memory = await table.game(), Memory.of((await table.stored()).settings)
        over = bool(game.stack) and game.decision.kind == "choose_action"
        if over and memory.why is not None and memory.why["use"].startswith("ops"):
            record = [Entry.load(line) for line in await table.store.record((await table.stored()).header.game_id)]
            own = [entry for entry in record if entry.side == 1]
            begun = max(entry.number for entry in own if entry.choice == memory.why["use"])
            ordered = [entry.choice.partition(" ") for entry in own if entry.number > begun]
            went = {place for verb, _, place in ordered if verb in ("step", "target")}
            if "entrench" not in {verb for verb, _, _ in ordered}:
                named = (await table.say("anna", "assess why")).partition("Aimed at ")[2].partition(".")[0]
                names, content = names_in(game.state.rules, "en"), game.state.rules.content
                told = [space for space in content.spaces if names.space(space.id) in named]
                assert {space.name for space in told} <= went, (named, went)
                compared += bool(told)
        if not game.stack:
            break
        choices = [game.text(choice) for choice in game.options()]
        await table.say("anna", f"choose {'auto_op' if 'auto_op' in choices else choices[-1]}")
    assert compared > 2


@pytest.mark.parametrize("scenario", ["historical", "banquet", "suicide"])
def test_every_action_has_words_as_a_reason(scenario: str) -> None:
    game = acting(scenario)
    names, card = names_in(game.state.rules, "en"), game.state.rules.content.cards[0].name
    for verb, kind in game.decision.verbs.items():
        if verb not in (
            "peace",
            "call_off",
            "disband",
        ):  # the staff gives no reason for what takes no action, and offers no peace
            use = f"{verb} {card}" if kind == "card" else verb
            told = advice_text.explained(names, game, {"use": use, "worth": 1.0, "lead": 0.0, "terms": [], "aims": []})
            assert told.endswith(". Worth about +1.0 VP.")
            assert "_" not in told


def test_a_draw_is_won_by_the_allies_in_tournaments_alone() -> None:
    """Also where the chance of one is so small that it is counted as none."""
    game, rng, none = acting("historical"), random.Random(1), 0
    for _ in range(40):
        none += chances(game.state).draw == 0
        assert " Draw: 1 %." in advice_text.standing(names_in(game.state.rules, "en"), game)
        game.apply(rng.choice(list(game.options())))
    assert none
    strict = acting("historical", tournament=True)
    assert "The Allied Powers win a draw here." in advice_text.standing(names_in(strict.state.rules, "en"), strict)


def acting(scenario: str, *, tournament: bool = False) -> PogGame:
    """A war at its first action."""
    options = GameOptions(scenario=scenario, tournament=tournament)
    game: PogGame = Game.start(PathsOfGlory(options), KeyedChance(b"3" * 32), listening=False)
    while game.decision.kind != "choose_action":
        game.apply(next(iter(game.options())))
    return game


def test_what_was_ordered_in_the_part_of_an_action_that_was_taken_back_is_not_told() -> None:
    why = {"number": 10, "over": True, "ordered": [[10, 1], [14, 2], [17, 3]]}
    for kept, left, over in ((17, [1, 2, 3], True), (15, [1, 2], False), (10, [1], False)):
        memory = Memory(why=dict(why))
        ai_reasons.taken_back(memory, kept)
        assert memory.why is not None
        assert ([space for _, space in memory.why["ordered"]], memory.why["over"]) == (left, over)
    memory = Memory(why=dict(why))
    ai_reasons.taken_back(memory, 9)
    assert memory.why is None


async def test_why_it_acted_is_not_told_of_an_action_that_was_taken_back(hunt: Table) -> None:
    await hunt.say("anna", "done")
    assert "It felt like" in await hunt.say("anna", "assess why")
    await hunt.moved()
    assert Memory.of((await hunt.stored()).settings).why is not None
    await hunt.say("anna", "undo")
    assert Memory.of((await hunt.stored()).settings).why is None
    assert pattern("no_reason").search(await hunt.say("anna", "assess why"))


@pytest.mark.usefixtures("toy_title")
async def test_while_the_staff_stands_in_for_somebody_the_other_is_not_advised(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new short_hunt", "join fox")
    await table.say("ben", "join hound", "start")
    await table.say("anna", "substitute pup")
    await table.say("ben", "substitute accept")
    await table.moved()
    for line in ("advise", "assess"):
        assert pattern("no_advice").search(await table.say("ben", line)), line
