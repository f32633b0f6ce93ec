"""Pairings: a card for one match, and a round's matches in rows."""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.scene import Scene
from renderer.kit.theme import Colour
from renderer.league.sheet import EDGE, ROWS, SMALL, TEXT, TOP, WIDE, Sheet, few, in_words
from renderer.league.views import Pairing, PairingCard, Pairings, Player
from renderer.league.words import LeagueWords

HIGH = 28.0
MIDDLE = WIDE / 2
#: Half of the gap between both names, which shows the result.
RESULT = 30.0
_PANEL, _PANEL_HIGH = 162.0, 128.0


def pairing_card(view: PairingCard) -> Scene:
    """Return one match as a card."""
    sheet = Sheet(view.palette, view.language)
    sheet.headed(view.head, sheet.words.get("pairing", "match", match=view.match))
    for side, player in enumerate(view.players):
        _panel(sheet, view, player, side)
    middle = TOP + 12 + _PANEL_HIGH / 2
    if view.result is not None:
        text = "–".join(map(str, view.result))
        sheet.text(text, MIDDLE, middle, px=24, font="sans_bold", anchor="mm")
    else:
        sheet.text(
            sheet.words.get("pairing", "versus"),
            MIDDLE,
            middle,
            px=SMALL,
            font="serif_italic",
            colour=theme.INK_SOFT,
            anchor="mm",
        )
    return sheet.scene(
        _write_deadline(sheet, view, TOP + 12 + _PANEL_HIGH + 22), card_told(view, sheet.words), "league_pairing"
    )


def _panel(sheet: Sheet, view: PairingCard, player: Player, side: int) -> None:
    """Draw one side: its plate, its player, and what is known about that player."""
    x, y = (EDGE if side == 0 else WIDE - EDGE - _PANEL), TOP + 12
    middle, ground = x + _PANEL / 2, theme.PALE
    won = view.result is not None and view.result[side] > view.result[1 - side]
    edge: Colour = theme.GOLD if won else theme.INK_SOFT
    sheet.pen.frame(x, y, _PANEL, _PANEL_HIGH, ground, edge, 3 if won else 1.5, "side")
    sheet.pen.fill(x + 4, y + 4, _PANEL - 8, 26, theme.SIDE[side], "plate")
    sheet.name(
        view.sides[side],
        (middle, y + 17),
        _PANEL - 20,
        px=17,
        font="title",
        colour=theme.WHITE,
        ground=theme.SIDE[side],
        anchor="mm",
    )
    sheet.name(player.name, (middle, y + 53), _PANEL - 16, px=21, font="sans_bold", ground=ground, anchor="mm")
    for index, line in enumerate(_rating_and_record(player, sheet.words)):
        sheet.text(
            line,
            middle,
            y + 80 + index * 19,
            px=15,
            font="sans_medium",
            colour=theme.INK_SOFT,
            ground=ground,
            anchor="mm",
        )


def _rating_and_record(player: Player, vocabulary: LeagueWords) -> list[str]:
    """Return the rating, and this season's place and record if there are any."""
    get = vocabulary.get
    told = [
        get("pairing", "rating", rating=player.rating, off=player.off) if player.rating else get("pairing", "unrated")
    ]
    season = [get("pairing", "place", place=player.place)] if player.place else []
    if player.won or player.drawn or player.lost:
        season.append(get("pairing", "record", won=player.won, drawn=player.drawn, lost=player.lost))
    return [*told, ", ".join(season)] if season else told


def _write_deadline(sheet: Sheet, view: PairingCard, y: float) -> float:
    """Write the deadline of the match, or its state; return the lower edge."""
    told = [sheet.words.get("pairing", view.state)]
    if view.due and view.state != "over":
        told.append(sheet.words.get("pairing", "due", moment=sheet.words.moment(view.due)))
    for line in told:
        sheet.text(line, MIDDLE, y, px=17, font="serif", anchor="mm")
        y += 22
    return y - 12


def card_told(view: PairingCard, vocabulary: LeagueWords) -> str:
    """Return the card as text."""
    first, second = (
        vocabulary.get(
            "alt", "pairing_player", name=player.name, about=", ".join(_rating_and_record(player, vocabulary))
        )
        for player in view.players
    )
    result = (
        ""
        if view.result is None
        else vocabulary.get("alt", "pairing_result", first=view.result[0], second=view.result[1])
    )
    moment = vocabulary.moment(view.due) if view.due and view.state != "over" else ""
    return vocabulary.get(
        "alt", "pairing", head=in_words(view.head, vocabulary), match=view.match,
        state=vocabulary.get("pairing", view.state), first=first, second=second, first_side=view.sides[0],
        second_side=view.sides[1], result=result, due=vocabulary.get("alt", "pairing_due", moment=moment) if moment else "",
    )  # fmt: skip


# ----------------------------------------------------------------------------------------------- a round's matches


def pairings(view: Pairings) -> Scene:
    """Return the matches in rows; raises `TooManyRows`."""
    few(len(view.rows))
    sheet = Sheet(view.palette, view.language)
    sheet.headed(view.head, sheet.words.get("pairings", "title"))
    alt = told(view, sheet.words)
    if not view.rows:
        return sheet.scene(sheet.empty(sheet.words.get("pairings", "nobody")), alt, "league_pairings")
    half = MIDDLE - EDGE
    for side, name in enumerate(view.sides):
        left = EDGE + side * half
        sheet.pen.fill(left, TOP, half, 24, theme.SIDE[side], "plate")
        x, anchor = ((EDGE + 8, "lm"), (WIDE - EDGE - 8, "rm"))[side]
        sheet.name(
            name,
            (x, TOP + 12),
            half - 24,
            px=TEXT,
            font="title",
            colour=theme.WHITE,
            ground=theme.SIDE[side],
            anchor=anchor,
        )
    y = TOP + 24
    for index, row in enumerate(view.rows):
        _row(sheet, row, y, ROWS[index % 2])
        y += HIGH
    sheet.pen.fill(EDGE, y, WIDE - 2 * EDGE, 1, theme.INK)
    if any(row.without_play for row in view.rows):
        y += 14
        sheet.text(sheet.words.get("pairings", "without_play"), EDGE, y, px=SMALL, colour=theme.INK_SOFT)
        y += 6
    return sheet.scene(y, alt, "league_pairings")


def _row(sheet: Sheet, row: Pairing, y: float, ground: Colour) -> None:
    middle = y + HIGH / 2
    sheet.pen.fill(EDGE, y, WIDE - 2 * EDGE, HIGH, ground, "row")
    room = MIDDLE - RESULT - EDGE - 12
    for side, name in enumerate((row.first, row.second)):
        x, anchor = ((EDGE + 8, "lm"), (WIDE - EDGE - 8, "rm"))[side]
        won = row.result is not None and row.result[side] > row.result[1 - side]
        ink = theme.INK_SOFT if row.result is not None and not won and row.result[0] != row.result[1] else theme.INK
        if name:
            sheet.name(
                name, (x, middle), room, font="sans_bold" if won else "sans", colour=ink, ground=ground, anchor=anchor
            )
    if row.result is not None:
        text = "–".join(map(str, row.result)) + ("*" if row.without_play else "")
        sheet.text(text, MIDDLE, middle, px=18, font="sans_bold", ground=ground, anchor="mm")
    else:
        state = sheet.words.get("pairings", row.state)
        sheet.text(state, MIDDLE, middle, px=15, font="serif_italic", colour=theme.INK_SOFT, ground=ground, anchor="mm")


def told(view: Pairings, vocabulary: LeagueWords) -> str:
    """Return the matches as text."""
    first, second = view.sides
    rows = "; ".join(_row_told(row, vocabulary) for row in view.rows) or vocabulary.get("pairings", "nobody")
    head = in_words(view.head, vocabulary)
    return vocabulary.get("alt", "pairings", head=head, first_side=first, second_side=second, rows=rows)


def _row_told(row: Pairing, vocabulary: LeagueWords) -> str:
    if row.state == "bye":
        return vocabulary.get("alt", "pairings_bye", first=row.first)
    if row.result is None:
        state = vocabulary.get("alt", row.state)
    else:
        state = vocabulary.get("alt", "pairings_result", first=row.result[0], second=row.result[1])
        state += vocabulary.get("alt", "without_play") if row.without_play else ""
    return vocabulary.get("alt", "pairings_row", match=row.match, first=row.first, second=row.second, state=state)


__all__ = ["card_told", "pairing_card", "pairings", "told"]
