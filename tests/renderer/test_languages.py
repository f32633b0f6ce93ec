"""Pictures speak the language that they are asked for, in every word and in their alt text, and longer words fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from renderer.kit.scene import Scene, Stamp
from renderer.league.pictures import scene_of as league_scene_of
from renderer.league.samples import NAMES, samples
from renderer.pog.gallery import map_requests, panel_requests
from renderer.pog.pictures import scene_of
from tests.renderer.boxes import cut_off, overlaps
from tests.support.pseudo import OPEN, escaped, pseudo

__all__ = ["pseudo"]

REQUESTS = dict([*map_requests(), *panel_requests()])
LEAGUES = dict(samples())
#: Letters on counters and cards, which are the same in every language.
_COUNTERS = frozenset({"counter", "loss_counter", "link", "emblem"})
#: Of a line that was cut the end is gone, and of one that was broken into several each has a part.
_BRACKETS = re.compile(r"[⟦⟧·…]")


def lines(scene: Scene, beside: frozenset[str] = frozenset()) -> Iterator[str]:
    for command in scene.commands:
        if isinstance(command, Stamp) and command.kind not in _COUNTERS | beside:
            yield command.key.words()


def english(texts: Iterator[str], *names: str) -> list[str]:
    """Words that have no accents, each with its line; whole brackets only alt texts have."""
    words = ((text, escaped(f"⟦{_BRACKETS.sub(' ', text)}⟧", *names)) for text in texts)
    return [f"{found} in {text!r}" for text, found in words if found]


@pytest.mark.parametrize("name", REQUESTS)
def test_every_word_of_a_picture_is_in_its_language(pseudo: str, name: str) -> None:
    scene = scene_of(replace(REQUESTS[name], language=pseudo))
    assert english(lines(scene)) == []
    assert escaped(scene.alt) == []
    assert OPEN not in " ".join(scene_of(REQUESTS[name]).words())


@pytest.mark.parametrize("name", REQUESTS)
def test_longer_words_stay_in_the_picture_and_off_each_other(pseudo: str, name: str) -> None:
    plain, scene = scene_of(REQUESTS[name]), scene_of(replace(REQUESTS[name], language=pseudo))
    # A name of two lines moves the signs under it: at the edge of a picture they may be gone.
    assert [one for one in cut_off(scene) if not one.startswith("signs")] == cut_off(plain)
    assert len(overlaps(scene, frozenset({"text"}), slack=8)) <= len(overlaps(plain, frozenset({"text"}), slack=8))


@pytest.mark.parametrize("name", LEAGUES)
def test_pictures_of_leagues_speak_it_too(pseudo: str, name: str) -> None:
    plain, scene = league_scene_of(LEAGUES[name]), league_scene_of(replace(LEAGUES[name], language=pseudo))
    assert english(lines(scene, frozenset({"name"})), *NAMES) == []
    assert cut_off(scene) == cut_off(plain)
    assert len(overlaps(scene, frozenset({"text"}), slack=8)) <= len(overlaps(plain, frozenset({"text"}), slack=8))
