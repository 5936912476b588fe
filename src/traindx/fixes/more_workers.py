"""Load the data with more workers.

When it is right: the device waits for its data, and the processor has cores to spare.

When it is wrong: the disk or the network is what is slow, or the memory would not hold so many workers.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
loader = torch.utils.data.DataLoader(
    dataset, batch_size=64, num_workers=8, pin_memory=True, persistent_workers=True, prefetch_factor=4
)"""

KERAS = """\
dataset = dataset.map(prepare, num_parallel_calls=8).prefetch(4)  # a tf.data.Dataset for keras"""


@fix(area="data", judged_by="throughput", safety="safe")
def more_workers(run: Run) -> Change:
    return Change(title="load batches in more workers, ahead of time", example=KERAS if run.is_keras else EXAMPLE)
