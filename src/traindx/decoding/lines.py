"""Bytes of a log, as they come, taken apart into lines.

What counts as the end of a line: a line feed, a carriage return with or without one, a run of backspaces (how Keras
redraws its bar) and a cursor movement of the terminal; so every state of a progress bar is a line of its own.
Escape sequences for colours, NUL bytes (holes that a crash leaves) and byte-order marks are taken out.

UTF-8 is assumed, with a replacement character for what is not; UTF-16, as PowerShell writes it, is recognised by its
mark or by the NUL that stands beside every ASCII character. The first four bytes decide, and the encoding does not
change afterwards. Wherever the pieces are cut, also within a character, the lines are the same.

A line longer than `longest` characters is cut at the last blank that fits, so that no number is shortened to another
number; `cut` counts such lines.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codecs import IncrementalDecoder

# Longer than any row of metrics that is known (a first row with a whole configuration has some hundred thousand).
LONGEST = 1 << 20
SNIFFED = 4  # two ASCII characters of UTF-16

REDRAW = re.compile(r"[\r\b]+\n?")
CURSOR = re.compile(r"\x1b\[[0-9;]*[A-HJSTdf]")
ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[()*+][0-9A-Za-z]|[0-Z\\^_`-~])?")


def encoding(head: bytes) -> str:
    """The encoding of a text that begins with `head`."""
    if head[:2] == codecs.BOM_UTF16_LE:
        return "utf-16-le"
    if head[:2] == codecs.BOM_UTF16_BE:
        return "utf-16-be"
    if len(head) >= SNIFFED:
        nul = [byte == 0 for byte in head[:SNIFFED]]
        if nul == [False, True, False, True]:
            return "utf-16-le"
        if nul == [True, False, True, False]:
            return "utf-16-be"
    return "utf-8"


class Lines:
    """The lines of a log that is read in pieces."""

    def __init__(self, *, longest: int = LONGEST) -> None:
        self.longest = longest
        self.cut = 0
        self._head = b""
        self._decoder: IncrementalDecoder | None = None
        self._open: list[str] = []  # the line that has not ended
        self._open_size = 0
        self._redraw = False  # the text so far ends in a redraw, and a line feed may belong to it

    def feed(self, piece: bytes) -> list[str]:
        """The lines that are complete with this piece, without their ends."""
        if self._decoder is None:
            piece = self._head = self._head + piece
            if len(piece) < SNIFFED:
                return []
            self._decoder = codecs.getincrementaldecoder(encoding(piece))("replace")
            self._head = b""
        return self._split(self._decoder.decode(piece))

    def tail(self) -> list[str]:
        """What has come of the line that has not ended; more of it may follow."""
        text = "".join(self._open) + self._head.decode(encoding(self._head), "ignore")
        whole = text.translate({0: None, 0xFEFF: None})
        return [line for part in REDRAW.sub("\n", whole).split("\n") if part for line in self._clean(part)[0]]

    def _split(self, text: str) -> list[str]:
        if "\0" in text or "\ufeff" in text:
            text = text.replace("\0", "").replace("\ufeff", "")
        if not text:
            return []
        if self._redraw:
            text = "\r" + text
        if "\r" in text or "\b" in text:
            kept = text.rstrip("\r\b")
            self._redraw = len(kept) < len(text)
            text = kept.replace("\r\n", "\n")
            if "\r" in text or "\b" in text:
                text = REDRAW.sub("\n", text)
        first, *others = text.split("\n")
        self._append(first)
        if not others:
            return []
        parts = ["".join(self._open), *others[:-1]]
        self._open, self._open_size = [], 0
        self._append(others[-1])
        if "\x1b" not in text and "\x1b" not in parts[0] and len(max(parts, key=len)) <= self.longest:
            return parts
        lines: list[str] = []
        for part in parts:
            clean, was_cut = self._clean(part)
            self.cut += was_cut
            lines += clean
        return lines

    def _append(self, text: str) -> None:
        # One character more than the longest line shows later that the line was too long.
        room = self.longest + 1 - self._open_size
        if text and room > 0:
            self._open.append(text[:room])
            self._open_size += len(self._open[-1])

    def _clean(self, part: str) -> tuple[list[str], bool]:
        was_cut = len(part) > self.longest
        if was_cut:
            part = part[: self.longest].rpartition(" ")[0]
        if "\x1b" not in part:
            return [part], was_cut
        moved = CURSOR.sub("\r", part)
        if "\r" not in moved:
            return [ESCAPE.sub("", part)], was_cut
        states = [ESCAPE.sub("", state) for state in moved.split("\r")]
        return [state for state in states if state], was_cut
