"""What reading TensorBoard's event files costs: against the bare read of the file, and against TensorBoard itself.

A million scalars of four tags in 51 MB, written here record by record as torch writes them. Ours is the reader of
traindx with everything that belongs to it, up to the finished run; the bare read is `read()`; the peer is TensorBoard's
`EventAccumulator`, told to keep every scalar (it keeps 10,000 a tag otherwise). Processor time without imports; ours
and the bare read in turn, median of ratios. The promise: at most 6 times the bare read.

The peer needs `pip install tensorboard==2.21.0`, here or in the environment that `--peer PYTHON` names. Without it the
comparison is left out. Exits with 1 when the promise is broken.
"""

from __future__ import annotations

import argparse
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile
import time

from traindx.decoding.tfrecord import masked_crc32c
from traindx.readers.tensorboard import Tensorboard
from traindx.schema import Head

STEPS, TAGS = 250_000, (b"Loss/train", b"Loss/validation", b"lr", b"gradients/norm")
ROUNDS, PEER_ROUNDS, PROMISED = 15, 1, 6.0
PEER = """
import sys, time
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator, SCALARS
began = time.process_time()
log = EventAccumulator(sys.argv[1], size_guidance={SCALARS: 0}).Reload()
count = sum(len(log.Scalars(tag)) for tag in log.Tags()["scalars"])
print(time.process_time() - began, count)
"""


def varint(value: int) -> bytes:
    octets = bytearray()
    while value > 0x7F:
        octets.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*octets, value])


def part(number: int, data: bytes) -> bytes:
    return bytes([number << 3 | 2]) + varint(len(data)) + data


def frame(record: bytes, crc: bytes, heads: dict[int, bytes]) -> bytes:
    if len(record) not in heads:
        length = struct.pack("<Q", len(record))
        heads[len(record)] = length + struct.pack("<I", masked_crc32c(length))
    return heads[len(record)] + record + crc


def write(path: pathlib.Path, *, whole_checksums: bool) -> None:
    """The log; the checksums of records take long, and only the peer looks at them."""
    heads: dict[int, bytes] = {}
    with path.open("wb") as file:
        for step in range(STEPS):
            for tag in TAGS:
                value = part(1, tag) + b"\x15" + struct.pack("<f", 1 / (1 + step))
                record = b"\x09" + struct.pack("<d", 1.7e9 + step) + b"\x10" + varint(step) + part(5, part(1, value))
                crc = struct.pack("<I", masked_crc32c(record)) if whole_checksums else bytes(4)
                file.write(frame(record, crc, heads))


def bare(path: pathlib.Path) -> float:
    began = time.process_time()
    path.read_bytes()
    return time.process_time() - began


def ours(path: pathlib.Path) -> float:
    began = time.process_time()
    fold = Tensorboard(Head(str(path), b"", False))
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            fold.feed(piece)
    (run,) = fold.runs()
    took = time.process_time() - began
    must_be_all(sum(map(len, run.series.values())))
    return took


def peer(python: str, path: pathlib.Path) -> float:
    told = subprocess.run([python, "-c", PEER, str(path)], capture_output=True, text=True, check=True)
    took, count = told.stdout.split()
    must_be_all(int(count))
    return float(took)


def must_be_all(count: int) -> None:
    if count != STEPS * len(TAGS):
        raise SystemExit(f"{count} scalars were read, {STEPS * len(TAGS)} are in the file")


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    arguments.add_argument("--peer", default=sys.executable, help="a Python that has tensorboard")
    python = arguments.parse_args().peer
    compared = not subprocess.run([python, "-c", "import tensorboard"], capture_output=True, check=False).returncode
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "events.out.tfevents.1.host"
        write(path, whole_checksums=compared)
        ours(path)  # the first reading pays for what is imported late
        pairs = [(ours(path), bare(path)) for _ in range(ROUNDS)]
        ratio = statistics.median(took / least for took, least in pairs)
        took = statistics.median(took for took, _ in pairs)
        kept = ratio <= PROMISED
        print(f"{path.stat().st_size / 1e6:.0f} MB, {STEPS * len(TAGS):,} scalars: {took:.3f} s")
        print(f"{ratio:6.1f}x the bare read, promised <= {PROMISED:g}: {'kept' if kept else 'BROKEN'}")
        if compared:
            others = [peer(python, path) for _ in range(PEER_ROUNDS)]
            print(f"{statistics.median(others) / took:6.1f} times as fast as EventAccumulator")
        else:
            print("not compared with TensorBoard: pip install tensorboard==2.21.0")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
