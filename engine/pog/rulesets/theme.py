"""Themes: one topic of a variant, with its changes to the frames and answers of the rules before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.core.frames import Frame, FrameTable
from engine.pog.content import Content
from engine.pog.rulesets.rulebook import Rulebook
from engine.pog.tables import Tables


@dataclass(frozen=True, slots=True)
class Theme:
    """The rules of one topic.

    `amended` returns the changed answers; `replaced` are frames that replace
    those of the same kind, `added` are new ones. `wrapped` derives a class from the current one of a kind,
    for additions to a decision on top of what other topics changed.
    """

    amended: Callable[[Tables], Tables]
    replaced: tuple[type[Frame], ...] = ()
    added: tuple[type[Frame], ...] = ()
    wrapped: Mapping[str, Callable[[type[Frame]], type[Frame]]] = field(default_factory=dict)

    def lay(self, table: FrameTable) -> None:
        """Apply the frames of the topic to a table."""
        for cls in self.replaced:
            table.replace(cls)
        for cls in self.added:
            table.add(cls)
        for kind, wrap in self.wrapped.items():
            table.replace(wrap(table.get(kind)))


def laid_over(base: Rulebook, name: str, themes: tuple[Theme, ...]) -> Rulebook:
    """Return a ruleset with the given name: another one with the topics of a variant applied in order."""

    def frames() -> FrameTable:
        table = base.frames()
        for theme in themes:
            theme.lay(table)
        return table

    def tables(content: Content) -> Tables:
        answers = base.tables(content)
        for theme in themes:
            answers = theme.amended(answers)
        return answers

    return Rulebook(name, frames, tables)
