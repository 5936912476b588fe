"""Text from outside, made safe for the place where it is shown.

`terminal` lets through what can be seen and shows everything else as an escape: control characters with ESC, the C1
set and line ends, direction overrides, zero-width and tag characters, lone surrogates. `markdown` and `html` do the
same and then disarm the marks of their language; their result is for running text and quoted attributes, never for a
script, a style or an address. `csv_cell` is for text cells, so that no spreadsheet takes one for a formula.
Doing it twice to `terminal` changes nothing; the others are applied once, at the end.
"""

import html as _html
import re
import unicodedata

from traindx.guards.numbers import number

# Printable by their category, but invisible: fillers, joiners and variation selectors, all of which can carry hidden
# text. Ranges from the Default_Ignorable_Code_Point property of Unicode.
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")

_MARKDOWN = re.compile(
    r"[\\`*\[\]|~$]"  # emphasis, code, links, tables, strike-through, formulas
    r"|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])"  # an underscore inside a word is no mark
    r"|^ *(?:#|[-+=](?=[ \\-]|$)|\d{1,9}(?=[.)](?: |$)))"  # headings, lists and rules, only where a line begins
)
_AUTOLINK = re.compile(r"(?i)(https?|ftp|mailto|xmpp)(:)|(www)(\.)")
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def terminal(text: str) -> str:
    """One line that shows every character which is not visible as an escape (`\\x1b`, `\\r`, `\\u202e`)."""
    if text.isprintable() and not _INVISIBLE.search(text):
        return text
    return "".join(map(_visible, text))


def markdown(text: str) -> str:
    """One line of running text that no Markdown renderer takes for a mark, a tag or a link."""
    plain = _MARKDOWN.sub(_backslashed, terminal(text))
    plain = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "&#64;")
    return _AUTOLINK.sub(lambda m: f"{m[1] or m[3]}&#{ord(m[2] or m[4])};", plain)


def html(text: str) -> str:
    """Running text or the value of a quoted attribute."""
    return _html.escape(terminal(text), quote=True)


def csv_cell(text: str) -> str:
    """A text cell that starts no formula. Numbers, also those written as text, stay as they are."""
    shown = terminal(text)
    starts_formula = text.startswith(_FORMULA) or text.lstrip(" ").startswith(_FORMULA)
    is_number = text.isprintable() and number(text) is not None
    return "'" + shown if starts_formula and not is_number else shown


def _visible(char: str) -> str:
    if char.isprintable() and not _INVISIBLE.match(char):
        return char
    if unicodedata.category(char) == "Zs":  # other widths of blank are seen
        return char
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")


def _backslashed(match: re.Match[str]) -> str:
    mark = match[0]
    if mark[-1].isdigit():  # "1." at the start of a line: the point is the mark
        return mark + "\\"
    return mark[:-1] + "\\" + mark[-1]
