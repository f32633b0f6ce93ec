"""Render replies as Block Kit, within Slack's limits.

Limits (docs.slack.dev, reference/block-kit): 50 blocks a message, 100 a modal or Home; a
section 3,000 characters; 25 elements an actions block; a button's text 75, its value 2,000; a
select 100 options of 75 characters with values of 150; alt text 2,000.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.platforms.slack import adapter_texts
from bot.platforms.slack.markup import cut, escaped, plain, sections
from bot.port import Completion
from bot.table.lengths import summarized
from bot.table.reply import Button, Menu, MenuOption, Reply, Select

Block = dict[str, Any]

BLOCKS = 50
VIEW_BLOCKS = 100
LABEL = 75
VALUE = 150
OPTIONS = 100
ALT = 2000
#: Most characters of the alt text shown instead of a picture: permanently, and until it arrives.
_TOLD = 850
_TOLD_MEANWHILE = 300
FALLBACK = 3000

#: The value of the order form's button for the usual title.
_USUAL = "form"
#: Separates the title and the game in the button's value.
_GAME = "~"

_STYLES = {"primary": "primary", "danger": "danger"}


@dataclass(frozen=True, slots=True)
class Picture:
    """An uploaded picture; without a file, its alt text is shown, and `later` says whether it may still be rendered.

    A `coming` picture is added after its message, which says so.
    """

    file: str
    alt: str
    later: bool = False
    coming: bool = False


@dataclass(frozen=True, slots=True)
class SlackMessage:
    """A Slack message: blocks, and the text for notifications and screen readers."""

    text: str
    blocks: tuple[Block, ...]

    @property
    def pictured(self) -> bool:
        """True if it contains an uploaded picture."""
        return any(block["type"] == "image" for block in self.blocks)

    def without_controls(self) -> SlackMessage:
        """Return the message without controls."""
        return SlackMessage(
            self.text, tuple(block for block in self.blocks if block["type"] not in ("actions", "input"))
        )

    def unpictured(self) -> SlackMessage:
        """Return the message without its picture."""
        return SlackMessage(self.text, tuple(block for block in self.blocks if block["type"] != "image"))

    def in_words(self, *, coming: bool = False) -> SlackMessage:
        """Return the message with alt text instead of the picture, for when Slack doesn't show it, or not yet."""
        return SlackMessage(
            self.text,
            tuple(
                _words_of(b["alt_text"], coming=coming, said=self.text) if b["type"] == "image" else b
                for b in self.blocks
            ),
        )


def shown(reply: Reply, picture: Picture | None, *, mentions: Sequence[str] = (), typing: bool = False) -> SlackMessage:
    """Render a reply as a message.

    Args:
        reply: what to show.
        picture: its picture, if there is one and it is ready.
        mentions: Slack user ids to ping.
        typing: add the row for finding or typing an order, as on panels.
    """
    pings = " ".join(f"<@{user}>" for user in mentions)
    pieces = sections(reply.text, reply.title)
    if pings:
        pieces = [*pieces[:-1], f"{pieces[-1]}\n{pings}"] if pieces and len(pieces[-1]) < 2800 else [*pieces, pings]
    blocks: list[Block] = [section(piece) for piece in pieces]
    words_ = cut(escaped(plain(reply.text, reply.title)), FALLBACK)
    if picture is not None:
        blocks.append(_image(picture, words_))
    if reply.menu is not None:
        blocks += controls(reply.menu)
    if typing:
        blocks.append(typing_row(reply.title, reply.beside))
    return SlackMessage(" ".join(part for part in (words_, pings) if part), tuple(blocks[:BLOCKS]))


def section(text: str) -> Block:
    """Return a section block of Slack markup."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def controls(menu: Menu) -> list[Block]:
    """Render the rows of a menu; action ids are unique by row and column, values are tokens."""
    blocks: list[Block] = []
    for number, row in enumerate(menu.rows):
        if isinstance(row, Select):
            blocks += _select(row, number)
        elif row:
            elements = [_button(button, f"p:{number}:{place}") for place, button in enumerate(row)]
            blocks.append({"type": "actions", "elements": elements})
    return blocks


def typing_row(title: str = "", beside: str = "") -> Block:
    """Return the row for finding or typing an order; the button's value contains the title.

    On the panel of a game `beside` the channel's, orders can only be typed, and the value contains that game.
    """
    find = {
        "type": "external_select",
        "action_id": "find",
        "min_query_length": 0,
        "placeholder": text(adapter_texts.FIND),
    }
    form = {
        "type": "button",
        "action_id": "form",
        "text": text(adapter_texts.TYPE),
        "value": f"{title or _USUAL}{_GAME}{beside}" if beside else title or _USUAL,
    }
    return {"type": "actions", "elements": [form] if beside else [find, form]}


def typed_for(value: str) -> tuple[str, str]:
    """Return the title and the game in the order button's value; "" for the usual title and the channel's game."""
    title, _, game = value.partition(_GAME)
    return "" if title == _USUAL else title, game


def suggestions(found: Sequence[Completion]) -> list[Block]:
    """Return options of an external select; completions too long for a value have to be typed."""
    fitting = {item.insert: item for item in found if item.insert and len(item.insert) <= VALUE}
    return [
        {"text": text(cut(item.label or item.insert, LABEL)), "value": item.insert}
        for item in list(fitting.values())[:OPTIONS]
    ]


def numbered(place: int, token: str) -> str:
    """Return an option value with its index: Slack returns values in order of selection, we need the menu's."""
    return f"{place:02}|{token}"


def in_order(values: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens of indexed values in the menu's order."""
    return tuple(value.partition("|")[2] for value in sorted(values))


def text(words_: str) -> Block:
    """Return a plain text object."""
    return {"type": "plain_text", "text": words_, "emoji": False}


def field(block_id: str, label: str, element: Block, hint: str = "", *, optional: bool = True) -> Block:
    """Return an input block with a label; it sends nothing by itself."""
    made: Block = {
        "type": "input", "block_id": block_id, "label": text(label), "element": element, "optional": optional,
    }  # fmt: skip
    return made | ({"hint": text(hint)} if hint else {})


def chooser(select: Select, action: str, *, up_to: int | None = None) -> Block:
    """Return a menu for an input block; its values contain their index, so that they can be put back in order.

    Args:
        select: the menu.
        action: its action id.
        up_to: how many can currently be chosen, if fewer than the menu's maximum; it stays a multi-select.
    """
    most = up_to or select.most
    options = [_option(option) for option in select.options]
    for place, option in enumerate(options):
        option["value"] = numbered(place, str(option["value"]))
    menu: Block = {"action_id": action, "options": options}
    chosen = [made for made, option in zip(options, select.options, strict=True) if option.chosen]
    if chosen:
        menu |= {"initial_option": chosen[0]} if select.most == 1 else {"initial_options": chosen}
    if select.most == 1:
        return menu | {"type": "static_select", "placeholder": text(adapter_texts.CHOOSE_ONE)}
    several = text(adapter_texts.CHOOSE_SEVERAL.format(most=most))
    return menu | {"type": "multi_static_select", "max_selected_items": most, "placeholder": several}


def modal(shown_: SlackMessage, metadata: str, title: str = "") -> Block:
    """Render a message as a modal."""
    blocks = [_unsent(block) for block in shown_.blocks[:VIEW_BLOCKS]]
    return {
        "type": "modal", "callback_id": "panel", "title": text(title or adapter_texts.FORM_TITLE), "close": text(adapter_texts.FORM_CLOSE),
        "private_metadata": metadata, "blocks": blocks,
    }  # fmt: skip


def _button(button: Button, action: str) -> Block:
    made: Block = {"type": "button", "action_id": action, "text": text(cut(button.label, LABEL)), "value": button.token}
    if button.style in _STYLES:
        made["style"] = _STYLES[button.style]
    if button.hint:
        made["accessibility_label"] = cut(button.hint, LABEL)
    return made


def _select(select: Select, number: int) -> list[Block]:
    if select.most == 1:
        options = [_option(option) for option in select.options]
        menu: Block = {"options": options, "placeholder": text(cut(select.placeholder, 150))}
        return [{"type": "actions", "elements": [menu | {"type": "static_select", "action_id": f"s:{number}"}]}]
    # An input sends nothing by itself: the selection is sent when the button below is pressed.
    take = {"type": "button", "action_id": f"take:{number}", "text": text(adapter_texts.TAKE), "value": str(number)}
    several = chooser(select, f"m:{number}")
    return [
        field(_fresh_block_id(several, number), cut(select.placeholder, 150), several, optional=False),
        {"type": "actions", "elements": [take]},
    ]


def _fresh_block_id(menu: Block, number: int) -> str:
    """Return a block id that changes with the options, so that no selection survives when a message is replaced."""
    values = "\n".join(str(option["value"]) for option in menu["options"])
    return f"menu{number}.{hashlib.sha256(values.encode()).hexdigest()[:12]}"


def _unsent(block: Block) -> Block:
    """Convert a block for a modal that isn't submitted: inputs would require a submit button."""
    if block["type"] != "input":
        return block
    return {"type": "section", "block_id": block["block_id"], "text": block["label"], "accessory": block["element"]}


def _option(option: MenuOption) -> Block:
    """Convert an option; what doesn't fit into its label continues in its description."""
    label, more = option.label, option.description
    if len(label) > LABEL:
        rest = f"…{label[LABEL - 1 :]}"
        label, more = f"{label[: LABEL - 1]}…", f"{rest} · {more}" if more else rest
    made: Block = {"text": text(label), "value": option.token}
    if more:
        made["description"] = text(summarized(more, LABEL))
    return made


def _image(picture: Picture, said: str) -> Block:
    if not picture.file:
        return _words_of(picture.alt, coming=picture.coming, said=said)
    alt = cut(picture.alt or adapter_texts.FORM_TITLE, ALT)
    return {"type": "image", "slack_file": {"id": picture.file}, "alt_text": alt}


def _words_of(alt: str, *, coming: bool, said: str) -> Block:
    """Return the text shown instead of a picture: why, and the alt text unless the message has `said` it already.

    While the picture is on its way, it is short.
    """
    why = adapter_texts.PICTURE_COMING if coming else adapter_texts.NO_PICTURE
    told = [] if repeats(alt, said) else sections(cut(alt, _TOLD_MEANWHILE if coming else _TOLD))
    return section(" ".join([f"_{why}_", *(piece[:2800] for piece in told[:1])]))


def repeats(alt: str, said: str) -> bool:
    """Return True if a picture's alt text already occurs in the plain text of its message."""
    return escaped(alt).rstrip("… ") in said
