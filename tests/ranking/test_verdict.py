"""The first word of the answer."""

import msgspec
import pytest

from traindx.ranking.verdict import ESSENTIAL, verdict
from traindx.schema import Fact, Finding, Run, Series, Unseen

LOSS = Series.of("train/loss", range(3), [3.0, 2.0, 1.0])
LOUD = Finding(severity="warning", message="seen", id="loss-spike")
QUIET = Finding(severity="info", message="seen", id="loss-at-floor")
SHORT = Unseen("overfitting", ["val/loss"], "validation loss is too short: 3 points, 10 are needed")
ABSENT = Unseen("overfitting", ["epoch"], "not known: epoch")


def run(*, val=False):
    series = {"train/loss": LOSS} | ({"val/loss": Series.of("val/loss", [1], [2.0])} if val else {})
    return Run(id="r", source="r.csv", format="csv", series=series)


@pytest.mark.parametrize(
    ("findings", "benign", "fault_seen", "word"),
    [
        ([LOUD], 0.2, False, "problem"),
        ([LOUD], 0.9, True, "problem"),
        ([], 0.9, True, "problem"),
        ([LOUD], 0.9, False, "inconclusive"),
        ([QUIET], 0.9, False, "healthy"),
        ([], 0.9, False, "healthy"),
        ([], 0.3, False, "inconclusive"),
    ],
)
def test_the_table_of_verdicts(findings, benign, fault_seen, word):
    assert verdict(run(), findings, [], looked=set(ESSENTIAL), benign=benign, fault_seen=fault_seen).word == word


@pytest.mark.parametrize("blind", ESSENTIAL)
def test_health_is_not_said_before_the_essential_ones_looked(blind):
    unseen = [Unseen(blind, ["train/loss"], "the log has no training loss")]
    answer = verdict(run(), [], unseen, looked=set(ESSENTIAL) - {blind}, benign=0.9, fault_seen=False)
    assert (answer.word, answer.reason) == ("inconclusive", "the log has no training loss")


@pytest.mark.parametrize(
    ("val", "unseen", "word"),
    [(True, SHORT, "healthy"), (True, ABSENT, "inconclusive"), (False, ABSENT, "healthy")],
)
def test_overfitting_must_be_looked_for_where_there_is_validation_enough(val, unseen, word):
    assert verdict(run(val=val), [], [unseen], looked=set(ESSENTIAL), benign=0.9, fault_seen=False).word == word


def test_missing_names_the_series_that_would_tell_more():
    unseen = [Unseen("no-lr-decay", ["lr"], "the log has no learning rate")]
    assert verdict(run(), [], unseen, looked=set(ESSENTIAL), benign=0.9, fault_seen=False).missing == ["lr"]


def test_a_loss_that_never_fell_is_no_health_even_where_nobody_need_act():
    flat = Finding(severity="info", message="x", id="flat-loss")
    said = verdict(run(), [flat], [], looked=set(ESSENTIAL), benign=0.9, fault_seen=False)
    assert (said.word, said.reason) == ("inconclusive", "nothing in these points shows that the training learns")


@pytest.mark.parametrize(
    ("curves", "word"),
    [
        ({"train/loss": [7.4, 27.0, 15.0, 14.0, 20.0]}, "inconclusive"),
        ({"train/loss": [7.4, 27.0, 15.0, 14.0, 20.0], "val/metric/accuracy": [0.1, 0.5, 0.6]}, "healthy"),
        ({"train/loss": [2.3, 1.0, 0.5]}, "healthy"),
        ({"train/loss": [2.3, 2.3, 2.3]}, "inconclusive"),
        ({"train/loss/policy": [0.1, 0.2, 0.1, 0.2], "train/metric/reward": [1.0, 5.0, 9.0]}, "healthy"),
    ],
)
def test_health_needs_a_sign_of_learning(curves, word):
    made = {name: Series.of(name, range(len(values)), values) for name, values in curves.items()}
    one = Run(id="r", source="r.csv", format="csv", series=made)
    assert verdict(one, [], [], looked=set(ESSENTIAL), benign=0.9, fault_seen=False).word == word


@pytest.mark.parametrize(("earned", "word"), [([0.1, 0.5, 0.9], "healthy"), ([0.9, 0.5, 0.1], "inconclusive")])
def test_where_returns_are_earned_they_alone_show_that_it_learns(earned, word):
    series = {"train/loss": LOSS, "train/metric/reward": Series.of("train/metric/reward", range(3), earned)}
    agent = Run(id="r", source="r.csv", format="csv", series=series)
    assert verdict(agent, [], [], looked=set(ESSENTIAL), benign=0.9, fault_seen=False).word == word


def test_on_the_bench_there_is_no_course_to_judge() -> None:
    one = {"train/loss": Series.of("train/loss", [0], [3.0]), "grad/norm": Series.of("grad/norm", [0], [1.0])}
    watched = Run(id="r", source="r", format="traindx-recording", series=one)
    bench = msgspec.structs.replace(watched, facts=[Fact("recording", "bench")])
    looked = {"nan-gradient", "zero-gradients"}
    assert verdict(bench, [], [], looked=looked, benign=0.9, fault_seen=False).word == "healthy"
    assert verdict(watched, [], [], looked=looked, benign=0.9, fault_seen=False).word == "inconclusive"
    assert verdict(bench, [], [], looked=set(), benign=0.9, fault_seen=False).word == "inconclusive"
