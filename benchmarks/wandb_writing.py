"""A `.wandb` file as wandb writes it: for each step a row of history, and the same again as a summary."""

from __future__ import annotations

import json
import pathlib
import struct
import zlib
from collections.abc import Iterable, Mapping

from traindx.decoding.leveldb_log import BLOCK_BYTES, FILE_HEADER, FIRST, FULL, LAST, MIDDLE

FRAGMENT = struct.Struct("<IHB")
KINDS = {(True, True): FULL, (True, False): FIRST, (False, False): MIDDLE, (False, True): LAST}


def varint(value: int) -> bytes:
    octets = bytearray()
    while value > 0x7F:
        octets.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*octets, value])


def part(number: int, data: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(data)) + data


def fragments(record: bytes, at: int) -> Iterable[bytes]:
    """A record as it stands at this place of the file."""
    begins = True
    while begins or record:
        left = BLOCK_BYTES - at % BLOCK_BYTES
        if left < FRAGMENT.size:
            yield bytes(left)
            at, left = at + left, BLOCK_BYTES
        data, record = record[: left - FRAGMENT.size], record[left - FRAGMENT.size :]
        kind = KINDS[begins, not record]
        yield FRAGMENT.pack(zlib.crc32(data, zlib.crc32(bytes([kind]))), len(data), kind) + data
        at, begins = at + FRAGMENT.size + len(data), False


def write(path: pathlib.Path, rows: Iterable[Mapping[str, float]]) -> None:
    """The rows as the history of an offline run."""
    with path.open("wb") as file:
        file.write(FILE_HEADER)
        for number, row in enumerate(rows, 1):
            told = {**row, "_step": row["step"], "_timestamp": 1.7e9 + number, "_runtime": float(number)}
            items = b"".join(part(1, part(2, name.encode()) + part(16, json.dumps(value).encode()))
                             for name, value in told.items())  # fmt: skip
            for kind in (2, 3):  # history, summary
                file.writelines(fragments(b"\x08" + varint(number) + part(kind, items), file.tell()))
