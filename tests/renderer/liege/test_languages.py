"""Pictures of Liège 1914 speak the language that they are asked for, in every word and in their alt text, and longer words fit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.liege.facts import MAPS, facts
from renderer.kit.scene import Stamp
from renderer.liege import replay
from renderer.liege.gallery import frames, plain_requests
from renderer.liege.pictures import scenes_of
from tests.renderer.boxes import cut_off, overlaps
from tests.renderer.test_languages import english, lines
from tests.support.pseudo import OPEN, escaped, pseudo

__all__ = ["pseudo"]

REQUESTS = dict(plain_requests())
#: Numbers of hexes, letters on counters and forts, and names of the facts are the same in every language.
_SAME = frozenset({"hex", "fort", "more", "die", "counter"})
NAMES = sorted(
    {
        name
        for place in MAPS
        for name in (
            *(unit.title for unit in facts(place).units), *(fort.title for fort in facts(place).forts), *facts(place).grid.names,
        )
    }
    | {"AFF", "ARF", "CAB", "CBF", "MF", "O", "BO", "BBO"},
    key=len, reverse=True,
)  # fmt: skip


@pytest.mark.parametrize("name", REQUESTS)
def test_every_word_is_in_its_language(pseudo: str, name: str) -> None:
    for scene in scenes_of(replace(REQUESTS[name], language=pseudo)):
        assert english(lines(scene, _SAME), *NAMES) == []
        assert escaped(scene.alt, *NAMES) == []
    assert OPEN not in " ".join(scenes_of(REQUESTS[name])[-1].words())


@pytest.mark.parametrize("name", REQUESTS)
def test_longer_words_stay_in_the_picture_and_off_each_other(pseudo: str, name: str) -> None:
    plain, other = scenes_of(REQUESTS[name]), scenes_of(replace(REQUESTS[name], language=pseudo))
    for one, longer in zip(plain, other, strict=True):
        assert {line for line in cut_off(longer) if not line.startswith("name")} <= {*cut_off(one)}
        assert overlaps(longer, frozenset({"text"}), slack=8) == []


def test_a_replay_speaks_it_too(pseudo: str) -> None:
    (picture,) = replay(frames(), language=pseudo)
    assert picture.alt.startswith(OPEN)


def test_the_caption_of_a_map_is_in_it(pseudo: str) -> None:
    scene = scenes_of(replace(REQUESTS["liege-camp"], language=pseudo))[0]
    captions = [one for one in scene.commands if isinstance(one, Stamp) and one.kind == "caption"]
    assert len(captions) >= 2
    assert all(OPEN in one.key.words() for one in captions)
