"""The rows themselves are held by test_keras.py on every backend; here the words that name them."""

from __future__ import annotations

import types

import pytest

from traindx.guest.benches.keras_layers import activation_of, fans, kind_of, layers, role


def layer(name: str, **more: object) -> object:
    return type(name, (), {**more, "name": name.lower(), "trainable_variables": []})()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Dense", "linear"),
        ("Conv2D", "convolution"),
        ("SeparableConv1D", "convolution"),
        ("BatchNormalization", "normalization"),
        ("LSTM", "recurrent"),
        ("Bidirectional", "recurrent"),
        ("MultiHeadAttention", "attention"),
        ("SpatialDropout2D", "dropout"),
        ("Activation", "activation"),
        ("LeakyReLU", "activation"),
        ("GlobalAveragePooling2D", "pooling"),
        ("Add", "skip"),
        ("Flatten", "other"),
    ],
)
def test_kinds(name: str, kind: str) -> None:
    assert kind_of(layer(name)) == kind


def test_an_activation_is_found_where_it_is_kept() -> None:
    def relu() -> None: ...

    def linear() -> None: ...

    assert activation_of(layer("Dense", activation=relu)) == "relu"
    assert activation_of(layer("Dense", activation=linear)) is None
    assert activation_of(layer("LSTM", activation=relu)) is None, "a gate inside is not what leaves the layer"
    assert activation_of(layer("ReLU")) == "relu"


def test_a_shared_layer_is_told_once_and_a_container_never() -> None:
    shared, inner = layer("Dense"), layer("Dense")
    box = layer("Sequential", _layers=[shared, inner])
    model = layer("Functional", _layers=[layer("InputLayer"), shared, box])
    assert [*layers(model)] == [shared, inner]


@pytest.mark.parametrize(("shape", "fan"), [((3, 5), (3, 5)), ((3, 3, 2, 4), (18, 36))])
def test_fans(shape: tuple[int, ...], fan: tuple[int, int]) -> None:
    assert fans(types.SimpleNamespace(shape=shape)) == fan


@pytest.mark.parametrize(
    ("name", "path", "shape", "wanted"),
    [
        ("Dense", "m/d/kernel", (3, 4), "weight"),
        ("Dense", "m/d/bias", (4,), "bias"),
        ("BatchNormalization", "m/n/gamma", (4,), "gain"),
        ("Embedding", "m/e/embeddings", (9, 4), "embedding"),
        ("LSTM", "m/l/lstm_cell/recurrent_kernel", (4, 16), "recurrent"),
    ],
)
def test_roles(name: str, path: str, shape: tuple[int, ...], wanted: str) -> None:
    assert role(layer(name), types.SimpleNamespace(path=path, shape=shape)) == wanted
