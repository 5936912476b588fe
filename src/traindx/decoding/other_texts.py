"""Texts that may show a piece of a log and are none: source code, documents, JSON, markup.

A document that explains a program often shows some lines of what it prints. So a reader of lines counts the lines that
are its own and, since the first of these, the others: a log has other lines too, a document has many more.
"""

from __future__ import annotations

import re

SOURCES = re.compile(
    r"(?i)\.(?:py[iwx]?|ipynb|c|cc|cpp|cu|h|hpp|js|ts|java|go|rs|rb|jl|m|lua|sh|tex|bib|html?|xml|css"
    r"|ini|toml|cfg|conf|env|properties|service|prototxt|pbtxt|md|rst|adoc)$"
)
# Lines that only other programs write: a web server's of what was asked for, git's of changes, the system's own.
OTHERS = re.compile(
    r'"(?:GET|POST|PUT|HEAD|DELETE|OPTIONS) \S{1,2000} HTTP/\d|^[0-9a-f]{7,40} [A-Z]'
    r"|^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,80} (?:kernel|systemd|sshd|cron|dhclient|NetworkManager)\b"
)
MARKUP = re.compile(r"^\s*(?:\[\s*\{|\{\s*\"|<[!?\w])")
SHARE = 0.2
LOOKED_AT = 200  # lines
LONGEST = 400  # characters of a line
MANY = 20  # own lines that no example in a document has


def other_text(name: str, lines: list[str]) -> str | None:
    """Why what begins with these lines is no log whatever else it holds, or None."""
    if SOURCES.search(name):
        return "it is called like source code, a document or settings"
    if MARKUP.match("\n".join(lines[:3])):
        return "it is JSON or markup"
    some = lines[:LOOKED_AT]
    if some and 2 * sum(OTHERS.search(line[:LONGEST]) is not None for line in some) > len(some):
        return "its lines are those of another program"
    return None


def few(own: int, others: int, *, share: float = SHARE) -> str | None:
    """Why so many lines of a log among so many others are none, or None."""
    return None if own >= min(MANY, share * (own + others)) else "few lines look like a log, most do not"
