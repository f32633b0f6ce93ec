"""What the local channel refuses, in one sentence each."""

from __future__ import annotations


class WebRefusal(Exception):
    """A request that is not served; `status` is the HTTP status it gets."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status


class Unkept(Exception):
    """What was answered could not be written into the log of the channel, since the store takes no writes; the words are the answer."""
