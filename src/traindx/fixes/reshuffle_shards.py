"""Mix the parts of the data.

When it is right: the loss moves to another level when another part of the data begins.

When it is wrong: the parts are meant to follow each other, as in a curriculum.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
dataset = torch.utils.data.ConcatDataset(parts)
loader = torch.utils.data.DataLoader(dataset, batch_size=64, shuffle=True)"""

KERAS = """\
dataset = parts[0].concatenate(parts[1]).shuffle(100_000)  # a tf.data.Dataset for keras"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def reshuffle_shards(run: Run) -> Change:
    return Change(
        title="mix the parts before training, and log which one each batch is from",
        example=KERAS if run.is_keras else EXAMPLE,
    )
