"""Ground painted by holder: in tiles that are kept, and yet always what it would be if it were painted afresh."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from engine.pog.content import load_content
from engine.pog.view import GameView
from renderer.kit.painter import compose
from renderer.kit.scene import Base, Scene, Stamp, Territory
from renderer.pog import Control, Front, GameEnd, TurnSummary, territory
from renderer.pog.board import BOARD
from renderer.pog.campaign import InsetKey, campaign_map
from renderer.pog.pictures import scene_of
from renderer.pog.samples import sample_end, sample_summary, setup_view
from tests.lanes import Share


@pytest.fixture(autouse=True)
def _afresh() -> Iterator[None]:
    forget()
    yield
    forget()
    territory._tiled.cache_clear()


def forget() -> None:
    territory._tiles.clear()


def taken(view: GameView, *names: str) -> GameView:
    """The position after spaces changed hands."""
    spaces = list(view.spaces)
    for name in names:
        space = load_content().space_by_name[name]
        spaces[space] = replace(spaces[space], control=1 - (spaces[space].control or 0))
    return replace(view, spaces=tuple(spaces))


def scenes() -> list[Scene]:
    """Every picture with painted ground, in positions that follow each other."""
    start = setup_view("campaign")
    found = []
    for names in ((), ("verdun", "nancy"), ("warsaw", "baghdad", "nancy")):
        now = taken(start, *names)
        found += [scene_of(request) for request in (
            Control(now), Control(now, "west"), Front(now, start), Front(now, taken(start, "riga"), "east"),
            replace(sample_end(), view=now), replace(sample_summary(), view=now),
        )]  # fmt: skip
        found.append(campaign_map(now, "1914"))
    return found


def test_a_kept_tile_looks_as_if_it_were_painted_afresh(share: Share) -> None:
    every = scenes()
    kept = [compose(scene) for scene in every]
    # Each kind of picture in the last position, for which most tiles are kept.
    for number in share(range(len(every)), fixed=range(len(every) * 2 // 3, len(every))):
        forget()
        assert compose(every[number]).tobytes() == kept[number].tobytes(), every[number].alt


def test_no_seam_shows_where_tiles_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the seams elsewhere the sheet looks the same."""
    start = setup_view("campaign")
    scene = scene_of(Front(taken(start, "verdun", "warsaw"), start))
    frame = compose(scene)
    forget()
    territory._tiled.cache_clear()
    monkeypatch.setattr(territory, "_TILE", 130)
    other = compose(scene)
    difference = ImageChops.difference(frame.convert("RGB"), other.convert("RGB")).convert("L")
    # Where a soft edge is cut may fall otherwise by one px here and there.
    assert difference.point(lambda value: 255 if value else 0).histogram()[255] < frame.width * frame.height / 20_000


def test_only_ground_that_changes_hands_is_repainted() -> None:
    start = setup_view("campaign")
    compose(scene_of(Control(start)))
    first = len(territory._tiles)
    assert first > 100
    compose(scene_of(Control(start)))
    assert len(territory._tiles) == first
    compose(scene_of(Control(taken(start, "verdun"))))
    assert 0 < len(territory._tiles) - first <= 9


def test_close_ups_share_the_tiles_of_the_sheet() -> None:
    """A close-up moves with the front; its tiles stay where they are on the sheet."""
    start = setup_view("campaign")
    ground = [c for c in scene_of(Control(start, "west")).commands if isinstance(c, Territory)]

    def part(left: int, top: int) -> Image.Image:
        scene = Scene(500, 600, 0.85, tuple(ground), "", "", Base(BOARD, left, top))
        return compose(scene)

    first = part(600, 400)
    kept = len(territory._tiles)
    moved = part(617, 431)
    # Both lie in the same columns and rows of tiles, but for one more of each.
    assert kept > 6
    assert len(territory._tiles) - kept <= 4
    forget()
    assert part(617, 431).tobytes() == moved.tobytes()
    assert first.crop((17, 31, 500, 600)).tobytes() == moved.crop((0, 0, 483, 569)).tobytes()


def test_no_more_tiles_are_kept_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(territory, "_KEPT", 40)
    compose(scene_of(Control(setup_view("campaign"))))
    assert len(territory._tiles) == 40


def test_names_of_lands_are_written_on_the_tint() -> None:
    """The same ground without its names differs just where they stand."""
    scene = scene_of(Control(setup_view("campaign")))
    bare = replace(scene, commands=tuple(c for c in scene.commands if getattr(c, "kind", "") != "lettering"))
    names = [c for c in scene.commands if isinstance(c, Stamp) and c.kind == "lettering"]
    assert len(names) > 20
    with_names, without = compose(scene).convert("RGB"), compose(bare).convert("RGB")
    different = ImageChops.difference(with_names, without).convert("L").point(lambda value: 255 if value else 0)
    covered = Image.new("L", different.size)
    for name in names:
        box = name.x, name.y, name.x + name.width, name.y + name.height
        assert different.crop(box).getbbox() is not None, name.about
        covered.paste(255, box)
    assert ImageChops.subtract(different, covered).getbbox() is None


def test_territory_is_the_lowest_layer() -> None:
    scene = scene_of(Control(setup_view("campaign")))
    ground = next(command for command in scene.commands if isinstance(command, Territory))
    late = replace(scene, commands=(*scene.commands, replace(ground, kind="front")))
    with pytest.raises(TypeError, match="lies under all else"):
        compose(late)


def test_a_map_within_a_sheet_is_pasted_as_it_is() -> None:
    """No colour of it is changed on the way, and it is not kept among the sprites."""
    from renderer.kit.sprites import sprite

    for request, kind in ((sample_end(), GameEnd), (sample_summary(), TurnSummary)):
        assert isinstance(request, kind)
        scene = scene_of(request)
        held = sprite.cache_info().currsize
        frame = compose(scene)
        again = sprite.cache_info().currsize
        inset = next(c for c in scene.commands if isinstance(c, Stamp) and c.kind == "map")
        assert isinstance(inset.key, InsetKey)
        inner = compose(inset.key.scene)
        box = inset.x, inset.y, inset.x + inset.width, inset.y + inset.height
        assert frame.crop(box).tobytes() == inner.tobytes()
        assert compose(scene).tobytes() == frame.tobytes()
        assert sprite.cache_info().currsize == again >= held
