"""Cross table, player against player or round by round: the points of every game, and the side played."""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.palette import mix
from renderer.kit.scene import Scene
from renderer.kit.theme import Colour
from renderer.league.sheet import EDGE, ROWS, SMALL, TOP, WIDE, Sheet, few, in_words
from renderer.league.signs import DiscKey, SignShapeKey
from renderer.league.views import SHOWN_POINTS, Crossing, CrossTable, Meeting
from renderer.league.words import LeagueWords

#: Maximum number of columns in one picture.
MOST_COLUMNS = 7
NUMBER, NAME, POINTS, CELLS = 34.0, 40.0, 172.0, 180.0
HIGH, HIGH_BY_ROUND, WIDEST = 30.0, 38.0, 34.0
_GROUNDS: dict[str, Colour] = {
    "won": mix(theme.GREEN, theme.PAPER, 0.8), "lost": mix(theme.RED, theme.PAPER, 0.8), "drawn": mix(theme.GOLD, theme.PAPER, 0.7),
    "none": mix(theme.RED, theme.PAPER, 0.8), "bye": theme.PLATE[0], "half": theme.PLATE[0],
}  # fmt: skip


def cross_table(view: CrossTable) -> Scene:
    """Return the table on one sheet; raises `TooManyRows`, and `ValueError` for more columns than fit."""
    few(len(view.rows))
    if len(view.columns) > MOST_COLUMNS:
        raise ValueError(f"{len(view.columns)} columns do not fit one picture; {MOST_COLUMNS} do.")
    sheet = Sheet(view.palette, view.language)
    sheet.headed(view.head, sheet.words.get("cross", "rounds" if view.by_round else "title"))
    alt = told(view, sheet.words)
    if not view.rows:
        return sheet.scene(sheet.empty(sheet.words.get("cross", "nobody")), alt, "league_cross")
    pitch = min((WIDE - EDGE - CELLS) / max(len(view.columns), 1), WIDEST)
    high = HIGH_BY_ROUND if view.by_round else HIGH
    _heads(sheet, view, pitch)
    y = TOP + 24
    for index, row in enumerate(view.rows):
        _row(sheet, view, row, y, index, pitch, high)
        y += high
    sheet.pen.fill(EDGE, y, WIDE - 2 * EDGE, 1, theme.INK)
    return sheet.scene(_legend(sheet, view, y + 14) + 6, alt, "league_cross")


def _heads(sheet: Sheet, view: CrossTable, pitch: float) -> None:
    y = TOP + 10
    sheet.text(sheet.words.get("cross", "points"), POINTS, y, px=SMALL, colour=theme.INK_SOFT, anchor="rm")
    for index, number in enumerate(view.columns):
        sheet.text(str(number), CELLS + (index + 0.5) * pitch, y, px=SMALL, colour=theme.INK_SOFT, anchor="mm")


def _row(sheet: Sheet, view: CrossTable, row: Crossing, y: float, index: int, pitch: float, high: float) -> None:
    ground, middle = ROWS[index % 2], y + high / 2
    sheet.pen.fill(EDGE, y, WIDE - 2 * EDGE, high, ground, "row")
    sheet.text(str(row.number), NUMBER, middle, font="sans_bold", ground=ground, anchor="rm")
    sheet.name(row.name, (NAME, middle), POINTS - 24 - NAME, ground=ground)
    sheet.text(str(row.points), POINTS, middle, px=18, font="sans_bold", ground=ground, anchor="rm")
    for column, (number, games) in enumerate(zip(view.columns, row.cells, strict=True)):
        left = CELLS + column * pitch
        if not view.by_round and number == row.number:
            sheet.pen.fill(left, y, pitch, high, theme.INK_SOFT, "self")
        part = (pitch - 2) / max(len(games), 1)
        for place, game in enumerate(games):
            _cell(sheet, view, game, (left + 1 + place * part, y + 1, part - (len(games) > 1), high - 2), ground)


def _cell(
    sheet: Sheet, view: CrossTable, game: Meeting, box: tuple[float, float, float, float], ground: Colour
) -> None:
    """Draw one game: points on its outcome's colour, a mark for the side in the corner, in a round the opponent's number."""
    x, y, wide, high = box
    fill = _GROUNDS.get(game.outcome, ground)
    if fill != ground:
        sheet.pen.fill(x, y, wide, high, fill, "cell")
    narrow = wide < 20
    across, below = x + wide / 2 + (0 if narrow else 4), y + high / 2 + (4 if narrow else 0)
    if view.by_round and game.opponent:
        sheet.text(str(game.opponent), across, y + high - 9, px=SMALL, font="sans_medium", ground=fill, anchor="mm")
        below = y + 10
    if game.outcome in SHOWN_POINTS:
        text = SHOWN_POINTS[game.outcome] + ("*" if game.without_play else "")
        sheet.text(text, across, below, px=15 if narrow else 17, font="sans_bold", ground=fill, anchor="mm")
    elif game.outcome == "playing":
        sheet.pen.stamp(DiscKey(10, theme.INK_SOFT, fill, 2), across, below, "playing", "", "mm")
    elif game.outcome == "waiting":
        sheet.pen.stamp(DiscKey(4, theme.INK_FAINT, fill), across, below, "waiting", "", "mm")
    elif game.outcome == "annulled":
        sheet.pen.fill(across - 5, below - 1, 10, 2, theme.INK_SOFT, "annulled")
    crowded = narrow and view.by_round
    if game.side is not None and game.outcome not in ("annulled", "waiting") and not crowded:
        _side(sheet, game.side, (across - 3.5) if narrow else x + 2.5, y + 2.5, fill)


def _side(sheet: Sheet, side: int, x: float, y: float, ground: Colour) -> None:
    """Draw a round mark for the first side, a square one for the second."""
    square = ((0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (0.0, 6.0))
    key = DiscKey(7, theme.SIDE[0], ground) if side == 0 else SignShapeKey(square, 7, 7, theme.SIDE[1], ground)
    sheet.pen.stamp(key, x, y, "side", str(side))


def _legend(sheet: Sheet, view: CrossTable, y: float) -> float:
    games = [game for row in view.rows for cell in row.cells for game in cell]
    x = EDGE
    sided = any(game.side is not None for game in games)
    for side, name in enumerate(view.sides if sided else ()):
        _side(sheet, side, x, y - 3.5, theme.PAPER)
        x += 11 + sheet.name(name, (x + 11, y), 130, px=SMALL, colour=theme.INK_SOFT) + 12
    if any(game.outcome == "playing" for game in games):
        sheet.pen.stamp(DiscKey(10, theme.INK_SOFT, theme.PAPER, 2), x, y, "key", "", "lm")
        x += 14 + sheet.text(sheet.words.get("cross", "playing"), x + 14, y, px=SMALL, colour=theme.INK_SOFT) + 12
    if any(game.without_play for game in games):
        text = sheet.words.get("cross", "without_play")
        if x + sheet.pen.measure(text, SMALL, "sans") > WIDE - EDGE:
            x, y = EDGE, y + 18
        sheet.text(text, x, y, px=SMALL, colour=theme.INK_SOFT)
    return y


def told(view: CrossTable, vocabulary: LeagueWords) -> str:
    """Return the table as text."""
    rows = " ".join(
        vocabulary.get(
            "alt", "crossing", number=row.number, name=row.name, points=row.points, games=_games(row, view, vocabulary)
        )
        for row in view.rows
    )
    first, second = view.sides
    title = vocabulary.get("cross", "rounds" if view.by_round else "title")
    rows = rows or vocabulary.get("cross", "nobody")
    head = in_words(view.head, vocabulary)
    return vocabulary.get("alt", "cross", title=title, head=head, first=first, second=second, rows=rows)


def _games(row: Crossing, view: CrossTable, vocabulary: LeagueWords) -> str:
    """Return the games of a row, by side, with opponents by number, since the text also lists every number's name."""
    by_side: dict[str, list[str]] = {}
    for number, games in zip(view.columns, row.cells, strict=True):
        for game in games:
            side = "" if game.side is None else view.sides[game.side]
            by_side.setdefault(side, []).append(_meeting_text(game, number, view, vocabulary))
    listed = {side: ", ".join(games) for side, games in by_side.items()}
    return "; ".join(
        vocabulary.get("alt", "sided", side=side, games=games) if side else games for side, games in listed.items()
    )


def _meeting_text(game: Meeting, column: int, view: CrossTable, vocabulary: LeagueWords) -> str:
    outcome = vocabulary.get("alt", game.outcome) + (vocabulary.get("alt", "without_play") if game.without_play else "")
    if not view.by_round:
        return vocabulary.get("alt", "against", outcome=outcome, opponent=column)
    key = "in_round_against" if game.opponent else "in_round"
    return vocabulary.get("alt", key, round=column, outcome=outcome, opponent=game.opponent)


__all__ = ["MOST_COLUMNS", "cross_table", "told"]
