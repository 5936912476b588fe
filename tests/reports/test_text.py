import itertools
import re
import unicodedata

import numpy as np
import pytest

from traindx.reports.page import cells
from traindx.reports.text import overview, text
from traindx.schema import Belief, Outcome, Series

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def harmless(screen):
    """No character that moves a cursor, hides or turns text around; the line ends are ours."""
    return not [char for char in screen if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs")]


@pytest.mark.parametrize(
    ("width", "color", "unicode"), [*itertools.product((60, 80, 120), (False, True), (False, True))]
)
def test_fits_every_screen(answer, width, color, unicode):
    screen = text(answer, width=width, color=color, unicode=unicode, looked_for=24)
    bare = ANSI.sub("", screen)
    assert color or bare == screen
    assert harmless(bare)
    assert unicode or bare.isascii()
    rows = bare.split("\n")
    assert len(rows) < 24
    assert max(cells(row) for row in rows) <= width
    assert not bare.startswith("\n")
    assert "\n\n\n" not in bare
    words = {"problem": "PROBLEM ", "healthy": "HEALTHY ", "inconclusive": "CANNOT SAY "}
    assert sum(row.startswith(words[answer.verdict]) for row in rows) == 1


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_long_form_fits_too_and_is_as_harmless(answer, width):
    screen = text(answer, width=width, full=True)
    assert harmless(screen)
    assert max(cells(row) for row in screen.split("\n")) <= width
    for finding in answer.findings:
        assert finding.id in screen
    for cause in answer.causes:
        assert cause.id in screen


def test_never_names_a_command_that_does_not_exist(answer):
    for full in (False, True):
        named = set(re.findall(r"traindx ([a-z]+)", text(answer, full=full)))
        assert named <= {"diagnose", "plot", "explain", "knows"}


def test_never_speaks_of_confidence_or_draws_boxes(answer):
    screen = text(answer, full=True).lower()
    assert "confidence" not in screen
    assert not set(screen) & set("─│┌┐└┘━┃╭╮╰╯")


def test_the_problem_screen_word_for_word(make):
    rows = text(make["a_problem"](), width=80).split("\n")
    assert rows[0] == "runs/exp7   transformers log, 500 points, steps 10-5000, finished"
    assert rows[1] == "            train loss 2.50 -> 1.87 (best, step 1940) -> 3.80; no validation"
    assert rows[3] == "PROBLEM     the learning rate is too high             most likely, about 6 in 10"
    told = "\n".join(rows)
    for row in (
        "Seen        loss jumps to 19.0 (usually 2.01) at step 1410, and twice more",
        "            loss rises from step 2470 to the end",
        "Do          lower the peak learning rate from 0.0003 to 0.0001",
        "Do not      train longer: nothing has improved since step 1400",
        "To be sure  a tenth of the rate for 100 steps: the loss falls and stays down",
        "Or it is    the learning rate starts at its peak, without warm-up (2 in 10)",
        "Known at    step 1410; 3,590 more steps were trained (48 min)",
        "More        traindx diagnose runs/exp7 --full",
    ):
        assert f"\n{row}" in told
    assert "corrupt" not in told  # below one in ten
    assert "%" not in told  # no percentages of belief before they were judged


def test_the_marks_stand_under_the_spikes(make):
    rows = text(make["a_problem"](), width=80).split("\n")
    loss = next(row for row in rows if row.startswith(" loss"))
    marks = next(row for row in rows if "^1410" in row)
    assert [loss[place.start()] for place in re.finditer(r"\^", marks)] == ["█", "█", "█"]
    # The spikes of 19 do not flatten the rest: the slow rise to 3.8 is seen as well.
    assert len(set(loss[12:70])) >= 6


def test_percentages_appear_once_they_are_judged(make):
    screen = text(make["a_problem"](calibrated=True))
    assert "probable, 62 %" in screen
    assert "(21 %)" in screen
    assert "in 10" not in screen


def test_what_was_seen_directly_has_no_probability(make):
    import msgspec

    certain = msgspec.structs.replace(make["TOO_HIGH"], status="violated-invariant")
    screen = text(make["a_problem"](causes=[certain]))
    assert "certain: seen directly" in screen
    assert "most likely" not in screen


def test_a_headline_that_is_not_the_likeliest_does_not_claim_to_be(make):
    screen = text(make["a_problem"](belief=Belief(0.0, 0.0, 0.7)))
    assert "most likely" not in screen
    assert "about 6 in 10" in screen
    assert "something else (7 in 10)" in screen


def test_names_together_what_no_log_can_tell_apart(make):
    screen = text(make["of_four"](), width=80)
    assert "one of four causes that no log can tell apart" in screen
    assert "most likely, about 8 in 10" in screen
    assert screen.count("(2 in 10)") == 5  # the four, and something else
    assert "Or it is    something else (2 in 10)" in screen


def test_two_that_look_the_same_are_named_in_the_headline(make):
    screen = text(make["a_problem"](alike=[["learning-rate-too-high", "warmup-missing"]]), width=120)
    assert "the learning rate is too high, or the learning rate starts at its peak, without warm-up" in screen
    assert "Or it is" not in screen


def test_health_is_as_far_as_what_was_looked_at(make):
    screen = text(make["a_healthy"](), looked_for=24)
    assert "HEALTHY     as far as loss, validation, rate and gradient norm show" in screen
    assert "Looked for  23 of 24 kinds of trouble" in screen
    assert "Looked for  24 kinds of trouble" in text(make["a_healthy"](unseen=[]), looked_for=24)
    assert "no issues" not in screen.lower()
    assert "as far as loss shows" in text(make["a_healthy"](scope=["loss"]))


def test_says_why_it_cannot_say_and_what_is_missing(make):
    screen = text(make["an_inconclusive"]())
    assert "CANNOT SAY  several readings fit these points equally well" in screen
    assert "  the learning rate is too low   3 in 10" in screen
    assert "  it has converged               3 in 10" in screen
    assert "Missing     learning rate, validation loss" in screen
    assert "; how it ended is not in the log" in screen


def test_what_was_believed_before_looking_is_no_reading(make):
    screen = text(make["an_inconclusive"](causes=[], explanations=[], belief=Belief(0.5, 0.2, 0.3)))
    assert "in 10" not in screen


def test_where_no_cause_stands_out_each_has_a_line(make):
    import msgspec

    weak = msgspec.structs.replace(make["TOO_HIGH"], probability=0.22)
    screen = text(make["a_problem"](causes=[weak, make["NO_WARMUP"]], belief=Belief(0.0, 0.0, 0.4)))
    assert "PROBLEM     loss spike; several causes are possible" in screen
    assert "Test first  a tenth of the rate for 100 steps" in screen
    assert "lower the peak" not in screen  # no advice on a guess
    assert "It may be   something else (4 in 10)\n            the learning rate" in screen
    assert "Or it is" not in screen


def test_says_to_stop_only_while_it_runs(make):
    assert "Stop now" not in text(make["a_problem"]())
    running = make["a_run"](outcome=Outcome(state="running"))
    assert "Stop now" in text(make["a_problem"](run=running))


def test_not_finite_is_marked_and_said(make):
    values = np.ones(200)
    values[120:140] = np.nan
    series = {"train/loss": Series.of("train/loss", range(200), values)}
    screen = text(make["a_problem"](run=make["a_run"](series=series)))
    curve = next(row for row in screen.split("\n") if row.startswith(" loss"))
    assert curve.count("x") in range(5, 8)  # a tenth of 58 columns


def test_the_path_of_the_command_is_quoted(make):
    assert "traindx diagnose 'my runs/a b' --full" in text(make["a_problem"](run=make["a_run"]("my runs/a b")))


def test_an_object_has_no_command_to_show_more(make):
    assert "More" not in text(make["a_problem"](run=make["a_run"]("<dict>")))


def test_forty_runs_are_forty_lines(make):
    answers = [make["a_problem"](run=make["a_run"](f"sweep/lr/{place}/metrics.csv")) for place in range(20)]
    answers += [make["a_healthy"](run=make["a_run"](f"sweep/wd/{place}")) for place in range(20)]
    for width, color, unicode in itertools.product((60, 80, 120), (False, True), (False, True)):
        rows = ANSI.sub("", overview(answers, width=width, color=color, unicode=unicode)).split("\n")
        assert rows[0] == "40 runs: 20 with a problem, 20 healthy"
        assert len(rows) == 44
        assert max(map(len, rows)) <= width
        assert rows[2].startswith("PROBLEM     lr/0/metrics.csv")
        assert rows[-1] == "details: traindx diagnose sweep/RUN"


def test_an_overview_of_anything(make):
    screen = overview([*make["ten_answers"]().values()], width=80)
    assert harmless(screen)
    assert max(cells(row) for row in screen.split("\n")) <= 80
    assert overview([]) == "no runs"
