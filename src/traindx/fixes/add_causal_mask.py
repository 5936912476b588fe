"""Hide what comes later.

When it is right: a language model sees the tokens that it has to predict.

When it is wrong: the model is meant to read both ways, as one that fills gaps.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
outputs = torch.nn.functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)"""

KERAS = """\
attended = keras.layers.MultiHeadAttention(8, 64)(hidden, hidden, use_causal_mask=True)"""


@fix(area="model", judged_by="val-metric", safety="changes-results")
def add_causal_mask(run: Run) -> Change:
    return Change(
        title="let each place see only itself and what came before", example=KERAS if run.is_keras else EXAMPLE
    )
