from traindx.schema import Finding


def test_the_kind_is_a_word_of_the_evidence() -> None:
    assert Finding(severity="error", message="x", evidence={"kind": "passing"}).kind == "passing"
    assert Finding(severity="error", message="x").kind is None
    assert Finding(severity="error", message="x", evidence={"kind": 3}).kind is None


def test_it_is_known_again_by_what_it_is_and_where() -> None:
    one = Finding(severity="error", message="x", id="loss-spike", series="train/loss", layer="fc", first_step=3)
    assert one.identity == ("loss-spike", "train/loss", "fc")
