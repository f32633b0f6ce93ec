"""Rules help: paragraphs in our own words, by number or by a word in them."""

from __future__ import annotations

import re
from typing import Any

from bot.narration.texts import Texts
from bot.table.refusal import perhaps, refuse
from bot.table.typed_text import alike, one_edit

MOST = 5
#: A heading's first word and one more.
_PAIR = 2
#: Prefixes people type before a paragraph number.
_MARK = re.compile(r"^(?:§+|(?:rule|paragraph|section)\s+(?=[\dA-Z]))\s*", re.IGNORECASE)


def rules_text(words: Texts, wanted: str) -> str:
    """Return the table of contents, one paragraph with those below it, or the paragraphs with a word.

    Raises:
        Refusal: there is no such paragraph.
    """
    paragraphs: dict[str, Any] = words.table("rules.paragraphs")
    wanted = unmarked(wanted)
    if not wanted:
        sections = [f"**{number}** {text['title']}" for number, text in paragraphs.items() if "." not in number]
        return "\n".join([words.say("ui.answers.rules_head"), *sections])
    if wanted.casefold() in words.table("guide.glossary_names")["names"]:
        terms = [str(entry["text"]).split("**")[1] for entry in words.table("guide.glossary").values()]
        return words.say("guide.glossary_names.head", list="; ".join(terms))
    if numbered(wanted):
        return _by_number(paragraphs, wanted)
    if lettered(words, wanted):
        return _paragraph(wanted.upper(), paragraphs[wanted.upper()])
    return _by_word(words, paragraphs, wanted)


def unmarked(wanted: str) -> str:
    """Return what is looked up without the word or sign for a paragraph before it."""
    return _MARK.sub("", wanted.strip()).rstrip(".")


def numbered(wanted: str) -> bool:
    """Return True for the number of a paragraph, such as 12.5 or §12.5."""
    return bool(re.fullmatch(r"\d+(\.\d+)*", unmarked(wanted)))


def lettered(words: Texts, wanted: str) -> bool:
    """Return True if a section of the ruleset is identified by these letters instead of a number."""
    return wanted.upper() in words.table("rules.paragraphs")


def glossary(words: Texts, term: str) -> str:
    """Return the definition of a term or abbreviation; "" if the glossary has none."""
    name = " ".join(term.casefold().split())
    entries = words.table("guide.glossary").values()
    return next((str(entry["text"]) for entry in entries if name in entry["names"]), "")


def titled(words: Texts, wanted: str) -> bool:
    """Return True if a word occurs in a paragraph title or is a glossary term."""
    word = wanted.strip().casefold()
    paragraphs: dict[str, Any] = words.table("rules.paragraphs")
    whole = re.compile(rf"\b{re.escape(word)}(s|es)?\b")
    return bool(word) and (
        bool(glossary(words, word)) or any(whole.search(text["title"].casefold()) for text in paragraphs.values())
    )


def _by_number(paragraphs: dict[str, Any], wanted: str) -> str:
    number = wanted.removesuffix(".0")
    while number not in paragraphs and "." in number:
        # The help may stop at a higher level than the rulebook.
        number = number.rpartition(".")[0]
    if number not in paragraphs:
        raise refuse("unknown_rule", text=wanted, near="")
    below = [key for key in paragraphs if key.startswith(f"{number}.") and key.count(".") == number.count(".") + 1]
    return "\n".join([_paragraph(number, paragraphs[number]), *(f"{key} {paragraphs[key]['title']}" for key in below)])


def _singular(words: Texts, wanted: str) -> str:
    """Return a plural without its ending if only then it names a term or a paragraph: `sieges`."""
    plain = [wanted[: -len(end)] for end in ("s", "es") if wanted.endswith(end)]
    return wanted if titled(words, wanted) else next((one for one in plain if titled(words, one)), wanted)


def _by_word(words: Texts, paragraphs: dict[str, Any], wanted: str) -> str:
    wanted = _singular(words, wanted.casefold())
    word = wanted
    term = glossary(words, wanted)
    # A term is no part of a longer word: `mo` is not meant where units move.
    wanted_in = re.compile(rf"\b{re.escape(word)}(s|es)?\b" if term else re.escape(word))
    headed = [number for number, text in paragraphs.items() if wanted_in.search(text["title"].casefold())]
    inside = [number for number, text in paragraphs.items() if wanted_in.search(text["text"].casefold())]
    found = list(dict.fromkeys(headed + inside))
    if term and not headed:
        rest = [f"{number} {paragraphs[number]['title']}" for number in found[:12]]
        return "\n".join([term, *([words.say("ui.answers.rules_found", list=", ".join(rest))] if rest else [])])
    heads, pair = {text["title"].casefold().split()[0] for text in paragraphs.values()}, word.split()
    if not found and len(pair) == _PAIR and pair[0] in heads:
        return _by_word(words, paragraphs, pair[0])  # `move units`
    if not found:
        close = _similar_terms(paragraphs, words, word)
        near = words.listed([f"`{name}`" for name in close], "or")
        raise perhaps(refuse("unknown_rule", text=wanted, near=near), wanted, close)
    shown = [term] if term else []
    # Beside a definition a paragraph that only mentions the term is noise.
    whole = (headed if term else found)[: 1 if len(found) > MOST else 2]
    shown += [_paragraph(number, paragraphs[number]) for number in whole]
    told = len(shown) - bool(term)
    if len(found) > told:
        rest = [f"{number} {paragraphs[number]['title']}" for number in found[told : told + 12]]
        shown.append(words.say("ui.answers.rules_found", list=", ".join(rest)))
    return "\n".join(shown)


def _similar_terms(paragraphs: dict[str, Any], words: Texts, word: str) -> list[str]:
    """Return title words and glossary terms spelled like an unmatched word; prefer those one letter off."""
    titles = {part for text in paragraphs.values() for part in re.findall(r"\w{4,}", text["title"].casefold())}
    terms = {str(name) for entry in words.table("guide.glossary").values() for name in entry["names"]}
    known = sorted(titles | terms)
    return [name for name in known if one_edit(word, name)] or alike(word, known)[:3]


def _paragraph(number: str, text: dict[str, str]) -> str:
    return f"**{number} {text['title']}**\n{text['text']}"
