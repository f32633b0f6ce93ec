"""The installation page: with minimal scopes, or with those for finding posts again."""

from __future__ import annotations

import html
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from bot.platforms.slack import adapter_texts
from bot.platforms.slack.delivery_dedup import HISTORY
from bot.platforms.slack.installs import SCOPES

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }}
a {{ display: inline-block; padding: .6rem 1.2rem; border: 1px solid; border-radius: .4rem; font-weight: 600; }}
p {{ margin: .4rem 0 1.8rem; }}
</style>
</head>
<body>
<h1>{title}</h1>
{ways}
</body>
</html>
"""
_WAY = '<a href="{url}">{label}</a>\n<p>{says}</p>'


def with_history(url: str) -> str:
    """Add the scopes for finding posts again to an installation URL."""
    parts = urlsplit(url)
    asked = dict(parse_qsl(parts.query, keep_blank_values=True)) | {"scope": ",".join((*SCOPES, *HISTORY))}
    return urlunsplit(parts._replace(query=urlencode(asked)))


def page(url: str) -> str:
    """Return the page with both links.

    Args:
        url: the installation URL with minimal scopes.
    """
    ways = [
        (url, adapter_texts.INSTALL, adapter_texts.INSTALL_SAYS),
        (with_history(url), adapter_texts.INSTALL_HISTORY, adapter_texts.INSTALL_HISTORY_SAYS),
    ]
    told = "\n".join(
        _WAY.format(**dict(zip(("url", "label", "says"), map(html.escape, way), strict=True))) for way in ways
    )
    return _PAGE.format(title=html.escape(adapter_texts.INSTALL_TITLE), ways=told)


__all__ = ["page", "with_history"]
