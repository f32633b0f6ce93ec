"""The wars that can be played: the choice of one, and what differs in each."""

from __future__ import annotations

from bot.commands.catalogue import BY_NAME
from bot.narration.texts import Texts
from bot.replies import tokens
from bot.replies.model import Button, Menu, MenuOption, PictureRef, Reply, Select
from bot.systems import system_for
from bot.titles.pog.narration.names import Names

#: Buttons in a row.
_A_ROW = 5


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
    about = [_about(words, name) for name in offered()]
    learn = Button(label=words.say("guide.buttons.learn"), token=tokens.line("", "help learn"))
    rows = [tuple(about[at : at + _A_ROW]) for at in range(0, len(about), _A_ROW)]
    return Reply(text=f"{words.say('guide.welcome.wars')}\n{listed}", menu=Menu(rows=(menu, *rows, (learn,))))


def _about(words: Texts, name: str) -> Button:
    """Leads to the page of a war."""
    return Button(
        label=words.say("guide.buttons.about", title=_title(words, name)), token=tokens.line("", f"help {name}")
    )


def _title(words: Texts, name: str) -> str:
    return words.say(f"names.scenarios.{name}").partition(":")[0]


def page(words: Texts, wanted: str) -> Reply | None:
    """What differs in a war, named by its word or by its title; None if there is none of that name."""
    spoken = " ".join(wanted.casefold().replace("_", " ").split())
    for name in offered():
        title = words.say(f"names.scenarios.{name}")
        if spoken in (name.replace("_", " "), _title(words, name).casefold()):
            lines = (f"**{title}**", words.say(f"guide.wars.{name}"), _numbers(words, name))
            text = "\n".join((*lines, words.say(f"guide.differs.{name}")))
            picture = PictureRef(kind="opening", game="", number=0, args={"scenario": name}, alt=title)
            button = Button(label=words.say("guide.buttons.war"), token=tokens.line("", f"new {name}"), style="primary")
            others = Button(label=words.say("guide.buttons.wars"), token=tokens.NEW_GAME)
            return Reply(text=text, picture=picture, menu=Menu(rows=((button, others),)))
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
