"""The end of a game: result, final map, VP over the war, losses, dice against expectation."""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.pen import Pen
from renderer.kit.scene import Scene
from renderer.pog.art.cards import ShapeKey
from renderer.pog.campaign import InsetKey, campaign_map
from renderer.pog.charts import chance_of, dice_rows, loss_rows, nation_bars, vp_curve
from renderer.pog.requests import DiceTally, GameEnd
from renderer.pog.summary import box, losses_in_words
from renderer.pog.words import Words, words

WIDE = 1440.0
MAP_WIDE = 880


def game_end(request: GameEnd) -> Scene:
    """One sheet 1440 px wide; its height follows the nations that lost steps."""
    vocabulary = words(request.view.content)
    pen = Pen(1.0)
    _head(pen, request, vocabulary)
    inset = campaign_map(request.view, "", MAP_WIDE, strip=False)
    high = inset.height
    pen.frame(16, 92, MAP_WIDE + 4, high + 4, theme.PAPER, theme.INK, 2)
    pen.stamp(InsetKey(inset), 18, 94, "map", "final map")
    x, wide = MAP_WIDE + 34.0, WIDE - MAP_WIDE - 50.0
    box(pen, vocabulary.get("ending", "curve"), x, 92, wide, 300)
    vp_curve(pen, request.curve, (x + 10, 130, wide - 20, 254), 20)
    dice_top = 406.0
    box(pen, vocabulary.get("ending", "dice"), x, dice_top, wide, high + 96 - dice_top)
    for side in (0, 1):
        tally = next((d for d in request.dice if d.side == side), None)
        _dice(pen, tally, side, vocabulary, x + 14, dice_top + 42 + side * 172, wide - 28)
    top = high + 110.0
    foot = top + 56 + 27 * max(1, loss_rows(request.view.content, request.losses))
    box(pen, vocabulary.get("ending", "losses"), 16, top, WIDE - 32, foot - top)
    gone = vocabulary.get("summary", "lost_units", count="{count}")
    if request.losses:
        nation_bars(pen, request.losses, (32, top + 42, WIDE - 64, foot - top - 42), vocabulary, gone)
    else:
        text = vocabulary.get("summary", "losses_none")
        pen.text(text, 32, top + 56, 18, "serif", theme.INK_SOFT, theme.PALE, "lm")
    return Scene(
        round(WIDE), round(foot + 16), 1.0, tuple(pen.commands), in_words(request, vocabulary), "game_end",
        None, theme.PAPER,
    )  # fmt: skip


def _result(request: GameEnd, vocabulary: Words) -> tuple[str, str, int | None]:
    """Who won, why and with how many VP."""
    winner, reason, vp = request.view.result or (None, "", request.view.vp)
    if winner is None:
        word = {"peace_lost_by_both": "lost", "annulled": "void", "operator": "void", "ended": "void"}.get(
            reason, "draw"
        )
        head = vocabulary.get("ending", word)
    else:
        head = vocabulary.get("ending", "won", side=vocabulary.side(winner))
    turn = request.view.content.turns[request.view.turn - 1].title
    detail = vocabulary.get("ending", "result", vp=vp, turn=turn)
    if reason:
        detail = f"{vocabulary.get('ending', reason)} · {detail}"
    return head, detail, winner


def _head(pen: Pen, request: GameEnd, vocabulary: Words) -> None:
    head, detail, winner = _result(request, vocabulary)
    colour = theme.INK_SOFT if winner is None else theme.SIDE[winner]
    wide = pen.measure(head, 34, "title") + 90
    pen.stamp(ShapeKey("ribbon", wide, 54, colour, theme.GOLD, 3), 18, 18, "verdict", head)
    pen.text(head, 18 + wide / 2, 45, 34, "title", theme.WHITE, colour, "mm")
    pen.text(detail, WIDE - 18, 45, 26, "sans_bold", theme.INK, theme.PAPER, "rm")


def _dice(pen: Pen, tally: DiceTally | None, side: int, vocabulary: Words, x: float, y: float, wide: float) -> None:
    pen.text(vocabulary.side(side), x, y + 8, 20, "title", theme.SIDE[side], theme.PALE, "lm")
    if tally is None or not sum(tally.faces):
        text = vocabulary.get("ending", "no_rolls")
        pen.text(text, x + wide, y + 8, 18, "sans", theme.INK_SOFT, theme.PALE, "rm")
        return
    rolls, luck = luck_words(tally, vocabulary)
    pen.text(rolls, x + wide, y + 8, 18, "sans", theme.INK, theme.PALE, "rm")
    foot = dice_rows(pen, tally, x, y + 36, wide)
    pen.text(luck, x, foot + 8, 18, "sans_medium", theme.INK, theme.PALE, "lm")


def luck_words(tally: DiceTally, vocabulary: Words) -> tuple[str, str]:
    """Number and sum of the dice against expectation, and how rare such dice are."""
    count = sum(tally.faces)
    total = sum(face * n for face, n in enumerate(tally.faces, start=1))
    expected = f"{3.5 * count:.1f}".removesuffix(".0")
    rolls = vocabulary.get("ending", "rolls", count=count, total=total, expected=expected)
    share, above = chance_of(tally.faces)
    if 2 * total == 7 * count:
        return rolls, vocabulary.get("ending", "luck_even")
    percent = f"{share:.0%}" if share >= 0.01 else "<1%"
    return rolls, vocabulary.get("ending", "luck_up" if above else "luck_down", share=percent)


def in_words(request: GameEnd, vocabulary: Words) -> str:
    """The end as alt text."""
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
