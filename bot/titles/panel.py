"""The private panel: the present decision with all legal choices as buttons and menus."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from bot.narration.book import Book
from bot.table import choice_codec, tokens
from bot.table.decision_ui import DecisionUI
from bot.table.generic import generic, verb_label
from bot.table.layout import PanelPlace, lay_out, opened
from bot.table.offers import OfferContext, Offers
from bot.table.refusal import Refusal
from bot.table.reply import Button, Menu, Reply
from bot.titles import title_of
from engine.core.game import Game, GameState
from engine.errors import EngineError

log = logging.getLogger(__name__)


def offers_of(context: OfferContext) -> Offers:
    """Return what the present decision offers the seat; plain choices if building the offers fails."""
    if not context.table.mine:
        return Offers()
    try:
        return _with_the_rest(context, (context.table.face.offers or generic)(context))
    except (Refusal, EngineError):
        log.error("the offers of %s failed; every choice is offered by itself", context.table.kind)
        return generic(context)


def _with_the_rest(context: OfferContext, offers: Offers) -> Offers:
    """Add the choices that a ruleset adds to a decision: those without an argument that have a text of their own there."""
    orders = {one.order for one in offers.presses}
    orders |= {entry.order for group in offers.groups for entry in group.entries}
    for verb, kind in context.table.game.decision.verbs.items():
        order = choice_codec.encode_choices((verb, 0))
        own = context.names.words.has(f"ui.decisions.{context.table.kind}.verbs.{verb}")
        if not kind and own and order not in orders and context.table.offers(verb):
            offers.press(verb_label(context, verb), order)
    return offers


def panel(
    game_id: str,
    context: OfferContext,
    who: str,
    notes: str = "",
    body: str = "panel",
    first: tuple[Button, ...] = (),
    offers: Offers | None = None,
) -> Reply:
    """Return the panel of a seat: the decision, with controls if it is this seat's turn.

    It starts with the proposal, if there is one, until that is dismissed or a group is opened.

    `who` names the player that the game waits for; `notes` go on top; `body` is the screen of the pressed token, which
    can open a group or page; `first` is the first row of controls; `offers` are the result of `offers_of` if already
    known.
    """
    table, names = context.table, context.names
    title = title_of(table.game)
    number = table.number
    made = offers or offers_of(context)
    if made.proposal is not None and (body != "panel" or first):
        made = replace(made, proposal=None)
    menu = _menu(game_id, number, context, body, first, made)
    task = _task(context, who)
    lines = [notes] if notes else []
    lines += [title.head(context), task]
    if made.proposal is not None:
        lines.append(made.proposal.text)
    if table.faults:
        lines.append(names.words.say("reasons.trial_crashed", report=table.faults[0]))
    picture = title.panel_picture(game_id, context) if table.mine else None
    if picture is not None:
        picture = picture.model_copy(update={"language": names.words.language})
    return Reply(text="\n".join(lines), picture=picture, menu=menu, edit="panel", seat=table.side, task=task)


def _task(context: OfferContext, who: str) -> str:
    """Return the question to decide, who the game waits for, or how it ended."""
    table, names = context.table, context.names
    if not table.game.stack:
        return context.say("panel.over", result=result_text(names, table.game))
    if not table.mine:
        return context.say("panel.waits", side=names.side(int(table.game.actor or 0)), who=who)
    return decision_text(context)


def _menu(
    game_id: str, number: int, context: OfferContext, body: str, first: tuple[Button, ...], offers: Offers
) -> Menu:
    table, say = context.table, context.say
    extra = []
    if table.undoable:
        extra.append(
            Button(
                label=say("buttons.undo"), token=tokens.screen(game_id, number, "undo"), hint=say("buttons.undo_hint")
            )
        )
    if not table.game.stack:
        extra.append(rematch_button(context.names, game_id))
    if table.mine and has_sheet(table.face, table.game):
        extra.append(sheet_button(table.kind, tokens.screen(game_id, number, "sheet"), context.names))
    extra += [
        Button(label=say(f"buttons.{look}"), token=tokens.screen(game_id, number, look))
        for look in title_of(table.game).at_hand
    ]
    extra.append(Button(label=say("buttons.map"), token=tokens.screen(game_id, number, "map")))
    if body != "panel":
        extra.append(Button(label=say("buttons.refresh"), token=tokens.screen(game_id, number, "panel")))
    place = PanelPlace(game_id, number, say("panel.more"), say("panel.back"), say("panel.which"), say("panel.drop"))
    return lay_out(offers, place, extra, opened(body), first)


def has_sheet(face: DecisionUI[Any], game: Game[GameState]) -> bool:
    """Return whether the present decision has a form with something to fill in."""
    needs = face.sheet_needs
    return face.sheet is not None and (not needs or not needs.isdisjoint(game.options().masks))


def sheet_button(kind: str, token: str, names: Book) -> Button:
    """Return the button that opens the form of a kind of decision."""
    say = names.words.say
    return Button(label=say(f"ui.buttons.sheet_{kind}"), token=token, hint=say("ui.buttons.sheet_hint"))


def rematch_button(names: Book, game_id: str) -> Button:
    """Return the button that opens a new game with the options of this finished one."""
    return Button(label=names.words.say("ui.buttons.rematch"), token=tokens.line(game_id, "rematch"), style="primary")


def result_text(names: Book, game: Game[GameState]) -> str:
    """Return how a game ended, "" while it is in progress."""
    return title_of(game).ended(names, game) if game.result is not None else ""


def without_result(text: str, names: Book, game: Game[GameState]) -> str:
    """Return a narration without the sentence about the game's end, for places that show the result separately."""
    result = result_text(names, game)
    if not result or result not in text:
        return text
    lines = [" ".join(line.replace(result, "").split()) if result in line else line for line in text.split("\n")]
    return "\n".join(line for line in lines if line)


def decision_text(context: OfferContext) -> str:
    """Return the question to decide, with the relevant figures."""
    return title_of(context.table.game).task(context)


__all__ = [
    "decision_text", "has_sheet", "offers_of", "panel", "rematch_button", "result_text", "sheet_button", "without_result",
]  # fmt: skip
