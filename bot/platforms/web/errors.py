"""What the local channel refuses, in one sentence each."""

from __future__ import annotations


class WebRefusal(Exception):
    """A request that is not served; `status` is the HTTP status it gets."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
