"""The frames of TFRecord files (TensorBoard event files), taken as they come.

A frame is `length u64 | crc of length u32 | record | crc of record u32`, little-endian; the checksums are CRC-32C,
rotated and offset. `Frames.feed` takes pieces of any size and gives the records that are complete; what is torn off
at the end waits for the next piece, so a growing file and a finished one give the same records.

The checksum of a length is always verified (few lengths occur, each is computed once). That of a record is not: in
Python it costs fifty times the rest. Ask `last_is_intact()` when a record cannot be understood.
`Frames.batch` gives the same frames by the thousand, as places in a buffer, for those who look at many at once.
After a broken length nothing is certain any more: `damaged` holds a sentence, and no further record comes.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Iterator
from itertools import repeat
from typing import TYPE_CHECKING, Any

from traindx.guards.limits import MAX_RECORD_BYTES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HEADER = struct.Struct("<QI")
_CRC_BYTES = 4
_OVERHEAD = _HEADER.size + _CRC_BYTES
_LEAST_LEAP, _MOST_LEAP = 16, 65_536  # frames that are taken unseen before their heads are verified
_HEAD = [("length", "<u8"), ("crc", "<u4")]
_MAX_REMEMBERED = 65_536  # lengths whose checksum is kept: a few megabytes at most


def _crc32c_table() -> tuple[int, ...]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)  # the Castagnoli polynomial, bits reversed
        table.append(value)
    return tuple(table)


_TABLE = _crc32c_table()


def crc32c(data: bytes) -> int:
    """The CRC-32C (Castagnoli) of some bytes, about 10 MB a second."""
    crc = 0xFFFF_FFFF
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFF_FFFF


def masked_crc32c(data: bytes) -> int:
    """The checksum as TFRecord stores it: rotated by 15 bits, plus a constant of the format."""
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFF_FFFF


@functools.cache
def _crc_of_short() -> NDArray[np.uint32]:
    """The checksums of the lengths below 256."""
    import numpy as np

    return np.array([masked_crc32c(length.to_bytes(8, "little")) for length in range(256)], dtype=np.uint32)


class Frames:
    """An incremental reader of frames. It raises nothing, whatever it is fed."""

    def __init__(self, *, max_record_bytes: int = MAX_RECORD_BYTES) -> None:
        self.damaged: str | None = None
        self._max_record_bytes = max_record_bytes
        self._pieces: list[bytes] = []  # joined only when the next frame is complete: no frame is copied twice
        self._held = 0
        self._needed = _HEADER.size
        self._buffer = b""
        self._at = 0
        self._offset = 0  # of the buffer's first byte in the file
        self._last: tuple[bytes, bytes, int] | None = None
        self._crc_of_length: dict[int, int] = {}

    @property
    def torn_bytes(self) -> int:
        """How many bytes wait for the rest of their frame."""
        return len(self._buffer) - self._at + self._held

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Take the next bytes of the file; gives the records that are complete now."""
        self.hold(piece)
        return self._records()

    def hold(self, piece: bytes) -> None:
        """Take the next bytes of the file, for the next batch."""
        if self.damaged is None and piece:
            self._pieces.append(piece)
            self._held += len(piece)

    def batch(self) -> tuple[bytes, list[int]]:
        """A buffer, the place of each complete frame in it, and the end of the last one."""
        if not self._frame_is_complete():
            return b"", []
        starts: list[int] = []
        leap, walk = _LEAST_LEAP, 1
        while True:
            taken = self._leap(starts, leap)
            # Where frames are short, leap on; among long ones, walk more and more of them before the next leap.
            leap, walk = (min(4 * leap, _MOST_LEAP), 1) if taken == leap else (_LEAST_LEAP, min(2 * walk, _MOST_LEAP))
            if taken < leap and not self._walk(starts, walk):
                break
        self._needed = _HEADER.size
        return self._buffer, [*starts, self._at]

    def _leap(self, starts: list[int], most: int) -> int:
        """Take frames as if all records had less than 256 bytes, then verify all their heads at once."""
        import numpy as np

        buffer, at, guesses = self._buffer, self._at, list[int]()
        guess, last = guesses.append, len(buffer) - _HEADER.size
        for _ in repeat(None, most):
            if at > last:
                break
            guess(at)
            at += buffer[at] + _OVERHEAD
        if not guesses:
            return 0
        places = np.array(guesses, dtype=np.int64)
        heads: Any = np.ndarray((last + 1,), dtype=_HEAD, buffer=buffer, strides=(1,))[places]
        length = heads["length"]
        good = (length < 256) & (_crc_of_short()[(length & 255).astype(np.int64)] == heads["crc"])
        good &= places + length.astype(np.int64) + _OVERHEAD <= len(buffer)
        good &= length <= self._max_record_bytes
        taken = len(good) if good.all() else int(np.argmin(good))
        starts += guesses[:taken]
        self._at = at if taken == len(guesses) else guesses[taken]
        return taken

    def _walk(self, starts: list[int], most: int) -> bool:
        """Take so many frames one by one; False where none is complete, or its head is broken."""
        buffer = self._buffer
        for _ in repeat(None, most):
            at = self._at
            if at + _HEADER.size > len(buffer):
                return False
            length, crc = _HEADER.unpack_from(buffer, at)
            if not self._trustworthy(length, crc) or at + length + _OVERHEAD > len(buffer):
                return False
            starts.append(at)
            self._at = at + length + _OVERHEAD
        return True

    def last_is_intact(self) -> bool:
        """Whether the record given last agrees with its checksum."""
        if self._last is None:
            return False
        record, buffer, end = self._last
        return masked_crc32c(record) == int.from_bytes(buffer[end - _CRC_BYTES : end], "little")

    def _records(self) -> Iterator[bytes]:
        known = self._crc_of_length
        while self._frame_is_complete():
            # Frame after frame, as long as lengths are known and their frames complete; the slow way knows the rest.
            buffer, end, self._needed = self._buffer, self._at, _HEADER.size
            while self._at == end and self._buffer is buffer and end + _HEADER.size <= len(buffer):
                length, crc = _HEADER.unpack_from(buffer, end)
                end += length + _OVERHEAD
                if end > len(buffer) or known.get(length) != crc or length > self._max_record_bytes:
                    break
                record = buffer[end - length - _CRC_BYTES : end - _CRC_BYTES]
                self._at = end
                self._last = record, buffer, end
                yield record

    def _frame_is_complete(self) -> bool:
        """Grow the buffer as far as the next frame needs and the pieces allow; a broken length ends everything."""
        if self.damaged is not None or not self._holds_needed():
            return False
        if self._needed == _HEADER.size:
            length, crc = _HEADER.unpack_from(self._buffer, self._at)
            if not self._trustworthy(length, crc):
                return False
            self._needed = length + _OVERHEAD
        return self._holds_needed()

    def _holds_needed(self) -> bool:
        rest = len(self._buffer) - self._at
        if rest >= self._needed:
            return True
        if rest + self._held < self._needed:
            return False
        self._offset += self._at
        self._buffer = b"".join([self._buffer[self._at :], *self._pieces])
        self._at = self._held = 0
        self._pieces.clear()
        return True

    def _trustworthy(self, length: int, crc: int) -> bool:
        known = self._crc_of_length.get(length)
        if known is None:
            known = masked_crc32c(length.to_bytes(8, "little"))
            if len(self._crc_of_length) >= _MAX_REMEMBERED:
                self._crc_of_length.clear()
            self._crc_of_length[length] = known
        where = f"at byte {self._offset + self._at:,}"
        if known != crc:
            self.damaged = f"the file is damaged {where}: the length of a record fails its checksum"
        elif length > self._max_record_bytes:
            self.damaged = f"the record {where} claims {length:,} bytes, more than is read ({self._max_record_bytes:,})"
        return self.damaged is None
