import msgspec

from traindx.reports.full import details
from traindx.reports.page import Page
from traindx.schema import Failure, Outcome


def long(answer, **fields):
    page = Page(width=200, color=False, unicode=True)
    details(page, answer, **fields)
    return "\n".join(page.lines)


def test_holds_all_that_the_short_screen_leaves_out(make):
    told = long(make["a_problem"](), looked_for=31)
    for part in (
        "Findings (6)",
        "loss-spike:repeated, training loss, 1980, known at 1980",
        "kind repeated; usual 2.01",
        "still so at the last point",
        "speaks for it: loss-spike (+1.5), diverging-loss (+2.3)",
        "speaks against it: no-lr-decay (-0.2)",
        "optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)",
        "looks like corrupt-batch: the jumps come at the same place of every epoch",
        "Belief (not calibrated yet)",
        "1 in 10        learning-rate-too-high and warmup-missing",
        "before looking, health was given 5 in 10",
        "Not looked at (4) (of 31 kinds of trouble)",
        "the log has no validation loss: overfitting, underfitting",
        "train/loss: 500 points (means over 10 steps); 2.50 -> 3.80, best 1.87 at 1940",
        "lr = 3e-4",
        "version = 4.57",
        "schedule: lower the peak learning rate from 0.0003 to 0.0001 (not measured)",
    ):
        assert part in told, part


def test_says_what_is_certain_and_what_is_harmless(make):
    finding = make["a_finding"]("lr-zero", "error", "x", invariant=True)
    cause = msgspec.structs.replace(make["TOO_HIGH"], status="violated-invariant", harm="choice")
    told = long(make["a_problem"](findings=[finding], causes=[cause]))
    assert "seen directly, not inferred" in told
    assert "certain: seen directly" in told
    assert "legitimate, worth knowing" in told


def test_an_empty_answer_says_so(make):
    told = long(make["a_problem"](findings=[], unseen=[], causes=[], recommendations=[], run=make["a_run"](series={})))
    assert "Findings (0)\n  none" in told
    assert "nothing that a log can show" in told
    assert "Worth doing" not in told


def test_how_a_crash_ended(make):
    outcome = Outcome("crashed", error=Failure("ValueError", "bad shape", "train.py:12"))
    told = long(make["a_problem"](run=make["a_run"](outcome=outcome)))
    assert "How it ended\n  ValueError: bad shape\n  train.py:12" in told


def test_judged_weights_are_not_called_uncalibrated(make):
    told = long(make["a_problem"](calibrated=True))
    assert "calibrated" not in told
    assert "62 %" in told
