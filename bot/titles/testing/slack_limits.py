"""Slack's limits, as checks of everything that is sent.

Sources: docs.slack.dev, reference/block-kit, views, and interactivity.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Block = dict[str, Any]

#: Maximum number of blocks in a message or view, and the kinds of block allowed in each.
BLOCKS = {"message": 50, "modal": 100, "home": 100}
KINDS = {
    "message": {"section", "actions", "image", "divider", "header", "context", "input"},
    "modal": {"section", "actions", "image", "divider", "header", "context", "input"},
    "home": {"section", "actions", "image", "divider", "header", "context", "input"},
}


def check_message(args: dict[str, Any]) -> None:
    """Check the text and blocks of a message."""
    assert args.get("text"), "a message needs a text for notifications and screen readers"
    assert len(args["text"]) <= 4000
    check_blocks(args.get("blocks") or [], "message")


def check_view(view: Block) -> None:
    """Check a modal or a Home tab."""
    assert view["type"] in ("modal", "home")
    assert len(view.get("private_metadata", "")) <= 3000
    assert len(json.dumps(view)) <= 250_000
    assert len(view.get("callback_id", "")) <= 255
    for name in ("title", "submit", "close"):
        if name in view:
            _plain_text(view[name], 24)
    assert view["type"] == "home" or "title" in view
    if any(block["type"] == "input" for block in view["blocks"]):
        assert "submit" in view
    check_blocks(view["blocks"], view["type"])


def check_blocks(blocks: list[Block], surface: str) -> None:
    """Check all blocks of a message or view."""
    assert len(blocks) <= BLOCKS[surface]
    actions = [element["action_id"] for element in elements(blocks)]
    assert len(actions) == len(set(actions)), "action ids must differ"
    ids = [block["block_id"] for block in blocks if "block_id" in block]
    assert len(ids) == len(set(ids)), "block ids must differ"
    for block in blocks:
        assert block["type"] in KINDS[surface], block["type"]
        assert len(block.get("block_id", "")) <= 255
        _CHECKS[block["type"]](block)
    if surface == "message":
        _check_fields(blocks)


def _check_fields(blocks: list[Block]) -> None:
    """Check that input fields of a message are followed by a button that submits them."""
    for block, below in zip(blocks, [*blocks[1:], {}], strict=True):
        if block["type"] == "input" and not block.get("dispatch_action"):
            kinds = [element["type"] for element in below.get("elements", ())]
            assert "button" in kinds, "nothing sends what is filled in"


def elements(blocks: list[Block]) -> Iterator[Block]:
    """Yield everything that can be pressed or filled in."""
    for block in blocks:
        yield from block.get("elements", ()) if block["type"] == "actions" else ()
        for name in ("accessory", "element"):
            if name in block:
                yield block[name]


def _section(block: Block) -> None:
    assert 1 <= len(block["text"]["text"]) <= 3000
    assert block["text"]["type"] in ("mrkdwn", "plain_text")
    if "accessory" in block:
        assert block["accessory"]["type"] != "plain_text_input", "texts are typed in inputs only"
        _element(block["accessory"])


def _actions(block: Block) -> None:
    assert 1 <= len(block["elements"]) <= 25
    for element in block["elements"]:
        assert not element["type"].startswith("multi_"), "menus for several entries stand in sections and inputs only"
        assert element["type"] != "plain_text_input", "texts are typed in inputs only"
        _element(element)


def _image(block: Block) -> None:
    assert 1 <= len(block["alt_text"]) <= 2000
    assert block["slack_file"].keys() == {"id"}


def _header(block: Block) -> None:
    _plain_text(block["text"], 150)


def _input(block: Block) -> None:
    _plain_text(block["label"], 2000)
    assert block["element"]["type"] != "button", "a button is nothing to fill in"
    assert set(block) <= {"type", "block_id", "label", "element", "hint", "optional", "dispatch_action"}
    if "hint" in block:
        _plain_text(block["hint"], 2000)
    _element(block["element"])


def _divider(block: Block) -> None:
    assert block["type"] == "divider"


_CHECKS = {
    "section": _section, "actions": _actions, "image": _image, "header": _header, "input": _input, "divider": _divider,
}  # fmt: skip


def _element(element: Block) -> None:
    assert 1 <= len(element["action_id"]) <= 255
    kind = element["type"]
    if kind == "button":
        _plain_text(element["text"], 75)
        assert len(element["value"]) <= 2000
        assert element.get("style", "primary") in ("primary", "danger")
        assert len(element.get("accessibility_label", "")) <= 75
    elif kind in ("static_select", "multi_static_select"):
        _plain_text(element["placeholder"], 150) if "placeholder" in element else None
        assert 1 <= len(element["options"]) <= 100
        check_options(element["options"])
        if kind.startswith("multi"):
            assert element["max_selected_items"] >= 1
    elif kind == "external_select":
        _plain_text(element["placeholder"], 150)
        assert element["min_query_length"] >= 0
    else:
        assert kind == "plain_text_input", kind
        assert element["max_length"] <= 3000


def check_options(options: list[Block]) -> None:
    """Check the entries of a select."""
    values = [option["value"] for option in options]
    assert len(values) == len(set(values)), "values must differ"
    assert len(options) <= 100
    for option in options:
        _plain_text(option["text"], 75)
        assert 1 <= len(option["value"]) <= 150
        if "description" in option:
            _plain_text(option["description"], 75)


def _plain_text(text: Block, most: int) -> None:
    assert text["type"] == "plain_text"
    assert 1 <= len(text["text"]) <= most, text
