"""Use gates in the recurrence.

When it is right: a plain recurrent network loses or blows up its gradient over many steps of time.

When it is wrong: the recurrence is gated already: then clip the gradients.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = "layer = torch.nn.GRU(input_size=64, hidden_size=256, batch_first=True)"

KERAS = "layer = keras.layers.GRU(256, return_sequences=True)"


@fix(area="model", judged_by="val-metric")
def gated_recurrence(run: Run) -> Change:
    return Change(
        title="use a GRU or an LSTM in place of a plain recurrence",
        example=KERAS if run.is_keras else EXAMPLE,
    )
