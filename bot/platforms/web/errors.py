"""Errors of the local channel, with one sentence each."""

from __future__ import annotations


class WebRefusal(Exception):
    """A refused request; `status` is its HTTP status."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status


class Unkept(Exception):
    """The store refused to write the answer to the channel's log; the message is the answer."""
