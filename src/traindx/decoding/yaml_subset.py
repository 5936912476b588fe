"""The part of YAML in which settings are written beside logs (hparams.yaml, args.yaml, config.yaml, meta.yaml).

Understood: nested `key: value`, lists in blocks and as `[a, b]`, `{a: 1}`, quoted text, `|` and `>` text, comments,
values that go on over several lines, the words for true, false and nothing that PyYAML writes. `1e-3` is a number
here (YAML 1.1 takes it for text, the people who write it do not), `nan` and `inf` are too.

Nothing is ever built or looked up. A tag, an anchor or an alias stays text: `!!python/name:x.Adam ''` and `*id001` as
they stand; a tagged or anchored mapping gets the additional entry `"!"` with that text, a tagged list becomes
`{"!": tag, "items": [...]}`. Tags that only say list or tuple are dropped.

Only the first document is read. `Refused` says the line that was not understood; nothing else is raised.
"""

import re
from collections.abc import Callable

from traindx.guards.limits import MAX_DEPTH, MAX_YAML_CHARS, MAX_YAML_NODES
from traindx.guards.numbers import integer, number
from traindx.guards.refusal import Refused

_WORDS: dict[str, object] = {"": None, "~": None, "null": None}
_WORDS |= {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_WORDS |= {".nan": float("nan"), ".inf": float("inf"), "+.inf": float("inf"), "-.inf": float("-inf")}

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9_]*)", re.ASCII)  # a leading zero (007) is an identifier: text
_FLOAT = re.compile(
    r"[-+]?(?:(?!0[0-9])(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?|nan|inf)", re.ASCII | re.IGNORECASE
)
_PROPERTY = re.compile(r"[!&][^\s,\[\]{}]*")
_PLAIN_TAGS = {"!!python/tuple", "!!python/list", "!!python/dict", "!!seq", "!!map", "!!omap", "!!set"}
_NO_PLAIN_KEY = tuple("\"'[]{},#&*!|>%@`")
_KEY_END = re.compile(r":(?=\s|$)|\s#")
_QUOTED = re.compile(r""" "([^"\\]*(?:\\.[^"\\]*)*)" | '([^']*(?:''[^']*)*)' """, re.DOTALL | re.VERBOSE)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|(\n+)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
_ESCAPED |= {"N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029", "\n": ""}
_BLOCK_TEXT = re.compile(r"[|>][-+0-9]{0,2}(?:\s+#.*)?")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_MARKER = re.compile(r"(?:---|\.\.\.)(?:\s|$)")
_FLOW_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_FLOW_END = re.compile(r"[,\[\]{}]|:(?=[\s,\[\]{}]|$)|\s#")


def document(text: str) -> dict[str, object]:
    """The mapping that a YAML text holds; an empty text is an empty mapping."""
    if len(text) > MAX_YAML_CHARS:
        raise Refused(f"the YAML text is longer than {MAX_YAML_CHARS:,} characters", "keep data out of settings files")
    value = _Reader(text.removeprefix("\ufeff")).read()
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise Refused("the YAML text is a single value or a list, not settings by name", "name the settings")
    return value


def scalar(text: str) -> object:
    """The value of an unquoted word: a number, true or false, nothing, or the text itself."""
    folded = text.lower() if len(text) <= 5 else text
    if folded in _WORDS:
        return _WORDS[folded]
    whole = integer(text.replace("_", "")) if _INTEGER.fullmatch(text) else None
    if whole is not None:
        return whole
    value = number(text) if _FLOAT.fullmatch(text) else None
    return text if value is None else value


class _Reader:
    """One pass over the lines; `at` is the line that comes next."""

    def __init__(self, text: str) -> None:
        self.lines = re.split(r"\r\n|\n|\r", text)
        self.at = 0
        self.nodes = 0

    def read(self) -> object:
        self.skip_blank()
        while self.at < len(self.lines) and self.lines[self.at].startswith("%"):
            self.at += 1
            self.skip_blank()
        if self.at < len(self.lines) and _MARKER.match(self.lines[self.at]):
            self.lines[self.at] = "   " + self.lines[self.at][3:]
        value = self.block(0, 0)
        if self.indent() >= 0:
            raise self.refused("does not belong to what stands above it")
        return value

    def skip_blank(self) -> None:
        while self.at < len(self.lines) and _is_blank(self.lines[self.at]):
            self.at += 1

    def indent(self) -> int:
        """How far the next line with content is indented; -1 at the end of the document."""
        self.skip_blank()
        if self.at >= len(self.lines) or _MARKER.match(self.lines[self.at]):
            return -1
        indent = _indent(self.lines[self.at])
        if self.lines[self.at].startswith("\t", indent):
            raise self.refused("is indented with a tab")
        return indent

    def refused(self, what: str) -> Refused:
        return Refused(f"line {self.at + 1} of the YAML text {what}", "compare it with the lines around it")

    def count(self, depth: int) -> None:
        self.nodes += 1
        if self.nodes > MAX_YAML_NODES:
            raise Refused(f"the YAML text holds more than {MAX_YAML_NODES:,} values", "keep data out of settings files")
        if depth > MAX_DEPTH:
            raise self.refused(f"is nested deeper than {MAX_DEPTH} levels")

    def block(self, least: int, depth: int) -> object:
        """The list, mapping or value that starts at the next line, if that is indented by `least` or more."""
        self.count(depth)
        indent = self.indent()
        if indent < least:
            return None
        content = self.lines[self.at][indent:]
        if _is_item(content):
            return self.sequence(indent, depth)
        if _split_key(content):
            return self.mapping(indent, depth)
        self.at += 1
        return self.value(content, least - 1, depth)

    def sequence(self, indent: int, depth: int) -> list[object]:
        items: list[object] = []
        while self.indent() == indent and _is_item(self.lines[self.at][indent:]):
            # The dash becomes a blank, so that "- a: 1" and "- - 1" are blocks like any other.
            self.lines[self.at] = " " * (indent + 1) + self.lines[self.at][indent + 1 :]
            items.append(self.block(indent + 1, depth + 1))
        return items

    def mapping(self, indent: int, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        while self.indent() == indent:
            parts = _split_key(self.lines[self.at][indent:])
            if parts is None:
                raise self.refused("has no `name: value`")
            self.at += 1
            self.count(depth)
            found[parts[0]] = self.value(parts[1].strip(" \t"), indent, depth, list_may_align=True)
        return found

    def value(self, content: str, indent: int, depth: int, *, list_may_align: bool = False) -> object:
        """What stands after a key or a dash, with the lines below that are indented further."""
        properties: list[str] = []
        content = _without_properties(content, properties)
        if not _is_blank(content):
            return _tagged(properties, self.inline(content, indent, depth), content)
        aligned = list_may_align and self.indent() == indent and _is_item(self.lines[self.at][indent:])
        return _tagged(properties, self.block(indent if aligned else indent + 1, depth + 1), "")

    def inline(self, content: str, indent: int, depth: int) -> object:
        if _BLOCK_TEXT.fullmatch(content):
            return _block_text(self.further(indent), folded=content[0] == ">")
        first = self.at - 1
        lines = [content, *(line.strip(" \t") for line in self.further(indent))]
        if content[0] in "\"'[{":
            text = "\n".join(lines)
            try:
                return _Flow(text, self.count, depth).whole()
            except ValueError as error:
                self.at = first
                raise self.refused(str(error)) from None
        if any(_split_key(line) for line in lines[1:]):
            self.at = first
            raise self.refused("has a value and then further names below it")
        words = [_COMMENT.sub("", line).strip(" \t") for line in lines]
        return scalar(" ".join(word for word in words if word))

    def further(self, indent: int) -> list[str]:
        """The lines that follow and are blank or indented by more."""
        start = self.at
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip(" \t") and (_indent(line) <= indent or _MARKER.match(line)):
                break
            self.at += 1
        return self.lines[start : self.at]


class _Flow:
    """A quoted text, or a list or mapping in brackets, that may go on over several lines."""

    def __init__(self, text: str, count: Callable[[int], None], depth: int) -> None:
        self.text = text
        self.count = count
        self.depth = depth
        self.at = 0

    def whole(self) -> object:
        value = self.value(self.depth)
        if self.peek():
            raise ValueError("goes on after its value has ended")
        return value

    def peek(self) -> str:
        """The next character that is neither blank nor comment; empty at the end."""
        match = _FLOW_BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> object:
        self.count(depth)
        properties: list[str] = []
        while self.peek() and (match := _PROPERTY.match(self.text, self.at)):
            properties.append(match[0])
            self.at = match.end()
        char = self.peek()
        if char == "[":
            return _tagged(properties, self.items(depth), "")
        if char == "{":
            return _tagged(properties, self.pairs(depth), "")
        word, quoted = self.word()
        return _tagged(properties, word if quoted else scalar(word), word)

    def items(self, depth: int) -> list[object]:
        found = []
        self.at += 1
        while self.peek() != "]":
            found.append(self.value(depth + 1))
            self.separator("]")
        self.at += 1
        return found

    def pairs(self, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        self.at += 1
        while self.peek() != "}":
            key, _ = self.word()
            found[key] = None
            if self.peek() == ":":
                self.at += 1
                found[key] = None if self.peek() in (",", "}") else self.value(depth + 1)
            self.separator("}")
        self.at += 1
        return found

    def separator(self, closing: str) -> None:
        char = self.peek()
        if char == ",":
            self.at += 1
        elif char != closing:
            raise ValueError("has a bracket that is not closed or not understood")

    def word(self) -> tuple[str, bool]:
        if self.peek() in ('"', "'"):
            match = _QUOTED.match(self.text, self.at)
            if match is None:
                raise ValueError("opens a quote that is not closed")
            self.at = match.end()
            return _unquoted(match), True
        match = _FLOW_END.search(self.text, self.at)
        end = match.start() if match else len(self.text)
        word = " ".join(self.text[self.at : end].split())
        if not word:
            raise ValueError("has a bracket that is not closed or not understood")
        self.at = end
        return word, False


def _is_blank(line: str) -> bool:
    line = line.lstrip(" \t")
    return not line or line.startswith("#")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _is_item(content: str) -> bool:
    return content == "-" or content.startswith(("- ", "-\t"))


def _split_key(content: str) -> tuple[str, str] | None:
    """`name: value` as its two parts; None when the line has no name."""
    if content.startswith(("'", '"')):
        match = _QUOTED.match(content)
        rest = content[match.end() :].lstrip(" \t") if match else ""
        return (_unquoted(match), rest[1:]) if match and rest[:1] == ":" and rest[1:2] in ("", " ", "\t") else None
    if content.startswith(_NO_PLAIN_KEY):
        return None
    end = _KEY_END.search(content)
    if end is None or content[end.start()] != ":":
        return None
    return content[: end.start()].rstrip(" \t"), content[end.end() :]


def _without_properties(content: str, found: list[str]) -> str:
    """The text after the tags and anchors that it begins with, which are added to `found`."""
    at = 0
    while match := _PROPERTY.match(content, at):
        found.append(match[0])
        at = match.end()
        while content[at : at + 1] in (" ", "\t"):
            at += 1
    return content[at:]


def _tagged(properties: list[str], value: object, raw: str) -> object:
    told = " ".join(text for text in properties if text not in _PLAIN_TAGS)
    if not told:
        return value
    if isinstance(value, dict):
        return {"!": told, **value}
    return {"!": told, "items": value} if isinstance(value, list) else f"{told} {raw}".strip()


def _block_text(lines: list[str], *, folded: bool) -> str:
    margin = min((_indent(line) for line in lines if line.strip(" \t")), default=0)
    return (" " if folded else "\n").join(line[margin:] for line in lines).strip("\n ")


def _unquoted(match: re.Match[str]) -> str:
    if match[1] is not None:
        return _ESCAPE.sub(_unescaped, match[1])
    return re.sub(r"\n+", lambda run: _folded(run[0]), match[2]).replace("''", "'")


def _unescaped(match: re.Match[str]) -> str:
    if match[5]:
        return _folded(match[5])
    if match[4]:
        return _ESCAPED.get(match[4], match[4])
    code = int(match[1] or match[2] or match[3], 16)
    return chr(code) if code < 0x110000 else match[0]


def _folded(newlines: str) -> str:
    return newlines[1:] or " "
