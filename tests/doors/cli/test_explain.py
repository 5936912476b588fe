import pytest
from click.testing import CliRunner

from traindx.doors.cli.commands import group
from traindx.registry import STAGES, units


def explain(*arguments: str) -> str:
    result = CliRunner().invoke(group, ["explain", *arguments], prog_name="traindx")
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("stage", STAGES)
def test_every_unit_is_explained(stage: str) -> None:
    listing = explain("--list")
    for unit in units(stage).values():
        assert f"  {unit.id} " in listing
        assert unit.manual in explain(unit.id)


def test_a_kind_alone() -> None:
    listing = explain("--list", "fixes")
    assert "lower-learning-rate" in listing
    assert "nan-loss" not in listing


def test_settings_series_and_configuration() -> None:
    assert "per_device_train_batch_size" in explain("batch_size")
    assert "peak learning rate" in explain("settings")
    assert "validation" in explain("val/loss")
    assert "fail_on" in explain("config")
