"""The private panel: the present decision with everything that is legal, as buttons and menus."""

from __future__ import annotations

import logging

from bot.narration.book import Book
from bot.table import choice_codec, tokens
from bot.table.generic import generic, verb_label
from bot.table.layout import PanelPlace, lay_out, opened
from bot.table.offers import OfferContext, Offers
from bot.table.refusal import Refusal
from bot.table.reply import Button, Menu, Reply
from bot.titles import title_of
from engine.core.game import Game, GameState
from engine.errors import EngineError

log = logging.getLogger(__name__)


def offers_of(desk: OfferContext) -> Offers:
    """Return what the present decision offers the seat at the desk; its bare choices if working out more fails."""
    if not desk.table.mine:
        return Offers()
    try:
        return _with_the_rest(desk, (desk.table.face.offers or generic)(desk))
    except (Refusal, EngineError):
        log.error("the offers of %s failed; every choice is offered by itself", desk.table.kind)
        return generic(desk)


def _with_the_rest(desk: OfferContext, offers: Offers) -> Offers:
    """Return the offers with what a ruleset adds to a decision: choices without an argument that have words of their own there."""
    orders = {one.order for one in offers.presses}
    orders |= {entry.order for group in offers.groups for entry in group.entries}
    for verb, kind in desk.table.game.decision.verbs.items():
        order = choice_codec.encode_choices((verb, 0))
        own = desk.names.words.has(f"ui.decisions.{desk.table.kind}.verbs.{verb}")
        if not kind and own and order not in orders and desk.table.offers(verb):
            offers.press(verb_label(desk, verb), order)
    return offers


def panel(
    game_id: str,
    desk: OfferContext,
    who: str,
    notes: str = "",
    body: str = "panel",
    first: tuple[Button, ...] = (),
    offers: Offers | None = None,
) -> Reply:
    """Return the panel of a seat: what is decided, with controls if it is this seat's turn.

    `who` names the player whom the game waits for; `notes` goes on top; `body` is the
    screen of the pressed token, which may open one group or page; `first` is the first row of controls;
    `offers` are those of `offers_of` where they are known already.
    """
    table, names = desk.table, desk.names
    title = title_of(table.game)
    lines = [notes] if notes else []
    lines.append(title.head(desk))
    number = table.number
    menu = _menu(game_id, number, desk, body, first, offers or offers_of(desk))
    if not table.game.stack:
        lines.append(desk.say("panel.over", result=result_text(names, table.game)))
    elif not table.mine:
        lines.append(desk.say("panel.waits", side=names.side(int(table.game.actor or 0)), who=who))
    else:
        lines.append(decision_text(desk))
    task = lines[-1]
    if table.faults:
        lines.append(names.words.say("reasons.trial_crashed", report=table.faults[0]))
    picture = title.panel_picture(game_id, desk) if table.mine else None
    if picture is not None:
        picture = picture.model_copy(update={"language": names.words.language})
    return Reply(text="\n".join(lines), picture=picture, menu=menu, edit="panel", seat=table.side, task=task)


def _menu(game_id: str, number: int, desk: OfferContext, body: str, first: tuple[Button, ...], offers: Offers) -> Menu:
    table, say = desk.table, desk.say
    extra = []
    if table.undoable:
        extra.append(
            Button(
                label=say("buttons.undo"), token=tokens.screen(game_id, number, "undo"), hint=say("buttons.undo_hint")
            )
        )
    if not table.game.stack:
        extra.append(rematch_button(desk.names, game_id))
    if table.mine and table.face.sheet is not None:
        extra.append(sheet_button(table.kind, tokens.screen(game_id, number, "sheet"), desk.names))
    extra += [
        Button(label=say(f"buttons.{look}"), token=tokens.screen(game_id, number, look))
        for look in title_of(table.game).at_hand
    ]
    extra.append(Button(label=say("buttons.map"), token=tokens.screen(game_id, number, "map:overview")))
    if body != "panel":
        extra.append(Button(label=say("buttons.refresh"), token=tokens.screen(game_id, number, "panel")))
    place = PanelPlace(game_id, number, say("panel.more"), say("panel.back"), say("panel.which"))
    return lay_out(offers, place, extra, opened(body), first)


def sheet_button(kind: str, token: str, names: Book) -> Button:
    """Return the button that opens the sheet of a kind of decision."""
    say = names.words.say
    return Button(label=say(f"ui.buttons.sheet_{kind}"), token=token, hint=say("ui.buttons.sheet_hint"))


def rematch_button(names: Book, game_id: str) -> Button:
    """Return the button that opens a new game with the same options once this one is over."""
    return Button(label=names.words.say("ui.buttons.rematch"), token=tokens.line(game_id, "rematch"), style="primary")


def result_text(names: Book, game: Game[GameState]) -> str:
    """How a game ended, "" while it goes on."""
    return title_of(game).ended(names, game) if game.result is not None else ""


def without_result(text: str, names: Book, game: Game[GameState]) -> str:
    """Return a story without how the game ended, for where that is said once beside it."""
    result = result_text(names, game)
    if not result or result not in text:
        return text
    lines = [" ".join(line.replace(result, "").split()) if result in line else line for line in text.split("\n")]
    return "\n".join(line for line in lines if line)


def decision_text(desk: OfferContext) -> str:
    """Return what is decided, with the figures that matter."""
    return title_of(desk.table.game).task(desk)


__all__ = ["decision_text", "offers_of", "panel", "rematch_button", "result_text", "sheet_button", "without_result"]
