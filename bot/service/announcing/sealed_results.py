"""The end of a game in a season with hidden results: the channel reads only that it is over."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.book import Book
from bot.storage.outbox_models import Post
from bot.table import tokens
from bot.table.reply import Button, Menu, Reply

#: Kinds of public posts that reveal no result: removal of controls, and the table message, which hides it itself.
_KEPT = ("strip", "table")


def over(names: Book, game_id: str, seats: str) -> Reply:
    """Return the table message of a finished game, with the button that shows the result."""
    say = names.words.say
    show = Button(label=say("ui.buttons.reveal"), token=tokens.screen(game_id, -1, f"{tokens.REVEAL}status"))
    text = "\n".join([seats, say("ui.table.sealed")])
    return Reply(text=text, menu=Menu(rows=((show,),)), audience="channel", edit="table")


def sealed_posts(names: Book, posts: Sequence[Post]) -> list[Post]:
    """Return the posts of the command that ended a game, saying only that it is over; private messages stay."""
    kept = [one for one in posts if one.audience == "private" or one.kind in _KEPT]
    end = Reply(text=names.words.say("ui.table.sealed"), audience="channel")
    return [*kept, Post(kind="end", audience=end.audience, body=end.model_dump(mode="json"))]


__all__ = ["over", "sealed_posts"]
