"""Signals that reach us are passed on, and what was in force before is in force again."""

import os
import signal
import subprocess

from traindx.launchers.this_machine import relayed


def test_a_request_to_end_is_passed_on() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with relayed() as relay:
        relay.child = subprocess.Popen(["sleep", "30"])
        os.kill(os.getpid(), signal.SIGTERM)
        assert relay.child.wait(10) == -signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) == before


def test_an_interrupt_ends_us_only_after_the_command() -> None:
    with relayed() as relay:
        os.kill(os.getpid(), signal.SIGINT)
        assert relay.interrupted_at is not None
        relay.child = subprocess.Popen(["sleep", "30"])
        relay.pass_on()  # it may have reached the command by itself
        assert relay.child.poll() is None
        relay.child.kill()
        relay.child.wait()
