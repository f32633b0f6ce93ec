"""Word refusals as one sentence: which part, what is wrong, the rule, and what would work."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.narration.book import Book
from bot.narration.user_text import user_text
from bot.table.refusal import AsksFirst, Refusal
from engine.errors import ChoiceError, EngineError, GameOver, Reason

#: Most alternatives named in a refusal; the rest is counted.
MOST_NAMED = 8
#: Most characters of typed text quoted in a refusal.
ECHO = 200
#: Sentence endings, in any language.
_ENDS = (".", "!", "?", "…", "`.", "”.", "。", "！", "？", "।", "؟", "⟧")


def sentence(names: Book, refusal: Refusal | EngineError) -> str:
    """Return a refusal as the player reads it."""
    say = names.words.say
    if isinstance(refusal, GameOver):
        return say("reasons.game_over")
    if not isinstance(refusal, Refusal | ChoiceError):
        return say("reasons.broken")
    if isinstance(refusal, AsksFirst):
        return "\n".join(dict.fromkeys(sentence(names, one) for one in refusal.questions))
    reason = refusal.reason
    text = because(names, reason)
    if isinstance(refusal, Refusal):
        if refusal.part and echoed(refusal.part).casefold() not in text.casefold():
            text = say("reasons.in_part", part=echoed(refusal.part), text=text)
        if refusal.legal and (offer := alternatives(names, *refusal.legal, beside=refusal.beside)):
            text = f"{text} {offer}"
    return text


def because(names: Book, reason: Reason) -> str:
    """Return the reason alone, with its rule: at `{rule}` in its text, else at its end."""
    say = names.words.say
    key = f"reasons.{reason.code}"
    if not names.words.has(key):
        key = "reasons.not_possible_now"
    words = _words(names, reason.code, dict(reason.data))
    # The rule belongs to the reason, not to the hint.
    hint = words.pop("hint", "") if reason.rule else ""
    rule = f" {say('reasons.by_rule', rule=reason.rule)}" if reason.rule else ""
    text = say(key, **({"hint": ""} | words | {"rule": rule}))
    if reason.rule and rule not in text:
        return say("reasons.with_rule", text=text.rstrip("."), rule=reason.rule) + hint
    return (text if text.endswith(_ENDS) else f"{text}.") + hint


def _block(names: Book, reason: Reason) -> str:
    """Return what blocks a way, using the short text if there is one."""
    if names.words.has(key := f"reasons.blocks.{reason.code}"):
        return names.words.say(key, **_words(names, reason.code, dict(reason.data)))
    return because(names, replace(reason, rule="")).rstrip(".")


def alternatives(names: Book, verb: str, kind: str, args: tuple[int, ...], beside: str = "") -> str:
    """Return what would be legal instead, as a sentence; "" if there is nothing.

    For another action of the same decision, whose kind is `beside`, the action is named like its control.
    """
    if not kind or not args:
        return ""
    told = list(dict.fromkeys(names.argument(kind, arg) for arg in args))
    more = len(told) - MOST_NAMED
    shown = told[:MOST_NAMED]
    if more > 1:
        shown.append(names.words.say("ui.words.more", count=more))
        joined = ", ".join(shown)
    else:
        joined = names.words.listed(told, "or")
    key, control = f"reasons.legal.{verb}", f"ui.decisions.{beside}.verbs.{verb}"
    if names.words.has(key):
        return names.words.say(key, list=joined)
    if beside and names.words.has(control):
        return names.words.say("reasons.legal.beside", control=names.words.say(control), list=joined)
    return names.words.say("reasons.legal.other", list=joined)


def echoed(text: str) -> str:
    """Return the typed text as a refusal quotes it: shortened but recognisable."""
    return user_text(text if len(text) <= ECHO else f"{text[: ECHO - 1].rstrip()}…")


def _words(names: Book, code: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a reason with ids replaced by names according to their field."""
    words = names.because(data)
    if isinstance(data.get("text"), str):
        words["text"] = echoed(data["text"])
    if isinstance(data.get("blocks"), tuple):
        words["blocks"] = "; ".join(_block(names, one) for one in data["blocks"])
    if isinstance(data.get("side"), int):
        words["side"] = names.side(data["side"])
    for key in ("candidates", "commands"):
        if isinstance(data.get(key), tuple):
            words[key] = names.words.listed(list(data[key]), "or")
    if isinstance(data.get("reasons"), tuple):
        words["reasons"] = " ".join(because(names, one) for one in data["reasons"])
    for key in ("decision", "wanted"):
        title = f"ui.decisions.{data.get(key)}.title"
        if names.words.has(title):
            words[key] = names.words.say(title)
    words["first_seat"], words["second_seat"] = names.seats
    words["first"], words["second"] = names.side(0), names.side(1)
    if "near" in data:
        instead = f"reasons.instead.{code}"
        if data["near"]:
            words["hint"] = f" {names.words.say('reasons.did_you_mean', near=_alternatives(names, data['near']))}"
        elif data.get("there_are"):
            words["hint"] = f" {names.words.say('reasons.there_are', list=_alternatives(names, data['there_are']))}"
        else:
            words["hint"] = names.words.say(instead) if names.words.has(instead) else ""
    return words


def _alternatives(names: Book, what: Any) -> Any:
    """Join several texts as alternatives; anything else is unchanged."""
    return names.words.listed(list(what), "or") if isinstance(what, tuple) else what
