import io
import os

from traindx.reports.progress import Progress


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_shown_within_a_second() -> None:
    clock, stream = Clock(), io.StringIO()
    progress = Progress(stream, clock=clock)
    progress("reading files:", 1, 200)
    clock.now += 0.9
    progress("reading files:", 2, 200)
    progress.clear()
    assert stream.getvalue() == ""


def test_one_line_that_goes_away() -> None:
    clock, stream = Clock(), io.StringIO()
    progress = Progress(stream, clock=clock)
    clock.now += 1.1
    progress("reading files:", 12, 2000)
    progress("reading files:", 13, 2000)  # too soon after the last
    clock.now += 0.2
    progress.file("/runs/a\x1b[2J.log", 3 << 20, 10 << 20)
    progress.clear()
    first, second, last = stream.getvalue().split("\r\x1b[K")[1:]
    assert (first, last) == ("traindx: reading files: 12 of 2,000", "")
    assert second == "traindx: reading a\\x1b[2J.log, MiB 3 of 10"


def test_a_forked_worker_is_silent() -> None:
    clock, stream = Clock(), io.StringIO()
    progress = Progress(stream, clock=clock)
    progress.process = os.getpid() + 1
    clock.now += 5
    progress("reading files:", 1, 2)
    assert stream.getvalue() == ""


def test_what_has_no_known_end_counts_seconds() -> None:
    clock, stream = Clock(), io.StringIO()
    progress = Progress(stream, clock=clock)
    progress.waiting("looking at nets:net")
    clock.now += 3.4
    progress.waiting("looking at nets:net")
    assert stream.getvalue() == "\r\x1b[Ktraindx: looking at nets:net, 3 s"
