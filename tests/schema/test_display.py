import traindx
from traindx.schema import Diagnosis, Run


def test_results_show_themselves_in_terminal_and_notebook() -> None:
    found = traindx.diagnose({"loss": [2.0 / (n + 1) for n in range(40)]})
    assert isinstance(found, Diagnosis)
    assert repr(found).splitlines()[0]
    assert "loss" in repr(found)
    assert (found._repr_html_() or "").startswith("<div")
    assert "train/loss" in repr(found.run)
    assert (found.run._repr_html_() or "").startswith("<div")


def test_without_a_display_a_short_word(monkeypatch) -> None:
    from traindx.schema import display

    monkeypatch.setattr(display, "_DISPLAYS", {})
    run = Run("a-123456", "a.csv", "csv")
    assert repr(run) == "Run('a-123456', 0 series)"
    assert repr(Diagnosis(run=run, verdict="healthy")) == "Diagnosis('a-123456', 'healthy')"
    assert run._repr_html_() is None
