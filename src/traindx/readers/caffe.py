"""What Caffe's solver logs.

Where it comes from: Caffe and its forks, whose glog writes `I0812 10:11:12.123456  1234 solver.cpp:228] Iteration
100, loss = 2.30` to standard error or into a file. The layout follows `src/caffe/solver.cpp` of BVLC at 006e8b3; the
files that test this reader are written to it, not by a run.

What is in it: the loss of an `Iteration` line, the mean over the last `average_loss` iterations, which the parameters
in the head of the log tell (1 where they leave it out); without a head what a point is stays unknown. `Train net
output` is of the one iteration: an output with a loss weight is a term of the loss, train/loss/output where it is
just called loss. `Test net output` is a mean over the test batches, and is validation here; a second net's names
begin with `net1`. `Gradient clipping` tells the norm before clipping, and the threshold.

The nets in the head tell the loss, and of a softmax how many classes there are.

What is lost: what `Test score #0` of the first versions is; it keeps that name. A norm is told only where it was
clipped. With `iter_size` an iteration is that many batches.
"""

from __future__ import annotations

import re
from collections import Counter

import msgspec

from traindx.decoding.caffe_net import CaffeNet
from traindx.decoding.own_lines import OwnLines, judged
from traindx.decoding.rows import Rows
from traindx.guards.numbers import integer, number
from traindx.guards.secrets import redact
from traindx.schema import Failure, Head, Match, Outcome, Run, Series, reader

VALUE = r"([-+]?[\w.+-]{1,40})(?![\w.+-])"
ITERATION = re.compile(
    rf"\bIteration (\d{{1,12}})(?: \([^)]{{0,80}}\))?,(?: [\d.]{{1,20}}/\d{{1,9}}ep,)? (loss|lr) = {VALUE}"
)
TESTING = re.compile(r"(?:\bIteration (\d{1,12}), )?Testing net(?: \(#(\d{1,4})\))?")
OUTPUT = re.compile(rf"\b(Train|Test) net output #\d{{1,6}}: (\S.{{0,100}}?) = {VALUE}( \(\* )?")
SCORE = re.compile(rf"\bTest (score ?# ?\d{{1,4}}|loss): {VALUE}")
CLIPPING = re.compile(rf"Gradient clipping: scaling down gradients \(L2 norm {VALUE} > {VALUE}\)")
FATAL = re.compile(r"^F\d{4} [\d:.]{8,20}\s{1,8}\d{1,12} (\S{1,80}:\d{1,9})\] (.{1,500})")
GLOG = re.compile(r"^[IWE]\d{4} [\d:.]{8,20}\s{1,8}\d{1,12} \w{1,40}\.c\w{1,3}:\d{1,9}\]")
PARAMETER = re.compile(r"^(average_loss|display|clip_gradients|test_interval|type): \"?([\w.+-]{1,40})\"?\s*$")
STARTED = re.compile(
    r"(?m)^I\d{4} [\d:.]{8,20}\s{1,8}\d{1,12} solver\.cpp:\d{1,9}\] Initializing solver from parameters"
)
MOST_OUTPUTS = 1000  # of a net
ENDS = {"Optimization Done.": "completed", "Optimization stopped early.": "stopped"}


def accepts(head: Head) -> Match:
    """Lines of the solver with an iteration and a loss, outputs of a net, or clipped gradients."""
    lacks = "no line says 'Iteration 1, loss = 2' or 'Test net output #0: loss = 2'"
    if STARTED.search(head.text):  # the nets may be dumped at greater length than a head has
        return Match(0.93, "the parameters of a solver of Caffe")
    cues = (b"Iteration ", b"net output", b"clipping: ", b"Testing net")
    return judged(caffe(head), head, cues=cues, lacks=lacks, found="lines as the solver of Caffe logs them")


@reader(accepts=accepts, appended=True)
def caffe(head: Head) -> OwnLines:
    solver = _Solver()
    rows = Rows(per=lambda word: None if word == "loss" else "step")
    return OwnLines(head, rows, solver.take, form="caffe", framework="caffe", shaped=solver.shaped)


class _Solver:
    """What the lines so far say of the solver, and where it is."""

    def __init__(self) -> None:
        self.parameters: dict[str, str] = {}
        self.started = False  # whether the parameters of the solver stood in the head
        self._dump = CaffeNet()
        self._step: float | None = None
        self._net = ""  # of a test: what the names begin with
        self._named: Counter[str] = Counter()  # outputs since the last heading

    def take(self, log: OwnLines, line: str) -> bool:
        if found := ITERATION.search(line):
            self._at(float(found[1]))
            return self._told(log, {found[2]: number(found[3])})
        if found := OUTPUT.search(line) if "net output" in line and len(self._named) < MOST_OUTPUTS else None:
            self._output(log, found)
            return True
        if found := TESTING.search(line) if "Testing net" in line else None:
            self._at(float(found[1]) if found[1] else self._step)
            self._net = f"net{found[2]} " if (integer(found[2] or "") or 0) > 0 else ""
            return True
        if found := SCORE.search(line) if "Test " in line else None:
            return self._told(log, {found[1].replace("#", ""): number(found[2])}, split="val")
        if found := CLIPPING.search(line) if "clipping" in line else None:
            log.head.told.setdefault("clip", number(found[2]))
            return self._told(log, {"grad norm": number(found[1])})
        return self._other(log, line)

    def _other(self, log: OwnLines, line: str) -> bool:
        """What the log says besides: parameters, how it ended."""
        self.started |= "Initializing solver from parameters" in line
        if not log.own:
            self._dump.take(line)
        if found := PARAMETER.match(line):
            self.parameters.setdefault(found[1], found[2])
        elif found := FATAL.match(line):
            failure = Failure("Fatal", redact(found[2]), found[1])
            log.ending.outcome = Outcome(state="crashed", error=failure)
        elif state := next((ENDS[end] for end in ENDS if end in line), None):
            if log.ending.outcome.state != "stopped":  # "Done." follows it all the same
                log.ending.outcome = Outcome(state=state)
            return log.own > 0
        return bool(log.own and GLOG.match(line))

    def _at(self, step: float | None) -> None:
        self._step = step
        self._named.clear()

    def _told(self, log: OwnLines, row: dict[str, float | None], *, split: str | None = None) -> bool:
        told = {word: value for word, value in row.items() if value is not None}
        if told:
            log.add(told if self._step is None else {"step": self._step, **told}, split=split)
        return bool(told)

    def _output(self, log: OwnLines, found: re.Match[str]) -> None:
        name, split = found[2], "val" if found[1] == "Test" else None
        if split:
            name = self._net + name
        elif found[4] and name.lower() == "loss":  # the loss itself stands in the line of the iteration
            name = "loss output"
        count = self._named[found[1] + name]
        self._named[found[1] + name] += 1
        self._told(log, {f"{name} {count}" if count else name: number(found[3])}, split=split)

    def shaped(self, _: OwnLines, run: Run) -> Run:
        loss, window = run.series.get("train/loss"), integer(self.parameters.get("average_loss", "1")) or 1
        settings = self._dump.told | dict(run.settings)
        if "clip_gradients" in self.parameters:
            settings.setdefault("clip", number(self.parameters["clip_gradients"]))
        if self.started and "type" in self.parameters:
            settings.setdefault("optimizer", self.parameters["type"])
        series = dict(run.series)
        if self.started and loss is not None and loss.per == "unknown":
            series["train/loss"] = self._averaged(loss, window)
        return msgspec.structs.replace(run, series=series, settings=settings)

    def _averaged(self, loss: Series, window: int) -> Series:
        """Means that share iterations with their neighbours are no independent ones."""
        apart = window <= (integer(self.parameters.get("display", "1")) or 1)
        per = "step" if window == 1 else "window" if apart else "smoothed"
        return msgspec.structs.replace(loss, per=per, window=None if window == 1 else window)
