"""Lines of a terminal: escaped, wrapped to a width, coloured by hand or not at all."""

from __future__ import annotations

import unicodedata

from traindx.guards.escaping import terminal

STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "bold red": "1;31",
          "bold green": "1;32", "bold yellow": "1;33"}  # fmt: skip
LABEL = 12  # columns before the text of an entry
NARROWEST = 40

Span = tuple[str, str]  # text and style


class Page:
    """Collects lines that are never wider than `width`."""

    def __init__(self, *, width: int, color: bool, unicode: bool) -> None:
        self.width = max(NARROWEST, width)
        self.color = color
        self.unicode = unicode
        self.lines: list[str] = []

    def clean(self, text: str) -> str:
        """Text from a log, without anything that moves a cursor."""
        text = terminal(text)
        if self.unicode or text.isascii():
            return text
        return text.replace("…", "...").encode("ascii", "backslashreplace").decode("ascii")

    def line(self, *spans: Span) -> None:
        """One line of text that was cleaned before; what is too wide is cut."""
        parts: list[str] = []
        room = self.width
        for text, style in spans:
            cut = text if cells(text) <= room else clipped(text, room)
            room -= cells(cut)
            code = STYLES.get(style) if self.color and cut.strip() else None
            parts.append(f"\x1b[{code}m{cut}\x1b[0m" if code else cut)
        line = "".join(parts)
        self.lines.append(line if self.color else line.rstrip())

    def blank(self) -> None:
        """An empty line, never two."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def entry(self, label: str, text: str, *, style: str = "", label_style: str = "bold", most: int = 99) -> None:
        """A label in the first column and text beside it, over `most` lines."""
        rows = wrapped(self.clean(text), self.width - LABEL, most=most)
        for index, row in enumerate(rows):
            head = label if index == 0 else ""
            self.line((f"{head:<{LABEL}}", label_style), (row, style))

    def text(self, text: str, *, indent: int = 0, style: str = "", most: int = 99) -> None:
        """A paragraph."""
        for row in wrapped(self.clean(text), self.width - indent, most=most):
            self.line((" " * indent, ""), (row, style))

    def code(self, text: str, *, indent: int) -> None:
        """Lines that keep their own beginning; those too wide are cut."""
        for row in text.splitlines():
            self.line((" " * indent, ""), (self.clean(row.replace("\t", "    ")), ""))

    def both(self, label: Span, left: Span, right: Span) -> None:
        """A label, text, and something at the right edge; on a second line where both do not fit."""
        head = f"{label[0]:<{LABEL}}"
        gap = self.width - LABEL - cells(left[0]) - cells(right[0])
        if gap >= 2:
            self.line((head, label[1]), left, (" " * gap, ""), right)
            return
        for index, row in enumerate(wrapped(left[0], self.width - LABEL)):
            self.line((head if index == 0 else " " * LABEL, label[1]), (row, left[1]))
        if right[0]:
            self.line((" " * LABEL, ""), right)


def cells(text: str) -> int:
    """How many columns a text takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) or unicodedata.category(char) == "Me"
        else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )  # fmt: skip


def clipped(text: str, width: int) -> str:
    """The beginning of a text, with dots where it was cut."""
    if cells(text) <= width:
        return text
    kept = text
    while kept and cells(kept) > max(0, width - 3):
        kept = kept[:-1]
    return (kept.rstrip() + "...")[: max(0, width)]


def tail(text: str, width: int) -> str:
    """The end of a text (of a path, the part that tells), with dots where it was cut."""
    if cells(text) <= width:
        return text
    kept = text
    while kept and cells(kept) > max(0, width - 3):
        kept = kept[1:]
    return ("..." + kept)[: max(0, width)]


def wrapped(text: str, width: int, *, most: int = 99) -> list[str]:
    """The text in rows of at most `width` columns, words longer than a row cut into pieces, at least one row."""
    rows = [""]
    for word in text.split(" "):
        while cells(word) > width:
            if rows[-1]:
                rows.append("")
            piece = word[:width]
            while cells(piece) > width:
                piece = piece[:-1]
            rows[-1], word = piece, word[len(piece) :]
            rows.append("")
        joined = f"{rows[-1]} {word}" if rows[-1] else word
        if cells(joined) <= width:
            rows[-1] = joined
        else:
            rows.append(word)
    rows = [row for row in rows if row] or [""]
    if len(rows) > most:
        rows = rows[:most]
        rows[-1] = clipped(rows[-1], width - 3).removesuffix("...").rstrip(" ,;:.") + "..."
    return rows
