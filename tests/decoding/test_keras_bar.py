"""States of a bar of Keras, and the same ones told by their shape."""

from __future__ import annotations

import pytest

from traindx.decoding.keras_bar import KerasBar, again, keras_bar, told
from traindx.decoding.shapes import understood


@pytest.mark.parametrize(("line", "bar"), [
    ("12/960 [==>....] - ETA: 3s - loss: 0.5", KerasBar(True, 12, 960, {"loss": 0.5}, True)),
    ("8/8 - 0s - 41ms/step - loss: 0.5 - val_loss: nan", KerasBar(True, 8, 8, {"loss": 0.5}, False)),
    ("3/Unknown - 1s 2ms/step - loss: 0.5", KerasBar(True, 3, None, {"loss": 0.5}, False)),
    (" - 3s - loss: 0.5 - acc: 0.25", KerasBar(False, 0, None, {"loss": 0.5, "acc": 0.25}, False)),
])  # fmt: skip
def test_a_state(line: str, bar: KerasBar) -> None:
    found = keras_bar(line)
    assert found is not None
    assert found._replace(values={name: one for name, one in found.values.items() if one == one}) == bar
    shape = understood(line, told)
    assert shape is not None
    match = shape.match(line)
    assert match is not None
    once_more = again(shape, match.groups())
    values = {name: float(one) for name, one in once_more.values.items() if float(one) == float(one)}
    assert once_more._replace(values=values) == bar
    assert once_more.ended == found.ended


def test_the_end_of_an_epoch() -> None:
    assert [bar.ended for line in ("8/8 - 0s - loss: 1", "7/8 - 0s - loss: 1", " - 3s - loss: 1")
            if (bar := keras_bar(line))] == [True, False, True]  # fmt: skip


def test_other_lines_show_none() -> None:
    assert keras_bar("step 1/8 loss: 3") is None
    assert told("Epoch 1/5 8/8 - 0s - loss: 1") is None
