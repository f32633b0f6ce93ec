"""Random play: properties of every step of every game, over all scenarios and options."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from engine.core.bits import mask, members
from engine.core.chance import KeyedChance, RecordedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import Entry, in_force
from engine.errors import SnapshotError
from engine.pog import PogGame, hidden_cards, view_of
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from engine.pog.transition_checks import Watch
from engine.pog.view import GameView
from tests.lanes import Share
from tests.support.random_play import TABLES, new_game, pick, play_out, steps, system_of

GAMES = 200
NAMES = tuple(TABLES)
#: Seeds of games that together cover everything.
TOUCH_ALL = (21, 44, 46, 71)

#: (table, seed) of games that once failed, kept as regression tests.
ONCE_FAILED: tuple[tuple[str, int], ...] = ()

#: What 200 games of two turns must have covered at least once; otherwise the test is too weak.
EXPECTED_DECISIONS = """
    guns_of_august choose_action answer_peace activate move_unit move_stack move_on attack flank attacker_cards
    defender_cards defender_loss attacker_loss withdrawal_step retreat_option retreat advance sr_unit sr_destination
    place_reinforcement event_trench landwehr replacement rebuild discard
""".split()
EXPECTED_EVENTS = """
    setup guns_of_august deal draw reshuffled turn mandated mandate_met mandate_missed action activated moved control vp
    trench entrench attack flank combat_card fire loss fort_destroyed retreated advanced combat_over sr rp reinforcement
    flipped rebuilt war_status commitment enters_war siege siege_roll attrition discarded peace_answer game_over
""".split()


def table_of(seed: int) -> str:
    return NAMES[seed % len(NAMES)]


def text(game: PogGame) -> str:
    return json.dumps(game.state.dump())


def test_two_hundred_games_of_two_turns_keep_every_invariant(share: Share) -> None:
    """No exception, no decision without options, a valid position after every choice, and wide coverage."""
    decisions: Counter[str] = Counter()
    events: Counter[str] = Counter()
    choices = 0
    seeds = share(range(GAMES), fixed=[*range(len(NAMES)), *TOUCH_ALL])
    for seed in seeds:
        game = new_game(table_of(seed), seed)
        scored, watch = 0, Watch()
        for choice in steps(game, seed):
            assert choice.verb in game.decision.verbs
            assert game.actor in (AP, CP)
            decisions[game.decision.kind] += 1
            choices += 1
            for event in game.drain():
                events[event.kind] += 1
                watch.hear(game, event)
                if event.kind == "vp" and not event.data["cause"].endswith("takes_vp_space"):
                    scored += event.data["change"]
            check(game.state, scored)
            watch.look(game)
        events.update(event.kind for event in game.drain())
    print(f"\n{len(seeds)} games, {choices} choices")
    for title, counts in (("decisions", decisions), ("events", events)):
        print(f"{title}: " + ", ".join(f"{kind} {count}" for kind, count in counts.most_common()))
    assert [kind for kind in EXPECTED_DECISIONS if not decisions[kind]] == []
    assert [kind for kind in EXPECTED_EVENTS if not events[kind]] == []


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(300, 318))
def test_whole_wars_stay_sound_too(seed: int) -> None:
    """To the end of the scenario, up to twenty turns, with every nation and all decks in the game."""
    game = new_game(table_of(seed), seed, listening=False)
    watch = Watch()
    for _ in steps(game, seed, turns=20):
        check(game.state)
        watch.look(game)
    assert game.result is not None


def test_games_that_once_failed() -> None:
    for table, seed in ONCE_FAILED:
        game = new_game(table, seed, listening=False)
        play_out(game, seed, watch=lambda played: check(played.state))


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(18))
def test_dump_and_load_at_every_step_is_the_identity(seed: int) -> None:
    """The snapshot read back from JSON text gives the same text, options, actor and undo."""
    game = new_game(table_of(seed), seed, listening=False)
    system = system_of(table_of(seed))
    for _ in steps(game, seed):
        stored = json.dumps(game.snapshot())
        again = Game.restore(system, json.loads(stored), game.source)
        assert json.dumps(again.snapshot()) == stored
        assert again.options() == game.options()
        assert again.actor == game.actor
        assert again.decision == game.decision
        assert [again.undoable(side) for side in (AP, CP)] == [game.undoable(side) for side in (AP, CP)]
        check(again.state)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(24))
def test_replaying_the_record_reproduces_the_position(seed: int) -> None:
    """The entries alone, read back from JSON, rebuild the game to the last field of its snapshot, undo included."""
    game = play_out(new_game(table_of(seed), seed, listening=False), seed)
    entries = [Entry.load(json.loads(json.dumps(entry.dump()))) for entry in game.fresh]
    again = Game.replay(system_of(table_of(seed)), entries)
    assert text(again) == text(game)
    assert json.dumps(again.snapshot()) == json.dumps(game.snapshot())
    assert isinstance(again.source, RecordedChance)
    assert not again.source.queue


@pytest.mark.parametrize("where", ["state", "operation", "combat"])
def test_a_position_of_other_fields_is_refused(where: str) -> None:
    """A field added without a new version causes a replay, never a position without the field."""
    game = in_combat()
    for change in ("more", "less"):
        data = json.loads(json.dumps(game.snapshot()))
        part = data["state"] if where == "state" else data["state"][where]
        if change == "more":
            part["weather"] = 0
        else:
            del part[min(part)]
        with pytest.raises(SnapshotError):
            Game.restore(game.system, data, game.source)


def in_combat() -> PogGame:
    """Return a random game with a combat under way."""
    game = new_game("historical", 3, listening=False)
    for _ in steps(game, 3):
        if game.state.combat is not None and game.state.combat.fires:
            break
    return game


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(12))
def test_copies_are_independent(seed: int) -> None:
    """Playing on in a copy does not affect the original, and both play the same afterwards."""
    game = new_game(table_of(seed), seed, listening=False)
    for step, _ in enumerate(steps(game, seed)):
        if step % 10:
            continue
        before, options = json.dumps(game.snapshot()), game.options()
        twin = game.copy()
        luck = random.Random(step)
        for _ in range(12):
            if twin.result is None:
                twin.apply(pick(twin, luck))
        assert json.dumps(game.snapshot()) == before
        assert game.options() == options


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(18))
def test_undo_returns_to_the_identical_position(seed: int) -> None:
    """Wherever undo is possible, one step back or all the way, it restores the very same dump."""
    game = new_game(table_of(seed), seed, listening=False)
    trail: list[tuple[str, Any]] = []
    undone = 0
    for _ in steps(game, seed):
        here = (text(game), game.options())
        trail.append(here)
        for side in (AP, CP):
            possible = game.undoable(side)
            for count in {1, possible} if possible else ():
                twin = game.copy()
                twin.undo(side, count)
                assert (text(twin), twin.options()) == trail[-1 - count]
                undone += 1
    assert undone > 20


def test_undo_in_the_record_replays() -> None:
    """A game with many undone choices replays to the same position."""
    for seed in range(6):
        game = new_game(table_of(seed), seed, listening=False)
        luck = random.Random(seed)
        while game.result is None and game.state.turn < 2:
            game.apply(pick(game, luck))
            for side in (AP, CP):
                if game.undoable(side) and luck.random() < 0.2:
                    game.undo(side, luck.randint(1, game.undoable(side)))
        again = Game.replay(system_of(table_of(seed)), game.fresh)
        assert text(again) == text(game)
        assert json.dumps(again.snapshot()) == json.dumps(game.snapshot())


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_a_replay_offers_to_take_back_what_the_game_itself_offers(seed: int) -> None:
    """After every choice, undo and rollback of both sides the record alone gives the same snapshot, undo floor included."""
    system, luck = system_of(table_of(seed)), random.Random(seed)
    game = new_game(table_of(seed), seed, listening=False)
    entries, answered = game.fresh, 0
    while game.result is None and len(entries) < 110:
        side = luck.randrange(2)
        waiting = game.undoable(1 - game.actor) if game.actor is not None else 0
        if luck.random() < 0.3 and (possible := game.undoable(side)):
            game.undo(side, luck.randint(1, possible))
        elif luck.random() < 0.02:
            game = game.roll_back(entries, luck.choice(in_force(entries)).number)
            entries = [*entries, *game.fresh]
            game.fresh = entries
        else:
            game.apply(pick(game, luck))
            if waiting and (actor := entries[-1].side) is not None and game.undoable(actor) == 1:
                game.undo(actor)  # the other side starts to answer, and changes its mind
                answered += 1
        again = Game.replay(system, entries)
        assert json.dumps(again.snapshot()) == json.dumps(game.snapshot())
    assert answered


def test_rollback_gives_other_dice() -> None:
    """The same choices after a rollback get new outcomes, and the record still replays."""
    game = play_out(new_game("campaign", 5, listening=False), 5, turns=1)
    back = game.roll_back(game.fresh, game.number // 2)
    check(back.state)
    assert isinstance(back.source, KeyedChance)
    play_out(back, 5, turns=1)
    again = Game.replay(system_of("campaign"), [*game.fresh, *back.fresh])
    assert text(again) == text(back)


# -- hidden information ------------------------------------------------------------------------


def scramble(game: PogGame, viewer: int | None, luck: random.Random) -> PogGame:
    """Return a copy in which the cards hidden from the viewer are shuffled between hand and pile."""
    twin = game.copy()
    twin.listening = True
    twin.drain()
    state = twin.state
    for side in (AP, CP):
        if side == viewer:
            continue
        cards = list(members(state.hand[side] | state.deck[side]))
        held = state.hand[side].bit_count()
        luck.shuffle(cards)
        state.hand[side], state.deck[side] = mask(cards[:held]), mask(cards[held:])
    return twin


def told(game: PogGame, viewer: int | None) -> list[tuple[Any, ...]]:
    """Return the events as a viewer gets them."""
    return [
        (event.kind, event.data, (event.secret or {}).get(viewer) if viewer is not None else None)
        for event in game.drain()
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("seed", [seed for seed in range(18) if TABLES[table_of(seed)].windows == "public"])
def test_positions_that_differ_in_hidden_cards_look_and_play_the_same(seed: int) -> None:
    """The other seat and spectators get identical views, options and events, now and after their own choice."""
    assert compare_worlds(table_of(seed), seed) > 20


def test_the_comparison_notices_a_window_that_opens_by_the_real_hand() -> None:
    """With the option that trades secrecy for speed, not being asked reveals something: the test must notice."""
    with pytest.raises(AssertionError):
        sum(compare_worlds("open windows", seed) for seed in range(12))


def compare_worlds(table: str, seed: int, turns: int = 2) -> int:
    """Play a game alongside scrambled copies of it; return how many choices were compared."""
    game = new_game(table, seed, listening=True)
    luck = random.Random(seed + 1000)
    compared = 0
    for step, choice in enumerate(steps(game, seed, turns)):
        for viewer in (AP, CP, None):
            if viewer != game.actor and step % 4:
                continue
            twin = scramble(game, viewer, luck)
            if not step % 4:
                assert view_of(twin, viewer) == view_of(game, viewer)
            if viewer is not None and game.actor == viewer:
                _follow(game.copy(), twin, choice, viewer)
                compared += 1
    return compared


def _follow(game: PogGame, twin: PogGame, choice: Choice, viewer: int) -> None:
    """Apply the viewer's choice in both games; what he then learns must agree."""
    twin._settle()  # asks the decision again, in the scrambled position
    assert twin.options() == game.options()
    for played in (game, twin):
        played.drain()
        played.apply(choice)
    assert told(twin, viewer) == told(game, viewer)
    assert twin.actor == game.actor
    if game.result is None:
        assert twin.decision.kind == game.decision.kind
        if game.actor == viewer:
            assert twin.options() == game.options()


def shown_cards(view: GameView) -> set[int]:
    """Return every card id in a view."""
    shown = set(view.in_force)
    for side in view.sides:
        shown.update(side.hand or (), side.discard, side.removed, side.combat_cards)
        shown.update(card for _, card in side.actions if card is not None)
    if view.battle is not None:
        shown.update(card for _, card in view.battle.cards)
    return shown


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(12))
def test_views_hold_no_hidden_card(seed: int) -> None:
    """No hand except the viewer's own, no draw pile; counts only."""
    game = new_game(table_of(seed), seed, listening=False)
    for _ in steps(game, seed):
        for viewer in (AP, CP, None):
            view = view_of(game, viewer)
            hidden = hidden_cards(game.state, viewer)
            played = {card for side in (AP, CP) for _, card in game.state.actions[side]} | set(game.state.events)
            assert {card for card in shown_cards(view) if hidden >> card & 1} <= played
            for side in (AP, CP):
                assert (view.sides[side].hand is None) == (side != viewer)
                assert view.sides[side].hand_size == game.state.hand[side].bit_count()
                assert view.sides[side].deck_size == game.state.deck[side].bit_count()


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(6))
def test_public_events_name_no_card_before_it_is_played(seed: int) -> None:
    """Deals and draws show the cards to their owner only."""
    game = new_game(table_of(seed), seed)
    for _ in steps(game, seed):
        for event in game.drain():
            if event.kind in ("deal", "draw"):
                assert set(event.data) == {"side", "count"}
                assert event.secret is not None
                assert set(event.secret) == {event.data["side"]}
                assert len(event.secret[event.data["side"]]["cards"]) == event.data["count"]
            else:
                assert not event.secret
