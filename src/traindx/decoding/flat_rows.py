"""Objects of numbers and texts in JSON, many at a time.

Rows that a program logs mostly have names that came before. Such rows are parsed without an object for each name; all
others are left to whoever reads them one by one, and are then learned from. What comes out is the same.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from traindx.decoding.alike import NUMBERS, Block
from traindx.decoding.naming import is_axis
from traindx.decoding.stand_ins import OF_JSON, Put, put_in, taken_out
from traindx.guards.numbers import number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST = 2_000  # names
PLAIN = re.compile(r'[^"\\\x00-\x1f\ud800-\udfff]*').fullmatch
OPENS, CLOSES, LINE_FEED = b"{}\n"


class FlatRows:
    """The names that rows had so far, and a parser of rows that have them."""

    def __init__(self) -> None:
        self._names: dict[str, bool] = {}  # and whether every row has them
        self._kinds: dict[str, Any] = {}  # what stands under them: numbers, texts or truths
        self._odd = False  # the last rows held something else
        self._types: tuple[Any, ...] | None = None  # made when needed: without and with null; none where it cannot be

    def learn(self, rows: list[Mapping[str, Any]]) -> None:
        """Takes notice of rows that were read one by one."""
        if not rows or len(self._names) > MOST:
            return
        common = set.intersection(*map(set, rows))
        seen: dict[str, set[type]] = {}
        for row in rows:
            for name, value in row.items():
                seen.setdefault(name, set()).add(type(value))
        kinds = {name: _kind(types) for name, types in seen.items()}
        self._odd = None in kinds.values()
        names = {name: name in common and always for name, always in self._names.items()}
        names |= {name: name in common and not self._names for name in seen if name not in names}
        if names != self._names or not kinds.items() <= self._kinds.items():
            self._names, self._kinds, self._types = names, {**self._kinds, **kinds}, None

    def lines(self, block: bytes) -> Block | None:
        """The rows of lines, each an object that begins and ends with its line; None where one is something else."""
        count = _separated(block) if block[:1] == b"{" and block[-1:] == b"}" else 0
        found = self._rows(block, lambda raw, kind: msgspec.json.Decoder(kind).decode_lines(raw)) if count else None
        return found if found is not None and found.length == count else None

    def elements(self, block: bytes) -> Block | None:
        """The rows that stand in a list, without its brackets."""
        return self._rows(b"[%b]" % block, _listed)

    def _rows(self, raw: bytes, decode: Callable[[bytes, Any], list[Any]]) -> Block | None:
        if self._odd or not self._names or len(self._names) > MOST:
            return None
        if self._types is None:
            self._types = self._made()
        if not self._types:
            return None
        raw, put = put_in(raw, OF_JSON)
        for nullable in (False, True):
            try:
                rows = decode(raw, self._types[nullable])
            except ValueError:
                if b"null" not in raw:
                    return None
                continue
            return self._block(rows, put, gaps=nullable or not all(self._names.values())) if rows else None
        return None

    def _made(self) -> tuple[Any, ...]:
        kinds = [kind for name in self._names if self._kinds[name] is float and (kind := is_axis(name))]
        # Of two words that count the same the first in a row counts; and a name may need escapes.
        if len(kinds) > len(set(kinds)) or None in self._kinds.values() or not all(map(PLAIN, self._names)):
            return ()
        return tuple(map(self._row, (False, True)))

    def _row(self, nullable: bool) -> Any:
        fields: list[Any] = []
        for at, (name, always) in enumerate(self._names.items()):
            kind = self._kinds[name]
            kind = kind if always and not nullable else kind | None
            default = msgspec.NODEFAULT if always else None
            fields.append((f"f{at}", kind, msgspec.field(name=name, default=default)))
        return msgspec.defstruct("Row", fields, forbid_unknown_fields=True, gc=False, kw_only=True)

    def _block(self, rows: list[Any], put: Put, *, gaps: bool) -> Block | None:
        import numpy as np

        columns: dict[str, NDArray[np.float64]] = {}
        places: dict[str, NDArray[np.int64]] = {}
        texts: set[str] = set()
        for at, name in enumerate(self._names):
            values = map(operator.attrgetter(f"f{at}"), rows)
            if self._kinds[name] is not float:
                if any(isinstance(text, str) and number(text) is not None for text in set(values)):
                    return None
                texts.add(name)
                continue
            column = np.array(list(values), "<f8") if gaps else np.fromiter(values, "<f8", len(rows))
            missing = np.isnan(column)
            if gaps and missing.any():
                places[name] = np.flatnonzero(~missing)
                column = column[places[name]]
            if len(column):
                columns[name] = column
        if not taken_out(columns.values(), put):
            return None
        return Block(columns, len(rows), places, frozenset(texts))


def _separated(block: bytes) -> int:
    """How many lines there are; 0 where a line feed does not stand between a brace that closes and one that opens."""
    import numpy as np

    octets = np.frombuffer(block, dtype="u1")
    ends = np.flatnonzero(octets == LINE_FEED)
    return len(ends) + 1 if bool(((octets[ends - 1] == CLOSES) & (octets[ends + 1] == OPENS)).all()) else 0


def _kind(types: set[type]) -> Any:
    """What values of these types are, if all are alike."""
    types = types - {type(None)}
    if types <= NUMBERS:
        return float
    return next((kind for kind in (str, bool) if types == {kind}), None)


def _listed(raw: bytes, kind: Any) -> list[Any]:
    found: list[Any] = msgspec.json.decode(raw, type=list[kind])
    return found
