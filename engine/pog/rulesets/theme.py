"""A part of a variant: what it changes in the frames and in the answers of the rules before it."""

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

    `amended` gives the answers with those that differ; `replaced` are the frames that take the place of
    those with the same kind, `added` the new ones. `wrapped` makes a class from the one that stands for a kind by
    then, for what comes to a decision whatever other topics made of it.
    """

    amended: Callable[[Tables], Tables]
    replaced: tuple[type[Frame], ...] = ()
    added: tuple[type[Frame], ...] = ()
    wrapped: Mapping[str, Callable[[type[Frame]], type[Frame]]] = field(default_factory=dict)

    def lay(self, table: FrameTable) -> None:
        """Lay the frames of the topic over those of a table."""
        for cls in self.replaced:
            table.replace(cls)
        for cls in self.added:
            table.add(cls)
        for kind, wrap in self.wrapped.items():
            table.replace(wrap(table.get(kind)))


def laid_over(base: Rulebook, name: str, themes: tuple[Theme, ...]) -> Rulebook:
    """Return a ruleset of that name: another one with the topics of a variant laid over it in order."""

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
