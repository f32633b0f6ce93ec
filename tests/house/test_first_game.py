"""What README tells a stranger is true: what it is, two commands, and a first game of ten lines that is played here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from benchmarks.first_game import LIMIT, SHOWN, Scene, animated, lines, scenes
from bot.storage import Store
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_it_says_what_it_is_in_three_sentences_and_two_commands() -> None:
    intro = README.partition("# Feldpost\n\n")[2].partition("\n\n")[0]
    assert len(re.findall(r"[.!?](?:\s|$)", intro)) == 3
    commands = re.search(r"## Play and test\n.*?```sh\n(.*?)```", README, re.DOTALL)
    assert commands is not None
    assert [line.split("#")[0].strip() for line in commands[1].splitlines()] == ["make play", "make test"]


def test_every_path_and_link_leads_somewhere() -> None:
    paths = set(re.findall(r"\]\(([^)#]+)(?:#[\w-]+)?\)", README)) | set(
        re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", README)
    )
    assert len(paths) > 20
    made = (".", "var/")  # what the commands make
    assert [path for path in sorted(paths) if not path.startswith(made) and not (ROOT / path).exists()] == []


@pytest.mark.sweep(fixed=[0])
@pytest.mark.parametrize("deal", range(8))
async def test_a_first_game_of_ten_lines_is_true(store: Store, deal: int) -> None:
    """By any dice: nothing is mocked here, each run deals anew."""
    played = [scene async for scene in scenes(store, painted=False)]
    assert len(played) == 10
    for scene in played:
        quoted = re.search("“(.+?)”", scene.line.told)
        assert quoted is not None, scene.line
        said = "\n".join((scene.said, *scene.posted))
        assert quoted[1] in said, (scene.line.typed, said)


def test_both_players_type() -> None:
    assert {line.who for line in lines()} == {"Anna", "Ben"}


def test_it_is_shown_by_a_short_animation() -> None:
    assert f"({SHOWN.relative_to(ROOT)})" in README
    with Image.open(SHOWN) as shown:
        assert getattr(shown, "n_frames", 1) == len(lines())
    assert SHOWN.stat().st_size <= LIMIT


async def test_the_animation_is_made_of_the_pictures_of_the_game(store: Store, tmp_path: Path) -> None:
    shown: list[Scene] = []
    async for scene in scenes(store):
        shown.append(scene)
        if scene.picture:
            break
    (tmp_path / "game.webp").write_bytes(animated(shown))
    with Image.open(tmp_path / "game.webp") as image:
        assert getattr(image, "n_frames", 1) == len(shown) == 5
