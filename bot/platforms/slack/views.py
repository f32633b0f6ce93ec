"""Modals and the Home tab."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.narration.texts import spoken_texts
from bot.platforms.slack import adapter_texts
from bot.platforms.slack.blocks import OPTIONS, VIEW_BLOCKS, Block, chooser, field, section, text
from bot.platforms.slack.interactions import SlackInteraction, form_values, metadata, metadata_of
from bot.platforms.slack.markup import cut, sections
from bot.table import tokens
from bot.table.reply import Form
from bot.titles.capabilities import alone_in
from bot.titles.forms import SCENARIO, Question, setup_form
from bot.titles.roots import title_meant
from bot.titles.title import Title

#: Most characters of a label, of a hint, and of a placeholder.
_LABEL, _HINT, _PLACEHOLDER = 75, 2000, 150


def order_form(asked: SlackInteraction) -> Block:
    """Build the modal for finding or typing an order."""
    title = title_meant(asked.title)
    example = title.words(spoken_texts().language).say("ui.order_example")
    hint = adapter_texts.FORM_TYPE_HINT.format(root=title.command)
    find = {
        "type": "external_select",
        "action_id": "line",
        "min_query_length": 0,
        "placeholder": text(adapter_texts.FIND),
    }
    typed = {
        "type": "plain_text_input",
        "action_id": "typed",
        "max_length": 1900,
        "placeholder": text(cut(example, _PLACEHOLDER)),
    }
    return {
        "type": "modal", "callback_id": "order", "title": text(adapter_texts.FORM_TITLE), "submit": text(adapter_texts.FORM_SEND),
        "close": text(adapter_texts.FORM_CLOSE), "private_metadata": metadata(asked),
        # Only the orders of the channel's game can be found.
        "blocks": [
            *([] if asked.game else [field("found", adapter_texts.FORM_FIND, find)]),
            field("typed", adapter_texts.FORM_TYPE, typed, hint),
        ],
    }  # fmt: skip


def new_form(asked: SlackInteraction, scenario: str = "", *, kept: str | None = None) -> Block:
    """Build the modal for a new game: menus for scenario and options.

    Args:
        asked: the interaction, for where the answer is shown.
        scenario: the chosen one; its options may differ.
        kept: metadata of an open form.
    """
    title = title_meant(asked.title)
    form = setup_form(title, spoken_texts().language, scenario=scenario)
    first = scenario or alone_in(title)[0] or form.usual
    scenarios = _chosen(form.scenario, first) | {"dispatch_action": True}
    fields = [scenarios, *(_chosen(one) for one in form.options)]
    return {
        "type": "modal", "callback_id": "new", "title": text(adapter_texts.NEW_TITLE), "submit": text(adapter_texts.FORM_SEND),
        "close": text(adapter_texts.FORM_CLOSE), "private_metadata": kept or metadata(asked),
        "blocks": fields,
    }  # fmt: skip


def _chosen(question: Question, usual: str = "") -> Block:
    """Build a menu of the new-game modal; required if `usual` is given, else it can be left unset."""
    shown = question.values[:OPTIONS]
    options = [{"text": text(cut(adapter_texts.spoken(name), _LABEL)), "value": value} for value, name in shown]
    menu: Block = {"type": "static_select", "action_id": question.name, "options": options}
    first = next((option for option in options if option["value"] == usual), None)
    menu |= {"initial_option": first} if first else {"placeholder": text(adapter_texts.NEW_USUAL)}
    return field(question.name, cut(question.label, _LABEL), menu, cut(question.hint, _HINT), optional=first is None)


def sheet(form: Form, asked: SlackInteraction, *, kept: str | None = None) -> Block:
    """Build the modal of a sheet: the tally, a menu for each field, and one submit button.

    If entries have costs, the menus report every change, so that the tally is updated at once.

    Args:
        form: the sheet.
        asked: the interaction, for where the answer is shown.
        kept: metadata of an open sheet.
    """
    fields = []
    for number, one in enumerate(form.fields):
        menu = chooser(one.menu, f"chosen:{number}", up_to=form.most(number))
        block = field(field_id(form, number), one.label, menu, one.hint, optional=not one.required)
        fields.append(block | ({"dispatch_action": True} if form.tally else {}))
    told = "\n".join(part for part in (f"*{form.tally}*" if form.tally else "", *sections(form.told)) if part)
    return {
        "type": "modal", "callback_id": "sheet", "title": text(form.title), "submit": text(adapter_texts.FORM_SEND),
        "close": text(adapter_texts.FORM_CLOSE), "private_metadata": kept or metadata(asked),
        "blocks": [*([section(told)] if told else []), *fields],
    }  # fmt: skip


def counting(view: dict[str, Any]) -> str:
    """Return the token that requests a sheet's tally, to go before its chosen entries' tokens; "" if it isn't ours."""
    for block in view.get("blocks") or ():
        for option in (block.get("element") or {}).get("options") or ():
            try:
                found = tokens.parse(str(option["value"]).partition("|")[2])
            except tokens.BadToken:
                return ""
            return tokens.screen(found.game, found.number, "tick")
    return ""


def field_id(form: Form, number: int) -> str:
    """Return the block id of a sheet's field; these ids sort in field order.

    Slack keeps the selection of a block whose id stays the same, so the ids differ for every position.
    """
    return f"field{number:02}.{form.number}"


def first_field(view: dict[str, Any]) -> str:
    """Return the block id of a sheet's first field."""
    return next(str(block["block_id"]) for block in view["blocks"] if block["type"] == "input")


def typed_line(view: dict[str, Any]) -> str:
    """Return the command of a filled-in form, "" if it is empty."""
    values = form_values(view)
    if view.get("callback_id") == "new":
        return setup_form(_title_of(view), scenario=values.get(SCENARIO, "")).line(values)
    return values.get("typed") or values.get("line", "")


def other_form(view: dict[str, Any], scenario: str, asked: SlackInteraction) -> Block | None:
    """Return the open new-game form with the options of another scenario; None if they are the same."""
    kept = str(view.get("private_metadata") or "")
    wanted = new_form(replace(asked, title=_title_of(view).name), scenario, kept=kept)
    asks = [[block.get("block_id") for block in one["blocks"]] for one in (wanted, view)]
    return wanted if asks[0] != asks[1] else None


def _title_of(view: dict[str, Any]) -> Title[Any, Any]:
    """Return the title of an open form."""
    return title_meant(str(metadata_of(view).get("title") or ""))


def home(listed: str, games: Sequence[tuple[str, str]]) -> Block:
    """Build the Home tab: the user's games in words, and a menu to open one; `games` are names and tokens."""
    blocks: list[Block] = [{"type": "header", "text": text(adapter_texts.HOME_HEAD)}]
    blocks += [section(piece) for piece in sections(listed)][: VIEW_BLOCKS - 5]
    elements: list[Block] = []
    if games:
        options = [{"text": text(cut(name, 75)), "value": token} for name, token in games[:OPTIONS]]
        elements.append(
            {
                "type": "static_select",
                "action_id": "s:0",
                "placeholder": text(adapter_texts.HOME_OPEN),
                "options": options,
            }
        )
    elements.append({"type": "button", "action_id": "home", "text": text(adapter_texts.HOME_REFRESH), "value": "home"})
    blocks += [{"type": "actions", "elements": elements}, {"type": "divider"}, section(adapter_texts.HOME_HELP)]
    return {"type": "home", "private_metadata": json.dumps({}), "blocks": blocks}
