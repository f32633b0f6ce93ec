"""The frame of every page: head with link preview, header, main part, footer."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.narration.texts import Texts
from bot.public.markup import Child, Html, el, inner


@dataclass(frozen=True, slots=True)
class Card:
    """The preview of a link to a page: a sentence and a picture (address without host) with its alt text."""

    description: str
    picture: str = ""
    alt: str = ""


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """A page: its title, its link preview, its main part and its scripts."""

    title: str
    card: Card
    main: Child
    #: The canonical address: the page's own without parameters that only navigate.
    address: str = "/"
    scripts: tuple[str, ...] = ()
    indexed: bool = True
    trail: tuple[tuple[str, str], ...] = field(default=())


def page(words: Texts, sheet: HtmlPage, base: str, *, indexed: bool) -> str:
    """Return a whole document; `base` is the site's public address without a trailing slash, "" if unknown.

    The request's host is never copied into it: the sender could forge it, and a cache would show it to others.
    """
    name = words.say("public.title")
    whole = name if sheet.title == name else f"{sheet.title} · {name}"
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", whole),
        el("meta", name="description", content=sheet.card.description),
        None if indexed and sheet.indexed else el("meta", name="robots", content="noindex, nofollow"),
        _card(sheet, base, name),
        el("link", rel="canonical", href=base + sheet.address),
        el("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        el("link", rel="stylesheet", href="/static/look.css"),
        el("link", rel="stylesheet", href="/static/public.css"),
        [el("script", type="module", src=f"/static/{script}") for script in sheet.scripts],
    )
    body = el(
        "body",
        el("a", words.say("public.skip"), class_="skip", href="#main"),
        el("header", _trail(words, sheet.trail), class_="top"),
        el("main", sheet.main, id="main", tabindex="-1"),
        el("footer", el("p", words.say("public.footer"))),
        class_="public",
    )
    return "<!doctype html>\n" + el("html", head, body, lang=words.language)


def _card(sheet: HtmlPage, base: str, name: str) -> Html:
    card = sheet.card
    facts = {"og:site_name": name, "og:type": "website", "og:title": sheet.title, "og:description": card.description}
    # Link previews need absolute URLs.
    if base:
        facts["og:url"] = base + sheet.address
    if base and card.picture:
        facts |= {"og:image": base + card.picture, "og:image:alt": card.alt}
    named = [el("meta", property=key, content=value) for key, value in facts.items()]
    return inner(
        [*named, el("meta", name="twitter:card", content="summary_large_image" if base and card.picture else "summary")]
    )


def _trail(words: Texts, trail: tuple[tuple[str, str], ...]) -> Html:
    steps = ((words.say("public.title"), "/"), *trail)
    return el("nav", el("ol", [el("li", el("a", text, href=href)) for text, href in steps]), aria_label=steps[0][0])


__all__ = ["Card", "HtmlPage", "page"]
