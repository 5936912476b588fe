"""Workers are real processes here: each case runs in an interpreter of its own, as the command line does."""

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from traindx.verbs.spread import cores, spread

linux = pytest.mark.skipif(sys.platform != "linux", reason="not run: workers, which are forked on Linux alone")


def run(body: str) -> subprocess.CompletedProcess[str]:
    program = "import os, signal, sys, threading, time\nfrom traindx.verbs.spread import Lost, spread\n"
    code = program + textwrap.dedent(body)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)


def test_a_little_is_done_here() -> None:
    assert spread(lambda n: (n, os.getpid()), range(5), cores=2) == [(n, os.getpid()) for n in range(5)]
    assert spread(lambda n: n, [], cores=2) == []
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_it_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    spread(lambda n: n, range(3), told=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


@linux
def test_workers_answer_in_the_order_of_the_things() -> None:
    done = run("""
        told = []
        def work(n):
            time.sleep(0.002 * (n % 7))
            return n * n, os.getpid()
        answers = spread(work, range(60), cores=2, alone=0, told=lambda *now: told.append(now))
        assert [one for one, _ in answers] == [n * n for n in range(60)]
        assert len({process for _, process in answers}) == 2 and os.getpid() not in {process for _, process in answers}
        assert told[-1] == (60, 60) and told == sorted(told)
    """)
    assert (done.returncode, done.stderr) == (0, "")


@linux
def test_large_answers_come_whole() -> None:
    done = run("""
        answers = spread(lambda n: bytes([n]) * 3_000_000, range(8), cores=2, alone=0)
        assert answers == [bytes([n]) * 3_000_000 for n in range(8)]
    """)
    assert (done.returncode, done.stderr) == (0, "")


@linux
@pytest.mark.parametrize("count", [1, 2])
def test_a_worker_that_is_killed_loses_one_thing(count: int) -> None:
    done = run(f"""
        def work(n):
            if n in {(7, 20)[:count]} and os.getpid() != parent:
                os.kill(os.getpid(), signal.SIGKILL)
            return n
        parent = os.getpid()
        answers = spread(work, range(40), cores=2, alone=0)
        lost = [n for n, one in enumerate(answers) if isinstance(one, Lost)]
        assert lost == {list((7, 20)[:count])}, lost
        assert answers[7].reason == "was ended by signal 9"
        assert [one for n, one in enumerate(answers) if n not in lost] == [n for n in range(40) if n not in lost]
    """)
    assert (done.returncode, done.stderr) == (0, "")


@linux
def test_what_the_work_raises_is_raised_here_and_nothing_is_left() -> None:
    done = run("""
        def work(n):
            if n == 9:
                raise ValueError("nine")
            return n
        try:
            spread(work, range(40), cores=2, alone=0)
        except ValueError as error:
            print(error)
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            print("no child")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "nine\nno child\n", "")


@linux
def test_beside_a_thread_nothing_is_forked() -> None:
    done = run("""
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
        assert {process for process in spread(lambda n: os.getpid(), range(9), cores=2, alone=0)} == {os.getpid()}
    """)
    assert (done.returncode, done.stderr) == (0, "")


@linux
@pytest.mark.parametrize("room", [0, 1])
def test_where_no_process_may_be_made_the_rest_is_done_here(room: int) -> None:
    done = run(f"""
        fork, made = os.fork, []
        def refused():
            if len(made) == {room}:
                raise BlockingIOError(11, "Resource temporarily unavailable")
            made.append(1)
            return fork()
        os.fork = refused
        before = len(os.listdir("/proc/self/fd"))
        answers = spread(lambda n: (n, os.getpid()), range(20), cores=2, alone=0)
        assert [one for one, _ in answers] == list(range(20))
        assert (os.getpid() in {{process for _, process in answers}}) is ({room} == 0)
        assert len(os.listdir("/proc/self/fd")) == before
    """)
    assert (done.returncode, done.stderr) == (0, "")


@linux
def test_an_interrupt_ends_everything(tmp_path: pathlib.Path) -> None:
    code = f"""
import os, pathlib, time
from traindx.verbs.spread import spread
def work(n):
    pathlib.Path({str(tmp_path)!r}, str(os.getpid())).touch()
    time.sleep(30)
spread(work, range(9), cores=2, alone=0)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, start_new_session=True, text=True)
    until = time.monotonic() + 20
    while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    os.killpg(child.pid, signal.SIGINT)  # as a terminal does
    _, told = child.communicate(timeout=20)
    assert told.count("KeyboardInterrupt") == 1  # the parent's; the workers say nothing
    for worker in tmp_path.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(worker.name), 0)


@linux
def test_workers_go_when_their_parent_is_killed(tmp_path: pathlib.Path) -> None:
    code = f"""
import os, pathlib, signal, time
from traindx.verbs.spread import spread
def work(n):
    pathlib.Path({str(tmp_path)!r}, str(os.getpid())).touch()
    time.sleep(0.2)
spread(work, range(10**6), cores=2, alone=0)
"""
    child = subprocess.Popen([sys.executable, "-c", code])
    until = time.monotonic() + 20
    while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    child.kill()
    child.wait()
    workers = [int(path.name) for path in tmp_path.iterdir()]
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(alive, workers))


def alive(process: int) -> bool:
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
