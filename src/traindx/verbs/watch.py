"""Watches a command: starts it with the guest let in, tells what is found while it runs, and answers at the end.

The command has our standard streams and our process group; it knows nothing of us and outlives us. What the guest
writes is read as it grows, and judged by the same detectors as any log, at a bounded cost.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from traindx import __version__, store
from traindx.configuration import Configuration, Misconfigured, configuration
from traindx.guards.secrets import redact, redact_mapping
from traindx.launchers.this_machine import relayed
from traindx.registry import units
from traindx.reports import panel
from traindx.schema import Diagnosis, Failure, Finding, Identity, Outcome, Run
from traindx.verbs.around import QUIET
from traindx.verbs.baseline import baseline, left_out
from traindx.verbs.diagnose import Answer, check_names, diagnosis, ordered
from traindx.verbs.follow import THINKING
from traindx.verbs.growing import Tail, writer_lives
from traindx.verbs.joining import joined

PAUSE = 0.25  # seconds between two looks: news must be told within three
PATIENCE = 60.0  # seconds without a sign of a training, after which that is said
NICENESS = 10
# Of the environment only what moves a training is kept.
TELLING = ("CUDA_VISIBLE_DEVICES", "OMP_NUM_THREADS", "WORLD_SIZE", "RANK", "LOCAL_RANK", "PYTHONHASHSEED",
           "PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX", "CUBLAS_WORKSPACE_CONFIG")  # fmt: skip
NOT_RUN, NOT_FOUND, OURS = 126, 127, 125
Say = Callable[[str], None]


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """What `traindx run` was asked."""

    words: tuple[str, ...]
    steps: int | None = None
    stop_on: str | None = None
    baseline_file: str | None = None


class Watched(msgspec.Struct, frozen=True):
    """What became of a command."""

    status: int
    answer: Answer
    interrupted: bool = False


class NotStarted(Exception):
    """The command cannot be started; `status` is the exit status that says so."""

    def __init__(self, what: str, status: int) -> None:
        super().__init__(what)
        self.status = status


def watch(command: Command, say: Say, *, flags: dict[str, Any]) -> Watched:
    """Runs the command to its end."""
    config = configuration(flags)
    check_names(config)
    _check_stop(command.stop_on, config)
    known = baseline(command.baseline_file) if command.baseline_file is not None else frozenset()
    program = shutil.which(command.words[0])
    if program is None:
        raise _unable(command.words[0])
    folder = store.new_run(_script(command.words))
    store.replace(os.path.join(folder, "command.json"), json.dumps(_described(command.words), indent=1))
    if command.steps is not None:
        _ask(folder, command.steps)
    for line in _beforehand(command.words):
        say(line)
    say(f"watching {redact(' '.join(command.words))}")
    with relayed() as relay:
        try:
            child = subprocess.Popen(list(command.words), env=_environment(folder))
        except OSError as error:
            raise NotStarted(f"{command.words[0]} cannot be started ({error.strerror})", NOT_RUN) from None
        relay.child = child
        os.nice(NICENESS)
        watching = _Watching(folder, config, known, command, say)
        while (code := _ended(child, PAUSE)) is None:
            relay.pass_on()
            watching.guarded(watching.look)
        relay.child = None
        status = 128 - code if code < 0 else code
        nothing = Answer([], [], [], {}, config, known)
        return Watched(status, watching.guarded(watching.finish, code) or nothing, code == -signal.SIGINT)


def last_run(*, growing: bool = False) -> str | None:
    """The folder of the last watched run that recorded anything; with `growing` only if that was lately."""
    folder = store.last_run()
    recordings = [] if folder is None else store.recordings(folder)
    if growing and not any(time.time() - os.stat(one).st_mtime < QUIET for one in recordings):
        return None
    return folder if recordings else None


def _ended(child: subprocess.Popen[bytes], seconds: float) -> int | None:
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def _unable(word: str) -> NotStarted:
    if os.path.isfile(word):
        return NotStarted(f"{word} cannot be run; make it executable, or name what runs it: python {word}", NOT_RUN)
    return NotStarted(f"{word} was not found; check its name and the PATH", NOT_FOUND)


def _check_stop(name: str | None, config: Configuration) -> None:
    """Only what a growing run can be sure of may end it."""
    if name is None:
        return
    unit = units("detectors", config.plugins).get(name)
    if unit is None:
        raise Misconfigured(
            f"--stop-on names {name}, which is no finding; `traindx explain --list findings` lists them"
        )
    if unit.declaration.when != "event":
        raise Misconfigured(f"--stop-on names {name}, which judges a finished run; name another, such as nan-loss")


# ------------------------------------------------------------ the command


def _script(words: tuple[str, ...]) -> str:
    """What a run is called by: its script, or the first word."""
    for place, word in enumerate(words):
        if word == "-m" and place + 1 < len(words):
            return words[place + 1]
        if word.endswith((".py", ".sh")):
            return os.path.splitext(os.path.basename(word))[0]
    return os.path.basename(words[0])


def _beforehand(words: tuple[str, ...]) -> list[str]:
    """What can be seen in the command before it starts."""
    flags = [one for one in words[1:2] if one.startswith("-") and not one.startswith("--")]
    closed = any(set(one[1:]) & set("IES") for one in flags if not one.startswith(("-m", "-c", "-W", "-X")))
    if "python" in os.path.basename(words[0]) and closed:
        return [f"{flags[0]} keeps watching out of Python: nothing will be seen; leave it away to be watched"]
    return []


def _environment(folder: str) -> dict[str, str]:
    """Ours, with the way in for the guest in front."""
    entry = str(Path(__file__).parents[1] / "guest" / "entry")
    before = os.environ.get("PYTHONPATH")
    path = entry if not before else os.pathsep.join((entry, before))
    return {**os.environ, "PYTHONPATH": path, "TRAINDX_RUN": folder}


def _described(words: tuple[str, ...]) -> dict[str, Any]:
    told = {
        "argv": list(words),
        "folder": os.getcwd(),
        "environment": {name: os.environ[name] for name in TELLING if name in os.environ},
        "git": _commit(),
        "versions": {"traindx": __version__, "python": platform.python_version(), "system": platform.platform()},
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
    return redact_mapping(told)


def _commit() -> dict[str, Any] | None:
    try:
        asked = {"capture_output": True, "text": True, "timeout": 2}
        head = subprocess.run(["git", "rev-parse", "HEAD"], check=True, **asked).stdout.strip()  # type: ignore[call-overload]
        dirty = subprocess.run(["git", "status", "--porcelain", "-uno"], check=True, **asked).stdout  # type: ignore[call-overload]
    except (OSError, subprocess.SubprocessError):
        return None
    return {"commit": head, "dirty": bool(dirty.strip())}


def _ask(folder: str, step: int) -> None:
    """The one word to the guest."""
    store.replace(os.path.join(folder, "control.json"), json.dumps({"stop_after_step": step}))


# ------------------------------------------------------------- the watching


class _Watching:
    """What is known of the trainings of one command."""

    def __init__(
        self, folder: str, config: Configuration, known: frozenset[Identity], command: Command, say: Say
    ) -> None:
        self.folder, self.config, self.known, self.command, self.say = folder, config, known, command, say
        self.tails: dict[str, Tail] = {}
        self.seen: set[tuple[str, Identity, int | None]] = set()
        self.begun = time.monotonic()
        self.think_at = 0.0
        self.changed = self.attached = self.complained = self.asked = self.failed = False
        self.alarms = 0

    def guarded(self, act: Callable[..., Any], *args: Any) -> Any:
        """Does something of ours; if it fails that is said, and the command goes on and keeps its status."""
        try:
            return act(*args)
        except Exception as error:
            if not self.failed:
                self.failed = True
                self.say(f"watching failed: {type(error).__name__}: {error}; diagnose {self.folder} by itself")
            return None

    def look(self) -> None:
        """Reads what is new; thinks where it can be afforded, and at once on an alarm."""
        for path in store.recordings(self.folder):
            self.tails.setdefault(path, Tail(path, self.config.plugins))
        self.changed |= any([tail.look() for tail in self.tails.values()])
        if not self.changed:
            if not self.tails and not self.complained and time.monotonic() - self.begun > PATIENCE:
                self.complained = True
                self.say(f"not attached so far: {self.reached()}")
            return
        alarmed = self._alarmed()
        if time.monotonic() >= self.think_at or alarmed:
            self.changed = False
            begun = time.process_time()
            self._think()
            self.think_at = time.monotonic() + THINKING * (time.process_time() - begun)

    def _alarmed(self) -> bool:
        """Whether the guest has put down an alarm since the last look."""
        facts = [fact for tail in self.tails.values() for fact in getattr(tail.fold, "facts", ())]
        before, self.alarms = self.alarms, sum(fact.name == "alarm" for fact in facts)
        return self.alarms > before

    def runs(self) -> list[Run]:
        return joined([run for tail in self.tails.values() for run in tail.current()])

    def _think(self) -> None:
        for run in self.runs():
            if not self.attached:
                self.attached = True
                self.say(f"attached ({_framework(run)}): {_seen(run)}")
            going = run if run.outcome.state != "unknown" else _with(run, Outcome(state="running"))
            self._tell(diagnosis(going, config=self.config, why="run", replay=False))

    def _tell(self, known: Diagnosis) -> None:
        events = [one for one in known.problems if one.when == "event"]
        for finding in sorted(events, key=lambda one: one.first_step or 0):
            told = known.run.source, finding.identity, finding.first_step
            if told not in self.seen and finding.identity not in self.known:
                self.seen.add(told)
                self.say(panel.spoken(finding, known.run))
                self._stop_on(finding, known.run)

    def _stop_on(self, finding: Finding, run: Run) -> None:
        if finding.id == self.command.stop_on and not self.asked:
            self.asked = True
            _ask(self.folder, (run.last_step or 0) + 1)
            self.say(f"{finding.id} was found: the training ends now; no finally and no checkpoint of it will run")

    def reached(self) -> str:
        """How far watching has come into the command, and what to do."""
        try:
            with open(os.path.join(self.folder, "hello.lock"), encoding="utf-8", errors="replace") as file:
                words = [line.split(None, 1)[1].strip() for line in file if " " in line]
        except OSError:
            return "no Python of it could be reached; PYTHONPATH may be set anew inside, or -I or -E given"
        failed = next((one for one in words if one.startswith("failed")), None)
        if failed is not None:
            return f"watching {failed}"
        if "torch" not in words:
            return "no PyTorch was imported; other frameworks are not watched: give its log to traindx diagnose"
        return "PyTorch was imported, but no training step was seen"

    def finish(self, code: int) -> Answer:
        """The command has ended: the rest is read, and everything judged once more."""
        self.look()
        for tail in self.tails.values():
            tail.look()
            tail.finish()
        self._put_ends(code)
        runs = [_closed(run, code) for run in self.runs()]
        if not runs:
            self.say(f"not attached: {self.reached()}")
        for run in runs:
            if not self.attached:
                self.say(f"attached ({_framework(run)}): {_seen(run)}")
            if run.outcome.state == "stopped" and not self.asked:
                self.asked = True
                self.say(
                    f"stopped after {(run.last_step or 0) + 1:,} steps as asked; no finally and no checkpoint of it ran"
                )
            self.attached = True
        answers = ordered([diagnosis(run, config=self.config, why="run") for run in runs])
        return Answer(answers, [], left_out(answers, self.known), {}, self.config, self.known)

    def _put_ends(self, code: int) -> None:
        """A recording whose writer was killed gets its last line from us, so that a later answer knows it too."""
        for path, tail in self.tails.items():
            ended = any(run.outcome.state != "unknown" for run in tail.current())
            if ended or writer_lives([path]):
                continue
            state, error = _how(code)
            row = {"end": {"state": state, "exit": code if code >= 0 else None, **({"error": error} if error else {})}}
            with open(path, "r+b") as file:
                file.seek(-1, os.SEEK_END)
                torn = file.read(1) != b"\n"  # it was killed in the middle of a line
                file.write((b"\n" if torn else b"") + json.dumps(row).encode() + b"\n")


def _how(code: int) -> tuple[str, dict[str, str] | None]:
    """How a training ended that could not say so itself."""
    if code == 0:
        return "unknown", None
    if code in (-signal.SIGINT, 130):
        return "interrupted", None
    if code < 0:
        name = signal.Signals(-code).name if -code in {one.value for one in signal.Signals} else str(-code)
        return "crashed", {"type": name, "message": f"the process was ended by {name}", "where": ""}
    return "crashed", {"type": "exit", "message": f"the process ended with exit status {code}", "where": ""}


def _closed(run: Run, code: int) -> Run:
    if run.outcome.state != "unknown":
        return run
    state, error = _how(code)
    failure = None if error is None else Failure(error["type"], error["message"])
    return _with(run, Outcome(state, code if code >= 0 else None, failure))


def _with(run: Run, outcome: Outcome) -> Run:
    return msgspec.structs.replace(run, outcome=outcome)


def _framework(run: Run) -> str:
    model = run.fact("model") or {}
    return ", ".join(one for one in (run.framework or "", str(model.get("device") or "")) if one)


def _seen(run: Run) -> str:
    """What was recognised, and what was not."""
    model = run.fact("model") or {}
    loss = any(name.startswith("train/loss") for name in run.series)
    validation = any(name.startswith("val/") for name in run.series)
    named = bool(model.get("class"))
    more = "yes" if validation else "not yet" if run.outcome.state in ("unknown", "running") else "no"
    return f"model {'yes' if named else 'no'}, loss {'yes' if loss else 'no'}, validation {more}"
