"""Tracks: turn, VP, war status, mandated offensives, US entry, Russia, replacements, actions."""

from __future__ import annotations

from engine.pog.view import GameView, SideView
from renderer.kit import theme
from renderer.kit.pen import Pen
from renderer.pog.art.works import BeachheadKey
from renderer.pog.markers import gauges, nowhere_due
from renderer.pog.words import PogWords

WIDE, HIGH = 2230.0, 695.0
PALE = theme.PALE
NAMES = ("ap", "cp")


def draw_tracks(pen: Pen, view: GameView, words: PogWords) -> None:
    """Draw the whole panel, `WIDE` x `HIGH`."""
    pen.frame(0, 0, WIDE, HIGH, theme.INK, theme.INK, 1)
    pen.frame(3, 3, WIDE - 6, HIGH - 6, theme.PAPER, theme.PAPER_DARK, 3)
    _turns(pen, view, words, 22)
    _vp(pen, view, words, 148)
    _war_status(pen, view, words, 262)
    _mandated(pen, view, words, 22, 436)
    _us(pen, view, words, 580, 436)
    _russia(pen, view, words, 1236, 436)
    _replacements(pen, view, words, 22, 574)
    _actions(pen, view, words, 1236, 574)


def _heading(pen: Pen, text: str, x: float, y: float) -> None:
    pen.text(text, x, y, 21, "title", theme.INK, theme.PAPER, "lm")


def _turns(pen: Pen, view: GameView, words: PogWords, y: float) -> None:
    step, due = (WIDE - 44) / 20, nowhere_due(view)
    for turn in view.content.turns:
        x = 22 + (turn.number - 1) * step
        now = turn.number == view.turn
        winter = turn.season == "winter"
        ground = theme.GOLD if now else (theme.SEA if winter else PALE)
        pen.frame(x, y, step - 4, 108, ground, theme.INK, 4 if now else 1.5)
        ink = theme.INK
        season, year = turn.title.split(" ")[0], str(turn.year)
        label = {"August": words.get("months", "august"), "September": words.get("months", "september")}.get(
            season, words.get("seasons", turn.season)
        )
        middle = x + (step - 4) / 2
        pen.text(str(turn.number), middle, y + 28, 34, "sans_bold", ink, ground, "mm")
        pen.text(label, middle, y + 62, 21, "serif_bold", ink, ground, "mm")
        pen.text(year, middle, y + 86, 20, "sans", ink, ground, "mm")
        if turn.number == due:
            pen.stamp(BeachheadKey(nowhere=True), x + step - 6, y + 4, "nowhere", turn.title, "rt", 1.1)


def _vp(pen: Pen, view: GameView, words: PogWords, y: float) -> None:
    step = (WIDE - 44) / 21
    for value in range(21):
        x = 22 + value * step
        now = value == max(0, min(20, view.vp))
        share = abs(value - 10) / 10
        side = 0 if value < 10 else 1
        tint = theme.PLATE[side] if share > 0.65 else theme.TINT[side] if share > 0.25 else PALE
        ground = theme.GOLD if now else tint
        pen.frame(x, y, step - 4, 66, ground, theme.INK, 4 if now else 1.5)
        pen.text(str(value), x + (step - 4) / 2, y + 34, 32 if now else 26, "sans_bold", theme.INK, ground, "mm")
    _heading(pen, words.get("panels", "vp"), 24, y + 84)
    pen.text(words.get("panels", "vp_ends"), WIDE - 24, y + 84, 19, "sans_medium", theme.INK_SOFT, theme.PAPER, "rm")


def gauge_rows(view: GameView, words: PogWords) -> list[tuple[str, int, theme.Colour, dict[int, str], str]]:
    """Return each war status gauge: its name, value, ink, notes by number, and the level of commitment."""
    own = gauges(view)
    levels = {4: "limited", 11: "total"}
    rows = [
        (words.side_adjective(side), view.sides[side].war_status, theme.SIDE[side], levels,
         words.name("commitment", view.sides[side].commitment))
        for side in (0, 1)
    ]  # fmt: skip
    combined = {40: "armistice"} if "involvement" in own else {30: "zimmermann", 40: "armistice"}
    rows.append((words.get("panels", "combined"), view.combined_war_status, theme.INK, combined, ""))
    notes = {"turmoil": {33: "fall"}, "involvement": {8: "british_entry", 30: "zimmermann"}}
    return [*rows, *((words.get("panels", name), value, theme.INK, notes[name], "") for name, value in own.items())]


def _war_status(pen: Pen, view: GameView, words: PogWords, y: float) -> None:
    rows = gauge_rows(view, words)
    usual = len(rows) == 3
    pitch, high = (46.0, 30.0) if usual else (26.0, 21.0)
    left, right = 330.0, WIDE - 190.0
    unit = (right - left) / 40
    _heading(pen, words.get("panels", "war_status"), 24, y + (10 if usual else 8))
    for i, (name, value, colour, notes, stage) in enumerate(rows):
        top = y + (28 if usual else 20) + i * pitch
        middle = top + high / 2
        pen.text(name, left - 16, middle, 20, "serif_bold", colour, theme.PAPER, "rm")
        pen.frame(left, top, right - left, high, PALE, theme.INK, 1.5)
        pen.fill(left + 1.5, top + 1.5, max(0.1, unit * min(value, 40) - 3), high - 3, colour, "gauge")
        for tick in range(0, 41, 5):
            pen.fill(left + tick * unit - 0.75, top + high - 8, 1.5, 8, theme.INK, "tick")
        for tick, note in notes.items():
            x = left + tick * unit
            pen.fill(x - 1.5, top - (4 if usual else 2), 3, high + (8 if usual else 4), theme.RED, "tick")
            text = f"{tick} {words.get('panels', note)}"
            passed = value > tick
            # after its tick, unless the bar or the track ends there
            before = tick == 40 or (passed and value * unit < tick * unit + pen.measure(text, 18, "sans_medium") + 12)
            pen.text(text, x + (-6 if before else 6), middle - 1, 18, "sans_medium",
                     theme.WHITE if passed else theme.INK_SOFT, colour if passed else PALE,
                     "rm" if before else "lm")  # fmt: skip
        pen.text(str(value), right + 14, middle, 30 if usual else 20, "sans_bold", colour, theme.PAPER, "lm")
        if stage:
            pen.text(stage, right + 56, middle, 17, "serif_bold", theme.INK, theme.PAPER, "lm")


def _boxes(pen: Pen, items: list[str], now: int, x: float, y: float, step: float, ground_now: theme.Colour) -> None:
    for i, text in enumerate(items):
        ground = ground_now if i == now else PALE
        pen.frame(x + i * step, y, step - 4, 66, ground, theme.INK, 4 if i == now else 1.5)
        lines = pen.wrap(text, step - 12, 19, "serif_bold")[:3]
        size = min(19.0, *(19.0 * (step - 14) / pen.measure(line, 19, "serif_bold") for line in lines))
        for k, line in enumerate(lines):
            centre = y + 33 + (k - (len(lines) - 1) / 2) * 20
            pen.text(line, x + i * step + (step - 4) / 2, centre, size, "serif_bold", theme.INK, ground, "mm")


def _mandated(pen: Pen, view: GameView, words: PogWords, x: float, y: float) -> None:
    _heading(pen, words.get("panels", "mandated"), x, y)
    for side, table in enumerate(view.content.mandated):
        now = view.sides[side].mandated
        top = y + 18 + side * 44
        pen.text(words.side_adjective(side), x, top + 19, 18, "serif_bold", theme.SIDE[side], theme.PAPER, "lm")
        for i, box in enumerate(table.boxes):
            chosen = box == now
            ground = theme.GOLD if chosen else PALE
            pen.frame(x + 150 + i * 66, top, 62, 38, ground, theme.INK, 4 if chosen else 1.5)
            text = words.get("offensives_short", box)
            pen.text(text, x + 181 + i * 66, top + 19, 19, "sans_bold", theme.INK, ground, "mm")
        if now == "met":
            pen.text(words.get("panels", "met"), x + 152 + len(table.boxes) * 66, top + 19, 19,
                     "serif_bold", theme.GREEN, theme.PAPER, "lm")  # fmt: skip


def _us(pen: Pen, view: GameView, words: PogWords, x: float, y: float) -> None:
    _heading(pen, words.get("panels", "us_entry"), x, y)
    items = [words.get("us_short", b.name) for b in view.content.us_track]
    _boxes(pen, items, view.us_entry, x, y + 20, 150, theme.GOLD)


def _russia(pen: Pen, view: GameView, words: PogWords, x: float, y: float) -> None:
    _heading(pen, words.get("panels", "russia"), x, y)
    note = f"{words.get('panels', 'russian_vp')}: {view.cp_russian_vp}"
    pen.text(note, WIDE - 24, y, 19, "sans_medium", theme.INK, theme.PAPER, "rm")
    items = [words.get("russian_short", b.name) for b in view.content.russian_track]
    _boxes(pen, items, view.russian_capitulation, x, y + 20, 121, theme.GOLD)


def _replacements(pen: Pen, view: GameView, words: PogWords, x: float, y: float) -> None:
    _heading(pen, words.get("panels", "replacements"), x, y)
    at = x
    for side, pools in enumerate(view.content.pools):
        recorded = dict(view.sides[side].rp)
        for pool in pools:
            points = recorded.get(pool, 0)
            ground = theme.PLATE[side] if points else PALE
            pen.frame(at, y + 18, 104, 44, ground, theme.SIDE[side], 2)
            pen.text(words.get("pools_short", pool), at + 10, y + 40, 20, "sans_medium", theme.INK, ground, "lm")
            pen.text(half(points), at + 92, y + 40, 24, "sans_bold", theme.INK, ground, "rm")
            at += 110
        at += 18


def half(points: int) -> str:
    """Format half points as a number: 3 is "1½"."""
    whole, rest = divmod(points, 2)
    return f"{whole or (0 if not rest else '')}{'½' if rest else ''}"


def _actions(pen: Pen, view: GameView, words: PogWords, x: float, y: float) -> None:
    _heading(pen, words.get("panels", "actions"), x, y)
    step = 810 / view.rounds
    size = 19 if view.rounds <= 6 else 15
    for side in (0, 1):
        top = y + 18 + side * 44
        pen.text(words.side_adjective(side), x, top + 19, 18, "serif_bold", theme.SIDE[side], theme.PAPER, "lm")
        for i in range(view.rounds):
            text = action_text(view.sides[side], i, words)
            now = view.phasing == side and view.action_round == i + 1
            ground = theme.GOLD if now else (theme.PLATE[side] if text else PALE)
            pen.frame(x + 160 + i * step, top, step - 4, 38, ground, theme.INK, 4 if now else 1.5)
            shown = text or str(i + 1)
            ink = theme.INK if text or now else theme.INK_SOFT
            pen.text(shown, x + 160 + i * step + (step - 5) / 2, top + 19, size, "sans", ink, ground, "mm")


def action_text(side: SideView, index: int, words: PogWords) -> str:
    """Return what a side did in a round of this turn, counted from 0; "" if it hasn't acted yet."""
    if index >= len(side.actions):
        return ""
    kind, card = side.actions[index]
    name = words.get("actions", kind)
    return name if card is None else f"{name} {words.content.cards[card].number}"
