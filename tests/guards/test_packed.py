from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

from traindx.guards.packed import packed


def test_each_kind_is_known_by_its_first_bytes() -> None:
    assert packed(gzip.compress(b"loss")) == "gzip"
    assert packed(bz2.compress(b"loss")) == "bzip2"
    assert packed(lzma.compress(b"loss")) == "xz"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as into:
        into.writestr("log.csv", "step,loss\n")
    assert packed(archive.getvalue()) == "a zip archive"
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as into:
        into.addfile(tarfile.TarInfo("log.csv"))
    assert packed(archive.getvalue()) == "a tar archive"


def test_logs_are_not_packed() -> None:
    for head in (b"", b"step,loss\n1,2\n", b'{"loss": 1}', b"SQLite format 3\0", bytes(600), b":W&B\xe1\xbe\0"):
        assert packed(head) is None
