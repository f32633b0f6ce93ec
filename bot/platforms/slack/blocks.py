"""Replies as Block Kit, within Slack's limits.

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
#: Characters of a picture's words that stand in its place: for good, and until it comes.
_TOLD = 850
_TOLD_MEANWHILE = 300
FALLBACK = 3000

#: The value of the button to the form for orders, where it is that of the usual title.
_USUAL = "form"
#: Between the title and the game that the button knows.
_GAME = "~"

_STYLES = {"primary": "primary", "danger": "danger"}


@dataclass(frozen=True, slots=True)
class Picture:
    """An uploaded picture; without a file it could not be drawn, or `later` perhaps can, and its words are shown.

    What is `coming` is brought behind its message, which says so.
    """

    file: str
    alt: str
    later: bool = False
    coming: bool = False


@dataclass(frozen=True, slots=True)
class SlackMessage:
    """A message as Slack takes it: blocks, and the words for notifications and screen readers."""

    text: str
    blocks: tuple[Block, ...]

    @property
    def pictured(self) -> bool:
        """True if it shows an uploaded picture."""
        return any(block["type"] == "image" for block in self.blocks)

    def without_controls(self) -> SlackMessage:
        """Return the same with nothing to press."""
        return SlackMessage(
            self.text, tuple(block for block in self.blocks if block["type"] not in ("actions", "input"))
        )

    def unpictured(self) -> SlackMessage:
        """Return the same without its picture."""
        return SlackMessage(self.text, tuple(block for block in self.blocks if block["type"] != "image"))

    def in_words(self, *, coming: bool = False) -> SlackMessage:
        """Return the same with the picture's alt text in its place, for when Slack does not show the picture, or not yet."""
        return SlackMessage(
            self.text,
            tuple(
                _words_of(b["alt_text"], coming=coming, said=self.text) if b["type"] == "image" else b
                for b in self.blocks
            ),
        )


def shown(reply: Reply, picture: Picture | None, *, mentions: Sequence[str] = (), typing: bool = False) -> SlackMessage:
    """Return a reply as a message.

    Args:
        reply: what to show.
        picture: its picture, if it has one and it is ready.
        mentions: Slack user ids that are pinged.
        typing: add the row to find or type an order, which belongs to panels.
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
    """Return a paragraph of Slack markup."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def controls(menu: Menu) -> list[Block]:
    """Return the rows of a menu; action ids are unique by row and place, tokens are the values."""
    blocks: list[Block] = []
    for number, row in enumerate(menu.rows):
        if isinstance(row, Select):
            blocks += _select(row, number)
        elif row:
            elements = [_button(button, f"p:{number}:{place}") for place, button in enumerate(row)]
            blocks.append({"type": "actions", "elements": elements})
    return blocks


def typing_row(title: str = "", beside: str = "") -> Block:
    """Return the row by which an order is found among what is possible, or typed; the button knows of which title it is.

    On the panel of a game `beside` that of the channel an order is typed alone, and the button knows that game.
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
    """Of which title and which game the button to the form for orders knows; "" for the usual title and the channel's game."""
    title, _, game = value.partition(_GAME)
    return "" if title == _USUAL else title, game


def suggestions(found: Sequence[Completion]) -> list[Block]:
    """Options of an external select; what is too long for a value has to be typed."""
    fitting = {item.insert: item for item in found if item.insert and len(item.insert) <= VALUE}
    return [
        {"text": text(cut(item.label or item.insert, LABEL)), "value": item.insert}
        for item in list(fitting.values())[:OPTIONS]
    ]


def numbered(place: int, token: str) -> str:
    """Return a value of a menu for several entries: Slack gives them in the order of choosing, we need the menu's."""
    return f"{place:02}|{token}"


def in_order(values: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens of numbered values in the menu's order."""
    return tuple(value.partition("|")[2] for value in sorted(values))


def text(words_: str) -> Block:
    """Return a plain text object."""
    return {"type": "plain_text", "text": words_, "emoji": False}


def field(block_id: str, label: str, element: Block, hint: str = "", *, optional: bool = True) -> Block:
    """Something to fill in, under its name; it sends nothing by itself."""
    made: Block = {
        "type": "input", "block_id": block_id, "label": text(label), "element": element, "optional": optional,
    }  # fmt: skip
    return made | ({"hint": text(hint)} if hint else {})


def chooser(select: Select, action: str, *, up_to: int | None = None) -> Block:
    """Return a menu that is filled in, under a name: its values tell their places, so that they come back in its order.

    Args:
        select: the menu.
        action: its action id.
        up_to: how many may be chosen for now, where that is fewer than it takes; it stays a menu for several.
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
    """Return a message as a modal."""
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
    # Filled in, it sends nothing: what was chosen comes along when the button below is pressed.
    take = {"type": "button", "action_id": f"take:{number}", "text": text(adapter_texts.TAKE), "value": str(number)}
    several = chooser(select, f"m:{number}")
    return [
        field(_fresh(several, number), cut(select.placeholder, 150), several, optional=False),
        {"type": "actions", "elements": [take]},
    ]


def _fresh(menu: Block, number: int) -> str:
    """Return a block id that changes with the entries, as Slack asks where a message is replaced: no choice outlives them."""
    values = "\n".join(str(option["value"]) for option in menu["options"])
    return f"menu{number}.{hashlib.sha256(values.encode()).hexdigest()[:12]}"


def _unsent(block: Block) -> Block:
    """As a modal takes it that is not sent: without fields, which would ask for a button to send it."""
    if block["type"] != "input":
        return block
    return {"type": "section", "block_id": block["block_id"], "text": block["label"], "accessory": block["element"]}


def _option(option: MenuOption) -> Block:
    """Return an entry; what does not fit into its label goes on in its description."""
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
    """Return what stands in a picture's place: why, and what it shows, without what the message itself has `said`.

    Where the picture is on its way that is short.
    """
    why = adapter_texts.PICTURE_COMING if coming else adapter_texts.NO_PICTURE
    told = [] if repeats(alt, said) else sections(cut(alt, _TOLD_MEANWHILE if coming else _TOLD))
    return section(" ".join([f"_{why}_", *(piece[:2800] for piece in told[:1])]))


def repeats(alt: str, said: str) -> bool:
    """Return True if the words of a picture stand in the plain text of its message."""
    return escaped(alt).rstrip("… ") in said
