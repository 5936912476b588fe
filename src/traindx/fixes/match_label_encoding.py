"""Number the classes of both sets alike.

When it is right: validation accuracy is below chance and its confusions are a shifted diagonal.

When it is wrong: the confusions are spread evenly.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
number = {name: place for place, name in enumerate(sorted(set(train_names)))}
y_train = torch.tensor([number[name] for name in train_names])
y_val = torch.tensor([number[name] for name in val_names])"""

KERAS = """\
lookup = keras.layers.StringLookup(vocabulary=sorted(set(train_names)), num_oov_indices=0)
y_train, y_val = lookup(train_names), lookup(val_names)"""


@fix(area="labels", judged_by="val-metric", safety="changes-results")
def match_label_encoding(run: Run) -> Change:
    return Change(
        title="number the classes once, and use that for both sets",
        example=KERAS if run.is_keras else EXAMPLE,
    )
