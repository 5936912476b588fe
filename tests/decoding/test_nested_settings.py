from __future__ import annotations

from traindx.decoding.nested_settings import MANY, flattened, known


def test_a_name_stands_for_its_parent() -> None:
    assert flattened({"optimizer": {"name": "SGD", "lr": 0.1}, "model": {"type": "mlp", "width": 8}}) == {
        "optimizer": "SGD",
        "lr": 0.1,
        "model": "mlp",
        "model.width": 8,
    }


def test_betas_are_two_settings() -> None:
    settings = flattened({"betas": [0.8, 0.99]})
    assert (settings["momentum"], settings["beta2"]) == (0.8, 0.99)


def test_data_is_no_setting() -> None:
    assert flattened({"x": list(range(MANY + 1)), "text": "a" * 1000, "none": None}) == {}


def test_secrets_are_taken_out() -> None:
    assert flattened({"db": {"password": "abc12345"}}) == {"db.password": "[redacted]"}


def test_how_many_are_known() -> None:
    assert known({"lr": 1, "train": {"batch_size": 2}, "x": 3}) == 2


def test_values_in_wrapping_paper() -> None:
    tree = {"lr": {"desc": None, "value": 0.1}, "model": {"desc": "", "sort": 1, "value": {"depth": 3, "dropout": 0.1}}}
    assert flattened(tree) == {"lr": 0.1, "model.depth": 3, "dropout": 0.1}
