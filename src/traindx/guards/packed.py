"""Files that hold other files in a packed form, told by their first bytes.

They are never unpacked: a few kilobytes can hold gigabytes, and archives within archives more than any disk. Whoever
has such a file unpacks it with a tool that asks first.
"""

from __future__ import annotations

SIGNATURES = (
    (b"\x1f\x8b", 0, "gzip"),
    (b"PK\x03\x04", 0, "a zip archive"),
    (b"PK\x05\x06", 0, "an empty zip archive"),
    (b"BZh", 0, "bzip2"),
    (b"\xfd7zXZ\0", 0, "xz"),
    (b"\x28\xb5\x2f\xfd", 0, "zstd"),
    (b"\x04\x22\x4d\x18", 0, "lz4"),
    (b"7z\xbc\xaf\x27\x1c", 0, "7z"),
    (b"Rar!", 0, "rar"),
    (b"ustar", 257, "a tar archive"),
)


def packed(head: bytes) -> str | None:
    """What a file that begins with these bytes is packed with, or None."""
    return next((name for mark, at, name in SIGNATURES if head[at : at + len(mark)] == mark), None)
