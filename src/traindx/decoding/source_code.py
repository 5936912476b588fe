"""Whether a line is source code: some scripts print themselves into their log, and `loss = 0` in them is no loss.

A line that can only be code starts a block of code; within it also what may be a log line elsewhere (`loss = 0.5`)
is code. The block ends after a line that no code has, or after some lines without a sign of code.
"""

from __future__ import annotations

import re

MEMORY = 30  # lines without a sign of code after which a block has ended: a long docstring, a table of constants
CERTAIN = re.compile(
    r"""^\s*+(?!(?:\w+[.:])*\w*(?:Namespace|Args|Arguments|Config|Cfg|Settings|Params)\()(?:
      (?:def|class)\ [A-Za-z_]\w*\s*[(:] | (?:from\ [\w.]+\ )?import\ [\w.*]+
    | (?:if|elif|while|with|for|except)\b.*:\s*(?:\#.*)?$ | (?:else|try|finally):\s*(?:\#.*)?$
    | return\b | raise\ \w | assert\ | yield\b | @\w[\w.]*\s*(?:\(|$) | print\s*\( | f["']
    | \w[\w.]*\s*(?:\[[^\]]*\])?\s*[-+*/]?=\s*[\w.]*[A-Za-z_][\w.]*[(\[] | (?:self|parser|torch|np|nn|tf|plt|F)\.\w
    | \w[\w.]*\(.*\)\s*;?\s*(?:\#.*)?$ | \w+\s*:\s*(?:int|float|str|bool|Tensor|list|dict)\b\s*(?:=.*)?$
    | .*\bself\.\w+\s*= | \#include\b | //\s | /\*|\*/ | [\w.\ ]+;\s*$
    | (?:public|private|static|const|let|var|void|int|float|double)\ \w+.*[;{(]
    | [("'\[]["'].*[,)\]]\s*$ | ["'].*["'],?\s*$ | \{.*\},\s*$                                      # items of a list
    )""",
    re.VERBOSE,
)
ASSIGNED = re.compile(r"^\s*\w[\w.]*\s*[-+*/]?=\s*[^=]")
LOOKED_AT = 300  # characters


class SourceCode:
    """Remembers whether the lines before were code."""

    def __init__(self) -> None:
        self._left = 0

    @property
    def inside(self) -> bool:
        """Whether what may be a log line elsewhere is code here."""
        return self._left > 0

    def take(self, line: str) -> bool:
        """Whether this line is code."""
        head = line[:LOOKED_AT]
        if is_code(line):
            self._left = MEMORY
            return True
        if self._left:
            self._left -= 1
            return bool(ASSIGNED.match(head)) or head.lstrip().startswith("#")
        return False


def is_code(line: str) -> bool:
    """Whether a line can only be code."""
    return CERTAIN.match(line[:LOOKED_AT]) is not None
