"""A row that Python printed, `{'loss': 0.3, 'x': nan, 'a': tensor(0.3)}`, as a dictionary. Nothing is evaluated.

Text in front of the row (a progress bar, a log prefix) and behind it is passed over. Numbers, strings (also with the
curly quotes that web pages make of straight ones), None, True, False, lists, tuples and dictionaries are taken as
Python takes them; `null`, `true`, `NaN`, `Infinity` as JSON does. `tensor(...)`, `array(...)`, `np.float32(...)` and
the like are what stands in them; any other call, and objects in angle brackets, are kept as their text. `...` in a
shortened array is left out. A quoted number stays a string.

None comes back when the line holds no such row, when the row is torn, nested deeper than 16 or longer than a million
characters.
"""

from __future__ import annotations

import re
from typing import Any

from traindx.guards.numbers import integer, number

LONGEST = 1_000_000
DEEPEST = 16
STARTS = 3  # braces that are tried: a prefix may hold some

TOKEN = re.compile(
    r"""\s*+(?:
      (?P<string>[rbuRBU]{0,2}(?:'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|‘[^’]*+’|“[^”]*+”))
    | (?P<number>[-+]?(?:\d[\d_]*+\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?+(?![\w.]))
    | (?P<word>[-+]?[A-Za-z_][\w.]*+)
    | (?P<object><[^<>]{0,500}+>)
    | (?P<sign>\.\.\.|.)
    )""",
    re.VERBOSE | re.DOTALL,
)
OPENING = re.compile(r"\{\s*[rbu]?['\"‘“]")
WORDS = {"None": None, "null": None, "True": True, "true": True, "False": False, "false": False}
WRAPPERS = re.compile(
    r"(?:\w+\.)*(?:tensor|Tensor|Parameter|array|Array|DeviceArray|EagerTensor|scalar|Decimal|b?float\d*_?|double|half"
    r"|u?int\d*_?|bool_?|str_?|OrderedDict|dict|list|tuple)$"
)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\n": "", **{sign: sign for sign in "\\'\"/‘’“”"}}
CLOSING = {"{": "}", "[": "]", "(": ")"}


class _TornError(ValueError):
    """The row ends too early, or is none."""


def row(line: str) -> dict[str, Any] | None:
    """The first dictionary with names as keys that a line holds, or None."""
    if len(line) > LONGEST:
        return None
    for start in _starts(line):
        parser = _Parser(line, start)
        try:
            found = parser.value(0)
        except _TornError:
            continue
        if isinstance(found, dict) and found:
            return found
    return None


def _starts(line: str) -> list[int]:
    return [found.start() for _, found in zip(range(STARTS), OPENING.finditer(line), strict=False)]


class _Parser:
    def __init__(self, text: str, at: int) -> None:
        self.text, self.at = text, at
        self.kind, self.token = "", ""
        self.step()

    def step(self) -> None:
        found = TOKEN.match(self.text, self.at)
        if found is None or (found["sign"] or "x") in "'\"‘“":  # a string that never ends
            self.kind, self.token = "end", ""
            return
        self.at = found.end()
        self.kind = str(found.lastgroup)
        self.token = found[self.kind]

    def value(self, depth: int) -> Any:
        kind, token = self.kind, self.token
        if depth > DEEPEST or kind == "end":
            raise _TornError
        if kind == "sign":
            return self.container(token, depth)
        self.step()
        if kind == "string":
            return _unquoted(token)
        if kind == "number":
            whole = integer(token)
            value = number(token) if whole is None else whole
            return token if value is None else value
        if kind == "word":
            return self.word(token, depth)
        return token

    def word(self, word: str, depth: int) -> Any:
        if self.kind == "sign" and self.token == "(":
            return self.call(word, depth)
        if word in WORDS:
            return WORDS[word]
        value = number(word.rpartition(".")[2] if word.startswith(("np.", "math.", "torch.")) else word)
        return word if value is None else value

    def call(self, word: str, depth: int) -> Any:
        """What stands in a wrapper, else the text of the call."""
        begun = self.at - 1
        wraps = WRAPPERS.match(word) is not None
        self.step()
        inside = None
        if wraps and not self.sees(")"):
            inside = self.value(depth + 1)
        level = 1
        while level:
            if self.kind == "end":
                raise _TornError
            if self.kind == "sign":
                level += {"(": 1, ")": -1}.get(self.token, 0)
            ended = self.at
            self.step()
        return inside if wraps else word + self.text[begun:ended]

    def container(self, opening: str, depth: int) -> Any:
        closing = CLOSING.get(opening)
        if closing is None:
            raise _TornError
        self.step()
        items: list[Any] = []
        named: dict[str, Any] = {}
        while not self.sees(closing):
            if self.sees("..."):
                self.step()
            else:
                item = self.value(depth + 1)
                if opening == "{" and self.sees(":"):
                    self.step()
                    named[str(item)] = self.value(depth + 1)
                else:
                    items.append(item)
            if self.sees(","):
                self.step()
            elif not self.sees(closing):
                raise _TornError
        self.step()
        if opening == "{" and not items:
            return named
        return items[0] if opening == "(" and len(items) == 1 and not named else items

    def sees(self, sign: str) -> bool:
        return self.kind == "sign" and self.token == sign


def _unquoted(token: str) -> str:
    text = token.lstrip("rbuRBU")[1:-1]
    if "\\" not in text:
        return text
    # What Python does not take for an escape keeps its backslash, as there: "1\.5" is no number.
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[0]), text, flags=re.DOTALL)
