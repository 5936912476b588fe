"""The blocks of `.wandb` and `.swanlab` files (a LevelDB log with a header and another checksum), taken as they come.

The file begins with `":W&B" | 0xBEE1 u16 | version u8`, or another header of seven bytes; blocks of 32 KiB are counted
from its first byte. A block holds fragments `crc u32 | length u16 | type u8 | data`, little-endian, and zeros where
fewer than 7 bytes are left. The types FULL, FIRST, MIDDLE and LAST say how fragments make a record. The checksum is the
CRC-32 of zlib over type and data, not the CRC-32C of LevelDB; every one is verified, in zlib that costs nothing.

`Blocks.feed` takes pieces of any size and gives the records that are complete; what is torn off at the end waits for
the next piece, so a growing file and a finished one give the same records. After a broken fragment `damaged` holds a
sentence, and no further record comes.
"""

import struct
import zlib
from collections.abc import Iterator

from traindx.guards.limits import KIB, MAX_RECORD_BYTES

FILE_HEADER = b":W&B" + struct.pack("<H", 0xBEE1) + b"\x00"
BLOCK_BYTES = 32 * KIB
_FRAGMENT = struct.Struct("<IHB")
FULL, FIRST, MIDDLE, LAST = 1, 2, 3, 4


class Blocks:
    """An incremental reader of records. It raises nothing, whatever it is fed."""

    def __init__(self, *, header: bytes = FILE_HEADER, suffix: str = ".wandb",
                 max_record_bytes: int = MAX_RECORD_BYTES) -> None:  # fmt: skip
        self._header, self._suffix = header, suffix
        self.damaged: str | None = None
        self._max_record_bytes = max_record_bytes
        self._pieces: list[bytes] = []  # joined only when the next fragment is complete: nothing is copied twice
        self._held = 0
        self._buffer = b""
        self._at = 0
        self._offset = 0  # of the buffer's first byte in the file
        self._header_seen = False
        self._open: list[bytes] | None = None  # the fragments of a record that has begun
        self._open_bytes = 0

    @property
    def torn_bytes(self) -> int:
        """How many bytes wait for the rest of their record."""
        return len(self._buffer) - self._at + self._held + self._open_bytes

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Take the next bytes of the file; gives the records that are complete now."""
        if self.damaged is None and piece:
            self._pieces.append(piece)
            self._held += len(piece)
        return self._records()

    def _records(self) -> Iterator[bytes]:
        while self.damaged is None and self._past_header() and self._past_padding():
            crc, length, kind = _FRAGMENT.unpack_from(self._buffer, self._at)
            left = BLOCK_BYTES - (self._offset + self._at) % BLOCK_BYTES
            if _FRAGMENT.size + length > left or not FULL <= kind <= LAST:
                self._damage("a fragment that no block can hold")
                return
            if not self._holds(_FRAGMENT.size + length):
                return
            start = self._at + _FRAGMENT.size
            data = self._buffer[start : start + length]
            if zlib.crc32(data, zlib.crc32(self._buffer[start - 1 : start])) != crc:
                self._damage("a fragment fails its checksum")
                return
            record = self._joined(kind, data)
            if self.damaged is not None:
                return
            self._at = start + length
            if record is not None:
                yield record

    def _joined(self, kind: int, data: bytes) -> bytes | None:
        """The record that this fragment ends, if it ends one."""
        begins = kind in (FULL, FIRST)
        if begins is not (self._open is None):
            self._damage("a record begins inside another" if begins else "a record has no beginning")
            return None
        if kind == FULL:
            return data
        fragments = self._open = self._open or []
        fragments.append(data)
        self._open_bytes += len(data)
        if self._open_bytes > self._max_record_bytes:
            self._damage(f"a record has more than {self._max_record_bytes:,} bytes")
            return None
        if kind != LAST:
            return None
        self._open, self._open_bytes = None, 0
        return b"".join(fragments)

    def _past_header(self) -> bool:
        wanted = self._header
        if not self._header_seen and self._holds(len(wanted)):
            self._header_seen = True
            head = self._buffer[: len(wanted)]
            if head[:-1] != wanted[:-1]:
                self.damaged = f"the file does not begin like a {self._suffix} file"
            elif head != wanted:
                known = f"only version {wanted[-1]} is known"
                self.damaged = f"the file has version {head[-1]} of the {self._suffix} format, {known}"
            self._at = len(wanted)
        return self._header_seen and self.damaged is None

    def _past_padding(self) -> bool:
        """Skip the end of a block that is too short for a fragment, then wait for the head of the next fragment."""
        left = BLOCK_BYTES - (self._offset + self._at) % BLOCK_BYTES
        if left < _FRAGMENT.size:
            if not self._holds(left):
                return False
            self._at += left
        return self._holds(_FRAGMENT.size)

    def _holds(self, needed: int) -> bool:
        rest = len(self._buffer) - self._at
        if rest >= needed:
            return True
        if rest + self._held < needed:
            return False
        self._offset += self._at
        self._buffer = b"".join([self._buffer[self._at :], *self._pieces])
        self._at = self._held = 0
        self._pieces.clear()
        return True

    def _damage(self, what: str) -> None:
        self.damaged = f"the file is damaged at byte {self._offset + self._at:,}: {what}"
