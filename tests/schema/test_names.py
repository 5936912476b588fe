from traindx.schema import names


def test_known_by_name_and_by_pattern() -> None:
    assert names.known("train/loss")
    assert names.known("grad/norm/blocks.3.mlp.fc1")
    assert not names.known("price")
