"""Direct messages: the slots of those edited in place, and the message shown where one isn't accepted.

A message shown instead can't be edited later, so it contains nothing that could be answered elsewhere meanwhile: it
leads to the panel, which offers what can be answered now.
"""

from __future__ import annotations

from bot.narration.texts import spoken_texts
from bot.table import tokens
from bot.table.reply import Button, Menu, Reply

#: Messages whose controls answer something that others may answer, or that may expire.
_ANSWERED = frozenset({"offer", "warning", "claim"})
#: Stored names of the direct messages that are edited in place, by what they are.
_SLOTS = {"prompt": "direct", "offer": "direct-offer", "warning": "direct-warning", "claim": "direct-claim"}


def slot_of(reply: Reply, user: str) -> str:
    """Return the slot of a direct message edited in place, which includes its recipient; "" for any other."""
    return f"{_SLOTS[reply.edit]}:{user}" if reply.edit in _SLOTS else ""


def fallback(reply: Reply, game: str) -> Reply:
    """Replace the controls of a direct message by ones that stay valid; a message without any is unchanged."""
    if reply.menu is None or reply.edit not in (*_ANSWERED, "prompt"):
        return reply
    say = spoken_texts().say
    button = Button(label=say("ui.buttons.open_panel"), token=tokens.screen(game, -1, "panel"), style="primary")
    if reply.edit in _ANSWERED:
        text = f"{reply.text}\n{say('ui.offers.instead')}"
        return reply.model_copy(update={"text": text, "menu": Menu(rows=((button,),))})
    others = tuple(one for one in reply.menu.buttons if not one.seated)
    return reply.model_copy(update={"menu": Menu(rows=((button, *others),))})


__all__ = ["fallback", "slot_of"]
