"""Summary of a turn: front, losses, VP, war status, actions."""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.pen import Pen
from renderer.kit.scene import Scene
from renderer.pog.campaign import InsetKey, campaign_map
from renderer.pog.charts import loss_rows, nation_bars, vp_curve
from renderer.pog.requests import NationLoss, Played, TurnSummary, VpPoint
from renderer.pog.words import PogWords, words

WIDE = 900.0
MAP_WIDE = 864
#: Font sizes of the main line, of headings, and of everything else, legible even if the sheet is shown 400 px wide.
_FIRST, _HEADING, _SMALL = 48.0, 32.0, 27.5
_RIM, _GAP, _HEAD, _LINE = 16.0, 16.0, 54.0, 33.0
_CURVE, _LOSS_ROW = 230.0, 27 * _SMALL / 17
_INNER = WIDE - 2 * _RIM - 28
_LEFT = _RIM + 14
#: Maximum number of lines about spaces that changed hands.
FRONT_LINES = 8


def turn_summary(request: TurnSummary) -> Scene:
    """Return one sheet 900 px wide, legible at less than half that size; its height depends on the events of the turn."""
    vocabulary = words(request.view.content, request.language)
    pen = Pen(1.0)
    top = _head(pen, request, vocabulary)
    top = _front(pen, request, vocabulary, top)
    top = _played(pen, request, vocabulary, top)
    _box(pen, vocabulary.get("summary", "losses"), top, _LOSS_ROW * max(1, _rows(request)) + 8)
    if request.losses:
        gone = vocabulary.get("summary", "lost_units", count="{count}")
        nation_bars(
            pen, request.losses, (_LEFT, top + _HEAD, _INNER, _LOSS_ROW * _rows(request)), vocabulary, gone, _SMALL
        )
    else:
        _say(pen, vocabulary.get("summary", "losses_none"), top + _HEAD + 16)
    top += _HEAD + _LOSS_ROW * max(1, _rows(request)) + 8 + _GAP
    _box(pen, vocabulary.get("summary", "curve"), top, _CURVE)
    vp_curve(pen, request.view, request.curve, (_RIM + 12, top + _HEAD, _INNER + 4, _CURVE - 8), _SMALL)
    return Scene(
        round(WIDE), round(top + _HEAD + _CURVE + _GAP), 1.0, tuple(pen.commands), in_words(request, vocabulary),
        f"turn_summary_{request.turn}", None, theme.PAPER,
    )  # fmt: skip


def _rows(request: TurnSummary) -> int:
    return loss_rows(request.view.content, request.losses)


def _say(pen: Pen, text: str, y: float) -> None:
    pen.text(text, _LEFT, y, _SMALL, "serif", theme.INK_SOFT, theme.PALE, "lm")


def _box(pen: Pen, title: str, top: float, high: float) -> None:
    """Draw a pale box across the sheet, with a heading and `high` px of room below it."""
    pen.frame(_RIM, top, WIDE - 2 * _RIM, _HEAD + high, theme.PALE, theme.INK_FAINT, 1.5, "box")
    pen.text(title, _LEFT, top + 28, _HEADING, "title", theme.RED, theme.PALE, "lm")


def _head(pen: Pen, request: TurnSummary, vocabulary: PogWords) -> float:
    """Draw turn, VP and war status; return the lower edge."""
    turn = request.view.content.turns[request.turn - 1]
    pen.text(vocabulary.turn(turn), _RIM + 4, 40, _FIRST, "title", theme.INK, theme.PAPER, "lm")
    before, now = ends(request.curve, request.turn)
    change = "" if before == now else f" ({now - before:+d})"
    pen.text(f"VP {now}{change}", WIDE - _RIM - 4, 40, _FIRST, "sans_bold", theme.INK, theme.PAPER, "rm")
    pen.text(
        vocabulary.get("title", "turn", turn=request.turn), _RIM + 4, 88, 30, "sans", theme.INK_SOFT, theme.PAPER, "lm"
    )
    point, x = point_of(request.curve, request.turn), WIDE - _RIM - 4
    told = (
        (vocabulary.get("panels", "combined"), point.ap_status + point.cp_status, theme.INK),
        (vocabulary.side_adjective(1), point.cp_status, theme.SIDE[1]),
        (vocabulary.side_adjective(0), point.ap_status, theme.SIDE[0]),
        (vocabulary.get("summary", "status"), None, theme.INK),
    )
    for name, value, colour in told:
        text = name if value is None else f"{name} {value}"
        x -= pen.text(text, x, 88, 28, "title" if value is None else "sans_bold", colour, theme.PAPER, "rm") + 18
    return 116.0


def _front(pen: Pen, request: TurnSummary, vocabulary: PogWords, top: float) -> float:
    """Draw the map with the spaces that changed hands, and their names; return the lower edge."""
    inset = campaign_map(request.view, "", MAP_WIDE, strip=False, won=_spaces_won(request), language=request.language)
    lines = _front_lines(pen, request, vocabulary, _INNER)
    high = inset.height + 12 + _LINE * len(lines) + 8
    _box(pen, vocabulary.get("summary", "front"), top, high)
    pen.stamp(InsetKey(inset), (WIDE - inset.width) / 2, top + _HEAD, "map", "front")
    for i, (ink, line) in enumerate(lines):
        pen.text(line, _LEFT, top + _HEAD + inset.height + 26 + i * _LINE, _SMALL, "sans_medium", ink, theme.PALE, "lm")
    return top + _HEAD + high + _GAP


def _spaces_won(request: TurnSummary) -> tuple[int, ...]:
    taken = {m.space: m.control for m in request.moves if m.control is not None}
    return tuple(-1 if (side := taken.get(s.space)) is None else side for s in request.view.spaces)


def point_of(curve: tuple[VpPoint, ...], turn: int) -> VpPoint:
    """Return the point of a turn, or the last one before it."""
    known = [p for p in curve if p.turn <= turn]
    return known[-1] if known else VpPoint(turn, 10)


def ends(curve: tuple[VpPoint, ...], turn: int) -> tuple[int, int]:
    """Return the VP before and after a turn."""
    return point_of(curve, turn - 1).vp, point_of(curve, turn).vp


def _front_lines(pen: Pen, request: TurnSummary, vocabulary: PogWords, wide: float) -> list[tuple[theme.Colour, str]]:
    """Return lines about spaces that changed hands, each with its ink."""
    found: list[tuple[theme.Colour, str]] = []
    for side, text in front_words(request, vocabulary):
        ink = theme.INK_SOFT if side is None else theme.SIDE[side]
        found += [(ink, line) for line in pen.wrap(text, wide, _SMALL, "sans_medium")]
    if len(found) > FRONT_LINES:
        ink, last = found[FRONT_LINES - 1]
        found = [*found[: FRONT_LINES - 1], (ink, f"{last} …")]
    return found or [(theme.INK_SOFT, vocabulary.get("summary", "front_none"))]


def front_words(request: TurnSummary, vocabulary: PogWords) -> list[tuple[int | None, str]]:
    """Return which spaces each side took, as (side, text)."""
    parts: list[tuple[int | None, str]] = []
    for side in (0, 1, None):
        names = ", ".join(vocabulary.space(m.space) for m in request.moves if m.control == side)
        if names and side is not None:
            text = vocabulary.get("summary", "gained", side=vocabulary.side_adjective(side), spaces=names)
            parts.append((side, text))
        elif names:
            parts.append((None, vocabulary.get("summary", "freed", spaces=names)))
    return parts


def _played(pen: Pen, request: TurnSummary, vocabulary: PogWords, top: float) -> float:
    """Draw what each side played, in two columns; return the lower edge."""
    column = _INNER / 2
    columns = [
        [(p, pen.wrap(played_words(p, vocabulary), column - 52, _SMALL, "sans_medium")[:2]) for p in own[:7]]
        for own in ([p for p in request.played if p.side == side] for side in (0, 1))
    ]
    high = 46 + max(28.0, *(sum(30.0 * len(lines) + 6 for _, lines in each) for each in columns))
    _box(pen, vocabulary.get("summary", "played"), top, high)
    if not request.played:
        _say(pen, vocabulary.get("summary", "played_none"), top + _HEAD + 16)
        return top + _HEAD + high + _GAP
    for side, each in enumerate(columns):
        left, y = _LEFT + side * column, top + _HEAD
        pen.text(vocabulary.side(side), left, y + 10, 28, "title", theme.SIDE[side], theme.PALE, "lm")
        y += 46
        for entry, lines in each:
            pen.text(str(entry.round), left, y + 6, 28, "sans_bold", theme.INK, theme.PALE, "lm")
            for line in lines:
                pen.text(line, left + 30, y + 6, _SMALL, "sans_medium", theme.INK, theme.PALE, "lm")
                y += 30
            y += 6
    return top + _HEAD + high + _GAP


def played_words(entry: Played, vocabulary: PogWords) -> str:
    """Return one action as text."""
    if entry.card is None:
        return vocabulary.get("summary", f"plain_{entry.kind}")
    known = entry.kind if entry.kind in ("event", "ops", "sr", "rp") else "ops"
    return vocabulary.get("summary", known, title=vocabulary.card_title(entry.card))


def in_words(request: TurnSummary, vocabulary: PogWords) -> str:
    """Return the summary as alt text."""
    before, now = ends(request.curve, request.turn)
    front = ". ".join(text for _, text in front_words(request, vocabulary))
    played = "; ".join(f"{('AP', 'CP')[p.side]} {p.round}: {played_words(p, vocabulary)}" for p in request.played)
    return vocabulary.get(
        "alt", "turn_summary", turn=vocabulary.turn(request.view.content.turns[request.turn - 1]),
        vp=vocabulary.get("alt", "vp_change", before=before, after=now),
        front=f"{front}." if front else vocabulary.get("summary", "front_none"),
        losses=losses_in_words(request.losses, vocabulary), played=played,
    )  # fmt: skip


def losses_in_words(losses: tuple[NationLoss, ...], vocabulary: PogWords) -> str:
    """Return the steps lost by nation."""
    values = ", ".join(f"{vocabulary.nation(n.nation)} {n.steps}" for n in losses)
    return vocabulary.get("alt", "losses", values=values) if values else vocabulary.get("alt", "no_losses")
