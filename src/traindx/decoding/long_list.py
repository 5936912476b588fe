"""The elements of one long list in a JSON document, as the document comes.

A document is one value and cannot be parsed before its end. But where a list inside it is long and the rest is short,
whole elements can be taken out as soon as they are there, and what is left is parsed at the end: with the text of all
rows in memory a log would take three times as much as its numbers.

`LongList(key, take)` hands to `take` texts of whole elements, with their commas and without the brackets of the list;
`take` raises `Refused` where that is no JSON. A text from the beginning of an element that is JSON by itself ends with
an element: nothing else is asked of it. Where it is none, for brackets stand also in texts and in nested values, the
ends are looked for one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from traindx.decoding import json_text
from traindx.guards.limits import KIB, MAX_FILE_BYTES
from traindx.guards.refusal import Refused

BLOCK = 128 * KIB  # what is parsed at once takes several times its size
TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+("?)|[\[\]{},]', re.DOTALL)
DEPTH = {b"[": 1, b"{": 1, b"]": -1, b"}": -1, b",": 0}
TORN = 100  # bytes of the key, its colon and its bracket that one piece may hold and the next ends
BROKEN = "check whether the file was written to its end"


class LongList:
    """Takes a document in pieces; `document()` gives the rest of it."""

    def __init__(self, key: str, take: Callable[[bytes], None]) -> None:
        self.key, self.take = key, take
        self._opens = re.compile(rb'"%b"\s*:\s*\[' % re.escape(key.encode()))
        self._before: list[bytes] = []  # the document up to the list
        self._open: bytes | None = None  # elements of the list that were not taken yet
        self._after: list[bytes] = []  # what stands behind the list
        self._ended = False
        self._wanted = 0  # how long the open part must be until an end is looked for again
        self._owed = False  # a comma stands before the open part
        self._size = 0
        self._refused: Refused | None = None

    def feed(self, piece: bytes) -> None:
        """Takes the next bytes of the document."""
        self._size += len(piece)
        if self._size > MAX_FILE_BYTES:
            self._refuse(Refused(f"the JSON text is larger than {MAX_FILE_BYTES:,} bytes", "cut it into JSON lines"))
        for first in range(0, len(piece), BLOCK):
            if self._refused is None:
                self._feed(piece[first : first + BLOCK])

    def document(self) -> tuple[object, bool]:
        """The document with the list empty, and whether it is the one that its key means; if not, the latter is whole.

        Raises `Refused` where it is no JSON or has not come to its end.
        """
        if self._open and not self._ended:
            self._wanted = 0
            self._take()
        if self._refused is not None:
            raise Refused(self._refused.what, self._refused.do)
        if self._open is None:
            return json_text.document(b"".join(self._before)), False
        if not self._ended:
            raise Refused("this is not JSON (it ends within a list)", BROKEN)
        found, marked = (json_text.document(b"".join([*self._before, text, *self._after])) for text in (b"[]", b"null"))
        return found, isinstance(marked, dict) and self.key in marked and marked[self.key] is None

    def _feed(self, part: bytes) -> None:
        if self._ended:
            self._after.append(part)
        elif self._open is not None:
            self._open += part
            self._take()
        else:
            # The key may be torn.
            last = self._before.pop() if self._before else b""
            self._before.append(last[:-TORN])
            part = last[-TORN:] + part
            found = self._opens.search(part)
            self._before.append(part if found is None else part[: found.end() - 1])
            if found is not None:
                self._open = part[found.end() :]
                self._take()

    def _take(self) -> None:
        """Hands on the elements that are whole."""
        text = self._open or b""
        if len(text) < self._wanted:
            return
        try:
            end = text.find(b"]")
            end = end if end >= 0 else text.rfind(b"},") + 1
            if not end or not self._taken(text[:end], last=text[end : end + 1] == b"]"):
                end = self._end(text)
                if end < 0:
                    self._wanted = 2 * len(text)
                    return
                self._taken(text[:end], last=text[end : end + 1] == b"]", surely=True)
        except Refused as refusal:
            self._refuse(refusal)
            return
        self._wanted = 0
        if text[end : end + 1] == b"]":
            self._ended, self._open, self._after = True, b"", [text[end + 1 :]]
        else:
            self._open, self._owed = text[end + 1 :], True

    def _taken(self, text: bytes, *, last: bool, surely: bool = False) -> bool:
        """Hands on a text of elements; whether it was one."""
        if not text.strip():
            if self._owed or not last:
                raise Refused("this is not JSON (a list has a comma too many)", BROKEN)
            return True
        try:
            self.take(text)
        except Refused:
            if surely:
                raise
            return False
        return True

    def _end(self, text: bytes) -> int:
        """Where the last whole element ends, at a comma or at the bracket that ends the list; -1 where none does."""
        depth, comma = 0, -1
        for token in TOKEN.finditer(text):
            mark = token[0]
            if mark[:1] == b'"':
                if not token[1]:
                    break
                continue
            depth += DEPTH[mark]
            if depth < 0:
                if mark == b"}":
                    raise Refused("this is not JSON (a list ends with a brace)", BROKEN)
                return token.start()
            if mark == b"," and not depth:
                comma = token.start()
        return comma

    def _refuse(self, refusal: Refused) -> None:
        self._refused = self._refused or refusal
        self._before, self._open, self._after = [], None, []
