"""Validate requests as Discord would: against its own description if available, and always against its documented limits."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

ROOT = Path(__file__).parent.parent.parent.parent


def description() -> Path | None:
    """Return Discord's OpenAPI description, if it is beside the project or in FELDPOST_SHARED."""
    shared = Path(os.environ.get("FELDPOST_SHARED") or ROOT.parent / "shared")
    path = shared / "platform_specs" / "discord_openapi.json"
    return path if path.is_file() else None


@cache
def _document() -> dict[str, Any]:
    path = description()
    return json.loads(path.read_text(encoding="utf-8")) if path else {}


@cache
def _validator(path: str, method: str) -> Draft202012Validator:
    operation = _document()["paths"][path][method]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    whole = {"allOf": [schema], "components": _document()["components"]}
    return Draft202012Validator(whole)


@cache
def template_of(method: str, path: str) -> str | None:
    """Return the path template of the description that matches a request, preferring the most literal."""
    fitting = []
    for template, operations in _document()["paths"].items():
        pattern = re.sub(r"\{[^}]+\}", "[^/]+", template)
        if method in operations and re.fullmatch(pattern, path):
            fitting.append(template)
    return min(fitting, key=lambda template: template.count("{"), default=None)


#: What was found in lists of commands: every bot sends the same one when it starts, and it is as long as all other bodies together.
_COMMANDS: dict[tuple[str, str, str], list[str]] = {}


def faults(method: str, path: str, body: Any, sizes: list[int]) -> list[str]:
    """Return everything wrong with a request; `sizes` are the sizes of its files."""
    if not path.endswith("/commands"):
        return _faults(method, path, body, sizes)
    sent = (method, path, json.dumps(body))
    if sent not in _COMMANDS:
        _COMMANDS[sent] = _faults(method, path, body, sizes)
    return _COMMANDS[sent]


def _faults(method: str, path: str, body: Any, sizes: list[int]) -> list[str]:
    found = limits(path, body, sizes)
    if description() is not None:
        template = template_of(method.lower(), path)
        if template is None:
            found.append(f"{method} {path} is no operation of Discord")
        elif sizes and "multipart/form-data" not in _contents(template, method.lower()):
            found.append(f"{method} {path} takes no files")
        elif body is not None:
            body = _with_text_ids(body)
            found += [
                f"{method} {path}: {'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
                for error in _validator(template, method.lower()).iter_errors(body)
            ]
    return found


def _with_text_ids(body: Any) -> Any:
    """Convert ids that the library sends as numbers to text; Discord accepts both ("Snowflake IDs", "Uploading Files")."""
    if not isinstance(body, dict):
        return body
    told = dict(body)
    if told.get("attachments"):
        told["attachments"] = [{**one, "id": str(one["id"])} for one in told["attachments"]]
    if "recipient_id" in told:
        told["recipient_id"] = str(told["recipient_id"])
    if (told.get("allowed_mentions") or {}).get("users"):
        mentions = told["allowed_mentions"]
        told["allowed_mentions"] = {**mentions, "users": [str(user) for user in mentions["users"]]}
    return told


def _contents(template: str, method: str) -> dict[str, Any]:
    return dict(_document()["paths"][template][method].get("requestBody", {}).get("content", {}))


def limits(path: str, body: Any, sizes: list[int]) -> list[str]:
    """Return a request's violations of Discord's documented limits."""
    if path.endswith("/commands"):
        return [fault for command in body or () if command.get("type") != 4 for fault in command_faults(command)]
    if not isinstance(body, dict):
        return []
    message = body
    if path.endswith("/callback"):
        message = body.get("data") or {}
        if body["type"] == 8:
            return _choices(message.get("choices", []))
        if body["type"] == 9:
            return _modal(message)
    return message_faults(message, sizes)


def message_faults(message: dict[str, Any], sizes: list[int]) -> list[str]:
    """Return a message's violations of the documented limits."""
    found = []

    def expect(right: bool, fault: str) -> None:
        if not right:
            found.append(fault)

    expect(len(message.get("content") or "") <= 2000, "a text longer than 2,000 characters")
    attachments = message.get("attachments") or []
    expect(len(attachments) <= 10, "more than 10 attachments")
    expect(all(len(one.get("description") or "") <= 1024 for one in attachments), "alt text over 1,024 characters")
    pictures = [one for one in attachments if not str(one.get("filename", "")).endswith((".txt", ".json", ".jsonl"))]
    expect(all(one.get("description") for one in pictures), "a picture without alt text")
    expect(all(size <= 10 * 2**20 for size in sizes), "a file over 10 MiB")
    expect(sum(sizes) <= 25 * 2**20, "a request over 25 MiB")
    found += components_faults(message.get("components") or [])
    return found


def components_faults(rows: list[dict[str, Any]]) -> list[str]:
    """Return the faults of a message's component rows."""
    found = []
    if len(rows) > 5:
        found.append(f"{len(rows)} rows")
    ids = [item["custom_id"] for row in rows for item in row["components"]]
    if len(ids) != len(set(ids)):
        found.append(f"ids that are not distinct: {sorted(one for one in ids if ids.count(one) > 1)}")
    found += [f"an id of {len(one)} characters" for one in ids if not 1 <= len(one) <= 100]
    for row in rows:
        kinds = [item["type"] for item in row["components"]]
        if kinds != [3] and not (set(kinds) == {2} and 1 <= len(kinds) <= 5):
            found.append(f"a row of {kinds}")
        for item in row["components"]:
            found += _select(item) if item["type"] == 3 else _button(item)
    return found


def _button(item: dict[str, Any]) -> list[str]:
    return [] if 1 <= len(item.get("label") or "") <= 80 else [f"a button's label of {len(item.get('label') or '')}"]


def _select(item: dict[str, Any]) -> list[str]:
    options = item["options"]
    values = [option["value"] for option in options]
    found = []
    if not 1 <= len(options) <= 25 or len(set(values)) != len(values):
        found.append(f"{len(options)} options, {len(set(values))} distinct")
    if len(item.get("placeholder") or "") > 150:
        found.append("a placeholder over 150 characters")
    if not item.get("min_values", 1) <= item.get("max_values", 1) <= len(options):
        found.append("more choices than options")
    for option in options:
        texts = [option["label"], option["value"], *([option["description"]] if option.get("description") else [])]
        if not all(1 <= len(text) <= 100 for text in texts):
            found.append(f"an option with texts of {[len(text) for text in texts]}")
    return found


def _choices(choices: list[dict[str, Any]]) -> list[str]:
    found = [] if len(choices) <= 25 else [f"{len(choices)} suggestions"]
    return found + [
        f"a suggestion {choice}"
        for choice in choices
        if not 1 <= len(choice["name"]) <= 100 or not 1 <= len(str(choice["value"])) <= 100
    ]


def _modal(modal: dict[str, Any]) -> list[str]:
    found = [] if 1 <= len(modal["title"]) <= 45 else ["a form's title over 45 characters"]
    if not 1 <= len(modal["custom_id"]) <= 100:
        found.append("a form without an id or with one over 100 characters")
    if not 1 <= len(modal["components"]) <= 5:
        found.append("a form without fields or with too many")
    ids = []
    for row in modal["components"]:
        fields = [row["component"]] if row["type"] == 18 else row["components"]
        ids += [field["custom_id"] for field in fields]
        label = row.get("label") or fields[0].get("label") or ""
        if len(fields) != 1 or not 1 <= len(label) <= 45 or len(row.get("description") or "") > 100:
            found.append(f"a field {row}")
        for field in fields:
            if field["type"] == 3 and row["type"] == 18:
                found += _select(field)
            elif field["type"] != 4 or field["max_length"] > 4000 or len(field.get("placeholder") or "") > 100:
                found.append(f"a field {field}")
    if len(ids) != len(set(ids)):
        found.append(f"ids that are not distinct: {ids}")
    return found


def command_faults(command: dict[str, Any]) -> list[str]:
    """Return the faults of an application command and everything below it."""
    found = []
    if not re.fullmatch(r"[-_\w]{1,32}", command["name"]) or command["name"] != command["name"].lower():
        found.append(f"a name {command['name']!r}")
    if not 1 <= len(command["description"]) <= 100:
        found.append(f"{command['name']}: a description of {len(command['description'])} characters")
    for locale, text in (command.get("description_localizations") or {}).items():
        if not 1 <= len(text) <= 100:
            found.append(f"{command['name']}: a description of {len(text)} characters in {locale}")
    options = command.get("options", [])
    names = [option["name"] for option in options]
    if len(options) > 25 or len(set(names)) != len(names):
        found.append(f"{command['name']}: {len(options)} options, {len(set(names))} names")
    required = [option.get("required", False) for option in options if option["type"] > 2]
    if required != sorted(required, reverse=True):
        found.append(f"{command['name']}: a needed option behind one that is not")
    if len(command.get("choices", [])) > 25:
        found.append(f"{command['name']}: {len(command['choices'])} choices")
    found += _choices(command.get("choices", []))
    for option in options:
        found += command_faults(option)
    return found


def command_size(command: dict[str, Any]) -> int:
    """Return the characters of names, descriptions and values, limited to 8,000 per command including everything below it.

    Of each field the longest language counts (developers/interactions/application-commands).
    """
    own = _longest(command, "name") + _longest(command, "description")
    own += sum(_longest(choice, "name") + len(str(choice["value"])) for choice in command.get("choices", []))
    return own + sum(command_size(option) for option in command.get("options", []))


def _longest(told: dict[str, Any], field: str) -> int:
    return max(map(len, [told[field], *(told.get(f"{field}_localizations") or {}).values()]))
