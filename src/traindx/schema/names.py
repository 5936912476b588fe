"""The one list of series. A reader maps its writer's words to these; a new series costs one line here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

TRAIN_LOSS = "train/loss"
TRAIN_LOSS_TERM = "train/loss/*"
VAL_LOSS = "val/loss"
VAL_LOSS_SET = "val/loss/*"
TEST_LOSS = "test/loss"
TRAIN_METRIC = "train/metric/*"
VAL_METRIC = "val/metric/*"
TRAIN_ACCURACY = "train/metric/accuracy"
VAL_ACCURACY = "val/metric/accuracy"
RATE = "lr"
RATE_GROUP = "lr/*"
EPOCH = "epoch"
GRAD_NORM = "grad/norm"
GRAD_NORM_LAYER = "grad/norm/*"
GRAD_NORM_CLIPPED = "grad/norm/clipped"

SERIES = {
    TRAIN_LOSS: "what the criterion returned, mean over the micro-batches of a step",
    TRAIN_LOSS_TERM: "one term of a sum of losses",
    "loss/backward": "the tensor that backward was called on (scaled, divided)",
    VAL_LOSS: "loss on the validation set",
    VAL_LOSS_SET: "loss on one of several validation sets, or one term of it",
    TRAIN_METRIC: "a metric on training data",
    VAL_METRIC: "a metric on validation data",
    TEST_LOSS: "loss on the test set",
    "test/loss/*": "loss on one of several test sets",
    "test/metric/*": "a metric on test data",
    RATE: "the learning rate that the optimizer used",
    RATE_GROUP: "the learning rate of one parameter group",
    EPOCH: "passes over the training set, fractional too",
    "tokens": "tokens seen so far",
    GRAD_NORM: "L2 norm of the accumulated, unscaled, unclipped gradient",
    GRAD_NORM_CLIPPED: "the norm that the optimizer used, where clipping was seen",
    GRAD_NORM_LAYER: "the same, of one tensor",
    "grad/mean/*": "mean of the gradient of one tensor",
    "grad/std/*": "standard deviation of the gradient of one tensor",
    "grad/max/*": "largest entry of the gradient of one tensor",
    "grad/min/*": "smallest entry of the gradient of one tensor",
    "grad/zeros/*": "entries of the gradient of one tensor that are exactly zero",
    "grad/count/*": "entries of the gradient of one tensor",
    "grad/nonfinite/*": "entries of the gradient of one tensor that are NaN or infinite",
    "grad/zeros": "how many entries of the gradient are exactly zero",
    "weight/norm": "L2 norm of all weights",
    "weight/norm/*": "L2 norm of one weight tensor",
    "weight/mean/*": "mean of one weight tensor",
    "weight/std/*": "standard deviation of one weight tensor",
    "weight/max/*": "largest entry of one weight tensor",
    "weight/min/*": "smallest entry of one weight tensor",
    "weight/zeros/*": "entries of one weight tensor that are exactly zero",
    "weight/count/*": "entries of one weight tensor",
    "weight/nonfinite/*": "entries of one weight tensor that are NaN or infinite",
    "update/ratio/*": "size of an update over the size of the weights",
    "act/dead/*": "share of units that stayed at zero over the last rows (`window`)",
    "act/between/*": "share of the mean square of a layer's output that differs from row to row",
    "act/saturated/*": "share of units near their bound",
    "act/norm/*": "norm of a layer's output",
    "act/mean/*": "mean of a layer's output",
    "act/std/*": "standard deviation of a layer's output",
    "act/max/*": "largest entry of a layer's output",
    "act/min/*": "smallest entry of a layer's output",
    "act/zeros/*": "entries of a layer's output that are exactly zero",
    "act/count/*": "entries of a layer's output",
    "act/nonfinite/*": "entries of a layer's output that are NaN or infinite",
    "time/step": "seconds a step",
    "time/data": "seconds a step spent waiting for data",
    "gpu/busy": "share of time the device was busy",
    "gpu/memory": "share of the device's memory in use",
    "gpu/memory/used": "memory of the device in use, in the writer's unit",
    "memory/resident": "bytes of the process",
    "amp/scale": "the loss scale of mixed precision",
    "amp/skipped": "steps that were skipped since the point before",
    "amp/skipped/total": "steps that were skipped so far",
    "throughput/samples": "samples a second",
    "throughput/tokens": "tokens a second",
    "throughput/steps": "steps a second",
}

# Logs of regressions and of language models often hold the loss under the name of the metric that it is.
_LOSSES = ("mse", "rmse", "mae", "perplexity", "bpc", "bpb")
STAND_INS = {f"{part}/loss": tuple(f"{part}/metric/{name}" for name in _LOSSES) for part in ("train", "val")}


def known(name: str) -> bool:
    """Whether a name is one of ours."""
    return name in SERIES or any("*" in pattern and fnmatchcase(name, pattern) for pattern in SERIES)


# What few logs hold: nobody is told that a log lacks it.
_SELDOM = ("grad/norm/", "grad/zeros", "weight/", "update/", "act/", "time/", "gpu/", "memory/", "amp/", "throughput/")


def seldom(name: str) -> bool:
    """Whether few logs hold a series: layers, speed, memory, the number format, several ranks."""
    return "@" in name or (name.startswith(_SELDOM) and name != GRAD_NORM_CLIPPED)


_CONTEST = re.compile(
    r"(^|[/_-])(d_loss|g_loss|disc|discriminator|gen|generator|adversar\w*|critic|actor|rew|reward\w*|returns?|policy|kl)"
    r"($|[/_-])|(^|/)loss/[dg]($|_)"
)


def contested(names: Iterable[str]) -> bool:
    """Whether the series speak of an opponent or of rewards: then a loss is not what should fall, whatever it does."""
    return any(_CONTEST.search(name.lower()) for name in names)
