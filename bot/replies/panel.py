"""The private panel: the present decision with everything that is legal, as buttons and menus."""

from __future__ import annotations

import logging
from typing import Any

from bot.narration.fields import half
from bot.narration.names import Names
from bot.narration.narrator import outcome
from bot.notation.refusal import Refusal
from bot.notation.table import Table, units_of
from bot.replies import tokens
from bot.replies.cards_and_units import generic
from bot.replies.layout import Place, lay_out, opened
from bot.replies.model import Button, Menu, PictureRef, Reply
from bot.replies.offers import Desk, Offers
from engine.core.game import Game
from engine.errors import EngineError
from engine.pog.rules import sieges

log = logging.getLogger(__name__)


def offers_of(desk: Desk) -> Offers:
    """What the present decision offers the seat at the desk; its bare choices if working out more fails."""
    if not desk.table.mine:
        return Offers()
    try:
        return (desk.table.face.offers or generic)(desk)
    except (Refusal, EngineError):
        log.error("the offers of %s failed; every choice is offered by itself", desk.table.kind)
        return generic(desk)


def panel(
    game_id: str,
    table: Table,
    names: Names,
    who: str,
    notes: str = "",
    body: str = "panel",
    first: tuple[Button, ...] = (),
    offers: Offers | None = None,
) -> Reply:
    """The panel of a seat: what is decided, with controls if it is this seat's turn.

    `who` names the player whom the game waits for; `notes` goes on top; `body` is the
    screen of the pressed token, which may open one group or page; `first` is the first row of controls;
    `offers` are those of `offers_of` where they are known already.
    """
    desk = Desk(table, names)
    lines = [notes] if notes else []
    lines.append(_head(desk))
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
    picture = _picture(game_id, desk)
    return Reply(text="\n".join(lines), picture=picture, menu=menu, edit="panel", seat=table.side, task=task)


def _menu(game_id: str, number: int, desk: Desk, body: str, first: tuple[Button, ...], offers: Offers) -> Menu:
    table, say = desk.table, desk.say
    extra = []
    if table.game.stack and table.game.undoable(table.side):
        extra.append(
            Button(
                label=say("buttons.undo"), token=tokens.screen(game_id, number, "undo"), hint=say("buttons.undo_hint")
            )
        )
    if not table.game.stack:
        extra.append(Button(label=say("buttons.rematch"), token=tokens.line(game_id, "rematch"), style="primary"))
    if table.mine and table.face.sheet is not None:
        extra.append(sheet_button(table.kind, tokens.screen(game_id, number, "sheet"), desk.names))
    extra.append(Button(label=say("buttons.hand"), token=tokens.screen(game_id, number, "hand")))
    extra.append(Button(label=say("buttons.map"), token=tokens.screen(game_id, number, "map:overview")))
    if body != "panel":
        extra.append(Button(label=say("buttons.refresh"), token=tokens.screen(game_id, number, "panel")))
    place = Place(game_id, number, say("panel.more"), say("panel.back"), say("panel.which"))
    return lay_out(offers, place, extra, opened(body), first)


def sheet_button(kind: str, token: str, names: Names) -> Button:
    """The button that opens the sheet of a kind of decision."""
    say = names.words.say
    return Button(label=say(f"ui.buttons.sheet_{kind}"), token=token, hint=say("ui.buttons.sheet_hint"))


def _head(desk: Desk) -> str:
    state = desk.table.game.state
    return desk.say(
        "panel.head",
        turn=desk.names.turn(state.turn),
        round=desk.say("panel.round", round=state.round) if state.round else "",
        vp=state.vp,
        side=desk.names.side(desk.table.side),
    )


def result_text(names: Names, game: Game[Any]) -> str:
    """How a game ended, "" while it goes on."""
    result = game.result
    if result is None:
        return ""
    key = f"narration.reasons.{result.reason}"
    why = names.words.say(key) if names.words.has(key) else result.reason
    side = names.side(result.winner) if result.winner is not None else ""
    word = outcome(result.winner, result.reason)
    return names.words.say(f"narration.over.{word}", side=side, reason=why, vp=game.state.vp)


def decision_text(desk: Desk) -> str:
    """What is decided, with the figures that matter."""
    kind = desk.table.kind
    key = f"ui.decisions.{kind}.text"
    if not desk.names.words.has(key):
        return kind.replace("_", " ").capitalize() + "."
    text = desk.names.words.say(key, **_figures(desk))
    if kind in ("move_unit", "move_stack", "move_on") and (forts := sieges.promised(desk.table.game.state)):
        text += " " + desk.say("panel.siege_open", spaces=desk.names.spaces(units_of(forts)))
    return text


def _figures(desk: Desk) -> dict[str, Any]:
    table, names = desk.table, desk.names
    state, kind = table.game.state, table.kind
    data: dict[str, Any] = {}
    operation, combat = state.operation, state.combat
    if operation is not None:
        marked = units_of(operation.move | operation.attack)
        data["left"] = operation.ops
        data["activated"] = (
            names.words.say("ui.decisions.activate.activated", spaces=names.spaces(marked)) if marked else ""
        )
    if combat is not None:
        data["target"] = names.space(combat.target)
        data["attackers"] = desk.units(units_of(combat.attackers))
        data["defenders"] = desk.units(units_of(combat.defenders)) or names.words.say(
            "narration.battle.fort_alone", factor=combat.fort
        )
        data["losses"] = combat.to_defender if kind == "defender_loss" else combat.to_attacker
        data["taken"], data["count"] = combat.taken, combat.retreat_length
        data["drm"] = f"+{combat.flank_drm}"
    if kind == "attack":
        chosen = units_of(table.field("attackers", 0))
        text = names.words.say("ui.decisions.attack.attackers", units=desk.units(chosen)) if chosen else ""
        data["attackers"] = text
    stack = table.field("stack", 0)
    data["stack"] = (
        desk.units(units_of(stack)) if isinstance(stack, int) and stack else names.words.say("ui.words.nobody")
    )
    for name in ("origin",):
        if isinstance(table.field(name), int):
            data[name] = names.space(table.field(name))
    for name in ("unit", "army"):
        if isinstance(table.field(name), int) and table.field(name) >= 0:
            data[name] = desk.unit(table.field(name))
    data["points"] = table.field("points", 0)
    data["path"] = names.path(table.field("path", ()) or ())
    pools = state.rules.content.pools[table.side]
    points = [f"{names.nation(pool)} {half(state.rp[pool])}" for pool in pools if state.rp.get(pool)]
    data["rp"] = ", ".join(points) or names.words.say("ui.words.none")
    return data


#: What a card may be used for, by the verb of the choice.
_USES = {"event": "event", "ops": "ops", "sr": "sr", "rp": "rp", "play": "combat"}


def hand_marks(table: Table) -> dict[str, object]:
    """Which cards of the hand may be chosen now, and as what; nothing while the other side decides."""
    verbs = [verb for verb, kind in table.game.decision.verbs.items() if kind == "card"] if table.mine else []
    playable = sorted({card for verb in verbs for card in table.may(verb)})
    uses = [(card, [_USES[verb] for verb in verbs if verb in _USES and card in table.may(verb)]) for card in playable]
    return {"playable": playable, "uses": [[card, kinds] for card, kinds in uses if kinds]}


def _picture(game_id: str, desk: Desk) -> PictureRef | None:
    """The hand where cards are chosen, else a close-up of the ground that is decided about."""
    table = desk.table
    if not table.mine:
        return None
    number, state = table.game.number, table.game.state
    if table.face.shows == "hand" and state.hand[table.side]:
        return PictureRef(kind="hand", game=game_id, number=number, viewer=table.side, args=hand_marks(table))
    focus: list[int] = []
    if state.combat is not None:
        focus = [state.combat.target, *units_of(state.combat.spaces)]
    elif state.operation is not None:
        focus = units_of(state.operation.move | state.operation.attack)
    focus += [space for space in table.field("path", ()) or () if space not in focus]
    if not focus:
        return None
    return PictureRef(kind="closeup", game=game_id, number=number, args={"moves": [], "attacks": [], "focus": focus})
