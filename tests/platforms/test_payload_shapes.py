"""Payload logging: fields, types and lengths, and never content."""

from __future__ import annotations

import logging

import pytest

from bot.operations.logs import set_up
from bot.platforms.payload_shapes import log_shape, log_shapes, shape
from bot.settings import Settings

PAYLOAD = {
    "type": "block_actions", "team": None, "is_enterprise_install": False, "user": {"id": "U08AUSTRIA1"},
    "state": {"values": {"U08SECRET99": {"typed": {"value": "attack metz"}}}}, "event_time": 1764296003,
    "actions": [{"value": "a"}, {"value": "bb"}, {"value": "ccc"}, {"value": "dddd"}], "blocks": [],
}  # fmt: skip


def test_a_shape_has_fields_types_and_lengths_and_no_content() -> None:
    told = shape(PAYLOAD)
    assert told == (
        "type: text 13, team: null, is_enterprise_install: yes or no, user.id: text 11, "
        "state.values.*.typed.value: text 11, event_time: number 10, "
        "actions: list 4, actions.0.value: text 1, actions.1.value: text 2, actions.2.value: text 3, blocks: list 0"
    )
    for content in ("block_actions", "U08", "metz", "17642"):
        assert content not in told


@pytest.mark.parametrize("odd", [None, "text", 5, [1, "x"], {}, [[[]]], {"a": {"b" * 99: {1: 2}}}])
def test_anything_has_a_shape(odd: object) -> None:
    assert "x" not in shape(odd).replace("text", "")


def test_a_shape_stays_a_line() -> None:
    deep: dict[str, object] = {}
    for _ in range(5000):
        deep = {"a": deep}
    assert len(shape(deep)) < 200
    assert shape({f"a{'b' * n}": n for n in range(2000)}).endswith("more")


def test_shapes_are_logged_where_the_operator_wants_them(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever the log level; without the setting there is no line, even at level debug."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        for wanted, expected in (("no", 0), ("yes", 1)):
            set_up(Settings.model_validate({"log_level": "error" if expected else "debug", "log_shapes": wanted}))
            root.addHandler(caplog.handler)
            caplog.clear()
            log_shape("slack", "block_actions", PAYLOAD)
            assert len(caplog.records) == expected
    finally:
        log_shapes(wanted=False)
        root.handlers[:] = handlers
        root.setLevel(level)
        for name in ("bot", "engine", "renderer"):
            logging.getLogger(name).setLevel(logging.NOTSET)
