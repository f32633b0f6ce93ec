"""What the computer advises and why it acted, in words."""

from __future__ import annotations

import random
import re

import pytest

from benchmarks import random_players
from bot.titles.pog.narration import advice_text
from bot.titles.pog.narration.names import names_in
from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content.records import CP
from engine.pog.opponent.advice import Proposal, advice, sent_by
from engine.pog.opponent.chances import chances
from engine.pog.opponent.orders import Dig, First, March, Strike
from engine.pog.opponent.seat import Offers


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


def test_attacking_without_a_card_is_explained() -> None:
    game, dice = random_players.begin(random_players.system(), 2), random.Random(2)
    while game.decision.kind != "defender_cards":
        game.apply(dice.choice(list(game.options())))
    names = names_in(game.state.rules, "en")
    told = advice_text.proposals(names, game, [Proposal(Choice("finish"), (), 0.0, 0.0, ())])
    assert told[0].endswith("It would choose: no combat card.")


def test_choices_from_menus_are_worded_as_a_sentence() -> None:
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
    """Not which unit joins first, with as many answers as attackers: target, origins and strength are the plan."""
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


@pytest.mark.parametrize("scenario", ["historical", "banquet", "suicide"])
def test_every_action_has_words_as_a_reason(scenario: str) -> None:
    game = acting(scenario)
    names, card = names_in(game.state.rules, "en"), game.state.rules.content.cards[0].name
    for verb, kind in game.decision.verbs.items():
        if verb not in (
            "peace",
            "call_off",
            "disband",
        ):  # the computer gives no reason for decisions that take no action, and never offers peace
            use = f"{verb} {card}" if kind == "card" else verb
            told = advice_text.explained(names, game, {"use": use, "worth": 1.0, "lead": 0.0, "terms": [], "aims": []})
            assert told.endswith(". Worth about +1.0 VP.")
            assert "_" not in told


def test_a_draw_is_won_by_the_allies_in_tournaments_alone() -> None:
    """Even if a draw is so unlikely that it counts as impossible."""
    game, rng, none = acting("historical"), random.Random(1), 0
    for _ in range(40):
        none += chances(game.state).draw == 0
        assert " Draw: 1 %." in advice_text.standing(names_in(game.state.rules, "en"), game)
        game.apply(rng.choice(list(game.options())))
    assert none
    strict = acting("historical", tournament=True)
    assert "The Allied Powers win a draw here." in advice_text.standing(names_in(strict.state.rules, "en"), strict)


def acting(scenario: str, *, tournament: bool = False) -> PogGame:
    """Return a war at its first action."""
    options = GameOptions(scenario=scenario, tournament=tournament)
    game: PogGame = Game.start(PathsOfGlory(options), KeyedChance(b"3" * 32), listening=False)
    while game.decision.kind != "choose_action":
        game.apply(next(iter(game.options())))
    return game
