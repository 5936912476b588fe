import pytest

from traindx.schema.settings import SETTINGS, quantity, setting_name, translated


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("learning_rate", "lr"), ("learning-rate", "lr"), ("Learning Rate", "lr"), ("--lr", "lr"), ("hparams/lr", "lr"),
        ("optimizer.weight_decay", "weight_decay"), ("per_device_train_batch_size", "batch_size"),
        ("num_labels", "classes"), ("max_grad_norm", "clip"), ("model.hidden_size", None), ("scheduler_lr", None),
        ("critic.lr", None), ("colour", None),
    ],
)  # fmt: skip
def test_words(word: str, name: str | None) -> None:
    assert setting_name(word) == name


def test_unknown_words_stay_and_the_first_wins() -> None:
    assert translated({"learning_rate": 0.1, "lr": 0.2, "colour": "red"}) == {"lr": 0.1, "colour": "red"}


def test_no_alias_means_two_settings() -> None:
    aliases = [alias for name, (_, others) in SETTINGS.items() for alias in (name, *others)]
    assert len(aliases) == len(set(aliases))


@pytest.mark.parametrize(
    ("told", "value"),
    [(0.5, 0.5), ("1e-3", 1e-3), (3, 3.0), (True, None), ("auto", None), (None, None), (float("nan"), None),
     ("inf", None), ([1], None), (10**400, None)],
)  # fmt: skip
def test_a_quantity_is_a_finite_number(told: object, value: float | None) -> None:
    assert quantity(told) == value
