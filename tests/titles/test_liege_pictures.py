"""Pictures of Liège 1914 from games: every kind is drawn of a played position, dice are told as they fell, and nothing hidden shows."""

from __future__ import annotations

import inspect
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.narration.segments import Told, segments
from bot.table.reply import PictureRef
from bot.titles.liege.chronicle import LiegeChronicle
from bot.titles.liege.drawn_views import drawn
from bot.titles.liege.map_marks import drawn_events, marks_of
from bot.titles.liege.narration.dice_reports import ADAPTERS, KINDS, reports, shown
from bot.titles.liege.pictures import PICTURES, request_for
from bot.titles.liege.title import TITLE
from bot.titles.pictures import Job
from bot.titles.testing.contract import _line
from engine.core.game import Game
from engine.liege import assault, barrage, cab, combat, combat_result
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.grid import NOWHERE
from engine.liege.points import steps_lost
from engine.liege.puzzles import load_barrage_puzzles, puzzle_position
from engine.liege.state import LiegeState
from engine.liege.view import view_of
from renderer.liege import CampCloseUp, LiegeRequest, LiegeTheatre, StackCard, draw
from renderer.liege.reports import AssaultReport, BarrageReport, CombatReport
from renderer.liege.words import words
from tests.liege.support import position, started
from tests.liege.test_games import at_random
from tests.liege.twins import other_hidden

OPTIONS = json.dumps({"scenario": "night"})


def told(game: Game[LiegeState]) -> list[Told]:
    """The public events since the last time, as a platform gets them."""
    found: list[Told] = json.loads(
        json.dumps([{"kind": event.kind, "data": dict(event.data)} for event in game.drain()])
    )
    return found


@cache
def played(seed: int, scenario: str = "night") -> tuple[Game[LiegeState], list[tuple[LiegeState, list[Told]]]]:
    """A random game to its end, with the position and the events after every choice that had some."""
    game, dice = started(scenario, seed), random.Random(seed)
    found: list[tuple[LiegeState, list[Told]]] = []
    events = told(game)
    while game.stack:
        game.apply(at_random(game, dice))
        events += told(game)
        if events and events[-1]["kind"] not in ("shelled", "bombarded"):
            found.append((game.state.copy(), events))
            events = []
    return game, found


def dice_of(*seeds: int, scenario: str = "siege") -> Iterator[tuple[LiegeState, Any, list[Told]]]:
    """Every report of some games, with the position after it and its events; events of one report may come after several choices."""
    for seed in seeds:
        _, steps = played(seed, scenario)
        every = [event for _, events in steps for event in events]
        states = [state for state, events in steps for _ in events]
        begin = [
            number
            for number, event in enumerate(every)
            if event["kind"] in ("shelled", "bombarded", "assaulted", "combat")
        ]
        for at, end in zip(begin, [*begin[1:], len(every)], strict=True):
            part = every[at:end]
            for report in reports(states[at], part):
                yield states[at], report, part


def job(game: Game[LiegeState], kind: str, args: dict[str, object], *, viewer: int | None = None, **more: Any) -> Job:
    ref = PictureRef(kind=kind, game="g", number=0, viewer=viewer, args=args, **more)
    lines = tuple(_line(entry) for entry in game.fresh)
    snapshot = json.dumps(game.snapshot()) if PICTURES.needs(kind) == "position" else None
    return Job(ref.model_dump_json(), "liege", OPTIONS, snapshot, lines)


def test_every_kind_of_picture_is_drawn_of_a_played_game() -> None:
    game, _ = played(3)
    state, report, _ = next(iter(dice_of(1)))
    args: dict[str, dict[str, object]] = {
        "board": {}, "camp": {}, "stack": {"hex": "V35"}, "turn": {"turn": 3}, "end": {}, "opening": {},
        "replay": {"entries": [entry.number for entry in game.fresh[:3]]},
        "joined": {"parts": [{"kind": "camp"}, {"kind": "stack", "args": {"hex": "W35"}}]},
    }  # fmt: skip
    for kind in ("board", "camp", "stack", "turn", "end", "opening", "replay", "joined"):
        data, mime, alt = PICTURES.paint(job(game, kind, args[kind]))
        with Image.open(BytesIO(data)) as image:
            assert Image.MIME[image.format or ""] == mime
        assert len(alt) > 20, kind
        assert "{" not in alt
    drawn_kind = KINDS[type(report)]
    (one,) = [each for each in shown(state, _) if each.kind == drawn_kind][:1]
    request = request_for(PictureRef(kind=drawn_kind, game="g", number=0, args=one.args), drawn(_game(state), None))
    assert len(draw(request).alt) > 40


def _game(state: LiegeState) -> Game[LiegeState]:
    game = started("siege").copy()
    game.state = state
    return game


def test_an_impossible_picture_is_refused_in_a_sentence() -> None:
    game, _ = played(3)
    wrong: list[tuple[str, dict[str, object]]] = [
        ("panorama", {}), ("stack", {}), ("stack", {"hex": "A1"}), ("barrage", {"report": {}}),
    ]  # fmt: skip
    for kind, args in wrong:
        with pytest.raises(ValueError, match=r"."):
            PICTURES.paint(job(game, kind, args))


def test_dice_are_told_as_they_fell() -> None:
    """Barrages, assaults and combats of random games make reports that say what their events say."""
    kinds: set[type] = set()
    for state, report, events in dice_of(*range(20)):
        if kinds >= {BarrageReport, CombatReport}:
            break
        new = type(report) not in kinds
        kinds.add(type(report))
        data = events[0]["data"]
        assert report.die == data["die"]
        assert {shift.cause for shift in _shifts(report)} <= set(words()._tables["causes"])
        if isinstance(report, BarrageReport):
            assert report.strength == data["arf" if report.kind == "units" else "aff"]
            fell = {event["data"]["fort"] for event in events if event["kind"] == "fort_fell"}
            if report.kind == "forts":
                assert {one.fort for one in report.targets if one.outcome == "fell"} == fell
            lost = sum(event["data"]["lost"] for event in events if event["kind"] == "unit_shelled")
            assert bool(lost) == any(one.outcome in ("lost", "lost_2", "destroyed") for one in report.targets)
            assert all(gun.hex != NOWHERE for gun in report.guns)
        elif isinstance(report, CombatReport):
            assert report.strengths == (data["attack"] / 10, data["defence"] / 10)
            assert report.results == (tuple(data["attacker"]), tuple(data["defender"]))
        if new:
            args = shown(state, events)[0].args
            request = request_for(
                PictureRef(kind=KINDS[type(report)], game="g", number=0, args=args), drawn(_game(state), None)
            )
            assert "{" not in draw(request).alt
    assert kinds >= {BarrageReport, CombatReport}


def _shifts(report: Any) -> Iterator[Any]:
    if isinstance(report, BarrageReport):
        for one in report.targets:
            yield from one.shifts
    elif isinstance(report, AssaultReport):
        yield from (*report.own, *report.shifted, *report.forts[0].shifts)
    else:
        yield from report.shifts


def test_an_assault_is_told_fort_by_fort() -> None:
    """As its events say: the row, the fort's test, what it did to the brigade, and that this entered."""
    state = position({"ge_27_ib": "U35 sw 1", "ge_iii_fussa_4": "U35 sw"}, forts=("all",))
    facts = state.facts
    fleron = next(number for number, fort in enumerate(facts.forts) if fort.name == "fleron")
    brigade, gun = facts.unit_ids["ge_27_ib"], facts.unit_ids["ge_iii_fussa_4"]
    events: list[Told] = [
        {"kind": "assaulted", "data": {"fort": fleron, "unit": brigade, "guns": [gun], "aff": 12, "shifts": [["assault_unit", 2]],
                                       "column": 18, "row": 5, "rows": [["terrain", 0]], "die": 9, "result": [0, -5]}},
        {"kind": "revealed", "data": {"unit": brigade, "why": "assault"}},
        {"kind": "fort_tested", "data": {"fort": fleron, "cab": 9, "die": 15, "passed": False}},
        {"kind": "fort_fell", "data": {"fort": fleron}},
        {"kind": "assault_tested", "data": {"unit": brigade, "fort": fleron, "cab": 10, "tests": [["assault_success", 3]], "die": 12,
                                            "passed": False, "destroyed": False}},
        {"kind": "fort_fell", "data": {"fort": 0}},
    ]  # fmt: skip
    (report,) = reports(state, events)
    assert isinstance(report, AssaultReport)
    (fort,) = report.forts
    assert (fort.fort, fort.fell, fort.row, fort.result) == (fleron, True, 5, (0, -5))
    assert fort.test is not None
    assert (fort.test.needed, fort.test.die, fort.test.passed) == (9, 15, False)
    assert (report.outcome, report.advanced, report.die, report.strength, report.column) == ("lost", False, 9, 12, 18)
    assert [(one.cause, one.value) for one in (*report.shifted, *report.own)] == [
        ("assault_unit", 2),
        ("assault_success", 3),
    ]
    assert [(one.unit, facts.grid.names[one.hex], one.strength) for one in report.guns] == [(gun, "U35", 12)]
    (picture,) = shown(state, events)
    request = request_for(PictureRef(kind="assault", game="g", number=0, args=picture.args), drawn(_game(state), None))
    alt = draw(request).alt
    for text in (
        "Assault on Fléron",
        "Troops that storm: +2 columns.",
        "Fléron falls",
        "CAB test, die 15, needed 9 or less",
        "27.IB loses a step",
    ):
        assert text in alt


def test_every_modifier_of_the_rules_has_words() -> None:
    """Those of the data, and those that are named where they are worked out."""
    known = words()._tables["causes"]
    named = set(started("siege").state.facts.figures.modifiers)
    for module in (barrage, assault, cab, combat, combat_result):
        source = inspect.getsource(module)
        named |= set(
            re.findall(r'(?:Modifier|\()\(?"([a-z_0-9]+)",\s*(?:figures|facts\.|state\.facts|ground\.|worst)', source)
        )
    assert len(named) > 25
    assert {"terrain", "hexside", "limited_supply", "several_hexes"} <= named
    assert sorted(named - set(known)) == []


def test_an_end_and_a_turn_add_up() -> None:
    game, _ = played(3)
    _, _, alt = PICTURES.paint(job(game, "end", {}))
    assert game.result is not None
    assert f": {game.result.data['score']:+d}".replace("-", "−").replace("+0", "0") in alt
    for side, name in ((GERMAN, "German"), (ALLIED, "Belgian")):
        count = steps_lost(game.state, side)
        assert f"{name} losses: {count} step" in alt
    fell = [fort.title for number, fort in enumerate(game.state.facts.forts) if not game.state.active(number)]
    turns = [PICTURES.paint(job(game, "turn", {"turn": turn}))[2] for turn in (2, 3, 4)]
    assert sorted(
        title
        for title in fell
        for alt in turns
        if f"fell: {title}" in alt or f", {title}." in alt or f", {title}," in alt
    ) == sorted(fell)


def test_the_curve_of_a_game_under_fog_is_drawn_when_it_is_over() -> None:
    """While it goes on, nobody reads from it who holds the camp."""
    game = started("siege", fog=True)
    while game.stack:
        game.apply(game.parse("done"))
    entries = [entry.dump() for entry in game.fresh]
    half, whole = (
        LiegeChronicle({"scenario": "siege"}, entries[:count]).end("standard", "en")
        for count in (len(entries) // 2, len(entries))
    )
    assert game.result is not None
    assert (len(half.scores), len(whole.scores)) == (0, 7)
    assert whole.scores[-1] == (8, game.result.data["score"])


# -- what a viewer may know -------------------------------------------------------------------------------------------


def test_a_view_is_that_of_its_viewer() -> None:
    game = _foggy(5)
    for viewer in (GERMAN, ALLIED, None):
        view, seen = drawn(game, viewer), view_of(game.state, viewer)
        assert [unit.unit for unit in view.units] == [unit.unit for unit in seen.units]
        assert [(stack.hex, stack.side) for stack in view.hidden] == [(stack.hex, stack.side) for stack in seen.stacks]
        assert view.zones == seen.zones


def _foggy(seed: int) -> Game[LiegeState]:
    """A siege in its second or third turn in which both sides hide somebody."""
    game, dice = started("siege", seed, fog=True), random.Random(seed)
    while game.stack and not (game.state.turn > 2 and all(view_of(game.state, side).stacks for side in (0, 1))):
        game.apply(at_random(game, dice))
    assert game.stack
    return game


@pytest.mark.parametrize("seed", range(3))
def test_positions_that_a_side_cannot_tell_apart_give_the_same_bytes(seed: int) -> None:
    game, dice = _foggy(seed), random.Random(seed)
    for side in (GERMAN, ALLIED):
        other = other_hidden(game.state, side, dice)
        assert other is not None
        twin = game.copy()
        twin.state = other
        one, two = drawn(game, side), drawn(twin, side)
        requests: list[tuple[LiegeRequest, LiegeRequest]] = [
            (LiegeTheatre(one), LiegeTheatre(two)),
            (CampCloseUp(one), CampCloseUp(two)),
        ]
        requests += [(StackCard(one, stack.hex), StackCard(two, stack.hex)) for stack in one.hidden]
        for mine, its in requests:
            assert draw(mine) == draw(its)


# -- what a side did --------------------------------------------------------------------------------------------------


def test_the_actions_of_a_side_are_drawn_over_the_camp() -> None:
    """Marches and lines of fire of the side that acted, from where a viewer sees its units; rings round the forts that fell."""
    view = drawn(_game(position({"ge_iii_fussa_4": "U35 sw", "ge_27_ib": "V36 sw"}, forts=("all",))), None)
    hex_of, units = view.facts.hex_of, view.facts.unit_ids
    fleron = next(number for number, fort in enumerate(view.facts.forts) if fort.name == "fleron")
    events: list[Told] = [
        {"kind": "action", "data": {"side": 0, "round": 1}},
        {"kind": "bombarded", "data": {"fort": fleron, "guns": [units["ge_iii_fussa_4"], units["ge_kmk_b3"]], "aff": 108}},
        {"kind": "fort_fell", "data": {"fort": fleron}},
        {"kind": "moved", "data": {"path": [hex_of("U35"), hex_of("V36")], "unit": -1}},
        {"kind": "attack", "data": {"hex": hex_of("W35"), "full": [units["ge_27_ib"]], "partly": []}},
        {"kind": "lost", "data": {"unit": 3}},
    ]  # fmt: skip
    found = drawn_events(events)
    assert [one["kind"] for one in found] == ["action", "bombarded", "fort_fell", "moved", "attack"]
    marks = marks_of(view, found)
    assert marks.fires == ((hex_of("U35"), fleron, hex_of("V35")),)
    assert marks.ways == (("move", (hex_of("U35"), hex_of("V36"))), ("attack", (hex_of("V36"), hex_of("W35"))))
    assert (marks.side, marks.forts) == (0, (fleron,))
    request = request_for(
        PictureRef(kind="camp", game="g", number=0, args={"events": json.loads(json.dumps(found))}), view
    )
    assert request == CampCloseUp(view, marks)
    assert drawn_events(events[:1]) == []


def test_a_segment_shows_what_happened_in_it_and_a_turn_what_it_brought() -> None:
    story, names = TITLE.story, TITLE.names(TITLE.system({"scenario": "night"}), "en")
    _, steps = played(3)
    kinds = set()
    for segment in segments([event for _, events in steps for event in events]):
        (picture,) = story.shown(names, segment, ["What happened."])
        kinds.add(picture.kind)
        assert picture.lasting
        json.dumps(picture.args)
        if picture.kind == "turn":
            assert picture.args["turn"] in (2, 3)
    assert kinds >= {"camp", "turn"}


@pytest.mark.parametrize("number", [0, 5])
def test_a_puzzle_shows_all_guns_and_forts_and_not_its_best_plan(number: int) -> None:
    """Whoever is in the plan is there, and so is everybody else who may fire at a fort now."""
    puzzle = load_barrage_puzzles()[number]
    ref = PictureRef(kind="puzzle", game="", number=0, args={"scenario": puzzle.scenario, "puzzle": puzzle.name})
    data, mime, alt = PICTURES.paint(Job(ref.model_dump_json(), "liege", json.dumps({"scenario": puzzle.scenario})))
    assert (mime, len(data) <= 150_000) == ("image/png", True)
    state = puzzle_position(puzzle).state
    facts = state.facts
    guns = {name for one in puzzle.plan for name in one.guns}
    assert [
        facts.units[facts.unit_ids[name]].title for name in guns if facts.units[facts.unit_ids[name]].title not in alt
    ] == []
    ready = [
        own.title for gun, own in enumerate(facts.units)
        if any(barrage.cannot_bombard(state, gun, fort) is None and state.active(fort) for fort in range(len(facts.forts)))
    ]  # fmt: skip
    assert [title for title in ready if f"{title}: AFF" not in alt] == []
    with pytest.raises(ValueError, match="There is no puzzle nobody"):
        PICTURES.paint(Job(ref.model_copy(update={"args": {"puzzle": "nobody"}}).model_dump_json(), "liege", "{}"))


def test_reports_of_games_under_fog_name_nobody_who_is_hidden() -> None:
    """Public events of hidden units have no number; no report and no mark takes that for a unit."""
    seen = 0
    for seed in range(4):
        game, dice = started("siege", seed, fog=True), random.Random(seed)
        events = told(game)
        while game.stack and game.state.turn < 6:
            game.apply(at_random(game, dice))
            events += told(game)
        view = drawn(game, None)
        for report in reports(game.state, events):
            seen += 1
            units = {
                one.unit
                for one in getattr(report, "targets", getattr(report, "tests", ()))
                if getattr(one, "fort", NOWHERE) == NOWHERE
            }
            units |= {
                one.unit
                for one in getattr(report, "guns", getattr(report, "attackers", ()))
                if getattr(one, "fort", NOWHERE) == NOWHERE
            }
            units |= {unit for unit, _ in getattr(report, "retreats", ())}
            assert min(units, default=0) >= 0
            assert (
                "{"
                not in draw(
                    request_for(PictureRef(kind=KINDS[type(report)], game="g", number=0, args=_args(report)), view)
                ).alt
            )
        marks = marks_of(view, json.loads(json.dumps(drawn_events(events))))
        assert all(min(way) >= 0 for _, way in marks.ways)
    assert seen > 10


def _args(report: Any) -> dict[str, object]:
    kind = KINDS[type(report)]
    return {"report": ADAPTERS[kind].dump_python(report, mode="json")}
