"""Status sheet: tracks and boxes in portrait format, for a phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.pog.view import GameView, UnitView
from renderer.kit import theme
from renderer.kit.languages import USUAL
from renderer.kit.pen import Pen
from renderer.kit.scene import Scene
from renderer.pog import alt
from renderer.pog.art.counter import HIGH as COUNTER_HIGH
from renderer.pog.art.counter import WIDE as COUNTER_WIDE
from renderer.pog.art.works import BeachheadKey
from renderer.pog.layers.boxes import ZOOMS, group, in_force
from renderer.pog.layers.title import moments
from renderer.pog.layers.tracks import action_text, gauge_rows, half
from renderer.pog.layout import SCALES
from renderer.pog.markers import nowhere_due
from renderer.pog.words import PogWords, words

WIDE = 900.0
#: Font sizes of the main line, of headings, and of everything else, which is 12 px when the sheet is shown 400 px wide.
_FIRST, _HEADING, _SMALL = 46.0, 32.0, 27.0
_RIM, _GAP, _HEAD, _LINE = 16.0, 14.0, 54.0, 30.0
_INNER = WIDE - 2 * _RIM - 28
_LEFT = _RIM + 14
#: Counters have the size at which those of the sheet's boxes are rendered anyway.
_ZOOM = round(SCALES["sheet"] * ZOOMS[0], 4)
_PILE = COUNTER_WIDE * _ZOOM + 46, COUNTER_HIGH * _ZOOM + 10
#: Draws a block with its upper edge at a height, and returns its height.
_Block = Callable[[Pen, GameView, PogWords, float], float]


def status(view: GameView, language: str = USUAL) -> Scene:
    """Return one sheet 900 px wide; its height depends on the content of the boxes."""
    vocabulary = words(view.content, language)
    pen = Pen(1.0)
    top = _head(pen, view, vocabulary)
    for name, block in _BLOCKS:
        inner = Pen(1.0)
        high = block(inner, view, vocabulary, top + _HEAD)
        pen.frame(_RIM, top, WIDE - 2 * _RIM, _HEAD + high + 10, theme.PALE, theme.INK_FAINT, 1.5, "box")
        pen.text(vocabulary.get("panels", name), _LEFT, top + 27, _HEADING, "title", theme.RED, theme.PALE, "lm")
        pen.commands += inner.commands
        top += _HEAD + high + 10 + _GAP
    size = round(WIDE), round(top + 2)
    return Scene(*size, 1.0, tuple(pen.commands), alt.status(view, vocabulary), "status", None, theme.PAPER_DARK)


def _head(pen: Pen, view: GameView, vocabulary: PogWords) -> float:
    """Draw the date, the deciding side, and VP; return the lower edge."""
    season, *when = moments(view, vocabulary)
    ground = theme.PAPER_DARK
    pen.text(season, _RIM + 4, 38, _FIRST, "title", theme.INK, ground, "lm")
    pen.text(f"VP {view.vp}", WIDE - _RIM - 4, 38, _FIRST, "sans_bold", theme.INK, ground, "rm")
    pen.text(" · ".join(when), _RIM + 4, 88, 30, "sans", theme.INK_SOFT, ground, "lm")
    if view.to_decide is not None:
        text = vocabulary.get("title", "to_decide", side=vocabulary.side(view.to_decide))
        pen.text(text, WIDE - _RIM - 4, 88, 30, "serif_bold", theme.SIDE[view.to_decide], ground, "rm")
    return 114.0


def _cells(
    pen: Pen, texts: Sequence[str], now: int, top: float, *, across: int = 0, high: float = 48.0,
    left: float = _LEFT, tints: Sequence[theme.Colour] = (),
) -> float:  # fmt: skip
    """Draw boxes in rows of `across` from `left` to the border, the present one in gold; return the total height."""
    across = across or len(texts)
    step = (_LEFT + _INNER - left) / across
    for i, text in enumerate(texts):
        x, y = left + i % across * step, top + i // across * (high + 4)
        ground = theme.GOLD if i == now else tints[i] if tints else theme.PALE
        pen.frame(x, y, step - 4, high, ground, theme.INK, 4 if i == now else 1.5)
        lines = pen.wrap(text, step - 10, _SMALL, "sans_medium")[: max(1, int(high // _LINE))]
        for k, line in enumerate(lines):
            middle = y + high / 2 + (k - (len(lines) - 1) / 2) * _LINE
            pen.text(line, x + (step - 4) / 2, middle, _SMALL, "sans_medium", theme.INK, ground, "mm")
    return -(-len(texts) // across) * (high + 4)


def _turns(pen: Pen, view: GameView, vocabulary: PogWords, top: float) -> float:
    """Draw all turns in two rows, winters in the colour of the sea; return the height."""
    turns = view.content.turns
    tints = [theme.SEA if turn.season == "winter" else theme.PALE for turn in turns]
    now = next(i for i, turn in enumerate(turns) if turn.number == view.turn)
    across, due = -(-len(turns) // 2), nowhere_due(view)
    high = _cells(pen, [str(turn.number) for turn in turns], now, top, across=across, tints=tints)
    for i, turn in enumerate(turns):
        if turn.number == due:
            x, y = _LEFT + (i % across + 1) * _INNER / across - 6, top + i // across * 52 + 4
            pen.stamp(BeachheadKey(nowhere=True), x, y, "nowhere", turn.title, "rt", 0.6)
    return high


def _vp(pen: Pen, view: GameView, vocabulary: PogWords, top: float) -> float:
    """Draw the VP track in two rows, tinted by the side it favours, and the victory levels; return the height."""
    tints = [theme.PLATE[value > 10] if abs(value - 10) > 6 else theme.TINT[value > 10] for value in range(21)]
    tints[10] = theme.PALE
    high = _cells(pen, [str(value) for value in range(21)], max(0, min(20, view.vp)), top, across=11, tints=tints)
    text = vocabulary.get("panels", "vp_ends")
    pen.text(text, _LEFT, top + high + 16, _SMALL, "sans", theme.INK_SOFT, theme.PALE, "lm")
    return high + 34


def _war_status(pen: Pen, view: GameView, vocabulary: PogWords, top: float) -> float:
    """Draw a bar for each gauge, with the events at its numbers below; return the height."""
    y, left, right = top, _LEFT + 330, _LEFT + _INNER - 64
    unit = (right - left) / 40
    for name, value, colour, notes, stage in gauge_rows(view, vocabulary):
        pen.text(name, _LEFT, y + 18, 28, "serif_bold", colour, theme.PALE, "lm")
        pen.frame(left, y + 2, right - left, 32, theme.PAPER, theme.INK, 1.5)
        pen.fill(left + 1.5, y + 3.5, max(0.1, unit * min(value, 40) - 3), 29, colour, "gauge")
        for tick in notes:
            pen.fill(left + tick * unit - 1.5, y - 1, 3, 38, theme.RED, "tick")
        pen.text(str(value), _LEFT + _INNER, y + 18, 34, "sans_bold", colour, theme.PALE, "rm")
        said = [f"{tick} {vocabulary.get('panels', note)}" for tick, note in notes.items()]
        pen.text(" · ".join(said), left, y + 52, _SMALL, "sans", theme.INK_SOFT, theme.PALE, "lm")
        if stage:
            pen.text(stage, _LEFT, y + 52, _SMALL, "sans_medium", theme.INK, theme.PALE, "lm")
        y += 78
    return y - top


def _actions(pen: Pen, view: GameView, vocabulary: PogWords, top: float) -> float:
    """Draw what each side did in the rounds of this turn; return the height."""
    y, across = top, min(view.rounds, 6)
    for side in (0, 1):
        pen.text(vocabulary.side_adjective(side), _LEFT, y + 16, 28, "serif_bold", theme.SIDE[side], theme.PALE, "lm")
        done = [action_text(view.sides[side], i, vocabulary) for i in range(view.rounds)]
        now = view.action_round - 1 if view.phasing == side else -1
        tints = [theme.PLATE[side] if text else theme.PAPER for text in done]
        y += 36 + _cells(
            pen, [text or str(i + 1) for i, text in enumerate(done)], now, y + 36, across=across, tints=tints
        )
    return y - top


def _mandated(pen: Pen, view: GameView, vocabulary: PogWords, top: float) -> float:
    """Draw the mandated offensive of each side; return the height."""
    y = top
    for side, table in enumerate(view.content.mandated):
        now, left = view.sides[side].mandated, _LEFT + 216
        pen.text(vocabulary.side_adjective(side), _LEFT, y + 22, 28, "serif_bold", theme.SIDE[side], theme.PALE, "lm")
        texts = [vocabulary.get("offensives_short", box) for box in table.boxes]
        texts += [vocabulary.get("panels", "met")] * (now == "met")
        chosen = len(texts) - 1 if now == "met" else next((i for i, box in enumerate(table.boxes) if box == now), -1)
        y += _cells(pen, texts, chosen, y, left=left)
    return y - top


def _replacements(pen: Pen, view: GameView, vocabulary: PogWords, top: float) -> float:
    """Draw the points by pool, one row per side; return the height."""
    y = top
    for side, pools in enumerate(view.content.pools):
        recorded = dict(view.sides[side].rp)
        texts = [f"{vocabulary.get('pools_short', pool)} {half(recorded.get(pool, 0))}" for pool in pools]
        tints = [theme.PLATE[side] if recorded.get(pool) else theme.PAPER for pool in pools]
        y += _cells(pen, texts, -1, y, tints=tints, across=max(6, len(texts)))
    return y - top


def _us(pen: Pen, view: GameView, vocabulary: PogWords, top: float) -> float:
    texts = [vocabulary.get("us_short", box.name) for box in view.content.us_track]
    return _cells(pen, texts, view.us_entry, top, high=66)


def _russia(pen: Pen, view: GameView, vocabulary: PogWords, top: float) -> float:
    """Draw the Russian track, and the number of its VP spaces held by the Central Powers; return the height."""
    texts = [vocabulary.get("russian_short", box.name) for box in view.content.russian_track]
    high = _cells(pen, texts, view.russian_capitulation, top, across=4, high=66)
    note = f"{vocabulary.get('panels', 'russian_vp')}: {view.cp_russian_vp}"
    pen.text(note, _LEFT, top + high + 16, _SMALL, "sans", theme.INK, theme.PALE, "lm")
    return high + 34


def _units(pick: Callable[[GameView, int], tuple[UnitView, ...]]) -> _Block:
    """Return a block of counters, with the Allies on the left."""

    def draw(pen: Pen, view: GameView, vocabulary: PogWords, top: float) -> float:
        column, most = _INNER / 2, 34.0
        for side in (0, 1):
            x, units = _LEFT + side * column, pick(view, side)
            name = f"{vocabulary.side_adjective(side)}: {len(units) or vocabulary.get('panels', 'none')}"
            pen.text(name, x, top + 12, 28, "serif_bold", theme.SIDE[side], theme.PALE, "lm")
            across = max(1, int((column - 8) // _PILE[0]))
            piles = group(view.content, units)
            for i, (key, count) in enumerate(piles):
                left, y = x + i % across * (column - 8) / across, top + 34 + i // across * _PILE[1]
                pen.stamp(key, left, y, "counter", f"{side}", "lt", _ZOOM)
                if count > 1:
                    at = left + COUNTER_WIDE * _ZOOM + 4, y + COUNTER_HIGH * _ZOOM / 2
                    pen.text(f"×{count}", *at, _SMALL, "sans_bold", theme.INK, theme.PALE, "lm")
            most = max(most, 34 + -(-len(piles) // across) * _PILE[1])
        return most

    return draw


def _cards(pen: Pen, view: GameView, vocabulary: PogWords, top: float) -> float:
    """Draw the sizes of all piles, and the public cards; return the height."""
    y = top
    for side, own in enumerate(view.sides):
        counted = vocabulary.get("panels", "cards", hand=own.hand_size, deck=own.deck_size, discard=len(own.discard), removed=len(own.removed))  # fmt: skip
        pen.text(vocabulary.side(side), _LEFT, y + 16, 28, "serif_bold", theme.SIDE[side], theme.PALE, "lm")
        y += 32
        told = [counted, _titles(vocabulary, "combat_cards", own.combat_cards)]
        if own.zone is not None:
            told.append(_titles(vocabulary, "zone", own.zone))
        told.append(in_force(view, side, vocabulary))
        y += _lines(pen, told, y)
    return y - top


def _titles(vocabulary: PogWords, heading: str, cards: Sequence[int]) -> str:
    names = ", ".join(vocabulary.card_title(card) for card in cards) or vocabulary.get("panels", "none")
    return f"{vocabulary.get('panels', heading)}: {names}"


def _lines(pen: Pen, texts: Sequence[str], top: float) -> float:
    lines = [line for text in texts for line in pen.wrap(text, _INNER, _SMALL, "sans")]
    for i, line in enumerate(lines):
        pen.text(line, _LEFT, top + 16 + i * 34, _SMALL, "sans", theme.INK, theme.PALE, "lm")
    return len(lines) * 34 + 6


_BLOCKS: tuple[tuple[str, _Block], ...] = (
    ("vp", _vp),
    ("war_status", _war_status),
    ("actions", _actions),
    ("replacements", _replacements),
    ("mandated", _mandated),
    ("reserve", _units(lambda view, side: view.sides[side].reserve)),
    ("eliminated", _units(lambda view, side: view.sides[side].eliminated)),
    (
        "permanent",
        _units(lambda view, side: tuple(UnitView(u, False, True) for u in view.sides[side].permanently_eliminated)),
    ),
    ("cards_heading", _cards),
    ("us_entry", _us),
    ("russia", _russia),
    ("turns", _turns),
)

__all__ = ["status"]
