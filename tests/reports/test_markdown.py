import re

import msgspec
import pytest

from traindx.reports.markdown import markdown, recommendations
from traindx.schema import Outcome, Recommendation, Series

SECTIONS = ["History", "Issues", "Root causes", "Not looked at", "How sure this is"]


def outside_code(report):
    return re.sub(r"(?ms)^(`{3,})python$.*?^\1$", "", report)


def test_the_report_has_its_parts(make):
    report = markdown(make["a_problem"]())
    assert report.startswith("# Diagnosis of runs/exp7\n\n**Problem**: the learning rate is too high (most likely, ")
    assert re.findall(r"(?m)^## (.*)$", report) == SECTIONS
    for part in (
        "- final training loss: 3.80",
        "- final validation loss: not in the log",
        "- epochs: not in the log",
        "| critical | loss rises from step 2470 to the end | training loss, step 2470 to 5000 | diverging-loss |",
        "Severity: **critical**. Probability: 6 in 10.",
        "Fix: lower the peak learning rate from 0.0003 to 0.0001. Advice.",
        "```python\noptimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)\n```",
        "Do not train longer: nothing has improved since step 1400.",
        "To be sure: a tenth of the rate",
        "Reference: `traindx explain learning-rate-too-high`",
        "Less likely than 1 in 10: one batch is corrupt (corrupt-batch).",
        "not calibrated yet",
    ):
        assert part in report, part


def test_issues_stand_by_severity(make):
    levels = re.findall(r"(?m)^\| (critical|high|medium|low) \|", markdown(make["a_problem"]()))
    assert levels == ["critical", "high", "high", "high", "medium", "low"]


def test_counts_epochs_where_the_log_knows_them(make):
    assert "- epochs: 14" in markdown(make["an_inconclusive"]())
    run = make["a_run"](steps_per_epoch=1000.0)
    assert "- epochs: 5" in markdown(make["a_problem"](run=run))
    run = make["a_run"](series={"epoch": Series.of("epoch", range(3), [0.5, 1.0, 1.5])})
    assert "- epochs: 1.50" in markdown(make["a_problem"](run=run))
    run = make["a_run"](settings={"epochs": 30})
    assert "not in the log (asked for: 30)" in markdown(make["a_problem"](run=run))


def test_every_table_keeps_its_columns(answer):
    for report in (markdown(answer), recommendations(answer)):
        rows = re.findall(r"(?m)(?:^\|.*$\n?)+", outside_code(report))
        for table in rows:
            columns = {len(re.findall(r"(?<!\\)\|", row)) for row in table.strip().split("\n")}
            assert len(columns) == 1


def test_nothing_from_a_log_is_markup(answer):
    report = outside_code(markdown(answer) + recommendations(answer))
    assert "<script" not in report
    assert not re.search(r"(?<!\\)\]\(", report)
    assert not [char for char in report if char != "\n" and not char.isprintable()]
    report.encode()


def test_code_cannot_leave_its_fence(make):
    fix = msgspec.structs.replace(make["TOO_HIGH"].fixes[0], example="```\n# out\n````\x1b[31m")
    cause = msgspec.structs.replace(make["TOO_HIGH"], fixes=[fix])
    report = markdown(make["a_problem"](causes=[cause]))
    assert "`````python\n```\n# out\n````\\x1b[31m\n`````" in report


def test_causes_that_look_the_same_are_named_together(make):
    report = markdown(make["of_four"]())
    assert "No log can tell these apart (8 in 10 that it is one of them)" in report
    assert report.count("\n### ") == 4


def test_says_to_stop_only_while_it_runs(make):
    assert "Stop this" not in markdown(make["a_problem"]())
    assert "Stop this" in markdown(make["a_problem"](run=make["a_run"](outcome=Outcome(state="running"))))


@pytest.mark.parametrize(("expected", "told"), [(None, "not measured"), (0.12, "0.12"), ("12 % lower", "12 % lower")])
def test_recommendations_never_invent_an_improvement(make, expected, told):
    one = Recommendation("schedule", make["TOO_HIGH"].fixes[0].title, expected)
    page = recommendations(make["a_problem"](recommendations=[one]))
    assert f"| schedule | lower the peak learning rate from 0.0003 to 0.0001 | {told} |" in page
    assert "```python" in page


def test_no_recommendation_is_said(make):
    assert "Nothing is recommended" in recommendations(make["a_problem"](recommendations=[]))
