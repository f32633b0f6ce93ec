"""Fonts and sprites cover everything the content can ask for."""

from __future__ import annotations

from importlib import resources

import pytest
from PIL import ImageFont

from engine.pog.content import load_content
from renderer.kit import theme
from renderer.kit.painter import compose
from renderer.kit.palette import BASE_COLOURS, base_colours, index_of, palette_bytes, sprite_colours
from renderer.kit.sprites import KEPT, sprite
from renderer.pog import Theatre, warm
from renderer.pog.art.counter import WIDE, CounterKey, faces, short_name
from renderer.pog.art.places import GILT, NAME_FONT, SignsKey, SpaceNameKey
from renderer.pog.nations import NATION
from renderer.pog.pictures import scene_of
from renderer.pog.samples import setup_view
from tests.renderer.facts import counter, load_layout, words

SCALES = (1.0, 0.85, 0.68)


def draws(font: str, text: str) -> list[str]:
    """Letters of a text that a font lacks: they come out as the box for missing glyphs."""
    face = theme.font(font, 40)
    missing = bytes(face.getmask("\U0010fffe"))
    return [c for c in set(text) if not c.isspace() and bytes(face.getmask(c)) == missing]


def test_fonts_have_every_letter_of_every_name() -> None:
    vocabulary, content = words(), load_content()
    names = "".join(vocabulary.space(s.id) for s in content.spaces if s.kind == "map")
    assert draws(NAME_FONT, names + names.upper()) == []
    assert draws("title", "".join(vocabulary.card_title(c.id) for c in content.cards)) == []
    assert draws("serif", "".join(vocabulary.card_event(c.id) for c in content.cards)) == []
    units = "".join(vocabulary.unit(u.id) for u in content.units)
    assert draws("sans_medium", units + names) == []


def test_the_check_for_missing_letters_notices_one() -> None:
    assert draws("sans", "漢") == ["漢"]


@pytest.mark.parametrize("role", sorted(theme.FONTS))
def test_every_font_has_a_licence_file(role: str) -> None:
    folder = resources.files("assets").joinpath("fonts")
    family = theme.FONTS[role].removesuffix(".ttf").split("-")[0]
    other = {
        "DejaVuSansCondensed": ("LICENSE-DejaVu.txt", "BITSTREAM VERA"),
        "WenQuanYiMicroHei": ("LICENSE-WenQuanYiMicroHei.txt", "APACHE LICENSE"),
    }
    file, licence = other.get(family, (f"OFL-{family}.txt", "SIL OPEN FONT LICENSE"))
    assert licence in folder.joinpath(file).read_text(encoding="utf-8").upper()
    assert isinstance(theme.font(role, 12), ImageFont.FreeTypeFont)


@pytest.mark.parametrize("scale", SCALES)
def test_every_unit_has_a_counter_on_both_sides(scale: float) -> None:
    for unit in load_content().units:
        full, reduced = (sprite(counter(unit.id, flag), scale) for flag in (False, True))
        assert full.image.size == counter(unit.id, False).size(scale)
        assert full.image.tobytes() != reduced.image.tobytes(), unit.name


def test_the_band_of_a_counter_holds_its_name() -> None:
    for unit in load_content().units:
        for text in (short_name(unit), "0-0-0"):
            assert theme.text_width(text, "sans_bold", 15.0) <= WIDE - 2, unit.name


def test_armies_of_a_nation_have_different_bands() -> None:
    armies = [short_name(u) for u in load_content().units if u.army]
    assert len(set(armies)) == len(armies)


def test_states_of_a_counter_differ_in_shape_not_only_colour() -> None:
    """Reduced, out of supply and spent counters differ from the plain one in grey as well."""

    def grey(key: CounterKey) -> bytes:
        return key.paint(1.0).convert("L").tobytes()

    plain = grey(counter(0, False))
    others = [counter(0, True), counter(0, False, False)]
    others += [counter(0, False, True, mark) for mark in ("moved", "attacked", "retreated")]
    assert len({plain, *map(grey, others)}) == 6


def test_the_sides_differ_in_shape() -> None:
    content = load_content()
    masks = {content.units[u].side: sprite(counter(u, False), 1.0).mask.tobytes() for u in (0, 40)}
    assert set(masks) == {0, 1}
    assert masks[0] != masks[1]


def test_the_palette_has_room_for_base_and_sprites() -> None:
    assert len(base_colours()) <= BASE_COLOURS
    assert len(sprite_colours()) <= 256 - BASE_COLOURS
    assert len(palette_bytes()) == 768
    for ink in (theme.INK, theme.PAPER, theme.RED, *theme.SIDE, *NATION.values()):
        at = 3 * index_of(ink)
        assert tuple(palette_bytes()[at : at + 3]) == ink


def test_contrast_of_text_meets_aa() -> None:
    """WCAG AA asks 4.5 to 1 for text."""

    def light(colour: theme.Colour) -> float:
        parts = [v / 255 for v in colour]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(a: theme.Colour, b: theme.Colour) -> float:
        high, low = sorted((light(a), light(b)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    pairs = [(theme.WHITE, n) for n in NATION.values()]
    pairs += [(theme.INK, body) for body in theme.BODY] + [(theme.INK, theme.PAPER), (theme.RED, theme.PAPER)]
    pairs += [(theme.WHITE, s) for s in theme.SIDE] + [(theme.INK_SOFT, theme.PAPER), (theme.INK, theme.GOLD)]
    pairs += [(s, theme.PAPER) for s in theme.SIDE] + [(theme.INK, p) for p in theme.PLATE]
    bad = [(a, b, round(contrast(a, b), 2)) for a, b in pairs if contrast(a, b) < 4.5]
    assert bad == []


def test_every_name_of_the_sheet_has_a_word() -> None:
    table = words().table("lettering")
    assert [n.word for n in load_layout().lettering if n.word not in table] == []


def share(key: SpaceNameKey | SignsKey, ink: theme.Colour, scale: float) -> float:
    """How much of a sprite is of an ink, or nearly so."""
    image = key.paint(scale).convert("RGBA")
    pixels = [p for p in image.get_flattened_data() if isinstance(p, tuple) and p[3] > 128]
    near = [p for p in pixels if max(abs(a - b) for a, b in zip(p[:3], ink, strict=True)) < 40]
    return len(near) / (image.width * image.height)


@pytest.mark.parametrize("scale", SCALES)
def test_forts_and_vp_spaces_are_told_at_a_glance(scale: float) -> None:
    """The name of a VP space is a gilt plate; a fort is a black wall as wide as two signs, unlike besieged and destroyed ones."""
    plain, vp = SpaceNameKey("Metz", 1, vp=False, capital=False), SpaceNameKey("Metz", 1, vp=True, capital=False)
    assert share(vp, GILT, scale) > 0.3
    assert share(plain, GILT, scale) < 0.05
    assert vp.size(scale) == plain.size(scale)
    walls = {state: SignsKey((("fort", 2, state),)) for state in ("intact", "besieged", "destroyed")}
    assert share(walls["intact"], theme.INK, scale) > 0.45
    assert all(share(walls[state], theme.INK, scale) < 0.25 for state in ("besieged", "destroyed"))
    assert walls["intact"].size(scale)[0] >= 1.8 * SignsKey((("vp", 0, ""),)).size(scale)[0]


def test_prepainted_sprites_are_still_cached_at_the_first_picture() -> None:
    """The sprites of all scales fit into what is kept; else the first of them are painted twice, as they were."""
    sprite.cache_clear()
    warm(load_content())
    before = sprite.cache_info()
    assert before.currsize < KEPT / 1.5
    for scale in SCALES:
        for unit in load_content().units:
            sprite(CounterKey(faces(load_content())[unit.id], False), scale)
    for view in (setup_view("campaign"), setup_view("historical")):
        for theatre in ("west", "east", "italy", "balkans", "near_east"):
            compose(scene_of(Theatre(view, theatre)))
    assert sprite.cache_info().misses - before.misses <= 40, "little else but titles of theatres"
