from __future__ import annotations

import pytest

from traindx.decoding.data_set import data_set, table_in


def rows(**columns: list) -> list[dict]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


LOGS = {
    "a loss by the step": rows(step=[1, 2, 3], loss=[3, 2, 1]),
    "beside much that is not known": rows(step=[1, 2, 3], loss=[3, 2, 1], kl=[1, 2, 3], bpd=[1, 2, 3], beta=[1, 2, 3]),
    "texts beside a counter": rows(epoch=["1", "2", "3"], loss=["3", "2", "1"], note=["a", "b", "c"]),
    "rounds": rows(round=[1, 2, 3], loss=[3, 2, 1], accuracy=[1, 2, 3], clients=[9, 8, 9], up=[1, 2, 3]),
    "losses without a counter": rows(train_loss=[3, 2, 1], val_loss=[4, 3, 2], seconds=[1, 2, 3], beta=[1, 2, 3]),
    "a lone loss": rows(loss=[3, 2, 1]),
    "loss by the rate": rows(lr=[0.1, 0.2, 0.3], loss=[3, 2, 1]),
    "times and whose it is": rows(time=["10:01", "10:02", "10:03"], phase=["train", "val", "train"], loss=[3, 2, 1]),
}  # fmt: skip
DATA = {
    "an insurance": rows(age=[20, 30, 40], bmi=[20, 22, 27], loss=[900, 800, 1000]),
    "with an index": rows(**{"": ["0", "1", "2"], "a": ["1", "2", "3"], "b": ["1", "2", "4"], "loss": ["5", "6", "7"]}),
    "a game": rows(round=[1, 2, 3], bet=[5, 4, 3], win=[1, 2, 3], loss=[3, 2, 1]),
    "moves": rows(step=[1, 2, 3], action=[0, 1, 0], reward=[0, 0, 1], observation=[[1], [2], [3]]),
    "models": rows(model=["a", "b", "c"], accuracy=[0.5, 0.6, 0.7], f1=[0.5, 0.6, 0.7]),
    "a sweep": rows(batch_size=[8, 16, 8], dropout=[0, 0, 0.1], val_loss=[1, 2, 3]),
    "folds": rows(**{"": [0, 1, 2], "mean_test_score": [1, 2, 3], "split0_test_score": [1, 2, 3]}),
    "a catalogue of one epoch": rows(name=["a", "b", "c"], epoch=[2000.0] * 3, mag=[1, 2, 3], accuracy=[1, 2, 3]),
}  # fmt: skip


@pytest.mark.parametrize("name", LOGS)
def test_logs(name: str) -> None:
    assert data_set(LOGS[name]) is None


@pytest.mark.parametrize("name", DATA)
def test_data_sets(name: str) -> None:
    reason = data_set(DATA[name])
    assert reason
    assert "\n" not in reason


def test_a_table_in_json() -> None:
    columns = {"age": [20, 30, 40], "sex": ["m", "f", "m"], "loss": [900, 800, 1000]}
    by_row = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    assert table_in(columns) == table_in(by_row) == table_in({"data": by_row}) == by_row
    assert table_in({"train_loss": [1, 2, 3], "config": {"lr": 1}}) == []
    assert table_in({"steps": [1, 2, 3, 4], "epochs": [1, 2]}) == []
    assert table_in([]) == table_in({}) == table_in("text") == table_in([1, 2]) == []
    assert data_set([]) is None
