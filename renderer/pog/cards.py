"""Strategy cards: the hand as rows, and one card enlarged."""

from __future__ import annotations

from collections import Counter

from engine.pog.content import Content
from engine.pog.content.records import Card
from engine.pog.view import GameView
from renderer.kit import theme
from renderer.kit.languages import USUAL
from renderer.kit.pen import Pen
from renderer.kit.scene import Scene
from renderer.pog.art.cards import ShapeKey, VerdictKey
from renderer.pog.art.counter import HIGH as COUNTER_HIGH
from renderer.pog.art.counter import WIDE as COUNTER_WIDE
from renderer.pog.art.counter import CounterKey, faces
from renderer.pog.art.emblems import EmblemKey, themes
from renderer.pog.words import PogWords, words

WIDE, HIGH = 240.0, 348.0
GAP = 12.0
ACROSS = 4
#: Height of the title above rows of cards.
HEAD = 44.0
HAND_SCALE, FACE_SCALE = 0.92, 2.0


def theme_of(card: Card) -> str:
    """Return a card's emblem: its own, else that of its class."""
    if own := themes().get(card.name):
        return own
    if card.combat:
        return "combat"
    if card.neutral_entry:
        return "nation"
    return "reinforcement" if card.arrivals else "war"


def draw_card(pen: Pen, card_id: int, vocabulary: PogWords, *, full: bool, verdict: str | None = None) -> None:
    """Draw one card at the pen's corner; `full` writes the whole event, else the short text.

    `verdict` is written at its foot and says how the card can be used now: "" for not at all, None for no foot.
    """
    card = vocabulary.content.cards[card_id]
    side = theme.SIDE[card.side]
    shape = "round" if card.side == 0 else "cut"
    pen.stamp(ShapeKey(shape, WIDE, HIGH, side, theme.INK, 1.2, 14), 0, 0, "card", card.name)
    pen.fill(5, 53, WIDE - 10, 60, theme.PALE)
    pen.stamp(ShapeKey(shape, WIDE - 10, HIGH - 58, theme.PALE, theme.PALE, 1, 10), 5, 53, "card", card.name)
    _header(pen, card, vocabulary)
    _vignette(pen, card, vocabulary.content)
    y = _title(pen, card_id, vocabulary)
    _event(pen, card_id, vocabulary, y, full=full, tall=verdict is None)
    _values(pen, card, vocabulary, HIGH - (51 if verdict is None else 76))
    if verdict is not None:
        _verdict(pen, vocabulary, verdict)


def _header(pen: Pen, card: Card, vocabulary: PogWords) -> None:
    side = theme.SIDE[card.side]
    pen.stamp(ShapeKey("disc" if card.side == 0 else "square", 42, 42, theme.WHITE, theme.INK, 2.4), 10, 6, "badge", "")
    pen.text(str(card.ops), 31, 27, 34, "sans_bold", theme.INK, theme.WHITE, "mm")
    pen.text(vocabulary.get("cards", "ops"), 60, 19, 16, "sans", theme.WHITE, side, "lm")
    pen.text(f"{vocabulary.get('cards', 'sr')} {card.sr}", 60, 36, 16.5, "sans_bold", theme.WHITE, side, "lm")
    label = f"{('AP', 'CP')[card.side]} {card.number}"
    pen.text(label, WIDE - 16, 19, 16, "sans", theme.WHITE, side, "rm")
    pen.text(vocabulary.name("commitment", card.deck), WIDE - 16, 36, 16, "sans", theme.WHITE, side, "rm")


def _vignette(pen: Pen, card: Card, content: Content) -> None:
    pen.fill(5, 53, WIDE - 10, 2, theme.INK)
    pen.stamp(EmblemKey(theme_of(card), card.side, WIDE - 10), 5, 55, "emblem", theme_of(card))
    pen.fill(5, 139, WIDE - 10, 2, theme.INK)
    if not card.arrivals:
        return
    groups = Counter(content.units[a.unit].group for a in card.arrivals)
    sample = {content.units[a.unit].group: faces(content)[a.unit] for a in card.arrivals}
    pen.stamp(ShapeKey("square", WIDE - 10, 84, theme.PLATE[card.side], theme.PLATE[card.side]), 5, 55, "emblem", "")
    zoom = {1: 1.42, 2: 1.42, 3: 1.25, 4: 0.96}.get(len(groups), 0.8)
    step = min(COUNTER_WIDE * zoom + 26, (WIDE - 16) / len(groups))
    left = (WIDE - step * (len(groups) - 1)) / 2
    for i, (name, count) in enumerate(groups.items()):
        x = left + i * step - (9 if count > 1 and zoom > 1 else 7 if count > 1 else 0)
        pen.stamp(CounterKey(sample[name], False), x, 97, "counter", card.name, "mm", zoom)
        if count > 1:
            pen.text(f"×{count}", x + COUNTER_WIDE * zoom / 2 + 1, 97 + COUNTER_HIGH * 0.2, 20 if zoom > 1 else 16, "sans_bold",
                     theme.INK, theme.PLATE[card.side], "lm")  # fmt: skip


def _title(pen: Pen, card_id: int, vocabulary: PogWords) -> float:
    lines = pen.wrap(vocabulary.card_title(card_id), WIDE - 24, 22, "title")
    for i, line in enumerate(lines):
        pen.text(line, WIDE / 2, 158 + i * 23, 22, "title", theme.INK, theme.PALE, "mm")
    y = 158 + len(lines) * 23 - 9
    pen.fill(WIDE / 2 - 46, y, 92, 1.2, theme.INK_FAINT)
    return y + 5


def _event(pen: Pen, card_id: int, vocabulary: PogWords, y: float, *, full: bool, tall: bool) -> None:
    text = vocabulary.card_event(card_id) if full else vocabulary.card_short(card_id)
    room = HIGH - (57 if tall else 82) - y
    lines: list[str] = []
    px = 18.0
    for px in (18.0, 17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0):
        lines = pen.wrap(text, WIDE - 26, px, "serif")
        if len(lines) * px * 1.16 <= room or px * pen.scale <= 14.5:
            break
    for i, line in enumerate(lines[: int(room / (px * 1.16))]):
        pen.text(line, 13, y + (i + 0.56) * px * 1.16, px, "serif", theme.INK, theme.PALE, "lm")


def _values(pen: Pen, card: Card, vocabulary: PogWords, y: float) -> None:
    """Draw the card's marks, then its RP by nation."""
    x = 13.0
    marks = []
    if card.war_status:
        marks.append((f"{vocabulary.get('cards', 'ws')} +{card.war_status}", theme.RED))
    if card.combat:
        marks.append((vocabulary.get("cards", "cc"), theme.INK))
    if card.remove:
        marks.append(("*", theme.RED))
    if card.optional:
        marks.append((vocabulary.get("cards", "opt"), theme.INK_SOFT))
    for text, colour in marks:
        wide = pen.measure(text, 16, "sans_bold") + 8
        pen.frame(x, y - 1, wide, 20, colour, colour, 1)
        pen.text(text, x + wide / 2, y + 9.5, 16, "sans_bold", theme.WHITE, colour, "mm")
        x += wide + 4
    if card.remove and len(marks) <= 2:
        pen.text(vocabulary.get("cards", "remove"), x, y + 9, 15.5, "serif", theme.INK_SOFT, theme.PALE, "lm")
    step = (WIDE - 24) / max(6.3, len(card.rp))
    for i, (pool, points) in enumerate(card.rp):
        left = 13 + i * step
        pen.frame(left, y + 21, step - 2, 19, theme.WHITE, theme.SIDE[card.side], 1)
        pen.text(f"{vocabulary.get('pools_tiny', pool)} {points}", left + (step - 2) / 2, y + 30.5, 15.4,
                 "sans", theme.INK, theme.WHITE, "mm")  # fmt: skip


def _verdict(pen: Pen, vocabulary: PogWords, verdict: str) -> None:
    colour = theme.GREEN if verdict else theme.INK_SOFT
    pen.fill(12, HIGH - 29, WIDE - 24, 22, colour)
    about = "playable" if verdict else "not_playable"
    pen.stamp(VerdictKey(bool(verdict)), 28, HIGH - 18, "verdict", about, "mm")
    word = verdict or vocabulary.get("cards", "not_playable")
    pen.text(word, WIDE / 2 + 8, HIGH - 18, 17, "sans_bold", theme.WHITE, colour, "mm")


class HiddenHand(ValueError):
    """Raised if the view doesn't contain the requested hand."""


Uses = tuple[tuple[int, tuple[str, ...]], ...]


def hand(view: GameView, playable: tuple[int, ...], uses: Uses = (), language: str = USUAL) -> Scene:
    """Return the viewer's hand; raises `HiddenHand` if the view has none."""
    vocabulary = words(view.content, language)
    cards = view.sides[view.viewer].hand if view.viewer is not None else None
    if view.viewer is None or cards is None:
        raise HiddenHand(vocabulary.get("cards", "no_hand"))
    title = vocabulary.get("cards", "hand", side=vocabulary.side(view.viewer))
    verdicts = {c: vocabulary.get("cards", "playable") for c in playable}
    verdicts |= {c: " · ".join(vocabulary.get("cards", f"use_{kind}") for kind in kinds) for c, kinds in uses}
    shown = tuple((c, verdicts.get(c, "")) for c in cards)
    text = vocabulary.get(
        "alt", "hand", side=vocabulary.side(view.viewer),
        cards="; ".join(_in_words(c, verdict, vocabulary) for c, verdict in shown) or vocabulary.get("cards", "empty"),
    )  # fmt: skip
    return _rows(vocabulary, shown, title, view.viewer, text, "hand")


def pile(view: GameView, side: int, name: str, language: str = USUAL) -> Scene:
    """Return a side's discards or removed cards, which are both public."""
    vocabulary = words(view.content, language)
    own = view.sides[side]
    cards = own.discard if name == "discard" else own.removed
    title = vocabulary.get("cards", name, side=vocabulary.side(side))
    listed = "; ".join(vocabulary.card_title(c) for c in cards) or vocabulary.get("cards", "empty")
    text = vocabulary.get("alt", "pile", title=title, cards=listed)
    scale = HAND_SCALE if len(cards) <= 2 * ACROSS else 0.88
    return _rows(
        vocabulary,
        tuple((c, None) for c in cards),
        title,
        side,
        text,
        f"pile_{name}",
        scale,
        max(ACROSS, -(-len(cards) // 5)),
    )


def _rows(
    vocabulary: PogWords, shown: tuple[tuple[int, str | None], ...], title: str, side: int, text: str, name: str,
    scale: float = HAND_SCALE, most: int = ACROSS,
) -> Scene:  # fmt: skip
    """Draw cards in rows of at most `most`, each with its verdict if it has one."""
    across = _columns_for(len(shown), most)
    size = _size(len(shown), across, scale)
    head = Pen(scale)
    head.text(title, GAP + 2, 23, 26, "title", theme.SIDE[side], theme.PAPER_DARK, "lm")
    if not shown:
        word = vocabulary.get("cards", "empty") if name == "hand" else vocabulary.get("panels", "empty")
        head.text(word, GAP + 2, 70, 20, "serif", theme.INK, theme.PAPER_DARK, "lm")
    commands = list(head.commands)
    for i, (card, verdict) in enumerate(shown):
        pen = Pen(scale, *_corner(i, across))
        draw_card(pen, card, vocabulary, full=False, verdict=verdict)
        commands += pen.commands
    return Scene(*size, scale, tuple(commands), text, name, None, theme.PAPER_DARK)


def card_boxes(count: int) -> tuple[int, int, list[tuple[int, int, int, int]]]:
    """Return width and height of a hand's picture with that many cards, and left, top, width, height of each card, in px."""
    across = _columns_for(count, ACROSS)
    boxes = []
    for i in range(count):
        left, top = _corner(i, across)
        boxes.append(
            (round(left * HAND_SCALE), round(top * HAND_SCALE), round(WIDE * HAND_SCALE), round(HIGH * HAND_SCALE))
        )
    return *_size(count, across, HAND_SCALE), boxes


def _columns_for(count: int, most: int) -> int:
    return min(max(count, 2), most)


def _corner(number: int, across: int) -> tuple[float, float]:
    """Return the upper left corner of a card in rows."""
    return GAP + (number % across) * (WIDE + GAP), HEAD + (number // across) * (HIGH + GAP)


def _size(count: int, across: int, scale: float) -> tuple[int, int]:
    rows = max(1, -(-count // across))
    return (
        round((across * (WIDE + GAP) + GAP) * scale),
        round((HEAD + rows * (HIGH + GAP)) * scale) if count else 120,
    )


def _in_words(card: int, verdict: str, vocabulary: PogWords) -> str:
    mark = f", {verdict}" if verdict else ""
    ops = vocabulary.content.cards[card].ops
    return vocabulary.get("alt", "hand_card", title=vocabulary.card_title(card), ops=ops, playable=mark)


def face(content: Content, card_id: int, language: str = USUAL) -> Scene:
    """Return one card, enlarged, with its whole event."""
    vocabulary = words(content, language)
    card = content.cards[card_id]
    pen = Pen(FACE_SCALE, 8, 8)
    draw_card(pen, card_id, vocabulary, full=True)
    text = vocabulary.get(
        "alt", "card", title=vocabulary.card_title(card_id), side=vocabulary.side(card.side),
        deck=vocabulary.name("commitment", card.deck), ops=card.ops, sr=card.sr,
        event=vocabulary.card_event(card_id),
    )  # fmt: skip
    size = (round((WIDE + 16) * FACE_SCALE), round((HIGH + 16) * FACE_SCALE))
    return Scene(*size, FACE_SCALE, tuple(pen.commands), text, f"card_{card.name}", None, theme.PAPER_DARK)
