from __future__ import annotations

from traindx.decoding.lists import found, several, split_in


def test_curves_are_found_below_names_that_say_nothing() -> None:
    what = found({"results": {"history": {"metrics": {"train": {"loss": [2, 1]}}}}})
    assert what.is_log
    assert what.rows.named == {"train/loss"}


def test_what_lies_too_deep_is_no_log() -> None:
    assert not found({"a": {"b": {"c": {"d": {"e": {"loss": [2, 1]}}}}}}).is_log


def test_a_column_called_loss_in_a_data_set_is_no_log() -> None:
    assert not found([{"customer": 1, "loss": "none"}, {"customer": 2, "loss": "some"}]).is_log


def test_runs_under_names_of_their_own() -> None:
    assert [name for name, _ in several({"a": {"loss": [1]}, "b": {"loss": [2]}})] == ["a", "b"]
    assert len(several({"train": {"loss": [1]}, "val": {"loss": [2]}})) == 1
    assert len(several({"1": {"loss": 1}, "2": {"loss": 2}})) == 1
    assert len(several([1, 2])) == 1


def test_the_split_that_a_row_names() -> None:
    assert split_in({"phase": "Val", "loss": 1}) == "val"
    assert split_in({"phase": "two"}) is None


def test_accuracies_of_training_and_validation_are_a_log_without_any_loss() -> None:
    assert found({"train_acc": [0.1, 0.5, 0.7], "val_acc": [0.1, 0.4, 0.6]}).is_log
    assert not found({"name": ["a", "b"], "precision": [0.1, 0.5]}).is_log
