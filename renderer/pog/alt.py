"""Alt texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.pog.view import ActionMarks, GameView, SpaceView, UnitView
from renderer.pog import markers
from renderer.pog.layers.context import Context
from renderer.pog.layers.title import moment
from renderer.pog.network import Threat
from renderer.pog.words import PogWords

#: Maximum length of an alt text in characters; it is cut after a whole stack.
LIMIT = 1400


def _units(units: Iterable[UnitView], words: PogWords) -> str:
    parts: dict[str, int] = {}
    content = words.content
    for unit in sorted(units, key=lambda u: (not content.units[u.unit].army, u.unit)):
        text = words.unit(unit.unit)
        if unit.reduced:
            text = words.get("alt", "reduced", unit=text)
        if not unit.supplied:
            text = f"{text} {words.get('alt', 'unsupplied')}{f' {unit.grade}' if unit.grade else ''}"
        parts[text] = parts.get(text, 0) + 1
    return ", ".join(text if n == 1 else f"{n} {text}" for text, n in parts.items())


def _control(control: int | None, words: PogWords) -> str:
    return words.get("alt", "neutral") if control is None else words.side_adjective(control)


def stack(view: GameView, state: SpaceView, words: PogWords) -> str:
    """Return one space as text: control, units, trench, fort, markers."""
    space = words.content.spaces[state.space]
    works = ""
    if state.trench:
        side = "" if state.trench_side is None else words.side_adjective(state.trench_side)
        works += words.get("alt", "trench", level=state.trench, side=side)
    elif state.space in view.shallow:
        works += words.get("alt", "shallow")
    if state.fort != "none":
        works += words.get(
            "alt", f"fort_{state.fort}", value=space.fort if state.fort_strength is None else state.fort_strength
        )
    if state.activated:
        works += words.get("alt", f"activated_{state.activated}")
    if drm := markers.digging(view).get(state.space):
        works += words.get("alt", "digging", drm=f"−{-drm}")
    if markers.nowhere(view) == state.space:
        works += words.get("alt", "nowhere")
    for plan in view.plans:
        if state.space in plan.goals and plan.standing != "lost":
            works += words.get("alt", "goal", plan=words.get("plans", plan.name))
    holder = None if space.nation in view.neutral else state.control
    return words.get(
        "alt", "stack", space=words.space(state.space), control=_control(holder, words),
        units=_units(state.units, words) or words.get("alt", "no_units"), works=works,
    )  # fmt: skip


def _stacks(view: GameView, states: Iterable[SpaceView], words: PogWords, room: int = LIMIT) -> str:
    told: list[str] = []
    all_states = list(states)
    for i, state in enumerate(all_states):
        text = stack(view, state, words)
        if sum(map(len, told)) + len(told) + len(text) > room:
            told.append(words.get("alt", "more", count=len(all_states) - i))
            break
        told.append(text)
    return " ".join(told)


def situation(view: GameView, words: PogWords) -> str:
    """Return turn, round or phase, VP, war status and related markers, and neutral powers."""
    told = words.get(
        "alt", "situation", turn=moment(view, words), vp=view.vp,
        ap=view.sides[0].war_status, cp=view.sides[1].war_status, combined=view.combined_war_status,
    )  # fmt: skip
    more = [words.get("alt", name, value=value) for name, value in markers.gauges(view).items()]
    if view.plans:
        more.append(words.get("alt", "plans", plans=", ".join(markers.plans(view, words))))
    if view.neutral:
        more.append(words.get("alt", "aside", nations=", ".join(words.nation(nation) for nation in view.neutral)))
    return " ".join((told, *more))


def _occupied_spaces(ctx: Context) -> list[SpaceView]:
    return [state for _, state, _, _ in ctx.shown if state.units]


def overview(ctx: Context) -> str:
    """Return the text of the overview: the situation and as many stacks as fit."""
    return ctx.words.get(
        "alt",
        "overview",
        situation=situation(ctx.view, ctx.words),
        stacks=_stacks(ctx.view, _occupied_spaces(ctx), ctx.words),
    )


def theatre(ctx: Context, title: str) -> str:
    """Return the text of a theatre: the situation and every stack."""
    return ctx.words.get(
        "alt", "theatre", theatre=title, situation=situation(ctx.view, ctx.words),
        stacks=_stacks(ctx.view, _occupied_spaces(ctx), ctx.words),
    )  # fmt: skip


def close_up(ctx: Context, marks: ActionMarks, odds: tuple[tuple[int, str], ...] = ()) -> str:
    """Return what moved, what was attacked, and what is there now."""
    words = ctx.words
    moves = "".join(
        words.get(
            # For an advance only the spaces entered are listed.
            "alt", "move" if len(path) > 1 else "move_to", units=_units((UnitView(u, False, True) for u in group), words),
            path=" – ".join(words.space(s) for s in path),
        )
        for group, path in marks.moves
    )  # fmt: skip
    attacks = "".join(
        words.get("alt", "attack", target=words.space(t), sources=", ".join(words.space(s) for s in sources))
        for sources, t in marks.attacks
    )
    attacks += "".join(words.get("alt", "odds", target=words.space(t), text=text) for t, text in odds)
    named = [*(t for _, t in marks.attacks), *(p[-1] for _, p in marks.moves if p), *marks.focus]
    spaces = ", ".join(words.space(s) for s in dict.fromkeys(named))
    return words.get(
        "alt",
        "closeup",
        spaces=spaces,
        moves=moves,
        attacks=attacks,
        stacks=_stacks(ctx.view, _occupied_spaces(ctx), words),
    )


def space(ctx: Context, centre: int) -> str:
    """Return a space, then its occupied neighbours."""
    first = [ctx.view.spaces[centre]]
    rest = [s for s in _occupied_spaces(ctx) if s.space != centre]
    return ctx.words.get(
        "alt", "space", space=ctx.words.space(centre), stacks=_stacks(ctx.view, [*first, *rest], ctx.words)
    )


def supply(ctx: Context, side: int) -> str:
    """Return which units of a side are out of supply."""
    cut = []
    for state in ctx.view.spaces:
        lost = [u for u in state.units if not u.supplied and ctx.content.units[u.unit].side == side]
        if lost:
            names = ", ".join(ctx.words.unit(u.unit) for u in lost)
            cut.append(f"{names} ({ctx.words.space(state.space)})")
    if len("; ".join(cut)) > LIMIT:
        kept = [name for i, name in enumerate(cut) if len("; ".join(cut[: i + 1])) <= LIMIT]
        cut = [*kept, ctx.words.get("alt", "more_units", count=len(cut) - len(kept))]
    text = ctx.words.get("alt", "cut", units="; ".join(cut)) if cut else ctx.words.get("alt", "all_supplied")
    return ctx.words.get("alt", "supply", side=ctx.words.side(side), cut=text, situation=situation(ctx.view, ctx.words))


def control(ctx: Context) -> str:
    """Return the spaces that each side has taken from the other."""
    held = []
    for side in (0, 1):
        names = [
            ctx.words.space(s.space)
            for s in ctx.view.spaces
            if s.control == side and ctx.content.spaces[s.space].printed_side == 1 - side
        ]
        listed = _listed(names, ctx.words, LIMIT // 2)
        held.append(ctx.words.get("alt", "holds", side=ctx.words.side(side), spaces=listed))
    return ctx.words.get("alt", "control", held=" ".join(held), situation=situation(ctx.view, ctx.words))


def front(ctx: Context, changed: list[int]) -> str:
    """Return which spaces changed hands."""
    parts = []
    for side in (0, 1):
        names = [ctx.words.space(s) for s in changed if ctx.view.spaces[s].control == side]
        if names:
            spaces = _listed(names, ctx.words, LIMIT // 2)
            parts.append(ctx.words.get("alt", "gained", side=ctx.words.side(side), spaces=spaces))
    told = " ".join(parts) or ctx.words.get("alt", "unchanged")
    return ctx.words.get("alt", "front", changes=told, situation=situation(ctx.view, ctx.words))


def threats(ctx: Context, side: int, found: tuple[Threat, ...]) -> str:
    """Return which stacks would be cut off by which step."""
    words = ctx.words
    told = [
        words.get(
            "alt", "threat", start=words.space(t.start), goal=words.space(t.goal), space=words.space(t.space),
            units=_units((UnitView(u, False, True) for u in t.units), words),
        )
        for t in found
    ]  # fmt: skip
    text = _listed(told, words, LIMIT, " ") if told else words.get("alt", "no_threat")
    units = ctx.view.content.units
    out = [
        words.get(
            "alt",
            "cut_off",
            units=_units([replace(unit, supplied=True) for unit in lost], words),
            space=words.space(space.space),
        )
        for space in ctx.view.spaces
        if (lost := [unit for unit in space.units if units[unit.unit].side == side and not unit.supplied])
    ]
    if out:
        text = " ".join([words.get("alt", "cut_off_already", units=_listed(out, words, LIMIT)), text])
    return words.get("alt", "threats", side=words.side(side), threats=text, situation=situation(ctx.view, words))


def _listed(names: list[str], words: PogWords, room: int, between: str = ", ") -> str:
    """Return names up to a number of characters, then how many more there are."""
    kept: list[str] = []
    for name in names:
        if sum(map(len, kept)) + 2 * len(kept) + len(name) > room:
            kept.append(words.get("alt", "and_more", count=len(names) - len(kept)))
            break
        kept.append(name)
    return between.join(kept) or words.get("panels", "none")


def status(view: GameView, words: PogWords) -> str:
    """Return the tracks and the reserves."""
    reserves = " ".join(
        words.get(
            "alt", "reserve", side=words.side_adjective(i),
            units=_units(side.reserve, words) or words.get("alt", "no_units"),
        )
        for i, side in enumerate(view.sides)
    )  # fmt: skip
    zones = [
        words.get("alt", "zone", side=words.side_adjective(i), cards=", ".join(map(words.card_title, side.zone)))
        for i, side in enumerate(view.sides)
        if side.zone
    ]
    return " ".join((words.get("alt", "status", situation=situation(view, words), reserves=reserves), *zones))
