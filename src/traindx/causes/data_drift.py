"""Another part of the data begins.

What it is: the samples come from another source from some step on: a new shard, a new file, another language. The model
meets what it has not seen, and its loss moves to another level.

How to tell: the loss shifts at one place and stays, while the rate and the gradient run on as before.

What would refute it: the same shift comes with the old part of the data.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="another part of the data begins",
    category="data",
    symptom="instability",
    speaks_for={
        "loss-level-shift:alone": "strong",
        "gradient-spike:once": "slight",
    },
    speaks_against={
        "loss-level-shift:with-rate": "strong",
        "lr-jump": "fair",
        "loss-spike:periodic": "fair",
        "flat-loss": "fair",
        "nan-loss": "strong",
        "diverging-loss:above-start": "strong",
        "slow-descent": "fair",
        "overfitting": "fair",
        "plateau": "fair",
    },
    look_alikes=(
        LookAlike("optimizer-state-lost-on-resume", "it happens at a resume, and comes back down", "state-restored"),
        LookAlike("data-not-shuffled", "it goes up and down with every epoch", "shuffled-order"),
        LookAlike("schedule-restarted", "the rate jumps at the same step", "constant-rate"),
    ),
    fixes=(
        "reshuffle-shards",
        "shuffle-data",
    ),
    avoid=("lower the learning rate: the new data are no less new",),
    verify="go back to the part before: the old level is back",
)
