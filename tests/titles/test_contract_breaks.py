"""Each check of the contract fails where the toy breaks it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest

from bot.narration.texts import Texts
from bot.table.decision_ui import DecisionUI
from bot.table.offers import Entry, OfferContext, Offers
from bot.table.reply import Board, PictureRef, Reply
from bot.titles.looks import Look, News
from bot.titles.pictures import PictureKind
from bot.titles.testing import contract, contract_secrets, contract_words
from bot.titles.testing.contract import GAME, Broken, Case
from engine.core.game import Game
from tests.titles.hexes.panels import HexMap
from tests.titles.hexes.system import Hexes
from tests.titles.hexes.title import TITLE as HEXES
from tests.titles.test_contract import CASES, hunt, hunts
from tests.titles.toy import parts, pictures, rules, title, words
from tests.titles.toy.rules import FOX, NOWHERE, State, Toy, View
from tests.titles.toy.story import ToyStory
from tests.titles.toy.title import ToyTitle

pytestmark = pytest.mark.usefixtures("toy_title")

TOY: Case = CASES[-1]
Patch = pytest.MonkeyPatch


def without(*keys: str) -> Texts:
    """The toy's words without some of them."""
    made = copy.deepcopy(words.words())
    for key in keys:
        *above, last = key.split(".")
        table = made._tables
        for part in above:
            table = table[part]
        del table[last]
    return made


# -- words and events -----------------------------------------------------------------------


@pytest.mark.parametrize("key", ["ui.decisions.track.text", "ui.decisions.run.title", "ui.decisions.den.verbs.hide"])
def test_a_decision_without_words(monkeypatch: Patch, key: str) -> None:
    monkeypatch.setattr(ToyTitle, "words", lambda _self, _language: without(key))
    with pytest.raises(Broken, match="decisions without words: "):
        contract_words.check_words(TOY.title, TOY.system)


@pytest.mark.parametrize(
    "key",
    ["ui.title", "names.sides.hound", "names.scenarios.long_hunt", "guide.options.scent.text", "ui.maps.overview",
     "commands.options.run.order", "ui.roots.hint"],
)  # fmt: skip
def test_something_declared_without_words(monkeypatch: Patch, key: str) -> None:
    monkeypatch.setattr(ToyTitle, "words", lambda _self, _language: without(key))
    with pytest.raises(Broken, match="what is declared has no words: "):
        contract_words.check_declared(TOY.title)


@pytest.mark.parametrize("key", ["commands.help.den", "ui.buttons.lair"])
def test_a_command_without_words(monkeypatch: Patch, key: str) -> None:
    monkeypatch.setattr(ToyTitle, "words", lambda _self, _language: without(key))
    with pytest.raises(Broken, match="has no words|have no words|or has no words"):
        contract_words.check_commands(TOY.title)


@pytest.mark.parametrize("kind", ["tracked", "turn", "ran"])
def test_an_event_without_narration(monkeypatch: Patch, kind: str) -> None:
    told, alone = ToyStory.lines, ToyStory.alone
    monkeypatch.setattr(
        ToyStory,
        "lines",
        lambda self, names, part: told(
            self, names, type(part)(part.kind, [event for event in part.events if event["kind"] != kind])
        ),
    )
    monkeypatch.setattr(
        ToyStory, "alone", lambda self, names, what, own: [] if what == kind else alone(self, names, what, own)
    )
    monkeypatch.setattr(ToyStory, "shown", lambda *_: [])
    with pytest.raises(Broken, match=f"events without narration: {kind}"):
        contract.check_told(TOY.title, contract.play(TOY, 0))


def test_an_action_that_does_not_say_whose_it_is(monkeypatch: Patch) -> None:
    def track(_self: rules.Day, game: Game[Any]) -> None:
        game.emit("action", round=1)
        game.call(rules.Track)

    monkeypatch.setattr(rules.Day, "track", track)
    with pytest.raises(Broken, match="the event action does not say"):
        contract.check_figures(TOY.title, contract.play(TOY, 0))


def test_a_place_that_is_not_read_by_its_name(monkeypatch: Patch) -> None:
    monkeypatch.setattr(parts.PLACES, "told", lambda _names, place: str(place))
    with pytest.raises(Broken, match="are not read by their names: no_hex"):
        contract_words.check_places(TOY.title, {})


def test_a_turn_beyond_the_longest_game(monkeypatch: Patch) -> None:
    monkeypatch.setattr(ToyTitle, "length", (1, 1))
    with pytest.raises(Broken, match=r"turn and round \(2, 0\) are beyond"):
        plays()


def test_a_game_without_figures(monkeypatch: Patch) -> None:
    monkeypatch.setattr(parts.ToyStatistics, "figures", lambda _self, _names, _course: [])
    with pytest.raises(Broken, match="no figures"):
        contract.check_figures(TOY.title, contract.play(TOY, 0))


def plays() -> None:
    """A few hunts; raises Broken where one of them meets what is wrong."""
    for seed in range(6):
        contract.play(TOY, seed)


# -- what is offered ------------------------------------------------------------------------


def test_a_panel_that_offers_what_is_not_possible(monkeypatch: Patch) -> None:
    def wrong(context: OfferContext) -> Offers:
        offers = Offers()
        offers.group("Go", [Entry("To the moon", "c.step:0+step:8")])
        return offers

    monkeypatch.setitem(title.FACES, "track", DecisionUI(rule="4.1", offers=wrong))
    with pytest.raises(Broken, match="the panel of track offers"):
        contract.play(TOY, 0)


def test_a_panel_that_offers_nothing(monkeypatch: Patch) -> None:
    monkeypatch.setitem(title.FACES, "run", DecisionUI(rule="3.1", offers=lambda _context: Offers()))
    with pytest.raises(Broken, match="the panel of run offers nothing"):
        plays()


def test_a_completion_of_what_is_refused(monkeypatch: Patch) -> None:
    face = DecisionUI(rule="3.1", commands=("run",), suggests={"run": lambda _context, _piece: ["south east"]})
    monkeypatch.setitem(title.FACES, "run", face)
    with pytest.raises(Broken, match="completion suggests run south east in run, refused: too_far"):
        plays()


def test_a_panel_beyond_the_limits_of_a_platform(monkeypatch: Patch) -> None:
    monkeypatch.setattr(ToyTitle, "task", lambda _self, _context: "long " * 500)
    with pytest.raises(AssertionError):
        contract.play(TOY, 0)


@pytest.mark.usefixtures("hex_title")
def test_an_offer_about_what_no_finger_meets(monkeypatch: Patch) -> None:
    """What has no name on the board, or no place in its picture, cannot be touched."""
    plain = HexMap.board

    def board(self: HexMap, viewer: Any, context: OfferContext, offers: Offers, panel: Reply, news: News) -> Board:
        found = plain(self, viewer, context, offers, panel, news)
        return replace(found, spots=tuple(spot for spot in found.spots if "/" not in spot.target))

    monkeypatch.setattr(HexMap, "board", board)
    case = Case("hexes", HEXES, partial(Hexes, {"scenario": "short_day"}), lambda: iter(()), {"scenario": "short_day"})
    with pytest.raises(Broken, match="which no finger meets: it needs a spot and a place"):
        _ = [contract.play(case, seed) for seed in range(6)]


# -- positions ------------------------------------------------------------------------------


def test_a_snapshot_that_forgets(monkeypatch: Patch) -> None:
    monkeypatch.setattr(
        State, "dump", lambda self: {name: getattr(self, name) for name in State.__slots__ if name != "steps"}
    )
    monkeypatch.setattr(Toy, "load_state", lambda _self, data: State(**data, steps=0))
    # Positions are compared as they are, not as they are written.
    monkeypatch.setattr(contract, "state_of", lambda game: [getattr(game.state, name) for name in State.__slots__])
    with pytest.raises(Broken, match="the snapshot restores another position"):
        cut_short()


def cut_short() -> None:
    """Hunts that are left in their midst, compared with what is stored of them."""
    for length in range(3, 9):
        short = Case(TOY.name, TOY.title, TOY.make, TOY.twins, TOY.options, length)
        contract.check_agreement(short, contract.play(short, 0))


def test_a_rule_that_hangs_on_what_no_record_holds(monkeypatch: Patch) -> None:
    turns = count(7)
    plain = rules.Den.resolve

    def resolve(self: rules.Den, game: Game[Any], choice: Any) -> None:
        plain(self, game, choice)
        game.state.faces = next(turns)

    monkeypatch.setattr(rules.Den, "resolve", resolve)
    with pytest.raises(Broken, match="the record replays to another position: faces"):
        contract.check_agreement(TOY, contract.play(TOY, 0))


# -- pictures -------------------------------------------------------------------------------


def more() -> list[PictureRef]:
    """The kinds that no random game shows."""
    kinds: dict[str, dict[str, object]] = {"end": {}, "replay": {"entries": [0, 1]}, "joined": {}, "lair": {}}
    refs = [PictureRef(kind=kind, game=GAME, number=0, args=args) for kind, args in kinds.items()]
    none = [("opening", {"scenario": "long_hunt"}), ("puzzle", {"scenario": "short_hunt", "puzzle": "scent"})]
    return [
        *refs,
        *(PictureRef.model_validate({"kind": kind, "game": "", "number": 0, "args": args}) for kind, args in none),
    ]


def test_a_picture_without_alt_text(monkeypatch: Patch) -> None:
    monkeypatch.setattr(pictures, "alt", lambda kind, _view: "" if kind == "tracks" else kind)
    with pytest.raises(Broken, match="the picture of kind tracks has no alt text"):
        contract.check_pictures(TOY, contract.play(TOY, 0), more())


def test_a_kind_of_picture_without_an_example_of_its_arguments(monkeypatch: Patch) -> None:
    def phase(kind: str, view: View) -> str:
        if kind == "moon":
            raise ValueError("which phase?")
        return alt(kind, view)

    alt = pictures.alt
    monkeypatch.setattr(pictures, "alt", phase)
    monkeypatch.setitem(pictures.KINDS, "moon", PictureKind(pictures.SIZE))
    with pytest.raises(Broken, match="no example of the picture of kind moon, which needs arguments: which phase"):
        contract.check_pictures(TOY, contract.play(TOY, 0), more())


def test_a_kind_of_picture_that_no_game_shows_is_drawn_without_arguments(monkeypatch: Patch) -> None:
    alt = pictures.alt
    monkeypatch.setattr(pictures, "alt", lambda kind, view: "" if kind == "moon" else alt(kind, view))
    monkeypatch.setitem(pictures.KINDS, "moon", PictureKind(pictures.SIZE))
    with pytest.raises(Broken, match="the picture of kind moon has no alt text"):
        contract.check_pictures(TOY, contract.play(TOY, 0), more())


def test_a_title_without_a_picture_that_every_title_has(monkeypatch: Patch) -> None:
    monkeypatch.delitem(pictures.KINDS, "replay")
    with pytest.raises(Broken, match="kinds that every title has: replay"):
        contract.check_pictures(TOY, contract.play(TOY, 0), [ref for ref in more() if ref.kind != "replay"])


# -- hidden things --------------------------------------------------------------------------


def twins() -> None:
    """All pairs of hunts; raises Broken where one can be told from the other."""
    for one, other, side in hunts():
        contract_secrets.check_twins(TOY, one, other, side, ("board",))


def test_the_toy_as_it_is_tells_nothing() -> None:
    twins()


def test_menus_on_the_true_position(monkeypatch: Patch) -> None:
    """The outcome of a step onto the fox shows in the choices that follow it."""
    monkeypatch.setattr(Toy, "imagine", lambda _self, state, _side: state)
    with pytest.raises(Broken, match="the (panel|menus) tells side 1"):
        twins()


def _open(game: Game[Any], viewer: int | None) -> View:
    del viewer
    state = game.state
    return View(state.hunt, state.day, 5, state.fox, state.burrow, state.hound, state.steps, state.sniffs, over=False)


def _told(wrong: str) -> Callable[[Patch], None]:
    def patch(monkeypatch: Patch) -> None:
        if wrong == "choices":
            monkeypatch.setattr(rules.Run, "told", lambda _self, _game, _choice: "")
            hunt.cache_clear()
        elif wrong == "draws":
            monkeypatch.setattr(Toy, "drawn_for", lambda _self, _purpose: None)
        elif wrong == "pictures":
            monkeypatch.setattr(pictures, "view_of", _open)
        elif wrong == "events":
            plain = rules.Run.resolve
            monkeypatch.setattr(
                rules.Run,
                "resolve",
                lambda self, game, choice: (plain(self, game, choice), game.emit("caught", hex=choice.arg))[0],
            )
        elif wrong == "the question":
            monkeypatch.setattr(ToyTitle, "task", lambda _self, context: str(context.table.game.state.fox))
        elif wrong == "a look":
            monkeypatch.setitem(
                title.LOOKS, "status", Look(lambda viewer, _args: Reply(text=f"The fox is at {viewer.game.state.fox}."))
            )
        elif wrong == "the known score":
            monkeypatch.setattr(parts.ToyStatistics, "known", lambda _self, game, _viewer: (game.state.fox, 0))
        elif wrong == "the table":
            monkeypatch.setattr(ToyTitle, "summary", lambda _self, _names, game: [str(game.state.burrow)])
        else:
            monkeypatch.setitem(
                title.FACES,
                "track",
                DecisionUI(
                    commands=("track",), suggests={"track": lambda context, _: [str(context.table.game.state.fox)]}
                ),
            )

    return patch


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ("choices", "the record"),
        ("draws", "the record"),
        ("pictures", "the picture board"),
        ("events", "the log"),
        ("the question", "the question"),
        ("the table", "the table message"),
        ("a look", "`status`"),
        ("the known score", "the known score"),
        ("suggestions", "the suggestions"),
    ],
)
def test_a_leak(monkeypatch: Patch, wrong: str, what: str) -> None:
    _told(wrong)(monkeypatch)
    with pytest.raises(Broken, match=f"{what} tells "):
        twins()


def test_pairs_that_do_not_differ() -> None:
    one, other, side = next(hunts())
    with pytest.raises(Broken, match="do not differ"):
        contract_secrets.check_twins(TOY, one, one, side)
    assert other.state.burrow not in (NOWHERE, one.state.burrow) or other.state.fox != one.state.fox
    assert side == FOX
