"""Picture of a game's end: result, final map, VP over time, losses, dice luck."""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.pen import Pen
from renderer.kit.scene import Scene
from renderer.pog.art.cards import ShapeKey
from renderer.pog.campaign import InsetKey, campaign_map
from renderer.pog.charts import chance_of, dice_rows, loss_rows, nation_bars, vp_curve
from renderer.pog.requests import DiceTally, GameEnd
from renderer.pog.summary import losses_in_words
from renderer.pog.words import PogWords, words

WIDE = 900.0
MAP_WIDE = 864
#: Font sizes of the main line, of headings, and of everything else, legible even if the sheet is shown 400 px wide.
_FIRST, _HEADING, _SMALL = 56.0, 32.0, 28.0
_GAP, _HEAD = 16.0, 56.0
_CURVE, _DICE, _NO_DICE, _LOSS_ROW = 250.0, 306.0, 84.0, 27 * _SMALL / 17


def game_end(request: GameEnd) -> Scene:
    """Return one sheet 900 px wide, legible at less than half that size; its height depends on the nations with losses."""
    vocabulary = words(request.view.content, request.language)
    pen = Pen(1.0)
    top = _head(pen, request, vocabulary)
    inset = campaign_map(request.view, "", MAP_WIDE, strip=False, language=request.language)
    pen.frame(_GAP, top, MAP_WIDE + 4, inset.height + 4, theme.PAPER, theme.INK, 2)
    pen.stamp(InsetKey(inset), _GAP + 2, top + 2, "map", "final map")
    wide = WIDE - 2 * _GAP
    top += inset.height + 4 + _GAP
    _box(pen, vocabulary.get("ending", "curve"), top, _HEAD + _CURVE)
    vp_curve(pen, request.view, request.curve, (_GAP + 12, top + _HEAD, wide - 24, _CURVE - 8), _SMALL)
    top += _HEAD + _CURVE + _GAP
    dice = _HEAD + (_DICE if any(sum(tally.faces) for tally in request.dice) else _NO_DICE)
    _box(pen, vocabulary.get("ending", "dice"), top, dice)
    for side in (0, 1):
        tally = next((d for d in request.dice if d.side == side), None)
        _dice(pen, tally, side, vocabulary, _GAP + 14 + side * wide / 2, top + _HEAD + 14, wide / 2 - 28)
    top += dice + _GAP
    high = _HEAD + 12 + _LOSS_ROW * max(1, loss_rows(request.view.content, request.losses))
    _box(pen, vocabulary.get("ending", "losses"), top, high)
    gone = vocabulary.get("summary", "lost_units", count="{count}")
    if request.losses:
        rect = (_GAP + 14, top + _HEAD, wide - 28, high - _HEAD)
        nation_bars(pen, request.losses, rect, vocabulary, gone, _SMALL)
    else:
        text = vocabulary.get("summary", "losses_none")
        pen.text(text, _GAP + 14, top + _HEAD + 16, _SMALL, "serif", theme.INK_SOFT, theme.PALE, "lm")
    return Scene(
        round(WIDE), round(top + high + _GAP), 1.0, tuple(pen.commands), in_words(request, vocabulary), "game_end",
        None, theme.PAPER,
    )  # fmt: skip


def _box(pen: Pen, title: str, top: float, high: float) -> None:
    """Draw a pale box across the sheet, with a heading."""
    pen.frame(_GAP, top, WIDE - 2 * _GAP, high, theme.PALE, theme.INK_FAINT, 1.5, "box")
    pen.text(title, _GAP + 14, top + 28, _HEADING, "title", theme.RED, theme.PALE, "lm")


def _result(request: GameEnd, vocabulary: PogWords) -> tuple[str, str, int | None]:
    """Return the winner and the reason with the VP, as texts, and the winning side."""
    winner, reason, vp = request.view.result or (None, "", request.view.vp)
    if winner is None:
        word = {"peace_lost_by_both": "lost", "annulled": "void", "operator": "void", "ended": "void"}.get(
            reason, "draw"
        )
        head = vocabulary.get("ending", word)
    else:
        head = vocabulary.get("ending", "won", side=vocabulary.side(winner))
    turn = vocabulary.turn(request.view.content.turns[request.view.turn - 1])
    detail = vocabulary.get("ending", "result", vp=vp, turn=turn)
    if reason:
        detail = f"{vocabulary.get('ending', reason)} · {detail}"
    return head, detail, winner


def _head(pen: Pen, request: GameEnd, vocabulary: PogWords) -> float:
    """Draw the winner on a ribbon, and the reason below; return the lower edge."""
    head, detail, winner = _result(request, vocabulary)
    colour = theme.INK_SOFT if winner is None else theme.SIDE[winner]
    wide = min(pen.measure(head, _FIRST, "title") + 110, WIDE - 2 * _GAP)
    pen.stamp(ShapeKey("ribbon", wide, 84, colour, theme.GOLD, 3), WIDE / 2, 18, "verdict", head, "mt")
    pen.text(head, WIDE / 2, 60, _FIRST, "title", theme.WHITE, colour, "mm")
    y = 132.0
    for line in pen.wrap(detail, WIDE - 2 * _GAP, 36, "sans_bold"):
        pen.text(line, WIDE / 2, y, 36, "sans_bold", theme.INK, theme.PAPER, "mm")
        y += 42
    return y - 12


def _dice(pen: Pen, tally: DiceTally | None, side: int, vocabulary: PogWords, x: float, y: float, wide: float) -> None:
    """Draw a side's dice: their number and sum, each face, and how rare such dice are."""
    pen.text(vocabulary.side(side), x, y, _HEADING, "title", theme.SIDE[side], theme.PALE, "lm")
    if tally is None or not sum(tally.faces):
        text = vocabulary.get("ending", "no_rolls")
        pen.text(text, x, y + 40, _SMALL, "sans", theme.INK_SOFT, theme.PALE, "lm")
        return
    rolls, luck = luck_words(tally, vocabulary)
    y += 38
    for line in pen.wrap(rolls, wide, _SMALL, "sans"):
        pen.text(line, x, y, _SMALL, "sans", theme.INK, theme.PALE, "lm")
        y += 32
    y = dice_rows(pen, tally, x, y + 18, wide, _SMALL)
    for line in pen.wrap(luck, wide, _SMALL, "sans_medium"):
        pen.text(line, x, y + 20, _SMALL, "sans_medium", theme.INK, theme.PALE, "lm")
        y += 32


def luck_words(tally: DiceTally, vocabulary: PogWords) -> tuple[str, str]:
    """Return number and sum of the dice compared with the expectation, and how rare such dice are."""
    count = sum(tally.faces)
    total = sum(face * n for face, n in enumerate(tally.faces, start=1))
    expected = f"{3.5 * count:.1f}".removesuffix(".0")
    rolls = vocabulary.get("ending", "rolls", count=count, total=total, expected=expected)
    share, above = chance_of(tally.faces)
    if 2 * total == 7 * count:
        return rolls, vocabulary.get("ending", "luck_even")
    percent = f"{share:.0%}" if share >= 0.01 else "<1%"
    return rolls, vocabulary.get("ending", "luck_up" if above else "luck_down", share=percent)


def in_words(request: GameEnd, vocabulary: PogWords) -> str:
    """Return the end as alt text."""
    head, detail, _ = _result(request, vocabulary)
    values = ", ".join(f"{p.turn}: {p.vp}" for p in request.curve)
    dice = " ".join(
        vocabulary.get(
            "alt", "dice", side=vocabulary.side(d.side), text="; ".join(luck_words(d, vocabulary)),
        )
        for d in request.dice
        if sum(d.faces)
    )  # fmt: skip
    return vocabulary.get(
        "alt", "game_end", result=f"{head}: {detail}.", curve=vocabulary.get("alt", "curve", values=values),
        losses=losses_in_words(request.losses, vocabulary), dice=dice,
    )  # fmt: skip
