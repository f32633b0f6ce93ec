"""The looking commands, each a function of a viewer and the command's arguments."""

from __future__ import annotations

from typing import Any

from bot.table import tokens
from bot.table.layout import ENTRIES
from bot.table.lengths import shortened
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, MenuOption, Reply, Select
from bot.titles.looks import Look, Ordered, Viewer
from bot.titles.pog import dangers
from bot.titles.pog.looks import view_queries
from bot.titles.pog.looks.activation_prices import activation_prices
from bot.titles.pog.looks.latest_front import latest_front
from bot.titles.pog.looks.odds_answer import odds_text
from bot.titles.pog.looks.possible_attacks import possible_attacks_text
from bot.titles.pog.looks.reachable import comers, reachable
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation.card_orders import MODES
from bot.titles.pog.notation.lexicon import Lexicon, lexicon
from bot.titles.pog.panels.figures import hand_marks
from bot.titles.pog.systems import view_for
from engine.pog.view import GameView
from renderer.pog import areas

SIDES = view_queries.SIDES
#: Maximum length of a menu entry's description.
_DESCRIPTION = 100
#: Stacks of a front that are named with the whole map.
_STACKS = 4


def seen_by(viewer: Viewer[Names]) -> GameView:
    """Return the game as the viewer may know it."""
    return view_for(viewer.game, viewer.side)


def lexicon_of(viewer: Viewer[Names]) -> Lexicon:
    """Return the lexicon of names as players type them."""
    return lexicon(viewer.names.content, viewer.names.words.language)


def hand(viewer: Viewer[Names], args: Any) -> Reply:
    """Return the seat's own cards, never another seat's."""
    del args
    side, say = viewer.side, viewer.names.words.say
    if side is None:
        raise refuse("no_seat")
    cards = seen_by(viewer).sides[side].hand or ()
    if not cards:
        return Reply(text=say("ui.answers.empty_hand"), seat=side)
    marks = hand_marks(viewer.table) if viewer.game.stack else {}
    text = say("ui.answers.hand", cards=viewer.names.cards(cards))
    return Reply(text=text, picture=viewer.picture("hand", text, viewer=side, **marks), seat=side)


def show_map(viewer: Viewer[Names], args: Any) -> Reply:
    """Return the front where the war is now, the overview, a theatre, or a space with its neighbours.

    Buttons lead to other maps, a menu to close-ups. On a phone the names on a whole theatre are too small to read, so its
    front is told in words; on a close-up they aren't, nor on a front, to which the first button leads.
    """
    what, say = args.what, viewer.names.words.say
    if not what.strip():
        return _front_now(viewer)
    if (asked := view_queries.overlay_of(what)) is not None:
        return _overlay(viewer, asked)
    kind, wanted = view_queries.map_request(lexicon_of(viewer), what)
    text = say(f"ui.maps.{wanted.get('name', kind)}")
    if kind == "space":
        view = seen_by(viewer)
        text = view_queries.space_of(viewer.names, view, wanted["space"])
    others = [_map_button(viewer, name) for name in ("overview", *view_queries.THEATRES)]
    picture = viewer.picture(kind, text, **wanted)
    if kind == "theatre":
        area = wanted["name"]
        menu = _menu([_map_button(viewer, "near", f"front {area}"), *others], _overlays(viewer))
        menu = Menu(rows=(*_close_up_menu(viewer, area), *menu.rows))
        return Reply(text="\n".join(_fronts(viewer, area)) or text, picture=picture, menu=menu)
    told = "\n".join([text, *_fronts(viewer)]) if kind == "overview" else text
    return Reply(text=told, picture=picture, menu=_menu(others, _overlays(viewer)))


def _front_now(viewer: Viewer[Names]) -> Reply:
    """Return the front where the war is now, legible on a phone; buttons lead to the whole map and the other fronts."""
    say = viewer.names.words.say
    area, focus = latest_front(viewer, seen_by(viewer))
    text = say("ui.maps.now", where=say(f"ui.maps.{area}"), whole=say("ui.maps.overview"))
    menu = _menu(
        [
            _map_button(viewer, "overview"),
            *(_map_button(viewer, other, f"front {other}") for other in view_queries.THEATRES),
        ],
        _overlays(viewer),
    )
    told = "\n".join([text, *_fronts(viewer, *(one for one in view_queries.THEATRES if one != area))])
    return Reply(text=told, picture=viewer.picture("front", text, name=area, focus=focus), menu=menu)


def _fronts(viewer: Viewer[Names], *fronts: str) -> list[str]:
    """Return in words what a picture doesn't show on a phone: front by front, the stacks that face the most enemies.

    Without `fronts` it is about all of them. A space that several pictures show is told on one front.
    """
    view, names = seen_by(viewer), viewer.names
    lines, own = [], areas.own_theatres(view.content)
    for theatre in fronts or view_queries.THEATRES:
        here = [space for space in areas.wanted(view, "threats", None, theatre) if own[space] == theatre]
        stacks = [f"{names.space(space)} ({view_queries.units_in(names, view, space)})" for space in here[:_STACKS]]
        if stacks:
            where = names.words.say(f"ui.maps.{theatre}")
            lines.append(names.words.say("ui.maps.front_in_words", where=where, stacks=", ".join(stacks)))
    return lines


def _close_up_menu(viewer: Viewer[Names], theatre: str) -> tuple[Select, ...]:
    """Return a menu of close-ups in a theatre: the strongest stacks next to enemy spaces first, then all other units."""
    view, names = seen_by(viewer), viewer.names
    options = tuple(
        MenuOption(
            label=names.space(space),
            token=tokens.screen(viewer.game_id, -1, f"map:{names.content.spaces[space].name}"),
            description=shortened(view_queries.units_in(names, view, space), _DESCRIPTION),
        )
        for space in areas.wanted(view, "threats", None, theatre)[:ENTRIES]
    )
    return (Select(placeholder=names.words.say("ui.maps.closer"), options=options),) if options else ()


def _overlay(viewer: Viewer[Names], asked: view_queries.Overlay) -> Reply:
    """Return an overlay of the requested theatre, else of the one where it shows most; the text names it, buttons lead to the others."""
    say, view = viewer.names.words.say, seen_by(viewer)
    side = SIDES.index(asked.side) if asked.side else viewer.side if viewer.side is not None else 0
    of = {"side": side} if asked.sided else {}
    area = asked.area or areas.busiest(view, asked.kind, of.get("side"))
    name = f"{asked.kind}_{SIDES[side]}" if of else asked.kind
    text = say("ui.maps.overlay", where=say(f"ui.maps.{area}"), what=say(f"ui.maps.{name}"))
    if of:  # a stack that is already cut off isn't threatened any more
        text = f"{text} {view_queries.supply(viewer.names, view, side)}"
    if asked.kind == "supply":
        text = "\n".join([text, *dangers.ways_out(viewer.names, viewer.game.state, side)])
    elsewhere = [_map_button(viewer, other, f"{name} {other}") for other in view_queries.THEATRES]
    menu = _menu(elsewhere, [_map_button(viewer, "overview"), *_overlays(viewer)])
    return Reply(text=text, picture=viewer.picture(asked.kind, text, name=area, **of), menu=menu)


def _map_button(viewer: Viewer[Names], label: str, what: str = "") -> Button:
    """Return a button that opens a map."""
    token = tokens.screen(viewer.game_id, -1, f"map:{what or label}")
    return Button(label=viewer.names.words.say(f"ui.maps.{label}"), token=token)


def _overlays(viewer: Viewer[Names]) -> list[Button]:
    """Return buttons for the overlays without a given theatre, and for the status."""
    say = viewer.names.words.say
    buttons = [_map_button(viewer, name) for name in view_queries.OVERLAYS]
    buttons += [
        Button(label=say(f"ui.buttons.supply_{side}"), token=tokens.screen(viewer.game_id, -1, f"supply:{side}"))
        for side in SIDES
    ]
    return [*buttons, Button(label=say("ui.buttons.status"), token=tokens.screen(viewer.game_id, -1, "status"))]


def _menu(first: list[Button], then: list[Button]) -> Menu:
    buttons = [*first, *then]
    return Menu(rows=tuple(tuple(buttons[at : at + 5]) for at in range(0, len(buttons), 5)))


def status(viewer: Viewer[Names], args: Any) -> Reply:
    """Return all tracks and boxes, as text and as a picture."""
    del args
    text = view_queries.status(viewer.names, seen_by(viewer))
    return Reply(text=text, picture=viewer.picture("status", text))


def show_supply(viewer: Viewer[Names], args: Any) -> Reply:
    """Return the units that are out of supply, with the overlay."""
    return _overlay(viewer, view_queries.Overlay("supply", args.side, args.where))


def card(viewer: Viewer[Names], args: Any) -> Reply | Ordered:
    """Return a card to look at, or the order to play it if it can be played as a combat card now."""
    first, _, rest = args.card.partition(" ")
    word = first.casefold()
    if word in ("info", "show") and rest:
        return _card(viewer, rest)
    name = rest if word == "play" and rest else args.card
    if name.split()[-1].casefold() in MODES and viewer.side is not None and viewer.game.actor == viewer.side:
        return Ordered("play", f"card {name}")  # `card 2 ops`
    if _is_card_to_play(viewer, word == "play", name):
        return Ordered("play", name)
    if word == "play" and rest:
        raise refuse("no_card_window", "9.5.4.1")
    return _card(viewer, name)


def _is_card_to_play(viewer: Viewer[Names], meant: bool, name: str) -> bool:
    """Return True if the named card is to be played now."""
    if viewer.side is None:
        return False
    if viewer.game.actor != viewer.side or "play" not in viewer.game.decision.verbs:
        return False
    legal = viewer.game.options().of("play")
    return meant or (bool(legal) and lexicon_of(viewer).cards.card(name, legal) in legal)


def _card(viewer: Viewer[Names], name: str) -> Reply:
    """Return a card with its picture, and a button to play it if that is possible now."""
    side, say = viewer.side, viewer.names.words.say
    own = (seen_by(viewer).sides[side].hand or ()) if side is not None else ()
    number = lexicon_of(viewer).cards.card(name, own)
    text = view_queries.card(viewer.names, number, seen_by(viewer).scenario)
    menu = None
    if side is not None and viewer.game.actor == side and number in viewer.table.may("play"):
        token = tokens.line(viewer.game_id, f"card play {viewer.names.content.cards[number].name}")
        menu = Menu(rows=((Button(label=say("ui.buttons.play_now"), token=token, style="primary"),),))
    return Reply(text=text, picture=viewer.picture("card", text, card=number), menu=menu)


def deck(viewer: Viewer[Names], args: Any) -> Reply:
    """Return the sizes of all piles; for a side, its discards or removed cards as a picture."""
    say, view, side, pile = viewer.names.words.say, seen_by(viewer), args.side, args.pile
    text = view_queries.deck(viewer.names, view)
    buttons = tuple(
        Button(label=say(f"ui.buttons.{which}_{of}"), token=tokens.screen(viewer.game_id, -1, f"deck:{of}:{which}"))
        for of in SIDES
        for which in ("discard", "removed")
    )
    picture = None
    if side:
        known = view.sides[SIDES.index(side)]
        cards = known.removed if pile == "removed" else known.discard
        label = say(f"ui.buttons.{pile or 'discard'}_{side}")
        text = f"{label}: {viewer.names.cards(cards) or say('ui.words.none')}"
        if cards:
            picture = viewer.picture("pile", text, side=SIDES.index(side), pile=pile or "discard")
    return Reply(text=text, picture=picture, menu=Menu(rows=(buttons,)))


def score(viewer: Viewer[Names], args: Any) -> Reply:
    """Return where the VP come from."""
    del args
    return Reply(text=view_queries.score(viewer.names, seen_by(viewer)))


def units(viewer: Viewer[Names], args: Any) -> Reply:
    """Return a nation's units, a space and who can reach it or is near it, or a unit's location and its reach."""
    known = lexicon_of(viewer)
    word, _, space = args.where.partition(" ")
    asked = viewer.names.words.table("commands.words")
    if space and word.casefold() in asked["near"]:
        return Reply(text=view_queries.near(viewer.names, seen_by(viewer), known.space(space)))
    coming = space and word.casefold() in asked["reaching"]
    costing = space and word.casefold() in asked["costing"]
    text = view_queries.units(viewer.names, known, seen_by(viewer), space if coming or costing else args.where)
    if costing and viewer.side is not None and viewer.game.stack:
        places = [known.space(one.strip()) for one in space.split(",") if one.strip()]
        return Reply(text=f"{activation_prices(viewer.names, viewer.table, places)}\n{text}")
    if coming and viewer.side is not None and viewer.game.stack:
        return Reply(text=f"{text}\n{comers(viewer.names, viewer.table, known.space(space))}")
    if viewer.side is None or not viewer.game.stack:
        return Reply(text=text)
    going = reachable(viewer.names, known, viewer.table, args.where)
    return Reply(text=f"{text}\n{going}" if going else text)


def odds(viewer: Viewer[Names], args: Any) -> Reply:
    """Return the exact chances of an attack; without a target, the attacks that the viewer's side can make."""
    if not args.order and viewer.side is not None and viewer.game.stack:
        known = lexicon_of(viewer)
        return Reply(text=possible_attacks_text(viewer.names, known, viewer.game, viewer.side))
    words = (viewer.names, lexicon_of(viewer))
    return Reply(text=odds_text(*words, seen_by(viewer), viewer.game, viewer.side, args.order))


def peace(viewer: Viewer[Names], args: Any) -> Ordered:
    """Return the order that offers or answers peace terms."""
    del viewer
    return Ordered("choose", args.answer or "peace")


LOOKS: dict[str, Look[Names]] = {
    "map": Look(show_map), "hand": Look(hand), "card": Look(card, orders=True), "deck": Look(deck),
    "status": Look(status), "score": Look(score), "units": Look(units), "odds": Look(odds), "supply": Look(show_supply),
    "peace": Look(peace, orders=True),
}  # fmt: skip

__all__ = ["LOOKS", "lexicon_of", "seen_by"]
