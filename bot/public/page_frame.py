"""The frame of every page: head with its link card, header, main part, footer."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.narration.texts import Texts
from bot.public.markup import Child, Html, el, inner


@dataclass(frozen=True, slots=True)
class Card:
    """What others show of a link to a page: a sentence and a picture (its address without the host) with its words."""

    description: str
    picture: str = ""
    alt: str = ""


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """One page: its title, its card, its main part and, where it steps, its script."""

    title: str
    card: Card
    main: Child
    #: The address of the same page without what only leads somewhere in it.
    address: str = "/"
    scripts: tuple[str, ...] = ()
    indexed: bool = True
    trail: tuple[tuple[str, str], ...] = field(default=())


def page(words: Texts, sheet: HtmlPage, base: str, *, indexed: bool) -> str:
    """Return a whole document; `base` is the public address of the site without a slash behind, "" where it is not known.

    What a request says of its host is copied nowhere: whoever sends it could name another, and a cache would show that to others.
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
    # Cards take whole addresses alone.
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
