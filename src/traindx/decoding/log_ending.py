"""How a training ended, as the last lines of what it printed tell it.

An exception with or without its traceback, an interruption, a process that was killed, or words of completion. What a
log says before it goes on is forgotten: an exception that was caught, a run that was resumed. Messages are redacted.

Two ends are not the training's own: memory of the GPU that ran out and a process of the data loader that died. They
are named as out of scope, with what to do about them.
"""

from __future__ import annotations

import re

from traindx.guards.secrets import redact
from traindx.schema import Failure, Outcome

LONGEST_MESSAGE = 500
LONGEST_FRAME = 400  # characters of a line that names a frame
OOM = re.compile(r"(?i)out of memory|OutOfMemoryError|CUBLAS_STATUS_ALLOC_FAILED|ResourceExhaustedError|\bOOM when")
WORKER = re.compile(
    r"(?i)DataLoader worker .{0,200}(?:exited unexpectedly|killed by signal)|unable to open shared memory object"
)
OUT_OF_SCOPE = (
    (OOM, "the memory of the GPU ran out, which is not a fault of the training: make the batch smaller and accumulate "
          "gradients, use mixed precision or activation checkpointing, or a smaller model"),
    (WORKER, "a process that loads data died, which is not a fault of the training: run once with num_workers=0 to see "
             "its own exception, and give it more memory (shared memory too, --shm-size in a container)"),
)  # fmt: skip
# What is worth a closer look; every line is searched for it.
CUE = re.compile(
    r"Traceback|Error|Exception|Interrupt|[Kk]illed|\^C|exited unexpectedly|core dumped|Segmentation"
    r"|[Ff]inish|FINISH|[Cc]omplete|COMPLETE|[Dd]one\b|out of memory|stopped:|[Ss]topping|[Aa]borting"
)
TRACEBACK = re.compile(r"Traceback \(most recent call last\)")
FRAME = re.compile(r"File \"([^\"]{1,300})\", line (\d{1,9})")
# Behind "[rank0]: " or a time, never in the middle of a sentence.
PREFIX = r"^(?:\[[^\]]{1,60}\]:?\s{0,4}|[\d\-:., ]{8,30}\s|(?:ERROR|CRITICAL)\s?[:|-]\s?){0,3}"
RAISED = re.compile(
    PREFIX + r"((?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception|Interrupt|Exit|Warning|Failure)|"
    r"(?:[A-Za-z_]\w{0,60}\.){1,8}[A-Z]\w{0,60})(?::\s?(.*)|\s*)$"
)
SIGNAL = re.compile(
    r"^(?:\S{0,80}: line \d{1,9}:\s+\d{1,9}\s)?\s*(Killed|Segmentation fault|Bus error|Aborted)\b.{0,80}$"
)
# A loop that watches its loss says so and leaves: "Loss is nan, stopping training".
GAVE_UP = re.compile(
    r"(?i)\bloss(?: is|:| =)? {0,2}(?:-?inf\w*|nan|not finite|non-finite)\b.{0,60}\b(?:stopping|aborting|exiting)\b"
)
STOPPED = re.compile(r"^\^C|^\s*KeyboardInterrupt\s*$|(?i:\btraining (?:was )?interrupted\b)")
COMPLETED = re.compile(
    r"(?i)\b(?:training|train|optimi[sz]ation|fitting)(?: has| is| was| run)?"
    r" (?:successfully )?(?:complete|completed|finished|done|ended)\b(?! (?:epoch|step|iter))"
    r"|\bfinished training\b|\bdone training\b|Trainer\.fit` stopped: `max_(?:epochs|steps)"
)
NOT_YET = re.compile(r"(?i)\b(?:not|when|after|until|once|if|before|will)\b|\bepoch\b.{0,20}\b(?:complete|done|finish)")


class Ending:
    """What the lines so far say of the end."""

    def __init__(self) -> None:
        self.outcome = Outcome()
        self.inside = False  # a traceback whose exception has not come
        self._where = ""

    def went_on(self) -> None:
        """The training did: what looked like its end was none."""
        if self.outcome.state != "unknown":
            self.outcome = Outcome()
        self.inside = False

    def completed(self) -> None:
        """The writer's own sign of completion came."""
        self.outcome, self.inside = Outcome(state="completed"), False

    def take(self, line: str) -> bool:
        """Looks at one line; whether it belongs to a traceback and says nothing else."""
        if not self.inside and not CUE.search(line):
            return False
        if TRACEBACK.search(line):
            self.inside, self._where = True, ""
            return True
        frame = FRAME.search(line, 0, LONGEST_FRAME) if self.inside else None
        if frame:
            self._where = f"{frame[1].replace(chr(92), '/').rpartition('/')[2]}:{frame[2]}"
            return True
        raised = RAISED.match(line[: 2 * LONGEST_MESSAGE])
        if raised and (self.inside or raised[1].endswith(("Error", "Exception", "Interrupt"))):
            self._raised(raised[1], raised[2] or "")
            return True
        return self._told(line) or self.inside

    def _raised(self, kind: str, message: str) -> None:
        name = kind.rpartition(".")[2]
        self.inside = False
        if self.outcome.state == "crashed" and not self._where:
            return  # a launcher repeats what its worker said
        if name in ("KeyboardInterrupt", "SystemExit"):
            self.outcome = Outcome(state="interrupted" if name == "KeyboardInterrupt" else "stopped")
            return
        self.outcome = Outcome(
            state="crashed",
            error=Failure(name, redact(message)[:LONGEST_MESSAGE], self._where),
            out_of_scope=next((text for cue, text in OUT_OF_SCOPE if cue.search(f"{name}: {message}")), None),
        )
        self._where = ""

    def _told(self, line: str) -> bool:
        head = line[: 2 * LONGEST_MESSAGE]
        if STOPPED.search(head):
            self.outcome = Outcome(state="interrupted")
        elif signal := SIGNAL.match(head):
            self.outcome = Outcome(state="crashed", error=Failure(signal[1], redact(head.strip())[:LONGEST_MESSAGE]))
        elif GAVE_UP.search(head):
            self.outcome = Outcome(state="stopped", error=Failure("", redact(head.strip())[:LONGEST_MESSAGE]))
        elif WORKER.search(head):
            self._raised("RuntimeError", head.strip())
        elif (
            self.outcome.state == "unknown"
            and (done := COMPLETED.search(head))
            and not NOT_YET.search(head, 0, done.end())
        ):
            self.outcome = Outcome(state="completed")
        else:
            return False
        return True
