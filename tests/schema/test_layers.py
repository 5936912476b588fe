import pytest

from traindx.schema.layers import in_order, is_embedding, is_slight, stacks


def test_a_log_keeps_the_order_of_the_model():
    names = ["embed", "layers.2", "layers.10", "head"]
    assert in_order(names) == names


def test_what_was_sorted_as_text_is_sorted_by_number():
    assert in_order(["layers.0", "layers.1", "layers.10", "layers.2"]) == [
        "layers.0",
        "layers.1",
        "layers.2",
        "layers.10",
    ]


@pytest.mark.parametrize("name", ["fc1.bias", "h.0.ln_1.weight", "bn1.weight", "model.norm.weight", "Dense_0/b", "beta",
                                  "x.lora_A.default.weight", "layer1.0.bn2.weight"])  # fmt: skip
def test_tensors_that_are_small_by_nature(name):
    assert is_slight(name)


@pytest.mark.parametrize(
    "name", ["fc1.weight", "b.0.weight", "abnormal.weight", "0.weight", "conv1.weight", "bnd.kernel"]
)
def test_matrices(name):
    assert not is_slight(name)


@pytest.mark.parametrize(("name", "whether"), [("wte.weight", True), ("model.embed_tokens.weight", True),
                                               ("pos_emb", True), ("member.weight", False)])  # fmt: skip
def test_embeddings(name, whether):
    assert is_embedding(name) is whether


def test_blocks_that_repeat():
    names = ["wte", *(f"h.{at}.fc.weight" for at in (10, 2, 0, 1)), "h.0.one", "head.weight"]
    assert stacks(names) == [["h.0.fc.weight", "h.1.fc.weight", "h.2.fc.weight", "h.10.fc.weight"]]
