"""Secrecy checks: two positions that differ only in hidden information must look the same to everybody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bot.narration.book import Book
from bot.narration.plain import private, public
from bot.narration.segments import segments
from bot.service.looking.order_completion import suggested
from bot.service.record.redaction import reading
from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.table.reply import PictureRef
from bot.titles import table_of
from bot.titles.capabilities import known_of
from bot.titles.panel import offers_of, panel
from bot.titles.testing.contract import GAME, NUMBER, Broken, Case, job_of
from bot.titles.testing.contract_looks import looked
from bot.titles.title import Title
from engine.core.chance import RecordedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import Entry, in_force

#: Maximum number of arguments per verb whose refusals are compared.
_TRIED = 24
#: Faces that depend on the deciding player's options.
_OF_OPTIONS = ("the panel", "the menus", "the suggestions")


def check_twins(
    case: Case, one: Game[Any], other: Game[Any], side: int, kinds: Sequence[str] = ()
) -> frozenset[tuple[str, str]]:
    """Check that only the owning side can distinguish two positions that differ in its hidden information.

    Differences that the title declares by `hangs` of a decision's UI are allowed: the legality of these choices, and
    the offers made from them. The reasons for refusals must be identical.

    Returns:
        The declared exceptions that occur in these twins, as (kind of decision, verb).

    Raises:
        Broken: anything else differs, or the positions look the same to the owning side itself.
    """
    hanging = _revealing_choices(case.title, one, other, side)
    for viewer in (1 - side, None):
        faces = [face(case, game, viewer, kinds) for game in (one, other)]
        for what, shown in faces[0].items():
            if shown != faces[1][what] and not (hanging and what in _OF_OPTIONS):
                raise Broken(f"{what} tells {_viewer_text(viewer)} of hidden things of side {side}")
        if known_of(case.title, one, viewer) != known_of(case.title, other, viewer):
            raise Broken(f"the known score tells {_viewer_text(viewer)} of hidden things of side {side}")
    _check_refusals(case, one, other, side)
    if face(case, one, side, kinds) == face(case, other, side, kinds):
        raise Broken("the positions do not differ for the side whose hidden things they differ in")
    return frozenset((one.decision.kind, choice.verb) for choice in hanging)


def _viewer_text(viewer: int | None) -> str:
    return "everybody" if viewer is None else f"side {viewer}"


def _revealing_choices(title: Title[Any, Any], one: Game[Any], other: Game[Any], side: int) -> set[Choice]:
    """Return the choices of the uninformed side that are legal in only one of the positions; raises Broken for an undeclared one."""
    if not one.stack or not other.stack or one.actor == side:
        return set()
    differing = set(one.options()) ^ set(other.options())
    declared = title.face(one.decision.kind).hangs
    for choice in sorted(differing):
        hangs = declared.get(choice.verb)
        if hangs is None or not all(hangs(table_of(game.copy(), 1 - side), choice.arg) for game in (one, other)):
            raise Broken(
                f"whether `{one.text(choice)}` is legal hangs on hidden things of side {side}, and the face of "
                f"{one.decision.kind} does not declare that it does"
            )
    return differing


def _check_refusals(case: Case, one: Game[Any], other: Game[Any], side: int) -> None:
    """Check that choices refused in both positions are refused in the same words; raises Broken."""
    if not one.stack or not other.stack or one.actor == side:
        return
    options = one.options(), other.options()
    for verb, kind in one.decision.verbs.items():
        known = {arg for found in options for arg in found.of(verb)}
        there = [arg for arg in range(max(known, default=0) + 1) if _is_valid_number(case, kind, arg)] if kind else [0]
        for choice in (Choice(verb, arg) for arg in there[:: len(there) // _TRIED + 1]):
            if any(found.allows(choice) for found in options):
                continue
            told = [_refusal_text(case.title, game, choice, 1 - side) for game in (one, other)]
            if told[0] != told[1]:
                raise Broken(
                    f"why `{verb}` {choice.arg} is refused tells of hidden things of side {side}: {told[0]!r} or {told[1]!r}"
                )


def _is_valid_number(case: Case, kind: str, arg: int) -> bool:
    """Return True if a number is a valid argument of its kind."""
    try:
        return case.system.id_of(kind, case.system.name_of(kind, arg)) == arg
    except (LookupError, ValueError):
        return False


def _refusal_text(title: Title[Any, Any], game: Game[Any], choice: Choice, side: int) -> str:
    """Return why a choice is refused, without the legal alternatives, which depend on the options."""
    table = table_of(game.copy(), side, position=NUMBER)
    try:
        table.do(*choice)
    except Refusal as refusal:
        refusal.legal = ("", "", ())
        return sentence(title.offer_context(table, "en").names, refusal)
    raise Broken(f"`{choice.verb}` {choice.arg} is not offered and not refused")


def face(case: Case, game: Game[Any], viewer: int | None, kinds: Sequence[str] = ()) -> dict[str, Any]:
    """Return everything that a viewer gets of a position, as bytes or text, without the bot's own numbers."""
    title = case.title
    entries = in_force([Entry.load(line) for line in (entry.dump() for entry in game.fresh)])
    table = table_of(game.copy(), viewer if viewer is not None else int(game.actor or 0), position=NUMBER)
    context = title.offer_context(table, "en")
    names = context.names
    shown: dict[str, Any] = {
        "the record": reading([entry.dump() for entry in game.fresh], viewer, case.system).lines,
        "the table message": title.summary(names, game),
        "the log": _log(title, case, entries, names, viewer),
    }
    if game.stack:
        acting = table_of(game.copy(), int(game.actor or 0), position=NUMBER)
        shown["the question"] = title.task(title.offer_context(acting, "en"))
    if viewer is not None:
        made = panel(GAME, context, "Anna", offers=offers_of(context))
        shown["the panel"] = made.model_copy(update={"picture": None}).model_dump_json()
        shown["the menus"] = [asdict(group) for group in offers_of(context).groups]
        commands = [*table.face.commands, *title.suggests] if game.stack else []
        shown["the suggestions"] = [suggested(table, names, name, "") for name in commands]
    for line, told in looked(title, game, viewer).items():
        shown[f"`{line}`"] = told
    for kind in kinds:
        ref = PictureRef(kind=kind, game=GAME, number=0, viewer=viewer)
        shown[f"the picture {kind}"] = title.pictures.paint(job_of(case, game, entries, ref))
    return shown


def _log(
    title: Title[Any, Any], case: Case, entries: Sequence[Entry], names: Book, viewer: int | None
) -> list[list[str]]:
    """Return the narration of a whole record, with what a seat alone may know."""
    source = RecordedChance(entries[0].outcomes)
    game = Game.start(case.system, source)
    found, own = [], []
    for entry in entries:
        if entry is not entries[0]:
            game.repeat(entry, source)
        for event in game.drain():
            found.append(public(0, event))
            secret = private(event, viewer) if viewer is not None else {}
            known = title.story.as_known(found[-1], secret) if secret else None
            own += title.story.so_far(names, [known]) if known else title.story.alone(names, event.kind, secret)
    return [title.story.lines(names, segment) for segment in segments(found)] + [own]


__all__ = ["check_twins", "face"]
