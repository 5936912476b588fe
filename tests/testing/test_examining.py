from __future__ import annotations

import pytest

from traindx.schema import Finding, Unseen
from traindx.testing import run
from traindx.testing.examining import examine, loud


def test_examine_answers_with_findings_with_none_or_with_what_is_missing():
    assert [one.id for one in examine("nan-loss", run({"train/loss": [1.0, float("nan")]}))] == ["nan-loss"]
    assert examine("nan-loss", run({"train/loss": [1.0, 1.0]})) == []
    assert isinstance(examine("nan-loss", run({"lr": [1.0]})), Unseen)


def test_information_is_not_loud():
    told = [Finding(severity=word, message=word) for word in ("info", "warning", "error")]
    assert [one.severity for one in loud(told)] == ["warning", "error"]
    assert loud(Unseen("nan-loss", ["train/loss"], "the log has no training loss")) == []


def test_a_detector_that_failed_is_not_silent():
    with pytest.raises(AssertionError, match="nan-loss failed"):
        loud(Unseen("nan-loss", [], "failed: ValueError: no"))


def test_a_name_that_no_detector_has_is_not_silent():
    with pytest.raises(ValueError, match="'nan-los'; check the name"):
        examine("nan-los", run({"train/loss": [1.0, float("nan")]}))


def test_a_detector_of_a_plugin_is_found(tmp_path, monkeypatch):
    import traindx.detectors.loss.nan_loss as model

    folder = tmp_path / "plugin_of_examine" / "detectors" / "loss"
    folder.mkdir(parents=True)
    with open(model.__file__) as file:
        (folder / "no_number.py").write_text(file.read().replace("def nan_loss", "def no_number"))
    monkeypatch.syspath_prepend(tmp_path)
    answer = examine("no-number", run({"train/loss": [1.0, float("nan")]}), plugins=("plugin_of_examine",))
    assert [one.id for one in answer] == ["no-number"]
