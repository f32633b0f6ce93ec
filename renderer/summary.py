"""The summary of a turn: front, losses, VP, war status, what was played."""

from __future__ import annotations

from engine.pog.content import load_content
from renderer import theme
from renderer.campaign import InsetKey, campaign_map
from renderer.charts import nation_bars, vp_curve
from renderer.pen import Pen
from renderer.requests import NationLoss, Played, TurnSummary, VpPoint
from renderer.scene import Scene
from renderer.words import Words, words

WIDE, HIGH = 1200.0, 880.0
#: Left and right column: x, width.
COLUMNS = ((18.0, 572.0), (610.0, 572.0))
MAP_WIDE = 552
PX = 17.0


def turn_summary(request: TurnSummary) -> Scene:
    """One sheet of 1200 x 880 px."""
    vocabulary = words()
    pen = Pen(1.0)
    _head(pen, request, vocabulary)
    x, wide = COLUMNS[0]
    box(pen, vocabulary.get("summary", "front"), x, 112, wide, HIGH - 128)
    inset = campaign_map(request.view, "", MAP_WIDE, strip=False, won=_won(request))
    pen.stamp(InsetKey(inset), x + 10, 150, "map", "front")
    _front(pen, request, vocabulary, x + 14, 150 + inset.height + 20, wide - 28)
    x, wide = COLUMNS[1]
    box(pen, vocabulary.get("summary", "curve"), x, 112, wide, 242)
    vp_curve(pen, request.curve, (x + 10, 148, wide - 20, 200), 20)
    box(pen, vocabulary.get("summary", "losses"), x, 366, wide, 236)
    _losses(pen, request.losses, vocabulary, x + 14, 404, wide - 28, 194)
    box(pen, vocabulary.get("summary", "played"), x, 614, wide, HIGH - 630)
    _played(pen, request, vocabulary, x + 14, 652, wide - 28)
    return Scene(
        round(WIDE), round(HIGH), 1.0, tuple(pen.commands), in_words(request, vocabulary),
        f"turn_summary_{request.turn}", None, theme.PAPER,
    )  # fmt: skip


def _won(request: TurnSummary) -> tuple[int, ...]:
    taken = {m.space: m.control for m in request.moves if m.control is not None}
    return tuple(-1 if (side := taken.get(s.space)) is None else side for s in request.view.spaces)


def box(pen: Pen, title: str, x: float, y: float, wide: float, high: float) -> None:
    """A pale box with a heading."""
    pen.frame(x, y, wide, high, theme.PALE, theme.INK_FAINT, 1.5, "box")
    pen.text(title, x + 12, y + 20, 21, "title", theme.RED, theme.PALE, "lm")


def _head(pen: Pen, request: TurnSummary, vocabulary: Words) -> None:
    turn = load_content().turns[request.turn - 1]
    pen.text(turn.title, 18, 38, 40, "title", theme.INK, theme.PAPER, "lm")
    pen.text(vocabulary.get("title", "turn", turn=request.turn), 20, 82, 22, "sans", theme.INK_SOFT, theme.PAPER, "lm")
    before, now = ends(request.curve, request.turn)
    change = "" if before == now else f" ({now - before:+d})"
    pen.text(f"VP {now}{change}", WIDE / 2, 52, 44, "sans_bold", theme.INK, theme.PAPER, "mm")
    point = point_of(request.curve, request.turn)
    x = WIDE - 18
    for i, (name, value, colour) in enumerate(
        (
            (vocabulary.side_adjective(0), point.ap_status, theme.SIDE[0]),
            (vocabulary.side_adjective(1), point.cp_status, theme.SIDE[1]),
            (vocabulary.get("panels", "combined"), point.ap_status + point.cp_status, theme.INK),
        )
    ):
        pen.text(f"{name} {value}", x, 50 + i * 23, 20, "sans_bold", colour, theme.PAPER, "rm")
    pen.text(vocabulary.get("summary", "status"), x, 24, 20, "title", theme.INK, theme.PAPER, "rm")


def point_of(curve: tuple[VpPoint, ...], turn: int) -> VpPoint:
    """The point of a turn, or the last before it."""
    known = [p for p in curve if p.turn <= turn]
    return known[-1] if known else VpPoint(turn, 10)


def ends(curve: tuple[VpPoint, ...], turn: int) -> tuple[int, int]:
    """VP before and after a turn."""
    return point_of(curve, turn - 1).vp, point_of(curve, turn).vp


def _front(pen: Pen, request: TurnSummary, vocabulary: Words, x: float, y: float, wide: float) -> None:
    parts = front_words(request, vocabulary)
    if not parts:
        pen.text(vocabulary.get("summary", "front_none"), x, y, 18, "serif", theme.INK_SOFT, theme.PALE, "lm")
        return
    rows = 8
    for side, text in parts:
        lines = pen.wrap(text, wide, 18, "sans_medium")
        fit = lines[: max(rows, 1)]
        if len(lines) > len(fit):
            fit[-1] = f"{fit[-1]} …"
        for line in fit:
            ink = theme.INK_SOFT if side is None else theme.SIDE[side]
            pen.text(line, x, y, 18, "sans_medium", ink, theme.PALE, "lm")
            y += 24
        y += 4
        rows -= len(fit)


def front_words(request: TurnSummary, vocabulary: Words) -> list[tuple[int | None, str]]:
    """What each side took, as side and text."""
    parts: list[tuple[int | None, str]] = []
    for side in (0, 1, None):
        names = ", ".join(vocabulary.space(m.space) for m in request.moves if m.control == side)
        if names and side is not None:
            text = vocabulary.get("summary", "gained", side=vocabulary.side_adjective(side), spaces=names)
            parts.append((side, text))
        elif names:
            parts.append((None, vocabulary.get("summary", "freed", spaces=names)))
    return parts


def _losses(
    pen: Pen, losses: tuple[NationLoss, ...], vocabulary: Words, x: float, y: float, wide: float, high: float
) -> None:
    if not losses:
        pen.text(vocabulary.get("summary", "losses_none"), x, y + 8, 18, "serif", theme.INK_SOFT, theme.PALE, "lm")
        return
    gone = vocabulary.get("summary", "lost_units", count="{count}")
    nation_bars(pen, losses, (x, y, wide, high), vocabulary, gone)


def _played(pen: Pen, request: TurnSummary, vocabulary: Words, x: float, y: float, wide: float) -> None:
    if not request.played:
        pen.text(vocabulary.get("summary", "played_none"), x, y + 8, 18, "serif", theme.INK_SOFT, theme.PALE, "lm")
        return
    column = wide / 2
    for side in (0, 1):
        left, top = x + side * column, y
        pen.text(vocabulary.side(side), left, top + 4, 18, "title", theme.SIDE[side], theme.PALE, "lm")
        top += 28
        for entry in [p for p in request.played if p.side == side][:7]:
            pen.text(str(entry.round), left, top + 4, 20, "sans_bold", theme.INK, theme.PALE, "lm")
            lines = pen.wrap(played_words(entry, vocabulary), column - 40, PX, "sans_medium")[:2]
            for line in lines:
                pen.text(line, left + 22, top + 4, PX, "sans_medium", theme.INK, theme.PALE, "lm")
                top += 20
            top += 5


def played_words(entry: Played, vocabulary: Words) -> str:
    """One action in words."""
    if entry.card is None:
        return vocabulary.get("summary", f"plain_{entry.kind}")
    known = entry.kind if entry.kind in ("event", "ops", "sr", "rp") else "ops"
    return vocabulary.get("summary", known, title=vocabulary.card_title(entry.card))


def in_words(request: TurnSummary, vocabulary: Words) -> str:
    """The summary as alt text."""
    before, now = ends(request.curve, request.turn)
    front = ". ".join(text for _, text in front_words(request, vocabulary))
    played = "; ".join(f"{('AP', 'CP')[p.side]} {p.round}: {played_words(p, vocabulary)}" for p in request.played)
    return vocabulary.get(
        "alt", "turn_summary", turn=load_content().turns[request.turn - 1].title,
        vp=vocabulary.get("alt", "vp_change", before=before, after=now),
        front=f"{front}." if front else vocabulary.get("summary", "front_none"),
        losses=losses_in_words(request.losses, vocabulary), played=played,
    )  # fmt: skip


def losses_in_words(losses: tuple[NationLoss, ...], vocabulary: Words) -> str:
    """Steps by nation."""
    values = ", ".join(f"{vocabulary.nation(n.nation)} {n.steps}" for n in losses)
    return vocabulary.get("alt", "losses", values=values) if values else vocabulary.get("alt", "no_losses")
