"""No sentence of Liège 1914 has two colons: neither as it stands in the files, nor as it is put together in whole games."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bot.narration.plain import public
from bot.narration.segments import segments
from bot.table.refusal import Refusal
from bot.table.reply import PictureRef, Reply, Select
from bot.titles import table_of
from bot.titles.liege.drawn_views import drawn
from bot.titles.liege.pictures import request_for
from bot.titles.liege.title import TITLE
from bot.titles.panel import offers_of, panel
from bot.titles.testing.contract_looks import ContractViewer
from bot.titles.vocabulary import vocabulary
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.liege.opponent import Recruit, seat_of
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from renderer.liege import draw

TEXTS: Final = Path(__file__).parents[2] / "assets/liege/text/en"
_CODE: Final = re.compile(r"`[^`]*`|“[^”]*”")
_FIELD: Final = re.compile(r"\{[^{}]*\}")
#: Where a sentence ends, or an item of a list that semicolons part.
_ENDS: Final = re.compile(r"(?<=[.!?;…])[”\")]?\s+|\n")
#: A colon that parts words: not that of 1.5:1.
_COLON: Final = re.compile(r":(?=\s|$)")
#: Positions between two at which everything is read, and those between two whose pictures are.
_EVERY, _DRAWN = 40, 120


def doubled(text: str) -> list[str]:
    """The sentences of a text that have two colons or more."""
    plain = _CODE.sub("CODE", text).replace("*", "")
    return [one for one in _ENDS.split(plain) if len(_COLON.findall(one)) > 1]


def strings(found: Any) -> Iterator[str]:
    """All texts of a table."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict | list):
        for one in found.values() if isinstance(found, dict) else found:
            yield from strings(one)


def test_two_colons_are_found() -> None:
    assert doubled("Attack on V35: 79 against 30: unknown. Die: 3.") == ["Attack on V35: 79 against 30: unknown."]
    assert doubled("Odds: at 1.5:1 with `a: b: c`; then: 3.\nAnd: 4.") == []


@pytest.mark.parametrize("name", sorted(one.name for one in TEXTS.glob("*.toml")))
def test_no_sentence_of_the_files_has_two_colons(name: str) -> None:
    """What is wrong with an order stands behind its words and a colon."""
    before = "“march 27ib v36”: " if name == "reasons.toml" else ""
    texts = strings(tomllib.loads((TEXTS / name).read_text(encoding="utf-8")))
    assert [one for text in texts for one in doubled(before + _FIELD.sub("x", text))] == []


def of(reply: Reply) -> Iterator[str]:
    """What somebody reads of an answer."""
    yield reply.text
    if reply.picture is not None:
        yield reply.picture.alt
    for row in reply.menu.rows if reply.menu is not None else ():
        if isinstance(row, Select):
            yield from (text for option in row.options for text in (option.label, option.description))
        else:
            yield from (text for button in row for text in (button.label, button.hint))


def read_by(game: Game[LiegeState], side: int) -> Iterator[str]:
    """What a side reads of a position: its panel group by group, and all it can look up."""
    table = table_of(game.copy(), side, position=1)
    context = TITLE.offer_context(table, "en")
    offers = offers_of(context)
    for body in ("panel", *(f"panel:{at}" for at, _ in enumerate(offers.groups))):
        yield from of(panel("g", context, "Anna", body=body, offers=offers))
    viewer: Any = ContractViewer(TITLE, game, side)
    for name in TITLE.looks:
        lines = ["", "v35", "w35"] if name in ("units", "map") else [""]
        try:
            lines += TITLE.completes[name](viewer, "") if name in TITLE.completes else []
        except Refusal:
            continue
        for line in lines:
            try:
                shown = TITLE.looks[name].show(viewer, vocabulary(TITLE).by_name[name].parse(line, viewer.names.words))
            except Refusal:
                continue
            assert isinstance(shown, Reply)
            yield from of(shown)


def drawn_of(game: Game[LiegeState]) -> Iterator[str]:
    """What is said of the pictures of a position."""
    view = drawn(game, None)
    for kind, args in (("board", {}), ("camp", {}), ("stack", {"hex": "V35"})):
        yield draw(request_for(PictureRef(kind=kind, game="g", number=0, args=dict(args)), view)).alt


def told_of(game: Game[LiegeState]) -> Iterator[str]:
    """What is told of what has happened since the last time, with its pictures."""
    names = TITLE.names(game.system, "en")
    events = [public(0, event) for event in game.drain()]
    for segment in segments(events):
        yield from TITLE.story.lines(names, segment)
    for report in TITLE.story.reports(game, events):
        yield draw(
            request_for(PictureRef(kind=report.kind, game="g", number=0, args=report.args), drawn(game, None))
        ).alt


@pytest.mark.sweep(fixed=["night"])
@pytest.mark.parametrize(("scenario", "fog"), [("night", False), ("siege", True)], ids=["night", "siege"])
def test_no_sentence_of_a_game_has_two_colons(scenario: str, fog: bool) -> None:
    """Two recruits play; all that both sides read on the way, with what is told of every choice."""
    game: Game[LiegeState] = Game.start(LiegeSystem(scenario, fog=fog), KeyedChance(b"sentences"))
    players, luck, at = (Recruit(), Recruit()), random.Random(1), 0
    found: set[str] = set()
    while game.stack:
        if at % _EVERY == 0 or game.decision.kind in ("shelling", "bombarding", "attack", "assault", "barrage_targets"):
            texts = [text for side in (0, 1) for text in read_by(game, side)]
            texts += drawn_of(game) if at % _DRAWN == 0 else ()
            found |= {one for text in texts for one in doubled(text)}
        game.apply(players[int(game.actor or 0)](seat_of(game), luck))
        found |= {one for text in told_of(game) for one in doubled(text)}
        at += 1
    assert sorted(found) == []
