import math

from traindx.schema import WEIGHTS, Head, detector, effective, points, series, setting


def test_a_declaration_does_not_wrap_the_function() -> None:
    @detector(series("train/loss"), setting("classes", optional=True), at_least=effective(10), when="end")
    def example(loss, classes): ...

    assert example.__name__ == "example"
    assert example.declaration.at_least == effective(10) != points(10)
    assert [need.kind for need in example.declaration.needs] == ["series", "setting"]


def test_words_of_evidence_are_odds() -> None:
    assert {word: round(math.exp(nats), 6) for word, nats in WEIGHTS.items()} == {
        "decisive": 100, "strong": 10, "fair": 3, "slight": 1.5}  # fmt: skip


def test_the_folder_of_a_head() -> None:
    assert [Head(path, b"", True).folder for path in ("a/b.csv", "b.csv", "/b.csv", "-")] == ["a", ".", "/", "."]
    assert Head("a/b.csv", b"x", True).name == "b.csv"
