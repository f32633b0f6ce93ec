"""The wars that can be played: the choice of one, and what differs in each."""

from __future__ import annotations

from bot.commands.catalogue import BY_NAME
from bot.narration.texts import Texts
from bot.replies import tokens
from bot.replies.model import Button, Menu, MenuOption, Reply, Select
from bot.systems import system_for
from bot.titles.pog.narration.names import Names


def offered() -> tuple[str, ...]:
    """The scenarios that `/new` opens, by their words."""
    return BY_NAME["new"].arguments.choices("scenario")


def choice(words: Texts) -> Reply:
    """The wars to choose from, each with a line on its length and for whom it is."""
    entries = tuple(
        MenuOption(
            label=words.say(f"names.scenarios.{name}"),
            token=tokens.line("", f"new {name}"),
            description=words.say(f"guide.wars.{name}"),
        )
        for name in offered()
    )
    listed = "\n".join(f"- **{entry.label}**. {entry.description}" for entry in entries)
    menu = Select(placeholder=words.say("guide.welcome.placeholder"), options=entries)
    row = (Button(label=words.say("guide.buttons.learn"), token=tokens.line("", "help learn")),)
    return Reply(text=f"{words.say('guide.welcome.wars')}\n{listed}", menu=Menu(rows=(menu, row)))


def page(words: Texts, wanted: str) -> Reply | None:
    """What differs in a war, named by its word or by its title; None if there is none of that name."""
    spoken = " ".join(wanted.casefold().replace("_", " ").split())
    for name in offered():
        title = words.say(f"names.scenarios.{name}")
        if spoken in (name.replace("_", " "), title.partition(":")[0].casefold()):
            lines = (f"**{title}**", words.say(f"guide.wars.{name}"), _numbers(words, name))
            text = "\n".join((*lines, words.say(f"guide.differs.{name}")))
            button = Button(label=words.say("guide.buttons.war"), token=tokens.line("", f"new {name}"), style="primary")
            return Reply(text=text, menu=Menu(rows=((button,),)))
    return None


def _numbers(words: Texts, name: str) -> str:
    """Turns, cards, VP and what wins, from the facts of the game."""
    rules = system_for({"scenario": name}).rules
    scenario, start, names = rules.scenario, rules.start, Names(rules.content, words)
    *special, usual = scenario.levels
    ends = [words.say("guide.differs.ends", cp=usual.cp_min, ap=usual.ap_max)]
    for level in special:
        card = names.card_title(rules.card(level.condition.partition(":")[2]))
        ends.append(words.say("guide.differs.ends_if", card=card, cp=level.cp_min, ap=level.ap_max))
    return words.say(
        "guide.differs.numbers",
        first=start.turn if start else 1,
        last=scenario.last_turn,
        hand=scenario.hand_size,
        vp=start.vp if start else scenario.start_vp,
        ends=" ".join(ends),
    )
