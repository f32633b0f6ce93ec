"""Combat reports: participants, dice and modifiers, losses, and the winner."""

from __future__ import annotations

from engine.pog.content import Content
from engine.pog.view import BattleView, FireView, LossView, Modifier
from renderer.kit import theme
from renderer.kit.languages import USUAL
from renderer.kit.pen import Pen
from renderer.kit.scene import Scene
from renderer.pog.art.cards import CrossOutKey, DieKey, ShapeKey
from renderer.pog.art.counter import HIGH as COUNTER_HIGH
from renderer.pog.art.counter import WIDE as COUNTER_WIDE
from renderer.pog.art.counter import CounterKey, faces
from renderer.pog.art.places import SignsKey
from renderer.pog.art.works import ROW, TrenchKey
from renderer.pog.words import PogWords, words

WIDE = 900.0
PANEL = 424.0
LEFT, RIGHT = 16.0, WIDE - 16.0 - PANEL
ZOOM = 1.25
PX = 17.0


def battle_report(content: Content, battle: BattleView, language: str = USUAL) -> Scene:
    """Return the whole report; its height depends on the content."""
    vocabulary = words(content, language)
    pen = Pen(1.0)
    _headline(pen, battle, vocabulary)
    tops = [_forces(pen, battle, side, vocabulary) for side in (battle.attacker, 1 - battle.attacker)]
    y = max(tops) + 8
    bottoms = [
        _fire(pen, battle, battle.attacker, y, vocabulary),
        _fire(pen, battle, 1 - battle.attacker, y, vocabulary),
    ]
    y = max(bottoms) + 8
    bottoms = [
        _losses(pen, battle, battle.attacker, y, vocabulary),
        _losses(pen, battle, 1 - battle.attacker, y, vocabulary),
    ]
    y = _footer(pen, battle, max(bottoms) + 10, vocabulary)
    panels = Pen(1.0)
    for side in (battle.attacker, 1 - battle.attacker):
        won = battle.winner == ("attacker" if side == battle.attacker else "defender")
        x = _x(battle, side) - 6
        edge, width = (theme.GOLD, 5.0) if won else (theme.SIDE[side], 2.0)
        panels.frame(x, 70, PANEL + 12, max(bottoms) - 66, theme.PALE, edge, width)
    height = round(y + 12)
    return Scene(
        round(WIDE), height, 1.0, (*panels.commands, *pen.commands), in_words(battle, vocabulary),
        f"battle_{battle.number}", None, theme.PAPER,
    )  # fmt: skip


def _x(battle: BattleView, side: int) -> float:
    return LEFT if side == battle.attacker else RIGHT


def _headline(pen: Pen, battle: BattleView, vocabulary: PogWords) -> None:
    title = vocabulary.get("battle", "title", number=battle.number, space=vocabulary.space(battle.target))
    pen.text(title, 18, 34, 32, "title", theme.INK, theme.PAPER, "lm")
    verdict = vocabulary.get("battle", f"won_{battle.winner or 'open'}")
    colour = {"attacker": theme.SIDE[battle.attacker], "defender": theme.SIDE[1 - battle.attacker]}.get(
        battle.winner, theme.INK_SOFT
    )
    wide = pen.measure(verdict, 26, "sans_bold") + 70
    pen.stamp(ShapeKey("ribbon", wide, 42, colour, theme.GOLD, 2.5), WIDE - 16 - wide, 13, "verdict", battle.winner)
    pen.text(verdict, WIDE - 16 - wide / 2, 34, 26, "sans_bold", theme.WHITE, colour, "mm")


def _forces(pen: Pen, battle: BattleView, side: int, vocabulary: PogWords) -> float:
    """Draw a side's header and its counters as they began; return the lower edge."""
    x, ink = _x(battle, side), theme.SIDE[side]
    attacking = side == battle.attacker
    role = vocabulary.get("battle", "attacker" if attacking else "defender")
    pen.fill(x, 76, PANEL, 32, ink)
    pen.text(vocabulary.side(side), x + 12, 92, 21, "title", theme.WHITE, ink, "lm")
    pen.text(role, x + PANEL - 12, 92, 18, "sans_bold", theme.WHITE, ink, "rm")
    groups: list[tuple[str, list[tuple[int, bool]]]] = []
    if attacking:
        sources: dict[int, list[tuple[int, bool]]] = {}
        for space, unit, reduced in battle.attackers:
            sources.setdefault(space, []).append((unit, reduced))
        groups = [(vocabulary.get("battle", "from", space=vocabulary.space(s)), u) for s, u in sources.items()]
    else:
        groups = [(_ground(battle, vocabulary), list(battle.defenders))]
    y, at = 118.0, x + 8
    step, printed = COUNTER_WIDE * ZOOM + 4, faces(vocabulary.content)
    for label, units in groups:
        wide = max(len(units) * step, pen.measure(label, PX, "sans")) + 12
        if at + wide > x + PANEL + 8 and at > x + 8:
            at, y = x + 8, y + COUNTER_HIGH * ZOOM + 28
        for i, (unit, reduced) in enumerate(units):
            pen.stamp(
                CounterKey(printed[unit], reduced), at + i * step, y, "counter", vocabulary.unit(unit), "lt", ZOOM
            )
        extra = at + len(units) * step + 6
        if not attacking:
            _defences(pen, battle, extra, y, vocabulary)
        pen.text(label, at, y + COUNTER_HIGH * ZOOM + 12, PX, "sans", theme.INK, theme.PALE, "lm")
        at += wide
    return y + COUNTER_HIGH * ZOOM + 24


def _ground(battle: BattleView, vocabulary: PogWords) -> str:
    parts = [vocabulary.name("terrain", battle.terrain)]
    if battle.trench:
        parts.append(vocabulary.name("terrain", f"trench_{battle.trench}"))
    if battle.fort:
        parts.append(vocabulary.get("battle", "fort", value=battle.fort))
    return " · ".join(parts)


def _defences(pen: Pen, battle: BattleView, x: float, y: float, vocabulary: PogWords) -> None:
    signs: list[tuple[str, int, str]] = []
    if battle.fort:
        signs.append(("fort", battle.fort, "intact"))
    if battle.terrain != "clear":
        signs.append((battle.terrain, 0, ""))
    if signs:
        pen.stamp(SignsKey(tuple(signs)), x, y + 2, "signs", battle.terrain, "lt", 1.7)
    if battle.trench:
        key = TrenchKey(battle.trench, 1 - battle.attacker, 60.0)
        pen.stamp(key, x, y + COUNTER_HIGH * ZOOM - ROW * 1.5, "trench", "", "lt", 1.4)


def _fire(pen: Pen, battle: BattleView, side: int, y: float, vocabulary: PogWords) -> float:
    """Draw column, shifts, dice and loss number of a side; return the lower edge."""
    fire = next((f for f in battle.fires if f.side == side), None)
    x = _x(battle, side) + 8
    if fire is None:
        return y
    content = vocabulary.content
    table = content.army_fire if fire.table == "army" else content.corps_fire
    name = vocabulary.get("battle", f"{'army' if fire.table == 'army' else 'corps'}_table")
    factors = vocabulary.get("battle", "factors", factors=fire.factors)
    pen.text(f"{factors} · {name}", x, y + 12, 19, "sans_bold", theme.INK, theme.PALE, "lm")
    _columns(pen, table.columns, fire, x, y + 26)
    y += 70
    for text, value in _causes(fire.shifts, vocabulary):
        shift = vocabulary.get("battle", "shift", value=f"{value:+d}")
        pen.text(f"{text}: {shift}", x, y + 9, PX, "sans_medium", theme.INK, theme.PALE, "lm")
        y += 21
    return _dice(pen, fire, x, y + 6, side, vocabulary)


def _columns(pen: Pen, columns: tuple[int, ...], fire: FireView, x: float, y: float) -> None:
    step = (PANEL - 16) / len(columns)
    for i, low in enumerate(columns):
        last = i == len(columns) - 1
        high = low if last else columns[i + 1] - 1
        text = f"{low}+" if last else str(low) if high == low else f"{low}-{high}"
        final, start = low == fire.column, low == fire.column_before
        ground = theme.GOLD if final else theme.PAPER_DARK if start else theme.WHITE
        pen.frame(x + i * step, y, step - 2, 32, ground, theme.INK, 3 if final or start else 1, "column")
        pen.text(text, x + i * step + (step - 2) / 2, y + 16, 16, "sans_bold", theme.INK, ground, "mm")
    if fire.column != fire.column_before:
        a, b = columns.index(fire.column_before), columns.index(fire.column)
        ax, bx = x + (a + 0.5) * step, x + (b + 0.5) * step
        pen.fill(min(ax, bx), y + 36, abs(bx - ax), 2.5, theme.RED)
        pen.fill(ax - 1.2, y + 33, 2.5, 5, theme.RED)
        pen.fill(bx - 4, y + 34, 8, 6, theme.RED)


def _causes(modifiers: tuple[Modifier, ...], vocabulary: PogWords) -> list[tuple[str, int]]:
    return [(cause(m.cause, vocabulary), m.value) for m in modifiers if m.value]


def cause(code: str, vocabulary: PogWords) -> str:
    """Return a cause as text: ``card:`` and a card's name, a terrain or trench, or a rule's short name."""
    kind, _, rest = code.partition(":")
    if kind == "card":
        card = vocabulary.content.card_by_name.get(rest)
        return vocabulary.card_title(card) if card is not None else rest.replace("_", " ")
    if kind in ("terrain", "trench") and rest:
        key = rest if kind == "terrain" else f"trench_{rest}" if rest.isdigit() else rest
        return vocabulary.name("terrain", key)
    if kind == "space" and rest:
        space = vocabulary.content.space_by_name.get(rest)
        return vocabulary.space(space) if space is not None else rest
    known = vocabulary.name("terrain", code)
    return vocabulary.get("causes", code) if known == code.replace("_", " ") else known


def _dice(pen: Pen, fire: FireView, x: float, y: float, side: int, vocabulary: PogWords) -> float:
    paper, pips = (theme.WHITE, theme.SIDE[side])
    pen.stamp(DieKey(fire.die, paper, pips), x, y, "die", "", "lt")
    at = x + 64
    drms = _causes(fire.drms, vocabulary)
    rows = max(1, len(drms))
    for i, (text, value) in enumerate(drms):
        line = y + 26 + (i - (rows - 1) / 2) * 20
        pen.text(f"{text} {value:+d}", at, line, PX, "sans_medium", theme.INK, theme.PALE, "lm")
    if fire.die_used != fire.die:
        wide = max([pen.measure(f"{t} {v:+d}", PX, "sans_medium") for t, v in drms], default=0.0)
        after = min(at + wide + 6, x + PANEL - 190)
        pen.text("=", after, y + 26, 26, "sans_bold", theme.INK, theme.PALE, "lm")
        pen.stamp(DieKey(fire.die_used, theme.GOLD, theme.INK, 44.0), after + 22, y + 4, "die", "", "lt")
    ink = theme.SIDE[side]
    pen.stamp(ShapeKey("disc", 54, 54, ink, theme.INK, 2), x + PANEL - 76, y - 1, "loss", "")
    pen.text(str(fire.loss_number), x + PANEL - 49, y + 26, 34, "sans_bold", theme.WHITE, ink, "mm")
    label = vocabulary.get("battle", "loss_number")
    pen.text(label, x + PANEL - 82, y + 26, PX, "sans", theme.INK_SOFT, theme.PALE, "rm")
    return y + max(58, rows * 20 + 8)


def _losses(pen: Pen, battle: BattleView, side: int, y: float, vocabulary: PogWords) -> float:
    x = _x(battle, side) + 8
    own = fates(battle, side)
    pen.fill(x, y, PANEL - 16, 1.5, theme.INK_FAINT)
    pen.text(vocabulary.get("battle", "losses_taken"), x, y + 16, 19, "sans_bold", theme.INK, theme.PALE, "lm")
    if not own:
        pen.text(vocabulary.get("battle", "no_losses"), x + 130, y + 16, 19, "sans", theme.INK_SOFT, theme.PALE, "lm")
        return y + 34
    top, at = y + 32, x
    for loss in own:
        counters = 2 if loss.corps is not None else 1
        wide = max(
            counters * (COUNTER_WIDE * ZOOM + 3) + 6, pen.measure(_loss_text(loss, vocabulary), 15.5, "sans_medium") + 6
        )
        if at + wide > x + PANEL - 8 and at > x:
            at, top = x, top + COUNTER_HIGH * ZOOM + 26
        _loss(pen, loss, at, top, vocabulary, battle)
        at += wide
    return top + COUNTER_HIGH * ZOOM + 26


def fates(battle: BattleView, side: int) -> list[LossView]:
    """Return the final fate of each unit of a side: the last of its losses."""
    last: dict[int | None, LossView] = {}
    for loss in battle.losses:
        if loss.side == side:
            last.pop(loss.unit, None)
            last[loss.unit] = loss
    return list(last.values())


def _loss_text(loss: LossView, vocabulary: PogWords) -> str:
    fate = vocabulary.get("fates", f"{loss.result}_corps" if loss.corps is not None else loss.result)
    return vocabulary.get("fates", f"by_{loss.cause}", fate=fate) if loss.cause else fate


def _loss(pen: Pen, loss: LossView, x: float, y: float, vocabulary: PogWords, battle: BattleView) -> None:
    wide, high = COUNTER_WIDE * ZOOM, COUNTER_HIGH * ZOOM
    if loss.unit is None:
        pen.stamp(SignsKey((("fort", battle.fort, "destroyed"),)), x + 6, y + 12, "signs", "fort", "lt", 2.0)
    else:
        printed = faces(vocabulary.content)
        gone = loss.result in ("eliminated", "permanently")
        reduced = loss.result == "reduced" or gone
        pen.stamp(CounterKey(printed[loss.unit], reduced), x, y, "loss_counter", vocabulary.unit(loss.unit), "lt", ZOOM)
        if gone:
            pen.stamp(CrossOutKey(wide, high), x, y, "cross", "", "lt")
        if loss.corps is not None:
            at = x + wide + 3
            pen.stamp(
                CounterKey(printed[loss.corps], False), at, y, "loss_counter", vocabulary.unit(loss.corps), "lt", ZOOM
            )
    pen.text(_loss_text(loss, vocabulary), x, y + high + 11, 15.5, "sans_medium", theme.INK, theme.PALE, "lm")


def _footer(pen: Pen, battle: BattleView, y: float, vocabulary: PogWords) -> float:
    lines = footer_lines(battle, vocabulary)
    y += 4
    for label, text in lines:
        pen.text(label, 18, y + 12, 18, "sans_bold", theme.RED, theme.PAPER, "lm")
        for line in pen.wrap(text, WIDE - 210, 18, "sans_medium"):
            pen.text(line, 190, y + 12, 18, "sans_medium", theme.INK, theme.PAPER, "lm")
            y += 24
        y += 2
    return y


def footer_lines(battle: BattleView, vocabulary: PogWords) -> list[tuple[str, str]]:
    """Return flank attempt, cards, retreat and advance as labels and texts."""
    get = vocabulary.get
    lines: list[tuple[str, str]] = []
    if battle.flank and battle.flank not in ("impossible", "not attempted"):
        drm = f" {battle.flank_drm:+d}" if battle.flank_drm else ""
        die = f"{battle.flank_die}{drm} – " if battle.flank_die else ""
        lines.append((get("battle", "flank"), f"{die}{get('battle', 'flank_' + battle.flank)}"))
    if battle.cards:
        names = [f"{vocabulary.card_title(c)} ({('AP', 'CP')[s]})" for s, c in battle.cards]
        lines.append((get("battle", "cards"), ", ".join(names)))
    if battle.retreat in ("held", "barred", "waived"):
        lines.append((get("battle", "retreat"), get("battle", battle.retreat)))
    if battle.retreats:
        lines.append((get("battle", "retreat"), _ways_text(battle.retreats, vocabulary)))
    if battle.advances:
        lines.append((get("battle", "advance"), _ways_text(battle.advances, vocabulary)))
    return lines


def _ways_text(ways: tuple[tuple[int, tuple[int, ...]], ...], vocabulary: PogWords) -> str:
    parts = []
    for unit, path in ways:
        goal = " – ".join(vocabulary.space(s) for s in path) or vocabulary.get("battle", "no_retreat")
        parts.append(f"{vocabulary.unit(unit)}: {goal}")
    return "; ".join(parts)


def _column(fire: FireView, vocabulary: PogWords) -> str:
    """Return the column of a fire as text, with the original one if it was shifted."""
    if fire.column_before == fire.column:
        return str(fire.column)
    return vocabulary.get("alt", "shifted", before=fire.column_before, after=fire.column)


def in_words(battle: BattleView, vocabulary: PogWords) -> str:
    """Return the report as alt text."""
    get = vocabulary.get
    fires = ""
    for fire in battle.fires:
        drms = "".join(f", {text} {value:+d}" for text, value in _causes(fire.drms, vocabulary))
        fires += get(
            "alt", "fire", side=vocabulary.side(fire.side), factors=fire.factors,
            table=get("battle", f"{'army' if fire.table == 'army' else 'corps'}_table"),
            column=_column(fire, vocabulary), die=fire.die, drms=drms, number=fire.loss_number,
        )  # fmt: skip
    losses = "; ".join(
        f"{vocabulary.unit(k.unit) if k.unit is not None else get('battle', 'fort', value=battle.fort)}"
        f" {_loss_text(k, vocabulary)}"
        for k in battle.losses
    )
    more = " ".join(f"{label}: {text}." for label, text in footer_lines(battle, vocabulary))
    return get(
        "alt", "battle", space=vocabulary.space(battle.target),
        winner=get("battle", f"won_{battle.winner or 'open'}"), fires=fires,
        losses=f"{get('battle', 'losses_taken')}: {losses or get('battle', 'no_losses')}. {more}",
    )  # fmt: skip
