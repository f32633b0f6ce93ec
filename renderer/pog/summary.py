"""The summary of a turn: front, losses, VP, war status, what was played."""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.pen import Pen
from renderer.kit.scene import Scene
from renderer.pog.campaign import InsetKey, campaign_map
from renderer.pog.charts import loss_rows, nation_bars, vp_curve
from renderer.pog.requests import NationLoss, Played, TurnSummary, VpPoint
from renderer.pog.words import Words, words

WIDE, TOP = 1200.0, 112.0
#: Left and right column: x, width.
COLUMNS = ((18.0, 616.0), (646.0, 536.0))
MAP_WIDE = 596
PX = 17.0
#: Room of a box for its heading, least height of the curve, between boxes, heights of rows.
HEAD, CURVE, BETWEEN, LOSS_ROW, LINE = 38.0, 148.0, 12.0, 27.0, 24.0
#: Most lines of spaces that changed hands.
FRONT_LINES = 8


def turn_summary(request: TurnSummary) -> Scene:
    """One sheet, 1200 px wide and as high as its fuller column; the curve takes what room is left beside the map."""
    vocabulary = words(request.view.content)
    pen = Pen(1.0)
    _head(pen, request, vocabulary)
    x, wide = COLUMNS[0]
    inset = campaign_map(request.view, "", MAP_WIDE, strip=False, won=_won(request))
    front = _front_lines(pen, request, vocabulary, wide - 28)
    left = HEAD + inset.height + 30 + LINE * len(front)
    high = _right(pen, request, vocabulary, left)
    box(pen, vocabulary.get("summary", "front"), x, TOP, wide, high)
    pen.stamp(InsetKey(inset), x + 10, TOP + HEAD, "map", "front")
    for i, (ink, line) in enumerate(front):
        pen.text(line, x + 14, TOP + HEAD + inset.height + 22 + i * LINE, 18, "sans_medium", ink, theme.PALE, "lm")
    return Scene(
        round(WIDE), round(TOP + high + 16), 1.0, tuple(pen.commands), in_words(request, vocabulary),
        f"turn_summary_{request.turn}", None, theme.PAPER,
    )  # fmt: skip


def _right(pen: Pen, request: TurnSummary, vocabulary: Words, least: float) -> float:
    """Curve, losses and what was played, at least so high; returns the height of the column."""
    x, wide = COLUMNS[1]
    played = [_played_lines(pen, request, side, vocabulary, wide / 2 - 54) for side in (0, 1)]
    losses = max(1, loss_rows(request.view.content, request.losses)) * LOSS_ROW
    rows = 40.0 + max(0.0, *(sum(20.0 * len(lines) + 5.0 for _, lines in column) for column in played))
    rest = 3 * HEAD + losses + rows + 2 * BETWEEN + 18
    curve = max(CURVE, least - rest)
    y = TOP
    box(pen, vocabulary.get("summary", "curve"), x, y, wide, HEAD + curve + 6)
    vp_curve(pen, request.view, request.curve, (x + 10, y + HEAD - 2, wide - 20, curve))
    y += HEAD + curve + 6 + BETWEEN
    box(pen, vocabulary.get("summary", "losses"), x, y, wide, HEAD + losses + 12)
    _losses(pen, request.losses, vocabulary, x + 14, y + HEAD, wide - 28, losses)
    y += HEAD + losses + 12 + BETWEEN
    box(pen, vocabulary.get("summary", "played"), x, y, wide, HEAD + rows)
    _played(pen, played, vocabulary, x + 14, y + HEAD + 8, wide - 28)
    return rest + curve


def _won(request: TurnSummary) -> tuple[int, ...]:
    taken = {m.space: m.control for m in request.moves if m.control is not None}
    return tuple(-1 if (side := taken.get(s.space)) is None else side for s in request.view.spaces)


def box(pen: Pen, title: str, x: float, y: float, wide: float, high: float) -> None:
    """A pale box with a heading."""
    pen.frame(x, y, wide, high, theme.PALE, theme.INK_FAINT, 1.5, "box")
    pen.text(title, x + 12, y + 20, 21, "title", theme.RED, theme.PALE, "lm")


def _head(pen: Pen, request: TurnSummary, vocabulary: Words) -> None:
    turn = request.view.content.turns[request.turn - 1]
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


def _front_lines(pen: Pen, request: TurnSummary, vocabulary: Words, wide: float) -> list[tuple[theme.Colour, str]]:
    """Lines about spaces that changed hands, each in its ink."""
    found: list[tuple[theme.Colour, str]] = []
    for side, text in front_words(request, vocabulary):
        ink = theme.INK_SOFT if side is None else theme.SIDE[side]
        found += [(ink, line) for line in pen.wrap(text, wide, 18, "sans_medium")]
    if len(found) > FRONT_LINES:
        ink, last = found[FRONT_LINES - 1]
        found = [*found[: FRONT_LINES - 1], (ink, f"{last} …")]
    return found or [(theme.INK_SOFT, vocabulary.get("summary", "front_none"))]


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


def _played_lines(
    pen: Pen, request: TurnSummary, side: int, vocabulary: Words, wide: float
) -> list[tuple[Played, list[str]]]:
    """The actions of a side, each in at most two lines."""
    own = [p for p in request.played if p.side == side][:7]
    return [(p, pen.wrap(played_words(p, vocabulary), wide, PX, "sans_medium")[:2]) for p in own]


def _played(
    pen: Pen, played: list[list[tuple[Played, list[str]]]], vocabulary: Words, x: float, y: float, wide: float
) -> None:
    if not any(played):
        pen.text(vocabulary.get("summary", "played_none"), x, y + 4, 18, "serif", theme.INK_SOFT, theme.PALE, "lm")
        return
    for side, column in enumerate(played):
        left, top = x + side * wide / 2, y
        pen.text(vocabulary.side(side), left, top + 4, 18, "title", theme.SIDE[side], theme.PALE, "lm")
        top += 28
        for entry, lines in column:
            pen.text(str(entry.round), left, top + 4, 20, "sans_bold", theme.INK, theme.PALE, "lm")
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
        "alt", "turn_summary", turn=request.view.content.turns[request.turn - 1].title,
        vp=vocabulary.get("alt", "vp_change", before=before, after=now),
        front=f"{front}." if front else vocabulary.get("summary", "front_none"),
        losses=losses_in_words(request.losses, vocabulary), played=played,
    )  # fmt: skip


def losses_in_words(losses: tuple[NationLoss, ...], vocabulary: Words) -> str:
    """Steps by nation."""
    values = ", ".join(f"{vocabulary.nation(n.nation)} {n.steps}" for n in losses)
    return vocabulary.get("alt", "losses", values=values) if values else vocabulary.get("alt", "no_losses")
