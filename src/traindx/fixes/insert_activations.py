"""Put an activation behind each hidden layer.

When it is right: linear layers follow each other with nothing between them that bends.

When it is wrong: the layer in the middle is narrow to save weights, or the model is linear on purpose.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
model = torch.nn.Sequential(
    torch.nn.Linear(20, 64), torch.nn.ReLU(),
    torch.nn.Linear(64, 64), torch.nn.ReLU(),
    torch.nn.Linear(64, 10),  # none behind the last
)"""

KERAS = """\
model = keras.Sequential([
    keras.layers.Dense(64, activation="relu"),
    keras.layers.Dense(64, activation="relu"),
    keras.layers.Dense(10),  # none behind the last
])"""


@fix(area="model", judged_by="val-metric", safety="changes-results")
def insert_activations(run: Run) -> Change:
    return Change(
        title="put an activation behind each hidden layer",
        example=KERAS if run.is_keras else EXAMPLE,
    )
