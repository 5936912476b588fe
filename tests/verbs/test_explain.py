import json

import pytest

from traindx.verbs.explain import Unexplained, explanation, guides, listing, names, schema


def test_a_finding_names_the_causes_it_speaks_for() -> None:
    text = explanation("nan-loss")
    assert text.startswith("nan-loss (a finding of the family loss)")
    assert "learning-rate-too-high" in text.partition("Speaks for")[2]
    assert "climb = 3" in text


def test_a_cause_shows_its_whole_knowledge() -> None:
    text = explanation("learning-rate-too-high")
    for part in ("Speaks for it", "Looks like", "Cured by", "Do not", "To verify"):
        assert f"\n{part}\n" in text


def test_what_is_not_there_is_not_advertised() -> None:
    from traindx.registry import units

    known = {id for stage in ("detectors", "causes", "fixes") for id in units(stage)}
    for id in units("causes"):
        text = explanation(id)
        parts = ("Speaks for it", "Speaks against it", "Looks like", "Cured by")
        blocks = [text.partition(f"\n{part}\n")[2].partition("\n\n")[0].splitlines() for part in parts]
        named = [line.split()[0].partition(":")[0] for block in blocks for line in block]
        assert set(named) <= known


def test_a_name_that_nothing_has() -> None:
    with pytest.raises(Unexplained, match="did you mean learning-rate-too-high"):
        explanation("learning-rate-to-high")
    with pytest.raises(Unexplained, match="give one of findings"):
        listing("gradients")


def test_the_schema_is_json() -> None:
    assert json.loads(schema("diagnose"))["type"] == "object"


def test_a_guide_is_printed_whole_and_listed() -> None:
    assert len(guides()) >= 4
    for name, page in guides().items():
        assert explanation(name) == page
        assert f"  {name} " in listing("guides")
        assert page.split("\n", 1)[0].removeprefix("# ") in listing()
    assert explanation("guides") == listing("guides")


def test_a_cause_names_its_guide() -> None:
    text = explanation("scheduler-stepped-per-batch")
    assert "\nRead on\n  traindx explain learning-rate-scheduling: The learning rate" in text
    assert "Read on" not in explanation("converged")


def test_no_guide_is_called_as_something_else() -> None:
    assert all(names().count(guide) == 1 for guide in guides())
