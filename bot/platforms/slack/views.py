"""The forms and the Home tab."""

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

#: Characters of a label, of a hint, and of what stands in an empty field.
_LABEL, _HINT, _PLACEHOLDER = 75, 2000, 150


def order_form(asked: SlackInteraction) -> Block:
    """Find an order among what is possible, or type one."""
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
        # What can be found is what the channel's game allows.
        "blocks": [
            *([] if asked.game else [field("found", adapter_texts.FORM_FIND, find)]),
            field("typed", adapter_texts.FORM_TYPE, typed, hint),
        ],
    }  # fmt: skip


def new_form(asked: SlackInteraction, scenario: str = "", *, kept: str | None = None) -> Block:
    """Scenario and options of a new game of a title, a menu for each.

    Args:
        asked: where the answer belongs.
        scenario: the one that is chosen already; it may have options of its own.
        kept: of a form that stands open, what it knows of where its answer belongs.
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
    """Return a menu of the form for a new game; with a usual value one must be chosen, and without one it may be left as it is."""
    shown = question.values[:OPTIONS]
    options = [{"text": text(cut(adapter_texts.spoken(name), _LABEL)), "value": value} for value, name in shown]
    menu: Block = {"type": "static_select", "action_id": question.name, "options": options}
    first = next((option for option in options if option["value"] == usual), None)
    menu |= {"initial_option": first} if first else {"placeholder": text(adapter_texts.NEW_USUAL)}
    return field(question.name, cut(question.label, _LABEL), menu, cut(question.hint, _HINT), optional=first is None)


def sheet(form: Form, asked: SlackInteraction, *, kept: str | None = None) -> Block:
    """Return a whole step to fill in: what is chosen comes to, a menu for each field, and one press for all of them.

    Where something costs OPS the menus tell us of every change, so that it is counted at once.

    Args:
        form: the sheet.
        asked: where the answer belongs.
        kept: of a sheet that stands open, what it knows of that already.
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
    """Return the token that says what is chosen in a sheet, beside the tokens of all that is chosen; "" if it is none of ours."""
    for block in view.get("blocks") or ():
        for option in (block.get("element") or {}).get("options") or ():
            try:
                found = tokens.parse(str(option["value"]).partition("|")[2])
            except tokens.BadToken:
                return ""
            return tokens.screen(found.game, found.number, "tick")
    return ""


def field_id(form: Form, number: int) -> str:
    """Return the block id of a sheet's field; these ids sort as the fields stand.

    Slack keeps what is chosen in a block whose id stays, so every position has ids of its own.
    """
    return f"field{number:02}.{form.number}"


def first_field(view: dict[str, Any]) -> str:
    """Return the block id of the first field of a sheet."""
    return next(str(block["block_id"]) for block in view["blocks"] if block["type"] == "input")


def typed_line(view: dict[str, Any]) -> str:
    """Return the command that a filled-in form comes to, "" if it is empty."""
    values = form_values(view)
    if view.get("callback_id") == "new":
        return setup_form(_title_of(view), scenario=values.get(SCENARIO, "")).line(values)
    return values.get("typed") or values.get("line", "")


def other_form(view: dict[str, Any], scenario: str, asked: SlackInteraction) -> Block | None:
    """Return the open form for a new game with the options of a scenario; None if it asks for them already."""
    kept = str(view.get("private_metadata") or "")
    wanted = new_form(replace(asked, title=_title_of(view).name), scenario, kept=kept)
    asks = [[block.get("block_id") for block in one["blocks"]] for one in (wanted, view)]
    return wanted if asks[0] != asks[1] else None


def _title_of(view: dict[str, Any]) -> Title[Any, Any]:
    """Return the title whose form stands open."""
    return title_meant(str(metadata_of(view).get("title") or ""))


def home(listed: str, games: Sequence[tuple[str, str]]) -> Block:
    """Return the Home tab: my games in words, and a menu to open one; `games` are names and tokens."""
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
