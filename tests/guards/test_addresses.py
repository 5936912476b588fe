import subprocess
import sys

import pytest

from traindx.guards.addresses import is_address, list_address, local, open_address, shown
from traindx.guards.refusal import Refused


@pytest.fixture
def memory():
    """The file system that fsspec keeps in memory."""
    import fsspec

    system = fsspec.filesystem("memory")
    system.store.clear()
    yield system
    system.store.clear()


@pytest.mark.parametrize(
    ("path", "far"),
    [
        ("s3://bucket/run", True), ("https://host/a.log", True), ("memory://a", True), ("S3://b/c", True),
        ("zip://a.csv::s3://bucket/a.zip", True), ("file:///tmp/a", False), ("runs/exp7", False), ("C:\\runs", False),
        ("C://runs", False), ("-", False), ("runs/s3://x", False), ("", False), ("://x", False),
    ],
)  # fmt: skip
def test_what_an_address_is(path, far) -> None:
    assert is_address(path) is far


def test_an_address_of_a_file_here_is_a_path() -> None:
    assert local("file:///tmp/a%20b.log") == "/tmp/a b.log"
    assert local("s3://bucket/a") == "s3://bucket/a"
    assert local("runs/exp7") == "runs/exp7"


SECRET = "https://ann:hunter2@host/a.csv?X-Amz-Signature=0123abcd&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE&run=5#top"


def test_no_secret_is_shown() -> None:
    text = shown(SECRET)
    assert text.startswith("https://[redacted]@host/a.csv?")
    assert not any(word in text for word in ("ann", "hunter2", "0123abcd", "AKIA", "run=5"))
    assert shown(SECRET) != shown(SECRET.replace("run=5", "run=6"))  # two files stay two
    assert shown("s3://bucket/a.csv") == "s3://bucket/a.csv"
    assert shown("runs/what?.csv") == "runs/what?.csv"


def test_a_file_is_read_in_pieces(memory) -> None:
    memory.pipe("/runs/a.csv", b"step,loss\n")
    with open_address("memory://runs/a.csv") as file:
        assert file.read(4) == b"step"
        assert file.read(100) == b",loss\n"


def test_a_folder_is_listed(memory) -> None:
    for name in ("b/2.csv", "a/1.csv", "0.csv"):
        memory.pipe(f"/runs/{name}", b"x")
    memory.pipe("/runs-old/no.csv", b"x")
    found = list_address("memory://runs")
    assert found is not None
    assert found.files == ["memory://runs/0.csv", "memory://runs/a/1.csv", "memory://runs/b/2.csv"]
    assert found.stopped is None
    assert list_address("memory://runs/0.csv") is None
    few = list_address("memory://runs/", entries=2)
    assert few is not None
    assert few.stopped == "stopped after 2 entries; name a folder further down"
    slow = list_address("memory://runs", seconds=-1.0)
    assert slow is not None
    assert slow.stopped


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (
            "memory://none.csv",
            "memory://none.csv does not exist, or not for you; check the address, and whether you are logged in",
        ),
        ("nosuch://ann:hunter2@x/y", "nosuch://[redacted]@x/y is an address of a kind that fsspec does not know"),
        ("zip://a.csv::memory://a.zip", "leads to another address; name that one, or fetch the file"),
        ("simplecache::memory://a.csv", "leads to another address"),
        ("reference://a", "leads to another address"),
        ("gs://bucket/a.csv", "pip install gcsfs"),
        ("s3://bucket/a.csv", "pip install 'traindx[remote]'"),
        ("memory://a\x1b[2J", "memory://a\\x1b[2J does not exist"),
    ],
)
def test_a_refusal_is_one_sentence(memory, address, sentence) -> None:
    for look in (open_address, list_address):
        with pytest.raises(Refused) as refused:
            look(address)
        assert sentence in str(refused.value)
        assert "\n" not in str(refused.value)
        assert "hunter2" not in str(refused.value)


def test_without_the_extra_a_sentence_names_the_command() -> None:
    code = """
import sys
sys.modules["fsspec"] = None
from traindx.doors.cli import main
sys.argv = ["traindx", "diagnose", "s3://ann:hunter2@bucket/run"]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "traindx: s3://[redacted]@bucket/run is on another machine, and fsspec is not installed; "
        "pip install 'traindx[remote]'\n"
    )


def test_nothing_of_it_is_imported_for_a_path() -> None:
    code = "import sys, traindx.verbs.read as read; read.gather(['.git/HEAD']); assert 'fsspec' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
