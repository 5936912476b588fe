import json
import pathlib

import pytest

from traindx.guards.refusal import Refused
from traindx.reports.json import payload
from traindx.verbs.baseline import baseline, left_out
from traindx.verbs.diagnose import answer

PROBLEM = str(pathlib.Path(__file__).parents[2] / "examples" / "problem")
HEALTHY = str(pathlib.Path(__file__).parents[2] / "examples" / "healthy")


@pytest.fixture(scope="module")
def earlier(tmp_path_factory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("earlier") / "answer.json"
    path.write_text(payload(answer([PROBLEM], flags={}).diagnoses))
    return path


def changed(earlier, tmp_path, **fields) -> str:
    whole = json.loads(earlier.read_text())
    for finding in whole["runs"][0]["findings"]:
        finding.update(fields)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(whole))
    return str(path)


def test_what_is_known_fails_nothing_and_changes_no_verdict(earlier) -> None:
    given = answer([PROBLEM], flags={}, baseline_file=str(earlier))
    assert given.status == 0
    assert given.diagnoses[0].verdict == "problem"
    count = len(given.diagnoses[0].problems)
    assert given.notes[-1] == f"{count} known finding{'' if count == 1 else 's'} left out of account"


@pytest.mark.parametrize("field", [{"id": "loss-spike"}, {"series": "val/loss"}, {"layer": "fc"}, {"severity": "info"}])
def test_another_finding_is_new(earlier, tmp_path, field) -> None:
    given = answer([PROBLEM], flags={}, baseline_file=changed(earlier, tmp_path, **field))
    assert given.status == 1
    assert not [note for note in given.notes if "known" in note]


def test_another_place_or_wording_is_the_same_finding(earlier, tmp_path) -> None:
    moved = changed(earlier, tmp_path, first_step=1, message="", severity="error")
    assert answer([PROBLEM], flags={}, baseline_file=moved).status == 0


def test_what_cannot_be_read_still_counts(earlier, tmp_path) -> None:
    assert answer([PROBLEM, str(tmp_path / "none")], flags={}, baseline_file=str(earlier)).status == 2


def test_without_a_known_finding_nothing_is_said() -> None:
    assert left_out(answer([HEALTHY], flags={}).diagnoses, frozenset()) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("step,loss\n1,2\n", "this is not JSON"),
        ("[]", "no answer of diagnose"),
        ('{"command": "compare", "runs": []}', "no answer of diagnose"),
        ('{"command": "diagnose", "runs": [1]}', "has no findings"),
        ('{"command": "diagnose", "runs": [{"findings": [{"id": "x", "severity": "error"}]}]}', "a short answer"),
    ],
)
def test_a_file_that_is_no_baseline(tmp_path, text, reason) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(Refused, match=reason) as refused:
        baseline(str(path))
    assert "--format json" in str(refused.value)


def test_a_file_that_is_not_there(tmp_path) -> None:
    with pytest.raises(Refused, match="does not exist"):
        baseline(str(tmp_path / "none.json"))


def test_odd_values_are_no_failure(tmp_path) -> None:
    path = tmp_path / "x.json"
    finding = {"id": 3, "series": [], "layer": {}, "severity": "error"}
    path.write_text(json.dumps({"command": "diagnose", "runs": [{"findings": [finding, None]}]}))
    assert baseline(str(path)) == {("3", None, None)}
