from traindx.schema import Finding


def test_the_kind_is_a_word_of_the_evidence() -> None:
    assert Finding(severity="error", message="x", evidence={"kind": "passing"}).kind == "passing"
    assert Finding(severity="error", message="x").kind is None
    assert Finding(severity="error", message="x", evidence={"kind": 3}).kind is None
