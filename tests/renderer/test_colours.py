"""Colour sets: contrast in all of them, and sides told apart by colour-blind eyes."""

from __future__ import annotations

import math
from io import BytesIO

import pytest
from PIL import Image

from renderer.kit import theme
from renderer.kit.colours import SETS, UnknownColours, lightness, set_bytes, shown
from renderer.kit.palette import palette_bytes
from renderer.kit.theme import Colour
from renderer.pog import PALETTES, Battle, CloseUp, Theatre, draw
from renderer.pog.layers.lettering import LAND_INK, SEA_INK
from renderer.pog.nations import NATION, WASH
from renderer.pog.samples import lively_view, opening_marks, sample_battles

#: Severe protanopia, deuteranopia and tritanopia on linear RGB (Machado, Oliveira, Fernandes 2009).
EYES = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TEXTS: list[tuple[Colour, Colour]] = [
    *((theme.WHITE, n) for n in NATION.values()),
    *((theme.INK, body) for body in theme.BODY),
    *(
        (theme.INK, ground)
        for ground in (theme.PAPER, theme.PAPER_DARK, theme.PALE, theme.WHITE, theme.GOLD, theme.SEA)
    ),
    *((theme.INK, plate) for plate in theme.PLATE),
    *((theme.WHITE, ink) for ink in (*theme.SIDE, theme.RED, theme.GREEN, theme.INK_SOFT)),
    *((ink, theme.PAPER) for ink in (*theme.SIDE, theme.RED, theme.INK_SOFT, theme.GREEN)),
    *((ink, theme.PALE) for ink in (*theme.SIDE, theme.RED, theme.INK_SOFT)),
]


def linear(colour: Colour) -> list[float]:
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in colour)]


def contrast(a: Colour, b: Colour) -> float:
    lights = sorted(sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True)) for c in (a, b))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def seen(colour: Colour, eye: str) -> Colour:
    mixed = [sum(w * v for w, v in zip(row, linear(colour), strict=True)) for row in EYES[eye]]
    clipped = [min(max(v, 0.0), 1.0) for v in mixed]
    r, g, b = (round(255 * (v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)) for v in clipped)
    return (r, g, b)


def apart(a: Colour, b: Colour, eye: str) -> float:
    """Distance in OKLab as an eye sees both; 0.02 is just noticeable."""
    return math.dist(lightness(seen(a, eye)), lightness(seen(b, eye)))


@pytest.mark.parametrize("name", PALETTES)
def test_text_meets_aa_in_every_set(name: str) -> None:
    bad = [(a, b, round(contrast(shown(a, name), shown(b, name)), 2)) for a, b in TEXTS]
    assert [row for row in bad if row[2] < 4.5] == []


@pytest.mark.parametrize("name", PALETTES)
def test_names_of_lands_and_seas_meet_aa_for_large_text(name: str) -> None:
    """WCAG AA asks 3 to 1 for letters of 24 px and more."""
    pairs = [(LAND_INK, wash) for wash in WASH.values()] + [(SEA_INK, theme.SEA)]
    found = [(a, b, round(contrast(shown(a, name), shown(b, name)), 2)) for a, b in pairs]
    assert [row for row in found if row[2] < 3.0] == []


def test_the_named_sets_are_all_there_are() -> None:
    assert tuple(SETS) == PALETTES


@pytest.mark.parametrize(("name", "eye"), [("red_green", "protan"), ("red_green", "deutan"), ("blue_yellow", "tritan")])
def test_a_set_for_an_eye_parts_what_matters(name: str, eye: str) -> None:
    pairs = [
        (theme.SIDE[0], theme.SIDE[1]),
        (theme.RED, theme.GREEN),
        (theme.PLATE[0], theme.PLATE[1]),
        (NATION["fr"], NATION["ge"]),
        (NATION["ru"], NATION["ah"]),
    ]
    for a, b in pairs:
        assert apart(shown(a, name), shown(b, name), eye) >= 0.06, (a, b)


@pytest.mark.parametrize("eye", ["protan", "deutan"])
def test_red_and_green_are_farther_apart_in_their_set(eye: str) -> None:
    plain = apart(theme.RED, theme.GREEN, eye)
    assert apart(shown(theme.RED, "red_green"), shown(theme.GREEN, "red_green"), eye) > plain


@pytest.mark.parametrize("name", PALETTES[1:])
def test_a_set_changes_colours_and_nothing_else(name: str) -> None:
    view = lively_view()
    for make in (Theatre(view, "west"), CloseUp(view, opening_marks()), Battle(view, sample_battles()[0])):
        plain = draw(make)
        other = draw(type(make)(**{f: getattr(make, f) for f in make.__dataclass_fields__} | {"palette": name}))
        with Image.open(BytesIO(plain.data)) as a, Image.open(BytesIO(other.data)) as b:
            assert a.tobytes() == b.tobytes()
            assert bytes(b.getpalette() or []) == set_bytes(name)
        assert plain.alt == other.alt
    assert set_bytes(name) != palette_bytes()


def test_the_dark_set_is_dark() -> None:
    assert lightness(shown(theme.PAPER, "dark"))[0] < 0.35
    assert lightness(shown(theme.INK, "dark"))[0] > 0.85


def test_an_unknown_set_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownColours, match="standard, dark, red_green, blue_yellow"):
        draw(Theatre(lively_view(), "west", palette="pink"))
