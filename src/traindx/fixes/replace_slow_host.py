"""Move the slow rank to another machine.

When it is right: one rank is slower at every step, and the others wait for it.

When it is wrong: its batches are larger or its share of the model is: then the work is what must be evened out.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
# Start once more with the hosts in another order: does the slow rank move with its machine?
# torchrun --nnodes=4 --node-rank=$RANK --nproc-per-node=8 train.py"""


@fix(area="data", judged_by="throughput", safety="safe")
def replace_slow_host(run: Run) -> Change:
    return Change(
        title="swap the machine of the slow rank, or its place, and see whether the delay moves with it",
        example=EXAMPLE,
    )
