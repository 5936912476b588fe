"""What Darknet prints while it trains a detector or a classifier.

Where it comes from: Darknet of pjreddie and of AlexeyAB, and what is made from them (YOLO versions 1 to 4): ` 100:
2.345678, 2.401234 avg loss, 0.001000 rate, 3.200000 seconds, 6400 images, 12.3 hours left`, older ones with `avg`
alone, those of a classifier with the epoch behind the iteration, among lines of the YOLO layers. The layout follows
`src/detector.c` of AlexeyAB at 10ff519; the files that test this reader are written to it, not by a run.

What is in it: two losses. The first is of the one iteration: train/loss. The second is `avg loss`, a tenth of the new
loss and nine tenths of what it was before; it begins anew where it has become NaN or negative. The rate, the seconds
of the iteration, and the images seen. Where the mean average precision was measured, it is validation.

What is lost: the terms of the loss that each YOLO layer prints for each part of a batch. The rate has six decimals:
one that is smaller reads as zero, as in the first iterations of a burn-in, and a fact counts those zeros.
"""

from __future__ import annotations

import re

import msgspec

from traindx.decoding.own_lines import OwnLines, OwnRow, judged, zeros
from traindx.decoding.rows import Rows
from traindx.guards.numbers import number
from traindx.schema import Head, Match, Run, reader

VALUE = r"([-+]?[\w.+-]{1,40}(?:\(ind\))?)(?![\w.+-])"
ROW = re.compile(
    rf"^\s{{0,4}}(\d{{1,12}})(?:, (\d{{1,9}}\.\d{{1,9}}))?: {VALUE}, {VALUE} avg(?: loss)?, {VALUE} rate, "
    rf"{VALUE} seconds, (\d{{1,15}}) images"
)
NAMES = ("step", "epoch", "loss", "avg loss", "lr", "step time", "images")
PRECISION = re.compile(rf"mean[ _]average[ _]precision \(mAP(?:@[\d.]{{1,8}})?\) = {VALUE}")
STARTED = re.compile(rf"Learning Rate: {VALUE}, Momentum: {VALUE}, Decay: {VALUE}")
# Of the layers, of the loading, of the measurement: a hundred of these may stand between two iterations.
BESIDE = re.compile(
    r"^\s{0,4}(?:v3 \(|Region |Loaded: |total_bbox|Resizing|\d{1,5} x \d{1,5}|\(next mAP|Last accuracy|Tensor Cores"
    r"|CUDA |Saving weights|calculation mAP|detections_count|class_id|for conf_thresh|IoU threshold|If error occurs"
    r"|Avg IOU)"
)


def accepts(head: Head) -> Match:
    """Lines with two losses, a rate, seconds and images."""
    lacks = "no line says '1: 2, 3 avg loss, 4 rate, 5 seconds, 6 images'"
    return judged(darknet(head), head, cues=(b" rate, ",), lacks=lacks, found="lines as Darknet prints them")


@reader(accepts=accepts, appended=True)
def darknet(head: Head) -> OwnLines:
    rows = Rows(per=lambda word: "smoothed" if word == "avg loss" else "step")
    return OwnLines(head, rows, _take, form="darknet", framework="darknet", row=_row, shaped=_shaped)


def _take(log: OwnLines, line: str) -> bool:
    if row := _row(line):
        return log.add_row(row)
    if found := PRECISION.search(line) if "precision" in line else None:
        value = _number(found[1])
        if value is not None and log.rows.count:
            log.rows.add({"mAP": value}, split="val")
        return True
    if found := STARTED.search(line) if "Learning Rate" in line else None:
        told = dict(zip(("lr", "momentum", "weight_decay"), map(_number, found.groups()), strict=True))
        log.head.told.update({name: value for name, value in told.items() if value is not None})
        return True
    return BESIDE.match(line) is not None


def _row(line: str) -> OwnRow | None:
    found = ROW.match(line) if " rate, " in line else None
    if found is None:
        return None
    told = {name: _number(text or "") for name, text in zip(NAMES, found.groups(), strict=True)}
    return OwnRow({word: value for word, value in told.items() if value is not None})


def _shaped(_: OwnLines, run: Run) -> Run:
    facts = zeros(run.series.get("lr"), "zeros that may stand for small rates")
    return msgspec.structs.replace(run, facts=[*run.facts, *facts])


def _number(text: str) -> float | None:
    """A number as C prints it, on Windows too."""
    if "#" in text or "(ind)" in text:
        text = text.lower().replace("(ind)", "")
    return number(text)
