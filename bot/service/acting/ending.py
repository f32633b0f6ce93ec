"""What is posted when a game is over: result with its reason, final map, VP by turn, luck, and the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.narration.book import Book
from bot.service.acting.posts import post
from bot.service.looking import history
from bot.service.session import entries_of
from bot.storage.models import Post
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.panel import result_text
from bot.table.reply import Button, Menu, PictureRef, Reply
from bot.titles import title_of, title_stored
from engine.core import record as rec
from engine.core.game import Game, GameState

#: What a fair die gives on average.
FAIR = 3.5
_FIRES = frozenset({"attacker_fire", "defender_fire"})


def posts(stored: StoredGame, record: list[dict[str, Any]], language: str) -> list[Post]:
    """The end of a game for the channel and the spectators' thread, from its whole record; for `recalled`."""
    title, retold = title_stored(stored.header), history.retell(stored, record)
    book, game = title.book(stored.header.options, language), retold.game
    told = [
        book.words.say("ui.posts.curve", curve=" → ".join(str(vp) for vp in [*retold.curve, title.score(game)])),
        *luck(book, retold.events),
        other_dice(book, record),
    ]
    picture = PictureRef.model_validate(
        {
            "kind": "end",
            "game": stored.header.game_id,
            "number": game.number,
            "alt": result_text(book, game),
            "palette": stored.settings.palette,
        }
    )
    return brief(stored, game, book, told, picture)


def brief(
    stored: StoredGame, game: Game[GameState], book: Book, told: Sequence[str] = (), picture: PictureRef | None = None
) -> list[Post]:
    """The end of a game: its result, what its record tells where that can be played again, and its seed."""
    header, say = stored.header, book.words.say
    lines = [
        result_text(book, game),
        say("ui.posts.end", vp=title_of(game).score(game)),
        *told,
        say("ui.posts.seed", seed=header.seed, commitment=header.commitment),
        say("ui.seed.revealed", host=header.mixing.host, first=book.side(0)) if header.mixing else "",
    ]
    text = "\n".join(line for line in lines if line)
    rematch = Button(label=say("ui.buttons.rematch"), token=tokens.line(header.game_id, "rematch"))
    return [
        post("end", Reply(text=text, picture=picture, audience="channel", menu=Menu(rows=((rematch,),)))),
        post("end", Reply(text=text, picture=picture, audience="thread")),
    ]


def luck(names: Book, events: list[dict[str, Any]]) -> list[str]:
    """For each side its fires, their mean, and the pips above or below what fair dice give; [] before the first."""
    dice: dict[int, list[int]] = {0: [], 1: []}
    for event in events:
        if event["kind"] == "fire":
            dice[event["data"]["fire"]["side"]].append(event["data"]["fire"]["die"])
    if not any(dice.values()):
        return []
    lines = [names.words.say("ui.posts.luck_head")]
    for side, rolled in dice.items():
        if not rolled:
            lines.append(names.words.say("ui.posts.luck_none", side=names.side(side)))
            continue
        pips = sum(rolled) - FAIR * len(rolled)
        mean = f"{sum(rolled) / len(rolled):.2f}"
        lines.append(
            names.words.say(
                "ui.posts.luck_side", side=names.side(side), count=len(rolled), mean=mean, pips=f"{pips:+.1f}"
            )
        )
    return lines


def other_dice(names: Book, record: list[dict[str, Any]]) -> str:
    """How often and with what mean the other dice fell, by purpose; "" if none did."""
    rolled: dict[str, list[int]] = {}
    for entry in rec.in_force(entries_of(record)):
        for outcome in entry.outcomes:
            if not outcome.purpose.startswith("draw_") and outcome.purpose not in _FIRES:
                rolled.setdefault(outcome.purpose, []).append(outcome.value)
    told = []
    for purpose, values in sorted(rolled.items()):
        if max(values) > 6:
            continue  # no die
        key = f"ui.dice.{purpose}"
        name = names.words.say(key) if names.words.has(key) else purpose.replace("_", " ")
        told.append(f"{name} {len(values)} × {sum(values) / len(values):.2f}")
    return names.words.say("ui.posts.other_dice", list=", ".join(told)) if told else ""


__all__ = ["brief", "luck", "other_dice", "posts"]
