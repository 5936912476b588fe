import json

import numpy as np
import pytest

import traindx
from traindx.reports.json import BRIEF, envelope, payload
from traindx.schema import Series

ENVELOPE = ["schema", "traindx", "command", "errors", "runs", "answer"]
RUN = [
    "id",
    "source",
    "format",
    "framework",
    "unit",
    "steps",
    "steps_per_epoch",
    "series",
    "settings",
    "summary",
    "outcome",
]
ANSWER = ["run", "verdict", "reason", "scope", "missing", "access", "known_at_step", "findings", "unseen", "calibrated",
          "belief", "explanations", "causes", "one_of", "next", "recommendations", "stop_training", "stop_debugging",
          "trials", "asked"]  # fmt: skip
FINDING = ["id", "severity", "message", "series", "layer", "rank", "first_step", "last_step", "known_step", "when",
           "open", "invariant", "where", "evidence"]  # fmt: skip
CAUSE = ["id", "title", "category", "symptom", "severity", "harm", "probability", "status", "evidence_for",
         "evidence_against", "look_alikes", "fixes", "avoid", "verify", "reference"]  # fmt: skip
FIX = ["id", "title", "from", "to", "safety", "judged_by", "example", "patch", "expected", "command"]


def refused(word):
    raise AssertionError(f"{word} is no JSON")


def strict(text):
    return json.loads(text, parse_constant=refused)


def test_the_fields_stand_in_their_order(make):
    read = strict(payload([make["a_problem"]()], "diagnose", [{"source": "x.log", "what": "is empty", "do": "wait"}]))
    assert list(read) == ENVELOPE
    assert (read["schema"], read["traindx"], read["command"]) == (1, traindx.__version__, "diagnose")
    assert read["errors"] == [{"source": "x.log", "what": "is empty", "do": "wait"}]
    run = read["runs"][0]
    assert list(run)[: len(ANSWER)] == ANSWER
    assert list(run["run"]) == RUN
    assert list(run["findings"][0]) == FINDING
    assert list(run["causes"][0]) == CAUSE
    assert list(run["causes"][0]["fixes"][0]) == FIX
    assert list(run["unseen"][0]) == ["id", "needs", "reason"]
    assert run["causes"][0]["fixes"][0]["from"] == 3e-4
    assert run["one_of"] is None


def test_the_summary_says_first_final_best_and_where(make):
    steps = range(10, 50, 10)
    series = {
        "train/loss": Series.of("train/loss", steps, [2.0, 1.0, np.nan, 1.5]),
        "val/metric/accuracy": Series.of("val/metric/accuracy", steps, [0.1, 0.9, 0.8, 0.7]),
        "lr": Series.of("lr", steps, [1, 2, 3, np.inf]),
    }
    run = strict(payload([make["a_problem"](run=make["a_run"](series=series))]))["runs"][0]["run"]
    assert run["summary"]["train/loss"] == {"first": 2.0, "final": 1.5, "best": 1.0, "best_at": 20, "points": 4}
    assert run["summary"]["val/metric/accuracy"]["best"] == 0.9
    assert run["summary"]["lr"] == {"first": 1.0, "final": "Infinity", "best": None, "best_at": None, "points": 4}
    assert run["steps"] == [10, 40]


def test_is_strict_ascii_json_whatever_a_log_holds(answer):
    text = payload([answer], errors=[{"source": "\ud800\x1b", "what": "‮", "do": ""}])
    assert text.isascii()
    assert not set(text) & set(map(chr, [*range(10), *range(11, 32), 127]))
    read = strict(text)
    assert read["runs"][0]["verdict"] == answer.verdict
    text.encode()
    json.dumps(read, ensure_ascii=False).encode()  # no half of a character is left in it


def test_numbers_of_numpy_and_unknown_objects_do_not_stop_it(make):
    odd = {"a": np.float64("nan"), "b": np.int64(3), "c": [np.float32(1.5)], "d": {1: -np.inf}, "e": object}
    finding = make["a_finding"]("loss-spike", "error", "x", evidence=odd)
    evidence = strict(payload([make["a_problem"](findings=[finding])]))["runs"][0]["findings"][0]["evidence"]
    assert (evidence["a"], evidence["b"], evidence["c"], evidence["d"]) == ("NaN", 3, [1.5], {"1": "-Infinity"})
    assert isinstance(evidence["e"], str)


def test_the_envelope_is_the_same_data(answer):
    assert strict(payload([answer])) == json.loads(json.dumps(envelope([answer])))


@pytest.mark.parametrize("many", [1, 3, 12, 300])
def test_brief_stays_brief(answer, many):
    text = payload([answer] * many, errors=[{"source": "x" * 500, "what": "‮" * 500, "do": "z" * 500}] * 40, brief=True)
    assert len(text) <= BRIEF
    read = strict(text)
    assert read["runs"]
    assert len(read["runs"]) + read["left_out"]["runs"] == many
    assert len(read["errors"]) + read["left_out"]["errors"] == 40


def test_brief_of_one_run_keeps_what_matters(make):
    read = strict(payload([make["a_problem"]()], brief=True))
    run = read["runs"][0]
    assert run["verdict"] == "problem"
    assert [one["id"] for one in run["causes"]] == ["learning-rate-too-high", "warmup-missing"]
    assert run["causes"][0]["fixes"][0]["to"] == 1e-4
    assert run["left_out"] == {"findings": 0, "causes": 1, "unseen": 4}
    assert run["run"]["summary"]["train/loss"]["points"] == 500
